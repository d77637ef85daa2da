/* From what one seat knows to whole states: the unseen tiles dealt anew. */
#include "view/redeal.h"

#include "base/port.h"
#include "base/rng.h"
#include "game/claim.h"
#include "game/complete.h"
#include "game/fields.h"
#include "game/state.h"

#include <string.h>

enum {
    MOST_REFUSED = 1 << 16, /* worlds that the caller's weight may refuse in a row */
    MOST_DEALS = 1 << 12,   /* deals in a row in which nobody is asked; in most positions one in a few has somebody */
    MOST_SWAPS = 1 << 14,   /* of a walk towards a hand that waits for the tile */
    MIXING_SWAPS = 1 << 11  /* of the walk among such worlds that follows */
};

/* The tiles that the seat does not see, and how many each other hand gets of them. */
typedef struct unseen {
    uint8_t tiles[XZ_MAX_WALL];
    int count;
    int hands[XZ_MAX_SEATS];
} unseen;

/* In a rob everybody knows one tile of the owner's hand: the one it wants to add. */
static bool knows_kong_tile(const xz_view *view) { return view->phase == XZ_ROB && view->actor != view->seat; }

static bool collect_unseen(const xz_rules *rules, const xz_view *view, unseen *pool) {
    pool->count = 0;
    int needed = view->wall_left;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        int const whole = rules->suits >> (tile / XZ_RANKS) & 1 ? 4 : 0;
        int const known = view->counts[tile] + view->seen[tile] + (knows_kong_tile(view) && tile == view->tile);
        for (int i = known; i < whole; i++) {
            pool->tiles[pool->count++] = (uint8_t)tile;
        }
        if (known > whole) {
            return false;
        }
    }
    for (int seat = 0; seat < view->players; seat++) {
        pool->hands[seat] =
            seat == view->seat ? 0 : view->concealed[seat] - (knows_kong_tile(view) && seat == view->actor);
        needed += pool->hands[seat];
        if (pool->hands[seat] < 0) {
            return false;
        }
    }
    return needed == pool->count;
}

/* All that the view says, with the other hands still empty. */
static void lay_known(const xz_rules *rules, const xz_view *view, xz_state *state) {
    int const seat = view->seat;
    xz_state_clear(state);
#define KEEP_PUBLIC(name, at) memcpy((void *)&state->name, (const void *)&view->name, sizeof view->name);
#define KEEP_OWN(name, at) memcpy((void *)&state->name at, (const void *)&view->name, sizeof view->name);
#define KEEP_HIDDEN(name, at)
#define KEEP_SEAT(type, name, a, b, seen, ...) KEEP_##seen(name, [seat])
#define KEEP_TABLE(type, name, a, b, seen, ...) KEEP_##seen(name, )
    XZ_STATE_FIELDS(KEEP_SEAT, KEEP_TABLE)
    memcpy(state->tiles, view->river, view->river_count);
    memcpy(state->void_suit, view->void_suit, sizeof state->void_suit);
    state->tile = view->tile;
    state->drawn = view->drawn;
    state->wall_back = (uint8_t)xz_wall_length(rules);
    state->wall_front = (uint8_t)(state->wall_back - view->wall_left);
    xz_seat_restore(state, seat);
    xz_seat_restore_waits(rules, state, seat, view->concealed[seat]);
}

/* Up to three numbers below n, n - 1, n - 2 from 32 bits: the high part of a product is the first, its low part serves for
 * the next. All are unbiased once the last low part is not below 2^32 mod n (n - 1)(n - 2), which is hardly ever tested. */
typedef struct three {
    uint32_t at[3];
} three;

static inline bool three_below(uint32_t bits, uint32_t n, three *out) {
    uint32_t const product = n * (n - 1) * (n - 2);
    uint64_t m = (uint64_t)bits * n;
    out->at[0] = (uint32_t)(m >> 32);
    m = (uint64_t)(uint32_t)m * (n - 1);
    out->at[1] = (uint32_t)(m >> 32);
    m = (uint64_t)(uint32_t)m * (n - 2);
    out->at[2] = (uint32_t)(m >> 32);
    return XZ_LIKELY((uint32_t)m >= product) || (uint32_t)m >= (uint32_t)((UINT64_C(1) << 32) % product);
}

