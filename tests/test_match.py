"""Matches: the dealer goes on as §7 says, totals run, records follow."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import xuezhan as xz
from xuezhan import reference


def play(match: xz.Match, policy: str, seed: int, hands: int, index: int = 0) -> None:
    for game in islice(match, hands):
        choose = xz.Policy(policy, seed, (index << 32) + match.hands_played)
        while not game.done:
            game.step(choose(game))


@pytest.mark.parametrize("book", xz.RULEBOOKS)
@pytest.mark.parametrize("index", [0, 1, 77])
def test_the_same_as_the_reference(book: str, index: int) -> None:
    match = xz.Match(book, seed=5, index=index)
    play(match, "mixed", 5, 6, index)
    twins = list(reference.play_match(book, "mixed", 6, 5, index))
    assert [game.dealer for game in match.games] == [twin.state.dealer for twin in twins]
    assert match.records == [twin.record() for twin in twins]
    assert match.totals == tuple(map(sum, zip(*(twin.scores for twin in twins), strict=True)))


def test_totals_and_records_cover_the_hands_that_have_ended() -> None:
    match = xz.Match("chengdu", seed=3)
    assert (match.hands_played, match.totals, match.records) == (0, (0, 0, 0, 0), [])
    first = match.next_hand()
    assert (match.hands_played, len(match.games)) == (0, 1)
    while not first.done:
        first.step(first.legal_actions[0])
    assert (match.hands_played, match.totals) == (1, first.scores)
    assert match.dealer == first.next_dealer
    second = match.next_hand()
    assert second.dealer == first.next_dealer == match.dealer
    assert match.totals == first.scores
    assert match.records == [first.record()]


def test_a_hand_is_played_to_its_end_first() -> None:
    match = xz.Match("guide", seed=3)
    match.next_hand()
    with pytest.raises(ValueError, match="not over"):
        match.next_hand()


def test_hands_have_the_indices_of_the_determinism_page() -> None:
    match = xz.Match("online", seed=9, index=3)
    play(match, "random", 9, 3, 3)
    for number, game in enumerate(match.games):
        assert game.wall == xz.Game("online", 9, (3 << 32) + number).wall


def test_the_first_dealer() -> None:
    dealers = [xz.Match("guide", seed).dealer for seed in range(200)]
    assert set(dealers) == {0, 1, 2, 3}
    assert [xz.Match("guide", seed).dealer for seed in range(20)] == [
        reference.first_dealer(reference.make_rules("guide"), seed) for seed in range(20)
    ]
    assert {xz.Match("online", seed).dealer for seed in range(20)} == {0}
    assert {xz.Match(xz.Rules("guide", players=2), seed).dealer for seed in range(40)} == {0, 1}


@pytest.mark.parametrize(
    "arguments", [{"seed": -1}, {"seed": 1 << 64}, {"index": -1}, {"index": 1 << 32}]
)
def test_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be from 0 to "):
        xz.Match("guide", **arguments)


def test_prints() -> None:
    match = xz.Match("guide", seed=3)
    play(match, "random", 3, 2)
    assert "2 hands played" in repr(match)
