"""
Rates of states, re-dealing and environments, each beside its floor, in processor time of one run.

    python benchmarks/environments.py [seconds a measurement]
"""

from __future__ import annotations

import copy
import sys
import time
from collections.abc import Callable

import numpy as np

import xuezhan as xz
from xuezhan.bench import alternate

SLOTS = 1024


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second of processor time; the best of five stretches."""
    work()
    best = 0.0
    for _ in range(5):
        done, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < seconds / 5:
            done += work()
        best = max(best, done / spent)
    return best


def batch_rates(seconds: float) -> tuple[dict[str, float], float]:
    """
    Steps without observations, with them, and the floor: without, and as many bytes cleared; in
    turn, and how the floor's time compares with that of the steps with observations.
    """
    plain = xz.BatchGame(SLOTS, "chengdu", seed=1, observations=None)
    whole = xz.BatchGame(SLOTS, "chengdu", seed=1)
    actions = np.empty(SLOTS, np.int64)
    observations = np.zeros((SLOTS, *xz.OBSERVATION_SHAPE), np.int8)
    plain.reset()
    whole.reset()

    def step(batch: xz.BatchGame, clears: bool = False) -> None:
        for _ in range(4):
            batch.step(batch.sample(actions))
            if clears:
                observations.fill(0)

    steps = 4 * SLOTS
    works: dict[str, tuple[Callable[[], object], int]] = {
        "steps/s": (lambda: step(plain), steps),
        "steps/s with observations": (lambda: step(whole), steps),
        "floor: steps/s and as many bytes cleared": (lambda: step(plain, True), steps),
    }
    timings = alternate(works, max(5, round(100 * seconds)))
    share = 1 / timings["steps/s with observations"].over(
        timings["floor: steps/s and as many bytes cleared"]
    )
    return {name: timing.rate for name, timing in timings.items()}, share


def redeal_rates(seconds: float) -> dict[str, float]:
    """Worlds from the views of whoever acts, along some hands."""
    views = []
    for seed in range(20):
        state = xz.State("chengdu", seed=seed)
        while state.actor is not None:
            views.append(state.view(state.actor))
            state.step(state.policy_action("efficiency"))
    turn = iter(range(1 << 60))
    found = {
        "re-dealt states/s": rate(
            lambda: len(views[next(turn) % len(views)].determinize(500)), seconds
        )
    }
    state = xz.State("chengdu", seed=1)
    found["State.copy/s, from Python"] = rate(
        lambda: len([state.copy() for _ in range(1000)]), seconds
    )
    found["copy.copy/s"] = rate(lambda: len([copy.copy(state) for _ in range(1000)]), seconds)
    return found


def pettingzoo_rates(seconds: float) -> dict[str, float]:
    """
    Steps of the AEC environment with `last`, by sampled actions; empty where PettingZoo is missing.
    """
    try:
        from xuezhan.envs.pettingzoo import XuezhanAEC, env
    except ImportError:
        return {}

    def play(hand: XuezhanAEC) -> int:
        hand.reset(seed=1)
        steps = 0
        for agent in hand.agent_iter():
            observation, _, termination, _, _ = hand.last()
            mask = None if termination else observation["action_mask"]
            hand.step(None if termination else hand.action_space(agent).sample(mask))
            steps += 1
        return steps

    return {
        "PettingZoo steps/s": rate(lambda: play(env("chengdu")), seconds),
        "PettingZoo steps/s, unwrapped": rate(lambda: play(XuezhanAEC("chengdu")), seconds),
    }


def main(seconds: float = 2.0) -> None:
    """Measure and print."""
    batch, share = batch_rates(seconds)
    rates = batch | redeal_rates(seconds) | pettingzoo_rates(seconds)
    for name, number in rates.items():
        print(f"{number:>14,.0f}  {name}")
    print(f"{share:>14.2f}  with observations, of the floor")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
