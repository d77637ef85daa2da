"""Who pays whom for kongs, wins and penalties (rules §4, §5, §7, §16, §19).

These are functions of a state that change nothing.  Each gives its payments in the order in which
they are entered in the ledger; payments of nothing are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .hand import waits, with_tile
from .rules import Rules
from .score import Score, ready_value
from .state import Meld, State
from .tiles import SLOTS


@dataclass(frozen=True)
class Payment:
    """One entry of the ledger; ``score`` only for wins."""

    kind: str
    payer: int
    payee: int
    amount: int
    score: Score | None = None


def paying(payments: Iterable[Payment]) -> list[Payment]:
    """Leave out payments of nothing."""
    return [payment for payment in payments if payment.amount]


def others_in_play(state: State, seat: int) -> list[int]:
    """Give the other seats in play, ascending."""
    return [other for other in state.seats_in_play() if other != seat]


# --------------------------------------------------------------------------------------- kongs


def kong_shares(rules: Rules, state: State, owner: int, meld: Meld) -> dict[int, int]:
    """Say what each payer of a kong pays, by seat number (rules §5, §19)."""
    others = others_in_play(state, owner)
    if meld.kind == "concealed":
        units = rules.concealed_kong_units
    elif meld.kind == "direct":
        assert meld.source is not None
        shares = {meld.source: rules.direct_kong_units * rules.unit}
        if rules.direct_kong_others_units:
            share = rules.direct_kong_others_units * rules.unit
            shares |= {other: share for other in others if other != meld.source}
        return dict(sorted(shares.items()))
    elif meld.late and rules.late_added_kong_units is not None:
        units = rules.late_added_kong_units
    else:
        units = rules.added_kong_units
    return dict.fromkeys(others, units * rules.unit)


def kong_payments(owner: int, meld: Meld) -> list[Payment]:
    """Say what is paid for a kong at once (rules §5)."""
    return paying(
        Payment(f"kong_{meld.kind}", payer, owner, amount) for payer, amount in meld.paid.items()
    )


def refunds(state: State, owner: int, kind: str = "refund") -> list[Payment]:
    """Everything that the kongs of a seat still hold goes back to those who paid (rules §6)."""
    return [
        payment for meld in state.seats[owner].melds for payment in kong_refunds(owner, meld, kind)
    ]


def kong_refunds(owner: int, meld: Meld, kind: str) -> list[Payment]:
    """What one kong still holds goes back."""
    return paying(
        Payment(kind, owner, payer, amount) for payer, amount in sorted(meld.paid.items())
    )


# ---------------------------------------------------------------------------------------- wins


def self_draw_payments(rules: Rules, state: State, winner: int, score: Score) -> list[Payment]:
    """Say who pays a self-drawn win, a bloom or not (rules §4, §19)."""
    others = others_in_play(state, winner)
    kong = state.chain_kong()
    if kong is not None and kong.kind == "direct" and rules.direct_kong_bloom != "all":
        feeder = kong.source
        assert feeder is not None
        shares = 1
        if rules.direct_kong_bloom == "feeder_pays_all":
            # Its own share, put out or not, and those of the other seats in play (rules §7).
            shares = len(set(others) | {feeder})
        return [Payment("win_bloom", feeder, winner, score.points * shares, score)]
    return [Payment("win_self_draw", payer, winner, score.points, score) for payer in others]


# --------------------------------------------------------------------------------- ready hands


def all_ready_values(rules: Rules, state: State, number: int) -> list[int]:
    """Value a hand in points for each wait; empty if it is not ready (rules §1, §7 escape).

    A seat that holds one tile more counts as ready if some discard leaves it so; then the values
    of all such discards are given.  A winner that plays on is valued by its fixed hand (§23 (18)).
    """
    seat = state.seats[number]
    melds, shape = seat.own_melds, rules.shape(seat.void)
    if sum(seat.counts) % 3 == 1:
        hands = [seat.counts]
    elif state.plays_on(number):
        assert state.drawn is not None
        hands = [with_tile(seat.counts, state.drawn, -1)]
    else:
        hands = [with_tile(seat.counts, t, -1) for t in range(SLOTS) if seat.counts[t]]
    return [
        rules.unit * ready_value(rules, hand, melds, tile, seat.void)
        for hand in hands
        for tile in waits(hand, melds, shape)
    ]


# ----------------------------------------------------------------------------------- penalties

LAST_FOUR = 4


def escape_payments(rules: Rules, state: State, leaver: int) -> list[Payment]:
    """Let a seat in play leave: it pays each other seat in play (rules §7)."""
    assert rules.escape_units is not None
    flat = rules.escape_units * rules.unit
    payments = []
    for payee in others_in_play(state, leaver):
        amount = flat
        if len(state.wall) <= LAST_FOUR:
            amount = max([flat, *all_ready_values(rules, state, payee)])
        payments.append(Payment("escape", leaver, payee, amount))
    return paying(payments)


def forfeit_payments(state: State, winner: int) -> list[Payment]:
    """Let a winner that leaves give back what its win was paid (rules §7)."""
    seat = state.seats[winner]
    return paying(
        Payment("forfeit", winner, payer, seat.win_amount) for payer in sorted(seat.win_payers)
    )


def put_out_payments(rules: Rules, state: State, seat: int, kind: str) -> list[Payment]:
    """List a false win's or wrong count's penalty, then what its kongs hold (rules §7)."""
    if kind == "false_win":
        units, payees = rules.false_win_units, others_in_play(state, seat)
    else:
        units = rules.wrong_count_units
        payees = [other for other in range(state.players) if other != seat]
    assert units is not None
    penalty = [Payment(kind, seat, payee, units * rules.unit) for payee in payees]
    return paying(penalty) + refunds(state, seat)
