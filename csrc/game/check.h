/* Parts of xz_state_check for those that make a state from facts (complete.c). */
#ifndef XZ_GAME_CHECK_H
#define XZ_GAME_CHECK_H

#include "xuezhan/xuezhan.h"

/* The clauses that look at facts alone, no caches. After them every index in the state is in range. */
bool xz_facts_hold(const xz_rules *rules, const xz_state *state);

/* `seen` is what melds, rivers and winning tiles come to. */
bool xz_seen_lies_open(const xz_rules *rules, const xz_state *state);

#endif
