"""What each action is worth: playouts on re-dealt worlds, and the review of a record by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from xuezhan import _core
from xuezhan._core import ENTRY_PENALTY, OUTCOME_DTYPE, PENALTIES, POLICIES, play_worlds
from xuezhan.checks import UINT64, whole, worker_threads
from xuezhan.errors import IllegalAction
from xuezhan.hands.hand import Hand
from xuezhan.play.action import Action
from xuezhan.play.game import Game
from xuezhan.play.state import State
from xuezhan.play.view import View
from xuezhan.players.player import WORLDS
from xuezhan.records.record import replay
from xuezhan.rules import RulesLike, as_rules
from xuezhan.simulation.summary import Estimate

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["ActionValue", "Decision", "Evaluation", "Review", "evaluate", "review", "turn_view"]

_MOST_PLAYOUTS = 1_000_000_000
_CHUNK = 32  # worlds that one thread plays in one go


@dataclass(frozen=True)
class ActionValue:
    """One legal action as the playouts found it. Intervals are of 95 %."""

    action: Action
    points: Estimate  #: that the seat makes from here to the end of the hand
    behind: Estimate  #: what it makes less than the best action on the same worlds; 0 for that
    win: Estimate  #: the seat wins
    deal_in: Estimate  #: it pays a win as discarder or robbed seat
    ready: Estimate  #: the wall runs out on it, and it is ready
    unready: Estimate  #: the wall runs out on it, and it is not

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        found: dict[str, Any] = {"action": str(self.action)}
        found.update(points_mean=self.points.value, points_ci95=_interval(self.points))
        found.update(behind_mean=self.behind.value, behind_ci95=_interval(self.behind))
        for name in ("win", "deal_in", "ready", "unready"):
            found[f"{name}_rate"] = getattr(self, name).value
        return found


@dataclass(frozen=True)
class Evaluation:
    """
    All legal actions of a seat, the best first: `evaluation[0]`, or `evaluation["discard 5m"]`.
    Prints as a table.

    `points[w, a]` are what world *w* brought after action `actions[a]`, `flags` how it went (sums
    of 1 won, 2 dealt in, 4 wall exhausted while in play, 8 ready then). World *w* has the same
    tiles for all actions.
    """

    view: View
    actions: tuple[Action, ...]
    policy: str
    seed: int
    points: npt.NDArray[Any] = field(repr=False, compare=False)
    flags: npt.NDArray[Any] = field(repr=False, compare=False)
    values: tuple[ActionValue, ...] = field(repr=False)

    @property
    def playouts(self) -> int:
        """How many worlds each action was played out on."""
        return len(self.points)

    @property
    def best(self) -> Action:
        """The action with the best mean."""
        return self.values[0].action

    def __getitem__(self, key: int | str) -> ActionValue:
        if not isinstance(key, str) and not isinstance(key, Action):
            return self.values[key]
        action = Action.parse(key) if isinstance(key, str) else key
        for value in self.values:
            if value.action == action:
                return value
        there_are = ", ".join(str(value.action) for value in self.values)
        raise KeyError(f"{action} was not looked at; there are {there_are}")

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[ActionValue]:
        return iter(self.values)

    def given_away(self, action: Action | str) -> Estimate:
        """
        How many points `action` gives away to the best, without the flattery of a maximum of
        noisy means: the best action is chosen on one half of the worlds and its gain is measured
        on the other, both ways. Below 0 if what looked better on one half was worse on the other.
        """
        wanted = Action.parse(action) if isinstance(action, str) else action
        if wanted not in self.actions:
            looked_at = ", ".join(map(str, self.actions))
            raise IllegalAction(f"{wanted} was not looked at; there are {looked_at}")
        column = self.actions.index(wanted)
        half = np.arange(self.playouts) % 2 == 0
        gains = np.zeros(self.playouts, np.int64)
        for chosen_on in (half, ~half):
            if not chosen_on.any():
                continue
            best = int(self.points[chosen_on].sum(axis=0).argmax())
            gains[~chosen_on] = self.points[~chosen_on, best] - self.points[~chosen_on, column]
        return _mean(gains)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "seat": self.view.seat,
            "hand": str(self.view.hand),
            "rules": self.view.rules.to_dict(),
            "playouts": self.playouts,
            "policy": self.policy,
            "seed": self.seed,
            "actions": [value.to_dict() for value in self.values],
        }

    def __str__(self) -> str:
        rows = [["action", "points", "behind", "win %", "deal-in %", "ready %", "unready %"]]
        for v in self.values:
            rates = (v.win, v.deal_in, v.ready, v.unready)
            behind = "best" if v.action == self.best else _cell(v.behind)
            cells = [str(v.action), _cell(v.points), behind]
            rows.append([*cells, *(f"{100 * rate.value:.1f}" for rate in rates)])
        title = f"{self.view.hand}, {self.playouts} playouts by {self.policy}, seed {self.seed}"
        return "\n".join([title, *_aligned(rows)])


def evaluate(
    view: View | Game | State,
    playouts: int = 1000,
    seed: int = 0,
    policy: str = "efficiency",
    *,
    worlds: str = "likely",
    actions: Sequence[Action | int | str] | None = None,
    threads: int | None = None,
) -> Evaluation:
    """
    What each legal action is worth: the tiles that the seat does not see are re-dealt `playouts`
    times, and each such world is played to the end by `policy` in all seats, once after each
    action.

    view      a `View` whose seat owes an answer; of a `Game` or `State`, the view of its actor
    worlds    `"uniform"`: every arrangement of the unseen tiles is as likely as any other, as
              `View.determinize` deals them; `"likely"`: then each other seat takes as many turns
              with the undealt tiles as it has had, so that late in a hand it holds what players
              hold then, and no tiles of all suits for which it would pay as a pig
    actions   to look at only these
    threads   None: one for each core; the outcome does not depend on them

    The figures are those of a table of such players, not of best play (docs/players.md). Raises
    `IllegalAction` if the seat owes no answer or an action is not legal.
    """
    if not isinstance(view, View):
        if not isinstance(view, _core.TableCore):
            raise TypeError(f"there must be a View, Game or State, not {type(view).__name__}")
        actor = view.actor
        if actor is None:
            raise IllegalAction("the hand is over; there is nothing to evaluate")
        view = view.view(actor)
    legal = view.legal_actions
    if not legal:
        raise IllegalAction(f"seat {view.seat} owes no answer; there is nothing to evaluate")
    playouts = whole("playouts", playouts, 1, _MOST_PLAYOUTS)
    seed = whole("seed", seed, 0, UINT64 - 1)
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}; policies are {', '.join(POLICIES)}")
    if worlds not in WORLDS:
        raise ValueError(f"worlds is {worlds!r}; it must be one of {', '.join(WORLDS)}")
    chosen = legal if actions is None else tuple(_action(action, legal) for action in actions)
    work = _Work(view, policy, worlds == "uniform", seed, chosen)
    outcomes = work.play(playouts, worker_threads(threads))
    points, flags = outcomes["points"], outcomes["flags"]
    return Evaluation(view, chosen, policy, seed, points, flags, _values(chosen, points, flags))


def _action(action: Action | int | str, legal: tuple[Action, ...]) -> Action:
    found = Action.parse(action) if isinstance(action, str) else Action(action)
    if found not in legal:
        raise IllegalAction(f"{found} is not legal; legal: {', '.join(map(str, legal))}")
    return found


@dataclass(frozen=True)
class _Work:
    view: View
    policy: str
    uniform: bool
    seed: int
    actions: tuple[Action, ...]

    def play(self, worlds: int, threads: int) -> npt.NDArray[Any]:
        outcomes = np.empty((worlds, len(self.actions)), OUTCOME_DTYPE)
        numbers = np.array(self.actions, np.uint8)

        def part(start: int) -> None:
            flat = outcomes[start : start + _CHUNK].view(np.uint8).reshape(-1)
            count = min(_CHUNK, worlds - start)
            view, policy, uniform = self.view, self.policy, self.uniform
            play_worlds(view, policy, uniform, self.seed, start, count, numbers, flat)

        starts = range(0, worlds, _CHUNK)
        if threads == 1 or len(starts) == 1:
            for start in starts:
                part(start)
        else:
            pool = ThreadPoolExecutor(threads, "xuezhan")
            try:
                list(pool.map(part, starts))
            finally:  # Ctrl-C waits for the parts under way, not for all
                pool.shutdown(cancel_futures=True)
        return outcomes


def _values(
    actions: tuple[Action, ...], points: npt.NDArray[Any], flags: npt.NDArray[Any]
) -> tuple[ActionValue, ...]:
    n = len(points)
    sums = points.sum(axis=0)
    order = sorted(range(len(actions)), key=lambda a: (-int(sums[a]), actions[a]))
    best = points[:, order[0]]

    def rate(mask: npt.NDArray[Any]) -> Estimate:
        return Estimate.of_rate(int(mask.sum()), n)

    found = []
    for a in order:
        won, dealt_in = flags[:, a] & _core.OUTCOME_WON, flags[:, a] & _core.OUTCOME_DEALT_IN
        ready = flags[:, a] & _core.OUTCOME_READY
        exhausted = (flags[:, a] & _core.OUTCOME_EXHAUSTED) != 0
        found.append(
            ActionValue(
                action=actions[a],
                points=_mean(points[:, a]),
                behind=_mean(best - points[:, a]),
                win=rate(won != 0),
                deal_in=rate(dealt_in != 0),
                ready=rate(ready != 0),
                unready=rate(exhausted & (won == 0) & (ready == 0)),
            )
        )
    return tuple(found)


def _mean(points: npt.NDArray[Any]) -> Estimate:
    numbers = [int(number) for number in points]
    squares = sum(number * number for number in numbers)
    return Estimate.of_mean(sum(numbers), squares, len(numbers))


def turn_view(hand: Hand | str, rules: RulesLike = "guide") -> View:
    """
    The view of a seat on its turn with these 14 tiles (a kong counted as three; one more than
    `hand_size`), at a table at which nobody has discarded yet. Raises `ValueError` for another
    number of tiles.
    """
    hand = hand if isinstance(hand, Hand) else Hand(hand)
    chosen = as_rules(rules)
    tiles = int(hand.counts.sum()) + 3 * len(hand.melds)
    whole = chosen.hand_size + 1
    if tiles != whole:
        raise ValueError(
            f"{hand} has {tiles} tiles; on its turn a seat has {whole}, a kong as three"
        )
    for suit, name in enumerate("mps"):
        own = hand.counts[9 * suit : 9 * suit + 9].any()
        if name not in chosen.suits and (own or any(m.tile.endswith(name) for m in hand.melds)):
            raise ValueError(f"{hand} has tiles of {name}, which are not played with")
    view: View = _core.turn_view(chosen._native, chosen, hand, View)
    return view


# ---- reviews -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """One answer of a record that was a choice."""

    step: int  #: how many answers and penalties were taken before
    seat: int
    taken: Action
    evaluation: Evaluation
    given_away: Estimate  #: see `Evaluation.given_away`

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
            "given_away_ci95": _interval(self.given_away),
        }


@dataclass(frozen=True)
class Review:
    """Every decision of a record, or of one seat of it. Prints as a table."""

    decisions: tuple[Decision, ...]
    playouts: int
    policy: str
    seed: int

    def total(self, seat: int) -> float:
        """The points that a seat gave away in all, on the average of the playouts."""
        return sum(d.given_away.value for d in self.decisions if d.seat == seat)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        seats = sorted({decision.seat for decision in self.decisions})
        return {
            "playouts": self.playouts,
            "policy": self.policy,
            "seed": self.seed,
            "decisions": [decision.to_dict() for decision in self.decisions],
            "given_away": {str(seat): self.total(seat) for seat in seats},
        }

    def __str__(self) -> str:
        rows = [["step", "seat", "hand", "taken", "points", "best", "points", "given away"]]
        for d in self.decisions:
            taken = d.evaluation[d.taken]
            other = d.evaluation.values[0]
            best = "-" if other.action == d.taken else str(other.action)
            cells = [str(d.step), str(d.seat), str(d.evaluation.view.hand), str(d.taken)]
            cells += [f"{taken.points.value:+.2f}", best]
            cells.append("" if best == "-" else f"{other.points.value:+.2f}")
            rows.append([*cells, _cell(d.given_away)])
        lines = [f"{self.playouts} playouts a decision by {self.policy}, seed {self.seed}"]
        lines += _aligned(rows, left=frozenset({2, 3, 5}))
        for seat in sorted({d.seat for d in self.decisions}):
            lines.append(f"seat {seat} gave away {self.total(seat):+.2f} points")
        return "\n".join(lines)


def review(
    record: dict[str, Any] | str | Game,
    seat: int | None = None,
    playouts: int = 200,
    seed: int = 0,
    policy: str = "efficiency",
    *,
    worlds: str = "likely",
    threads: int | None = None,
) -> Review:
    """
    Evaluate every answer of a record at which a seat (or one of all) had a choice.

    Raises `InvalidRecord` for a record that breaks a rule and `ValueError` for a seat that does
    not exist.
    """
    whole = record if isinstance(record, Game) else replay(record)
    if seat is not None and not 0 <= seat < whole.players:
        raise ValueError(f"seat {seat} does not exist; seats are 0 to {whole.players - 1}")
    game = Game(whole.rules, dealer=whole.dealer, wall=whole.wall)
    taken = whole._taken()
    found = []
    for step, (who, number) in enumerate(zip(taken[::2], taken[1::2], strict=True)):
        if number >= ENTRY_PENALTY:
            game.penalize(who, PENALTIES[number - ENTRY_PENALTY])
            continue
        view = game.view(who)
        if (seat is None or who == seat) and len(view.legal_actions) > 1:
            evaluation = evaluate(view, playouts, seed, policy, worlds=worlds, threads=threads)
            action = Action(number)
            gain = evaluation.given_away(action)
            found.append(Decision(step, who, action, evaluation, gain))
        game.step(number, who)
    return Review(tuple(found), playouts, policy, seed)


# ---- text --------------------------------------------------------------------------------------


def _interval(estimate: Estimate) -> list[float] | None:
    return None if np.isnan(estimate.low) else [estimate.low, estimate.high]


def _cell(estimate: Estimate) -> str:
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.value:+.2f}" + ("" if np.isnan(half) else f" ± {half:.2f}")


def _aligned(rows: list[list[str]], left: frozenset[int] = frozenset({0})) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(w) if i in left else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
