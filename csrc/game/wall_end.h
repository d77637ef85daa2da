/* What a seat is at an exhausted wall (§6, §15, §19). */
#ifndef XZ_GAME_WALL_END_H
#define XZ_GAME_WALL_END_H

#include "game/state.h"

/* The waits by which the seat counts as ready in the checks; of 3k+1 tiles. */
uint32_t xz_check_waits(const xz_rules *rules, const xz_state *state, int seat);

/* Masks of the unwon seats that are ready by these waits, and that are pigs. */
unsigned xz_ready_seats(const xz_rules *rules, const xz_state *state);
unsigned xz_pig_seats(const xz_rules *rules, const xz_state *state);

/* The seats that get back what they paid for kongs of others. */
static inline unsigned xz_refund_payees(const xz_rules *rules, const xz_state *state) {
    return rules->refund_to == XZ_REFUND_TO_PAYERS ? XZ_MELD_PAYERS : xz_unwon(state);
}

/* All of §6: refunds, pigs, ready check, price difference. Returns the seats whose kongs have given back what they held of
 * xz_refund_payees. */
unsigned xz_settle_exhausted(const xz_rules *rules, const xz_state *state, xz_events *events);

#endif
