"""What a seat may know: fields, text, bytes and numbers."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import observer
import xuezhan as xz
from walks import states
from xuezhan.play.state import State
from xuezhan.play.view import OBSERVATION_PLANES, OBSERVATION_SHAPE, View


def test_fields_are_those_of_the_state() -> None:
    for state in states(1, every=7):
        for seat in range(state.players):
            view = state.view(seat)
            assert view.hand == state.hand(seat)
            assert view.scores == state.scores
            assert view.wall_left == state.wall_left
            assert view.phase == state.phase
            assert view.legal_actions == state.pending.get(seat, ())
            assert view.concealed == tuple(sum(state.hand(s).counts) for s in range(state.players))
            assert sorted(t for s, t in view.river if s == seat) == sorted(view.rivers[seat])
            assert len(view.hand.melds) == len(view.melds[seat])


def test_numbers_are_as_documented() -> None:
    for state in states(2, every=4):
        for seat in range(state.players):
            view = state.view(seat)
            expected = observer.observe(view)
            small, wide = view.observe(), view.observe(dtype=np.float32)
            assert small.dtype == np.int8
            assert wide.dtype == np.float32
            if not (small == expected).all():
                planes, slots = np.nonzero(small != expected)
                raise AssertionError(f"plane {planes[0]}, slot {slots[0]} of\n{view}")
            assert (wide == expected).all()


def test_planes_follow_each_other() -> None:
    at = 0
    for first, count in OBSERVATION_PLANES.values():
        assert first == at
        at += count
    assert at == OBSERVATION_SHAPE[0]


def test_observations_go_into_the_callers_array() -> None:
    view = State("guide", seed=2).view(0)
    for dtype in (np.int8, np.float32):
        out = np.full(OBSERVATION_SHAPE, 77, dtype)
        assert view.observe(out) is out
        assert (out == view.observe()).all()
    with pytest.raises(ValueError, match=r"must have shape \(120, 27\)"):
        view.observe(np.zeros((27, 120), np.int8))
    with pytest.raises(TypeError, match="int8 or float32, not float64"):
        view.observe(dtype=np.float64)
    with pytest.raises(TypeError, match="int8 or float32, not int64"):
        view.observe(np.zeros(OBSERVATION_SHAPE, np.int64))
    fixed = np.zeros(OBSERVATION_SHAPE, np.int8)
    fixed.flags.writeable = False
    for array in (fixed, np.zeros((120, 54), np.int8)[:, ::2]):
        with pytest.raises(ValueError, match="out must be C-contiguous, aligned and writeable"):
            view.observe(array)
    for fill in (view.observe, view.action_mask):
        with pytest.raises(TypeError, match="out must be a NumPy array, not list"):
            fill([0])  # type: ignore[arg-type]


def test_masks_are_the_legal_actions() -> None:
    mask = np.ones(87, np.int8)
    for state in states(1, every=11):
        for seat in range(state.players):
            view = state.view(seat)
            assert np.flatnonzero(view.action_mask()).tolist() == [
                int(a) for a in view.legal_actions
            ]
            assert view.action_mask(mask) is mask
            assert mask.tolist() == view.action_mask().tolist()


def test_bytes_round_trip() -> None:
    for state in states(2, every=13):
        for seat in range(state.players):
            view = state.view(seat)
            for again in (
                View.from_bytes(view.to_bytes(), view.rules),
                pickle.loads(pickle.dumps(view)),
            ):
                assert again == view
                assert hash(again) == hash(view)
                assert str(again) == str(view)
                assert again.legal_actions == view.legal_actions
                assert again.events is None


def test_tampered_bytes_are_refused_or_another_view() -> None:
    view = State("chengdu", seed=1).view(1)
    data = bytearray(view.to_bytes())
    refused = 0
    for at in range(len(data)):
        changed = data.copy()
        changed[at] ^= 1
        try:
            assert View.from_bytes(bytes(changed), "chengdu") != view
        except xz.InvalidState:
            refused += 1
    assert refused > len(data) - 20
    for cut in (b"", bytes(data[:-1]), bytes(data) + b"\0"):
        with pytest.raises(xz.InvalidState):
            View.from_bytes(cut, "chengdu")


def test_text_can_be_read() -> None:
    game = xz.Game("chengdu", seed=1)
    while game.actor == 0:
        game.step(game.legal_actions[0])
    view = game.view(game.actor or 0)
    lines = str(view).splitlines()
    assert lines[0] == f"{view.phase}, {view.wall_left} tiles in the wall"
    assert lines[1].split() == ["seat", "tiles", "score"]
    assert str(view.hand) in lines[2 + view.seat]
    assert "you" in lines[2 + view.seat]
    assert "dealer" in lines[2]
    assert lines[6] == "river of seat 0: 2m"
    assert lines[-1].startswith("you may")
    assert str(view.hand) in repr(view)


def test_text_says_what_the_acting_seat_does() -> None:
    seen = set()
    for state in states(40):
        if state.actor is None or state.phase == "over":
            continue
        for seat in range(len(state.scores)):
            view = state.view(seat)
            assert view.actor is not None
            line = str(view).splitlines()[2 + view.actor]
            own = view.drawn if view.actor == seat and view.phase == "turn" else None
            says = {
                "turn": f"drew {own}" if own else "acts",
                "claim": f"discarded {view.tile}",
                "rob": f"adds {view.tile} to its pong",
            }[view.phase]
            assert says in line
            assert view.phase == "turn" or "drew" not in str(view)
            seen.add(view.phase)
    assert seen == {"turn", "claim", "rob"}


def test_events_are_redacted() -> None:
    game = xz.Game("online", seed=6)
    step = 0
    while not game.done:
        game.step(State.of(game).policy_action("efficiency", index=step))
        step += 1
        if step % 10 and not game.done:
            continue
        whole = game.events
        for seat in range(4):
            seen = game.view(seat).events
            assert seen is not None
            assert not any(e.kind == "answer" and e.seat != seat for e in seen)
            assert not any(e.kind in ("draw", "deal") and e.seat != seat and e.tile for e in seen)
            assert all(e.tile for e in seen if e.kind == "draw" and e.seat == seat)
            hidden = [e for e in whole if e.kind in ("answer", "lock") and e.seat != seat]
            assert len(seen) == len(whole) - len(hidden)
            for event in seen:
                if event.kind == "win" and event.seat != seat:
                    assert (event.score is not None) == game.done
    wins = [e for e in game.events if e.kind == "win"]
    assert wins
