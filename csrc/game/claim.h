/* Answers to a discard or an added kong (§2): who is asked, with what, and how a win on it would score. */
#ifndef XZ_GAME_CLAIM_H
#define XZ_GAME_CLAIM_H

#include "game/state.h"

/* The seats that state->tile completes or that hold two or more of it, a bit each. Mostly there are none, and hardly ever does
 * it complete a hand; how many hold two is not to be guessed, so that they are counted without a branch. */
static inline unsigned xz_concerned(const xz_state *state) {
    int const tile = state->tile;
    uint32_t held = 0, waits = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        held |= (uint32_t)state->counts[seat][tile] << 8 * seat;
        waits |= state->waits[seat];
    }
    uint32_t const twos = (held >> 1 | held >> 2) & 0x01010101u;
    unsigned seats = twos * 0x10204080u >> 28; /* bit 8 * seat to bit 28 + seat */
    if (XZ_UNLIKELY(waits >> tile & 1u)) {
        for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
            seats |= (state->waits[seat] >> tile & 1u) << seat;
        }
    }
    return seats & state->active & ~(1u << state->actor);
}

/* Sets `offers` and `answers` of every seat for the discard or the added kong of state->tile, whose phase is set. Only
 * `concerned` seats may be asked. Returns whether anybody is. */
bool xz_ask(const xz_rules *rules, xz_state *state, unsigned concerned);

/* What the circumstances of a win depend on: a state knows it, and the view of the seat that may win does. */
typedef struct xz_moment {
    uint8_t phase, origin, chain_kind;
    bool last;     /* the wall is empty */
    bool of_drawn; /* the tile is of the kind just drawn */
    uint8_t first; /* XZ_HEAVENLY or XZ_EARTHLY where it would be one */
} xz_moment;

xz_circumstances xz_circumstances_of(const xz_rules *rules, const xz_moment *now);

/* How a win would come about now: on the discard or added kong being answered, or on the tile the actor drew. */
xz_circumstances xz_win_circumstances(const xz_rules *rules, const xz_state *state, int seat);

/* The score of `seat` winning on state->tile now. */
xz_score xz_win_score(const xz_rules *rules, const xz_state *state, int seat);

/* Whether the rules let the seat win on state->tile, which completes its hand: its passing lock, `min_fan`. */
bool xz_win_allowed(const xz_rules *rules, const xz_state *state, int seat);

/* May this seat win on state->tile now? */
static inline bool xz_may_win(const xz_rules *rules, const xz_state *state, int seat) {
    return XZ_UNLIKELY(state->waits[seat] >> state->tile & 1u) && xz_win_allowed(rules, state, seat);
}

/* Of a seat that may win now: whether it has no other choice (§2, §16). */
static inline bool xz_must_win(const xz_rules *rules, const xz_state *state, int seat) {
    bool const last = xz_is_late(rules, state) && (state->phase == XZ_TURN || rules->must_win_on == XZ_MUST_WIN_ANY);
    return last || (xz_is_fixed(state, seat) && rules->play_on_win == XZ_PLAY_ON_MUST_WIN);
}

/* The seat does not take the win on state->tile that it could have, or discards that tile itself: sets its lock (§2, §19).
 * Whether that forbids more than before. */
bool xz_pass_win(const xz_rules *rules, xz_state *state, int seat);

/* Whether a winner that plays on waits for the same tiles after this kong, of the tile just drawn or claimed (§16). */
bool xz_kong_keeps_waits(const xz_rules *rules, const xz_state *state, int seat, int tile, int kind);

#endif
