"""
`python -m benchmarks.growth`: whether cost grows with hands alone. Plays many hands in one process
and watches rate and memory, then the rate by threads and by batch size; prints the figures and,
with `--write`, draws docs/growth.svg.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np

import xuezhan as xz

PICTURE = Path(__file__).parent.parent / "docs" / "growth.svg"
WIDTH, HEIGHT, MARGIN = 300, 180, 46

Points = list[tuple[float, float]]


def resident() -> float:
    """Megabytes of this process in memory; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def by_hands(hands: int, policy: str, steps: int = 40) -> tuple[Points, Points]:
    """Rate and memory after so many hands, played one `simulate` after another."""
    part = max(1, hands // steps)
    rates: Points = []
    memory: Points = []
    for done in range(0, hands, part):
        summary = xz.simulate(part, "guide", policy, seed=1, first_index=done)
        rates.append((done + part, part / summary.seconds))
        memory.append((done + part, resident()))
    return rates, memory


def by_threads(hands: int, policy: str) -> Points:
    """Rate on one to all cores, the best of three."""
    cores = os.cpu_count() or 1
    return [(n, max(_rate(hands, policy, n) for _ in range(3))) for n in range(1, cores + 1)]


def _rate(hands: int, policy: str, threads: int) -> float:
    return hands / xz.simulate(hands, "guide", policy, seed=1, threads=threads).seconds


def by_batch(hands: int, policy: str) -> Points:
    """Rate of `play_batch` on one thread by the number of hands in a call, the best of three."""
    points: Points = []
    for size in (1, 10, 100, 1000, 10_000):
        out = np.empty(size, xz.RESULT_DTYPE)
        calls = max(1, min(hands // size, 2000))
        best = 0.0
        for _ in range(3):
            started = time.perf_counter()
            for call in range(calls):
                xz.play_batch(size, "guide", policy, 1, first_index=call * size, out=out)
            best = max(best, calls * size / (time.perf_counter() - started))
        points.append((size, best))
    return points


# ---- the picture -------------------------------------------------------------------------------


def panel(title: str, across: str, points: Points, left: int, log: bool = False) -> str:
    """One curve from zero up, with its last and its highest value."""
    xs = [float(np.log10(x)) if log else x for x, _ in points]
    low, high = (min(xs), max(xs)) if log else (0.0, max(xs))
    top = max(y for _, y in points) * 1.15 or 1.0

    def place(x: float, y: float) -> tuple[float, float]:
        share = (x - low) / (high - low) if high > low else 0.5
        return left + MARGIN + share * (WIDTH - MARGIN - 10), HEIGHT - 30 - y / top * (HEIGHT - 60)

    spots = [place(x, y) for x, (_, y) in zip(xs, points, strict=True)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2"/>' for x, y in spots)
    base, peak = HEIGHT - 30, max(y for _, y in points)
    _, peak_y = place(low, peak)
    return (
        f'<text x="{left + MARGIN}" y="18" font-weight="bold">{title}</text>'
        f'<path d="M{left + MARGIN} 28V{base}H{left + WIDTH - 10}" fill="none" stroke="#888"/>'
        f'<text x="{left + MARGIN - 4}" y="{base}" text-anchor="end">0</text>'
        f'<text x="{left + MARGIN - 4}" y="{peak_y:.1f}" text-anchor="end">{short(peak)}</text>'
        f'<text x="{left + WIDTH - 10}" y="{HEIGHT - 12}" text-anchor="end">'
        f"{across} (to {short(points[-1][0])})</text>"
        f'<polyline points="{line}" fill="none" stroke="#17608f" stroke-width="1.5"/>'
        f'<g fill="#17608f">{dots}</g>'
    )


def short(number: float) -> str:
    """Such as 2.5k or 10M."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def picture(panels: list[str]) -> str:
    """The whole file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * len(panels)} {HEIGHT}" '
        f'font-family="sans-serif" font-size="10">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(panels)}</svg>\n'
    )


def main() -> int:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description="Whether cost grows with hands alone")
    parser.add_argument("--hands", type=int, default=10_000_000, help="[default: %(default)s]")
    parser.add_argument("--policy", default="random", choices=xz.POLICIES)
    parser.add_argument("--write", action="store_true", help=f"draw {PICTURE.name}")
    args = parser.parse_args()
    rates, memory = by_hands(args.hands, args.policy)
    threads = by_threads(max(1, args.hands // 50), args.policy)
    batches = by_batch(max(1, args.hands // 100), args.policy)
    curves = [
        ("hands a second", "hands played", rates, False),
        ("megabytes", "hands played", memory, False),
        ("hands a second", "threads", threads, False),
        ("hands a second", "hands a call, log", batches, True),
    ]
    for title, across, points, _ in curves:
        print(f"{title} by {across}: " + ", ".join(f"{short(x)}: {short(y)}" for x, y in points))
    if args.write:
        drawn = [
            panel(title, across, points, WIDTH * i, log)
            for i, (title, across, points, log) in enumerate(curves)
        ]
        PICTURE.write_text(picture(drawn), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
