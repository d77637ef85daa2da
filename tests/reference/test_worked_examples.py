"""The worked examples of the rules page (§9): hands, settlements, waits."""

import pytest

from xuezhan.reference import is_win, make_rules, parse_hand, score, shanten, waits
from xuezhan.reference.tiles import tile_text

# hand, pattern, fan and multiplier in guide, online, chengdu
EXAMPLES = [
    ("23445677m345789p", "plain", (0, 1), (1, 1), (1, 1)),
    ("111333444m66677p", "all_triplets", (1, 2), (2, 2), (2, 2)),
    ("11334466m557799p", "seven_pairs", (2, 4), (3, 4), (3, 4)),
    ("11223345678999m", "full_flush", (2, 4), (3, 4), (3, 4)),
    ("111222333m78999p", "outside", (2, 4), (3, 4), (3, 4)),
    ("22244455577799m", "flush_triplets", (3, 8), (4, 8), (4, 8)),
    ("222555888m55588p", "jiang_triplets", (3, 8), (4, 8), (4, 8)),
    ("11334466778899m", "flush_seven_pairs", (4, 16), (5, 16), (5, 16)),
    ("11222244m557788p", "dragon_seven_pairs", (4, 16), (5, 16), (4, 8)),
    ("11123777888999m", "flush_outside", (4, 16), (5, 16), (5, 16)),
    ("11224444557799m", "flush_dragon_seven_pairs", (5, 32), (6, 32), (6, 32)),
    ("123333m45566799s", "plain", (1, 2), (2, 2), (2, 2)),
    ("111123444m99966p", "plain", (1, 2), (2, 2), (2, 2)),
    ("112233556677p99m", "seven_pairs", (2, 4), (3, 4), (3, 4)),
    ("111444789m45677p", "plain", (0, 1), (1, 1), (1, 1)),
    ("111444m22266999p", "all_triplets", (1, 2), (2, 2), (2, 2)),
    ("12233456788899s", "full_flush", (2, 4), (3, 4), (3, 4)),
    ("12378999m123789s", "outside", (2, 4), (3, 4), (3, 4)),
    ("112299m44668899p", "seven_pairs", (2, 4), (3, 4), (3, 4)),
    ("111199m44668899p", "dragon_seven_pairs", (4, 16), (5, 16), (4, 8)),
    ("11122244466999m", "flush_triplets", (3, 8), (4, 8), (4, 8)),
    ("11123777888999p", "flush_outside", (4, 16), (5, 16), (5, 16)),
    ("222555888m22255s", "jiang_triplets", (3, 8), (4, 8), (4, 8)),
    ("11112222333344m", "flush_dragon_seven_pairs", (7, 128), (8, 128), (8, 128)),
    # Rules §3: outside and seven pairs tie, the one further down the table is reported.
    ("11m112233778899p", "seven_pairs", (2, 4), (3, 4), (3, 4)),
]


@pytest.mark.parametrize(("hand", "pattern", "guide", "online", "chengdu"), EXAMPLES)
def test_hand(
    hand: str,
    pattern: str,
    guide: tuple[int, int],
    online: tuple[int, int],
    chengdu: tuple[int, int],
) -> None:
    counts, melds = parse_hand(hand)
    assert is_win(counts, melds)
    assert shanten(counts, melds) == -1
    for rulebook, (fan, multiplier) in (
        ("guide", guide),
        ("online", online),
        ("chengdu", chengdu),
    ):
        rules = make_rules(rulebook)
        for tile in range(27):
            if not counts[tile]:
                continue
            without = list(counts)
            without[tile] -= 1
            found = score(rules, without, melds, tile)
            assert (found.pattern, found.fan, found.multiplier) == (pattern, fan, multiplier)
            assert found.points == rules.unit * multiplier
            assert found.uncut_fan == sum(value for _, value in found.parts) == fan


def test_three_suits_are_no_win() -> None:
    counts, melds = parse_hand("222555888m222s55p")
    assert not is_win(counts, melds)
    assert shanten(counts, melds) == 1
    with pytest.raises(ValueError, match="not complete"):
        score(make_rules("chengdu"), *parse_hand("222555888m222s5p"), 13)


def test_flush_triplets_with_three_direct_kongs() -> None:
    """Rules §9, settlements: 64 for the hand, 2 for each kong."""
    rules = make_rules("chengdu")
    counts, melds = parse_hand("777m9m[2222m][4444m][5555m]")
    found = score(rules, counts, melds, 8)
    assert (found.pattern, found.fan, found.points) == ("flush_triplets", 7, 64)
    assert 3 * rules.direct_kong_units * rules.unit == 6


