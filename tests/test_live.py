"""Hands of which some tiles are dead: the core against the reference and against plain shanten."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import xuezhan as xz
from hands import Melds, hand_text, random_hand
from xuezhan import reference

Counts = npt.NDArray[np.uint8]


def held_with_melds(counts: Sequence[int], melds: Melds) -> list[int]:
    held = list(counts)
    for kind, slot in melds:
        held[slot] += 3 if kind == "pong" else 4
    return held


def near_hand(rng: random.Random, tiles: int, melds: Melds) -> list[int]:
    """Blocks of two suits, some of their tiles changed."""
    while True:
        counts = [0] * 27
        first, second = rng.sample(range(3), 2)
        for _ in range(4 - len(melds)):
            base = 9 * rng.choice([first, second]) + rng.randrange(7)
            for step in (0, 1, 2) if rng.random() < 0.7 else (0, 0, 0):
                counts[base + step] += 1
        counts[9 * first + rng.randrange(9)] += 2
        for _ in range(rng.randint(0, 3)):
            counts[rng.choice([slot for slot in range(27) if counts[slot]])] -= 1
            counts[rng.randrange(27)] += 1
        if tiles == 13:
            counts[rng.choice([slot for slot in range(27) if counts[slot]])] -= 1
        if max(held_with_melds(counts, melds)) <= 4:
            return counts


def some_hand(rng: random.Random, tiles: int) -> tuple[list[int], Melds]:
    counts, melds = random_hand(rng, tiles, rng.choice([0, 0, 1, 2, 3, 4]))
    return (near_hand(rng, tiles, melds) if rng.random() < 0.5 else counts), melds


def some_live(rng: random.Random, counts: Sequence[int], melds: Melds) -> list[int]:
    """What is left of each tile, or less of it: few dead tiles or many."""
    dead = rng.choice([0.1, 0.4, 0.7, 0.9])
    return [
        sum(rng.random() > dead for _ in range(4 - held)) for held in held_with_melds(counts, melds)
    ]


def masks(melds: Melds) -> tuple[int, int]:
    return (
        sum(1 << slot for kind, slot in melds if kind == "pong"),
        sum(1 << slot for kind, slot in melds if kind != "pong"),
    )


def distance(found: int) -> int | None:
    return None if found == xz.UNREACHABLE else found


def test_distances_are_the_reference_s() -> None:
    rng = random.Random(11)
    seen = set()
    for i in range(80):
        counts, melds = some_hand(rng, 13 + i % 2)
        live = some_live(rng, counts, melds)
        wanted = reference.shanten_live(counts, live, melds)
        hand = xz.Hand(hand_text(counts, melds))
        assert hand.shanten_live(live) == wanted, (hand, live)
        pongs, kongs = masks(melds)
        row = xz.shanten(np.array(counts, np.uint8), pongs, kongs, live=np.array(live, np.uint8))
        assert distance(int(row)) == wanted
        seen.add(wanted)
    assert {None, -1, 0, 1, 2, 3} <= seen


def test_accepted_tiles_are_the_reference_s() -> None:
    rng = random.Random(12)
    for _ in range(4):
        counts, melds = some_hand(rng, 13)
        live = some_live(rng, counts, melds)
        wanted = reference.accepts_live(counts, live, melds)
        hand = xz.Hand(hand_text(counts, melds))
        assert [xz.TILE_NAMES.index(tile) for tile in hand.accepts_live(live)] == wanted


def test_accepted_tiles_lower_the_distance_when_drawn() -> None:
    rng = random.Random(13)
    for _ in range(500):
        counts, melds = some_hand(rng, 13)
        live = some_live(rng, counts, melds)
        hand = xz.Hand(hand_text(counts, melds))
        now = hand.shanten_live(live)
        wanted = 0
        for slot in range(27):
            if live[slot] and now is not None:
                drawn = [n + (i == slot) for i, n in enumerate(counts)]
                left = [n - (i == slot) for i, n in enumerate(live)]
                then = xz.Hand(hand_text(drawn, melds)).shanten_live(left)
                assert then in (now, now - 1)
                wanted |= (then < now) << slot
        assert hand.accepts_live(live).mask == wanted
        pongs, kongs = masks(melds)
        rows = np.array([counts], np.uint8), pongs, kongs
        assert xz.accepts(*rows, live=np.array(live, np.uint8)).tolist() == [wanted]


def test_where_nothing_is_dead_it_is_plain_shanten() -> None:
    rng = random.Random(14)
    for i in range(3000):
        counts, melds = some_hand(rng, 13 + i % 2)
        live = [4 - held for held in held_with_melds(counts, melds)]
        hand = xz.Hand(hand_text(counts, melds))
        assert hand.shanten_live(live) == hand.shanten
        if i % 2 == 0:
            assert hand.accepts_live(live) == hand.accepts


@pytest.mark.parametrize(
    ("hand", "dead", "shanten", "accepts"),
    [
        ("123456m2233555p", "", 0, "23p"),
        ("123456m2233555p", "2p", 0, "23p"),
        ("123456m2233555p", "22p", 0, "3p"),
        ("123456m2233555p", "2233p", 1, "145p"),
        ("1133557799m115p", "", 0, "5p"),
        ("1133557799m115p", "555p", 1, "123456789m12346789p"),
        ("5m [111m] [222m] [333m] [444m]", "", 0, "5m"),
        ("5m [111m] [222m] [333m] [444m]", "555m", 1, "6789m123456789p123456789s"),
    ],
)
def test_worked_hands(hand: str, dead: str, shanten: int, accepts: str) -> None:
    value = xz.Hand(hand)
    held = held_with_melds(
        value.counts.tolist(), [(meld.kind, xz.TILE_NAMES.index(meld.tile)) for meld in value.melds]
    )
    gone = xz.Tiles(dead).counts.tolist()
    live = [4 - a - b for a, b in zip(held, gone, strict=True)]
    assert value.shanten_live(live) == shanten
    assert value.accepts_live(live) == xz.Tiles(accepts)


def some_rows(seed: int, n: int) -> tuple[Counts, Counts]:
    rng = random.Random(seed)
    counts = [some_hand(rng, 13) for _ in range(4 * n)]
    plain = [hand for hand, melds in counts if not melds][:n]
    live = [some_live(rng, hand, []) for hand in plain]
    return np.array(plain, np.uint8), np.array(live, np.uint8)


CALLS: list[tuple[Callable[..., Any], type]] = [(xz.shanten, np.int8), (xz.accepts, np.uint32)]


@pytest.mark.parametrize(("call", "dtype"), CALLS)
def test_shapes_and_strides(call: Callable[..., Any], dtype: type) -> None:
    counts, live = some_rows(15, 24)
    wanted = call(counts, live=live)
    assert wanted.dtype == dtype
    assert wanted.shape == (24,)
    assert np.array_equal(
        call(counts.reshape(2, 3, 4, 27), live=live.reshape(2, 3, 4, 27)), wanted.reshape(2, 3, 4)
    )
    assert np.array_equal(call(counts, live=np.asfortranarray(live)), wanted)
    assert np.array_equal(call(counts[::-1], live=live[::-1]), wanted[::-1])
    assert call(counts[5], live=live[5]) == wanted[5]
    assert call(counts[:0], live=live[:0]).shape == (0,)
    # one for all, and one for each row of three
    least = (4 - counts).min(axis=0)
    assert np.array_equal(call(counts, live=least), call(counts, live=np.tile(least, (24, 1))))
    threes = (4 - counts).reshape(8, 3, 27).min(axis=1)
    assert np.array_equal(
        call(counts.reshape(8, 3, 27), live=threes[:, None, :]),
        call(counts, live=np.repeat(threes, 3, axis=0)).reshape(8, 3),
    )


def test_errors_name_the_tile_and_the_row() -> None:
    counts, live = some_rows(16, 4)
    wrong = live.copy()
    wrong[2, 13] = 5 - counts[2, 13]
    held = f"{counts[2, 13]} of 5p held and {wrong[2, 13]} live"
    with pytest.raises(xz.InvalidTiles, match=rf"counts\[2\]: {held}") as caught:
        xz.shanten(counts, live=wrong)
    assert caught.value.index == (2,)
    with pytest.raises(xz.InvalidTiles, match=held):
        xz.Hand(counts[2]).shanten_live(wrong[2])
    with pytest.raises(xz.InvalidTiles, match="3 of 9s held and 2 live"):
        xz.shanten(
            np.array(xz.Hand("1112345678m").counts)[None],
            1 << 26,
            live=np.full(27, 0, np.uint8) + 2 * (np.arange(27) == 26).astype(np.uint8),
        )
    with pytest.raises(TypeError, match="live must be uint8"):
        xz.shanten(counts, live=live.astype(np.float32))
    with pytest.raises(ValueError, match="live must have shape"):
        xz.shanten(counts, live=live[:, :26])
    with pytest.raises(ValueError, match="does not broadcast"):
        xz.accepts(counts, live=live[:3])
    with pytest.raises(xz.InvalidTiles, match="3k\\+1"):
        xz.accepts(xz.Hand("123m22p").counts, live=np.zeros(27, np.uint8))
    with pytest.raises(xz.InvalidTiles, match="accepts_live is of 3k\\+1"):
        xz.Hand("123m22p").accepts_live([0] * 27)
    with pytest.raises(xz.InvalidTiles, match="5 of 1m"):
        xz.Hand("123m2p").shanten_live([5] * 27)
    with pytest.raises(ValueError, match="27 counts"):
        xz.Hand("123m2p").shanten_live([0] * 26)
    with pytest.raises(TypeError, match="live tiles are Tiles, text or 27 counts, not int"):
        xz.Hand("123m2p").accepts_live(5)  # type: ignore[arg-type]


def test_live_tiles_in_any_form() -> None:
    hand = xz.Hand("123456m2233555p")
    for live in ("223p1s", xz.Tiles("223p1s"), xz.Tiles("223p1s").counts.tolist()):
        assert hand.shanten_live(live) == 0
        assert hand.accepts_live(live) == xz.Tiles("23p")


def test_discards_leave_what_can_still_be_drawn() -> None:
    rng = random.Random(17)
    for _ in range(100):
        counts, melds = some_hand(rng, 14)
        live = some_live(rng, counts, melds)
        hand = xz.Hand(hand_text(counts, melds))
        rows = hand.discards(live)
        assert [row.tile for row in rows] == [row.tile for row in hand.discards()]
        for row in rows:
            slot = xz.TILE_NAMES.index(row.tile)
            left = xz.Hand(hand_text([n - (i == slot) for i, n in enumerate(counts)], melds))
            assert row.shanten == left.shanten_live(live)
            assert row.accepts == left.accepts_live(live)


def test_hands_of_unknown_melds() -> None:
    hand = xz.Hand("12m55p")
    live = 4 - hand.counts
    assert hand.shanten_live(live) == hand.shanten == 0
    live[2] = 0
    assert hand.shanten_live(live) == 1
    assert xz.shanten(hand.counts, live=live) == 1
    assert xz.accepts(hand.counts, live=live) == hand.accepts_live(live).mask
    assert hand.shanten_live([0] * 27) is None
