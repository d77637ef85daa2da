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
    assert [str(xz.Action(n)) for n in (57, 60, 86)] == ["void m", "exchange 1m", "exchange 9s"]
    assert f"{xz.Action(55)}" == "win"
    assert repr(xz.Action(0)) == "Action('discard 1m')"


def test_parts() -> None:
    kong = xz.Action.parse(" Kong  5p ")
    assert (kong.kind, kong.tile, kong.slot) == ("kong", "5p", 13)
    win = xz.Action(55)
    assert (win.kind, win.tile, win.slot, win.suit) == ("win", None, None, None)
    void = xz.Action.parse("void s")
    assert (int(void), void.kind, void.tile, void.suit) == (59, "void", None, "s")
    pick = xz.Action.parse("exchange 5m")
    assert (int(pick), pick.kind, pick.tile, pick.slot, pick.suit) == (
        64,
        "exchange",
        "5m",
        4,
        None,
    )


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("discard 五万", "discard 5m"),
        ("打五万", "discard 5m"),
        ("打 🀄🀇".replace("🀄", ""), "discard 1m"),
        ("ＤＩＳＣＡＲＤ　５ｍ", "discard 5m"),
        ("discard 1w", "discard 1m"),
        ("杠5筒", "kong 5p"),
        ("槓 九條", "kong 9s"),
        ("碰", "pong"),
        ("胡", "win"),
        ("过", "pass"),
        ("過", "pass"),
        ("定缺 条", "void s"),
        ("缺万", "void m"),
        ("换三索", "exchange 3s"),
    ],
)
def test_other_notations(text: str, action: str) -> None:
    assert str(xz.Action.parse(text)) == action


@pytest.mark.parametrize("bad", [-1, 87, 1 << 70, True, False])
def test_no_action(bad: int) -> None:
    with pytest.raises(ValueError, match="no action"):
        xz.Action(bad)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "discard",
        "discard 0m",
        "discard 5z",
        "chow",
        "kong5m",
        "win 5m",
        "void",
        "void 5m",
        "exchange",
    ],
)
def test_no_action_text(bad: str) -> None:
    with pytest.raises(ValueError, match="no action"):
        xz.Action.parse(bad)
