"""
`python -m benchmarks.callgrind`: counts the instructions of each piece of work and compares them
with figures.json. `--write` puts down the new figures.

Exit code 1 if something takes more than the tolerance above its figure. Figures of another compiler
or machine are no measure, and where there is no valgrind there is nothing to do: both are said, and
the exit code is 0.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

from benchmarks.native import BUILD, ToolError, build, maker, run

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
TOLERANCE = 0.03
ROWS = 512  # hands a time, of driver.c

#: work -> (few times, many times, hands a time)
WORKS = {
    "win": (2, 12, ROWS),
    "waits": (2, 12, ROWS),
    "shanten": (2, 12, ROWS),
    "shanten_melds": (2, 12, ROWS),
    "shanten_live": (2, 12, ROWS),
    "accepts_live": (2, 12, ROWS),
    "random": (10, 60, 1),
    "mixed": (10, 60, 1),
    "efficiency": (10, 60, 1),
    "value": (4, 24, 1),
}


def instructions(driver: Path, work: str, times: int) -> int:
    """How many instructions one run takes."""
    out = f"--callgrind-out-file={BUILD / 'callgrind.out'}"
    text = run("valgrind", "--tool=callgrind", out, str(driver), work, str(times))
    found = re.search(r"Collected : (\d+)", text)
    if not found:
        raise ToolError(f"valgrind said nothing of instructions:\n{text}")
    return int(found[1])


def measure() -> dict[str, float]:
    """Instructions a hand for each piece of work."""
    driver = build(HERE / "driver.c")
    figures = {}
    for work, (few, many, hands) in WORKS.items():
        spent = instructions(driver, work, many) - instructions(driver, work, few)
        figures[work] = round(spent / ((many - few) * hands), 1)
    return figures


def compare(found: dict[str, float], known: dict[str, float], tolerance: float) -> bool:
    """Prints each count with its change; whether one is more than `tolerance` above its figure."""
    worse = False
    for work, count in found.items():
        before = known.get(work)
        change = f"{count / before - 1:+.1%}" if before else "new"
        worse |= before is not None and count > before * (1 + tolerance)
        print(f"{work:15} {count:12,.1f} instructions a hand  {change}")
    return worse


def main() -> int:
    """Measure, then compare or write."""
    parser = argparse.ArgumentParser(description="Count instructions, compare with figures.json")
    parser.add_argument("--write", action="store_true", help="put down new figures")
    parser.add_argument("--tolerance", type=float, default=TOLERANCE, help="[default: %(default)s]")
    args = parser.parse_args()
    for tool in ("valgrind", "cmake", "cc"):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not installed")
            return 0
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else {"instructions": {}}
    if not args.write and known.get("maker", maker()) != maker():
        print(f"skipped: the figures are those of {known['maker']}, this is {maker()}")
        return 0
    try:
        found = measure()
    except ToolError as error:
        sys.exit(str(error))
    worse = compare(found, known["instructions"], args.tolerance)
    if args.write:
        text = json.dumps({"maker": maker(), "instructions": found}, indent=2)
        FIGURES.write_text(text + "\n")
        return 0
    if worse:
        print(f"more than {args.tolerance:.0%} above {FIGURES.name}")
    return int(worse)


if __name__ == "__main__":
    sys.exit(main())
