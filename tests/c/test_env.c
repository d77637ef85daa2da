/* Hands stepped together: the same hands as stepped alone, in every mode, whatever the slices. */
#include "check.h"

#include "xuezhan/xuezhan.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 7, STEPS = 900 };

typedef struct room {
    xz_env env;
    xz_env_slot slots[SLOTS];
    int8_t observations[SLOTS * XZ_OBS_SIZE], final_observations[SLOTS * XZ_OBS_SIZE];
    uint8_t masks[SLOTS * XZ_ACTION_COUNT], done[SLOTS];
    float rewards[SLOTS * XZ_MAX_SEATS];
    int8_t seats[SLOTS];
    int64_t actions[SLOTS];
    xz_env_arrays out;
} room;

static void open_room(room *r, int book, int autoreset) {
    memset(r, 0, sizeof *r);
    xz_rules_preset(book, &r->env.rules);
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        r->env.policies[seat] = XZ_CALLER;
    }
    r->env.dealer = -1;
    r->env.autoreset = autoreset;
    r->env.stride = SLOTS;
    r->env.count = SLOTS;
    r->env.slots = r->slots;
    for (uint64_t i = 0; i < SLOTS; i++) {
        r->slots[i].seed = 4;
        r->slots[i].next = r->slots[i].sampler = i;
    }
    r->out = (xz_env_arrays){.observations_int8 = r->observations,
                             .masks = r->masks,
                             .rewards = r->rewards,
                             .seats = r->seats,
                             .done = r->done,
                             .final_observations_int8 = r->final_observations};
    CHECK_EQUAL(xz_env_check(&r->env), XZ_OK);
    xz_env_reset(&r->env, 0, SLOTS, NULL, &r->out);
}

static void sample_and_step(room *r) {
    xz_env_sample(&r->env, 0, 3, r->actions);
    xz_env_sample(&r->env, 3, SLOTS, r->actions);
    CHECK_EQUAL(xz_env_first_illegal(&r->env, 0, SLOTS, r->actions), -1);
    xz_env_step(&r->env, 0, 5, r->actions, &r->out);
    xz_env_step(&r->env, 5, SLOTS, r->actions, &r->out);
}

/* What the arrays say is what the state says. */
static void arrays_are_true(const room *r) {
    for (int i = 0; i < SLOTS; i++) {
        const xz_env_slot *const slot = &r->slots[i];
        int const seat = xz_to_act(&slot->state);
        CHECK_EQUAL(r->seats[i], seat == XZ_NONE ? -1 : seat);
        CHECK_EQUAL(xz_state_check(&r->env.rules, &slot->state, NULL, 0), XZ_OK);
        xz_actions const legal = xz_legal(&r->env.rules, &slot->state, seat);
        for (int action = 0; action < XZ_ACTION_COUNT; action++) {
            CHECK_EQUAL(r->masks[i * XZ_ACTION_COUNT + action], legal.words[action / 64] >> (action % 64) & 1u);
        }
        xz_view view;
        int8_t planes[XZ_OBS_SIZE];
        xz_view_of(&r->env.rules, &slot->state, seat == XZ_NONE ? slot->last : seat, &view);
        xz_observe_int8(&r->env.rules, &view, planes);
        CHECK(memcmp(planes, r->observations + i * XZ_OBS_SIZE, XZ_OBS_SIZE) == 0);
    }
}

