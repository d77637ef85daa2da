"""Actions as integers and as text."""

from __future__ import annotations

import pickle

import pytest

import xuezhan as xz
from xuezhan.play.action import ACTIONS


def test_every_action_round_trips() -> None:
    for number, action in enumerate(ACTIONS):
        assert action == number
        assert xz.Action(number) == action
        assert xz.Action.parse(str(action)) is action
        assert pickle.loads(pickle.dumps(action)) == action
        assert hash(action) == hash(number)
        assert eval(repr(action), {"Action": xz.Action.parse}) == action


def test_text() -> None:
    assert str(xz.Action(4)) == "discard 5m"
    assert str(xz.Action(27 + 26)) == "kong 9s"
    assert [str(xz.Action(n)) for n in (54, 55, 56)] == ["pong", "win", "pass"]
    assert f"{xz.Action(55)}" == "win"
    assert repr(xz.Action(0)) == "Action('discard 1m')"


def test_parts() -> None:
    kong = xz.Action.parse(" Kong  5p ")
    assert (kong.kind, kong.tile, kong.slot) == ("kong", "5p", 13)
    win = xz.Action(55)
    assert (win.kind, win.tile, win.slot) == ("win", None, None)


@pytest.mark.parametrize("bad", [-1, 57, 86, 1 << 70])
def test_no_action(bad: int) -> None:
    with pytest.raises(ValueError, match="no action"):
        xz.Action(bad)


@pytest.mark.parametrize(
    "bad", ["", "discard", "discard 0m", "discard 5z", "chow", "kong5m", "win 5m"]
)
def test_no_action_text(bad: str) -> None:
    with pytest.raises(ValueError, match="no action"):
        xz.Action.parse(bad)
