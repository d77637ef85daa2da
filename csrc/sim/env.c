/*
 * Many hands stepped together: each slot holds a state, and the policies that play the seats which are not the caller's.
 * A slot depends on its seed and indices alone, never on other slots or on how they are shared between threads.
 */
#include "base/port.h"
#include "base/rng.h"
#include "base/spread.h"
#include "game/deal.h"
#include "sim/drive.h"
#include "view/observe.h"
#include "view/view.h"

#include <string.h>

static const char *const modes[] = {"NEXT_STEP", "SAME_STEP", "DISABLED"};
_Static_assert(sizeof modes / sizeof *modes == XZ_AUTORESET_COUNT, "a name for every number");

const char *xz_autoreset_name(int mode) { return mode >= 0 && mode < XZ_AUTORESET_COUNT ? modes[mode] : NULL; }

int xz_env_check(const xz_env *env) {
    int const status = xz_rules_check(&env->rules, NULL, 0);
    if (status != XZ_OK) {
        return status;
    }
    bool caller = false;
    for (int seat = 0; seat < env->rules.players; seat++) {
        int32_t const policy = env->policies[seat];
        caller |= policy == XZ_CALLER;
        if (policy < XZ_CALLER || policy >= XZ_POLICY_COUNT) {
            return XZ_E_POLICY;
        }
    }
    if (!caller || env->dealer < -1 || env->dealer >= env->rules.players) {
        return XZ_E_SEAT;
    }
    return env->count < 0 || env->autoreset < 0 || env->autoreset >= XZ_AUTORESET_COUNT ? XZ_E_COUNT : XZ_OK;
}

/* Lets the policies play until one of the caller's seats must act or the hand is over. */
static void run_policies(const xz_env *env, xz_env_slot *slot) {
    slot->legal = xz_no_actions();
    slot->seat = (uint8_t)xz_drive(&env->rules, &slot->state, (xz_seating){env->policies, slot->rngs, 1}, NULL,
                                   (xz_watcher){NULL, NULL}, NULL, &slot->legal);
    slot->last = slot->seat == XZ_NONE ? slot->last : slot->seat;
}

static void deal_next(const xz_env *env, xz_env_slot *slot) {
    slot->index = slot->next;
    slot->next += env->stride;
    xz_deal_index(&env->rules, &slot->state, slot->seed, slot->index, env->dealer, NULL);
    xz_seed_policies(&env->rules, env->policies, slot->seed, slot->index, slot->rngs);
    slot->last = 0;
    run_policies(env, slot);
}

/* Deals until a hand lets the caller act: policies may end one before that. */
static void start_hand(const xz_env *env, xz_env_slot *slot) {
    do {
        deal_next(env, slot);
    } while (slot->seat == XZ_NONE);
    memset(slot->shown, 0, sizeof slot->shown);
    memset(&slot->rivers, 0, sizeof slot->rivers);
}

/* ---- what a step shows ------------------------------------------------------------------------------------------------- */

static void show_view(const xz_env *env, xz_env_slot *slot, int8_t *as_int8, float *as_float32) {
    xz_view view;
    int8_t own[XZ_OBS_SIZE];
    int8_t *const planes = as_int8 ? as_int8 : own;
    xz_view_with(&slot->state, slot->seat == XZ_NONE ? slot->last : slot->seat, slot->legal, &view);
    xz_rivers_follow(&slot->rivers, &view);
    xz_observe_with(&env->rules, &view, &slot->rivers, planes);
    if (as_float32) {
        xz_widen(planes, as_float32);
    }
}

static void show_mask(xz_actions legal, uint8_t *row) {
    xz_spread(legal.words[0], row);
    if (XZ_LIKELY(legal.words[1] == 0)) {
        memset(row + 64, 0, XZ_ACTION_COUNT - 64);
        return;
    }
    uint8_t rest[64];
    xz_spread(legal.words[1], rest);
    memcpy(row + 64, rest, XZ_ACTION_COUNT - 64);
}

static int8_t *row8(int8_t *rows, int64_t i) { return rows ? rows + i * XZ_OBS_SIZE : NULL; }
static float *row32(float *rows, int64_t i) { return rows ? rows + i * XZ_OBS_SIZE : NULL; }

