"""
The proof that nothing which a client can be sent leaks: states and hands that differ only in what
a seat cannot know give it the same, to the byte. Hidden tiles are dealt anew, walls changed, other
seats' unresolved answers exchanged (`alike.py`), in every phase, origin and chain.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from alike import alike, hidden_wins, known, robbings, walks
from stacked import B
from walks import RULES, states, walk
from xuezhan.play.state import State
from xuezhan.players.player import checked
from xuezhan.simulation.batch_game import BatchGame

Table = xz.Game | State
Forms = Callable[[Any, int], dict[str, Any]]
Pair = tuple[State, State, int]
PENALTIES = ("escape", "false_win", "wrong_count")


# ---- what a client can be sent


def attributes(view: xz.View) -> str:
    """Every public property of a view."""
    names = [name for name in dir(view) if not name.startswith("_")]
    found = {name: getattr(view, name) for name in names}
    return repr({name: value for name, value in found.items() if not callable(value)})


def view_forms(view: xz.View) -> dict[str, Any]:
    """Every form of a view."""
    again = pickle.loads(pickle.dumps(view))
    return {
        "memory": view._raw_bytes(),
        "bytes": view.to_bytes(),
        "text": (str(view), repr(view)),
        "json": json.dumps(view.to_dict()),
        "numbers": (
            hash(view),
            view.observe().tobytes(),
            view.observe(dtype=np.float32).tobytes(),
            view.action_mask().tobytes(),
            view.legal_actions,
        ),
        "attributes": attributes(view),
        "pickle": pickle.dumps(view),
        "copies": [
            (attributes(one), str(one.events), str(one.ledger))
            for one in (copy.copy(view), copy.deepcopy(view), again, copy.copy(again))
        ],
    }


def history_forms(game: xz.Game, seat: int) -> dict[str, Any]:
    """Every form of what a seat has seen of a hand."""
    view = game.view(seat)
    assert view.events is not None
    return {
        "events": (view.events, repr(view.events), pickle.dumps(view.events)),
        "ledger": (view.ledger, repr(view.ledger), str(view.ledger)),
        "steps": (view.step_count, [event.step for event in view.events]),
        "story": xz.story(game, seat=seat),
        "watchers": repr(game._seen_since(0)[-1]),
    }


def said(call: Callable[..., object], *arguments: Any) -> Any:
    """All that a refusal gives away, in whatever way it is sent on; None if there was none."""
    try:
        call(*arguments)
    except (ValueError, TypeError) as error:
        return (
            str(error),
            repr(error),
            error.args,
            pickle.dumps(error),
            str(copy.deepcopy(error)),
            traceback.format_exception_only(error),
        )
    return None


def messages(table: Table, seat: int) -> dict[str, Any]:
    """What every call that takes a seat says when it refuses."""
    view = table.view(seat)
    legal = view.legal_actions
    wrong = [action for action in (*range(87), 99, -1) if action not in legal]
    few = [wrong[0], *wrong[5::23], *(action for action in (54, 55, 56) if action in wrong)]
    found: dict[str, Any] = {"nonsense": said(table.step, "chow", seat)}
    for action in few:
        found[f"step {action}"] = said(table.step, action, seat)
        found[f"step_events {action}"] = said(table.step_events, action, seat)
        found[f"checked {action}"] = said(checked, "me", view, action)
    if not legal:
        found["evaluate"] = said(xz.evaluate, view, 1)
        found["value"] = said(xz.ValuePlayer().act, view)
        found["search"] = said(xz.SearchPlayer(playouts=1).act, view)
        if isinstance(table, xz.Game):
            found["policy"] = said(xz.Policy("random", 1), table, seat)
        else:
            found["policy"] = said(table.policy_action, "random", seat)
    if isinstance(table, xz.Game):
        for kind in PENALTIES:
            found[kind] = said(table.copy().penalize, seat, kind)
        record = table.record()
        record.pop("scores", None)
        if xz.replay(record).pending == table.pending:
            found |= replayed(table, record, seat, few)
    return found


def replayed(game: xz.Game, record: dict[str, Any], seat: int, wrong: list[int]) -> dict[str, Any]:
    """A server that tries an answer on the record: where it stands in it is the server's."""
    found = {}
    for action in wrong:
        text = str(xz.Action(action)).split() if 0 <= action < 87 else ["nothing"]
        entry = {**record, "actions": [*record["actions"], [seat, *text]]}
        try:
            xz.replay(entry)
        except xz.InvalidRecord as error:
            where = f"action {len(record['actions'])}: "
            assert str(error).startswith(where)
            found[f"replay {action}"] = str(error).removeprefix(where)
    return found


def of_a_state(state: State, seat: int) -> dict[str, Any]:
    return view_forms(state.view(seat))


def of_a_game(game: xz.Game, seat: int) -> dict[str, Any]:
    return {**view_forms(game.view(seat)), **history_forms(game, seat)}


def of_all(game: xz.Game, seat: int) -> dict[str, Any]:
    return {**of_a_game(game, seat), "messages": messages(game, seat)}


