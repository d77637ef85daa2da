/* From a view to planes (docs/observation.md): the state is not in reach here, so that nothing hidden can come out. */
#include "base/tile.h"
#include "xuezhan/xuezhan.h"

#include <stddef.h>
#include <string.h>

enum { HIGHEST = 127, POINTS_BASE = 128 };

/* Where a seat stands in a group of planes: 0 the viewer, 1 the next in turn. */
typedef struct places {
    uint8_t of[XZ_MAX_SEATS];
} places;

static places places_for(const xz_view *view) {
    places at = {{0}};
    for (int seat = 0; seat < view->players; seat++) {
        at.of[seat] = (uint8_t)(seat - view->seat + (seat < view->seat ? view->players : 0));
    }
    return at;
}

static int8_t small(int64_t number) {
    return (int8_t)(number > HIGHEST ? HIGHEST : number < -HIGHEST ? -HIGHEST : number);
}

/* A mask of seats as a mask of places. */
static unsigned turned(const xz_view *view, unsigned mask) {
    return (mask >> view->seat | mask << (view->players - view->seat)) & ((1u << view->players) - 1u);
}

static void put_mask(int8_t *plane, uint32_t mask) {
    for (; mask; mask &= mask - 1) {
        plane[xz_lowest_bit(mask)] = 1;
    }
}

static void put_tile(int8_t *plane, int tile) {
    if (tile < XZ_SLOTS) {
        plane[tile] = 1;
    }
}

/* Counts in a full 32 lanes, so that the compiler works on all of them at once. */
enum { LANES = 32 };
typedef struct lanes {
    int8_t of[LANES];
} lanes;

/* 27 counts that stand at `offset` in the view; what follows them there is cut off. */
static lanes lanes_of(const xz_view *view, size_t offset) {
    lanes out;
    memcpy(out.of, (const uint8_t *)view + offset, LANES);
    for (int i = 0; i < LANES; i++) {
        out.of[i] = (int8_t)(i < XZ_SLOTS ? out.of[i] : 0);
    }
    return out;
}

/* Writes a plane and, beyond its end, five numbers into the next one, which is to be written after it. */
static void put_lanes(int8_t *plane, const lanes *numbers) { memcpy(plane, numbers->of, LANES); }

static void put_at_least(int8_t *plane, const lanes *held, int8_t copies) {
    lanes out;
    int8_t const below = (int8_t)(copies - 1);
    for (int i = 0; i < LANES; i++) {
        out.of[i] = held->of[i] > below;
    }
    put_lanes(plane, &out);
}

/* In order, since each spills into the next; the planes after them are still empty and must stay so. */
static void put_counts(const xz_rules *restrict rules, const xz_view *restrict view, int8_t *restrict out) {
    lanes const held = lanes_of(view, offsetof(xz_view, counts));
    lanes const seen = lanes_of(view, offsetof(xz_view, seen));
    lanes unseen;
    for (int i = 0; i < LANES; i++) {
        unseen.of[i] = (int8_t)(i < XZ_SLOTS ? 4 - held.of[i] - seen.of[i] : 0);
    }
    if (rules->suits != 7) {
        memset(unseen.of + XZ_RANKS * xz_lowest_bit(~(uint32_t)rules->suits), 0, XZ_RANKS);
    }
    if (view->phase == XZ_ROB && view->actor != view->seat) {
        unseen.of[view->tile]--; /* everybody knows that tile of the hand it is in */
    }
    for (int8_t copies = 1; copies <= 4; copies++) {
        put_at_least(out + (XZ_OBS_HAND + copies - 1) * XZ_SLOTS, &held, copies);
    }
    put_lanes(out + XZ_OBS_SEEN * XZ_SLOTS, &seen);
    put_lanes(out + XZ_OBS_UNSEEN * XZ_SLOTS, &unseen);
    if (view->legal.words[0] &
        XZ_ALL_SLOTS) { /* where a seat may discard at all, it may discard whatever it holds (§2) */
        put_at_least(out + XZ_OBS_LEGAL_DISCARD * XZ_SLOTS, &held, 1);
    }
}

