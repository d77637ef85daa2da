/*
 * The option table of docs/rules.md §12, and the checks that go with it. An option is one row here and one field of
 * xz_rules; the binding, the command line and the records read this table and name no option themselves.
 */
#include "xuezhan/xuezhan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FAN_LIMIT = 255 };
#define AMOUNT_LIMIT (INT64_C(1) << 40)

static const char *const pattern_names[XZ_PATTERN_COUNT][2] = {
    [XZ_PLAIN] = {"plain", "平胡"},
    [XZ_ALL_TRIPLETS] = {"all_triplets", "对对胡"},
    [XZ_FULL_FLUSH] = {"full_flush", "清一色"},
    [XZ_OUTSIDE] = {"outside", "带幺九"},
    [XZ_SEVEN_PAIRS] = {"seven_pairs", "七对"},
    [XZ_FLUSH_TRIPLETS] = {"flush_triplets", "清对"},
    [XZ_JIANG_TRIPLETS] = {"jiang_triplets", "将对"},
    [XZ_FLUSH_SEVEN_PAIRS] = {"flush_seven_pairs", "清七对"},
    [XZ_DRAGON_SEVEN_PAIRS] = {"dragon_seven_pairs", "龙七对"},
    [XZ_FLUSH_OUTSIDE] = {"flush_outside", "清幺九"},
    [XZ_FLUSH_DRAGON_SEVEN_PAIRS] = {"flush_dragon_seven_pairs", "清龙七对"},
    [XZ_HEAVENLY] = {"heavenly", "天胡"},
    [XZ_EARTHLY] = {"earthly", "地胡"},
    [XZ_STRAIGHT] = {"straight", "一条龙"},
    [XZ_FLUSH_STRAIGHT] = {"flush_straight", "清一条龙"},
};

const char *xz_pattern_name(int pattern) {
    return pattern >= 0 && pattern < XZ_PATTERN_COUNT ? pattern_names[pattern][0] : NULL;
}

const char *xz_pattern_chinese(int pattern) {
    return pattern >= 0 && pattern < XZ_PATTERN_COUNT ? pattern_names[pattern][1] : NULL;
}

/* clang-format off */
#define CHOICES(id, ...) static const char *const id##_choices[] = {__VA_ARGS__, NULL};
CHOICES(last_tile_discard, "any", "drawn")
CHOICES(self_draw, "none", "add_unit", "add_fan")
CHOICES(multi_win, "all", "nearest")
CHOICES(pass_lock, "off", "until_draw", "until_draw_unless_higher", "until_turn_unless_higher")
CHOICES(must_win_on, "self_draw", "any")
CHOICES(kong_draw, "back", "front")
CHOICES(direct_kong_bloom, "all", "feeder_pays_all", "feeder_as_discard")
CHOICES(kong_discard_transfer, "none", "each_winner")
CHOICES(pig_payees, "non_pigs", "active_non_pigs")
CHOICES(ready_payment, "max", "min")
CHOICES(multi_win_dealer, "discarder", "first_winner")
CHOICES(first_dealer, "dice", "seat0")
CHOICES(winner_leaves, "keep", "forfeit")

