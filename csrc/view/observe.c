/* From a view to planes (docs/observation.md): the state is not in reach here, so that nothing hidden can come out. */
#include "view/observe.h"

#include "base/meld.h"
#include "base/spread.h"
#include "base/tile.h"
#include "game/state.h"
#include "rules/kongs.h"

#include <stddef.h>
#include <string.h>

_Static_assert(XZ_RIVER_KEPT > XZ_OBS_RIVER_DEPTH, "an older discard comes back when the newest is lifted");

enum { HIGHEST = 127, POINTS_BASE = 128 };

#define EACH 0x01010101u /* times a byte: that byte for each seat */

/* Where a seat stands in a group of planes: 0 the viewer, 1 the next in turn. Seats that there are not stand last, so that
 * what is done for each seat can be done for four: branches that nobody can foresee cost more than it does. */
typedef struct places {
    uint8_t of[XZ_MAX_SEATS];
    unsigned down, up; /* by how many bits four bytes, one a seat, are turned into the order of places */
    uint32_t seats; /* the bytes of those that there are */
} places;

static uint32_t load4(const uint8_t bytes[4]) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store4(uint8_t bytes[4], uint32_t word) {
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(word >> (8 * i));
    }
}

static places places_for(const xz_view *view) {
    unsigned const seat = view->seat, players = view->players;
    places at = {.down = 8 * seat, .up = 8 * (players - seat), .seats = UINT32_MAX >> (8 * (XZ_MAX_SEATS - players))};
    uint32_t const before = EACH & ~(EACH << at.down), missing = EACH & ~at.seats;
    store4(at.of, 0x03020100u - EACH * seat + before * players + missing * seat);
    return at;
}

/* Four bytes, one a seat, in the order of places. */
static uint32_t turned(const places *at, uint32_t bytes) {
    uint64_t const known = bytes & at->seats;
    return (uint32_t)(known >> at->down | known << at->up) & at->seats;
}

/* A mask of seats as a byte of 0 or 1 a seat, and back. */
static uint32_t bytes_of(unsigned mask) { return mask * 0x00204081u & EACH; }
static unsigned mask_of(uint32_t bytes) { return bytes * 0x01020408u >> 24; }

