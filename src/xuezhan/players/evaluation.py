"""What each action is worth: playouts on re-dealt worlds, and what they say beyond chance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from xuezhan import _core
from xuezhan._core import OUTCOME_DTYPE, POLICIES, WORLDS, play_worlds
from xuezhan.checks import seed_or_fresh, whole, worker_threads
from xuezhan.errors import IllegalAction, Interrupted
from xuezhan.estimate import Estimate, student_point
from xuezhan.hands.hand import Hand
from xuezhan.play.action import Action
from xuezhan.play.game import Game
from xuezhan.play.state import State
from xuezhan.play.view import View
from xuezhan.rules import RulesLike, as_rules

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["ActionValue", "Evaluation", "Gap", "evaluate", "turn_view"]

_MOST_PLAYOUTS = 1_000_000_000
_CHUNK = 32  # worlds that one thread plays in one go
_UNSEEN = 0.5  # how often the largest outcome seen may have been missed


@dataclass(frozen=True)
class ActionValue:
    """One legal action as the playouts found it, with intervals of 95 % (docs/players.md)."""

    action: Action
    points: Estimate  #: that the seat makes from here to the end of the hand
    behind: Estimate  #: what the best action makes more; the value is that of the best mean
    win: Estimate  #: the seat wins
    deal_in: Estimate  #: it pays a win as discarder or robbed seat
    ready: Estimate  #: the wall runs out on it, and it is ready
    unready: Estimate  #: the wall runs out on it, and it is not

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        found: dict[str, Any] = {"action": str(self.action)}
        for name in ("points", "behind"):
            estimate: Estimate = getattr(self, name)
            found[f"{name}_mean"] = estimate.value
            found[f"{name}_ci95"] = estimate.interval
        for name in ("win", "deal_in", "ready", "unready"):
            rate: Estimate = getattr(self, name)
            found[f"{name}_rate"] = rate.value
            found[f"{name}_ci95"] = rate.interval
        return found


class Gap(NamedTuple):
    """
    What one action makes less than each of those looked at, itself among them, and what it
    gives away to the best of them, as far as playouts tell.
    """

    mean: npt.NDArray[Any]  #: by action
    variance: npt.NDArray[Any]  #: of these means
    gain: float  #: of the best, chosen on one half of the worlds and measured on the other
    gain_variance: float
    playouts: int

    def estimate(self) -> Estimate:
        """
        What the action gives away: 0 or more. The lower end is that of the gain measured on worlds
        that did not choose the best; the upper one that of whichever action may be the best.
        """
        value = max(0.0, self.gain)
        if self.playouts < 2 or not self.variance.any():
            return Estimate(value, math.nan, math.nan)
        reach = student_point(self.playouts - 1)
        high = float((self.mean + reach * np.sqrt(self.variance)).max())
        low = self.gain - reach * math.sqrt(self.gain_variance)
        return Estimate(value, max(0.0, low), max(value, high))


@dataclass(frozen=True)
class Evaluation:
    """
    The actions of a seat that were looked at, the best first: `evaluation[0]`, or
    `evaluation["discard 5m"]`. Prints as a table.

    `points[w, a]` are what world *w* brought after action `actions[a]`, `flags` how it went (sums
    of 1 won, 2 dealt in, 4 wall exhausted while in play, 8 ready then). World *w* has the same
    tiles for all actions.
    """

    view: View
    actions: tuple[Action, ...]
    policy: str  #: of the other seats
    own: str  #: of the seat itself
    seed: int
    points: npt.NDArray[Any] = field(repr=False, compare=False)
    flags: npt.NDArray[Any] = field(repr=False, compare=False)
    values: tuple[ActionValue, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _values(self))

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

    def gap(self, action: Action | str) -> Gap:
        """How `action` compares with the others on the same worlds."""
        wanted = Action.parse(action) if isinstance(action, str) else action
        if wanted not in self.actions:
            looked_at = ", ".join(map(str, self.actions))
            raise IllegalAction(f"{wanted} was not looked at; there are {looked_at}")
        return _gap(self.points, self.actions.index(wanted))

    def given_away(self, action: Action | str) -> Estimate:
        """
        How many points `action` gives away to the best of those looked at, 0 or more.

        The value does not have the flattery of a maximum of noisy means: the best action is
        chosen on one half of the worlds and its gain is measured on the other, both ways. The
        interval covers what the action truly gives away in 95 % of evaluations or more.
        """
        return self.gap(action).estimate()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "seat": self.view.seat,
            "hand": str(self.view.hand),
            "rules": self.view.rules.to_dict(),
            "playouts": self.playouts,
            "policy": self.policy,
            "own": self.own,
            "seed": self.seed,
            "actions": [value.to_dict() for value in self.values],
        }

    def __str__(self) -> str:
        rows = [["action", "points", "behind", "win %", "deal-in %", "ready %", "unready %"]]
        for v in self.values:
            rates = (v.win, v.deal_in, v.ready, v.unready)
            cells = [str(v.action), v.points.text(2, sign="+"), _behind(v.behind)]
            rows.append([*cells, *(f"{100 * rate.value:.1f}" for rate in rates)])
        title = (
            f"{self.view.hand}, {self.playouts} playouts by {self.own} against {self.policy}, "
            f"seed {self.seed}"
        )
        return "\n".join([title, *aligned(rows)])


def evaluate(
    view: View | Game | State,
    playouts: int = 1000,
    seed: int | None = None,
    policy: str = "efficiency",
    *,
    own: str = "value",
    worlds: str = "likely",
    actions: Sequence[Action | int | str] | None = None,
    threads: int | None = None,
) -> Evaluation:
    """
    What each legal action is worth: the tiles that the seat does not see are re-dealt `playouts`
    times, and each such world is played to the end once after each action.

    view      a `View` whose seat owes an answer; of a `Game` or `State`, the view of its actor
    seed      of the worlds, 0 to 2^64 - 1; drawn if not given, and told by the evaluation
    policy    who plays the other seats
    own       who plays this one from there on; `value` builds what pays, as `efficiency` does not
    worlds    `"uniform"`: every arrangement of the unseen tiles is as likely as any other;
              `"likely"`: the other seats hold what players hold by then (`View.determinize`)
    actions   to look at only these
    threads   None: one for each core; the outcome does not depend on them

    The figures are those of a table of such players, not of best play (docs/players.md). Raises
    `IllegalAction` if the seat owes no answer or an action is not legal, and `Interrupted` after
    Ctrl-C: its `result` is the evaluation by the first worlds that were played, None if none was.
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
    seed = seed_or_fresh(seed)
    for name in (policy, own):
        if name not in POLICIES:
            raise ValueError(f"there is no policy {name!r}; policies are {', '.join(POLICIES)}")
    if worlds not in WORLDS:
        raise ValueError(f"worlds is {worlds!r}; it must be one of {', '.join(WORLDS)}")
    chosen = legal if actions is None else tuple(_action(action, legal) for action in actions)
    work = _Work(view, policy, own, worlds, seed, chosen)
    outcomes, interrupted = work.play(playouts, worker_threads(threads))
    if interrupted and not len(outcomes):
        raise Interrupted("before the first world was played", None)
    found = Evaluation(view, chosen, policy, own, seed, outcomes["points"], outcomes["flags"])
    if interrupted:
        raise Interrupted(f"after {len(outcomes):,} of {playouts:,} worlds", found)
    return found


