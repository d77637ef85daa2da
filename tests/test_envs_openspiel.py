"""OpenSpiel's own tests of a Python game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

import xuezhan.envs.openspiel  # noqa: E402, F401

SMALL = "python_xuezhan(players=2,suits=mp,rules=guide)"


def dealt(game: Any, seed: int) -> Any:
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choices(*zip(*state.chance_outcomes(), strict=True))[0])
    return state


@pytest.mark.parametrize(
    "name", [SMALL, "python_xuezhan(rules=chengdu)", "python_xuezhan(players=3,rules=online)"]
)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_random_simulation_with_serialization() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SMALL), num_sims=1, serialize=True, verbose=False)


def test_game_and_state_are_what_the_api_wants() -> None:
    game = pyspiel.load_game(SMALL)
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (
        2,
        87,
        27,
    )
    assert game.observation_tensor_shape() == [120, 27]
    assert str(game).startswith("python_xuezhan(")
    state = dealt(game, 1)
    assert len(state.history()) == 72
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(legal)
        assert sum(state.legal_actions_mask()) == len(legal)
        assert all(
            state.string_to_action(player, state.action_to_string(player, a)) == a for a in legal
        )
        copy = state.clone()
        copy.apply_action(legal[-1])
        assert str(copy) != str(state)
        state.apply_action(legal[0])
    assert sum(state.returns()) == 0


def test_histories_make_the_same_state() -> None:
    game = pyspiel.load_game(SMALL)
    state = dealt(game, 2)
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.hand == state.hand
    assert again.information_state_string(0) == state.information_state_string(0)


def test_resampling_keeps_what_the_player_knows() -> None:
    game = pyspiel.load_game("python_xuezhan(rules=online)")
    rng = random.Random(3)
    state = dealt(game, 3)
    changed = 0
    while not state.is_terminal():
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        changed += other.hand != state.hand
        state.apply_action(rng.choice(state.legal_actions()))
    assert changed > 30


def test_ismcts_plays_a_reduced_deck() -> None:
    ismcts = pytest.importorskip(
        "open_spiel.python.algorithms.ismcts", reason="open_spiel has no Python bots here"
    )
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(SMALL)
    rng = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=4,
        max_world_samples=-1,
        random_state=rng,
    )
    decisions, hands = 0, 0
    while decisions < 12:  # its worlds come from a source without a seed: a hand may end before
        state = dealt(game, 4)
        while not state.is_terminal() and decisions < 12:
            legal, asked = state.legal_actions(), state.current_player() == 0
            action = bot.step(state) if asked else legal[0]
            assert action in legal
            decisions += asked
            state.apply_action(action)
        hands += 1
        assert hands < 5


def test_rules_must_be_a_rulebook() -> None:
    with pytest.raises(Exception, match="one of guide, online, chengdu"):
        pyspiel.load_game("python_xuezhan(rules=riichi)")
