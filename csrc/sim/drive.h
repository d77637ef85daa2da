/*
 * A hand under policies: the seat that acts is asked, its answer is taken, and so on until the hand is over or a seat is asked
 * that no policy plays. Batches, environments, playouts and fingerprints are this one loop; what they want to know of its
 * moves a watcher tells them. Inline, so that a watcher costs what it does and no more.
 */
#ifndef XZ_SIM_DRIVE_H
#define XZ_SIM_DRIVE_H

#include "game/step.h"
#include "game/turn.h"
#include "sim/policy.h"

/* How a move was made. Quiet ones go without an event buffer, since what follows them can be told from the state: a draw or
 * a pong, or questions. */
typedef enum xz_move { XZ_QUIET_DISCARD, XZ_QUIET_ANSWER, XZ_FULL_STEP } xz_move;

/* Who plays which seat: an xz_policy or XZ_CALLER each, and the streams they draw from, `stride` apart (0: one for all). */
typedef struct xz_seating {
    const int32_t *policies;
    xz_rng *rngs;
    int stride;
} xz_seating;

/* Either may be NULL. `after`: `events` are those of a full step and stale after a quiet move. */
typedef struct xz_watcher {
    void (*before)(void *watch, const xz_state *state, int seat, int action);
    void (*after)(void *watch, const xz_state *state, xz_move move, const xz_events *events);
} xz_watcher;

/* Takes a legal action. `events` may be NULL. */
XZ_ALWAYS_INLINE xz_move xz_take(bool plain, const xz_rules *rules, xz_state *state, int seat, int action,
                                 xz_events *events) {
    if (state->phase == XZ_TURN) {
        if (xz_turn_is_quiet(plain, rules, state, action)) {
            xz_quiet_discard(plain, rules, state, action - XZ_DISCARD);
            return XZ_QUIET_DISCARD;
        }
    } else if (xz_claim_is_quiet(state)) {
        xz_quiet_answer(plain, rules, state, seat, action);
        return XZ_QUIET_ANSWER;
    }
    xz_step_legal(rules, state, seat, action, events);
    return XZ_FULL_STEP;
}

/* The same, watched. */
XZ_ALWAYS_INLINE void xz_take_watched(bool plain, const xz_rules *rules, xz_state *state, int seat, int action,
                                      xz_events *events, xz_watcher watcher, void *watch) {
    if (watcher.before) {
        watcher.before(watch, state, seat, action);
    }
    xz_move const move = xz_take(plain, rules, state, seat, action, events);
    if (watcher.after) {
        watcher.after(watch, state, move, events);
    }
}

XZ_ALWAYS_INLINE int xz_drive_in(bool plain, const xz_rules *rules, xz_state *state, xz_seating seating,
                                 xz_events *events, xz_watcher watcher, void *watch, xz_actions *asked) {
    while (state->phase != XZ_OVER) {
        int const seat = plain ? xz_next_in_play(state) : xz_next_to_act(state);
        xz_actions const legal = xz_legal_set_in(plain, rules, state, seat);
        int const policy = seating.policies[seat];
        if (asked && policy == XZ_CALLER) {
            *asked = legal;
            return seat;
        }
        int const action = xz_chosen_action(policy, rules, state, seat, legal, &seating.rngs[seat * seating.stride]);
        xz_take_watched(plain, rules, state, seat, action, events, watcher, watch);
    }
    return XZ_NONE;
}

/* Plays on. Returns the caller's seat that is asked, with its legal actions in *asked, or XZ_NONE: the hand is over.
 * `asked` NULL: no seat is the caller's. Twice the code, so that plain rules ask nothing of the others at every move. */
XZ_ALWAYS_INLINE int xz_drive(const xz_rules *rules, xz_state *state, xz_seating seating, xz_events *events,
                              xz_watcher watcher, void *watch, xz_actions *asked) {
    return rules->derived.plain ? xz_drive_in(true, rules, state, seating, events, watcher, watch, asked)
                                : xz_drive_in(false, rules, state, seating, events, watcher, watch, asked);
}

#endif
