"""The review of a record: every decision held against the few actions that are worth a look."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xuezhan._core import ENTRY_PENALTY, PENALTIES
from xuezhan.checks import seed_or_fresh, whole
from xuezhan.errors import Interrupted
from xuezhan.estimate import Estimate, normal_point, student_point
from xuezhan.play.action import Action
from xuezhan.play.game import Game
from xuezhan.play.view import View
from xuezhan.players.evaluation import Evaluation, Gap, aligned, evaluate
from xuezhan.players.player import ValuePlayer
from xuezhan.records.record import replay

__all__ = ["Decision", "Review", "review"]

_DOUBT = 0.05  # the chance that some mark of a review is wrong


@dataclass(frozen=True)
class Decision:
    """One answer of a record that was a choice."""

    step: int  #: how many answers and penalties were taken before
    seat: int
    taken: Action
    evaluation: Evaluation
    given_away: Estimate  #: see `Evaluation.given_away`
    beyond_doubt: (
        bool  #: it gave something away; of all that a review marks so, with 95 % none is wrong
    )

    def to_dict(self, alternatives: int = 3) -> dict[str, Any]:
        """Plain values for JSON, with the best actions and the one taken."""
        shown = list(self.evaluation.values[:alternatives])
        taken = self.evaluation[self.taken]
        return {
            "step": self.step,
            "seat": self.seat,
            "hand": str(self.evaluation.view.hand),
            "taken": taken.to_dict(),
            "best": [value.to_dict() for value in shown],
            "given_away_mean": self.given_away.value,
            "given_away_ci95": self.given_away.interval,
            "beyond_doubt": self.beyond_doubt,
        }


@dataclass(frozen=True)
class Review:
    """Every decision of a record, or of one seat of it. Prints as a table."""

    decisions: tuple[Decision, ...]
    playouts: int
    policy: str  #: of the other seats
    own: str  #: of the seat that decides
    seed: int

    def total(self, seat: int) -> Estimate:
        """
        The points that a seat gave away in all its decisions, 0 or more; the interval covers what
        it truly gave away, to the actions looked at, in 95 % of reviews or more.
        """
        return _total([d.evaluation.gap(d.taken) for d in self.decisions if d.seat == seat])

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that had a choice."""
        return tuple(sorted({decision.seat for decision in self.decisions}))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        totals = {str(seat): self.total(seat) for seat in self.seats}
        return {
            "playouts": self.playouts,
            "policy": self.policy,
            "own": self.own,
            "seed": self.seed,
            "decisions": [decision.to_dict() for decision in self.decisions],
            "given_away": {seat: total.value for seat, total in totals.items()},
            "given_away_ci95": {seat: total.interval for seat, total in totals.items()},
        }

    def __str__(self) -> str:
        rows = [["", "step", "seat", "hand", "taken", "best", "given away"]]
        for d in self.decisions:
            best = "-" if d.evaluation.best == d.taken else str(d.evaluation.best)
            cells = ["!" if d.beyond_doubt else "", str(d.step), str(d.seat)]
            cells += [str(d.evaluation.view.hand), str(d.taken), best]
            rows.append([*cells, d.given_away.at_most(2)])
        lines = [
            f"{self.playouts} playouts of each action by {self.own} against {self.policy}, "
            f"seed {self.seed}; ! marks what is beyond doubt"
        ]
        lines += aligned(rows, left=frozenset({0, 3, 4, 5}))
        lines += [self._sentence(seat) for seat in self.seats]
        return "\n".join(lines)

    def _sentence(self, seat: int) -> str:
        total = self.total(seat)
        marked = sum(d.beyond_doubt for d in self.decisions if d.seat == seat)
        count = "no mistakes" if not marked else f"{marked} mistake{'s' if marked > 1 else ''}"
        told = f"seat {seat}: {count} beyond doubt; "
        if not total.known:
            return told + f"about {total.value:.2f} points given away"
        if total.low == 0:
            return told + f"{total.high:.2f} points given away at most"
        return told + (
            f"about {total.value:.2f} points given away, "
            f"between {total.low:.2f} and {total.high:.2f}"
        )


