"""
How long exact chances take: random hands of 13 tiles of two suits, by their distance.

    python benchmarks/chances.py [hands a distance]
"""

from __future__ import annotations

import random
import statistics
import sys
import time

import xuezhan as xz

DRAWS = 14


def main(wanted: int = 50) -> None:
    """Print a row for each distance: milliseconds, nearest winning hands, positions."""
    rng = random.Random(1)
    deck = [tile for tile in range(18) for _ in range(4)]
    found: dict[int, list[tuple[float, int, int]]] = {shanten: [] for shanten in range(4)}
    while any(len(rows) < wanted for rows in found.values()):
        hand = _nearer(xz.Hand(rng.sample(deck, 13)), rng)
        rows = found.get(-1 if hand.shanten is None else hand.shanten, [])
        if hand.shanten is not None and hand.shanten in found and len(rows) < wanted:
            start = time.perf_counter()
            chances = xz.chances(hand, draws=DRAWS)
            spent = 1000 * (time.perf_counter() - start)
            rows.append((spent, chances.winning_hands, chances.positions))
    print("shanten  ms median  ms most  winning hands  most  positions    most")
    for shanten, rows in found.items():
        spent_ms = [row[0] for row in rows]
        goals = [row[1] for row in rows]
        positions = [row[2] for row in rows]
        print(
            f"{shanten:7}  {statistics.median(spent_ms):9.2f}  {max(spent_ms):7.2f}"
            f"  {statistics.median(goals):13.0f}  {max(goals):4}"
            f"  {statistics.median(positions):9.0f}  {max(positions):6}"
        )


def _nearer(hand: xz.Hand, rng: random.Random) -> xz.Hand:
    """The hand after some useful draws, so that all distances come up."""
    for _ in range(rng.randrange(4)):
        if not hand.shanten or not hand.accepts:
            break
        counts = hand.counts.copy()
        counts[xz.TILE_NAMES.index(rng.choice(list(hand.accepts)))] += 1
        best = min(xz.Hand(counts).discards(), key=lambda row: (row.shanten or 0, rng.random()))
        counts[xz.TILE_NAMES.index(best.tile)] -= 1
        hand = xz.Hand(counts)
    return hand


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
