"""Rulebooks and their options (docs/rules.md §12, §20)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from operator import index
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from xuezhan._core import OPTIONS as _TABLE
from xuezhan._core import PATTERNS, PRESET_TABLE, RULEBOOKS, NativeRules, json_depth, register
from xuezhan.checks import no_such, shown
from xuezhan.errors import InvalidRules

__all__ = [
    "OPTIONS",
    "PATTERNS",
    "PRESETS",
    "RULEBOOKS",
    "Option",
    "Preset",
    "Rules",
    "RulesLike",
    "as_rules",
]

_SUITS = "mps"
_TILES = tuple(f"{rank}{suit}" for suit in _SUITS for rank in range(1, 10))

#: What options were called before, and what there is now.
_FORMER: Mapping[str, str] = MappingProxyType(
    {
        "last_tile_fan": "it is now last_draw_fan for the tile drawn and last_discard_fan",
        "pig_pays_cap": 'it is now pig_payment, "units", "cap" or "units_or_cap"',
    }
)


class Option(NamedTuple):
    """One row of the tables of §12 and §20."""

    name: str
    kind: str  #: "integer", "bool", "choice", "suits", "patterns" or "tile"
    nullable: bool
    low: int
    high: int
    step: int  #: integers go up by this from `low`
    choices: tuple[str, ...] | None
    clause: str  #: of docs/rules.md, without the sign
    meaning: str  #: one plain sentence
    terms: tuple[str, ...]  #: what tables call it, in Chinese and English

    @property
    def expects(self) -> str:
        """What a value must be, in words."""
        if self.kind == "bool":
            return "True or False"
        if self.kind == "suits":
            return '"mps" or two of its letters'
        if self.kind == "choice" and self.choices:
            return "one of " + ", ".join(f'"{choice}"' for choice in self.choices)
        null = "None or " if self.nullable else ""
        if self.kind == "patterns":
            return f"a mapping from pattern to {null}{self.low} to {self.high}"
        if self.kind == "tile":
            return f'{null}a tile such as "1s"'
        if self.step > 1:
            numbers = [str(number) for number in range(self.low, self.high + 1, self.step)]
            return f"{null}{', '.join(numbers[:-1])} or {numbers[-1]}"
        return f"{null}an integer from {self.low} to {self.high}"


#: Every option by name, in the order of §12 and §20.
OPTIONS: Mapping[str, Option] = MappingProxyType({row[0]: Option(*row) for row in _TABLE})

_INDEX = {name: i for i, name in enumerate(OPTIONS)}


class Preset(NamedTuple):
    """Rules by name that are no rulebook: what today's tables play (docs/presets.md)."""

    name: str
    title: str  #: what it is
    source: str  #: where its values come from


#: The names of all bases, a preset's number its index.
BASES = tuple(row[0] for row in PRESET_TABLE)


def _playable() -> dict[str, NativeRules]:
    found = {}
    for number, name in enumerate(BASES):
        try:
            found[name] = NativeRules.preset(number)
        except ValueError:
            continue
    return found


_NATIVE = _playable()

#: The presets by name, in the order of docs/presets.md.
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {row[0]: Preset(*row) for row in PRESET_TABLE[len(RULEBOOKS) :] if row[0] in _NATIVE}
)
_NUMBERS = {name: native.numbers for name, native in _NATIVE.items()}


def _nearest(name: object, names: Any) -> str:
    import difflib  # only to complain; most programs never do

    close: list[str] = difflib.get_close_matches(shown(name), list(names), n=1, cutoff=0.0)
    return close[0]


def _no_option(name: object) -> InvalidRules:
    if name in _FORMER:
        return InvalidRules(f"there is no option {name!r} any more; {_FORMER[str(name)]}")
    return InvalidRules(
        f"there is no option {shown(name)}; did you mean {_nearest(name, OPTIONS)!r}?"
    )


def _integer(what: str, value: object, option: Option, expects: str) -> int | None:
    if value is None and option.nullable:
        return None
    if (
        hasattr(value, "__index__")
        and not isinstance(value, bool)
        and index(value) in range(option.low, option.high + 1, option.step)
    ):
        return index(value)
    raise InvalidRules(f"{what} is {shown(value)}; it must be {expects}")


def _tile(value: object, option: Option) -> int | None:
    if value is None:
        return None
    if isinstance(value, str) and value in _TILES:
        return _TILES.index(value)
    raise InvalidRules(f"{option.name} is {shown(value)}; it must be {option.expects}")


def _suit_mask(value: object, option: Option) -> int:
    if isinstance(value, str) and len(value) in (2, 3):
        mask = sum(1 << _SUITS.index(letter) for letter in set(value) & set(_SUITS))
        if mask.bit_count() == len(value):
            return mask
    raise InvalidRules(f"suits is {shown(value)}; it must be {option.expects}")


