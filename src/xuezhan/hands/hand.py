"""One hand and what it is worth; `shanten`, `accepts`, `waits`, `is_win` and `index` of arrays."""

from __future__ import annotations

from typing import NamedTuple

from xuezhan._core import (
    PATTERNS,
    UNREACHABLE,
    Discard,
    Hand,
    accepts,
    index,
    is_win,
    shanten,
    waits,
)

__all__ = [
    "UNREACHABLE",
    "Discard",
    "Hand",
    "Score",
    "accepts",
    "index",
    "is_win",
    "shanten",
    "waits",
]


class Score(NamedTuple):
    """What a win is worth (§3)."""

    pattern: str  #: such as `"flush_triplets"`
    fan: int  #: the total after `max_fan`: what pays
    uncut_fan: int  #: the total before: the sum of `parts`
    multiplier: int  #: 2^(fan - fan_origin)
    points: int  #: what one payer pays
    roots: int  #: those counted; the one that a dragon absorbs is not
    parts: dict[str, int]  #: the fan of each part that is worth any

    def __hash__(self) -> int:
        return hash(self[:-1])

    def __str__(self) -> str:
        parts = [f"{self.pattern} {self.parts.get('pattern', 0)}"]
        parts += [f"{name} {fan}" for name, fan in self.parts.items() if name != "pattern"]
        cut = f", cut to {self.fan}" if self.fan != self.uncut_fan else ""
        return f"{' + '.join(parts)} = {self.uncut_fan} fan{cut}, ×{self.multiplier}"


def score_from_core(raw: tuple[int, int, int, int, int, int, dict[str, int]]) -> Score:
    """Name the pattern in what the core gives: the fields of `Score` in order."""
    pattern, *numbers = raw
    return Score(PATTERNS[pattern], *numbers)