def _action(action: Action | int | str, legal: tuple[Action, ...]) -> Action:
    found = Action.parse(action) if isinstance(action, str) else Action(action)
    if found not in legal:
        raise IllegalAction(f"{found} is not legal; legal: {', '.join(map(str, legal))}")
    return found


@dataclass(frozen=True)
class _Work:
    view: View
    policy: str
    own: str
    worlds: str
    seed: int
    actions: tuple[Action, ...]

    def play(self, playouts: int, threads: int) -> tuple[npt.NDArray[Any], bool]:
        """The outcomes of the first worlds played, and whether Ctrl-C stopped the rest."""
        outcomes = np.empty((playouts, len(self.actions)), OUTCOME_DTYPE)
        numbers = np.array(self.actions, np.uint8)

        def part(start: int) -> None:
            flat = outcomes[start : start + _CHUNK].view(np.uint8).reshape(-1)
            count = min(_CHUNK, playouts - start)
            view, policy, own, worlds = self.view, self.policy, self.own, self.worlds
            play_worlds(view, policy, own, worlds, self.seed, start, count, numbers, flat)
            played[start : start + _CHUNK] = True

        starts = range(0, playouts, _CHUNK)
        played = np.zeros(playouts, np.bool_)
        interrupted = False
        try:
            if threads == 1 or len(starts) == 1:
                for start in starts:
                    part(start)
            else:
                pool = ThreadPoolExecutor(threads, "xuezhan")
                try:
                    list(pool.map(part, starts))
                finally:  # Ctrl-C waits for the parts under way, not for all
                    pool.shutdown(cancel_futures=True)
        except KeyboardInterrupt:
            interrupted = True
        return outcomes[: playouts if played.all() else int(played.argmin())], interrupted