static int8_t small(int64_t number) {
    return (int8_t)(number > HIGHEST ? HIGHEST : number < -HIGHEST ? -HIGHEST : number);
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
    uint32_t const discards = view->legal.words[0] & XZ_ALL_SLOTS;
    if (discards) {
        uint8_t flags[64];
        xz_spread(discards, flags);
        memcpy(out + XZ_OBS_LEGAL_DISCARD * XZ_SLOTS, flags, LANES);
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

/* Before put_counts: a place without a meld comes out in a plane of the own hand, which is written over. */
static void put_open(const xz_view *restrict view, const places *restrict at, int8_t *restrict out) {
    static const uint16_t first[] = {XZ_OBS_HAND * XZ_SLOTS, XZ_OBS_PONGS * XZ_SLOTS, XZ_OBS_MELDED_KONGS * XZ_SLOTS,
                                     XZ_OBS_MELDED_KONGS * XZ_SLOTS, XZ_OBS_CONCEALED_KONGS * XZ_SLOTS};
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        int8_t *const planes = out + at->of[seat] * XZ_SLOTS;
        for (int i = 0; i < XZ_MAX_MELDS; i++) {
            xz_meld const meld = view->melds[seat][i];
            planes[first[meld.kind] + meld.tile] = 1;
        }
        if (view->won >> seat & 1u) {
            planes[XZ_OBS_WON * XZ_SLOTS + view->win_tile[seat]] = 1;
        }
    }
}

/* ---- rivers ------------------------------------------------------------------------------------------------------------ */

static void push(xz_rivers *rivers, unsigned discard) {
    unsigned const seat = discard >> 5, tile = discard & 31;
    uint8_t *const newest = rivers->newest[seat];
    memmove(newest + 1, newest, XZ_RIVER_KEPT - 1);
    newest[0] = (uint8_t)tile;
    rivers->counts[seat][tile]++;
    rivers->length[seat]++;
}

static void pop(xz_rivers *rivers, unsigned discard) {
    unsigned const seat = discard >> 5, tile = discard & 31;
    uint8_t *const newest = rivers->newest[seat];
    memmove(newest, newest + 1, XZ_RIVER_KEPT - 1);
    rivers->counts[seat][tile]--;
    rivers->length[seat]--;
}

/* Only the last discard is ever lifted, or laid aside, while it is answered: of those known, one at most has gone. What is laid
 * aside is in no river. */
void xz_rivers_follow(xz_rivers *rivers, const xz_view *view) {
    int known = rivers->known;
    if (known > 0 && (known > view->river_count || view->river[known - 1] != rivers->last)) {
        pop(rivers, rivers->last);
        known--;
    }
    for (; known < view->river_count; known++) {
        if (!(view->river[known] & XZ_LAID_ASIDE)) {
            push(rivers, view->river[known]);
        }
    }
    rivers->known = (uint8_t)known;
    rivers->last = known > 0 ? view->river[known - 1] : 0;
}

static void put_rivers(const places *restrict at, const xz_rivers *restrict rivers, int8_t *restrict out) {
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        int const place = at->of[seat];
        int8_t *const planes = out + (XZ_OBS_DISCARDS + XZ_OBS_RIVER_DEPTH * place) * XZ_SLOTS;
        memcpy(out + (XZ_OBS_RIVER + place) * XZ_SLOTS, rivers->counts[seat], XZ_SLOTS);
        for (int i = 0; i < XZ_OBS_RIVER_DEPTH; i++) {
            planes[i * XZ_SLOTS + rivers->newest[seat][i]] = i < rivers->length[seat];
        }
    }
}

/* ---- the numbers ------------------------------------------------------------------------------------------------------- */

static void put_table(const xz_rules *restrict rules, const xz_view *restrict view, const places *restrict at,
                      int8_t *restrict row) {
    uint64_t const legal = view->legal.words[0];
    row[0] = (int8_t)view->wall_left;
    bool const before_play = xz_phase_is(XZ_PHASES_BEFORE_PLAY, view->phase);
    bool const in_play = !before_play && view->phase != XZ_OVER;
    if (!before_play) {
        row[1 + view->phase] = 1;
    }
    if (in_play) {
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
    row[18] = in_play && view->wall_left + 1 <= rules->must_win_last;
    row[23 + at->of[view->dealer]] = 1;
}

static void put_by_place(const places *restrict at, int8_t *restrict row, uint32_t bytes) {
    store4((uint8_t *)row, turned(at, bytes));
}

static void put_seats(const xz_view *restrict view, const places *restrict at, int8_t *restrict row) {
    put_by_place(at, row, bytes_of(view->active));
    put_by_place(at, row + 4, bytes_of(view->won));
    put_by_place(at, row + 8, bytes_of(view->out | view->left));
    put_by_place(at, row + 12, load4(view->concealed));
    put_by_place(at, row + 16, load4(view->taken));
    put_by_place(at, row + 20, load4(view->meld_count));
    row[24] = view->next_dealer == XZ_NONE ? 0 : (int8_t)(1 + at->of[view->next_dealer]);
    row[25] = view->chain_meld == XZ_NONE ? 0 : (int8_t)(1 + view->chain_meld);
}

/* What the seat would give back for its kongs, in units. */
static int64_t kongs_hold(const xz_rules *rules, const xz_view *view, int seat) {
    int64_t points = 0;
    for (int i = 0; i < view->meld_count[seat]; i++) {
        if (xz_meld_payers(view->melds[seat][i])) {
            points += xz_kong_held(rules, view->melds[seat][i]);
        }
    }
    return points == 0 || rules->unit == 1 ? points : points / rules->unit;
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

static bool any_kong_holds(const xz_view *view) {
    unsigned holds = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        for (int i = 0; i < XZ_MAX_MELDS; i++) {
            holds |= xz_meld_payers(view->melds[seat][i]);
        }
    }
    return (holds & XZ_MELD_PAYERS) != 0;
}

static void put_points(const xz_rules *restrict rules, const xz_view *restrict view, const places *restrict at,
                       int8_t *restrict row) {
    int64_t scores[XZ_MAX_SEATS], amounts[XZ_MAX_SEATS];
    to_units(rules, view->scores, scores);
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        put_units(row, at->of[seat], 4 + at->of[seat], scores[seat]);
    }
    if (any_kong_holds(view)) {
        for (int seat = 0; seat < view->players; seat++) {
            row[20 + at->of[seat]] = small(kongs_hold(rules, view, seat));
        }
    }
    if (view->won == 0) {
        return;
    }
    to_units(rules, view->win_amount, amounts);
    for (int seat = 0; seat < view->players; seat++) {
        put_units(row, 8 + at->of[seat], 12 + at->of[seat], amounts[seat]);
        row[16 + at->of[seat]] = (int8_t)mask_of(turned(at, bytes_of(view->win_payers[seat])));
    }
}

