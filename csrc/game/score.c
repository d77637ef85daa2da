#include "game/score.h"

#include <string.h>

typedef struct reading {
    int64_t total, fan;
    int pattern, roots;
} reading;

/* The candidate with the best total; of equals the one with the dearer pattern, then the one further down the table. */
static void consider(const xz_rules *rules, reading *best, int pattern, int roots) {
    int64_t const fan = rules->patterns[pattern];
    if (fan == XZ_NULL) {
        return;
    }
    int64_t const total = fan + roots * rules->root_fan;
    bool const better = total != best->total ? total > best->total
                        : fan != best->fan   ? fan > best->fan
                                             : pattern > best->pattern;
    if (best->pattern < 0 || better) {
        *best = (reading){total, fan, pattern, roots};
    }
}

/* Seven pairs: a four of a kind makes it a dragon, which absorbs one root; where the dragon form is off, the form without
 * takes its place and every four is a root (§12). */
static void consider_pairs(const xz_rules *rules, reading *best, int plain, int dragon, int roots) {
    if (roots > 0 && rules->patterns[dragon] != XZ_NULL) {
        consider(rules, best, dragon, roots - 1);
    } else {
        consider(rules, best, plain, roots);
    }
}

static reading best_reading(const xz_rules *rules, const xz_facts *facts, const xz_circumstances *how) {
    reading best = {0, 0, -1, 0};
    int const roots = facts->roots;
    unsigned const can = facts->readings;
    bool const flush = can & XZ_READ_FLUSH;
    if (how->first_turn) {
        consider(rules, &best, how->first_turn, roots);
    }
    if (can & XZ_READ_STANDARD) {
        consider(rules, &best, XZ_PLAIN, roots);
    }
    if (can & XZ_READ_TRIPLETS) {
        consider(rules, &best, XZ_ALL_TRIPLETS, roots);
    }
    if (can & XZ_READ_JIANG) {
        consider(rules, &best, XZ_JIANG_TRIPLETS, roots);
    }
    if (can & XZ_READ_OUTSIDE) {
        consider(rules, &best, XZ_OUTSIDE, roots);
    }
    if (can & XZ_READ_STRAIGHT) {
        consider(rules, &best, XZ_STRAIGHT, roots);
    }
    if (can & XZ_READ_PAIRS) {
        consider_pairs(rules, &best, XZ_SEVEN_PAIRS, XZ_DRAGON_SEVEN_PAIRS, roots);
    }
    if (flush) {
        consider(rules, &best, XZ_FULL_FLUSH, roots);
        if (can & XZ_READ_TRIPLETS) {
            consider(rules, &best, XZ_FLUSH_TRIPLETS, roots);
        }
        if (can & XZ_READ_OUTSIDE) {
            consider(rules, &best, XZ_FLUSH_OUTSIDE, roots);
        }
        if (can & XZ_READ_STRAIGHT) {
            consider(rules, &best, XZ_FLUSH_STRAIGHT, roots);
        }
        if (can & XZ_READ_PAIRS) {
            consider_pairs(rules, &best, XZ_FLUSH_SEVEN_PAIRS, XZ_FLUSH_DRAGON_SEVEN_PAIRS, roots);
        }
    }
    return best;
}

static void set_fan(const xz_rules *rules, xz_score *score, int64_t uncut) {
    int64_t const fan = rules->max_fan != XZ_NULL && uncut > rules->max_fan ? rules->max_fan : uncut;
    score->uncut_fan = (int16_t)uncut;
    score->fan = (int16_t)fan;
    score->multiplier = INT64_C(1) << (fan - rules->fan_origin);
    score->points = rules->unit * score->multiplier;
}

