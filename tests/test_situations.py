"""The situations of `tests/situations.py`, on core and reference alike."""

from __future__ import annotations

import pytest

from implementations import IMPLEMENTATIONS
from situations import SITUATIONS


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str, implementation: str) -> None:
    SITUATIONS[name](IMPLEMENTATIONS[implementation].make_game)


def test_all_are_there() -> None:
    assert [int(name.split()[0]) for name in SITUATIONS] == list(range(1, 25))
