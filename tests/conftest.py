"""Settings that every test shares."""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("soak", deadline=None, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
