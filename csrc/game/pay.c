#include "game/pay.h"

#include "base/bits.h"
#include "rules/kongs.h"

#include <string.h>

xz_event *xz_pay(xz_events *events, int kind, int payer, int payee, int64_t amount) {
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

void xz_pay_score(xz_events *events, int kind, int payer, int payee, int64_t amount, int tile, const xz_score *score) {
    xz_event *const event = xz_pay(events, kind, payer, payee, amount);
    event->tile = (uint8_t)tile;
    event->score = *score;
}

void xz_pay_kong(xz_events *events, int kind, int payer, int payee, int64_t amount, xz_meld kong, int index) {
    xz_event *const event = xz_pay(events, kind, payer, payee, amount);
    event->tile = kong.tile;
    event->meld = (uint8_t)index;
}

void xz_pay_kong_back(const xz_rules *rules, const xz_state *state, int owner, int index, unsigned payees, int kind,
                      xz_events *events) {
    xz_meld const kong = state->melds[owner][index];
    for (unsigned left = xz_meld_payers(kong) & payees; left; left &= left - 1) {
        int const payee = xz_lowest_bit(left);
        xz_pay_kong(events, kind, owner, payee, xz_kong_share(rules, kong, payee), kong, index);
    }
}

void xz_pay_back(const xz_rules *rules, const xz_state *state, int owner, unsigned payees, int kind,
                 xz_events *events) {
    for (int i = 0; i < state->meld_count[owner]; i++) {
        xz_pay_kong_back(rules, state, owner, i, payees, kind, events);
    }
}
