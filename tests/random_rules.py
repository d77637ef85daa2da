"""Rules drawn at random: any option at any of its values, contradictions left out."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import xuezhan as xz

#: What is drawn for options whose range is wide: values that play differently, not every number.
_INTEGERS: Mapping[str, tuple[int, ...]] = {
    "players": (2, 3, 4),
    "unit": (1, 2, 6, 50),
    "max_fan": (0, 1, 2, 3, 5, 8),
    "wins_to_end": (1, 2, 3),
    "must_win_last": (0, 1, 4, 12, 40),
    "pig_units": (0, 3, 10, 16),
    "escape_units": (0, 1, 16),
    "false_win_units": (0, 1, 5),
    "wrong_count_units": (0, 1, 5),
    "exchange_count": (2, 3, 4),
    "wild_claim_naturals": (0, 1),
    "max_roots": (0, 1, 2),
    "min_fan": (0, 0, 1, 2),
}
_FANS = (0, 1, 1, 2, 3)
_UNITS = (0, 1, 2, 3)
_SUITS = ("mps", "mps", "mp", "ms", "ps")


def random_value(rng: random.Random, name: str) -> Any:
    """A value for one option."""
    option = xz.OPTIONS[name]
    if option.kind == "patterns":
        names = rng.sample(xz.PATTERNS, rng.randint(1, 6))
        return {pattern: random_pattern_fan(rng, pattern) for pattern in names}
    if option.kind == "suits":
        return rng.choice(_SUITS)
    if option.kind == "bool":
        return rng.random() < 0.5
    if option.choices:
        return rng.choice(option.choices)
    if option.kind == "tile":
        return rng.choice((None, "1s", "1p"))
    if option.step > 1:
        return rng.choice(range(option.low, option.high + 1, option.step))
    if option.nullable and rng.random() < 0.3:
        return None
    if name == "fan_origin":
        return rng.randint(0, 1)
    if name in _INTEGERS:
        return rng.choice(_INTEGERS[name])
    return rng.choice(_UNITS if name.endswith("_units") else _FANS)


def random_pattern_fan(rng: random.Random, pattern: str) -> int | None:
    if pattern not in ("plain", "seven_pairs") and rng.random() < 0.3:
        return None
    return rng.randint(1, 7)


def random_options(rng: random.Random, share: float | None = None) -> tuple[str, dict[str, Any]]:
    """
    A rulebook and options that make sense together; each option is drawn with probability `share`,
    and one that contradicts the rest is dropped.
    """
    base = rng.choice(xz.RULEBOOKS)
    odds = rng.choice((0.1, 0.3, 0.8)) if share is None else share
    options = {name: random_value(rng, name) for name in xz.OPTIONS if rng.random() < odds}
    while True:
        try:
            xz.Rules(base, **options)
        except xz.InvalidRules as error:
            options = without_one(rng, options, str(error))
        else:
            return base, options


def without_one(rng: random.Random, options: dict[str, Any], said: str) -> dict[str, Any]:
    """Drop an option or pattern that the refusal names, or any."""
    words = set(re.findall(r"\w+", said))
    patterns = dict(options.get("patterns", {}))
    named = sorted(words & (options.keys() | patterns.keys()) - {"patterns"})
    name = rng.choice(named or sorted(options))
    if name in patterns:
        del patterns[name]
        return {**options, "patterns": patterns}
    return {key: value for key, value in options.items() if key != name}
