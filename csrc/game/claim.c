#include "game/claim.h"

#include <string.h>

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
        return (xz_circumstances){.kong_discard = replaced, .last_tile = now->last && counts};
    }
    default: return (xz_circumstances){.rob = true};
    }
}

/* The pattern of a win on the first turn, as dealt or by the first draw. */
static int first_turn(const xz_state *state, int seat) {
    if (state->phase != XZ_TURN) {
        return 0;
    }
    if (state->origin == XZ_FROM_DEAL) {
        return XZ_HEAVENLY;
    }
    bool const first_draw = state->origin == XZ_FROM_DRAW && state->taken[seat] == 1 && seat != state->dealer;
    return first_draw && state->meld_count[seat] == 0 ? XZ_EARTHLY : 0;
}

xz_circumstances xz_win_circumstances(const xz_rules *rules, const xz_state *state, int seat) {
    xz_moment const now = {.phase = state->phase,
                           .origin = state->origin,
                           .chain_kind = state->chain_kind,
                           .last = xz_wall_left(state) == 0,
                           .of_drawn = state->tile == state->drawn,
                           .first = (uint8_t)first_turn(state, seat)};
    return xz_circumstances_of(rules, &now);
}

xz_score xz_win_score(const xz_rules *rules, const xz_state *state, int seat) {
    xz_hand hand;
    xz_state_hand(state, seat, &hand);
    if (seat != state->actor) {
        hand.counts[state->tile]++;
    }
    xz_circumstances const how = xz_win_circumstances(rules, state, seat);
    xz_score score = {0};
    xz_score_hand(rules, &hand, how.first_turn == XZ_HEAVENLY ? XZ_NONE : state->tile, &how, &score);
    return score;
}

static bool lock_allows(const xz_rules *rules, const xz_state *state, int seat) {
    int const lock = state->lock[seat];
    if (lock == 0) {
        return true;
    }
    if (rules->pass_lock == XZ_LOCK_UNTIL_DRAW) {
        return false;
    }
    return xz_win_score(rules, state, seat).fan > lock - 1;
}

bool xz_win_allowed(const xz_rules *rules, const xz_state *state, int seat) {
    return state->phase == XZ_TURN || lock_allows(rules, state, seat);
}

/* Of a seat that the tile completes or that holds two or more of it. */
static unsigned offer(const xz_rules *rules, const xz_state *state, int seat, int held) {
    unsigned offers = 0;
    if (xz_may_win(rules, state, seat)) {
        if (rules->must_win_on == XZ_MUST_WIN_ANY && xz_is_late(rules, state)) {
            return XZ_OFFER_WIN;
        }
        offers = XZ_OFFER_WIN;
    }
    if (state->phase == XZ_CLAIM && xz_wall_left(state) > 0) {
        offers |= (held >= 2 ? XZ_OFFER_PONG : 0u) | (held == 3 ? XZ_OFFER_KONG : 0u);
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