void xz_score_facts(const xz_rules *rules, const xz_facts *facts, const xz_circumstances *how, xz_score *score) {
    reading const best = best_reading(rules, facts, how);
    bool const as_discard = how->bloom == XZ_DIRECT_KONG && rules->direct_kong_bloom == XZ_BLOOM_FEEDER_AS_DISCARD;
    bool const drawn = how->self_draw || how->bloom || how->first_turn;
    bool const self_draw = drawn && !as_discard;
    int const drawn_on = rules->bloom_includes_kong ? how->bloom : XZ_NO_MELD;

    memset(score, 0, sizeof *score);
    score->pattern = (uint8_t)best.pattern;
    score->roots = (uint8_t)best.roots;
    score->pattern_fan = (int16_t)best.fan;
    score->root_fan = (int16_t)(best.roots * rules->root_fan);
    score->direct_kong_fan = (int16_t)((facts->direct_kongs - (drawn_on == XZ_DIRECT_KONG)) * rules->direct_kong_fan);
    score->added_kong_fan = (int16_t)((facts->added_kongs - (drawn_on == XZ_ADDED_KONG)) * rules->added_kong_fan);
    score->concealed_kong_fan =
        (int16_t)((facts->concealed_kongs - (drawn_on == XZ_CONCEALED_KONG)) * rules->concealed_kong_fan);
    if (how->bloom) {
        score->bloom_fan =
            (int16_t)(how->bloom == XZ_CONCEALED_KONG ? rules->bloom_fan_concealed : rules->bloom_fan_melded);
    }
    score->kong_discard_fan = (int16_t)(how->kong_discard ? rules->kong_discard_fan : 0);
    score->rob_kong_fan = (int16_t)(how->rob ? rules->rob_kong_fan : 0);
    score->last_tile_fan = (int16_t)(!how->last_tile ? 0 : drawn ? rules->last_draw_fan : rules->last_discard_fan);
    score->self_draw_fan = self_draw && rules->self_draw == XZ_SELF_DRAW_ADD_FAN;
    set_fan(rules, score,
            score->pattern_fan + score->root_fan + score->direct_kong_fan + score->added_kong_fan +
                score->concealed_kong_fan + score->bloom_fan + score->kong_discard_fan + score->rob_kong_fan +
                score->last_tile_fan + score->self_draw_fan);
    if (self_draw && rules->self_draw == XZ_SELF_DRAW_ADD_UNIT) {
        score->points += rules->unit;
    }
}

int xz_score_hand(const xz_rules *rules, const xz_hand *hand, const xz_circumstances *how, xz_score *score) {
    xz_facts facts;
    if (!xz_hand_facts(hand, &facts)) {
        return XZ_E_SIZE;
    }
    xz_score_facts(rules, &facts, how, score);
    return XZ_OK;
}

/* `ready_value_addons` = false: the dearest pattern alone, no roots and no kongs. */
static void score_ready(const xz_rules *rules, const xz_hand *complete, xz_score *score) {
    static const xz_circumstances by_discard = {0};
    if (rules->ready_value_addons) {
        xz_score_hand(rules, complete, &by_discard, score);
        return;
    }
    xz_rules bare = *rules;
    bare.root_fan = bare.direct_kong_fan = bare.added_kong_fan = bare.concealed_kong_fan = 0;
    xz_score_hand(&bare, complete, &by_discard, score);
}

int xz_ready_value(const xz_rules *rules, const xz_hand *hand, bool dearest, xz_score *score) {
    bool const least = !dearest && rules->ready_payment == XZ_READY_MIN;
    uint32_t const waits = xz_hand_waits(hand);
    int chosen = XZ_NONE;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        if (!(waits >> tile & 1u)) {
            continue;
        }
        xz_hand complete = *hand;
        complete.counts[tile]++;
        xz_score value;
        score_ready(rules, &complete, &value);
        if (chosen == XZ_NONE || (least ? value.fan < score->fan : value.fan > score->fan)) {
            chosen = tile;
            *score = value;
        }
    }
    return chosen;
}

int xz_ready_value_at_best(const xz_rules *rules, const xz_hand *hand, xz_score *score) {
    int tiles = 3 * hand->meld_count;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        tiles += hand->counts[tile];
    }
    if (tiles < XZ_MAX_HAND) {
        return xz_ready_value(rules, hand, true, score);
    }
    int chosen = XZ_NONE;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        if (!hand->counts[tile]) {
            continue;
        }
        xz_hand left = *hand;
        left.counts[tile]--;
        xz_score value;
        int const wait = xz_ready_value(rules, &left, true, &value);
        if (wait != XZ_NONE && (chosen == XZ_NONE || value.fan > score->fan)) {
            chosen = wait;
            *score = value;
        }
    }
    return chosen;
}