/* All but rewards and `done`. */
static void show_position(const xz_env *env, int64_t i, const xz_env_arrays *out) {
    xz_env_slot *const slot = &env->slots[i];
    if (out->observations_int8 || out->observations_float32) {
        show_view(env, slot, row8(out->observations_int8, i), row32(out->observations_float32, i));
    }
    if (out->masks) {
        show_mask(slot->legal, out->masks + i * XZ_ACTION_COUNT);
    }
    if (out->seats) {
        out->seats[i] = slot->seat == XZ_NONE ? -1 : (int8_t)slot->seat;
    }
}

static void show_rewards(xz_env_slot *slot, int64_t i, const xz_env_arrays *out) {
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        int64_t const gained = slot->state.scores[seat] - slot->shown[seat];
        slot->shown[seat] = slot->state.scores[seat];
        if (out->rewards) {
            out->rewards[i * XZ_MAX_SEATS + seat] = (float)gained;
        }
    }
}

static void show_nothing_gained(int64_t i, const xz_env_arrays *out) {
    if (out->rewards) {
        memset(out->rewards + i * XZ_MAX_SEATS, 0, XZ_MAX_SEATS * sizeof *out->rewards);
    }
    if (out->done) {
        out->done[i] = 0;
    }
}

/* ---- the calls ----------------------------------------------------------------------------------------------------------- */

void xz_env_reset(xz_env *env, int64_t start, int64_t stop, const uint8_t *which, const xz_env_arrays *out) {
    XZ_ASSERT_PREPARED(&env->rules);
    for (int64_t i = start; i < stop; i++) {
        if (!which || which[i]) {
            start_hand(env, &env->slots[i]);
            show_position(env, i, out);
            show_nothing_gained(i, out);
        }
    }
}

static bool is_legal(xz_actions legal, int64_t action) {
    return action == (int)action && xz_actions_has(legal, (int)action);
}

int64_t xz_env_first_illegal(const xz_env *env, int64_t start, int64_t stop, const int64_t *actions) {
    for (int64_t i = start; i < stop; i++) {
        if (env->slots[i].seat != XZ_NONE && !is_legal(env->slots[i].legal, actions[i])) {
            return i;
        }
    }
    return -1;
}

static void step_over(xz_env *env, int64_t i, const xz_env_arrays *out) {
    if (env->autoreset != XZ_DISABLED) {
        start_hand(env, &env->slots[i]);
    }
    show_position(env, i, out);
    show_nothing_gained(i, out);
}

static void step_slot(xz_env *env, int64_t i, int action, const xz_env_arrays *out) {
    xz_env_slot *const slot = &env->slots[i];
    XZ_ASSERT(xz_actions_has(slot->legal, action));
    xz_take(false, &env->rules, &slot->state, slot->seat, action, NULL);
    run_policies(env, slot);
    show_rewards(slot, i, out);
    bool const over = slot->seat == XZ_NONE;
    if (out->done) {
        out->done[i] = over;
    }
    if (over && env->autoreset == XZ_SAME_STEP) {
        if (out->final_observations_int8 || out->final_observations_float32) {
            show_view(env, slot, row8(out->final_observations_int8, i), row32(out->final_observations_float32, i));
        }
        start_hand(env, slot);
    }
    show_position(env, i, out);
}

void xz_env_step(xz_env *env, int64_t start, int64_t stop, const int64_t *actions, const xz_env_arrays *out) {
    for (int64_t i = start; i < stop; i++) {
        if (env->slots[i].seat == XZ_NONE) {
            step_over(env, i, out);
        } else {
            step_slot(env, i, (int)actions[i], out);
        }
    }
}

static uint32_t below(uint64_t *sampler, uint32_t n) {
    uint64_t m;
    do {
        *sampler += XZ_GOLDEN;
        m = (xz_mix64(*sampler) >> 32) * n;
    } while (XZ_UNLIKELY((uint32_t)m < n) && (uint32_t)m < (uint32_t)((UINT64_C(1) << 32) % n));
    return (uint32_t)(m >> 32);
}

void xz_env_sample(xz_env *env, int64_t start, int64_t stop, int64_t *actions) {
    for (int64_t i = start; i < stop; i++) {
        xz_env_slot *const slot = &env->slots[i];
        actions[i] = 0;
        if (slot->seat != XZ_NONE) {
            uint32_t const rank = below(&slot->sampler, xz_action_count(slot->legal));
            actions[i] = xz_nth_action(slot->legal, rank);
        }
    }
}
