/*
 * The player `value` takes the action with the most expected points: what it leaves to build (plan.h), less what a discard
 * may cost (danger.h), or what a win or a kong pays now. It knows its view and the rules, nothing else, and draws no numbers.
 */
#ifndef XZ_PLAYERS_VALUE_H
#define XZ_PLAYERS_VALUE_H

#include "xuezhan/xuezhan.h"

#define XZ_NO_WORTH (-1e300) /* of what is not legal */

/* What each action is worth to the seat, in points against never winning and not being ready at the end: differences mean
 * something, sums do not. */
void xz_value_worths(const xz_rules *rules, const xz_view *view, double worths[XZ_ACTION_COUNT]);

#endif
