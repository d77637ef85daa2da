/* Re-dealing: every world is a state, looks the same to the seat, and none is likelier than another. */
#include "check.h"

#include "view/shuffle.h"

#include "game/state.h"

/* ---- the shuffle ------------------------------------------------------------------------------------------------------- */

/* Whether a chi-square is within five deviations of what it should be; the seeds are fixed, so that it is so or not. */
static bool fits(double chi, double freedom) { return (chi - freedom) * (chi - freedom) < 25 * 2 * freedom; }

static int rank_of(const uint8_t *order, int n) {
    int rank = 0;
    for (int i = 0; i < n; i++) {
        int smaller = 0;
        for (int j = i + 1; j < n; j++) {
            smaller += order[j] < order[i];
        }
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

static void permutations_are_equally_likely(int n, int orders) {
    enum { EACH = 300 };
    static int seen[5040];
    memset(seen, 0, sizeof seen);
    xz_rng rng;
    xz_rng_seed(&rng, 1, (uint64_t)n, XZ_STREAM_CALLER);
    uint8_t order[8];
    for (int i = 0; i < n; i++) {
        order[i] = (uint8_t)i;
    }
    for (int i = 0; i < orders * EACH; i++) {
        xz_shuffle_tiles(order, n, &rng);
        seen[rank_of(order, n)]++;
    }
    double chi = 0;
    for (int i = 0; i < orders; i++) {
        double const off = seen[i] - EACH;
        chi += off * off / EACH;
    }
    CHECK(fits(chi, orders - 1));
}

static void every_tile_goes_everywhere(int n) {
    enum { DEALS = 200000 };
    static int seen[108][108];
    memset(seen, 0, sizeof seen);
    xz_rng rng;
    xz_rng_seed(&rng, 2, (uint64_t)n, XZ_STREAM_CALLER);
    for (int deal = 0; deal < DEALS; deal++) {
        uint8_t order[108];
        for (int i = 0; i < n; i++) {
            order[i] = (uint8_t)i;
        }
        xz_shuffle_tiles(order, n, &rng);
        for (int i = 0; i < n; i++) {
            seen[i][order[i]]++;
        }
    }
    double chi = 0;
    double const expected = (double)DEALS / n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            chi += (seen[i][j] - expected) * (seen[i][j] - expected) / expected;
        }
    }
    CHECK(fits(chi, (double)(n - 1) * (n - 1)));
}

/* Draws that must be refused are: with n = 3 the last low part is below 2^32 mod 6 = 4 for exactly four words. */
static void biased_words_are_refused(void) {
    uint32_t refused = 0;
    xz_three at;
    for (uint32_t high = 0; high < 6; high++) {
        uint64_t const first = ((uint64_t)high << 32) / 6;
        for (uint64_t word = first > 4 ? first - 4 : 0; word < first + 4; word++) {
            refused += !xz_three_below((uint32_t)word, 3, &at);
        }
    }
    CHECK_EQUAL(refused, 4);
}

/* ---- worlds -------------------------------------------------------------------------------------------------------------- */

static bool same_view(const xz_rules *rules, const xz_view *view, const xz_state *world) {
    xz_view again;
    return xz_view_of(rules, world, view->seat, &again) == XZ_OK && memcmp(&again, view, sizeof again) == 0;
}

static int worlds_dealt, rounds_answered;

static void deal_worlds(const xz_rules *rules, const xz_state *state, xz_rng *rng) {
    for (int seat = 0; seat < state->players; seat++) {
        xz_view view;
        CHECK_EQUAL(xz_view_of(rules, state, seat, &view), XZ_OK);
        xz_state worlds[2];
        for (int i = 0; i < 2; i++) {
            int const policy = i ? XZ_POLICY_EFFICIENCY : XZ_NONE;
            CHECK_EQUAL(xz_redeal(rules, &view, policy, rng, &worlds[i]), XZ_OK);
            char reason[256] = "";
            int const status = xz_state_check(rules, &worlds[i], reason, sizeof reason);
            if (status != XZ_OK) {
                fprintf(stderr, "world breaks %s\n", reason);
            }
            CHECK_EQUAL(status, XZ_OK);
            CHECK(same_view(rules, &view, &worlds[i]));
            worlds_dealt++;
            rounds_answered +=
                i && state->phase == XZ_CLAIM && view.answer == XZ_OWING && xz_pending(&worlds[i]) == 1u << seat;
        }
    }
}