static void hands_go_on(int book, int autoreset) {
    static room r;
    open_room(&r, book, autoreset);
    arrays_are_true(&r);
    xz_state alone[SLOTS];
    uint64_t index[SLOTS];
    int ended = 0;
    for (int i = 0; i < SLOTS; i++) {
        alone[i] = r.slots[i].state;
        index[i] = (uint64_t)i;
    }
    for (int step = 0; step < STEPS; step++) {
        sample_and_step(&r);
        for (int i = 0; i < SLOTS; i++) {
            bool const was_over = alone[i].phase == XZ_OVER;
            int64_t before[XZ_MAX_SEATS];
            memcpy(before, alone[i].scores, sizeof before);
            if (!was_over) {
                CHECK_EQUAL(xz_step(&r.env.rules, &alone[i], xz_to_act(&alone[i]), (int)r.actions[i], NULL), XZ_OK);
            }
            bool const over = alone[i].phase == XZ_OVER;
            CHECK_EQUAL(r.done[i], over && !was_over);
            for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
                CHECK_EQUAL(r.rewards[i * XZ_MAX_SEATS + seat], alone[i].scores[seat] - before[seat]);
            }
            ended += r.done[i];
            if (r.done[i] && autoreset == XZ_SAME_STEP) {
                xz_view view;
                int8_t planes[XZ_OBS_SIZE];
                bool seen = false;
                for (int seat = 0; seat < alone[i].players; seat++) {
                    xz_view_of(&r.env.rules, &alone[i], seat, &view);
                    xz_observe_int8(&r.env.rules, &view, planes);
                    seen |= memcmp(planes, r.final_observations + i * XZ_OBS_SIZE, XZ_OBS_SIZE) == 0;
                }
                CHECK(seen);
            }
            if ((was_over && autoreset == XZ_NEXT_STEP) || (r.done[i] && autoreset == XZ_SAME_STEP)) {
                uint8_t wall[XZ_MAX_WALL];
                index[i] += SLOTS;
                CHECK_EQUAL(r.slots[i].index, index[i]);
                int const length = xz_wall(4, index[i], (unsigned)r.env.rules.suits, wall);
                xz_deal(&r.env.rules, &alone[i], (int)(index[i] % 4), wall, length, NULL);
            }
            CHECK_EQUAL(xz_state_fingerprint(&r.env.rules, &alone[i]),
                        xz_state_fingerprint(&r.env.rules, &r.slots[i].state));
        }
        if (autoreset == XZ_DISABLED && step % 300 == 299) {
            xz_env_reset(&r.env, 0, SLOTS, r.done, &r.out); /* none has just ended: nothing happens */
            uint8_t over[SLOTS];
            for (int i = 0; i < SLOTS; i++) {
                over[i] = r.seats[i] < 0;
            }
            xz_env_reset(&r.env, 0, SLOTS, over, &r.out);
            for (int i = 0; i < SLOTS; i++) {
                index[i] = r.slots[i].index;
                alone[i] = r.slots[i].state;
                CHECK(r.seats[i] >= 0);
            }
        }
        if (step % 10 == 0) {
            arrays_are_true(&r);
        }
    }
    CHECK(ended >= SLOTS);
}

/* The kept rivers are those of the state. */
static void rivers_are_true(const xz_env_slot *slot) {
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        uint8_t counts[XZ_SLOTS] = {0};
        int length = 0;
        for (int i = slot->state.river_count - 1; i >= 0; i--) {
            if (slot->state.tiles[i] >> 5 == seat) {
                int const tile = slot->state.tiles[i] & 31;
                CHECK(length >= XZ_OBS_RIVER_DEPTH || slot->rivers.newest[seat][length] == tile);
                counts[tile]++;
                length++;
            }
        }
        CHECK_EQUAL(slot->rivers.length[seat], length);
        CHECK(memcmp(slot->rivers.counts[seat], counts, sizeof counts) == 0);
    }
}

/* Whatever has happened since a slot was last observed: its planes are those of its view alone. */
static void rivers_follow_the_hands(int book, int autoreset, int callers, int *all_robs) {
    static room r;
    open_room(&r, book, autoreset);
    for (int seat = callers; seat < XZ_MAX_SEATS; seat++) {
        r.env.policies[seat] = XZ_POLICY_RANDOM;
    }
    for (uint64_t i = 0; i < SLOTS; i++) {
        r.slots[i].next = i;
    }
    xz_env_reset(&r.env, 0, SLOTS, NULL, &r.out);
    uint32_t chance = 1;
    int pongs = 0, kongs = 0, robs = 0, ended = 0;
    for (int step = 0; step < 6 * STEPS; step++) {
        chance = chance * 1664525u + 1013904223u;
        r.out.observations_int8 = step < 3 * STEPS || chance >> 30 == 0 ? r.observations : NULL;
        xz_env_sample(&r.env, 0, SLOTS, r.actions);
        for (int i = 0; i < SLOTS; i++) {
            if (i % 2 && r.seats[i] >= 0) { /* hands that are played well come to robbing */
                r.actions[i] =
                    xz_policy_action(XZ_POLICY_EFFICIENCY, &r.env.rules, &r.slots[i].state, r.seats[i], NULL);
            }
            pongs += r.seats[i] >= 0 && r.actions[i] == XZ_CLAIM_PONG;
            kongs += r.seats[i] >= 0 && r.actions[i] >= XZ_KONG && r.actions[i] < XZ_CLAIM_PONG;
            robs += r.slots[i].state.phase == XZ_ROB && r.actions[i] == XZ_WIN;
        }
        xz_env_step(&r.env, 0, SLOTS, r.actions, &r.out);
        uint8_t over[SLOTS];
        for (int i = 0; i < SLOTS; i++) {
            over[i] = r.seats[i] < 0;
            ended += r.done[i];
            if (r.out.observations_int8) {
                rivers_are_true(&r.slots[i]);
            }
        }
        if (r.out.observations_int8) {
            arrays_are_true(&r);
        }
        if (autoreset == XZ_DISABLED) {
            xz_env_reset(&r.env, 0, SLOTS, over, &r.out);
        }
    }
    CHECK(pongs > 100 && kongs > 100 && ended > 100);
    *all_robs += robs;
}

