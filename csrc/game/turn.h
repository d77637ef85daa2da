/*
 * The moves that most of a hand is made of, inline for the loops that play millions of hands: a tile put down, drawn, claimed.
 * game/step.c makes every move with them, and tells of it; here nothing is told.
 *
 * `plain`, a constant wherever it is passed: the rules are known to be (xz_derived), and what only options ask for is left out.
 */
#ifndef XZ_GAME_TURN_H
#define XZ_GAME_TURN_H

#include "game/claim.h"

static inline void xz_clear_chain(xz_state *state) {
    state->chain_kind = XZ_NO_MELD;
    state->chain_meld = XZ_NONE;
}

static inline void xz_clear_answers(xz_state *state) {
    memset(state->answers, XZ_NOT_ASKED, sizeof state->answers);
    memset(state->offers, 0, sizeof state->offers);
}

static inline void xz_count_taken(xz_state *state, int seat) {
    state->taken[seat] = (uint8_t)(state->taken[seat] + (state->taken[seat] < 2));
}

static inline void xz_start_turn(xz_state *state, int seat, int origin, int drawn) {
    xz_clear_answers(state);
    state->phase = XZ_TURN;
    state->actor = (uint8_t)seat;
    state->origin = (uint8_t)origin;
    state->tile = state->drawn = (uint8_t)drawn;
}

/* What the variants keep of a tile that comes off the wall, of one that is discarded (the seat may have passed a win on it), and
 * of one that lies open from now on, whose exchange may have been known (§14-§15, §19). */
void xz_note_draw(const xz_rules *rules, xz_state *state, int seat);
void xz_note_discard(const xz_rules *rules, xz_state *state, int seat, int tile);
void xz_note_shown(const xz_rules *rules, xz_state *state, int seat, int tile);

/* A concealed tile of the seat's lies open from now on. */
XZ_ALWAYS_INLINE void xz_seat_show(bool plain, const xz_rules *rules, xz_state *state, int seat, int tile) {
    xz_seat_give(state, seat, tile);
    state->seen[tile]++;
    if (!plain && rules->derived.notes) {
        xz_note_shown(rules, state, seat, tile);
    }
}

static inline void xz_unlock(xz_state *state, int seat) {
    state->lock[seat] = 0;
    state->passed[seat] = 0;
}

/* The actor's discard lies in its river, to be answered. */
XZ_ALWAYS_INLINE void xz_put_down(bool plain, const xz_rules *rules, xz_state *state, int seat, int tile) {
    xz_seat_give(state, seat, tile);
    if (xz_suits_of_mask(state->held[seat]) == 7) { /* most hands, which are ready for nothing */
        state->waits[seat] = 0;
    } else if (tile != state->drawn) { /* else the seat holds what it held before */
        if (plain) {
            xz_seat_refresh_plain_waits(state, seat);
        } else {
            xz_seat_refresh_waits(rules, state, seat);
        }
    }
    state->seen[tile]++;
    state->tiles[state->river_count++] = (uint8_t)(tile + 32 * seat);
    state->phase = XZ_CLAIM;
    state->tile = (uint8_t)tile;
    if (!plain && rules->derived.notes) {
        xz_note_discard(rules, state, seat, tile);
    }
}

/* The seat has drawn a tile off the wall. */
XZ_ALWAYS_INLINE void xz_pick_up(bool plain, const xz_rules *rules, xz_state *state, int seat, int origin, int tile) {
    if (origin == XZ_FROM_DRAW) {
        xz_clear_chain(state);
    }
    xz_seat_take(state, seat, tile);
    xz_count_taken(state, seat);
    state->lock[seat] = 0;
    if (!plain && rules->derived.notes) {
        xz_note_draw(rules, state, seat);
    }
    xz_start_turn(state, seat, origin, tile);
}

/* A meld of the seat's: its next one, or a pong of its made a kong. */
static inline void xz_place_meld(xz_state *state, int seat, int index, xz_meld meld) {
    uint32_t const bit = 1u << meld.tile;
    state->melds[seat][index] = meld;
    state->kongable[seat] = meld.kind == XZ_PONG ? state->kongable[seat] | bit : state->kongable[seat] & ~bit;
    state->meld_count[seat] = (uint8_t)(state->meld_count[seat] + (index == state->meld_count[seat]));
}

