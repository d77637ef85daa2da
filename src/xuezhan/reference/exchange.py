"""The exchange of tiles before play, 换三张 (rules §14)."""

from .rng import STREAM_EXCHANGE, stream
from .rules import Rules
from .state import State
from .tiles import EXCHANGE, SLOTS, suit_of, tile_counts

#: Where the tiles of a seat go, in the order of the dice of four seats.
WAYS = ("next", "across", "previous")

_STEPS = {"next": 1, "across": 2, "previous": -1}


def way_of(rules: Rules, seed: int, index: int) -> str | None:
    """Say which way the tiles go: as the rules say, or by the dice of (seed, index)."""
    if rules.exchange == "none":
        return None
    if rules.exchange != "random":
        return rules.exchange
    ways = {2: ("next",), 3: ("next", "previous"), 4: WAYS}[rules.players]
    if len(ways) == 1:
        return ways[0]
    return ways[stream(seed, index, STREAM_EXCHANGE).below(len(ways))]


def check_way(rules: Rules, way: object) -> None:
    """Refuse a way that these rules do not have."""
    if rules.exchange != "random":
        raise ValueError("the way of the exchange is given only where exchange = random")
    ways = {2: ("next",), 3: ("next", "previous"), 4: WAYS}[rules.players]
    if way not in ways:
        raise ValueError(f"the exchange goes {' or '.join(ways)}, not {way!r}")


def may_be_given(rules: Rules, counts: list[int]) -> list[int]:
    """Count what a seat may give at all: its tiles without the wild ones (rules §14)."""
    return [0 if tile == rules.wild_slot else number for tile, number in enumerate(counts)]


def legal_picks(rules: Rules, counts: list[int], picked: list[int]) -> list[int]:
    """List the picks with which the choice can still be completed, ascending (rules §14)."""
    return [EXCHANGE + tile for tile in _to_pick(rules, counts, picked)]


def _to_pick(rules: Rules, counts: list[int], picked: list[int]) -> list[int]:
    if len(picked) == rules.exchange_count:
        return []
    given = tile_counts(picked)
    own = may_be_given(rules, counts)
    left = [tile for tile in range(SLOTS) if own[tile] > given[tile]]
    if rules.exchange_suit == "any":
        return left
    if picked:
        return [tile for tile in left if suit_of(tile) == suit_of(picked[0])]
    return [
        tile
        for tile in left
        if sum(own[9 * suit_of(tile) : 9 * suit_of(tile) + 9]) >= rules.exchange_count
    ]


def receiver(state: State, seat: int) -> int:
    """Say who gets what a seat gives."""
    assert state.way is not None
    return (seat + _STEPS[state.way]) % state.players


def hand_over(state: State) -> None:
    """Let all tiles change hands at once."""
    for number, seat in enumerate(state.seats):
        for tile in seat.given:
            seat.counts[tile] -= 1
            state.seats[receiver(state, number)].counts[tile] += 1
