"""Means and rates with 95 % intervals that keep their word, and how they are printed."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Estimate", "normal_point", "student_point"]

normal_point = 1.959963984540054  #: the normal distribution's 97.5 % point
_EXACT = 2_000  # of either outcome of trials: with more the normal distribution serves
_FEWEST_HANDS = 100  # of which a mean has an interval


class Estimate(NamedTuple):
    """
    A mean or a rate with its 95 % interval.

    `low` and `high` are nan where no interval can be given: too few numbers to tell, or all of them
    the same, which says nothing of those that did not come up.
    """

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return not math.isnan(self.low)

    @property
    def interval(self) -> list[float] | None:
        """[low, high], for JSON; None if there is no interval."""
        return [self.low, self.high] if self.known else None

    @classmethod
    def of_mean(cls, total: int, squares: int, n: int, scale: int = 1, fewest: int = 2) -> Estimate:
        """
        The mean of n integers with this sum and this sum of squares, all divided by `scale`, with
        Student's interval; without one if there are fewer than `fewest`.
        """
        if n == 0:
            return cls(math.nan, math.nan, math.nan)
        mean = total / (n * scale)
        # Exact until the last division: no cancellation, whatever the stakes.
        spread = n * squares - total * total
        if n < fewest or n < 2 or spread == 0:
            return cls(mean, math.nan, math.nan)
        half = student_point(n - 1) * math.sqrt(spread / (n * (n - 1)) / n) / scale
        return cls(mean, mean - half, mean + half)

    @classmethod
    def of_rate(cls, hits: float, n: float) -> Estimate:
        """
        The share of n independent trials, with the exact interval of Clopper and Pearson. Neither
        need be whole: trials that depend on each other count as fewer.
        """
        if n == 0:
            return cls(math.nan, math.nan, math.nan)
        p = hits / n
        if min(hits, n - hits) > _EXACT:
            z2 = normal_point * normal_point
            middle = (p + z2 / (2 * n)) / (1 + z2 / n)
            half = normal_point * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
            return cls(p, middle - half, middle + half)
        low = 0.0 if hits <= 0 else _beta_point(0.025, hits, n - hits + 1)
        high = 1.0 if hits >= n else _beta_point(0.975, hits + 1, n - hits)
        return cls(p, low, high)

    @classmethod
    def of_shared_rate(cls, hits: int, squares: int, hands: int, seats: int) -> Estimate:
        """
        The share of `hands` times `seats` trials, where those of one hand depend on each other:
        `squares` is the sum over the hands of the square of its hits. They count as so many
        independent ones as have the variance that the hands show.
        """
        n = hands * seats
        if seats == 1 or hands == 0:
            return cls.of_rate(hits, n)
        p = hits / n
        spread = hands * squares - hits * hits
        if hits == 0 or hits == n:
            return cls(p, *cls.of_rate(hits / seats, hands)[1:])  # a hand may be as one
        if hands < 2 or spread == 0:
            return cls(p, math.nan, math.nan)
        variance = spread / (hands * (hands - 1)) / (seats * seats)  # of a hand's share
        worth = min(p * (1 - p) / variance, seats)  # independent trials that a hand stands for
        worth *= (student_point(n - 1) / student_point(hands - 1)) ** 2
        return cls(p, *cls.of_rate(p * worth * hands, worth * hands)[1:])

    def at_most(self, digits: int) -> str:
        """As printed where the value is 0 or more and may be 0: "≤ 0.52" if so, else as `text`."""
        if not self.known or self.low > 0:
            return self.text(digits)
        high = f"{self.high:.{digits}f}"
        return high if float(high) == 0 else f"≤ {high}"

    def text(self, digits: int, scale: float = 1, sign: str = "") -> str:
        """
        As printed, `scale` times: "+0.35 ± 0.12", or "0.0 (0.0 to 3.6)" where the interval does not
        lie evenly about the value, or the value alone. `sign="+"` shows the sign.
        """
        value = f"{scale * self.value:{sign}.{digits}f}"
        if not self.known:
            return value
        up, down = scale * (self.high - self.value), scale * (self.value - self.low)
        if abs(up - down) <= 0.05 * (up + down) + 0.5 * 10.0**-digits:
            return f"{value} ± {(up + down) / 2:.{digits}f}"
        low, high = f"{scale * self.low:.{digits}f}", f"{scale * self.high:.{digits}f}"
        return f"{value} ({low} to {high})"


def student_point(freedom: float, tail: float = 0.025) -> float:
    """The point of Student's distribution beyond which there is a chance of `tail`."""
    # |T| is beyond t with the chance that a beta variable is below f / (f + t^2).
    x = _beta_point(2 * tail, freedom / 2, 0.5)
    return math.sqrt(freedom * (1 - x) / x)


# ---- the beta distribution ---------------------------------------------------------------------


def _beta_point(p: float, a: float, b: float) -> float:
    """Where the distribution function of Beta(a, b) is p."""
    low, high = 0.0, 1.0
    x = a / (a + b)
    for _ in range(200):
        below = _beta_below(x, a, b)
        low, high = (x, high) if below < p else (low, x)
        if high - low <= 1e-13 * high:
            break
        slope = math.exp((a - 1) * math.log(x) + (b - 1) * math.log1p(-x) - _log_beta(a, b))
        step = x - (below - p) / slope if slope > 0 else 0.0
        x = step if low < step < high else (low + high) / 2
    return x


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _beta_below(x: float, a: float, b: float) -> float:
    """The distribution function of Beta(a, b), by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction would be slow
        return 1 - _beta_below(1 - x, b, a)
    front = math.exp(a * math.log(x) + b * math.log1p(-x) - _log_beta(a, b)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 100_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction
