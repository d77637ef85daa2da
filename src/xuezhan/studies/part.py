"""
A part: a range of walls, played by every configuration of a study.

This is what a worker does. It needs the definition, as plain values, and nothing else of the study;
what comes back are exact integers, and the hands' results as Parquet if they are kept.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from xuezhan._core import POLICIES, RESULT_DTYPE, Tally, play_hands
from xuezhan.studies.definition import Configuration, Definition

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["METRICS", "empty_part", "join", "play_part"]

#: What is compared between configurations, a number a wall each: of the subject's seats (the first
#: four) or of the table.
METRICS = ("points", "win", "self_draw", "deal_in", "exhausted", "turns", "stakes")

_CHUNK = 8192  # walls played in one go
_LARGEST = 1 << 63
#: Scores further out, in units, are counted with these.
FURTHEST = 512


def play_part(values: dict[str, Any], start: int, stop: int) -> dict[str, Any]:
    """
    Play the walls [start, stop) of the study that `values` (`Definition.to_dict`) defines.

    Gives plain values: `start`, `stop`, `tallies` (by configuration and seating), `sums` and
    `products` (by metric: of each configuration, and of each pair), `scores` (by configuration: how
    many hands of the subject came to so many units), `seconds`, and `parquet`, by configuration, if
    results are kept.
    """
    definition = Definition.from_dict(values)
    started = time.perf_counter()
    part = empty_part(definition, start, stop)
    tallies = [
        [Tally() for _ in one.seatings(definition.rotate)] for one in definition.configurations
    ]
    writers = None
    if definition.results:
        from xuezhan.studies.parquet import Writer

        writers = [Writer() for _ in definition.configurations]
    for first in range(start, stop, _CHUNK):
        count = min(_CHUNK, stop - first)
        walls = np.zeros((len(METRICS), count, len(definition.configurations)), np.int64)
        for number, one in enumerate(definition.configurations):
            for turn, seats in enumerate(one.seatings(definition.rotate)):
                results = np.empty(count, RESULT_DTYPE)
                play_hands(
                    one.rules._native,
                    tuple(POLICIES.index(name) for name in seats),
                    definition.seed,
                    -1,
                    first,
                    count,
                    results=results.view(np.uint8),
                    tally=tallies[number][turn],
                )
                subject = [seat for seat, name in enumerate(seats) if name == definition.subject]
                walls[:, :, number] += _measured(results, one, subject)
                _add_scores(part["scores"][number], results["scores"][:, subject], one)
                if writers is not None:
                    writers[number].add(results, seats, turn)
        _add_moments(part, walls)
    part["tallies"] = [[tally.to_dict() for tally in seatings] for seatings in tallies]
    part["seconds"] = time.perf_counter() - started
    if writers is not None:
        part["parquet"] = [writer.finish() for writer in writers]
    return part


def empty_part(definition: Definition, start: int, stop: int) -> dict[str, Any]:
    """A part in which nothing has been played."""
    k = len(definition.configurations)
    return {
        "start": start,
        "stop": stop,
        "tallies": [
            [Tally().to_dict() for _ in one.seatings(definition.rotate)]
            for one in definition.configurations
        ],
        "scores": [{} for _ in range(k)],
        "sums": {name: [0] * k for name in METRICS},
        "products": {name: [[0] * k for _ in range(k)] for name in METRICS},
        "seconds": 0.0,
    }


def join(total: Any, part: Any) -> Any:
    """Add up the numbers of two values of one shape; a key that one dict lacks counts as 0."""
    if isinstance(total, dict):
        joined = {key: join(total[key], part[key]) for key in total if key in part}
        return {**total, **part, **joined}
    if isinstance(total, list):
        return [join(a, b) for a, b in zip(total, part, strict=True)]
    return total + part


def _measured(
    results: npt.NDArray[Any], one: Configuration, subject: list[int]
) -> npt.NDArray[np.int64]:
    """The metrics of hands: (metrics, hands), whole numbers."""
    players = one.rules.players
    scores = results["scores"][:, :players]
    found = np.empty((len(METRICS), len(results)), np.int64)
    found[0] = scores[:, subject].sum(axis=1)
    for row, name in ((1, "wins"), (2, "self_draws"), (3, "deal_ins")):
        found[row] = (results[name][:, subject] > 0).sum(axis=1)
    found[4] = results["exhausted"]
    found[5] = results["turns"]
    found[6] = np.where(scores > 0, scores, 0).sum(axis=1)
    return found


def _add_scores(counts: dict[str, int], scores: npt.NDArray[Any], one: Configuration) -> None:
    units = np.clip(scores // one.rules.unit, -FURTHEST, FURTHEST).ravel() + FURTHEST
    found = np.bincount(units)
    for place in np.flatnonzero(found):
        key = str(int(place) - FURTHEST)
        counts[key] = counts.get(key, 0) + int(found[place])


def _add_moments(part: dict[str, Any], walls: npt.NDArray[np.int64]) -> None:
    """Sums and sums of products, exact whatever the stakes."""
    for name, values in zip(METRICS, walls, strict=True):
        largest = int(np.abs(values).max(initial=0))
        fits = largest * largest * len(values) < _LARGEST
        exact: npt.NDArray[Any] = values if fits else values.astype(object)
        part["sums"][name] = [
            a + int(b) for a, b in zip(part["sums"][name], exact.sum(axis=0), strict=True)
        ]
        part["products"][name] = [
            [a + int(b) for a, b in zip(row, new, strict=True)]
            for row, new in zip(part["products"][name], exact.T @ exact, strict=True)
        ]
