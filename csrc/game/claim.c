#include "game/claim.h"

#include <string.h>

#include "game/turn.h"

/* ---- how a win comes about ------------------------------------------------------------------------------------------------ */

xz_circumstances xz_circumstances_of(const xz_rules *rules, const xz_moment *now) {
    bool const replaced = now->origin == XZ_FROM_REPLACEMENT;
    switch (now->phase) {
    case XZ_TURN:
        return (xz_circumstances){.self_draw = true,
                                  .bloom = replaced ? now->chain_kind : XZ_NO_MELD,
                                  .last_tile = now->last,
                                  .first_turn = now->first};
    case XZ_CLAIM: {
        bool const counts = rules->last_tile_discard == XZ_LAST_TILE_ANY || now->of_drawn;
        return (xz_circumstances){.kong_discard = replaced, .last_tile = now->last && counts, .first_turn = now->first};
    }
    default: return (xz_circumstances){.rob = true, .kong_discard = replaced && rules->rob_after_kong_is_kong_discard};
    }
}

/* The pattern of a win on the first turn: as dealt, by the first draw, on the dealer's first discard (§3, §19). */
static int first_turn(const xz_rules *rules, const xz_state *state, int seat) {
    bool const dealt = state->origin == XZ_FROM_DEAL;
    if (state->phase == XZ_CLAIM) {
        return dealt && rules->earthly_on != XZ_EARTHLY_ON_DRAW ? XZ_EARTHLY : 0;
    }
    if (state->phase != XZ_TURN || state->won >> seat & 1) {
        return 0;
    }
    if (dealt) {
        return XZ_HEAVENLY;
    }
    bool const first_draw = state->origin == XZ_FROM_DRAW && state->taken[seat] == 1 && seat != state->dealer &&
                            state->meld_count[seat] == 0;
    return first_draw && rules->earthly_on != XZ_EARTHLY_ON_DEALER_DISCARD ? XZ_EARTHLY : 0;
}

xz_circumstances xz_win_circumstances(const xz_rules *rules, const xz_state *state, int seat) {
    xz_moment const now = {.phase = state->phase,
                           .origin = state->origin,
                           .chain_kind = state->chain_kind,
                           .last = xz_wall_left(state) == 0,
                           .of_drawn = state->tile == state->drawn,
                           .first = (uint8_t)first_turn(rules, state, seat)};
    xz_circumstances how = xz_circumstances_of(rules, &now);
    if (rules->play_on_roots == XZ_PLAY_ON_ROOTS_FIRST_WIN && xz_is_fixed(state, seat)) {
        how.later_win = true;
        how.first_roots = state->first_roots[seat];
        how.first_kong_fan = (int16_t)state->first_kong_fan[seat];
    }
    return how;
}

static xz_score score_of(const xz_rules *rules, const xz_state *state, int seat, bool concealed, xz_circumstances how) {
    xz_hand hand;
    xz_state_hand(state, seat, &hand);
    hand.counts[state->tile] = (uint8_t)(hand.counts[state->tile] + !concealed);
    xz_score score = {0};
    xz_score_hand(rules, &hand, how.first_turn == XZ_HEAVENLY ? XZ_NONE : state->tile, &how, &score);
    return score;
}

xz_score xz_win_score(const xz_rules *rules, const xz_state *state, int seat) {
    return score_of(rules, state, seat, seat == state->actor, xz_win_circumstances(rules, state, seat));
}

/* ---- whether it is allowed ------------------------------------------------------------------------------------------------ */

/* `min_fan` (§18): a win of less is none in any sense. */
static bool is_dear_enough(const xz_rules *rules, const xz_state *state, const xz_score *score) {
    bool const asked = rules->min_fan_on == XZ_MIN_FAN_ON_ANY || state->phase != XZ_TURN;
    return !asked || score->uncut_fan >= rules->min_fan;
}

static bool lock_allows(const xz_rules *rules, const xz_state *state, int seat, const xz_score *score) {
    int const lock = state->lock[seat];
    if (rules->pass_scope == XZ_PASS_SAME_TILE && !(state->passed[seat] >> state->tile & 1u)) {
        return true;
    }
    return rules->pass_lock != XZ_LOCK_UNTIL_DRAW && score->fan > lock - 1;
}

bool xz_win_allowed(const xz_rules *rules, const xz_state *state, int seat) {
    bool const must = xz_is_fixed(state, seat) && rules->play_on_win == XZ_PLAY_ON_MUST_WIN;
    bool const locked = state->lock[seat] && state->phase != XZ_TURN && !must;
    if (!locked && rules->min_fan == 0) {
        return true;
    }
    xz_score const score = xz_win_score(rules, state, seat);
    return is_dear_enough(rules, state, &score) && (!locked || lock_allows(rules, state, seat, &score));
}

