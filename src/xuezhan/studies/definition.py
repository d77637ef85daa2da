"""What a study plays: its configurations, read from a TOML file or given as values."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xuezhan._core import POLICIES
from xuezhan.checks import UINT64, no_such, whole
from xuezhan.errors import InvalidRules, XuezhanError
from xuezhan.rules import Rules

__all__ = ["Configuration", "Definition", "StudyError"]

#: The most configurations of a study: every pair of them is compared.
MAX_CONFIGURATIONS = 256

_STUDY_KEYS = ("name", "games", "seed", "subject", "rotate", "results", "configuration")
_CONFIGURATION_KEYS = ("label", "rules", "options", "policies")


class StudyError(XuezhanError):
    """A study that cannot be: a wrong definition, a folder that is none, parts that do not fit."""


@dataclass(frozen=True)
class Configuration:
    """One way to play: rules, and who sits where."""

    label: str
    rules: Rules
    policies: tuple[str, ...]  #: one a seat

    def to_dict(self) -> dict[str, Any]:
        """Plain values; `Configuration.from_dict` takes them back."""
        return {
            "label": self.label,
            "rules": self.rules.to_dict(),
            "policies": list(self.policies),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Configuration:
        """Take `to_dict` back."""
        rules = Rules.from_dict(values["rules"])
        return cls(values["label"], rules, tuple(values["policies"]))

    def seatings(self, rotate: bool) -> tuple[tuple[str, ...], ...]:
        """The policies of every seating that a wall is played in."""
        seats = self.policies
        if not rotate or len(set(seats)) == 1:
            return (seats,)
        return tuple(seats[-turn:] + seats[:-turn] for turn in range(len(seats)))


@dataclass(frozen=True)
class Definition:
    """
    A whole study.

    configurations   at least one, with different labels
    games            walls; each is played by every configuration, in every seating if `rotate`
    seed             hand *i* has the wall of (seed, *i*)
    subject          the policy whose points and rates are compared; by default that of seat 0
    rotate           whether every wall is played with the policies in every seat in turn
    results          whether every hand's result is kept, as Parquet
    """

    configurations: tuple[Configuration, ...]
    games: int
    seed: int
    subject: str
    rotate: bool
    results: bool
    name: str

    @classmethod
    def make(
        cls,
        configurations: Iterable[Configuration | Mapping[str, Any]],
        games: int,
        seed: int,
        *,
        subject: str | None = None,
        rotate: bool = True,
        results: bool = False,
        name: str = "study",
    ) -> Definition:
        """Check the values; `StudyError` says which is wrong."""
        found: list[Configuration] = []
        for number, one in enumerate(configurations):
            if isinstance(one, Configuration):
                found.append(one)
            else:
                found.extend(_expanded(one, number))
        if not 1 <= len(found) <= MAX_CONFIGURATIONS:
            raise StudyError(
                f"a study has 1 to {MAX_CONFIGURATIONS} configurations, not {len(found)}"
            )
        labels = [one.label for one in found]
        for label in labels:
            if labels.count(label) > 1:
                raise StudyError(f"two configurations have the label {label!r}")
        for key, value in (("rotate", rotate), ("results", results)):
            if not isinstance(value, bool):
                raise StudyError(f"{key} is {value!r}; it must be true or false")
        if not isinstance(name, str) or not name:
            raise StudyError(f"name is {name!r}; it must be text")
        subject = found[0].policies[0] if subject is None else subject
        for one in found:
            if subject not in one.policies:
                raise StudyError(
                    f"the subject {subject!r} has no seat in {one.label!r}: "
                    f"{', '.join(one.policies)}"
                )
        try:
            games = whole("games", games, 1, UINT64 - 1)
            seed = whole("seed", seed, 0, UINT64 - 1)
        except (TypeError, ValueError) as error:
            raise StudyError(str(error)) from None
        return cls(tuple(found), games, seed, subject, rotate, results, name)

    @classmethod
    def from_toml(cls, text: str | bytes) -> Definition:
        """Read the text of a definition (docs/studies.md); `StudyError` says what is wrong."""
        try:
            values = tomllib.loads(text.decode() if isinstance(text, bytes) else text)
        except UnicodeDecodeError as error:
            raise StudyError(f"the definition is no UTF-8: {error.reason}") from None
        except tomllib.TOMLDecodeError as error:
            raise StudyError(f"the definition is no TOML: {error}") from None
        _only(values, _STUDY_KEYS, "a study")
        blocks = values.pop("configuration", [])
        if not isinstance(blocks, list):
            raise StudyError("configurations are tables of the array [[configuration]]")
        for key in ("games", "seed"):
            if key not in values:
                raise StudyError(f"the key {key!r} is missing")
        return cls.make(blocks, **values)

    def to_dict(self) -> dict[str, Any]:
        """Plain values; `from_dict` takes them back."""
        return {
            "name": self.name,
            "games": self.games,
            "seed": self.seed,
            "subject": self.subject,
            "rotate": self.rotate,
            "results": self.results,
            "configurations": [one.to_dict() for one in self.configurations],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Definition:
        """Take `to_dict` back."""
        rest = dict(values)
        configurations = map(Configuration.from_dict, rest.pop("configurations"))
        return cls.make(configurations, **rest)

    @property
    def digest(self) -> str:
        """SHA-256 of all but the number of hands, which may grow: what parts must agree in."""
        values = self.to_dict()
        del values["games"]
        text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def differing(self) -> list[str]:
        """The options in which the configurations' rules are not all alike, in order."""
        first = self.configurations[0].rules
        others = (one.rules.diff(first) for one in self.configurations)
        names = {name for differences in others for name in differences}
        return sorted(names)


