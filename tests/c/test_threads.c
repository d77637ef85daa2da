/*
 * Threads: batches, environments, playouts, searches and rows of hands worked on at once give what one thread alone gives.
 * Under the thread sanitizer (preset `thread`) it also shows that they share nothing that is written to.
 */
#include "check.h"

#include "xuezhan/xuezhan.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, HANDS = 24, SLOTS = 32, STEPS = 120, ROWS = 4096, WORLDS = 16 };

typedef struct job {
    int number; /* of THREADS */
    bool failed; /* CHECK counts for one thread alone */
    xz_rules rules;
    xz_tally tally;
    xz_hand_result results[HANDS];
    xz_env *env;
    const xz_env_arrays *out;
    int64_t *actions;
    const uint8_t *counts;
    int8_t shanten[ROWS / THREADS];
    uint32_t waits[ROWS / THREADS];
    xz_outcome outcomes[WORLDS];
    const xz_view *view;
    int action;
} job;

static void in_threads(void *(*work)(void *), job *jobs) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(!jobs[i].failed);
    }
}

static job *new_jobs(void) {
    job *const jobs = calloc(THREADS, sizeof *jobs);
    CHECK(jobs != NULL);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].number = i;
        CHECK(xz_rules_preset(XZ_CHENGDU, &jobs[i].rules) == XZ_OK);
    }
    return jobs;
}

/* ---- batches ------------------------------------------------------------------------------------------------------------- */

static const xz_batch mixed = {
    .seed = 5, .policies = {XZ_POLICY_MIXED, XZ_POLICY_VALUE, XZ_POLICY_EFFICIENCY, XZ_POLICY_RANDOM}, .dealer = -1};

static void *play(void *with) {
    job *const own = with;
    uint64_t const first = (uint64_t)own->number * HANDS;
    own->failed |= !(xz_play_batch(&own->rules, &mixed, first, HANDS, own->results, NULL, &own->tally) == XZ_OK);
    return NULL;
}

static void test_batches(void) {
    job *const jobs = new_jobs();
    static xz_hand_result alone[THREADS * HANDS];
    static xz_tally sums, together;
    in_threads(play, jobs);
    CHECK(xz_play_batch(&jobs->rules, &mixed, 0, THREADS * HANDS, alone, NULL, &sums) == XZ_OK);
    for (int i = 0; i < THREADS; i++) {
        CHECK(memcmp(jobs[i].results, alone + i * HANDS, sizeof jobs[i].results) == 0);
        xz_tally_add(&together, &jobs[i].tally);
    }
    CHECK(memcmp(&sums, &together, sizeof sums) == 0);
    free(jobs);
}

/* ---- environments ---------------------------------------------------------------------------------------------------------- */

static void *step_slice(void *with) {
    job *const own = with;
    int64_t const start = SLOTS * own->number / THREADS, stop = SLOTS * (own->number + 1) / THREADS;
    xz_env_reset(own->env, start, stop, NULL, own->out);
    for (int step = 0; step < STEPS; step++) {
        xz_env_sample(own->env, start, stop, own->actions);
        own->failed |= !(xz_env_first_illegal(own->env, start, stop, own->actions) == -1);
        xz_env_step(own->env, start, stop, own->actions, own->out);
    }
    return NULL;
}

typedef struct table {
    xz_env env;
    xz_env_arrays out;
    xz_env_slot slots[SLOTS];
    int64_t actions[SLOTS];
    int8_t observations[SLOTS * XZ_OBS_SIZE];
    uint8_t masks[SLOTS * XZ_ACTION_COUNT];
    float rewards[SLOTS * XZ_MAX_SEATS];
    int8_t seats[SLOTS];
    uint8_t done[SLOTS];
} table;

static table *new_table(void) {
    table *const made = calloc(1, sizeof *made);
    CHECK(made != NULL);
    made->env =
        (xz_env){.dealer = -1, .autoreset = XZ_SAME_STEP, .stride = SLOTS, .count = SLOTS, .slots = made->slots};
    CHECK(xz_rules_preset(XZ_ONLINE, &made->env.rules) == XZ_OK);
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        made->env.policies[seat] = seat == 3 ? XZ_POLICY_MIXED : XZ_CALLER;
    }
    CHECK(xz_env_check(&made->env) == XZ_OK);
    made->out = (xz_env_arrays){.observations_int8 = made->observations,
                                .masks = made->masks,
                                .rewards = made->rewards,
                                .seats = made->seats,
                                .done = made->done};
    for (int i = 0; i < SLOTS; i++) {
        made->slots[i].seed = 11;
        made->slots[i].next = (uint64_t)i;
        made->slots[i].sampler = (uint64_t)i;
    }
    return made;
}

