"""Players and whole hands played by them (docs/determinism.md §2, rules §24)."""

from collections.abc import Callable, Iterator, Sequence

from .claims import Plan, claimed_kong, claimed_pong, own_kong
from .distance import lowering_tiles, shanten
from .exchange import may_be_given
from .game import Game
from .hand import Shape, with_tile
from .legal import discards_of, legal_discards
from .rng import STREAM_FIRST_DEALER, STREAM_POLICY, Xoshiro, stream
from .rules import Rules, make_rules
from .state import DECLARING, EXCHANGING, TURN, Seat
from .tiles import EXCHANGE, KONG, PASS, PONG, VOID, WIN, Melds, suit_of, tile_counts
from .wall_end import lying_open

POLICIES = ("random", "efficiency", "mixed")

# Of hands from which no win can be reached: farther than any other, equal among themselves.
UNREACHABLE = 99


def _distance(counts: Sequence[int], melds: Melds, shape: Shape) -> int:
    found = shanten(counts, melds, shape)
    return UNREACHABLE if found is None else found


def _legal(game: Game, seat: int) -> list[int]:
    return sorted(game.pending[seat])


def random_action(game: Game, seat: int, generator: Xoshiro) -> int:
    """Any legal action; nothing is drawn if there is only one."""
    legal = _legal(game, seat)
    return legal[0] if len(legal) == 1 else legal[generator.below(len(legal))]


def mixed_action(game: Game, seat: int, generator: Xoshiro) -> int:
    """One answer in ten at random, the others by efficiency."""
    legal = _legal(game, seat)
    if len(legal) == 1:
        return legal[0]
    if generator.below(10) == 0:
        return legal[generator.below(len(legal))]
    return efficiency_action(game, seat)


def efficiency_action(game: Game, seat: int, generator: Xoshiro | None = None) -> int:
    """Win; else a kong or pong that takes the hand no farther; else the best discard."""
    legal = _legal(game, seat)
    if len(legal) == 1:
        return legal[0]
    if game.state.phase == EXCHANGING:
        return best_pick(game, seat)
    if game.state.phase == DECLARING:
        return best_void(game, seat)
    if WIN in legal:
        return WIN
    own = game.state.seats[seat]
    shape = game.rules.shape(own.void)
    before = _distance(own.counts, own.own_melds, shape)
    on_turn = game.state.phase == TURN
    for action in legal:
        if KONG <= action < PONG:
            tile = action - KONG
            kong = (
                own_kong(game.rules, game.state, tile)
                if on_turn
                else claimed_kong(game.rules, own, tile)
            )
            assert kong is not None
            if _distance(*_after(game.rules, own, kong), shape) <= before:
                return action
    if PONG in legal:
        assert game.state.tile is not None
        pong = claimed_pong(game.rules, own, game.state.tile)
        assert pong is not None
        left, melds = _after(game.rules, own, pong)
        then = (
            _distance(with_tile(left, tile, -1), melds, shape)
            for tile in discards_of(game.rules, left, own.void)
        )
        if min(then) <= before:
            return PONG
    return best_discard(game, seat) if on_turn else PASS


def _after(rules: Rules, own: Seat, plan: Plan) -> tuple[list[int], Melds]:
    """Give the concealed tiles left after a meld, before any draw, and the melds then."""
    return plan.concealed_after(own.counts, rules.wild_slot), plan.melds_after(own.own_melds)


def best_discard(game: Game, seat: int) -> int:
    """Find the least shanten, then the most live lowering tiles, then the lowest slot."""
    own = game.state.seats[seat]
    melds, shape = own.own_melds, game.rules.shape(own.void)
    distances = {
        tile: _distance(with_tile(own.counts, tile, -1), melds, shape)
        for tile in legal_discards(game.rules, game.state)
    }
    least = min(distances.values())
    live = live_tiles(game, seat)

    def live_lowering(discard: int) -> int:
        hand = with_tile(own.counts, discard, -1)
        return sum(live[tile] for tile in lowering_tiles(hand, melds, shape))

    best = [tile for tile, distance in distances.items() if distance == least]
    return max(best, key=lambda tile: (live_lowering(tile), -tile))


