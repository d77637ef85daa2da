#include "game/claim.h"

#include <string.h>

xz_circumstances xz_win_circumstances(const xz_rules *rules, const xz_state *state, int seat) {
    bool const last = xz_wall_left(state) == 0;
    bool const replaced = state->origin == XZ_FROM_REPLACEMENT;
    xz_circumstances how = {0};
    switch (state->phase) {
    case XZ_TURN:
        how.self_draw = true;
        how.bloom = replaced ? state->chain_kind : XZ_NO_MELD;
        how.last_tile = last;
        if (state->origin == XZ_FROM_DEAL) {
            how.first_turn = XZ_HEAVENLY;
        } else if (state->origin == XZ_FROM_DRAW && state->taken[seat] == 1 && seat != state->dealer &&
                   state->meld_count[seat] == 0) {
            how.first_turn = XZ_EARTHLY;
        }
        break;
    case XZ_CLAIM:
        how.kong_discard = replaced;
        how.last_tile = last && (rules->last_tile_discard == XZ_LAST_TILE_ANY || state->tile == state->drawn);
        break;
    default: how.rob = true; break;
    }
    return how;
}

xz_score xz_win_score(const xz_rules *rules, const xz_state *state, int seat) {
    xz_hand hand;
    xz_state_hand(state, seat, &hand);
    if (seat != state->actor) {
        hand.counts[state->tile]++;
    }
    xz_circumstances const how = xz_win_circumstances(rules, state, seat);
    xz_score score = {0};
    xz_score_hand(rules, &hand, &how, &score);
    return score;
}

bool xz_lock_allows(const xz_rules *rules, const xz_state *state, int seat) {
    int const lock = state->lock[seat];
    if (lock == 0) {
        return true;
    }
    if (rules->pass_lock == XZ_LOCK_UNTIL_DRAW) {
        return false;
    }
    return xz_win_score(rules, state, seat).fan > lock - 1;
}

/* Of a seat that the tile completes or that holds two or more of it. */
static unsigned offer(const xz_rules *rules, const xz_state *state, int seat, int held) {
    unsigned offers = 0;
    if ((state->waits[seat] >> state->tile & 1u) && xz_lock_allows(rules, state, seat)) {
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
