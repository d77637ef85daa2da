"""The state of a hand as a value, for search: copying it costs next to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from xuezhan._core import StateBatchCore, StateCore, register
from xuezhan.errors import InvalidState
from xuezhan.play.deal import dealt
from xuezhan.play.ledger import Event, event_from_core
from xuezhan.play.view import View
from xuezhan.rules import Rules, RulesLike, as_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt


__all__ = ["State", "StateBatch"]


class State(StateCore):
    """
    Rules and the table of one hand, without history: a `Game` that keeps no record and makes no
    ledger.

    rules   `Rules`, a rulebook's name, or a mapping (`Rules.from_dict`)
    seed, index   0 to 2^64 - 1: they make the wall (docs/determinism.md §1); without a seed one is
            drawn that nobody can foresee, and is not kept (`fresh_seed` draws one to keep)
    dealer  a seat; `index` modulo the number of players unless given
    wall    the whole wall outright, as text (`"1m5p…"`) or slots, instead of seed and index
    exchange   the way of an exchange that the rules leave to chance (§14)

    `State.of(game)` is the present state of a `Game`. States compare by their canonical bytes and
    rules (docs/determinism.md §5); since they change they are not hashable: `fingerprint` is a key
    for tables.

    >>> state = State("chengdu", seed=3)
    >>> other = state.copy()
    >>> other.step(other.legal_actions[0])
    >>> state == other, state.fingerprint == State("chengdu", seed=3).fingerprint
    (False, True)
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    _rules: Rules

    def __init__(
        self,
        rules: RulesLike = "guide",
        seed: int | None = None,
        index: int = 0,
        dealer: int | None = None,
        wall: str | Sequence[int] | bytes | None = None,
        exchange: str | None = None,
    ) -> None:
        deal = dealt(rules, seed, index, dealer, wall, exchange)
        self._rules = deal.rules
        self._begin(deal.rules._native, deal.dealer, deal.wall, deal.way)

    def view(self, seat: int) -> View:
        """What `seat` may know now."""
        return View.of(self, seat)

    def determinize(
        self,
        seat: int,
        seed: int | None = None,
        *,
        index: int = 0,
        policy: str | None = "efficiency",
        worlds: str = "uniform",
        weight: Callable[[State], float] | None = None,
    ) -> State:
        """A state that `seat` could be in: `view(seat).determinize(…)`."""
        return self.view(seat).determinize(
            seed=seed, index=index, policy=policy, worlds=worlds, weight=weight
        )

    def step_events(
        self, action: int | str, seat: int | None = None
    ) -> tuple[tuple[Event, ...], ...]:
        """
        As `step`, and gives what each seat sees of it, and last what all of them see
        (`View.events`; `step` is 0 here).
        """
        seen = self._step_seen(action, seat)
        return tuple(tuple(map(event_from_core, events)) for events in seen)

    def to_bytes(self) -> bytes:
        """The state as bytes with a version and a checksum, without its rules (docs/search.md)."""
        return self._encode()

    @classmethod
    def from_bytes(cls, data: bytes, rules: RulesLike = "guide") -> State:
        """
        Reads `to_bytes`, under the rules it was made with.

        Raises `InvalidState` for bytes of another version or that have changed since, and for a
        state that does not pass `validate`: no play under these rules leads to it.
        """
        rules = as_rules(rules)
        state: State = cls.__new__(cls)
        state._decode(rules._native, data)
        state._rules = rules
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.to_bytes(), self._rules)

    def __repr__(self) -> str:
        doing = "over" if self.done else f"{self.phase}, seat {self.actor} to answer"
        return (
            f"<State under {self._rules!r}, {doing}, {self.wall_left} in the wall, "
            f"scores {list(self.scores)}>"
        )


def _restore(data: bytes, rules: Rules) -> State:
    return State.from_bytes(data, rules)


class StateBatch(StateBatchCore, Sequence[State]):
    """
    Many states in one block: what `View.determinize(n)` gives. A sequence whose items are `State`
    copies; `field` and the arrays below look at all of them at once.
    """

    _rules: Rules

    @property
    def rules(self) -> Rules:
        """The rules played by."""
        return self._rules

    @property
    def counts(self) -> npt.NDArray[np.uint8]:
        """Concealed tiles of every seat, uint8 of shape (n, players, 27), read-only."""
        return self.field("counts")[:, : self._rules.players]

    @property
    def walls(self) -> npt.NDArray[np.uint8]:
        """
        The undrawn tiles in order, uint8 of shape (n, tiles left). `InvalidState` if they differ in
        length.
        """
        front, back, tiles = self.field("wall_front"), self.field("wall_back"), self.field("tiles")
        if len(self) == 0:
            return tiles[:, :0]
        if (front != front[0]).any() or (back != back[0]).any():
            raise InvalidState("the states have walls of different lengths")
        return tiles[:, front[0] : back[0]]

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self._state(j, State) for j in range(*i.indices(len(self)))]
        return self._state(i, State)

    def __iter__(self) -> Iterator[State]:
        return (self._state(i, State) for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<StateBatch of {len(self)}>"


register(State, StateBatch)
