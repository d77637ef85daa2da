"""A study in its folder: made, run, looked at, grown, merged."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xuezhan import _core
from xuezhan.checks import UINT64, no_such, whole
from xuezhan.simulation.summary import Summary
from xuezhan.studies.backends import LostWorker, Pool, checked_workers
from xuezhan.studies.compare import (
    Comparison,
    compare,
)
from xuezhan.studies.definition import Configuration, Definition, StudyError
from xuezhan.studies.part import METRICS, empty_part, join, play_part
from xuezhan.studies.sequential import estimates
from xuezhan.studies.store import Store

if TYPE_CHECKING:
    from xuezhan.estimate import Estimate

__all__ = ["Progress", "Status", "Study"]

_FORMAT = "xuezhan study/1"
_HEAD = "study.json"
_PARTS = "parts"
_PART_SECONDS = 3.0  # what a part is meant to take
_FIRST_PART = 512  # walls, before anything is known of the speed
_UNIT = 256  # parts begin and end at multiples of it
_MOST_LOSSES = 20  # workers that may die in a row before the run gives up


@dataclass(frozen=True)
class Progress:
    """How far a run is; given to its `progress` about once a part."""

    done: int  #: walls finished, in all runs
    games: int  #: walls of the study
    played: int  #: walls finished in this run
    seconds: float  #: since this run began
    workers: int

    @property
    def rate(self) -> float:
        """Walls a second, over all workers."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Until the end, at this rate; None if nothing has been finished yet."""
        return (self.games - self.done) / self.rate if self.played else None


@dataclass(frozen=True)
class Status:
    """What of a study is there."""

    done: int  #: walls finished
    games: int  #: walls of the study
    parts: int
    missing: tuple[tuple[int, int], ...]  #: ranges of walls
    seconds: float  #: of work in the finished parts
    damaged: tuple[str, ...]  #: parts that cannot be read; `run` plays them again

    @property
    def complete(self) -> bool:
        """Whether every wall has been played."""
        return not self.missing


