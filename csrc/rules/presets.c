/*
 * Rules by name: the three rulebooks, and what today's tables play (docs/presets.md). A preset is `guide` with the values of its
 * column; where a column has none, guide's holds. A preset never changes: what is found wrong gets a new name.
 */
#include "rules/options.h"

enum { TODAY = XZ_PRESET_COUNT - XZ_RULEBOOK_COUNT };

static const xz_preset presets[XZ_PRESET_COUNT] = {
    {"guide", "a player's guide to the Chengdu style", "docs/rules.md"},
    {"online", "an online platform", "docs/rules.md"},
    {"chengdu", "street rules of Chengdu", "docs/rules.md"},
    {"mil_2025", "competition 四川麻将, trial edition 2025",
     "the Mahjong International League's competition text 四川麻将 SBR 竞赛规则, trial edition 2025"},
    {"room_battle", "card-room 血战 with the usual boxes ticked", "the room options of card-room apps"},
    {"room_river", "card-room 血流", "the room options of card-room apps"},
    {"river_64", "platform 血流, capped at ×64", "the in-game rule page of a platform"},
    {"app_battle", "app 血战 without a cap", "the in-game rule pages of several apps"},
    {"majsoul", "赤羽之战", "Mahjong Soul's rule page of 赤羽之战"},
    {"leshan_wild", "乐山幺鸡任用", "the room options of card-room apps"},
    {"three_two", "三人两房", "the room options of card-room apps"},
};

/* One value and where it comes from. */
typedef struct cell {
    int64_t value;
    uint8_t origin;
} cell;

typedef struct row {
    size_t offset;
    cell cells[TODAY];
} row;

#define OFF XZ_NULL
#define S(value) {(value), XZ_ORIGIN_SOURCE}
#define R(value) {(value), XZ_ORIGIN_RULING}
#define NONE {0, XZ_ORIGIN_BASE}
#define ALL(value) S(value), S(value), S(value), S(value), S(value), S(value), S(value), S(value)
#define FIELD(field, ...)                                                                                              \
    {                                                                                                                  \
        offsetof(xz_rules, field), { __VA_ARGS__ }                                                                     \
    }
#define PATTERN(pattern, ...)                                                                                          \
    {                                                                                                                  \
        offsetof(xz_rules, patterns) + sizeof(int64_t) * (pattern), { __VA_ARGS__ }                                    \
    }

