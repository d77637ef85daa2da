"""Players: those of the engine, and how a program or an object of the user's takes part."""

from __future__ import annotations

import _thread
import json
import os
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import xuezhan as xz
from xuezhan.players.player import checked


def decisions(rules: str, hands: int, policy: str = "efficiency") -> Iterator[xz.View]:
    """Views that have a choice, of hands played by a policy."""
    for index in range(hands):
        game = xz.Game(rules, 3, index)
        choose = xz.Policy(policy, 3, index)
        while not game.done:
            seat = game.actor
            assert seat is not None
            if len(game.legal_actions) > 1:
                yield game.view(seat)
            game.step(choose(game))


# ---- those of the engine -----------------------------------------------------------------------


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_value_is_the_policy(rules: str) -> None:
    game = xz.Game(rules, 8)
    policy, player = xz.Policy("value", 8), xz.ValuePlayer()
    answers = 0
    while not game.done:
        seat = game.actor
        assert seat is not None
        action = player.act(game.view(seat))
        assert action == policy(game)
        game.step(action)
        answers += 1
    assert answers > 30


@pytest.mark.slow
@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_each_policy_beats_the_one_before(rules: str) -> None:
    for better, worse in (("efficiency", "random"), ("value", "efficiency")):
        first = xz.arena([better, worse], 1500, rules, 5).standings[0]
        assert first.points.low > 0, f"{better} {first.points}"


def test_search_depends_on_its_seed_alone() -> None:
    views = list(decisions("guide", 2))[10:60:9]
    for view in views:
        one = xz.SearchPlayer(playouts=90, seed=4)
        assert one.act(view) == xz.SearchPlayer(playouts=90, seed=4).act(view)
        assert one.act(view) == xz.SearchPlayer(playouts=90, seed=4, threads=3).act(view)
        assert one.act(view) in view.legal_actions


def test_search_needs_playouts_to_differ_from_value() -> None:
    views = list(decisions("chengdu", 3))[5::6]
    value = [xz.ValuePlayer().act(view) for view in views]

    def departures(doubt: float) -> int:
        player = xz.SearchPlayer(playouts=60, doubt=doubt, breadth=0)
        return sum(player.act(v) != own for v, own in zip(views, value, strict=True))

    assert departures(100.0) == 0
    assert departures(2.0) * 2 < departures(0.0)


