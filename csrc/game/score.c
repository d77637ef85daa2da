#include "game/score.h"
#include "base/port.h"

#include "base/bits.h"
#include "base/tile.h"
#include "hand/pattern.h"
#include "rules/patterns.h"

#include <string.h>

static const char *const part_names[] = {
    [XZ_PART_PATTERN] = "pattern",
    [XZ_PART_ROOT] = "root",
    [XZ_PART_DIRECT_KONG] = "direct_kong",
    [XZ_PART_ADDED_KONG] = "added_kong",
    [XZ_PART_CONCEALED_KONG] = "concealed_kong",
    [XZ_PART_FIRST_KONGS] = "first_kongs",
    [XZ_PART_BLOOM] = "bloom",
    [XZ_PART_KONG_DISCARD] = "kong_discard",
    [XZ_PART_ROB_KONG] = "rob_kong",
    [XZ_PART_LAST_DRAW] = "last_draw",
    [XZ_PART_LAST_DISCARD] = "last_discard",
    [XZ_PART_SELF_DRAW] = "self_draw",
    [XZ_PART_NATURAL] = "natural",
    [XZ_PART_CONCEALED] = "concealed",
    [XZ_PART_SIMPLES] = "simples",
    [XZ_PART_MIDDLE_FIVE] = "middle_five",
    [XZ_PART_MIDDLE_TWO] = "middle_two",
    [XZ_PART_STRAIGHT] = "straight",
    [XZ_PART_HEAVENLY] = "heavenly",
    [XZ_PART_EARTHLY] = "earthly",
};
_Static_assert(sizeof part_names / sizeof *part_names == XZ_PART_COUNT, "every part has a name");

const char *xz_score_part_name(int part) { return part >= 0 && part < XZ_PART_COUNT ? part_names[part] : NULL; }

/* What a reading of a hand comes to under one of its patterns. */
typedef struct candidate {
    int total, fan, pattern, roots;
    const xz_facts *facts;
} candidate;

/* The win was drawn, and is paid for as such. */
static bool is_drawn(const xz_circumstances *how) {
    return how->self_draw || how->bloom || how->first_turn == XZ_HEAVENLY;
}

static bool has_bonus(const xz_rules *rules, const xz_circumstances *how) {
    bool const as_discard = how->bloom == XZ_DIRECT_KONG && rules->direct_kong_bloom == XZ_BLOOM_FEEDER_AS_DISCARD;
    return is_drawn(how) && !as_discard;
}

/* ---- parts -------------------------------------------------------------------------------------------------------------- */

static int kongs_counted(const xz_rules *rules, const xz_circumstances *how, int kind, int kongs) {
    return kongs - (how->bloom == kind && rules->bloom_includes_kong);
}

static void count_kongs(const xz_rules *rules, const xz_facts *facts, const xz_circumstances *how, int16_t *parts) {
    if (how->later_win) {
        parts[XZ_PART_FIRST_KONGS] = how->first_kong_fan;
        return;
    }
    int const direct = kongs_counted(rules, how, XZ_DIRECT_KONG, facts->direct_kongs);
    int const added = kongs_counted(rules, how, XZ_ADDED_KONG, facts->added_kongs);
    int const concealed = kongs_counted(rules, how, XZ_CONCEALED_KONG, facts->concealed_kongs);
    parts[XZ_PART_DIRECT_KONG] = (int16_t)(direct * rules->direct_kong_fan);
    parts[XZ_PART_ADDED_KONG] = (int16_t)(added * rules->added_kong_fan);
    parts[XZ_PART_CONCEALED_KONG] = (int16_t)(concealed * rules->concealed_kong_fan);
}

static void count_circumstances(const xz_rules *rules, const xz_circumstances *how, int16_t *parts) {
    if (how->bloom) {
        bool const concealed = how->bloom == XZ_CONCEALED_KONG;
        parts[XZ_PART_BLOOM] = (int16_t)(concealed ? rules->bloom_fan_concealed : rules->bloom_fan_melded);
    }
    parts[XZ_PART_KONG_DISCARD] = (int16_t)(how->kong_discard ? rules->kong_discard_fan : 0);
    parts[XZ_PART_ROB_KONG] = (int16_t)(how->rob ? rules->rob_kong_fan : 0);
    if (how->last_tile) {
        bool const drawn = is_drawn(how);
        parts[drawn ? XZ_PART_LAST_DRAW : XZ_PART_LAST_DISCARD] =
            (int16_t)(drawn ? rules->last_draw_fan : rules->last_discard_fan);
    }
    if (how->first_turn == XZ_HEAVENLY) {
        parts[XZ_PART_HEAVENLY] = (int16_t)rules->heavenly_fan;
    } else if (how->first_turn == XZ_EARTHLY) {
        parts[XZ_PART_EARTHLY] = (int16_t)rules->earthly_fan;
    }
}

