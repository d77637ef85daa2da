"""What callers give, checked once and in the same words everywhere."""

from __future__ import annotations

import os
from collections.abc import Iterable
from operator import index

__all__ = [
    "MAX_THREADS",
    "UINT64",
    "fresh_seed",
    "no_such",
    "seed_or_fresh",
    "shown",
    "whole",
    "worker_threads",
]

#: Seeds and indices are below this.
UINT64 = 1 << 64
#: The most threads that share any work.
MAX_THREADS = 4096


def whole(what: str, value: object, low: int, high: int) -> int:
    """
    Give `value` as an int: whatever counts as a whole number, NumPy's too, but no bool.

    `TypeError` for anything else, `ValueError` unless `low <= value <= high`.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}")
    number = index(value)
    if not low <= number <= high:
        bound = "2^64" if high == UINT64 else "2^64 - 1" if high == UINT64 - 1 else high
        raise ValueError(f"{what} is {number}; it must be from {low} to {bound}")
    return number


def fresh_seed() -> int:
    """
    Draw a seed that nobody can foresee, from the operating system: 0 to 2^64 - 1.

    What takes a seed draws one so where none is given. A seed in hand is the way to have the same
    again where there is no other to be told it.
    """
    return int.from_bytes(os.urandom(8), "little")


def seed_or_fresh(seed: object) -> int:
    """Give a seed as `whole` does, a fresh one for None."""
    return fresh_seed() if seed is None else whole("seed", seed, 0, UINT64 - 1)


def worker_threads(threads: int | None) -> int:
    """How many threads to work on: `threads`, or for None one for each core of this process."""
    if threads is not None:
        return whole("threads", threads, 1, MAX_THREADS)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def no_such(what: str, name: object, names: Iterable[str]) -> str:
    """Say that there is no `what` of this name, what there is, and the nearest if one is near."""
    import difflib  # only to complain; most programs never do

    known = list(names)
    close = difflib.get_close_matches(str(name)[:60], known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"there is no {what} {shown(name)}; {plural} are {', '.join(known)}{hint}"


def shown(value: object) -> str:
    """Show a value as an error names it, cut to a length that a line can bear."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
