#include "game/settle.h"

#include "game/pay.h"
#include "game/score.h"
#include "game/state.h"
#include "rules/kongs.h"

#include <string.h>

/* ---- wins ---------------------------------------------------------------------------------------------------------------- */

xz_win_bill xz_settle_win(const xz_rules *rules, const xz_state *state, int seat, const xz_score *score,
                          xz_events *events) {
    int const tile = state->tile;
    if (state->phase != XZ_TURN) {
        int const kind = state->phase == XZ_ROB ? XZ_PAY_WIN_ROB : XZ_PAY_WIN_DISCARD;
        xz_pay_score(events, kind, state->actor, seat, score->points, tile, score);
        return (xz_win_bill){XZ_SEAT_BIT(state->actor), score->points};
    }
    unsigned const others = state->active & ~(1u << seat);
    bool const by_feeder = state->origin == XZ_FROM_REPLACEMENT && state->chain_kind == XZ_DIRECT_KONG &&
                           rules->direct_kong_bloom != XZ_BLOOM_ALL;
    if (by_feeder) {
        int const feeder = state->melds[seat][state->chain_meld].feeder;
        int64_t amount = score->points;
        if (rules->direct_kong_bloom == XZ_BLOOM_FEEDER_PAYS_ALL) {
            /* its own share is due even if a penalty has put it out since */
            amount *= xz_popcount32(others | 1u << feeder);
        }
        xz_pay_score(events, XZ_PAY_WIN_BLOOM, feeder, seat, amount, tile, score);
        return (xz_win_bill){XZ_SEAT_BIT(feeder), amount};
    }
    for (unsigned left = others; left; left &= left - 1) {
        xz_pay_score(events, XZ_PAY_WIN_SELF_DRAW, xz_lowest_bit(left), seat, score->points, tile, score);
    }
    return (xz_win_bill){(uint8_t)others, score->points};
}

/* ---- kongs --------------------------------------------------------------------------------------------------------------- */

void xz_settle_kong(const xz_rules *rules, const xz_state *state, int seat, int meld, xz_events *events) {
    xz_meld const kong = state->melds[seat][meld];
    int const kind = kong.kind == XZ_DIRECT_KONG  ? XZ_PAY_KONG_DIRECT
                     : kong.kind == XZ_ADDED_KONG ? XZ_PAY_KONG_ADDED
                                                  : XZ_PAY_KONG_CONCEALED;
    for (unsigned left = xz_meld_payers(kong); left; left &= left - 1) {
        int const payer = xz_lowest_bit(left);
        xz_pay_kong(events, kind, payer, seat, xz_kong_share(rules, kong, payer), kong, meld);
    }
}

void xz_settle_refund(const xz_rules *rules, const xz_state *state, int seat, xz_events *events) {
    xz_pay_back(rules, state, seat, XZ_MELD_PAYERS, XZ_PAY_REFUND, events);
}

xz_kong_money xz_kong_money_on_win(const xz_rules *rules, const xz_state *state, int winners) {
    if (state->phase != XZ_CLAIM || state->origin != XZ_FROM_REPLACEMENT ||
        rules->kong_discard_transfer == XZ_TRANSFER_NONE) {
        return XZ_KONG_MONEY_STAYS;
    }
    if (rules->kong_discard_transfer == XZ_TRANSFER_REFUND) {
        return XZ_KONG_MONEY_GOES_BACK;
    }
    int const among = winners > 1 ? (int)rules->kong_transfer_multi : XZ_TRANSFER_MULTI_EACH;
    return among == XZ_TRANSFER_MULTI_EACH     ? XZ_KONG_MONEY_TO_WINNERS
           : among == XZ_TRANSFER_MULTI_REFUND ? XZ_KONG_MONEY_GOES_BACK
                                               : XZ_KONG_MONEY_STAYS;
}

unsigned xz_kongs_given_up(const xz_rules *rules, const xz_state *state) {
    return rules->kong_transfer_amount == XZ_TRANSFER_LAST_KONG ? 1u << state->chain_meld
                                                                : (1u << state->meld_count[state->actor]) - 1u;
}

