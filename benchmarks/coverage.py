"""
How often intervals of 95 % hold what they should: `python -m benchmarks.coverage`, `--write` into
docs/players.md.

Each kind of run is repeated many times on different hands or worlds, and each interval it prints is
held against the true figure, known from a run that is many times larger.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import xuezhan as xz
from xuezhan.estimate import Estimate

PAGE = Path(__file__).parent.parent / "docs" / "players.md"
PATTERN = re.compile(r"(<!-- coverage:.*?-->\n)(.*?)(<!-- end of coverage -->)", re.DOTALL)
MIXED = ("efficiency", "random", "efficiency", "mixed")
RATES = ("win", "self_draw", "deal_in", "first_win", "ready", "pig")


@dataclass
class Coverage:
    """How often an interval held the truth."""

    held: int = 0
    given: int = 0
    none: int = 0

    def add(self, estimate: Estimate, truth: float) -> None:
        """Take in one interval; a hair's breadth is forgiven, as the truth is known no better."""
        if not estimate.known:
            self.none += 1
            return
        self.given += 1
        self.held += estimate.low - 1e-9 <= truth <= estimate.high + 1e-9

    @property
    def share(self) -> float:
        """Of those that were given."""
        return self.held / self.given if self.given else float("nan")


Found = dict[str, Coverage]


def count(found: Found, what: str, estimate: Estimate, truth: float) -> None:
    """Take one interval in under a name."""
    found.setdefault(what, Coverage()).add(estimate, truth)


# ---- simulate ------------------------------------------------------------------------------------


def of_simulate(
    rules: str, policies: str | tuple[str, ...], games: int, repeats: int, truth_games: int
) -> Found:
    """Scores and rates by seat and by policy, of runs of so many hands."""
    truth = xz.simulate(truth_games, rules, policies, seed=1)
    found: Found = {}
    for i in range(repeats):
        run = xz.simulate(games, rules, policies, seed=2, first_index=i * games, threads=1)
        lines = list(zip(run.seats, truth.seats, strict=True))
        pooled = [(run.by_policy[name], truth.by_policy[name]) for name in run.by_policy]
        for kind, pairs in (("seat", lines), ("policy", pooled)):
            for line, true in pairs:
                count(found, f"score by {kind}", line.score, true.score.value)
                for name in RATES:
                    rate: Estimate = getattr(line, name)
                    count(found, f"rates by {kind}", rate, getattr(true, name).value)
        count(found, "rates by seat", run.exhausted, truth.exhausted.value)
    return found


# ---- arena ---------------------------------------------------------------------------------------


def of_arena(players: tuple[str, str], games: int, repeats: int, truth_games: int) -> Found:
    """Points a hand of both players, of matches over so many walls."""
    truth = xz.arena(players, truth_games, "guide", 1)
    found: Found = {}
    for i in range(repeats):
        run = xz.arena(players, games, "guide", 2, first_index=i * games)
        for one, true in zip(run.standings, truth.standings, strict=True):
            count(found, "points", one.points, true.points.value)
            assert one.alone is not None
            assert true.alone is not None
            count(found, "alone", one.alone, true.alone.value)
    return found


# ---- evaluate ------------------------------------------------------------------------------------


def positions(rules: str, steps: Iterable[int]) -> list[xz.View]:
    """The views of seats that had a choice after so many steps of different hands."""
    found = []
    for index, wanted in enumerate(steps):
        game, policy = xz.Game(rules, 77, index), xz.Policy("efficiency", 77, index)
        while not game.done and (game.step_count < wanted or len(game.legal_actions) < 3):
            game.step(policy(game))
        if not game.done and game.actor is not None:
            found.append(game.view(game.actor))
    return found


def regret(truth: xz.Evaluation, action: xz.Action) -> float:
    """What an action truly gives away."""
    means = truth.points.mean(axis=0)
    return float(means.max() - means[truth.actions.index(action)])


def of_evaluate(
    views: list[xz.View], playouts: int, repeats: int, truth_playouts: int, own: str = "efficiency"
) -> Found:
    """Every figure of evaluations by so many playouts."""
    found: Found = {}
    for view in views:
        legal = view.legal_actions[:6]
        truth = xz.evaluate(view, truth_playouts, 10**6, own=own, actions=legal)
        for seed in range(repeats):
            run = xz.evaluate(view, playouts, seed, own=own, actions=legal, threads=1)
            for value in run:
                true = truth[str(value.action)]
                lost = regret(truth, value.action)
                count(found, "points", value.points, true.points.value)
                count(found, "behind", value.behind, lost)
                count(found, "given away", run.given_away(value.action), lost)
                for name in ("win", "deal_in", "ready", "unready"):
                    rate: Estimate = getattr(value, name)
                    count(found, "rates", rate, getattr(true, name).value)
    return found


