/* The caches of a state from its facts, for those that make states otherwise than by play. */
#ifndef XZ_GAME_COMPLETE_H
#define XZ_GAME_COMPLETE_H

#include "game/state.h"

/* The waits of a seat as xz_step would have left them: of the tiles before a draw; none before play, in a turn after a pong, for a seat
 * that is out, and where the tile drawn last is not known any more. `half` and `drawn` must be right. `concealed`: how many
 * tiles it holds. */
static inline void xz_seat_restore_waits(const xz_rules *rules, xz_state *state, int seat, int concealed) {
    bool const acting = xz_phase_is(XZ_PHASES_WITH_DRAWN, state->phase) && seat == state->actor;
    bool const has_14 = 3 * state->meld_count[seat] + concealed == rules->derived.whole_hand;
    bool const before_play = xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase);
    if (before_play || state->out >> seat & 1 || (acting && state->origin == XZ_FROM_PONG) || (has_14 && !acting)) {
        state->waits[seat] = 0;
        return;
    }
    if (acting) {
        xz_seat_give(state, seat, state->drawn);
    }
    xz_seat_refresh_waits(rules, state, seat);
    if (acting) {
        xz_seat_take(state, seat, state->drawn);
    }
}

/* Fills every cache of a state whose facts may be anything. False if they cannot be a state's. */
bool xz_state_complete(const xz_rules *rules, xz_state *state);

#endif
