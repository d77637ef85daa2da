/*
 * Who pays whom in play and for penalties (§4, §5, §7, §19); the exhausted wall has a file of its own, game/wall_end.h. Each
 * call reads a const state and appends payments to `events`; game/step.c applies them.
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

/* What becomes of the money of the discarder's kongs when so many seats win on the tile now (§4, §19). */
typedef enum xz_kong_money { XZ_KONG_MONEY_STAYS, XZ_KONG_MONEY_TO_WINNERS, XZ_KONG_MONEY_GOES_BACK } xz_kong_money;
xz_kong_money xz_kong_money_on_win(const xz_rules *rules, const xz_state *state, int winners);

/* The kongs concerned: the last of the chain or all of the actor's, as a mask of its melds. */
unsigned xz_kongs_given_up(const xz_rules *rules, const xz_state *state);

/* What these kongs of the actor's still hold goes to the winner, or to those who had paid. */
void xz_settle_transfer(const xz_rules *rules, const xz_state *state, int winner, xz_events *events);
void xz_settle_kong_refund(const xz_rules *rules, const xz_state *state, xz_events *events);

/* The seat's newest kong, `meld`, whose payers are in its `holds`. */
void xz_settle_kong(const xz_rules *rules, const xz_state *state, int seat, int meld, xz_events *events);

/* All that the seat's kongs still hold goes back to those who paid. */
void xz_settle_refund(const xz_rules *rules, const xz_state *state, int seat, xz_events *events);

void xz_settle_penalty(const xz_rules *rules, const xz_state *state, int seat, int penalty, xz_events *events);

/* A winner that leaves pays its wins back. */
void xz_settle_forfeit(const xz_state *state, int seat, xz_events *events);

#endif
