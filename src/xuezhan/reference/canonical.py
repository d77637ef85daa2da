"""The canonical bytes of a state (docs/determinism.md §5)."""

from .exchange import WAYS
from .rules import Rules
from .state import OUT, State

MELD_CODES = {"pong": 1, "direct": 2, "added": 3, "concealed": 4}
NONE = 255


def _mask(bits: set[int]) -> int:
    return sum(1 << bit for bit in bits)


def _or_none(value: int | None) -> int:
    return NONE if value is None else value


def canonical_bytes(rules: Rules, state: State) -> bytes:
    """Give every fact of the table, then what only some options need."""
    return _always(state) + _where_on(rules, state)


def _always(state: State) -> bytes:
    chain = state.chain_kong()
    out = bytearray(
        (
            state.phase,
            state.players,
            state.dealer,
            _or_none(state.actor),
            _or_none(state.origin),
            _or_none(state.tile),
            _or_none(state.drawn),
            0 if chain is None else MELD_CODES[chain.kind],
            _or_none(state.chain_meld),
            _or_none(state.next_dealer),
            len(state.wall),
            *state.wall,
        )
    )
    for seat in state.seats:
        # A seat that is put out after it has won is both (rules §16).
        status = seat.status + (seat.status == OUT and seat.won) + (4 if seat.left else 0)
        out += bytes((status, seat.taken, seat.lock, seat.answer))
        out += bytes(seat.counts)
        out.append(len(seat.melds))
        for meld in seat.melds:
            out += bytes((MELD_CODES[meld.kind], meld.tile))
            out += bytes((_or_none(meld.source), _mask(set(meld.paid))))
        out.append(len(seat.river))
        out += bytes(seat.river)
        out += bytes((_or_none(seat.win_tile), _mask(seat.win_payers)))
        out += seat.win_amount.to_bytes(8, "little", signed=True)
        out += seat.score.to_bytes(8, "little", signed=True)
    return bytes(out)


def _where_on(rules: Rules, state: State) -> bytes:
    out = bytearray()
    seats = state.seats
    if rules.exchange != "none":
        assert state.way is not None
        out.append(WAYS.index(state.way))
        for seat in seats:
            out += bytes((len(seat.given), *sorted(seat.given)))
    if rules.void == "declared":
        out += bytes(_or_none(seat.void) for seat in seats)
        if rules.pig_exempt == "all_discards_void":
            out += bytes(seat.discarded_other for seat in seats)
    if rules.play_on:
        for seat in seats:
            out += bytes((len(seat.wins), *seat.wins))
        if rules.play_on_roots == "first_win":
            for seat in seats:
                roots, kong_fan = seat.kept or (0, 0)
                out.append(roots)
                out += kong_fan.to_bytes(2, "little")
    if rules.wild is not None:
        for seat in seats:
            out += bytes(meld.wilds + (8 if meld.added_wild else 0) for meld in seat.melds)
    if rules.late_added_kong_units is not None:
        for seat in seats:
            out.append(_mask({place for place, meld in enumerate(seat.melds) if meld.late}))
    if rules.pass_scope == "same_tile":
        for seat in seats:
            out += _mask(seat.passed).to_bytes(4, "little")
    return bytes(out)