static void play_and_redeal(xz_rules rules, uint64_t index) {
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_rng play, deal;
    xz_rng_seed(&play, 5, index, XZ_STREAM_CALLER);
    xz_rng_seed(&deal, 6, index, XZ_STREAM_CALLER);
    int const length = xz_wall(5, index, (unsigned)rules.suits, wall);
    CHECK_EQUAL(xz_deal(&rules, &state, (int)(index % (uint64_t)rules.players), wall, length, NULL), XZ_OK);
    for (int step = 0; state.phase != XZ_OVER; step++) {
        if (step % 3 == 0 || state.phase == XZ_ROB || xz_wall_left(&state) < 3) {
            deal_worlds(&rules, &state, &deal);
        }
        int const seat = xz_to_act(&state);
        int const action = xz_policy_action(XZ_POLICY_MIXED, &rules, &state, seat, &play);
        bool const penalized = xz_rng_below(&play, 400) == 0;
        if (!penalized ||
            xz_penalize(&rules, &state, seat, (int)xz_rng_below(&play, XZ_PENALTY_COUNT), NULL) != XZ_OK) {
            CHECK_EQUAL(xz_step(&rules, &state, seat, action, NULL), XZ_OK);
        }
    }
    deal_worlds(&rules, &state, &deal);
}

static void worlds_are_states(void) {
    for (int book = 0; book < XZ_RULEBOOK_COUNT; book++) {
        for (uint64_t index = 0; index < 8; index++) {
            xz_rules rules;
            xz_rules_preset(book, &rules);
            if (index % 4 == 3) {
                rules.suits = 3;
                rules.players = 2 + (int)(index / 4);
                rules.added_kong_any_time = false;
                CHECK_EQUAL(xz_rules_prepare(&rules, NULL, 0), XZ_OK);
            }
            play_and_redeal(rules, index);
        }
    }
    CHECK(worlds_dealt > 3000);
    CHECK(rounds_answered > 30);
}

/* With two players and the last tile to be drawn: which of the 14 unseen tiles lies in the wall, and how many of a kind the
 * other holds, against the hypergeometric numbers. */
static void last_tile_is_any(void) {
    enum { DEALS = 140000 };
    xz_rules rules;
    xz_rules_preset(XZ_GUIDE, &rules);
    rules.suits = 3;
    rules.players = 2;
    CHECK_EQUAL(xz_rules_prepare(&rules, NULL, 0), XZ_OK);
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_rng rng;
    xz_rng_seed(&rng, 3, 0, XZ_STREAM_CALLER);
    xz_deal(&rules, &state, 0, wall, xz_wall(3, 1, 3, wall), NULL);
    while (xz_wall_left(&state) != 1 || state.phase != XZ_TURN || state.actor != 0) {
        if (state.phase == XZ_OVER) {
            xz_deal(&rules, &state, 0, wall, xz_wall(3, xz_rng_next(&rng), 3, wall), NULL);
        }
        int const seat = xz_to_act(&state);
        int const action = xz_policy_action(XZ_POLICY_RANDOM, &rules, &state, seat, &rng);
        xz_step(&rules, &state, seat, action, NULL);
    }
    xz_view view;
    xz_view_of(&rules, &state, 0, &view);
    int hidden[XZ_SLOTS], total = 0, in_wall[XZ_SLOTS] = {0}, kinds = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        hidden[tile] = tile < 18 ? 4 - view.counts[tile] - view.seen[tile] : 0;
        total += hidden[tile];
        kinds += hidden[tile] > 0;
    }
    CHECK_EQUAL(total, view.concealed[1] + 1);
    for (int i = 0; i < DEALS; i++) {
        xz_state world = {0};
        CHECK_EQUAL(xz_redeal(&rules, &view, XZ_NONE, &rng, &world), XZ_OK);
        in_wall[world.tiles[world.wall_front]]++;
    }
    double chi = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        double const expected = (double)DEALS * hidden[tile] / total;
        if (hidden[tile]) {
            chi += (in_wall[tile] - expected) * (in_wall[tile] - expected) / expected;
        } else {
            CHECK_EQUAL(in_wall[tile], 0);
        }
    }
    CHECK(fits(chi, kinds - 1));
}

