"""The command line: what it prints, and how it fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

import xuezhan as xz
from xuezhan.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(args)
    out, err = capsys.readouterr()
    return code, out, err


def run_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    code, out, err = run(capsys, *args, "--json")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def start(*args: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "xuezhan", *args]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", **options
    )


# ---- hand --------------------------------------------------------------------------------------


def test_hand_ready(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "hand", "123456m2233p [555p]")
    assert code == 0
    assert out.splitlines()[0] == "123456m2233p [555p]: ready for 23p, 4 tiles"
    found = run_json(capsys, "hand", "123456m2233p [555p]")
    assert found["shanten"] == 0
    assert [(wait["tile"], wait["left"]) for wait in found["waits"]] == [("2p", 2), ("3p", 2)]
    assert found["waits"][0]["scores"]["chengdu"]["fan"] == 1
    assert list(found["waits"][0]["scores"]) == list(xz.RULEBOOKS)


def test_hand_far_from_ready(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "hand", "1m4m7m2p5p8p3s6s9s1p1s9m5m")
    hand = xz.Hand("1m4m7m2p5p8p3s6s9s1p1s9m5m")
    assert found["shanten"] == hand.shanten
    assert found["accepts"]["tiles"] == list(hand.accepts)
    code, out, _ = run(capsys, "hand", str(hand))
    assert code == 0
    assert f"{hand.shanten} from ready, nearer with" in out


def test_hand_to_discard_from(capsys: pytest.CaptureFixture[str]) -> None:
    text = "1223345m4556p [888p]"
    found = run_json(capsys, "hand", text)
    rows = found["discards"]
    assert [(row["shanten"], -row["accepts"]["left"]) for row in rows] == sorted(
        (row["shanten"], -row["accepts"]["left"]) for row in rows
    )
    assert {row["tile"] for row in rows} == {row.tile for row in xz.Hand(text).discards()}
    code, out, _ = run(capsys, "hand", text)
    assert code == 0
    assert out.splitlines()[1].split() == ["discard", "leaves", "nearer", "with", "tiles"]
    assert out.splitlines()[2].startswith(rows[0]["tile"])


def test_hand_with_dead_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "hand", "123456m2233555p", "--dead", "22p")
    assert [(wait["tile"], wait["left"]) for wait in found["waits"]] == [("3p", 2)]
    found = run_json(capsys, "hand", "123456m2233555p", "--dead", "2233p")
    assert (found["shanten"], found["waits"]) == (1, [])
    assert found["accepts"]["tiles"] == ["1p", "4p", "5p"]
    found = run_json(capsys, "hand", "123456m22335557p", "--dead", "223p")
    assert found["discards"][0] == {
        "tile": "7p",
        "shanten": 0,
        "accepts": {"tiles": ["3p"], "left": 1},
    }
    code, _, err = run(capsys, "hand", "123456m2233555p", "--dead", "222p")
    assert code != 0
    assert "more than four of 2p" in err


def test_hand_won(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "hand", "22244455577799m", "--rules", "guide")
    assert found["scores"]["guide"]["pattern"] == "flush_triplets"
    code, out, _ = run(
        capsys,
        "hand",
        "2225556m [8888m](4444m)",
        "-r",
        "guide",
        "--win",
        "6m",
        "--bloom",
        "concealed",
    )
    score = xz.Hand("2225556m [8888m](4444m)").score("guide", "6m", bloom="concealed")
    assert code == 0
    assert out.splitlines()[0].endswith("won with 6m")
    assert f"{score.uncut_fan} fan" in out


def test_hand_chances(capsys: pytest.CaptureFixture[str]) -> None:
    text = "1223345m4556p [888p]"
    found = run_json(capsys, "hand", text, "--chances", "--draws", "6", "-r", "chengdu")
    assert found == [xz.chances(text, draws=6, rules="chengdu").to_dict()]
    code, out, _ = run(capsys, "hand", text, "--chances", "--dead", "5m22p9999s", "--draws", "2")
    assert code == 0
    live = 4 - xz.Tiles("12233455m4556p888p22p9999s").counts
    for rules in xz.RULEBOOKS:
        assert str(xz.chances(text, live, 2, rules)) in out
    assert "more than four of 8p" in run(capsys, "hand", text, "--chances", "--dead", "88p")[2]
    code, _, err = run(capsys, "hand", text, "--draws", "6")
    assert code == 2 and "--draws has no effect without --chances" in err
    code, _, err = run(capsys, "hand", text, "--chances", "--evaluate")
    assert code == 2 and "ask for one" in err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--draws", "3"], "--draws has no effect without --chances"),
        (["--playouts", "9"], "--playouts has no effect without --evaluate"),
        (["--chances", "--seed", "9"], "--seed has no effect with --chances"),
        (["--chances", "--last-tile"], "--last-tile has no effect with --chances"),
        (["--evaluate", "--dead", "9s"], "--dead has no effect with --evaluate"),
        (["--evaluate", "--chances"], "--evaluate and --chances are two answers; ask for one"),
    ],
)
def test_an_option_without_effect_is_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], reason: str
) -> None:
    code, out, err = run(capsys, "hand", "1223345m4556p [888p]", *options)
    assert (code, out, err) == (2, "", f"xuezhan hand: {reason}\n")


def test_hand_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    args = (
        "hand",
        "22244455577799m",
        "-r",
        "chengdu",
        "-o",
        "max_fan=2",
        "-o",
        "patterns.flush_triplets=7",
    )
    score = run_json(capsys, *args)["scores"]["chengdu"]
    assert (score["fan"], score["uncut_fan"]) == (2, 7)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("hand", "11111m"), "1m"),
        (("hand", "12x"), "x"),
        (("hand", "123m"), "13 or 14"),
        (("hand", "123456m2233p [555p]", "--win", "9s"), "no win"),
        (("hand", "123456m2233p [555p]", "-r", "sichuan"), "sichuan"),
        (("hand",), "TILES"),
        (("simulate", "--policy", "clever"), "clever"),
        (("simulate", "--games", "0"), "0"),
        (("simulate", "--option", "max_fan"), "NAME=VALUE"),
        (("simulate", "--option", "maxfan=3"), "max_fan"),
        (("simulate", "-p", "random,random"), "2 policies"),
        (("simulate", "-n", "5", "--records", "/nonexistent/hands"), "No such file"),
        (("replay", "/nonexistent/hands"), "No such file"),
        (("rules", "sichuan"), "sichuan"),
        (("play",), "play"),
        (("simulate", "--nosuch"), "--nosuch"),
    ],
    ids=" ".join,
)
def test_mistakes_are_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], words: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.startswith("xuezhan")
    assert err.count("\n") == 1
    assert words in err


# ---- simulate ----------------------------------------------------------------------------------


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    args = (
        "simulate",
        "--games",
        "300",
        "--rules",
        "chengdu",
        "--policy",
        "mixed",
        "--seed",
        "3",
        "--threads",
        "2",
    )
    found = run_json(capsys, *args)
    expected = xz.simulate(300, "chengdu", "mixed", seed=3).to_dict()
    assert {**found, "seconds": 0} == {**json.loads(json.dumps(expected)), "seconds": 0}
    code, out, err = run(capsys, *args)
    assert (code, err) == (0, "")
    assert out.startswith("chengdu, seed 3: 300 hands in ")


def test_simulate_a_policy_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["efficiency", "random", "mixed", "random"]
    listed = run_json(capsys, "simulate", "-n", "50", "-p", ",".join(wanted))
    repeated = run_json(
        capsys, "simulate", "-n", "50", *(word for name in wanted for word in ("-p", name))
    )
    assert listed["policies"] == repeated["policies"] == wanted


def test_simulate_options_and_files_of_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "house.json"
    path.write_text(json.dumps({"base": "online", "players": 3}), encoding="utf-8")
    found = run_json(
        capsys,
        "simulate",
        "-n",
        "20",
        "-r",
        str(path),
        "-o",
        "max_fan=4",
        "-o",
        "self_draw=add_fan",
    )
    assert found["rules"] == {"base": "online", "players": 3, "max_fan": 4, "self_draw": "add_fan"}
    null = run_json(
        capsys, "simulate", "-n", "2", "-r", "online", "-o", "max_fan=4", "-o", "max_fan=null"
    )
    assert null["rules"] == "online"


def test_simulate_writes_records_that_replay_reads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "hands.jsonl"
    code, _, _ = run(
        capsys, "simulate", "-n", "4", "-p", "mixed", "--seed", "5", "--records", str(path)
    )
    assert code == 0
    code, out, _ = run(capsys, "replay", str(path))
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("hand ")] == [
        f"hand {i}" for i in range(4)
    ]
    found = run_json(capsys, "replay", str(path), "--hand", "2")
    game = xz.replay(found["record"])
    assert found["scores"] == list(game.scores)
    assert len(found["ledger"]) == len(game.ledger)
    assert found["next_dealer"] == game.next_dealer
    early = run_json(capsys, "replay", str(path), "--hand", "2", "--upto", "3")
    assert len(early["record"]["actions"]) == 3
    assert not early["done"]
    code, _, err = run(capsys, "replay", str(path), "--hand", "4")
    assert code == 2
    assert "there is no hand 4 in it, which has 4, counted from 0" in err


def test_replay_refuses_a_wrong_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = xz.Game("guide", seed=1).record()
    record["actions"] = [[0, "win"]]
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert "hand 0" in err
    assert "discard" in err
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", encoding="utf-8")
    assert "no records" in run(capsys, "replay", str(empty))[2]


def test_interrupt_prints_what_was_done() -> None:
    process = start("simulate", "--games", "1000000000", "--policy", "random", "--json")
    time.sleep(2.5)
    stopped = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - stopped < 2
    assert (process.returncode, err) == (130, "")
    found = json.loads(out)
    assert found["interrupted"]
    assert 0 < found["games"] < 1_000_000_000
    assert sum(found["winners"].values()) == found["games"]


ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


@pytest.mark.parametrize(("end", "code"), ENDS)
def test_what_was_done_is_printed_and_kept(tmp_path: Path, end: signal.Signals, code: int) -> None:
    path = tmp_path / "hands.jsonl"
    process = start(
        "simulate", "-n", "1000000000", "-p", "random", "--json", "--records", str(path)
    )
    for _ in range(600):
        if any(part.stat().st_size for part in tmp_path.iterdir()):
            break
        time.sleep(0.05)
    process.send_signal(end)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (code, "")
    found = json.loads(out)
    assert path.read_bytes().count(b"\n") == found["games"] > 0
    assert list(tmp_path.iterdir()) == [path]


SLOW = """
import time
class Slow:
    def act(self, view):
        with open("asked", "w"):
            pass
        time.sleep(0.0005)
        return view.legal_actions[0]
