"""
What likely worlds say against what comes: `python -m benchmarks.agreement`, `--write` into
docs/players.md.

Hands are played by a policy. At decisions at every stage the seat's view is re-dealt, and what the
worlds say (how often another seat in play is ready, or holds three suits; how often the discard is
somebody's wait; the mean points after the action taken and after another one) stands beside what
was so, or came, at the table itself.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import xuezhan as xz

PAGE = Path(__file__).parent.parent / "docs" / "players.md"
PATTERN = re.compile(r"(<!-- agreement:.*?-->\n)(.*?)(<!-- end of agreement -->)", re.DOTALL)
#: Stages by tiles left in the wall: the least of each.
STAGES = (0, 1, 2, 3, 4, 5, 9, 17, 29, 41)
FACTS = ("ready", "three suits", "wait", "points", "other")


@dataclass
class Pair:
    """Sums of what came and of what was predicted."""

    n: int = 0
    came: float = 0.0
    said: float = 0.0
    squares: float = 0.0

    def add(self, came: float, said: float) -> None:
        """One case more."""
        self.n += 1
        self.came += came
        self.said += said
        self.squares += (came - said) ** 2

    @property
    def gap(self) -> float:
        """How much more came than was predicted, on the average."""
        return (self.came - self.said) / self.n

    @property
    def error(self) -> float:
        """The standard error of that."""
        spread = self.squares / self.n - self.gap**2
        return math.sqrt(max(spread, 0.0) / max(self.n - 1, 1))


@dataclass
class Agreement:
    """Pairs by (claim or turn, stage, fact)."""

    pairs: dict[tuple[str, int, str], Pair] = field(default_factory=dict)

    def add(self, phase: str, left: int, fact: str, came: float, said: float) -> None:
        """Take in one case."""
        stage = max(stage for stage in STAGES if stage <= left)
        self.pairs.setdefault((phase, stage, fact), Pair()).add(came, said)

    def get(self, phase: str, stage: int, fact: str) -> Pair:
        """The sums of one cell."""
        return self.pairs.get((phase, stage, fact), Pair())


def seats_of(view: xz.View) -> list[int]:
    """The other seats in play whose hands stand at 13 tiles."""
    return [
        seat
        for seat in range(view.players)
        if view.active[seat]
        and seat != view.seat
        and not (view.phase == "rob" and seat == view.actor)
    ]


def hands_of(states: list[xz.State], seats: list[int]) -> tuple[float, float]:
    """Shares of these seats that are ready, and that hold three suits."""
    ready = three = 0
    for state in states:
        for seat in seats:
            hand = state.hand(seat)
            ready += bool(hand.waits)
            three += len(hand.suits) == 3
    n = len(states) * len(seats)
    return ready / n, three / n


def is_wait(states: list[xz.State], seats: list[int], tile: str) -> float:
    """How often one of these seats waits for the tile."""
    hits = sum(any(tile in state.hand(seat).waits for seat in seats) for state in states)
    return hits / len(states)


def outcome(state: xz.State, seat: int, action: xz.Action, policy: str) -> float:
    """What the seat makes from here, in units."""
    before = state.scores[seat]
    state = state.copy()
    state.step(action, seat)
    while not state.done:
        state.step(state.policy_action(policy))
    made: float = (state.scores[seat] - before) / state.rules.unit
    return made


def decisions(
    rules: str, policy: str, seed: int, index: int
) -> Iterator[tuple[xz.State, xz.Action]]:
    """The choices of a hand, and what was chosen."""
    state = xz.State(rules, seed, index)
    while not state.done:
        action = state.policy_action(policy)
        if len(state.legal_actions) > 1:
            yield state, action
        state.step(action)


def measure(
    rules: str = "guide",
    policy: str = "efficiency",
    hands: int = 1000,
    worlds: int = 24,
    seed: int = 1,
    share: float = 0.1,
) -> Agreement:
    """Every decision with at most four tiles left, and a `share` of the others."""
    found = Agreement()
    chance = random.Random(seed)
    for index in range(hands):
        for state, taken in decisions(rules, policy, seed, index):
            if state.wall_left <= 4 or chance.random() < share:
                look(found, state, taken, policy, worlds, chance)
    return found


def look(
    found: Agreement,
    state: xz.State,
    taken: xz.Action,
    policy: str,
    worlds: int,
    chance: random.Random,
) -> None:
    """One decision."""
    seat = state.actor
    assert seat is not None
    view, legal = state.view(seat), state.legal_actions
    other = chance.choice([action for action in legal if action != taken])
    dealt = list(view.determinize(worlds, chance.getrandbits(60), policy=policy, worlds="likely"))
    phase, left = ("turn" if view.phase == "turn" else "claim"), view.wall_left
    seats = seats_of(view)
    if seats:
        came, said = hands_of([state], seats), hands_of(dealt, seats)
        found.add(phase, left, "ready", came[0], said[0])
        found.add(phase, left, "three suits", came[1], said[1])
    for action in (taken, other):
        if action.kind == "discard" and action.tile is not None:
            came_wait = is_wait([state], seats, action.tile)
            found.add(phase, left, "wait", came_wait, is_wait(dealt, seats, action.tile))
    values = xz.evaluate(
        view, worlds, chance.getrandbits(60), policy, own=policy, actions=[taken, other], threads=1
    )
    means = values.points.mean(axis=0) / state.rules.unit
    found.add(phase, left, "points", outcome(state, seat, taken, policy), float(means[0]))
    found.add(phase, left, "other", outcome(state, seat, other, policy), float(means[1]))


def label(stage: int) -> str:
    """How a stage is named."""
    following = [other for other in STAGES if other > stage]
    if not following:
        return f"{stage} or more"
    return str(stage) if following[0] == stage + 1 else f"{stage} to {following[0] - 1}"


def table(found: Agreement, phases: tuple[str, ...] = ("turn", "claim")) -> list[str]:
    """Rows of a page: what came / what was predicted."""
    lines = [
        "| tiles left | asked | decisions | ready % | three suits % | a wait % | points "
        "| after another action |",
        "| --: | --- | --: | --: | --: | --: | --: | --: |",
    ]
    for phase in phases:
        for stage in STAGES:
            pairs = [found.get(phase, stage, fact) for fact in FACTS]
            if pairs[3].n < 20:
                continue
            cells = [label(stage), phase, f"{pairs[3].n:,}"]
            for fact, pair in zip(FACTS, pairs, strict=True):
                if pair.n == 0:
                    cells.append("")
                elif fact in ("points", "other"):
                    means = f"{pair.came / pair.n:+.2f} / {pair.said / pair.n:+.2f}"
                    cells.append(f"{means} (± {pair.error:.2f})")
                else:
                    cells.append(f"{100 * pair.came / pair.n:.1f} / {100 * pair.said / pair.n:.1f}")
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=32)
    parser.add_argument("--rules", default="guide")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into docs/players.md")
    chosen = parser.parse_args()
    text = []
    for policy in ("efficiency", "value"):
        hands = chosen.hands if policy == "efficiency" else chosen.hands // 4
        found = measure(chosen.rules, policy, hands, chosen.worlds, chosen.seed)
        text += [
            f"A table of `{policy}` under `{chosen.rules}`, {hands:,} hands, {chosen.worlds} "
            f"worlds a decision, seed {chosen.seed}; in fact / predicted:",
            "",
            *table(found),
            "",
        ]
        print(*text[-len(table(found)) - 3 :], sep="\n", flush=True)
    if chosen.write:
        page = PAGE.read_text("utf-8")
        body = "\n".join(["", *text])
        PAGE.write_text(PATTERN.sub(lambda m: m[1] + body + m[3], page), "utf-8")


if __name__ == "__main__":
    main()
