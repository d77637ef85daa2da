"""Players for matches and for your own programs: those of the engine, and how yours take part."""

from __future__ import annotations

import importlib
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from xuezhan import _core
from xuezhan._core import (
    OUTCOME_DTYPE,
    POLICIES,
    WORLDS,
    SearchCore,
    play_worlds,
    value_action,
    value_worths,
)
from xuezhan.checks import no_such, seed_or_fresh, shown, whole
from xuezhan.errors import XuezhanError
from xuezhan.json_text import read_json
from xuezhan.play.action import Action

if TYPE_CHECKING:
    from xuezhan.play.view import View

__all__ = [
    "PLAYERS",
    "Player",
    "PlayerError",
    "ProgramPlayer",
    "SearchPlayer",
    "ValuePlayer",
    "make_player",
]

#: The players that come with the engine, and what each does.
PLAYERS = {
    "random": "any legal action, all equally likely",
    "efficiency": "wins when it may, else gets nearer to any win by the quickest way",
    "mixed": "efficiency, with one action in ten at random",
    "value": "the most expected points, by what it can build and what these rules pay",
    "search": "plays out the best actions of value on re-dealt tiles; takes what is clearly better",
}


_PART = 64  # worlds played in one go: an interrupt waits no longer
_LONGEST_LINE = 1 << 16  # characters of a program's answer
_MOST_LINES = 256  # of its lines that wait to be read
_GRACE = 1.0  # seconds that a program has to end by itself

#: What a program sees of the environment: no more than it needs to be found and to run.
_PASSED_ON = frozenset(
    "PATH HOME USER LANG LANGUAGE TZ TMPDIR TEMP TMP SYSTEMROOT WINDIR COMSPEC PATHEXT".split()
)


class PlayerError(XuezhanError):
    """A player that cannot be made, failed, was too slow, or answered with something illegal."""


@runtime_checkable
class Player(Protocol):
    """
    Whoever has `act`. It is asked whenever a seat owes an answer and has a choice; one object
    may sit in several seats (`view.seat` says which is asked) and plays many hands.
    """

    def act(self, view: View) -> int | str:
        """One of `view.legal_actions`: an `Action`, its number or its text."""
        ...


class ValuePlayer:
    """The player `value`: see docs/players.md. It draws no numbers and may serve many threads."""

    def act(self, view: View) -> Action:
        """The action with the most expected points."""
        return value_action(view)

    def worths(self, view: View) -> dict[Action, float]:
        """
        What each legal action is worth to it, in points against never winning and not being ready
        at the end: differences mean something, sums do not.
        """
        return value_worths(view)

    def __repr__(self) -> str:
        return "ValuePlayer()"


