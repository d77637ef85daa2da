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

bool xz_policy_exists(int policy);

/* Whether the policy ever draws from its stream. */
bool xz_policy_draws(int policy);

/* The streams of hand `index`, for those seats whose policies draw. */
void xz_seed_policies(const xz_rules *rules, const int32_t *policies, uint64_t seed, uint64_t index, xz_rng *rngs);

/* What `efficiency`, `value` and mostly `mixed` choose of several legal actions. */
int xz_considered_action(int policy, const xz_rules *rules, const xz_state *state, int seat, xz_actions legal);

static inline int xz_random_action(xz_actions legal, xz_rng *rng) {
    if (XZ_UNLIKELY(legal.words[1] != 0)) {
        return xz_nth_action(legal, xz_below32(rng, xz_action_count(legal)));
    }
    xz_bits const bits = xz_bits_of(legal.words[0]);
    return xz_nth_bit(&bits, xz_below32(rng, bits.count));
}

/* xz_policy_action of a seat that is asked, `legal` being its xz_legal. */
static inline int xz_chosen_action(int policy, const xz_rules *rules, const xz_state *state, int seat, xz_actions legal,
                                   xz_rng *rng) {
    XZ_ASSERT(xz_actions_any(legal));
    if (xz_is_single(legal)) {
        return xz_first_action(legal);
    }
    if (policy == XZ_POLICY_RANDOM || (policy == XZ_POLICY_MIXED && xz_below32(rng, 10) == 0)) {
        return xz_random_action(legal, rng);
    }
    return xz_considered_action(policy, rules, state, seat, legal);
}

#endif
