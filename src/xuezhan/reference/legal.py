"""What a seat may answer now, and with what circumstances it would win (rules §2, §3)."""

from .hand import is_win, with_tile
from .rules import Rules
from .score import Score, score
from .state import CLAIM, DEALT, DRAWN, PONGED, REPLACEMENT, ROB, Seat, State
from .tiles import KONG, PASS, PONG, SLOTS, WIN


def _compelled_now(rules: Rules, state: State) -> bool:
    """At most ``must_win_last`` tiles were left before the latest draw (rules §2)."""
    return len(state.wall) + 1 <= rules.must_win_last


# -------------------------------------------------------------------------------- the own turn


def can_win_own_turn(state: State) -> bool:
    """Self-draw; after a pong there is nothing to win with (rules §2)."""
    assert state.actor is not None
    seat = state.seats[state.actor]
    return state.origin != PONGED and is_win(seat.counts, seat.meld_pairs)


def own_kongs(rules: Rules, state: State) -> list[int]:
    """Give the tiles of which the actor may declare a concealed or an added kong (rules §2)."""
    assert state.actor is not None
    if state.origin == PONGED or not state.wall:
        return []
    seat = state.seats[state.actor]
    ponged = {meld.tile for meld in seat.melds if meld.kind == "pong"}
    found = []
    for tile in range(SLOTS):
        added = tile in ponged and seat.counts[tile] == 1
        if added and not rules.added_kong_any_time:
            added = tile == state.drawn
        if added or seat.counts[tile] == 4:
            found.append(tile)
    return found


def turn_actions(rules: Rules, state: State) -> list[int]:
    """Everything that the actor may do on its own turn."""
    assert state.actor is not None
    seat = state.seats[state.actor]
    can_win = can_win_own_turn(state)
    if can_win and _compelled_now(rules, state):
        return [WIN]
    actions = [tile for tile in range(SLOTS) if seat.counts[tile]]
    actions += [KONG + tile for tile in own_kongs(rules, state)]
    if can_win:
        actions.append(WIN)
    return actions


def self_draw_score(rules: Rules, state: State) -> Score:
    """Count the actor's win by self-draw with all its circumstances (rules §3)."""
    assert state.actor is not None
    assert state.drawn is not None
    seat = state.seats[state.actor]
    kong = state.chain_kong() if state.origin == REPLACEMENT else None
    first_turn = None
    if state.origin == DEALT:
        first_turn = "heavenly"
    elif (
        state.origin == DRAWN and state.actor != state.dealer and seat.taken == 1 and not seat.melds
    ):
        first_turn = "earthly"
    return score(
        rules,
        with_tile(seat.counts, state.drawn, -1),
        seat.meld_pairs,
        state.drawn,
        self_draw=True,
        bloom=kong.kind if kong else None,
        last_tile=not state.wall,
        first_turn=first_turn,
    )


# ---------------------------------------------------------------------- on another seat's tile


def claimed_score(rules: Rules, state: State, number: int) -> Score:
    """Count a win on the discard, or on the tile of the kong that is robbed (rules §3)."""
    assert state.tile is not None
    seat = state.seats[number]
    by_discard = state.phase == CLAIM
    last_tile = by_discard and not state.wall
    if rules.last_tile_discard == "drawn" and state.tile != state.drawn:
        last_tile = False
    return score(
        rules,
        seat.counts,
        seat.meld_pairs,
        state.tile,
        rob=state.phase == ROB,
        kong_discard=by_discard and state.origin == REPLACEMENT,
        last_tile=last_tile,
    )


def _lock_allows(rules: Rules, state: State, number: int) -> bool:
    """Apply the passing lock, which lets dearer wins through in some rulebooks (rules §2)."""
    lock = state.seats[number].lock
    if not lock:
        return True
    if rules.pass_lock == "until_draw":
        return False
    return claimed_score(rules, state, number).fan > lock - 1


def _completes(seat: Seat, tile: int) -> bool:
    return is_win(with_tile(seat.counts, tile), seat.meld_pairs)


def claim_actions(rules: Rules, state: State, number: int) -> list[int]:
    """List what a seat may answer to a discard or added kong; empty if just pass (rules §2)."""
    assert state.tile is not None
    seat = state.seats[number]
    actions = []
    if state.phase == CLAIM and state.wall:
        if seat.counts[state.tile] >= 3:
            actions.append(KONG + state.tile)
        if seat.counts[state.tile] >= 2:
            actions.append(PONG)
    if _completes(seat, state.tile) and _lock_allows(rules, state, number):
        if rules.must_win_on == "any" and _compelled_now(rules, state):
            return [WIN]
        actions.append(WIN)
    return [*actions, PASS] if actions else []
