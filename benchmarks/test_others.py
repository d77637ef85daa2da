"""The core against what else there is on PyPI, in one run. A package that is missing is skipped."""

from __future__ import annotations

from typing import Any

import pytest

import xuezhan as xz
from benchmarks.others import OTHERS, Other
from xuezhan.bench import player, sample_hands

ROWS = 200

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs


def module_of(other: Other) -> Any:
    return pytest.importorskip(other.module, reason=f"{other.package} is not installed")


def ids(others: list[Other]) -> list[str]:
    return [other.package for other in others]


SHANTEN = [other for other in OTHERS if other.shanten]
WIN = [other for other in OTHERS if other.win]
PLAY = [other for other in OTHERS if other.play]


@pytest.mark.parametrize("other", SHANTEN, ids=ids(SHANTEN))
@pytest.mark.benchmark(group="shanten of 200 suited hands of 14")
def test_shanten(benchmark: Any, other: Other) -> None:
    assert other.shanten is not None
    work = other.shanten(module_of(other), sample_hands(ROWS, 14).tolist())
    assert len(benchmark(work)) == ROWS


@pytest.mark.benchmark(group="shanten of 200 suited hands of 14")
def test_own_shanten(benchmark: Any) -> None:
    assert len(benchmark(xz.shanten, sample_hands(ROWS, 14))) == ROWS


@pytest.mark.parametrize("other", WIN, ids=ids(WIN))
@pytest.mark.benchmark(group="win test of 200 suited hands")
def test_win(benchmark: Any, other: Other) -> None:
    assert other.win is not None
    work = other.win(module_of(other), sample_hands(ROWS, 14).tolist())
    assert len(benchmark(work)) == ROWS


@pytest.mark.benchmark(group="win test of 200 suited hands")
def test_own_win(benchmark: Any) -> None:
    assert len(benchmark(xz.is_win, sample_hands(ROWS, 14))) == ROWS


@pytest.mark.parametrize("other", PLAY, ids=ids(PLAY))
@pytest.mark.benchmark(group="one hand of play at random")
def test_play(benchmark: Any, other: Other) -> None:
    assert other.play is not None
    benchmark.pedantic(other.play(module_of(other)), rounds=10)


@pytest.mark.benchmark(group="one hand of play at random")
def test_own_play(benchmark: Any) -> None:
    benchmark(player(xz.Rules("guide"), "random", 1))
