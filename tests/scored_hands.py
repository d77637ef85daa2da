"""
Hands of today's tables and what they count (rules §13, §17, §18), worked out by hand.

The winning tile is among the tiles of the hand; with `void` the suit is declared.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Scored(NamedTuple):
    """A win by discard, unless `how` says otherwise: its pattern, and fan as they pay."""

    rules: str
    options: dict[str, Any]
    hand: str
    win: str
    pattern: str
    fan: int
    how: dict[str, Any] = {}  # noqa: RUF012
    points: int | None = None


DRAWN: dict[str, Any] = {"self_draw": True}
PLAIN = "123m456m789p123p22p"

#: What the sources of the presets print as examples.
PRINTED = (
    Scored("mil_2025", {}, "678m12377p [9999m](4444p)", "7p", "plain", 2),
    Scored("mil_2025", {}, "34577s677778p [333s]", "3s", "plain", 2),
    Scored("mil_2025", {}, "3333446677m5577s", "4m", "dragon_seven_pairs", 3),
    Scored("mil_2025", {}, "88p999m [555m][666m][777p]", "9m", "all_triplets", 1),
    Scored("mil_2025", {}, "55s [444p](9999p)[111s][888s]", "5s", "golden_hook", 3, {}, 8),
    Scored("mil_2025", {}, "55s [444p](9999p)[111s][888s]", "5s", "golden_hook", 3, DRAWN, 9),
    Scored("mil_2025", {}, "23456788m [111m][555m]", "5m", "full_flush", 3),
    Scored("mil_2025", {}, "888p99p [111p][222p][444p]", "8p", "flush_triplets", 3),
    Scored("mil_2025", {}, "11224455778899s", "9s", "flush_seven_pairs", 3),
    Scored("mil_2025", {}, "44668899p778899s", "9s", "seven_pairs", 2),
    Scored("majsoul", {}, "11224444557799m", "9m", "flush_dragon_seven_pairs", 6, DRAWN, 33_000),
    Scored("majsoul", {}, "11224444557799m", "9m", "flush_dragon_seven_pairs", 6, {}, 32_000),
)

_ONE_FAN_OFF = {"concealed_fan": 1, "concealed_kong_keeps": False}
_JIANG = "222555888m55588p"
_WITH_JIANG = {"simples_fan": 1, "patterns": {"jiang_triplets": 1}}
FURTHER = (
    # Concealed.
    Scored("guide", {"concealed_fan": 1}, PLAIN, "2p", "plain", 1),
    Scored("guide", {"concealed_fan": 1}, "123m456m789p22p [999m]", "2p", "plain", 0),
    Scored("guide", {"concealed_fan": 1}, "123m456m789p22p (9999m)", "2p", "plain", 3),
    Scored("guide", _ONE_FAN_OFF, "123m456m789p22p (9999m)", "2p", "plain", 2),
    Scored("guide", {"concealed_fan": 1}, "11334466m557799p", "9p", "seven_pairs", 2),
    # Read as melds it is concealed, as pairs it is dearer.
    Scored("guide", {"concealed_fan": 1}, "112233556677p99m", "9m", "seven_pairs", 2),
    Scored("guide", {"concealed_fan": 3}, "112233556677p99m", "9m", "plain", 3),
    Scored("guide", {"concealed_fan": 1, "concealed_on": "self_draw"}, PLAIN, "2p", "plain", 0),
    Scored(
        "guide", {"concealed_fan": 1, "concealed_on": "self_draw"}, PLAIN, "2p", "plain", 1, DRAWN
    ),
    # Simples.
    Scored("guide", {"simples_fan": 1}, "234m456m678p345p22p", "2p", "plain", 1),
    Scored("guide", {"simples_fan": 1}, "234m456m789p345p22p", "2p", "plain", 0),
    Scored("guide", {"simples_fan": 1}, "22334466m557788p", "8p", "seven_pairs", 3),
    Scored("guide", {"simples_fan": 1}, _JIANG, "5p", "jiang_triplets", 4),
    Scored(
        "guide", {"simples_fan": 1, "simples_with_jiang": False}, _JIANG, "5p", "jiang_triplets", 3
    ),
    Scored("guide", {**_WITH_JIANG, "simples_with_jiang": False}, _JIANG, "5p", "all_triplets", 2),
    Scored("guide", {**_WITH_JIANG}, _JIANG, "5p", "jiang_triplets", 2),
    # The middle of a sequence.
    Scored("guide", {"middle_five_fan": 1}, "456m123789p23499p", "5m", "plain", 1),
    Scored("guide", {"middle_five_fan": 1}, "456m123789p23499p", "6m", "plain", 0),
    Scored("guide", {"middle_five_fan": 1}, "55m123789p234678p", "5m", "plain", 0),
    Scored("guide", {"middle_five_fan": 1}, "445566m123789p99p", "5m", "plain", 1),
    Scored("guide", {"middle_two_fan": 1}, "123s123789m23499m", "2s", "plain", 1),
    Scored("guide", {"middle_two_fan": 1}, "123p123789m23499m", "2p", "plain", 0),
    # Of two readings the one that counts more: 222 333 444 or 234 three times.
    Scored("guide", {"middle_five_fan": 3}, "444555666m12399p", "5m", "plain", 3),
    Scored("guide", {}, "444555666m12399p", "5m", "plain", 0),
    Scored("guide", {"straight_fan": 1}, "123456789m11122p", "2p", "plain", 1),
    Scored("guide", {"straight_fan": 1}, "123456789m22m [111m]", "2m", "full_flush", 4),
    # A heavenly win has no winning tile.
    Scored(
        "guide",
        {"middle_five_fan": 1, "heavenly_fan": 2, "patterns": {"heavenly": None}},
        "456m123789p23499p",
        "5m",
        "plain",
        2,
        {"first_turn": "heavenly"},
    ),
    # Roots.
    Scored("guide", {"max_roots": 1}, "11112222333344m", "4m", "flush_dragon_seven_pairs", 6),
    Scored("guide", {"max_roots": 0}, "123333m45566799s", "9s", "plain", 0),
    # Patterns.
    Scored(
        "guide",
        {"patterns": {"golden_hook": 2}},
        "55p[222m](8888m)[111m][222p]",
        "5p",
        "golden_hook",
        4,
    ),
    Scored(
        "guide",
        {"patterns": {"golden_hook": 2, "jiang_golden_hook": 5}},
        "55p[222m](8888m)[555m][222p]",
        "5p",
        "jiang_golden_hook",
        7,
    ),
    Scored(
        "guide",
        {"patterns": {"golden_hook": 2, "flush_golden_hook": 4}},
        "55m[222m][8888m][111m][333m]",
        "5m",
        "flush_golden_hook",
        5,
    ),
    Scored(
        "guide",
        {"patterns": {"golden_hook": 2}},
        "55m[222m][8888m][111m][333m]",
        "5m",
        "flush_triplets",
        4,
    ),
    Scored(
        "guide",
        {"patterns": {"jiang_seven_pairs": 4}},
        "22225588m225588p",
        "8p",
        "jiang_seven_pairs",
        5,
    ),
    Scored("guide", {}, "22225588m225588p", "8p", "dragon_seven_pairs", 4),
    Scored(
        "guide",
        {"patterns": {"eighteen": 7}},
        "55p[1111m](2222m)[333+3m][4444p]",
        "5p",
        "eighteen",
        7,
    ),
    Scored("guide", {}, "55p[1111m](2222m)[333+3m][4444p]", "5p", "all_triplets", 6),
    Scored(
        "guide",
        {"patterns": {"eighteen": 7}},
        "55p[1111m](2222m)[333+3m][4444p]",
        "5p",
        "eighteen",
        10,
        {"bloom": "concealed"},
    ),
    Scored(
        "guide",
        {"patterns": {"eighteen": 7, "flush_eighteen": 9}},
        "55m[1111m](2222m)[333+3m][4444m]",
        "5m",
        "flush_eighteen",
        9,
    ),
    # A tie: the one further down the table.
    Scored(
        "guide",
        {"patterns": {"golden_hook": 1}},
        "55p[222m][888m][111m][222p]",
        "5p",
        "golden_hook",
        1,
    ),
    # Hand sizes.
    Scored("guide", {"hand_size": 7}, "1122m5577p", "7p", "seven_pairs", 2),
    Scored("guide", {"hand_size": 7}, "111122m77p", "7p", "dragon_seven_pairs", 4),
    Scored("guide", {"hand_size": 7}, "111m222p77p", "7p", "all_triplets", 1),
    Scored("guide", {"hand_size": 10}, "111m222p777p99p", "7p", "all_triplets", 1),
    Scored(
        "guide",
        {"hand_size": 10, "patterns": {"straight": 3}},
        "123456789m22p",
        "2p",
        "straight",
        3,
    ),
    Scored(
        "guide",
        {"hand_size": 7, "patterns": {"golden_hook": 2}},
        "77p[111m](2222p)",
        "7p",
        "golden_hook",
        4,
    ),
)

WILD = {"wild": "1s"}
#: Hands with wild tiles.
WILDS = (
    Scored("guide", WILD, "111222333m44p55p1s", "1s", "all_triplets", 1),
    Scored("guide", WILD, "111222333m44p55p1s", "5p", "all_triplets", 1),
    # Pairs: an odd tile is completed; a wild pair makes a dragon of another.
    Scored("guide", WILD, "1133446m557799p1s", "9p", "seven_pairs", 2),
    Scored("guide", WILD, "113344m557799p11s", "9p", "dragon_seven_pairs", 4),
    # Six alike are one four and a pair: the dragon and no root.
    Scored("guide", WILD, "1111m3344m5577p11s", "7p", "dragon_seven_pairs", 5),
    # One suit: the wilds join it.
    Scored("guide", WILD, "1123455678m999m1s", "9m", "full_flush", 2),
    # A root under a pong, with a wild elsewhere.
    Scored("guide", WILD, "[444p]456p123789m9m1s", "9m", "plain", 1),
    # In melds.
    Scored(
        "guide", {**WILD, "wild_claims": "pong_kong"}, "[55p1s]123m456m789m22p", "2p", "plain", 0
    ),
    Scored(
        "guide", {**WILD, "wild_claims": "pong_kong"}, "[55p11s]123m456m789m22p", "2p", "plain", 1
    ),
    Scored(
        "guide", {**WILD, "wild_claims": "pong_kong"}, "(5p111s)123m456m789m22p", "2p", "plain", 2
    ),
    # Natural.
    Scored("guide", {**WILD, "natural_fan": 1}, "123456789m456p22p", "2p", "plain", 1),
    Scored("guide", {**WILD, "natural_fan": 1}, "123456789m46p22p1s", "1s", "plain", 0),
    Scored(
        "guide",
        {**WILD, "natural_fan": 1, "wild_claims": "pong"},
        "[55p1s]123m456m789m22p",
        "2p",
        "plain",
        0,
    ),
    # A wild that wins is what it stands for.
    Scored("guide", {**WILD, "middle_five_fan": 1}, "123789m234m46p22p1s", "1s", "plain", 1),
    Scored("guide", {**WILD, "middle_five_fan": 1}, "123789m234m45p22p1s", "1s", "plain", 0),
    # Simples by what it stands for.
    Scored("guide", {**WILD, "simples_fan": 1}, "234m456m678p34p22p1s", "2p", "plain", 1),
)

EXAMPLES = (*PRINTED, *FURTHER, *WILDS)
