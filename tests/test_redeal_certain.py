"""Re-dealt worlds keep to certain knowledge, and all that do are as likely (§14, §15)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from test_redeal import fits
from xuezhan.play.state import State
from xuezhan.play.view import View

World = tuple[bytes, tuple[int, ...]]


def rules_of(**options: Any) -> xz.Rules:
    try:
        return xz.Rules("guide", **options)
    except xz.InvalidRules as error:
        if "not played yet" in str(error):
            pytest.skip(str(error))
        raise


def walk(rules: xz.Rules, seed: int) -> Iterator[State]:
    state, rng = State(rules, seed=seed), random.Random(seed)
    while not state.done:
        yield state
        seat = rng.choice(list(state.pending))
        legal = [a for a in state.pending[seat] if a.kind not in ("win", "pong", "kong")]
        state.step(rng.choice(legal or state.pending[seat]), seat)


def agrees(view: View, held: list[int]) -> bool:
    """Whether the other of two seats may hold these, as 27 counts."""
    other = 1 - view.seat
    kept = Counter(xz.TILE_NAMES.index(tile) for tile in view.kept)
    if any(held[slot] < count for slot, count in kept.items()):
        return False
    suit = view.void_suits[other]
    if not view.cleared[other] or suit is None:
        return True
    first = 9 * "mps".index(suit)
    return sum(held[first : first + 9]) <= view.fresh[other]


def hidden_of(view: View) -> list[int]:
    left = 4 - np.array(view.hand.counts, int) - np.array(view.seen_counts)
    played = np.repeat([letter in view.rules.suits for letter in "mps"], 9)
    return [slot for slot in range(27) for _ in range(int(left[slot] * played[slot]))]


def worlds_that_agree(view: View) -> tuple[Counter[World], int]:
    """Each with the number of arrangements that are it, and how many others there are."""
    hidden, found, others = hidden_of(view), Counter[World](), 0
    for places in permutations(range(len(hidden)), view.wall_left):
        held = [0] * 27
        for place, slot in enumerate(hidden):
            held[slot] += place not in places
        if agrees(view, held):
            found[bytes(held), tuple(hidden[place] for place in places)] += 1
        else:
            others += 1
    return found, others


def views(rules: xz.Rules, wanted: Callable[[View], bool]) -> Iterator[View]:
    """Of the seat that is on turn, with two tiles left in the wall."""
    for seed in range(400):
        for state in walk(rules, seed):
            if state.phase == "turn" and state.wall_left == 2 and state.actor is not None:
                view = state.view(state.actor)
                if wanted(view):
                    yield view


def has_kept(view: View) -> bool:
    return len(view.kept) > 0


def has_cleared(view: View) -> bool:
    return view.cleared[1 - view.seat]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"exchange": "next", "suits": "mp", "exchange_suit": "any"}, has_kept),
        ({"void": "declared"}, has_cleared),
        (
            {"exchange": "next", "void": "declared"},
            lambda view: has_kept(view) and has_cleared(view),
        ),
    ],
)
def test_all_worlds_that_agree_are_as_likely(
    options: dict[str, Any], wanted: Callable[[View], bool]
) -> None:
    tried = 0
    for view in views(rules_of(players=2, **options), wanted):
        expected, others = worlds_that_agree(view)
        if not others or len(expected) < 2:
            continue
        n, total = 20_000, sum(expected.values())
        worlds = view.determinize(n, 5)
        hands, walls = worlds.counts[:, 1 - view.seat], worlds.walls
        seen = Counter(
            (bytes(hand), tuple(map(int, wall))) for hand, wall in zip(hands, walls, strict=True)
        )
        assert seen.keys() <= expected.keys()
        chi = sum((seen[k] - n * w / total) ** 2 / (n * w / total) for k, w in expected.items())
        assert fits(chi, len(expected) - 1)
        tried += 1
        if tried == 2:
            return
    raise AssertionError(f"only {tried} views were found")


def test_every_world_agrees_at_every_stage() -> None:
    rules = rules_of(exchange="random", void="declared")
    kept = cleared = 0
    for seed in range(4):
        for number, state in enumerate(walk(rules, seed)):
            for seat in range(4) if number % 5 == 0 else ():
                view = state.view(seat)
                kept += len(view.kept) > 0
                cleared += any(view.cleared)
                for world in view.determinize(3, number, policy=None):
                    assert world.view(seat) == view
                    check(view, world)
    assert kept > 50
    assert cleared > 50


def check(view: View, world: State) -> None:
    steps = {"next": 1, "across": 2, "previous": view.players - 1}
    if view.way is not None:
        held = world.hand((view.seat + steps[view.way]) % view.players).counts
        for slot, count in Counter(map(xz.TILE_NAMES.index, view.kept)).items():
            assert held[slot] >= count
    for other, suit in enumerate(view.void_suits):
        if view.cleared[other] and suit is not None and other != view.seat:
            first = 9 * "mps".index(suit)
            assert world.hand(other).counts[first : first + 9].sum() <= view.fresh[other]
