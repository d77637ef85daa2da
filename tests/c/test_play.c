/*
 * Whole hands at random under rules drawn at random, penalties included: every state passes xz_state_check, what is legal is
 * taken and all else refused without a change, payments add up to the scores, and a view re-dealt is the same view.
 */
#include "check.h"
#include "xuezhan/xuezhan.h"

#include <string.h>

enum { HANDS = 1500 };

static xz_rng rng;

static int below(int n) { return (int)xz_rng_below(&rng, (uint32_t)n); }

static bool has(const xz_actions *set, int action) { return set->words[action / 64] >> (action % 64) & 1u; }

/* A preset with some options moved, often enough that the phases of penalties and small tables are met. */
static xz_rules draw_rules(void) {
    xz_rules rules;
    do {
        xz_rules_preset(below(XZ_RULEBOOK_COUNT), &rules);
        for (int moved = below(6); moved > 0; moved--) {
            const xz_option *const option = xz_option_at(below(xz_option_count()));
            if (option->kind != XZ_OPTION_PATTERNS && option->high <= 255) {
                int64_t const value = option->low + below((int)(option->high - option->low + 1));
                memcpy((char *)&rules + option->offset, &value, sizeof value);
            }
        }
        if (below(4) == 0) {
            rules.escape_units = 3;
            rules.false_win_units = 1;
            rules.wrong_count_units = 2;
        }
    } while (xz_rules_prepare(&rules, NULL, 0) != XZ_OK);
    return rules;
}

/* Wins, kongs and pongs more often than not; else what `efficiency` would do, so that hands end in every way. */
static int choose(const xz_rules *rules, const xz_state *state, int seat, const xz_actions *legal) {
    if (below(4)) {
        return xz_policy_action(XZ_POLICY_MIXED, rules, state, seat, &rng);
    }
    int choices[XZ_ACTION_COUNT], count = 0;
    for (int action = 0; action < XZ_ACTION_COUNT; action++) {
        if (has(legal, action)) {
            choices[count++] = action;
        }
    }
    return choices[below(count)];
}

static void check_refusals(const xz_rules *rules, const xz_state *state, int seat, const xz_actions *legal) {
    xz_state copy = *state;
    int const action = below(XZ_ACTION_COUNT);
    if (!has(legal, action)) {
        CHECK_EQUAL(xz_step(rules, &copy, seat, action, NULL), XZ_E_ILLEGAL);
    }
    CHECK(xz_step(rules, &copy, seat, -1, NULL) == XZ_E_ILLEGAL &&
          xz_step(rules, &copy, seat, XZ_ACTION_COUNT, NULL) == XZ_E_ILLEGAL);
    CHECK(xz_step(rules, &copy, -1, action, NULL) == XZ_E_SEAT &&
          xz_step(rules, &copy, state->players, action, NULL) == XZ_E_SEAT);
    CHECK(xz_penalize(rules, &copy, seat, XZ_PENALTY_COUNT, NULL) == XZ_E_PENALTY);
    CHECK(memcmp(&copy, state, sizeof copy) == 0);
}

static void check_redeal(const xz_rules *rules, const xz_state *state, int seat) {
    xz_view view, again;
    xz_state world;
    char reason[64] = "";
    CHECK(xz_view_of(rules, state, seat, &view) == XZ_OK);
    int const policy = below(2) ? XZ_POLICY_EFFICIENCY : XZ_NONE;
    if (xz_redeal(rules, &view, policy, &rng, &world) != XZ_OK) {
        CHECK(state->phase != XZ_TURN && state->answers[seat] != XZ_OWING); /* nobody in that world was to be asked */
        return;
    }
    CHECK(xz_state_check(rules, &world, reason, sizeof reason) == XZ_OK);
    CHECK(xz_view_of(rules, &world, seat, &again) == XZ_OK);
    CHECK(memcmp(&view, &again, sizeof view) == 0);
}

static void apply_events(const xz_events *events, int64_t scores[XZ_MAX_SEATS]) {
    CHECK(events->count <= XZ_MAX_EVENTS);
    for (int i = 0; i < events->count; i++) {
        const xz_event *const event = &events->items[i];
        if (event->kind == XZ_EVENT_PAYMENT) {
            CHECK(event->amount != 0);
            scores[event->seat] -= event->amount;
            scores[event->other] += event->amount;
        }
    }
}

