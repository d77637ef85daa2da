"""What a seat that draws alone may hope for: exact chances of being ready and of winning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np

from xuezhan._core import TILE_NAMES, UNREACHABLE, find_chances, held_with_melds, live_counts
from xuezhan.checks import whole
from xuezhan.errors import InvalidTiles
from xuezhan.hands.hand import Hand
from xuezhan.hands.tiles import Tiles
from xuezhan.rules import Rules, RulesLike, as_rules

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Chance", "Chances", "chances"]

_Live: TypeAlias = "Tiles | str | npt.NDArray[np.integer[Any]] | Iterable[SupportsIndex]"

_HIDDEN = 39  # tiles that three other seats hold


@dataclass(frozen=True)
class Chance:
    """
    What there is to hope for after one discard, or from a hand of 3k+1 tiles.

    Arrays are float64 of shape (draws + 1,), read-only: `[d]` is of the first *d* draws.
    """

    discard: str | None  #: None of a hand of 3k+1 tiles
    ready: npt.NDArray[np.float64] = field(compare=False)  #: chance to have been ready or have won
    won: npt.NDArray[np.float64] = field(compare=False)  #: chance to have won
    fan: npt.NDArray[np.float64] = field(compare=False)  #: sum over wins of chance times fan

    @property
    def win(self) -> float:
        """The chance to have won by the last draw, which the play makes as great as can be."""
        return float(self.won[-1])

    @property
    def mean_fan(self) -> npt.NDArray[np.float64]:
        """The mean fan of the wins by each draw: `fan / won`, nan where there are none."""
        nothing = np.full_like(self.fan, np.nan)
        return np.divide(self.fan, self.won, out=nothing, where=self.won > 0)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: a list for each array."""
        found: dict[str, Any] = {} if self.discard is None else {"discard": self.discard}
        mean = [None if np.isnan(fan) else fan for fan in self.mean_fan.tolist()]
        for name in ("ready", "won", "fan"):
            found[name] = getattr(self, name).tolist()
        return {**found, "mean_fan": mean}


@dataclass(frozen=True)
class Chances:
    """
    The chances of one hand: of 3k+1 tiles `chances[0]` alone; of 3k+2 one `Chance` for each discard
    that keeps the distance, the best first, also as `chances["5m"]`. Prints as a table.
    """

    hand: Hand
    live: Tiles  #: the unseen tiles
    draws: int
    rules: Rules
    shanten: int  #: as of the live tiles: a winning hand that lacks others does not count
    winning_hands: int  #: that are nearest
    positions: int  #: hands that play can come to, told apart by what a win may use of them
    values: tuple[Chance, ...] = field(repr=False)

    def __getitem__(self, key: int | str) -> Chance:
        if not isinstance(key, str):
            return self.values[key]
        for value in self.values:
            if value.discard == key:
                return value
        there_are = ", ".join(value.discard or "none" for value in self.values)
        raise KeyError(f"{key} is no discard that keeps the distance; there are {there_are}")

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Chance]:
        return iter(self.values)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "hand": str(self.hand),
            "live": str(self.live),
            "draws": self.draws,
            "rules": self.rules.to_dict(),
            "shanten": self.shanten,
            "winning_hands": self.winning_hands,
            "positions": self.positions,
            "chances": [value.to_dict() for value in self.values],
        }

    def __str__(self) -> str:
        title = f"{self.hand}, {self.draws} draws from {len(self.live)} unseen tiles"
        if self.values[0].discard is None:
            rows = [["draw", "ready %", "won %", "fan if won"]]
            rows += [
                [str(draw), *_cells(self.values[0], draw)] for draw in range(1, self.draws + 1)
            ]
        else:
            rows = [["discard", "ready %", "won %", "fan if won"]]
            rows += [[value.discard or "", *_cells(value, self.draws)] for value in self.values]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.rjust, row, widths)) for row in rows]
        return "\n".join([title, *lines])


def _cells(value: Chance, draw: int) -> list[str]:
    fan = float(value.mean_fan[draw])
    rates = [f"{100 * rate:.2f}" for rate in (value.ready[draw], value.won[draw])]
    return [*rates, "-" if np.isnan(fan) else f"{fan:.2f}"]


def chances(
    hand: Hand | str,
    live: _Live | None = None,
    draws: int | None = None,
    rules: RulesLike = "guide",
) -> Chances:
    """
    The exact chance to be ready and to have won within each number of own draws, and the fan to
    expect, of one seat that draws alone (docs/chances.md).

    hand    13 or 14 tiles, a kong as three; no win
    live    the unseen tiles, each as likely to be drawn as any other: `Tiles`, text or 27 counts;
            None: all that the hand does not hold itself
    draws   0 to all of them; None: a quarter of what is left when three others hold 13 tiles each

    A draw that brings the hand nearer to a win is kept, every other is thrown away; each discard
    keeps the distance, and of those it is the one with the best chance to have won by the last
    draw. No other seat's discards, claims or wins. Fan are those of a self-draw without special
    circumstances.

    Takes less than a millisecond for most hands of two from ready (docs/chances.md §5). Raises
    `InvalidTiles` for a hand of another size, a won one, one from which no win can be made, and
    tiles of which there would be more than four; `ValueError` for a number of draws that cannot be,
    and for hands so far from ready that 512 MB of memory do not suffice.
    """
    hand = hand if isinstance(hand, Hand) else Hand(hand)
    chosen = as_rules(rules)
    unseen = _unseen(hand, live, chosen)
    total = int(unseen.sum())
    if hand.is_win:
        raise InvalidTiles(f"{hand} is won; there is nothing left to hope for")
    if draws is None:
        draws = max(0, total - _HIDDEN) // 4
    elif whole("draws", draws, 0, 108) > total:
        raise ValueError(f"draws is {draws}; there are {total} unseen tiles to draw from")
    found = find_chances(chosen._native, hand, unseen, int(draws))
    if found is None:
        raise ValueError(
            f"{hand} is {hand.shanten} from ready: too far to reckon all of it; play it out "
            "instead (xuezhan.evaluate)"
        )
    shanten, winning_hands, positions, discards, *arrays = found
    if shanten == UNREACHABLE:
        raise InvalidTiles(f"no win can be made of {hand} and the live tiles")
    ready, won, fan = arrays
    values = [Chance(tile, ready[i], won[i], fan[i]) for i, tile in enumerate(discards)]
    values.sort(key=lambda value: (-value.win, -float(value.fan[-1]), -float(value.ready[-1])))
    tiles = Tiles.from_counts(unseen)
    return Chances(
        hand, tiles, int(draws), chosen, shanten, winning_hands, positions, tuple(values)
    )


def _unseen(hand: Hand, live: _Live | None, rules: Rules) -> npt.NDArray[np.uint8]:
    """The counts of the live tiles, with the hand's not more than there are."""
    held = held_with_melds(hand)
    if len(hand) not in (13, 14):
        has = f"{str(hand)!r} has {len(hand)} tiles"
        raise InvalidTiles(f"{has}; there must be 13 or 14, a kong as three")
    there_are = np.repeat([4 if suit in rules.suits else 0 for suit in "mps"], 9)
    if (held > there_are).any():
        raise InvalidTiles(f"{hand} has tiles of a suit that is not played with")
    if live is None:
        return (there_are - held).astype(np.uint8)
    counts = live_counts(live)
    for slot in np.flatnonzero(counts + held > there_are):
        raise InvalidTiles(
            f"{held[slot]} of {TILE_NAMES[slot]} held and {counts[slot]} live; "
            f"there are {'four' if there_are[slot] else 'none'}"
        )
    return counts
