/* A step whose action is known to be legal: one that xz_legal or a policy has just named. */
#ifndef XZ_GAME_STEP_H
#define XZ_GAME_STEP_H

#include "xuezhan/xuezhan.h"

/* As xz_step, without its checks. */
void xz_step_legal(const xz_rules *rules, xz_state *state, int seat, int action, xz_events *events);

#endif