void xz_settle_transfer(const xz_rules *rules, const xz_state *state, int winner, xz_events *events) {
    int const owner = state->actor;
    for (unsigned left = xz_kongs_given_up(rules, state); left; left &= left - 1) {
        int const index = xz_lowest_bit(left);
        xz_meld const kong = state->melds[owner][index];
        xz_pay_kong(events, XZ_PAY_KONG_TRANSFER, owner, winner, xz_kong_held(rules, kong), kong, index);
    }
}

void xz_settle_kong_refund(const xz_rules *rules, const xz_state *state, xz_events *events) {
    for (unsigned left = xz_kongs_given_up(rules, state); left; left &= left - 1) {
        xz_pay_kong_back(rules, state, state->actor, xz_lowest_bit(left), XZ_MELD_PAYERS, XZ_PAY_KONG_REFUND, events);
    }
}

/* ---- penalties ----------------------------------------------------------------------------------------------------------- */

/* The dearest value of a seat's ready hand as it stands, or XZ_NONE; after the discard that leaves it dearest where it holds
 * 3k+2 tiles. A winner that plays on has its fixed hand, whatever it has just drawn (§23). */
static int dearest_value(const xz_rules *rules, const xz_state *state, int seat, xz_score *dearest) {
    xz_state without = *state;
    bool const drawn = xz_concealed_count(state, seat) % 3 == 2;
    bool const fixed = drawn && xz_is_fixed(state, seat);
    int chosen = XZ_NONE;
    for (uint32_t left = fixed ? 1u << state->drawn : drawn ? state->held[seat] : 1u; left; left &= left - 1) {
        int const tile = xz_lowest_bit(left);
        xz_hand hand;
        xz_score value;
        if (drawn) {
            without = *state;
            xz_seat_give(&without, seat, tile);
        }
        xz_seat_refresh_waits(rules, &without, seat);
        xz_state_hand(&without, seat, &hand);
        int const wait = xz_value_of_waits(rules, &hand, without.waits[seat], true, &value);
        if (wait != XZ_NONE && (chosen == XZ_NONE || value.fan > dearest->fan)) {
            chosen = wait;
            *dearest = value;
        }
    }
    return chosen;
}

/* What the seat that leaves owes another in play: more near the end if that one is ready (§7). */
static void settle_escape(const xz_rules *rules, const xz_state *state, int seat, int payee, xz_events *events) {
    enum { NEAR_THE_END = 4 };
    int64_t const amount = rules->escape_units * rules->unit;
    if (xz_wall_left(state) <= NEAR_THE_END) {
        xz_score value;
        int const wait = dearest_value(rules, state, payee, &value);
        if (wait != XZ_NONE && value.points > amount) {
            xz_pay_score(events, XZ_PAY_ESCAPE, seat, payee, value.points, wait, &value);
            return;
        }
    }
    xz_pay(events, XZ_PAY_ESCAPE, seat, payee, amount);
}

void xz_settle_penalty(const xz_rules *rules, const xz_state *state, int seat, int penalty, xz_events *events) {
    for (int payee = 0; payee < state->players; payee++) {
        if (payee == seat) {
            continue;
        }
        bool const active = xz_is_active(state, payee);
        if (penalty == XZ_ESCAPE && active) {
            settle_escape(rules, state, seat, payee, events);
        } else if (penalty == XZ_FALSE_WIN && active) {
            xz_pay(events, XZ_PAY_FALSE_WIN, seat, payee, rules->false_win_units * rules->unit);
        } else if (penalty == XZ_WRONG_COUNT) {
            xz_pay(events, XZ_PAY_WRONG_COUNT, seat, payee, rules->wrong_count_units * rules->unit);
        }
    }
}

void xz_settle_forfeit(const xz_state *state, int seat, xz_events *events) {
    for (unsigned left = state->win_payers[seat]; left; left &= left - 1) {
        xz_pay(events, XZ_PAY_FORFEIT, seat, xz_lowest_bit(left), state->win_amount[seat])->tile =
            state->win_tile[seat];
    }
}
