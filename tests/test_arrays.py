"""`xz.shanten`, `xz.waits`, `xz.is_win` over arrays, against the one-hand calls."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import xuezhan as xz
from hands import Melds, hand_text, hands, random_hand

Counts = npt.NDArray[np.uint8]
Call = Callable[..., Any]
CALLS: list[tuple[Call, type, int]] = [
    (xz.shanten, np.int8, 14),
    (xz.waits, np.uint32, 13),
    (xz.is_win, np.bool_, 14),
]


def some_hands(
    seed: int, n: int, tiles: int, melds: int | None = 0
) -> tuple[Counts, npt.NDArray[np.uint32], list[Melds]]:
    """Counts, masks of pongs and kongs (2, n), and the melds."""
    rng = random.Random(seed)
    rows, masks, made = [], [], []
    for _ in range(n):
        counts, own = random_hand(rng, tiles, melds)
        rows.append(counts)
        made.append(own)
        masks.append(
            [
                sum(1 << slot for kind, slot in own if (kind == "pong") == pong)
                for pong in (True, False)
            ]
        )
    return np.array(rows, np.uint8).reshape(n, 27), np.array(masks, np.uint32).reshape(n, 2).T, made


def one_by_one(call: Call, counts: Counts, melds: list[Melds]) -> list[Any]:
    found = []
    for row, own in zip(counts, melds, strict=True):
        hand = xz.Hand(hand_text(row.tolist(), own))
        if call is xz.shanten:
            found.append(xz.UNREACHABLE if hand.shanten is None else hand.shanten)
        else:
            found.append(hand.waits.mask if call is xz.waits else hand.is_win)
    return found


@pytest.mark.parametrize(("call", "dtype", "tiles"), CALLS)
def test_rows_are_hands(call: Call, dtype: type, tiles: int) -> None:
    counts, _, melds = some_hands(1, 500, tiles)
    found = call(counts)
    assert found.dtype == dtype
    assert found.shape == (500,)
    assert found.tolist() == one_by_one(call, counts, melds)


@pytest.mark.parametrize(("call", "dtype", "tiles"), CALLS)
def test_rows_with_melds_are_hands(call: Call, dtype: type, tiles: int) -> None:
    counts, (pongs, kongs), melds = some_hands(2, 1000, tiles, None)
    found = call(counts, pongs, kongs)
    assert found.dtype == dtype
    assert found.tolist() == one_by_one(call, counts, melds)
    assert call(counts, pongs.astype(np.int64), kongs.astype(np.uint64)).tolist() == found.tolist()
    assert len(set(found.tolist())) > 1 or call is not xz.shanten


def test_both_sizes_in_one_array() -> None:
    ready, complete = xz.Hand("123456m2233555p"), xz.Hand("123456m22233555p")
    both = np.stack([ready.counts, complete.counts])
    assert xz.shanten(both).tolist() == [0, -1]


def test_melds_of_unknown_tiles() -> None:
    """Fewer tiles and no masks: any melds will do, so a win is no further than with known ones."""
    counts, (pongs, kongs), _ = some_hands(3, 500, 14, 2)
    free, exact = xz.shanten(counts), xz.shanten(counts, pongs, kongs)
    assert (free <= exact).all()
    assert (free < exact).any()
    assert xz.is_win(np.stack([xz.Hand("123m22p").counts])).tolist() == [True]


@pytest.mark.parametrize(("call", "dtype", "tiles"), CALLS)
@given(data=st.data())
def test_any_leading_shape(call: Call, dtype: type, tiles: int, data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
    n = int(np.prod(shape))
    counts, _, _ = some_hands(data.draw(st.integers(0, 1000)), n, tiles)
    flat = call(counts)
    found = call(counts.reshape(*shape, 27))
    assert np.shape(found) == shape
    assert np.asarray(found).dtype == dtype
    assert np.array_equal(np.reshape(found, -1), flat)


@pytest.mark.parametrize(("call", "dtype", "tiles"), CALLS)
def test_any_strides(call: Call, dtype: type, tiles: int) -> None:
    counts, (pongs, kongs), _ = some_hands(4, 60, tiles, 1)
    wanted = call(counts, pongs, kongs)
    assert np.array_equal(call(np.asfortranarray(counts), pongs, kongs), wanted)
    wide = np.zeros((120, 60), np.uint8)
    wide[::2, 3:57:2] = counts
    assert np.array_equal(call(wide[::2, 3:57:2], pongs, kongs), wanted)
    assert np.array_equal(call(counts[::-1], pongs[::-1], kongs[::-1]), wanted[::-1])
    back = np.ascontiguousarray(counts[:, ::-1])
    assert np.array_equal(call(back[:, ::-1], pongs, kongs), wanted)
    swapped = np.ascontiguousarray(counts.reshape(6, 10, 27).transpose(1, 0, 2)).transpose(1, 0, 2)
    assert np.array_equal(
        call(swapped, pongs.reshape(6, 10), kongs.reshape(6, 10)), wanted.reshape(6, 10)
    )
    assert np.array_equal(
        call(np.broadcast_to(counts[0], (5, 27)), pongs[0], kongs[0]), np.repeat(wanted[0], 5)
    )
    locked = counts.copy()
    locked.flags.writeable = False
    assert np.array_equal(call(locked, pongs, kongs), wanted)


def test_masks_broadcast() -> None:
    rng = random.Random(5)
    pong, kong = 1 << 3, 1 << 20
    rows = []
    for _ in range(12):
        row, _ = random_hand(rng, 8, 0)
        while row[3] > 1 or row[20]:
            row, _ = random_hand(rng, 8, 0)
        rows.append(row)
    counts = np.array(rows, np.uint8).reshape(3, 4, 27)
    full = np.full((3, 4), pong), np.full((3, 4), kong)
    wanted = xz.shanten(counts, *full)
    assert np.array_equal(xz.shanten(counts, pong, kong), wanted)
    assert np.array_equal(xz.shanten(counts, np.full(4, pong), kong), wanted)
    assert np.array_equal(xz.shanten(counts, np.full((3, 1), pong), np.uint32(kong)), wanted)
    assert np.array_equal(xz.shanten(counts, pong, full[1]), wanted)
    assert xz.shanten(counts[0, 0], pong, kong) == wanted[0, 0]


def test_masks_of_zeros_say_that_there_are_no_melds() -> None:
    short = np.stack([xz.Hand("123m22p").counts])
    with pytest.raises(xz.InvalidTiles, match=r"counts\[0\]: 5 concealed tiles and 0 melds"):
        xz.shanten(short, np.zeros(1, np.uint32))
    whole = np.stack([xz.Hand("11223344556677p").counts])
    assert xz.is_win(whole, np.zeros(1, np.uint32), np.zeros(1, np.uint32)).all()


def test_integers_of_any_kind() -> None:
    counts, _, _ = some_hands(10, 4, 13)
    for dtype in (np.int64, np.int8, np.uint32, ">i4"):
        assert (xz.shanten(counts.astype(dtype)) == xz.shanten(counts)).all()
        live = (4 - counts).astype(dtype)
        assert (xz.accepts(counts, live=live) == xz.accepts(counts, live=4 - counts)).all()
    assert xz.waits(counts.tolist()).tolist() == xz.waits(counts).tolist()


@pytest.mark.parametrize("call", [xz.shanten, xz.waits, xz.is_win])
def test_wrong_arguments(call: Call) -> None:
    row = np.zeros((1, 27), np.uint8)
    for dtype in (np.float32, np.bool_, object):
        with pytest.raises(TypeError, match=r"counts must be uint8 .*astype\(np.uint8\) casts it"):
            call(row.astype(dtype))
    for number in (-1, 256, 1 << 40):
        with pytest.raises(xz.InvalidTiles, match="counts must be uint8, 0 to 255; there are"):
            call([[0] * 26 + [number]])
    for one in ("123m", xz.Hand("123m"), xz.Tiles("123m")):
        with pytest.raises(TypeError, match=r"counts must be an array of uint8, not .* a Hand has"):
            call(one)
    for shape in [(26,), (27, 1), (0,), ()]:
        with pytest.raises(ValueError, match=r"shape \(\.\.\., 27\), not"):
            call(np.zeros(shape, np.uint8))
    with pytest.raises(TypeError, match="pongs must be integers, not float64"):
        call(row, 1.0)
    with pytest.raises(xz.InvalidTiles, match="kongs must be masks of slots"):
        call(row, 0, 1 << 27)
    with pytest.raises(xz.InvalidTiles, match="pongs must be masks of slots"):
        call(row, np.array([-1]))
    with pytest.raises(ValueError, match=r"pongs of shape \(2,\) do not broadcast to \(1,\)"):
        call(row, np.array([1, 1]))


@pytest.mark.parametrize(
    ("call", "good", "bad", "melds", "reason"),
    [
        (xz.shanten, "11m", "123m", (0, 0), r"3 tiles; there must be 3k\+1 or 3k\+2, at most 14"),
        (xz.shanten, "11m", "", (0, 0), "0 tiles"),
        (xz.waits, "1m", "11m", (0, 0), r"2 tiles; there must be 3k\+1"),
        (xz.is_win, "11m", "1m", (0, 0), r"1 tiles; there must be 3k\+2"),
        (xz.shanten, "11p", "1122p", (0b1110, 1), "4 concealed tiles and 4 melds"),
        (
            xz.shanten,
            "11223344556m",
            "112233445566m",
            (1 << 20, 0),
            "12 concealed tiles and 1 melds",
        ),
    ],
)
def test_bad_row_by_index(
    call: Call, good: str, bad: str, melds: tuple[int, int], reason: str
) -> None:
    counts = np.stack([xz.Hand(good).counts] * 12)
    counts[7] = xz.Hand(bad).counts
    with pytest.raises(xz.InvalidTiles, match=r"counts\[7\]: " + reason) as caught:
        call(counts, *melds)
    assert caught.value.index == (7,)
    with pytest.raises(xz.InvalidTiles, match=r"counts\[1, 3\]: " + reason) as caught:
        call(counts.reshape(3, 4, 27), *melds)
    assert caught.value.index == (1, 3)
    with pytest.raises(xz.InvalidTiles, match="counts: " + reason) as caught:
        call(counts[7], *melds)
    assert caught.value.index == ()


def test_bad_rows_of_other_kinds() -> None:
    row = np.stack([xz.Hand("11223344556677p").counts])
    row[0, 9], row[0, 10] = 5, 0
    row[0, 15] = 1
    with pytest.raises(xz.InvalidTiles, match=r"counts\[0\]: more than four of 1p"):
        xz.shanten(row)
    row[0, 9] = 255
    with pytest.raises(xz.InvalidTiles, match=r"counts\[0\]"):
        xz.shanten(row)
    eleven = np.stack([xz.Hand("11223344556m").counts])
    with pytest.raises(xz.InvalidTiles, match="more than four of 1m"):
        xz.shanten(eleven, 0, 1)
    with pytest.raises(xz.InvalidTiles, match="more than four of 1m"):
        xz.shanten(eleven, 1, 0)
    eight = np.stack([xz.Hand("11223344m").counts])
    with pytest.raises(xz.InvalidTiles, match="both pong and kong"):
        xz.shanten(eight, 1 << 20, 1 << 20)


def test_four_held_is_no_wait() -> None:
    counts = np.stack([xz.Hand("1111m").counts])
    assert xz.waits(counts).tolist() == [0]
    assert xz.waits(counts, 0b1110, 0).tolist() == [0]


@given(hands(tiles=13))
def test_one_row(drawn: tuple[list[int], Melds]) -> None:
    counts, melds = drawn
    masks = [
        sum(1 << slot for kind, slot in melds if (kind == "pong") == pong) for pong in (True, False)
    ]
    row = np.array(counts, np.uint8)
    hand = xz.Hand(hand_text(counts, melds))
    if melds:
        assert xz.waits(row, *masks) == hand.waits.mask
        assert xz.shanten(row, *masks) == (xz.UNREACHABLE if hand.shanten is None else hand.shanten)
    else:
        assert xz.waits(row) == hand.waits.mask


# ---- the index form ------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "dtype", "tiles"), CALLS)
@pytest.mark.parametrize("n", [0, 1, 3, 64, 65, 1000])
def test_an_index_answers_as_its_counts(call: Call, dtype: type, tiles: int, n: int) -> None:
    counts, _, _ = some_hands(5, n, tiles)
    found = call(index=xz.index(counts))
    assert found.dtype == dtype
    assert np.array_equal(found, call(counts))
    if call is xz.shanten:
        fewer, _, _ = some_hands(6, n, 13)
        mixed = np.concatenate([counts, fewer])
        assert np.array_equal(call(index=xz.index(mixed)), call(mixed))


def test_index_is_two_numbers_in_base_5() -> None:
    counts, _, _ = some_hands(7, 200, 14)
    suits = counts.reshape(200, 3, 9).astype(int)
    halves = np.stack(
        [suits[..., :4] @ 5 ** np.arange(4), suits[..., 4:] @ 5 ** np.arange(5)], axis=-1
    )
    found = xz.index(counts)
    assert found.dtype == np.uint16
    assert np.array_equal(found, halves)
    assert np.array_equal(xz.index(np.asfortranarray(counts)), halves)
    assert np.array_equal(xz.index(counts.reshape(10, 20, 27)), halves.reshape(10, 20, 3, 2))
    assert xz.index(counts[0]).shape == (3, 2)
    assert xz.index(np.zeros((2, 27), np.uint8)).tolist() == [[[0, 0]] * 3] * 2


@pytest.mark.parametrize(("call", "dtype", "tiles"), CALLS)
def test_an_index_of_any_shape_and_strides(call: Call, dtype: type, tiles: int) -> None:
    counts, _, _ = some_hands(8, 60, tiles)
    index, wanted = xz.index(counts), call(counts)
    assert call(index=index[7]) == wanted[7]
    assert np.array_equal(call(index=index.reshape(6, 10, 3, 2)), wanted.reshape(6, 10))
    assert np.array_equal(call(index=index[::-1]), wanted[::-1])
    assert np.array_equal(call(index=index[::3]), wanted[::3])
    assert np.array_equal(call(index=np.asfortranarray(index)), wanted)
    assert np.array_equal(call(index=np.broadcast_to(index[3], (9, 3, 2))), [wanted[3]] * 9)
    wide = np.zeros((60, 5, 7), np.uint16)
    wide[:, 1:4, 1:4:2] = index
    assert np.array_equal(call(index=wide[:, 1:4, 1:4:2]), wanted)
    block = np.zeros(60 * 12 + 1, np.uint8)
    crooked = block[1:].view(np.uint16).reshape(60, 3, 2)
    crooked[...] = index
    assert np.array_equal(call(index=crooked), wanted)
    frozen = index.copy()
    frozen.flags.writeable = False
    assert np.array_equal(call(index=frozen), wanted)


@pytest.mark.parametrize(
    ("half", "message"),
    [
        ((0, 0, 625), "index[70]: [625, 0, 0, 0, 0, 0] holds a half out of range"),
        ((2, 1, 3125), "index[70]: [0, 0, 0, 0, 0, 3125] holds a half out of range"),
        ((1, 1, 65535), "index[70]: [0, 0, 0, 65535, 0, 0] holds a half out of range"),
        ((1, 1, 3124), "index[70]: 20 tiles; there must be 13 or 14: hands with melds need"),
        ((0, 0, 0), "index[70]: 0 tiles; there must be 13 or 14"),
    ],
)
@pytest.mark.parametrize("rows", [71, 72, 75])
def test_a_bad_index_is_named(half: tuple[int, int, int], message: str, rows: int) -> None:
    index = xz.index(some_hands(9, rows, 14)[0])
    suit, place, value = half
    index[70] = 0
    index[70, suit, place] = value
    with pytest.raises(xz.InvalidTiles, match=re.escape(message)) as caught:
        xz.shanten(index=index)
    assert caught.value.index == (70,)


def test_what_is_no_index() -> None:
    counts, _, _ = some_hands(10, 4, 14)
    index = xz.index(counts)
    with pytest.raises(TypeError, match="index must be uint16 or other integers, not float64"):
        xz.is_win(index=index.astype(np.float64))
    assert (xz.is_win(index=index.astype(np.int64)) == xz.is_win(index=index)).all()
    with pytest.raises(ValueError, match=r"shape \(\.\.\., 3, 2\), not \(4, 6\)"):
        xz.is_win(index=index.reshape(4, 6))
    with pytest.raises(TypeError, match="hands with melds need their counts"):
        xz.is_win(index=index, pongs=1)
    with pytest.raises(TypeError, match="hands with melds need their counts"):
        xz.is_win(index=index, kongs=np.ones(4, np.uint32))
    with pytest.raises(TypeError, match="in place of counts"):
        xz.is_win(counts, index=index)
    with pytest.raises(TypeError, match="counts or index must be given"):
        xz.waits()
    with pytest.raises(xz.InvalidTiles, match="14 tiles; there must be 13: hands"):
        xz.waits(index=index)
    with pytest.raises(xz.InvalidTiles, match="13 tiles; there must be 14: hands"):
        xz.is_win(index=xz.index(some_hands(10, 4, 13)[0]))
    counts[2, 0] = 5
    with pytest.raises(xz.InvalidTiles, match=r"counts\[2\]: more than four of 1m"):
        xz.index(counts)
    with pytest.raises(xz.InvalidTiles, match=r"15 tiles; there must be at most 14$"):
        xz.index(np.array([3] * 5 + [0] * 22, np.uint8))
