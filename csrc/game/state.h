/* Small questions about a state, asked all over the game, and the one way to change a seat's concealed tiles. */
#ifndef XZ_GAME_STATE_H
#define XZ_GAME_STATE_H

#include "base/port.h"
#include "hand/hand_index.h"
#include "xuezhan/xuezhan.h"

#define XZ_SEAT_BIT(seat) ((uint8_t)(1u << (seat)))

static inline int xz_wall_left(const xz_state *state) { return state->wall_back - state->wall_front; }

static inline bool xz_is_active(const xz_state *state, int seat) { return state->active >> seat & 1u; }

static inline int xz_seat_after(const xz_state *state, int seat) { return seat + 1 == state->players ? 0 : seat + 1; }

static inline int xz_next_active(const xz_state *state, int seat) {
    do {
        seat = xz_seat_after(state, seat);
    } while (!xz_is_active(state, seat));
    return seat;
}

static inline int xz_active_count(const xz_state *state) {
    unsigned const mask = state->active;
    return (int)((mask & 1u) + (mask >> 1 & 1u) + (mask >> 2 & 1u) + (mask >> 3 & 1u));
}

static inline void xz_seat_take(xz_state *state, int seat, int tile) {
    state->counts[seat][tile]++;
    xz_index_take(state->half[seat], tile);
}

static inline void xz_seat_give(xz_state *state, int seat, int tile) {
    state->counts[seat][tile]--;
    xz_index_give(state->half[seat], tile);
}

static inline void xz_seat_refresh_waits(xz_state *state, int seat) {
    state->waits[seat] =
        xz_index_waits(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
}

static inline uint8_t xz_answer_of(int action) {
    return action == XZ_WIN          ? XZ_ANSWER_WIN
           : action == XZ_CLAIM_PONG ? XZ_ANSWER_PONG
           : action == XZ_PASS       ? XZ_ANSWER_PASS
                                     : XZ_ANSWER_KONG;
}

/* Counts of at most four, eight at a time: no byte of the sum overflows, nor does their total. */
static inline int xz_concealed_count(const xz_state *state, int seat) {
    const uint8_t *const counts = state->counts[seat];
    uint64_t const sum = xz_load8(counts) + xz_load8(counts + 8) + xz_load8(counts + 16);
    uint64_t const last = (uint64_t)counts[24] + counts[25] + counts[26];
    return (int)((sum + last) * UINT64_C(0x0101010101010101) >> 56);
}

/* Bit i: byte i is at least `least`; bytes and `least` are 1 to 127. */
static inline uint32_t xz_bytes_at_least(const uint8_t bytes[8], unsigned least) {
    uint64_t const ones = UINT64_C(0x0101010101010101);
    uint64_t const over = (xz_load8(bytes) + ones * (128 - least)) >> 7 & ones;
    return (uint32_t)(over * UINT64_C(0x0102040810204080) >> 56);
}

/* The slots of which the hand holds `least` or more, as a mask. */
static inline uint32_t xz_slots_holding(const uint8_t counts[XZ_SLOTS], unsigned least) {
    return xz_bytes_at_least(counts, least) | xz_bytes_at_least(counts + 8, least) << 8 |
           xz_bytes_at_least(counts + 16, least) << 16 |
           xz_bytes_at_least(counts + XZ_SLOTS - 8, least) << (XZ_SLOTS - 8);
}

/* Counts are at most four, so that one bit tells. */
static inline bool xz_holds_four(const uint8_t counts[XZ_SLOTS]) {
    uint64_t const all =
        xz_load8(counts) | xz_load8(counts + 8) | xz_load8(counts + 16) | xz_load8(counts + XZ_SLOTS - 8);
    return (all & UINT64_C(0x0404040404040404)) != 0;
}

/* The index of the seat's pong of this tile, or XZ_NONE. */
static inline int xz_pong_of(const xz_state *state, int seat, int tile) {
    for (int i = 0; i < state->meld_count[seat]; i++) {
        if (state->melds[seat][i].kind == XZ_PONG && state->melds[seat][i].tile == tile) {
            return i;
        }
    }
    return XZ_NONE;
}

/* Whether the rule of the last tiles is in force (§2): few enough were left before the latest draw. */
static inline bool xz_is_late(const xz_rules *rules, const xz_state *state) {
    return xz_wall_left(state) + 1 <= rules->must_win_last;
}

/* xz_deal from a wall and a dealer that are known to be right. */
void xz_deal_wall(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, xz_events *events);

#endif
