"""The limits of docs/limits.md: what is at one is taken, what is above it is refused at once."""

from __future__ import annotations

import builtins
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import xuezhan as xz

ROOT = Path(__file__).resolve().parents[1]


def table() -> dict[str, tuple[int, str]]:
    """`{what: (limit, error)}`."""
    text = (ROOT / "docs/limits.md").read_text("utf-8").partition("## How files")[0]
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and (number := re.match(r"([\d,]+)(\^(\d+))?", cells[1])):
            base = int(number[1].replace(",", ""))
            error = cells[2].strip("`")
            rows[cells[0]] = (base ** int(number[3] or 1), error)
    return rows


LIMITS = table()
RECORD = xz.Game("guide", seed=1).record()
Probe = Callable[[int, Path], Any]


def nested(depth: int) -> Any:
    inner: Any = []
    for _ in range(depth - 1):
        inner = [inner]
    return inner


def record_text(size: int, _: Path) -> Any:
    text = json.dumps(RECORD)
    return xz.replay(text + " " * (size - len(text)))


def rules_file(size: int, folder: Path) -> Any:
    path = folder / "rules.json"
    path.write_text('"guide"' + " " * (size - 7), encoding="utf-8")
    return xz.Rules.load(path)


def entries(count: int, _: Path) -> Any:
    """No hand can have as many: so many are looked at, and refused for another reason."""
    game = xz.Game("chengdu", seed=1)
    record = {**game.record(), "actions": [[0, "pass"]] * count}
    with pytest.raises(xz.InvalidRecord) as error:
        xz.replay(record)
    if "no hand has more" in str(error.value):
        raise error.value


PROBES: dict[str, Probe] = {
    "text of a record": record_text,
    "`meta` of a record": lambda n, _: xz.replay({**RECORD, "meta": "x" * (n - 2)}),
    "nesting of `meta`": lambda n, _: xz.replay({**RECORD, "meta": nested(n)}),
    "answers and penalties of a hand": entries,
    "a file of rules": rules_file,
}


def test_every_row_has_a_probe() -> None:
    assert list(PROBES) == list(LIMITS)


@pytest.mark.parametrize("what", PROBES)
def test_limits(what: str, tmp_path: Path) -> None:
    limit, error = LIMITS[what]
    PROBES[what](limit, tmp_path)
    started = time.process_time()
    with pytest.raises(getattr(xz, error, None) or getattr(builtins, error)) as refused:
        PROBES[what](limit + 1, tmp_path)
    assert time.process_time() - started < 1
    assert re.search(rf"\b{limit}\b|2\^{limit.bit_length() - 1}\b", str(refused.value))
