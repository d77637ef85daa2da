/* A state as one seat may know it: each field is copied because that seat knows it, and there is no other way out. */
#include "game/view.h"

#include "game/state.h"

#include <string.h>

void xz_view_with(const xz_state *state, int seat, xz_actions legal, xz_view *view) {
    memset(view, 0, sizeof *view);
    memcpy(view->scores, state->scores, sizeof view->scores);
    memcpy(view->win_amount, state->win_amount, sizeof view->win_amount);
    view->legal = legal;
    memcpy(view->counts, state->counts[seat], sizeof view->counts);
    memcpy(view->seen, state->seen, sizeof view->seen);
    memcpy(view->river, state->tiles, state->river_count);
    memcpy(view->melds, state->melds, sizeof view->melds);
    memcpy(view->meld_count, state->meld_count, sizeof view->meld_count);
    for (int other = 0; other < state->players; other++) {
        view->concealed[other] = (uint8_t)xz_concealed_count(state, other);
    }
    bool const ended_with_14 =
        state->phase == XZ_OVER && view->concealed[seat] + 3 * state->meld_count[seat] == XZ_MAX_HAND;
    view->waits = ended_with_14 ? 0 : state->waits[seat];
    memcpy(view->win_tile, state->win_tile, sizeof view->win_tile);
    memcpy(view->win_payers, state->win_payers, sizeof view->win_payers);
    memcpy(view->taken, state->taken, sizeof view->taken);
    bool const own = state->phase != XZ_OVER && state->actor == seat;
    view->seat = (uint8_t)seat;
    view->players = state->players;
    view->dealer = state->dealer;
    view->phase = state->phase;
    view->actor = state->actor;
    view->origin = state->origin;
    view->tile = own || state->phase != XZ_TURN ? state->tile : XZ_NONE;
    view->drawn = own ? state->drawn : XZ_NONE;
    view->chain_kind = state->chain_kind;
    view->chain_meld = state->chain_meld;
    view->next_dealer = state->next_dealer;
    view->active = state->active;
    view->won = state->won;
    view->out = state->out;
    view->left = state->left;
    view->lock = state->lock[seat];
    view->answer = state->answers[seat];
    view->river_count = state->river_count;
    view->wall_left = (uint8_t)xz_wall_left(state);
}

int xz_view_of(const xz_rules *rules, const xz_state *state, int seat, xz_view *view) {
    if (seat < 0 || seat >= state->players) {
        return XZ_E_SEAT;
    }
    xz_view_with(state, seat, xz_legal(rules, state, seat), view);
    return XZ_OK;
}
