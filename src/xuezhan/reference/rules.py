"""Rules: the options of rules §12 and §20, made from a rulebook or preset and checked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from .hand import Shape
from .options import (
    CHOICES,
    FAN_LIMIT,
    FANS,
    NULL_UNITS,
    OPTIONS,
    PATTERNS,
    RENAMED,
    REQUIRED_PATTERNS,
    SWITCHES,
    UNITS,
    UNITS_LIMIT,
    Options,
    Patterns,
)
from .presets import CHENGDU, GUIDE, ONLINE, PRESETS, RULEBOOKS
from .refusals import RulesError, check_together
from .tiles import SUIT_LETTERS, tile_slot


@dataclass(frozen=True, eq=False)
class Rules(Options):
    """The options, and what follows from them.  Made by :func:`make_rules`, which checks them."""

    def multiplier(self, fan: int) -> int:
        """2^(fan - fan_origin) (rules §3); ``fan`` is cut already."""
        return 1 << (fan - self.fan_origin)

    def cut(self, fan: int) -> int:
        """Give the fan that pays."""
        return fan if self.max_fan is None else min(fan, self.max_fan)

    @cached_property
    def wild_slot(self) -> int | None:
        """The slot of the wild tile (rules §17)."""
        return None if self.wild is None else tile_slot(self.wild)

    @cached_property
    def _shapes(self) -> dict[int | None, Shape]:
        plain = Shape(self.hand_size, self.pairs_win, self.suits, self.wild_slot)
        return {void: plain._replace(void=void) for void in (None, 0, 1, 2)}

    def shape(self, void: int | None = None) -> Shape:
        """Say which hands win for a seat that has declared this suit void (rules §13-§17)."""
        return self._shapes[void]

    def to_record(self) -> str | dict[str, Any]:
        """Give the rules' name, or an object of base and what differs (rules §10)."""
        usual = BOOKS[self.base]
        differing: dict[str, Any] = {"base": self.base}
        for name in OPTIONS:
            mine, theirs = getattr(self, name), getattr(usual, name)
            if name == "patterns":
                changed = {p: mine[p] for p in PATTERNS if mine[p] != theirs[p]}
                if changed:
                    differing[name] = changed
            elif mine != theirs:
                differing[name] = mine
        return self.base if len(differing) == 1 else differing


def _merged_patterns(usual: Patterns, value: object) -> Patterns:
    if not isinstance(value, Mapping):
        raise RulesError("patterns is a mapping of pattern names to fan or null")
    merged = dict(usual)
    for name, fan in value.items():
        if name not in merged:
            raise RulesError(f"no pattern {name!r}")
        merged[name] = fan
    return MappingProxyType(merged)


def _named_rules() -> dict[str, Rules]:
    """Build the rulebooks and, as changes of ``guide``, the presets (rules §12)."""
    books = {
        name: Rules(base=name, **{**values, "patterns": MappingProxyType(values["patterns"])})
        for name, values in (("guide", GUIDE), ("online", ONLINE), ("chengdu", CHENGDU))
    }
    for name, values in PRESETS.items():
        patterns = _merged_patterns(
            MappingProxyType({**dict.fromkeys(PATTERNS), **values["patterns"]}), {}
        )
        books[name] = replace(books["guide"], base=name, **{**values, "patterns": patterns})
    return books


BOOKS = _named_rules()


def make_rules(base: object = "guide", **options: object) -> Rules:
    """Change options of rules; ``base`` may be a record's ``rules`` (rules §10, §12)."""
    if isinstance(base, Rules):
        return make_rules(base.to_record(), **options)
    if isinstance(base, Mapping):
        given = dict(base)
        name = given.pop("base", None)
        if name is None:
            raise RulesError("a rules object names its base")
        inherited = given.get("patterns")
        changed = options.get("patterns")
        if isinstance(inherited, Mapping) and isinstance(changed, Mapping):
            options["patterns"] = {**inherited, **changed}
        return make_rules(name, **{**given, **options})
    if not isinstance(base, str) or base not in BOOKS:
        raise RulesError(f"no rulebook {base!r}; there are {', '.join(BOOKS)}")
    usual = BOOKS[base]
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name in RENAMED:
            raise RulesError(f"no option {name!r}; it is {RENAMED[name]} now")
        if name not in OPTIONS:
            raise RulesError(f"no option {name!r}")
        values[name] = _merged_patterns(usual.patterns, value) if name == "patterns" else value
    rules = replace(usual, **values)
    _check_each(rules)
    rules = replace(
        rules, suits="".join(letter for letter in SUIT_LETTERS if letter in rules.suits)
    )
    check_together(rules)
    return rules


def _whole(name: str, value: object, low: int, high: int, *, null: bool = False) -> None:
    """Refuse anything but a whole number in the range (or null where that is allowed)."""
    if value is None and null:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(f"{name} must be a whole number{' or null' if null else ''}: {value!r}")
    if not low <= value <= high:
        raise RulesError(f"{name} must be {low} to {high}, not {value}")


def _check_each(rules: Rules) -> None:
    """Every value by itself."""
    _whole("players", rules.players, 2, 4)
    letters = rules.suits
    if (
        not isinstance(letters, str)
        or not (letters == "mps" or len(letters) == 2)
        or len(set(letters)) != len(letters)
        or not set(letters) <= set("mps")
    ):
        raise RulesError(f"suits must be 'mps' or two of its letters, not {letters!r}")
    _whole("unit", rules.unit, 1, UNITS_LIMIT)
    _whole("fan_origin", rules.fan_origin, 0, 1)
    _whole("max_fan", rules.max_fan, rules.fan_origin, FAN_LIMIT, null=True)
    for name, fan in rules.patterns.items():
        null = name not in REQUIRED_PATTERNS
        _whole(f"patterns.{name}", fan, rules.fan_origin, FAN_LIMIT, null=null)
    for name in FANS:
        _whole(name, getattr(rules, name), 0, FAN_LIMIT)
    for name in UNITS:
        _whole(name, getattr(rules, name), 0, UNITS_LIMIT)
    for name in NULL_UNITS:
        _whole(name, getattr(rules, name), 0, UNITS_LIMIT, null=True)
    _whole("must_win_last", rules.must_win_last, 0, 108)
    _whole("wins_to_end", rules.wins_to_end, 1, rules.players - 1, null=True)
    _whole("exchange_count", rules.exchange_count, 2, 4)
    _whole("wild_claim_naturals", rules.wild_claim_naturals, 0, 1)
    _whole("max_roots", rules.max_roots, 0, FAN_LIMIT, null=True)
    if rules.wild is not None:
        try:
            tile_slot(rules.wild)
        except (TypeError, ValueError):
            raise RulesError(f"wild must be null or a tile, not {rules.wild!r}") from None
    for name in SWITCHES:
        if not isinstance(getattr(rules, name), bool):
            raise RulesError(f"{name} must be true or false, not {getattr(rules, name)!r}")
    for name, choices in CHOICES.items():
        value = getattr(rules, name)
        if not isinstance(value, type(choices[0])) or value not in choices:
            shown = ", ".join(str(choice) for choice in choices)
            raise RulesError(f"{name} must be one of {shown}, not {value!r}")


__all__ = ["BOOKS", "OPTIONS", "PATTERNS", "RULEBOOKS", "Rules", "RulesError", "make_rules"]
