"""How fast this build is here, beside floors: loops of the same shape that decide nothing.

Everything is timed in turn within one process, round after round, since clocks drift by more than
what is measured: figures of different runs say little, ratios within a run say much. What counts
are the rounds in which the machine was quiet (`alternate`).
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from xuezhan import _core
from xuezhan._core import BUILD, POLICIES, RULEBOOKS, VERSION, FloorRows, bench_fingerprint
from xuezhan.hands.hand import index, is_win, shanten, waits
from xuezhan.hands.tiles import Tiles
from xuezhan.play.game import Game
from xuezhan.players.policy import Policy
from xuezhan.rules import Rules

__all__ = ["Bench", "Timing", "alternate", "bench", "melded_hands", "sample_hands"]

_SEED = 20
_QUIET = 1.2  # a measurement's yardsticks, over the quickest
_FEW = 5  # quiet measurements, fewer of which tell nothing
_PATIENCE = 3
_HANDS = {"random": 500, "efficiency": 150, "mixed": 150, "value": 20}  # in one round

Counts = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Timing:
    """Seconds of one piece of work in each round, and in which of them the machine was quiet."""

    seconds: tuple[float, ...]
    items: int  #: hands or rows in one round
    quiet: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if not self.quiet:
            object.__setattr__(self, "quiet", (True,) * len(self.seconds))

    @property
    def told(self) -> list[float]:
        """The rounds that count, in order of time: the quiet ones, or all if they are few."""
        return sorted(_counted(self.seconds, self.quiet))

    @property
    def ns(self) -> float:
        """Nanoseconds an item, the median of the rounds that count."""
        return 1e9 * median(self.told) / self.items

    @property
    def rate(self) -> float:
        """Items a second."""
        return self.items / median(self.told)

    @property
    def spread(self) -> float:
        """The middle half of the rounds that count, as a share of their median."""
        ordered = self.told
        n = len(ordered)
        return (ordered[(3 * n) // 4] - ordered[n // 4]) / median(ordered)

    def over(self, floor: Timing) -> float:
        """How many times as long an item takes as one of `floor`: the median over the rounds."""
        ratios = [mine / theirs for mine, theirs in zip(self.seconds, floor.seconds, strict=True)]
        both = [mine and theirs for mine, theirs in zip(self.quiet, floor.quiet, strict=True)]
        return median(_counted(ratios, both)) * floor.items / self.items


def _counted(values: Sequence[float], quiet: Sequence[bool]) -> list[float]:
    counted = [value for value, calm in zip(values, quiet, strict=True) if calm]
    return counted if len(counted) >= _FEW else list(values)


def _yardstick() -> Callable[[], object]:
    """Make a short work that feels both a slow clock and a crowded cache: walls, and loads."""
    random = np.random.default_rng(_SEED)
    rows = FloorRows(random.multivariate_hypergeometric([4] * 27, 14, 12_000).astype(np.uint8))

    def work() -> None:
        _core.floor_deals(_SEED, 0, 100)
        rows.loads()

    return work


def alternate(
    works: dict[str, tuple[Callable[[], object], int]],
    rounds: int,
    clock: Callable[[], float] = time.thread_time,
    yardstick: Callable[[], object] | None = None,
) -> dict[str, Timing]:
    """
    Time each of `{name: (work, items)}` once a round, in turn, by what it takes of this thread.

    Each, and the yardstick, is done once before, untimed, so that its tables and no other's are
    in the caches. A neighbour on a shared machine slows everything for a while, so the yardstick, a
    short work, is timed before and after: a measurement is quiet if the slower of both is within a
    fifth of what it was at best. Rounds go on until every work has `rounds` quiet ones, or three
    times as long.
    """
    seconds: dict[str, list[float]] = {name: [] for name in works}
    beside: dict[str, list[float]] = {name: [] for name in works}
    measured = yardstick or _yardstick()

    def timed(work: Callable[[], object]) -> float:
        work()
        started = clock()
        work()
        return clock() - started

    def quiet(name: str) -> tuple[bool, ...]:
        least = min(map(min, beside.values()))
        return tuple(stick <= _QUIET * least for stick in beside[name])

    after = timed(measured)
    for done in range(_PATIENCE * rounds):
        if done >= rounds and all(sum(quiet(name)) >= rounds for name in works):
            break
        for name, (work, _) in works.items():
            seconds[name].append(timed(work))
            before, after = after, timed(measured)
            beside[name].append(max(before, after))
    return {
        name: Timing(tuple(seconds[name]), items, quiet(name)) for name, (_, items) in works.items()
    }


def sample_hands(rows: int, tiles: int, seed: int = _SEED) -> Counts:
    """Make uint8 (rows, 27): a third each at random, at random in two suits, and near a win."""
    random = np.random.default_rng(seed)
    hands = np.zeros((rows, 27), np.uint8)
    for row in range(rows):
        if row % 3 == 0:
            drawn = random.choice(108, tiles, replace=False) // 4
        elif row % 3 == 1:
            suits = random.permutation(3)[:2]
            pick = random.choice(72, tiles, replace=False) // 4
            drawn = suits[pick // 9] * 9 + pick % 9
        else:
            drawn = _near_win(random, tiles)
        hands[row] = np.bincount(drawn, minlength=27)
    return hands


def _near_win(random: np.random.Generator, tiles: int) -> npt.NDArray[np.int64]:
    while True:
        suits = random.permutation(3)[:2]
        first = [int(suits[random.integers(2)]) * 9 for _ in range(5)]
        melds = [
            [base + int(rank)] * 3
            if run == 0
            else list(range(base + int(rank) % 7, base + int(rank) % 7 + 3))
            for base, rank, run in zip(
                first[:4], random.integers(9, size=4), random.integers(2, size=4), strict=True
            )
        ]
        pair = [first[4] + int(random.integers(9))] * 2
        drawn = np.array([tile for meld in melds for tile in meld] + pair)
        changed = random.choice(14, 2, replace=False)
        drawn[changed] = random.integers(27, size=2)
        drawn = random.permutation(drawn)[:tiles]
        if np.bincount(drawn, minlength=27).max() <= 4:
            return drawn


def melded_hands(
    games: int = 400, seed: int = _SEED
) -> tuple[Counts, npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Hands with melds as they occur in play: counts (rows, 27), masks of pongs and of kongs."""
    rows, pongs, kongs = [], [], []
    for number in range(games):
        game, policy = Game("guide", seed, number), Policy("mixed", seed, number)
        while not game.done:
            seat = game.actor
            if game.phase == "turn" and seat is not None:
                hand = game.hand(seat)
                if hand.melds:
                    own = [
                        Tiles([meld.tile for meld in hand.melds if (meld.kind == "pong") == pong])
                        for pong in (True, False)
                    ]
                    rows.append(hand.counts)
                    pongs.append(own[0].mask)
                    kongs.append(own[1].mask)
            game.step(policy(game))
    return np.array(rows, np.uint8), np.array(pongs, np.uint32), np.array(kongs, np.uint32)