class Study:
    """
    Configurations played on the same walls, in a folder.

    path            a folder, or any URL that fsspec knows (`s3://…`); it is made if it is new
    configurations  for a new study: `Configuration` objects, or mappings with `rules`, `options`,
                    `policies` and `label` as in the file (docs/studies.md), or a `Definition`
    games           walls; every configuration plays them all
    seed            hand *i* has the wall of (seed, *i*)
    subject, rotate, results, name   see `Definition`

    Without `configurations` the folder must hold a study. If it does and they are given too, they
    must be those of the study. `StudyError` says what is wrong.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        configurations: Iterable[Configuration | Mapping[str, Any]] | Definition | None = None,
        games: int | None = None,
        seed: int | None = None,
        *,
        subject: str | None = None,
        rotate: bool = True,
        results: bool = False,
        name: str = "study",
    ) -> None:
        self._store = Store(path)
        wanted: Definition | None
        if configurations is None or isinstance(configurations, Definition):
            wanted = configurations
        else:
            if games is None:
                raise StudyError("games is missing: how many walls the study has")
            wanted = Definition.make(
                configurations,
                games,
                int.from_bytes(os.urandom(8), "big") if seed is None else seed,
                subject=subject,
                rotate=rotate,
                results=results,
                name=name,
            )
        if self._store.exists(_HEAD):
            self._open(wanted)
        elif wanted is None:
            raise StudyError(f"there is no study at {self._store.path}: it has no {_HEAD}")
        else:
            self.definition = wanted
            self._version, self._fingerprint = _core.VERSION, _fingerprint()
            self._write_head()

    @classmethod
    def new(cls, path: str | os.PathLike[str], definition: Definition | str | bytes) -> Study:
        """Begin a study by a definition or its TOML text; `StudyError` if there is one already."""
        if Store(path).exists(_HEAD):
            raise StudyError(f"there is a study at {os.fspath(path)} already")
        if not isinstance(definition, Definition):
            definition = Definition.from_toml(definition)
        return cls(path, definition)

    def _open(self, wanted: Definition | None) -> None:
        head = self._store.read_json(_HEAD)
        if not isinstance(head, dict) or head.get("format") != _FORMAT:
            raise StudyError(f"{self._store.url(_HEAD)} is no study that this version reads")
        self.definition = Definition.from_dict(head["definition"])
        self._version, self._fingerprint = head["version"], head["fingerprint"]
        if wanted is not None and wanted.digest != self.definition.digest:
            raise StudyError(f"the study at {self._store.path} has another definition")

    def _write_head(self) -> None:
        self._store.write_json(
            _HEAD,
            {
                "format": _FORMAT,
                "version": self._version,
                "fingerprint": self._fingerprint,
                "definition": self.definition.to_dict(),
            },
        )

    # ---- what there is ----

    @property
    def path(self) -> str:
        """Where it lies."""
        return self._store.path

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """What is played."""
        return self.definition.configurations

    @property
    def games(self) -> int:
        """Walls of the study; `extend` adds to them."""
        return self.definition.games

    def __repr__(self) -> str:
        k = len(self.configurations)
        return f"<Study {self.path!r}: {k} configurations, {self.games:,} walls>"

    def _names(self) -> Iterator[tuple[int, int, str]]:
        """The finished parts: start, stop and name."""
        for name in self._store.names(_PARTS):
            start, dash, stop = name.removesuffix(".json").partition("-")
            if name.endswith(".json") and dash and start.isdigit() and stop.isdigit():
                yield int(start), int(stop), f"{_PARTS}/{name}"

    def _read(self) -> tuple[list[dict[str, Any]], list[str]]:
        """The parts that can be read, in order, none over another; and those that cannot."""
        parts, damaged, reached = [], [], 0
        for start, stop, name in sorted(self._names()):
            try:
                part = self._store.read_json(name)
                if part["definition"] != self.definition.digest or part["stop"] != stop:
                    raise StudyError(f"{name} is a part of another study")
            except (StudyError, ValueError, KeyError, OSError):
                damaged.append(name)
                continue
            if start >= reached:
                parts.append(part)
                reached = stop
        return parts, damaged

    def status(self) -> Status:
        """How much has been played. Reads every part."""
        parts, damaged = self._read()
        missing = _gaps([(part["start"], part["stop"]) for part in parts], self.games)
        done = self.games - sum(stop - start for start, stop in missing)
        seconds = sum(part["seconds"] for part in parts)
        return Status(done, self.games, len(parts), tuple(missing), seconds, tuple(damaged))

    @property
    def digest(self) -> str:
        """SHA-256 of everything that was found: equal if the same was played, wherever it was."""
        walls, total = self.total()
        del total["seconds"]
        text = json.dumps([self.definition.digest, walls, total], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def parts(self) -> list[dict[str, Any]]:
        """The finished parts that can be read, in order (docs/studies.md)."""
        return self._read()[0]

    def total(self) -> tuple[int, dict[str, Any]]:
        """Walls played, and the sums over them."""
        total = empty_part(self.definition, 0, 0)
        parts, _ = self._read()
        for part in parts:
            total = join(total, {key: part[key] for key in total})
        walls = total.pop("stop") - total.pop("start")
        return walls, total

    # ---- playing ----

    def run(
        self,
        backend: str = "threads",
        *,
        workers: int | None = None,
        address: str | None = None,
        progress: Callable[[Progress], object] | None = None,
        until: float | None = None,
        metric: str = "points",
        share: tuple[int, int] = (1, 1),
    ) -> Status:
        """
        Play what is missing.

        backend, workers, address   where: "threads", "processes", "dask", "ray"
        progress   called with a `Progress` whenever a part is finished
        until      stop as soon as every difference from the first configuration is known to within
                   so much (half the width of an interval that may be looked at at any time:
                   `sequential`), or the mean if there is one configuration
        metric     of `until`
        share      (k, n): only the k-th of n shares of the walls, for n machines without a cluster;
                   `merge` puts their folders together

        Ctrl-C, or whatever else ends it, leaves the finished parts; call it again to go on.
        """
        self._must_play_alike()
        checked_workers(workers)
        if metric not in METRICS:
            raise ValueError(no_such("metric", metric, METRICS))
        k, n = share
        if not 1 <= k <= n:
            raise ValueError(f"share is {share}; it must be (k, n) with 1 <= k <= n")
        status = self.status()
        for name in status.damaged:
            self._store.remove(name)
        low, high = self.games * (k - 1) // n, self.games * k // n
        gaps = [(max(a, low), min(b, high)) for a, b in status.missing]
        todo = _Todo([(a, b) for a, b in gaps if a < b])
        if not todo or (until is not None and self._narrow(until, metric, *self.total())):
            return status
        with Pool(backend, workers, address) as pool:
            self._play(pool, todo, status.done, progress, until, metric)
        return self.status()

    def _play(
        self,
        pool: Pool,
        todo: _Todo,
        done: int,
        progress: Callable[[Progress], object] | None,
        until: float | None,
        metric: str,
    ) -> None:
        values = self.definition.to_dict()
        began, played, losses = time.perf_counter(), 0, 0
        walls, total = self.total() if until is not None else (0, {})
        todo.workers = pool.workers
        while todo:
            # Ray gives the parts of a round together, so that a round must not be long.
            most = 2 * pool.workers if pool.backend == "ray" else None
            try:
                with closing(pool.run(play_part, todo.hand_out(values, most))) as parts:
                    for part in parts:
                        count = self._keep(part)
                        todo.finished(part)
                        losses, played = 0, played + count
                        if progress is not None:
                            seconds = time.perf_counter() - began
                            progress(
                                Progress(done + played, self.games, played, seconds, pool.workers)
                            )
                        if until is not None:
                            walls += count
                            total = join(total, {key: part[key] for key in total})
                            if self._narrow(until, metric, walls, total):
                                return
            except LostWorker:
                losses += 1
                if losses > _MOST_LOSSES:
                    raise
            todo.take_back()

    def _keep(self, part: dict[str, Any]) -> int:
        """
        Write a part that was played: results first, and last what makes it a finished one. Its
        walls.
        """
        name = f"{part['start']:016d}-{part['stop']:016d}"
        kept = {"definition": self.definition.digest, **part}
        files = kept.pop("parquet", None)
        if files is not None:
            for number, data in enumerate(files):
                self._store.write(f"results/configuration={number}/{name}.parquet", data)
        self._store.write_json(f"{_PARTS}/{name}.json", kept)
        walls: int = part["stop"] - part["start"]
        return walls

    def _must_play_alike(self) -> None:
        if _fingerprint() != self._fingerprint:
            raise StudyError(
                f"the study was begun with version {self._version}, which plays differently: "
                f"fingerprint {self._fingerprint}, here {_fingerprint()}"
            )

    def _narrow(self, until: float, metric: str, walls: int, total: dict[str, Any]) -> bool:
        """Whether all that is asked is known to within `until`."""
        sums, products = total["sums"][metric], total["products"][metric]
        found = estimates(self.definition, sums, products, metric, walls).values()
        return bool(found) and all((one.high - one.low) / 2 <= until for one in found)

    # ---- what it found ----

    def summary(self, configuration: int | str = 0, seating: int = 0) -> Summary:
        """What `xz.simulate` gives for the hands played so far by a configuration in a seating."""
        number = self._number(configuration)
        one = self.configurations[number]
        seatings = one.seatings(self.definition.rotate)
        whole("seating", seating, 0, len(seatings) - 1)
        walls, total = self.total()
        return Summary(
            rules=one.rules,
            seed=self.definition.seed,
            first_index=0,
            policies=seatings[seating],
            requested=walls,
            interrupted=False,
            seconds=total["seconds"],
            sums=total["tallies"][number][seating],
        )

    def _number(self, configuration: int | str) -> int:
        labels = [one.label for one in self.configurations]
        if isinstance(configuration, str):
            if configuration not in labels:
                raise ValueError(no_such("configuration", configuration, labels))
            return labels.index(configuration)
        return whole("configuration", configuration, 0, len(labels) - 1)

    def compare(self, metric: str = "points", against: int | str = 0) -> Comparison:
        """
        The configurations in one metric, with differences from one of them over the same walls.

        `points`, `win`, `self_draw` and `deal_in` are those of the subject, a hand and seat;
        `exhausted` (walls), `turns` and `stakes` (points that changed hands) are of the table.
        """
        if metric not in METRICS:
            raise ValueError(no_such("metric", metric, METRICS))
        walls, total = self.total()
        return compare(self.definition, walls, total, metric, self._number(against))

    def sequential(self, metric: str = "points") -> dict[str, Estimate]:
        """
        Differences from the first configuration (or the mean, if there is one), with intervals
        that hold however often one looks (`confidence_sequence`). Empty before `FIRST_LOOK` walls.
        """
        if metric not in METRICS:
            raise ValueError(no_such("metric", metric, METRICS))
        walls, total = self.total()
        return estimates(
            self.definition, total["sums"][metric], total["products"][metric], metric, walls
        )

    # ---- growing ----

    def extend(self, games: int) -> None:
        """Make it `games` walls in all, at least as many as now."""
        games = whole("games", games, self.games, UINT64 - 1)
        values = {**self.definition.to_dict(), "games": games}
        self.definition = Definition.from_dict(values)
        self._write_head()

    def merge(self, other: Study | str | os.PathLike[str]) -> int:
        """
        Take the finished parts of another folder of the same definition; how many were taken.

        What is there already stays. `StudyError` if a part of the other lies partly over what is
        here: its walls would count twice.
        """
        other = other if isinstance(other, Study) else Study(other)
        if other.definition.digest != self.definition.digest:
            raise StudyError(f"{other.path} is of another definition")
        if other._fingerprint != self._fingerprint:
            raise StudyError(f"{other.path} was played by an engine that plays differently")
        parts, _ = self._read()
        here = [(part["start"], part["stop"]) for part in parts]
        theirs, _ = other._read()
        taken = []
        for part in theirs:
            over = [(a, b) for a, b in here if a < part["stop"] and part["start"] < b]
            covered = sum(min(b, part["stop"]) - max(a, part["start"]) for a, b in over)
            if covered == part["stop"] - part["start"]:
                continue
            if covered:
                raise StudyError(
                    f"walls {part['start']} to {part['stop'] - 1} of {other.path} were played "
                    "here in part; run one of the folders to its end and leave the other"
                )
            taken.append(part)
        if theirs and theirs[-1]["stop"] > self.games:
            self.extend(other.games)
        for part in taken:
            name = f"{part['start']:016d}-{part['stop']:016d}"
            if self.definition.results:
                for number in range(len(self.configurations)):
                    file = f"results/configuration={number}/{name}.parquet"
                    self._store.write(file, other._store.read(file))
            self._store.write_json(f"{_PARTS}/{name}.json", part)
        return len(taken)

    # ---- tables ----

    def to_arrow(self, configuration: int | str | None = None) -> Any:
        """
        The results of every hand as an Arrow table (docs/studies.md); needs `results = true`.

        Of one configuration, or of all with a column `configuration` of labels.
        """
        from xuezhan.studies.tables import arrow_of

        number = None if configuration is None else self._number(configuration)
        return arrow_of(self, self._store, number)

    def to_pandas(self, configuration: int | str | None = None, *, by: str = "hand") -> Any:
        """The same as a pandas data frame: one row a hand, or one a seat (`by="seat"`)."""
        from xuezhan.studies.tables import pandas_of

        return pandas_of(self.to_arrow(configuration), by)

    def figures(self) -> list[dict[str, Any]]:
        """One row a configuration and metric: mean, interval, and the difference from the first."""
        rows: list[dict[str, Any]] = []
        for metric in METRICS:
            comparison = self.compare(metric)
            pairs = {pair.label: pair.to_dict() for pair in comparison.pairs}
            rows += [
                {"metric": metric, **pairs.get(row["label"], {}), **row}
                for row in comparison.to_dict()["means"]
            ]
        return rows

    def report(self, path: str | os.PathLike[str], *, images: bool = False) -> list[str]:
        """
        Write one HTML file with tables and plots; with `images` its plots as PNG and SVG beside it.
        The names of the files. Needs the extra `studies`.
        """
        from xuezhan.studies.report import write_report

        return write_report(self, path, images)


class _Todo:
    """The walls still to be played, handed out in parts that take some seconds."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._ranges = ranges[::-1]
        self._out: set[tuple[int, int]] = set()
        self._rate = 0.0  # walls a second and worker
        self.workers = 1

    def __bool__(self) -> bool:
        return bool(self._ranges or self._out)

    def hand_out(
        self, values: dict[str, Any], most: int | None = None
    ) -> Iterator[tuple[dict[str, Any], int, int]]:
        """Arguments of `play_part`, until nothing is left or `most` are out."""
        count = 0
        while self._ranges and (most is None or count < most):
            start, stop = self._ranges.pop()
            end = min(stop, (start // _UNIT + self._size(stop - start) // _UNIT) * _UNIT)
            end = end if end > start else stop
            if end < stop:
                self._ranges.append((end, stop))
            self._out.add((start, end))
            count += 1
            yield values, start, end

    def _size(self, left: int) -> int:
        fitting = int(self._rate * _PART_SECONDS) if self._rate else _FIRST_PART
        share = -(-left // (2 * self.workers))  # towards the end, enough for every worker
        return max(_UNIT, min(fitting, max(share, _UNIT)))

    def finished(self, part: dict[str, Any]) -> None:
        """A part has come back."""
        self._out.discard((part["start"], part["stop"]))
        if part["seconds"] > 0:
            rate = (part["stop"] - part["start"]) / part["seconds"]
            self._rate = rate if not self._rate else (self._rate + rate) / 2

    def take_back(self) -> None:
        """What is out will not come back."""
        self._ranges.extend(sorted(self._out, reverse=True))
        self._out.clear()


def _gaps(ranges: list[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    gaps, reached = [], 0
    for start, stop in sorted(ranges):
        if start > reached:
            gaps.append((reached, min(start, end)))
        reached = max(reached, stop)
    if reached < end:
        gaps.append((reached, end))
    return [(a, b) for a, b in gaps if a < b]


_known_fingerprint: list[str] = []


def _fingerprint() -> str:
    """The bench fingerprint of this engine, played once a process."""
    if not _known_fingerprint:
        _known_fingerprint.append(f"{_core.bench_fingerprint():016x}")
    return _known_fingerprint[0]
