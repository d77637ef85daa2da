"""The core against `xuezhan.reference`, on the same inputs in one run."""

from __future__ import annotations

from typing import Any

import pytest

import xuezhan as xz
from xuezhan import reference
from xuezhan.bench import player, sample_hands

HANDS = 10
ROWS = 30


@pytest.mark.parametrize("policy", reference.POLICIES)
@pytest.mark.benchmark(group="10 whole hands, core and reference")
def test_core_hands(benchmark: Any, policy: str) -> None:
    benchmark(player(xz.Rules("guide"), policy, HANDS))


@pytest.mark.parametrize("policy", reference.POLICIES)
@pytest.mark.benchmark(group="10 whole hands, core and reference")
def test_reference_hands(benchmark: Any, policy: str) -> None:
    def play() -> None:
        for index in range(HANDS):
            reference.play("guide", policy, 20, index)

    benchmark.pedantic(play, rounds=3)


@pytest.mark.benchmark(group="shanten of 30 hands, core and reference")
def test_core_shanten(benchmark: Any) -> None:
    counts = sample_hands(ROWS, 14)
    assert len(benchmark(xz.shanten, counts)) == ROWS


@pytest.mark.benchmark(group="shanten of 30 hands, core and reference")
def test_reference_shanten(benchmark: Any) -> None:
    counts = sample_hands(ROWS, 14)
    hands = counts.tolist()
    found = benchmark(lambda: [reference.shanten(hand, ()) for hand in hands])
    assert found == xz.shanten(counts).tolist()
