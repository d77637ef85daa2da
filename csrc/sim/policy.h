/*
 * Policies: functions from what a seat may know to one legal action. `random` and `mixed` draw from the seat's stream as
 * docs/determinism.md §2 says, `efficiency` draws nothing.
 */
#ifndef XZ_SIM_POLICY_H
#define XZ_SIM_POLICY_H

#include "xuezhan/xuezhan.h"

/* Whether the policy ever draws from its stream. */
bool xz_policy_draws(int policy);

#endif
