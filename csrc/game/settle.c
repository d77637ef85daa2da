#include "game/settle.h"

#include "game/score.h"
#include "game/state.h"
#include "rules/kongs.h"

#include <string.h>

static xz_event *pay(xz_events *events, int kind, int payer, int payee, int64_t amount) {
    xz_event *const event = &events->items[events->count];
    memset(event, 0, sizeof *event);
    event->kind = XZ_EVENT_PAYMENT;
    event->detail = (uint8_t)kind;
    event->seat = (uint8_t)payer;
    event->other = (uint8_t)payee;
    event->tile = event->meld = XZ_NONE;
    event->amount = amount;
    events->count += amount != 0;
    return event;
}

static void pay_score(xz_events *events, int kind, int payer, int payee, int64_t amount, int tile,
                      const xz_score *score) {
    xz_event *const event = pay(events, kind, payer, payee, amount);
    event->tile = (uint8_t)tile;
    event->score = *score;
}

xz_win_bill xz_settle_win(const xz_rules *rules, const xz_state *state, int seat, const xz_score *score,
                          xz_events *events) {
    int const tile = state->tile;
    if (state->phase != XZ_TURN) {
        int const kind = state->phase == XZ_ROB ? XZ_PAY_WIN_ROB : XZ_PAY_WIN_DISCARD;
        pay_score(events, kind, state->actor, seat, score->points, tile, score);
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
            unsigned const shares = others | 1u << feeder;
            amount *= (int64_t)(shares & 1u) + (shares >> 1 & 1u) + (shares >> 2 & 1u) + (shares >> 3 & 1u);
        }
        pay_score(events, XZ_PAY_WIN_BLOOM, feeder, seat, amount, tile, score);
        return (xz_win_bill){XZ_SEAT_BIT(feeder), amount};
    }
    for (int payer = 0; payer < state->players; payer++) {
        if (others >> payer & 1u) {
            pay_score(events, XZ_PAY_WIN_SELF_DRAW, payer, seat, score->points, tile, score);
        }
    }
    return (xz_win_bill){(uint8_t)others, score->points};
}

static xz_event *pay_kong(xz_events *events, int kind, int payer, int payee, int64_t amount, xz_meld meld, int index) {
    xz_event *const event = pay(events, kind, payer, payee, amount);
    event->tile = meld.tile;
    event->meld = (uint8_t)index;
    return event;
}

void xz_settle_transfer(const xz_rules *rules, const xz_state *state, int winner, xz_events *events) {
    int const owner = state->actor;
    xz_meld const kong = state->melds[owner][state->chain_meld];
    pay_kong(events, XZ_PAY_KONG_TRANSFER, owner, winner, xz_kong_held(rules, kong), kong, state->chain_meld);
}

void xz_settle_kong(const xz_rules *rules, const xz_state *state, int seat, int meld, xz_events *events) {
    xz_meld const kong = state->melds[seat][meld];
    int const kind = kong.kind == XZ_DIRECT_KONG  ? XZ_PAY_KONG_DIRECT
                     : kong.kind == XZ_ADDED_KONG ? XZ_PAY_KONG_ADDED
                                                  : XZ_PAY_KONG_CONCEALED;
    for (int payer = 0; payer < state->players; payer++) {
        if (kong.holds >> payer & 1) {
            pay_kong(events, kind, payer, seat, xz_kong_share(rules, kong, payer), kong, meld);
        }
    }
}

void xz_settle_refund(const xz_rules *rules, const xz_state *state, int seat, xz_events *events) {
    const xz_meld *const melds = state->melds[seat];
    if (!(melds[0].holds | melds[1].holds | melds[2].holds | melds[3].holds)) {
        return;
    }
    for (int i = 0; i < state->meld_count[seat]; i++) {
        xz_meld const meld = melds[i];
        for (unsigned left = meld.holds; left; left &= left - 1) {
            int const payer = xz_lowest_bit(left);
            pay_kong(events, XZ_PAY_REFUND, seat, payer, xz_kong_share(rules, meld, payer), meld, i);
        }
    }
}

unsigned xz_ready_seats(const xz_state *state) {
    unsigned ready = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        ready |= (unsigned)(state->waits[seat] != 0) << seat;
    }
    return ready & state->active;
}

