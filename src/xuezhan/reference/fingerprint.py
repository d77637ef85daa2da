"""One number over every state of a hand, and over a fixed set of hands (docs/determinism.md §4)."""

from collections.abc import Sequence

from .policy import steps
from .rng import digest
from .rules import RULEBOOKS, Rules

BENCH_POLICIES = ("random", "mixed")
BENCH_SEED = 1


def _fold(fingerprints: Sequence[int]) -> int:
    return digest(b"".join(value.to_bytes(8, "little") for value in fingerprints))


def hand_fingerprint(
    rules: Rules | str,
    policies: str | Sequence[str] = "random",
    seed: int = 0,
    index: int = 0,
    dealer: int | None = None,
) -> int:
    """Fold the states after the deal and after each accepted answer."""
    return _fold([game.fingerprint() for game in steps(rules, policies, seed, index, dealer)])


def bench_fingerprint(count: int = 100) -> int:
    """Fold the fixed set of hands; ``count`` of each kind (100 in the benchmark)."""
    return _fold(
        [
            hand_fingerprint(rules, policy, BENCH_SEED, index, index % 4)
            for rules in RULEBOOKS
            for policy in BENCH_POLICIES
            for index in range(count)
        ]
    )
