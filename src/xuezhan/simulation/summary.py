"""What `simulate` found: exact sums, and the means, rates and intervals that follow from them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from xuezhan._core import EVENT_KINDS, PATTERNS, PAYMENTS, POLICIES
from xuezhan.estimate import Estimate
from xuezhan.rules import Rules

__all__ = ["Figures", "Summary"]

_FEWEST_HANDS = 100  #: of which a mean has an interval: few hands may hold no dear one
_KONG_KINDS = ("direct", "added", "concealed")


class Figures(NamedTuple):
    """
    The figures of one seat, or of one policy over all its seats.

    In the latter the mean is per seat and hand, and the intervals take into account that the seats
    of a hand depend on each other. A score has none with fewer than 100 hands.

    All rates are shares of all hands: `win` and `self_draw` of those in which the seat won so at
    least once, `deal_in` of those in which it paid a win on its discard or robbed kong at least
    once, `first_win` of those in which it won in the first winning event, `ready` and `pig` of
    those in which it was that at an exhausted wall. `wins_mean` are its wins a hand, more than
    `win` where winners play on (§16).
    """

    policy: str
    hands: int
    score: Estimate
    win: Estimate
    self_draw: Estimate
    deal_in: Estimate
    first_win: Estimate
    ready: Estimate
    pig: Estimate
    wins_mean: float
    counts: dict[str, int]  #: the whole numbers behind them, and the kongs by kind

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        found: dict[str, Any] = {"policy": self.policy}
        found.update(score_mean=_plain(self.score.value), score_ci95=self.score.interval)
        for name in ("win", "self_draw", "deal_in", "first_win", "ready", "pig"):
            rate: Estimate = getattr(self, name)
            found[f"{name}_rate"] = _plain(rate.value)
            found[f"{name}_ci95"] = rate.interval
        found["wins_mean"] = _plain(self.wins_mean)
        found["counts"] = self.counts
        return found


class Summary:
    """
    The outcome of `xz.simulate`. Prints as a table; `to_dict()` gives plain JSON.

    Two are equal if the same hands were played with the same outcome, however long it took and on
    however many threads.

    `sums` has the exact integers that everything else is computed from.
    """

    def __init__(
        self,
        *,
        rules: Rules,
        seed: int,
        first_index: int,
        policies: tuple[str, ...],
        requested: int,
        interrupted: bool,
        seconds: float,
        sums: dict[str, Any],
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.first_index = first_index
        self.policies = policies
        self.requested = requested
        self.interrupted = interrupted
        self.seconds = seconds
        self.sums = sums

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Summary):
            return NotImplemented
        return {**vars(self), "seconds": 0.0} == {**vars(other), "seconds": 0.0}

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        hands = f"{self.games:,} of {self.requested:,}" if self.interrupted else f"{self.games:,}"
        return f"<Summary of {hands} hands, {self.rules!r}, {', '.join(self.policies)}>"

    @property
    def games(self) -> int:
        """How many hands were played: `requested`, or fewer if interrupted."""
        hands: int = self.sums["hands"]
        return hands

    @property
    def seats(self) -> tuple[Figures, ...]:
        """One line a seat."""
        return tuple(
            _line(policy, self.games, 1, self.sums["seats"][i], {})
            for i, policy in enumerate(self.policies)
        )

    @property
    def by_policy(self) -> dict[str, Figures]:
        """One line a policy, over all its seats."""
        lines = {}
        for name in dict.fromkeys(self.policies):
            seats = [
                self.sums["seats"][i] for i, policy in enumerate(self.policies) if policy == name
            ]
            pooled = {
                key: [sum(column) for column in zip(*(seat[key] for seat in seats), strict=True)]
                if key == "kongs"
                else sum(seat[key] for seat in seats)
                for key in seats[0]
            }
            squares = self.sums["policies"][POLICIES.index(name)]
            lines[name] = _line(name, self.games, len(seats), pooled, squares)
        return lines

    @property
    def exhausted(self) -> Estimate:
        """Hands that ended at an exhausted wall."""
        return Estimate.of_rate(self.sums["exhausted"], self.games)

    @property
    def turns_mean(self) -> float:
        """Turns a hand: the deal, draws, kong replacements and pongs."""
        return self.sums["turns"] / self.games if self.games else math.nan

    @property
    def patterns(self) -> dict[str, int]:
        """Wins by pattern, in the order of §3; those that did not happen are left out."""
        return {name: n for name, n in zip(PATTERNS, self.sums["patterns"], strict=True) if n}

    @property
    def fan(self) -> dict[int, int]:
        """Wins by fan (after `max_fan`)."""
        return {fan: n for fan, n in enumerate(self.sums["fan"]) if n}

    @property
    def kongs(self) -> dict[str, int]:
        """Kongs by kind."""
        seats = self.sums["seats"]
        return {kind: sum(seat["kongs"][i] for seat in seats) for i, kind in enumerate(_KONG_KINDS)}

    @property
    def events(self) -> dict[str, int]:
        """How often each kind of event happened."""
        return dict(zip(EVENT_KINDS, self.sums["events"], strict=True))

    @property
    def payments(self) -> dict[str, dict[str, int]]:
        """Payments by kind: how many, and how many points in all."""
        rows = zip(PAYMENTS, self.sums["payments"], self.sums["paid"], strict=True)
        return {name: {"count": count, "points": points} for name, count, points in rows if count}

    @property
    def winners(self) -> dict[int, int]:
        """Hands by how many seats won."""
        most = len(self.policies) if self.rules.play_on else len(self.policies) - 1
        return dict(enumerate(self.sums["winners"][: most + 1]))

    @property
    def winning_events(self) -> dict[int, int]:
        """Winning events by how many seats won at once."""
        return {n: self.sums["winning_events"][n] for n in range(1, len(self.policies))}

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; what cannot be told from so few hands is None."""
        return {
            "games": self.games,
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "first_index": self.first_index,
            "policies": list(self.policies),
            "interrupted": self.interrupted,
            "seats": [line.to_dict() for line in self.seats],
            "by_policy": [line.to_dict() for line in self.by_policy.values()],
            "exhausted_rate": _plain(self.exhausted.value),
            "exhausted_ci95": self.exhausted.interval,
            "turns_mean": _plain(self.turns_mean),
            "patterns": self.patterns,
            "fan": {str(fan): n for fan, n in self.fan.items()},
            "kongs": self.kongs,
            "winners": {str(n): hands for n, hands in self.winners.items()},
            "winning_events": {str(n): times for n, times in self.winning_events.items()},
            "events": self.events,
            "payments": self.payments,
            "seconds": self.seconds,
        }

    def plot(self) -> Any:
        """A matplotlib figure of the run: points, rates, fan and patterns. Extra `studies`."""
        from xuezhan.simulation.plot import summary_figure

        return summary_figure(self)

    def __str__(self) -> str:
        return "\n".join(_report(self))


