#include "game/complete.h"

#include "game/check.h"
#include "game/claim.h"

#include <string.h>

/* All tiles that are neither held nor to be drawn lie open. */
static bool fill_seen(const xz_rules *rules, xz_state *state) {
    int hidden[XZ_SLOTS] = {0};
    for (int seat = 0; seat < state->players; seat++) {
        for (int tile = 0; tile < XZ_SLOTS; tile++) {
            hidden[tile] += state->counts[seat][tile];
        }
    }
    for (int i = state->wall_front; i < state->wall_back; i++) {
        hidden[state->tiles[i]]++;
    }
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        int const whole = rules->suits >> (tile / XZ_RANKS) & 1 ? 4 : 0;
        if (hidden[tile] > whole) {
            return false;
        }
        state->seen[tile] = (uint8_t)(whole - hidden[tile]);
    }
    return true;
}

static void fill_offers(const xz_rules *rules, xz_state *state) {
    uint8_t answers[XZ_MAX_SEATS];
    memcpy(answers, state->answers, sizeof answers);
    xz_ask(rules, state, xz_concerned(state));
    memcpy(state->answers, answers, sizeof answers);
}

bool xz_state_complete(const xz_rules *rules, xz_state *state) {
    if (!xz_facts_hold(rules, state) || !fill_seen(rules, state) || !xz_seen_lies_open(rules, state)) {
        return false;
    }
    for (int seat = 0; seat < state->players; seat++) {
        xz_seat_restore(state, seat);
        xz_seat_restore_waits(rules, state, seat, xz_concealed_count(state, seat));
    }
    memset(state->offers, 0, sizeof state->offers);
    if (xz_phase_is(XZ_PHASES_OF_A_TILE, state->phase)) {
        fill_offers(rules, state);
    }
    return true;
}