static void test_environments(void) {
    job *const jobs = new_jobs();
    table *const shared = new_table(), *const alone = new_table();
    for (int i = 0; i < THREADS; i++) {
        jobs[i].env = &shared->env;
        jobs[i].out = &shared->out;
        jobs[i].actions = shared->actions;
    }
    in_threads(step_slice, jobs);
    for (int i = 0; i < THREADS; i++) {
        job own = {.number = i, .env = &alone->env, .out = &alone->out, .actions = alone->actions};
        step_slice(&own);
        CHECK(!own.failed);
    }
    CHECK(memcmp(shared->observations, alone->observations, sizeof shared->observations) == 0);
    CHECK(memcmp(shared->masks, alone->masks, sizeof shared->masks) == 0);
    CHECK(memcmp(shared->rewards, alone->rewards, sizeof shared->rewards) == 0);
    for (int i = 0; i < SLOTS; i++) {
        CHECK(xz_state_fingerprint(&alone->env.rules, &shared->slots[i].state) ==
              xz_state_fingerprint(&alone->env.rules, &alone->slots[i].state));
    }
    free(shared);
    free(alone);
    free(jobs);
}

/* ---- playouts of one view ------------------------------------------------------------------------------------------------------ */

static void *play_out(void *with) {
    job *const own = with;
    xz_playout const playout = {.seed = 3, .policy = XZ_POLICY_EFFICIENCY, .own = XZ_POLICY_EFFICIENCY};
    uint8_t const action = (uint8_t)own->action;
    xz_search_options const options = {.playout = playout, .doubt = 2, .breadth = 3};
    own->failed |= !(xz_play_worlds(&own->rules, own->view, &playout, (uint64_t)own->number * WORLDS, WORLDS, &action,
                                    1, own->outcomes) == XZ_OK);
    own->failed |= !(xz_search_action(&own->rules, own->view, &options, 64) >= 0);
    return NULL;
}

static void test_playouts(void) {
    job *const jobs = new_jobs();
    static xz_outcome alone[THREADS * WORLDS];
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_view view;
    int const length = xz_wall(8, 0, 7, wall);
    CHECK(xz_deal(&jobs->rules, &state, 0, wall, length, NULL) == XZ_OK);
    CHECK(xz_view_of(&jobs->rules, &state, 0, &view) == XZ_OK);
    int const action = xz_value_action(&jobs->rules, &view);
    CHECK(action >= 0);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].view = &view;
        jobs[i].action = action;
    }
    in_threads(play_out, jobs);
    xz_playout const playout = {.seed = 3, .policy = XZ_POLICY_EFFICIENCY, .own = XZ_POLICY_EFFICIENCY};
    uint8_t const same = (uint8_t)action;
    CHECK(xz_play_worlds(&jobs->rules, &view, &playout, 0, THREADS * WORLDS, &same, 1, alone) == XZ_OK);
    for (int i = 0; i < THREADS; i++) {
        CHECK(memcmp(jobs[i].outcomes, alone + i * WORLDS, sizeof jobs[i].outcomes) == 0);
    }
    free(jobs);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------------- */

static void *ask(void *with) {
    job *const own = with;
    int const rows = ROWS / THREADS;
    const uint8_t *const counts = own->counts + own->number * rows * XZ_SLOTS;
    int status = XZ_OK;
    own->failed |= !(xz_shanten_rows(counts, rows, XZ_SLOTS, 1, NULL, NULL, 0, own->shanten, &status) == rows);
    own->failed |= !(xz_waits_rows(counts, rows, XZ_SLOTS, 1, NULL, NULL, 0, own->waits, &status) == rows);
    return NULL;
}

static void test_rows(void) {
    job *const jobs = new_jobs();
    uint8_t *const counts = calloc(ROWS, XZ_SLOTS);
    int8_t *const shanten = calloc(ROWS, 1);
    int status = XZ_OK;
    CHECK(counts != NULL && shanten != NULL);
    for (int r = 0; r < ROWS; r++) {
        uint8_t wall[XZ_MAX_WALL];
        xz_wall(1, (uint64_t)r, 7, wall);
        for (int i = 0; i < XZ_MAX_HAND - 1; i++) {
            counts[r * XZ_SLOTS + wall[i]]++;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        jobs[i].counts = counts;
    }
    in_threads(ask, jobs);
    CHECK(xz_shanten_rows(counts, ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status) == ROWS);
    for (int i = 0; i < THREADS; i++) {
        CHECK(memcmp(jobs[i].shanten, shanten + i * (ROWS / THREADS), sizeof jobs[i].shanten) == 0);
    }
    free(shanten);
    free(counts);
    free(jobs);
}

int main(void) {
    test_batches();
    test_environments();
    test_playouts();
    test_rows();
    return check_report();
}
