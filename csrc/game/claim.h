/* Answers to a discard or an added kong (§2): who is asked, with what, and how a win on it would score. */
#ifndef XZ_GAME_CLAIM_H
#define XZ_GAME_CLAIM_H

#include "xuezhan/xuezhan.h"

/* Sets `offers` and `answers` of every seat for the discard or the added kong of state->tile, whose phase is set.
 * Returns whether anybody is asked. */
bool xz_ask(const xz_rules *rules, xz_state *state);

/* How a win would come about now: on the discard or added kong being answered, or on the tile the actor drew. */
xz_circumstances xz_win_circumstances(const xz_rules *rules, const xz_state *state, int seat);

/* The score of `seat` winning on state->tile now. */
xz_score xz_win_score(const xz_rules *rules, const xz_state *state, int seat);

/* Whether the seat's passing lock lets it win on state->tile, which completes its hand. */
bool xz_lock_allows(const xz_rules *rules, const xz_state *state, int seat);

#endif
