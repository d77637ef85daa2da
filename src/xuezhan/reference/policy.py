"""Players and whole hands played by them (docs/determinism.md §2)."""

from collections.abc import Callable, Iterator, Sequence

from .game import Game
from .hand import lowering_tiles, shanten, with_tile
from .rng import STREAM_FIRST_DEALER, STREAM_POLICY, Xoshiro, stream
from .rules import Rules, make_rules
from .state import TURN
from .tiles import KONG, PASS, PONG, SLOTS, WIN, Melds

POLICIES = ("random", "efficiency", "mixed")

# Of hands from which no win can be reached: farther than any other, equal among themselves.
UNREACHABLE = 99


def _distance(counts: Sequence[int], melds: Melds) -> int:
    found = shanten(counts, melds)
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
    if WIN in legal:
        return WIN
    own = game.state.seats[seat]
    counts, melds = own.counts, own.meld_pairs
    before = _distance(counts, melds)
    on_turn = game.state.phase == TURN
    for action in legal:
        if KONG <= action < PONG:
            after = _after_kong(counts, melds, action - KONG, on_turn=on_turn)
            if _distance(*after) <= before:
                return action
    if PONG in legal:
        assert game.state.tile is not None
        tile = game.state.tile
        left = with_tile(counts, tile, -2)
        ponged = (*melds, ("pong", tile))
        if min(_distance(hand, ponged) for _, hand in _discards(left)) <= before:
            return PONG
    return best_discard(game, seat) if on_turn else PASS


def _after_kong(
    counts: Sequence[int], melds: Melds, tile: int, *, on_turn: bool
) -> tuple[list[int], Melds]:
    """Give the tiles left after a kong and before its replacement, and the melds."""
    if not on_turn:
        return with_tile(counts, tile, -3), (*melds, ("direct", tile))
    if counts[tile] == 4:
        return with_tile(counts, tile, -4), (*melds, ("concealed", tile))
    raised = tuple(("added" if own == ("pong", tile) else own[0], own[1]) for own in melds)
    return with_tile(counts, tile, -1), raised


def _discards(counts: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each tile that can be discarded, and the hand left."""
    for tile in range(SLOTS):
        if counts[tile]:
            yield tile, with_tile(counts, tile, -1)


def best_discard(game: Game, seat: int) -> int:
    """Find the least shanten, then the most live lowering tiles, then the lowest slot."""
    own = game.state.seats[seat]
    melds = own.meld_pairs
    distances = {tile: _distance(hand, melds) for tile, hand in _discards(own.counts)}
    least = min(distances.values())
    live = live_tiles(game, seat)

    def live_lowering(discard: int) -> int:
        hand = with_tile(own.counts, discard, -1)
        return sum(live[tile] for tile in lowering_tiles(hand, melds, game.rules.suits))

    best = [tile for tile, distance in distances.items() if distance == least]
    return max(best, key=lambda tile: (live_lowering(tile), -tile))


def live_tiles(game: Game, seat: int) -> list[int]:
    """Count for each tile the copies that this seat does not see, each physical tile once."""
    state = game.state
    seen = [own + state.won_tiles.count(t) for t, own in enumerate(state.seats[seat].counts)]
    for other in state.seats:
        for kind, tile in other.meld_pairs:
            seen[tile] += 3 if kind == "pong" else 4
        for tile in other.river:
            seen[tile] += 1
    return [max(0, 4 - copies) for copies in seen]


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
