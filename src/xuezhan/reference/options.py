"""The options and their values, each by itself (rules §12, §20)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

# In the order of the tables in rules §3 and §18, which also decides ties.
PATTERNS = (
    "plain",
    "all_triplets",
    "full_flush",
    "outside",
    "seven_pairs",
    "flush_triplets",
    "jiang_triplets",
    "flush_seven_pairs",
    "dragon_seven_pairs",
    "flush_outside",
    "flush_dragon_seven_pairs",
    "heavenly",
    "earthly",
    "straight",
    "flush_straight",
    "golden_hook",
    "jiang_golden_hook",
    "flush_golden_hook",
    "jiang_seven_pairs",
    "eighteen",
    "flush_eighteen",
    "four_wilds",
)
REQUIRED_PATTERNS = ("plain", "seven_pairs")

Patterns = Mapping[str, int | None]


@dataclass(frozen=True, eq=False)
class Options:
    """One attribute for each option of rules §12, then of §20, in that order."""

    base: str
    players: int
    suits: str
    unit: int
    fan_origin: int
    max_fan: int | None
    patterns: Patterns
    root_fan: int
    direct_kong_fan: int
    added_kong_fan: int
    concealed_kong_fan: int
    bloom_fan_melded: int
    bloom_fan_concealed: int
    bloom_includes_kong: bool
    kong_discard_fan: int
    rob_kong_fan: int
    last_tile_discard: str
    self_draw: str
    multi_win: str
    wins_to_end: int | None
    added_kong_any_time: bool
    pass_lock: str
    must_win_last: int
    must_win_on: str
    kong_draw: str
    direct_kong_units: int
    added_kong_units: int
    concealed_kong_units: int
    direct_kong_bloom: str
    kong_discard_transfer: str
    refund_kongs: bool
    pig_units: int
    pig_payees: str
    pig_pays_ready: str
    ready_payment: str
    ready_value_addons: bool
    ready_difference: bool
    multi_win_dealer: str
    first_dealer: str
    escape_units: int | None
    winner_leaves: str
    false_win_units: int | None
    wrong_count_units: int | None
    # §20: the value of the three rulebooks, where they agree.
    hand_size: int = 13
    pairs_win: bool = True
    exchange: str = "none"
    exchange_count: int = 3
    exchange_suit: str = "one"
    dealer_draws: str = "before_exchange"
    void: str = "free"
    void_discard: str = "forced"
    pig_exempt: str = "none"
    play_on: bool = False
    play_on_kong: str = "same_waits"
    play_on_win: str = "may_pass"
    play_on_roots: str = "every_win"
    wild: str | None = None
    wild_discard: str = "nobody"
    wild_claims: str = "none"
    wild_claim_naturals: int = 1
    soft_pong_kong: bool = False
    natural_fan: int = 0
    concealed_fan: int = 0
    concealed_kong_keeps: bool = True
    concealed_on: str = "any"
    simples_fan: int = 0
    simples_with_jiang: bool = True
    middle_five_fan: int = 0
    middle_two_fan: int = 0
    straight_fan: int = 0
    heavenly_fan: int = 0
    earthly_fan: int = 0
    earthly_on: str = "draw"
    last_draw_fan: int = 0
    last_discard_fan: int = 0
    max_roots: int | None = None
    self_draw_in_cap: bool = False
    min_fan: int = 0
    min_fan_on: str = "any"
    direct_kong_others_units: int = 0
    late_added_kong_units: int | None = None
    kong_transfer_amount: str = "last"
    kong_transfer_multi: str = "each"
    rob_after_kong_is_kong_discard: bool = False
    pig_payment: str = "units"
    ready_own_copies: str = "hand_and_melds"
    ready_needs_live_tile: bool = False
    ready_payees: str = "active_ready"
    refund_to: str = "payers"
    claim_last_discard: bool = False
    kong_after_pong: bool = False
    next_after_win: str = "winner"
    next_after_rob: str = "winner"
    pass_own_discard: bool = False
    pass_scope: str = "any_tile"


OPTIONS = tuple(field.name for field in fields(Options) if field.name != "base")

# Names of earlier versions, and where to look now (rules §18, §19).
RENAMED = {
    "last_tile_fan": "last_draw_fan and last_discard_fan",
    "pig_pays_cap": "pig_payment",
}

FAN_LIMIT = 255
UNITS_LIMIT = 1 << 40

CHOICES: dict[str, tuple[Any, ...]] = {
    "hand_size": (13, 10, 7),
    "last_tile_discard": ("any", "drawn"),
    "self_draw": ("none", "add_unit", "add_fan"),
    "multi_win": ("all", "nearest"),
    "pass_lock": ("off", "until_draw", "until_draw_unless_higher", "until_turn_unless_higher"),
    "must_win_on": ("self_draw", "any"),
    "kong_draw": ("back", "front"),
    "direct_kong_bloom": ("all", "feeder_pays_all", "feeder_as_discard", "feeder_as_self_draw"),
    "kong_discard_transfer": ("none", "each_winner", "refund"),
    "pig_payees": ("non_pigs", "active_non_pigs", "active_ready"),
    "pig_pays_ready": ("no", "also", "larger"),
    "ready_payment": ("max", "min"),
    "multi_win_dealer": ("discarder", "first_winner"),
    "first_dealer": ("dice", "seat0"),
    "winner_leaves": ("keep", "forfeit"),
    "exchange": ("none", "next", "previous", "across", "random"),
    "exchange_suit": ("one", "any"),
    "dealer_draws": ("before_exchange", "after_void"),
    "void": ("free", "declared"),
    "void_discard": ("forced", "free"),
    "pig_exempt": ("none", "all_discards_void"),
    "play_on_kong": ("none", "added", "same_waits"),
    "play_on_win": ("may_pass", "must"),
    "play_on_roots": ("every_win", "first_win"),
    "wild_discard": ("nobody", "win"),
    "wild_claims": ("none", "pong", "pong_kong"),
    "concealed_on": ("any", "self_draw"),
    "earthly_on": ("draw", "dealer_discard", "either"),
    "min_fan_on": ("any", "discard"),
    "kong_transfer_amount": ("last", "all"),
    "kong_transfer_multi": ("each", "refund", "none"),
    "pig_payment": ("units", "cap", "units_or_cap"),
    "ready_own_copies": ("hand_and_melds", "hand"),
    "ready_payees": ("active_ready", "all_ready"),
    "refund_to": ("payers", "active_payers"),
    "next_after_win": ("winner", "discarder"),
    "next_after_rob": ("winner", "robbed"),
    "pass_scope": ("any_tile", "same_tile"),
}
SWITCHES = tuple(field.name for field in fields(Options) if field.type in (bool, "bool"))
#: Fan that a hand or the way of its win may add (rules §3, §17, §18).
HAND_FANS = (
    "natural_fan",
    "concealed_fan",
    "simples_fan",
    "middle_five_fan",
    "middle_two_fan",
    "straight_fan",
    "heavenly_fan",
    "earthly_fan",
)
CIRCUMSTANCE_FANS = (
    "bloom_fan_melded",
    "bloom_fan_concealed",
    "kong_discard_fan",
    "rob_kong_fan",
    "last_draw_fan",
    "last_discard_fan",
)
REPEATED_FANS = ("root_fan", "direct_kong_fan", "added_kong_fan", "concealed_kong_fan")
FANS = (*REPEATED_FANS, *CIRCUMSTANCE_FANS, *HAND_FANS, "min_fan")
UNITS = (
    "direct_kong_units",
    "added_kong_units",
    "concealed_kong_units",
    "pig_units",
    "direct_kong_others_units",
)
NULL_UNITS = (
    "escape_units",
    "false_win_units",
    "wrong_count_units",
    "late_added_kong_units",
)
WILD_OPTIONS = (
    "wild_discard",
    "wild_claims",
    "wild_claim_naturals",
    "soft_pong_kong",
    "natural_fan",
)
