"""Hand records: what is refused and where (rules §10)."""

import json
from typing import Any

import pytest

from xuezhan.reference import (
    Game,
    IllegalWall,
    InvalidRecord,
    canonical_text,
    make_rules,
    play,
    replay,
)

RECORD = play("chengdu", "mixed", seed=3).record()


def changed(**values: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(RECORD)), **values}


def refused(record: Any, match: str, position: int | None = None) -> None:
    with pytest.raises(InvalidRecord, match=match) as error:
        replay(record)
    assert error.value.position == position


def test_whole_record() -> None:
    assert replay(RECORD).scores == RECORD["scores"]
    text = canonical_text(RECORD)
    assert text.startswith('{"format":"xuezhan/1","rules":"chengdu","dealer":0,"wall":"')
    assert " " not in text
    assert canonical_text(replay(text).record()) == text


def test_meta_stands_last_and_is_kept() -> None:
    meta = {"table": "茶馆", "n": [1, 2.5, None]}
    text = canonical_text(replay({"meta": meta, **RECORD}).record())
    assert text.endswith('"meta":{"table":"茶馆","n":[1,2.5,null]}}')
    assert replay(text).record()["meta"] == meta


def test_refused_parts() -> None:
    refused("{", "no JSON")
    refused("[]", "one JSON object")
    refused('{"format":"xuezhan/1","format":"xuezhan/1"}', "twice")
    refused(changed(format="xuezhan/2"), "format")
    refused(changed(comment=1), "unknown key 'comment'")
    refused({k: v for k, v in RECORD.items() if k != "wall"}, "'wall' is missing")
    refused(changed(dealer=4), "dealer")
    refused(changed(dealer=True), "dealer")
    refused(changed(rules="riichi"), "no rulebook")
    refused(changed(rules={"base": "guide", "colour": 1}), "no option")
    refused(changed(wall=RECORD["wall"][:-2]), "it must have 4")
    refused(changed(wall=RECORD["wall"][:-1]), "two characters")
    refused(changed(wall="1z" + RECORD["wall"][2:]), "1z")
    refused(changed(actions="pass"), "list")
    refused(changed(scores=[0, 0, 0]), "4 whole numbers")
    scores = list(RECORD["scores"])
    refused(changed(scores=[scores[1] + 1, *scores[1:]]), "scores are")
    refused(changed(actions=RECORD["actions"][:-1]), "not over", len(RECORD["actions"]) - 1)


def test_refused_actions() -> None:
    first = RECORD["actions"][0]
    for wrong, why in (
        ([1, "pass"], "it is seat 0"),
        ([0, "pass"], "may not pass"),
        ([0, "discard"], "names its tile"),
        ([0, "kong"], "names its tile"),
        ([0, "win", "1m"], "carries no tile"),
        ([0, "discard", "0m"], "no tile"),
        ([0, "chow"], "no action"),
        (["0", "pass"], "is no action"),
        ([0], "is no action"),
        ([0, "escape"], "no penalty"),
        ([0, "false_win", "1m"], "carries no tile"),
    ):
        refused(changed(actions=[wrong]), why, 0)
    refused(changed(actions=[first, first]), "legal", 1)
    last = len(RECORD["actions"])
    refused(changed(actions=[*RECORD["actions"], [0, "pass"]]), "hand is over", last)
    with pytest.raises(InvalidRecord, match="legal: seat 0: discard"):
        replay(changed(actions=[[0, "pong"]]))


def test_penalties_stand_first_in_their_round() -> None:
    """Two seats are asked; one answers, then a third is put out: written before the answer."""
    for seed in range(200):
        game = Game("chengdu", seed=seed)
        while not game.done and len(game.pending) < 2:
            game.step(game.legal_actions[-1])
        if len(game.pending) == 2:
            break
    before = len(game.log)
    first, second = game.pending
    game.step(game.pending[first][0], first)
    other = next(seat for seat in range(4) if seat not in (first, second))
    game.penalize(other, "wrong_count")
    assert [entry[0] for entry in game.log[before:]] == [other, first]
    record = game.record()
    assert replay(record).canonical_bytes() == game.canonical_bytes()
    actions = record["actions"]
    swapped = [*actions[:before], actions[before + 1], actions[before]]
    refused({**record, "actions": swapped}, "before all answers", before + 1)


def test_rules_in_records() -> None:
    rules = make_rules("guide", unit=2, max_fan=4, patterns={"straight": 2, "outside": 2})
    record = Game(rules, seed=1).record()
    assert list(record["rules"].items()) == [
        ("base", "guide"),
        ("unit", 2),
        ("max_fan", 4),
        ("patterns", {"straight": 2}),
    ]
    assert replay(record).record() == record
    same = {**record, "rules": {"base": "guide", "unit": 1}}
    assert replay(same).record()["rules"] == "guide"


def test_walls_given_outright() -> None:
    wall = Game("guide", seed=4).wall
    assert Game("guide", wall=wall).record()["wall"] == RECORD["wall"][:0] + "".join(
        f"{slot % 9 + 1}{'mps'[slot // 9]}" for slot in wall
    )
    with pytest.raises(IllegalWall, match="5 of 1m"):
        Game("guide", wall=[0, *wall])
    with pytest.raises(IllegalWall, match="no tile"):
        Game("guide", wall=[27, *wall])
