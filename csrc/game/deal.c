#include "game/deal.h"

#include "game/state.h"

#include <string.h>

int xz_wall_length(const xz_rules *rules) { return rules->suits == 7 ? 108 : 72; }

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

void xz_deal_wall(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, xz_events *events) {
    int const players = (int)rules->players;
    int const wall_length = xz_wall_length(rules);
    xz_state_clear(state);
    state->players = (uint8_t)players;
    state->dealer = state->actor = (uint8_t)dealer;
    state->active = (uint8_t)((1u << players) - 1u);
    for (int i = 0; i < players; i++) {
        int const seat = (dealer + i) % players;
        for (int j = 0; j < 13; j++) {
            state->counts[seat][wall[13 * i + j]]++;
        }
    }
    memcpy(state->tiles, wall, (size_t)wall_length);
    for (int seat = 0; seat < players; seat++) { /* after all, since a wide load of bytes just stored waits for them */
        xz_seat_restore(state, seat);
        xz_seat_refresh_waits(state, seat);
    }
    int const dealt = 13 * players + 1;
    state->tile = state->drawn = wall[dealt - 1];
    xz_seat_take(state, dealer, state->drawn);
    state->wall_front = (uint8_t)dealt;
    state->wall_back = (uint8_t)wall_length;
    if (events) {
        memset(&events->items[0], 0, sizeof events->items[0]);
        events->items[0].kind = XZ_EVENT_DEAL;
        events->items[0].seat = (uint8_t)dealer;
        events->items[0].other = events->items[0].meld = XZ_NONE;
        events->items[0].tile = state->drawn;
        events->count = 1;
    }
}

int xz_deal(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int wall_length,
            xz_events *events) {
    int const status = check_wall(rules, wall, wall_length);
    if (status != XZ_OK) {
        return status;
    }
    if (dealer < 0 || dealer >= rules->players) {
        return XZ_E_SEAT;
    }
    xz_deal_wall(rules, state, dealer, wall, events);
    return XZ_OK;
}

int xz_deal_index(const xz_rules *rules, xz_state *state, uint64_t seed, uint64_t index, int dealer,
                  xz_events *events) {
    int const players = (int)rules->players;
    if (dealer < -1 || dealer >= players) {
        return XZ_E_SEAT;
    }
    uint8_t wall[XZ_MAX_WALL];
    xz_wall(seed, index, (unsigned)rules->suits, wall);
    xz_deal_wall(rules, state, dealer >= 0 ? dealer : (int)(index % (uint64_t)players), wall, events);
    return XZ_OK;
}