/* What a pattern and the way to read it add. A pattern that needs triplets, a hook or kongs leaves no sequences; one of pairs
 * is of pairs; any other is read as melds where the hand can be. */
static void count_reading(const xz_rules *rules, const candidate *read, const xz_circumstances *how, int16_t *parts) {
    unsigned const needs = xz_pattern_rows[read->pattern].needs, has = read->facts->readings;
    bool const melds = has & XZ_READ_STANDARD && !(needs & XZ_READ_PAIRS);
    bool const sequences = melds && !(needs & (XZ_READ_TRIPLETS | XZ_READ_HOOK | XZ_READ_KONGS));
    bool const closed = has & XZ_READ_CONCEALED && (rules->concealed_kong_keeps || read->facts->concealed_kongs == 0) &&
                        (rules->concealed_on == XZ_CONCEALED_ON_ANY || is_drawn(how));
    bool const simples = has & XZ_READ_SIMPLES && (rules->simples_with_jiang || !(needs & XZ_READ_JIANG));
    parts[XZ_PART_NATURAL] = (int16_t)(has & XZ_READ_NATURAL ? rules->natural_fan : 0);
    parts[XZ_PART_CONCEALED] = (int16_t)(melds && closed ? rules->concealed_fan : 0);
    parts[XZ_PART_SIMPLES] = (int16_t)(simples ? rules->simples_fan : 0);
    parts[XZ_PART_MIDDLE_FIVE] = (int16_t)(sequences && has & XZ_READ_MIDDLE_FIVE ? rules->middle_five_fan : 0);
    parts[XZ_PART_MIDDLE_TWO] = (int16_t)(sequences && has & XZ_READ_MIDDLE_TWO ? rules->middle_two_fan : 0);
    parts[XZ_PART_STRAIGHT] = (int16_t)(sequences && has & XZ_READ_STRAIGHT ? rules->straight_fan : 0);
}

static int sum(const int16_t *parts) {
    int fan = 0;
    for (int i = 0; i < XZ_PART_COUNT; i++) {
        fan += parts[i];
    }
    return fan;
}

/* ---- the best reading ---------------------------------------------------------------------------------------------------- */

/* The one with the best total; of equals the one with the dearer pattern, then the one further down the table. */
static bool is_better(const candidate *a, const candidate *b) {
    return b->pattern < 0         ? true
           : a->total != b->total ? a->total > b->total
           : a->fan != b->fan     ? a->fan > b->fan
                                  : a->pattern > b->pattern;
}

/* Kongs and circumstances are the same for all patterns, except that four kongs that make the pattern are not counted again. */
static void consider(const xz_rules *rules, const xz_facts *facts, const xz_circumstances *how, int kong_fan,
                     candidate *best) {
    const xz_derived *const d = &rules->derived;
    unsigned const has = facts->readings | (facts->roots ? XZ_READ_FOUR : 0u);
    uint32_t patterns = d->matches[0][has & 15] & d->matches[1][has >> 4 & 15] & d->matches[2][has >> 8 & 15];
    patterns &= ~(1u << XZ_HEAVENLY | 1u << XZ_EARTHLY) | 1u << how->first_turn;
    for (; patterns; patterns &= patterns - 1) {
        int const pattern = xz_lowest_bit(patterns);
        unsigned const needs = xz_pattern_rows[pattern].needs;
        int roots = facts->roots - (needs & XZ_READ_FOUR ? 1 : 0); /* a dragon absorbs one */
        roots = how->later_win ? how->first_roots : roots < d->max_roots ? roots : d->max_roots;
        int const fan = d->pattern_fan[pattern];
        candidate found = {fan + roots * d->root_fan, fan, pattern, roots, facts};
        found.total += needs & XZ_READ_KONGS ? 0 : kong_fan;
        if (d->reading_fan) {
            int16_t parts[XZ_PART_COUNT] = {0};
            count_reading(rules, &found, how, parts);
            found.total += sum(parts);
        }
        if (is_better(&found, best)) {
            *best = found;
        }
    }
}