/* clang-format off */
static const row rows[] = {
    /*                                 mil_2025 room_battle room_river river_64 app_battle majsoul leshan_wild three_two */
    FIELD(players,                     S(4),   S(4),   S(4),   S(4),   S(4),   S(4),    S(4),   S(3)),
    FIELD(suits,                       S(7),   S(7),   S(7),   S(7),   S(7),   S(7),    S(7),   S(6)),
    FIELD(unit,                        S(1),   S(1),   S(1),   S(1),   S(1),   S(1000), S(1),   S(1)),
    FIELD(fan_origin,                  S(0),   S(0),   S(0),   S(0),   S(0),   S(1),    S(0),   S(0)),
    FIELD(max_fan,                     S(3),   S(3),   S(3),   S(6),   S(OFF), S(6),    S(4),   S(3)),
    PATTERN(XZ_PLAIN,                  S(0),   S(0),   S(0),   S(0),   S(0),   S(1),    S(0),   S(0)),
    PATTERN(XZ_ALL_TRIPLETS,           S(1),   S(1),   S(1),   S(1),   S(1),   S(2),    S(1),   S(1)),
    PATTERN(XZ_FULL_FLUSH,             S(2),   S(2),   S(2),   S(2),   S(2),   S(3),    S(2),   S(2)),
    PATTERN(XZ_OUTSIDE,                S(OFF), S(OFF), S(2),   S(2),   S(2),   S(3),    S(OFF), S(OFF)),
    PATTERN(XZ_SEVEN_PAIRS,            S(2),   S(2),   S(2),   S(2),   S(2),   S(3),    S(2),   S(2)),
    PATTERN(XZ_FLUSH_TRIPLETS,         S(3),   S(3),   S(3),   S(3),   S(3),   S(4),    S(3),   S(3)),
    PATTERN(XZ_JIANG_TRIPLETS,         S(OFF), S(OFF), S(OFF), S(3),   S(3),   S(4),    S(OFF), S(OFF)),
    PATTERN(XZ_FLUSH_SEVEN_PAIRS,      S(4),   S(4),   S(4),   S(4),   S(4),   S(5),    S(4),   S(4)),
    PATTERN(XZ_DRAGON_SEVEN_PAIRS,     S(3),   S(3),   S(4),   S(4),   S(3),   S(4),    S(3),   S(3)),
    PATTERN(XZ_FLUSH_OUTSIDE,          S(OFF), S(OFF), S(4),   S(4),   S(OFF), S(5),    S(OFF), S(OFF)),
    PATTERN(XZ_FLUSH_DRAGON_SEVEN_PAIRS, S(5), S(5),   R(5),   S(5),   S(5),   S(6),    S(5),   S(5)),
    PATTERN(XZ_HEAVENLY,               S(OFF), S(OFF), S(OFF), S(5),   S(5),   S(6),    S(OFF), S(OFF)),
    PATTERN(XZ_EARTHLY,                S(OFF), S(OFF), S(OFF), S(5),   S(5),   S(6),    S(OFF), S(OFF)),
    PATTERN(XZ_GOLDEN_HOOK,            S(2),   S(2),   S(2),   S(2),   S(2),   S(3),    S(OFF), S(2)),
    PATTERN(XZ_JIANG_GOLDEN_HOOK,      S(OFF), S(OFF), S(OFF), S(4),   S(OFF), S(OFF),  S(OFF), S(OFF)),
    PATTERN(XZ_FLUSH_GOLDEN_HOOK,      S(4),   S(4),   S(4),   S(4),   S(4),   S(5),    S(OFF), S(4)),
    PATTERN(XZ_JIANG_SEVEN_PAIRS,      S(OFF), S(OFF), S(OFF), S(OFF), S(4),   S(OFF),  S(OFF), S(OFF)),
    PATTERN(XZ_FOUR_WILDS,             NONE,   NONE,   NONE,   NONE,   NONE,   NONE,    S(16),  NONE),
    FIELD(root_fan,                    ALL(1)),
    FIELD(direct_kong_fan,             ALL(1)),
    FIELD(added_kong_fan,              ALL(1)),
    FIELD(concealed_kong_fan,          ALL(1)),
    FIELD(bloom_fan_melded,            ALL(1)),
    FIELD(bloom_fan_concealed,         ALL(1)),
    FIELD(bloom_includes_kong,         ALL(false)),
    FIELD(kong_discard_fan,            ALL(1)),
    FIELD(rob_kong_fan,                ALL(1)),
    FIELD(self_draw,                   S(XZ_SELF_DRAW_ADD_UNIT), S(XZ_SELF_DRAW_ADD_UNIT), S(XZ_SELF_DRAW_ADD_UNIT), S(XZ_SELF_DRAW_NONE),
                                       S(XZ_SELF_DRAW_ADD_FAN), S(XZ_SELF_DRAW_ADD_UNIT), S(XZ_SELF_DRAW_ADD_FAN), S(XZ_SELF_DRAW_ADD_UNIT)),
    FIELD(multi_win,                   ALL(XZ_MULTI_WIN_ALL)),
    FIELD(pass_lock,                   S(XZ_LOCK_UNTIL_TURN_UNLESS_HIGHER), S(XZ_LOCK_UNTIL_DRAW_UNLESS_HIGHER),
                                       S(XZ_LOCK_UNTIL_DRAW_UNLESS_HIGHER), R(XZ_LOCK_OFF), R(XZ_LOCK_OFF), S(XZ_LOCK_OFF),
                                       S(XZ_LOCK_UNTIL_DRAW), S(XZ_LOCK_UNTIL_DRAW_UNLESS_HIGHER)),
    FIELD(must_win_last,               S(0),   S(0),   S(4),   S(0),   S(0),   S(0),    S(0),   S(0)),
    FIELD(must_win_on,                 NONE,   NONE,   S(XZ_MUST_WIN_ANY), NONE, NONE, NONE, NONE, NONE),
    FIELD(kong_draw,                   S(XZ_KONG_DRAW_FRONT), S(XZ_KONG_DRAW_FRONT), S(XZ_KONG_DRAW_FRONT), R(XZ_KONG_DRAW_BACK),
                                       R(XZ_KONG_DRAW_BACK), S(XZ_KONG_DRAW_FRONT), S(XZ_KONG_DRAW_FRONT), S(XZ_KONG_DRAW_FRONT)),
    FIELD(direct_kong_units,           S(2),   S(2),   S(2),   S(2),   R(2),   S(2),    S(2),   S(2)),
    FIELD(added_kong_units,            S(1),   S(1),   S(1),   S(1),   R(1),   S(1),    S(1),   S(1)),
    FIELD(concealed_kong_units,        S(2),   S(2),   S(2),   S(2),   R(2),   S(2),    S(2),   S(2)),
    FIELD(direct_kong_bloom,           S(XZ_BLOOM_ALL), S(XZ_BLOOM_ALL), S(XZ_BLOOM_ALL), S(XZ_BLOOM_ALL), S(XZ_BLOOM_ALL),
                                       S(XZ_BLOOM_ALL), S(XZ_BLOOM_FEEDER_AS_SELF_DRAW), S(XZ_BLOOM_ALL)),
    FIELD(kong_discard_transfer,       S(XZ_TRANSFER_REFUND), S(XZ_TRANSFER_EACH_WINNER), S(XZ_TRANSFER_EACH_WINNER),
                                       S(XZ_TRANSFER_EACH_WINNER), R(XZ_TRANSFER_NONE), S(XZ_TRANSFER_NONE),
                                       S(XZ_TRANSFER_EACH_WINNER), S(XZ_TRANSFER_EACH_WINNER)),
    FIELD(refund_kongs,                ALL(true)),
    FIELD(pig_units,                   S(0),   S(16),  S(16),  S(64),  S(16),  S(8),    R(16),  NONE),
    FIELD(pig_payees,                  S(XZ_PIG_ACTIVE_NON_PIGS), S(XZ_PIG_ACTIVE_NON_PIGS), S(XZ_PIG_ACTIVE_NON_PIGS), S(XZ_PIG_NON_PIGS),
                                       S(XZ_PIG_NON_PIGS), S(XZ_PIG_ACTIVE_NON_PIGS), R(XZ_PIG_ACTIVE_NON_PIGS), NONE),
    FIELD(pig_pays_ready,              S(XZ_PIG_READY_ALSO), S(XZ_PIG_READY_NO), S(XZ_PIG_READY_LARGER), S(XZ_PIG_READY_NO),
                                       S(XZ_PIG_READY_NO), S(XZ_PIG_READY_LARGER), S(XZ_PIG_READY_NO), NONE),
    FIELD(ready_payment,               S(XZ_READY_MAX), R(XZ_READY_MAX), R(XZ_READY_MAX), R(XZ_READY_MAX), R(XZ_READY_MAX),
                                       R(XZ_READY_MAX), R(XZ_READY_MAX), R(XZ_READY_MAX)),
    FIELD(ready_value_addons,          ALL(true)),
    FIELD(ready_difference,            ALL(false)),
    FIELD(multi_win_dealer,            S(XZ_DEALER_DISCARDER), R(XZ_DEALER_DISCARDER), R(XZ_DEALER_DISCARDER), R(XZ_DEALER_FIRST_WINNER),
                                       R(XZ_DEALER_FIRST_WINNER), S(XZ_DEALER_FIRST_WINNER), R(XZ_DEALER_DISCARDER), R(XZ_DEALER_DISCARDER)),
    FIELD(first_dealer,                S(XZ_FIRST_DEALER_DICE), S(XZ_FIRST_DEALER_SEAT0), S(XZ_FIRST_DEALER_SEAT0), S(XZ_FIRST_DEALER_SEAT0),
                                       S(XZ_FIRST_DEALER_SEAT0), S(XZ_FIRST_DEALER_SEAT0), S(XZ_FIRST_DEALER_SEAT0), S(XZ_FIRST_DEALER_SEAT0)),
    FIELD(escape_units,                ALL(OFF)),
    FIELD(winner_leaves,               ALL(XZ_LEAVES_KEEP)),
    FIELD(false_win_units,             ALL(OFF)),
    FIELD(wrong_count_units,           ALL(OFF)),
    FIELD(exchange,                    S(XZ_EXCHANGE_NONE), S(XZ_EXCHANGE_RANDOM), S(XZ_EXCHANGE_RANDOM), S(XZ_EXCHANGE_RANDOM),
                                       S(XZ_EXCHANGE_NONE), S(XZ_EXCHANGE_RANDOM), S(XZ_EXCHANGE_NONE), S(XZ_EXCHANGE_NONE)),
    FIELD(dealer_draws,                S(XZ_DEALER_DRAWS_BEFORE_EXCHANGE), S(XZ_DEALER_DRAWS_AFTER_VOID), S(XZ_DEALER_DRAWS_BEFORE_EXCHANGE),
                                       S(XZ_DEALER_DRAWS_BEFORE_EXCHANGE), S(XZ_DEALER_DRAWS_BEFORE_EXCHANGE),
                                       S(XZ_DEALER_DRAWS_BEFORE_EXCHANGE), S(XZ_DEALER_DRAWS_AFTER_VOID), S(XZ_DEALER_DRAWS_BEFORE_EXCHANGE)),
    FIELD(void_suit,                   S(XZ_VOID_DECLARED), S(XZ_VOID_DECLARED), R(XZ_VOID_DECLARED), S(XZ_VOID_FREE),
                                       S(XZ_VOID_DECLARED), S(XZ_VOID_DECLARED), S(XZ_VOID_DECLARED), S(XZ_VOID_FREE)),
    FIELD(pig_exempt,                  S(XZ_PIG_EXEMPT_ALL_DISCARDS_VOID), S(XZ_PIG_EXEMPT_NONE), S(XZ_PIG_EXEMPT_NONE), S(XZ_PIG_EXEMPT_NONE),
                                       S(XZ_PIG_EXEMPT_NONE), S(XZ_PIG_EXEMPT_NONE), S(XZ_PIG_EXEMPT_NONE), NONE),
    FIELD(play_on,                     NONE, NONE, S(true), S(true), NONE, NONE, NONE, NONE),
    FIELD(play_on_kong,                NONE, NONE, S(XZ_PLAY_ON_KONG_SAME_WAITS), R(XZ_PLAY_ON_KONG_SAME_WAITS), NONE, NONE, NONE, NONE),
    FIELD(play_on_roots,               NONE, NONE, S(XZ_PLAY_ON_ROOTS_FIRST_WIN), S(XZ_PLAY_ON_ROOTS_EVERY_WIN), NONE, NONE, NONE, NONE),
    FIELD(wild,                        NONE, NONE, NONE, NONE, NONE, NONE, S(18), NONE), /* 1s */
    FIELD(wild_discard,                NONE, NONE, NONE, NONE, NONE, NONE, S(XZ_WILD_DISCARD_WIN), NONE),
    FIELD(wild_claims,                 NONE, NONE, NONE, NONE, NONE, NONE, S(XZ_WILD_CLAIMS_PONG_KONG), NONE),
    FIELD(wild_claim_naturals,         NONE, NONE, NONE, NONE, NONE, NONE, S(0), NONE),
    FIELD(natural_fan,                 NONE, NONE, NONE, NONE, NONE, NONE, S(1), NONE),
    FIELD(concealed_fan,               S(0),   S(0),   S(0),   S(0),   S(0),   S(0),    S(1),   S(0)),
    FIELD(simples_fan,                 S(0),   S(0),   S(0),   S(0),   S(1),   S(0),    S(0),   S(0)),
    FIELD(heavenly_fan,                NONE, NONE, NONE, NONE, NONE, NONE, S(3), NONE),
    FIELD(earthly_fan,                 NONE, NONE, NONE, NONE, NONE, NONE, S(2), NONE),
    FIELD(earthly_on,                  NONE, NONE, NONE, NONE, NONE, NONE, S(XZ_EARTHLY_ON_DEALER_DISCARD), NONE),
    FIELD(last_draw_fan,               S(1),   S(1),   S(1),   S(0),   S(1),   S(1),    S(1),   S(1)),
    FIELD(last_discard_fan,            S(1),   S(1),   S(0),   S(0),   S(0),   S(1),    S(1),   S(1)),
    FIELD(min_fan,                     NONE, NONE, NONE, NONE, NONE, NONE, NONE, S(1)),
    FIELD(min_fan_on,                  NONE, NONE, NONE, NONE, NONE, NONE, NONE, S(XZ_MIN_FAN_ON_DISCARD)),
    FIELD(direct_kong_others_units,    S(0),   S(0),   S(1),   S(0),   S(0),   S(0),    S(0),   S(0)),
    FIELD(late_added_kong_units,       S(0),   S(OFF), S(OFF), S(OFF), S(OFF), S(0),    S(OFF), S(OFF)),
    FIELD(kong_transfer_amount,        NONE, S(XZ_TRANSFER_LAST_KONG), S(XZ_TRANSFER_ALL_KONGS), S(XZ_TRANSFER_ALL_KONGS), NONE, NONE,
                                       S(XZ_TRANSFER_LAST_KONG), S(XZ_TRANSFER_LAST_KONG)),
    FIELD(rob_after_kong_is_kong_discard, S(true), S(false), S(false), S(false), S(false), S(false), S(false), S(false)),
    FIELD(pig_payment,                 S(XZ_PIG_PAYS_UNITS), S(XZ_PIG_PAYS_UNITS_OR_CAP), S(XZ_PIG_PAYS_UNITS), S(XZ_PIG_PAYS_CAP),
                                       S(XZ_PIG_PAYS_UNITS), S(XZ_PIG_PAYS_UNITS), R(XZ_PIG_PAYS_UNITS_OR_CAP), NONE),
    FIELD(ready_own_copies,            S(XZ_OWN_COPIES_HAND), NONE, NONE, NONE, NONE, NONE, NONE, NONE),
    FIELD(claim_last_discard,          S(true), S(false), S(false), S(false), S(false), S(false), S(false), S(false)),
    FIELD(next_after_rob,              S(XZ_AFTER_ROB_WINNER), S(XZ_AFTER_ROB_WINNER), S(XZ_AFTER_ROB_WINNER), S(XZ_AFTER_ROB_WINNER),
                                       S(XZ_AFTER_ROB_WINNER), S(XZ_AFTER_ROB_ROBBED), S(XZ_AFTER_ROB_WINNER), S(XZ_AFTER_ROB_WINNER)),
    FIELD(pass_own_discard,            S(true), NONE, NONE, NONE, NONE, NONE, NONE, NONE),
    FIELD(pass_scope,                  NONE, NONE, NONE, NONE, NONE, NONE, S(XZ_PASS_SAME_TILE), NONE),
};
/* clang-format on */

