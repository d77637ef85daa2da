"""
Re-dealing: `View.determinize` from Python. The shuffle itself is tested in tests/c/test_redeal.c.
"""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from walks import RULES, states, walk
from xuezhan.hands.tiles import Tiles
from xuezhan.play.state import State, StateBatch


def fits(chi: float, freedom: int) -> bool:
    """Within five deviations; the seeds are fixed."""
    return (chi - freedom) ** 2 < 25 * 2 * freedom


def test_worlds_pass_validate_and_look_the_same() -> None:
    for number, state in enumerate(states(2, every=7)):
        for seat in range(state.players):
            view = state.view(seat)
            worlds = view.determinize(3, number)
            worlds.validate()
            assert len(worlds) == 3
            for world in worlds:
                assert world.view(seat) == view
                assert world.rules == state.rules
                assert sum(world.scores) == 0


def test_a_seed_gives_the_same_worlds() -> None:
    view = State("chengdu", seed=1).view(2)
    one, same, other = (
        view.determinize(4, 7),
        view.determinize(4, 7),
        view.determinize(4, 7, index=1),
    )
    assert list(one) == list(same) != list(other)
    assert view.determinize(seed=7) == one[0] == State("chengdu", seed=1).determinize(2, 7)
    assert view.determinize(2, 7)[1] == one[1]


def test_every_arrangement_of_a_small_remainder_is_as_likely() -> None:
    rules = xz.Rules("guide", suits="mp", players=2)
    state = next(
        s.copy()
        for seed in range(50)
        for s in walk(rules, seed, "random")
        if s.wall_left == 1 and s.phase == "turn"
    )
    seat = state.actor
    assert seat is not None
    view = state.view(seat)
    n = 60_000
    worlds = view.determinize(n, 3)
    other = worlds.counts[:, 1 - seat]
    seen = Counter(
        (bytes(row), int(last)) for row, last in zip(other, worlds.walls[:, 0], strict=True)
    )
    hidden = np.array([4] * 18 + [0] * 9) - view.hand.counts - view.seen_counts
    assert hidden.sum() == view.concealed[1 - seat] + 1
    expected = {}
    for slot in np.flatnonzero(hidden):
        left = hidden.copy()
        left[slot] -= 1
        expected[bytes(left.astype(np.uint8)), int(slot)] = n * hidden[slot] / hidden.sum()
    assert seen.keys() == expected.keys()
    assert fits(sum((seen[k] - e) ** 2 / e for k, e in expected.items()), len(expected) - 1)


def test_hands_are_drawn_as_from_an_urn() -> None:
    """How many of one kind each other seat holds, against the hypergeometric numbers."""
    view = State("guide", seed=5, dealer=0).view(0)
    n = 30_000
    worlds = view.determinize(n, 11)
    hidden = 4 - view.hand.counts.astype(int)
    slot = int(np.argmax(hidden == 4))
    left, others = int(hidden.sum()), 13
    for seat in (1, 2, 3):
        found = np.bincount(worlds.counts[:, seat, slot], minlength=5)
        chances = [
            choose(4, k) * choose(left - 4, others - k) / choose(left, others) for k in range(5)
        ]
        assert fits(sum((f - n * c) ** 2 / (n * c) for f, c in zip(found, chances, strict=True)), 4)


def choose(n: int, k: int) -> float:
    out = 1.0
    for i in range(k):
        out = out * (n - i) / (i + 1)
    return out


def near_ready(world: State) -> bool:
    shanten = world.hand(1).shanten
    return shanten is not None and shanten <= 2


def test_weights_favour_worlds() -> None:
    view = State("chengdu", seed=4, dealer=0).view(0)
    calls = []

    def weight(world: State) -> float:
        calls.append(world.fingerprint)
        return 1.0 if near_ready(world) else 0.1

    worlds = view.determinize(300, 1, weight=weight)
    near = sum(near_ready(world) for world in worlds)
    plain = sum(near_ready(world) for world in view.determinize(300, 1))
    assert near > 2 * plain > 0
    assert len(set(calls)) == len(calls) > 300


def test_what_a_weight_raises_comes_out() -> None:
    view = State("guide").view(0)

    def broken(world: State) -> float:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        view.determinize(5, weight=broken)
    with pytest.raises(ValueError, match=r"a weight is 2\.0"):
        view.determinize(weight=lambda world: 2.0)
    with pytest.raises(xz.InvalidState, match="refused"):
        view.determinize(weight=lambda world: 0.0)


def test_owed_answers_are_given_by_the_policy_or_left() -> None:
    found = 0
    for state in states(20, every=10**6):
        if len(state.pending) < 2:
            continue
        for seat in state.pending:
            for world in state.view(seat).determinize(4, 2, policy="random"):
                found += 1
                assert list(world.pending) == [seat]
            for world in state.view(seat).determinize(4, 2, policy=None):
                assert seat in world.pending
                assert world.view(seat) == state.view(seat)
    assert found > 40


def test_a_seat_that_waits_sees_only_worlds_in_which_somebody_is_asked() -> None:
    found = 0
    for rules in RULES[:3]:
        for state in walk(rules, 3, "efficiency"):
            if state.phase in ("claim", "rob"):
                for seat in set(range(4)) - set(state.pending):
                    found += 1
                    assert state.view(seat).determinize(seed=found).pending
    assert found > 30


def test_batches_are_sequences() -> None:
    batch = State("guide", seed=2).view(1).determinize(5)
    assert isinstance(batch, StateBatch)
    assert batch[-1] == batch[4] == batch[3:][1]
    assert batch[0] is not batch[0]
    assert batch.counts.shape == (5, 4, 27)
    assert batch.walls.shape == (5, 55)
    with pytest.raises(ValueError, match="read-only"):
        batch.counts[0, 0, 0] = 1
    with pytest.raises(IndexError):
        batch[5]
    for i, state in enumerate(batch):
        assert Tiles(state.wall) == Tiles.from_counts(
            np.bincount(batch.walls[i], minlength=27).astype(np.uint8)
        )
    assert len(State("guide").view(0).determinize(0)) == 0
    with pytest.raises(ValueError, match="n is -1"):
        State("guide").view(0).determinize(-1)
    with pytest.raises(ValueError, match="no policy 'best'"):
        State("guide").view(0).determinize(policy="best")
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"n": 1.5}, TypeError, "n must be an integer, not float"),
        ({"seed": -1}, ValueError, "seed is -1; it must be from 0"),
        ({"index": 2**64}, ValueError, "index is"),
        ({"weight": 5}, TypeError, "weight must be a function of a State, not int"),
    ]
    for arguments, error, message in wrong:
        with pytest.raises(error, match=message):
            State("guide").view(0).determinize(**arguments)
    with pytest.raises(TypeError, match=r"cannot be pickled or copied; its states can"):
        pickle.dumps(batch)
