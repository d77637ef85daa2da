"""What a winning hand counts (§3, §18): the core against the reference, and each clause by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

import xuezhan as xz
from hands import hand_text
from random_rules import random_value
from xuezhan import reference
from xuezhan.reference.score import score as reference_score

#: Options that a score depends on.
SCORING = [
    name
    for name, option in xz.OPTIONS.items()
    if (name.endswith("_fan") and name != "min_fan" and option.clause != "17")
    or name
    in "patterns unit fan_origin max_fan self_draw direct_kong_bloom bloom_includes_kong max_roots "
    "self_draw_in_cap concealed_kong_keeps concealed_on simples_with_jiang pairs_win".split()
]
#: Patterns of §18 that need no wild tile.
NEW_PATTERNS = [name for name in xz.PATTERNS[15:] if name != "four_wilds"]


def random_win(rng: random.Random) -> tuple[list[int], list[tuple[str, int]], int]:
    """Concealed counts with the winning tile, melds, and a slot among the concealed to win with."""
    while True:
        suits = rng.sample(range(3), rng.choice((1, 1, 2)))
        slots = [9 * suit + rank for suit in suits for rank in range(9)]
        if rng.random() < 0.25:
            slots = [slot for slot in slots if slot % 9 in (1, 4, 7)]
        melds: list[tuple[str, int]] = []
        counts = [0] * 27
        if rng.random() < 0.25:
            for slot in rng.choices(slots, k=7):
                counts[slot] += 2
        else:
            declared = rng.choice((0, 0, 1, 2, 3, 4, 4))
            kongs = rng.choice((0.2, 0.5, 1))
            for i in range(4):
                slot = rng.choice(slots)
                if i < declared:
                    kind = rng.choice(("direct_kong", "added_kong", "concealed_kong"))
                    melds.append((kind if rng.random() < kongs else "pong", slot))
                elif slot % 9 < 7 and rng.random() < 0.7:
                    for rank in range(3):
                        counts[slot + rank] += 1
                else:
                    counts[slot] += 3
            counts[rng.choice(slots)] += 2
        held = list(counts)
        for kind, slot in melds:
            held[slot] += 3 if kind == "pong" else 4
        if max(held) <= 4:
            won = [slot for slot in range(27) if counts[slot]]
            middles = [slot for slot in won if slot % 9 == 4 or slot == 19]
            return counts, melds, rng.choice(middles or won)


def random_circumstances(rng: random.Random, melds: list[tuple[str, int]]) -> dict[str, Any]:
    kongs = [kind.removesuffix("_kong") for kind, _ in melds if kind != "pong"]
    how: dict[str, Any] = {}
    draw = rng.random()
    if draw < 0.2 and kongs:
        how["bloom"] = rng.choice(kongs)
    elif draw < 0.3:
        how["rob"] = True
        how["kong_discard"] = rng.random() < 0.3
    elif draw < 0.45:
        how["kong_discard"] = True
    elif draw < 0.6 and not melds:
        how["first_turn"] = rng.choice(("heavenly", "earthly"))
    elif draw < 0.85:
        how["self_draw"] = True
    if not how.get("rob"):
        how["last_tile"] = rng.random() < 0.2
    return how


def random_scoring(rng: random.Random) -> dict[str, Any]:
    odds = rng.choice((0.1, 0.4))
    options = {name: random_value(rng, name) for name in SCORING if rng.random() < odds}
    fans = {name: rng.randint(1, 8) for name in NEW_PATTERNS if rng.random() < 0.5}
    patterns = {**options.pop("patterns", {}), **fans, "four_wilds": None}
    options.update(patterns=patterns, unit=1, max_fan=rng.choice((None, 1, 3, 6)))
    for addon, names in (
        ("straight_fan", ("straight", "flush_straight")),
        ("heavenly_fan", ("heavenly",)),
        ("earthly_fan", ("earthly",)),
    ):
        if options.get(addon):
            patterns.update(dict.fromkeys(names))
    return options


#: The reference's names of parts, where they differ; the pattern's own name is that of its part.
PART_NAMES = {
    "roots": "root",
    "kongs": "first_kongs",
    "heavenly_fan": "heavenly",
    "earthly_fan": "earthly",
}


def parts_of(score: reference.Score) -> dict[str, int]:
    (_, pattern), *rest = score.parts
    named = [("pattern", pattern), *((PART_NAMES.get(name, name), fan) for name, fan in rest)]
    return {name: fan for name, fan in named if fan}


@pytest.mark.parametrize("seed", range(20))
def test_core_and_reference_count_alike(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        try:
            options = random_scoring(rng)
            rules = xz.Rules("guide", **options)
        except xz.InvalidRules:
            continue
        twin = reference.make_rules("guide", **options)
        for _ in range(10):
            counts, melds, win = random_win(rng)
            how = random_circumstances(rng, melds)
            text = hand_text(counts, melds)
            without = [n - (slot == win) for slot, n in enumerate(counts)]
            _, own = reference.parse_hand(text)
            if how.get("first_turn") == "earthly":
                how["self_draw"] = True
            try:
                wanted = reference_score(twin, without, own, win, **how)
            except ValueError:
                with pytest.raises(xz.InvalidTiles):
                    xz.Hand(text).score(rules, win, **how)
                continue
            got = xz.Hand(text).score(rules, win, **how)
            told = (text, win, how, options)
            assert got.parts == parts_of(wanted), told
            assert (got.pattern, got.fan, got.uncut_fan) == (
                wanted.pattern,
                wanted.fan,
                wanted.uncut_fan,
            ), told
            assert (got.points, got.roots) == (wanted.points, wanted.roots), told


# ---- each clause by hand ------------------------------------------------------------------------

HOOKS = {"golden_hook": 2, "jiang_golden_hook": 4, "flush_golden_hook": 4}
EIGHTEENS = {"eighteen": 7, "flush_eighteen": 9}
FOUR_KONGS = "55p [1111m](3333m)[7777p][999+9p]"


@pytest.mark.parametrize(
    ("hand", "win", "options", "pattern", "uncut"),
    [
        ("55p [111m][333m](7777p)[999p]", "5p", {"patterns": HOOKS}, "golden_hook", 2 + 2),
        ("55p [222m][555m](8888p)[222p]", "5p", {"patterns": HOOKS}, "jiang_golden_hook", 4 + 2),
        ("55p [111p][333p][777p][999p]", "5p", {"patterns": HOOKS}, "flush_golden_hook", 4),
        # a pair and one meld concealed: no hook
        ("55p111m [333m][777p][999p]", "5p", {"patterns": HOOKS}, "all_triplets", 1),
        # fallbacks: hook in a flush that is null, then the patterns without a hook
        (
            "55p [111p][333p][777p][999p]",
            "5p",
            {"patterns": {"golden_hook": 2}},
            "flush_triplets",
            3,
        ),
        ("55p [111m][333m][777p][999p]", "5p", {}, "all_triplets", 1),
        ("225588m22558855p", "5p", {"patterns": {"jiang_seven_pairs": 4}}, "jiang_seven_pairs", 5),
        # each four is a root
        (
            "22225588m222255p",
            None,
            {"patterns": {"jiang_seven_pairs": 4}},
            "jiang_seven_pairs",
            4 + 2,
        ),
        (FOUR_KONGS, "5p", {"patterns": EIGHTEENS}, "eighteen", 7),
        (FOUR_KONGS, "5p", {}, "all_triplets", 1 + 1 + 2 + 1 + 1),
        ("55p [1111p](3333p)[7777p][999+9p]", "5p", {"patterns": EIGHTEENS}, "flush_eighteen", 9),
        # three kongs are no eighteen
        ("55p [1111m](3333m)[7777p][999p]", "5p", {"patterns": EIGHTEENS}, "all_triplets", 5),
    ],
)
def test_patterns_of_today(
    hand: str, win: str | None, options: dict[str, Any], pattern: str, uncut: int
) -> None:
    score = xz.Hand(hand).score(xz.Rules("guide", **options), win)
    assert (score.pattern, score.uncut_fan) == (pattern, uncut)


@pytest.mark.parametrize(
    ("hand", "win", "options", "how", "part", "fan"),
    [
        ("123456m23344p99m5p", "5p", {"concealed_fan": 1}, {}, "concealed", 1),
        ("234p456m99m [111m][222m]", "4p", {"concealed_fan": 1}, {}, "concealed", None),
        ("123456m99m234p (1111p)", "4p", {"concealed_fan": 1}, {}, "concealed", 1),
        (
            "123456m99m234p (1111p)",
            "4p",
            {"concealed_fan": 1, "concealed_kong_keeps": False},
            {},
            "concealed",
            None,
        ),
        ("123456m99m234p [1111p]", "4p", {"concealed_fan": 1}, {}, "concealed", None),
        (
            "123456m23344p99m5p",
            "5p",
            {"concealed_fan": 1, "concealed_on": "self_draw"},
            {},
            "concealed",
            None,
        ),
        (
            "123456m23344p99m5p",
            "5p",
            {"concealed_fan": 1, "concealed_on": "self_draw"},
            {"self_draw": True},
            "concealed",
            1,
        ),
        # pairs are concealed by nature
        ("1133557799m2244p", "4p", {"concealed_fan": 1}, {}, "concealed", None),
        ("234456m22345678p", "8p", {"simples_fan": 1}, {}, "simples", 1),
        ("2244668833m4477p", "7p", {"simples_fan": 1}, {}, "simples", 1),
        ("234456m22345p [999p]", "5p", {"simples_fan": 1}, {}, "simples", None),
        ("222555888m55588p", "8p", {"simples_fan": 1}, {}, "simples", 1),
        (
            "222555888m55588p",
            "8p",
            {"simples_fan": 1, "simples_with_jiang": False},
            {},
            "simples",
            None,
        ),
        ("123456m99m345678p", "5m", {"middle_five_fan": 1}, {}, "middle_five", 1),
        ("123567m99m345678p", "5m", {"middle_five_fan": 1}, {}, "middle_five", None),
        ("123345m99m345678p", "5m", {"middle_five_fan": 1}, {}, "middle_five", None),
        ("123456m99m123456s", "2s", {"middle_two_fan": 1}, {}, "middle_two", 1),
        ("123456s99m123456m", "2m", {"middle_two_fan": 1}, {}, "middle_two", None),
        ("123456789m34566p", "6p", {"straight_fan": 1}, {}, "straight", 1),
        ("123456m789p34566p", "6p", {"straight_fan": 1}, {}, "straight", None),
        # a chosen reading: all triplets are worth as much as the middle, with no sequence left
        ("444555666m55577p", "5m", {"middle_five_fan": 1}, {}, "middle_five", None),
        ("444555666m55577p", "5m", {"middle_five_fan": 2}, {}, "middle_five", 2),
    ],
)
def test_add_ons(
    hand: str, win: str, options: dict[str, Any], how: dict[str, Any], part: str, fan: int | None
) -> None:
    score = xz.Hand(hand).score(xz.Rules("guide", **options), win, **how)
    assert score.parts.get(part) == fan


def test_heavenly_and_earthly_as_add_ons() -> None:
    off = {"heavenly": None, "earthly": None}
    rules = xz.Rules("guide", patterns=off, heavenly_fan=3, earthly_fan=2, middle_five_fan=1)
    hand = xz.Hand("123456m99m345678p")
    heavenly = hand.score(rules, "5m", first_turn="heavenly")
    assert heavenly.parts == {"heavenly": 3}  # and no winning tile
    assert hand.score(rules, "5m", first_turn="earthly").parts == {"middle_five": 1, "earthly": 2}
    with pytest.raises(ValueError, match="earthly_on is 'draw'"):
        hand.score("guide", "5m", first_turn="earthly", self_draw=False)


def test_max_roots() -> None:
    hand = xz.Hand("11112222333344m")  # a dragon and two more
    assert hand.score("guide").roots == 2
    assert hand.score(xz.Rules("guide", max_roots=1)).parts == {"pattern": 5, "root": 1}
    assert hand.score(xz.Rules("guide", max_roots=0)).parts == {"pattern": 5}


def test_the_unit_of_a_self_draw_and_the_cap() -> None:
    rules = xz.Rules("guide", self_draw="add_unit", max_fan=2)
    hand = xz.Hand("11223345678999m")  # 2 fan
    assert hand.score(rules, self_draw=True).points == 4 + 1
    assert hand.score(rules.replace(self_draw_in_cap=True), self_draw=True).points == 4
    plain = xz.Hand("23445677m345789p")
    assert plain.score(rules.replace(self_draw_in_cap=True), self_draw=True).points == 1 + 1