static void set_fan(const xz_rules *rules, const xz_circumstances *how, xz_score *score) {
    int64_t const uncut = sum(score->parts);
    bool const capped = rules->max_fan != XZ_NULL && uncut >= rules->max_fan;
    int64_t const fan = capped ? rules->max_fan : uncut;
    bool const unit_more = rules->self_draw == XZ_SELF_DRAW_ADD_UNIT && has_bonus(rules, how);
    score->uncut_fan = (int16_t)uncut;
    score->fan = (int16_t)fan;
    score->multiplier = INT64_C(1) << (fan - rules->fan_origin);
    score->points = rules->unit * score->multiplier;
    if (unit_more && !(capped && rules->self_draw_in_cap)) {
        score->points += rules->unit;
    }
}

void xz_score_readings(const xz_rules *rules, const xz_facts *facts, int count, const xz_circumstances *how,
                       xz_score *score) {
    XZ_ASSERT_PREPARED(rules);
    memset(score, 0, sizeof *score);
    candidate best = {.fan = (int)rules->patterns[XZ_FOUR_WILDS], .pattern = XZ_FOUR_WILDS};
    if (!how->four_wilds) {
        int16_t kongs[XZ_PART_COUNT] = {0};
        count_kongs(rules, &facts[0], how, kongs);
        int const kong_fan = sum(kongs);
        best.pattern = -1;
        for (int i = 0; i < count; i++) {
            consider(rules, &facts[i], how, kong_fan, &best);
        }
        if (!(xz_pattern_rows[best.pattern].needs & XZ_READ_KONGS)) {
            memcpy(score->parts, kongs, sizeof kongs);
        }
        score->parts[XZ_PART_ROOT] = (int16_t)(best.roots * rules->root_fan);
        count_circumstances(rules, how, score->parts);
        if (rules->derived.reading_fan) {
            count_reading(rules, &best, how, score->parts);
        }
    }
    score->pattern = (uint8_t)best.pattern;
    score->roots = (uint8_t)best.roots;
    score->parts[XZ_PART_PATTERN] = (int16_t)best.fan;
    score->parts[XZ_PART_SELF_DRAW] = rules->self_draw == XZ_SELF_DRAW_ADD_FAN && has_bonus(rules, how);
    set_fan(rules, how, score);
}

void xz_score_facts(const xz_rules *rules, const xz_facts *facts, const xz_circumstances *how, xz_score *score) {
    xz_score_readings(rules, facts, 1, how, score);
}

int xz_score_hand(const xz_rules *rules, const xz_hand *hand, int win, const xz_circumstances *how, xz_score *score) {
    xz_facts facts;
    if (!how->four_wilds && !xz_facts_of(hand, win, rules->derived.pairs, &facts)) {
        return XZ_E_NO_WIN;
    }
    xz_score_facts(rules, &facts, how, score);
    return XZ_OK;
}

/* ---- ready hands --------------------------------------------------------------------------------------------------------- */

/* Rules under which nothing counts but the pattern. */
static void strip(xz_rules *bare) {
    bare->root_fan = bare->derived.root_fan = 0;
    bare->direct_kong_fan = bare->added_kong_fan = bare->concealed_kong_fan = 0;
    bare->derived.reading_fan = false;
}

int xz_value_of_waits(const xz_rules *rules, const xz_hand *hand, uint32_t waits, bool dearest, xz_score *score) {
    static const xz_circumstances by_discard = {0};
    bool const least = !dearest && rules->ready_payment == XZ_READY_MIN;
    int chosen = XZ_NONE;
    xz_rules bare;
    if (!rules->ready_value_addons) {
        bare = *rules;
        strip(&bare);
        rules = &bare;
    }
    for (; waits; waits &= waits - 1) {
        int const tile = xz_lowest_bit(waits);
        xz_hand complete = *hand;
        complete.counts[tile]++;
        xz_score value;
        xz_score_hand(rules, &complete, tile, &by_discard, &value);
        if (chosen == XZ_NONE || (least ? value.fan < score->fan : value.fan > score->fan)) {
            chosen = tile;
            *score = value;
        }
    }
    return chosen;
}

int xz_ready_value(const xz_rules *rules, const xz_hand *hand, bool dearest, xz_score *score) {
    return xz_value_of_waits(rules, hand, xz_hand_waits(hand), dearest, score);
}
