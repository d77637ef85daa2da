"""Studies: definitions, parts, what survives, what is found."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from xuezhan.studies import Definition, Study, StudyError
from xuezhan.studies.backends import Pool
from xuezhan.studies.compare import FIRST_LOOK, confidence_sequence
from xuezhan.studies.part import METRICS, join, play_part

CAPS = """
name = "caps"
games = 1536
seed = 7
subject = "efficiency"

[[configuration]]
label = "cap {max_fan}"
rules = "chengdu"
policies = ["efficiency", "random", "random", "random"]
options = { max_fan = [3, 5, "null"] }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "study"


# ---- definitions -------------------------------------------------------------------------------


def test_a_list_stands_for_each_of_its_values() -> None:
    text = """
    games = 10
    seed = 1
    [[configuration]]
    rules = ["guide", "chengdu"]
    policies = "random"
    options = { max_fan = [3, "null"], unit = 2 }
    [[configuration]]
    label = "mixed"
    policies = ["mixed", "random", "random", "random"]
    """
    found = Definition.from_toml(text).configurations
    assert [one.label for one in found] == [
        "guide max_fan=3",
        "guide max_fan=null",
        "chengdu max_fan=3",
        "chengdu max_fan=null",
        "mixed",
    ]
    assert found[0].rules == xz.Rules("guide", max_fan=3, unit=2)
    assert found[3].rules == xz.Rules("chengdu", unit=2)
    assert found[0].policies == ("random",) * 4


