/* What is refused (§12, §20), and what follows from options that are not. */
#include "rules/options.h"
#include "rules/patterns.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#ifdef __GNUC__
#define PRINTF_LIKE(text, values) __attribute__((format(printf, text, values)))
#else
#define PRINTF_LIKE(text, values)
#endif

/* Where the reason goes; it may be nowhere. */
typedef struct reason {
    char *text;
    size_t size;
} reason;

PRINTF_LIKE(2, 3) static int refuse(reason said, const char *format, ...) {
    if (said.text) {
        va_list values;
        va_start(values, format);
        vsnprintf(said.text, said.size, format, values);
        va_end(values);
    }
    return XZ_E_RULES;
}

/* ---- not played yet -------------------------------------------------------------------------------------------------- */

/* Options whose meaning is still to come, at the one value that is played: whoever brings the meaning strikes the row. */
typedef struct unplayed {
    const char *name;
    size_t offset;
    int64_t played;
} unplayed;

#define ONLY(name, field, value) {name, offsetof(xz_rules, field), value}
#define DEFAULT(field, value) ONLY(#field, field, value)

static const unplayed only_played[] = {
    /* hand analysis, deal and codecs of short hands (§13) */
    /* exchange and declared void (§14, §15) */
    /* playing on (§16) */
    /* wild tiles (§17) */
    DEFAULT(wild, XZ_NULL),
    DEFAULT(wild_discard, XZ_WILD_DISCARD_NOBODY),
    DEFAULT(wild_claims, XZ_WILD_CLAIMS_NONE),
    DEFAULT(wild_claim_naturals, 1),
    DEFAULT(soft_pong_kong, false),
    DEFAULT(natural_fan, 0),
    /* patterns and add-ons (§18) */
    ONLY("four_wilds", patterns[XZ_FOUR_WILDS], XZ_NULL),
};

static int check_played(const xz_rules *rules, reason said) {
    int64_t value;
    for (size_t i = 0; i < sizeof only_played / sizeof *only_played; i++) {
        memcpy(&value, (const char *)rules + only_played[i].offset, sizeof value);
        if (value != only_played[i].played) {
            return refuse(said, "%s: this value is not played yet", only_played[i].name);
        }
    }
    return XZ_OK;
}

/* ---- each by itself -------------------------------------------------------------------------------------------------- */

static bool in_range(const xz_option *option, int64_t value) {
    return (option->nullable && value == XZ_NULL) ||
           (value >= option->low && value <= option->high && (value - option->low) % option->step == 0);
}

static int check_range(const xz_option *option, const char *prefix, const char *name, int64_t value, reason said) {
    if (in_range(option, value)) {
        return XZ_OK;
    }
    char steps[40] = "";
    if (option->step > 1) {
        snprintf(steps, sizeof steps, " in steps of %" PRId64, option->step);
    }
    return refuse(said, "%s%s is %" PRId64 "; it must be %s%" PRId64 " to %" PRId64 "%s", prefix, name, value,
                  option->nullable ? "null or " : "", option->low, option->high, steps);
}

static int check_ranges(const xz_rules *rules, reason said) {
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = xz_option_at(i);
        bool const several = option->kind == XZ_OPTION_PATTERNS;
        for (int p = 0; p < (several ? XZ_PATTERN_COUNT : 1); p++) {
            int64_t const value = several ? rules->patterns[p] : xz_option_value(rules, option);
            int const status = check_range(option, several ? "patterns: " : "",
                                           several ? xz_pattern_name(p) : option->name, value, said);
            if (status != XZ_OK) {
                return status;
            }
        }
    }
    if (rules->suits == 4) { /* the mask of a single suit lies between those of two */
        return refuse(said, "suits must name two or three of m, p and s");
    }
    return XZ_OK;
}

/* ---- together -------------------------------------------------------------------------------------------------------- */

static int check_fan(const xz_rules *rules, reason said) {
    if (rules->patterns[XZ_PLAIN] == XZ_NULL || rules->patterns[XZ_SEVEN_PAIRS] == XZ_NULL) {
        return refuse(said, "patterns: plain and seven_pairs cannot be null, since every win must have a pattern");
    }
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        if (rules->patterns[p] != XZ_NULL && rules->patterns[p] < rules->fan_origin) {
            return refuse(said, "patterns: %s is %" PRId64 ", below fan_origin %" PRId64 "; it must be at least that",
                          xz_pattern_name(p), rules->patterns[p], rules->fan_origin);
        }
    }
    if (rules->max_fan != XZ_NULL && rules->max_fan < rules->fan_origin) {
        return refuse(said, "max_fan is %" PRId64 ", below fan_origin %" PRId64 "; it must be null or at least that",
                      rules->max_fan, rules->fan_origin);
    }
    return XZ_OK;
}

