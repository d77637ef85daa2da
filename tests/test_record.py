"""Hand records: play, record, replay, the same record; what is wrong is refused and named (§10)."""

from __future__ import annotations

import contextlib
import io
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xuezhan as xz
from lockstep import Players
from random_rules import random_options
from stacked_walls import stacked_wall
from xuezhan import reference
from xuezhan.limits import JSON_DEPTH, META_TEXT, RECORD_TEXT
from xuezhan.records.record import _played, loaded

PENALTIES = ("escape", "false_win", "wrong_count")


def played(seed: int, stop: float = 0.0, penalties: float = 0.02) -> xz.Game:
    """A hand under random rules, answers heard in any order, perhaps left off somewhere."""
    rng = random.Random(seed)
    base, options = random_options(rng)
    rules = xz.Rules(base, **options)
    wall = stacked_wall(rng, rules.suits, rules.players) if seed % 3 else None
    game = xz.Game(rules, seed, dealer=rng.randrange(rules.players), wall=wall)
    players = Players(["wild"] * rules.players, seed, 0, rng)
    while not game.done and rng.random() >= stop:
        if rng.random() < penalties:
            with contextlib.suppress(xz.IllegalAction):
                game.penalize(rng.randrange(rules.players), rng.choice(PENALTIES))
            continue
        seat = rng.choice(list(game.pending))
        game.step(players.act(game, seat), seat)
    return game


GAMES = [played(seed, 0.02 * (seed % 2)) for seed in range(60)]
WHOLE = next(game.record() for game in GAMES if game.done and len(game.record()["actions"]) > 30)


def changed(**keys: Any) -> dict[str, Any]:
    return {**WHOLE, **keys}


# ---- round trips ----


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_round_trips(game: xz.Game) -> None:
    record = game.record()
    text = xz.record_text(game)
    assert json.loads(text) == record
    assert record["rules"] == game.rules.to_dict()
    assert ("scores" in record) == game.done
    again = xz.replay(text)
    assert again.record() == record
    assert (
        xz.record_text(again) == text == xz.record_text(record) == xz.record_text(json.loads(text))
    )
    assert xz.replay(text.encode()).record() == record
    if game.done:
        assert again.canonical_bytes() == game.canonical_bytes()
        assert again.ledger == game.ledger
    assert reference.canonical_text(reference.replay(text).record()) == text
    data = xz.record_to_bytes(game)
    assert xz.record_from_bytes(data) == record
    assert xz.record_to_bytes(record) == data
    assert len(data) < 1200


def test_the_canonical_form() -> None:
    text = xz.record_text(WHOLE)
    assert "\n" not in text
    assert ", " not in text
    assert list(json.loads(text)) == ["format", "rules", "dealer", "wall", "actions", "scores"]
    shuffled = dict(reversed(WHOLE.items()))
    assert list(shuffled) != list(WHOLE)
    assert xz.record_text(shuffled) == text


def test_rules_are_written_in_canonical_form() -> None:
    record = xz.Game(xz.Rules("guide", unit=2, max_fan=4), seed=1).record()
    assert record["rules"] == {"base": "guide", "unit": 2, "max_fan": 4}
    loose = {**record, "rules": {"max_fan": 4, "players": 4, "unit": 2, "base": "guide"}}
    assert list(json.loads(xz.record_text(loose))["rules"]) == ["base", "unit", "max_fan"]
    plain = {**record, "rules": {"base": "guide", "players": 4}}
    assert json.loads(xz.record_text(plain))["rules"] == "guide"


def test_meta_is_kept_and_stands_last() -> None:
    meta = {"table": "四川 №1", "ids": [1, 2.5, None, True], "b": {"a": 1}}
    record = {"meta": meta, **WHOLE}
    game = xz.replay(record)
    assert game.record()["meta"] == meta
    text = xz.record_text(game)
    assert text.endswith(',"meta":{"table":"四川 №1","ids":[1,2.5,null,true],"b":{"a":1}}}')
    assert xz.record_from_bytes(xz.record_to_bytes(record)) == game.record()
    assert game.copy().record() == game.record()
    odd: Any
    for odd in (None, 0, "", [], False):
        assert xz.replay(changed(meta=odd)).record()["meta"] == odd
        assert xz.record_from_bytes(xz.record_to_bytes(changed(meta=odd)))["meta"] == odd
    assert "meta" not in xz.replay(WHOLE).record()