def live_tiles(game: Game, seat: int) -> list[int]:
    """Count for each tile the copies that this seat does not see, each physical tile once."""
    own = game.state.seats[seat].counts
    lying = lying_open(game.state, game.rules.wild_slot)
    return [max(0, 4 - held - seen) for held, seen in zip(own, lying, strict=True)]


def best_pick(game: Game, seat: int) -> int:
    """Give the tile with the least connection, of the suit with the fewest (rules §24)."""
    rules, own = game.rules, game.state.seats[seat]
    naturals = may_be_given(rules, own.counts)
    picked = tile_counts(own.given)
    left = [held - given for held, given in zip(naturals, picked, strict=True)]
    legal = [action - EXCHANGE for action in game.pending[seat]]
    if rules.exchange_suit == "one":
        held = {suit_of(t): sum(left[9 * suit_of(t) : 9 * suit_of(t) + 9]) for t in legal}
        suit = min(held, key=lambda number: (held[number], number))
        legal = [tile for tile in legal if suit_of(tile) == suit]

    def connection(tile: int) -> int:
        def near(step: int) -> int:
            rank = tile % 9 + step
            return left[tile + step] if 0 <= rank < 9 else 0

        return 4 * (left[tile] - 1) + 2 * (near(-1) + near(1)) + near(-2) + near(2)

    return EXCHANGE + min(legal, key=lambda tile: (connection(tile), tile))


def best_void(game: Game, seat: int) -> int:
    """Give the suit without which the hand is nearest to a win (rules §24)."""
    own = game.state.seats[seat]
    naturals = may_be_given(game.rules, own.counts)

    def cost(suit: int) -> tuple[int, int, int]:
        distance = _distance(own.counts, (), game.rules.shape(suit))
        return distance, sum(naturals[9 * suit : 9 * suit + 9]), suit

    return VOID + min(range(3), key=cost)


ACTIONS: dict[str, Callable[[Game, int, Xoshiro], int]] = {
    "random": random_action,
    "efficiency": efficiency_action,
    "mixed": mixed_action,
}


def policy_names(policies: str | Sequence[str], players: int) -> list[str]:
    """One name for all seats, or one for each."""
    names = [policies] * players if isinstance(policies, str) else list(policies)
    if len(names) != players:
        raise ValueError(f"one policy, or one for each of {players} seats")
    for name in names:
        if name not in ACTIONS:
            raise ValueError(f"no policy {name!r}; there are {', '.join(POLICIES)}")
    return names


def steps(
    rules: Rules | str,
    policies: str | Sequence[str] = "random",
    seed: int = 0,
    index: int = 0,
    dealer: int | None = None,
) -> Iterator[Game]:
    """One game, given again after the deal and after each answer until it is over."""
    chosen = rules if isinstance(rules, Rules) else make_rules(rules)
    game = Game(chosen, seed, index, dealer)
    names = policy_names(policies, chosen.players)
    generators = [stream(seed, index, STREAM_POLICY + seat) for seat in range(chosen.players)]
    yield game
    while not game.done:
        seat = game.actor
        assert seat is not None
        game.step(ACTIONS[names[seat]](game, seat, generators[seat]))
        yield game


def play(
    rules: Rules | str,
    policies: str | Sequence[str] = "random",
    seed: int = 0,
    index: int = 0,
    dealer: int | None = None,
) -> Game:
    """Play a whole hand."""
    for game in steps(rules, policies, seed, index, dealer):
        last = game
    return last


def first_dealer(rules: Rules, seed: int, match: int = 0) -> int:
    """Who deals the first hand of a match (rules §7, docs/determinism.md §1)."""
    if rules.first_dealer == "seat0":
        return 0
    return stream(seed, match << 32, STREAM_FIRST_DEALER).below(rules.players)


def play_match(
    rules: Rules | str,
    policies: str | Sequence[str] = "random",
    hands: int = 8,
    seed: int = 0,
    match: int = 0,
) -> Iterator[Game]:
    """Play the hands of a match, each dealt by whom the one before names (rules §7)."""
    chosen = rules if isinstance(rules, Rules) else make_rules(rules)
    if not 0 <= match < 1 << 32 or not 0 <= hands <= 1 << 32:
        raise ValueError("a match has an index below 2^32 and at most 2^32 hands")
    dealer = first_dealer(chosen, seed, match)
    for hand in range(hands):
        game = play(chosen, policies, seed, (match << 32) + hand, dealer)
        yield game
        dealer = game.next_dealer
