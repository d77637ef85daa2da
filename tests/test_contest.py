"""The arena: every seating of every wall, and figures that follow from them."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path

import pytest

import xuezhan as xz
from xuezhan.players.arena import seatings


class Same:
    """A policy of the core, asked through the protocol for objects."""

    def __init__(self, name: str) -> None:
        self.name = name

    def act(self, view: xz.View) -> xz.Action:
        if self.name == "value":
            return xz.ValuePlayer().act(view)
        worlds = view.determinize(1, seed=1, policy=None)
        action: xz.Action = worlds[0].policy_action(self.name, view.seat)
        return action

    def __repr__(self) -> str:
        return f"Same({self.name!r})"


def test_seatings() -> None:
    assert seatings(2, 4) == (
        (0, 1, 1, 1),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
    )
    assert seatings(2, 2) == ((0, 1), (1, 0))
    assert seatings(4, 4) == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
    for wrong in (1, 3, 5):
        with pytest.raises(ValueError, match="must be 2 or 4"):
            seatings(wrong, 4)


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_objects_play_as_the_core_does(rules: str) -> None:
    fast = xz.arena(["value", "efficiency"], 3, rules, 7)
    slow = xz.arena([Same("value"), Same("efficiency")], 3, rules, 7)
    mixed = xz.arena(["value", Same("efficiency")], 3, rules, 7)
    for other in (slow, mixed):
        assert (fast.points == other.points).all()
        for one, two in zip(fast.standings, other.standings, strict=True):
            assert (one.points, one.alone) == (two.points, two.alone)
            rates = (one.win, one.self_draw, one.deal_in)
            assert rates == (two.win, two.self_draw, two.deal_in)
    assert slow.players == ("Same('value')", "Same('efficiency')")


def test_figures_follow_from_the_points() -> None:
    result = xz.arena(["value", "random"], 40, "chengdu", 2)
    assert result.points.shape == (40, 8, 4)
    assert (result.points.sum(axis=2) == 0).all()
    mine = [
        [
            result.points[h, s, k]
            for s, seats in enumerate(result.seatings)
            for k in range(4)
            if seats[k] == 0
        ]
        for h in range(40)
    ]
    means = [sum(points) / 16 for points in mine]
    mean = sum(means) / 40
    spread = math.sqrt(sum((m - mean) ** 2 for m in means) / 39 / 40)
    first, second = result.standings
    assert first.points.value == pytest.approx(mean)
    assert first.points.high - mean == pytest.approx(2.0226909 * spread)  # Student's, 39 degrees
    assert second.points.value == pytest.approx(-mean)
    lone = sum(result.points[:, s, s].sum() for s in range(4)) / 160
    assert first.alone is not None
    assert first.alone.value == pytest.approx(lone)
    assert first.hands == 40 * 16
    batch = xz.play_batch(40, "chengdu", ["value", "random", "random", "random"], 2)
    assert (batch["scores"] == result.points[:, 0]).all()


def test_a_player_against_itself_is_even() -> None:
    result = xz.arena(["value", "value"], 20, "online", 4)
    for standing in result.standings:
        assert standing.points.value == 0
        assert not standing.points.known  # all walls alike say nothing of chance


def test_four_players_and_small_tables() -> None:
    result = xz.arena(["value", "efficiency", "mixed", "random"], 30, "guide", 1)
    assert [s.hands for s in result.standings] == [120] * 4
    assert sum(s.points.value for s in result.standings) == pytest.approx(0)
    assert all(s.alone is None for s in result.standings)
    for one, two in pairwise(result.seatings):
        assert one != two
    small = xz.arena(["value", "random"], 10, xz.Rules("guide", players=2, suits="mp"), 1)
    assert small.points.shape == (10, 2, 2)


def test_some_of_the_tables() -> None:
    whole = xz.arena(["value", "random"], 5, "guide", 1)
    lone = xz.arena(["value", "random"], 5, "guide", 1, tables=whole.seatings[:4])
    assert (lone.points == whole.points[:, :4]).all()
    assert lone.standings[0].points == whole.standings[0].alone
    assert lone.standings[0].alone is None
    for wrong in ((), ((0, 0, 1, 1),)):
        with pytest.raises(ValueError, match="must be some of"):
            xz.arena(["value", "random"], 5, "guide", 1, tables=wrong)


def test_threads_and_first_index_do_not_matter() -> None:
    players = ["search:playouts=20", "value"]
    one = xz.arena(players, 4, "chengdu", 3, threads=1)
    assert (xz.arena(players, 4, "chengdu", 3, threads=3).points == one.points).all()
    later = xz.arena(players, 2, "chengdu", 3, first_index=2)
    assert (later.points == one.points[2:]).all()
    fast = xz.arena(["value", "efficiency"], 600, "chengdu", 3, threads=1)
    assert fast == xz.arena(["value", "efficiency"], 600, "chengdu", 3, threads=4)


def test_failures_say_where() -> None:
    class Cheat:
        def act(self, view: xz.View) -> str:
            return "win"

    class Crash:
        def act(self, view: xz.View) -> str:
            raise RuntimeError("lost the thread")

    with pytest.raises(xz.PlayerError, match=r"hand 5, step \d+: .*win is not legal; legal are"):
        xz.arena([Cheat(), "value"], 1, first_index=5)
    with pytest.raises(xz.PlayerError, match=r"hand 0, step 0: .*failed: .*lost the thread"):
        xz.arena([Crash(), "value"], 1)
    with pytest.raises(ValueError, match="must be from 1"):
        xz.arena(["value", "random"], 0)


class Leaver:
    def act(self, view: xz.View) -> int:
        raise SystemExit(3)


def test_a_player_that_exits_has_failed() -> None:
    with pytest.raises(xz.PlayerError, match=r"in seat \d failed: SystemExit\(3\)"):
        xz.arena([Leaver(), "random"], 1)


def test_text_and_json() -> None:
    result = xz.arena(["value", "efficiency"], 12, "chengdu", 9)
    found = json.loads(json.dumps(result.to_dict()))
    assert found["players"] == ["value", "efficiency"]
    assert found["hands"] == 96
    assert found["standings"][0]["points_mean"] == result.standings[0].points.value
    text = str(result)
    assert "chengdu, seed 9: 12 walls, each in 8 seatings, 96 hands" in text
    assert "alone" in text
    assert len(text.splitlines()) == 5


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from xuezhan.cli import main

    assert main(["arena", "value", "random", "-n", "5", "-r", "online", "--seed", "2"]) == 0
    assert "online, seed 2: 5 walls" in capsys.readouterr().out
    assert main(["arena", "value", "random", "-n", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    expected = xz.arena(["value", "random"], 5).to_dict()
    assert {**found, "seconds": 0} == {**json.loads(json.dumps(expected)), "seconds": 0}
    assert main(["arena", "value", "clever"]) == 2
    assert "there is no player 'clever'" in capsys.readouterr().err
