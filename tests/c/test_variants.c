/* Hands of the variants through all that keeps and shows them: checks after every step, bytes, views, re-dealt worlds. */
#include "check.h"

#include "game/choice.h"
#include "game/state.h"
#include "xuezhan/xuezhan.h"

#include <string.h>

typedef struct change {
    const char *option;
    int64_t value;
} change;

/* Rules with options changed; `changes` end with a NULL name. False if a value is still to come. */
static bool rules_with(int base, const change *changes, xz_rules *rules) {
    xz_rules_preset(base, rules);
    for (; changes->option; changes++) {
        bool found = false;
        for (int i = 0; i < xz_option_count(); i++) {
            const xz_option *const option = xz_option_at(i);
            if (strcmp(option->name, changes->option) == 0) {
                memcpy((char *)rules + option->offset, &changes->value, sizeof changes->value);
                found = true;
            }
        }
        CHECK(found);
    }
    char reason[256] = "";
    bool const good = xz_rules_prepare(rules, reason, sizeof reason) == XZ_OK;
    CHECK(good || strstr(reason, "not played yet"));
    return good;
}

static int worlds_seen, chosen_seen, laid_aside_seen, kept_seen, cleared_seen;

static void look(const xz_rules *rules, const xz_state *state, xz_rng *rng) {
    char reason[256] = "";
    if (xz_state_check(rules, state, reason, sizeof reason) != XZ_OK) {
        printf("%s\n", reason);
        CHECK(false);
        return;
    }
    uint8_t bytes[XZ_STATE_MAX_BYTES], seen[XZ_VIEW_MAX_BYTES];
    xz_state again;
    int const size = xz_state_encode(rules, state, bytes, sizeof bytes);
    CHECK(size > 0);
    CHECK_EQUAL(xz_state_decode(rules, bytes, (size_t)size, &again), XZ_OK);
    CHECK(xz_state_fingerprint(rules, &again) == xz_state_fingerprint(rules, state));
    CHECK(memcmp(again.given, state->given, sizeof again.given) == 0 && again.cleared == state->cleared &&
          memcmp(again.fresh, state->fresh, sizeof again.fresh) == 0 && again.drawn == state->drawn);
    for (int seat = 0; seat < state->players; seat++) {
        xz_view view, read, shown;
        xz_view_of(rules, state, seat, &view);
        chosen_seen += view.answer == XZ_ANSWER_CHOSEN;
        laid_aside_seen += view.win_events > 0;
        cleared_seen += view.cleared != 0;
        kept_seen += view.given[0] < XZ_SLOTS && view.way != XZ_NONE;
        int const length = xz_view_encode(rules, &view, seen, sizeof seen);
        CHECK_EQUAL(xz_view_decode(rules, seen, (size_t)length, &read), XZ_OK);
        CHECK(memcmp(&view, &read, sizeof view) == 0);
        for (int n = 0; n < 2; n++) {
            xz_state world;
            CHECK_EQUAL(xz_redeal(rules, &view, n ? XZ_POLICY_RANDOM : XZ_NONE, rng, &world), XZ_OK);
            if (xz_state_check(rules, &world, reason, sizeof reason) != XZ_OK) {
                printf("world: %s\n", reason);
                CHECK(false);
                return;
            }
            xz_view_of(rules, &world, seat, &shown);
            CHECK(memcmp(&view, &shown, sizeof view) == 0);
            worlds_seen++;
        }
    }
}

static bool is_legal(const xz_rules *rules, const xz_state *state, int seat, int action) {
    return action >= 0 && xz_legal(rules, state, seat).words[action / 64] >> (action % 64) & 1u;
}

