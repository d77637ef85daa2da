/* What a seat may do now (§2), built from slot masks: bits 0-26 are the discards, 27-53 the kongs. Inline, for the loops that
 * play millions of hands; others call xz_legal. */
#ifndef XZ_GAME_LEGAL_H
#define XZ_GAME_LEGAL_H

#include "game/action_set.h"
#include "game/claim.h"

#define XZ_ACTION_BIT(action) (UINT64_C(1) << (action))

static inline uint64_t xz_turn_kongs(const xz_rules *rules, const xz_state *state, int seat) {
    uint32_t slots = state->kongable[seat] & state->held[seat];
    if (XZ_UNLIKELY(slots) && !rules->added_kong_any_time) {
        slots &= xz_slots_with(state->counts[seat], 4) | 1u << state->drawn;
    }
    return (uint64_t)slots << XZ_KONG;
}

static inline uint64_t xz_legal_turn(const xz_rules *rules, const xz_state *state, int seat) {
    uint64_t set = (uint64_t)state->held[seat] << XZ_DISCARD;
    if (state->origin == XZ_FROM_PONG) {
        return set;
    }
    if (xz_may_win(rules, state, seat)) {
        if (xz_is_late(rules, state)) {
            return XZ_ACTION_BIT(XZ_WIN);
        }
        set |= XZ_ACTION_BIT(XZ_WIN);
    }
    if (xz_wall_left(state) > 0) {
        set |= xz_turn_kongs(rules, state, seat);
    }
    return set;
}

static inline uint64_t xz_legal_answer(const xz_state *state, int seat) {
    unsigned const offers = state->offers[seat];
    return (offers & XZ_OFFER_KONG ? XZ_ACTION_BIT(XZ_KONG + state->tile) : 0) |
           (offers & XZ_OFFER_PONG ? XZ_ACTION_BIT(XZ_CLAIM_PONG) : 0) |
           (offers & XZ_OFFER_WIN ? XZ_ACTION_BIT(XZ_WIN) : 0) | (offers & XZ_OFFER_PASS ? XZ_ACTION_BIT(XZ_PASS) : 0);
}

/* xz_legal of one of the state's seats. */
static inline xz_actions xz_legal_set(const xz_rules *rules, const xz_state *state, int seat) {
    if (xz_phase_is(XZ_PHASES_ASKING_ONE, state->phase)) {
        return (xz_actions){{seat == state->actor ? xz_legal_turn(rules, state, seat) : 0, 0}};
    }
    return (xz_actions){{state->answers[seat] == XZ_OWING ? xz_legal_answer(state, seat) : 0, 0}};
}

#endif
