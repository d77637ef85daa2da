"""Records of the exchange and the declaration (rules §10, §14, §15, §23)."""

from typing import Any

import pytest

from xuezhan.reference import (
    Game,
    IllegalAction,
    InvalidRecord,
    canonical_text,
    make_rules,
    play,
    replay,
)
from xuezhan.reference.tiles import tile_list

BOTH: dict[str, Any] = {"exchange": "random", "void": "declared"}


def played(**options: Any) -> dict[str, Any]:
    return play(make_rules("guide", **{**BOTH, **options}), "mixed", seed=3, index=1).record()


def refused(record: dict[str, Any], why: str, position: int | None = None) -> None:
    with pytest.raises(InvalidRecord, match=why) as caught:
        replay(record)
    assert caught.value.position == position


def test_entries() -> None:
    """One entry a seat, in turn order from the dealer, tiles by slot."""
    record = played()
    assert list(record) == ["format", "rules", "dealer", "exchange", "wall", "actions", "scores"]
    actions = record["actions"]
    assert [entry[:2] for entry in actions[:4]] == [[seat, "exchange"] for seat in (1, 2, 3, 0)]
    assert all(len(entry[2]) == 6 for entry in actions[:4])
    assert [entry[:2] for entry in actions[4:8]] == [[seat, "void"] for seat in (1, 2, 3, 0)]
    assert all(entry[2] in ("m", "p", "s") for entry in actions[4:8])
    assert canonical_text(replay(record).record()) == canonical_text(record)


def test_the_key_exchange() -> None:
    """Always there where dice decide, refused otherwise (rules §23)."""
    record = played()
    without = {key: value for key, value in record.items() if key != "exchange"}
    refused(without, "is missing")
    refused({**record, "exchange": "left"}, "next or across or previous")
    refused({**record, "exchange": None}, "next or across or previous")
    refused({**played(exchange="next"), "exchange": "next"}, "only where exchange = random")
    assert "exchange" not in played(exchange="next")
    two = played(players=2)
    assert two["exchange"] == "next"
    refused({**two, "exchange": "previous"}, "goes next")
    unfinished = Game(make_rules("guide", exchange="random"), seed=1).record()
    assert unfinished["exchange"] == "next"
    assert (
        replay(unfinished).canonical_bytes()
        == Game(make_rules("guide", exchange="random"), seed=1).canonical_bytes()
    )


def test_a_way_given_with_the_wall() -> None:
    rules = make_rules("guide", exchange="random")
    wall = Game(rules, seed=1).wall
    for way in ("next", "across", "previous"):
        assert Game(rules, wall=wall, exchange=way).state.way == way
    assert Game(rules, 5, 6, wall=wall).state.way == Game(rules, 5, 6).state.way
    with pytest.raises(ValueError, match="only where"):
        Game("guide", exchange="next")


def test_choices_that_are_not_complete_are_not_written() -> None:
    game = Game(make_rules("guide", **BOTH), seed=2, dealer=1)
    for seat in (2, 1):
        while seat in game.pending:
            game.step(game.pending[seat][0], seat)
    game.step(game.pending[3][0], 3)
    # Seats 1 and 2 have chosen, 3 has not finished.
    assert [entry[0] for entry in game.log] == [1, 2]
    assert replay(game.record()).log == game.log


def test_refused_choices() -> None:
    record = played()
    actions = record["actions"]
    for text, why in (
        ("1m", "3 tiles are given"),
        (actions[0][2][:4], "3 tiles are given"),
        (actions[0][2] + actions[0][2][:2], "stand by slot"),
        ("9s8s7s", "stand by slot"),
        ("1m2p3s", "may not exchange"),
        ("1m2", "two characters"),
        ("", "3 tiles are given"),
        ("0m1m2m", "no tile"),
    ):
        refused({**record, "actions": [[1, "exchange", text]]}, why, 0)
    refused({**record, "actions": [[1, "exchange"]]}, "names its tile", 0)
    refused({**record, "actions": [[2, "exchange", actions[1][2]]]}, "it is seat 1", 0)
    refused({**record, "actions": [[1, "void", "m"]]}, "may not void", 0)
    refused({**record, "actions": [*actions[:4], [1, "void", "x"]]}, "names its suit", 4)
    refused({**record, "actions": [*actions[:4], [1, "void"]]}, "names its suit", 4)
    refused({**record, "actions": [*actions[:4], actions[0]]}, "owes no choice", 4)
    with pytest.raises(InvalidRecord, match="legal: seat 1: exchange"):
        replay({**record, "actions": [[1, "pass"]]})


def test_a_whole_choice_or_nothing() -> None:
    rules = make_rules("guide", exchange="next", exchange_suit="any")
    game = Game(rules, seed=2)
    before = game.canonical_bytes()
    held = [tile for tile in range(27) if game.state.seats[2].counts[tile]]
    missing = next(tile for tile in range(27) if tile not in held)
    for tiles in (held[:2], held[:4], [*held[:2], missing], [*[held[0]] * 3, held[1]]):
        with pytest.raises(IllegalAction):
            game.exchange(2, tiles)
        assert game.canonical_bytes() == before
    game.exchange(2, held[:3])
    assert 2 not in game.pending
    with pytest.raises(IllegalAction, match="owes no choice"):
        game.exchange(2, held[:3])


def test_penalties_before_play() -> None:
    """Only an escape, which ends the hand at once (rules §23)."""
    rules = make_rules("chengdu", **BOTH, escape_units=2)
    for declaring in (False, True):
        game = Game(rules, seed=4)
        while declaring and game.state.phase == 4:
            game.step(game.legal_actions[0])
        for kind in ("false_win", "wrong_count"):
            with pytest.raises(IllegalAction, match="play has not begun"):
                game.penalize(1, kind)
        game.step(game.pending[3][-1], 3)
        if not declaring:
            game.step(game.pending[3][-1], 3)
        game.penalize(1, "escape")
        assert game.done
        assert game.scores == [2, -6, 2, 2]
        assert [seat.void for seat in game.state.seats] == [None] * 4
        assert all(bool(seat.given) == declaring for seat in game.state.seats)
        assert game.log[-1] == [1, "escape"]
        assert replay(game.record()).canonical_bytes() == game.canonical_bytes()


def test_wild_hands_replay() -> None:
    for index in range(6):
        record = play("leshan_wild", "mixed", seed=8, index=index).record()
        assert canonical_text(replay(record).record()) == canonical_text(record)
        assert record["rules"] == "leshan_wild"
        assert len(tile_list(record["wall"])) == 108
