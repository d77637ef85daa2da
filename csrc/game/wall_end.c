#include "game/wall_end.h"

#include "base/bits.h"
#include "game/pay.h"
#include "game/score.h"
#include "hand/pattern.h"
#include "rules/kongs.h"

/* ---- who is what --------------------------------------------------------------------------------------------------------- */

/* Tiles that would complete the hand, but that the seat holds all four of, not all of them concealed: `ready_own_copies` = hand
 * lets a fifth be imagined. */
static uint32_t imaginary_waits(const xz_rules *rules, const xz_state *state, int seat) {
    uint32_t const held = state->held[seat], melded = xz_melded_tiles(state, seat);
    uint32_t waits = 0;
    if (held & xz_void_slots(state, seat)) {
        return 0;
    }
    for (uint32_t left = melded & ~xz_void_slots(state, seat); left; left &= left - 1) {
        int const tile = xz_lowest_bit(left);
        xz_hand complete;
        xz_facts facts;
        xz_state_hand(state, seat, &complete);
        complete.counts[tile]++;
        waits |= (uint32_t)xz_facts_of(&complete, XZ_NONE, rules->derived.pairs, &facts) << tile;
    }
    return waits;
}

/* The tiles of which some copy is neither the seat's own nor lies open. */
static uint32_t live_tiles(const xz_state *state, int seat) {
    uint32_t live = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        live |= (uint32_t)(state->counts[seat][tile] + state->seen[tile] < 4) << tile;
    }
    return live;
}

uint32_t xz_check_waits(const xz_rules *rules, const xz_state *state, int seat) {
    uint32_t waits = state->waits[seat];
    if (rules->ready_own_copies == XZ_OWN_COPIES_HAND) {
        waits |= imaginary_waits(rules, state, seat);
    }
    if (rules->ready_needs_live_tile) {
        waits &= live_tiles(state, seat);
    }
    return waits;
}

unsigned xz_ready_seats(const xz_rules *rules, const xz_state *state) {
    unsigned ready = 0;
    for (unsigned left = xz_unwon(state); left; left &= left - 1) {
        int const seat = xz_lowest_bit(left);
        ready |= (unsigned)(xz_check_waits(rules, state, seat) != 0) << seat;
    }
    return ready;
}

unsigned xz_pig_seats(const xz_rules *rules, const xz_state *state) {
    unsigned const unwon = xz_unwon(state);
    unsigned pigs = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        uint32_t const tiles = state->held[seat] | xz_melded_tiles(state, seat);
        bool const declared = rules->void_suit == XZ_VOID_DECLARED;
        bool const pig = declared ? (tiles & xz_void_slots(state, seat)) != 0 : xz_suits_of_mask(tiles) == 7;
        pigs |= (unsigned)pig << seat;
    }
    if (rules->void_suit == XZ_VOID_DECLARED && rules->pig_exempt == XZ_PIG_EXEMPT_ALL_DISCARDS_VOID) {
        pigs &= state->off_void;
    }
    return pigs & unwon;
}

/* ---- who pays whom --------------------------------------------------------------------------------------------------------- */

/* Everything that the checks go by. */
typedef struct checks {
    unsigned unwon, ready, pigs;
    unsigned valued; /* ready seats that the ready check pays: winners too with `ready_payees` = all_ready */
    uint32_t waits[XZ_MAX_SEATS];
    int wait[XZ_MAX_SEATS]; /* the one that the value is taken from */
    xz_score value[XZ_MAX_SEATS];
} checks;

static void look(const xz_rules *rules, const xz_state *state, checks *c) {
    bool const winners_too = rules->ready_payees == XZ_READY_PAYEES_ALL_READY;
    c->unwon = xz_unwon(state);
    c->pigs = xz_pig_seats(rules, state);
    c->ready = xz_ready_seats(rules, state);
    c->valued = 0;
    for (unsigned left = winners_too ? state->active : c->ready; left; left &= left - 1) {
        int const seat = xz_lowest_bit(left);
        xz_hand hand;
        xz_state_hand(state, seat, &hand);
        uint32_t const waits = xz_check_waits(rules, state, seat);
        c->wait[seat] = xz_value_of_waits(rules, &hand, waits, false, &c->value[seat]);
        c->valued |= (unsigned)(waits != 0) << seat;
    }
}

static void pay_refunds(const xz_rules *rules, const xz_state *state, unsigned owners, xz_events *events) {
    for (; owners; owners &= owners - 1) {
        xz_pay_back(rules, state, xz_lowest_bit(owners), xz_refund_payees(rules, state), XZ_PAY_REFUND, events);
    }
}

/* The seats that pigs pay. A winner that has left and forfeited what it won gets no more. */
static unsigned pig_payees(const xz_rules *rules, const xz_state *state, const checks *c) {
    unsigned const forfeited = rules->winner_leaves == XZ_LEAVES_FORFEIT ? state->left : 0;
    unsigned const payees = rules->pig_payees == XZ_PIG_ACTIVE_READY ? c->ready
                            : rules->pig_payees == XZ_PIG_NON_PIGS ? c->unwon | (state->won & ~forfeited & ~state->out)
                                                                   : c->unwon;
    return payees & ~c->pigs;
}

static void pay_pigs(const xz_rules *rules, const xz_state *state, const checks *c, xz_events *events) {
    bool const larger = rules->pig_pays_ready == XZ_PIG_READY_LARGER;
    int64_t const amount = rules->derived.pig_points;
    unsigned const payees = pig_payees(rules, state, c);
    for (unsigned payers = c->pigs; payers; payers &= payers - 1) {
        for (unsigned left = payees; left; left &= left - 1) {
            int const payer = xz_lowest_bit(payers), payee = xz_lowest_bit(left);
            if (larger && c->valued >> payee & 1u && c->value[payee].points > amount) {
                xz_pay_score(events, XZ_PAY_PIG, payer, payee, c->value[payee].points, c->wait[payee],
                             &c->value[payee]);
            } else {
                xz_pay(events, XZ_PAY_PIG, payer, payee, amount);
            }
        }
    }
}

static void pay_ready(const xz_rules *rules, const checks *c, xz_events *events) {
    unsigned const exempt = rules->derived.pig_pays_ready ? 0 : c->pigs;
    for (unsigned payers = c->unwon & ~c->ready & ~exempt; payers; payers &= payers - 1) {
        for (unsigned left = c->valued; left; left &= left - 1) {
            int const payee = xz_lowest_bit(left);
            xz_pay_score(events, XZ_PAY_READY, xz_lowest_bit(payers), payee, c->value[payee].points, c->wait[payee],
                         &c->value[payee]);
        }
    }
}

static void pay_differences(const checks *c, xz_events *events) {
    for (unsigned payers = c->ready; payers; payers &= payers - 1) {
        for (unsigned left = c->ready; left; left &= left - 1) {
            int const payer = xz_lowest_bit(payers), payee = xz_lowest_bit(left);
            int64_t const more = c->value[payee].points - c->value[payer].points;
            if (more > 0) {
                xz_pay_score(events, XZ_PAY_DIFFERENCE, payer, payee, more, c->wait[payee], &c->value[payee]);
            }
        }
    }
}

unsigned xz_settle_exhausted(const xz_rules *rules, const xz_state *state, xz_events *events) {
    checks c;
    look(rules, state, &c);
    unsigned const refunding = rules->refund_kongs ? c.unwon & ~c.ready : 0;
    pay_refunds(rules, state, refunding, events);
    pay_pigs(rules, state, &c, events);
    pay_ready(rules, &c, events);
    if (rules->ready_difference) {
        pay_differences(&c, events);
    }
    return refunding;
}