def _pattern_fans(
    value: object, base: tuple[int | None, ...], option: Option
) -> tuple[int | None, ...]:
    if not isinstance(value, Mapping):
        raise InvalidRules(f"patterns is {shown(value)}; it must be {option.expects}")
    fans = list(base)
    for name, fan in value.items():
        if name not in PATTERNS:
            raise InvalidRules(
                f"there is no pattern {shown(name)}; did you mean {_nearest(name, PATTERNS)!r}?"
            )
        null = "None or " if option.nullable else ""
        expects = f"{null}an integer from {option.low} to {option.high}"
        fans[PATTERNS.index(name)] = _integer(f"patterns: {name}", fan, option, expects)
    return tuple(fans)


def _number(option: Option, value: object, base: Any) -> Any:
    """Give the core's number for a Python value."""
    if option.kind == "patterns":
        return _pattern_fans(value, base, option)
    if option.kind == "suits":
        return _suit_mask(value, option)
    if option.kind == "tile":
        return _tile(value, option)
    if option.kind == "bool":
        if isinstance(value, bool):
            return int(value)
    elif option.kind == "choice":
        if option.choices and isinstance(value, str) and value in option.choices:
            return option.choices.index(value)
        if option.name == "pig_pays_ready" and isinstance(value, bool):
            raise InvalidRules(
                f"pig_pays_ready is {value}; it is now a choice: "
                f'"{"also" if value else "no"}" for {value}, or "larger"'
            )
    else:
        return _integer(option.name, value, option, option.expects)
    raise InvalidRules(f"{option.name} is {shown(value)}; it must be {option.expects}")


def value_of(option: Option, number: Any) -> Any:
    """Give the Python value of the core's number."""
    if option.kind == "patterns":
        return MappingProxyType(dict(zip(PATTERNS, number, strict=True)))
    if option.kind == "suits":
        return "".join(letter for i, letter in enumerate(_SUITS) if number >> i & 1)
    if option.kind == "bool":
        return bool(number)
    if option.kind == "tile":
        return None if number is None else _TILES[number]
    if option.kind == "choice" and option.choices:
        return option.choices[number]
    return number


_VALUES = {
    base: dict(zip(OPTIONS, map(value_of, OPTIONS.values(), numbers), strict=True))
    for base, numbers in _NUMBERS.items()
}


