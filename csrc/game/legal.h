/* What a seat may do now (§2), built from slot masks: bits 0-26 are the discards, 27-53 the kongs. Inline, for the loops that
 * play millions of hands; others call xz_legal. */
#ifndef XZ_GAME_LEGAL_H
#define XZ_GAME_LEGAL_H

#include "base/port.h"
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

/* The turn of a seat under rules whose options ask for more (xz_derived.own_turns). */
uint64_t xz_legal_turn_by_options(const xz_rules *rules, const xz_state *state, int seat);

/* What a seat may choose before play. */
xz_actions xz_legal_choices(const xz_rules *rules, const xz_state *state, int seat);

XZ_ALWAYS_INLINE uint64_t xz_legal_turn(bool plain, const xz_rules *rules, const xz_state *state, int seat) {
    if (!plain && rules->derived.own_turns) {
        return xz_legal_turn_by_options(rules, state, seat);
    }
    uint64_t set = (uint64_t)state->held[seat] << XZ_DISCARD;
    if (state->origin == XZ_FROM_PONG) {
        return set;
    }
    if (xz_may_win(rules, state, seat)) {
        if (xz_must_win(rules, state, seat)) {
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

/* xz_legal of one of the state's seats. `plain`, a constant: the rules are known to be (game/turn.h). */
XZ_ALWAYS_INLINE xz_actions xz_legal_set_in(bool plain, const xz_rules *rules, const xz_state *state, int seat) {
    if (xz_phase_is(XZ_PHASES_ASKING_ONE, state->phase)) {
        return (xz_actions){{seat == state->actor ? xz_legal_turn(plain, rules, state, seat) : 0, 0}};
    }
    if (!plain && xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase)) {
        return xz_legal_choices(rules, state, seat);
    }
    return (xz_actions){{state->answers[seat] == XZ_OWING ? xz_legal_answer(state, seat) : 0, 0}};
}

static inline xz_actions xz_legal_set(const xz_rules *rules, const xz_state *state, int seat) {
    return xz_legal_set_in(false, rules, state, seat);
}

#endif
