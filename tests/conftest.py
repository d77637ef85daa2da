"""Settings that every test shares."""

import os

import pytest
from hypothesis import settings

from xuezhan import checks, fresh_seed

settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("soak", deadline=None, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True)
def _seeds_that_are_not_given(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that fails fails again: what is not given a seed takes 0."""
    if request.node.get_closest_marker("fresh_seeds") is None:
        assert fresh_seed is not None  # the package has the true one by now
        monkeypatch.setattr(checks, "fresh_seed", lambda: 0)