def _line(
    policy: str, games: int, seats: int, sums: dict[str, Any], squares: dict[str, int]
) -> Figures:
    """`squares`: of what several seats made together in a hand; one seat's follow from its sums."""
    counts = {key: sums[key] for key in sums if key not in ("score", "score_square", "kongs")}
    counts.update({f"{kind}_kongs": sums["kongs"][i] for i, kind in enumerate(_KONG_KINDS)})
    score_square = squares.get("score_square", sums["score_square"])

    def rate(what: str) -> Estimate:
        squared = squares.get(f"{what}_square", sums[what])
        return Estimate.of_shared_rate(sums[what], squared, games, seats)

    return Figures(
        policy=policy,
        hands=games * seats,
        score=Estimate.of_mean(sums["score"], score_square, games, seats, fewest=_FEWEST_HANDS),
        win=rate("winning_hands"),
        self_draw=rate("self_draw_hands"),
        deal_in=rate("deal_in_hands"),
        first_win=rate("first_wins"),
        ready=rate("ready"),
        pig=rate("pigs"),
        wins_mean=sums["wins"] / (games * seats) if games else math.nan,
        counts=counts,
    )


def _plain(number: float) -> float | None:
    return None if math.isnan(number) else number


# ---- as text -----------------------------------------------------------------------------------


def _report(summary: Summary) -> list[str]:
    games = summary.games
    rules = summary.rules.to_dict()
    title = rules if isinstance(rules, str) else repr(summary.rules)
    rate = (
        f", {games / summary.seconds:,.0f} hands a second" if games and summary.seconds > 0 else ""
    )
    lines = [f"{title}, seed {summary.seed}: {games:,} hands in {summary.seconds:.2f} s{rate}"]
    if summary.interrupted:
        lines.append(f"interrupted: the first {games:,} of {summary.requested:,} hands")
    if not games:
        return lines
    header = [
        "",
        "policy",
        "score a hand",
        "win %",
        "self-draw %",
        "deal-in %",
        "first %",
        "ready %",
        "pig %",
    ]
    if summary.rules.play_on:
        header.append("wins a hand")
    rows = [[f"seat {i}", *_cells(line)] for i, line in enumerate(summary.seats)]
    if len(set(summary.policies)) > 1:
        rows += [["all", *_cells(line)] for line in summary.by_policy.values()]
    rows = [row[: len(header)] for row in rows]
    lines += ["", *_table(header, rows), ""]
    wins = sum(summary.sums["fan"])
    lines.append(
        f"exhausted wall {summary.exhausted.text(2, 100)} %, {summary.turns_mean:.1f} turns a hand"
    )
    lines.append("winners a hand " + _shares(summary.winners, games))
    lines.append(
        "kongs a hand   "
        + ", ".join(f"{kind} {n / games:.3f}" for kind, n in summary.kongs.items())
    )
    if wins:
        lines.append("fan            " + _shares(summary.fan, wins))
        lines.append("patterns       " + _shares(summary.patterns, wins))
    lines += ["", *_table(["payments", "a hand", "points a hand"], _payment_rows(summary))]
    return lines


def _cells(line: Figures) -> list[str]:
    rates = (line.win, line.self_draw, line.deal_in, line.first_win, line.ready, line.pig)
    score = line.score.text(3, sign="+")
    return [line.policy, score, *(rate.text(2, 100) for rate in rates), f"{line.wins_mean:.3f}"]


def _shares(counts: dict[Any, int], whole: int) -> str:
    return ", ".join(f"{key}: {100 * n / whole:.2f} %" for key, n in counts.items())


def _payment_rows(summary: Summary) -> list[list[str]]:
    games = summary.games
    return [
        [kind, f"{row['count'] / games:.4f}", f"{row['points'] / games:.3f}"]
        for kind, row in summary.payments.items()
    ]


def _table(header: list[str], rows: list[list[str]]) -> list[str]:
    """Left-aligned up to the first column of numbers, right-aligned from there."""
    grid = [header, *rows]
    widths = [max(len(row[i]) for row in grid) for i in range(len(header))]
    text = 1 if len(header) < 4 else 2
    return [
        "  ".join(
            cell.ljust(w) if i < text else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in grid
    ]
