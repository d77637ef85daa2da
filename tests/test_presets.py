"""Presets: the values of the reference, usable wherever a rulebook is, and their page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import presets_page
import xuezhan as xz
from xuezhan import reference


@pytest.mark.parametrize("name", xz.PRESETS)
def test_values_are_those_of_the_reference(name: str) -> None:
    rules, twin = xz.Rules(name), reference.make_rules(name)
    for option, value in rules:
        assert (dict(value) if option == "patterns" else value) == getattr(twin, option), option


@pytest.mark.parametrize("name", xz.PRESETS)
def test_a_preset_is_its_name(name: str, tmp_path: Path) -> None:
    rules = xz.Rules(name)
    assert repr(rules) == f"Rules({name!r})"
    assert (rules.base, rules.to_dict()) == (name, name)
    changed = rules.replace(unit=7)
    assert changed.to_dict() == {"base": name, "unit": 7}
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(changed.to_dict()), encoding="utf-8")
    assert xz.Rules.load(file) == changed
    assert rules.diff(changed) == {"unit": (rules.unit, 7)}


@pytest.mark.parametrize("name", xz.PRESETS)
def test_records_name_a_preset(name: str) -> None:
    game = xz.Game(xz.Rules(name, unit=7), seed=3)
    while not game.done:
        game.step(game.legal_actions[0])
    record = game.record()
    assert record["rules"] == {"base": name, "unit": 7}
    assert xz.replay(record).scores == game.scores
    assert xz.record_from_bytes(xz.record_to_bytes(record)) == record


def test_the_page_is_made_from_the_data() -> None:
    assert presets_page.PAGE.read_text(encoding="utf-8") == presets_page.written(), (
        "run python tests/presets_page.py"
    )