static void put_own(const xz_view *restrict view, int8_t *restrict out) {
    put_mask(out + XZ_OBS_WAITS * XZ_SLOTS, view->waits);
    if (view->phase == XZ_TURN) {
        put_tile(out + XZ_OBS_DRAWN * XZ_SLOTS, view->drawn);
    } else {
        put_tile(out + XZ_OBS_TILE * XZ_SLOTS, view->tile);
    }
    uint64_t const legal = view->legal.words[0];
    put_mask(out + XZ_OBS_LEGAL_KONG * XZ_SLOTS, (uint32_t)(legal >> XZ_KONG) & XZ_ALL_SLOTS);
}

static void put_open(const xz_view *restrict view, const places *restrict at, int8_t *restrict out) {
    static const uint8_t first[] = {0, XZ_OBS_PONGS, XZ_OBS_MELDED_KONGS, XZ_OBS_MELDED_KONGS, XZ_OBS_CONCEALED_KONGS};
    for (int seat = 0; seat < view->players; seat++) {
        int const place = at->of[seat];
        for (int i = 0; i < view->meld_count[seat]; i++) {
            xz_meld const meld = view->melds[seat][i];
            out[(first[meld.kind] + place) * XZ_SLOTS + meld.tile] = 1;
        }
        put_tile(out + (XZ_OBS_WON + place) * XZ_SLOTS, view->win_tile[seat]);
    }
}

static void put_rivers(const xz_view *restrict view, const places *restrict at, int8_t *restrict out) {
    int8_t *counts[XZ_MAX_SEATS], *next[XZ_MAX_SEATS], *end[XZ_MAX_SEATS];
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        int const place = at->of[seat];
        counts[seat] = out + (XZ_OBS_RIVER + place) * XZ_SLOTS;
        next[seat] = out + (XZ_OBS_DISCARDS + XZ_OBS_RIVER_DEPTH * place) * XZ_SLOTS;
        end[seat] = next[seat] + XZ_OBS_RIVER_DEPTH * XZ_SLOTS;
    }
    for (int i = view->river_count - 1; i >= 0; i--) {
        unsigned const seat = view->river[i] >> 5;
        unsigned const tile = view->river[i] & 31;
        counts[seat][tile]++;
        if (next[seat] != end[seat]) {
            next[seat][tile] = 1;
            next[seat] += XZ_SLOTS;
        }
    }
}

static void put_table(const xz_rules *restrict rules, const xz_view *restrict view, const places *restrict at,
                      int8_t *restrict row) {
    uint64_t const legal = view->legal.words[0];
    row[0] = (int8_t)view->wall_left;
    row[1 + view->phase] = 1;
    if (view->phase != XZ_OVER) {
        row[5 + view->origin] = 1;
        row[19 + at->of[view->actor]] = 1;
    }
    if (view->chain_kind != XZ_NO_MELD) {
        row[9 + view->chain_kind - XZ_DIRECT_KONG] = 1;
    }
    row[12] = legal >> XZ_CLAIM_PONG & 1u;
    row[13] = legal >> XZ_WIN & 1u;
    row[14] = legal >> XZ_PASS & 1u;
    row[15] = small(view->lock);
    row[16] = (int8_t)view->answer;
    row[17] = (int8_t)view->players;
    row[18] = view->phase != XZ_OVER && view->wall_left + 1 <= rules->must_win_last;
    row[23 + at->of[view->dealer]] = 1;
}

/* Four bytes, one a seat, in the order of places. Written as bytes: the same on every machine. */
static void put_by_place(const xz_view *restrict view, int8_t *restrict row, const uint8_t seats[XZ_MAX_SEATS]) {
    uint32_t const all = seats[0] | (uint32_t)seats[1] << 8 | (uint32_t)seats[2] << 16 | (uint32_t)seats[3] << 24;
    uint64_t const known = all & (UINT64_C(0xFFFFFFFF) >> (8 * (XZ_MAX_SEATS - view->players)));
    uint64_t const placed = known >> (8 * view->seat) | known << (8 * (view->players - view->seat));
    uint32_t const kept = (uint32_t)(placed & (UINT64_C(0xFFFFFFFF) >> (8 * (XZ_MAX_SEATS - view->players))));
    row[0] = (int8_t)(kept & 255u);
    row[1] = (int8_t)(kept >> 8 & 255u);
    row[2] = (int8_t)(kept >> 16 & 255u);
    row[3] = (int8_t)(kept >> 24);
}

static void put_flags(const xz_view *restrict view, int8_t *restrict row, unsigned mask) {
    unsigned const bits = turned(view, mask);
    row[0] = bits & 1u;
    row[1] = bits >> 1 & 1u;
    row[2] = bits >> 2 & 1u;
    row[3] = bits >> 3 & 1u;
}

