"""The catalogue of planted faults fits the tree: each can be planted, in exactly one place."""

from __future__ import annotations

import pytest

from mutants.catalogue import AREAS, ROOT, Mutant, mutants


@pytest.mark.parametrize("one", mutants(), ids=lambda one: f"{one.area}: {one.name}")
def test_it_can_be_planted(one: Mutant) -> None:
    assert one.planted() != (ROOT / one.file).read_text("utf-8")


def test_there_are_enough() -> None:
    assert len(mutants()) >= 200
    assert {one.area for one in mutants()} <= set(AREAS)
    assert sum(one.survives is not None for one in mutants()) <= len(mutants()) // 20
