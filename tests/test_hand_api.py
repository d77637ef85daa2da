"""`xz.Hand` and `xz.Tiles` as a user meets them."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import xuezhan as xz
from hands import TILES, Melds, counts_text, hand_text, hands, meld_text, random_hand

# ---- making a hand -------------------------------------------------------------------------------


def test_from_counts() -> None:
    counts = [0] * 27
    counts[0], counts[26] = 3, 2
    wanted = xz.Hand("111m99s")
    for given_counts in (
        counts,
        tuple(counts),
        bytes(counts),
        np.array(counts, np.uint8),
        np.array(counts),
    ):
        assert xz.Hand(given_counts) == wanted


def test_from_tiles() -> None:
    wanted = xz.Hand("1m23p")
    assert xz.Hand(["1m", "2p", "3p"]) == wanted
    assert xz.Hand(iter(["3p", "1m", "二筒"])) == wanted
    assert xz.Hand([0, 10, 11]) == wanted
    assert xz.Hand([0, "2p", np.int64(11)]) == wanted
    assert xz.Hand(xz.Tiles("1m23p")) == wanted
    assert xz.Hand() == xz.Hand("") == xz.Hand([])


def test_from_tiles_and_melds() -> None:
    wanted = xz.Hand("1m [222p](3333s)")
    assert xz.Hand("1m", "[222p](3333s)") == wanted
    assert xz.Hand("1m", ["[222p]", "(3333s)"]) == wanted
    assert xz.Hand("1m [222p]", ["(3333s)"]) == wanted
    assert xz.Hand(["1m"], [xz.Meld("pong", "2p"), "(3333s)"]) == wanted
    assert xz.Hand("1m", wanted.melds) == wanted
    assert xz.Hand(wanted.counts, wanted.melds) == wanted


@pytest.mark.parametrize(
    ("tiles", "melds", "error", "reason"),
    [
        ([5] + [0] * 26, (), xz.InvalidTiles, "5 of 1m; there are 0 to 4 of a tile"),
        ([0] * 26 + [-1], (), xz.InvalidTiles, "-1 of 9s"),
        (np.zeros(26, np.uint8), (), ValueError, r"shape \(27,\), not \(26,\)"),
        (np.zeros((1, 27), np.uint8), (), ValueError, r"shape \(27,\), not \(1, 27\)"),
        (np.zeros(27), (), TypeError, "must be integers, not float64"),
        ([4] * 4 + [0] * 23, (), xz.InvalidTiles, "16 tiles .* at most 14"),
        (["1m"] * 5, (), xz.InvalidTiles, "more than four of 1m"),
        (["1m", "0m"], (), xz.InvalidTiles, "no rank 0"),
        (["1m2m"], (), xz.InvalidTiles, "'1m2m' is not one tile"),
        ([27], (), xz.InvalidTiles, "27 is no slot"),
        ([-1], (), xz.InvalidTiles, "-1 is no slot"),
        ([2**70], (), xz.InvalidTiles, "is no slot"),
        ([1.5], (), TypeError, "not float"),
        ([None], (), TypeError, "not NoneType"),
        (5, (), TypeError, "int"),
        ("1m", "2p", xz.InvalidTiles, "tiles outside of a meld"),
        ("1m", ["[222p]"] * 2, xz.InvalidTiles, "more than four of 2p"),
        ("2m", ["[2222m]"], xz.InvalidTiles, "more than four of 2m"),
        ("123456789m123p", ["[444p]"], xz.InvalidTiles, "15 tiles"),
        ("[111m][222m][333m][444m]", ["[555m]"], xz.InvalidTiles, "more than four melds"),
        ("1m", ["[123m]"], xz.InvalidTiles, "no chow"),
    ],
)
def test_refused(tiles: object, melds: object, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        xz.Hand(tiles, melds)  # type: ignore[arg-type]


def test_errors_are_value_errors() -> None:
    for name in ("InvalidTiles", "InvalidRules", "InvalidRecord", "InvalidState", "IllegalAction"):
        assert issubclass(getattr(xz, name), xz.XuezhanError)
    assert issubclass(xz.XuezhanError, ValueError)
    error = pickle.loads(pickle.dumps(xz.InvalidTiles("no", position=3)))
    assert (str(error), error.position, error.index) == ("no", 3, None)


# ---- what it says --------------------------------------------------------------------------------


def test_a_value() -> None:
    hand = xz.Hand("123m [555p]")
    assert repr(hand) == "Hand('123m [555p]')"
    assert {hand: 1}[xz.Hand("321m[555p]")] == 1
    assert hand != xz.Hand("123m")
    assert hand != xz.Hand("123m [5555p]")
    assert hand != "123m [555p]"
    assert len(hand) == 6
    for twin in (copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        assert twin == hand
    with pytest.raises(AttributeError):
        hand.shanten = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        hand.counts[0] = 1


def test_facts_of_a_hand() -> None:
    hand = xz.Hand("1111m1235p [555p](2222m)")
    assert hand.suits == "mp"
    assert hand.roots == 2  # 1m concealed, 5p with the pong; the kong is none
    assert [(meld.kind, meld.tile, meld.feeder) for meld in hand.melds] == [
        ("pong", "5p", None),
        ("concealed_kong", "2m", None),
    ]
    assert [str(meld) for meld in hand.melds] == ["[555p]", "(2222m)"]
    assert eval(repr(hand.melds[0]), {"Meld": xz.Meld}) == hand.melds[0]
    assert hand.counts.dtype == np.uint8
    assert xz.Hand("").suits == ""


def test_analysis() -> None:
    hand = xz.Hand("123456m2233p [555p]")
    assert hand.shanten == 0
    assert hand.waits == xz.Tiles("23p")
    assert hand.accepts == xz.Tiles("23p")
    assert not hand.is_win
    won = xz.Hand("123456m22233p [555p]")
    assert won.is_win
    assert won.shanten == -1
    assert xz.Hand("1m [222m](3333m)[444+4m][5555m]").waits == xz.Tiles("1m")
    assert xz.Hand("11223344556677p").is_win  # seven pairs
    assert not xz.Hand("123m123p123s11122m").is_win  # three suits


def test_waits_never_held_four_times() -> None:
    assert xz.Hand("1111m [222m][333m][444p]").waits == xz.Tiles("")
    assert xz.Hand("1m [222m][333m](4444p) 555m").waits == xz.Tiles("1m")
    assert len(xz.Hand("1112345678999m").waits) == 9


def test_unreachable() -> None:
    hand = xz.Hand("1m123p [222m][333p][444s]")
    assert hand.shanten is None
    assert hand.waits == xz.Tiles("")
    assert hand.accepts == xz.Tiles("")


def test_fewer_tiles_stand_for_unknown_melds() -> None:
    assert xz.Hand("11m").is_win
    assert xz.Hand("123m22p").shanten == -1
    assert xz.Hand("2m").waits == xz.Tiles("2m")
    assert xz.Hand("23m55p").accepts == xz.Hand("23m55p").waits == xz.Tiles("14m")
    for discard in xz.Hand("123m25p").discards():
        left = xz.Hand(xz.Tiles("123m25p") - discard.tile)
        assert discard.shanten == left.shanten
        assert discard.accepts == left.accepts


@pytest.mark.parametrize(
    ("text", "call", "reason"),
    [
        ("123m", "shanten", "shanten is of 3k\\+1 or 3k\\+2; 123m has 3 and 0 melds"),
        ("", "shanten", "shanten is of"),
        ("11m", "waits", "waits is of 3k\\+1; 11m has 2"),
        ("1m", "discards", "discards is of 3k\\+2"),
        ("11m", "accepts", "accepts is of 3k\\+1"),
        ("1m [222m]", "shanten", "13 or 14 tiles with the melds"),
    ],
)
def test_wrong_size(text: str, call: str, reason: str) -> None:
    hand = xz.Hand(text)
    with pytest.raises(xz.InvalidTiles, match=reason):
        hand.discards() if call == "discards" else getattr(hand, call)
    assert not hand.is_win or text == "11m"


@given(hands(tiles=14))
def test_discards_are_the_hands_left(drawn: tuple[list[int], Melds]) -> None:
    counts, melds = drawn
    hand = xz.Hand(hand_text(counts, melds))
    discards = hand.discards()
    assert [discard.tile for discard in discards] == [
        tile for slot, tile in enumerate(TILES) if counts[slot]
    ]
    for tile, shanten, accepts in discards:
        left = xz.Hand(xz.Tiles.from_counts(counts) - tile, hand.melds)
        assert left.shanten == shanten
        assert left.accepts == accepts


@given(hands(tiles=13))
def test_waits_and_accepts_by_trying(drawn: tuple[list[int], Melds]) -> None:
    counts, melds = drawn
    hand = xz.Hand(hand_text(counts, melds))
    held = list(counts)
    for kind, slot in melds:
        held[slot] += 3 if kind == "pong" else 4
    completing, lowering = [], []
    for slot, tile in enumerate(TILES):
        if held[slot] < 4:
            more = xz.Hand(xz.Tiles.from_counts(counts) + tile, hand.melds)
            if more.is_win:
                completing.append(tile)
            if (
                hand.shanten is not None
                and more.shanten is not None
                and more.shanten < hand.shanten
            ):
                lowering.append(tile)
    assert list(hand.waits) == completing
    assert list(hand.accepts) == lowering
    assert (hand.shanten == 0) == bool(completing)


# ---- score --------------------------------------------------------------------------------


def test_score() -> None:
    score = xz.Hand("2224447799m [111m]").score("chengdu", win="7m")
    assert (score.pattern, score.fan, score.uncut_fan, score.multiplier, score.points) == (
        "flush_triplets",
        4,
        4,
        8,
        8,
    )
    assert score.parts == {"pattern": 4}
    assert str(score) == "flush_triplets 4 = 4 fan, ×8"
    assert hash(score) == hash(xz.Hand("22244477799m [111m]").score("chengdu"))


def test_score_counts_roots_and_kongs() -> None:
    score = xz.Hand("345m6699p [333m](1111p)").score("guide", win="9p")
    assert score.roots == 1
    assert score.parts == {"root": 1, "concealed_kong": 2}
    assert (score.fan, score.multiplier) == (3, 8)


def test_score_circumstances() -> None:
    hand = xz.Hand("123456m22233p [5555p]")
    assert hand.score("chengdu", self_draw=True).points == 2 + 1  # one unit more for the self-draw
    bloom = hand.score("online", bloom="direct")
    assert bloom.parts == {"pattern": 1, "direct_kong": 1, "bloom": 1}
    assert hand.score("guide", bloom="direct").parts == {"bloom": 2}  # includes the kong
    assert hand.score("chengdu", rob=True).parts["rob_kong"] == 1
    assert hand.score("chengdu", kong_discard=True, last_tile=True).fan == 4
    dealt = xz.Hand("123456m22233p555p")
    assert dealt.score("guide", first_turn="heavenly").pattern == "heavenly"
    assert dealt.score("chengdu", first_turn="heavenly").pattern == "plain"
    assert dealt.score(xz.Rules("guide", max_fan=3), first_turn="earthly").multiplier == 8


def test_a_hand_that_is_no_win_says_what_it_lacks() -> None:
    """Every tile that is named for another does complete the hand, and none is left out."""
    rng = random.Random(3)
    met: Counter[int | None] = Counter()
    while len(met) < 4 or min(met.values()) < 5:
        groups = [slot for _ in range(4) for slot in [rng.randrange(18)] * 3]
        tiles = groups + [rng.randrange(18) for _ in range(2)]
        for _ in range(rng.randrange(4)):
            tiles[rng.randrange(14)] = rng.randrange(18)
        counts = np.bincount(tiles, minlength=27)
        if counts.max() > 4 or xz.Hand(counts).is_win:
            continue
        hand = xz.Hand(counts)
        with pytest.raises(xz.InvalidTiles, match="is no win: ") as error:
            hand.score("guide")
        said = str(error.value).partition(" is no win: ")[2]
        met[hand.shanten] += 1
        if hand.shanten != 0:
            assert f"{hand.shanten} tile" in said
            continue
        named = re.findall(r"(?:it lacks|, or) ((?:\w\w(?: or )?)+) in place of (\w\w)", said)
        swaps = {(new, old) for news, old in named for new in news.split(" or ")}
        expected = set()
        for slot in np.flatnonzero(counts):
            left = counts.copy()
            left[slot] -= 1
            expected |= {(new, xz.TILE_NAMES[slot]) for new in xz.Hand(left).waits}
        assert swaps == expected


@pytest.mark.parametrize(
    ("text", "how", "reason"),
    [
        ("123456m2233p [555p]", {}, "name the winning tile"),
        ("123456m2233p [555p]", {"win": "9s"}, "is no win: it holds tiles of three suits"),
        ("123456m22233p [555p]", {"win": "9s"}, "9s is not among the tiles"),
        ("123456m22235p [555p]", {}, "is no win: one tile is wrong: it lacks"),
        ("123456789m11p25s", {"win": "8s"}, "is no win: it holds tiles of three suits"),
        ("123456789m1125p", {"win": "8p"}, "is no win: it is 1 tile from being ready"),
        ("147m258m147p258p9p", {"win": "5p"}, "tiles from being ready"),
        ("[111m][222m][333m][444p]5p", {"win": "6p"}, "lacks .* or 5p in place of 6p"),
        ("5p [5555m][666m][777m][888m]", {"win": "5z"}, "no winds"),
        ("1111m [222m][333m][444m]", {"win": "1m"}, "holds all four of 1m"),
        ("123m22p", {}, "score is of"),
        ("123456m22233p [555p]", {"bloom": "direct"}, "a bloom follows a kong of its kind"),
        (
            "123456m22233p [5555p]",
            {"bloom": "indirect"},
            "must be None, 'direct', 'added' or 'concealed'",
        ),
        ("123456m22233p [5555p]", {"bloom": "direct", "rob": True}, "no robbing"),
        ("123456m22233p [5555p]", {"self_draw": True, "kong_discard": True}, "no win on a discard"),
        ("123456m22233p [5555p]", {"rob": True, "last_tile": True}, "never on the last tile"),
        ("123456m22233p [5555p]", {"first_turn": "heavenly"}, "no melds before it"),
        ("123456m22233555p", {"first_turn": "first"}, "must be None, 'heavenly' or 'earthly'"),
    ],
)
def test_score_refuses(text: str, how: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        xz.Hand(text).score("chengdu", **how)  # type: ignore[arg-type]


def test_score_refuses_unknown_rules() -> None:
    with pytest.raises(xz.InvalidRules, match="guide"):
        xz.Hand("11223344556677p").score("guyde")


# ---- tiles --------------------------------------------------------------------------------


def test_tiles() -> None:
    tiles = xz.Tiles("99s1m")
    assert list(tiles) == ["1m", "9s", "9s"]
    assert (str(tiles), repr(tiles), len(tiles), bool(xz.Tiles())) == (
        "1m99s",
        "Tiles('1m99s')",
        3,
        False,
    )
    assert "1m" in tiles
    assert 26 in tiles
    assert "2m" not in tiles
    assert tiles.count("9s") == 2
    assert tiles.mask == 1 | 1 << 26
    assert tiles.counts.tolist() == [1] + [0] * 25 + [2]
    assert xz.Tiles.from_mask(tiles.mask) == xz.Tiles("1m9s")
    assert xz.Tiles.from_counts(tiles.counts) == tiles
    assert pickle.loads(pickle.dumps(tiles)) == tiles
    assert {tiles: 1}[xz.Tiles(["9s", "1m", 26])] == 1
    assert tiles != xz.Tiles("1m9s")
    assert tiles != "1m99s"


def test_tiles_arithmetic() -> None:
    assert xz.Tiles("1m") + "1m9s" == xz.Tiles("11m9s")
    assert xz.Tiles("11m9s") - xz.Tiles("1m5p") == xz.Tiles("1m9s")
    with pytest.raises(xz.InvalidTiles, match="more than four of 1m"):
        xz.Tiles("111m") + xz.Tiles("11m")
    with pytest.raises(TypeError):
        xz.Tiles("1m") + 3  # type: ignore[operator]
    with pytest.raises(xz.InvalidTiles, match="masks are 0"):
        xz.Tiles.from_mask(1 << 27)
    with pytest.raises(xz.InvalidTiles, match="masks are 0"):
        xz.Tiles.from_mask(-1)
    with pytest.raises(xz.InvalidTiles, match="is not one tile"):
        assert "1m2m" in xz.Tiles("1m")


@given(st.integers(0, 2**32))
def test_tiles_against_counts(seed: int) -> None:
    rng = random.Random(seed)
    a, b = (random_hand(rng, rng.randint(0, 14), 0)[0] for _ in range(2))
    left, right = xz.Tiles(counts_text(a)), xz.Tiles(counts_text(b))
    assert (left - right).counts.tolist() == [max(x - y, 0) for x, y in zip(a, b, strict=True)]
    if all(x + y <= 4 for x, y in zip(a, b, strict=True)):
        assert (left + right).counts.tolist() == [x + y for x, y in zip(a, b, strict=True)]
    assert (left == right) == (a == b)


@pytest.mark.parametrize("kind", ["pong", "direct_kong", "added_kong", "concealed_kong"])
def test_meld_text(kind: str) -> None:
    for slot, tile in enumerate(TILES):
        assert str(xz.Meld(kind, tile)) == meld_text(kind, slot)


def test_a_hand_is_made_of_hands_and_of_nothing_endless() -> None:
    hand = xz.Hand("123m [555p]")
    assert xz.Hand(hand) == hand
    assert xz.Hand(hand, "[666p]") == xz.Hand("123m [555p] [666p]")
    with pytest.raises(TypeError, match="made of text, counts or tiles, not NoneType"):
        xz.Hand(None)  # type: ignore[arg-type]
    with pytest.raises(xz.InvalidTiles, match="more than 27 tiles given"):
        xz.Hand(itertools.cycle(["1m", "2m"]))