def nested(depth: int) -> Any:
    inner: Any = []
    for _ in range(depth - 1):
        inner = [inner]
    return inner


def test_the_largest_and_deepest_meta_is_read_again() -> None:
    for meta in ("é" * (META_TEXT // 2 - 1), nested(JSON_DEPTH)):
        record = changed(meta=meta)
        text = xz.record_text(record)
        assert xz.replay(text).record()["meta"] == meta
        assert next(xz.read_records(io.StringIO(text)))["meta"] == meta
        assert xz.record_from_bytes(xz.record_to_bytes(record))["meta"] == meta
    for meta in ("é" * (META_TEXT // 2), nested(JSON_DEPTH + 1)):
        with pytest.raises(xz.InvalidRecord, match=r"meta .*more than"):
            xz.record_text(changed(meta=meta))
        text = json.dumps(changed(meta=meta), ensure_ascii=False)
        with pytest.raises(xz.InvalidRecord, match="more than"):
            xz.replay(text)


def test_many_keys_are_refused_in_time_that_grows_with_them() -> None:
    keys = ",".join(f'"k{i}":0' for i in range(100_000))
    started = time.process_time()
    error = refused(f'{{"meta":{{{keys},"k99999":0}}}}')
    assert "'k99999' stands twice" in str(error)
    assert time.process_time() - started < 2


def test_upto() -> None:
    actions = WHOLE["actions"]
    for upto in (0, 1, len(actions) // 2, len(actions) - 1):
        game = xz.replay(WHOLE, upto)
        assert game.record()["actions"] == actions[:upto]
        assert not game.done
    assert xz.replay(WHOLE, len(actions)).done
    assert xz.replay(WHOLE, len(actions) + 5).done
    for bad in (-1, True, 1.5):
        with pytest.raises(ValueError, match="upto is"):
            xz.replay(WHOLE, bad)  # type: ignore[arg-type]


def test_a_record_without_scores_may_stop_anywhere() -> None:
    actions = WHOLE["actions"]
    for stop in range(len(actions) + 1):
        record = {key: value for key, value in WHOLE.items() if key != "scores"}
        record["actions"] = actions[:stop]
        game = xz.replay(record)
        assert game.done == (stop == len(actions))
        assert game.record()["actions"] == actions[:stop]


def test_a_round_is_written_up_to_the_first_answer_owed() -> None:
    for game in (game for seed in range(400) if not (game := played(seed, 0.05, 0)).done):
        if game.phase in ("claim", "rob") and len(game.pending) > 1:
            first, last = next(iter(game.pending)), list(game.pending)[-1]
            before = game.record()["actions"]
            game.step(game.pending[last][-1], last)
            assert game.record()["actions"] == before
            game.step(game.pending[first][-1], first)
            added = game.record()["actions"][len(before)]
            assert added[0] == first
            return
    pytest.fail("no open round with two seats was found")


def test_penalties_stand_before_the_answers_of_their_round() -> None:
    for seed in range(500):
        game = xz.Game("chengdu", seed=seed)
        choose = xz.Policy("mixed", seed)
        while not game.done and not (game.phase == "claim" and len(game.pending) > 1):
            game.step(choose(game))
        if game.done:
            continue
        first, second = list(game.pending)[:2]
        count = len(game.record()["actions"])
        bystander = next(s for s in range(4) if s not in game.pending and s != game.view(0).actor)
        game.step(game.pending[first][-1], first)
        game.penalize(bystander, "false_win")
        game.step(game.pending[second][-1], second)
        tail = [entry[:2] for entry in game.record()["actions"][count:]]
        assert tail[0] == [bystander, "false_win"]
        assert [entry[0] for entry in tail[1:]] == [first, second]
        assert xz.replay(game.record()).canonical_bytes() == game.canonical_bytes()
        return
    pytest.fail("no round of two was found")


# ---- what is refused ----


def refused(record: Any) -> xz.InvalidRecord:
    with pytest.raises(xz.InvalidRecord) as error:
        xz.replay(record)
    return error.value


WALL: str = WHOLE["wall"]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (changed(format="xuezhan/2"), "format is 'xuezhan/2'"),
        (changed(format=None), "format is None"),
        (changed(rules="chengtu"), "did you mean 'chengdu'"),
        (changed(rules={"base": "guide", "unit": 0}), "rules: unit is 0"),
        (changed(rules={"unit": 1}), "base"),
        (changed(rules=[]), "rules"),
        (changed(dealer=4), "dealer is 4"),
        (changed(dealer=True), "dealer is True"),
        (changed(dealer="0"), "dealer is '0'"),
        (changed(wall=WALL[2:]), "it must have 4"),
        (changed(wall=WALL + "1m"), "the wall has 5 of 1m; it must have 4"),
        (changed(wall=WALL.upper()), "tile 0 of the wall is"),
        (changed(wall=None), "wall is None"),
        (changed(wall=[1]), "wall is [1]"),
        (changed(actions={}), "actions is {}"),
        (changed(actions=None), "actions is None"),
        (changed(scores=[0, 0, 0, 0]), "scores are [0, 0, 0, 0]; they come to"),
        (changed(scores=None), "scores are None"),
        (changed(scores=WHOLE["scores"][:-1]), "they come to"),
        (changed(actions=WHOLE["actions"][:-1]), "the hand is not over"),
        (changed(extra=1), "unknown key 'extra'"),
        ({k: v for k, v in WHOLE.items() if k != "wall"}, "'wall' is missing"),
        (changed(meta={1, 2}), "meta cannot be written"),
        (changed(meta=float("nan")), "meta cannot be written"),
        (changed(meta="\ud800"), "meta cannot be written"),
        ([WHOLE], "a record is an object"),
        (None, "a record is an object"),
        (3, "a record is an object"),
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "a record is an object"),
        ("[" * 100_000, "nested more than 100 deep"),
        ('{"meta":' + "[" * 100_000, "nested more than 100 deep"),
        (changed(meta="x" * META_TEXT), "meta of more than"),
        ('{"format":1,"format":1}', "'format' stands twice"),
        ('{"meta":{"a":1,"a":2}}', "'a' stands twice"),
        ('{"meta":NaN}', "NaN is not JSON"),
        ('{"meta":' + "9" * 5000 + "}", "no JSON"),
        (" " * (RECORD_TEXT + 1), "more than"),
        (b"\xff", "no UTF-8"),
    ],
)
def test_wrong_records_are_refused_with_the_reason(record: Any, said: str) -> None:
    error = refused(record)
    assert said in str(error)
    assert error.position is None


def edited(edit: Callable[[list[Any]], int]) -> tuple[dict[str, Any], int]:
    actions = [list(entry) for entry in WHOLE["actions"]]
    position = edit(actions)
    return changed(actions=actions), position


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ([0], "is no action"),
        ([0, "discard", "1m", 2], "is no action"),
        ("win", "is no action"),
        (None, "is no action"),
        ([4, "discard", "1m"], "4 is no seat"),
        ([True, "discard", "1m"], "True is no seat"),
        (["0", "pass"], "'0' is no seat"),
        ([0, "chow", "1m"], "'chow' is no action"),
        ([0, ["win"]], "is no action"),
        ([0, "discard"], "discard needs a tile"),
        ([0, "kong"], "kong needs a tile"),
        ([0, "discard", "0m"], "'0m' is no tile"),
        ([0, "discard", 3], "3 is no tile"),
        ([0, "win", "1m"], "win carries no tile"),
        ([0, "pass", "1m"], "pass carries no tile"),
        ([0, "escape", "1m"], "escape carries no tile"),
    ],
)
def test_wrong_entries(entry: Any, said: str) -> None:
    game = xz.Game("online", seed=1)
    good = [0, "discard", game.legal_actions[0].tile]
    record = {**game.record(), "actions": [entry]}
    error = refused(record)
    assert error.position == 0
    assert said in str(error)
    assert error.detail is not None
    assert error.detail.startswith("legal now: seat 0: discard")
    named = isinstance(entry, list) and entry[0] in (0, "0") and entry[0] != "0"
    assert ("; legal: discard" in str(error)) == named
    xz.replay({**record, "actions": [good]})


