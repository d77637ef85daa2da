"""Hands told in text are told as they were (`python tests/golden.py` writes them again)."""

from __future__ import annotations

import pytest

import xuezhan as xz
from golden import FOLDER, NAMES, play, text
from xuezhan import reference
from xuezhan.play.story import story


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    assert text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_records_are_canonical(name: str) -> None:
    line = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert line == xz.record_text(play(name)) + "\n"
    assert list(play(name).scores) == reference.replay(line).scores


def test_every_story_has_its_record() -> None:
    assert len(NAMES) >= 10
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(NAMES)


def test_a_story_can_be_told_at_any_step() -> None:
    game = play("chengdu_kongs")
    record = game.record()
    before = ""
    for upto in range(len(record["actions"]) + 1):
        told = story(xz.replay(record, upto))
        assert told != before
        before = told
    assert "to answer" not in before
    assert before == story(game)
    assert str(game.ledger) in before
    assert str(game.ledger) not in story(game, ledger=False)