/* ---- what options add ---------------------------------------------------------------------------------------------------- */

/* Tiles given or got, as a state keeps them; `shown`: those that have been shown, too. */
static void put_gifts(int8_t *plane, const uint8_t gifts[XZ_MAX_EXCHANGE], bool shown) {
    for (int i = 0; i < XZ_MAX_EXCHANGE; i++) {
        unsigned const tile = gifts[i] & (unsigned)~XZ_GIVEN_SHOWN;
        if (tile < XZ_SLOTS && (shown || tile == gifts[i])) {
            plane[tile]++;
        }
    }
}

static void put_choices(const xz_view *restrict view, int8_t *restrict out) {
    bool const exchanging = view->phase == XZ_EXCHANGING;
    uint64_t const low = view->legal.words[0], high = view->legal.words[1];
    uint32_t const picks = (uint32_t)(low >> XZ_EXCHANGE | high << (64 - XZ_EXCHANGE)) & XZ_ALL_SLOTS;
    put_mask(out + XZ_OBS_LEGAL_EXCHANGE * XZ_SLOTS, picks);
    put_gifts(out + XZ_OBS_GIVEN * XZ_SLOTS, view->given, true);
    if (!exchanging) {
        put_gifts(out + XZ_OBS_KEPT * XZ_SLOTS, view->given, false);
        put_gifts(out + XZ_OBS_GOT * XZ_SLOTS, view->got, true);
    }
    int8_t *const row = out + XZ_OBS_CHOICES * XZ_SLOTS;
    row[0] = exchanging;
    row[1] = view->phase == XZ_DECLARING;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        row[2 + suit] = low >> (XZ_DECLARE + suit) & 1u;
    }
    if (view->way != XZ_NONE) {
        row[5 + view->way] = 1;
    }
    row[8] = exchanging ? (int8_t)xz_given_count(view->given) : 0;
}

static void put_lasts(const xz_view *restrict view, int8_t *restrict row) {
    bool const in_play = !xz_phase_is(XZ_PHASES_BEFORE_PLAY | 1u << XZ_OVER, view->phase);
    row[9] = in_play && view->wall_left == 0;
    row[10] = in_play && view->wall_left > 0;
    row[11] = small(view->first_roots);
    row[12] = small(view->first_kong_fan);
}

/* Wild tiles in melds. */
static void put_soft(const xz_rules *restrict rules, const xz_view *restrict view, const places *restrict at,
                     int8_t *restrict out) {
    out[XZ_OBS_WILD * XZ_SLOTS + rules->wild] = 1;
    for (int seat = 0; seat < view->players; seat++) {
        for (int i = 0; i < view->meld_count[seat]; i++) {
            xz_meld const meld = view->melds[seat][i];
            out[(XZ_OBS_SOFT + at->of[seat]) * XZ_SLOTS + meld.tile] = (int8_t)xz_meld_wilds(meld);
        }
    }
}