static double by_first_wall_tile(const xz_rules *rules, const xz_state *world, void *context) {
    (void)rules;
    ++*(int *)context;
    return world->tiles[world->wall_front] < 9 ? 0.75 : 0.25;
}

/* Of worlds with weights 3 : 1 there are three times as many as without. */
static void weights_are_kept_to(void) {
    enum { DEALS = 4000 };
    static xz_state worlds[DEALS];
    xz_rules rules;
    xz_rules_preset(XZ_CHENGDU, &rules);
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_rng rng;
    xz_view view;
    xz_rng_seed(&rng, 9, 0, XZ_STREAM_CALLER);
    xz_deal(&rules, &state, 0, wall, xz_wall(9, 9, 7, wall), NULL);
    xz_view_of(&rules, &state, 0, &view);
    int asked = 0;
    CHECK_EQUAL(
        xz_redeal_many(&rules, &view, XZ_WORLDS_UNIFORM, XZ_NONE, &rng, by_first_wall_tile, &asked, worlds, DEALS),
        DEALS);
    int hidden = 0, low = 0, found = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        hidden += 4 - view.counts[tile] - view.seen[tile];
        low += tile < 9 ? 4 - view.counts[tile] - view.seen[tile] : 0;
    }
    for (int i = 0; i < DEALS; i++) {
        found += worlds[i].tiles[worlds[i].wall_front] < 9;
    }
    double const share = 3.0 * low / (3.0 * low + (hidden - low));
    double const off = found - DEALS * share;
    CHECK(off * off < 16 * DEALS * share * (1 - share));
    CHECK(asked > DEALS * 2);
}

static double never(const xz_rules *rules, const xz_state *world, void *context) {
    (void)rules;
    (void)world;
    (void)context;
    return 0;
}

static void impossible_views_are_refused(void) {
    xz_rules rules;
    xz_rules_preset(XZ_GUIDE, &rules);
    uint8_t wall[XZ_MAX_WALL];
    xz_state state, world;
    xz_rng rng;
    xz_view view;
    xz_rng_seed(&rng, 9, 0, XZ_STREAM_CALLER);
    xz_deal(&rules, &state, 0, wall, xz_wall(9, 9, 7, wall), NULL);
    xz_view_of(&rules, &state, 0, &view);
    xz_view wrong = view;
    wrong.wall_left--;
    CHECK_EQUAL(xz_redeal(&rules, &wrong, XZ_NONE, &rng, &world), XZ_E_STATE);
    wrong = view;
    wrong.counts[0]++;
    CHECK_EQUAL(xz_redeal(&rules, &wrong, XZ_NONE, &rng, &world), XZ_E_STATE);
    CHECK_EQUAL(xz_redeal_many(&rules, &view, XZ_WORLDS_UNIFORM, XZ_NONE, &rng, never, NULL, &world, 1), 0);
}

int main(void) {
    permutations_are_equally_likely(3, 6);
    permutations_are_equally_likely(6, 720);
    permutations_are_equally_likely(7, 5040);
    every_tile_goes_everywhere(14);
    every_tile_goes_everywhere(55);
    biased_words_are_refused();
    worlds_are_states();
    last_tile_is_any();
    weights_are_kept_to();
    impossible_views_are_refused();
    return check_report();
}
