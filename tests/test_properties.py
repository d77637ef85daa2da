"""What is true of every hand at every step, whatever the rules, walls, answers and penalties."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import xuezhan as xz
from random_rules import random_options
from stacked_walls import stacked_wall
from xuezhan._core import NO_WAY, WAYS

EDGES = (-1, 0, 13, 26, 27, 40, 53, 54, 55, 56, 57, 87, 128)
PENALTIES = ("escape", "false_win", "wrong_count")


def tiles_on_the_table(game: xz.Game) -> Counter[str]:
    """Every tile once: in hands, melds, rivers, among the won tiles, in the wall."""
    found: Counter[str] = Counter()
    for seat in range(game.players):
        hand = game.hand(seat)
        for slot, count in enumerate(hand.counts):
            found[xz.TILE_NAMES[slot]] += int(count)
        for meld in hand.melds:
            found[meld.tile] += 3 if meld.kind == "pong" else 4
        found.update(game.river(seat))
    found.update(won_tiles(game))
    return found


def won_tiles(game: xz.Game) -> list[str]:
    """A tile won by several seats at once lies there once; one that was self-drawn too."""
    steps = {}
    for event in game.events:
        if event.kind == "win":
            steps[event.step] = event.tile
    return [tile for tile in steps.values() if tile is not None]


def check(game: xz.Game) -> None:
    game.validate()
    assert sum(game.scores) == 0
    assert game.done == (not game.pending)
    for seat, legal in game.pending.items():
        assert legal
        assert list(legal) == sorted(set(legal))
        for action in EDGES:
            if action not in legal:
                with pytest.raises(xz.IllegalAction):
                    game.copy().step(action, seat)
        for action in legal:
            trial = game.copy()
            trial.step(action, seat)
            trial.validate()
    full = Counter({name: 4 for name in xz.TILE_NAMES if name[1] in game.rules.suits})
    seen = tiles_on_the_table(game)
    assert seen.total() + game.wall_left == full.total()
    assert not seen - full
    again = xz.Game(
        game.rules,
        dealer=game.dealer,
        wall=game.wall,
        exchange=None if game._way == NO_WAY else WAYS[game._way],
    )
    for seat, action in zip(game._taken()[::2], game._taken()[1::2], strict=True):
        assert again._enter(seat, action, written=False) == 0
    assert again.canonical_bytes() == game.canonical_bytes()
    written = xz.replay(game.record())
    assert written.record() == game.record()


class HandOfPlay(RuleBasedStateMachine):
    """Any answers in any order, and penalties."""

    @initialize(seed=st.integers(0, 2**32))
    def first_deal(self, seed: int) -> None:
        self.deal(seed)

    @precondition(lambda self: self.game.done)
    @rule(seed=st.integers(0, 2**32))
    def next_deal(self, seed: int) -> None:
        self.deal(seed)

    def deal(self, seed: int) -> None:
        rng = random.Random(seed)
        base, options = random_options(rng)
        rules = xz.Rules(base, **options)
        wall = stacked_wall(rng, rules.suits, rules.players) if seed % 2 else None
        dealer = seed % rules.players
        self.game = xz.Game(rules, seed, dealer=dealer, wall=wall)
        self.payments: list[Any] = []

    @precondition(lambda self: not self.game.done)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(list(self.game.pending)))
        self.game.step(data.draw(st.sampled_from(self.game.pending[seat])), seat)

    @precondition(lambda self: not self.game.done)
    @rule(count=st.integers(1, 30), seed=st.integers(0, 1000))
    def play_on(self, count: int, seed: int) -> None:
        choose = xz.Policy("mixed", seed)
        for _ in range(count):
            if not self.game.done:
                self.game.step(choose(self.game))

    @precondition(lambda self: not self.game.done)
    @rule(seat=st.integers(0, 3), kind=st.sampled_from(PENALTIES))
    def penalize(self, seat: int, kind: str) -> None:
        before = self.game.canonical_bytes()
        try:
            self.game.penalize(seat, kind)
        except xz.IllegalAction:
            assert self.game.canonical_bytes() == before

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "game"):
            check(self.game)
            ledger = list(self.game.ledger)
            assert ledger[: len(self.payments)] == self.payments
            self.payments = ledger


TestHandOfPlay = HandOfPlay.TestCase
TestHandOfPlay.settings = settings(max_examples=25, stateful_step_count=20)


@pytest.mark.parametrize("seed", range(12))
def test_whole_hands(seed: int) -> None:
    rng = random.Random(seed)
    base, options = random_options(rng)
    rules = xz.Rules(base, **options)
    game = xz.Game(
        rules, seed, wall=stacked_wall(rng, rules.suits, rules.players) if seed % 2 else None
    )
    choose = xz.Policy("mixed", seed)
    while not game.done:
        check(game)
        game.step(choose(game))
    check(game)
