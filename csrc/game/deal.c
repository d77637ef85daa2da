#include "game/deal.h"
#include "base/port.h"

#include "game/state.h"

#include <string.h>

int xz_wall_length(const xz_rules *rules) { return rules->derived.wall_length; }

static int check_wall(const xz_rules *rules, const uint8_t *wall, int length) {
    if (length != xz_wall_length(rules)) {
        return XZ_E_WALL;
    }
    uint8_t counts[XZ_SLOTS] = {0};
    for (int i = 0; i < length; i++) {
        uint8_t const tile = wall[i];
        if (tile >= XZ_SLOTS || !(rules->suits >> (tile / XZ_RANKS) & 1) || ++counts[tile] > 4) {
            return XZ_E_WALL;
        }
    }
    return XZ_OK;
}

void xz_begin_play(const xz_rules *rules, xz_state *state) {
    int const dealer = state->dealer;
    int drawn = state->drawn;
    if (drawn == XZ_NONE) {
        drawn = state->tiles[state->wall_front++];
    } else {
        if (!state->counts[dealer][drawn]) { /* given away */
            drawn = xz_highest_bit(state->held[dealer]);
        }
        xz_seat_give(state, dealer, drawn);
    }
    for (int seat = 0; seat < state->players; seat++) {
        xz_seat_refresh_waits(rules, state, seat);
    }
    xz_seat_take(state, dealer, drawn);
    memset(state->answers, XZ_NOT_ASKED, sizeof state->answers);
    state->phase = XZ_TURN;
    state->origin = XZ_FROM_DEAL;
    state->actor = (uint8_t)dealer;
    state->tile = state->drawn = (uint8_t)drawn;
}

void xz_ask_all(xz_state *state, int phase) {
    state->phase = (uint8_t)phase;
    state->actor = state->origin = state->tile = XZ_NONE;
    for (int seat = 0; seat < state->players; seat++) {
        state->answers[seat] = XZ_OWING;
    }
}

void xz_deal_wall(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int way, xz_events *events) {
    int const players = rules->derived.players;
    int const each = rules->derived.whole_hand - 1;
    int const dealt = each * players;
    xz_state_clear(state);
    state->way = (uint8_t)way;
    state->players = (uint8_t)players;
    state->dealer = (uint8_t)dealer;
    state->active = (uint8_t)((1u << players) - 1u);
    for (int i = 0; i < players; i++) {
        int const seat = (dealer + i) % players;
        for (int j = 0; j < each; j++) {
            state->counts[seat][wall[each * i + j]]++;
        }
    }
    memcpy(state->tiles, wall, rules->derived.wall_length);
    state->wall_front = (uint8_t)dealt;
    state->wall_back = rules->derived.wall_length;
    state->drawn = XZ_NONE;
    for (int seat = 0; seat < players; seat++) { /* after all, since a wide load of bytes just stored waits for them */
        xz_seat_restore(state, seat);
    }
    if (XZ_LIKELY(!rules->derived.choices)) {
        xz_begin_play(rules, state);
    } else {
        if (rules->dealer_draws == XZ_DEALER_DRAWS_BEFORE_EXCHANGE) {
            state->drawn = wall[state->wall_front++];
            xz_seat_take(state, dealer, state->drawn);
        }
        xz_ask_all(state, rules->exchange != XZ_EXCHANGE_NONE ? XZ_EXCHANGING : XZ_DECLARING);
    }
    if (events) {
        memset(&events->items[0], 0, sizeof events->items[0]);
        events->items[0].kind = XZ_EVENT_DEAL;
        events->items[0].seat = (uint8_t)dealer;
        events->items[0].other = events->items[0].meld = XZ_NONE;
        events->items[0].tile = state->drawn;
        events->count = 1;
    }
}

/* How many ways a `random` exchange can go, and the n-th. */
static int way_count(const xz_rules *rules) { return (int)rules->players - 1; }

static int way_at(const xz_rules *rules, int n) { return rules->players == 3 && n == 1 ? XZ_WAY_PREVIOUS : n; }

static int fixed_way(const xz_rules *rules) {
    switch (rules->exchange) {
    case XZ_EXCHANGE_NEXT: return XZ_WAY_NEXT;
    case XZ_EXCHANGE_PREVIOUS: return XZ_WAY_PREVIOUS;
    case XZ_EXCHANGE_ACROSS: return XZ_WAY_ACROSS;
    default: return XZ_NONE;
    }
}

int xz_exchange_way(const xz_rules *rules, uint64_t seed, uint64_t index) {
    int const count = way_count(rules);
    if (rules->exchange != XZ_EXCHANGE_RANDOM) {
        return XZ_NONE;
    }
    if (count == 1) {
        return XZ_WAY_NEXT;
    }
    xz_rng rng;
    xz_rng_seed(&rng, seed, index, XZ_STREAM_EXCHANGE);
    return way_at(rules, (int)xz_rng_below(&rng, (uint32_t)count));
}

/* Whether the way may be given. */
static bool way_is_open(const xz_rules *rules, int way) {
    if (rules->exchange != XZ_EXCHANGE_RANDOM) {
        return way == XZ_NONE;
    }
    for (int n = 0; n < way_count(rules); n++) {
        if (way == way_at(rules, n)) {
            return true;
        }
    }
    return false;
}

int xz_deal_way(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int wall_length, int way,
                xz_events *events) {
    XZ_ASSERT_PREPARED(rules);
    int const status = check_wall(rules, wall, wall_length);
    if (status != XZ_OK) {
        return status;
    }
    if (dealer < 0 || dealer >= rules->players) {
        return XZ_E_SEAT;
    }
    if (!way_is_open(rules, way)) {
        return XZ_E_WAY;
    }
    xz_deal_wall(rules, state, dealer, wall, way == XZ_NONE ? fixed_way(rules) : way, events);
    return XZ_OK;
}

int xz_deal(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int wall_length,
            xz_events *events) {
    return xz_deal_way(rules, state, dealer, wall, wall_length, XZ_NONE, events);
}

int xz_deal_index(const xz_rules *rules, xz_state *state, uint64_t seed, uint64_t index, int dealer,
                  xz_events *events) {
    XZ_ASSERT_PREPARED(rules);
    int const players = rules->derived.players;
    if (dealer < -1 || dealer >= players) {
        return XZ_E_SEAT;
    }
    uint8_t wall[XZ_MAX_WALL];
    xz_wall(seed, index, rules->derived.suits, wall);
    int const way = rules->exchange == XZ_EXCHANGE_RANDOM ? xz_exchange_way(rules, seed, index) : fixed_way(rules);
    xz_deal_wall(rules, state, dealer >= 0 ? dealer : (int)(index % (uint64_t)players), wall, way, events);
    return XZ_OK;
}
