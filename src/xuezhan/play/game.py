"""One hand of play, from the deal to the settled scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self, SupportsIndex

from xuezhan._core import GameCore
from xuezhan.errors import InvalidRecord
from xuezhan.hands.hand import Score
from xuezhan.play.deal import Deal, dealt
from xuezhan.play.ledger import Event, Ledger
from xuezhan.play.view import View
from xuezhan.play.written import Stored, record_of
from xuezhan.rules import RulesLike

__all__ = ["Game", "Result", "Win"]


class Win(NamedTuple):
    """One win of a hand."""

    seat: int
    kind: str  #: "discard", "rob" or "self_draw"
    payer: int | None  #: the discarder or robbed seat; None for a self-draw
    tile: str
    score: Score
    step: int


class Result(NamedTuple):
    """How a hand ended."""

    scores: tuple[int, ...]
    wins: tuple[Win, ...]
    exhausted: bool  #: whether the wall ran out with two or more seats still active
    next_dealer: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, in the order in which they did."""
        return tuple(win.seat for win in self.wins)


class Game(GameCore):
    """One hand under some rules: `Game("chengdu", seed=7)`.

    rules   `Rules`, a rulebook's name, or a mapping (`Rules.from_dict`)
    seed, index   0 to 2^64 - 1: they make the wall (docs/determinism.md §1); without a seed one is
            drawn that nobody can foresee, and `seed` tells it
    dealer  a seat; `index` modulo the number of players unless given
    wall    the whole wall outright, as text (`"1m5p…"`) or slots, instead of seed and index
    exchange   the way of an exchange that the rules leave to chance (§14), `"next"`, `"across"` or
            `"previous"`, instead of that of seed and index

    A game is the referee's: it holds the wall and all hands. `view(seat)` is for clients.

    >>> game = Game("guide", seed=1)
    >>> while not game.done:
    ...     game.step(game.legal_actions[0])
    >>> sum(game.scores)
    0

    Raises `ValueError` for a seed, index or dealer out of range and `InvalidTiles` for a wall that
    is not the full set.
    """

    __slots__ = ()

    def __init__(
        self,
        rules: RulesLike = "guide",
        seed: int | None = None,
        index: int = 0,
        dealer: int | None = None,
        wall: str | Iterable[SupportsIndex] | None = None,
        exchange: str | None = None,
    ) -> None:
        self._deal(dealt(rules, seed, index, dealer, wall, exchange))

    def _deal(self, deal: Deal) -> None:
        self._rules, self._source = deal.rules, deal.source
        self._begin(deal.rules._native, deal.dealer, deal.wall, deal.way)

    @property
    def seed(self) -> int | None:
        """The seed of the wall; None of a wall that was given outright."""
        return None if self._source is None else self._source[0]

    @property
    def index(self) -> int | None:
        """The index of the wall under its seed; None of a wall that was given outright."""
        return None if self._source is None else self._source[1]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, from the deal on: the referee's log."""
        events: tuple[Event, ...] = self._told()[0]
        return events

    @property
    def ledger(self) -> Ledger:
        """Every payment so far; prints as a table and adds up to `scores`."""
        return Ledger(self._told()[1])

    @property
    def result(self) -> Result | None:
        """How the hand ended; None while it runs."""
        if self._result is None and self.done:
            events = self.events
            wins = tuple(_win(event) for event in events if event.kind == "win")
            exhausted = any(event.kind == "exhausted" for event in events)
            self._result = Result(self.scores, wins, exhausted, self.next_dealer)
        result: Result | None = self._result
        return result

    def view(self, seat: int) -> View:
        """Show what `seat` may know now."""
        return View.of(self, seat)

    def step_events(
        self, action: int | str, seat: int | None = None
    ) -> tuple[tuple[Event, ...], ...]:
        """
        As `step`, and gives what each seat sees of it, and last what all of them see: what is new
        in their `view(seat).events`.
        """
        before = self.step_count
        self.step(action, seat)
        return self._seen_since(before)

    def record(self, *, with_seed: bool = False) -> dict[str, Any]:
        """
        Write the hand as a record (§10), with `scores` once it is over.

        `with_seed` adds seed and index to its `meta`; `ValueError` if there are none, or if `meta`
        is something else than an object.
        """
        record = record_of(self)
        if with_seed:
            meta = record.get("meta", {})
            if self._source is None:
                raise ValueError("this game's wall was given outright; it has no seed")
            if not isinstance(meta, Mapping):
                raise ValueError(f"meta is {meta!r}; a seed can be added to an object alone")
            record["meta"] = {**meta, "seed": self.seed, "index": self.index}
        return record

    def to_bytes(self) -> bytes:
        """
        The game without loss, to go on with later: rules, wall, seed, and every entry as it was
        taken. Unlike a record it keeps answers that were given out of turn.
        """
        deal = Deal(self._rules, self.dealer, self.wall, self._source, self._way)
        return Stored(deal, self._taken(), self._meta).to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Reads `to_bytes`. Raises `InvalidRecord` for damaged bytes and for what no play gives."""
        stored = Stored.from_bytes(data)
        game = cls.__new__(cls)
        game._deal(stored.deal)
        for seat, action in zip(stored.taken[::2], stored.taken[1::2], strict=True):
            if game._enter(seat, action, written=False) != 0:
                raise InvalidRecord("the stored game has an entry that its own rules refuse")
        game._meta = stored.meta
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        state = "over" if self.done else f"{self.phase}, seat {self.actor} to answer"
        return (
            f"<Game {self._rules!r}, dealer {self.dealer}, step {self.step_count}, {state}, "
            f"scores {list(self.scores)}>"
        )


def _win(event: Event) -> Win:
    assert event.seat is not None
    assert event.detail is not None
    assert event.tile is not None
    assert event.score is not None
    return Win(event.seat, event.detail, event.other, event.tile, event.score, event.step)
