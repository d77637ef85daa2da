/* What a seat may do now (§2), built from slot masks: bits 0-26 are the discards, 27-53 the kongs. */
#include "game/state.h"

#define ACTION_BIT(action) (UINT64_C(1) << (action))

static uint64_t turn_kongs(const xz_rules *rules, const xz_state *state, int seat) {
    const uint8_t *const counts = state->counts[seat];
    uint32_t const fours = xz_holds_four(counts) ? xz_slots_with(counts, 4) : 0;
    uint32_t const added = state->pongs[seat] & (rules->added_kong_any_time ? state->held[seat] : 1u << state->drawn);
    return (uint64_t)(fours | added) << XZ_KONG;
}

static uint64_t legal_turn(const xz_rules *rules, const xz_state *state, int seat) {
    uint64_t set = (uint64_t)state->held[seat] << XZ_DISCARD;
    if (state->origin == XZ_FROM_PONG) {
        return set;
    }
    if (state->waits[seat] >> state->drawn & 1u) {
        if (xz_is_late(rules, state)) {
            return ACTION_BIT(XZ_WIN);
        }
        set |= ACTION_BIT(XZ_WIN);
    }
    if (xz_wall_left(state) > 0) {
        set |= turn_kongs(rules, state, seat);
    }
    return set;
}

static uint64_t legal_answer(const xz_state *state, int seat) {
    unsigned const offers = state->offers[seat];
    return (offers & XZ_OFFER_KONG ? ACTION_BIT(XZ_KONG + state->tile) : 0) |
           (offers & XZ_OFFER_PONG ? ACTION_BIT(XZ_CLAIM_PONG) : 0) | (offers & XZ_OFFER_WIN ? ACTION_BIT(XZ_WIN) : 0) |
           (offers & XZ_OFFER_PASS ? ACTION_BIT(XZ_PASS) : 0);
}

xz_actions xz_legal(const xz_rules *rules, const xz_state *state, int seat) {
    xz_actions set = {{0, 0}};
    if (seat < 0 || seat >= state->players) {
        return set;
    }
    if (state->phase == XZ_TURN) {
        set.words[0] = seat == state->actor ? legal_turn(rules, state, seat) : 0;
    } else if (state->answers[seat] == XZ_OWING) {
        set.words[0] = legal_answer(state, seat);
    }
    return set;
}
