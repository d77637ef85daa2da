/* A state's canonical bytes and fingerprint (docs/determinism.md §4-5). */
#include "game/state.h"

#include <string.h>

static uint8_t *put(uint8_t *out, int value) {
    *out = (uint8_t)value;
    return out + 1;
}

static uint8_t *put_amount(uint8_t *out, int64_t amount) {
    for (int i = 0; i < 8; i++) {
        *out++ = (uint8_t)((uint64_t)amount >> (8 * i));
    }
    return out;
}

static uint8_t *put_seat(uint8_t *out, const xz_state *state, int seat) {
    int const status = (state->won >> seat & 1) + 2 * (state->out >> seat & 1) + 4 * (state->left >> seat & 1);
    out = put(out, status);
    out = put(out, state->taken[seat]);
    out = put(out, state->lock[seat]);
    out = put(out, state->answers[seat]);
    memcpy(out, state->counts[seat], XZ_SLOTS);
    out += XZ_SLOTS;
    out = put(out, state->meld_count[seat]);
    for (int i = 0; i < state->meld_count[seat]; i++) {
        xz_meld const meld = state->melds[seat][i];
        out = put(out, meld.kind);
        out = put(out, meld.tile);
        out = put(out, meld.feeder);
        out = put(out, meld.holds);
    }
    uint8_t *const length = out++;
    for (int i = 0; i < state->river_count; i++) {
        if (state->tiles[i] >> 5 == seat) {
            out = put(out, state->tiles[i] & 31);
        }
    }
    *length = (uint8_t)(out - length - 1);
    out = put(out, state->win_tile[seat]);
    out = put(out, state->win_payers[seat]);
    out = put_amount(out, state->win_amount[seat]);
    return put_amount(out, state->scores[seat]);
}

int xz_state_canonical(const xz_state *state, uint8_t *buffer) {
    uint8_t *out = buffer;
    out = put(out, state->phase);
    out = put(out, state->players);
    out = put(out, state->dealer);
    out = put(out, state->actor);
    out = put(out, state->origin);
    out = put(out, state->tile);
    out = put(out, state->drawn);
    out = put(out, state->chain_kind);
    out = put(out, state->chain_meld);
    out = put(out, state->next_dealer);
    out = put(out, xz_wall_left(state));
    memcpy(out, state->tiles + state->wall_front, (size_t)xz_wall_left(state));
    out += xz_wall_left(state);
    for (int seat = 0; seat < state->players; seat++) {
        out = put_seat(out, state, seat);
    }
    return (int)(out - buffer);
}

uint64_t xz_state_fingerprint(const xz_state *state) {
    uint8_t buffer[XZ_CANONICAL_MAX];
    return xz_digest(buffer, (size_t)xz_state_canonical(state, buffer));
}