WRONG = {
    "games = 1": "the key 'seed' is missing",
    "games = 1\nseed = 1": "1 to 256 configurations, not 0",
    "games = 0\nseed = 1\n[[configuration]]": "games is 0",
    "games = 1\nseed = -1\n[[configuration]]": "seed is -1",
    "games = 1\nseed = 1\nrules = 1\n[[configuration]]": "there is no key 'rules'",
    "games = 1\nseed = 1\n[[configuration]]\nrule = 'guide'": "did you mean 'rules'",
    "games = 1\nseed = 1\n[[configuration]]\nrules = 'gide'": "did you mean 'guide'",
    "games = 1\nseed = 1\n[[configuration]]\n[[configuration]]": "two configurations have",
    "games = 1\nseed = 1\n[[configuration]]\npolicies = ['random']": "1 policies for 4 seats",
    "games = 1\nseed = 1\n[[configuration]]\npolicies = 'rondom'": "did you mean 'random'",
    "games = 1\nseed = 1\nsubject = 'value'\n[[configuration]]": "'value' has no seat",
    "games = 1\nseed = 1\n[[configuration]]\noptions = {max_fan = -3}": "max_fan is -3",
    "games = 1\nseed = 1\n[[configuration]]\nlabel = '{cap}'": "cannot be filled",
    "games = 1\nseed = 1\nrotate = 3\n[[configuration]]": "rotate is 3",
    "games = ": "no TOML",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_definition_says_what_is_wrong(text: str, folder: Path) -> None:
    with pytest.raises(StudyError, match=WRONG[text].replace("[", r"\[")):
        Study.new(folder, text)
    assert not folder.exists()


def test_a_definition_and_its_digest_survive_writing() -> None:
    one = Definition.from_toml(CAPS)
    again = Definition.from_dict(json.loads(json.dumps(one.to_dict())))
    assert (again, again.digest) == (one, one.digest)
    more = Definition.from_toml(CAPS.replace("1536", "9999"))
    other = Definition.from_toml(CAPS.replace("seed = 7", "seed = 8"))
    assert more.digest == one.digest != other.digest


# ---- running -----------------------------------------------------------------------------------


def test_the_sums_are_those_of_simulate(folder: Path) -> None:
    study = Study.new(folder, CAPS)
    status = study.run(workers=2)
    assert status.complete
    assert status.done == 1536
    for number, cap in enumerate((3, 5, None)):
        for seating, seats in enumerate(study.configurations[number].seatings(rotate=True)):
            alone = xz.simulate(1536, xz.Rules("chengdu", max_fan=cap), list(seats), seed=7)
            assert study.summary(number, seating).sums == alone.sums


def test_differences_are_those_of_paired_walls(folder: Path) -> None:
    study = Study(
        folder,
        [
            {"label": "a", "rules": "guide", "policies": "mixed"},
            {"label": "b", "rules": "guide", "policies": ["mixed", "random", "mixed", "mixed"]},
        ],
        600,
        seed=3,
        rotate=False,
    )
    study.run()
    a = xz.play_batch(600, "guide", "mixed", 3)["scores"].sum(axis=1) / 4
    hands = xz.play_batch(600, "guide", ["mixed", "random", "mixed", "mixed"], 3)
    b = hands["scores"][:, [0, 2, 3]].sum(axis=1) / 3
    pair = study.compare().pairs[0]
    assert pair.difference.value == pytest.approx((b - a).mean())
    half = 1.963939 * (b - a).std(ddof=1) / np.sqrt(600)
    assert pair.difference.high - pair.difference.value == pytest.approx(half, rel=1e-3)
    apart = 1.963939 * np.hypot(a.std(ddof=1), b.std(ddof=1)) / np.sqrt(600)
    assert pair.unpaired.high - pair.unpaired.value == pytest.approx(apart, rel=1e-3)
    turns = study.compare("turns").means[1]
    assert turns.value == pytest.approx(hands["turns"].mean())
    dealt = sum(
        ((hands["win_from"] == seat) & (hands["win_order"] > 0)).any(axis=1) for seat in (0, 2, 3)
    )
    assert study.compare("deal_in").means[1].value == pytest.approx(dealt.sum() / 1800)


def test_parts_add_up_whatever_their_cuts() -> None:
    values = Definition.from_toml(CAPS).to_dict()
    whole = play_part(values, 0, 300)
    halves = join(play_part(values, 0, 77), play_part(values, 77, 300))
    for key in ("tallies", "sums", "products", "scores"):
        assert whole[key] == halves[key]


def test_stakes_beyond_64_bits_are_summed_exactly() -> None:
    big = xz.Rules("guide", unit=1 << 34, max_fan=6)
    one = {"label": "big", "rules": big.to_dict(), "policies": "mixed"}
    definition = Definition.make([one, {**one, "label": "same"}], 200, 1)
    part = play_part(definition.to_dict(), 0, 200)
    stakes = [int(row[row > 0].sum()) for row in xz.play_batch(200, big, "mixed", 1)["scores"]]
    assert part["products"]["stakes"] == [[sum(x * x for x in stakes)] * 2] * 2
    assert sum(x * x for x in stakes) > 1 << 63


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_backends_agree(backend: str, folder: Path) -> None:
    study = Study.new(folder, CAPS)
    study.run(backend, workers=2)
    assert study.status().complete
    assert study.digest == alone(CAPS)


def alone(text: str) -> str:
    """The digest of a study that is played in one part."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        study = Study.new(folder, text)
        study._keep(play_part(study.definition.to_dict(), 0, study.games))
        return study.digest


def test_a_run_goes_on_where_another_stopped(folder: Path) -> None:
    study = Study.new(folder, CAPS)

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run(progress=stop)
    status = study.status()
    assert 0 < status.done < 1536
    before = {name: stamp(folder / name) for _, _, name in study._names()}
    study = Study(folder)
    study.run()
    assert study.status().complete
    assert study.digest == alone(CAPS)
    assert {name: stamp(folder / name) for name in before} == before  # none was played again


def stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_ino, about.st_mtime_ns


def test_extend_and_merge(tmp_path: Path) -> None:
    shares = []
    for k in (1, 2):
        study = Study.new(tmp_path / f"share{k}", CAPS)
        study.run(share=(k, 2))
        assert study.status().done == 768
        shares.append(study)
    assert shares[0].merge(shares[1]) > 0
    assert shares[0].merge(tmp_path / "share2") == 0
    assert shares[0].digest == alone(CAPS)
    shares[0].extend(2000)
    assert shares[0].status().missing == ((1536, 2000),)
    shares[0].run()
    assert shares[0].digest == alone(CAPS.replace("1536", "2000"))
    with pytest.raises(ValueError, match="games is 1"):
        shares[0].extend(1)
    other = Study.new(tmp_path / "other", CAPS.replace("seed = 7", "seed = 8"))
    with pytest.raises(StudyError, match="another definition"):
        shares[0].merge(other)


def test_parts_that_lie_partly_over_others_are_refused(tmp_path: Path) -> None:
    a, b = Study.new(tmp_path / "a", CAPS), Study.new(tmp_path / "b", CAPS)
    values = a.definition.to_dict()
    a._keep(play_part(values, 0, 100))
    b._keep(play_part(values, 50, 200))
    with pytest.raises(StudyError, match=r"walls 50 to 199 .* were played here in part"):
        a.merge(b)


def test_damaged_parts_are_told_and_played_again(folder: Path) -> None:
    study = Study.new(folder, CAPS)
    study.run()
    name = next(study._names())[2]
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)
    assert study.status().damaged == (name,)
    assert not study.status().complete
    study.run()
    assert study.status().complete
    assert study.digest == alone(CAPS)


def test_another_engine_does_not_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Study.new(folder, CAPS)
    monkeypatch.setattr("xuezhan.studies.study._known_fingerprint", ["0123456789abcdef"])
    with pytest.raises(StudyError, match="plays differently"):
        Study(folder).run()


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="there is no study"):
        Study(tmp_path)
    Study.new(tmp_path / "a", CAPS)
    with pytest.raises(StudyError, match="already"):
        Study.new(tmp_path / "a", CAPS)
    with pytest.raises(StudyError, match="another definition"):
        Study(tmp_path / "a", [{"rules": "online"}], 10)
    (tmp_path / "a/study.json").write_text("{}")
    with pytest.raises(StudyError, match="damaged"):
        Study(tmp_path / "a")


def test_an_object_store_will_do() -> None:
    study = Study.new("memory://xuezhan-test/study", CAPS)
    study.run()
    assert Study("memory://xuezhan-test/study").digest == alone(CAPS)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_an_unwritable_folder(tmp_path: Path) -> None:
    study = Study.new(tmp_path / "study", CAPS)
    (tmp_path / "study").chmod(0o500)
    with pytest.raises(OSError, match="study"):
        study.run()


def test_a_full_disk_leaves_what_is_finished(folder: Path) -> None:
    study = Study.new(folder, CAPS)
    study._keep(play_part(study.definition.to_dict(), 0, 256))
    code = f"""
import resource, signal
from xuezhan.studies import Study
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))  # no file may grow further
try:
    Study({str(folder)!r}).run()
