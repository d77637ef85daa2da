"""The policies of the core against those of the reference, answer by answer."""

from __future__ import annotations

import pickle

import pytest

import xuezhan as xz
from xuezhan import reference
from xuezhan._core import bench_fingerprint, hand_fingerprint
from xuezhan.reference.policy import ACTIONS
from xuezhan.reference.rng import STREAM_POLICY, stream

VARIANTS = [
    {"base": "guide"},
    {"base": "online"},
    {"base": "chengdu"},
    {"base": "guide", "suits": "mp"},
    {"base": "chengdu", "players": 3},
    {"base": "online", "players": 2, "suits": "ps"},
    {"base": "chengdu", "players": 3, "suits": "ms", "must_win_last": 60, "kong_draw": "back"},
]


def replay_in_reference(rules: xz.Rules, policy: str, seed: int, index: int) -> int:
    """Plays one hand in both and compares every action; the number of answers."""
    game = xz.Game(rules, seed, index)
    choose = xz.Policy(policy, seed, index)
    twin = reference.Game(_reference_rules(rules), seed, index)
    streams = [stream(seed, index, STREAM_POLICY + seat) for seat in range(rules.players)]
    answers = 0
    while not game.done:
        seat = game.actor
        assert seat is not None
        assert twin.actor == seat
        action = choose(game)
        expected = ACTIONS[policy](twin, seat, streams[seat])
        assert int(action) == expected, f"hand {index}, answer {answers}: {game!r}"
        game.step(action)
        twin.step(expected)
        answers += 1
    assert twin.done
    return answers


def _reference_rules(rules: xz.Rules) -> reference.Rules:
    plain = rules.to_dict()
    if isinstance(plain, str):
        return reference.make_rules(plain)
    return reference.make_rules(plain.pop("base"), **plain)


@pytest.mark.parametrize("policy", reference.POLICIES)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: "-".join(map(str, v.values())))
def test_core_and_reference_choose_alike(variant: dict[str, object], policy: str) -> None:
    rules = xz.Rules.from_dict(variant)
    answers = sum(replay_in_reference(rules, policy, 5, index) for index in range(12))
    assert answers > 12 * 10


@pytest.mark.slow
@pytest.mark.parametrize("policy", reference.POLICIES)
@pytest.mark.parametrize("rulebook", xz.RULEBOOKS)
def test_core_and_reference_choose_alike_at_length(rulebook: str, policy: str) -> None:
    for index in range(400):
        replay_in_reference(xz.Rules(rulebook), policy, 77, index)


def test_streams_go_on_from_answer_to_answer() -> None:
    once, twice = xz.Policy("random", 3, 4), xz.Policy("random", 3, 4)
    game = xz.Game("guide", 3, 4)
    while not game.done:
        other = game.copy()
        action = once(game)
        assert twice(other) == action
        game.step(action)


def test_a_pickled_policy_goes_on_where_it_was() -> None:
    game, policy = xz.Game("guide", seed=9), xz.Policy("random", seed=9)
    for _ in range(20):
        game.step(policy(game))
    twin, other = pickle.loads(pickle.dumps((game, policy)))
    assert repr(other) == repr(policy)
    while not game.done:
        game.step(policy(game))
        twin.step(other(twin))
    assert game.record() == twin.record()


def test_efficiency_draws_nothing() -> None:
    game = xz.Game("online", 9)
    choose = [xz.Policy("efficiency", seed) for seed in (1, 2)]
    while not game.done:
        first, second = (policy(game) for policy in choose)
        assert first == second
        game.step(first)


def test_a_single_legal_action_draws_nothing() -> None:
    """Of two streams one answers a forced question in between: they must stay together."""
    rules = xz.Rules("chengdu", must_win_last=108)
    forced = 0
    for index in range(40):
        game = xz.Game(rules, 1, index)
        choose, twin = xz.Policy("mixed", 1, index), xz.Policy("mixed", 1, index)
        while not game.done:
            if len(game.legal_actions) == 1:
                forced += 1
                assert choose(game) == choose(game) == game.legal_actions[0]
                action = game.legal_actions[0]
            else:
                action = choose(game)
                assert twin(game) == action
            game.step(action)
    assert forced > 0


