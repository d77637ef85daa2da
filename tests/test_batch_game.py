"""Hands stepped together."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from xuezhan.play.state import State
from xuezhan.simulation.batch_game import AUTORESET_MODES, BatchGame


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
@pytest.mark.parametrize("mode", AUTORESET_MODES)
def test_slots_play_the_hands_they_say(rules: str, mode: str) -> None:
    n = 6
    batch = BatchGame(n, rules, seed=9, first_index=100, autoreset=mode)
    batch.reset()
    alone = [State(rules, seed=9, index=100 + i) for i in range(n)]
    hands = [100 + i for i in range(n)]
    ended = 0
    for _ in range(400):
        actions = batch.sample()
        batch.step(actions)
        for i, state in enumerate(alone):
            over, before = state.done, np.array(state.scores)
            if not over:
                state.step(int(actions[i]))
            assert batch.dones[i] == (state.done and not over)
            assert (batch.rewards[i] == np.array(state.scores) - before).all()
            ended += int(batch.dones[i])
            if (over and mode == "NEXT_STEP") or (batch.dones[i] and mode == "SAME_STEP"):
                hands[i] += n
                alone[i] = State(rules, seed=9, index=hands[i])
            assert batch.state(i) == alone[i]
            assert batch.hand_of(i) == (9, hands[i])
            assert batch.seats[i] == (-1 if alone[i].done else alone[i].actor)
            assert batch.masks[i].tolist() == [a in alone[i].legal_actions for a in range(87)]
            if not alone[i].done and batch.observations is not None:
                assert (batch.observations[i] == alone[i].view(int(batch.seats[i])).observe()).all()
        if mode == "DISABLED" and (batch.seats < 0).all():
            batch.reset(mask=batch.seats < 0)
            hands = [index + n for index in hands]
            alone = [State(rules, seed=9, index=index) for index in hands]
    assert ended >= n


def test_results_go_into_the_callers_arrays() -> None:
    n = 5
    batch = BatchGame(n, "online", seed=2, observations="float32")
    mine: dict[str, Any] = {
        "observations": np.full((n, 120, 27), 9, np.int8),
        "masks": np.full((n, 87), 9, np.uint8),
        "rewards": np.full((n, 4), 9, np.float32),
        "seats": np.full(n, 9, np.int8),
        "dones": np.full(n, 9, np.int8),
    }
    batch.bind(**mine)
    batch.reset()
    other = BatchGame(n, "online", seed=2, observations="float32")
    other.reset()
    for _ in range(50):
        for name, array in mine.items():
            assert getattr(batch, name) is array
            assert (array == getattr(other, name)).all()
        actions = batch.sample()
        batch.step(actions)
        other.step(actions)
    batch.bind(observations=None, rewards=None)
    before = mine["observations"].copy()
    batch.step(batch.sample())
    assert (mine["observations"] == before).all()
    assert (mine["seats"] == batch.seats).all()


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (
            np.zeros((5, 120, 27), np.int16),
            TypeError,
            "observations must be int8 or float32, not int16",
        ),
        (
            np.zeros((5, 27, 120), np.int8),
            ValueError,
            r"observations must have shape \(5, 120, 27\)",
        ),
        (np.zeros((10, 120, 27), np.int8)[::2], ValueError, "C-contiguous"),
        ([1, 2], TypeError, "must be a NumPy array, not list"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(
    array: object, error: type[Exception], message: str
) -> None:
    batch = BatchGame(5)
    before = batch.observations
    with pytest.raises(error, match=message):
        batch.bind(observations=array)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="there is no array 'obs'"):
        batch.bind(obs=None)
    assert batch.observations is before
    batch.reset()
    batch.step(batch.sample())


def test_illegal_actions_step_nothing() -> None:
    batch = BatchGame(4, "guide", seed=1)
    with pytest.raises(ValueError, match=r"reset\(\) comes before"):
        batch.sample()
    batch.reset()
    states = [batch.state(i) for i in range(4)]
    actions = batch.sample()
    for wrong, message in (
        (56, "slot 2: pass is not legal"),
        (-1, "slot 2: action -1"),
        (10**12, "slot 2: action 1000000000000 is"),
    ):
        actions[2] = wrong
        with pytest.raises(xz.IllegalAction, match=f"{message}.*legal: discard"):
            batch.step(actions)
    assert [batch.state(i) for i in range(4)] == states
    with pytest.raises(ValueError, match=r"shape \(4,\)"):
        batch.step(actions[:3])
    with pytest.raises(TypeError, match="integers, not float64"):
        batch.step(actions.astype(float))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": -1}, "n is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"observations": "int16"}, "'int8', 'float32' or None"),
        ({"autoreset": "later"}, "NEXT_STEP, SAME_STEP, DISABLED"),
        ({"policies": ("random",) * 4}, "one seat at least"),
        ({"policies": (None, "random")}, "one for each of 4 seats"),
        ({"policies": (None, None, None, "best")}, "no policy 'best'"),
        ({"dealer": 4}, "dealer is 4"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_arguments_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BatchGame(**{"n": 2, **options})  # type: ignore[arg-type]


def test_threads_change_nothing() -> None:
    one, many = BatchGame(13, "chengdu", seed=3), BatchGame(13, "chengdu", seed=3, threads=4)
    one.reset()
    many.reset()
    for _ in range(200):
        assert one.observations is not None
        assert many.observations is not None
        assert np.array_equal(one.observations, many.observations)
        assert (one.masks == many.masks).all()
        actions = one.sample()
        assert (actions == many.sample()).all()
        one.step(actions)
        many.step(actions)
        assert (one.rewards == many.rewards).all()


def test_two_threads_on_one_object_do_not_corrupt_it() -> None:
    batch = BatchGame(64, "online", seed=4)
    batch.reset()
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(60):
                try:
                    batch.step(batch.sample())
                except xz.IllegalAction:  # the other thread stepped in between
                    continue
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for i in range(64):
        state = batch.state(i)
        state.validate()
        assert batch.observations is not None
        assert (batch.observations[i] == state.view(int(batch.seats[i])).observe()).all()


def test_policies_answer_for_their_seats() -> None:
    batch = BatchGame(20, "chengdu", seed=6, policies=(None, "random", "efficiency", "mixed"))
    batch.reset()
    sums = np.zeros(4)
    hands = 0
    for _ in range(300):
        assert (batch.seats == 0).all()
        batch.step(batch.sample())
        sums += batch.rewards.sum(axis=0)
        hands += int(batch.dones.sum())
    assert hands > 150
    assert sums.sum() == 0
    assert sums[2] > 0 > sums[0]


def test_sampling_is_uniform_over_the_legal_actions() -> None:
    batch = BatchGame(
        4000, "guide", seed=1, observations=None, policies=(None, "random", "random", "random")
    )
    batch.reset()
    batch.bind(observations=None)
    share = np.zeros(4000)
    for _ in range(30):
        actions = batch.sample()
        legal = batch.masks.cumsum(axis=1)
        rank = legal[np.arange(4000), actions] - 1
        share += (rank + 0.5) / legal[:, -1]
    assert abs(share.mean() / 30 - 0.5) < 4 * (1 / 12 / 120_000) ** 0.5


def test_terminal_observations_are_of_the_seat_that_acted_last() -> None:
    batch = BatchGame(8, "guide", seed=2, autoreset="NEXT_STEP")
    batch.reset()
    seen = 0
    while seen < 8:
        acted = batch.seats.copy()
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.dones):
            assert batch.observations is not None
            expected = batch.view(int(i), int(acted[i])).observe()
            assert (batch.observations[i] == expected).all()
            assert not batch.masks[i].any()
            seen += 1
            with pytest.raises(ValueError, match="is over; name the seat"):
                batch.view(int(i))
    final = np.zeros((8, 120, 27), np.int8)
    same = BatchGame(8, "guide", seed=2)
    same.bind(final_observations=final)
    same.reset()
    again = BatchGame(8, "guide", seed=2, autoreset="DISABLED")
    again.reset()
    while not same.dones.any():
        actions = same.sample()
        same.step(actions)
        again.step(actions)
    first = int(np.flatnonzero(same.dones)[0])
    assert again.observations is not None
    assert (final[first] == again.observations[first]).all()


def test_an_empty_batch_works() -> None:
    batch = BatchGame(0)
    batch.reset()
    batch.step(batch.sample())
    assert len(batch) == 0


def test_a_batch_is_not_pickled() -> None:
    for way in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="a BatchGame cannot be pickled or copied"):
            way(BatchGame(1))
