/*
 * Policies: functions from what a seat may know to one legal action. `random` and `mixed` draw from the seat's stream as
 * docs/determinism.md §2 says, `efficiency` draws nothing.
 */
#ifndef XZ_SIM_POLICY_H
#define XZ_SIM_POLICY_H

#include "base/port.h"
#include "base/rng.h"
#include "game/legal.h"
#include "tables/bit_table.h"

/* Whether the policy ever draws from its stream. */
bool xz_policy_draws(int policy);

/* What `efficiency`, `value` and mostly `mixed` choose of several legal actions, the first word of xz_legal. */
int xz_considered_action(int policy, const xz_rules *rules, const xz_state *state, int seat, uint64_t legal);

static inline int xz_random_action(uint64_t legal, xz_rng *rng) {
    xz_bits const bits = xz_bits_of(legal);
    return xz_nth_bit(&bits, xz_below32(rng, bits.count));
}

static inline int xz_only_action(uint64_t legal) {
    uint32_t const low = (uint32_t)legal;
    return low ? xz_lowest_bit(low) : 32 + xz_lowest_bit((uint32_t)(legal >> 32));
}

/* xz_policy_action of a seat that is asked, `legal` being the first word of its xz_legal. */
static inline int xz_chosen_action(int policy, const xz_rules *rules, const xz_state *state, int seat, uint64_t legal,
                                   xz_rng *rng) {
    XZ_ASSERT(legal);
    if ((legal & (legal - 1)) == 0) {
        return xz_only_action(legal);
    }
    if (policy == XZ_POLICY_RANDOM || (policy == XZ_POLICY_MIXED && xz_below32(rng, 10) == 0)) {
        return xz_random_action(legal, rng);
    }
    return xz_considered_action(policy, rules, state, seat, legal);
}

#endif
