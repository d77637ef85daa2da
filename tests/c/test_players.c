/* The players: legal, from the view alone, and sensible where there is no doubt; likely worlds; playouts and search. */
#include "check.h"

#include "game/state.h"

#include <string.h>

static xz_rules rules_of(int rulebook) {
    xz_rules rules;
    xz_rules_preset(rulebook, &rules);
    return rules;
}

static xz_state deal(const xz_rules *rules, uint64_t index) {
    uint8_t wall[XZ_MAX_WALL];
    int const length = xz_wall(11, index, (unsigned)rules->suits, wall);
    xz_state state;
    xz_deal(rules, &state, (int)(index % (uint64_t)rules->players), wall, length, NULL);
    return state;
}

/* ---- value ----------------------------------------------------------------------------------------------------------- */

static bool legal(const xz_view *view, int action) {
    return action >= 0 && action < XZ_ACTION_COUNT && view->legal.words[action / 64] >> (action % 64) & 1u;
}

static void value_is_legal_and_knows_its_view_alone(const xz_rules *rules, uint64_t index) {
    xz_state state = deal(rules, index);
    for (int seat = xz_to_act(&state); seat != XZ_NONE; seat = xz_to_act(&state)) {
        xz_view view;
        xz_view_of(rules, &state, seat, &view);
        int const action = xz_value_action(rules, &view);
        CHECK(legal(&view, action));
        CHECK_EQUAL(action, xz_policy_action(XZ_POLICY_VALUE, rules, &state, seat, NULL));
        xz_rng rng;
        xz_state other;
        xz_rng_seed(&rng, 3, index, XZ_STREAM_CALLER);
        CHECK_EQUAL(xz_redeal(rules, &view, XZ_POLICY_EFFICIENCY, &rng, &other), XZ_OK);
        CHECK_EQUAL(action, xz_policy_action(XZ_POLICY_VALUE, rules, &other, seat, NULL));
        double worths[XZ_ACTION_COUNT];
        xz_value_worths(rules, &view, worths);
        for (int a = 0; a < XZ_ACTION_COUNT; a++) {
            CHECK(legal(&view, a) ? worths[a] > XZ_NO_WORTH : worths[a] == XZ_NO_WORTH);
        }
        CHECK_EQUAL(xz_step(rules, &state, seat, action, NULL), XZ_OK);
    }
}

/* The view of a seat that has drawn `drawn` to these tiles, in a hand in which nothing else has happened. */
static xz_view on_turn(const xz_rules *rules, const char *text, int drawn, int wall_left) {
    xz_hand hand;
    CHECK_EQUAL(xz_hand_parse(text, strlen(text), &hand, NULL), XZ_OK);
    xz_view view;
    memset(&view, 0, sizeof view);
    memcpy(view.counts, hand.counts, sizeof view.counts);
    memcpy(view.melds[0], hand.melds, sizeof view.melds[0]);
    view.meld_count[0] = hand.meld_count;
    for (int i = 0; i < hand.meld_count; i++) {
        view.seen[hand.melds[i].tile] =
            (uint8_t)(view.seen[hand.melds[i].tile] + (hand.melds[i].kind == XZ_PONG ? 3 : 4));
    }
    view.players = (uint8_t)rules->players;
    view.active = 15;
    view.phase = XZ_TURN;
    view.origin = XZ_FROM_DRAW;
    view.tile = view.drawn = (uint8_t)drawn;
    view.wall_left = (uint8_t)wall_left;
    view.chain_meld = view.next_dealer = XZ_NONE;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (view.counts[slot]) {
            view.legal.words[0] |= UINT64_C(1) << (XZ_DISCARD + slot);
        }
        if (view.counts[slot] == 4) {
            view.legal.words[0] |= UINT64_C(1) << (XZ_KONG + slot);
        }
    }
    if (xz_hand_is_win(&hand)) {
        view.legal.words[0] |= UINT64_C(1) << XZ_WIN;
    }
    return view;
}

static int chosen(const xz_rules *rules, const char *text, int drawn, int wall_left) {
    xz_view const view = on_turn(rules, text, drawn, wall_left);
    return xz_value_action(rules, &view);
}

enum { M = 0, P = 9, S = 18 };
static int tile(int suit, int rank) { return suit + rank - 1; }

static void value_is_sensible(const xz_rules *rules) {
    /* a win late in the hand; the tile that is of no use; a kong that costs nothing */
    CHECK_EQUAL(chosen(rules, "123456m22334499p", tile(P, 4), 20), XZ_WIN);
    CHECK_EQUAL(chosen(rules, "123456m2345699p1s", tile(S, 1), 30), XZ_DISCARD + tile(S, 1));
    CHECK_EQUAL(chosen(rules, "1234569999m2355p", tile(P, 5), 40), XZ_KONG + tile(M, 9));
    /* with one draw left, a tile of a third suit makes it a pig */
    CHECK_EQUAL(chosen(rules, "1245689m123578p9s", tile(P, 8), 4), XZ_DISCARD + tile(S, 9));
}

