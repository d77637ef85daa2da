"""The proof of test_leak for exchanges, declarations and play after wins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import xuezhan as xz
from test_leak import Forms, Pair, dealt_anew, of_a_state, prove_pairs
from xuezhan.play.state import State

TABLES: tuple[dict[str, Any], ...] = (
    {"exchange": "random", "void": "declared"},
    {"exchange": "random", "players": 3, "exchange_suit": "any", "dealer_draws": "after_void"},
    {
        "exchange": "next",
        "void": "declared",
        "play_on": True,
        "play_on_roots": "first_win",
        "winner_leaves": "keep",
    },
)


def tables() -> list[xz.Rules]:
    try:
        return [xz.Rules("guide", **table) for table in TABLES]
    except xz.InvalidRules as error:
        if "not played yet" in str(error):
            pytest.skip(str(error))
        raise


def chosen_otherwise(state: State, rng: random.Random) -> Iterator[Pair]:
    """A seat that goes on choosing before play, for those that do not see it."""
    for seat in state.pending if state.phase in ("exchange", "declare") else ():
        if len(state.pending) < 2:
            return
        other = state.copy()
        while seat in other.pending:
            other.step(rng.choice(other.pending[seat]), seat)
            for viewer in set(range(state.players)) - {seat}:
                yield state, other, viewer


def answer(state: State, seat: int, rng: random.Random) -> xz.Action:
    """Mostly what brings a hand to its wins."""
    legal = state.pending[seat]
    if state.phase not in ("exchange", "declare") and rng.random() < 0.9:
        wanted = state.policy_action("efficiency", seat)
        if wanted in legal:
            return wanted
    return rng.choice(legal)


def variant_states(hands: int, every: int, rng: random.Random) -> Iterator[State]:
    for rules in tables():
        for index in range(hands):
            state = State(rules, seed=7, index=index)
            step = 0
            while not state.done:
                if step % every == 0 or state.phase in ("exchange", "declare"):
                    yield state.copy()
                seat = rng.choice(list(state.pending))
                state.step(answer(state, seat, rng), seat)
                step += 1


def variant_pairs(hands: int, every: int) -> Iterator[Pair]:
    rng = random.Random(1)
    for number, state in enumerate(variant_states(hands, every, rng)):
        yield from chosen_otherwise(state, rng)
        for seat in range(state.players):
            for other in dealt_anew(state, seat, 1, number):
                if state.phase in ("exchange", "declare") or number % 2:
                    yield state, other, seat


def test_views_leak_nothing() -> None:
    assert prove_pairs(of_a_state, variant_pairs(3, 9)) > 1000


def peeking_at_picks(state: State, seat: int) -> dict[str, Any]:
    other = (seat + 1) % state.players
    picks = state.pending.get(other, ()) if state.phase in ("exchange", "declare") else ()
    return {**of_a_state(state, seat), "picks": len(picks)}


def peeking_at_winners(state: State, seat: int) -> dict[str, Any]:
    view = state.view(seat)
    winner = next((s for s in range(state.players) if view.wins[s] and s != seat), None)
    hidden = None if winner is None else state.hand(winner).counts.tobytes()
    return {**of_a_state(state, seat), "winner": hidden}


def peeking_at_the_way(state: State, seat: int) -> dict[str, Any]:
    hidden = state.phase == "exchange" and state.rules.exchange == "random"
    way = state.canonical_bytes()[-5 * state.players :] if hidden else b""
    return {**of_a_state(state, seat), "way": way}


@pytest.mark.parametrize("leak", [peeking_at_picks, peeking_at_winners, peeking_at_the_way])
def test_the_proof_fails_when_a_leak_is_planted(leak: Forms) -> None:
    with pytest.raises(AssertionError, match="tells them apart"):
        prove_pairs(leak, variant_pairs(2, 5))


def test_events_tell_a_seat_its_own_choices_alone() -> None:
    rng = random.Random(3)
    for rules in tables():
        for index in range(3):
            game = xz.Game(rules, seed=11, index=index)
            told = [0] * game.players
            while game.phase in ("exchange", "declare"):
                seat = rng.choice(list(game.pending))
                before = [game.view(s).events for s in range(game.players)]
                game.step(rng.choice(game.pending[seat]), seat)
                for other in set(range(game.players)) - {seat}:
                    if game.phase not in ("exchange", "declare"):
                        break
                    new = (game.view(other).events or ())[len(before[other] or ()) :]
                    assert all(event.kind in ("give", "void") for event in new)
            for viewer in range(game.players):
                for event in game.view(viewer).events or ():
                    if event.kind in ("pick", "name"):
                        assert event.seat == viewer
                    if event.kind == "give":
                        known = viewer in (event.seat, event.other)
                        assert (event.tile is not None) == known
                        told[viewer] += known
            if rules.exchange != "none":
                assert told == [2 * rules.exchange_count] * game.players
                for viewer in range(game.players):
                    view = game.view(viewer)
                    assert len(view.given) == len(view.got) == rules.exchange_count
                    assert view.way in ("next", "across", "previous")
            else:
                assert not any(told)
