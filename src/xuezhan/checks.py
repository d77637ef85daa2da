"""Numbers that callers give, checked once and in the same words everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

__all__ = ["UINT64", "no_such", "whole"]

#: Seeds and indices are below this.
UINT64 = 1 << 64


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


def no_such(what: str, name: object, names: Iterable[str]) -> str:
    """Say that there is no `what` of this name, what there is, and the nearest if one is near."""
    import difflib  # only to complain; most programs never do

    known = list(names)
    close = difflib.get_close_matches(str(name), known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"there is no {what} {name!r}; {plural} are {', '.join(known)}{hint}"
