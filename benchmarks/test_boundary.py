"""What one call from Python costs."""

from __future__ import annotations

from typing import Any

import pytest

import xuezhan as xz
from xuezhan.bench import stepping

pytestmark = pytest.mark.benchmark(group="one call from Python")

TEXT = "123456m2233p [555p]"


def test_hand_from_text(benchmark: Any) -> None:
    assert benchmark(xz.Hand, TEXT).shanten == 0


def test_hand_from_counts(benchmark: Any) -> None:
    counts = bytes(xz.Hand("1223345m4556p12s").counts)
    assert len(benchmark(xz.Hand, counts)) == 13


def test_first_shanten_of_a_hand(benchmark: Any) -> None:
    benchmark.pedantic(lambda hand: hand.shanten, setup=lambda: ((xz.Hand(TEXT),), {}), rounds=2000)


def test_shanten_of_a_hand(benchmark: Any) -> None:
    hand = xz.Hand(TEXT)
    assert benchmark(lambda: hand.shanten) == 0


def test_waits_of_a_hand(benchmark: Any) -> None:
    hand = xz.Hand(TEXT)
    assert len(benchmark(lambda: hand.waits)) == 2


def test_score_of_a_hand(benchmark: Any) -> None:
    hand, rules = xz.Hand(TEXT), xz.Rules("chengdu")
    assert benchmark(hand.score, rules, "2p").fan == 1


def test_copy_of_a_game(benchmark: Any) -> None:
    game = xz.Game("guide", seed=1)
    assert benchmark(game.copy).fingerprint == game.fingerprint


def test_legal_actions(benchmark: Any) -> None:
    game = xz.Game("guide", seed=1)
    assert benchmark(lambda: game.legal_actions)


def test_steps_of_a_game(benchmark: Any) -> None:
    """A whole hand's steps, its actions known beforehand: divide by their number."""
    setup, play, steps = stepping()
    benchmark.extra_info["steps"] = steps
    benchmark.pedantic(play, setup=lambda: (setup(), {}), rounds=500)
