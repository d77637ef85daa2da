"""The rulebooks against the table of rules §12, and what is refused."""

import pytest

from xuezhan.reference import OPTIONS, PATTERNS, PRESETS, RULEBOOKS, RulesError, make_rules

# The options of §20 that all three rulebooks set alike.
ADDED: dict[str, object] = {
    "hand_size": 13,
    "pairs_win": True,
    "exchange": "none",
    "exchange_count": 3,
    "exchange_suit": "one",
    "dealer_draws": "before_exchange",
    "void": "free",
    "void_discard": "forced",
    "pig_exempt": "none",
    "play_on": False,
    "play_on_kong": "same_waits",
    "play_on_win": "may_pass",
    "play_on_roots": "every_win",
    "wild": None,
    "wild_discard": "nobody",
    "wild_claims": "none",
    "wild_claim_naturals": 1,
    "soft_pong_kong": False,
    "natural_fan": 0,
    "concealed_fan": 0,
    "concealed_kong_keeps": True,
    "concealed_on": "any",
    "simples_fan": 0,
    "simples_with_jiang": True,
    "middle_five_fan": 0,
    "middle_two_fan": 0,
    "straight_fan": 0,
    "heavenly_fan": 0,
    "earthly_fan": 0,
    "earthly_on": "draw",
    "max_roots": None,
    "self_draw_in_cap": False,
    "min_fan": 0,
    "min_fan_on": "any",
    "direct_kong_others_units": 0,
    "late_added_kong_units": None,
    "kong_transfer_amount": "last",
    "kong_transfer_multi": "each",
    "rob_after_kong_is_kong_discard": False,
    "ready_own_copies": "hand_and_melds",
    "ready_needs_live_tile": False,
    "ready_payees": "active_ready",
    "refund_to": "payers",
    "claim_last_discard": False,
    "kong_after_pong": False,
    "next_after_win": "winner",
    "next_after_rob": "winner",
    "pass_own_discard": False,
    "pass_scope": "any_tile",
}

# option: guide, online, chengdu
TABLE: dict[str, tuple[object, object, object]] = {
    "players": (4, 4, 4),
    "suits": ("mps", "mps", "mps"),
    "unit": (1, 6, 1),
    "fan_origin": (0, 1, 1),
    "max_fan": (None, None, None),
    "root_fan": (1, 1, 1),
    "direct_kong_fan": (1, 1, 1),
    "added_kong_fan": (1, 1, 1),
    "concealed_kong_fan": (2, 1, 1),
    "bloom_fan_melded": (2, 1, 1),
    "bloom_fan_concealed": (3, 1, 1),
    "bloom_includes_kong": (True, False, False),
    "kong_discard_fan": (1, 1, 1),
    "rob_kong_fan": (1, 1, 1),
    "last_tile_discard": ("any", "any", "any"),
    "self_draw": ("none", "none", "add_unit"),
    "multi_win": ("all", "all", "all"),
    "wins_to_end": (None, None, None),
    "added_kong_any_time": (True, True, True),
    "pass_lock": ("off", "until_draw", "until_turn_unless_higher"),
    "must_win_last": (4, 4, 4),
    "must_win_on": ("self_draw", "any", "any"),
    "kong_draw": ("back", "back", "front"),
    "direct_kong_units": (1, 1, 2),
    "added_kong_units": (1, 1, 1),
    "concealed_kong_units": (2, 2, 2),
    "direct_kong_bloom": ("all", "feeder_pays_all", "feeder_as_discard"),
    "kong_discard_transfer": ("none", "each_winner", "none"),
    "refund_kongs": (True, True, True),
    "pig_units": (16, 16, 10),
    "pig_payees": ("non_pigs", "non_pigs", "active_non_pigs"),
    "pig_pays_ready": ("also", "no", "also"),
    "ready_payment": ("max", "max", "min"),
    "ready_value_addons": (True, True, True),
    "ready_difference": (True, False, False),
    "multi_win_dealer": ("discarder", "first_winner", "discarder"),
    "first_dealer": ("dice", "seat0", "seat0"),
    "escape_units": (None, 16, None),
    "winner_leaves": ("keep", "forfeit", "keep"),
    "false_win_units": (None, None, 1),
    "wrong_count_units": (None, None, 1),
    **{name: (value, value, value) for name, value in ADDED.items()},
    "last_draw_fan": (0, 0, 1),
    "last_discard_fan": (0, 0, 1),
    "pig_payment": ("units", "units", "cap"),
}
PATTERN_TABLE = {
    "plain": (0, 1, 1),
    "all_triplets": (1, 2, 2),
    "full_flush": (2, 3, 3),
    "outside": (2, 3, 3),
    "seven_pairs": (2, 3, 3),
    "flush_triplets": (3, 4, 4),
    "jiang_triplets": (3, 4, 4),
    "flush_seven_pairs": (4, 5, 5),
    "dragon_seven_pairs": (4, 5, 4),
    "flush_outside": (4, 5, 5),
    "flush_dragon_seven_pairs": (5, 6, 6),
    "heavenly": (5, 6, None),
    "earthly": (5, 6, None),
    "straight": (None, None, None),
    "flush_straight": (None, None, None),
    "golden_hook": (None, None, None),
    "jiang_golden_hook": (None, None, None),
    "flush_golden_hook": (None, None, None),
    "jiang_seven_pairs": (None, None, None),
    "eighteen": (None, None, None),
    "flush_eighteen": (None, None, None),
    "four_wilds": (None, None, None),
}


