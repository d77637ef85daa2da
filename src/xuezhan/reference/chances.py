"""What a seat that draws alone may hope for (docs/chances.md), by trying everything, in fractions.

The state holds the whole hand and every tile that is left, also those that the play can no longer
use; so it is for few live tiles and few draws.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from .hand import PLAIN, Counts, Shape, is_win, with_tile
from .rules import Rules
from .score import score
from .tiles import SLOTS, MeldKey, Melds, meld_key

Sums = tuple[Fraction, ...]


@dataclass(frozen=True)
class Course:
    """By draws made, from 0 on: what ``xuezhan.Chance`` has, exactly."""

    ready: Sums
    won: Sums
    fan: Sums

    @property
    def merit(self) -> tuple[Fraction, Fraction, Fraction]:
        """What the play goes by: the chance to win, then fan, then the chance to be ready."""
        return self.won[-1], self.fan[-1], self.ready[-1]


def lacks(counts: Counts, melds: Melds, live: Counts, shape: Shape = PLAIN) -> int:
    """Count the tiles that a hand of 3k+1 tiles lacks of the nearest win that live tiles allow."""
    return _nearest({0: tuple(counts)}, meld_key(melds), tuple(live), shape)[0]


def _nearest(
    hands: dict[int, Counts], melds: MeldKey, live: Counts, shape: Shape
) -> tuple[int, dict[int, Counts]]:
    """Give what the nearest to a win of these hands lack, and which they are."""
    for lacking in range(1, 15):
        found = {
            key: hand for key, hand in hands.items() if _wins(hand, melds, live, lacking, shape)
        }
        if found:
            return lacking, found
    raise ValueError("no win can be made of the hand and the live tiles")


@cache
def _wins(counts: Counts, melds: MeldKey, live: Counts, draws: int, shape: Shape) -> bool:
    for tile in _tiles(live):
        more, fewer = tuple(with_tile(counts, tile)), tuple(with_tile(live, tile, -1))
        if draws == 1:
            if is_win(more, melds, shape):
                return True
        elif any(_wins(left, melds, fewer, draws - 1, shape) for _, left in _discards(more)):
            return True
    return False


def _tiles(counts: Counts) -> Iterator[int]:
    return (tile for tile in range(SLOTS) if counts[tile])


def _discards(counts: Counts) -> Iterator[tuple[int, Counts]]:
    return ((tile, tuple(with_tile(counts, tile, -1))) for tile in _tiles(counts))


def chances(
    rules: Rules,
    counts: Counts,
    melds: Melds,
    live: Counts,
    draws: int,
    *,
    exchanges: bool = False,
    void: int | None = None,
) -> dict[int | None, Course]:
    """
    Play out every order of the live tiles, with the best discard each time; by first discard.

    With ``exchanges`` a draw that brings the hand no nearer may be kept too, for any tile that
    leaves it as near.
    """

    @cache
    def course(hand: Counts, left: Counts, draws: int) -> Course:
        """From 3k+1 tiles on."""
        now = lacks(hand, own, left, shape)
        ready = [Fraction(now == 1)] + [Fraction(0)] * draws
        won, fan = [Fraction(0)] * (draws + 1), [Fraction(0)] * (draws + 1)
        for tile in _tiles(left) if draws else ():
            chance = Fraction(left[tile], sum(left))
            fewer = tuple(with_tile(left, tile, -1))
            if is_win(with_tile(hand, tile), own, shape):
                worth = score(rules, hand, own, tile, void=void, self_draw=True).fan
                for made in range(1, draws + 1):
                    ready[made] += chance
                    won[made] += chance
                    fan[made] += chance * worth
                continue
            nearest, ways = _nearest(
                dict(_discards(tuple(with_tile(hand, tile)))), own, fewer, shape
            )
            if nearest > now:
                raise AssertionError("the tile thrown away was needed")
            if nearest == now and not exchanges:
                ways = {tile: hand}

            def merits(rest: Counts, left: Counts = fewer) -> list[tuple[Fraction, ...]]:
                return [course(rest, left, less).merit for less in reversed(range(draws))]

            next_course = course(max(ways.values(), key=merits), fewer, draws - 1)
            for made in range(1, draws + 1):
                ready[made] += chance * next_course.ready[made - 1]
                won[made] += chance * next_course.won[made - 1]
                fan[made] += chance * next_course.fan[made - 1]
        if now == 1:
            ready = [Fraction(1)] * (draws + 1)
        return Course(tuple(ready), tuple(won), tuple(fan))

    own = meld_key(melds)
    shape = rules.shape(void)
    if sum(counts) % 3 == 1:
        return {None: course(counts, live, draws)}
    _, ways = _nearest(dict(_discards(counts)), own, live, shape)
    return {tile: course(rest, live, draws) for tile, rest in ways.items()}
