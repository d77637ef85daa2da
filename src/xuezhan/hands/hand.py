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
    register,
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
    return Score(PATTERNS[raw[0]], *raw[1:])


def why_no_win(hand: Hand) -> str:
    """Say what a hand that is no win lacks for one (§1)."""
    if len(hand.suits) == 3:
        return "it holds tiles of three suits"
    if len(hand) != 14:
        return f"it has {len(hand)} tiles, a kong counted as three; a win has 14"
    distance = hand.shanten
    if distance is None:
        return "no win can be made of its melds and tiles"
    if distance > 0:
        return f"it is {distance} tile{'s' * (distance > 1)} from being ready"
    swaps = [
        f"{' or '.join(one.accepts)} in place of {one.tile}"
        for one in hand.discards()
        if one.shanten == 0
    ]
    return f"one tile is wrong: it lacks {', or '.join(swaps)}"


register(score_from_core, why_no_win)