# ---- review --------------------------------------------------------------------------------------


def of_review(
    records: list[xz.Game],
    playouts: int,
    repeats: int,
    truth_playouts: int,
    own: str = "efficiency",
) -> Found:
    """
    What reviews print, and how often a review marks nothing that is no mistake ("marks").

    A mark is held against the truth with a tolerance of a hundredth of a point.
    """
    found: Found = {}
    for game in records:
        truth = xz.review(game, None, truth_playouts, 10**6, own=own)
        lost = [regret(d.evaluation, d.taken) for d in truth.decisions]
        seats = [d.seat for d in truth.decisions]
        marks = found.setdefault("marks", Coverage())
        for seed in range(repeats):
            run = xz.review(game, None, playouts, seed, own=own, threads=1)
            wrong = False
            for decision, true in zip(run.decisions, lost, strict=True):
                count(found, "given away", decision.given_away, true)
                wrong |= decision.beyond_doubt and true < 0.01
            marks.given += 1
            marks.held += not wrong
            for seat in run.seats:
                total = sum(t for t, s in zip(lost, seats, strict=True) if s == seat)
                count(found, "totals", run.total(seat), total)
    return found


def played(rules: str, policy: str, index: int) -> xz.Game:
    """A hand of four such players."""
    game, choose = xz.Game(rules, 5, index), xz.Policy(policy, 5, index)
    while not game.done:
        game.step(choose(game))
    return game


# ---- the table -----------------------------------------------------------------------------------


def runs(scale: float) -> list[tuple[str, Callable[[], Found]]]:
    """What is measured; `scale` multiplies the repeats."""
    views = [view for rules in xz.RULEBOOKS for view in positions(rules, range(2, 74, 12))]
    records = [played("guide", "mixed", 0), played("chengdu", "efficiency", 1)]

    def times(repeats: int) -> int:
        return max(2, int(repeats * scale))

    def simulation(policies: str | tuple[str, ...], games: int) -> Callable[[], Found]:
        return lambda: of_simulate("guide", policies, games, times(500), 400_000)

    def match(players: tuple[str, str], games: int) -> Callable[[], Found]:
        truth = 20_000 if "value" not in players else 6_000
        return lambda: of_arena(players, games, times(300), truth)

    def evaluation(playouts: int) -> Callable[[], Found]:
        return lambda: of_evaluate(views, playouts, times(100), 60_000)

    def reviewing(playouts: int) -> Callable[[], Found]:
        return lambda: of_review(records, playouts, times(60), 20_000)

    found: list[tuple[str, Callable[[], Found]]] = []
    for policies in ("random", "efficiency", MIXED):
        name = policies if isinstance(policies, str) else "efficiency, random, mixed"
        found += [
            (f"`simulate`, {name}, {games:,} hands", simulation(policies, games))
            for games in (20, 100, 1000)
        ]
    found += [
        (f"`arena`, {a} and {b}, {games} walls", match((a, b), games))
        for a, b in (("efficiency", "random"), ("value", "efficiency"))
        for games in (5, 30)
    ]
    found += [(f"`evaluate`, {n:,} playouts", evaluation(n)) for n in (50, 200, 1000)]
    return found + [(f"`review`, {n} playouts", reviewing(n)) for n in (100, 400)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of repeats")
    parser.add_argument("--only", default="", help="runs whose name has this")
    parser.add_argument("--write", action="store_true", help="into docs/players.md")
    chosen = parser.parse_args()
    lines = [
        "| run | figure | held % | intervals | none given |",
        "| --- | --- | --: | --: | --: |",
    ]
    for name, run in runs(chosen.scale):
        if chosen.only not in name:
            continue
        for what, coverage in run().items():
            held = f"{100 * coverage.share:.1f}" if coverage.given else ""
            lines.append(f"| {name} | {what} | {held} | {coverage.given:,} | {coverage.none:,} |")
            print(lines[-1], flush=True)
    if chosen.write:
        page = PAGE.read_text("utf-8")
        body = "\n".join(["", *lines, ""])
        PAGE.write_text(PATTERN.sub(lambda m: m[1] + body + "\n" + m[3], page), "utf-8")


if __name__ == "__main__":
    main()