static void put_laid_aside(const xz_view *restrict view, const places *restrict at, int8_t *restrict out) {
    for (int i = 0, event = 0; event < view->win_events; i++) {
        if (!(view->river[i] & XZ_LAID_ASIDE)) {
            continue;
        }
        for (unsigned winners = xz_winners_of(view->winners, event++); winners; winners &= winners - 1) {
            int const place = at->of[xz_lowest_bit(winners)];
            out[(XZ_OBS_LAID_ASIDE + place) * XZ_SLOTS + (view->river[i] & 31)]++;
        }
    }
}

static void put_wins(const xz_view *restrict view, const places *restrict at, int8_t *restrict out) {
    int8_t *const row = out + XZ_OBS_WINS * XZ_SLOTS;
    put_by_place(at, row, load4(view->wins));
    put_by_place(at, row + 4, bytes_of(view->active & view->won));
    put_by_place(at, row + 12, bytes_of(view->cleared));
    put_by_place(at, row + 16, load4(view->fresh));
    put_by_place(at, row + 20, bytes_of(view->off_void));
    row[24] = (int8_t)view->win_events;
    for (int seat = 0; seat < view->players; seat++) {
        int const suit = view->void_suit[seat];
        if (suit < XZ_SUITS) {
            row[8 + at->of[seat]] = (int8_t)(1 + suit);
            memset(out + (XZ_OBS_VOID + at->of[seat]) * XZ_SLOTS + suit * XZ_RANKS, 1, XZ_RANKS);
        }
    }
    put_laid_aside(view, at, out);
}

static void put_options(const xz_rules *restrict rules, const xz_view *restrict view, const places *restrict at,
                        int8_t *restrict out) {
    put_lasts(view, out + XZ_OBS_CHOICES * XZ_SLOTS);
    if (rules->derived.choices) {
        put_choices(view, out);
    }
    if (rules->wild != XZ_NULL) {
        put_soft(rules, view, at, out);
    }
    if (rules->derived.choices || rules->play_on) {
        put_wins(view, at, out);
    }
    put_mask(out + XZ_OBS_PASSED * XZ_SLOTS, view->passed);
}

/* In two parts of a size that the compiler does not know: it would use string instructions, which are slow at this size and
 * hold up the reads that follow. */
static void clear(const xz_view *view, int8_t *out) {
    size_t const half = XZ_OBS_SIZE / 2 + (view->players == 0);
    memset(out, 0, half);
    memset(out + half, 0, XZ_OBS_SIZE - half);
}

void xz_observe_with(const xz_rules *rules, const xz_view *view, const xz_rivers *rivers, int8_t *out) {
    places const at = places_for(view);
    clear(view, out);
    put_open(view, &at, out);
    put_counts(rules, view, out);
    put_own(view, out);
    put_rivers(&at, rivers, out);
    put_table(rules, view, &at, out + XZ_OBS_TABLE * XZ_SLOTS);
    put_seats(view, &at, out + XZ_OBS_SEATS * XZ_SLOTS);
    put_points(rules, view, &at, out + XZ_OBS_POINTS * XZ_SLOTS);
    put_options(rules, view, &at, out);
}

void xz_observe_int8(const xz_rules *rules, const xz_view *view, int8_t *out) {
    xz_rivers rivers = {0};
    xz_rivers_follow(&rivers, view);
    xz_observe_with(rules, view, &rivers, out);
}

void xz_widen(const int8_t planes[XZ_OBS_SIZE], float out[XZ_OBS_SIZE]) {
    for (int i = 0; i < XZ_OBS_SIZE; i++) {
        out[i] = (float)planes[i];
    }
}

void xz_observe_float32(const xz_rules *rules, const xz_view *view, float *out) {
    int8_t planes[XZ_OBS_SIZE];
    xz_observe_int8(rules, view, planes);
    xz_widen(planes, out);
}
