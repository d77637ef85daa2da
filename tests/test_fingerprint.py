"""
The signature of behaviour (docs/determinism.md §4): it changes only with a change of the rules as
played, which then says so and writes the new number here. That the reference gives the same number
is in test_policy.py.
"""

from xuezhan import _core

FINGERPRINT = 0x5E22BAF038643129


def test_fingerprint() -> None:
    assert f"{_core.bench_fingerprint():016x}" == f"{FINGERPRINT:016x}"
