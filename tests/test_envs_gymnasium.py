"""Gymnasium's own checks, and the vector environment against its SyncVectorEnv."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import xuezhan as xz  # noqa: E402
from xuezhan.envs.gymnasium import XuezhanEnv, XuezhanVectorEnv  # noqa: E402


def assert_same(ours: Any, theirs: Any, where: str) -> None:
    """Equal in type, shape and value, however nested."""
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys(), where
        for name in ours:
            assert_same(ours[name], theirs[name], f"{where}.{name}")
    elif isinstance(ours, tuple) or (isinstance(ours, np.ndarray) and ours.dtype == object):
        assert len(ours) == len(theirs), where
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_same(one, other, f"{where}[{i}]")
    elif isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
        assert (ours == theirs).all(), where
    else:
        assert ours == theirs, where


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_check_env(rules: str) -> None:
    check_env(XuezhanEnv(rules, illegal="replace"), skip_render_check=True)


def test_check_env_of_a_registered_environment() -> None:
    env = gymnasium.make(
        "xuezhan/Hand-v1", rules="online", seat=2, observations="float32", illegal="replace"
    )
    check_env(env.unwrapped)
    assert (
        gymnasium.make_vec(
            "xuezhan/Hand-v1", num_envs=3, vectorization_mode="vector_entry_point"
        ).num_envs
        == 3
    )


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    "options",
    [{}, {"seat": 3, "opponents": ["random", "mixed", "efficiency"], "observations": "float32"}],
)
def test_the_vector_environment_is_a_sync_vector_env(
    mode: AutoresetMode, options: dict[str, Any]
) -> None:
    n = 5
    options = {"rules": "chengdu", "opponents": "mixed", "illegal": "replace", **options}
    ours = XuezhanVectorEnv(n, **options, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: XuezhanEnv(**options)] * n, autoreset_mode=mode)
    assert ours.action_space == theirs.action_space
    assert ours.observation_space == theirs.observation_space
    assert ours.metadata == theirs.metadata
    rng = np.random.default_rng(1)
    ended = 0
    assert_same(ours.reset(seed=42), theirs.reset(seed=42), "reset")
    for step in range(250):
        if step == 120:
            assert_same(
                ours.reset(seed=[5, 4, 3, 2, 1]), theirs.reset(seed=[5, 4, 3, 2, 1]), "reset"
            )
        actions = rng.integers(0, 87, n)
        one, other = ours.step(actions), theirs.step(actions)
        assert_same(one, other, f"step {step}")
        ended += int(one[2].sum())
        if mode == AutoresetMode.DISABLED and one[2].any():
            assert_same(
                ours.reset(options={"reset_mask": one[2]}),
                theirs.reset(options={"reset_mask": one[2].copy()}),
                "mask",
            )
    assert ended > 20
    ours.close()
    theirs.close()


def test_illegal_actions() -> None:
    env = XuezhanEnv("guide")
    env.reset(seed=1)
    with pytest.raises(xz.IllegalAction, match="pass is not legal"):
        env.step(56)
    replacing = XuezhanEnv("guide", illegal="replace")
    observation, info = replacing.reset(seed=1)
    assert info["illegal"] is False
    lowest = int(observation["action_mask"].argmax())
    after = replacing.step(56)
    env.reset(seed=1)
    assert after[4]["illegal"] is True
    assert_same(after[0], env.step(lowest)[0], "replaced")
    vector = XuezhanVectorEnv(2, "guide")
    vector.reset(seed=1)
    with pytest.raises(xz.IllegalAction, match="slot 0: pass is not legal"):
        vector.step(np.array([56, 56]))


def test_what_is_no_action_steps_nothing() -> None:
    env = XuezhanEnv("guide", illegal="replace")
    env.reset(seed=1)
    before = env._batch.state(0)
    for action in (1.0, "pass", None):
        with pytest.raises(TypeError, match="an action is an integer, not"):
            env.step(action)  # type: ignore[arg-type]
    assert env._batch.state(0) == before
    vector = XuezhanVectorEnv(2, "guide", illegal="replace")
    vector.reset(seed=1)
    with pytest.raises(TypeError, match="actions must be integers, not float64"):
        vector.step(np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match=r"actions must have shape \(2,\), not \(3,\)"):
        vector.step(np.array([1, 2, 3]))


def test_rewards_add_up_to_the_score() -> None:
    env = XuezhanEnv("chengdu", opponents="efficiency")
    rng = np.random.default_rng(3)
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        total, over = float(info["scores"][0]), False
        while not over:
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, over, _, info = env.step(int(action))
            total += reward
        assert total == info["scores"][0]
        assert not observation["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_arguments_are_checked() -> None:
    for options, message in (
        ({"seat": 4}, "seat is 4"),
        ({"opponents": ["random"]}, "one for each of 3 seats"),
        ({"illegal": "ignore"}, "'raise' or 'replace'"),
        ({"render_mode": "human"}, "None or 'ansi'"),
    ):
        with pytest.raises(ValueError, match=message):
            XuezhanEnv("guide", **options)


def test_a_seed_that_was_drawn_is_told() -> None:
    drawn, again = XuezhanEnv("guide"), XuezhanEnv("guide")
    first, _ = drawn.reset()
    seed, index = drawn.hand_of
    assert index == 0
    second, _ = again.reset(seed=seed)
    assert again.hand_of == (seed, index)
    for name in first:
        assert (first[name] == second[name]).all()


def test_render_gives_the_learners_view() -> None:
    env = XuezhanEnv("guide", seat=1, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert "you" in text
    assert text == str(env._batch.view(0, 1))