/* Options that contradict each other: what the first is, beside what the second is, and why not both. */
static int check_pairs(const xz_rules *rules, reason said) {
    bool const two_suits = rules->suits != 7;
    if (rules->wins_to_end != XZ_NULL && rules->wins_to_end >= rules->players) {
        return refuse(said, "wins_to_end is %" PRId64 " with %" PRId64 " players; it must be null or below the players",
                      rules->wins_to_end, rules->players);
    }
    if (rules->play_on && rules->wins_to_end != XZ_NULL) {
        return refuse(said, "play_on with wins_to_end: winners that play on end no hand; wins_to_end must be null");
    }
    if (rules->play_on && rules->winner_leaves == XZ_LEAVES_FORFEIT) {
        return refuse(said, "play_on with winner_leaves = forfeit: an escape ends the hand, so it must be keep");
    }
    if (rules->void_suit == XZ_VOID_DECLARED && two_suits) {
        return refuse(said, "void = declared with two suits: there is none to do without; suits must be mps");
    }
    if (rules->exchange == XZ_EXCHANGE_ACROSS && rules->players != 4) {
        return refuse(said, "exchange = across with %" PRId64 " players: nobody sits across; it needs four",
                      rules->players);
    }
    if (rules->exchange != XZ_EXCHANGE_NONE && rules->exchange_count == 4 &&
        rules->exchange_suit == XZ_EXCHANGE_ONE_SUIT && rules->hand_size == 7) {
        return refuse(said, "exchange_count is 4 of one suit with hand_size 7: a seat may not hold as many; it must "
                            "be 2 or 3, or exchange_suit any");
    }
    if (rules->exchange != XZ_EXCHANGE_NONE && rules->wild != XZ_NULL &&
        (rules->hand_size != 13 || rules->exchange_count > 3)) {
        return refuse(said, "exchange with wild: a seat may not hold enough other tiles; it needs hand_size 13 and "
                            "exchange_count 2 or 3");
    }
    if (rules->pass_lock == XZ_LOCK_OFF && rules->pass_own_discard) {
        return refuse(said, "pass_own_discard without a lock: a win passed has no effect; set pass_lock");
    }
    if (rules->pass_lock == XZ_LOCK_OFF && rules->pass_scope != XZ_PASS_ANY_TILE) {
        return refuse(said, "pass_scope = same_tile without a lock: a win passed has no effect; set pass_lock");
    }
    return XZ_OK;
}

/* An add-on stands beside no pattern that says the same. */
static int check_add_ons(const xz_rules *rules, reason said) {
    const struct {
        const char *name;
        int64_t fan;
        int pattern;
    } twins[] = {
        {"straight_fan", rules->straight_fan, XZ_STRAIGHT},
        {"straight_fan", rules->straight_fan, XZ_FLUSH_STRAIGHT},
        {"heavenly_fan", rules->heavenly_fan, XZ_HEAVENLY},
        {"earthly_fan", rules->earthly_fan, XZ_EARTHLY},
    };
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        if (twins[i].fan > 0 && rules->patterns[twins[i].pattern] != XZ_NULL) {
            return refuse(said, "%s beside the pattern %s: one hand would be paid twice; one of them must be off",
                          twins[i].name, xz_pattern_name(twins[i].pattern));
        }
    }
    return XZ_OK;
}

static int check_wild(const xz_rules *rules, reason said) {
    if (rules->wild != XZ_NULL) {
        if (!(rules->suits >> (rules->wild / XZ_RANKS) & 1)) {
            return refuse(said, "wild is a tile of a suit that is not in the game; it must be of one that is");
        }
    } else {
        for (int i = 0; i < xz_option_count(); i++) {
            const xz_option *const option = xz_option_at(i);
            if (strcmp(option->clause, "17") == 0 && xz_option_value(rules, option) != option->rulebooks[0]) {
                return refuse(said, "%s without wild: there are no wild tiles; set wild", option->name);
            }
        }
        if (rules->patterns[XZ_FOUR_WILDS] != XZ_NULL) {
            return refuse(said, "four_wilds without wild: there are no wild tiles; set wild");
        }
    }
    if (rules->patterns[XZ_FOUR_WILDS] != XZ_NULL && rules->play_on) {
        return refuse(said, "four_wilds with play_on: its winner would win again with every tile; one must be off");
    }
    return XZ_OK;
}