def test_wrong_actions_name_the_position_and_what_was_legal() -> None:
    actions = WHOLE["actions"]
    for position in range(len(actions)):
        before = xz.replay(WHOLE, position)
        seat = before.actor
        assert seat is not None
        other = (seat + 1) % before.players
        wrong: list[list[Any]] = [
            [other, "pass"],
            [seat, "kong", "1m"],
            [seat, "pong"],
            [seat, "win"],
        ]
        for entry in wrong:
            trial = before.copy()
            try:
                trial.step(" ".join(map(str, entry[1:])), entry[0])
                continue
            except xz.IllegalAction:
                pass
            record = changed(actions=[*actions[:position], entry, *actions[position + 1 :]])
            error = refused(record)
            assert error.position == position
            assert f"action {position}:" in str(error)
            legal = ", ".join(map(str, before.legal_actions))
            assert error.detail is not None
            assert f"seat {seat}: {legal}" in error.detail
            assert (f"; legal: {legal}" in str(error)) == (entry[0] == seat)


def test_actions_after_the_end() -> None:
    error = refused(changed(actions=[*WHOLE["actions"], [0, "pass"]]))
    assert error.position == len(WHOLE["actions"])
    assert "the hand is over" in str(error)


def test_a_claimed_kong_carries_no_tile() -> None:
    for seed in range(300):
        game = played(seed, penalties=0)
        record = game.record()
        for position, entry in enumerate(record["actions"]):
            if entry[1] == "kong" and len(entry) == 2:
                tile = xz.replay(record, position).view(entry[0]).tile
                actions = [*record["actions"]]
                actions[position] = [*entry, tile]
                error = refused({**record, "actions": actions})
                assert error.position == position
                assert "kong carries no tile here" in str(error)
                return
    pytest.fail("no claimed kong was found")


