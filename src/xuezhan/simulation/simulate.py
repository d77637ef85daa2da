"""Many hands: policies play them in C, on threads, into one summary or one NumPy array."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from xuezhan import _core
from xuezhan._core import POLICIES, RESULT_DTYPE, NativeRules, Tally
from xuezhan.checks import UINT64, no_such, seed_or_fresh, whole, worker_threads
from xuezhan.errors import Interrupted
from xuezhan.files import Replacement
from xuezhan.rules import BASES, Rules, RulesLike, as_rules
from xuezhan.simulation.summary import Summary

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    import numpy.typing as npt

__all__ = ["POLICIES", "RESULT_DTYPE", "play_batch", "simulate"]

_CHUNK_SECONDS = 0.03  # what one call to the core is meant to take: a stop waits no longer
_CHUNK_GROWTH = 8  # at most so many times the one before, as the first ones measure little
_BATCH_CHUNK = 1024  # hands: some milliseconds, so that sharing them out costs little
_VALUE_CHUNK = 128  # of `value`, which takes a millisecond a hand
_POLL = 0.1  # seconds between two looks at the progress


def play_batch(
    n: int,
    rules: RulesLike = "guide",
    policies: str | Sequence[str] = "efficiency",
    seed: int | None = None,
    *,
    first_index: int = 0,
    dealer: int | None = None,
    out: npt.NDArray[Any] | None = None,
    threads: int = 1,
) -> npt.NDArray[Any]:
    """
    Play `n` hands and give what each came to, a structured array of shape (n,).

    Hand *i* of the array has index `first_index + i` and depends on that, the seed, the rules and
    the policies alone, never on `n` or `threads`. Without a seed one is drawn that nobody can
    foresee, and is not told (`fresh_seed` draws one to keep). `policies`: one name for all seats,
    or one a seat. `dealer`: a seat, or None: each hand's index mod players. `out`: an array to fill
    and return instead of a new one; C-contiguous.

    Fields (seats first, masks have bit *s* for seat *s*): `index`, `scores`, `win_amount` (what
    each payer of the win paid), `win_fan`, `win_order` (0 none, else the number of the winning
    event), `win_kind` (0 discard, 1 robbing, 2 self-draw), `win_pattern` (index into `PATTERNS`),
    `win_tile` (slot), `win_from` (seat) — these four 255 where they do not apply —, `kongs` (seat,
    direct/added/concealed), `turns`, `dealer`, `next_dealer`, `exhausted`, `ready` and `pigs` (at
    an exhausted wall), `winners`, `wins` (how often each seat won), `self_draws` of these,
    `deal_ins` (wins that the seat paid as discarder or robbed). Where winners play on, the six
    `win_` fields are those of a seat's first win. There are always four seats; those beyond the
    rules' stay empty.
    """
    run = _Hands(n, as_rules(rules), policies, seed, first_index, dealer)
    if out is None:
        out = np.empty(n, RESULT_DTYPE)
    elif not isinstance(out, np.ndarray) or out.dtype != RESULT_DTYPE:
        raise TypeError("out must be an array of dtype xuezhan.RESULT_DTYPE")
    elif out.shape != (n,) or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(
            f"out must be a writeable C-contiguous array of shape ({n},), not {out.shape}"
        )
    threads = worker_threads(threads)
    chunk = _VALUE_CHUNK if "value" in run.policies else _BATCH_CHUNK
    chunk = max(1, min(chunk, -(-n // threads)))
    starts = range(0, n, chunk)

    def fill(start: int) -> None:
        part = out[start : start + chunk]
        run.play(start, len(part), results=part.view(np.uint8))

    if len(starts) <= 1 or threads == 1:
        for start in starts:
            fill(start)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(threads, "xuezhan") as pool:
            try:
                deque(pool.map(fill, starts), maxlen=0)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    return out


def simulate(
    games: int,
    rules: RulesLike = "guide",
    policies: str | Sequence[str] = "efficiency",
    seed: int | None = None,
    *,
    threads: int | None = None,
    first_index: int = 0,
    dealer: int | None = None,
    records: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Summary:
    """
    Play `games` hands and sum them up.

    Hand *i* has the index `first_index + i`, under a seed that is drawn if none is given and told
    by the summary; nothing depends on `threads` (None: one for each core
    that this process may use). `policies`: one of `POLICIES` for all seats, or one a seat.
    `dealer`: a seat, or None: index mod players. `records`: a file to write every hand's record to,
    one a line, by index, compressed if its name ends in `.gz`; it is there, or replaced, when all
    is done, and as it was after an error. `progress(done, games)` is called about ten times a
    second, and at the end.

    An interrupt (Ctrl-C) ends it within a second and raises `Interrupted`, a kind of
    `KeyboardInterrupt`. Its `result` is the summary of the hands done so far, which are the first
    `summary.games`; `interrupted` is set in it, and the records are those of these hands.
    """
    from threading import Thread

    run = _Hands(games, as_rules(rules), policies, seed, first_index, dealer)
    threads = worker_threads(threads)
    sink = None if records is None else Replacement(records)
    job = _Job(run, threads, sink)
    worker = Thread(target=job.work, name="xuezhan-simulate", daemon=True)
    started = time.perf_counter()
    interrupted = ended = False
    worker.start()
    try:
        # Not `worker.join`: interrupted, it takes the thread for ended (Python up to 3.12).
        while not ended:
            ended = job.ended.wait(_POLL)
            if progress is not None:
                progress(job.done, games)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        job.stop = True
        job.ended.wait()
        worker.join()
    if job.error is not None:
        raise job.error
    summary = Summary(
        rules=run.rules,
        seed=run.seed,
        first_index=run.first_index,
        policies=run.policies,
        requested=games,
        interrupted=interrupted and job.done < games,
        seconds=time.perf_counter() - started,
        sums=job.total.to_dict(),
    )
    if interrupted:
        raise Interrupted(f"after {job.done:,} of {games:,} hands", summary)
    return summary


class _Hands:
    """Which hands to play: the checked arguments of a run."""

    def __init__(
        self,
        count: int,
        rules: Rules,
        policies: str | Sequence[str],
        seed: int | None,
        first_index: int,
        dealer: int | None,
    ) -> None:
        self.count = whole("the number of hands", count, 0, UINT64)
        self.rules = rules
        self.seed = seed_or_fresh(seed)
        self.first_index = whole("first_index", first_index, 0, UINT64 - 1)
        if self.first_index + self.count > UINT64:
            raise ValueError("the last hand's index must be below 2^64")
        players: int = rules.players
        self.dealer = -1 if dealer is None else whole("dealer", dealer, 0, players - 1)
        self.policies = _policies(policies, players)
        self._native: NativeRules = rules._native
        self._policy_numbers = tuple(POLICIES.index(name) for name in self.policies)

    def play(self, start: int, count: int, **into: Any) -> None:
        _core.play_hands(
            self._native,
            self._policy_numbers,
            self.seed,
            self.dealer,
            self.first_index + start,
            count,
            **into,
        )

    def lines(self, records: npt.NDArray[np.uint8], results: npt.NDArray[np.uint8]) -> bytes:
        """The records of hands that were played, one in each line."""
        return _core.record_lines(self._native, BASES.index(self.rules.base), records, results)


class _Chunk(NamedTuple):
    tally: Tally
    text: bytes  #: the records
    seconds: float


class _Job:
    """
    The work of `simulate`, in a thread of its own, which no interrupt reaches.

    Chunks go to a pool in order and are taken back in order, so that what was done when it stops is
    a first part of the run, and the records stand by index.
    """

    def __init__(self, run: _Hands, threads: int, sink: Replacement | None) -> None:
        from threading import Event

        self.total = Tally()
        self.stop = False
        self.error: BaseException | None = None
        self.ended = Event()  #: nothing is played or written any more
        self._run = run
        self._threads = threads
        self._sink = sink
        self._submitted = 0
        self._chunk_size = 1

    @property
    def done(self) -> int:
        return self.total.hands

    def work(self) -> None:
        """Play it all, unless `stop` is set; what goes wrong is left in `error`."""
        try:
            if self._sink is None:
                self._play(None)
            else:
                self._play_into(self._sink)
        except BaseException as error:
            self.error = error
        finally:
            self.ended.set()

    def _play_into(self, sink: Replacement) -> None:
        try:
            with sink.errors():
                self._play(sink.file.write)
        except BaseException:
            sink.discard()
            raise
        sink.commit()

    def _play(self, write: Callable[[bytes], Any] | None) -> None:
        from concurrent.futures import ThreadPoolExecutor

        waiting: deque[Future[_Chunk]] = deque()
        with ThreadPoolExecutor(self._threads, "xuezhan") as pool:
            try:
                while not self.stop:
                    while len(waiting) < 2 * self._threads and self._submitted < self._run.count:
                        waiting.append(self._submit(pool, write is not None))
                    if not waiting:
                        return
                    self._take(waiting.popleft(), write)
                # Those that have begun end soon; they are the next in order.
                while waiting and not waiting[0].cancel():
                    self._take(waiting.popleft(), write)
            finally:
                for future in waiting:
                    future.cancel()

    def _submit(self, pool: ThreadPoolExecutor, recorded: bool) -> Future[_Chunk]:
        start, left = self._submitted, self._run.count - self._submitted
        count = min(self._chunk_size, -(-left // (2 * self._threads)))
        self._submitted += count
        return pool.submit(self._chunk, start, count, recorded)

    def _take(self, future: Future[_Chunk], write: Callable[[bytes], Any] | None) -> None:
        chunk = future.result()
        if write is not None:
            write(chunk.text)
        self.total.add(chunk.tally)
        fitting = int(chunk.tally.hands * _CHUNK_SECONDS / max(chunk.seconds, 1e-9))
        self._chunk_size = max(1, min(fitting, _CHUNK_GROWTH * chunk.tally.hands))

    def _chunk(self, start: int, count: int, recorded: bool) -> _Chunk:
        started = time.perf_counter()
        tally, text = Tally(), b""
        if recorded:
            results = np.empty(count * RESULT_DTYPE.itemsize, np.uint8)
            records = np.empty(count * _core.RECORD_BYTES, np.uint8)
            self._run.play(start, count, tally=tally, results=results, records=records)
            text = self._run.lines(records, results)
        else:
            self._run.play(start, count, tally=tally)
        return _Chunk(tally, text, time.perf_counter() - started)


def _policies(policies: str | Sequence[str], players: int) -> tuple[str, ...]:
    try:
        names = (policies,) * players if isinstance(policies, str) else tuple(policies)
    except TypeError:
        raise TypeError(
            f"policies is {policies!r}; it must be a name, or one name for each of {players} seats"
        ) from None
    for name in names:
        if not isinstance(name, str):
            raise TypeError(
                f"policies has {name!r}; a policy is named, one of {', '.join(POLICIES)}"
            )
        if name not in POLICIES:
            raise ValueError(no_such("policy", name, POLICIES))
    if len(names) != players:
        raise ValueError(
            f"{len(names)} policies given; one for all seats or one for each of {players}"
        )
    return names