except OSError as error:
    print("said:", error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "said:" in done.stdout, done.stderr
    assert str(folder) in done.stdout
    assert study.status().done == 256
    assert not study.status().damaged


# ---- results -----------------------------------------------------------------------------------


def test_results_in_tables(folder: Path) -> None:
    study = Study.new(folder, CAPS.replace("seed = 7", "seed = 7\nresults = true"))
    study.run()
    frame = study.to_pandas("cap 3")
    assert len(frame) == 4 * 1536
    batch = xz.play_batch(1536, xz.Rules("chengdu", max_fan=3), ["efficiency"] + ["random"] * 3, 7)
    first = frame[frame.seating == 0].sort_values("index")
    for seat in range(4):
        assert (first[f"score_{seat}"].to_numpy() == batch["scores"][:, seat]).all()
        names = [xz.PATTERNS[n] if n != 255 else None for n in batch["win_pattern"][:, seat]]
        assert [None if name != name else name for name in first[f"win_pattern_{seat}"]] == names
    seats = study.to_pandas("cap 3", by="seat")
    assert len(seats) == 4 * len(frame)
    assert (seats[seats.policy == "efficiency"].groupby("seating").size() == 1536).all()
    assert set(study.to_pandas().configuration) == {"cap 3", "cap 5", "cap null"}
    with pytest.raises(ValueError, match="by is"):
        study.to_pandas(by="row")


def test_no_results_were_asked_for(folder: Path) -> None:
    with pytest.raises(StudyError, match="keeps no results"):
        Study.new(folder, CAPS).to_arrow()


# ---- statistics --------------------------------------------------------------------------------


def test_stopping_when_it_is_narrow_enough(folder: Path) -> None:
    study = Study.new(folder, CAPS.replace("1536", "200_000"))
    status = study.run(until=2.0)
    assert FIRST_LOOK <= status.done < 200_000
    found = study.sequential()
    assert list(found) == ["cap 5", "cap null"]
    assert all((one.high - one.low) / 2 <= 2.0 for one in found.values())
    assert study.run(until=2.0).done == status.done


@pytest.mark.slow
def test_sequential_intervals_hold_at_all_looks() -> None:
    """A thousand studies, looked at some fifty times each: at most one in twenty ever misses."""
    a = xz.play_batch(400_000, "chengdu", ["mixed", "random", "random", "random"], 5)
    values = a["scores"][:, 0]
    mean = values.mean()
    rng, missed, walls = np.random.default_rng(1), 0, 8000
    looks = np.unique(np.geomspace(FIRST_LOOK, walls, 50).astype(int))
    for _ in range(1000):
        sample = rng.choice(values, walls)
        sums, squares = np.cumsum(sample), np.cumsum(sample.astype(np.int64) ** 2)
        missed += any(
            not one.low <= mean <= one.high
            for one in (
                confidence_sequence(int(sums[n - 1]), int(squares[n - 1]), int(n), best_at=4000)
                for n in looks
            )
        )
    assert missed <= 50, missed


def test_metrics_are_those_of_the_docs(folder: Path) -> None:
    study = Study.new(folder, CAPS)
    study.run()
    rows = study.figures()
    assert {row["metric"] for row in rows} == set(METRICS)
    assert len(rows) == 3 * len(METRICS)
    with pytest.raises(ValueError, match="there is no metric 'point'"):
        study.compare("point")


# ---- the report and the command line -----------------------------------------------------------


def test_the_report(folder: Path, tmp_path: Path) -> None:
    grid = CAPS.replace('[3, 5, "null"]', "[3, 5], root_fan = [1, 2]").replace(
        "cap {max_fan}", "{max_fan} {root_fan}"
    )
    study = Study.new(folder, grid)
    study.run()
    written = study.report(tmp_path / "report.html", images=True)
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == page.count("</svg>") == page.count("<figure") >= 9
    for title in ("Points a hand", "Fan of the wins", "Points over the grid", "Convergence"):
        assert title in page
    assert not re.search(r"(?:src|href)=.https?:|url\(.?https?:|<script|<link", page)
    assert all(Path(name).stat().st_size > 1000 for name in written)


def run_cli(*args: str, ok: bool = True) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "xuezhan", "study", *args],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == ok, done.stderr
    return done.stdout if ok else done.stderr