def test_answers_in_another_order_are_refused() -> None:
    for seed in range(300):
        record = played(seed, penalties=0).record()
        actions = record["actions"]
        for position in range(len(actions) - 1):
            game = xz.replay(record, position)
            if len(game.pending) > 1:
                swapped = [*actions]
                swapped[position : position + 2] = reversed(actions[position : position + 2])
                error = refused({**record, "actions": swapped})
                assert error.position == position
                assert f"seat {actions[position + 1][0]}'s does not come next" in str(error)
                assert f"seat {game.actor}'s" not in str(error)
                return
    pytest.fail("no round of two was found")


def test_a_penalty_after_an_answer_of_its_round_is_refused() -> None:
    for seed in range(300):
        game = xz.Game("chengdu", seed=seed)
        choose = xz.Policy("mixed", seed)
        while not game.done and not (game.phase == "claim" and len(game.pending) > 1):
            game.step(choose(game))
        if game.done:
            continue
        game.step(game.legal_actions[-1])
        record = game.record()
        position = len(record["actions"])
        error = refused({**record, "actions": [*record["actions"], [game.actor, "false_win"]]})
        assert error.position == position
        assert "before all answers of its round" in str(error)
        return
    pytest.fail("no round of two was found")


# ---- files ----


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    assert xz.write_records(
        path, [game if i % 2 else game.record() for i, game in enumerate(GAMES)]
    ) == len(GAMES)
    text = path.read_text(encoding="utf-8")
    assert text.splitlines() == [xz.record_text(game) for game in GAMES]
    assert list(xz.read_records(path)) == [game.record() for game in GAMES]
    again = io.StringIO()
    xz.write_records(again, xz.read_records(io.StringIO("\n  \n" + text.replace("\n", "\r\n"))))
    assert again.getvalue() == text


