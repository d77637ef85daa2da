"""One hand of play, from the deal to the settled scores."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index as _index
from typing import Any, NamedTuple, SupportsIndex

from xuezhan._core import GameCore, deal_wall
from xuezhan.checks import UINT64, whole
from xuezhan.errors import InvalidRecord, InvalidTiles
from xuezhan.hands.hand import Score
from xuezhan.play.action import TILE_NAMES
from xuezhan.play.ledger import Event, Ledger, event_from_core, payment_of
from xuezhan.play.view import View
from xuezhan.rules import Rules, RulesLike, as_rules

__all__ = ["Game", "Result", "Win", "check_wall", "dealt"]


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
    seed, index   0 to 2^64 - 1: they make the wall (docs/determinism.md §1)
    dealer  a seat; `index` modulo the number of players unless given
    wall    the whole wall outright, as text (`"1m5p…"`) or slots, instead of seed and index

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
        seed: int = 0,
        index: int = 0,
        dealer: int | None = None,
        wall: str | Iterable[SupportsIndex] | None = None,
    ) -> None:
        self._rules, dealer, slots = dealt(rules, seed, index, dealer, wall)
        self._meta = None
        self._begin(self._rules._native, dealer, slots)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, from the deal on."""
        return tuple(map(event_from_core, self._raw_events()))

    @property
    def ledger(self) -> Ledger:
        """Every payment so far; prints as a table and adds up to `scores`."""
        raw = self._raw_events(payments_only=True)
        return Ledger(payment_of(event_from_core(event)) for event in raw)

    @property
    def result(self) -> Result | None:
        """How the hand ended; None while it runs."""
        if not self.done:
            return None
        events = self.events
        wins = tuple(_win(event) for event in events if event.kind == "win")
        exhausted = any(event.kind == "exhausted" for event in events)
        return Result(self.scores, wins, exhausted, self.next_dealer)

    def view(self, seat: int) -> View:
        """Show what `seat` may know now."""
        return View.of(self, seat)

    def record(self) -> dict[str, Any]:
        """Write the hand as a record (§10), with `scores` once it is over."""
        from xuezhan.records.record import record_of

        return record_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._rules, self.dealer, self.wall, self._taken(), self._meta)

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


def _restore(rules: Rules, dealer: int, wall: bytes, taken: bytes, meta: Any) -> Game:
    game = Game(rules, dealer=dealer, wall=wall)
    for seat, action in zip(taken[::2], taken[1::2], strict=True):
        if game._enter(seat, action, written=False) != 0:
            raise InvalidRecord("a pickled game that its own rules refuse")
    game._meta = meta
    return game


def dealt(
    rules: RulesLike,
    seed: int,
    index: int,
    dealer: int | None,
    wall: str | Iterable[SupportsIndex] | None,
) -> tuple[Rules, int, bytes]:
    """Check what a hand is dealt from; give the rules, the dealer and the wall's slots."""
    rules = as_rules(rules)
    seed = whole("seed", seed, 0, UINT64 - 1)
    index = whole("index", index, 0, UINT64 - 1)
    if dealer is None:
        dealer = index % rules.players
    dealer = whole("dealer", dealer, 0, rules.players - 1)
    suits = sum(1 << "mps".index(letter) for letter in rules.suits)
    slots = deal_wall(seed, index, suits) if wall is None else check_wall(wall, rules)
    return rules, dealer, slots


_SLOTS = {name: slot for slot, name in enumerate(TILE_NAMES)}


def _wall_slots(wall: str | Iterable[SupportsIndex]) -> bytes:
    if isinstance(wall, str):
        if len(wall) % 2:
            raise InvalidTiles(f"the wall has {len(wall)} characters; it must be two a tile")
        names = [wall[i : i + 2] for i in range(0, len(wall), 2)]
        try:
            return bytes([_SLOTS[name] for name in names])
        except KeyError as error:
            raise InvalidTiles(
                f"tile {names.index(error.args[0])} of the wall is {error.args[0]!r}; "
                "tiles are 1m to 9m, 1p to 9p, 1s to 9s"
            ) from None
    try:
        slots = [_index(slot) for slot in wall]
    except TypeError:
        raise TypeError(
            "a wall is text of two characters a tile, or a sequence of slots, 0 to "
            f"{len(TILE_NAMES) - 1}"
        ) from None
    for slot in slots:
        if not 0 <= slot < len(TILE_NAMES):
            raise InvalidTiles(
                f"{slot} in the wall is no tile; slots are 0 to {len(TILE_NAMES) - 1}"
            )
    return bytes(slots)


def check_wall(wall: str | Iterable[SupportsIndex], rules: Rules) -> bytes:
    """
    Return the slots of a wall, each suit of the rules in full.

    Raises `InvalidTiles`, naming the tile and how many there are, if it is not the full set.
    """
    slots = _wall_slots(wall)
    suits = rules.suits
    for slot, name in enumerate(TILE_NAMES):
        wanted = 4 if name[1] in suits else 0
        if slots.count(slot) != wanted:
            raise InvalidTiles(f"the wall has {slots.count(slot)} of {name}; it must have {wanted}")
    return slots
