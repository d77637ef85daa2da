"""The situations of `tests/situations.py` on the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import xuezhan as xz
from situations import SITUATIONS


class CoreGame(xz.Game):
    """A game as the situations want it."""

    def river(self, seat: int) -> Sequence[int]:  # type: ignore[override]
        return [xz.TILE_NAMES.index(tile) for tile in super().river(seat)]


def make_game(rulebook: str, options: Mapping[str, Any], wall: str, dealer: int) -> Any:
    return CoreGame(xz.Rules(rulebook, **options), dealer=dealer, wall=wall)


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str) -> None:
    SITUATIONS[name](make_game)


def test_all_are_there() -> None:
    assert [int(name.split()[0]) for name in SITUATIONS] == list(range(1, 25))