/* What the hand is worth follows the rules: a flush that pays more is worth more, and the unit scales all. */
static void worths_follow_the_rules(void) {
    xz_rules plain = rules_of(XZ_CHENGDU), dear = plain, wide = plain;
    dear.patterns[XZ_FULL_FLUSH] = 8;
    wide.unit = 7;
    CHECK_EQUAL(xz_rules_prepare(&dear, NULL, 0), XZ_OK);
    CHECK_EQUAL(xz_rules_prepare(&wide, NULL, 0), XZ_OK);
    xz_view const view = on_turn(&plain, "12345678899m22p1s", tile(S, 1), 50);
    double worths[XZ_ACTION_COUNT], more[XZ_ACTION_COUNT], times[XZ_ACTION_COUNT];
    xz_value_worths(&plain, &view, worths);
    xz_value_worths(&dear, &view, more);
    xz_value_worths(&wide, &view, times);
    CHECK(more[XZ_DISCARD + tile(P, 2)] > 2 * worths[XZ_DISCARD + tile(P, 2)]);
    CHECK_EQUAL(xz_value_action(&dear, &view) == XZ_DISCARD + tile(M, 1), false);
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (view.counts[slot]) {
            double const ratio = times[slot] / worths[slot];
            CHECK(ratio > 6.999 && ratio < 7.001);
        }
    }
}

/* ---- worlds and playouts --------------------------------------------------------------------------------------------- */

static bool deal_likely(const xz_rules *rules, const xz_view *view, xz_rng *rng, xz_state *world) {
    return xz_redeal_many(rules, view, XZ_WORLDS_LIKELY, XZ_POLICY_EFFICIENCY, rng, NULL, NULL, world, 1) == 1;
}

static bool same_view(const xz_rules *rules, const xz_view *view, const xz_state *world) {
    xz_view found;
    xz_view_of(rules, world, view->seat, &found);
    return memcmp(view, &found, sizeof found) == 0;
}

static void likely_worlds_are_worlds(const xz_rules *rules, uint64_t index, int policy) {
    xz_state state = deal(rules, index);
    xz_rng rngs[XZ_MAX_SEATS];
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        xz_rng_seed(&rngs[seat], 5, index, XZ_STREAM_POLICY + (uint64_t)seat);
    }
    for (int seat = xz_to_act(&state); seat != XZ_NONE; seat = xz_to_act(&state)) {
        xz_view view;
        xz_view_of(rules, &state, seat, &view);
        xz_rng rng;
        xz_state world;
        xz_rng_seed(&rng, 7, index, XZ_STREAM_CALLER);
        CHECK(deal_likely(rules, &view, &rng, &world));
        char reason[256] = "";
        if (xz_state_check(rules, &world, reason, sizeof reason) != XZ_OK) {
            fprintf(stderr, "%s\n", reason);
            CHECK(false);
        }
        CHECK(same_view(rules, &view, &world));
        xz_step(rules, &state, seat, xz_policy_action(policy, rules, &state, seat, &rngs[seat]), NULL);
    }
}

/* Late in a hand few seats hold three suits; dealt evenly, most do. */
static void likely_worlds_are_likely(void) {
    xz_rules const rules = rules_of(XZ_GUIDE);
    int seats = 0, even = 0, likely = 0;
    for (uint64_t index = 0; index < 200; index++) {
        xz_state state = deal(&rules, index);
        int seat = xz_to_act(&state);
        while (seat != XZ_NONE && (xz_wall_left(&state) > 12 || state.phase != XZ_TURN)) {
            xz_step(&rules, &state, seat, xz_policy_action(XZ_POLICY_EFFICIENCY, &rules, &state, seat, NULL), NULL);
            seat = xz_to_act(&state);
        }
        if (seat == XZ_NONE) {
            continue;
        }
        xz_view view;
        xz_view_of(&rules, &state, seat, &view);
        for (int deals = 0; deals < 2; deals++) {
            xz_rng rng;
            xz_state world;
            xz_rng_seed(&rng, 7, index, XZ_STREAM_CALLER);
            if (deals) {
                xz_redeal(&rules, &view, XZ_NONE, &rng, &world);
            } else {
                CHECK(deal_likely(&rules, &view, &rng, &world));
            }
            for (int other = 0; other < rules.players; other++) {
                if (other != seat && view.active >> other & 1) {
                    seats += deals;
                    *(deals ? &even : &likely) += world.half[other][0][0] + world.half[other][0][1] > 0 &&
                                                  world.half[other][1][0] + world.half[other][1][1] > 0 &&
                                                  world.half[other][2][0] + world.half[other][2][1] > 0;
                }
            }
        }
    }
    CHECK(seats > 60);
    CHECK(even * 2 > seats);
    CHECK(likely * 5 < seats);
}