def review(
    record: dict[str, Any] | str | Game,
    seat: int | None = None,
    playouts: int = 400,
    seed: int | None = None,
    policy: str = "efficiency",
    *,
    own: str = "value",
    breadth: int = 4,
    worlds: str = "likely",
    threads: int | None = None,
) -> Review:
    """
    Evaluate every answer of a record at which a seat (or one of all) had a choice: the action taken
    against the `breadth` that `value` likes best, each played out on the same `playouts` worlds.

    `policy`, `own`, `worlds` and `threads` as for `evaluate`. Raises `InvalidRecord` for a record
    that breaks a rule, `ValueError` for a seat that does not exist, and `Interrupted` after Ctrl-C:
    its `result` has the decisions that were evaluated.
    """
    whole_hand = record if isinstance(record, Game) else replay(record)
    breadth = whole("breadth", breadth, 1, 255)
    if seat is not None and not 0 <= seat < whole_hand.players:
        raise ValueError(f"seat {seat} does not exist; seats are 0 to {whole_hand.players - 1}")
    seed = seed_or_fresh(seed)
    game = Game(whole_hand.rules, dealer=whole_hand.dealer, wall=whole_hand.wall)
    taken = whole_hand._taken()
    found: list[tuple[int, int, Action, Evaluation]] = []
    for step, (who, number) in enumerate(zip(taken[::2], taken[1::2], strict=True)):
        if number >= ENTRY_PENALTY:
            game.penalize(who, PENALTIES[number - ENTRY_PENALTY])
            continue
        view = game.view(who)
        if (seat is None or who == seat) and len(view.legal_actions) > 1:
            action = Action(number)
            actions = _worth_a_look(view, action, breadth)
            try:
                evaluation = evaluate(
                    view,
                    playouts,
                    seed,
                    policy,
                    own=own,
                    worlds=worlds,
                    actions=actions,
                    threads=threads,
                )
            except KeyboardInterrupt:
                done = Review(_judged(found), playouts, policy, own, seed)
                raise Interrupted(f"after {len(found)} decisions", done) from None
            found.append((step, who, action, evaluation))
        game.step(number, who)
    return Review(_judged(found), playouts, policy, own, seed)


def _worth_a_look(view: View, taken: Action, breadth: int) -> list[Action]:
    worths = ValuePlayer().worths(view)
    actions = sorted(worths, key=lambda action: -worths[action])[:breadth]
    return actions if taken in actions else [*actions, taken]


def _judged(found: Sequence[tuple[int, int, Action, Evaluation]]) -> tuple[Decision, ...]:
    decisions = []
    for step, seat, taken, evaluation in found:
        gap = evaluation.gap(taken)
        marked = _is_beyond_doubt(gap, _DOUBT / len(found))
        decisions.append(Decision(step, seat, taken, evaluation, gap.estimate(), marked))
    return tuple(decisions)


def _is_beyond_doubt(gap: Gap, doubt: float) -> bool:
    if gap.playouts < 2 or gap.gain <= 0:
        return False
    return gap.gain > student_point(gap.playouts - 1, doubt) * math.sqrt(gap.gain_variance)


def _total(gaps: Sequence[Gap]) -> Estimate:
    """
    The sum of what decisions gave away. Lower end: gains measured on worlds that did not choose
    them, whose errors add up as squares. Upper end: the most that any choice of best actions comes
    to with the error of that choice, by a bound that is linear in the variances and so may be
    taken decision by decision: z √V ≤ z (t V + 1 / t) / 2 for every t > 0.
    """
    gain = sum(gap.gain for gap in gaps)
    value = max(0.0, gain)
    spread = sum(float(gap.variance.max()) for gap in gaps)
    if not spread > 0:
        return Estimate(value, math.nan, math.nan)
    low = gain - normal_point * math.sqrt(sum(gap.gain_variance for gap in gaps))
    high = math.inf
    for stretch in (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0):
        t = stretch / math.sqrt(spread)
        most = sum(float((gap.mean + normal_point * t / 2 * gap.variance).max()) for gap in gaps)
        high = min(high, most + normal_point / (2 * t))
    return Estimate(value, max(0.0, low), max(value, high))
