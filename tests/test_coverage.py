"""Intervals of 95 % hold the truth as often as they say, in small runs too (docs/players.md §2)."""

from __future__ import annotations

import pytest
from benchmarks.coverage import (
    MIXED,
    Found,
    of_arena,
    of_evaluate,
    of_review,
    of_simulate,
    played,
    positions,
)

import xuezhan as xz

pytestmark = pytest.mark.slow


def check(found: Found, least: float, fewest: int) -> None:
    for what, coverage in found.items():
        if coverage.given >= fewest:
            assert coverage.share >= least, (what, coverage)


@pytest.mark.parametrize("policies", ["random", "efficiency", MIXED])
@pytest.mark.parametrize("games", [20, 100, 1000])
def test_simulations(policies: str | tuple[str, ...], games: int) -> None:
    found = of_simulate("guide", policies, games, 250, 200_000)
    check(found, 0.925, 250)
    if games < 100:
        assert found["score by seat"].given == 0  # too few hands to tell
    else:
        assert found["score by seat"].none == 0
    assert found["rates by seat"].none == 0


@pytest.mark.parametrize("games", [5, 30])
def test_matches(games: int) -> None:
    check(of_arena(("efficiency", "random"), games, 250, 20_000), 0.92, 250)


@pytest.mark.parametrize("playouts", [50, 200, 1000])
def test_evaluations(playouts: int) -> None:
    views = [view for rules in ("guide", "chengdu") for view in positions(rules, range(2, 74, 18))]
    found = of_evaluate(views, playouts, 40, 40_000)
    check(found, 0.935, 400)
    for coverage in found.values():
        assert coverage.none < coverage.given / 20
    for view in views:  # nor is it a few positions that make the mean
        check(of_evaluate([view], playouts, 25, 40_000), 0.85, 100)


def test_reviews() -> None:
    for playouts in (100, 400):
        found = of_review([played("guide", "mixed", 0)], playouts, 25, 15_000)
        check(found, 0.94, 20)
        assert set(found) == {"marks", "given away", "totals"}


def test_the_flush_is_not_broken_up() -> None:
    """Ten dots of fourteen tiles under `chengdu`: what does not belong to the flush goes."""
    view = xz.turn_view("11m2345678999p35s", "chengdu")
    for seed in range(3):
        found = xz.evaluate(view, 1000, seed)
        assert str(found.best) in ("discard 1m", "discard 3s", "discard 5s")
        broken = found["discard 8p"].behind
        assert broken.low > 0
        assert broken.low < 1.9 < broken.high + 1
