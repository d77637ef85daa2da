"""Events and payments of a hand, with names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from xuezhan._core import (
    ANSWERS,
    EVENT_KINDS,
    ORIGINS,
    PATTERNS,
    PAYMENTS,
    PENALTIES,
    WIN_KINDS,
    register,
)
from xuezhan.hands.hand import Score, score_from_core
from xuezhan.hands.tiles import MELD_KINDS, Meld

__all__ = ["Event", "Ledger", "Payment"]

_MELDS = ("none", *(kind.removesuffix("_kong") for kind in MELD_KINDS))
_SUITS = tuple("mps")
_DETAILS: dict[str, tuple[str, ...]] = {
    "draw": ORIGINS,
    "kong": _MELDS,
    "answer": ANSWERS,
    "win": WIN_KINDS,
    "name": _SUITS,
    "void": _SUITS,
    "payment": PAYMENTS,
    "penalty": PENALTIES,
}


class Event(NamedTuple):
    """One thing that happened. What does not apply is None (`amount`: 0)."""

    #: deal draw discard pong kong kong_call answer win payment lock penalty exhausted over;
    #: before play: pick (a tile for the exchange), give, name (a void suit), void (it is open)
    kind: str
    #: whose it is; of a payment the payer, of the deal the dealer
    seat: int | None
    #: the discarder of a claimed tile, the payer of a win, the payee of a payment, who is given to
    other: int | None
    #: such as "5m"
    tile: str | None
    #: draw: deal, draw, replacement; kong: direct, added, concealed; answer: pass, pong, kong, win;
    #: win: discard, rob, self_draw; payment: its kind; penalty: its kind; name, void: m, p, s
    detail: str | None
    #: points of a payment; the new value of a lock (docs/determinism.md §5)
    amount: int
    #: the meld it is about, as it was after the step
    meld: Meld | None
    #: of a win, and of a payment that rests on a hand's value
    score: Score | None
    #: of a win, those that hold: self_draw, bloom_direct, bloom_added, bloom_concealed, rob,
    #: kong_discard, last_tile, heavenly, earthly, four_wilds, later_win (roots and kongs are
    #: those of the seat's first win)
    how: tuple[str, ...]
    #: 0 for the deal, else how many answers and penalties had been taken
    step: int


class Payment(NamedTuple):
    """One entry of the ledger: `payer` gives `amount` points to `payee`."""

    kind: str
    payer: int
    payee: int
    amount: int
    tile: str | None
    meld: Meld | None
    score: Score | None
    step: int

    @property
    def reason(self) -> str:
        """Why, in words."""
        text = _REASONS[self.kind].format(
            tile=self.tile, meld=self.meld, payer=self.payer, payee=self.payee
        )
        return f"{text}: {self.score}" if self.score else text


_REASONS = {
    "win_discard": "wins on {tile}",
    "win_rob": "robs the kong of {tile}",
    "win_self_draw": "draws {tile} and wins",
    "win_bloom": "wins on the replacement {tile} of the kong that seat {payer} fed",
    "kong_direct": "direct kong {meld}",
    "kong_added": "added kong {meld}",
    "kong_concealed": "concealed kong {meld}",
    "kong_transfer": "hands over what {meld} earned",
    "kong_refund": "gives back what {meld} earned",
    "refund": "returns what {meld} earned",
    "pig": "flower pig",
    "ready": "not ready; seat {payee} waits",
    "difference": "the lesser of two ready hands; seat {payee}'s",
    "escape": "leaves the table",
    "forfeit": "leaves and gives back its win",
    "false_win": "false win",
    "wrong_count": "wrong number of tiles",
}


def _circumstances(how: tuple[int, ...]) -> tuple[str, ...]:
    """Name those that hold, from the fields of `xz_circumstances` in order."""
    self_draw, bloom, rob, kong_discard, last_tile, first_turn, four_wilds, later_win = how
    holding = {
        "self_draw": self_draw,
        f"bloom_{_MELDS[bloom]}": bloom,
        "rob": rob,
        "kong_discard": kong_discard,
        "last_tile": last_tile,
        PATTERNS[first_turn]: first_turn,
        "four_wilds": four_wilds,
        "later_win": later_win,
    }
    return tuple(name for name, holds in holding.items() if holds)


def event_from_core(raw: tuple[Any, ...]) -> Event:
    """Name the numbers that the core gives of an event."""
    number, seat, other, tile, detail, amount, meld, score, how, step = raw
    kind = EVENT_KINDS[number]
    names = _DETAILS.get(kind)
    return Event(
        kind,
        seat,
        other,
        tile,
        names[detail] if names else None,
        amount,
        meld,
        None if score is None else score_from_core(score),
        _circumstances(how) if kind == "win" else (),
        step,
    )


def payment_of(event: Event) -> Payment:
    """Return a payment event as a ledger entry."""
    assert event.seat is not None
    assert event.other is not None
    assert event.detail is not None
    return Payment(
        event.detail,
        event.seat,
        event.other,
        event.amount,
        event.tile,
        event.meld,
        event.score,
        event.step,
    )


register(event_from_core, payment_of)


class Ledger(tuple[Payment, ...]):
    """
    Every payment of a hand in order.

    A tuple of `Payment` that prints as a table and adds up to the scores.
    """

    __slots__ = ()

    def total(self, seat: int) -> int:
        """Sum up what `seat` has won or lost by these payments."""
        return sum(
            (p.amount if p.payee == seat else 0) - (p.amount if p.payer == seat else 0)
            for p in self
        )

    def of(self, *kinds: str) -> Ledger:
        """Pick the payments of these kinds."""
        return Ledger(p for p in self if p.kind in kinds)

    def __str__(self) -> str:
        if not self:
            return "(no payments)"
        seats = range(max(max(p.payer, p.payee) for p in self) + 1)
        rows = [
            (str(p.step), p.kind, str(p.payer), str(p.payee), str(p.amount), p.reason) for p in self
        ]
        lines = _table(
            ("step", "kind", "payer", "payee", "points", "reason"), rows, right={0, 2, 3, 4}
        )
        totals = "  ".join(f"seat {seat}: {self.total(seat):+d}" for seat in seats)
        return "\n".join([*lines, f"total  {totals}"])

    def __repr__(self) -> str:
        return f"<Ledger: {len(self)} payments>"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]], right: set[int]) -> list[str]:
    body = [head, *rows]
    widths = [max(len(row[i]) for row in body) for i in range(len(head))]
    return [
        "  ".join(
            c.rjust(w) if i in right else c.ljust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in body
    ]
