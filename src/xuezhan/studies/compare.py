"""
Configurations against each other, on the same walls.

The unit is the wall. Sums and sums of products over walls are exact integers; means, differences
and intervals follow from them. A difference of two configurations has the interval of a *paired*
mean: what both make of a wall is correlated, and the more so, the narrower it is than for two runs
apart.

`confidence_sequence` gives intervals that hold at all times at once, so that a study may be stopped
as soon as one is narrow enough: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences" (Annals
of Statistics 52, 2024), theorem 2.2, a Gaussian mixture whose width is least near `best_at` walls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xuezhan.estimate import Estimate

if TYPE_CHECKING:
    from xuezhan.studies.definition import Definition

__all__ = ["Comparison", "Paired", "compare", "confidence_sequence"]

_ALPHA = 0.05
#: Fewer walls than this are not looked at for stopping: the theorem is asymptotic.
FIRST_LOOK = 512


@dataclass(frozen=True)
class Paired:
    """The difference of one configuration from another in one metric, a hand."""

    label: str
    against: str
    metric: str
    difference: Estimate  #: with the interval of paired walls
    unpaired: Estimate  #: with the interval that two runs apart would have
    saved: float  #: how many times as many walls two runs apart would have needed

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "label": self.label,
            "against": self.against,
            "metric": self.metric,
            "difference": _plain(self.difference.value),
            "ci95": _interval(self.difference),
            "unpaired_ci95": _interval(self.unpaired),
            "saved": _plain(self.saved) if math.isfinite(self.saved) else None,
        }


@dataclass(frozen=True)
class Comparison:
    """All configurations of a study in one metric."""

    metric: str
    walls: int
    labels: tuple[str, ...]
    means: tuple[Estimate, ...]  #: by configuration, a hand
    pairs: tuple[Paired, ...]  #: each against the first

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "metric": self.metric,
            "walls": self.walls,
            "means": [
                {"label": label, "mean": _plain(mean.value), "ci95": _interval(mean)}
                for label, mean in zip(self.labels, self.means, strict=True)
            ],
            "pairs": [pair.to_dict() for pair in self.pairs],
        }


def scale_of(definition: Definition, number: int, metric: str) -> int:
    """By how many hands a wall's number is divided."""
    one = definition.configurations[number]
    seatings = one.seatings(definition.rotate)
    if metric in ("exhausted", "turns", "stakes"):
        return len(seatings)
    return sum(seats.count(definition.subject) for seats in seatings)


def moments_of_difference(
    sums: list[int], products: list[list[int]], scales: list[int], a: int, b: int
) -> tuple[int, int, int]:
    """Sum, sum of squares and divisor of `x_a / scale_a - x_b / scale_b` over walls, exact."""
    p, q = scales[b], scales[a]
    total = p * sums[a] - q * sums[b]
    squares = p * p * products[a][a] - 2 * p * q * products[a][b] + q * q * products[b][b]
    return total, squares, p * q


def compare(
    definition: Definition, walls: int, total: dict[str, Any], metric: str, against: int = 0
) -> Comparison:
    """Compare all configurations with number `against`, from the study's sums."""
    sums, products = total["sums"][metric], total["products"][metric]
    numbers = range(len(definition.configurations))
    labels = tuple(one.label for one in definition.configurations)
    scales = [scale_of(definition, i, metric) for i in numbers]
    means = tuple(Estimate.of_mean(sums[i], products[i][i], walls, scales[i]) for i in numbers)
    pairs = []
    for i in numbers:
        if i == against:
            continue
        paired = Estimate.of_mean(
            *_order(walls, moments_of_difference(sums, products, scales, i, against))
        )
        apart = _apart(means[i], means[against])
        half = (paired.high - paired.low) / 2
        wide = (apart.high - apart.low) / 2
        saved = (wide / half) ** 2 if half > 0 else math.inf if wide > 0 else math.nan
        pairs.append(Paired(labels[i], labels[against], metric, paired, apart, saved))
    return Comparison(metric, walls, labels, means, tuple(pairs))


def _order(walls: int, moments: tuple[int, int, int]) -> tuple[int, int, int, int]:
    total, squares, scale = moments
    return total, squares, walls, scale


def _apart(a: Estimate, b: Estimate) -> Estimate:
    value = a.value - b.value
    halves = [(one.high - one.low) / 2 if one.known else 0.0 for one in (a, b)]
    half = math.hypot(*halves) if a.known or b.known else math.nan
    return Estimate(value, value - half, value + half)


def confidence_sequence(
    total: int, squares: int, walls: int, scale: int = 1, *, best_at: int = 10_000
) -> Estimate:
    """
    The mean of `walls` integers divided by `scale`, with an interval that may be looked at as often
    as one likes: with probability 0.95 all of them, from `FIRST_LOOK` walls on, hold the mean.
    """
    if walls < 2:
        return Estimate(total / (walls * scale) if walls else math.nan, math.nan, math.nan)
    mean = total / (walls * scale)
    variance = (walls * squares - total * total) / (walls * walls)
    # The mixture's parameter that makes the width least at `best_at` (section 2.3 of the paper).
    rho2 = (-2 * math.log(_ALPHA) + math.log(-2 * math.log(_ALPHA) + 1)) / best_at
    n = walls
    half = math.sqrt(
        variance * 2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / _ALPHA)
    )
    return Estimate(mean, mean - half / scale, mean + half / scale)


def _plain(number: float) -> float | None:
    return None if math.isnan(number) else number


def _interval(estimate: Estimate) -> list[float] | None:
    return None if math.isnan(estimate.low) else [estimate.low, estimate.high]
