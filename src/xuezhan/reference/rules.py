"""The rulebooks and all options (rules §12, §20)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

RULEBOOKS = ("guide", "online", "chengdu")

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

TILES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
HAND_SIZES = (7, 10, 13)
FAN_LIMIT = 255
UNITS_LIMIT = 1 << 40
PAYMENT_LIMIT = 1 << 40


class RulesError(ValueError):
    """An option that does not exist, has a wrong value or contradicts another; says why."""


Patterns = Mapping[str, int | None]


@dataclass(frozen=True, eq=False)
class Rules:
    """One attribute for each option of rules §12 and §20, and the rulebook they start from.

    Make them with :func:`make_rules`, which checks the values.
    """

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

    def multiplier(self, fan: int) -> int:
        """2^(fan - fan_origin) (rules §3); ``fan`` is cut already."""
        return 1 << (fan - self.fan_origin)

    def cut(self, fan: int) -> int:
        """Give the fan that pays."""
        return fan if self.max_fan is None else min(fan, self.max_fan)

    def to_record(self) -> str | dict[str, Any]:
        """Give the rulebook's name, or an object of base and what differs (rules §10)."""
        usual = PRESETS[self.base]
        differing: dict[str, Any] = {"base": self.base}
        for name in OPTIONS:
            mine, theirs = getattr(self, name), getattr(usual, name)
            if name == "patterns":
                changed = {p: mine[p] for p in PATTERNS if mine[p] != theirs[p]}
                if changed:
                    differing[name] = changed
            elif mine != theirs:
                differing[name] = mine
        return self.base if len(differing) == 1 else differing


OPTIONS = tuple(field.name for field in fields(Rules) if field.name != "base")

