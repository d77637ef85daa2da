"""A match: hand after hand, with running totals and the dealer going on as §7 says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, SupportsIndex, TypeAlias

from xuezhan._core import dice
from xuezhan.checks import seed_or_fresh, whole
from xuezhan.play.game import Game
from xuezhan.rules import Rules, RulesLike, as_rules

__all__ = ["Match"]

_STREAM_FIRST_DEALER = 1
_LIMIT = 1 << 32

_Wall: TypeAlias = str | Iterable[SupportsIndex]


class Match:
    """Any number of hands under the same rules.

    Iterating gives the hands one after another: each is played to its end by the caller before the
    next is asked for. Hand *k* has index `index` * 2^32 + *k* (docs/determinism.md §1).
    `first_dealer` of the rules chooses the first dealer, the result of each hand the next.

    >>> match = Match("chengdu", seed=3)
    >>> for game in match:
    ...     while not game.done:
    ...         game.step(game.legal_actions[0])
    ...     if match.hands_played == 4:
    ...         break
    >>> sum(match.totals), len(match.records)
    (0, 4)

    seed    0 to 2^64 - 1; without it one is drawn that nobody can foresee, and `seed` tells it
    index   0 to 2^32 - 1: which match of that seed
    walls   a function that is called with the number of each hand, from 0, and gives its wall as
            `Game` takes it: for servers, which shuffle from a source that they trust. The seed then
            throws the dice for the first dealer alone.
    """

    def __init__(
        self,
        rules: RulesLike = "guide",
        seed: int | None = None,
        index: int = 0,
        *,
        walls: Callable[[int], _Wall] | None = None,
    ) -> None:
        if walls is not None and not callable(walls):
            raise TypeError(f"walls must be a function of a number, not {type(walls).__name__}")
        self._rules = as_rules(rules)
        self._seed = seed_or_fresh(seed)
        self._walls = walls
        self._index = whole("a match's index", index, 0, _LIMIT - 1)
        self._finished: list[Game] = []
        self._current: Game | None = None

    @property
    def rules(self) -> Rules:
        """The rules of every hand."""
        return self._rules

    @property
    def seed(self) -> int:
        """The seed of its walls and dice."""
        return self._seed

    @property
    def index(self) -> int:
        """Which match of that seed it is."""
        return self._index

    @property
    def hands_played(self) -> int:
        """How many hands have ended."""
        return len(self._ended())

    @property
    def totals(self) -> tuple[int, ...]:
        """Points won or lost by each seat in the hands that have ended; they sum to zero."""
        totals = [0] * self._rules.players
        for game in self._ended():
            for seat, score in enumerate(game.scores):
                totals[seat] += score
        return tuple(totals)

    @property
    def games(self) -> tuple[Game, ...]:
        """The hands so far, the one that is being played included."""
        return tuple(self._finished if self._current is None else [*self._finished, self._current])

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records of the hands that have ended."""
        return [game.record() for game in self._ended()]

    @property
    def dealer(self) -> int:
        """The seat that deals the hand being played, or the next one if none is."""
        if self._current is not None:
            return self._current.next_dealer if self._current.done else self._current.dealer
        if self._finished:
            return self._finished[-1].next_dealer
        if self._rules.first_dealer == "seat0":
            return 0
        return int(dice(self._seed, self._index << 32, _STREAM_FIRST_DEALER, self._rules.players))

    def next_hand(self) -> Game:
        """Deals the next hand. Raises `ValueError` while one is being played."""
        if self._current is not None and not self._current.done:
            raise ValueError("the hand before is not over; play it to its end first")
        dealer = self.dealer
        number = len(self._finished) + (self._current is not None)
        if number >= _LIMIT:
            raise ValueError("a match has at most 2^32 hands")
        wall = None if self._walls is None else self._walls(number)
        game = Game(self._rules, self._seed, (self._index << 32) + number, dealer, wall)
        if self._current is not None:
            self._finished.append(self._current)
        self._current = game
        return game

    def __iter__(self) -> Iterator[Game]:
        while True:
            yield self.next_hand()

    def _ended(self) -> list[Game]:
        if self._current is not None and self._current.done:
            return [*self._finished, self._current]
        return self._finished

    def __repr__(self) -> str:
        walls = f"seed {self._seed}" if self._walls is None else "walls of its own"
        return (
            f"<Match {self._rules!r}, {walls}, {self.hands_played} hands played, "
            f"totals {list(self.totals)}>"
        )
