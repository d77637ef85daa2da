"""The face of one hand of play."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from xuezhan import reference

WALL_TEXT = "".join(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4))


def play(game: xz.Game, policy: str = "mixed", seed: int = 1) -> xz.Game:
    choose = xz.Policy(policy, seed)
    while not game.done:
        game.step(choose(game))
    return game


def games(count: int = 20, policy: str = "mixed", **options: Any) -> Iterator[xz.Game]:
    for index in range(count):
        rules = xz.Rules(xz.RULEBOOKS[index % 3], **options)
        yield play(xz.Game(rules, seed=11, index=index), policy, index)


def until(game: xz.Game, phase: str, policy: str = "mixed", seed: int = 1) -> bool:
    """Plays on to the first moment in this phase."""
    choose = xz.Policy(policy, seed)
    while not game.done and game.phase != phase:
        game.step(choose(game))
    return not game.done


# ---- dealing ----


def test_a_new_game() -> None:
    game = xz.Game("guide", seed=7)
    assert not game.done
    assert (game.dealer, game.actor, game.phase, game.wall_left) == (0, 0, "turn", 55)
    assert [len(game.hand(seat)) for seat in range(4)] == [14, 13, 13, 13]
    assert game.scores == (0, 0, 0, 0)
    assert len(game.ledger) == 0
    assert game.result is None
    assert list(game.pending) == [0]
    assert game.pending[0] == game.legal_actions
    assert game.rules == xz.Rules("guide")
    assert (game.players, game.step_count, game.next_dealer) == (4, 0, 0)
    assert [event.kind for event in game.events] == ["deal"]


def test_the_deal_is_that_of_the_record_page() -> None:
    game = xz.Game("guide", dealer=2, wall=WALL_TEXT)
    assert str(game.hand(2)) == "1111222233334m5p"
    assert str(game.hand(3)) == "4445555666677m"
    assert bytes(game.wall) == bytes(slot for slot in range(27) for _ in range(4))


def test_the_dealer_follows_the_index() -> None:
    assert [xz.Game(index=i).dealer for i in range(6)] == [0, 1, 2, 3, 0, 1]
    assert [xz.Game({"base": "guide", "players": 3}, index=i).dealer for i in range(4)] == [
        0,
        1,
        2,
        0,
    ]
    assert xz.Game(index=1, dealer=3).dealer == 3


def test_walls_in_every_form() -> None:
    slots = [slot for slot in range(27) for _ in range(4)]
    one = xz.Game(wall=WALL_TEXT)
    arrays = (np.array(slots, np.uint8), np.array(slots))
    for wall in (slots, tuple(slots), bytes(slots), bytearray(slots), *arrays):
        assert xz.Game(wall=wall).fingerprint == one.fingerprint


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1 << 64}, "seed is"),
        ({"index": -1}, "index is -1"),
        ({"dealer": 4}, "dealer is 4; it must be from 0 to 3"),
        ({"dealer": -1}, "dealer is -1"),
        ({"wall": WALL_TEXT[2:]}, "the wall has 3 of 1m; it must have 4"),
        ({"wall": WALL_TEXT.replace("9s", "1m", 1)}, "the wall has 5 of 1m"),
        ({"wall": WALL_TEXT[1:]}, "two a tile"),
        ({"wall": "1z" + WALL_TEXT[2:]}, "tile 0 of the wall is '1z'"),
        ({"wall": [27] * 108}, "27 in the wall is no tile"),
        ({"wall": [-1] * 108}, "-1 in the wall is no tile"),
        ({"wall": []}, "the wall has 0 of 1m"),
        ({"rules": {"base": "guide", "suits": "mp"}, "wall": WALL_TEXT}, "4 of 1s; it must have 0"),
    ],
)
def test_refused_deals(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        xz.Game(**arguments)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("suits", ["mps", "mp", "ps"])
def test_players_and_suits(players: int, suits: str) -> None:
    game = xz.Game(xz.Rules("online", players=players, suits=suits), seed=3)
    assert game.wall_left == 36 * len(suits) - 13 * players - 1
    assert len(game.scores) == players
    assert {name[1] for name in _names(game.wall)} == set(suits)
    play(game)
    assert sum(game.scores) == 0


def _names(wall: bytes) -> list[str]:
    return [xz.TILE_NAMES[slot] for slot in wall]


# ---- playing ----


def test_step_takes_actions_integers_and_text() -> None:
    game = xz.Game(seed=7)
    twins = [game.copy() for _ in range(3)]
    action = game.legal_actions[0]
    game.step(action)
    twins[0].step(int(action))
    twins[1].step(str(action))
    twins[2].step(action, seat=0)
    assert {twin.fingerprint for twin in twins} == {game.fingerprint}


def test_legal_actions_are_a_container() -> None:
    legal = xz.Game(seed=7).legal_actions
    assert legal[0] in legal
    assert int(legal[0]) in legal
    assert 56 not in legal
    assert len(legal) == len(list(legal))
    assert all(isinstance(action, xz.Action) for action in legal)
    assert list(legal) == sorted(legal)


def test_illegal_steps_say_what_is_legal_and_change_nothing() -> None:
    game = xz.Game(seed=7)
    before = game.fingerprint
    held = game.legal_actions
    missing = next(a for a in range(27) if a not in held)
    legal = ", ".join(map(str, held))
    for action in (missing, 54, 55, 56, 57, 86, 87, 1000, -1, 1 << 80, -(1 << 80)):
        with pytest.raises(xz.IllegalAction) as error:
            game.step(action)
        assert f"legal: {legal}" in str(error.value)
    with pytest.raises(xz.IllegalAction, match=r"seat 2 owes no answer: it is the turn") as error:
        game.step(held[0], seat=2)
    assert str(error.value) == "seat 2 owes no answer: it is the turn of seat 0"
    assert error.value.detail == f"legal now: seat 0: {legal}"
    for seat in (-1, 4, 255, 256, 1 << 80):
        with pytest.raises(xz.IllegalAction, match="there is no seat"):
            game.step(held[0], seat=seat)
    bad: Any
    for bad in (1.5, None, [], "chow"):
        with pytest.raises(ValueError, match="action"):
            game.step(bad)
    for bad in ("2", "0", True, None, 1.0, [0], "x" * 100_000):
        if bad is not None:
            with pytest.raises(xz.IllegalAction, match="is no seat; seats are numbers") as error:
                game.step(held[0], seat=bad)
            assert len(str(error.value)) < 200
    with pytest.raises(ValueError, match="is no action") as refused:
        game.step("x" * 100_000)
    assert len(str(refused.value)) < 300
    assert game.fingerprint == before
    assert game.step_count == 0


def test_nothing_is_legal_when_the_hand_is_over() -> None:
    game = play(xz.Game("online", seed=4))
    assert (game.done, game.actor, game.legal_actions, game.pending) == (True, None, (), {})
    with pytest.raises(xz.IllegalAction, match="the hand is over"):
        game.step(0)
    with pytest.raises(xz.IllegalAction, match="the hand is over"):
        game.penalize(0, "escape")


def test_answers_in_any_order_lead_to_the_same_state() -> None:
    seen = 0
    for index in range(200):
        game = xz.Game("guide", seed=2, index=index)
        while until(game, "claim", seed=index):
            owing = list(game.pending)
            if len(owing) > 1:
                seen += 1
                forward, backward = game.copy(), game.copy()
                answers = {seat: forward.pending[seat][0] for seat in owing}
                for seat in owing:
                    forward.step(answers[seat], seat)
                for seat in reversed(owing):
                    backward.step(answers[seat], seat)
                assert forward.canonical_bytes() == backward.canonical_bytes()
                assert forward.record() == backward.record()
                assert forward.ledger == backward.ledger
            game.step(game.legal_actions[-1])
    assert seen > 20


def test_scores_are_the_ledger() -> None:
    for game in games(60):
        assert tuple(game.ledger.total(seat) for seat in range(game.players)) == game.scores
        assert sum(game.scores) == 0
        assert all(entry.amount > 0 for entry in game.ledger)


# ---- what happened ----


def test_events_tell_the_hand() -> None:
    for game in games(30):
        events = game.events
        assert events[0].kind == "deal"
        assert events[-1].kind == "over"
        assert [e.step for e in events] == sorted(e.step for e in events)
        assert events[-1].step == game.step_count
        payments = [(e.detail, e.seat, e.other, e.amount) for e in events if e.kind == "payment"]
        assert payments == [(p.kind, p.payer, p.payee, p.amount) for p in game.ledger]
        draws = sum(e.kind == "draw" for e in events)
        assert game.wall_left == len(game.wall) - 13 * game.players - 1 - draws


def test_ledger_entries_say_what_they_are_for() -> None:
    kinds = set()
    for game in games(150, "efficiency"):
        for entry in game.ledger:
            kinds.add(entry.kind)
            if entry.kind.startswith("win_"):
                assert entry.score is not None
                assert entry.tile is not None
                assert sum(entry.score.parts.values()) == entry.score.uncut_fan
                assert str(entry.score) in entry.reason
            if entry.kind.startswith("kong_") or entry.kind == "refund":
                assert entry.meld is not None
                assert entry.meld.kind.endswith("kong")
                assert str(entry.meld) in entry.reason
            if entry.kind in ("ready", "difference"):
                assert entry.score is not None
    assert kinds >= {"win_discard", "win_self_draw", "kong_concealed", "kong_direct", "kong_added"}


def test_the_ledger_prints_as_a_table() -> None:
    game = next(game for game in games(40, "efficiency") if len(game.ledger) > 3)
    lines = str(game.ledger).splitlines()
    assert lines[0].split() == ["step", "kind", "payer", "payee", "points", "reason"]
    assert len(lines) == len(game.ledger) + 2
    for line, entry in zip(lines[1:], game.ledger, strict=False):
        assert line.split()[:5] == [
            str(v) for v in (entry.step, entry.kind, entry.payer, entry.payee, entry.amount)
        ]
    for seat, score in enumerate(game.scores):
        assert f"seat {seat}: {score:+d}" in lines[-1]
    assert str(xz.Game().ledger) == "(no payments)"
    wins = game.ledger.of("win_discard", "win_self_draw")
    assert all(entry.kind.startswith("win_") for entry in wins)


def test_result() -> None:
    for game in games(60, "efficiency"):
        result = game.result
        assert result is not None
        assert result.scores == game.scores
        assert result.next_dealer == game.next_dealer
        assert len(set(result.winners)) == len(result.wins) <= 3
        if result.exhausted:
            assert len(result.wins) < game.players - 1
        for win in result.wins:
            paid = [e for e in game.ledger if e.kind.startswith("win_") and e.payee == win.seat]
            assert sum(entry.amount for entry in paid) > 0
            assert (win.payer is None) == (win.kind == "self_draw")
            assert game.view(0).win_tiles[win.seat] == win.tile


# ---- copies and fingerprints ----


def test_copies_are_independent() -> None:
    game = xz.Game("chengdu", seed=5)
    choose = xz.Policy("mixed", 5)
    while not game.done:
        other, third = game.copy(), copy.deepcopy(game)
        before = game.fingerprint
        play(other, "random")
        assert game.fingerprint == before
        assert third.record() == game.record()
        assert copy.copy(game).pending == game.pending
        game.step(choose(game))


def test_a_copy_of_a_subclass_is_one() -> None:
    class Table(xz.Game):
        pass

    assert type(Table(seed=1).copy()) is Table


def test_pickles_at_every_step() -> None:
    game = xz.Game(xz.Rules("chengdu", max_fan=3), seed=5, index=2)
    choose = xz.Policy("mixed", 5, 2)
    while not game.done:
        owing = list(game.pending)
        seat = owing[-1]  # so that some rounds are open with a later seat's answer
        game.step(choose(game, seat), seat)
        other = pickle.loads(pickle.dumps(game))
        assert other.canonical_bytes() == game.canonical_bytes()
        assert other.ledger == game.ledger
        assert other.rules == game.rules


def test_fingerprints_are_the_digest_of_the_canonical_bytes() -> None:
    game = xz.Game("online", seed=9)
    prints = []
    choose = xz.Policy("mixed", 9)
    while True:
        assert game.fingerprint == reference.digest(game.canonical_bytes())
        prints.append(game.fingerprint.to_bytes(8, "little"))
        assert game.hand_fingerprint == reference.digest(b"".join(prints))
        if game.done:
            break
        game.step(choose(game))


def test_hand_fingerprints_are_those_of_the_reference() -> None:
    for book in xz.RULEBOOKS:
        for policy in ("random", "mixed"):
            game = xz.Game(book, 1, 6)
            choose = xz.Policy(policy, 1, 6)
            while not game.done:
                game.step(choose(game))
            assert game.hand_fingerprint == reference.hand_fingerprint(book, policy, 1, 6)


# ---- views ----


def test_a_view_shows_what_the_seat_may_know() -> None:
    for index in range(12):
        game = xz.Game(xz.RULEBOOKS[index % 3], seed=8, index=index)
        choose = xz.Policy("mixed", 8, index)
        while not game.done:
            for seat in range(4):
                view = game.view(seat)
                assert view.hand == game.hand(seat)
                assert view.legal_actions == game.pending.get(seat, ())
                assert view.rivers == tuple(game.river(s) for s in range(4))
                assert view.melds == tuple(game.hand(s).melds for s in range(4))
                assert view.concealed == tuple(sum(game.hand(s).counts) for s in range(4))
                assert (view.phase, view.wall_left) == (game.phase, game.wall_left)
                assert view.scores == game.scores
                assert str(view.hand) in str(view)
            game.step(choose(game))


def test_a_view_does_not_depend_on_other_hands() -> None:
    """Seats 2 and 3 change hands and the wall is turned round."""
    wall = xz.Game(seed=3).wall
    other = wall[:26] + wall[39:52] + wall[26:39] + wall[52:53] + wall[:52:-1]
    one, two = xz.Game(wall=wall), xz.Game(wall=other)
    for seat in (0, 1):
        assert one.view(seat) == two.view(seat)
        assert str(one.view(seat)) == str(two.view(seat))
    assert one.view(2) != two.view(2)


def test_a_view_does_not_depend_on_the_wall() -> None:
    """At any moment of a hand the tiles that nobody has drawn may lie in any order."""
    rng = random.Random(4)
    for index in range(15):
        game = play(xz.Game(xz.RULEBOOKS[index % 3], seed=8, index=index), "mixed", index)
        record = game.record()
        upto = rng.randrange(len(record["actions"]))
        one = xz.replay(record, upto)
        draws = [event for event in one.events if event.kind == "draw"]
        back = sum(event.detail == "replacement" for event in draws)
        back = 0 if game.rules.kong_draw == "front" else back
        front = 53 + len(draws) - back
        wall = list(game.wall)
        middle = wall[front : len(wall) - back]
        rng.shuffle(middle)
        wall[front : len(wall) - back] = middle
        two = xz.replay({**record, "wall": "".join(_names(bytes(wall)))}, upto)
        for seat in range(4):
            assert one.view(seat) == two.view(seat)


def test_a_view_does_not_show_what_others_answer() -> None:
    seen = 0
    for index in range(100):
        game = xz.Game("guide", seed=2, index=index)
        while until(game, "claim", seed=index):
            owing = list(game.pending)
            other = game.copy()
            other.step(other.pending[owing[-1]][-1], owing[-1])
            if len(owing) > 1:
                seen += 1
                for seat in set(range(4)) - {owing[-1]}:
                    assert game.view(seat) == other.view(seat)
            game.step(game.legal_actions[-1])
    assert seen > 10


def test_the_drawn_tile_is_its_owners_secret() -> None:
    game = xz.Game(seed=3)
    assert game.view(0).drawn is not None
    assert all(game.view(seat).drawn is None for seat in (1, 2, 3))
    assert all(game.view(seat).tile is None for seat in (1, 2, 3))


def test_seats_that_do_not_exist() -> None:
    game = xz.Game(seed=3)
    for call in (game.view, game.hand, game.river):
        for seat in (-1, 4, 1000):
            with pytest.raises(ValueError, match="does not exist"):
                call(seat)


# ---- penalties ----


def test_penalties_are_refused_with_the_reason() -> None:
    game = xz.Game("guide", seed=1)
    with pytest.raises(xz.IllegalAction, match="escape_units is None"):
        game.penalize(0, "escape")
    with pytest.raises(ValueError, match="penalties are escape, false_win, wrong_count"):
        game.penalize(0, "shouting")
    game = xz.Game("chengdu", seed=1)
    for seat in (-1, 4):
        with pytest.raises(xz.IllegalAction, match="there are 4 seats"):
            game.penalize(seat, "false_win")
    game.penalize(1, "false_win")
    assert game.scores == (1, -3, 1, 1)
    with pytest.raises(xz.IllegalAction, match="out already"):
        game.penalize(1, "wrong_count")
    assert [entry.kind for entry in game.ledger] == ["false_win"] * 3


def test_a_robbed_owner_that_was_put_out_waits_for_nothing() -> None:
    """Its 13 tiles may be ready, but it is out: the state must stay one that the core accepts."""
    met = 0
    for index in range(4, 29, 24):
        game = xz.Game("chengdu", seed=12, index=index)
        player = xz.Policy("efficiency", 12, index)
        while not game.done:
            if game.phase == "rob":
                out = game.copy()
                owner = out.view(0).actor
                assert owner is not None
                out.penalize(owner, "false_win")
                while not out.done and out.phase == "rob":
                    out.step("win" if 55 in out.legal_actions else out.legal_actions[0])
                xz.State.of(out).validate()
                assert not out.view(owner).waits
                met += 1
            kongs = [action for action in game.legal_actions if action.kind == "kong"]
            choice = kongs[0] if game.phase == "turn" and kongs else player(game)
            others = [action for action in game.legal_actions if action != 55]
            game.step(others[-1] if choice == 55 and others else choice)
    assert met


@pytest.mark.parametrize("wrong", [1.5, "1", [1], {}])
def test_numbers_must_be_whole(wrong: Any) -> None:
    for call in (
        lambda: xz.Game(seed=wrong),
        lambda: xz.Game(index=wrong),
        lambda: xz.Match(seed=wrong),
        lambda: xz.State(seed=wrong),
        lambda: xz.Policy("random", wrong),
    ):
        with pytest.raises(TypeError, match="must be an integer"):
            call()
    game = xz.Game("online", seed=1)
    if wrong != "1":
        with pytest.raises(xz.IllegalAction, match="an Action, its number or its text"):
            game.step(wrong)
    with pytest.raises(xz.IllegalAction, match="is no seat"):
        game.penalize(wrong, "escape")
    with pytest.raises(
        xz.IllegalAction, match="action 1000000000000 is not legal for seat 0; legal: "
    ):
        game.step(10**12)
    assert game.record()["actions"] == []


def test_an_escape_ends_the_hand() -> None:
    game = xz.Game("online", seed=1)
    game.penalize(2, "escape")
    assert game.done
    assert game.scores == (96, 96, -288, 96)
    assert game.record()["actions"] == [[2, "escape"]]


# ---- threads ----


def test_threads_on_one_game() -> None:
    """Whatever they do to one another, each step is whole: the game is a game afterwards."""
    for round_ in range(5):
        game = xz.Game("guide", seed=round_)
        errors: list[BaseException] = []

        def work(number: int, game: xz.Game = game, errors: list[BaseException] = errors) -> None:
            try:
                for _ in range(2000):
                    legal = game.legal_actions
                    if not legal:
                        return
                    try:
                        game.step(legal[number % len(legal)])
                    except xz.IllegalAction:
                        continue
                    game.copy().validate()
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
        game.validate()
        assert xz.replay(game.record()).fingerprint == game.fingerprint


def test_a_game_that_was_never_dealt() -> None:
    game = xz.Game.__new__(xz.Game)
    assert game.done
    assert game.pending == {}
    for call in (lambda: game.step(0), lambda: game.events, lambda: game.view(0)):
        with pytest.raises(ValueError):  # noqa: PT011
            call()
