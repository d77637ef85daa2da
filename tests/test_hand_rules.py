"""A declared void suit, hands of 7 and 10 tiles, and no pairs: one hand and arrays of them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import xuezhan as xz
from hands import hand_text, random_hand

SUITS = ("m", "p", "s")


# ---- a void suit (§15) -------------------------------------------------------------------------


def test_a_tile_of_the_void_suit_is_no_win_and_no_wait() -> None:
    ready = "123456m2233555p"
    assert xz.Hand(ready, void="s").waits == xz.Tiles("23p")
    assert xz.Hand(ready, void="s").shanten == 0
    assert xz.Hand(ready, void="m").waits == xz.Tiles("")
    assert xz.Hand(ready, void="m").shanten == 6
    won = "123456m22333555p"
    assert xz.Hand(won, void="s").is_win
    assert not xz.Hand(won, void="p").is_win
    held = xz.Hand("123456m223355p1s", void="s")
    assert held.shanten == 1
    assert held.waits == xz.Tiles("")
    assert held.accepts == xz.Hand("123456m223355p1s").accepts


def test_void_tiles_go_first() -> None:
    for discard in xz.Hand("123456m223355p19s", void="s").discards():
        assert (discard.shanten == 1) == (discard.tile in ("1s", "9s"))


def test_melds_of_the_void_suit_can_be_no_win() -> None:
    hand = xz.Hand("22m [555p][666p][777m][888m]", void="p")
    assert hand.shanten is None
    assert not hand.is_win
    assert xz.Hand("123m2m [555p][666p][777p]", void="p").accepts == xz.Tiles("")


# ---- sizes (§13) -------------------------------------------------------------------------------


def test_short_hands() -> None:
    assert xz.Hand("1122334m", hand_size=7).waits == xz.Tiles("14m")
    pairs = xz.Hand("1133557m", hand_size=7)
    assert pairs.waits == xz.Tiles("7m")
    assert xz.Hand("1111335m", hand_size=7).waits == xz.Tiles("5m")
    assert xz.Hand("11335577m", hand_size=7).is_win
    assert not xz.Hand("11335577m").is_win  # two melds of unknown tiles beside it
    assert xz.Hand("1133557m", hand_size=7, pairs_win=False).shanten == 1
    assert xz.Hand("11m22p [333m]", hand_size=7).shanten == 0
    assert xz.Hand("1122334455m", hand_size=10).shanten == xz.Hand("1122334455m").shanten


def test_no_pairs() -> None:
    hand = "1133557799m114p"
    assert xz.Hand(hand).waits == xz.Tiles("4p")
    assert xz.Hand(hand, pairs_win=False).waits == xz.Tiles("")
    assert xz.Hand("1133557799m1144p").is_win
    assert not xz.Hand("1133557799m1144p", pairs_win=False).is_win


@pytest.mark.parametrize("size", [7, 10])
def test_sizes_with_their_melds(size: int) -> None:
    hand = xz.Hand("22m [333m]" if size == 7 else "22m [333m][444m]", hand_size=size)
    with pytest.raises(xz.InvalidTiles, match=f"{size} or {size + 1} tiles with the melds"):
        _ = hand.shanten
    with pytest.raises(xz.InvalidTiles, match=f"there are at most {size + 1}"):
        xz.Hand("123456789m123p", hand_size=size)


# ---- the hand as a value -----------------------------------------------------------------------


def test_options_are_part_of_the_value() -> None:
    plain, void = xz.Hand("123m [555p]"), xz.Hand("123m [555p]", void="s")
    short = xz.Hand("123m [555p]", hand_size=7, pairs_win=False)
    assert len({plain, void, short}) == 3
    assert repr(void) == "Hand('123m [555p]', void='s')"
    assert repr(short) == "Hand('123m [555p]', hand_size=7, pairs_win=False)"
    assert (void.void, void.hand_size, void.pairs_win) == ("s", 13, True)
    assert (short.void, short.hand_size, short.pairs_win) == (None, 7, False)
    assert str(void) == str(plain)
    for hand in (plain, void, short):
        assert eval(repr(hand), {"Hand": xz.Hand}) == hand
        assert xz.Hand(hand) == hand
        for twin in (copy.copy(hand), pickle.loads(pickle.dumps(hand))):
            assert twin == hand
    assert xz.Hand(void, void=None) == plain
    assert xz.Hand(void, void="m").void == "m"


@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"void": "x"}, ValueError, "void is 'x'; a void suit is 'm', 'p' or 's'"),
        ({"void": ""}, ValueError, "void is ''"),
        ({"void": 1}, ValueError, "void is 1"),
        ({"hand_size": 12}, ValueError, "hand_size is 12; a hand is of 13, 10 or 7 tiles"),
        ({"hand_size": True}, ValueError, "hand_size is True"),
        ({"hand_size": "7"}, TypeError, "str"),
        ({"pairs_win": 1}, TypeError, "pairs_win is True or False, not 1"),
    ],
)
def test_refused(options: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        xz.Hand("123m", **options)


# ---- arrays ------------------------------------------------------------------------------------


def some_rows(seed: int, tiles: int, melds: int | None) -> tuple[list[str], npt.NDArray[np.uint8]]:
    rng = random.Random(seed)
    texts, rows = [], []
    for _ in range(200):
        counts, own = random_hand(rng, tiles, melds)
        texts.append(hand_text(counts, own))
        rows.append(counts)
    return texts, np.array(rows, np.uint8)


def masks_of(texts: list[str]) -> npt.NDArray[np.uint32]:
    """(2, n): pongs and kongs."""
    masks = np.zeros((2, len(texts)), np.uint32)
    for row, text in enumerate(texts):
        for meld in xz.Hand(text).melds:
            masks[int(meld.kind != "pong"), row] |= 1 << xz.TILE_NAMES.index(meld.tile)
    return masks


def masks_or_distances(hands: list[xz.Hand], call: str) -> list[Any]:
    found = [getattr(hand, call) for hand in hands]
    if call == "shanten":
        return [xz.UNREACHABLE if shanten is None else shanten for shanten in found]
    return found if call == "is_win" else [tiles.mask for tiles in found]


@pytest.mark.parametrize("size", [13, 10, 7])
@pytest.mark.parametrize("melds", [0, 2])
@pytest.mark.parametrize("call", ["shanten", "waits", "accepts", "is_win"])
def test_rows_are_hands(size: int, melds: int, call: str) -> None:
    texts, counts = some_rows(size + melds, size + (call == "is_win"), melds)
    pongs, kongs = masks_of(texts)
    voids = np.arange(len(texts)) % 4
    voids[voids == 3] = 255
    options: dict[str, Any] = {"hand_size": size, "pairs_win": size != 7}
    suits = [None if void == 255 else SUITS[void] for void in voids]
    hands = [xz.Hand(text, void=v, **options) for text, v in zip(texts, suits, strict=True)]
    of = getattr(xz, call)
    wanted = masks_or_distances(hands, call)
    assert of(counts, pongs, kongs, void=voids, **options).tolist() == wanted
    wide = np.zeros((400, 54), np.uint8)
    wide[::2, ::2] = counts
    twice = np.repeat(voids.astype(np.uint8), 2)
    assert of(wide[::2, ::2], pongs, kongs, void=twice[::2], **options).tolist() == wanted
    one = masks_or_distances([xz.Hand(text, void="p", **options) for text in texts], call)
    for void in ("p", 1, np.array("p"), np.array(["p"] * len(texts))):
        assert of(counts, pongs, kongs, void=void, **options).tolist() == one
    if not melds and call != "accepts":
        assert of(index=xz.index(counts), void=voids, **options).tolist() == wanted
        assert (
            of(index=xz.index(counts)[::-1], void=voids[::-1], **options).tolist()[::-1] == wanted
        )
        assert of(index=xz.index(counts), void="p", **options).tolist() == one
    shaped = of(
        counts.reshape(10, 20, 27),
        pongs.reshape(10, 20),
        kongs.reshape(10, 20),
        void=voids.reshape(10, 20),
        **options,
    )
    assert shaped.reshape(-1).tolist() == wanted


def test_live_rows_are_hands() -> None:
    texts, counts = some_rows(5, 7, 0)
    rng = np.random.default_rng(1)
    live = (rng.random(counts.shape) * (5 - counts)).astype(np.uint8)
    hands = [xz.Hand(text, void="s", hand_size=7) for text in texts]
    found = xz.shanten(counts, live=live, void="s", hand_size=7)
    wanted = [hand.shanten_live(row) for hand, row in zip(hands, live, strict=True)]
    assert found.tolist() == [xz.UNREACHABLE if far is None else far for far in wanted]
    accepted = xz.accepts(counts, live=live, void="s", hand_size=7)
    assert accepted.tolist() == [
        hand.accepts_live(row).mask for hand, row in zip(hands, live, strict=True)
    ]


@pytest.mark.parametrize(
    ("void", "error", "reason"),
    [
        ("x", ValueError, "void is 'x'"),
        (np.array(["m", "q"]), ValueError, "a void suit is 'm', 'p' or 's'"),
        (np.array([0, 3]), ValueError, "numbers 0 m, 1 p, 2 s, and 255 for none"),
        (np.array([0, -1]), ValueError, "255 for none"),
        (np.array([0.0, 1.0]), TypeError, "names or numbers of suits, not float64"),
        (np.array([0, 1, 2]), ValueError, r"void of shape \(3,\) does not broadcast to \(2,\)"),
    ],
)
def test_refused_voids(void: Any, error: type[Exception], reason: str) -> None:
    counts = np.stack([xz.Hand("123456m2233555p").counts] * 2)
    for call in (xz.shanten, xz.waits, xz.accepts):
        with pytest.raises(error, match=reason):
            call(counts, void=void)
    with pytest.raises(error, match=reason):
        xz.shanten(index=xz.index(counts), void=void)


def test_refused_sizes() -> None:
    counts = np.stack([xz.Hand("1122334m").counts, xz.Hand("123456m2233p").counts])
    with pytest.raises(
        xz.InvalidTiles, match=r"10 tiles; there must be 3k\+1, at most 8"
    ) as caught:
        xz.waits(counts, hand_size=7)
    assert caught.value.index == (1,)
    with pytest.raises(xz.InvalidTiles, match="7 or 8 with the melds"):
        xz.waits(counts, pongs=1 << 26, hand_size=7)
    with pytest.raises(xz.InvalidTiles, match="7 tiles; there must be 10 or 11"):
        xz.shanten(index=xz.index(counts), hand_size=10)


def test_one_row_is_the_same_by_every_way() -> None:
    """The quick way of a single row, and of rows with nothing beside them."""
    texts, counts = some_rows(9, 13, 0)
    assert len(texts) == len(counts)
    for call in (xz.shanten, xz.waits, xz.accepts):
        rows = call(counts)
        for row, found in zip(counts[:20], rows, strict=False):
            one = call(row)
            assert type(one) is type(found)
            assert one == found == call(row[::-1].copy()[::-1]) == call(row, void=255)
    assert xz.shanten(np.empty((0, 27), np.uint8)).shape == (0,)
    assert (xz.shanten(counts.astype(np.int8)) == xz.shanten(counts)).all()
    with pytest.raises(TypeError, match="must be uint8 or other integers, not bool"):
        xz.shanten(counts.astype(bool))
    with pytest.raises(ValueError, match=r"shape \(..., 27\), not \(26,\)"):
        xz.shanten(counts[0, :26])
