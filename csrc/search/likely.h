/*
 * Worlds as they come about in play. xz_redeal deals the unseen tiles evenly, so that a seat's opponents hold tiles of all
 * suits to the end, as nobody who plays does: playouts from there pay pigs that will never be. Here each other seat then
 * takes as many turns with the undealt tiles as it has had, letting go of the suit it discarded most, then of what is of
 * least use. Nothing else is inferred.
 */
#ifndef XZ_SEARCH_LIKELY_H
#define XZ_SEARCH_LIKELY_H

#include "xuezhan/xuezhan.h"

/* As xz_redeal, where the seat owes an answer. */
int xz_redeal_likely(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng, xz_state *state);

#endif