def _values(found: Evaluation) -> tuple[ActionValue, ...]:
    points, flags = found.points, found.flags
    n = len(points)
    sums = points.sum(axis=0)
    order = sorted(range(len(found.actions)), key=lambda a: (-int(sums[a]), found.actions[a]))
    reach = float(points.max() - points.min()) if points.size else 0.0

    def rate(mask: npt.NDArray[Any]) -> Estimate:
        return Estimate.of_rate(int(mask.sum()), n)

    values = []
    for a in order:
        won, dealt_in = flags[:, a] & _core.OUTCOME_WON, flags[:, a] & _core.OUTCOME_DEALT_IN
        ready = flags[:, a] & _core.OUTCOME_READY
        exhausted = (flags[:, a] & _core.OUTCOME_EXHAUSTED) != 0
        mean, behind = float(sums[a]) / n, float(sums[order[0]] - sums[a]) / n
        gap = _gap(points, a).estimate()
        values.append(
            ActionValue(
                action=found.actions[a],
                points=_estimate(mean, _variance(points[:, a] - mean, reach / 2), n),
                behind=Estimate(behind, min(gap.low, behind), max(gap.high, behind)),
                win=rate(won != 0),
                deal_in=rate(dealt_in != 0),
                ready=rate(ready != 0),
                unready=rate(exhausted & (won == 0) & (ready == 0)),
            )
        )
    return tuple(values)


def _variance(deviations: npt.NDArray[Any], reach: float) -> float:
    """
    The variance of a mean, as if an outcome as far away as any that was seen at all, `reach`, had
    been missed: dear hands are so rare that few worlds may hold none.
    """
    n = len(deviations)
    if n < 2:
        return math.nan
    squares = float(np.square(deviations.astype(float)).sum())
    return (squares + 2 * _UNSEEN * reach * reach) / (n - 1) / n


def _estimate(mean: float, variance: float, n: int) -> Estimate:
    if not variance > 0:  # one world, or all outcomes alike
        return Estimate(mean, math.nan, math.nan)
    half = student_point(n - 1) * math.sqrt(variance)
    return Estimate(mean, mean - half, mean + half)


def _gap(points: npt.NDArray[Any], column: int) -> Gap:
    behind = points - points[:, column : column + 1]
    n = len(points)
    mean = behind.sum(axis=0) / n
    reach = float(np.abs(behind).max()) if behind.size else 0.0
    variance = np.array([_variance(behind[:, a] - mean[a], reach) for a in range(len(mean))])
    variance[column] = 0.0
    gains = np.zeros(n, np.int64)
    half = np.arange(n) % 2 == 0
    for chosen_on in (half, ~half):
        if chosen_on.any():
            best = int(points[chosen_on].sum(axis=0).argmax())
            gains[~chosen_on] = behind[~chosen_on, best]
    gain = float(gains.sum()) / n
    return Gap(mean, variance, gain, _variance(gains - gain, reach), n)


def turn_view(hand: Hand | str, rules: RulesLike = "guide") -> View:
    """
    The view of a seat on its turn with these 14 tiles (a kong counted as three; one more than
    `hand_size`), at a table at which nobody has discarded yet. Raises `ValueError` for another
    number of tiles.
    """
    chosen = as_rules(rules)
    hand = hand if isinstance(hand, Hand) else Hand(hand)
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


def _behind(behind: Estimate) -> str:
    if behind.value == 0 or behind.low > 0 or not behind.known:
        return behind.at_most(2)
    return f"{behind.value:.2f} ({behind.at_most(2)})"


def aligned(rows: list[list[str]], left: frozenset[int] = frozenset({0})) -> list[str]:
    """Rows as lines with aligned columns, those in `left` to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(w) if i in left else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
