#include "game/state.h"

#include "game/fields.h"

#include <string.h>

/* The few that are not 0 are written twice. */
void xz_state_clear(xz_state *state) {
#define CLEAR(type, name, a, b, seen, role, part, empty)                                                               \
    if ((empty) != 0) {                                                                                                \
        memset((void *)&state->name, empty, sizeof state->name);                                                       \
    }
    memset(state, 0, sizeof *state);
    XZ_STATE_FIELDS(CLEAR, CLEAR)
#undef CLEAR
}

unsigned xz_pending(const xz_state *state) {
    if (xz_phase_is(XZ_PHASES_ASKING_ONE, state->phase)) {
        return 1u << state->actor;
    }
    return xz_seats_answering(state, XZ_OWING);
}

int xz_to_act(const xz_state *state) { return state->phase == XZ_OVER ? XZ_NONE : xz_next_to_act(state); }

int xz_next_dealer(const xz_state *state) { return state->next_dealer == XZ_NONE ? state->dealer : state->next_dealer; }

void xz_state_hand(const xz_state *state, int seat, xz_hand *hand) {
    memcpy(hand->counts, state->counts[seat], sizeof hand->counts);
    memcpy(hand->melds, state->melds[seat], sizeof hand->melds);
    hand->meld_count = state->meld_count[seat];
}
