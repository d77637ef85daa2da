"""Rules drawn at random over every option (rules §12)."""

import random
import re
from typing import Any

from xuezhan.reference import PATTERNS, RULEBOOKS, Rules, RulesError, make_rules
from xuezhan.reference.options import CHOICES, FANS, NULL_UNITS, SWITCHES, UNITS


def random_options(rng: random.Random) -> dict[str, Any]:
    """Some options, not checked together."""
    origin = rng.randrange(2)
    options: dict[str, Any] = {
        "players": rng.choice([2, 3, 4, 4]),
        "suits": rng.choice(["mps", "mps", "mp", "ms", "ps"]),
        "unit": rng.choice([1, 2, 6]),
        "fan_origin": origin,
        "max_fan": rng.choice([None, None, origin, 3, 5]),
        "must_win_last": rng.choice([0, 2, 4, 10, 108]),
        "wins_to_end": rng.choice([None, None, 1, 2, 3]),
        "exchange_count": rng.choice([2, 3, 4]),
        "wild": rng.choice([None, "1s", "1p", "5m", "3s"]),
        "wild_claim_naturals": rng.choice([0, 1]),
        "max_roots": rng.choice([None, 0, 1, 2]),
        "patterns": {
            name: rng.choice([None, 1, 2, 3, 5])
            for name in rng.sample(PATTERNS, rng.randrange(5))
            if name not in ("plain", "seven_pairs")
        },
    }
    options |= {name: rng.choice([True, False]) for name in SWITCHES}
    options |= {name: rng.choice(values) for name, values in CHOICES.items()}
    options |= {name: rng.randrange(3) for name in (*FANS, *UNITS)}
    options |= {name: rng.choice([None, 0, 1, 16]) for name in NULL_UNITS}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randrange(60))}


def random_rules(rng: random.Random) -> Rules:
    """Rules that pass the checks: an option that contradicts the rest is dropped."""
    book, options = rng.choice(RULEBOOKS), random_options(rng)
    while True:
        try:
            return make_rules(book, **options)
        except RulesError as error:
            options = without_one(rng, options, str(error))


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
