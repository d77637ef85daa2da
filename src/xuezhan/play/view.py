"""What one seat may know of a hand, and the states it could be in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from xuezhan._core import (
    ANSWERS,
    OBSERVATION_PLANES,
    OBSERVATION_SHAPE,
    OBSERVATION_VERSION,
    ORIGINS,
    PHASES,
    ViewCore,
)
from xuezhan.checks import UINT64, seed_or_fresh, whole
from xuezhan.play.ledger import Event, Ledger, Payment
from xuezhan.rules import Rules, RulesLike, as_rules

if TYPE_CHECKING:
    from xuezhan.play.state import State, StateBatch

__all__ = ["OBSERVATION_PLANES", "OBSERVATION_SHAPE", "OBSERVATION_VERSION", "PHASES", "View"]


class View(ViewCore):
    """
    What `seat` may know: nothing in it depends on the others' concealed tiles, on the order of the
    wall, or on what other seats were asked and have answered. From `Game.view`, `State.view` or
    `View.from_bytes`; it never changes. A pickle of it holds its bytes and events, and nothing of
    the game that it came from.

    Equal, as objects and in every form (text, bytes, numbers), wherever the seat knows the same.
    """

    __slots__ = ()
    _rules: Rules

    @property
    def origin(self) -> str | None:
        """
        How the actor's turn began: `"deal"`, `"draw"`, `"replacement"`, `"pong"`; None when the
        hand is over.
        """
        number = self.origin_number
        return None if number is None else ORIGINS[number]

    @property
    def answer(self) -> str | None:
        """
        The own answer of this round: None (not asked), `"owing"`, `"pass"`, `"pong"`, `"kong"`,
        `"win"` or, before play, `"chosen"`.
        """
        return ANSWERS[self.answer_number] if self.answer_number else None

    @property
    def events(self) -> tuple[Event, ...] | None:
        """
        What the seat has seen since the deal; None for the view of a bare state, which has no
        history.

        Others' draws are without tile and their answers without trace until they take effect (a
        pass never does); of others' wins until the hand ends only tile and payments. `step` counts
        the discards, melds, calls, wins and penalties seen so far.
        """
        told = self._told()
        return None if told is None else told[0]

    @property
    def ledger(self) -> Ledger | None:
        """
        Every payment so far as the seat may know it, as `Game.ledger` but for the scores of hands
        that are hidden from it and `step`, which counts as in `events`. None for the view of a bare
        state.
        """
        told = self._told()
        return None if told is None else Ledger(told[1])

    @property
    def step_count(self) -> int | None:
        """
        How many discards, melds, calls, wins and penalties the seat has seen: `step` of its last
        event. None for the view of a bare state.
        """
        events = self.events
        return None if events is None else events[-1].step

    @overload
    def determinize(
        self,
        n: None = None,
        seed: int | None = None,
        *,
        index: int = 0,
        policy: str | None = "efficiency",
        worlds: str = "uniform",
        weight: Callable[[State], float] | None = None,
    ) -> State: ...
    @overload
    def determinize(
        self,
        n: int,
        seed: int | None = None,
        *,
        index: int = 0,
        policy: str | None = "efficiency",
        worlds: str = "uniform",
        weight: Callable[[State], float] | None = None,
    ) -> StateBatch: ...
    def determinize(
        self,
        n: int | None = None,
        seed: int | None = None,
        *,
        index: int = 0,
        policy: str | None = "efficiency",
        worlds: str = "uniform",
        weight: Callable[[State], float] | None = None,
    ) -> State | StateBatch:
        """
        States that the seat could be in: one, or a batch of `n`.

        The tiles that the seat does not see are dealt anew. With `worlds="uniform"` every
        arrangement in the other hands and the wall that fits the counts is as likely as any other,
        and nothing is inferred from what the others did: not from what they discarded or passed,
        and not from a win that they would have had to declare. With `"likely"` the seats in play
        hold what they may have after turns like those they have had, and after the tiles that they
        discarded and let pass (docs/players.md §2). Winners' hands are dead tiles like any other;
        other seats' locks are open.
        While answers are owed and this seat owes one too, the other seats that would be asked are
        answered for by `policy` (None leaves them owing); a seat that owes none gets only worlds in
        which somebody does.

        seed, index   0 to 2^64 - 1: the random stream (docs/determinism.md §1, stream 32); without
                      a seed one that nobody can foresee
        weight        called with each world (one `State` object, reused: copy it to keep it), gives
                      0 to 1; a world is kept with that probability and dealt again otherwise, so
                      that worlds come in proportion to weights

        Raises `InvalidState` if 65536 deals in a row were refused, `ValueError` for other `worlds`,
        and whatever `weight` raises.
        """
        count = 1 if n is None else whole("n", n, 0, sys.maxsize)
        seed = seed_or_fresh(seed)
        index = whole("index", index, 0, UINT64 - 1)
        if weight is not None and not callable(weight):
            raise TypeError(f"weight must be a function of a State, not {type(weight).__name__}")
        batch: StateBatch = self._redeal(count, seed, index, policy, worlds, weight)
        return batch[0] if n is None else batch

    def to_dict(self) -> dict[str, Any]:
        """The view as plain values, for JSON: what a program is sent (docs/players.md)."""
        return {
            "seat": self.seat,
            "rules": self.rules.to_dict(),
            "phase": self.phase,
            "actor": self.actor,
            "dealer": self.dealer,
            "tile": self.tile,
            "hand": str(self.hand),
            "waits": list(self.waits),
            "melds": [[str(meld) for meld in melds] for melds in self.melds],
            "rivers": [list(river) for river in self.rivers],
            "concealed": list(self.concealed),
            "win_tiles": list(self.win_tiles),
            "active": list(self.active),
            "wall_left": self.wall_left,
            "scores": list(self.scores),
            "lock": self.lock,
            "legal": [str(action) for action in self.legal_actions],
        }

    def to_bytes(self) -> bytes:
        """The view as versioned bytes, without rules and events (docs/search.md)."""
        return self._encode()

    @classmethod
    def from_bytes(cls, data: bytes, rules: RulesLike = "guide") -> View:
        """
        Reads `to_bytes`, under the rules it was made with. Raises `InvalidState` for what no play
        leads to.
        """
        rules = as_rules(rules)
        view: View = cls.__new__(cls)
        view._decode(rules._native, data)
        view._rules = rules
        return view

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.to_bytes(), self._rules, self._told())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._rules == other._rules and self._raw_bytes() == other._raw_bytes()

    def __hash__(self) -> int:
        return hash(self._raw_bytes())

    def __repr__(self) -> str:
        doing = "over" if self.phase == "over" else f"{self.phase} of seat {self.actor}"
        return (
            f"<View of seat {self.seat}: {self.hand}, {doing}, {self.wall_left} in the wall, "
            f"scores {list(self.scores)}>"
        )

    def __str__(self) -> str:
        lines = [f"{self.phase}, {self.wall_left} tiles in the wall", *_seat_table(self)]
        lines += [
            f"river of seat {seat}: {' '.join(river) or '-'}"
            for seat, river in enumerate(self.rivers)
        ]
        if self.lock:
            above = "" if self.lock == 1 else f" of {self.lock - 1} fan or less"
            lines.append(f"locked: no win{above} on another's tile")
        if self.legal_actions:
            about = f" on {self.tile}" if self.phase in ("claim", "rob") else ""
            lines.append(f"you may{about}: " + ", ".join(map(str, self.legal_actions)))
        return "\n".join(lines)


def _restore(
    data: bytes, rules: Rules, told: tuple[tuple[Event, ...], tuple[Payment, ...]] | None
) -> View:
    view = View.from_bytes(data, rules)
    view._keep(told)
    return view


def _seat_table(view: View) -> list[str]:
    rows = [("seat", "tiles", "score", "")]
    for seat in range(view.players):
        melds = "".join(map(str, view.melds[seat]))
        hidden = f"{view.concealed[seat]} concealed{' ' if melds else ''}{melds}"
        tiles = str(view.hand) if seat == view.seat else hidden
        rows.append((str(seat), tiles, f"{view.scores[seat]:+d}", ", ".join(_notes(view, seat))))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return [
        f"{a:>{widths[0]}}  {b:<{widths[1]}}  {c:>{widths[2]}}  {d}".rstrip() for a, b, c, d in rows
    ]


def _doing(view: View) -> str:
    if view.phase == "claim":
        return f"discarded {view.tile}"
    if view.phase == "rob":
        return f"adds {view.tile} to its pong"
    return f"drew {view.drawn}" if view.drawn and view.seat == view.actor else "acts"


def _notes(view: View, seat: int) -> list[str]:
    notes = [name for name, of in (("you", view.seat), ("dealer", view.dealer)) if of == seat]
    if seat == view.actor:
        notes.append(_doing(view))
    if view.win_tiles[seat]:
        notes.append(
            f"won on {view.win_tiles[seat]}, "
            f"{view.win_amounts[seat]} from each of {list(view.win_payers[seat])}"
        )
    if view.out[seat]:
        notes.append("out")
    return notes
