"""What a seat may answer now, and with what circumstances it would win (rules §2, §3, §15-§19)."""

from .claims import claimed_kong, claimed_pong, own_kong, winner_may_claim
from .hand import is_win, with_tile
from .options import Options
from .patterns import PATTERN_OF_FOUR_WILDS
from .rules import Rules
from .score import Score, score
from .state import CLAIM, DEALT, DRAWN, PONGED, REPLACEMENT, ROB, State
from .tiles import KONG, PASS, PONG, SLOTS, WIN, suit_of


def _compelled_now(rules: Rules, state: State) -> bool:
    """At most ``must_win_last`` tiles were left before the latest draw (rules §2)."""
    return len(state.wall) + 1 <= rules.must_win_last


def _winner_must(rules: Rules, state: State, number: int) -> bool:
    """Whether a winner that plays on has to win whenever it can (rules §16)."""
    return rules.play_on_win == "must" and state.plays_on(number)


# -------------------------------------------------------------------------------- the own turn


def has_four_wilds(rules: Rules, state: State) -> bool:
    """Four concealed wilds after the deal or an own draw, where that wins (rules §17)."""
    assert state.actor is not None
    wild = rules.wild_slot
    if wild is None or rules.patterns[PATTERN_OF_FOUR_WILDS] is None or state.origin == PONGED:
        return False
    return state.seats[state.actor].counts[wild] == 4


def can_win_own_turn(rules: Rules, state: State) -> bool:
    """Self-draw; after a pong there is nothing to win with (rules §2)."""
    assert state.actor is not None
    if has_four_wilds(rules, state):
        return True
    seat = state.seats[state.actor]
    return (
        state.origin != PONGED
        and is_win(seat.counts, seat.own_melds, rules.shape(seat.void))
        and _enough_fan(rules, self_draw_score(rules, state), drawn=True)
    )


def _enough_fan(rules: Options, counted: Score, *, drawn: bool) -> bool:
    """Whether a win reaches ``min_fan`` (rules §18)."""
    if drawn and rules.min_fan_on == "discard":
        return True
    return counted.uncut_fan >= rules.min_fan


def legal_discards(rules: Rules, state: State) -> list[int]:
    """List what the actor may discard (rules §2, §15, §16)."""
    assert state.actor is not None
    if state.plays_on(state.actor):
        assert state.drawn is not None
        return [state.drawn]
    seat = state.seats[state.actor]
    return discards_of(rules, seat.counts, seat.void)


def discards_of(rules: Rules, counts: list[int], void: int | None) -> list[int]:
    """List what can be discarded of these tiles: those of the void suit first, if forced."""
    held = [tile for tile in range(SLOTS) if counts[tile]]
    if void is None or rules.void_discard == "free":
        return held
    unwanted = [tile for tile in held if suit_of(tile) == void and tile != rules.wild_slot]
    return unwanted or held


def turn_actions(rules: Rules, state: State) -> list[int]:
    """Everything that the actor may do on its own turn, ascending."""
    assert state.actor is not None
    can_win = can_win_own_turn(rules, state)
    if can_win and (
        _compelled_now(rules, state)
        or _winner_must(rules, state, state.actor)
        or has_four_wilds(rules, state)
    ):
        return [WIN]
    actions = legal_discards(rules, state)
    actions += [KONG + tile for tile in range(SLOTS) if own_kong(rules, state, tile)]
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
        rules.earthly_on != "dealer_discard"
        and state.origin == DRAWN
        and state.actor != state.dealer
        and seat.taken == 1
        and not seat.melds
        and not seat.won
    ):
        first_turn = "earthly"
    return score(
        rules,
        with_tile(seat.counts, state.drawn, -1),
        seat.own_melds,
        state.drawn,
        void=seat.void,
        self_draw=True,
        bloom=kong.kind if kong else None,
        last_tile=not state.wall,
        first_turn=first_turn,
        four_wilds=has_four_wilds(rules, state),
        kept=seat.kept,
    )


# ---------------------------------------------------------------------- on another seat's tile


def claimed_score(rules: Rules, state: State, number: int, *, own: bool = False) -> Score:
    """Count a win on the discard, or on the tile of the kong that is robbed (rules §3).

    ``own`` is for the discarder itself: what another's win on it would count (rules §23 (6)).
    """
    assert state.tile is not None
    seat = state.seats[number]
    by_discard = state.phase == CLAIM
    on_replacement = state.origin == REPLACEMENT
    last_tile = by_discard and not state.wall
    if rules.last_tile_discard == "drawn" and state.tile != state.drawn:
        last_tile = False
    earthly = rules.earthly_on != "draw" and by_discard and state.origin == DEALT and not own
    return score(
        rules,
        seat.counts,
        seat.own_melds,
        state.tile,
        void=seat.void,
        rob=state.phase == ROB,
        kong_discard=on_replacement and (by_discard or rules.rob_after_kong_is_kong_discard),
        last_tile=last_tile,
        first_turn="earthly" if earthly else None,
        kept=seat.kept,
    )


def completes(rules: Rules, state: State, number: int) -> bool:
    """Whether the discard or the kong's tile is a win for the seat at all (rules §2, §17, §18)."""
    assert state.tile is not None
    seat = state.seats[number]
    if state.tile == rules.wild_slot and rules.wild_discard == "nobody":
        return False
    return is_win(with_tile(seat.counts, state.tile), seat.own_melds, rules.shape(seat.void))


def can_win_claimed(rules: Rules, state: State, number: int, *, own: bool = False) -> bool:
    """Whether the tile is a win for the seat, whatever its lock says (rules §2, §18, §19)."""
    return completes(rules, state, number) and _enough_fan(
        rules, claimed_score(rules, state, number, own=own), drawn=False
    )


def _lock_allows(rules: Rules, state: State, number: int) -> bool:
    """Apply the passing lock, which lets dearer wins through in some rulebooks (rules §2, §19)."""
    seat = state.seats[number]
    if not seat.lock or _winner_must(rules, state, number):
        return True
    if rules.pass_scope == "same_tile" and state.tile not in seat.passed:
        return True
    if rules.pass_lock == "until_draw":
        return False
    return claimed_score(rules, state, number).fan > seat.lock - 1


def _melding(rules: Rules, state: State, number: int) -> list[int]:
    """List the pong and the kong that a seat may make of the discard (rules §2, §16, §17, §19)."""
    assert state.tile is not None
    if state.phase != CLAIM or not (state.wall or rules.claim_last_discard):
        return []
    seat = state.seats[number]
    actions = []
    kong = claimed_kong(rules, seat, state.tile) if state.wall else None
    if state.plays_on(number):
        return [KONG + state.tile] if kong and winner_may_claim(rules, seat, kong) else []
    if kong:
        actions.append(KONG + state.tile)
    if claimed_pong(rules, seat, state.tile):
        actions.append(PONG)
    return actions


def claim_actions(rules: Rules, state: State, number: int) -> list[int]:
    """List what a seat may answer to a discard or added kong; empty if just pass (rules §2)."""
    actions = _melding(rules, state, number)
    if can_win_claimed(rules, state, number) and _lock_allows(rules, state, number):
        if (rules.must_win_on == "any" and _compelled_now(rules, state)) or _winner_must(
            rules, state, number
        ):
            return [WIN]
        actions.append(WIN)
    return [*actions, PASS] if actions else []
