"""
The tables of docs/presets.md, made from the presets as data.

    python tests/presets_page.py

writes them anew between the page's marks; a test holds the page to them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import xuezhan as xz
from xuezhan._core import PRESET_TABLE, NativeRules
from xuezhan.rules import BASES, value_of

PAGE = Path(__file__).resolve().parents[1] / "docs/presets.md"
BEGIN, END = "<!-- made from the data: begin -->", "<!-- end -->"


def said(preset: str) -> dict[str, tuple[Any, bool] | None]:
    """What a preset says of each option and pattern, and whether that is a ruling."""
    found: dict[str, tuple[Any, bool] | None] = {}
    cells = NativeRules.cells(BASES.index(preset))
    for (name, option), cell in zip(xz.OPTIONS.items(), cells, strict=True):
        if name == "patterns":
            found |= dict(zip(xz.PATTERNS, cell, strict=True))
        else:
            found[name] = cell and (value_of(option, cell[0]), cell[1])
    return found


def shown(value: Any) -> str:
    return (
        "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def tables() -> str:
    presets = PRESET_TABLE[len(xz.RULEBOOKS) :]
    names = [name for name, _, _ in presets]
    columns = [said(name) for name in names]
    lines = [row("preset", "what it is", "source"), row("---", "---", "---")]
    lines += [row(f"`{name}`", title, source) for name, title, source in presets]
    lines += [
        "",
        row("option", *(f"`{name}`" for name in names)),
        row("---", *["---"] * len(names)),
    ]
    for option in columns[0]:
        cells = [column[option] for column in columns]
        if any(cells):
            told = [shown(cell[0]) + (" r" if cell[1] else "") if cell else "" for cell in cells]
            lines.append(row(f"`{option}`", *told))
    return "\n".join(lines)


def written() -> str:
    """The page with its tables made anew."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8", newline="\n")