"""


@pytest.mark.parametrize(("end", "code"), ENDS)
def test_a_match_and_a_review_print_what_was_done(
    tmp_path: Path, end: signal.Signals, code: int
) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    match = start("arena", "slow:Slow", "random", "-n", "100000", "--json", cwd=tmp_path)
    xz.simulate(1, seed=1, records=tmp_path / "hands.jsonl")
    review = start("review", "hands.jsonl", "--playouts", "3000", "--json", cwd=tmp_path)
    time.sleep(10)
    for process in (match, review):
        process.send_signal(end)
    out, err = match.communicate(timeout=30)
    assert (match.returncode, err) == (code, "")
    assert 0 < json.loads(out)["games"] < 100_000
    out, err = review.communicate(timeout=30)
    assert (review.returncode, err) == (code, "")
    assert json.loads(out)["decisions"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "gbk", "utf-8"])
def test_no_output_fails_for_its_encoding(tmp_path: Path, encoding: str) -> None:
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding, "LC_ALL": "C"}
    xz.simulate(1, seed=1, records=tmp_path / "hands.jsonl")
    for command in (
        ["rules", "guide"],
        ["rules", "guide", "--json"],
        ["hand", "22244455577799m"],
        ["replay", "hands.jsonl"],
        ["replay", "hands.jsonl", "--json"],
        ["simulate", "-n", "50"],
        ["hand", "东风"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "xuezhan", *command],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        wrong = command[1] == "东风"
        assert done.returncode == (2 if wrong else 0), done.stderr
        assert done.stderr if wrong else done.stdout
        (done.stdout + done.stderr).decode(encoding.replace("ascii", "utf-8"))
        if "--json" in command:
            json.loads(done.stdout.decode(encoding.replace("ascii", "utf-8")))


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    xz.simulate(200, records=path)
    process = start("replay", str(path))
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 1
    process.stderr.close()


# ---- rules, bench, the whole -------------------------------------------------------------------


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "rules")
    assert list(found) == list(xz.RULEBOOKS)
    for rulebook, options in found.items():
        for name, value in xz.Rules(rulebook):
            if name != "patterns":
                assert options[name] == value
    differ = run_json(capsys, "rules", "guide", "chengdu", "--diff")
    expected = set(xz.Rules("guide").diff("chengdu"))
    assert {name.partition(".")[0] for name in differ["guide"]} == expected
    own = run_json(capsys, "rules", "online", "-o", "max_fan=3", "--diff")
    assert list(own.values()) == [{"max_fan": None}, {"max_fan": 3}]
    code, out, _ = run(capsys, "rules", "guide")
    assert code == 0
    assert "pass_lock" in out
    assert len(out.splitlines()) == 1 + len(list(xz.Rules("guide"))) - 1 + len(xz.PATTERNS)


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "bench", "--rounds", "1")
    assert {"fingerprint", "build", "hands_per_second", "kernels_ns", "floors_ns"} <= set(found)
    assert found["fingerprint"] == f"{xz._core.bench_fingerprint():016x}"
    assert set(found["hands_per_second"]) == set(xz.RULEBOOKS)
    assert min(found["hands_per_second"]["guide"].values()) > 0
    assert "release" in found["build"]["core"].lower() or "debug" in found["build"]["core"].lower()


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    for command in ("hand", "simulate", "replay", "rules", "bench"):
        assert command in out
        assert run(capsys, command, "--help")[0] == 0
    assert run(capsys, "--version")[1].strip() == xz.__version__


def test_without_the_extra_one_line_names_it(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(
        "raise ModuleNotFoundError('no click', name='click')\n", encoding="utf-8"
    )
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = start("hand", "123m", env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err.count("\n") == 1
    assert "xuezhan[cli]" in err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["hand", ""], "'' has 0 concealed tiles; a hand has 13 or 14"),
        (["hand", "123m"], "'123m' has 3 concealed tiles; a hand has 13 or 14"),
        (["hand", "1m [222m]"], "'1m [222m]' has 1 concealed tiles and 1 melds; a hand has"),
        (["arena", "value", "random", "--timeout", "nan"], "timeout is nan"),
        (["arena", "value", "random", "--timeout", "inf"], "timeout is inf"),
        (["arena", "value", "serch"], "did you mean 'search'?"),
    ],
)
def test_what_would_be_right(
    capsys: pytest.CaptureFixture[str], args: list[str], message: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert message in err


def test_short_hands_have_waits_and_no_worth(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "hand", "1112p")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["1112p: ready for 23p, 7 tiles", "wait  left"]
    assert run(capsys, "hand", "123m22p")[1] == "123m22p: won\n"
