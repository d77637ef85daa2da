"""The hands of `tests/scored_hands.py`, on core and reference alike."""

from __future__ import annotations

from typing import Any

import pytest

import xuezhan as xz
from scored_hands import EXAMPLES, Scored
from xuezhan import reference
from xuezhan.reference.tiles import tile_slot


def by_reference(case: Scored) -> Any:
    rules = reference.make_rules(case.rules, **case.options)
    counts, melds = reference.parse_hand(case.hand, rules.wild_slot)
    counts[tile_slot(case.win)] -= 1
    return reference.score(rules, counts, melds, tile_slot(case.win), **case.how)


def by_core(case: Scored) -> Any:
    rules = xz.Rules(case.rules, **case.options)
    how = {name: case.options[name] for name in ("hand_size", "wild") if name in case.options}
    return xz.Hand(case.hand, **how).score(rules, case.win, **case.how)


@pytest.mark.parametrize("score", [by_reference, by_core])
@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: f"{case.rules} {case.hand}")
def test_score(case: Scored, score: Any) -> None:
    try:
        found = score(case)
    except (xz.InvalidRules, TypeError) as error:
        if score is by_reference:
            raise
        pytest.skip(str(error))  # the core does not play it yet
    assert (found.pattern, found.fan) == (case.pattern, case.fan)
    if case.points is not None:
        assert found.points == case.points