@pytest.mark.parametrize(("number", "book"), list(enumerate(RULEBOOKS)))
def test_presets(number: int, book: str) -> None:
    rules = make_rules(book)
    assert {name: values[number] for name, values in TABLE.items()} == {
        name: getattr(rules, name) for name in OPTIONS if name != "patterns"
    }
    assert dict(rules.patterns) == {name: v[number] for name, v in PATTERN_TABLE.items()}
    assert tuple(PATTERN_TABLE) == PATTERNS
    assert rules.to_record() == book


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"unit": 0}, "unit must be 1 to"),
        ({"unit": True}, "unit must be a whole number"),
        ({"unit": "1"}, "unit must be a whole number"),
        ({"players": 5}, "players must be 2 to 4"),
        ({"suits": "m"}, "suits must be"),
        ({"suits": "mm"}, "suits must be"),
        ({"suits": "mz"}, "suits must be"),
        ({"fan_origin": 2}, "fan_origin"),
        ({"fan_origin": 1}, "patterns.plain must be 1"),
        ({"max_fan": -1}, "max_fan must be 0"),
        ({"wins_to_end": 4}, "wins_to_end must be 1 to 3"),
        ({"players": 2, "wins_to_end": 2}, "wins_to_end must be 1 to 1"),
        ({"patterns": {"plain": None}}, "patterns.plain"),
        ({"patterns": {"seven_pairs": None}}, "patterns.seven_pairs"),
        ({"patterns": {"chows": 1}}, "no pattern 'chows'"),
        ({"patterns": 3}, "patterns is a mapping"),
        ({"pass_lock": "on"}, "pass_lock must be one of"),
        ({"pass_lock": None}, "pass_lock must be one of"),
        ({"refund_kongs": 1}, "refund_kongs must be true or false"),
        ({"must_win_last": 109}, "must_win_last"),
        ({"must_win_last": None}, "must_win_last"),
        ({"root_fan": 8}, "2\\^40"),
        ({"unit": 1 << 30}, "2\\^40"),
        ({"pig_units": 1 << 40, "unit": 2}, "pig_units x unit"),
        ({"escape_units": -1}, "escape_units"),
        ({"colour": 1}, "no option 'colour'"),
    ],
)
def test_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError, match=why):
        make_rules("guide", **options)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"hand_size": 8}, "hand_size must be one of 13, 10, 7"),
        ({"hand_size": True}, "hand_size"),
        ({"pairs_win": None}, "pairs_win must be true or false"),
        ({"exchange": "left"}, "exchange must be one of"),
        ({"exchange_count": 5}, "exchange_count must be 2 to 4"),
        ({"wild": "0s"}, "wild must be null or a tile"),
        ({"wild": 18}, "wild must be null or a tile"),
        ({"wild": "1s", "wild_claim_naturals": 2}, "wild_claim_naturals must be 0 to 1"),
        ({"max_roots": -1}, "max_roots must be 0"),
        ({"min_fan": None}, "min_fan must be a whole number"),
        ({"late_added_kong_units": -1}, "late_added_kong_units"),
        ({"last_tile_fan": 1}, "last_draw_fan and last_discard_fan"),
        ({"pig_pays_cap": True}, "pig_payment"),
        ({"pig_pays_ready": True}, "pig_pays_ready must be one of no, also, larger"),
        # Together.
        ({"play_on": True, "wins_to_end": 1}, "wins_to_end must be null"),
        ({"play_on": True, "winner_leaves": "forfeit"}, "must not be forfeit"),
        ({"play_on": True, "wild": "1s", "patterns": {"four_wilds": 4}}, "no four_wilds"),
        ({"void": "declared", "suits": "mp"}, "needs three suits"),
        ({"exchange": "across", "players": 3}, "needs four seats"),
        ({"exchange": "next", "exchange_count": 4, "hand_size": 7}, "may not hold them"),
        ({"exchange": "next", "wild": "1s", "hand_size": 10}, "hand_size 13"),
        ({"exchange": "next", "wild": "1s", "exchange_count": 4}, "at most 3"),
        ({"pass_own_discard": True}, "needs a pass_lock"),
        ({"pass_scope": "same_tile"}, "needs a pass_lock"),
        ({"straight_fan": 1, "patterns": {"straight": 3}}, "beside the pattern straight"),
        ({"straight_fan": 1, "patterns": {"flush_straight": 3}}, "the pattern flush_straight"),
        ({"heavenly_fan": 1}, "beside the pattern heavenly"),
        ({"earthly_fan": 1}, "beside the pattern earthly"),
        ({"wild": "1s", "suits": "mp"}, "tile of the game's suits"),
        ({"patterns": {"four_wilds": 4}}, "four_wilds needs a wild tile"),
        ({"wild_discard": "win"}, "wild_discard needs a wild tile"),
        ({"wild_claims": "pong"}, "wild_claims needs a wild tile"),
        ({"wild_claim_naturals": 0}, "wild_claim_naturals needs a wild tile"),
        ({"soft_pong_kong": True}, "soft_pong_kong needs a wild tile"),
        ({"natural_fan": 1}, "natural_fan needs a wild tile"),
        ({"simples_fan": 30}, "2\\^40"),
        ({"wild": "1s", "natural_fan": 30}, "2\\^40"),
        ({"pig_payment": "cap", "max_fan": 60}, "pig_payment = cap"),
        ({"direct_kong_others_units": 1 << 39, "unit": 4, "max_fan": 3}, "x unit"),
    ],
)
def test_refused_variants(options: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError, match=why):
        make_rules("guide", **options)


