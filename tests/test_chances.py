"""Chances of a seat that draws alone (docs/chances.md): brute force, formulas, drawn walls."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

import small_walls
import xuezhan as xz
from xuezhan.reference import Course, chances, make_rules, parse_hand


def brute_force(case: small_walls.Case, exchanges: bool = False) -> dict[str | None, Course]:
    counts, melds = parse_hand(str(case.hand))
    rules = make_rules(case.rules)
    found = chances(rules, tuple(counts), melds, tuple(case.live), case.draws, exchanges=exchanges)
    return {None if tile is None else xz.TILE_NAMES[tile]: way for tile, way in found.items()}


def check(case: small_walls.Case) -> xz.Chances:
    found = xz.chances(case.hand, case.live, case.draws, case.rules)
    wanted = brute_force(case)
    assert {value.discard for value in found} == set(wanted), case
    for value in found:
        course = wanted[value.discard]
        for name in ("ready", "won", "fan"):
            exact = [float(sum_) for sum_ in getattr(course, name)]
            np.testing.assert_allclose(getattr(value, name), exact, 0, 1e-12, err_msg=str(case))
    wins = [value.win for value in found]
    assert wins == sorted(wins, reverse=True)
    return found


def random_cases(seed: int, count: int) -> list[small_walls.Case]:
    rng = random.Random(seed)
    found: list[small_walls.Case] = []
    while len(found) < count:
        case = small_walls.random_case(rng)
        shanten = case.hand.shanten_live(case.live)
        if shanten is None:
            with pytest.raises(xz.InvalidTiles, match="no win can be made"):
                xz.chances(case.hand, case.live, case.draws)
        elif shanten <= 2:
            found.append(case)
    return found


@pytest.mark.parametrize("seed", range(1, 4))
def test_random_cases_against_brute_force(seed: int) -> None:
    for case in random_cases(seed, 12):
        check(case)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_more_random_cases_against_brute_force(seed: int) -> None:
    for case in random_cases(seed, 100):
        check(case)


@pytest.mark.parametrize(
    ("hand", "live", "draws"),
    [
        ("1123m44778899p5s", "12233m5p", 4),  # seven pairs or melds
        ("1133557799m135p", "135p135p2m", 4),  # seven pairs alone
        ("1133557799m11p35s", "35s1p35p", 5),  # three suits, so two from ready
        ("1244578899m1p2s3s", "33667m11m", 4),  # full flush
        ("22344m13p [555m](8888p)", "24m123p", 3),
        ("13568m12356p [222m]", "2478m47p", 4),
        ("135688m12356p [222m]", "2478m47p", 4),  # a discard to choose
        ("123456m2233p [555p]", "111m444p55m", 3),  # both waits dead, so two from ready
        ("1112345678999m", "123456789m", 4),
        ("112233m78p1122s9m", "699p33s44m", 5),
    ],
)
@pytest.mark.parametrize("rules", ["guide", "chengdu"])
def test_cases_against_brute_force(hand: str, live: str, draws: int, rules: str) -> None:
    counts = xz.Tiles(live).counts.tolist()
    case = small_walls.Case(xz.Hand(hand), counts, draws, rules)
    if case.hand.shanten_live(counts) is None:
        pytest.fail("no win can be made of it")
    check(case)


def test_exchanges_never_lose() -> None:
    gains = 0
    for case in random_cases(77, 12):
        kept = brute_force(case._replace(draws=min(case.draws, 3)))
        wide = brute_force(case._replace(draws=min(case.draws, 3)), exchanges=True)
        assert set(wide) == set(kept)
        for discard, course in kept.items():
            assert wide[discard].merit >= course.merit
            gains += wide[discard].merit > course.merit
    assert gains


@pytest.mark.parametrize("draws", [0, 1, 13, 55, 95])
def test_a_ready_hand_is_a_formula(draws: int) -> None:
    [chance] = xz.chances("123456m2233p [555p]", None, draws)
    unseen, live = 95, 4
    for d in range(draws + 1):
        lost = Fraction(comb(unseen - live, d), comb(unseen, d))
        assert chance.won[d] == pytest.approx(float(1 - lost), abs=1e-13)
    assert (chance.ready == 1).all()


def test_fan_of_two_waits() -> None:
    """Each wait wins as often as it is live: 1p makes outside, 4p a plain hand."""
    [chance] = xz.chances("123789m1223399p", "1p44p9p55s", 1, "guide")
    assert chance.won[1] == pytest.approx(3 / 6)
    fan = {win: xz.Hand("123789m1223399p").score("guide", win).fan for win in ("1p", "4p")}
    assert chance.fan[1] == pytest.approx((fan["1p"] + 2 * fan["4p"]) / 6)


def draw_alone(hand: xz.Hand, live: list[int], draws: int, rng: random.Random) -> list[int]:
    """Play one random wall by the rules of the page: the draws at which it was ready and won."""
    wall = [tile for tile in range(27) for _ in range(live[tile])]
    rng.shuffle(wall)
    left, marks = list(live), [draws + 1, draws + 1]
    distance = hand.shanten_live(live)
    assert distance is not None
    for made, tile in enumerate(wall[:draws], 1):
        left[tile] -= 1
        counts = hand.counts.copy()
        counts[tile] += 1
        more = xz.Hand(counts, hand.melds)
        if more.is_win:
            return [min(marks[0], made), made]
        after = xz.chances(more, left, draws - made)
        if after.shanten < distance:
            distance = after.shanten
            counts[xz.TILE_NAMES.index(after[0].discard or "")] -= 1
            hand = xz.Hand(counts, hand.melds)
            if distance == 0:
                marks[0] = made
    return marks


def test_drawn_walls_agree() -> None:
    hand, draws, walls = xz.Hand("1234567m134459p"), 14, 600
    live = (4 - hand.counts).tolist()
    [chance] = xz.chances(hand, live, draws)
    assert hand.shanten == 2
    rng = random.Random(3)
    marks = np.array([draw_alone(hand, live, draws, rng) for _ in range(walls)])
    for d in range(1, draws + 1):
        for found, exact in zip(
            (marks <= d).mean(axis=0), (chance.ready[d], chance.won[d]), strict=True
        ):
            assert abs(found - exact) <= 4 * sqrt(exact * (1 - exact) / walls) + 1e-12


def test_shape_of_the_answer() -> None:
    found = xz.chances("1223345m4556p [888p]", draws=10, rules="chengdu")
    assert (found.draws, found.shanten, len(found), found.rules.to_dict()) == (10, 0, 3, "chengdu")
    assert found[0].discard == "5p"
    assert found["2m"] in found and found["2m"].discard == "2m"
    with pytest.raises(KeyError, match="9s is no discard that keeps the distance; there are 5p, "):
        found["9s"]
    for value in found:
        for array in (value.ready, value.won, value.fan):
            assert array.shape == (11,) and array.dtype == np.float64 and not array.flags.writeable
            assert (np.diff(array) >= 0).all()
        assert (value.won <= value.ready).all()
        assert np.isnan(value.mean_fan[0]) and value.mean_fan[1] >= 1
        assert value.win == value.won[-1]
    plain = found.to_dict()
    assert plain["chances"][0]["discard"] == "5p" and plain["chances"][0]["mean_fan"][0] is None
    assert "5p" in str(found).splitlines()[2]


def test_the_usual_number_of_draws() -> None:
    assert xz.chances("123456m2233p [555p]").draws == 14
    assert xz.chances("1223345m4556p [888p]").draws == 13
    assert xz.chances("123456m2233p [555p]", "23p").draws == 0


def test_live_tiles_in_any_form() -> None:
    counts = xz.Tiles("2344p5s").counts
    found = [
        xz.chances("123456m2233p [555p]", live, 3)
        for live in ("2344p5s", xz.Tiles("2344p5s"), counts, counts.tolist())
    ]
    assert len({value[0].win for value in found}) == 1
    assert found[0].live == xz.Tiles("2344p5s")


def test_a_suit_that_is_not_played_with() -> None:
    rules = xz.Rules("guide", suits="mp")
    assert len(xz.chances("123456m2233p [555p]", rules=rules).live) == 72 - 13
    with pytest.raises(xz.InvalidTiles, match="not played with"):
        xz.chances("123456m2233s [555p]", rules=rules)
    with pytest.raises(xz.InvalidTiles, match="0 of 5s held and 1 live; there are none"):
        xz.chances("123456m2233p [555p]", "5s", rules=rules)


def test_a_hand_that_takes_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xuezhan.hands.chances.find_chances", lambda *_: None)
    with pytest.raises(ValueError, match="159m11246678p47s is 4 from ready: too far to reckon"):
        xz.chances("159m11246678p47s")


def test_far_hands_have_few_chances() -> None:
    found = xz.chances("159m11246678p47s", draws=3)
    assert found.shanten == 4 and not found[0].ready.any()
    assert not xz.chances("147m258p369s147m2p", draws=3)[0].won.any()


@pytest.mark.parametrize(
    ("hand", "live", "draws", "error", "reason"),
    [
        ("123456m2233p", None, 5, xz.InvalidTiles, "10 tiles"),
        ("123456m22233p [555p]", None, 5, xz.InvalidTiles, "is won"),
        ("123456m2233p [555p]", "555p", 1, xz.InvalidTiles, "3 of 5p held and 3 live"),
        ("123456m2233p [555p]", [5] + [0] * 26, 1, xz.InvalidTiles, "5 of 1m"),
        ("123456m2233p [555p]", [0] * 26, 1, ValueError, "27"),
        (
            "123456m2233p [555p]",
            5,
            1,
            TypeError,
            "text or 27 counts, not int",
        ),
        ("", None, 5, xz.InvalidTiles, "'' has 0 tiles"),
        ("123456m2233p [555p]", "12m", 3, ValueError, "draws is 3; there are 2 unseen"),
        ("123456m2233p [555p]", None, -1, ValueError, "draws is -1"),
        ("123456m2233p [555p]", None, True, TypeError, "draws"),
        ("1234m [555p][777s][888m]", None, 5, xz.InvalidTiles, "no win can be made"),
        ("1234m123p [888m]456p", "", None, xz.InvalidTiles, "no win can be made"),
        ("123456m2233p [555p]", None, 5, xz.InvalidRules, "sichuan"),
    ],
)
def test_refused(hand: str, live: object, draws: int, error: type[Exception], reason: str) -> None:
    rules = "sichuan" if error is xz.InvalidRules else "guide"
    with pytest.raises(error, match=reason):
        xz.chances(hand, live, draws, rules)  # type: ignore[arg-type]