def messages_alone(game: xz.Game, seat: int) -> dict[str, Any]:
    return {"messages": messages(game, seat)}


def prove(look: Forms, one: Table, other: Table, seat: int) -> None:
    seen, also = look(one, seat), look(other, seat)
    for name, form in seen.items():
        assert form == also[name], f"seat {seat} tells them apart by its {name}"


# ---- states


def dealt_anew(state: State, seat: int, n: int, seed: int) -> Iterable[State]:
    for policy in ("efficiency", None):
        yield from state.view(seat).determinize(n, seed, policy=policy)


def answered_otherwise(state: State) -> Iterator[tuple[State, int]]:
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
                    yield other, seat


def pairs_of_states(hands: int, every: int) -> Iterator[Pair]:
    for state in states(5 * hands, every=10**6):
        for other, seat in answered_otherwise(state):
            yield state, other, seat
    for number, state in enumerate(states(hands, every)):
        for seat in range(state.players):
            for other in dealt_anew(state, seat, 1, number):
                yield state, other, seat


def prove_pairs(look: Forms, pairs: Iterable[Pair]) -> int:
    """Compares all pairs; how many of them differ in what is hidden."""
    differing = 0
    for state, other, seat in pairs:
        prove(look, state, other, seat)
        differing += state != other
    return differing


def prove_states(look: Forms, hands: int, every: int) -> int:
    return prove_pairs(look, pairs_of_states(hands, every))


def of_a_state_with_messages(state: State, seat: int) -> dict[str, Any]:
    return {**of_a_state(state, seat), "messages": messages(state, seat)}


def test_states_leak_nothing() -> None:
    assert prove_states(of_a_state, 5, 4) > 2000
    assert prove_states(of_a_state_with_messages, 1, 15) > 150


@pytest.mark.slow
def test_many_states_leak_nothing() -> None:
    assert prove_states(of_a_state, 24, 1) > 40_000
    assert prove_states(of_a_state_with_messages, 4, 4) > 2000


# ---- hands, with all that happened in them

Met = Counter[tuple[str | None, ...]]

#: (phase, origin of the turn, kind of the chain's last kong) that the proof has to meet.
SITUATIONS = [
    ("turn", "deal", None),
    ("turn", "draw", None),
    ("turn", "pong", None),
    *(("turn", "replacement", f"{kind}_kong") for kind in ("direct", "added", "concealed")),
    ("claim", "deal", None),
    ("claim", "draw", None),
    ("claim", "pong", None),
    *(("claim", "replacement", f"{kind}_kong") for kind in ("direct", "added", "concealed")),
    ("rob", "draw", None),
    *(("rob", "replacement", f"{kind}_kong") for kind in ("direct", "added", "concealed")),
    ("over", None, None),
]
MORE_RULES = (
    *RULES,
    xz.Rules("guide", false_win_units=2, wrong_count_units=1, escape_units=4),
    xz.Rules("chengdu", escape_units=2, wrong_count_units=1),
)


def situation(game: xz.Game) -> tuple[str | None, ...]:
    view = game.view(0)
    return view.phase, view.origin, view.chain and view.chain.kind


def walked(rules: xz.Rules, seed: int, hands: int, share: float) -> Iterator[tuple[xz.Game, int]]:
    """Hands where they are worth a look, and how many others to compare them with."""
    rng = random.Random(seed)
    met: Met = Counter()
    for game, _ in walks(rules, seed, hands, penalties=0.01):
        here = situation(game)
        rare = met[here] < 3
        if rare or rng.random() < share:
            met[here] += 1
            yield game, 4 if rare else 1


def prove_hands(look: Forms, games: Iterable[tuple[xz.Game, int]], messages_every: int = 4) -> Met:
    """Compares each hand with others that a seat cannot tell from it; what was met, and who saw."""
    rng = random.Random(1)
    met: Met = Counter()
    number = 0
    for game, count in games:
        for seat in range(game.players):
            for other in alike(game, rng, seat, count):
                number += 1
                full = number % messages_every == 0 and look is of_a_game
                prove(messages_alone if full else look, game, other, seat)
                view = game.view(seat)
                met[situation(game)] += 1
                if view.actor not in (seat, None):
                    drawn = game.view(view.actor).drawn, other.view(view.actor).drawn
                    met[(f"{view.phase}: another drew otherwise",)] += drawn[0] != drawn[1]
                met[("asked others",)] += set(game.pending) != set(other.pending)
                met[("passed otherwise",)] += game.step_count != other.step_count
                met[("a winner looks on",)] += not view.active[seat] and not view.out[seat]
                met[("one put out looks on",)] += view.out[seat]
    return met


def rare_hands() -> Iterator[tuple[xz.Game, int]]:
    for game in robbings():
        yield game, 8 if game.phase == "rob" else 2


def prove_everywhere(look: Forms, hands: int, share: float) -> Met:
    met = prove_hands(look, rare_hands())
    for seed, rules in enumerate(MORE_RULES):
        met += prove_hands(look, walked(rules, seed, hands, share))
    return met


