/*
 * Many hands stepped together: each slot holds a state, and the policies that play the seats which are not the caller's.
 * A slot depends on its seed and indices alone, never on other slots or on how they are shared between threads.
 */
#include "base/port.h"
#include "base/rng.h"
#include "game/legal.h"
#include "game/state.h"
#include "game/step.h"
#include "game/view.h"
#include "sim/observe.h"
#include "sim/policy.h"
#include "sim/spread.h"
#include "tables/bit_table.h"

#include <string.h>

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
            return XZ_E_SEAT;
        }
    }
    if (!caller || env->dealer < -1 || env->dealer >= env->rules.players) {
        return XZ_E_SEAT;
    }
    return env->count < 0 || env->autoreset < 0 || env->autoreset >= XZ_AUTORESET_COUNT ? XZ_E_SIZE : XZ_OK;
}

static bool is_callers(const xz_env *env, int seat) { return env->policies[seat] == XZ_CALLER; }

/* Lets the policies play until one of the caller's seats must act or the hand is over. */
static void run_policies(const xz_env *env, xz_env_slot *slot) {
    int seat = xz_to_act(&slot->state);
    while (seat != XZ_NONE && !is_callers(env, seat)) {
        int const action = xz_policy_action(env->policies[seat], &env->rules, &slot->state, seat, &slot->rngs[seat]);
        xz_step_legal(&env->rules, &slot->state, seat, action, NULL);
        seat = xz_to_act(&slot->state);
    }
    slot->seat = (uint8_t)seat;
    if (seat == XZ_NONE) {
        slot->legal = (xz_actions){{0, 0}};
    } else {
        slot->last = (uint8_t)seat;
        slot->legal = (xz_actions){{xz_legal_set(&env->rules, &slot->state, seat), 0}};
    }
}

static void deal_next(const xz_env *env, xz_env_slot *slot) {
    int const players = (int)env->rules.players;
    slot->index = slot->next;
    slot->next += env->stride;
    uint8_t wall[XZ_MAX_WALL];
    xz_wall(slot->seed, slot->index, (unsigned)env->rules.suits, wall);
    int const dealer = env->dealer >= 0 ? env->dealer : (int)(slot->index % (uint64_t)players);
    xz_deal_wall(&env->rules, &slot->state, dealer, wall, NULL);
    for (int seat = 0; seat < players; seat++) {
        if (!is_callers(env, seat) && xz_policy_draws(env->policies[seat])) {
            xz_rng_seed(&slot->rngs[seat], slot->seed, slot->index, XZ_STREAM_POLICY + (uint64_t)seat);
        }
    }
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
    xz_spread(legal.words[0], row); /* no action after pass is played */
    memset(row + 64, 0, XZ_ACTION_COUNT - 64);
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
    for (int64_t i = start; i < stop; i++) {
        if (!which || which[i]) {
            start_hand(env, &env->slots[i]);
            show_position(env, i, out);
            show_nothing_gained(i, out);
        }
    }
}

static bool is_legal(xz_actions legal, int64_t action) {
    return action >= 0 && action < XZ_ACTION_COUNT && (legal.words[action / 64] >> (action % 64) & 1u);
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
    xz_step_legal(&env->rules, &slot->state, slot->seat, action, NULL);
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
            xz_bits const bits = xz_bits_of(slot->legal.words[0]); /* none after pass is played */
            actions[i] = xz_nth_bit(&bits, below(&slot->sampler, bits.count));
        }
    }
}
