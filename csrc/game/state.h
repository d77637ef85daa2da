/* Small questions about a state, asked all over the game, and the one way to change a seat's concealed tiles. */
#ifndef XZ_GAME_STATE_H
#define XZ_GAME_STATE_H

#include "base/bits.h"
#include "hand/hand_index.h"
#include "xuezhan/xuezhan.h"

#define XZ_SEAT_BIT(seat) ((uint8_t)(1u << (seat)))

/* What is so of a phase: masks of phases, to be asked with xz_phase_is. */
#define XZ_PHASES_ASKING_ONE (1u << XZ_TURN)                   /* the actor acts */
#define XZ_PHASES_OF_A_TILE (1u << XZ_CLAIM | 1u << XZ_ROB) /* state->tile, of the actor, is answered by others */
#define XZ_PHASES_BEFORE_PLAY                                                                                          \
    (1u << XZ_EXCHANGING | 1u << XZ_DECLARING) /* every seat chooses, hidden from the others */
#define XZ_PHASES_ASKING_SEVERAL (XZ_PHASES_OF_A_TILE | XZ_PHASES_BEFORE_PLAY) /* `answers` says who owes what */
#define XZ_PHASES_WITH_DRAWN (1u << XZ_TURN | 1u << XZ_ROB) /* the actor still holds the tile it drew */

static inline bool xz_phase_is(unsigned phases, int phase) { return phases >> phase & 1u; }

static inline int xz_wall_left(const xz_state *state) { return state->wall_back - state->wall_front; }

static inline bool xz_is_active(const xz_state *state, int seat) { return state->active >> seat & 1u; }

/* The seats in play that have not won (§16): all in play, unless winners play on. */
static inline unsigned xz_unwon(const xz_state *state) { return (unsigned)state->active & ~(unsigned)state->won; }

/* Whether the seat has won and plays on with a hand that is fixed. */
static inline bool xz_is_fixed(const xz_state *state, int seat) { return (state->active & state->won) >> seat & 1u; }

/* The first of a mask of seats, not empty, after the seat in turn order; itself last. The mask stands twice in a row, so that
 * those before the seat come after it. */
static inline int xz_first_after(unsigned seats, int seat) {
    return (seat + 1 + xz_lowest_bit(seats * 0x11u >> (seat + 1))) % XZ_MAX_SEATS;
}

static inline int xz_next_active(const xz_state *state, int seat) { return xz_first_after(state->active, seat); }

/* The seats whose answer this is. */
static inline unsigned xz_seats_answering(const xz_state *state, int answer) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < XZ_MAX_SEATS; seat++) {
        seats |= (unsigned)(state->answers[seat] == answer) << seat;
    }
    return seats;
}

static inline bool xz_one_is_left(const xz_state *state) { return (state->active & (state->active - 1)) == 0; }

static inline void xz_seat_take(xz_state *state, int seat, int tile) {
    unsigned const now = ++state->counts[seat][tile];
    state->held[seat] |= 1u << tile;
    state->kongable[seat] |= (uint32_t)(now >> 2) << tile;
    xz_index_take(state->half[seat], tile);
}

static inline void xz_seat_give(xz_state *state, int seat, int tile) {
    unsigned const before = state->counts[seat][tile]--;
    state->held[seat] ^= (uint32_t)(before == 1) << tile;
    state->kongable[seat] ^= (uint32_t)(before >> 2) << tile;
    xz_index_give(state->half[seat], tile);
}

/* The tiles of the seat's declared void suit; none before it is named and where none is. */
static inline uint32_t xz_void_slots(const xz_state *state, int seat) {
    int const suit = state->void_suit[seat];
    return suit < XZ_SUITS ? xz_suit_mask(suit) : 0;
}

/* What a win of the seat is made of. */
static inline xz_shape xz_seat_shape(const xz_rules *rules, const xz_state *state, int seat) {
    int const own = state->meld_count[seat];
    return (xz_shape){rules->derived.whole_hand / 3 - own, own ? 0 : rules->derived.pairs, state->void_suit[seat]};
}

