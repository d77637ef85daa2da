"""Text to tiles and back (docs/notation.md)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import xuezhan as xz
from hands import TILES, counts_text, hand_text, hands, random_hand, shuffled_text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("123m456p789s", "123m456p789s"),
        ("9s1p1m", "1m1p9s"),
        ("3m 1m\t2m\n", "123m"),
        ("1m2m3m", "123m"),
        ("123万456筒789条", "123m456p789s"),
        ("1萬2饼3餅4條5索", "1m23p45s"),
        ("一二三万五筒", "123m5p"),
        ("🀇🀏🀐🀘🀙🀡", "19m19p19s"),
        ("🀇\ufe0f🀇\ufe0e1m", "111m"),
        ("１２３ｍ\u3000５ｐ", "123m5p"),
        ("[111m]", "[111m]"),
        ("[111m]5p", "5p [111m]"),
        ("5p[1111m][222+2p](3333s)", "5p [1111m][222+2p](3333s)"),
        ("(3333s) [1111m]", "(3333s)[1111m]"),
        ("[🀇🀇🀇] [🀐🀐🀐+🀐] (🀙🀙🀙🀙)", "[111m][111+1s](1111p)"),
        ("[111+1万](二二二二条)[ 3筒33p ]", "[111+1m](2222s)[333p]"),
        ("[111m+1m]", "[111+1m]"),
        ("（１１１１ｍ）［２２２＋２ｐ］", "(1111m)[222+2p]"),
    ],
)
def test_reads(text: str, canonical: str) -> None:
    hand = xz.Hand(text)
    assert str(hand) == canonical
    assert xz.Hand(canonical) == hand
    assert str(xz.Hand(canonical)) == canonical


def test_unicode_order() -> None:
    unicode = "".join(chr(0x1F007 + i) for i in range(27))
    assert list(xz.Tiles(unicode)) == list(TILES)
    by_suit = {unicode[0:9]: "m", unicode[9:18]: "s", unicode[18:27]: "p"}
    for tiles, suit in by_suit.items():
        assert str(xz.Tiles(tiles)) == f"123456789{suit}"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("123m45x", 6, "'x' is no tile; expected ranks 1-9 and a suit m, p or s"),
        ("123m é", 5, "U+00E9 is no tile"),
        ("🀇🀇é", 2, "U+00E9 is no tile"),
        ("12万 0m", 4, "no rank 0 (red five)"),
        ("5z", 1, "no winds and dragons"),
        ("🀇🀀", 1, "no winds and dragons"),
        ("🀢", 0, "no flowers"),
        ("123", 0, "ranks without a suit"),
        ("1m 12 3m", 3, "ranks without a suit"),
        ("12🀇", 0, "ranks without a suit"),
        ("12[111m]", 0, "ranks without a suit"),
        ("1m m", 3, 'a suit without a rank before it; write "5m"'),
        ("1m条", 2, 'a suit without a rank before it; write "5s"'),
        ("11111m", 4, "more than four of 1m"),
        ("1p1m [1111m]", 5, "more than four of 1m"),
        ("[111m](1111m)", 6, "more than four of 1m"),
        ("2m[222m]2m", 8, "more than four of 2m"),
        ("123456789m123456p", 15, "more than 14 tiles"),
        ("123456789m123p [111s]", 15, "more than 14 tiles"),
        ("[111m][222m][333m][444m][555m]", 24, "more than 14 tiles"),
        ("[123m]", 0, "there is no chow"),
        ("[11m1p]", 0, "must be the same"),
        ("1m[11m]", 2, "a meld is [111m]"),
        ("[11111m]", 5, "a meld is [111m]"),
        ("(111m)", 0, "(1111m) concealed"),
        ("(111+1m)", 0, "(1111m) concealed"),
        ("[11+11m]", 0, "a meld is [111m]"),
        ("[11+1m]", 0, "a meld is [111m]"),
        ("[+111m]", 1, "a meld is [111m]"),
        ("[111+m]", 5, "expected a rank after '+'"),
        ("[1+1+1+1m]", 1, "ranks without a suit"),
        ("[]", 0, "a meld is [111m]"),
        ("1m [111m", 3, "'[' is not closed"),
        ("(1111m", 0, "'(' is not closed"),
        ("[111m)", 5, "')' is no tile"),
        ("[111]", 1, "ranks without a suit"),
        ("[[111m]]", 1, "'[' is no tile"),
        ("1+1m", 0, "ranks without a suit"),
        ("1m]", 2, "']' is no tile"),
        ("1m\0", 2, "U+0000 is no tile"),
        ("1m\ud800", 2, "lone surrogate"),
    ],
)
def test_refuses(text: str, position: int, reason: str) -> None:
    with pytest.raises(xz.InvalidTiles) as caught:
        xz.Hand(text)
    assert reason in str(caught.value)
    assert f"(at {position})" in str(caught.value)
    assert caught.value.position == position


def test_tiles_refuse_melds() -> None:
    with pytest.raises(xz.InvalidTiles, match=r"a meld cannot stand here, only tiles \(at 3\)"):
        xz.Tiles("1m [111m]")


def test_whole_set_is_tiles() -> None:
    text = "".join(f"{tile}" * 4 for tile in TILES)
    assert len(xz.Tiles(text)) == 108
    with pytest.raises(xz.InvalidTiles, match="more"):
        xz.Tiles(text + "1m")


@given(hands())
def test_round_trip(hand: tuple[list[int], list[tuple[str, int]]]) -> None:
    counts, melds = hand
    text = hand_text(counts, melds)
    read = xz.Hand(text)
    assert str(read) == text
    assert read.counts.tolist() == counts
    assert [(meld.kind, TILES.index(meld.tile)) for meld in read.melds] == melds
    assert eval(repr(read), {"Hand": xz.Hand}) == read


@given(hands(), st.integers(0, 2**32))
def test_every_notation_reads_the_same(
    hand: tuple[list[int], list[tuple[str, int]]], seed: int
) -> None:
    counts, melds = hand
    text = shuffled_text(random.Random(seed), counts, melds)
    assert str(xz.Hand(text)) == hand_text(counts, melds)


@given(st.lists(st.sampled_from(TILES), max_size=30))
def test_tiles_round_trip(names: list[str]) -> None:
    counts = [names.count(tile) for tile in TILES]
    if max(counts) > 4:
        with pytest.raises(xz.InvalidTiles, match="more than four"):
            xz.Tiles("".join(names))
    else:
        tiles = xz.Tiles("".join(names))
        assert str(tiles) == counts_text(counts)
        assert xz.Tiles(str(tiles)) == tiles


FUZZ_ALPHABET = "123456789mpsmps mps[]()+０５ｍ（）［］＋万筒条饼索一二九🀇🀏🀙🀀\ufe0f\u3000xz0é\0"


@given(st.text(alphabet=st.one_of(st.sampled_from(FUZZ_ALPHABET), st.characters()), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        hand = xz.Hand(text)
    except xz.InvalidTiles as error:
        assert error.position is not None
        assert 0 <= error.position <= len(text)
    else:
        assert xz.Hand(str(hand)) == hand


def test_damaged_text() -> None:
    """Characters changed, lost or added: still a valid hand or refused with a place in the text."""
    rng = random.Random(1)
    read = refused = 0
    for _ in range(5_000):
        text = list(shuffled_text(rng, *random_hand(rng, rng.randint(1, 14))))
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text) + 1)
            text[place : place + rng.randint(0, 1)] = rng.choices(
                FUZZ_ALPHABET, k=rng.randint(0, 1)
            )
        try:
            hand = xz.Hand("".join(text))
        except xz.InvalidTiles as error:
            refused += 1
            assert error.position is not None
            assert error.position <= len(text)
        else:
            read += 1
            assert len(hand) <= 14
            assert xz.Hand(str(hand)) == hand
    assert read > 500
    assert refused > 500