#define ROW(field, kind, nullable, low, high, choices, clause) {#field, kind, nullable, low, high, choices, offsetof(xz_rules, field), clause}
#define INTEGER(field, low, high, clause) ROW(field, XZ_OPTION_INTEGER, false, low, high, NULL, clause)
#define INTEGER_OR_NULL(field, low, high, clause) ROW(field, XZ_OPTION_INTEGER, true, low, high, NULL, clause)
#define FAN(field) INTEGER(field, 0, FAN_LIMIT, "3")
#define UNITS(field, clause) INTEGER(field, 0, AMOUNT_LIMIT, clause)
#define BOOL(field, clause) ROW(field, XZ_OPTION_BOOL, false, 0, 1, NULL, clause)
#define CHOICE(field, clause) \
    ROW(field, XZ_OPTION_CHOICE, false, 0, (int64_t)(sizeof field##_choices / sizeof *field##_choices) - 2, field##_choices, clause)

static const xz_option options[] = {
    INTEGER(players, 2, XZ_MAX_SEATS, "8"),
    ROW(suits, XZ_OPTION_SUITS, false, 3, 7, NULL, "8"),
    INTEGER(unit, 1, AMOUNT_LIMIT, "1"),
    INTEGER(fan_origin, 0, 1, "3"),
    INTEGER_OR_NULL(max_fan, 0, FAN_LIMIT, "3"),
    ROW(patterns, XZ_OPTION_PATTERNS, true, 0, FAN_LIMIT, NULL, "3"),
    FAN(root_fan),
    FAN(direct_kong_fan), FAN(added_kong_fan), FAN(concealed_kong_fan),
    FAN(bloom_fan_melded), FAN(bloom_fan_concealed),
    BOOL(bloom_includes_kong, "3"),
    FAN(kong_discard_fan), FAN(rob_kong_fan),
    FAN(last_tile_fan),
    CHOICE(last_tile_discard, "3"),
    CHOICE(self_draw, "3"),
    CHOICE(multi_win, "2"),
    INTEGER_OR_NULL(wins_to_end, 1, XZ_MAX_SEATS - 1, "2"),
    BOOL(added_kong_any_time, "2"),
    CHOICE(pass_lock, "2"),
    INTEGER(must_win_last, 0, XZ_MAX_WALL, "2"),
    CHOICE(must_win_on, "2"),
    CHOICE(kong_draw, "2"),
    UNITS(direct_kong_units, "5"), UNITS(added_kong_units, "5"), UNITS(concealed_kong_units, "5"),
    CHOICE(direct_kong_bloom, "4"),
    CHOICE(kong_discard_transfer, "4"),
    BOOL(refund_kongs, "6"),
    UNITS(pig_units, "6"),
    BOOL(pig_pays_cap, "6"),
    CHOICE(pig_payees, "6"),
    BOOL(pig_pays_ready, "6"),
    CHOICE(ready_payment, "6"),
    BOOL(ready_value_addons, "6"),
    BOOL(ready_difference, "6"),
    CHOICE(multi_win_dealer, "7"),
    CHOICE(first_dealer, "7"),
    INTEGER_OR_NULL(escape_units, 0, AMOUNT_LIMIT, "7"),
    CHOICE(winner_leaves, "7"),
    INTEGER_OR_NULL(false_win_units, 0, AMOUNT_LIMIT, "7"),
    INTEGER_OR_NULL(wrong_count_units, 0, AMOUNT_LIMIT, "7"),
};
/* clang-format on */

int xz_option_count(void) { return (int)(sizeof options / sizeof *options); }

const xz_option *xz_option_at(int index) { return index >= 0 && index < xz_option_count() ? &options[index] : NULL; }

static int64_t field(const xz_rules *rules, const xz_option *option) {
    int64_t value;
    memcpy(&value, (const char *)rules + option->offset, sizeof value);
    return value;
}

static bool in_range(const xz_option *option, int64_t value) {
    return (option->nullable && value == XZ_NULL) || (value >= option->low && value <= option->high);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* F of §12: no win can count more fan than this. */
static int64_t dearest_fan(const xz_rules *rules) {
    int64_t pattern = 0;
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        pattern = larger(pattern, rules->patterns[p]);
    }
    int64_t const four = larger(larger(rules->root_fan, rules->direct_kong_fan),
                                larger(rules->added_kong_fan, rules->concealed_kong_fan));
    int64_t const fan = pattern + 4 * four + rules->bloom_fan_melded + rules->bloom_fan_concealed +
                        rules->kong_discard_fan + rules->rob_kong_fan + rules->last_tile_fan + 1;
    return rules->max_fan != XZ_NULL && rules->max_fan < fan ? rules->max_fan : fan;
}

static int refuse(char *reason, size_t size, const char *text) {
    if (reason) {
        snprintf(reason, size, "%s", text);
    }
    return XZ_E_RULES;
}

static int check_ranges(const xz_rules *rules, char *text, size_t size) {
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = &options[i];
        if (option->kind == XZ_OPTION_PATTERNS) {
            for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
                if (!in_range(option, rules->patterns[p])) {
                    snprintf(text, size, "patterns: %s is %" PRId64 "; it must be null or %" PRId64 " to %" PRId64,
                             xz_pattern_name(p), rules->patterns[p], option->low, option->high);
                    return XZ_E_RULES;
                }
            }
            continue;
        }
        int64_t const value = field(rules, option);
        if (!in_range(option, value)) {
            snprintf(text, size, "%s is %" PRId64 "; it must be %s%" PRId64 " to %" PRId64, option->name, value,
                     option->nullable ? "null or " : "", option->low, option->high);
            return XZ_E_RULES;
        }
    }
    if (rules->suits == 4) { /* the mask of a single suit lies between those of two */
        snprintf(text, size, "suits must name two or three of m, p and s");
        return XZ_E_RULES;
    }
    return XZ_OK;
}