def test_hands_leak_nothing() -> None:
    met = prove_everywhere(of_a_game, 4, 0.01)
    assert {here: met[here] for here in SITUATIONS if met[here] < 4} == {}
    assert set(SITUATIONS) >= {here for here in met if len(here) == 3}
    for name, least in {
        "turn: another drew otherwise": 100,
        "claim: another drew otherwise": 20,
        "rob: another drew otherwise": 20,
        "asked others": 5,
        "passed otherwise": 20,
        "a winner looks on": 50,
        "one put out looks on": 5,
    }.items():
        assert met[(name,)] >= least, (name, met[(name,)])


@pytest.mark.slow
def test_many_hands_leak_nothing() -> None:
    assert sum(prove_everywhere(of_a_game, 60, 0.05).values()) > 5000


def prove_wins(look: Forms) -> int:
    """What a hidden hand is paid for is for its winner, until the hand is over."""
    pairs = 0
    for one, other, seat in hidden_wins():
        assert known(one, seat) == known(other, seat)
        prove(look, one, other, seat)
        pairs += 1
        assert one.view(B).ledger != other.view(B).ledger
    return pairs


def test_payments_tell_nothing_of_a_hidden_hand() -> None:
    assert prove_wins(of_all) == 12


# ---- leaks that are planted: in each form what a careless server would send


def owed(game: xz.Game) -> str | None:
    try:
        game.step(99, next(seat for seat in range(game.players) if seat not in game.pending))
    except (xz.IllegalAction, StopIteration) as error:
        return getattr(error, "detail", None)
    raise AssertionError


LEAKS: dict[str, Callable[[xz.Game, int], Any]] = {
    "memory": lambda game, seat: game.canonical_bytes(),
    "bytes": lambda game, seat: game.to_bytes(),
    "text": lambda game, seat: f"{game.view(seat)} {game!r}",
    "json": lambda game, seat: {**game.view(seat).to_dict(), "asked": sorted(game.pending)},
    "numbers": lambda game, seat: game.view((seat + 1) % game.players).observe().tobytes(),
    "attributes": lambda game, seat: [game.view(s).waits for s in range(game.players)],
    "pickle": lambda game, seat: pickle.dumps((game.view(seat), game)),
    "copies": lambda game, seat: copy.copy(game).events,
    "events": lambda game, seat: [e._replace(step=0) for e in game.events if e.kind != "answer"],
    "passes": lambda game, seat: [e for e in game.events if e.kind == "answer"],
    "ledger": lambda game, seat: str(game.ledger),
    "steps": lambda game, seat: game.step_count,
    "steps of events": lambda game, seat: [e.step for e in game.events if e.kind == "discard"],
    "story": lambda game, seat: xz.story(game),
    "messages": lambda game, seat: owed(game),
    "record": lambda game, seat: game.record(),
    "drawn by others": lambda game, seat: [game.view(s).drawn for s in range(game.players)],
    "the wall": lambda game, seat: State.of(game).wall[:1],
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    def leaking(game: xz.Game, seat: int) -> dict[str, Any]:
        return {leak: LEAKS[leak](game, seat)}

    with pytest.raises(AssertionError, match=f"tells them apart by its {leak}"):
        prove_everywhere(leaking, 3, 0.02)


def test_what_a_hidden_win_is_worth_is_found_in_its_ledger() -> None:
    for leaking in (
        lambda game, seat: {"ledger": game.ledger},
        lambda game, seat: {"ledger": [p.score and p.score.roots for p in game.ledger]},
        lambda game, seat: {"story": xz.story(game, seat=B)},
    ):
        with pytest.raises(AssertionError, match="tells them apart"):
            prove_wins(leaking)


def test_a_leak_that_only_a_robbing_shows_is_found() -> None:
    def leaking(game: xz.Game, seat: int) -> dict[str, Any]:
        actor = game.view(seat).actor
        if game.phase != "rob" or actor is None:
            return {"drawn": None}
        return {"drawn": game.view(actor).drawn}

    with pytest.raises(AssertionError, match="by its drawn"):
        prove_hands(leaking, rare_hands())


def test_all_that_is_sent_has_a_leak_planted() -> None:
    game = xz.Game("guide", seed=1)
    assert set(of_all(game, 1)) - set(LEAKS) == {"watchers"}


def test_a_batch_says_what_its_state_says() -> None:
    batch = BatchGame(6, "chengdu", seed=2)
    batch.reset()
    for _ in range(60):
        actions = batch.sample()
        slot = int(np.flatnonzero(batch.seats >= 0)[-1])
        state = batch.state(slot)
        wrong = next(a for a in (55, 54, 0, 1, 2, 27) if not batch.masks[slot][a])
        actions[slot] = wrong
        with pytest.raises(xz.IllegalAction) as error:
            batch.step(actions)
        with pytest.raises(xz.IllegalAction) as same:
            state.step(wrong, int(batch.seats[slot]))
        assert str(error.value) == f"slot {slot}: {same.value}"
        batch.step(batch.sample())


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
                for other in dealt_anew(state, seat, 1, step):
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
