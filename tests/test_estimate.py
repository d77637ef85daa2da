"""Means, rates and their intervals: known points, exact coverage, and how they are printed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from xuezhan.estimate import Estimate, student_point


@pytest.mark.parametrize(
    ("freedom", "tail", "point"),
    [
        (1, 0.025, 12.70620474),
        (2, 0.025, 4.30265273),
        (9, 0.025, 2.26215716),
        (39, 0.025, 2.02269092),
        (399, 0.025, 1.96592730),
        (399, 0.0005, 3.31507701),
        (10**7, 0.025, 1.95996422),
    ],
)
def test_student_points(freedom: int, tail: float, point: float) -> None:
    assert student_point(freedom, tail) == pytest.approx(point, rel=1e-6)


def test_means() -> None:
    assert Estimate.of_mean(6, 14, 3) == pytest.approx(Estimate.of_mean(12, 56, 3, scale=2))
    found = Estimate.of_mean(6, 14, 3)  # 1, 2, 3
    assert found.value == 2
    assert found.high - found.value == pytest.approx(4.30265273 / math.sqrt(3))
    assert found.interval == [found.low, found.high]


def test_no_interval_where_nothing_can_be_told() -> None:
    for found in (
        Estimate.of_mean(5, 25, 1),
        Estimate.of_mean(0, 0, 50),
        Estimate.of_mean(150, 450, 50),
        Estimate.of_mean(6, 14, 3, fewest=4),
        Estimate.of_mean(0, 0, 0),
        Estimate.of_rate(0, 0),
        Estimate.of_shared_rate(60, 180, 20, 4),  # three of four in every hand
    ):
        assert not found.known
        assert found.interval is None
    assert Estimate.of_mean(150, 450, 50).value == 3
    assert math.isnan(Estimate.of_rate(0, 0).value)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 20, 0, 0.16843347),
        (10, 10, 0.69150289, 1),
        (5, 10, 0.18708603, 0.81291397),
        (1, 1000, 0.0000253174875, 0.00555892428),
        (1000, 10**6, 0.00093900121, 0.00106391869),
    ],
)
def test_exact_rates(hits: int, n: int, low: float, high: float) -> None:
    found = Estimate.of_rate(hits, n)
    assert found.value == hits / n
    assert found.low == pytest.approx(low, rel=1e-5)
    assert found.high == pytest.approx(high, rel=1e-5)


def test_large_counts_go_on_where_exact_ones_end() -> None:
    exact, normal = Estimate.of_rate(2000, 10**5), Estimate.of_rate(2001, 10**5)
    assert normal.low == pytest.approx(exact.low, rel=2e-3)
    assert normal.high == pytest.approx(exact.high, rel=2e-3)


@pytest.mark.parametrize("n", [1, 4, 13, 40])
def test_rates_cover_exactly(n: int) -> None:
    """The chance that the interval holds the true rate, summed over all that may come up."""
    ends = [Estimate.of_rate(hits, n) for hits in range(n + 1)]
    for p in np.linspace(0.003, 0.997, 71):
        covered = sum(
            math.comb(n, hits) * p**hits * (1 - p) ** (n - hits)
            for hits in range(n + 1)
            if ends[hits].low <= p <= ends[hits].high
        )
        assert covered >= 0.95


def test_trials_of_a_hand_that_go_together_count_as_one() -> None:
    alone = Estimate.of_rate(30, 100)
    together = Estimate.of_shared_rate(120, 30 * 16, 100, 4)  # all four seats or none
    assert together.value == alone.value
    assert together.low == pytest.approx(alone.low, abs=0.01)
    assert together.high == pytest.approx(alone.high, abs=0.01)
    apart = Estimate.of_shared_rate(120, 30 * 4 + 60, 100, 4)
    assert apart.high - apart.low < together.high - together.low
    assert Estimate.of_shared_rate(3, 3, 50, 1) == Estimate.of_rate(3, 50)
    never = Estimate.of_shared_rate(0, 0, 50, 4)
    assert never == Estimate.of_rate(0, 50)


def test_text() -> None:
    nan = math.nan
    for found, digits, scale, sign, text in [
        (Estimate(0.346, 0.226, 0.466), 2, 1, "+", "+0.35 ± 0.12"),
        (Estimate(-0.346, -0.466, -0.226), 2, 1, "", "-0.35 ± 0.12"),
        (Estimate(0.0, 0.0, 0.0362), 2, 100, "", "0.00 (0.00 to 3.62)"),
        (Estimate(0.5, 0.398, 0.602), 1, 100, "", "50.0 ± 10.2"),
        (Estimate(2.5, nan, nan), 1, 1, "+", "+2.5"),
    ]:
        assert found.text(digits, scale, sign) == text
    assert Estimate(0.1, 0.0, 0.52).at_most(2) == "≤ 0.52"
    assert Estimate(0.0, 0.0, 0.001).at_most(2) == "0.00"
    assert Estimate(1.2, 0.2, 2.2).at_most(2) == "1.20 ± 1.00"
    assert Estimate(1.2, nan, nan).at_most(2) == "1.20"
