"""Evaluations and reviews: the same worlds for every action, and honest figures from them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import xuezhan as xz


def position(rules: str = "chengdu", steps: int = 12) -> xz.Game:
    game = xz.Game(rules, 21)
    policy = xz.Policy("efficiency")
    while game.step_count < steps or len(game.legal_actions) < 2:
        game.step(policy(game))
    return game


# ---- one position ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
@pytest.mark.parametrize("worlds", ["likely", "uniform"])
def test_every_action_sees_the_same_worlds(rules: str, worlds: str) -> None:
    game = position(rules)
    whole = xz.evaluate(game, 40, 5, worlds=worlds)
    assert whole.actions == game.legal_actions
    assert whole.playouts == 40
    two = xz.evaluate(game, 40, 5, worlds=worlds, actions=whole.actions[:2], threads=1)
    assert (two.points == whole.points[:, :2]).all()
    assert (two.flags == whole.flags[:, :2]).all()
    more = xz.evaluate(game, 70, 5, worlds=worlds, threads=3)
    assert (more.points[:40] == whole.points).all()
    assert (xz.evaluate(game, 40, 6, worlds=worlds).points != whole.points).any()


def test_games_states_and_views_are_one() -> None:
    game = position()
    assert game.actor is not None
    view = game.view(game.actor)
    expected = xz.evaluate(view, 20).points
    assert (xz.evaluate(game, 20).points == expected).all()
    assert (xz.evaluate(xz.State.of(game), 20).points == expected).all()


def test_figures_follow_from_the_playouts() -> None:
    found = xz.evaluate(position(), 60, 2)
    means = found.points.mean(axis=0)
    assert [v.points.value for v in found] == sorted(means, reverse=True)
    assert found.best == found[0].action == found.actions[int(means.argmax())]
    reach = (found.points.max() - found.points.min()) / 2
    for value in found:
        column = found.actions.index(value.action)
        points, flags = found.points[:, column], found.flags[:, column]
        assert value.points.value == pytest.approx(points.mean())
        squares = ((points - points.mean()) ** 2).sum() + reach**2  # one unseen, as far as any
        half = 2.00099538 * np.sqrt(squares / 59 / 60)  # Student's, 59 degrees
        assert value.points.high - value.points.value == pytest.approx(half)
        for name, flag in (("win", 1), ("deal_in", 2), ("ready", 8)):
            rate = getattr(value, name)
            assert rate.value == pytest.approx((flags & flag != 0).mean())
            assert rate.low <= rate.value <= rate.high
        behind = (found.points[:, found.actions.index(found.best)] - points).mean()
        assert value.behind.value == pytest.approx(behind)
        assert 0 <= value.behind.low <= value.behind.value <= value.behind.high
        assert value.behind.high > 0  # also of the leader, which may not be the best
        assert found[str(value.action)] is value
    with pytest.raises(KeyError):
        found["pong"]


def test_policies_of_the_table_and_of_the_seat() -> None:
    game = position()
    both = xz.evaluate(game, 30, 1, own="efficiency")
    assert (both.own, both.policy) == ("efficiency", "efficiency")
    other = xz.evaluate(game, 30, 1)
    assert (other.own, other.policy) == ("value", "efficiency")
    assert (both.points != other.points).any()
    table = xz.evaluate(game, 30, 1, "value")
    assert (table.points != other.points).any()


def test_a_win_now_is_what_it_pays() -> None:
    for index in range(60):
        game = xz.Game("guide", 4, index)
        policy = xz.Policy("efficiency")
        while not game.done:
            if xz.Action.parse("win") in game.legal_actions and len(game.legal_actions) > 1:
                break
            game.step(policy(game))
        if not game.done and game.phase == "turn":
            break
    assert not game.done
    seat = game.actor
    assert seat is not None
    value = xz.evaluate(game, 30)["win"]
    after = game.copy()
    after.step("win")
    assert value.win.value == 1
    assert value.points.value >= after.scores[seat] - game.scores[seat]
    assert value.deal_in.value == 0


def noise(worlds: int, actions: int, seed: int) -> xz.Evaluation:
    """Actions that are all worth the same, as noisy playouts show them."""
    points = np.random.default_rng(seed).integers(-30, 31, (worlds, actions))
    return evaluation(points)


def evaluation(points: np.ndarray) -> xz.Evaluation:
    chosen = tuple(xz.Action(i) for i in range(points.shape[1]))
    flags = np.zeros_like(points, dtype=np.uint32)
    view = position().view(0)
    return xz.Evaluation(view, chosen, "efficiency", "value", 0, points, flags)


def test_what_is_given_away_does_not_flatter_the_best() -> None:
    gains, flattered = [], []
    for seed in range(400):
        found = noise(20, 10, seed)
        gains.append(found.gap(xz.Action(3)).gain)
        flattered.append(found[xz.Action(3)].behind.value)
        given = found.given_away(xz.Action(3))
        assert 0 <= given.low <= given.value <= given.high
    error = np.std(gains, ddof=1) / 20
    assert abs(np.mean(gains)) < 4 * error
    assert np.mean(flattered) > 20 * error


def test_what_is_given_away_is_found() -> None:
    points = noise(200, 4, 1).points
    points[:, 2] += 15
    found = evaluation(points)
    assert found.given_away(xz.Action(2)).low == 0
    loss = found.given_away("discard 1m")
    assert loss.low < 15 < loss.high
    assert loss.low > 5


def test_one_world_and_worlds_all_alike_have_no_interval() -> None:
    for points in (noise(1, 3, 1).points, np.full((50, 3), 4)):
        for value in evaluation(points):
            assert not value.points.known
            assert not value.behind.known


def test_errors() -> None:
    game = position()
    view = game.view(next(s for s in range(4) if s not in game.pending))
    with pytest.raises(xz.IllegalAction, match="owes no answer"):
        xz.evaluate(view)
    for arguments, error, message in [
        ({"playouts": 0}, ValueError, "from 1 to"),
        ({"playouts": 1.5}, TypeError, "playouts must be an integer, not float"),
        ({"seed": -1}, ValueError, "must be from 0 to"),
        ({"policy": "clever"}, ValueError, "no policy 'clever'"),
        ({"own": "clever"}, ValueError, "no policy 'clever'"),
        ({"worlds": "some"}, ValueError, "must be one of likely, uniform"),
        ({"actions": ["pass"]}, xz.IllegalAction, "pass is not legal; legal: discard"),
    ]:
        with pytest.raises(error, match=message):
            xz.evaluate(xz.Game("guide", 1), **arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a View, Game or State, not int"):
        xz.evaluate(5)  # type: ignore[arg-type]
    found = xz.evaluate(xz.Game("guide", 1), playouts=2)
    with pytest.raises(xz.IllegalAction, match="pass was not looked at; there are discard"):
        found.given_away("pass")
    with pytest.raises(KeyError, match="pass was not looked at; there are discard"):
        found["pass"]
    done = xz.Game("guide", 1)
    while not done.done:
        done.step(done.legal_actions[0])
    with pytest.raises(xz.IllegalAction, match="the hand is over"):
        xz.evaluate(done)


# ---- a bare hand -------------------------------------------------------------------------------


def test_turn_views() -> None:
    view = xz.turn_view("1234569999m2355p", "online")
    assert view.legal_actions == tuple(
        xz.Action.parse(a)
        for a in "discard 1m|discard 2m|discard 3m|discard 4m|discard 5m|discard 6m|discard 9m|"
        "discard 2p|discard 3p|discard 5p|kong 9m".split("|")
    )
    assert view.wall_left == 108 - 3 * 13 - 14
    for hand in ("123456m22334499p", "55m123p345p [777p](1111s)", "123456m2345p1s [222p]"):
        view = xz.turn_view(hand, "guide")
        assert view.hand == xz.Hand(hand)
        assert (xz.Action.parse("win") in view.legal_actions) == view.hand.is_win
        for world in view.determinize(20, seed=1):
            world.validate()
            assert world.view(0) == view
    assert len(xz.evaluate(xz.turn_view("123456m22334499p", "guide"), 10)) > 5
    with pytest.raises(ValueError, match="has 13 tiles"):
        xz.turn_view("123456m2233449p")
    for late in (
        xz.turn_view("11122233344455m", xz.Rules("guide", must_win_last=108)),
        xz.turn_view("11122233344455m", xz.Rules("guide")),
    ):
        kinds = {action.kind for action in late.legal_actions}
        assert (kinds == {"win"}) == (
            late.rules.must_win_last == 108
        )  # the core says what is legal
    with pytest.raises(ValueError, match="not played with"):
        xz.turn_view("123456m22334499p", xz.Rules("guide", suits="ms"))


# ---- reviews -----------------------------------------------------------------------------------


def played(policy: str) -> xz.Game:
    game = xz.Game("guide", 5)
    choose = xz.Policy(policy, 5)
    while not game.done:
        game.step(choose(game))
    return game


def test_a_review_has_every_choice() -> None:
    game = played("mixed")
    found = xz.review(game.record(), playouts=8)
    again = xz.Game("guide", 5)
    choices = []
    for step, (seat, action, *tile) in enumerate(game.record()["actions"]):
        legal = again.legal_actions
        # only a kong on a discard is written without its tile
        (chosen,) = (a for a in legal if a.kind == action and (not tile or a.tile == tile[0]))
        if len(legal) > 1:
            choices.append((step, seat, action))
        again.step(chosen, seat)
    assert [(d.step, d.seat, d.taken.kind) for d in found.decisions] == choices
    assert len(choices) > 40
    one = xz.review(game.record(), 2, playouts=8)
    assert [d.step for d in one.decisions] == [d.step for d in found.decisions if d.seat == 2]
    assert one.total(2) == found.total(2)
    for decision in one.decisions:
        expected = decision.evaluation.given_away(decision.taken)
        assert decision.given_away == expected


def test_a_bad_player_gives_more_away() -> None:
    bad, good = (xz.review(played(policy), 3, playouts=100) for policy in ("random", "efficiency"))
    assert sum(decision.beyond_doubt for decision in bad.decisions) > 1
    assert sum(decision.beyond_doubt for decision in good.decisions) < 2
    assert bad.total(3).low > 20 > good.total(3).high
    assert 0 <= good.total(3).low <= good.total(3).value <= good.total(3).high


def test_a_review_compares_what_is_worth_a_look() -> None:
    game = played("random")
    found = xz.review(game, 1, playouts=4, breadth=3)
    for decision in found.decisions:
        view = decision.evaluation.view
        worths = xz.ValuePlayer().worths(view)
        assert set(worths) == set(view.legal_actions)
        assert max(worths, key=lambda a: worths[a]) == xz.ValuePlayer().act(view)
        best = sorted(worths, key=lambda a: -worths[a])[:3]
        assert set(decision.evaluation.actions) == {*best, decision.taken}


def test_reviews_are_checked() -> None:
    game = played("efficiency")
    with pytest.raises(ValueError, match="seat 4 does not exist"):
        xz.review(game, 4)
    with pytest.raises(xz.InvalidRecord):
        xz.review({**game.record(), "scores": [1, 2, 3, 4]})


# ---- command line ------------------------------------------------------------------------------


def test_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from xuezhan.cli import main

    path = tmp_path / "hands.jsonl"
    game = played("efficiency")
    xz.write_records(path, [played("mixed"), game])
    call = ["review", str(path), "--hand", "1", "--seat", "3", "--playouts", "6", "--seed", "2"]
    assert main(call) == 0
    text = capsys.readouterr().out
    assert text.strip() == str(xz.review(game, 3, 6, 2))
    assert "seat 3: no mistakes beyond doubt; " in text
    assert main([*call, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(json.dumps(xz.review(game, 3, 6, 2).to_dict()))
    assert main([*call[:3], "7"]) == 2
    assert "there is no hand 7" in capsys.readouterr().err

    call = ["hand", "123456m23456p199s", "--evaluate", "-r", "chengdu", "--playouts", "20"]
    assert main(call) == 0
    assert "discard 1s" in capsys.readouterr().out
    assert main([*call, "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    expected = xz.evaluate(xz.turn_view("123456m23456p199s", "chengdu"), 20)
    assert shown == json.loads(json.dumps(expected.to_dict()))
    assert main(["hand", "123456m2345p199s", "--evaluate"]) == 2
    assert "has 13 tiles" in capsys.readouterr().err
