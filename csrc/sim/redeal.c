/* Re-dealing with policies that answer for the other seats. */
#include "view/redeal.h"

#include "sim/policy.h"

static int policy_answer(const void *policy, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng) {
    return xz_policy_action(*(const int *)policy, rules, state, seat, rng);
}

int64_t xz_redeal_many(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng,
                       double (*weight)(const xz_rules *rules, const xz_state *world, void *context), void *context,
                       xz_state *states, int64_t count) {
    xz_answerer const answerer = {policy_answer, &policy};
    return xz_redeal_worlds(rules, view, policy == XZ_NONE ? NULL : &answerer, rng, weight, context, states, count);
}

int xz_redeal(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng, xz_state *state) {
    xz_answerer const answerer = {policy_answer, &policy};
    return xz_redeal_one(rules, view, policy == XZ_NONE ? NULL : &answerer, rng, state);
}