static void play(const xz_rules *rules, uint64_t index) {
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_rng rng;
    xz_rng_seed(&rng, 5, index, XZ_STREAM_CALLER);
    int const length = xz_wall(5, index, (unsigned)rules->suits, wall);
    int const way = xz_exchange_way(rules, 5, index);
    CHECK_EQUAL(xz_deal_way(rules, &state, (int)(index % (uint64_t)rules->players), wall, length, way, NULL), XZ_OK);
    for (int step = 0; state.phase != XZ_OVER; step++) {
        bool const early = xz_phase_is(XZ_PHASES_BEFORE_PLAY, state.phase);
        if (step % 7 == 0 || early || state.phase == XZ_ROB) {
            look(rules, &state, &rng);
        }
        unsigned const pending = xz_pending(&state);
        int seat;
        do {
            seat = (int)xz_rng_below(&rng, (uint32_t)rules->players);
        } while (!(pending >> seat & 1u));
        int const policy = early ? XZ_POLICY_RANDOM : XZ_POLICY_MIXED;
        int action = xz_policy_action(policy, rules, &state, seat, &rng);
        if (!is_legal(rules, &state, seat, action)) { /* the policy does not know the variant */
            action = xz_policy_action(XZ_POLICY_RANDOM, rules, &state, seat, &rng);
        }
        bool const leaves = rules->escape_units != XZ_NULL && xz_rng_below(&rng, 200) == 0;
        if (!leaves || xz_penalize(rules, &state, seat, XZ_ESCAPE, NULL) != XZ_OK) {
            CHECK_EQUAL(xz_step(rules, &state, seat, action, NULL), XZ_OK);
        }
    }
    look(rules, &state, &rng);
}

int main(void) {
    static const change tables[][8] = {
        {{"exchange", XZ_EXCHANGE_NEXT}, {"void", XZ_VOID_DECLARED}, {NULL, 0}},
        {{"exchange", XZ_EXCHANGE_RANDOM}, {"escape_units", 4}, {NULL, 0}},
        {{"exchange", XZ_EXCHANGE_RANDOM},
         {"players", 3},
         {"exchange_suit", XZ_EXCHANGE_ANY_SUIT},
         {"void", XZ_VOID_DECLARED},
         {"dealer_draws", XZ_DEALER_DRAWS_AFTER_VOID},
         {NULL, 0}},
        {{"exchange", XZ_EXCHANGE_RANDOM}, {"players", 2}, {"exchange_count", 4}, {"hand_size", 10}, {NULL, 0}},
        {{"void", XZ_VOID_DECLARED}, {"pig_exempt", XZ_PIG_EXEMPT_ALL_DISCARDS_VOID}, {"escape_units", 2}, {NULL, 0}},
        {{"void", XZ_VOID_DECLARED},
         {"void_discard", XZ_VOID_DISCARD_FREE},
         {"play_on", 1},
         {"winner_leaves", 0},
         {NULL, 0}},
        {{"play_on", 1},
         {"hand_size", 7},
         {"play_on_roots", XZ_PLAY_ON_ROOTS_FIRST_WIN},
         {"winner_leaves", 0},
         {NULL, 0}},
        {{"play_on", 1},
         {"exchange", XZ_EXCHANGE_ACROSS},
         {"void", XZ_VOID_DECLARED},
         {"play_on_kong", 1},
         {"winner_leaves", 0},
         {NULL, 0}},
        {{"hand_size", 7}, {"pass_scope", XZ_PASS_SAME_TILE}, {"pass_lock", XZ_LOCK_UNTIL_DRAW}, {NULL, 0}},
    };
    bool all = true;
    for (size_t table = 0; table < sizeof tables / sizeof *tables; table++) {
        xz_rules rules;
        bool const played = rules_with((int)(table % XZ_RULEBOOK_COUNT), tables[table], &rules);
        all &= played;
        for (uint64_t index = 0; played && index < 12; index++) {
            play(&rules, index);
        }
    }
    CHECK(!all ||
          (worlds_seen > 4000 && chosen_seen > 200 && laid_aside_seen > 100 && kept_seen > 100 && cleared_seen > 100));
    printf("%d worlds, %d chosen, %d laid aside, %d kept, %d cleared\n", worlds_seen, chosen_seen, laid_aside_seen,
           kept_seen, cleared_seen);
    return check_report();
}
