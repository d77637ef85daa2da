"""
Writes the table of strengths into docs/players.md: `python benchmarks/strengths.py`.

Every pair under every rulebook: 20,000 walls for policies, fewer where `search` takes part. Takes
about a quarter of an hour on two quiet cores for the policies, and hours for `search`; `--only` and
`--search-games` choose.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from pathlib import Path

import xuezhan as xz

PAGE = Path(__file__).parent.parent / "docs" / "players.md"
PAIRS = (("efficiency", "random"), ("value", "efficiency"), ("search", "value"))
PATTERN = re.compile(r"(<!-- strengths:.*?-->\n)(.*?)(<!-- end of strengths -->)", re.DOTALL)
SEED = 20_000


def row(pair: tuple[str, str], rules: str, games: int) -> str:
    """One line of the table."""
    result = xz.arena(pair, games, rules, SEED)
    unit = xz.Rules(rules).unit
    first = result.standings[0]
    assert first.alone is not None
    cells = [f"`{pair[0]}` over `{pair[1]}`", f"`{rules}`", f"{games:,}"]
    for estimate in (first.points, first.alone):
        half = (estimate.high - estimate.low) / 2
        cells.append(f"{estimate.value / unit:+.3f} ± {half / unit:.3f}")
    cells.extend(f"{100 * s.win:.1f} / {100 * s.deal_in:.1f}" for s in result.standings)
    print(*cells, f"({result.seconds:.0f} s)", sep="  ", flush=True)
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--search-games", type=int, default=1000)
    parser.add_argument("--only", choices=[better for better, _ in PAIRS])
    chosen = parser.parse_args()
    text = PAGE.read_text("utf-8")
    found = PATTERN.search(text)
    assert found is not None
    kept = [line for line in found[2].splitlines() if line.startswith("| `")]
    lines = []
    for pair in PAIRS:
        games = chosen.search_games if pair[0] == "search" else chosen.games
        if chosen.only and pair[0] != chosen.only:
            lines += [line for line in kept if line.startswith(f"| `{pair[0]}` over")]
        else:
            lines += [row(pair, rules, games) for rules in xz.RULEBOOKS]
    head = [
        "| players | rules | walls | points | alone | first: win / deal-in % | second |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    machine = f"Seed {SEED}; {platform.machine()}, {os.cpu_count()} cores, {platform.system()}."
    table = "\n".join(["", *head, *lines, "", machine, ""])
    PAGE.write_text(PATTERN.sub(lambda m: m[1] + table + m[3], text), "utf-8")


if __name__ == "__main__":
    main()
