"""The situations of `tests/situations.py` and `tests/variants`, on core and reference alike."""

from __future__ import annotations

import pytest

import xuezhan as xz
from implementations import IMPLEMENTATIONS
from situations import SITUATIONS
from variants import SITUATIONS as VARIANTS


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str, implementation: str) -> None:
    SITUATIONS[name](IMPLEMENTATIONS[implementation].make_game)


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("name", VARIANTS)
def test_variant(name: str, implementation: str) -> None:
    try:
        VARIANTS[name](IMPLEMENTATIONS[implementation].make_game)
    except xz.InvalidRules as error:
        if "not played yet" not in str(error):
            raise
        pytest.skip(str(error))


def test_all_are_there() -> None:
    assert [int(name.split()[0]) for name in SITUATIONS] == list(range(1, 25))
