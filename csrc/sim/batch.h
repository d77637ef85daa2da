/* A hand of a batch about to be played. */
#ifndef XZ_SIM_BATCH_H
#define XZ_SIM_BATCH_H

#include "xuezhan/xuezhan.h"

/* Its state after the deal and one stream a seat (only those of policies that draw). */
typedef struct xz_table {
    xz_state state;
    xz_rng rngs[XZ_MAX_SEATS];
} xz_table;

/* Deals hand `index`. XZ_E_SEAT as xz_play_hand. */
int xz_table_deal(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_table *table, xz_events *events);

#endif
