"""The state for search: copies, bytes, equality, and what is refused."""

from __future__ import annotations

import copy
import pickle

import pytest

import xuezhan as xz
from walks import RULES, states, walk
from xuezhan.play.state import State


def test_copies_are_equal_and_independent() -> None:
    for state in states(1, every=9):
        before = state.to_bytes()
        for other in (
            state.copy(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
        ):
            assert other == state
            assert other.rules == state.rules
            assert other.fingerprint == state.fingerprint
            other.validate()
            if not other.done:
                other.step(other.legal_actions[0])
                assert other != state
            assert state.to_bytes() == before


def test_bytes_round_trip_and_are_short() -> None:
    for state in states(2, every=5):
        data = state.to_bytes()
        again = State.from_bytes(data, state.rules)
        assert again == state
        assert again.to_bytes() == data
        assert again.pending == state.pending
        assert len(data) <= 512


def test_a_state_steps_as_a_game_does() -> None:
    for rules in RULES:
        game = xz.Game(rules, seed=8)
        state = State(rules, seed=8)
        for step, other in enumerate(walk(rules, 8)):
            assert State.of(other_game := game.copy()) == state
            assert other_game.fingerprint == state.fingerprint
            assert other_game.pending == state.pending
            assert other_game.scores == state.scores
            assert (other_game.actor, other_game.phase, other_game.done) == (
                state.actor,
                state.phase,
                state.done,
            )
            if state.done:
                break
            action = state.policy_action("mixed", seed=8, index=step)
            game.step(action)
            state.step(action)
            assert other.players == rules.players


def test_equality_is_of_facts_and_rules() -> None:
    state = State("guide", seed=1)
    assert state == State("guide", seed=1)
    assert state != State("guide", seed=2)
    assert state != State("online", seed=1)
    assert (state == object()) is False
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_tampered_bytes_are_refused() -> None:
    data = bytearray(State("chengdu", seed=1).to_bytes())
    for at, reason in (
        (0, "no whole record, state or view"),
        (3, "another version"),
        (4, "have changed"),
        (len(data) - 1, "have changed"),
    ):
        changed = data.copy()
        changed[at] ^= 1
        with pytest.raises(xz.InvalidState, match=reason):
            State.from_bytes(bytes(changed), "chengdu")
    for cut in (b"", bytes(data[:-1]), bytes(data) + b"\0"):
        with pytest.raises(xz.InvalidState):
            State.from_bytes(cut, "chengdu")
    with pytest.raises(xz.InvalidState):
        State.from_bytes(bytes(data), xz.Rules("chengdu", players=3))


def test_illegal_answers_change_nothing() -> None:
    state = State("guide", seed=3)
    before = state.to_bytes()
    for action, seat, message in (
        (55, None, "legal: discard"),
        (0, 2, "owes no answer"),
        (10**9, None, "not legal"),
    ):
        with pytest.raises(xz.IllegalAction, match=message):
            state.step(action, seat)
    assert state.to_bytes() == before
    while not state.done:
        state.step(state.legal_actions[0])
    with pytest.raises(xz.IllegalAction, match="over"):
        state.step(0)
    with pytest.raises(xz.IllegalAction, match="over"):
        state.policy_action("random")


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="seed is -1"):
        State("guide", seed=-1)
    with pytest.raises(ValueError, match="dealer is 4"):
        State("guide", dealer=4)
    with pytest.raises(xz.InvalidTiles):
        State("guide", wall="1m" * 108)
    for wall in (5, [0.5] * 108):
        with pytest.raises(TypeError, match="a wall is text of two characters a tile, or a seq"):
            State("guide", wall=wall)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no policy 'best'"):
        State("guide").policy_action("best")
    with pytest.raises(ValueError, match="seat 4 does not exist"):
        State("guide").view(4)
    with pytest.raises(TypeError, match="of a Game, not of a State"):
        State.of(State("guide"))  # type: ignore[arg-type]
    for action in (None, 1.5, b"pass"):
        with pytest.raises(xz.IllegalAction, match="an Action, its number or its text, not"):
            State("guide").step(action)  # type: ignore[arg-type]


def test_seats_are_heard_in_any_order() -> None:
    found = 0
    for state in states(20, every=10**6):
        if len(state.pending) < 2:
            continue
        found += 1
        answers = {seat: legal[0] for seat, legal in state.pending.items()}
        one, other = state.copy(), state.copy()
        for seat, action in answers.items():
            one.step(action, seat)
        for seat, action in reversed(answers.items()):
            other.step(action, seat)
        assert one == other
    assert found > 10


def test_events_of_a_step_are_those_of_the_game() -> None:
    game = xz.Game("chengdu", seed=4)
    state = State("chengdu", seed=4)
    told: list[list[xz.Event]] = [[] for _ in range(4)]
    step = 0
    while not state.done:
        action = state.policy_action("mixed", seed=4, index=step)
        for log, events in zip(told, state.step_events(action), strict=False):
            log.extend(events)
        game.step(action)
        step += 1
        for seat in range(4):
            seen = game.view(seat).events
            assert seen is not None
            if not state.done:
                assert [e._replace(step=0) for e in seen[1:]] == told[seat]
