/* Dealing: from a wall that is given, or from the wall of (seed, index); and how play begins. */
#ifndef XZ_GAME_DEAL_H
#define XZ_GAME_DEAL_H

#include "xuezhan/xuezhan.h"

/* xz_deal from a wall, a dealer and a way that are known to be right; `way`: also where the rules fix it. */
void xz_deal_wall(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int way, xz_events *events);

/* Deals the hand of (seed, index). `dealer`: a seat, or -1: index mod players; else XZ_E_SEAT. */
int xz_deal_index(const xz_rules *rules, xz_state *state, uint64_t seed, uint64_t index, int dealer, xz_events *events);

/* Every seat is to choose: the phase is XZ_EXCHANGING or XZ_DECLARING. */
void xz_ask_all(xz_state *state, int phase);

/* All choices are made and carried out: the dealer takes its last tile, if it has not, and has the first turn. Before play
 * state->drawn is the last tile dealt, if it is dealt yet; nothing else of the turn is known. */
void xz_begin_play(const xz_rules *rules, xz_state *state);

#endif