# ---- reading ----------------------------------------------------------------------------------


def _only(values: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    for key in values:
        if key not in keys:
            raise StudyError(f"{what}: {no_such('key', key, keys)}")


def _expanded(block: Mapping[str, Any], number: int) -> Iterator[Configuration]:
    """The configurations of one block: a list in it stands for each of its values."""
    what = f"configuration {number}"
    if not isinstance(block, Mapping):
        raise StudyError(f"{what} is {block!r}; it must be a table")
    _only(block, _CONFIGURATION_KEYS, what)
    options = block.get("options", {})
    if not isinstance(options, Mapping):
        raise StudyError(f"{what}: options is {options!r}; it must be a table")
    rules = block.get("rules", "guide")
    axes: dict[str, list[Any]] = {"rules": rules if isinstance(rules, list) else [rules]}
    policies = block.get("policies", "efficiency")
    several = isinstance(policies, list) and any(isinstance(one, list) for one in policies)
    axes["policies"] = list(policies) if several else [policies]
    for name, value in options.items():
        axes[name] = value if isinstance(value, list) else [value]
    varied = [name for name, values in axes.items() if len(values) > 1]
    template = block.get("label")
    for values in itertools.product(*axes.values()):
        chosen = dict(zip(axes, values, strict=True))
        yield _configuration(chosen, varied, template, what)


def _configuration(
    chosen: dict[str, Any], varied: list[str], template: str | None, what: str
) -> Configuration:
    base, seats = chosen["rules"], chosen["policies"]
    options = {
        name: _null(value) for name, value in chosen.items() if name not in ("rules", "policies")
    }
    try:
        rules = Rules.from_dict(base if isinstance(base, str) else dict(base))
        rules = rules.replace(**options) if options else rules
    except InvalidRules as error:
        raise StudyError(f"{what}: {error}") from None
    names = (seats,) * rules.players if isinstance(seats, str) else tuple(seats)
    for name in names:
        if name not in POLICIES:
            raise StudyError(f"{what}: {no_such('policy', name, POLICIES)}")
    if len(names) != rules.players:
        raise StudyError(f"{what}: {len(names)} policies for {rules.players} seats")
    words = {name: _word(value) for name, value in chosen.items()}
    if template is None:
        parts = [
            words[name] if name in ("rules", "policies") else f"{name}={words[name]}"
            for name in varied
        ] or [words["rules"], words["policies"]]
        label = " ".join(parts)
    else:
        try:
            label = str(template).format(**words)
        except (KeyError, IndexError, ValueError) as error:
            raise StudyError(f"{what}: the label {template!r} cannot be filled: {error}") from None
    return Configuration(label, rules, names)


def _null(value: Any) -> Any:
    """TOML has no null; the text "null" is it."""
    return None if value == "null" else value


def _word(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get("base", "rules"))
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)
