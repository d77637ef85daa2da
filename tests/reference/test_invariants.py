"""What holds in every hand, however it is played: random rules, answers and penalties."""

import random
from collections import Counter

import pytest

from xuezhan.reference import (
    PRESETS,
    RULEBOOKS,
    Game,
    IllegalAction,
    Rules,
    canonical_text,
    make_rules,
    play,
    replay,
)
from xuezhan.reference.policy import efficiency_action
from xuezhan.reference.rng import full_set
from xuezhan.reference.state import CLAIM, DECLARING, EXCHANGING, OUT, OVER, ROB, TURN, WON
from xuezhan.reference.tiles import PASS, PENALTIES, WIN

from .random_rules import random_rules


def check(game: Game) -> None:
    """Every clause that must hold after every step."""
    state = game.state
    assert sum(game.scores) == 0
    sums = [0] * state.players
    for entry in game.ledger:
        assert entry.amount > 0
        assert entry.payer != entry.payee
        sums[entry.payer] -= entry.amount
        sums[entry.payee] += entry.amount
    assert sums == game.scores

    wild = game.rules.wild_slot
    tiles = Counter(state.wall) + Counter(state.won_tiles)
    for number, seat in enumerate(state.seats):
        tiles += Counter({tile: count for tile, count in enumerate(seat.counts) if count})
        tiles += Counter(seat.river)
        for meld in seat.melds:
            tiles[meld.tile] += meld.own.naturals
            if meld.wilds:
                assert wild is not None
                tiles[wild] += meld.wilds
            assert (meld.source is None) == (meld.kind == "concealed")
            assert meld.tile not in (wild, None)
            assert seat.void is None or meld.tile // 9 != seat.void
        check_size(game, number)
        assert (seat.win_tile is not None) == (seat.status == WON) or seat.status == OUT
        assert bool(seat.win_payers) == bool(seat.win_amount)
        assert len(seat.wins) <= 1 or game.rules.play_on
        assert bool(seat.lock) <= state.in_play(number)
        assert bool(seat.passed) == bool(seat.lock)
    assert tiles == Counter(full_set(game.rules.suits))

    assert game.done == (not game.pending) == (game.actor is None)
    for seat_number, legal in game.pending.items():
        assert state.in_play(seat_number)
        assert legal == sorted(set(legal))
        assert legal
    if state.phase == TURN:
        assert list(game.pending) == [state.actor]
    elif state.phase in (CLAIM, ROB):
        assert all(legal != [PASS] for legal in game.pending.values())


def check_size(game: Game, number: int) -> None:
    """A seat in play has its tiles and, where it is to act, one more (rules §13, §14)."""
    state, seat = game.state, game.state.seats[number]
    more = number == state.actor and state.phase in (TURN, ROB)
    if state.phase in (EXCHANGING, DECLARING):
        more = number == state.dealer and game.rules.dealer_draws == "before_exchange"
    if state.in_play(number) and state.phase != OVER:
        assert sum(seat.counts) + 3 * len(seat.melds) == game.rules.hand_size + more


def play_anyhow(rules: Rules, rng: random.Random, *, wild: bool) -> Game:
    """Play with answers in any order, sensible or not, and now and then a penalty."""
    game = Game(rules, seed=rng.getrandbits(64), dealer=rng.randrange(rules.players))
    while not game.done:
        check(game)
        if wild and rng.random() < 0.02:
            seat, kind = rng.randrange(rules.players), rng.choice(PENALTIES)
            before = game.canonical_bytes(), game.log
            try:
                game.penalize(seat, kind)
            except IllegalAction:
                assert (game.canonical_bytes(), game.log) == before
            continue
        seat = rng.choice(list(game.pending))
        if rng.random() < 0.75:
            action = efficiency_action(game, seat)
            if action == WIN and rng.random() < 0.2:
                action = rng.choice(game.pending[seat])
        else:
            action = rng.choice(game.pending[seat])
        game.step(action, seat)
    check(game)
    return game


def check_record(game: Game) -> None:
    """Play, record, replay, record: the same, byte for byte; and the same table."""
    text = canonical_text(game.record())
    again = replay(text)
    assert canonical_text(again.record()) == text
    assert again.canonical_bytes() == game.canonical_bytes()
    assert again.ledger == game.ledger
    assert again.log == game.log


@pytest.mark.parametrize("rulebook", [*RULEBOOKS, *PRESETS])
def test_rulebooks(rulebook: str) -> None:
    rng = random.Random(rulebook)
    for _ in range(5):
        check_record(play_anyhow(make_rules(rulebook), rng, wild=True))


def test_random_rules() -> None:
    rng = random.Random(11)
    for _ in range(40):
        check_record(play_anyhow(random_rules(rng), rng, wild=True))


def test_unfinished_hands_are_recorded() -> None:
    rng = random.Random(12)
    for _ in range(10):
        game = Game(make_rules("chengdu"), seed=rng.getrandbits(64))
        for _ in range(rng.randrange(60)):
            if not game.done:
                game.step(rng.choice(game.legal_actions))
        record = game.record()
        assert ("scores" in record) == game.done
        assert replay(record).canonical_bytes() == game.canonical_bytes()
        whole = replay(record, upto=len(game.log) // 2)
        assert whole.log == game.log[: len(game.log) // 2]


def test_copies_are_independent() -> None:
    rng = random.Random(13)
    game = Game("online", seed=5)
    while not game.done:
        before = game.canonical_bytes(), canonical_text(game.record())
        copy = game.copy()
        copy.step(rng.choice(copy.legal_actions))
        assert (game.canonical_bytes(), canonical_text(game.record())) == before
        game = copy


def test_policies_meet_everything_common() -> None:
    seen: Counter[str] = Counter()
    for index in range(25):
        game = play(RULEBOOKS[index % 3], "mixed", seed=21, index=index)
        check(game)
        seen.update(event[3] if event[0] == "win" else event[0] for event in game.events)
    assert seen["discard"] > 10
    assert seen["self_draw"] > 5
    assert seen["kong"] > 5
    assert seen["exhausted"] > 5
    assert not [seat for seat in game.state.seats if seat.status == OUT]


def test_illegal_actions_change_nothing() -> None:
    game = Game("guide", seed=1)
    before = game.canonical_bytes()
    legal = game.legal_actions
    for action in (*(set(range(-1, 100)) - set(legal)), True):
        with pytest.raises(IllegalAction, match="legal"):
            game.step(action)
    with pytest.raises(IllegalAction, match="owes no answer"):
        game.step(legal[0], 1)
    assert game.canonical_bytes() == before
    game = play("guide", "random", seed=1)
    with pytest.raises(IllegalAction, match="over"):
        game.step(0)
    for kind in PENALTIES:
        with pytest.raises(IllegalAction):
            game.penalize(0, kind)