static void put_seats(const xz_view *restrict view, const places *restrict at, int8_t *restrict row) {
    put_flags(view, row, view->active);
    put_flags(view, row + 4, view->won);
    put_flags(view, row + 8, view->out | view->left);
    put_by_place(view, row + 12, view->concealed);
    put_by_place(view, row + 16, view->taken);
    put_by_place(view, row + 20, view->meld_count);
    row[24] = view->next_dealer == XZ_NONE ? 0 : (int8_t)(1 + at->of[view->next_dealer]);
    row[25] = view->chain_meld == XZ_NONE ? 0 : (int8_t)(1 + view->chain_meld);
}

static int64_t kong_units(const xz_rules *rules, int kind) {
    return kind == XZ_DIRECT_KONG  ? rules->direct_kong_units
           : kind == XZ_ADDED_KONG ? rules->added_kong_units
                                   : rules->concealed_kong_units;
}

/* What the seat would give back for its kongs, in units. */
static int64_t kongs_hold(const xz_rules *rules, const xz_view *view, int seat) {
    int64_t units = 0;
    for (int i = 0; i < view->meld_count[seat]; i++) {
        if (view->melds[seat][i].holds) {
            units += xz_popcount32(view->melds[seat][i].holds) * kong_units(rules, view->melds[seat][i].kind);
        }
    }
    return units;
}

/* Points in units; the stake is nearly always 1, and a division costs more than all the rest. */
static void to_units(const xz_rules *rules, const int64_t points[XZ_MAX_SEATS], int64_t units[XZ_MAX_SEATS]) {
    memcpy(units, points, XZ_MAX_SEATS * sizeof *units);
    if (rules->unit != 1) {
        for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
            units[seat] = points[seat] == 0 ? 0 : points[seat] / rules->unit;
        }
    }
}

/* A number of units as low + 128 * high, both of its sign. */
static void put_units(int8_t *row, int low, int high, int64_t units) {
    if (units < POINTS_BASE && units > -POINTS_BASE) {
        row[low] = (int8_t)units;
        return;
    }
    row[low] = (int8_t)(units % POINTS_BASE);
    row[high] = small(units / POINTS_BASE);
}

static void put_points(const xz_rules *restrict rules, const xz_view *restrict view, const places *restrict at,
                       int8_t *restrict row) {
    int64_t scores[XZ_MAX_SEATS], amounts[XZ_MAX_SEATS];
    to_units(rules, view->scores, scores);
    for (int seat = 0; seat < view->players; seat++) {
        put_units(row, at->of[seat], 4 + at->of[seat], scores[seat]);
        if (view->meld_count[seat]) {
            row[20 + at->of[seat]] = small(kongs_hold(rules, view, seat));
        }
    }
    if (view->won == 0) {
        return;
    }
    to_units(rules, view->win_amount, amounts);
    for (int seat = 0; seat < view->players; seat++) {
        put_units(row, 8 + at->of[seat], 12 + at->of[seat], amounts[seat]);
        row[16 + at->of[seat]] = (int8_t)turned(view, view->win_payers[seat]);
    }
}

/* In two parts of a size that the compiler does not know: it would use string instructions, which are slow at this size and
 * hold up the reads that follow. */
static void clear(const xz_view *view, int8_t *out) {
    size_t const half = XZ_OBS_SIZE / 2 + (view->players == 0);
    memset(out, 0, half);
    memset(out + half, 0, XZ_OBS_SIZE - half);
}

void xz_observe_int8(const xz_rules *rules, const xz_view *view, int8_t *out) {
    places const at = places_for(view);
    clear(view, out);
    put_counts(rules, view, out);
    put_own(view, out);
    put_open(view, &at, out);
    put_rivers(view, &at, out);
    put_table(rules, view, &at, out + XZ_OBS_TABLE * XZ_SLOTS);
    put_seats(view, &at, out + XZ_OBS_SEATS * XZ_SLOTS);
    put_points(rules, view, &at, out + XZ_OBS_POINTS * XZ_SLOTS);
}

void xz_observe_float32(const xz_rules *rules, const xz_view *view, float *out) {
    int8_t planes[XZ_OBS_SIZE];
    xz_observe_int8(rules, view, planes);
    for (int i = 0; i < XZ_OBS_SIZE; i++) {
        out[i] = (float)planes[i];
    }
}
