"""The situations of ``tests/situations.py`` on the plain-Python reference."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from situations import SITUATIONS
from xuezhan.reference import Game, make_rules


class ReferenceGame(Game):
    """A game as the situations want it."""

    def river(self, seat: int) -> Sequence[int]:
        return self.state.seats[seat].river


def make_game(rulebook: str, options: Mapping[str, Any], wall: str, dealer: int) -> ReferenceGame:
    return ReferenceGame(make_rules(rulebook, **options), dealer=dealer, wall=wall)


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str) -> None:
    SITUATIONS[name](make_game)


def test_all_are_there() -> None:
    assert [int(name.split()[0]) for name in SITUATIONS] == list(range(1, 25))
