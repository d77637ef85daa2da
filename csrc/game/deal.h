/* Dealing: from a wall that is given, or from the wall of (seed, index). */
#ifndef XZ_GAME_DEAL_H
#define XZ_GAME_DEAL_H

#include "xuezhan/xuezhan.h"

/* xz_deal from a wall and a dealer that are known to be right. */
void xz_deal_wall(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, xz_events *events);

/* Deals the hand of (seed, index). `dealer`: a seat, or -1: index mod players; else XZ_E_SEAT. */
int xz_deal_index(const xz_rules *rules, xz_state *state, uint64_t seed, uint64_t index, int dealer, xz_events *events);

#endif
