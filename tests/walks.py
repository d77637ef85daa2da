"""Random hands as states, for the tests of views, re-dealing and environments."""

from __future__ import annotations

from collections.abc import Iterator

from xuezhan import Rules
from xuezhan.play.state import State

RULES = (
    Rules("guide"),
    Rules("online"),
    Rules("chengdu"),
    Rules("chengdu", suits="mp", players=3, wins_to_end=1),
    Rules("online", suits="ps", players=2, added_kong_any_time=False),
)


def walk(rules: Rules, seed: int, policy: str = "mixed") -> Iterator[State]:
    """One hand, state by state: always the same object."""
    state = State(rules, seed=seed, dealer=seed % rules.players)
    step = 0
    while not state.done:
        yield state
        state.step(state.policy_action(policy, seed=seed, index=step))
        step += 1
    yield state


def states(hands: int, every: int = 1, policy: str = "mixed") -> Iterator[State]:
    """
    States of that many hands under each of the rules, every so many steps; rounds of answers are
    all there.
    """
    for rules in RULES:
        for seed in range(hands):
            for step, state in enumerate(walk(rules, seed, policy)):
                if step % every == 0 or len(state.pending) > 1 or state.phase == "rob":
                    yield state.copy()