int xz_rules_check(const xz_rules *rules, char *reason, size_t size) {
    char text[200];
    if (check_ranges(rules, text, sizeof text) != XZ_OK) {
        return refuse(reason, size, text);
    }
    if (rules->patterns[XZ_PLAIN] == XZ_NULL || rules->patterns[XZ_SEVEN_PAIRS] == XZ_NULL) {
        return refuse(reason, size,
                      "patterns: plain and seven_pairs cannot be null, since every win must have a pattern");
    }
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        if (rules->patterns[p] != XZ_NULL && rules->patterns[p] < rules->fan_origin) {
            snprintf(text, sizeof text,
                     "patterns: %s is %" PRId64 ", below fan_origin %" PRId64 "; it must be at least that",
                     xz_pattern_name(p), rules->patterns[p], rules->fan_origin);
            return refuse(reason, size, text);
        }
    }
    if (rules->max_fan != XZ_NULL && rules->max_fan < rules->fan_origin) {
        snprintf(text, sizeof text,
                 "max_fan is %" PRId64 ", below fan_origin %" PRId64 "; it must be null or at least that",
                 rules->max_fan, rules->fan_origin);
        return refuse(reason, size, text);
    }
    if (rules->wins_to_end != XZ_NULL && rules->wins_to_end >= rules->players) {
        snprintf(text, sizeof text,
                 "wins_to_end is %" PRId64 " with %" PRId64 " players; it must be null or below the players",
                 rules->wins_to_end, rules->players);
        return refuse(reason, size, text);
    }
    int64_t const doublings = dearest_fan(rules) - rules->fan_origin;
    if (doublings > 40 || rules->unit > AMOUNT_LIMIT >> doublings) {
        snprintf(text, sizeof text,
                 "unit %" PRId64 " doubled up to %" PRId64
                 " times is more than 2^40 points; lower unit or the fan, or set max_fan",
                 rules->unit, doublings);
        return refuse(reason, size, text);
    }
    if (rules->pig_pays_cap && rules->max_fan != XZ_NULL &&
        (rules->max_fan - rules->fan_origin > 40 ||
         rules->unit > AMOUNT_LIMIT >> (rules->max_fan - rules->fan_origin))) {
        return refuse(reason, size,
                      "pig_pays_cap: unit doubled up to max_fan is more than 2^40 points; lower unit or max_fan");
    }
    for (int i = 0; i < xz_option_count(); i++) {
        size_t const length = strlen(options[i].name);
        bool const is_units = length > 6 && strcmp(options[i].name + length - 6, "_units") == 0;
        int64_t const units = is_units ? field(rules, &options[i]) : 0;
        if (units > AMOUNT_LIMIT / rules->unit) {
            snprintf(text, sizeof text,
                     "%s is %" PRId64 " of %" PRId64 " points each, more than 2^40 in all; lower one of them",
                     options[i].name, units, rules->unit);
            return refuse(reason, size, text);
        }
    }
    return XZ_OK;
}