static inline void swap(uint8_t *tiles, uint32_t i, uint32_t j) {
    uint8_t const tile = tiles[i];
    tiles[i] = tiles[j];
    tiles[j] = tile;
}

/* Fisher-Yates from the end, three places for each half word. */
static void shuffle(uint8_t *tiles, int count, xz_rng *rng) {
    uint32_t n = (uint32_t)count;
    while (n >= 6) {
        uint64_t const word = xz_next64(rng);
        three at;
        if (three_below((uint32_t)word, n, &at)) {
            swap(tiles, n - 1, at.at[0]);
            swap(tiles, n - 2, at.at[1]);
            swap(tiles, n - 3, at.at[2]);
            n -= 3;
        }
        if (three_below((uint32_t)(word >> 32), n, &at)) {
            swap(tiles, n - 1, at.at[0]);
            swap(tiles, n - 2, at.at[1]);
            swap(tiles, n - 3, at.at[2]);
            n -= 3;
        }
    }
    for (; n > 1; n--) {
        swap(tiles, n - 1, xz_below32(rng, n));
    }
}

/* The tile that another seat drew into its turn: any of those it then held, the discard being answered among them. Where
 * only a tile just drawn may be added to a pong, the tile of a rob is the one. */
static int draw_from_hand(const xz_rules *rules, const xz_view *view, const xz_state *state, xz_rng *rng) {
    int const seat = view->actor;
    if (view->phase == XZ_ROB && !rules->added_kong_any_time) {
        return view->tile;
    }
    uint32_t const tiles = (uint32_t)view->concealed[seat] + (view->phase == XZ_CLAIM);
    int left = (int)xz_below32(rng, tiles);
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        left -= state->counts[seat][tile];
        if (left < 0) {
            return tile;
        }
    }
    return state->tile;
}

/* Gives the unseen tiles out in the order in which they stand. */
static void lay_unseen(const xz_rules *rules, const xz_view *view, const unseen *pool, xz_rng *rng, xz_state *state) {
    const uint8_t *next = pool->tiles;
    for (int seat = 0; seat < view->players; seat++) {
        if (seat != view->seat) {
            uint8_t *const counts = state->counts[seat];
            memset(counts, 0, sizeof state->counts[seat]);
            for (const uint8_t *const end = next + pool->hands[seat]; next < end; next++) {
                counts[*next]++;
            }
        }
    }
    if (knows_kong_tile(view)) {
        state->counts[view->actor][view->tile]++;
    }
    memcpy(state->tiles + state->wall_front, next, view->wall_left);
    if (view->phase != XZ_OVER && view->actor != view->seat && view->origin != XZ_FROM_PONG) {
        state->drawn = (uint8_t)draw_from_hand(rules, view, state, rng);
    }
    if (view->phase == XZ_TURN) {
        state->tile = state->drawn;
    }
}

static void fill_caches(const xz_rules *rules, const xz_view *view, xz_state *state) {
    for (int seat = 0; seat < view->players; seat++) {
        if (seat != view->seat) {
            xz_seat_restore(state, seat);
            xz_seat_restore_waits(rules, state, seat, view->concealed[seat]);
        }
    }
}

/* Asks the other seats as their tiles say. False if the round could not stand as the view says: nobody owes, or the seat
 * itself would have been asked otherwise. */
static bool ask_others(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                       xz_state *state) {
    int const own = view->seat;
    xz_ask(rules, state, xz_concerned(state));
    state->answers[own] = view->answer;
    if (view->answer == XZ_NOT_ASKED) {
        state->offers[own] = 0;
    }
    if (xz_pending(state) == 0) {
        return false;
    }
    if (view->answer != XZ_OWING || !answerer) {
        return true;
    }
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        if (seat != own && state->answers[seat] == XZ_OWING) {
            int const action = answerer->action(answerer->context, rules, state, seat, rng);
            state->answers[seat] = xz_answer_of(action);
        }
    }
    return true;
}

/* ---- worlds that are too rare to be met by chance ------------------------------------------------------------------------- */