static void policies_play_the_other_seats(void) {
    static room r;
    open_room(&r, XZ_ONLINE, XZ_SAME_STEP);
    for (int seat = 1; seat < XZ_MAX_SEATS; seat++) {
        r.env.policies[seat] = seat == 1 ? XZ_POLICY_RANDOM : XZ_POLICY_MIXED;
    }
    for (uint64_t i = 0; i < SLOTS; i++) {
        r.slots[i].next = i;
    }
    CHECK_EQUAL(xz_env_check(&r.env), XZ_OK);
    xz_env_reset(&r.env, 0, SLOTS, NULL, &r.out);
    int ended = 0;
    double sums[XZ_MAX_SEATS] = {0};
    for (int step = 0; step < STEPS; step++) {
        sample_and_step(&r);
        for (int i = 0; i < SLOTS; i++) {
            CHECK_EQUAL(r.seats[i], 0);
            ended += r.done[i];
            for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
                sums[seat] += (double)r.rewards[i * XZ_MAX_SEATS + seat];
            }
        }
    }
    CHECK(ended > 100);
    CHECK(sums[0] + sums[1] + sums[2] + sums[3] == 0);
    CHECK(sums[0] < sums[2] && sums[0] < sums[3]);
}

static void wrong_settings_are_refused(void) {
    static room r;
    open_room(&r, XZ_GUIDE, XZ_SAME_STEP);
    r.env.autoreset = XZ_AUTORESET_COUNT;
    CHECK_EQUAL(xz_env_check(&r.env), XZ_E_COUNT);
    r.env.autoreset = XZ_DISABLED;
    r.env.policies[2] = XZ_POLICY_COUNT;
    CHECK_EQUAL(xz_env_check(&r.env), XZ_E_POLICY);
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        r.env.policies[seat] = XZ_POLICY_RANDOM;
    }
    CHECK_EQUAL(xz_env_check(&r.env), XZ_E_SEAT);
    open_room(&r, XZ_GUIDE, XZ_SAME_STEP);
    xz_env_sample(&r.env, 0, SLOTS, r.actions);
    r.actions[4] = XZ_PASS;
    r.actions[6] = -1;
    CHECK_EQUAL(xz_env_first_illegal(&r.env, 0, SLOTS, r.actions), 4);
    CHECK_EQUAL(xz_env_first_illegal(&r.env, 5, SLOTS, r.actions), 6);
}

/* Both kinds of numbers are the same. */
static void numbers_agree(void) {
    static room r;
    open_room(&r, XZ_CHENGDU, XZ_SAME_STEP);
    static float wide[XZ_OBS_SIZE];
    static int8_t small[XZ_OBS_SIZE];
    for (int step = 0; step < 200; step++) {
        sample_and_step(&r);
        xz_view view;
        xz_view_of(&r.env.rules, &r.slots[step % SLOTS].state, step % 4, &view);
        xz_observe_int8(&r.env.rules, &view, small);
        xz_observe_float32(&r.env.rules, &view, wide);
        for (int i = 0; i < XZ_OBS_SIZE; i++) {
            CHECK_EQUAL(wide[i], small[i]);
        }
    }
}

int main(void) {
    for (int book = 0; book < XZ_RULEBOOK_COUNT; book++) {
        hands_go_on(book, book);
        hands_go_on(book, (book + 1) % XZ_AUTORESET_COUNT);
    }
    int robs = 0;
    for (int mode = 0; mode < XZ_AUTORESET_COUNT; mode++) {
        rivers_follow_the_hands(XZ_CHENGDU, mode, XZ_MAX_SEATS, &robs);
        rivers_follow_the_hands(XZ_ONLINE, mode, 1, &robs);
    }
    CHECK(robs > 0);
    policies_play_the_other_seats();
    wrong_settings_are_refused();
    numbers_agree();
    return check_report();
}
