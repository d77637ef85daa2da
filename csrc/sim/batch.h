/*
 * Batches: whole hands played by policies in one loop, into the caller's arrays and sums. Nothing is allocated; a hand
 * depends on (rules, seed, index, dealer, policies) alone.
 */
#ifndef XZ_SIM_BATCH_H
#define XZ_SIM_BATCH_H

#include "sim/policy.h"

/* A hand about to be played: its state after the deal and one stream a seat (only those of policies that draw). */
typedef struct xz_table {
    xz_state state;
    xz_rng rngs[XZ_MAX_SEATS];
} xz_table;

/* Deals hand `index`. XZ_E_SEAT as xz_play_hand. */
int xz_table_deal(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_table *table, xz_events *events);

/* The next seat's answer by its policy, in a hand that is not over. */
static inline int xz_table_next(const xz_rules *rules, const xz_batch *batch, xz_table *table, int *seat) {
    const xz_state *const state = &table->state;
    *seat = xz_next_to_act(state);
    uint64_t const legal = xz_legal_set(rules, state, *seat);
    return xz_chosen_action(batch->policies[*seat], rules, state, *seat, legal, &table->rngs[*seat]);
}

#endif
