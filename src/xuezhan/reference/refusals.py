"""Options that do not go together (rules §12, §17, §18, §20)."""

from collections.abc import Iterator

from .options import (
    CIRCUMSTANCE_FANS,
    HAND_FANS,
    NULL_UNITS,
    REPEATED_FANS,
    UNITS,
    WILD_OPTIONS,
    Options,
)

PAYMENT_LIMIT = 1 << 40

# An add-on, the patterns that say the same, and whether both may stand (rules §18).
ADDONS_BESIDE = (
    ("straight_fan", "straight"),
    ("straight_fan", "flush_straight"),
    ("heavenly_fan", "heavenly"),
    ("earthly_fan", "earthly"),
)


class RulesError(ValueError):
    """An option that does not exist, has a wrong value or contradicts another; says why."""


def check_together(rules: Options) -> None:
    """Refuse the first contradiction, with its reason."""
    for reason in _contradictions(rules):
        raise RulesError(reason)


def _contradictions(rules: Options) -> Iterator[str]:
    yield from _phases(rules)
    yield from _play_on(rules)
    yield from _wilds(rules)
    for addon, pattern in ADDONS_BESIDE:
        if getattr(rules, addon) and rules.patterns[pattern] is not None:
            yield f"{addon} is refused beside the pattern {pattern}"
    if rules.pass_lock == "off":
        if rules.pass_own_discard:
            yield "pass_own_discard needs a pass_lock"
        if rules.pass_scope != "any_tile":
            yield "pass_scope = same_tile needs a pass_lock"
    yield from _stakes(rules)


def _phases(rules: Options) -> Iterator[str]:
    """Exchange and declaration (rules §20)."""
    if rules.void == "declared" and len(rules.suits) == 2:
        yield "void = declared needs three suits"
    if rules.exchange == "none":
        return
    if rules.exchange == "across" and rules.players != 4:
        yield "exchange = across needs four seats"
    if rules.hand_size == 7 and rules.exchange_count == 4 and rules.exchange_suit == "one":
        yield "exchange_count 4 of one suit: a hand_size of 7 may not hold them"


def _play_on(rules: Options) -> Iterator[str]:
    if not rules.play_on:
        return
    if rules.wins_to_end is not None:
        yield "play_on: wins_to_end must be null"
    if rules.winner_leaves == "forfeit":
        yield "play_on: winner_leaves must not be forfeit"
    if rules.patterns["four_wilds"] is not None:
        yield "play_on: its winner would have to win again with every tile; no four_wilds"


def _wilds(rules: Options) -> Iterator[str]:
    if rules.wild is None:
        for name in WILD_OPTIONS:
            if getattr(rules, name) != getattr(Options, name):
                yield f"{name} needs a wild tile"
        if rules.patterns["four_wilds"] is not None:
            yield "the pattern four_wilds needs a wild tile"
        return
    if rules.wild[1] not in rules.suits:
        yield f"wild must be a tile of the game's suits, not {rules.wild}"
    if rules.exchange != "none" and (rules.hand_size != 13 or rules.exchange_count > 3):
        yield "wild with an exchange needs hand_size 13 and an exchange_count of at most 3"


def _stakes(rules: Options) -> Iterator[str]:
    """No payment may exceed 2^40 points (rules §12, §23 (15))."""
    dearest_pattern = max(fan for fan in rules.patterns.values() if fan is not None)
    dearest_repeated = max(getattr(rules, name) for name in REPEATED_FANS)
    added = sum(getattr(rules, name) for name in (*CIRCUMSTANCE_FANS, *HAND_FANS))
    highest = dearest_pattern + 4 * dearest_repeated + added + 1
    if rules.max_fan is not None:
        highest = min(highest, rules.max_fan)
    if rules.unit << (highest - rules.fan_origin) > PAYMENT_LIMIT:
        yield f"{highest} fan at unit {rules.unit} would pay over 2^40; lower it or set max_fan"
    capped = rules.max_fan if rules.pig_payment == "cap" else None
    if capped is not None and rules.unit << (capped - rules.fan_origin) > PAYMENT_LIMIT:
        yield "pig_payment = cap: unit doubled up to max_fan would pay over 2^40"
    for name in (*UNITS, *NULL_UNITS):
        units = getattr(rules, name)
        if units is not None and units * rules.unit > PAYMENT_LIMIT:
            yield f"{name} x unit would pay over 2^40"
