"""Callers that misuse memory, sizes and processes get an error or a right answer, never a crash."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable

import numpy as np
import pytest

import xuezhan as xz
from xuezhan.simulation.batch_game import MAX_HANDS


def python(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run a program of its own, so that a crash is an exit code and a hang is a timeout."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )


# ---- arrays of the caller's are read once -------------------------------------------------------


def test_actions_changed_by_another_thread_do_no_harm() -> None:
    done = python("""
        import threading
        import numpy as np
        import xuezhan as xz

        batch = xz.BatchGame(64, "chengdu", seed=1, observations=None)
        batch.reset()
        actions, stop = batch.sample(), False
        good = actions.copy()

        def spoil():
            while not stop:
                actions[:] = 1 << 40
                actions[:] = good

        threads = [threading.Thread(target=spoil) for _ in range(2)]
        for thread in threads:
            thread.start()
        taken = refused = 0
        for _ in range(3000):
            try:
                batch.step(actions)
                taken += 1
            except xz.IllegalAction:
                refused += 1
            good = batch.sample()
        stop = True
        for thread in threads:
            thread.join()
        assert taken + refused == 3000
        for i in range(64):
            batch.state(i).validate()
    """)
    assert done.returncode == 0, done.stderr


def test_counts_changed_by_another_thread_do_no_harm() -> None:
    done = python("""
        import threading
        import numpy as np
        import xuezhan as xz

        good = np.tile(xz.Hand("1112345678999m").counts, (4096, 1))
        counts, stop = good.copy(), False
        pongs = np.zeros(4096, np.uint32)
        index = xz.index(good)
        halves = index.copy()

        def spoil():
            while not stop:
                counts[:] = 255
                halves[:] = 65535
                counts[:] = good
                halves[:] = index

        thread = threading.Thread(target=spoil)
        thread.start()
        for _ in range(60):
            for call in (xz.shanten, xz.waits, xz.accepts, xz.index):
                try:
                    call(counts)
                except xz.InvalidTiles:
                    pass
            for call in (xz.shanten, xz.waits):
                for more in ({"pongs": pongs}, {"live": 4 - good}):
                    if "live" in more and call is xz.waits:
                        continue
                    try:
                        call(counts, **more)
                    except xz.InvalidTiles:
                        pass
                try:
                    call(index=halves)
                except xz.InvalidTiles:
                    pass
        stop = True
        thread.join()
    """)
    assert done.returncode == 0, done.stderr


# ---- sizes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [MAX_HANDS + 1, 2**61, 2**63, 2**64 + 1, 10**30])
def test_no_batch_is_too_large_to_refuse(n: int) -> None:
    with pytest.raises(ValueError, match=rf"n is {n}; it must be from 0 to {MAX_HANDS}"):
        xz.BatchGame(n, observations=None)


@pytest.mark.parametrize("n", [-1, 1.0, "8", None, True])
def test_a_batch_is_of_a_whole_number_of_hands(n: object) -> None:
    with pytest.raises((TypeError, ValueError), match="n "):
        xz.BatchGame(n)  # type: ignore[arg-type]


HUGE: dict[str, Callable[[int], object]] = {
    "play_batch": xz.play_batch,
    "determinize": lambda n: xz.Game(seed=1).view(0).determinize(n),
    "evaluate": lambda n: xz.evaluate(xz.Game(seed=1).view(0), playouts=n),
    "threads": lambda n: xz.BatchGame(4, threads=n),
    "simulate threads": lambda n: xz.simulate(1, threads=n),
}


@pytest.mark.parametrize("what", HUGE)
@pytest.mark.parametrize("n", [2**61, 2**63, 2**70])
def test_huge_sizes_are_refused_before_work_begins(what: str, n: int) -> None:
    with pytest.raises((ValueError, MemoryError)):
        HUGE[what](n)


# ---- processes ----------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("first", [True, False], ids=["after a step", "before any"])
def test_a_batch_made_before_a_fork_works_in_the_child(first: bool) -> None:
    done = python(f"""
        import os
        import warnings
        import numpy as np
        import xuezhan as xz

        warnings.simplefilter("ignore")  # of forking with threads, from Python 3.12 on
        batch = xz.BatchGame(64, "chengdu", seed=1, threads=2)
        batch.reset()
        if {first}:
            batch.step(batch.sample())
        pid = os.fork()
        for _ in range(5):
            batch.step(batch.sample())
        sums = int(batch.observations.sum()), int(batch.masks.sum())
        if pid == 0:
            print("child", *sums, flush=True)
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        print("parent", *sums)
        assert status == 0
    """)
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert lines["child"] == lines["parent"]


# ---- memory that is lent ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["masks", "rewards", "seats", "dones", "observations"])
def test_an_array_that_was_resized_is_noticed(name: str) -> None:
    batch = xz.BatchGame(16, "chengdu", seed=1)
    mine = np.zeros_like(getattr(batch, name))
    batch.bind(**{name: mine})
    batch.reset()
    mine.resize(10**7, refcheck=False)
    with pytest.raises(ValueError, match=f"{name} has been resized since it was bound"):
        batch.step(batch.sample())
    batch.bind(**{name: np.zeros_like(getattr(xz.BatchGame(16, "chengdu", seed=1), name))})
    batch.step(batch.sample())


READ_ONLY: dict[str, Callable[[], object]] = {
    "Hand.counts": lambda: xz.Hand("123m").counts,
    "Tiles.counts": lambda: xz.Tiles("123m").counts,
    "StateBatch.counts": lambda: xz.Game(seed=1).view(0).determinize(3).counts,
    "StateBatch.walls": lambda: xz.Game(seed=1).view(0).determinize(3).walls,
    "StateBatch.field": lambda: xz.Game(seed=1).view(0).determinize(3).field("melds"),
    "Chance.won": lambda: xz.chances(xz.Hand("1112345678999m"), draws=3)[0].won,
}


@pytest.mark.parametrize("name", READ_ONLY)
def test_what_is_read_only_stays_so(name: str) -> None:
    array = READ_ONLY[name]()
    assert isinstance(array, np.ndarray)
    assert not array.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    with pytest.raises(ValueError, match="read-only"):
        array[...] = array


# ---- threads on one object ----------------------------------------------------------------------


def test_two_threads_on_one_batch_take_turns() -> None:
    batch = xz.BatchGame(32, "online", seed=3, threads=2)
    batch.reset()
    errors: list[BaseException] = []

    def work() -> None:
        for _ in range(50):
            try:
                batch.step(batch.sample())
            except xz.IllegalAction:
                pass  # the other thread has stepped since the sample
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for i in range(32):
        batch.state(i).validate()