/* Of 3k+1 tiles, in a plain hand (xz_derived). */
static inline void xz_seat_refresh_plain_waits(xz_state *state, int seat) {
    state->waits[seat] =
        xz_index_waits(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
}

/* Of 3k+1 tiles. */
static inline void xz_seat_refresh_waits(const xz_rules *rules, xz_state *state, int seat) {
    if (XZ_LIKELY(rules->derived.plain_hands)) {
        xz_seat_refresh_plain_waits(state, seat);
    } else {
        state->waits[seat] =
            xz_shape_waits(XZ_CONST_HALF(state->half[seat]), state->counts[seat],
                           xz_open_of(state->melds[seat], state->meld_count[seat]), xz_seat_shape(rules, state, seat));
    }
}

static inline uint8_t xz_answer_of(int action) {
    return action == XZ_WIN          ? XZ_ANSWER_WIN
           : action == XZ_CLAIM_PONG ? XZ_ANSWER_PONG
           : action == XZ_PASS       ? XZ_ANSWER_PASS
                                     : XZ_ANSWER_KONG;
}

/* xz_to_act in play. */
static inline int xz_next_in_play(const xz_state *state) {
    return xz_phase_is(XZ_PHASES_ASKING_ONE, state->phase)
               ? state->actor
               : xz_first_after(xz_seats_answering(state, XZ_OWING), state->actor);
}

/* xz_to_act, where the hand is not over: before play in turn order from the dealer. */
static inline int xz_next_to_act(const xz_state *state) {
    return XZ_UNLIKELY(xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase))
               ? xz_first_after(xz_seats_answering(state, XZ_OWING), (state->dealer + XZ_MAX_SEATS - 1) % XZ_MAX_SEATS)
               : xz_next_in_play(state);
}

/* Counts of at most four, eight at a time: no byte of the sum overflows, nor does their total. */
static inline int xz_concealed_count(const xz_state *state, int seat) {
    const uint8_t *const counts = state->counts[seat];
    uint64_t const sum = xz_load8(counts) + xz_load8(counts + 8) + xz_load8(counts + 16);
    uint64_t const last = (uint64_t)counts[24] + counts[25] + counts[26];
    return (int)((sum + last) * UINT64_C(0x0101010101010101) >> 56);
}

/* The tiles of the seat's melds; a place without a meld is nothing but zeros. A tile read from bytes may be none: it is only checked
 * afterwards. */
static inline uint32_t xz_melded_tiles(const xz_state *state, int seat) {
    uint32_t tiles = 0;
    for (int i = 0; i < XZ_MAX_MELDS; i++) {
        xz_meld const meld = state->melds[seat][i];
        tiles |= (uint32_t)(meld.kind != XZ_NO_MELD) << (meld.tile & 31);
    }
    return tiles;
}

/* What `kongable` is. */
static inline uint32_t xz_kongable_tiles(const xz_state *state, int seat) {
    uint32_t tiles = xz_slots_with(state->counts[seat], 4);
    for (int i = 0; i < XZ_MAX_MELDS; i++) {
        xz_meld const meld = state->melds[seat][i];
        tiles |= (uint32_t)(meld.kind == XZ_PONG) << (meld.tile & 31);
    }
    return tiles;
}

/* What follows from counts and melds that were set otherwise. */
static inline void xz_seat_restore(xz_state *state, int seat) {
    state->held[seat] = xz_slots_with(state->counts[seat], 7);
    state->kongable[seat] = xz_kongable_tiles(state, seat);
    xz_index_from_counts(state->counts[seat], state->half[seat]);
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

/* How many tiles an exchange's row of tiles holds. */
static inline int xz_given_count(const uint8_t given[XZ_MAX_EXCHANGE]) {
    int count = 0;
    while (count < XZ_MAX_EXCHANGE && given[count] != XZ_NONE) {
        count++;
    }
    return count;
}

/* The seats that won in the n-th winning event, as a mask; `winners` as in a state or a view. */
static inline unsigned xz_winners_of(const uint8_t winners[XZ_WINNERS_BYTES], int event) {
    return winners[event / 2] >> event % 2 * 4 & 15u;
}

/* A state that says nothing. */
void xz_state_clear(xz_state *state);

#endif
