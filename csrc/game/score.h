/* Facts and rules to fan and points (§3). Public calls are in xuezhan.h. */
#ifndef XZ_GAME_SCORE_H
#define XZ_GAME_SCORE_H

#include "xuezhan/xuezhan.h"

/* The value for the checks of §6 and for escape (§7) of a seat that holds 3k+1 tiles, or 3k+2 (then after the discard that
 * leaves it dearest). As xz_ready_value otherwise. */
int xz_ready_value_at_best(const xz_rules *rules, const xz_hand *hand, xz_score *score);

#endif
