"""Array calls over hands without and with melds, and the floors of the same shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import xuezhan as xz
from xuezhan._core import FloorRows
from xuezhan.bench import melded_hands, sample_hands

ROWS = 20_000


@pytest.fixture(scope="module")
def fourteen() -> Any:
    return sample_hands(ROWS, 14)


@pytest.fixture(scope="module")
def thirteen() -> Any:
    return sample_hands(ROWS, 13)


@pytest.mark.parametrize("kernel", [xz.is_win, xz.shanten], ids=["is_win", "shanten"])
@pytest.mark.benchmark(group="arrays of 20,000 hands")
def test_fourteen_tiles(benchmark: Any, fourteen: Any, kernel: Callable[..., Any]) -> None:
    assert len(benchmark(kernel, fourteen)) == ROWS


@pytest.mark.parametrize("kernel", [xz.waits, xz.shanten], ids=["waits", "shanten"])
@pytest.mark.benchmark(group="arrays of 20,000 hands")
def test_thirteen_tiles(benchmark: Any, thirteen: Any, kernel: Callable[..., Any]) -> None:
    assert len(benchmark(kernel, thirteen)) == ROWS


@pytest.mark.parametrize("kernel", [xz.is_win, xz.shanten], ids=["is_win", "shanten"])
@pytest.mark.benchmark(group="arrays of 20,000 hands")
def test_index(benchmark: Any, fourteen: Any, kernel: Callable[..., Any]) -> None:
    assert len(benchmark(kernel, index=xz.index(fourteen))) == ROWS


@pytest.mark.parametrize("floor", ["loads", "index_loads"])
@pytest.mark.benchmark(group="arrays of 20,000 hands")
def test_floor(benchmark: Any, fourteen: Any, floor: str) -> None:
    assert benchmark(getattr(FloorRows(fourteen), floor)) > 0


@pytest.mark.parametrize("kernel", [xz.is_win, xz.shanten], ids=["is_win", "shanten"])
@pytest.mark.benchmark(group="arrays of hands with melds")
def test_melds(benchmark: Any, kernel: Callable[..., Any]) -> None:
    counts, pongs, kongs = melded_hands(100)
    benchmark.extra_info["rows"] = len(counts)
    assert len(benchmark(kernel, counts, pongs, kongs)) == len(counts)


@pytest.mark.benchmark(group="arrays of 20,000 hands")
def test_every_third_row_reversed(benchmark: Any, fourteen: Any) -> None:
    """Strides instead of contiguous rows."""
    strided = fourteen[::-3, :]
    assert len(benchmark(xz.shanten, strided)) == len(strided)
