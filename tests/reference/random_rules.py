"""Rules drawn at random over every option (rules §12)."""

import random
from typing import Any

from xuezhan.reference import PATTERNS, RULEBOOKS, Rules, RulesError, make_rules
from xuezhan.reference.rules import CHOICES, FANS, PENALTY_UNITS, SWITCHES, UNITS


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
        "patterns": {
            name: rng.choice([None, 1, 2, 3, 5])
            for name in rng.sample(PATTERNS, rng.randrange(5))
            if name not in ("plain", "seven_pairs")
        },
    }
    options |= {name: rng.choice([True, False]) for name in SWITCHES}
    options |= {name: rng.choice(values) for name, values in CHOICES.items()}
    options |= {name: rng.randrange(3) for name in (*FANS, *UNITS)}
    options |= {name: rng.choice([None, 0, 1, 16]) for name in PENALTY_UNITS}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randrange(20))}


def random_rules(rng: random.Random) -> Rules:
    """Rules that pass the checks."""
    while True:
        try:
            return make_rules(rng.choice(RULEBOOKS), **random_options(rng))
        except RulesError:
            continue