def test_policies_refuse_who_owes_nothing() -> None:
    game, choose = xz.Game("guide", 2), xz.Policy("efficiency")
    idle = next(seat for seat in range(4) if seat not in game.pending)
    with pytest.raises(xz.IllegalAction, match=f"seat {idle} owes no answer"):
        choose(game, idle)
    with pytest.raises(xz.IllegalAction, match="owes no answer"):
        choose(game, 9)
    while not game.done:
        game.step(choose(game))
    with pytest.raises(xz.IllegalAction, match="over"):
        choose(game)
    with pytest.raises(xz.IllegalAction, match="owes no answer"):
        choose(game.view(0))
    with pytest.raises(TypeError, match=r"not .* str"):
        choose("game")  # type: ignore[arg-type]


def test_bad_policies_are_refused() -> None:
    with pytest.raises(ValueError, match="no policy 'clever'; policies are random, efficiency"):
        xz.Policy("clever")
    with pytest.raises(ValueError, match="seed is -1"):
        xz.Policy("random", -1)
    with pytest.raises(ValueError, match="index is"):
        xz.Policy("random", 0, 2**64)


@pytest.mark.parametrize("policy", ["random", "mixed"])
@pytest.mark.parametrize("rulebook", xz.RULEBOOKS)
def test_hand_fingerprints(rulebook: str, policy: str) -> None:
    numbers = (xz.POLICIES.index(policy),) * 4
    native = xz.Rules(rulebook)._native
    for index in (0, 1, 50):
        found = hand_fingerprint(native, numbers, 1, index, -1)
        assert found == reference.hand_fingerprint(rulebook, policy, 1, index)


def test_hand_fingerprint_follows_from_the_states() -> None:
    """docs/determinism.md §4, from the public calls."""
    game, choose = xz.Game("online", 8, 3), xz.Policy("mixed", 8, 3)
    states = [game.fingerprint]
    while not game.done:
        game.step(choose(game))
        states.append(game.fingerprint)
    folded = reference.digest(b"".join(state.to_bytes(8, "little") for state in states))
    numbers = (xz.POLICIES.index("mixed"),) * 4
    assert hand_fingerprint(game.rules._native, numbers, 8, 3, -1) == folded


def test_bench_fingerprint_is_the_fold_of_its_hands() -> None:
    folded = b""
    for rulebook in xz.RULEBOOKS:
        for policy in ("random", "mixed"):
            numbers = (xz.POLICIES.index(policy),) * 4
            native = xz.Rules(rulebook)._native
            for index in range(100):
                found = hand_fingerprint(native, numbers, 1, index, index % 4)
                folded += found.to_bytes(8, "little")
    assert bench_fingerprint() == reference.digest(folded)


@pytest.mark.slow
def test_bench_fingerprint_is_the_reference_s() -> None:
    assert bench_fingerprint() == reference.bench_fingerprint()


@pytest.mark.parametrize("policy", xz.POLICIES)
def test_a_view_is_answered_as_the_game_is(policy: str) -> None:
    for rules in xz.RULEBOOKS:
        game = xz.Game(rules, 5, 2)
        of_games, of_views = xz.Policy(policy, 5, 2), xz.Policy(policy, 5, 2)
        while not game.done:
            assert game.actor is not None
            view = game.view(game.actor)
            action = of_games(game)
            assert of_views(view) == action
            game.step(action)
    with pytest.raises(ValueError, match="the view is that of seat"):
        of_views(xz.Game("guide", 1).view(0), 1)
    with pytest.raises(xz.IllegalAction, match="owes no answer"):
        of_views.act(xz.Game("guide", 1, dealer=0).view(1))


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_value_never_melds_a_third_suit(rules: str) -> None:
    """A hand with melds of three suits can never win and is a pig for good."""
    view = xz.turn_view("567m8p4444s[111m][222p]", rules)
    worths = xz.ValuePlayer().worths(view)
    assert min(worths, key=lambda action: worths[action]) == xz.Action.parse("kong 4s")
    value = xz.Policy("value", 3)
    for index in range(12):
        game = xz.Game(rules, 3, index)
        while not game.done:
            seat = game.actor
            assert seat is not None
            game.step(value(game))
            assert len({meld.tile[1] for meld in game.hand(seat).melds}) < 3