/* ---- stakes ---------------------------------------------------------------------------------------------------------- */

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* F of §12: no win can count more fan than this. */
static int64_t dearest_fan(const xz_rules *rules) {
    int64_t pattern = 0;
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        pattern = larger(pattern, rules->patterns[p]);
    }
    int64_t const four = larger(larger(rules->root_fan, rules->direct_kong_fan),
                                larger(rules->added_kong_fan, rules->concealed_kong_fan));
    int64_t const circumstances = rules->bloom_fan_melded + rules->bloom_fan_concealed + rules->kong_discard_fan +
                                  rules->rob_kong_fan + rules->natural_fan + rules->concealed_fan + rules->simples_fan +
                                  rules->middle_five_fan + rules->middle_two_fan + rules->straight_fan +
                                  rules->heavenly_fan + rules->earthly_fan + rules->last_draw_fan +
                                  rules->last_discard_fan;
    int64_t const fan = pattern + 4 * four + circumstances + 1;
    return rules->max_fan != XZ_NULL && rules->max_fan < fan ? rules->max_fan : fan;
}

static bool is_units(const char *name) {
    size_t const length = strlen(name);
    return length > 6 && strcmp(name + length - 6, "_units") == 0;
}

static int check_stakes(const xz_rules *rules, reason said) {
    int64_t const doublings = dearest_fan(rules) - rules->fan_origin;
    if (doublings > 40 || rules->unit > XZ_AMOUNT_LIMIT >> doublings) {
        return refuse(said,
                      "unit %" PRId64 " doubled up to %" PRId64
                      " times is more than 2^40 points; lower unit or the fan, or set max_fan",
                      rules->unit, doublings);
    }
    int64_t const capped = rules->max_fan - rules->fan_origin;
    if (rules->pig_payment == XZ_PIG_PAYS_CAP && rules->max_fan != XZ_NULL &&
        (capped > 40 || rules->unit > XZ_AMOUNT_LIMIT >> capped)) {
        return refuse(said,
                      "pig_payment = cap: unit doubled up to max_fan is more than 2^40 points; lower one of them");
    }
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = xz_option_at(i);
        int64_t const units = is_units(option->name) ? xz_option_value(rules, option) : 0;
        if (units > XZ_AMOUNT_LIMIT / rules->unit) {
            return refuse(said,
                          "%s is %" PRId64 " of %" PRId64 " points each, more than 2^40 in all; lower one of them",
                          option->name, units, rules->unit);
        }
    }
    return XZ_OK;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

static int check_options(const xz_rules *rules, reason said) {
    static int (*const checks[])(const xz_rules *, reason) = {
        check_ranges, check_played, check_fan, check_pairs, check_add_ons, check_wild, check_stakes,
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        int const status = checks[i](rules, said);
        if (status != XZ_OK) {
            return status;
        }
    }
    return XZ_OK;
}

/* Whether a hand of these four bits of readings, whatever the others, may have the pattern. */
static bool matches(const xz_rules *rules, int pattern, int nibble, unsigned bits) {
    const xz_pattern_row *const row = &xz_pattern_rows[pattern];
    unsigned const needs = row->needs >> 4 * nibble & 15;
    /* the other pattern needs what this one does and more: with that more, this one gives way */
    bool const yields = row->gives_way != pattern && rules->patterns[row->gives_way] != XZ_NULL;
    unsigned const excluded = yields ? (xz_pattern_rows[row->gives_way].needs & ~row->needs) >> 4 * nibble & 15 : 0;
    return (bits & needs) == needs && !(bits & excluded);
}

static void derive_fan(const xz_rules *rules, xz_derived *derived) {
    derived->root_fan = (int16_t)rules->root_fan;
    derived->max_roots = (int16_t)(rules->max_roots == XZ_NULL ? XZ_FAN_LIMIT : rules->max_roots);
    derived->reading_fan = rules->natural_fan || rules->concealed_fan || rules->simples_fan || rules->middle_five_fan ||
                           rules->middle_two_fan || rules->straight_fan;
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        derived->pattern_fan[p] = (int16_t)rules->patterns[p];
        bool const by_tiles = p != XZ_FOUR_WILDS && rules->patterns[p] != XZ_NULL;
        for (unsigned i = 0; by_tiles && i < XZ_READING_NIBBLES * 16; i++) {
            derived->matches[i / 16][i % 16] |= (uint32_t)matches(rules, p, (int)i / 16, i % 16) << p;
        }
    }
}

