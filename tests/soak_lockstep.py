"""
Many hands in lock-step, and the table of what they reached:

    python tests/soak_lockstep.py --hands 20000 --policy mixed --rules guide
    python tests/soak_lockstep.py --hands 20000 --policy mixed --rules random
    python tests/soak_lockstep.py --hands 20000 --policy wild --rules random --stacked --least 20

`--rules random` draws the options of every hand, and penalties too. `--stacked` deals walls on
which rare things happen. `--least N` fails if anything in the table was reached fewer than N times.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import xuezhan as xz
from happenings import Happenings
from lockstep import Pair, play_pair
from random_rules import random_options
from stacked_walls import KINDS, stacked_wall
from xuezhan import reference

POLICIES = ("random", "efficiency", "mixed", "wild", "robbers", "any")
CHUNK = 50


class Job(NamedTuple):
    """A run of hands with indices start, start + 1, …"""

    rules: str
    policy: str
    stacked: str | None  #: a kind of `stacked_walls.KINDS`, or any
    seed: int
    start: int
    hands: int


def play_one(job: Job, index: int, seen: Happenings) -> None:
    rng = random.Random(f"{job.seed} {index}")
    drawn = job.rules == "random"
    options: dict[str, Any] = {}
    base = job.rules
    if drawn:
        base, options = random_options(rng)
    rules = xz.Rules(base, **options)
    wall = stacked_wall(rng, rules.suits, rules.players, job.stacked) if job.stacked else None
    dealer = (
        rng.randrange(rules.players) if drawn and not job.stacked else 0 if job.stacked else None
    )
    pair = Pair(base, options, job.seed, index, dealer, wall)
    names = [
        rng.choice(POLICIES[:4]) if job.policy == "any" else job.policy
        for _ in range(rules.players)
    ]
    play_pair(
        pair,
        names,
        job.seed,
        index,
        rng,
        penalties=rng.choice((0.0, 0.005, 0.03)) if drawn else 0.0,
        shuffled=rng.random() < 0.5,
        policies_too=index % 10 == 0,
        watch=seen.before,
    )
    seen.after(pair.core)
    if xz.record_text(pair.core) != reference.canonical_text(pair.twin.record()):
        pair.differ("records", pair.core.record(), pair.twin.record())


def play_job(job: Job) -> Happenings:
    seen = Happenings()
    for index in range(job.start, job.start + job.hands):
        try:
            play_one(job, index, seen)
        except AssertionError as error:
            seen.faults.append(f"index {index}: {error}")
    return seen


def jobs(options: argparse.Namespace) -> Iterator[Job]:
    for start in range(options.start, options.start + options.hands, CHUNK):
        count = min(CHUNK, options.start + options.hands - start)
        yield Job(options.rules, options.policy, options.stacked, options.seed, start, count)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rules", choices=(*xz.RULEBOOKS, "random"), default="guide")
    parser.add_argument("--policy", choices=POLICIES, default="mixed")
    parser.add_argument("--stacked", nargs="?", const="any", choices=("any", *KINDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the first index")
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--options", action="store_true", help="also print how many hands each option value had"
    )
    options = parser.parse_args(arguments)
    total = Happenings()
    began = time.monotonic()
    with ProcessPoolExecutor(options.workers) as pool:
        for seen in pool.map(play_job, jobs(options)):
            total.add(seen)
            if total.hands % 1000 == 0:
                print(f"{total.hands} hands, {len(total.faults)} differ", file=sys.stderr)
    for fault in total.faults[:10]:
        print(fault)
    verdict = f"{len(total.faults)} hands differ" if total.faults else "all agree"
    walls = f" on {options.stacked} walls" if options.stacked else ""
    print(f"{options.rules} {options.policy}{walls}, seed {options.seed}: {verdict}")
    print(total.table())
    if options.options:
        print(total.option_table())
    print(f"{time.monotonic() - began:>10.0f}  seconds")
    missing = total.missing(options.least)
    if missing:
        print("too rare: " + ", ".join(missing))
    return 1 if missing or total.faults else 0


if __name__ == "__main__":
    sys.exit(main())