def test_bad_files(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    line = xz.record_text(WHOLE)
    for bad, said in (
        ("{", "no JSON"),
        ("[]", "is an object"),
        (line[:-1] + ',"x":1}', "unknown key"),
    ):
        path.write_text(f"{line}\n\n{bad}\n", encoding="utf-8")
        with pytest.raises(xz.InvalidRecord, match=f"line 3: .*{said}"):
            list(xz.read_records(path))
    path.write_bytes(line.encode() + b"\n\xff\xfe\n")
    with pytest.raises(xz.InvalidRecord, match="no UTF-8"):
        list(xz.read_records(path))
    path.write_text("1" * (RECORD_TEXT * 2), encoding="utf-8")
    with pytest.raises(xz.InvalidRecord, match="more than"):
        list(xz.read_records(path))
    with pytest.raises(xz.InvalidRecord, match="record 1: action"):
        xz.write_records(path, [WHOLE, changed(actions=[[0, "pass"]])])
    assert path.read_text(encoding="utf-8") == "1" * (RECORD_TEXT * 2)  # as it was
    assert xz.write_records(path, [WHOLE, WHOLE]) == 2
    assert xz.write_records(path, list(xz.read_records(path))[:1]) == 1
    assert xz.write_records(path, xz.read_records(path)) == 1  # a file onto itself
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1
    assert list(path.parent.glob("*.part")) == []


# ---- the compact form ----


def test_bytes_that_are_no_record() -> None:
    data = xz.record_to_bytes(WHOLE)
    for bad in (
        b"",
        b"XZR",
        b"xzr\x02" + data[4:],
        data[:4] + b"\xff" + data[5:],
    ):
        with pytest.raises(xz.InvalidRecord):
            xz.record_from_bytes(bad)
    with pytest.raises(xz.InvalidRecord, match="another version"):
        xz.record_from_bytes(b"XZR\x01" + data[4:])
    for length in range(len(data)):
        with pytest.raises(xz.InvalidRecord):
            xz.record_from_bytes(data[:length])
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(xz.InvalidRecord):
            xz.record_from_bytes(bytes(flipped))
    with pytest.raises(xz.InvalidRecord, match="no JSON"):
        xz.record_from_bytes(data + b"x")
    with pytest.raises(xz.InvalidRecord, match="nested more than 100 deep"):
        xz.record_from_bytes(data + b"[" * 100_000)
    with pytest.raises(xz.InvalidRecord, match="meta of more than"):
        xz.record_from_bytes(data + b'"' + b"x" * META_TEXT + b'"')
    with pytest.raises(xz.InvalidRecord, match="no UTF-8"):
        xz.record_from_bytes(data + b'"\xff"')


def test_one_form_for_each_record() -> None:
    """Whatever is read is written back as it was: there are no two forms of one record."""
    rng = random.Random(1)
    accepted = 0
    for game in GAMES:
        data = bytearray(xz.record_to_bytes(game))
        for _ in range(60):
            bad = bytearray(data)
            for _ in range(rng.randint(1, 3)):
                bad[rng.randrange(len(bad))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
            try:
                record = xz.record_from_bytes(bytes(bad))
            except xz.InvalidRecord:
                continue
            accepted += 1
            assert xz.record_to_bytes(record) == bytes(bad)
    assert accepted


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    for prefix in (b"", b"XZR\x01", b"XZR\x01\x00\x00\x00"):
        with pytest.raises(xz.InvalidRecord):
            xz.record_from_bytes(prefix + data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(key=st.sampled_from(["format", "rules", "dealer", "wall", "actions", "scores"]), value=JSON)
def test_any_value_under_any_key(key: str, value: Any) -> None:
    if value == WHOLE[key]:
        return
    if key == "rules" and value in xz.RULEBOOKS:
        return
    refused(changed(**{key: value}))


@given(position=st.integers(0, len(WHOLE["actions"]) - 1), value=JSON)
def test_any_value_as_an_action(position: int, value: Any) -> None:
    actions = [*WHOLE["actions"]]
    if value == actions[position]:
        return
    actions[position] = value
    assert refused(changed(actions=actions)).position == position


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    refused(text)


@given(data=st.data())
def test_damaged_text(data: st.DataObject) -> None:
    """A character of a good record is changed or dropped: refused, or another good record."""
    text = xz.record_text(WHOLE)
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", "0", "9", "m", '"', ",", "[", "]", "{", "-", "é", "\x00"]))
    damaged = text[:at] + put + text[at + 1 :]
    try:
        slow: xz.Game | None = xz.replay(loaded(damaged.encode()))
    except xz.InvalidRecord:
        slow = None
    fast = _played(damaged.encode())
    assert fast is None or (slow is not None and fast.record() == slow.record())
    try:
        game = xz.replay(damaged)
    except xz.InvalidRecord:
        assert slow is None
        return
    assert xz.replay(xz.record_text(game)).record() == game.record()
