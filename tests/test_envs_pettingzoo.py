"""PettingZoo's own tests."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test

import xuezhan as xz
from xuezhan.envs.pettingzoo import XuezhanAEC, env

# PettingZoo's test warns of observations that are dicts with a mask, which its own card games have,
# and of negative numbers.
WARNINGS = (
    "ignore:Observation:UserWarning",
    "ignore:The observation contains negative numbers:UserWarning",
)


def quietly(test: Any) -> Any:
    for warning in WARNINGS:
        test = pytest.mark.filterwarnings(warning)(test)
    return test


@quietly
@pytest.mark.parametrize("rules", ["guide", "online", "chengdu"])
def test_api(rules: str) -> None:
    api_test(env(rules), num_cycles=400)


@quietly
def test_api_of_a_small_table() -> None:
    api_test(env(xz.Rules("guide", players=2, suits="mp"), observations="float32"), num_cycles=200)


def test_seeds() -> None:
    seed_test(lambda: env("online"), num_cycles=200)


def test_a_seed_that_was_drawn_is_told() -> None:
    drawn, again = XuezhanAEC("guide"), XuezhanAEC("guide")
    assert drawn.hand_of is None
    drawn.reset()
    drawn.reset()
    assert drawn.hand_of is not None
    seed, index = drawn.hand_of
    assert index == 1
    again.reset(seed=seed)
    again.reset()
    assert again.hand == drawn.hand == xz.State("guide", seed, index)


def test_rewards_are_the_points() -> None:
    hand = XuezhanAEC("chengdu")
    for seed in range(4):
        hand.reset(seed=seed)
        totals = dict.fromkeys(hand.possible_agents, 0.0)
        for agent in hand.agent_iter():
            _, reward, termination, _, _ = hand.last()
            totals[agent] += reward
            if termination:
                hand.step(None)
                continue
            state = hand.hand
            hand.step(int(state.policy_action("efficiency")))
        assert list(totals.values()) == [float(score) for score in hand.hand.scores]
        assert sum(totals.values()) == 0


def test_hands_follow_each_other() -> None:
    hand = XuezhanAEC("guide")
    hand.reset(seed=3)
    hand.reset()
    assert hand.hand == xz.State("guide", seed=3, index=1)
    hand.reset(options={"wall": xz.Game("guide", seed=8).wall})
    assert (
        hand.hand.hand(2) == xz.Game("guide", seed=8, index=2).hand(2) or hand.hand.wall_left == 55
    )


def test_illegal_actions_are_refused() -> None:
    hand = XuezhanAEC("guide", render_mode="ansi")
    hand.reset(seed=1)
    with pytest.raises(xz.IllegalAction):
        hand.step(56)
    assert hand.render() == str(hand.hand.view(0))