/* How far the seat is from a win on the tile being answered. */
static int distance(const xz_view *view, xz_state *state, int seat) {
    xz_seat_take(state, seat, view->tile);
    int const shanten =
        xz_index_shanten(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
    xz_seat_give(state, seat, view->tile);
    return shanten;
}

/* One of the other active seats, and where its tiles stand in the pool. False if there is none. */
static bool choose_asked(const xz_view *view, const unseen *pool, xz_rng *rng, int *seat, int *start) {
    int asked[XZ_MAX_SEATS], count = 0;
    for (int other = 0; other < view->players; other++) {
        if (other != view->seat && other != view->actor && view->active >> other & 1) {
            asked[count++] = other;
        }
    }
    if (count == 0) {
        return false;
    }
    *seat = asked[xz_below32(rng, (uint32_t)count)];
    *start = 0;
    for (int other = 0; other < *seat; other++) {
        *start += pool->hands[other];
    }
    return true;
}

/* Where somebody must be waiting for the tile, hardly any deal has that. One seat's tiles are then exchanged one by one as
 * long as that leads it no further from a win, and a walk of random exchanges follows that never leaves the worlds in which
 * somebody is asked; it forgets where it began, so that they come out about equally often. */
static bool walk_to_world(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, unseen *pool,
                          xz_rng *rng, xz_state *state) {
    int seat, start;
    if (!choose_asked(view, pool, rng, &seat, &start) || pool->hands[seat] == 0 || pool->count < 2) {
        return false;
    }
    bool found = false;
    int least = XZ_UNREACHABLE;
    for (int i = 0; i < MOST_SWAPS + MIXING_SWAPS; i++) {
        uint32_t const mine = (uint32_t)start + xz_below32(rng, (uint32_t)pool->hands[seat]);
        uint32_t const from = found ? xz_below32(rng, (uint32_t)pool->count) : mine;
        uint32_t const to = xz_below32(rng, (uint32_t)pool->count);
        swap(pool->tiles, from, to);
        lay_unseen(rules, view, pool, rng, state);
        fill_caches(rules, view, state);
        bool const asked = ask_others(rules, view, NULL, rng, state);
        int const now = found || asked ? least : distance(view, state, seat);
        if (found ? !asked : !asked && now > least) {
            swap(pool->tiles, from, to);
        } else {
            least = now;
        }
        if (!found && asked) {
            found = true;
            i = MOST_SWAPS;
        } else if (!found && i == MOST_SWAPS - 1) {
            return false;
        }
    }
    lay_unseen(rules, view, pool, rng, state);
    fill_caches(rules, view, state);
    return ask_others(rules, view, answerer, rng, state);
}

static bool find_world(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, unseen *pool,
                       xz_rng *rng, xz_state *state) {
    bool const asking = view->phase == XZ_CLAIM || view->phase == XZ_ROB;
    for (int i = 0; i < MOST_DEALS; i++) {
        shuffle(pool->tiles, pool->count, rng);
        lay_unseen(rules, view, pool, rng, state);
        fill_caches(rules, view, state);
        if (!asking || ask_others(rules, view, answerer, rng, state)) {
            return true;
        }
    }
    for (int i = 0; i < XZ_MAX_SEATS * XZ_MAX_SEATS; i++) {
        if (walk_to_world(rules, view, answerer, pool, rng, state)) {
            return true;
        }
    }
    return false;
}

static bool keeps(double weight, xz_rng *rng) {
    double const unit = (double)(xz_next64(rng) >> 11) * 0x1p-53;
    return unit < weight;
}

int64_t xz_redeal_worlds(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                         double (*weight)(const xz_rules *rules, const xz_state *world, void *context), void *context,
                         xz_state *states, int64_t count) {
    unseen pool;
    xz_state known;
    if (view->players != rules->players || view->seat >= view->players || !collect_unseen(rules, view, &pool)) {
        return XZ_E_STATE;
    }
    lay_known(rules, view, &known);
    for (int64_t i = 0; i < count; i++) {
        states[i] = known;
        int refused = 0;
        do {
            if (refused++ == MOST_REFUSED || !find_world(rules, view, answerer, &pool, rng, &states[i])) {
                return i;
            }
        } while (weight && !keeps(weight(rules, &states[i], context), rng));
    }
    return count;
}

int xz_redeal_one(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                  xz_state *state) {
    xz_state world;
    int64_t const found = xz_redeal_worlds(rules, view, answerer, rng, NULL, NULL, &world, 1);
    if (found != 1) {
        return XZ_E_STATE;
    }
    *state = world;
    return XZ_OK;
}