def test_search_takes_a_time_limit() -> None:
    view = next(decisions("online", 1))
    player = xz.SearchPlayer(seconds=0.02, threads=2)
    assert player.act(view) in view.legal_actions


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"playouts": 0}, "must be from 1"),
        ({"threads": 0}, "must be from 1"),
        ({"seconds": 0.0}, "above 0"),
        ({"doubt": -1.0}, "at least 0"),
        ({"policy": "clever"}, "no policy 'clever'"),
        ({"worlds": "all"}, "must be one of likely, uniform"),
        ({"seed": -1}, "must be from 0 to"),
    ],
)
def test_search_settings_are_checked(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        xz.SearchPlayer(**settings)  # type: ignore[arg-type]


def test_a_seat_that_owes_nothing_is_not_asked() -> None:
    game = xz.Game("guide", 1)
    view = game.view(2)
    for player in (xz.ValuePlayer(), xz.SearchPlayer(playouts=10)):
        with pytest.raises(xz.IllegalAction, match="owes no answer"):
            player.act(view)


# ---- by name -----------------------------------------------------------------------------------


def test_players_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert xz.make_player("value") == "value"
    searching = xz.make_player("search:playouts=7,policy=value,doubt=0.5,threads=2")
    assert isinstance(searching, xz.SearchPlayer)
    assert (searching.playouts, searching.policy, searching.threads) == (7, "value", 2)
    own = xz.ValuePlayer()
    assert xz.make_player(own) is own
    (tmp_path / "a_player_of_mine.py").write_text(
        "class First:\n    def act(self, view):\n        return view.legal_actions[0]\n"
        "class Broken:\n    def __init__(self):\n        raise RuntimeError('no')\n"
        "class Idle:\n    pass\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    mine = xz.make_player("a_player_of_mine:First")
    assert not isinstance(mine, str)
    view = next(decisions("guide", 1))
    assert mine.act(view) == view.legal_actions[0]
    for spec, message in [
        ("a_player_of_mine:Second", "has no Second"),
        ("a_player_of_mine:Broken", "cannot be made"),
        ("a_player_of_mine:Idle", r"no act\(view\)"),
        ("no_such_module_here:First", "cannot be imported"),
        ("clever", "no player 'clever'"),
        ("search:depth=3", "there is no setting 'depth'; settings are playouts"),
        ("search:playouts=many", "'many' is no int"),
        ("search:playouts=0", "must be from 1"),
        ("run:/no/such/program", "cannot be started"),
        ("run:python3 'unclosed", "No closing quotation"),
        ("value:x=1", "value has no settings; search has"),
        (":X", "there is no player ':X'"),
        ("search:playouts=0", "playouts is 0; it must be from 1"),
    ]:
        with pytest.raises(xz.PlayerError, match=message):
            xz.make_player(spec)
    with pytest.raises(xz.PlayerError, match="is no player"):
        xz.make_player(3)  # type: ignore[arg-type]


def test_answers_are_checked() -> None:
    view = next(decisions("guide", 1))
    legal = view.legal_actions[0]
    for answer in (legal, int(legal), str(legal)):
        assert checked("me", view, answer) == legal
    for wrong, message in [
        ("pass", "pass is not legal; legal are discard"),
        (99, "99 is no action"),
        (True, "True is no action"),
        (None, "None is no action; legal are discard"),
        ("throw it away", "is no action"),
    ]:
        with pytest.raises(xz.PlayerError, match=message):
            checked("me", view, wrong)


# ---- programs ----------------------------------------------------------------------------------


def program(tmp_path: Path, body: str) -> list[str]:
    """A program that reads a request in each line and does `body` with it."""
    path = tmp_path / "player.py"
    source = "import json, sys, time\nfor line in sys.stdin:\n    request = json.loads(line)\n"
    path.write_text(source + textwrap.indent(textwrap.dedent(body), "    "))
    return [sys.executable, "-u", str(path)]


def test_a_program_plays(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
        print(json.dumps({"id": request["id"] - 1, "action": "pass"}))  # too late: not looked at
        print(json.dumps({"id": request["id"], "action": request["legal"][-1]}))
        """,
    )
    player = xz.ProgramPlayer(command)
    try:
        for view in list(decisions("online", 1))[:15]:
            assert player.act(view) == view.legal_actions[-1]
    finally:
        player.close()
    with pytest.raises(xz.PlayerError, match=r"does not read|has ended"):
        player.act(next(decisions("online", 1)))


def test_a_program_is_sent_the_view() -> None:
    for view in decisions("chengdu", 1):
        sent = view.to_dict()
        assert sent["legal"] == [str(action) for action in view.legal_actions]
        assert xz.Hand(sent["hand"]) == view.hand
        assert sent["rules"] == "chengdu"
        assert len(sent["melds"]) == len(sent["rivers"]) == len(sent["scores"]) == 4


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("time.sleep(5)", "took more than 0.3 s"),
        (
            "while True: print(json.dumps({'id': -5, 'action': 'pass'}))  # no sleep",
            "took more than 0.3 s",
        ),
        ("print('discard 5m')", "wanted"),
        ("print('[]')", "is no action"),
        ("print('[' * 60_000)", "wanted"),
        ("print('[' * 90 + ']' * 90)", "is no action"),
        ("print('[' * 900 + ']' * 900)", "wanted"),
        ("""print('{"action": ' + '[' * 60_000)""", "wanted"),
        ("print('9' * 4000)", "is no action"),
        ("print('9' * 6000)", "wanted"),
        ("print('NaN')", "wanted"),
        ("print('1e999')", "is no action"),
        ("""print('{"action": "' + chr(92) + 'ud800"}')""", "is no action"),
        ("sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", "wanted"),
        ("print('{}')", "wanted"),
        ("print(json.dumps({'action': 'win the game'}))", "is no action"),
        ("print(json.dumps({'action': 55}))", "win is not legal; legal are"),
        ("print('x' * 70_000)", "a line of more than 65536 characters"),
        ("sys.exit(3)", r"has ended"),
    ],
)
def test_a_program_that_fails(tmp_path: Path, body: str, message: str) -> None:
    timeout = 0.3 if "sleep" in body else 10.0
    player = xz.ProgramPlayer(program(tmp_path, body), timeout)
    try:
        with pytest.raises(xz.PlayerError, match=message):
            player.act(next(decisions("guide", 1)))
    finally:
        player.close()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")
def test_a_program_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
        import os, subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open("child.txt", "w").write(f"{child.pid} {os.getpgid(0)} {os.getpid()}")
        print(json.dumps({"action": request["legal"][-1]}))
        if request["id"] == 2:
            break
        """,
    )
    for asked in (1, 2):  # killed by close, and one that ended before
        player = xz.ProgramPlayer(["sh", "-c", f'cd {tmp_path} && exec "$@"', "sh", *command])
        views = decisions("guide", 1)
        for _ in range(asked):
            player.act(next(views))
        child, group, leader = map(int, (tmp_path / "child.txt").read_text().split())
        assert group == leader != os.getpgid(0)
        player.close()
        limit = time.monotonic() + 5
        while running(child) and time.monotonic() < limit:
            time.sleep(0.01)
        assert not running(child)


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")  # one that nobody has waited for yet has ended as well
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_program_sees_little_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XUEZHAN_SECRET", "7")
    monkeypatch.setenv("LC_TIME", "C")
    command = program(
        tmp_path,
        """
        import os
        json.dump(dict(os.environ), open(sys.argv[1], "w"))
        print(json.dumps({"action": request["legal"][-1]}))
        """,
    )
    player = xz.ProgramPlayer([*command, str(tmp_path / "seen.json")])
    try:
        player.act(next(decisions("guide", 1)))
    finally:
        player.close()
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert seen["PATH"] == os.environ["PATH"]
    assert seen["LC_TIME"] == "C"
    assert set(seen) <= {"PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR"} | {
        name for name in seen if name.startswith(("LC_", "__"))
    }


@pytest.mark.parametrize("timeout", [0.0, -1.0, float("nan"), float("inf"), 1e300])
def test_a_timeout_is_a_number_of_seconds(timeout: float) -> None:
    with pytest.raises(ValueError, match="it must be a number of seconds above 0"):
        xz.ProgramPlayer("true", timeout=timeout)
    with pytest.raises(ValueError, match="it must be a number of seconds above 0"):
        xz.arena(["value", "random"], 1, timeout=timeout)


def test_an_interrupt_waits_for_some_worlds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long decision is searched in parts, between which Python looks at its signals."""
    player = xz.SearchPlayer(playouts=10**9)
    game = xz.Game("guide", seed=3)
    view = game.view(0 if game.actor is None else game.actor)
    started = time.perf_counter()
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        player.act(view)
    assert time.perf_counter() - started < 5
    monkeypatch.setattr(player, "_stopped", True)
    with pytest.raises(xz.PlayerError, match="was stopped"):
        player.act(view)
