"""Many hands stepped together, for training: arrays in, arrays out."""

from __future__ import annotations

from _thread import allocate_lock  # what threading.Lock is, without the time to import it
from collections.abc import Callable, Sequence
from os import getpid
from typing import TYPE_CHECKING, Any

import numpy as np

from xuezhan._core import ACTION_COUNT, AUTORESET_MODES, OBSERVATION_SHAPE, POLICIES, BatchCore
from xuezhan.checks import MAX_THREADS, UINT64, no_such, seed_or_fresh, whole
from xuezhan.errors import IllegalAction
from xuezhan.play.state import State
from xuezhan.play.view import View
from xuezhan.rules import Rules, RulesLike, as_rules

if TYPE_CHECKING:
    from _thread import LockType as Lock
    from concurrent.futures import ThreadPoolExecutor

    import numpy.typing as npt

__all__ = ["AUTORESET_MODES", "BatchGame"]

#: The most hands that one object steps: their states and observations take 70 GB.
MAX_HANDS = 1 << 24

_ARRAYS = ("observations", "masks", "rewards", "seats", "dones", "final_observations")
_SEATS = 4


class BatchGame:
    """
    `n` hands, each waiting for one answer of one seat, stepped together.

    n         how many, at most 2^24
    rules     `Rules`, a rulebook's name, or a mapping
    seed      slot *i* plays the hands of (seed, first_index + i), (seed, first_index + i + n), … :
              what a slot plays depends on nothing else. Without a seed one is drawn that nobody can
              foresee, and `hand_of` tells it
    dealer    a seat; the hand's index modulo the number of players unless given
    policies  one for each seat: None (the caller's, as all are unless given) or a policy's name,
              which then answers within `step`; hands that end before the caller can act are skipped
    autoreset what happens to a slot whose hand is over, as Gymnasium names it:
              `"NEXT_STEP"`: the next step deals the slot's next hand and ignores its action;
              `"SAME_STEP"`: the step that ends a hand deals the next: `rewards` and `dones` are of
              the old one, the rest of the new one, `final_observations` (if bound) of the old one's
              end; `"DISABLED"`: it stays over, and its action is ignored, until `reset(mask=…)`
    observations  `"int8"`, `"float32"`, or None for none
    threads   how many share a step

    Results are written into arrays which are the object's own, or the caller's (`bind`):

    observations        (n, 120, 27) int8 or float32: what the seat that acts knows
                        (docs/observation.md); when over, what the caller's seat that acted last
                        sees of the end
    masks               (n, 87) bool: what is legal
    rewards             (n, 4) float32: points won or lost by every seat since the last step
    seats               (n,) int8: the seat that acts, -1 when over
    dones               (n,) bool: whether the hand ended in this step
    final_observations  as observations; None unless bound

    One call at a time works on the object; others wait for it.

    >>> batch = BatchGame(8, "chengdu", seed=1)
    >>> batch.reset()
    >>> batch.step(batch.sample())
    >>> batch.observations.shape, bool(batch.masks.any())
    ((8, 120, 27), True)
    """

    observations: npt.NDArray[Any] | None
    masks: npt.NDArray[Any]
    rewards: npt.NDArray[np.float32]
    seats: npt.NDArray[np.int8]
    dones: npt.NDArray[Any]
    final_observations: npt.NDArray[Any] | None

    def __init__(
        self,
        n: int,
        rules: RulesLike = "guide",
        seed: int | None = None,
        *,
        first_index: int = 0,
        dealer: int | None = None,
        policies: Sequence[str | None] | None = None,
        autoreset: str = "SAME_STEP",
        observations: str | None = "int8",
        threads: int = 1,
    ) -> None:
        n = whole("n", n, 0, MAX_HANDS)
        threads = whole("threads", threads, 1, MAX_THREADS)
        if dealer is not None:
            dealer = whole("dealer", dealer, 0, as_rules(rules).players - 1)
        if observations not in ("int8", "float32", None):
            raise ValueError(
                f"observations is {observations!r}; it must be 'int8', 'float32' or None"
            )
        self._rules = as_rules(rules)
        self._n = n
        self._autoreset = _autoreset_number(autoreset)
        self._policies = _policy_names(policies, self._rules.players)
        self._core = BatchCore()
        self._core._make(
            self._rules,
            self._rules._native,
            n,
            tuple(-1 if name is None else POLICIES.index(name) for name in self._policies),
            -1 if dealer is None else dealer,
            self._autoreset,
        )
        self._lock = allocate_lock()
        self._ready = False
        self._slices = _slices(n, threads)
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  #: whose threads and lock these are: a fork inherits neither
        self._actions = np.empty(n, np.int64)
        self.observations = (
            None if observations is None else np.zeros((n, *OBSERVATION_SHAPE), observations)
        )
        self.masks = np.zeros((n, ACTION_COUNT), np.bool_)
        self.rewards = np.zeros((n, _SEATS), np.float32)
        self.seats = np.full(n, -1, np.int8)
        self.dones = np.zeros(n, np.bool_)
        self.final_observations = None
        self.bind()
        self._seed(seed, first_index)

    @property
    def n(self) -> int:
        """How many hands are played at once."""
        return self._n

    @property
    def rules(self) -> Rules:
        """The rules played by."""
        return self._rules

    @property
    def policies(self) -> tuple[str | None, ...]:
        """Who answers for each seat; None: the caller."""
        return self._policies

    @property
    def autoreset(self) -> str:
        """The mode, one of `AUTORESET_MODES`."""
        return AUTORESET_MODES[self._autoreset]

    def __len__(self) -> int:
        return self._n

    def bind(self, **arrays: npt.NDArray[Any] | None) -> None:
        """
        Takes arrays of the caller's, by the names above, for the results of the calls that follow;
        those not named stay.

        They must have the shapes above and be C-contiguous, aligned and writeable; observations are
        int8 or float32, masks and dones bool, uint8 or int8. None leaves a result unwritten. Raises
        `TypeError` or `ValueError`; nothing is then changed. What is in the arrays is not touched
        before the next call.
        """
        for name in arrays:
            if name not in _ARRAYS:
                raise TypeError(f"there is no array {name!r}; arrays are {', '.join(_ARRAYS)}")
        wanted = {name: arrays.get(name, getattr(self, name)) for name in _ARRAYS}
        with self._locked():
            self._core._bind(wanted)
            for name, array in wanted.items():
                setattr(self, name, array)

    def _seed(self, seed: int | None, first_index: int) -> None:
        seed = seed_or_fresh(seed)
        first_index = whole("first_index", first_index, 0, UINT64 - 1)
        indices = np.arange(self._n, dtype=np.uint64) + np.uint64(first_index)
        self._core._seed(np.full(self._n, seed, np.uint64), indices, max(self._n, 1))

    def _seed_slots(
        self, seeds: npt.NDArray[np.uint64], which: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Each slot on its own: hands (seeds[i], 0), (seeds[i], 1), …"""
        with self._locked():
            chosen = None if which is None else np.ascontiguousarray(which).view(np.uint8)
            self._core._seed(seeds, np.zeros(self._n, np.uint64), 1, chosen)

    def reset(
        self, seed: int | None = None, *, first_index: int = 0, mask: npt.ArrayLike | None = None
    ) -> None:
        """
        Deals the next hand in every slot, or in those where `mask` (bool of shape (n,)) is true,
        and writes observations, masks and seats for them; rewards and dones are zero there. With
        `seed` the slots begin anew, as at the start.
        """
        which = None
        if mask is not None:
            which = np.ascontiguousarray(mask, np.bool_).view(np.uint8)
            if which.shape != (self._n,):
                raise ValueError(f"mask must have shape ({self._n},), not {which.shape}")
            if seed is not None:
                raise ValueError("seed and mask together are not possible: a seed is for all slots")
        with self._locked():
            if seed is not None:
                self._seed(seed, first_index)
            self._spread(lambda start, stop: self._core._reset(start, stop, which))
            self._ready = True

    def step(self, actions: npt.ArrayLike) -> None:
        """
        Takes one answer in every slot, for the seat that acts there, and writes all arrays.

        `actions` are integers of shape (n,); those of slots that are over are ignored. Raises
        `IllegalAction`, naming the first slot whose action is not legal and what would have been;
        no slot is then stepped.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {given.dtype}")
        if given.shape != (self._n,):
            raise ValueError(f"actions must have shape ({self._n},), not {given.shape}")
        with self._locked():
            self._must_be_ready()
            taken = self._actions
            taken[...] = given  # read once: whatever another thread writes there is not seen
            wrong = self._core._first_illegal(taken, 0, self._n)
            if wrong >= 0:
                raise IllegalAction(self._core._why_illegal(wrong, int(taken[wrong])))
            self._spread(lambda start, stop: self._core._step(taken, start, stop))

    def sample(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """
        A legal action for every slot, each as likely as any other; 0 where it is over. int64 of
        shape (n,), into `out` if given. A slot's draws depend on its seed and on how many were made
        before.
        """
        if out is None:
            out = np.empty(self._n, np.int64)
        elif out.dtype != np.int64 or out.shape != (self._n,) or not out.flags.c_contiguous:
            raise ValueError(
                f"out must be C-contiguous int64 of shape ({self._n},), "
                f"not {out.dtype} of {out.shape}"
            )
        with self._locked():
            self._must_be_ready()
            drawn = out
            self._spread(lambda start, stop: self._core._sample(drawn, start, stop))
        return out

    def state(self, i: int) -> State:
        """A copy of what slot `i` is in: the whole table, hidden tiles too."""
        with self._locked():
            state: State = self._core._state(self._slot(i), State)
        return state

    def view(self, i: int, seat: int | None = None) -> View:
        """What `seat`, by default the one that acts, knows in slot `i`."""
        with self._locked():
            state = self._core._state(self._slot(i), State)
            acting = self._core._seat_of(self._slot(i))
        chosen = acting if seat is None else seat
        if chosen is None:
            raise ValueError(f"slot {i} is over; name the seat")
        return View.of(state, chosen)

    def hand_of(self, i: int) -> tuple[int, int]:
        """Seed and index of the hand that slot `i` plays."""
        with self._locked():
            hand: tuple[int, int] = self._core._index_of(self._slot(i))
        return hand

    def _slot(self, i: int) -> int:
        if not 0 <= i < self._n:
            raise IndexError(f"there is no slot {i}; slots are 0 to {self._n - 1}")
        return i

    def _must_be_ready(self) -> None:
        if not self._ready:
            raise ValueError("reset() comes before the first step()")

    def _locked(self) -> Lock:
        """The object's lock; a new one, without threads, in a process that was forked off."""
        if self._process != getpid():
            self._lock, self._pool, self._process = allocate_lock(), None, getpid()
        return self._lock

    def _threads(self) -> ThreadPoolExecutor | None:
        """The threads beside the caller's, begun when they are first needed."""
        if self._pool is None and len(self._slices) > 1:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(len(self._slices) - 1, "xuezhan-batch")
        return self._pool

    def _spread(self, work: Callable[[int, int], object]) -> None:
        """Works on all slices, the first in this thread."""
        self._core._check_arrays()
        pool = self._threads()
        others = [] if pool is None else [pool.submit(work, *part) for part in self._slices[1:]]
        try:
            work(*self._slices[0])
        finally:
            for other in others:
                other.result()

    def __reduce__(self) -> Any:
        raise TypeError(
            "a BatchGame cannot be pickled or copied: its arrays are shared with whoever bound "
            "them; make another with the same arguments, or take state(i) of its slots"
        )

    def __repr__(self) -> str:
        return f"<BatchGame of {self._n} under {self._rules!r}, {self.autoreset}>"


def _autoreset_number(mode: object) -> int:
    """Takes the name as Gymnasium writes it, in either case, or its enumeration's member."""
    name = str(getattr(mode, "name", mode)).upper()
    if name not in AUTORESET_MODES:
        raise ValueError(f"autoreset is {mode!r}; it must be one of {', '.join(AUTORESET_MODES)}")
    return AUTORESET_MODES.index(name)


def _policy_names(policies: Sequence[str | None] | None, players: int) -> tuple[str | None, ...]:
    if policies is None:
        return (None,) * players
    if isinstance(policies, str) or len(policies) != players:
        raise ValueError(
            f"policies must be one for each of {players} seats, None or a name, not {policies!r}"
        )
    for name in policies:
        if name is not None and name not in POLICIES:
            raise ValueError(no_such("policy", name, POLICIES))
    if None not in policies:
        raise ValueError("one seat at least must be the caller's (None)")
    return tuple(policies)


def _slices(n: int, threads: int) -> list[tuple[int, int]]:
    parts = max(min(threads, n), 1)
    return [(n * k // parts, n * (k + 1) // parts) for k in range(parts)]
