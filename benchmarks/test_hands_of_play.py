"""Whole hands by policy and rulebook, in C, and the bare hand as their floor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from xuezhan._core import floor_bare_hands, floor_deals
from xuezhan.bench import player

HANDS = 500


@pytest.mark.parametrize("policy", xz.POLICIES)
@pytest.mark.parametrize("rulebook", xz.RULEBOOKS)
@pytest.mark.benchmark(group="500 whole hands")
def test_whole_hands(benchmark: Any, rulebook: str, policy: str) -> None:
    benchmark(player(xz.Rules(rulebook), policy, HANDS))


@pytest.mark.benchmark(group="500 whole hands")
def test_floor_bare_hands(benchmark: Any) -> None:
    assert benchmark(floor_bare_hands, 1, 0, HANDS) > HANDS


@pytest.mark.benchmark(group="500 whole hands")
def test_floor_deals(benchmark: Any) -> None:
    assert benchmark(floor_deals, 1, 0, HANDS) > 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.benchmark(group="20,000 hands into an array")
def test_play_batch(benchmark: Any, threads: int) -> None:
    out = np.empty(20_000, xz.RESULT_DTYPE)
    benchmark(xz.play_batch, len(out), "guide", "random", out=out, threads=threads)
    assert not out["scores"].sum(axis=1).any()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.benchmark(group="simulate 20,000 hands")
def test_simulate(benchmark: Any, threads: int) -> None:
    assert benchmark(xz.simulate, 20_000, "guide", "random", threads=threads).games == 20_000
