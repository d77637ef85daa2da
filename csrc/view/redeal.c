/* From what one seat knows to whole states: the unseen tiles dealt anew. */
#include "view/redeal.h"
#include "view/certain.h"
#include "view/shuffle.h"

#include "base/port.h"
#include "base/rng.h"
#include "game/choice.h"
#include "game/claim.h"
#include "game/complete.h"
#include "game/fields.h"
#include "game/state.h"

#include <string.h>

enum {
    MOST_DEALS = 1 << 12,   /* deals in a row in which nobody is asked; in most positions one in a few has somebody */
    MOST_SWAPS = 1 << 14,   /* of a walk towards a hand that waits for the tile */
    MIXING_SWAPS = 1 << 11  /* of the walk among such worlds that follows */
};

/* In a rob everybody knows one tile of the owner's hand: the one it wants to add. */
static bool knows_kong_tile(const xz_view *view) { return view->phase == XZ_ROB && view->actor != view->seat; }

static bool collect_unseen(const xz_rules *rules, const xz_view *view, xz_unseen *pool) {
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

/* The way of the exchange: as the view says or, while the tiles have not changed hands and dice decide, any. */
static int some_way(const xz_rules *rules, const xz_view *view, xz_rng *rng) {
    static const uint8_t ways[XZ_MAX_SEATS + 1][XZ_WAY_COUNT] = {
        [2] = {XZ_WAY_NEXT}, [3] = {XZ_WAY_NEXT, XZ_WAY_PREVIOUS}, [4] = {XZ_WAY_NEXT, XZ_WAY_ACROSS, XZ_WAY_PREVIOUS}};
    if (view->way != XZ_NONE) {
        return view->way;
    }
    switch (rules->exchange) {
    case XZ_EXCHANGE_NEXT: return XZ_WAY_NEXT;
    case XZ_EXCHANGE_PREVIOUS: return XZ_WAY_PREVIOUS;
    case XZ_EXCHANGE_ACROSS: return XZ_WAY_ACROSS;
    case XZ_EXCHANGE_RANDOM: return ways[view->players][xz_below32(rng, (uint32_t)view->players - 1)];
    default: return XZ_NONE;
    }
}

void xz_known_of_view(const xz_rules *rules, const xz_view *view, xz_state *state) {
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
    state->way = view->way;
    if (view->way != XZ_NONE) { /* what went between others is left out */
        memcpy(state->given[xz_giver_to(state, seat)], view->got, sizeof view->got);
    }
    state->tile = view->tile;
    state->drawn = view->drawn;
    state->wall_back = (uint8_t)xz_wall_length(rules);
    state->wall_front = (uint8_t)(state->wall_back - view->wall_left);
    xz_seat_restore(state, seat);
    xz_seat_restore_waits(rules, state, seat, view->concealed[seat]);
}

/* Whose last tile drawn the view does not tell, if anybody's: of the actor in its turn and what follows it or, before play,
 * of a dealer that has it already. */
static int who_drew(const xz_rules *rules, const xz_view *view) {
    bool const before_play = xz_phase_is(XZ_PHASES_BEFORE_PLAY, view->phase);
    int const seat = before_play ? view->dealer : view->actor;
    bool const none = view->phase == XZ_OVER || view->origin == XZ_FROM_PONG ||
                      (before_play && view->concealed[seat] != rules->derived.whole_hand);
    return none || seat == view->seat ? XZ_NONE : seat;
}

int xz_drawn_from_hand(const xz_rules *rules, const xz_view *view, const xz_state *state, int seat, xz_rng *rng) {
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
static void lay_unseen(const xz_rules *rules, const xz_view *view, const xz_unseen *pool, xz_rng *rng,
                       xz_state *state) {
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
    int const drew = who_drew(rules, view);
    if (drew != XZ_NONE) {
        state->drawn = (uint8_t)xz_drawn_from_hand(rules, view, state, drew, rng);
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

/* Before play every other seat still has to choose; where the viewer has, too, they may have chosen by now. */
static void choose_for_others(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                              xz_state *state) {
    for (int seat = 0; seat < view->players; seat++) {
        state->answers[seat] = seat == view->seat ? view->answer : XZ_OWING;
    }
    for (int seat = 0; view->answer == XZ_OWING && answerer && seat < view->players; seat++) {
        int status = XZ_OK; /* whoever answers with what is not legal is left owing */
        while (seat != view->seat && state->answers[seat] == XZ_OWING && status == XZ_OK) {
            int const action = answerer->action(answerer->context, rules, state, seat, rng);
            status = xz_step(rules, state, seat, action, NULL);
        }
    }
}

bool xz_ask_others(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                   xz_state *state) {
    int const own = view->seat;
    if (xz_phase_is(XZ_PHASES_BEFORE_PLAY, view->phase)) {
        choose_for_others(rules, view, answerer, rng, state);
        return true;
    }
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

/* How far the seat is from a win on the tile being answered; every tile of its void suit is as far again. */
static int distance(const xz_view *view, xz_state *state, int seat) {
    int const suit = state->void_suit[seat];
    int unwanted = 0;
    for (int rank = 0; suit < XZ_SUITS && rank < XZ_RANKS; rank++) {
        unwanted += state->counts[seat][xz_slot(suit, rank)];
    }
    xz_seat_take(state, seat, view->tile);
    int const shanten =
        xz_index_shanten(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
    xz_seat_give(state, seat, view->tile);
    return shanten + unwanted;
}

/* One of the other active seats, and where its tiles stand in the pool. False if there is none. */
static bool choose_asked(const xz_view *view, const xz_unseen *pool, xz_rng *rng, int *seat, int *start) {
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
static bool walk_to_world(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer,
                          const xz_certain *certain, xz_unseen *pool, xz_rng *rng, xz_state *state) {
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
        xz_swap_places(pool->tiles, from, to);
        lay_unseen(rules, view, pool, rng, state);
        fill_caches(rules, view, state);
        bool const holds = xz_certain_holds(certain, state);
        bool const asked = holds && xz_ask_others(rules, view, NULL, rng, state);
        int const now = found || asked ? least : distance(view, state, seat);
        if (!holds || (found ? !asked : !asked && now > least)) {
            xz_swap_places(pool->tiles, from, to);
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
    return xz_ask_others(rules, view, answerer, rng, state);
}

static bool find_world(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_certain *certain,
                       xz_unseen *pool, xz_rng *rng, xz_state *state) {
    bool const asking = xz_phase_is(XZ_PHASES_ASKING_SEVERAL, view->phase);
    for (int i = 0; i < MOST_DEALS; i++) {
        if (certain->any) {
            xz_certain_deal(certain, view, pool, rng);
        } else {
            xz_shuffle_tiles(pool->tiles, pool->count, rng);
        }
        lay_unseen(rules, view, pool, rng, state);
        if (!xz_certain_holds(certain, state)) {
            continue;
        }
        fill_caches(rules, view, state);
        if (!asking || xz_ask_others(rules, view, answerer, rng, state)) {
            return true;
        }
    }
    for (int i = 0; i < XZ_MAX_SEATS * XZ_MAX_SEATS; i++) {
        if (walk_to_world(rules, view, answerer, certain, pool, rng, state)) {
            return true;
        }
    }
    return false;
}

int xz_redealing_begin(const xz_rules *rules, const xz_view *view, xz_redealing *redealing) {
    if (view->players != rules->players || view->seat >= view->players ||
        !collect_unseen(rules, view, &redealing->unseen) ||
        !xz_certain_of(rules, view, &redealing->unseen, &redealing->certain)) {
        return XZ_E_STATE;
    }
    redealing->rules = rules;
    redealing->view = view;
    xz_known_of_view(rules, view, &redealing->known);
    return XZ_OK;
}

bool xz_redealing_next(xz_redealing *redealing, const xz_answerer *answerer, xz_rng *rng, xz_state *state) {
    xz_unseen pool = redealing->unseen;
    *state = redealing->known;
    state->way = (uint8_t)some_way(redealing->rules, redealing->view, rng);
    return find_world(redealing->rules, redealing->view, answerer, &redealing->certain, &pool, rng, state);
}

int xz_redeal_one(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                  xz_state *state) {
    xz_redealing redealing;
    xz_state world;
    int const status = xz_redealing_begin(rules, view, &redealing);
    if (status != XZ_OK) {
        return status;
    }
    if (!xz_redealing_next(&redealing, answerer, rng, &world)) {
        return XZ_E_STATE;
    }
    *state = world;
    return XZ_OK;
}
