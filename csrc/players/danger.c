#include "players/danger.h"

#include "base/tile.h"
#include "players/weights.h"

/* All the tables here are measured in play. */

/* Ready by turns taken, with at most two melds and with three. */
enum { MOST_TURNS = 19 };
static const double READY[MOST_TURNS + 1][2] = {{0.00, 0.20}, {0.00, 0.20}, {0.01, 0.20}, {0.03, 0.25}, {0.06, 0.35},
                                                {0.10, 0.40}, {0.16, 0.50}, {0.22, 0.51}, {0.30, 0.52}, {0.37, 0.55},
                                                {0.43, 0.63}, {0.49, 0.69}, {0.55, 0.74}, {0.60, 0.78}, {0.66, 0.80},
                                                {0.70, 0.82}, {0.73, 0.85}, {0.75, 0.86}, {0.78, 0.87}, {0.81, 0.88}};

/* That a ready seat waits for a tile it has not discarded: by how its suit stands with that seat (the most discarded, the
 * next, the least; one with a meld), by rank (1 and 9; 2 and 8; the others), by copies that the discarder does not see. */
enum { MELDED = 3, RANK_KINDS = 3 };
static const double WAITS[4][RANK_KINDS][4] = {
    {{.003, .011, .014, .025}, {.004, .013, .021, .033}, {.006, .017, .022, .040}},
    {{.030, .050, .080, .115}, {.045, .060, .090, .125}, {.055, .097, .113, .135}},
    {{.060, .075, .120, .155}, {.105, .120, .135, .170}, {.130, .155, .170, .190}},
    {{.040, .055, .110, .155}, {.060, .075, .130, .180}, {.100, .110, .155, .200}}};
static const double WAITS_DISCARDED = 0.1; /* of that, if the seat has discarded one */

/* That a ready hand with so many melds is all triplets, and that it is one suit if its melds are. */
static const double TRIPLETS[XZ_MAX_MELDS + 1] = {0.02, 0.04, 0.12, 0.40, 1};
static const double FLUSH[XZ_MAX_MELDS + 1] = {0, 0.03, 0.15, 0.40, 0.70};

static const uint8_t RANK_KIND[XZ_RANKS] = {0, 1, 2, 2, 2, 2, 2, 1, 0};

typedef struct habits {
    uint32_t discarded;        /* kinds of tile */
    int discards[XZ_SUITS];
    unsigned melded;           /* suits */
    double ready;
    double points;             /* its hand, paid by one */
} habits;

static double expected_points(const xz_outlook *o, int seat, unsigned melded) {
    const xz_view *const view = o->view;
    int const melds = view->meld_count[seat];
    xz_facts facts = {.readings = XZ_READ_STANDARD};
    for (int i = 0; i < melds; i++) {
        int const kind = view->melds[seat][i].kind;
        facts.direct_kongs = (uint8_t)(facts.direct_kongs + (kind == XZ_DIRECT_KONG));
        facts.added_kongs = (uint8_t)(facts.added_kongs + (kind == XZ_ADDED_KONG));
        facts.concealed_kongs = (uint8_t)(facts.concealed_kongs + (kind == XZ_CONCEALED_KONG));
    }
    double const plain = xz_outlook_points(o, &facts);
    facts.readings = XZ_READ_STANDARD | XZ_READ_TRIPLETS;
    double const triplets = xz_outlook_points(o, &facts);
    facts.readings = XZ_READ_STANDARD | XZ_READ_FLUSH;
    double const flush = xz_outlook_points(o, &facts);
    double const one_suit = melds > 0 && (melded & (melded - 1)) == 0 ? FLUSH[melds] : 0.03;
    double const all_triplets = TRIPLETS[melds];
    return plain + (triplets - plain) * all_triplets + (flush - plain) * one_suit + plain * XZ_W_ROOTS;
}

static habits habits_of(const xz_outlook *o, int seat) {
    const xz_view *const view = o->view;
    habits h = {0};
    int turns = view->meld_count[seat];
    for (int i = 0; i < view->river_count; i++) {
        if (view->river[i] >> 5 == seat) {
            int const tile = view->river[i] & 31;
            h.discarded |= 1u << tile;
            h.discards[xz_suit_of(tile)]++;
            turns++;
        }
    }
    for (int i = 0; i < view->meld_count[seat]; i++) {
        h.melded |= 1u << xz_suit_of(view->melds[seat][i].tile);
    }
    turns = xz_min(turns, MOST_TURNS);
    h.ready = view->meld_count[seat] == XZ_MAX_MELDS ? 1 : READY[turns][view->meld_count[seat] == 3];
    h.points = expected_points(o, seat, h.melded);
    return h;
}

static int standing(const habits *h, int suit) {
    if (h->melded >> suit & 1u) {
        return MELDED;
    }
    int more = 0;
    for (int other = 0; other < XZ_SUITS; other++) {
        more += h->discards[other] > h->discards[suit];
    }
    return more;
}

xz_danger xz_danger_of(const xz_outlook *o) {
    const xz_view *const view = o->view;
    xz_danger danger = {{0}};
    double const avoidable = o->draws < XZ_W_DANGER_DRAWS ? XZ_W_DANGER * (1 - o->draws / XZ_W_DANGER_DRAWS) : 0;
    for (int seat = 0; seat < view->players; seat++) {
        if (seat == view->seat || !(view->active >> seat & 1u)) {
            continue;
        }
        habits const h = habits_of(o, seat);
        double const price = h.ready * h.points * avoidable;
        for (int tile = 0; tile < XZ_SLOTS; tile++) {
            if (view->counts[tile]) {
                double const waits =
                    WAITS[standing(&h, xz_suit_of(tile))][RANK_KIND[xz_rank_of(tile)]][xz_min(o->live[tile], 3)];
                danger.cost[tile] += price * (h.discarded >> tile & 1u ? waits * WAITS_DISCARDED : waits);
            }
        }
    }
    return danger;
}