static void play_hand(uint64_t index) {
    xz_rules const rules = draw_rules();
    xz_state state;
    static xz_events events;
    uint8_t wall[XZ_MAX_WALL];
    char reason[64] = "";
    int64_t scores[XZ_MAX_SEATS] = {0};
    int const length = xz_wall(7, index, (unsigned)rules.suits, wall);
    CHECK(xz_deal_way(&rules, &state, below((int)rules.players), wall, length, xz_exchange_way(&rules, rng.s[0], 0),
                      &events) == XZ_OK);
    bool const penalties = below(3) == 0;
    while (state.phase != XZ_OVER) {
        CHECK(xz_state_check(&rules, &state, reason, sizeof reason) == XZ_OK);
        if (reason[0]) {
            fprintf(stderr, "hand %llu: %s\n", (unsigned long long)index, reason);
            return;
        }
        int const seat = xz_to_act(&state);
        xz_actions const legal = xz_legal(&rules, &state, seat);
        CHECK((legal.words[0] | legal.words[1]) != 0);
        check_refusals(&rules, &state, seat, &legal);
        if (below(8) == 0) {
            check_redeal(&rules, &state, below(state.players));
        }
        xz_state quiet = state;
        if (penalties && below(40) == 0) {
            int const target = below(state.players), penalty = below(XZ_PENALTY_COUNT);
            int const status = xz_penalize(&rules, &state, target, penalty, &events);
            CHECK(xz_penalize(&rules, &quiet, target, penalty, NULL) == status);
            if (status != XZ_OK) {
                CHECK_EQUAL(status, XZ_E_PENALTY);
                continue;
            }
        } else {
            int const action = choose(&rules, &state, seat, &legal);
            CHECK(xz_step(&rules, &state, seat, action, &events) == XZ_OK);
            CHECK(xz_step(&rules, &quiet, seat, action, NULL) == XZ_OK);
        }
        CHECK(memcmp(&quiet, &state, sizeof state) == 0);
        apply_events(&events, scores);
        CHECK(memcmp(scores, state.scores, sizeof scores) == 0);
    }
    CHECK(xz_state_check(&rules, &state, reason, sizeof reason) == XZ_OK);
    CHECK(xz_step(&rules, &state, 0, XZ_PASS, NULL) == XZ_E_OVER);
    CHECK(xz_penalize(&rules, &state, 0, XZ_ESCAPE, NULL) == XZ_E_OVER);
    CHECK_EQUAL(xz_pending(&state), 0);
    CHECK_EQUAL(xz_to_act(&state), XZ_NONE);
    CHECK_EQUAL(xz_policy_action(XZ_POLICY_EFFICIENCY, &rules, &state, xz_to_act(&state), NULL), XZ_E_SEAT);
}

/* The tiles of a seat's melds are read from all four places. */
static void check_places_without_a_meld(void) {
    xz_rules rules;
    xz_state state;
    uint8_t wall[XZ_MAX_WALL];
    char reason[256];
    xz_rules_preset(XZ_GUIDE, &rules);
    xz_deal(&rules, &state, 0, wall, xz_wall(3, 0, (unsigned)rules.suits, wall), NULL);
    CHECK(xz_state_check(&rules, &state, reason, sizeof reason) == XZ_OK);
    state.melds[1][2].tile = XZ_NONE;
    CHECK(xz_state_check(&rules, &state, reason, sizeof reason) == XZ_E_STATE);
    CHECK(strstr(reason, "fields_in_range") != NULL);
}

static void check_deal_refusals(void) {
    xz_rules rules;
    xz_state state;
    uint8_t wall[XZ_MAX_WALL];
    xz_rules_preset(XZ_GUIDE, &rules);
    xz_wall(0, 0, 7, wall);
    CHECK(xz_deal(&rules, &state, 4, wall, 108, NULL) == XZ_E_SEAT);
    CHECK(xz_deal(&rules, &state, 0, wall, 107, NULL) == XZ_E_WALL);
    wall[3] = 27;
    CHECK(xz_deal(&rules, &state, 0, wall, 108, NULL) == XZ_E_WALL);
    wall[3] = wall[5];
    CHECK(xz_deal(&rules, &state, 0, wall, 108, NULL) == XZ_E_WALL);
    CHECK(sizeof(xz_state) <= 640);
}

int main(void) {
    xz_rng_seed(&rng, 1, 0, XZ_STREAM_CALLER);
    check_deal_refusals();
    check_places_without_a_meld();
    for (uint64_t index = 0; index < HANDS; index++) {
        play_hand(index);
    }
    return check_report();
}