class SearchPlayer:
    """
    The player `search`: re-deals the tiles that its seat does not see, plays the actions that
    `value` likes best to the end on the same worlds, and departs from the choice of `value` for
    what is better beyond doubt.

    playouts  how many hands are played out at most to choose a discard, and four times as many
              where there is a claim, a kong or a win; most decisions are clear sooner
    seconds   if given, as many as fit into this time instead; then what it does depends on the
              machine, otherwise on `seed`, the view and the other parameters alone
    seed      of the worlds, 0 to 2^64 - 1; drawn if not given, and told by `seed`
    policy    who plays the hands out
    breadth   how many actions are looked at, 0 for all that are not hopeless
    doubt     how many standard errors a gain over the choice of `value` must exceed
    worlds    `"likely"` or `"uniform"`: see `evaluate`
    threads   that share a decision's worlds; the answer does not depend on them
    """

    _stopped = False  #: by a match that was interrupted

    def __init__(
        self,
        playouts: int = 2000,
        seconds: float | None = None,
        policy: str = "efficiency",
        breadth: int = 4,
        doubt: float = 2.0,
        worlds: str = "likely",
        seed: int | None = None,
        threads: int = 1,
    ) -> None:
        playouts = whole("playouts", playouts, 1, 1 << 40)
        breadth = whole("breadth", breadth, 0, 255)
        threads = whole("threads", threads, 1, 4096)
        seed = seed_or_fresh(seed)
        if not doubt >= 0:
            raise ValueError(f"doubt is {doubt}; it must be at least 0")
        if worlds not in WORLDS:
            raise ValueError(f"worlds is {worlds!r}; it must be one of {', '.join(WORLDS)}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds is {seconds}; it must be above 0")
        if policy not in POLICIES:
            raise ValueError(no_such("policy", policy, POLICIES))
        self.playouts, self.seconds, self.policy = playouts, seconds, policy
        self.breadth, self.doubt, self.worlds = breadth, doubt, worlds
        self.seed, self.threads = seed, threads

    def act(self, view: View) -> Action:
        """The action that `value` would take, or a better one."""
        search = SearchCore(view, self.policy, self.worlds, self.seed, self.breadth, self.doubt)
        if self.seconds is not None:
            self._act_within(search, view, self.seconds)
            return search.best
        left = self.playouts * search.effort
        while worlds := search.next(left):
            left -= worlds * len(search.actions)
            self._run(search, view, worlds)
            search.narrow()
        return search.best

    def _act_within(self, search: SearchCore, view: View, seconds: float) -> None:
        """Rounds that take double the time of all before, so that the last ends in time."""
        start, share = time.perf_counter(), seconds / 16
        while search.next(1 << 40):
            while time.perf_counter() < start + share:
                self._run(search, view, 4 * self.threads)
            search.narrow()
            share *= 2

    def _run(self, search: SearchCore, view: View, worlds: int) -> None:
        if self.threads == 1 or worlds < 2 * self.threads:
            for start in range(0, worlds, _PART):
                if self._stopped:
                    raise PlayerError(f"{self!r} was stopped")
                search.run(min(_PART, worlds - start))
            return
        actions = np.array(search.actions, np.uint8)
        outcomes = np.empty((worlds, len(actions)), OUTCOME_DTYPE)
        parts = max(self.threads, worlds // _PART)
        cuts = [worlds * i // parts for i in range(parts + 1)]
        policy, worlds_, seed, first = self.policy, self.worlds, search.seed, search.worlds

        def play(start: int, end: int) -> None:
            flat = outcomes[start:end].view(np.uint8).reshape(-1)
            play_worlds(
                view, policy, policy, worlds_, seed, first + start, end - start, actions, flat
            )

        with ThreadPoolExecutor(self.threads, "xuezhan") as pool:
            try:
                list(pool.map(play, cuts[:-1], cuts[1:]))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        search.add(outcomes.view(np.uint8).reshape(-1))

    def __repr__(self) -> str:
        effort = f"seconds={self.seconds}" if self.seconds else f"playouts={self.playouts}"
        return f"SearchPlayer({effort}, policy={self.policy!r}, seed={self.seed})"


# ---- programs ----------------------------------------------------------------------------------


class ProgramPlayer:
    """
    A program that speaks JSON lines on its standard streams (docs/players.md). It is started
    at once, asked as long as the object lives and ended by `close`, with all that it started.

    command   as for a shell, without one: `"./bot --fast"`, or a list
    timeout   seconds that it may take for an answer, which is a line of at most 65,536 characters

    Of the environment it sees the search path, the home and temporary folders, language and time
    zone, and nothing else. It has a process group of its own, so that Ctrl-C does not reach it.
    """

    def __init__(self, command: str | list[str], timeout: float = 10.0) -> None:
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise PlayerError(f"program {command!r} cannot be started: {error}") from None
        if not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ValueError(f"timeout is {timeout}; it must be a number of seconds above 0")
        self.timeout = timeout
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                env=_environment(),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise PlayerError(f"{self!r} cannot be started: {error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        stdout = self._process.stdout
        self._reader = threading.Thread(target=self._read, args=(stdout,), daemon=True)
        self._reader.start()
        self._asked = 0

    def _read(self, stream: IO[str]) -> None:
        while line := stream.readline(_LONGEST_LINE + 1):
            self._lines.put(line)
            if len(line) > _LONGEST_LINE:
                return
        self._lines.put(None)

    def act(self, view: View) -> Action:
        """Ask the program. Raises `PlayerError` if it is gone, too slow, or makes no sense."""
        self._asked += 1
        request = {"id": self._asked, **view.to_dict()}
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(request, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise PlayerError(f"{self!r} does not read any more{self._end()}") from None
        return self._answer(view)

    def _answer(self, view: View) -> Action:
        limit = time.monotonic() + self.timeout
        while True:
            left = limit - time.monotonic()
            try:
                if left <= 0:  # a program that talks of other things has not answered
                    raise queue.Empty
                line = self._lines.get(timeout=left)
            except queue.Empty:
                self.close()
                raise PlayerError(f"{self!r} took more than {self.timeout:g} s") from None
            if line is None:
                raise PlayerError(f"{self!r} has ended{self._end()}")
            if len(line) > _LONGEST_LINE:
                self.close()
                raise PlayerError(
                    f"{self!r} answered with a line of more than {_LONGEST_LINE} characters"
                )
            try:
                answer = read_json(line)
                if isinstance(answer, dict) and answer.get("id", self._asked) != self._asked:
                    continue
                chosen = answer["action"] if isinstance(answer, dict) else answer
            except (ValueError, KeyError):
                wanted = '{"id": …, "action": "discard 5m"}'
                raise PlayerError(
                    f"{self!r} answered {line.strip()[:80]!r}; wanted {wanted}"
                ) from None
            return checked(self, view, chosen)

    def _end(self) -> str:
        code = self._exit_code()
        return "" if code is None else f" (exit code {code})"

    def _exit_code(self) -> int | None:
        """How it ended, None while it runs; its number stays taken, so that no other gets it."""
        if self._process.returncode is not None or not hasattr(os, "waitid"):
            return self._process.poll()
        ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def close(self) -> None:
        """
        End the program: its input is closed, and after a second it is killed, as is at once
        whatever it has started and left running.
        """
        process = self._process
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        if process.returncode is None:
            limit = time.monotonic() + _GRACE
            while self._exit_code() is None and time.monotonic() < limit:
                time.sleep(0.005)
            self._kill()
            process.wait()
        limit = time.monotonic() + 1.0
        while self._reader.is_alive() and time.monotonic() < limit:
            with suppress(queue.Empty):  # it may wait for room
                self._lines.get(timeout=0.01)
        if process.stdout is not None and not self._reader.is_alive():
            process.stdout.close()

    def _kill(self) -> None:
        """The program and its process group."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def __repr__(self) -> str:
        return f"program {' '.join(self.command)!r}"


def _environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _PASSED_ON or name.startswith("LC_")
    }


def checked(player: object, view: View, answer: object) -> Action:
    """The legal action that an answer stands for. Raises `PlayerError`, naming what is legal."""
    try:
        if isinstance(answer, str):
            action = Action.parse(answer)
        elif isinstance(answer, bool) or not hasattr(answer, "__index__"):
            raise ValueError(f"{shown(answer)} is no action")
        else:
            action = Action(answer.__index__())
    except ValueError as error:
        reason = str(error)
    else:
        if action in view.legal_actions:
            return action
        reason = f"{action} is not legal"
    legal = ", ".join(map(str, view.legal_actions))
    raise PlayerError(f"{player!r} in seat {view.seat}: {reason}; legal are {legal}")


# ---- by name -----------------------------------------------------------------------------------


def make_player(spec: str | Player, timeout: float = 10.0, seed: int | None = None) -> str | Player:
    """
    The player that a text names: `"value"` or another policy (given back as it is),
    `"search"`, `"search:playouts=1000,policy=value"`, `"module:Class"` (called without
    arguments; the current folder is looked in first), or `"run:./program arguments"`.
    A player is given back as it is. `seed` is for a `search` that names none. Raises `PlayerError`.
    """
    if not isinstance(spec, str):
        if not isinstance(spec, Player):
            raise PlayerError(f"{spec!r} is no player: it has no act(view)")
        return spec
    name, _, rest = spec.partition(":")
    if spec in POLICIES:
        return spec
    if name == "search":
        return _search(spec, rest, seed)
    if name == "run" and rest:
        return ProgramPlayer(rest, timeout)
    if name in POLICIES:
        raise PlayerError(f"{spec!r}: {name} has no settings; search has")
    if not name or not rest:
        raise PlayerError(no_such("player", spec, [*PLAYERS, "module:Class", "run:…"]))
    return _imported(spec, name, rest)


def _search(spec: str, rest: str, seed: int | None) -> SearchPlayer:
    kinds = {"playouts": int, "seconds": float, "policy": str, "breadth": int, "doubt": float}
    kinds.update(worlds=str, seed=int, threads=int)
    settings: dict[str, Any] = {"seed": seed}
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key not in kinds:
            raise PlayerError(f"{spec!r}: {no_such('setting', key, kinds)}")
        try:
            settings[key] = kinds[key](value)
        except ValueError:
            raise PlayerError(f"{spec!r}: {value!r} is no {kinds[key].__name__}") from None
    try:
        return SearchPlayer(**settings)
    except (TypeError, ValueError) as error:
        raise PlayerError(f"{spec!r}: {error}") from None


def _imported(spec: str, module: str, name: str) -> Player:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise PlayerError(f"{spec!r} cannot be imported: {error}") from None
    except AttributeError:
        raise PlayerError(f"{spec!r}: {module} has no {name}") from None
    except SystemExit as error:
        raise PlayerError(f"{spec!r} cannot be imported: {error!r}") from None
    try:
        player = made() if isinstance(made, type) else made
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{spec!r} cannot be made: {error!r}") from error
    if not isinstance(player, Player):
        raise PlayerError(f"{spec!r} has no act(view)")
    return player


assert set(_core.POLICIES) < set(PLAYERS)