def test_the_command_line(tmp_path: Path) -> None:
    toml, folder = tmp_path / "caps.toml", str(tmp_path / "caps")
    toml.write_text(CAPS.replace("seed = 7", "seed = 7\nresults = true"))
    assert "cap 5" in run_cli("new", folder, str(toml))
    assert "1,536 to go" in run_cli("status", folder)
    assert "complete" in run_cli("run", folder, "--workers", "2")
    found = json.loads(run_cli("status", folder, "--json"))
    assert (found["done"], found["complete"]) == (1536, True)
    assert "18,432 rows" in run_cli("export", folder, str(tmp_path / "hands.parquet"))
    assert "73,728 rows" in run_cli("export", folder, str(tmp_path / "hands.csv"), "--by", "seat")
    assert "report.html" in run_cli("report", folder, str(tmp_path / "report.html"))
    assert "464 to go" in run_cli("extend", folder, "2000")
    assert "already" in run_cli("new", folder, str(toml), ok=False)
    assert "there is no study" in run_cli("run", str(tmp_path), ok=False)
    assert "write it as K/N" in run_cli("run", folder, "--share", "3", ok=False)


def test_a_figure_of_one_run() -> None:
    figure = xz.simulate(200, policies="mixed", seed=1).plot()
    assert len(figure.axes) == 4


# ---- clusters and kills ------------------------------------------------------------------------


@pytest.mark.slow
def test_a_driver_killed_at_any_moment(folder: Path) -> None:
    text = CAPS.replace("1536", "12288")
    study = Study.new(folder, text)
    code = f"from xuezhan.studies import Study; Study({str(folder)!r}).run(workers=2)"
    kept: dict[str, Any] = {}
    rng = np.random.default_rng(4)
    for _ in range(10):
        driver = subprocess.Popen([sys.executable, "-c", code])
        time.sleep(0.4 + float(rng.random()))
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        found = {name: stamp(folder / name) for _, _, name in study._names()}
        assert all(found[name] == kept[name] for name in kept)  # none was played twice
        assert not study.status().damaged
        kept = found
    study.run(workers=2)
    assert study.digest == alone(text)


@pytest.mark.slow
def test_dask_and_a_worker_that_dies(folder: Path) -> None:
    """A scheduler and two workers, each a process of its own; one is killed in the middle."""
    pytest.importorskip("distributed")
    text = CAPS.replace("1536", "12288")
    scheduler = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "18786",
            "--no-dashboard",
        ],
        stderr=subprocess.DEVNULL,
    )
    address = "tcp://127.0.0.1:18786"
    workers = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "distributed.cli.dask_worker",
                address,
                "--nthreads",
                "1",
                "--no-dashboard",
                "--no-nanny",
            ],
            stderr=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    try:
        study = Study.new(folder, text)
        seen = []

        def kill_one(now: object) -> None:
            seen.append(now)
            if len(seen) == 3:
                workers[0].kill()

        study.run("dask", address=address, workers=2, progress=kill_one)
        assert study.status().complete
        assert study.digest == alone(text)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


@pytest.mark.slow
def test_ray(folder: Path) -> None:
    pytest.importorskip("ray")
    code = f"""
from xuezhan.studies import Study
if __name__ == "__main__":
    Study({str(folder)!r}).run("ray", workers=2)
"""
    study = Study.new(folder, CAPS)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=240
    )
    assert study.status().complete, done.stderr[-2000:]
    assert study.digest == alone(CAPS)


@pytest.mark.slow
def test_a_process_that_dies_is_replaced(folder: Path) -> None:
    text = CAPS.replace("1536", "8192")
    study = Study.new(folder, text)
    killed: list[int] = []

    def kill_one(_: object) -> None:
        if not killed:
            import joblib.externals.loky.reusable_executor as loky

            victim = next(iter(loky._executor._processes))
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    study.run("processes", workers=2, progress=kill_one)
    assert killed
    assert study.digest == alone(text)


def test_there_is_no_such_backend(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no backend 'thread'; .* did you mean"):
        Study.new(folder, CAPS).run("thread")
    with pytest.raises(ValueError, match="threads has no address"):
        Pool("threads", address="tcp://here")