unsigned xz_pig_seats(const xz_state *state) {
    unsigned pigs = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        uint32_t const tiles = state->held[seat] | xz_melded_tiles(state, seat);
        pigs |= (unsigned)(xz_suits_of_mask(tiles) == 7) << seat;
    }
    return pigs & state->active;
}

static void settle_pigs(const xz_rules *rules, const xz_state *state, unsigned pigs, xz_events *events) {
    unsigned payees = state->active;
    if (rules->pig_payees == XZ_PIG_NON_PIGS) {
        unsigned const forfeited = rules->winner_leaves == XZ_LEAVES_FORFEIT ? state->left : 0;
        payees |= state->won & ~forfeited;
    }
    payees &= ~pigs;
    for (unsigned payers = pigs; payers; payers &= payers - 1) {
        for (unsigned left = payees; left; left &= left - 1) {
            pay(events, XZ_PAY_PIG, xz_lowest_bit(payers), xz_lowest_bit(left), rules->derived.pig_points);
        }
    }
}

void xz_settle_exhausted(const xz_rules *rules, const xz_state *state, xz_events *events) {
    unsigned const pigs = xz_pig_seats(state);
    unsigned const ready = xz_ready_seats(state);
    settle_pigs(rules, state, pigs, events);

    xz_score values[XZ_MAX_SEATS];
    int waits[XZ_MAX_SEATS] = {XZ_NONE, XZ_NONE, XZ_NONE, XZ_NONE};
    for (unsigned left = ready; left; left &= left - 1) {
        int const seat = xz_lowest_bit(left);
        xz_hand hand;
        xz_state_hand(state, seat, &hand);
        waits[seat] = xz_ready_value(rules, &hand, false, &values[seat]);
    }
    unsigned const exempt = rules->derived.pig_pays_ready ? 0 : pigs;
    for (unsigned payers = state->active & ~ready & ~exempt; payers; payers &= payers - 1) {
        for (unsigned left = ready; left; left &= left - 1) {
            int const payee = xz_lowest_bit(left);
            pay_score(events, XZ_PAY_READY, xz_lowest_bit(payers), payee, values[payee].points, waits[payee],
                      &values[payee]);
        }
    }
    for (unsigned payers = rules->ready_difference ? ready : 0; payers; payers &= payers - 1) {
        for (unsigned left = ready; left; left &= left - 1) {
            int const payer = xz_lowest_bit(payers), payee = xz_lowest_bit(left);
            if (values[payer].points < values[payee].points) {
                pay_score(events, XZ_PAY_DIFFERENCE, payer, payee, values[payee].points - values[payer].points,
                          waits[payee], &values[payee]);
            }
        }
    }
}

/* What the seat that leaves owes another active one: more near the end if that one is ready (§7). */
static void settle_escape(const xz_rules *rules, const xz_state *state, int seat, int payee, xz_events *events) {
    enum { NEAR_THE_END = 4 };
    int64_t amount = rules->escape_units * rules->unit;
    if (xz_wall_left(state) <= NEAR_THE_END) {
        xz_hand hand;
        xz_score value;
        xz_state_hand(state, payee, &hand);
        int const wait = xz_ready_value_at_best(rules, &hand, &value);
        if (wait != XZ_NONE && value.points > amount) {
            pay_score(events, XZ_PAY_ESCAPE, seat, payee, value.points, wait, &value);
            return;
        }
    }
    pay(events, XZ_PAY_ESCAPE, seat, payee, amount);
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
            pay(events, XZ_PAY_FALSE_WIN, seat, payee, rules->false_win_units * rules->unit);
        } else if (penalty == XZ_WRONG_COUNT) {
            pay(events, XZ_PAY_WRONG_COUNT, seat, payee, rules->wrong_count_units * rules->unit);
        }
    }
}

void xz_settle_forfeit(const xz_state *state, int seat, xz_events *events) {
    for (int payee = 0; payee < state->players; payee++) {
        if (state->win_payers[seat] >> payee & 1) {
            pay(events, XZ_PAY_FORFEIT, seat, payee, state->win_amount[seat])->tile = state->win_tile[seat];
        }
    }
}
