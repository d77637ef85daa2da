"""Games as bytes, copies and pickles, and the events that each of them tells."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from zlib import crc32

import pytest

import xuezhan as xz


def walk(rules: str, seed: int, policy: str = "mixed") -> Iterator[xz.Game]:
    """One hand, step by step: always the same object."""
    game, choose = xz.Game(rules, seed), xz.Policy(policy, seed)
    while not game.done:
        yield game
        game.step(choose(game))
    yield game


def looks(game: xz.Game) -> tuple[object, ...]:
    """Everything that a game says of itself and of its seats."""
    views = [game.view(seat) for seat in range(game.players)]
    return (
        game.canonical_bytes(),
        game.events,
        game.ledger,
        game.result,
        game.pending,
        game.hand_fingerprint,
        game.step_count,
        (game.seed, game.index),
        game.record(),
        [(view, view.events, view.ledger, view.step_count) for view in views],
    )


@pytest.mark.parametrize("rules", xz.RULEBOOKS)
def test_a_game_comes_back_from_bytes_pickles_and_copies(rules: str) -> None:
    for seed in range(3):
        for step, game in enumerate(walk(rules, seed)):
            if step % 7 and not game.done and len(game.pending) < 2:
                continue
            for again in (
                xz.Game.from_bytes(game.to_bytes()),
                pickle.loads(pickle.dumps(game)),
                copy.copy(game),
                copy.deepcopy(game),
            ):
                assert looks(again) == looks(game)
                assert again.to_bytes() == game.to_bytes()


def test_answers_out_of_turn_are_kept() -> None:
    kept = 0
    for seed in range(40):
        for game in walk("chengdu", seed):
            if len(game.pending) < 2:
                continue
            trial = game.copy()
            last = list(trial.pending)[-1]
            trial.step(trial.pending[last][0], last)
            again = xz.Game.from_bytes(trial.to_bytes())
            assert again.pending == trial.pending
            assert last not in again.pending
            assert xz.replay(trial.record()).pending != trial.pending
            kept += 1
    assert kept > 3


def test_a_game_of_a_wall_of_its_own_keeps_it() -> None:
    wall = list(xz.Game(seed=4).wall)
    random.Random(1).shuffle(wall)
    game = xz.Game("online", wall=wall, dealer=2)
    assert game.seed is game.index is None
    assert looks(xz.Game.from_bytes(game.to_bytes())) == looks(game)
    with pytest.raises(ValueError, match="has no seed"):
        game.record(with_seed=True)


def test_meta_is_kept_and_takes_the_seed() -> None:
    record = {**xz.Game("guide", seed=4, index=9).record(), "meta": {"table": "七"}}
    game = xz.replay(record)
    assert xz.Game.from_bytes(game.to_bytes()).record() == record
    assert game.seed is None
    seeded = xz.Game("guide", seed=4, index=9)
    assert "meta" not in seeded.record()
    assert seeded.record(with_seed=True)["meta"] == {"seed": 4, "index": 9}
    seeded._meta = (3,)
    with pytest.raises(ValueError, match="an object alone"):
        seeded.record(with_seed=True)


def stored() -> bytes:
    game = xz.Game(xz.Rules("chengdu", max_fan=5), seed=3)
    for _ in range(40):
        game.step(game.legal_actions[0])
    return game.to_bytes()


def test_every_flipped_bit_is_noticed() -> None:
    data = stored()
    for place in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[place // 8] ^= 1 << place % 8
        with pytest.raises(xz.InvalidRecord):
            xz.Game.from_bytes(bytes(damaged))


def test_bytes_that_were_made_up_are_refused() -> None:
    data = stored()
    rng = random.Random(5)
    made_up = [b"", b"XZG", b"XZG\x01", data[:-1], data + b"\0", b"XZG\x02" + data[4:]]
    for _ in range(2000):  # with the right checksum
        body = bytearray(data[:-4])
        for _ in range(rng.randint(1, 3)):
            body[rng.randrange(len(body))] = rng.randrange(256)
        if rng.random() < 0.3:
            del body[rng.randrange(4, len(body)) :]
        if body != data[:-4]:
            made_up.append(bytes(body) + crc32(body).to_bytes(4, "little"))
    read = 0
    for wrong in made_up:
        try:
            game = xz.Game.from_bytes(wrong)
        except xz.InvalidRecord:
            continue
        assert game.to_bytes() == wrong  # another game, as it is written
        read += 1
    assert read < len(made_up) / 3


# ---- events, told once


def test_copies_go_on_apart() -> None:
    """Copies have their past in common and nothing else."""
    rng = random.Random(2)
    for rules in xz.RULEBOOKS:
        game = xz.Game(rules, seed=8)
        games = [game]
        while not all(one.done for one in games):
            one = rng.choice([one for one in games if not one.done])
            if len(games) < 12 and rng.random() < 0.2:
                games.append(one.copy())
            seat = rng.choice(list(one.pending))
            one.step(rng.choice(one.pending[seat]), seat)
            if rng.random() < 0.3:
                look = rng.choice(games)
                assert looks(look) == looks(xz.Game.from_bytes(look.to_bytes()))
        for one in games:
            assert looks(one) == looks(xz.Game.from_bytes(one.to_bytes()))


def test_a_view_keeps_what_it_has_seen() -> None:
    game, choose = xz.Game("online", seed=5), xz.Policy("efficiency", 5)
    kept = []
    while not game.done:
        for seat in range(4):
            view = game.view(seat)
            kept.append((view, view.events, str(view.ledger)))
        untold = game.view(0)  # not asked before the game has gone on
        told = game.copy().view(0).events
        game.step(choose(game))
        assert untold.events == told
    for view, events, ledger in kept:
        assert view.events == events
        assert str(view.ledger) == ledger
        again = pickle.loads(pickle.dumps(view))
        assert (again, again.events, str(again.ledger)) == (view, events, ledger)
        assert pickle.loads(pickle.dumps(again)).events == events
        assert copy.copy(view) is copy.deepcopy(view) is view


def test_the_view_of_a_state_has_no_history() -> None:
    view = xz.State("guide", seed=1).view(2)
    assert [view.events, view.ledger, view.step_count] == [None] * 3
    assert pickle.loads(pickle.dumps(view)).events is None


def test_steps_give_their_events() -> None:
    for rules in xz.RULEBOOKS:
        game, choose = xz.Game(rules, seed=2), xz.Policy("mixed", 2)
        while not game.done:
            before = [len(game.view(seat).events or ()) for seat in range(4)]
            state = xz.State.of(game)
            action = choose(game)
            seen = game.step_events(action)
            assert len(seen) == 5
            for seat in range(4):
                events = game.view(seat).events
                assert events is not None
                assert events[before[seat] :] == seen[seat]
            bare = [[event._replace(step=0) for event in one] for one in seen]
            assert bare == [list(one) for one in state.step_events(action)]
    with pytest.raises(xz.IllegalAction):
        game.step_events(0)


def test_looking_at_events_is_no_replay() -> None:
    """Once told, events are the same objects."""
    game, choose = xz.Game("guide", seed=1), xz.Policy("efficiency")
    while not game.done:
        before = game.events
        game.step(choose(game))
        after = game.events
        assert all(one is other for one, other in zip(before, after, strict=False))
    assert game.events is game.events
    assert game.result is game.result