/* The discard being answered leaves the river. */
static inline void xz_lift_discard(xz_state *state) { state->tiles[--state->river_count] = XZ_NONE; }

/* It becomes a meld of the seat's, a pong or a direct kong. */
XZ_ALWAYS_INLINE void xz_claim_discard(bool plain, const xz_rules *rules, xz_state *state, int seat, int kind) {
    int const tile = state->tile, feeder = state->actor, from_hand = kind == XZ_PONG ? 2 : 3;
    unsigned const others = !plain && rules->direct_kong_others_units ? state->active & ~(1u << seat) : 0;
    unsigned const payers = kind == XZ_PONG ? 0 : others | 1u << feeder;
    xz_lift_discard(state);
    for (int i = 0; i < from_hand; i++) {
        xz_seat_show(plain, rules, state, seat, tile);
    }
    xz_place_meld(state, seat, state->meld_count[seat],
                  (xz_meld){(uint8_t)kind, (uint8_t)tile, (uint8_t)feeder, (uint8_t)payers});
    xz_count_taken(state, seat);
    xz_clear_chain(state);
    if (rules->pass_lock == XZ_LOCK_UNTIL_TURN_UNLESS_HIGHER) {
        state->lock[seat] = 0;
        if (!plain) {
            state->passed[seat] = 0;
        }
    }
}

/* The turn of the seat that has claimed a pong: to discard, and nothing else. */
static inline void xz_start_pong_turn(xz_state *state, int seat) {
    state->waits[seat] = 0;
    xz_start_turn(state, seat, XZ_FROM_PONG, XZ_NONE);
}

/* Whether anybody is asked about state->tile, and sets what they are offered. Out of a turn, in which nobody is. */
static inline bool xz_ask_concerned(const xz_rules *rules, xz_state *state) {
    unsigned const seats = xz_concerned(state);
    return seats && xz_ask(rules, state, seats);
}

/* ---- quiet moves: nothing is won, paid or ended --------------------------------------------------------------------------- */

XZ_ALWAYS_INLINE void xz_draw_next(bool plain, const xz_rules *rules, xz_state *state) {
    xz_pick_up(plain, rules, state, xz_next_active(state, state->actor), XZ_FROM_DRAW,
               state->tiles[state->wall_front++]);
}

XZ_ALWAYS_INLINE bool xz_turn_is_quiet(bool plain, const xz_rules *rules, const xz_state *state, int action) {
    return action < XZ_KONG && xz_wall_left(state) > 0 && (plain || !rules->derived.loud);
}

/* A discard that leaves the hand going on. If nobody is asked about it, the next seat draws. */
XZ_ALWAYS_INLINE void xz_quiet_discard(bool plain, const xz_rules *rules, xz_state *state, int tile) {
    xz_put_down(plain, rules, state, state->actor, tile);
    if (!xz_ask_concerned(rules, state)) {
        xz_draw_next(plain, rules, state);
    }
}

/* Nobody may win or make a kong. Then one seat alone is asked, no other holding two more of the tile. */
static inline bool xz_claim_is_quiet(const xz_state *state) {
    uint32_t offers;
    memcpy(&offers, state->offers, sizeof offers);
    return state->phase == XZ_CLAIM && xz_wall_left(state) > 0 && !xz_one_is_left(state) &&
           !(offers & (XZ_OFFER_WIN | XZ_OFFER_KONG) * 0x01010101u);
}

/* A pong, or a pass. */
XZ_ALWAYS_INLINE void xz_quiet_answer(bool plain, const xz_rules *rules, xz_state *state, int seat, int action) {
    if (action == XZ_CLAIM_PONG) {
        xz_claim_discard(plain, rules, state, seat, XZ_PONG);
        xz_start_pong_turn(state, seat);
    } else {
        xz_draw_next(plain, rules, state);
    }
}

#endif