static bool lock(const xz_rules *rules, xz_state *state, int seat, const xz_score *score) {
    int const value = rules->pass_lock == XZ_LOCK_UNTIL_DRAW ? 1 : 1 + score->fan;
    uint32_t const tile = rules->pass_scope == XZ_PASS_SAME_TILE ? 1u << state->tile : 0;
    bool const more = value > state->lock[seat] || (tile & ~state->passed[seat]);
    state->lock[seat] = (uint8_t)xz_max(value, state->lock[seat]);
    state->passed[seat] |= tile;
    return more;
}

bool xz_pass_win(const xz_rules *rules, xz_state *state, int seat) {
    if (rules->pass_lock == XZ_LOCK_OFF || !(state->waits[seat] >> state->tile & 1u)) {
        return false;
    }
    xz_circumstances how = xz_win_circumstances(rules, state, seat);
    if (seat == state->actor) {
        how.first_turn = 0; /* its own discard is judged by what another would win with, on no first turn */
    }
    xz_score const score = score_of(rules, state, seat, false, how);
    return is_dear_enough(rules, state, &score) && lock(rules, state, seat, &score);
}

/* ---- who is asked, with what ---------------------------------------------------------------------------------------------- */

bool xz_kong_keeps_waits(const xz_rules *rules, const xz_state *state, int seat, int tile, int kind) {
    xz_state after = *state;
    int const pong = xz_pong_of(state, seat, tile);
    int const index = kind == XZ_ADDED_KONG ? pong : after.meld_count[seat];
    for (int i = after.counts[seat][tile]; i > 0; i--) {
        xz_seat_give(&after, seat, tile);
    }
    xz_place_meld(&after, seat, index, (xz_meld){(uint8_t)kind, (uint8_t)tile, XZ_NONE, 0});
    xz_seat_refresh_waits(rules, &after, seat);
    return after.waits[seat] == state->waits[seat];
}

/* What a fixed hand may claim (§16): no pong, and a kong that leaves its waits as they are. */
static bool fixed_may_claim(const xz_rules *rules, const xz_state *state, int seat) {
    return rules->play_on_kong == XZ_PLAY_ON_KONG_SAME_WAITS &&
           xz_kong_keeps_waits(rules, state, seat, state->tile, XZ_DIRECT_KONG);
}

/* Pong and kong of the discard, of which the seat holds so many. */
static unsigned meld_offers(const xz_rules *rules, const xz_state *state, int seat, int held) {
    bool const more = xz_wall_left(state) > 0;
    if (xz_void_slots(state, seat) >> state->tile & 1u) {
        return 0;
    }
    unsigned offers = held >= 2 && (more || rules->claim_last_discard) ? XZ_OFFER_PONG : 0u;
    offers |= held == 3 && more ? XZ_OFFER_KONG : 0u;
    if (XZ_UNLIKELY(xz_is_fixed(state, seat))) {
        offers &= offers & XZ_OFFER_KONG && fixed_may_claim(rules, state, seat) ? XZ_OFFER_KONG : 0u;
    }
    return offers;
}

/* Of a seat that the tile completes or that holds two or more of it. */
static unsigned offer(const xz_rules *rules, const xz_state *state, int seat, int held) {
    unsigned offers = 0;
    if (xz_may_win(rules, state, seat)) {
        if (xz_must_win(rules, state, seat)) {
            return XZ_OFFER_WIN;
        }
        offers = XZ_OFFER_WIN;
    }
    if (state->phase == XZ_CLAIM) {
        offers |= meld_offers(rules, state, seat, held);
    }
    return offers ? offers | XZ_OFFER_PASS : 0;
}

bool xz_ask(const xz_rules *rules, xz_state *state, unsigned concerned) {
    memset(state->offers, 0, sizeof state->offers);
    memset(state->answers, XZ_NOT_ASKED, sizeof state->answers);
    bool asked = false;
    for (unsigned seats = concerned; seats; seats &= seats - 1) {
        int const seat = xz_lowest_bit(seats);
        unsigned const offers = offer(rules, state, seat, state->counts[seat][state->tile]);
        state->offers[seat] = (uint8_t)offers;
        state->answers[seat] = offers ? XZ_OWING : XZ_NOT_ASKED;
        asked |= offers != 0;
    }
    return asked;
}