static int64_t at_cap(const xz_rules *rules) { return rules->unit << (rules->max_fan - rules->fan_origin); }

/* What a pig pays: max_fan may be far beyond what any amount reaches, and then is not the smaller. */
static int64_t pig_points(const xz_rules *rules) {
    int64_t const units = rules->pig_units * rules->unit;
    if (rules->max_fan == XZ_NULL || rules->pig_payment == XZ_PIG_PAYS_UNITS) {
        return units;
    }
    if (rules->pig_payment == XZ_PIG_PAYS_CAP) {
        return at_cap(rules);
    }
    bool const beyond = rules->max_fan - rules->fan_origin > 40 ||
                        rules->unit > XZ_AMOUNT_LIMIT >> (rules->max_fan - rules->fan_origin);
    return beyond || units < at_cap(rules) ? units : at_cap(rules);
}

static void derive_money(const xz_rules *rules, xz_derived *derived) {
    bool const capped = rules->pig_payment == XZ_PIG_PAYS_CAP && rules->max_fan != XZ_NULL;
    int64_t const late = rules->late_added_kong_units;
    derived->kong_points[XZ_DIRECT_KONG] = rules->direct_kong_units * rules->unit;
    derived->kong_points[XZ_ADDED_KONG] = rules->added_kong_units * rules->unit;
    derived->kong_points[XZ_CONCEALED_KONG] = rules->concealed_kong_units * rules->unit;
    derived->kong_others_points = rules->direct_kong_others_units * rules->unit;
    derived->late_kong_points = (late == XZ_NULL ? rules->added_kong_units : late) * rules->unit;
    derived->pig_points = pig_points(rules);
    derived->pig_pays_ready = rules->pig_pays_ready == XZ_PIG_READY_ALSO && !capped;
}

/* What the step and the legal sets have to look at (game/turn.h, game/legal.h). */
static void derive_moves(const xz_rules *rules, xz_derived *derived) {
    bool const declared = rules->void_suit == XZ_VOID_DECLARED;
    bool const exchanged = rules->exchange != XZ_EXCHANGE_NONE;
    bool const own_discards = rules->pass_own_discard != 0;
    derived->choices = declared || exchanged;
    derived->own_turns = declared || rules->play_on || rules->kong_after_pong || rules->wild != XZ_NULL;
    derived->loud = own_discards;
    derived->notes = declared || exchanged || own_discards || rules->pass_scope == XZ_PASS_SAME_TILE;
    derived->plain_hands = rules->hand_size == 13 && rules->pairs_win && !declared && rules->wild == XZ_NULL;
    derived->plain =
        derived->plain_hands && !(derived->choices || derived->own_turns || derived->loud || derived->notes);
}

static void derive(const xz_rules *rules, xz_derived *derived) {
    memset(derived, 0, sizeof *derived);
    derived->suits = (uint8_t)rules->suits;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        derived->slots |= (rules->suits >> suit & 1) ? 0x1FFu << suit * XZ_RANKS : 0u;
    }
    derived->players = (uint8_t)rules->players;
    derived->wall_length = rules->suits == 7 ? 108 : 72;
    derived->whole_hand = (uint8_t)(rules->hand_size + 1);
    derived->pairs = (uint8_t)(!rules->pairs_win || rules->hand_size == 10 ? 0 : (rules->hand_size + 1) / 2);
    derive_fan(rules, derived);
    derive_money(rules, derived);
    derive_moves(rules, derived);
}

int xz_rules_prepare(xz_rules *rules, char *text, size_t size) {
    int const status = check_options(rules, (reason){text, size});
    if (status == XZ_OK) {
        derive(rules, &rules->derived);
    }
    return status;
}

int xz_rules_check(const xz_rules *rules, char *text, size_t size) {
    reason const said = {text, size};
    int const status = check_options(rules, said);
    if (status != XZ_OK) {
        return status;
    }
    xz_derived derived;
    derive(rules, &derived);
    if (memcmp(&derived, &rules->derived, sizeof derived) != 0) {
        return refuse(said, "the rules were changed and not prepared since; call xz_rules_prepare");
    }
    return XZ_OK;
}

void xz_rulebook_fill(int rulebook, xz_rules *rules) {
    memset(rules, 0, sizeof *rules);
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = xz_option_at(i);
        if (option->kind != XZ_OPTION_PATTERNS) {
            xz_option_set(rules, option, option->rulebooks[rulebook]);
        }
    }
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        rules->patterns[p] = xz_pattern_rows[p].rulebooks[rulebook];
    }
}
