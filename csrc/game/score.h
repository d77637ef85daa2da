/* Facts and rules to fan and points (§3). Public calls are in xuezhan.h. */
#ifndef XZ_GAME_SCORE_H
#define XZ_GAME_SCORE_H

#include "xuezhan/xuezhan.h"

/* The best of several ways to read one hand, which agree in its kongs. */
void xz_score_readings(const xz_rules *rules, const xz_facts *facts, int count, const xz_circumstances *how,
                       xz_score *score);

/* As xz_ready_value, by these waits, each of which completes the hand. */
int xz_value_of_waits(const xz_rules *rules, const xz_hand *hand, uint32_t waits, bool dearest, xz_score *score);

#endif
