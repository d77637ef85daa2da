/* The view of a hand of which nothing is known but its tiles. */
#include "base/tile.h"
#include "game/legal.h"
#include "view/view.h"

#include <string.h>

int xz_turn_view(const xz_rules *rules, const xz_hand *hand, xz_view *view) {
    int const players = rules->derived.players, whole = rules->derived.whole_hand, tiles = xz_count_tiles(hand->counts);
    if (tiles + 3 * hand->meld_count != whole) {
        return XZ_E_SIZE;
    }
    xz_state state;
    xz_state_clear(&state);
    state.players = (uint8_t)players;
    state.active = (uint8_t)((1u << players) - 1u);
    state.phase = XZ_TURN;
    state.origin = XZ_FROM_DRAW;
    state.wall_back = rules->derived.wall_length;
    memset(state.taken, 2, (size_t)players);
    memcpy(state.counts[0], hand->counts, sizeof hand->counts);
    memcpy(state.melds[0], hand->melds, hand->meld_count * sizeof *hand->melds);
    state.meld_count[0] = hand->meld_count;
    int known = tiles;
    for (int i = 0; i < hand->meld_count; i++) {
        xz_meld *const meld = &state.melds[0][i];
        int const laid = meld->kind == XZ_PONG ? 3 : 4;
        meld->feeder = meld->kind == XZ_CONCEALED_KONG ? XZ_NONE : 1;
        state.seen[meld->tile] = (uint8_t)(state.seen[meld->tile] + laid);
        known += laid;
    }
    state.wall_front = (uint8_t)((whole - 1) * (players - 1) + known);
    xz_seat_restore(&state, 0);
    state.tile = state.drawn = (uint8_t)xz_highest_bit(state.held[0]);
    xz_seat_give(&state, 0, state.drawn);
    xz_seat_refresh_waits(rules, &state, 0);
    xz_seat_take(&state, 0, state.drawn);
    xz_view_with(&state, 0, xz_legal_set(rules, &state, 0), view);
    for (int seat = 1; seat < players; seat++) {
        view->concealed[seat] = (uint8_t)(whole - 1);
    }
    return XZ_OK;
}
