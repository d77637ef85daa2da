#include "sim/worlds.h"

#include "sim/policy.h"

static const char *const NAMES[XZ_WORLDS_COUNT] = {"likely", "uniform"};

const char *xz_worlds_name(int worlds) { return worlds >= 0 && worlds < XZ_WORLDS_COUNT ? NAMES[worlds] : NULL; }

enum { MOST_REFUSED = 1 << 16 }; /* worlds that the caller's weight may refuse in a row */

static int policy_answer(const void *policy, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng) {
    return xz_policy_action(*(const int *)policy, rules, state, seat, rng);
}

int xz_dealing_begin(const xz_rules *rules, const xz_view *view, int worlds, int policy, xz_dealing *dealing) {
    if (worlds < 0 || worlds >= XZ_WORLDS_COUNT) {
        return XZ_E_COUNT;
    }
    dealing->worlds = worlds;
    dealing->policy = policy;
    return worlds == XZ_WORLDS_LIKELY ? xz_likely_begin(rules, view, policy, &dealing->as.likely)
                                      : xz_redealing_begin(rules, view, &dealing->as.even);
}

int xz_dealing_next(xz_dealing *dealing, xz_rng *rng, xz_state *state) {
    xz_answerer const by_policy = {policy_answer, &dealing->policy};
    const xz_answerer *const answerer = dealing->policy == XZ_NONE ? NULL : &by_policy;
    bool const found = dealing->worlds == XZ_WORLDS_LIKELY ? xz_likely_next(&dealing->as.likely, answerer, rng, state)
                                                           : xz_redealing_next(&dealing->as.even, answerer, rng, state);
    return found ? XZ_OK : XZ_E_STATE;
}

static bool keeps(double weight, xz_rng *rng) { return xz_unit(rng) < weight; }

int64_t xz_redeal_many(const xz_rules *rules, const xz_view *view, int worlds, int policy, xz_rng *rng,
                       double (*weight)(const xz_rules *rules, const xz_state *world, void *context), void *context,
                       xz_state *states, int64_t count) {
    xz_dealing dealing;
    int const status = xz_dealing_begin(rules, view, worlds, policy, &dealing);
    if (status != XZ_OK) {
        return status;
    }
    for (int64_t i = 0; i < count; i++) {
        int refused = 0;
        do {
            if (refused++ == MOST_REFUSED || xz_dealing_next(&dealing, rng, &states[i]) != XZ_OK) {
                return i;
            }
        } while (weight && !keeps(weight(rules, &states[i], context), rng));
    }
    return count;
}

int xz_redeal(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng, xz_state *state) {
    xz_answerer const answerer = {policy_answer, &policy};
    return xz_redeal_one(rules, view, policy == XZ_NONE ? NULL : &answerer, rng, state);
}