CHOICES: dict[str, tuple[str, ...]] = {
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
SWITCHES = (
    "bloom_includes_kong",
    "added_kong_any_time",
    "refund_kongs",
    "ready_value_addons",
    "ready_difference",
    "pairs_win",
    "play_on",
    "soft_pong_kong",
    "concealed_kong_keeps",
    "simples_with_jiang",
    "self_draw_in_cap",
    "rob_after_kong_is_kong_discard",
    "ready_needs_live_tile",
    "claim_last_discard",
    "kong_after_pong",
    "pass_own_discard",
)
FANS = (
    "root_fan",
    "direct_kong_fan",
    "added_kong_fan",
    "concealed_kong_fan",
    "bloom_fan_melded",
    "bloom_fan_concealed",
    "kong_discard_fan",
    "rob_kong_fan",
    "natural_fan",
    "concealed_fan",
    "simples_fan",
    "middle_five_fan",
    "middle_two_fan",
    "straight_fan",
    "heavenly_fan",
    "earthly_fan",
    "last_draw_fan",
    "last_discard_fan",
    "min_fan",
)
UNITS = (
    "direct_kong_units",
    "added_kong_units",
    "concealed_kong_units",
    "pig_units",
    "direct_kong_others_units",
)
NULL_UNITS = ("escape_units", "false_win_units", "wrong_count_units", "late_added_kong_units")


def _patterns(*fan: int | None) -> Patterns:
    """Those of §3; the patterns of §18 are off in every rulebook."""
    return MappingProxyType({**dict.fromkeys(PATTERNS), **dict(zip(PATTERNS, fan, strict=False))})


GUIDE = Rules(
    base="guide",
    players=4,
    suits="mps",
    unit=1,
    fan_origin=0,
    max_fan=None,
    patterns=_patterns(0, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, None, None),
    root_fan=1,
    direct_kong_fan=1,
    added_kong_fan=1,
    concealed_kong_fan=2,
    bloom_fan_melded=2,
    bloom_fan_concealed=3,
    bloom_includes_kong=True,
    kong_discard_fan=1,
    rob_kong_fan=1,
    last_tile_discard="any",
    self_draw="none",
    multi_win="all",
    wins_to_end=None,
    added_kong_any_time=True,
    pass_lock="off",
    must_win_last=4,
    must_win_on="self_draw",
    kong_draw="back",
    direct_kong_units=1,
    added_kong_units=1,
    concealed_kong_units=2,
    direct_kong_bloom="all",
    kong_discard_transfer="none",
    refund_kongs=True,
    pig_units=16,
    pig_payees="non_pigs",
    pig_pays_ready="also",
    ready_payment="max",
    ready_value_addons=True,
    ready_difference=True,
    multi_win_dealer="discarder",
    first_dealer="dice",
    escape_units=None,
    winner_leaves="keep",
    false_win_units=None,
    wrong_count_units=None,
)

ONLINE = replace(
    GUIDE,
    base="online",
    unit=6,
    fan_origin=1,
    patterns=_patterns(1, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, None, None),
    concealed_kong_fan=1,
    bloom_fan_melded=1,
    bloom_fan_concealed=1,
    bloom_includes_kong=False,
    pass_lock="until_draw",
    must_win_on="any",
    direct_kong_bloom="feeder_pays_all",
    kong_discard_transfer="each_winner",
    pig_pays_ready="no",
    ready_difference=False,
    multi_win_dealer="first_winner",
    first_dealer="seat0",
    escape_units=16,
    winner_leaves="forfeit",
)

CHENGDU = replace(
    GUIDE,
    base="chengdu",
    fan_origin=1,
    patterns=_patterns(1, 2, 3, 3, 3, 4, 4, 5, 4, 5, 6, None, None, None, None),
    concealed_kong_fan=1,
    bloom_fan_melded=1,
    bloom_fan_concealed=1,
    bloom_includes_kong=False,
    self_draw="add_unit",
    pass_lock="until_turn_unless_higher",
    must_win_on="any",
    kong_draw="front",
    direct_kong_units=2,
    direct_kong_bloom="feeder_as_discard",
    pig_units=10,
    pig_payees="active_non_pigs",
    ready_payment="min",
    ready_difference=False,
    first_dealer="seat0",
    false_win_units=1,
    wrong_count_units=1,
    last_draw_fan=1,
    last_discard_fan=1,
    pig_payment="cap",
)

PRESETS = {"guide": GUIDE, "online": ONLINE, "chengdu": CHENGDU}


def make_rules(base: object = "guide", **options: object) -> Rules:
    """Change options of a rulebook; ``base`` may be a record's ``rules`` (rules §10, §12)."""
    if isinstance(base, Rules):
        return make_rules(base.to_record(), **options)
    if isinstance(base, Mapping):
        given = dict(base)
        name = given.pop("base", None)
        if name is None:
            raise RulesError("a rules object names its base")
        inherited = given.get("patterns")
        changed = options.get("patterns")
        if isinstance(inherited, Mapping) and isinstance(changed, Mapping):
            options["patterns"] = {**inherited, **changed}
        return make_rules(name, **{**given, **options})
    if not isinstance(base, str) or base not in PRESETS:
        raise RulesError(f"no rulebook {base!r}; there are {', '.join(RULEBOOKS)}")
    usual = PRESETS[base]
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise RulesError(f"no option {name!r}")
        values[name] = _merged_patterns(usual, value) if name == "patterns" else value
    rules = replace(usual, **values)
    _check_each(rules)
    rules = replace(rules, suits="".join(letter for letter in "mps" if letter in rules.suits))
    _check_together(rules)
    return rules


def _merged_patterns(usual: Rules, value: object) -> Patterns:
    if not isinstance(value, Mapping):
        raise RulesError("patterns is a mapping of pattern names to fan or null")
    merged = dict(usual.patterns)
    for name, fan in value.items():
        if name not in merged:
            raise RulesError(f"no pattern {name!r}")
        merged[name] = fan
    return MappingProxyType(merged)


def _whole(name: str, value: object, low: int, high: int, *, null: bool = False) -> None:
    """Refuse anything but a whole number in the range (or null where that is allowed)."""
    if value is None and null:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(f"{name} must be a whole number{' or null' if null else ''}: {value!r}")
    if not low <= value <= high:
        raise RulesError(f"{name} must be {low} to {high}, not {value}")


def _check_each(rules: Rules) -> None:
    """Every value by itself."""
    _whole("players", rules.players, 2, 4)
    letters = rules.suits
    if (
        not isinstance(letters, str)
        or not (letters == "mps" or len(letters) == 2)
        or len(set(letters)) != len(letters)
        or not set(letters) <= set("mps")
    ):
        raise RulesError(f"suits must be 'mps' or two of its letters, not {letters!r}")
    _whole("unit", rules.unit, 1, UNITS_LIMIT)
    _whole("fan_origin", rules.fan_origin, 0, 1)
    _whole("max_fan", rules.max_fan, rules.fan_origin, FAN_LIMIT, null=True)
    for name, fan in rules.patterns.items():
        required = name in ("plain", "seven_pairs")
        _whole(f"patterns.{name}", fan, rules.fan_origin, FAN_LIMIT, null=not required)
    for name in FANS:
        _whole(name, getattr(rules, name), 0, FAN_LIMIT)
    for name in UNITS:
        _whole(name, getattr(rules, name), 0, UNITS_LIMIT)
    for name in NULL_UNITS:
        _whole(name, getattr(rules, name), 0, UNITS_LIMIT, null=True)
    _whole("must_win_last", rules.must_win_last, 0, 108)
    _whole("exchange_count", rules.exchange_count, 2, 4)
    _whole("wild_claim_naturals", rules.wild_claim_naturals, 0, 1)
    _whole("max_roots", rules.max_roots, 0, FAN_LIMIT, null=True)
    _whole("hand_size", rules.hand_size, 7, 13)
    if rules.hand_size not in HAND_SIZES:
        raise RulesError(f"hand_size must be 7, 10 or 13, not {rules.hand_size}")
    if rules.wild is not None and rules.wild not in TILES:
        raise RulesError(f"wild must be null or a tile, not {rules.wild!r}")
    _whole("wins_to_end", rules.wins_to_end, 1, rules.players - 1, null=True)
    for name in SWITCHES:
        if not isinstance(getattr(rules, name), bool):
            raise RulesError(f"{name} must be true or false, not {getattr(rules, name)!r}")
    for name, choices in CHOICES.items():
        value = getattr(rules, name)
        if not isinstance(value, str) or value not in choices:
            raise RulesError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


WILD_OPTIONS = (
    "wild_discard",
    "wild_claims",
    "wild_claim_naturals",
    "soft_pong_kong",
    "natural_fan",
)

# Options of rules §20 whose meaning is still to come, at the one value that is played; and the
# values still to come of options whose others are played.
NOT_PLAYED: tuple[str, ...] = OPTIONS[OPTIONS.index("hand_size") :]
PLAYED = ("last_draw_fan", "last_discard_fan", "pig_payment")
NEW_VALUES = {
    "direct_kong_bloom": "feeder_as_self_draw",
    "kong_discard_transfer": "refund",
    "pig_payees": "active_ready",
    "pig_pays_ready": "larger",
    "pig_payment": "units_or_cap",
}
NEW_PATTERNS = PATTERNS[PATTERNS.index("golden_hook") :]


def _check_played(rules: Rules) -> None:
    for name in NOT_PLAYED:
        if name not in PLAYED and getattr(rules, name) != getattr(GUIDE, name):
            raise RulesError(f"{name}: this value is not played yet")
    for name, value in NEW_VALUES.items():
        if getattr(rules, name) == value:
            raise RulesError(f"{name}: this value is not played yet")
    for name in NEW_PATTERNS:
        if rules.patterns[name] is not None:
            raise RulesError(f"{name}: this value is not played yet")


def _check_pairs(rules: Rules) -> None:
    """Options that contradict each other (rules §20)."""
    patterns = rules.patterns
    exchanged = rules.exchange != "none"
    four_of_a_suit = rules.exchange_count == 4 and rules.exchange_suit == "one"
    too_few = rules.hand_size != 13 or rules.exchange_count > 3
    lock = rules.pass_lock != "off"
    four_wilds = patterns["four_wilds"] is not None
    wild = rules.wild is not None
    contradictions = [
        (rules.play_on and rules.wins_to_end is not None, "play_on with wins_to_end"),
        (rules.play_on and rules.winner_leaves == "forfeit", "play_on with forfeit"),
        (rules.void == "declared" and len(rules.suits) == 2, "void = declared with two suits"),
        (rules.exchange == "across" and rules.players != 4, "exchange = across without four seats"),
        (
            exchanged and four_of_a_suit and rules.hand_size == 7,
            "exchange_count 4 of one suit with hand_size 7",
        ),
        (exchanged and wild and too_few, "exchange with wild: a seat may hold too few other tiles"),
        (rules.pass_own_discard and not lock, "pass_own_discard without a lock"),
        (rules.pass_scope != "any_tile" and not lock, "pass_scope without a lock"),
        (
            wild and not str(rules.wild).endswith(tuple(rules.suits)),
            "wild is a tile of a suit that is not in the game",
        ),
        (four_wilds and not wild, "four_wilds without wild"),
        (four_wilds and rules.play_on, "four_wilds with play_on"),
    ]
    contradictions += [
        (not wild and getattr(rules, name) != getattr(GUIDE, name), f"{name} without wild")
        for name in WILD_OPTIONS
    ]
    contradictions += [
        (getattr(rules, addon) > 0 and patterns[name] is not None, f"{addon} beside {name}")
        for addon, name in (
            ("straight_fan", "straight"),
            ("straight_fan", "flush_straight"),
            ("heavenly_fan", "heavenly"),
            ("earthly_fan", "earthly"),
        )
    ]
    for refused, why in contradictions:
        if refused:
            raise RulesError(f"refused together: {why}")


def _check_together(rules: Rules) -> None:
    """What contradicts, and that no payment may exceed 2^40 points (rules §12, §20)."""
    _check_played(rules)
    _check_pairs(rules)
    _check_stakes(rules)


def _check_stakes(rules: Rules) -> None:
    dearest_pattern = max(fan for fan in rules.patterns.values() if fan is not None)
    addons = (
        rules.root_fan,
        rules.direct_kong_fan,
        rules.added_kong_fan,
        rules.concealed_kong_fan,
    )
    circumstances = (
        rules.bloom_fan_melded
        + rules.bloom_fan_concealed
        + rules.kong_discard_fan
        + rules.rob_kong_fan
        + rules.natural_fan
        + rules.concealed_fan
        + rules.simples_fan
        + rules.middle_five_fan
        + rules.middle_two_fan
        + rules.straight_fan
        + rules.heavenly_fan
        + rules.earthly_fan
        + rules.last_draw_fan
        + rules.last_discard_fan
    )
    highest = rules.cut(dearest_pattern + 4 * max(addons) + circumstances + 1)
    if rules.unit << (highest - rules.fan_origin) > PAYMENT_LIMIT:
        raise RulesError(
            f"{highest} fan at unit {rules.unit} would pay more than 2^40; lower it or set max_fan"
        )
    capped = rules.max_fan if rules.pig_payment == "cap" else None
    if capped is not None and rules.unit << (capped - rules.fan_origin) > PAYMENT_LIMIT:
        raise RulesError("pig_payment: unit doubled up to max_fan would pay more than 2^40")
    for name in (*UNITS, *NULL_UNITS):
        units = getattr(rules, name)
        if units is not None and units * rules.unit > PAYMENT_LIMIT:
            raise RulesError(f"{name} x unit would pay more than 2^40")
