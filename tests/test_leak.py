"""
The proof that a view leaks nothing: states that differ only in what a seat cannot know look the
same to it in every form. Hidden tiles are dealt anew, walls shuffled, other seats' unresolved
answers exchanged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from walks import RULES, states, walk
from xuezhan.play.state import State
from xuezhan.simulation.batch_game import BatchGame

Forms = Callable[[State, int], tuple[Any, ...]]
Pair = tuple[State, State, int]


def forms(state: State, seat: int) -> tuple[Any, ...]:
    """Every form of a view."""
    view = state.view(seat)
    return (
        view._raw_bytes(),
        view.to_bytes(),
        str(view),
        repr(view),
        hash(view),
        view.observe().tobytes(),
        view.observe(dtype=np.float32).tobytes(),
        view.action_mask().tobytes(),
        view.legal_actions,
    )


def dealt_anew(state: State, seat: int, n: int, seed: int) -> Iterable[Pair]:
    for policy in ("efficiency", None):
        for other in state.view(seat).determinize(n, seed, policy=policy):
            yield state, other, seat


def answered_otherwise(state: State) -> Iterator[Pair]:
    """
    Rounds in which one seat has not answered, or has, or otherwise, while a second still owes.
    """
    pending = state.pending
    if len(pending) < 2:
        return
    for answering, actions in pending.items():
        for action in actions:
            other = state.copy()
            other.step(action, answering)
            for seat in range(state.players):
                if seat != answering:
                    yield state, other, seat


def all_answered_otherwise(hands: int) -> Iterator[Pair]:
    for state in states(hands, every=10**6):
        yield from answered_otherwise(state)


def pairs(hands: int, every: int) -> Iterator[Pair]:
    yield from all_answered_otherwise(5 * hands)
    for number, state in enumerate(states(hands, every)):
        for seat in range(state.players):
            yield from dealt_anew(state, seat, 1, number)


def proof(look: Forms, of: Iterable[Pair]) -> int:
    """Compares all pairs; how many of them differ in what is hidden."""
    differing = 0
    for one, other, seat in of:
        differing += one != other
        assert look(one, seat) == look(other, seat), f"seat {seat} tells apart\n{one}\n{other}"
    return differing


def test_views_leak_nothing() -> None:
    assert proof(forms, pairs(8, 3)) > 4000


@pytest.mark.slow
def test_views_leak_nothing_in_many_states() -> None:
    assert proof(forms, pairs(24, 1)) > 40_000


def peeking_at_the_wall(state: State, seat: int) -> tuple[Any, ...]:
    planes = state.view(seat).observe()
    if state.wall_left:
        planes[95, 26] = state.wall[0]
    return (planes.tobytes(),)


def peeking_at_a_hand(state: State, seat: int) -> tuple[Any, ...]:
    return (*forms(state, seat), state.hand((seat + 1) % state.players).shanten)


def peeking_at_answers(state: State, seat: int) -> tuple[Any, ...]:
    return (*forms(state, seat), len(state.pending))


@pytest.mark.parametrize("leak", [peeking_at_the_wall, peeking_at_a_hand, peeking_at_answers])
def test_the_proof_fails_when_a_leak_is_planted(leak: Forms) -> None:
    with pytest.raises(AssertionError, match="tells apart"):
        proof(leak, pairs(4, 3))


# ---- the events of a game: the same history with other hidden tiles


def passes(game: xz.Game, seat: int, until: int | None) -> bool:
    """
    Lets seats that the original did not ask pass, until `until` owes an answer. False where one
    cannot.
    """
    while until not in game.pending:
        others = [s for s in game.pending if s != seat]
        if not others or xz.Action(56) not in game.pending[others[0]]:
            return False
        game.step(56, others[0])
    return True


def play_alike(original: xz.Game, wall: bytes, seat: int) -> xz.Game | None:
    """The history that `seat` saw, with another wall; None where it cannot have been."""
    game = xz.Game(original.rules, wall=wall, dealer=original.dealer)
    taken = original._taken()
    for who, action in zip(taken[::2], taken[1::2], strict=True):
        if action == 56 and who != seat:
            continue
        if not passes(game, seat, who):
            return None
        try:
            game.step(action, who)
        except xz.IllegalAction:
            return None
    same = game.view(seat) == original.view(seat) and own_draws(game, seat) == own_draws(
        original, seat
    )
    return game if same else None


def own_draws(game: xz.Game, seat: int) -> list[str | None]:
    return [
        event.tile for event in game.events if event.kind in ("deal", "draw") and event.seat == seat
    ]


def other_walls(game: xz.Game, rng: random.Random, seat: int) -> Iterator[bytes]:
    """Walls in which some tiles that the seat has not drawn itself have changed places."""
    first = 13 * ((seat - game.dealer) % game.players)
    hidden = [i for i in range(len(game.wall)) if not first <= i < first + 13]
    for swaps in (1, 1, 2, 2, 3):
        wall = bytearray(game.wall)
        for _ in range(swaps):
            i, j = rng.sample(hidden, 2)
            wall[i], wall[j] = wall[j], wall[i]
        yield bytes(wall)
    undrawn = len(game.wall) - game.wall_left
    tail = list(game.wall[undrawn:])
    rng.shuffle(tail)
    yield game.wall[:undrawn] + bytes(tail)


def prove_events(look: Callable[[xz.Game, int], Any]) -> int:
    rng = random.Random(1)
    alike = 0
    for rules in RULES[:3]:
        for seed in range(3):
            game = xz.Game(rules, seed=seed)
            step = 0
            while not game.done:
                if step % 8 == 0:
                    for seat in range(game.players):
                        for wall in other_walls(game, rng, seat):
                            other = play_alike(game, wall, seat)
                            if other is not None and other.wall != game.wall:
                                alike += 1
                                assert look(game, seat) == look(other, seat), (
                                    "the events tell them apart"
                                )
                game.step(State.of(game).policy_action("efficiency", seed=seed, index=step))
                step += 1
    return alike


def test_events_leak_nothing() -> None:
    assert prove_events(lambda game, seat: game.view(seat).events) > 300


def test_the_proof_of_events_fails_when_a_leak_is_planted() -> None:
    with pytest.raises(AssertionError, match="tell them apart"):
        prove_events(lambda game, seat: [e.step for e in game.events if e.kind != "answer"])


# ---- the environments


def test_batches_show_what_the_acting_seat_knows_and_nothing_else() -> None:
    checked = 0
    for rules in RULES:
        batch = BatchGame(16, rules, seed=3)
        batch.reset()
        for step in range(120):
            for i in range(0, 16, 5):
                state, seat = batch.state(i), int(batch.seats[i])
                assert batch.observations is not None
                shown = (batch.observations[i].tobytes(), batch.masks[i].tobytes())
                for _, other, _ in dealt_anew(state, seat, 1, step):
                    view = other.view(seat)
                    assert (view.observe().tobytes(), view.action_mask().tobytes()) == shown
                    checked += 1
            batch.step(batch.sample())
    assert checked > 2000


def test_pettingzoo_shows_nothing_hidden() -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from xuezhan.envs.pettingzoo import XuezhanAEC

    env = XuezhanAEC("chengdu")
    for seed in range(3):
        env.reset(seed=seed)
        for step, state in enumerate(walk(RULES[2], seed)):
            if step % 5:
                continue
            for seat, agent in enumerate(env.possible_agents):
                seen = []
                for world in (state, *state.view(seat).determinize(2, step)):
                    env._state = world
                    seen.append(
                        {name: array.tobytes() for name, array in env.observe(agent).items()}
                    )
                assert seen[0] == seen[1] == seen[2]


def test_openspiel_shows_nothing_hidden() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    import xuezhan.envs.openspiel  # noqa: F401

    game = pyspiel.load_game("python_xuezhan(players=2,suits=mp)")
    rng = random.Random(2)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choices(*zip(*state.chance_outcomes(), strict=True))[0])
    while not state.is_terminal():
        for player in range(2):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
        state.apply_action(rng.choice(state.legal_actions()))
