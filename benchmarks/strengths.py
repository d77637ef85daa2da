"""
Writes the table of strengths into docs/players.md: `python benchmarks/strengths.py`.

Every pair under every rulebook: 20,000 walls for policies, fewer where `search` takes part, and
fewer still for three of it against one. Takes about a quarter of an hour on two quiet cores for the
policies, and hours for `search`; `--only` and `--search-games` choose.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from pathlib import Path

import xuezhan as xz
from xuezhan.players.arena import seatings

PAGE = Path(__file__).parent.parent / "docs" / "players.md"
PAIRS = (("efficiency", "random"), ("value", "efficiency"), ("search", "value"))
PATTERN = re.compile(r"(<!-- strengths:.*?-->\n)(.*?)(<!-- end of strengths -->)", re.DOTALL)
SEED = 20_000


def row(pair: tuple[str, str], rules: str, games: int, part: str = "all") -> str:
    """One line of the table. `part` of the seatings: all, the first alone, or three of it."""
    tables = seatings(2, 4)
    chosen = {"all": tables, "alone": tables[:4], "three": tables[4:]}[part]
    result = xz.arena(pair, games, rules, SEED, tables=chosen)
    unit = xz.Rules(rules).unit
    first = result.standings[0]
    name = f"`{pair[0]}` over `{pair[1]}`" + (", three to one" if part == "three" else "")
    cells = [name, f"`{rules}`", f"{games:,}"]
    points = None if part == "alone" else first.points
    alone = first.points if part == "alone" else first.alone
    for estimate in (points, alone):
        if estimate is None:
            cells.append("")
            continue
        half = (estimate.high - estimate.low) / 2
        cells.append(f"{estimate.value / unit:+.3f} ± {half / unit:.3f}")
    cells.extend(f"{100 * s.win:.1f} / {100 * s.deal_in:.1f}" for s in result.standings)
    print(*cells, f"({result.seconds:.0f} s)", sep="  ", flush=True)
    return "| " + " | ".join(cells) + " |"


def rows(pair: tuple[str, str], games: int, search_games: int) -> list[str]:
    """Under every rulebook."""
    if pair[0] != "search":
        return [row(pair, rules, games) for rules in xz.RULEBOOKS]
    few = max(1, search_games // 10)
    lines = [row(pair, rules, search_games, "alone") for rules in xz.RULEBOOKS]
    return lines + [row(pair, rules, few, "three") for rules in xz.RULEBOOKS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--search-games", type=int, default=1000)
    parser.add_argument("--only", choices=[better for better, _ in PAIRS])
    chosen = parser.parse_args()
    text = PAGE.read_text("utf-8")
    found = PATTERN.search(text)
    assert found is not None
    kept = [line for line in found[2].splitlines() if "` over" in line]
    lines = []
    for pair in PAIRS:
        if chosen.only and pair[0] != chosen.only:
            lines += [line for line in kept if f"`{pair[0]}` over" in line]
        else:
            lines += rows(pair, chosen.games, chosen.search_games)
    head = [
        "| players | rules | walls | points | alone | first: win / deal-in % | second |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    machine = f"Seed {SEED}; {platform.machine()}, {os.cpu_count()} cores, {platform.system()}."
    table = "\n".join(["", *head, *lines, "", machine, ""])
    PAGE.write_text(PATTERN.sub(lambda m: m[1] + table + m[3], text), "utf-8")


if __name__ == "__main__":
    main()