static void worlds_do_not_depend_on_calls(const xz_rules *rules) {
    xz_state state = deal(rules, 1);
    int const seat = xz_to_act(&state);
    xz_view view;
    xz_view_of(rules, &state, seat, &view);
    uint8_t actions[2], count = 0;
    for (int action = 0; count < 2; action++) {
        if (legal(&view, action)) {
            actions[count++] = (uint8_t)action;
        }
    }
    for (int policy = 0; policy < XZ_POLICY_COUNT; policy++) {
        xz_playout const playout = {.seed = 4, .policy = policy, .own = policy, .worlds = policy == XZ_POLICY_MIXED};
        xz_outcome whole[12][2], part[5], again[12][2];
        CHECK_EQUAL(xz_play_worlds(rules, &view, &playout, 0, 12, actions, 2, whole[0]), XZ_OK);
        CHECK_EQUAL(xz_play_worlds(rules, &view, &playout, 0, 12, actions, 2, again[0]), XZ_OK);
        CHECK(memcmp(whole, again, sizeof whole) == 0);
        CHECK_EQUAL(xz_play_worlds(rules, &view, &playout, 7, 5, actions + 1, 1, part), XZ_OK);
        for (int w = 0; w < 5; w++) {
            CHECK(memcmp(&whole[7 + w][1], &part[w], sizeof part[w]) == 0);
        }
    }
    xz_outcome outcome;
    xz_playout const playout = {.seed = 4, .policy = XZ_POLICY_EFFICIENCY, .own = XZ_POLICY_EFFICIENCY};
    uint8_t const wrong = XZ_CLAIM_PONG;
    CHECK_EQUAL(xz_play_worlds(rules, &view, &playout, 0, 1, &wrong, 1, &outcome), XZ_E_ILLEGAL);
    xz_playout const nobody = {.seed = 4, .policy = XZ_POLICY_COUNT};
    CHECK_EQUAL(xz_play_worlds(rules, &view, &nobody, 0, 1, actions, 1, &outcome), XZ_E_POLICY);
    xz_view_of(rules, &state, (seat + 1) % state.players, &view);
    CHECK_EQUAL(xz_play_worlds(rules, &view, &playout, 0, 1, actions, 1, &outcome), XZ_E_SEAT);
}

/* A playout by a policy that draws nothing is the rest of the hand in that world. */
static void a_playout_is_the_rest_of_the_hand(const xz_rules *rules, uint64_t index) {
    xz_state state = deal(rules, index);
    for (int i = 0; i < 20 && xz_to_act(&state) != XZ_NONE; i++) {
        int const seat = xz_to_act(&state);
        xz_step(rules, &state, seat, xz_policy_action(XZ_POLICY_EFFICIENCY, rules, &state, seat, NULL), NULL);
    }
    int const seat = xz_to_act(&state);
    if (seat == XZ_NONE) {
        return;
    }
    xz_view view;
    xz_view_of(rules, &state, seat, &view);
    uint8_t const action = (uint8_t)xz_policy_action(XZ_POLICY_EFFICIENCY, rules, &state, seat, NULL);
    xz_playout const playout = {
        .seed = 9, .policy = XZ_POLICY_EFFICIENCY, .own = XZ_POLICY_EFFICIENCY, .worlds = XZ_WORLDS_UNIFORM};
    xz_outcome outcome;
    CHECK_EQUAL(xz_play_worlds(rules, &view, &playout, 2, 1, &action, 1, &outcome), XZ_OK);
    xz_rng rng;
    xz_state world;
    xz_rng_seed(&rng, 9, 2, XZ_STREAM_CALLER);
    xz_redeal(rules, &view, XZ_POLICY_EFFICIENCY, &rng, &world);
    int actor = seat, next = action;
    unsigned dealt_in = 0;
    bool exhausted = false;
    xz_events events;
    while (actor != XZ_NONE) {
        CHECK_EQUAL(xz_step(rules, &world, actor, next, &events), XZ_OK);
        for (int i = 0; i < events.count; i++) {
            const xz_event *const event = &events.items[i];
            dealt_in |= event->kind == XZ_EVENT_WIN && event->other == seat;
            exhausted |= event->kind == XZ_EVENT_EXHAUSTED;
        }
        actor = xz_to_act(&world);
        next = actor == XZ_NONE ? 0 : xz_policy_action(XZ_POLICY_EFFICIENCY, rules, &world, actor, NULL);
    }
    CHECK_EQUAL(outcome.points, world.scores[seat] - view.scores[seat]);
    CHECK_EQUAL(outcome.flags & XZ_OUTCOME_DEALT_IN, dealt_in ? XZ_OUTCOME_DEALT_IN : 0);
    CHECK_EQUAL(outcome.flags & XZ_OUTCOME_WON, world.won >> seat & 1 ? XZ_OUTCOME_WON : 0);
    CHECK_EQUAL(outcome.flags & XZ_OUTCOME_EXHAUSTED, exhausted ? XZ_OUTCOME_EXHAUSTED : 0);
}

