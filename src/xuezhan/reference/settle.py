"""Who pays whom: functions of a state that change nothing (rules §4-§7).

Each gives its payments in the order in which they are entered in the ledger; payments of nothing
are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .hand import suits_held, waits, with_tile
from .rules import Rules
from .score import Score, ready_value
from .state import WON, Meld, Seat, State
from .tiles import SLOTS


@dataclass(frozen=True)
class Payment:
    """One entry of the ledger; ``score`` only for wins."""

    kind: str
    payer: int
    payee: int
    amount: int
    score: Score | None = None


def _paying(payments: Iterable[Payment]) -> list[Payment]:
    return [payment for payment in payments if payment.amount]


def _others(state: State, seat: int) -> list[int]:
    """Give the other active seats, ascending."""
    return [other for other in state.active_seats() if other != seat]


# --------------------------------------------------------------------------------------- kongs


def kong_points(rules: Rules, kind: str) -> int:
    """Say what each payer of a kong pays (rules §5)."""
    units = {
        "direct": rules.direct_kong_units,
        "added": rules.added_kong_units,
        "concealed": rules.concealed_kong_units,
    }
    return units[kind] * rules.unit


def kong_payers(state: State, owner: int, meld: Meld) -> list[int]:
    """Give the feeder of a direct kong, the other active seats of the others (rules §5)."""
    if meld.kind == "direct":
        assert meld.source is not None
        return [meld.source]
    return _others(state, owner)


def kong_payments(rules: Rules, state: State, owner: int, meld: Meld) -> list[Payment]:
    """Say what is paid for a kong at once (rules §5)."""
    return _paying(
        Payment(f"kong_{meld.kind}", payer, owner, kong_points(rules, meld.kind))
        for payer in kong_payers(state, owner, meld)
    )


def refunds(rules: Rules, state: State, owner: int) -> list[Payment]:
    """Everything that the kongs of a seat still hold goes back to those who paid (rules §6)."""
    return _paying(
        Payment("refund", owner, payer, kong_points(rules, meld.kind))
        for meld in state.seats[owner].melds
        if meld.kind != "pong"
        for payer in sorted(meld.paid_by)
    )


def held_by_kong(rules: Rules, meld: Meld) -> int:
    """Say what a kong still holds in all (rules §4, kong_discard_transfer)."""
    return len(meld.paid_by) * kong_points(rules, meld.kind)


# ---------------------------------------------------------------------------------------- wins


def self_draw_payments(rules: Rules, state: State, winner: int, score: Score) -> list[Payment]:
    """Who pays a win by self-draw, 杠上花 included (rules §4)."""
    kong = state.chain_kong()
    if kong is not None and kong.kind == "direct" and rules.direct_kong_bloom != "all":
        feeder = kong.source
        assert feeder is not None
        shares = 1
        if rules.direct_kong_bloom == "feeder_pays_all":
            # Its own share too, also if it was put out meanwhile (rules §7).
            shares = len(set(_others(state, winner)) | {feeder})
        return [Payment("win_bloom", feeder, winner, score.points * shares, score)]
    return [
        Payment("win_self_draw", payer, winner, score.points, score)
        for payer in _others(state, winner)
    ]


# --------------------------------------------------------------------------------- ready hands


def ready_values(rules: Rules, seat: Seat) -> list[int]:
    """Value a ready hand in points for each wait; empty if it is not ready (rules §6).

    A seat that holds 14 tiles counts as ready if some discard leaves it so; then the values of all
    such discards are given (rules §7, escape).
    """
    melds = seat.meld_pairs
    if sum(seat.counts) % 3 == 1:
        hands = [seat.counts]
    else:
        hands = [with_tile(seat.counts, t, -1) for t in range(SLOTS) if seat.counts[t]]
    return [
        rules.unit * ready_value(rules, hand, melds, tile)
        for hand in hands
        for tile in waits(hand, melds)
    ]


def is_pig(seat: Seat) -> bool:
    """Three suits, melds included (rules §1)."""
    return len(suits_held(seat.counts, seat.meld_pairs)) == 3


# ------------------------------------------------------------------------------ exhausted wall


def not_ready(rules: Rules, state: State) -> list[int]:
    """Give the active seats that are not ready, ascending."""
    return [n for n in state.active_seats() if not ready_values(rules, state.seats[n])]


def exhausted_payments(rules: Rules, state: State) -> list[Payment]:
    """Refunds, pigs, ready check and price difference, in this order (rules §6)."""
    unready = not_ready(rules, state)
    payments: list[Payment] = []
    if rules.refund_kongs:
        for owner in unready:
            payments += refunds(rules, state, owner)
    pigs = [number for number in state.active_seats() if is_pig(state.seats[number])]
    payments += _pig_payments(rules, state, pigs)
    values = {}
    for number in state.active_seats():
        if number not in unready:
            worth = ready_values(rules, state.seats[number])
            values[number] = max(worth) if rules.ready_payment == "max" else min(worth)
    for payer in unready:
        if payer not in pigs or (rules.pig_pays_ready == "also" and not _pigs_pay_cap(rules)):
            payments += [Payment("ready", payer, payee, value) for payee, value in values.items()]
    if rules.ready_difference:
        payments += [
            Payment("difference", payer, payee, values[payee] - values[payer])
            for payer in values
            for payee in values
            if values[payer] < values[payee]
        ]
    return _paying(payments)


def _pigs_pay_cap(rules: Rules) -> bool:
    return rules.pig_payment == "cap" and rules.max_fan is not None


def _pig_payments(rules: Rules, state: State, pigs: list[int]) -> list[Payment]:
    amount = rules.pig_units * rules.unit
    if rules.pig_payment == "cap" and rules.max_fan is not None:
        amount = rules.unit * rules.multiplier(rules.max_fan)
    payees = [
        number
        for number, seat in enumerate(state.seats)
        if number not in pigs and _gets_pig_money(rules, seat)
    ]
    return [Payment("pig", payer, payee, amount) for payer in pigs for payee in payees]


def _gets_pig_money(rules: Rules, seat: Seat) -> bool:
    """Active seats; winners too where the rules say so, unless they forfeited (rules §6, §7)."""
    if seat.active:
        return True
    if rules.pig_payees == "active_non_pigs" or seat.status != WON:
        return False
    return not (seat.left and rules.winner_leaves == "forfeit")


# ----------------------------------------------------------------------------------- penalties

LAST_FOUR = 4


def escape_payments(rules: Rules, state: State, leaver: int) -> list[Payment]:
    """Let an active seat leave: it pays each other active seat (rules §7)."""
    assert rules.escape_units is not None
    flat = rules.escape_units * rules.unit
    payments = []
    for payee in _others(state, leaver):
        amount = flat
        if len(state.wall) <= LAST_FOUR:
            amount = max([flat, *ready_values(rules, state.seats[payee])])
        payments.append(Payment("escape", leaver, payee, amount))
    return _paying(payments)


def forfeit_payments(state: State, winner: int) -> list[Payment]:
    """Let a winner that leaves give back what its win was paid (rules §7)."""
    seat = state.seats[winner]
    return _paying(
        Payment("forfeit", winner, payer, seat.win_amount) for payer in sorted(seat.win_payers)
    )


def put_out_payments(rules: Rules, state: State, seat: int, kind: str) -> list[Payment]:
    """List a false win's or wrong count's penalty, then what its kongs hold (rules §7)."""
    if kind == "false_win":
        units, payees = rules.false_win_units, _others(state, seat)
    else:
        units = rules.wrong_count_units
        payees = [other for other in range(state.players) if other != seat]
    assert units is not None
    penalty = [Payment(kind, seat, payee, units * rules.unit) for payee in payees]
    return _paying(penalty) + refunds(rules, state, seat)