def test_not_refused() -> None:
    """Limits that hold only where the option they limit is on (rules §20, §23)."""
    for options in (
        {"exchange_count": 4, "hand_size": 7},
        {"exchange": "next", "exchange_count": 4, "hand_size": 7, "exchange_suit": "any"},
        {"exchange": "next", "exchange_count": 4, "hand_size": 10},
        {"wild": "1s", "exchange": "next"},
        {"wild": "1s", "hand_size": 7, "exchange_count": 4},
        {"pairs_win": False, "patterns": {"dragon_seven_pairs": 3}},
        {"hand_size": 7, "patterns": {"eighteen": 6}},
        {"straight_fan": 1},
        {"heavenly_fan": 1, "patterns": {"heavenly": None}},
        {"pass_lock": "until_draw", "pass_own_discard": True, "pass_scope": "same_tile"},
        {"pig_payment": "units_or_cap", "max_fan": 60},
    ):
        make_rules("guide", **options)


# Values of the presets, a column each.
PRESET_ROWS: dict[str, tuple[object, ...]] = {
    "players": (4, 4, 4, 4, 4, 4, 4, 3),
    "suits": ("mps",) * 7 + ("ps",),
    "unit": (1, 1, 1, 1, 1, 1000, 1, 1),
    "fan_origin": (0, 0, 0, 0, 0, 1, 0, 0),
    "max_fan": (3, 3, 3, 6, None, 6, 4, 3),
    "last_draw_fan": (1, 1, 1, 0, 1, 1, 1, 1),
    "last_discard_fan": (1, 1, 0, 0, 0, 1, 1, 1),
    "self_draw": (*("add_unit",) * 3, "none", "add_fan", "add_unit", "add_fan", "add_unit"),
    "exchange": ("none", "random", "random", "random", "none", "random", "none", "none"),
    "void": (*("declared",) * 3, "free", *("declared",) * 3, "free"),
    "pig_units": (0, 16, 16, 64, 16, 8, 16, 16),
    "play_on": (False, False, True, True, False, False, False, False),
    "late_added_kong_units": (0, None, None, None, None, 0, None, None),
    "kong_draw": ("front", "front", "front", "back", "back", "front", "front", "front"),
    "must_win_last": (0, 0, 4, 0, 0, 0, 0, 0),
    "wild": (*(None,) * 6, "1s", None),
}


def test_todays_tables() -> None:
    for name, values in PRESET_ROWS.items():
        assert tuple(getattr(make_rules(preset), name) for preset in PRESETS) == values, name
    for preset in PRESETS:
        rules = make_rules(preset)
        assert rules.to_record() == preset
        assert rules.ready_difference is False
        assert (rules.direct_kong_units, rules.concealed_kong_units) == (2, 2)
        assert make_rules(rules.to_record()).to_record() == preset
    changed = make_rules("majsoul", unit=1)
    assert changed.to_record() == {"base": "majsoul", "unit": 1}


def test_bases() -> None:
    with pytest.raises(RulesError, match="no rulebook"):
        make_rules("riichi")
    with pytest.raises(RulesError, match="names its base"):
        make_rules({"unit": 1})
    rules = make_rules({"base": "online", "unit": 2}, players=3)
    assert rules.to_record() == {"base": "online", "players": 3, "unit": 2}
    assert make_rules("guide", suits="sm").suits == "ms"
    # The largest fan that can be paid: 5 + 4 x 2 + (2 + 3 + 1 + 1 + 0) + 1 = 21 in guide.
    assert make_rules("guide", unit=1 << 19).unit == 1 << 19
    with pytest.raises(RulesError, match="21 fan"):
        make_rules("guide", unit=(1 << 19) + 1)
    assert make_rules("guide", unit=1 << 20, max_fan=20).max_fan == 20