/* ---- search ---------------------------------------------------------------------------------------------------------- */

static void search_is_reproducible(const xz_rules *rules, uint64_t index) {
    xz_state state = deal(rules, index);
    int const seat = xz_to_act(&state);
    xz_view view;
    xz_view_of(rules, &state, seat, &view);
    xz_search_options const options = {
        .playout = {.seed = 2, .policy = XZ_POLICY_EFFICIENCY, .own = XZ_POLICY_EFFICIENCY}, .doubt = 2, .breadth = 4};
    int const action = xz_search_action(rules, &view, &options, 60);
    CHECK(legal(&view, action));
    CHECK_EQUAL(action, xz_search_action(rules, &view, &options, 60));

    xz_search whole, parts;
    CHECK_EQUAL(xz_search_begin(rules, &view, &options, &whole), XZ_OK);
    CHECK_EQUAL(whole.actions[0], xz_value_action(rules, &view));
    CHECK_EQUAL(xz_search_best(&whole), xz_value_action(rules, &view));
    parts = whole;
    xz_search_run(rules, &view, &whole, 24);
    static xz_outcome outcomes[24 * XZ_SEARCH_ACTIONS];
    xz_play_worlds(rules, &view, &parts.playout, 0, 10, parts.actions, parts.count, outcomes);
    xz_play_worlds(rules, &view, &parts.playout, 10, 14, parts.actions, parts.count, outcomes + 10 * parts.count);
    xz_search_add(rules, &parts, outcomes, 24);
    CHECK_EQUAL(whole.worlds, parts.worlds);
    CHECK(memcmp(whole.gains, parts.gains, sizeof whole.gains) == 0);
    CHECK(memcmp(whole.squares, parts.squares, sizeof whole.squares) == 0);
    xz_search_narrow(&whole);
    CHECK(whole.count <= parts.count);
    CHECK_EQUAL(whole.actions[0], parts.actions[0]);
    CHECK_EQUAL(xz_search_next(&whole, 0), 0);
    whole.count = 1;
    CHECK_EQUAL(xz_search_next(&whole, 1000), 0);
}

/* What playouts say without doubt is believed: discarding the winning hand's pair against winning. */
static void search_believes_many_playouts(void) {
    xz_rules const rules = rules_of(XZ_CHENGDU);
    xz_search search;
    memset(&search, 0, sizeof search);
    search.options.doubt = 2;
    search.count = 2;
    search.unit = 1;
    search.actions[1] = 9;
    search.worths[0] = 3;
    search.worths[1] = 2.9;
    xz_outcome rows[400][2];
    memset(rows, 0, sizeof rows);
    for (int w = 0; w < 400; w++) {
        rows[w][1].points = w % 2 ? 5 : -3; /* one point better on the average, but noisy */
    }
    xz_search_add(&rules, &search, rows[0], 2);
    CHECK_EQUAL(xz_search_best(&search), 0);
    xz_search_add(&rules, &search, rows[2], 398);
    CHECK_EQUAL(xz_search_best(&search), 9);
}

int main(void) {
    for (int rulebook = 0; rulebook < XZ_RULEBOOK_COUNT; rulebook++) {
        xz_rules const rules = rules_of(rulebook);
        for (uint64_t index = 0; index < 6; index++) {
            value_is_legal_and_knows_its_view_alone(&rules, index);
            likely_worlds_are_worlds(&rules, index, XZ_POLICY_MIXED);
            likely_worlds_are_worlds(&rules, index + 100, XZ_POLICY_EFFICIENCY);
            a_playout_is_the_rest_of_the_hand(&rules, index);
            search_is_reproducible(&rules, index);
        }
        value_is_sensible(&rules);
        worlds_do_not_depend_on_calls(&rules);
    }
    xz_rules small = rules_of(XZ_ONLINE);
    small.players = 2;
    small.suits = 6;
    CHECK_EQUAL(xz_rules_prepare(&small, NULL, 0), XZ_OK);
    for (uint64_t index = 0; index < 6; index++) {
        value_is_legal_and_knows_its_view_alone(&small, index);
        likely_worlds_are_worlds(&small, index, XZ_POLICY_MIXED);
    }
    worths_follow_the_rules();
    likely_worlds_are_likely();
    search_believes_many_playouts();
    return check_report();
}
