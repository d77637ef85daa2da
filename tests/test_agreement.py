"""Likely worlds against what is so at the table, at every stage of a hand (docs/players.md §2)."""

from __future__ import annotations

import pytest
from benchmarks.agreement import STAGES, Agreement, measure

import xuezhan as xz

pytestmark = pytest.mark.slow

CASES = 60  #: from which on a cell is held to it


@pytest.fixture(scope="module", params=["efficiency", "value"])
def found(request: pytest.FixtureRequest) -> Agreement:
    hands = 1500 if request.param == "efficiency" else 400
    return measure("guide", request.param, hands, worlds=24, seed=3)


def test_shares_agree_at_every_stage(found: Agreement) -> None:
    for stage in STAGES:
        for fact in ("ready", "three suits", "wait"):
            pair = found.get("turn", stage, fact)
            assert pair.n >= CASES, (stage, fact)
            assert abs(pair.gap) < 0.06 + 3 * pair.error, (stage, fact, pair)


def test_points_agree_at_every_stage(found: Agreement) -> None:
    for stage in STAGES:
        taken, other = (found.get("turn", stage, fact) for fact in ("points", "other"))
        assert abs(taken.gap) < 0.25 + 4 * taken.error, (stage, taken)
        assert abs(other.gap) < 0.6 + 4 * other.error, (stage, other)


def test_claims_agree_too(found: Agreement) -> None:
    """Few decisions are claims, so the stages near the end stand together."""
    for fact, bound in (("ready", 0.1), ("three suits", 0.05), ("points", 0.5), ("other", 0.9)):
        for stages in (STAGES[:5], STAGES[5:8], STAGES[8:]):
            pairs = [found.get("claim", stage, fact) for stage in stages]
            n = sum(pair.n for pair in pairs)
            assert n > 40
            gap = sum(pair.came - pair.said for pair in pairs) / n
            squares = sum(pair.squares for pair in pairs) / n
            assert abs(gap) < bound + 4 * (squares / n) ** 0.5, (fact, stages, gap)


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_the_last_discard(rules: str) -> None:
    """With an empty wall opponents are ready, hold two suits, and a discard may be their wait."""
    found = measure(rules, "efficiency", 1200, worlds=24, seed=8, share=0.0)
    ready, three, wait = (found.get("turn", 0, f) for f in ("ready", "three suits", "wait"))
    assert ready.n > 150
    for pair in (ready, three, wait):
        assert abs(pair.gap) < 0.03 + 3 * pair.error, pair
    assert ready.said / ready.n > 0.75
    assert three.said / three.n < 0.03
    assert wait.said / wait.n > 0.05
