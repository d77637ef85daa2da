/*
 * Who pays whom (§4-7): each call reads a const state and appends payments to `events`; game/step.c applies them. Payments
 * of no points are left out.
 */
#ifndef XZ_GAME_SETTLE_H
#define XZ_GAME_SETTLE_H

#include "xuezhan/xuezhan.h"

/* What a win came to: who paid (a mask) and how much each, which is what a forfeit gives back (§7). */
typedef struct xz_win_bill {
    uint8_t payers;
    int64_t amount;
} xz_win_bill;

/* A win on state->tile now, of the kind that the phase says; before the state is changed. */
xz_win_bill xz_settle_win(const xz_rules *rules, const xz_state *state, int seat, const xz_score *score,
                          xz_events *events);

/* Kong discard: what the actor's last kong still holds goes to the winner (§4). */
void xz_settle_transfer(const xz_rules *rules, const xz_state *state, int winner, xz_events *events);

/* The seat's newest kong, `meld`, whose payers are in its `holds`. */
void xz_settle_kong(const xz_rules *rules, const xz_state *state, int seat, int meld, xz_events *events);

/* All that the seat's kongs still hold goes back to those who paid. */
void xz_settle_refund(const xz_rules *rules, const xz_state *state, int seat, xz_events *events);

/* The checks at an exhausted wall after the refunds: pigs, ready check, price difference (§6). */
void xz_settle_exhausted(const xz_rules *rules, const xz_state *state, xz_events *events);

/* Masks of the active seats that are ready, and that hold three suits. */
unsigned xz_ready_seats(const xz_state *state);
unsigned xz_pig_seats(const xz_state *state);

void xz_settle_penalty(const xz_rules *rules, const xz_state *state, int seat, int penalty, xz_events *events);

/* A winner that leaves pays its wins back. */
void xz_settle_forfeit(const xz_state *state, int seat, xz_events *events);

#endif