class Rules:
    """
    A rulebook (`"guide"`, `"online"`, `"chengdu"`) or preset (`PRESETS`) with options changed.

    Frozen and hashable; two are equal if they play the same game, whatever rulebook they started
    from.

    >>> rules = Rules("chengdu", max_fan=6, patterns={"straight": 3})
    >>> rules.max_fan, rules.pass_lock, rules.patterns["straight"]
    (6, 'until_turn_unless_higher', 3)
    >>> rules
    Rules('chengdu', max_fan=6, patterns={'straight': 3})

    Every option of §12 and §20 is an attribute: an integer, a bool, None for null, the name of a
    choice, `suits` as `"mps"`, `wild` as a tile such as `"1s"`, `patterns` as a mapping from every
    pattern to its fan. A `patterns` option names only what differs. Raises `InvalidRules` with the
    reason for whatever §12 and §20 refuse.
    """

    _base: str
    _native: NativeRules
    _numbers: tuple[Any, ...]  # by option, as NativeRules has them

    def __init__(self, base: str = "guide", /, **options: Any) -> None:
        if not isinstance(base, str):
            raise InvalidRules(
                f"base is {shown(base)}; it must be the name of a rulebook or preset: "
                f"{', '.join(_NATIVE)}"
            )
        if base not in _NATIVE:
            raise InvalidRules(no_such("rulebook", base[:60], list(_NATIVE)))
        if not options:
            self._fill(base, _NATIVE[base], _NUMBERS[base])
            return
        numbers = list(_NUMBERS[base])
        for name, value in options.items():
            if name not in OPTIONS:
                raise _no_option(name)
            i = _INDEX[name]
            numbers[i] = _number(OPTIONS[name], value, numbers[i])
        try:
            native = NativeRules.of(tuple(numbers))
        except ValueError as error:
            raise InvalidRules(str(error)) from None
        self._fill(base, native, tuple(numbers))

    @classmethod
    def _of(cls, base: str, native: NativeRules) -> Rules:
        """Wrap rules that the core has checked already."""
        rules = object.__new__(cls)
        rules._fill(base, native, native.numbers)
        return rules

    def _fill(self, base: str, native: NativeRules, numbers: tuple[Any, ...]) -> None:
        values = self.__dict__
        if numbers is _NUMBERS[base]:
            values.update(_VALUES[base])
        else:
            values.update(zip(OPTIONS, map(value_of, OPTIONS.values(), numbers), strict=True))
        values.update(_base=base, _native=native, _numbers=numbers)

    @property
    def base(self) -> str:
        """The rulebook or preset that the options differ from."""
        return self._base

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(
            f"Rules has no attribute or option {name!r}; the nearest is {_nearest(name, OPTIONS)!r}"
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Rules are frozen; make new ones with rules.replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("Rules are frozen")

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Every option with its value, in the order of §12 and §20: `dict(rules)`."""
        return ((name, self.__dict__[name]) for name in OPTIONS)

    def __eq__(self, other: object) -> bool:
        return self._numbers == other._numbers if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)

    def __repr__(self) -> str:
        options = self._differing(_NUMBERS[self._base])
        shown = [repr(self._base), *(f"{name}={value!r}" for name, value in options.items())]
        return f"Rules({', '.join(shown)})"

    def _differing(self, numbers: tuple[Any, ...]) -> dict[str, Any]:
        """List the options whose numbers are not these; of the patterns only those that differ."""
        found: dict[str, Any] = {}
        for (name, option), mine, theirs in zip(
            OPTIONS.items(), self._numbers, numbers, strict=True
        ):
            if mine == theirs:
                continue
            if option.kind == "patterns":
                fans = zip(PATTERNS, mine, theirs, strict=True)
                found[name] = {pattern: fan for pattern, fan, other in fans if fan != other}
            else:
                found[name] = self.__dict__[name]
        return found

    def to_dict(self) -> str | dict[str, Any]:
        """
        Give the plain form of a record (§10).

        The name of the rulebook or preset, or `{"base": name, …}` with what differs, in the
        order of the tables.
        """
        options = self._differing(_NUMBERS[self._base])
        return {"base": self._base, **options} if options else self._base

    @classmethod
    def from_dict(cls, data: str | Mapping[str, Any]) -> Rules:
        """Make them from a name, or a mapping with `"base"` and the options that differ."""
        if isinstance(data, str):
            return cls(data)
        if not isinstance(data, Mapping):
            raise InvalidRules(
                f"rules are {shown(data)}; they must be a rulebook's name or a mapping of options"
            )
        for key in data:
            if not isinstance(key, str):
                raise _no_option(key)
        options = dict(data)
        if "base" not in options:
            raise InvalidRules(
                f'rules must name their rulebook or preset as "base": {", ".join(_NATIVE)}'
            )
        return cls(options.pop("base"), **options)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Rules:
        """
        Read them from a JSON file, or a TOML file (`.toml`).

        What would be null is written `"null"` in TOML, which has none.
        """
        import tomllib

        from xuezhan.json_text import read_json
        from xuezhan.limits import JSON_DEPTH, RULES_FILE

        name = os.fspath(path)
        with open(path, "rb") as file:
            data = file.read(RULES_FILE + 1)
        try:
            if not name.endswith(".toml"):
                return cls.from_dict(read_json(data, "a file of rules", RULES_FILE))
            if len(data) > RULES_FILE:
                raise ValueError(f"a file of rules of more than {RULES_FILE} bytes is not read")
            if json_depth(data) > JSON_DEPTH:  # its brackets are those of JSON
                raise ValueError(f"a file of rules is nested more than {JSON_DEPTH} deep")
            return cls.from_dict(_without_null(tomllib.loads(data.decode("utf-8-sig"))))
        except InvalidRules as error:
            raise InvalidRules(f"{name}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise InvalidRules(f"{name} cannot be read: {error}") from None

    def replace(self, /, **options: Any) -> Rules:
        """Make these rules with some options changed."""
        mine = self._differing(_NUMBERS[self._base])
        if isinstance(options.get("patterns"), Mapping):
            options["patterns"] = {**mine.get("patterns", {}), **options["patterns"]}
        return Rules(self._base, **{**mine, **options})

    def diff(self, other: RulesLike) -> dict[str, tuple[Any, Any]]:
        """
        List the options that differ: `{option: (own value, the other's)}`.

        Of `patterns` those that differ: `{pattern: (own, the other's)}`.
        """
        other = as_rules(other)
        mine, theirs = self._differing(other._numbers), other._differing(self._numbers)
        return {name: _pairs(value, theirs[name]) for name, value in mine.items()}


def _pairs(mine: Any, theirs: Any) -> Any:
    if isinstance(mine, dict):
        return {pattern: (fan, theirs[pattern]) for pattern, fan in mine.items()}
    return mine, theirs


RulesLike: TypeAlias = Rules | str | Mapping[str, Any]


def as_rules(rules: RulesLike) -> Rules:
    """Return `Rules` as they are, and those that a name or a mapping stands for."""
    return rules if isinstance(rules, Rules) else Rules.from_dict(rules)


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_null(item) for key, item in value.items()}
    return None if value == "null" else value


register(as_rules)
