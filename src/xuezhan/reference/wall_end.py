"""The settling of an exhausted wall (rules §6, §15-§17, §19, §23)."""

from collections.abc import Callable

from .hand import completing, own_tiles, suits_held
from .rules import Rules
from .score import ready_value
from .settle import Payment, paying
from .state import WON, Seat, State
from .tiles import tile_counts

# ------------------------------------------------------------------------------------ who is what


def lying_open(state: State, wild: int | None) -> list[int]:
    """Count the tiles in rivers, melds and among the winning tiles (rules §23 (22))."""
    copies = tile_counts(state.won_tiles)
    for seat in state.seats:
        for tile in seat.river:
            copies[tile] += 1
        for meld in seat.melds:
            copies[meld.tile] += meld.own.naturals
            if meld.wilds:
                assert wild is not None
                copies[wild] += meld.wilds
    return copies


def check_waits(rules: Rules, state: State, number: int) -> list[int]:
    """List the tiles for which a seat counts as ready at the end (rules §6, §17, §19, §23 (22))."""
    seat = state.seats[number]
    shape, melds = rules.shape(seat.void), seat.own_melds

    def own(tile: int) -> int:
        if rules.ready_own_copies == "hand":
            return seat.counts[tile]
        return own_tiles(seat.counts, melds, tile, shape)

    lying = lying_open(state, shape.wild)

    def is_live(tile: int) -> bool:
        return seat.counts[tile] + lying[tile] < 4

    found = [
        tile
        for tile in completing(tuple(seat.counts), melds, shape)
        if own(tile) < 4 and (not rules.ready_needs_live_tile or is_live(tile))
    ]
    return [tile for tile in found if tile != shape.wild] or found


def check_value(rules: Rules, state: State, number: int) -> int | None:
    """Value a ready hand in points by its waits; None if it is not ready (rules §6)."""
    seat = state.seats[number]
    values = [
        rules.unit * ready_value(rules, seat.counts, seat.own_melds, tile, seat.void)
        for tile in check_waits(rules, state, number)
    ]
    choose: Callable[[list[int]], int] = max if rules.ready_payment == "max" else min
    return choose(values) if values else None


def is_pig(rules: Rules, seat: Seat) -> bool:
    """Three suits, or a tile of the void suit if it was declared (rules §1, §15)."""
    held = suits_held(seat.counts, seat.own_melds, rules.shape(seat.void))
    if rules.void == "free":
        return len(held) == 3
    if rules.pig_exempt == "all_discards_void" and not seat.discarded_other:
        return False
    return seat.void in held


# ------------------------------------------------------------------------------------- who pays


def exhausted_payments(rules: Rules, state: State) -> list[Payment]:
    """Refunds, pigs, ready check and price difference, in this order (rules §6)."""
    values = {number: check_value(rules, state, number) for number in state.seats_in_play()}
    unready = [number for number in state.unwon_seats() if values[number] is None]
    pigs = [number for number in state.unwon_seats() if is_pig(rules, state.seats[number])]
    ready = {
        number: value
        for number, value in values.items()
        if value is not None and (state.unwon(number) or rules.ready_payees == "all_ready")
    }
    payments = refund_payments(rules, state, unready)
    for payer in pigs:
        payments += _pig_payments(rules, state, payer, pigs, values, ready)
    for payer in unready:
        if payer not in pigs or (rules.pig_pays_ready == "also" and not _pigs_pay_cap(rules)):
            payments += [Payment("ready", payer, payee, value) for payee, value in ready.items()]
    if rules.ready_difference:
        unwon = {number: value for number, value in ready.items() if state.unwon(number)}
        payments += [
            Payment("difference", payer, payee, unwon[payee] - unwon[payer])
            for payer in unwon
            for payee in unwon
            if unwon[payer] < unwon[payee]
        ]
    return paying(payments)


def refund_payments(rules: Rules, state: State, unready: list[int]) -> list[Payment]:
    """Let seats that are not ready give back what their kongs hold (rules §6, §19)."""
    if not rules.refund_kongs:
        return []
    return [
        Payment("refund", owner, payer, amount)
        for owner in unready
        for meld in state.seats[owner].melds
        for payer, amount in sorted(meld.paid.items())
        if is_refunded(rules, state, payer)
    ]


def is_refunded(rules: Rules, state: State, payer: int) -> bool:
    """Whether this payer gets its kong money back (rules §19)."""
    return rules.refund_to == "payers" or state.unwon(payer)


def not_ready(rules: Rules, state: State) -> list[int]:
    """Give the seats without a win that are not ready, ascending."""
    return [n for n in state.unwon_seats() if not check_waits(rules, state, n)]


def _pigs_pay_cap(rules: Rules) -> bool:
    return rules.pig_payment == "cap" and rules.max_fan is not None


def _pig_amount(rules: Rules) -> int:
    """What a pig pays to one payee (rules §6, §19)."""
    units = rules.pig_units * rules.unit
    if rules.pig_payment == "units" or rules.max_fan is None:
        return units
    cap = rules.unit * rules.multiplier(rules.max_fan)
    return cap if rules.pig_payment == "cap" else min(units, cap)


def _pig_payments(
    rules: Rules,
    state: State,
    payer: int,
    pigs: list[int],
    values: dict[int, int | None],
    ready: dict[int, int],
) -> list[Payment]:
    payments = []
    for payee in range(state.players):
        if payee in pigs or not _gets_pig_money(rules, state, payee, values):
            continue
        amount = _pig_amount(rules)
        if rules.pig_pays_ready == "larger" and payee in ready:
            amount = max(amount, ready[payee])
        payments.append(Payment("pig", payer, payee, amount))
    return payments


def _gets_pig_money(rules: Rules, state: State, payee: int, values: dict[int, int | None]) -> bool:
    """Whether a seat that is no pig is a payee (rules §6, §7, §16, §19)."""
    if state.unwon(payee):
        return rules.pig_payees != "active_ready" or values[payee] is not None
    seat = state.seats[payee]
    if rules.pig_payees != "non_pigs" or seat.status != WON:
        return False
    return not (seat.left and rules.winner_leaves == "forfeit")