@pytest.mark.parametrize(
    ("hand", "wanted", "left"),
    [
        ("2223456m111p999p", "13467m", 17),
        ("1112345666m999p", "1234567m", 18),
        ("1112345678999m", "123456789m", 23),
    ],
)
def test_waits(hand: str, wanted: str, left: int) -> None:
    counts, melds = parse_hand(hand)
    found = waits(counts, melds)
    assert "".join(tile_text(tile)[0] for tile in found) + "m" == wanted
    assert sum(4 - counts[tile] for tile in found) == left
    assert shanten(counts, melds) == 0


def test_five_of_a_kind_is_no_wait() -> None:
    counts, melds = parse_hand("1111m123456789p")
    assert waits(counts, melds) == []
    assert shanten(counts, melds) == 1


@pytest.mark.parametrize(
    ("hand", "distance"),
    [
        ("1111m222p333s444p", 3),
        ("1111m22m33m44p55p6p", 0),
        ("1111m2222m3333m4m", 0),
        ("[111m][222p][333s]44m55p", None),
        ("[111m][222p](3333s)[444m]5p", None),
        ("[9999m][222p]123m456m7m", 0),
    ],
)
def test_shanten(hand: str, distance: int | None) -> None:
    assert shanten(*parse_hand(hand)) == distance


def points(rulebook: str, hand: str, tile: int, **circumstances: object) -> tuple[int, int]:
    found = score(make_rules(rulebook), *parse_hand(hand), tile, **circumstances)  # type: ignore[arg-type]
    return found.fan, found.points


def test_circumstances() -> None:
    """Rules §3, add-ons; the hand is plain and waits for 2p."""
    hand = "123m456m789p2p"
    assert points("guide", hand + "123p", 10) == (0, 1)
    assert points("guide", hand + "(9999m)", 10, bloom="concealed") == (3, 8)
    assert points("guide", hand + "[9999m]", 10, bloom="direct") == (2, 4)
    assert points("guide", hand + "[999+9m]", 10, bloom="added") == (2, 4)
    assert points("guide", hand + "(9999m)", 10) == (2, 4)
    assert points("online", hand + "(9999m)", 10, bloom="concealed") == (3, 24)
    assert points("chengdu", hand + "(9999m)", 10, bloom="concealed", last_tile=True) == (4, 9)
    # The feeder pays as by discard: no unit added (rules §4).
    assert points("chengdu", hand + "[9999m]", 10, bloom="direct", last_tile=True) == (4, 8)
    assert points("chengdu", hand + "[9999m]", 10, bloom="added") == (3, 5)
    assert points("chengdu", hand + "123p", 10, kong_discard=True) == (2, 2)
    assert points("chengdu", hand + "123p", 10, rob=True) == (2, 2)
    assert points("chengdu", hand + "123p", 10, self_draw=True) == (1, 2)
    assert points("guide", hand + "123p", 10, last_tile=True) == (0, 1)
    assert points("guide", hand + "123p", 10, first_turn="heavenly") == (5, 32)
    assert points("online", hand + "123p", 10, self_draw=True, first_turn="earthly") == (6, 192)
    assert points("chengdu", hand + "123p", 10, self_draw=True, first_turn="earthly") == (1, 2)


def test_options_of_scoring() -> None:
    counts, melds = parse_hand("123m456m789p123p2p")
    added = make_rules("chengdu", self_draw="add_fan")
    assert score(added, counts, melds, 10, self_draw=True).fan == 2
    flush = parse_hand("1111222233334m")
    cut = score(make_rules("guide", max_fan=3), *flush, 3)
    assert (cut.fan, cut.uncut_fan, cut.multiplier) == (3, 7, 8)
    # Without its dragon form a hand is the form without, and every four a root (rules §12).
    rules = make_rules("guide", patterns={"flush_dragon_seven_pairs": None})
    found = score(rules, *flush, 3)
    assert (found.pattern, found.fan, found.roots) == ("flush_seven_pairs", 7, 3)
    straight = parse_hand("123456789m1112p")
    assert score(make_rules("guide"), *straight, 10).pattern == "plain"
    priced = make_rules("guide", patterns={"straight": 2, "flush_straight": 4})
    assert score(priced, *straight, 10).pattern == "straight"
    assert score(priced, *parse_hand("1234567891112m"), 1).pattern == "flush_straight"


def test_heavenly_counts_every_root() -> None:
    """Rules §3: under heavenly no four of a kind is absorbed."""
    found = score(make_rules("guide"), *parse_hand("1111m2222m33m44p5p"), 13, first_turn="heavenly")
    assert (found.pattern, found.fan, found.roots) == ("heavenly", 7, 2)
