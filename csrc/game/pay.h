/* Payments, appended to events. Those of no points are left out. */
#ifndef XZ_GAME_PAY_H
#define XZ_GAME_PAY_H

#include "xuezhan/xuezhan.h"

/* The event, to be filled further; it is overwritten by the next if it is of no points. */
xz_event *xz_pay(xz_events *events, int kind, int payer, int payee, int64_t amount);

/* A payment that rests on a hand with this tile. */
void xz_pay_score(xz_events *events, int kind, int payer, int payee, int64_t amount, int tile, const xz_score *score);

/* A payment for a kong, or of its money. */
void xz_pay_kong(xz_events *events, int kind, int payer, int payee, int64_t amount, xz_meld kong, int index);

/* What kong `index` of the owner still holds of these seats goes back to them. */
void xz_pay_kong_back(const xz_rules *rules, const xz_state *state, int owner, int index, unsigned payees, int kind,
                      xz_events *events);

/* The same of all its kongs. */
void xz_pay_back(const xz_rules *rules, const xz_state *state, int owner, unsigned payees, int kind, xz_events *events);

#endif
