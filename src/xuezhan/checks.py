"""Numbers that callers give, checked once and in the same words everywhere."""

from __future__ import annotations

from operator import index

__all__ = ["UINT64", "whole"]

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