const xz_preset *xz_preset_at(int preset) { return preset >= 0 && preset < XZ_PRESET_COUNT ? &presets[preset] : NULL; }

int xz_preset_named(const char *name) {
    for (int i = 0; i < XZ_PRESET_COUNT; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            return i;
        }
    }
    return XZ_NONE;
}

int xz_preset_value(int preset, size_t offset, int64_t *value) {
    bool const known = preset >= XZ_RULEBOOK_COUNT && preset < XZ_PRESET_COUNT;
    for (size_t i = 0; known && i < sizeof rows / sizeof *rows; i++) {
        cell const found = rows[i].cells[preset - XZ_RULEBOOK_COUNT];
        if (rows[i].offset == offset && found.origin != XZ_ORIGIN_BASE) {
            *value = found.value;
            return found.origin;
        }
    }
    return XZ_ORIGIN_BASE;
}

int xz_rules_preset(int preset, xz_rules *rules) {
    if (preset < 0 || preset >= XZ_PRESET_COUNT) {
        return XZ_E_RULES;
    }
    xz_rules made;
    xz_rulebook_fill(preset < XZ_RULEBOOK_COUNT ? preset : XZ_GUIDE, &made);
    for (size_t i = 0; preset >= XZ_RULEBOOK_COUNT && i < sizeof rows / sizeof *rows; i++) {
        cell const found = rows[i].cells[preset - XZ_RULEBOOK_COUNT];
        if (found.origin != XZ_ORIGIN_BASE) {
            memcpy((char *)&made + rows[i].offset, &found.value, sizeof found.value);
        }
    }
    int const status = xz_rules_prepare(&made, NULL, 0);
    if (status == XZ_OK) {
        *rules = made;
    }
    return status;
}

int xz_rules_preset_named(const char *name, xz_rules *rules) { return xz_rules_preset(xz_preset_named(name), rules); }