@dataclass(frozen=True)
class Bench:
    """What `xuezhan bench` found."""

    fingerprint: int
    hands: dict[str, dict[str, Timing]]  #: by rulebook and policy
    kernels: dict[str, Timing]
    floors: dict[str, Timing]
    rounds: int

    #: which floor each kernel stands on
    FLOOR_OF: ClassVar = {
        "is_win": "index_loads",
        "waits": "index_loads",
        "shanten": "index_loads",
        "is_win_index": "loads",
        "waits_index": "loads",
        "shanten_index": "loads",
        "random_hand": "bare_hand",
    }

    @property
    def ratios(self) -> dict[str, float]:
        """Each kernel over its floor, both in the same rounds."""
        return {
            name: self.kernels[name].over(self.floors[floor])
            for name, floor in self.FLOOR_OF.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, as `xuezhan bench --json` prints them."""
        return {
            "fingerprint": f"{self.fingerprint:016x}",
            "build": build_facts(),
            "hands_per_second": {
                book: {policy: round(timing.rate) for policy, timing in row.items()}
                for book, row in self.hands.items()
            },
            "kernels_ns": {name: round(timing.ns, 2) for name, timing in self.kernels.items()},
            "floors_ns": {name: round(timing.ns, 2) for name, timing in self.floors.items()},
            "ratios": {name: round(ratio, 2) for name, ratio in self.ratios.items()},
            "rounds": self.rounds,
        }


def build_facts() -> dict[str, Any]:
    """Which program on which machine."""
    return {
        "version": VERSION,
        "core": BUILD,
        "bit instructions": "popcnt, pdep" if _core.BIT_INSTRUCTIONS else "plain code",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "second-level cache": _second_level_cache(),
        "cores": os.cpu_count(),
    }


def _second_level_cache() -> str:
    """Of one core, as Linux tells it: the tables want to lie in it."""
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index2/size", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return "unknown"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def player(rules: Rules, policy: str, hands: int) -> Callable[[], None]:
    """Plays that many hands on this thread and sums them up."""
    numbers = (POLICIES.index(policy),) * rules.players
    native = rules._native

    def play() -> None:
        _core.play_hands(native, numbers, _SEED, -1, 0, hands, tally=_core.Tally())

    return play


def bench(rounds: int = 11, rows: int = 30_000, books: Sequence[str] = RULEBOOKS) -> Bench:
    """Measures; some seconds."""
    fourteen, thirteen = sample_hands(rows, 14), sample_hands(rows, 13)
    melded, pongs, kongs = melded_hands()
    floor14, hands = FloorRows(fourteen), _HANDS["random"]
    index14, index13 = index(fourteen), index(thirteen)
    kernels = {
        "is_win": (lambda: is_win(fourteen), rows),
        "waits": (lambda: waits(thirteen), rows),
        "shanten": (lambda: shanten(fourteen), rows),
        "is_win_index": (lambda: is_win(index=index14), rows),
        "waits_index": (lambda: waits(index=index13), rows),
        "shanten_index": (lambda: shanten(index=index14), rows),
        "is_win_melds": (lambda: is_win(melded, pongs, kongs), len(melded)),
        "shanten_melds": (lambda: shanten(melded, pongs, kongs), len(melded)),
        "random_hand": (player(Rules("guide"), "random", hands), hands),
    }
    floors = {
        "loads": (floor14.loads, rows),
        "index_loads": (floor14.index_loads, rows),
        "deal": (lambda: _core.floor_deals(_SEED, 0, hands), hands),
        "bare_hand": (lambda: _core.floor_bare_hands(_SEED, 0, hands), hands),
    }
    whole = {
        f"{book} {policy}": (player(Rules(book), policy, _HANDS[policy]), _HANDS[policy])
        for book in books
        for policy in POLICIES
    }
    timings = alternate({**kernels, **floors, **whole}, rounds)
    return Bench(
        fingerprint=bench_fingerprint(),
        hands={
            book: {policy: timings[f"{book} {policy}"] for policy in POLICIES} for book in books
        },
        kernels={name: timings[name] for name in kernels},
        floors={name: timings[name] for name in floors},
        rounds=rounds,
    )


def stepping(seed: int = _SEED) -> tuple[Callable[[], tuple[Game]], Callable[[Game], None], int]:
    """A hand to step through: what makes a fresh game, what plays it, and in how many steps."""
    game, policy = Game("guide", seed), Policy("mixed", seed)
    actions = []
    while not game.done:
        actions.append(policy(game))
        game.step(actions[-1])

    def play(fresh: Game) -> None:
        step = fresh.step
        for action in actions:
            step(action)

    return lambda: (Game("guide", seed),), play, len(actions)
