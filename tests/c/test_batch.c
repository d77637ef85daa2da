/* Batches: every hand as if stepped alone and checked, sums that add up, and the bench fingerprint. */
#include "check.h"

#include "bench/floor.h"
#include "game/turn.h"
#include "sim/tally.h"
#include "xuezhan/xuezhan.h"

#include <string.h>

enum { HANDS = 60 };

static xz_batch batch_of(int policy, int dealer) {
    xz_batch batch = {.seed = 3, .dealer = dealer};
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        batch.policies[seat] = policy;
    }
    return batch;
}

static int quiet_moves, quiet_claims;

/* A step, which a quiet move, where it is one, does alike to the last byte. */
static void step(const xz_rules *rules, xz_state *state, int seat, int action, xz_events *events) {
    xz_state other = *state;
    bool const turn = state->phase == XZ_TURN;
    bool const quiet = turn ? xz_turn_is_quiet(false, rules, state, action) : xz_claim_is_quiet(state);
    if (quiet && turn) {
        xz_quiet_discard(false, rules, &other, action - XZ_DISCARD);
    } else if (quiet) {
        xz_quiet_answer(false, rules, &other, seat, action);
    }
    CHECK_EQUAL(xz_step(rules, state, seat, action, events), XZ_OK);
    CHECK(!quiet || memcmp(&other, state, sizeof other) == 0);
    quiet_moves += quiet;
    quiet_claims += quiet && !turn && action == XZ_CLAIM_PONG;
}

/* Plays the record of a hand by xz_step alone, with all events, and holds the batch's result against it. */
static void check_hand(const xz_rules *rules, const xz_batch *batch, const xz_hand_result *result,
                       const xz_record *record, xz_tally *sums) {
    static xz_state state;
    static xz_events events;
    int players = (int)rules->players, turns = 0, winners = 0, order = 0, deal_ins = 0;
    int wins[XZ_MAX_SEATS] = {0};
    xz_rng rngs[XZ_MAX_SEATS];
    for (int seat = 0; seat < players; seat++) {
        xz_rng_seed(&rngs[seat], batch->seed, result->index, XZ_STREAM_POLICY + (uint64_t)seat);
    }
    CHECK_EQUAL(xz_deal(rules, &state, record->dealer, record->wall, record->wall_length, &events), XZ_OK);
    for (int at = 0;; at++) {
        int won = 0;
        for (int i = 0; i < events.count; i++) {
            const xz_event *const event = &events.items[i];
            sums->events[event->kind]++;
            if (event->kind == XZ_EVENT_PAYMENT) {
                xz_tally_payment(sums, event->detail, event->amount);
            } else if (event->kind == XZ_EVENT_WIN) {
                order += won++ == 0;
                xz_tally_win(sums, event);
                deal_ins += event->detail != XZ_WIN_SELF_DRAW;
                if (wins[event->seat]++ == 0) {
                    winners++;
                    CHECK_EQUAL(result->win_order[event->seat], order);
                    CHECK_EQUAL(result->win_kind[event->seat], event->detail);
                    CHECK_EQUAL(result->win_fan[event->seat], event->score.fan);
                }
            }
        }
        sums->winning_events[won] += won > 0;
        CHECK_EQUAL(xz_state_check(rules, &state, NULL, 0), XZ_OK);
        int const seat = xz_to_act(&state);
        if (seat == XZ_NONE) {
            CHECK_EQUAL(at, record->count);
            break;
        }
        turns += state.phase == XZ_TURN;
        CHECK_EQUAL(record->entries[at].seat, seat);
        CHECK_EQUAL(record->entries[at].action,
                    xz_policy_action(batch->policies[seat], rules, &state, seat, &rngs[seat]));
        step(rules, &state, seat, record->entries[at].action, &events);
    }
    CHECK_EQUAL(result->turns, turns);
    CHECK_EQUAL(result->winners, winners);
    CHECK_EQUAL(result->next_dealer, xz_next_dealer(&state));
    int64_t sum = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        CHECK_EQUAL(result->wins[seat], wins[seat]);
        CHECK(result->self_draws[seat] <= wins[seat]);
        deal_ins -= result->deal_ins[seat];
        CHECK_EQUAL(result->scores[seat], state.scores[seat]);
        sum += result->scores[seat];
    }
    CHECK_EQUAL(sum, 0);
    CHECK_EQUAL(deal_ins, 0);
    xz_tally_hand(sums, batch->policies, players, result);
}

static void check_batch(const xz_rules *rules, int policy, int dealer) {
    static xz_hand_result results[HANDS];
    static xz_record records[HANDS];
    xz_batch const batch = batch_of(policy, dealer);
    xz_tally whole = {0}, halves = {0}, half = {0}, stepped = {0};
    CHECK_EQUAL(xz_play_batch(rules, &batch, 100, HANDS, results, records, &whole), XZ_OK);
    for (int i = 0; i < HANDS; i++) {
        CHECK_EQUAL(results[i].index, 100 + (uint64_t)i);
        CHECK_EQUAL(results[i].dealer, dealer >= 0 ? dealer : (100 + i) % (int)rules->players);
        check_hand(rules, &batch, &results[i], &records[i], &stepped);
    }
    CHECK(memcmp(&whole, &stepped, sizeof whole) == 0);
    CHECK_EQUAL(xz_play_batch(rules, &batch, 100 + HANDS / 2, HANDS / 2, NULL, NULL, &halves), XZ_OK);
    CHECK_EQUAL(xz_play_batch(rules, &batch, 100, HANDS / 2, NULL, NULL, &half), XZ_OK);
    xz_tally_add(&halves, &half);
    CHECK(memcmp(&whole, &halves, sizeof whole) == 0);
}

static void test_batches(void) {
    for (int book = 0; book < XZ_RULEBOOK_COUNT; book++) {
        xz_rules rules;
        xz_rules_preset(book, &rules);
        for (int policy = 0; policy < XZ_POLICY_COUNT; policy++) {
            check_batch(&rules, policy, -1);
        }
        rules.players = 2 + book % 2;
        rules.suits = 6;
        CHECK_EQUAL(xz_rules_prepare(&rules, NULL, 0), XZ_OK);
        check_batch(&rules, XZ_POLICY_MIXED, 1);
    }
}

static void test_refusals(void) {
    xz_rules rules;
    xz_tally tally = {0};
    xz_rules_preset(XZ_GUIDE, &rules);
    xz_batch batch = batch_of(XZ_POLICY_RANDOM, 4);
    CHECK_EQUAL(xz_play_batch(&rules, &batch, 0, 1, NULL, NULL, &tally), XZ_E_SEAT);
    batch = batch_of(XZ_POLICY_COUNT, 0);
    CHECK_EQUAL(xz_play_batch(&rules, &batch, 0, 1, NULL, NULL, &tally), XZ_E_POLICY);
    batch = batch_of(XZ_POLICY_RANDOM, -2);
    CHECK_EQUAL(xz_play_batch(&rules, &batch, 0, 1, NULL, NULL, &tally), XZ_E_SEAT);
    CHECK_EQUAL(tally.hands, 0);
    CHECK(xz_policy_name(XZ_POLICY_COUNT) == NULL);
    CHECK(xz_policy_name(-1) == NULL);
}

/* Squares of 128 bits, with carries and signs. */
static void test_wide_sums(void) {
    int32_t const policies[XZ_MAX_SEATS] = {0, 0, 1, 1};
    int64_t const most = INT64_C(1) << 46;
    xz_hand_result result = {.scores = {most, -most, INT64_C(0xFFFFFFFF), -INT64_C(0xFFFFFFFF)}};
    xz_tally tally = {0};
    for (int i = 0; i < 1 << 12; i++) {
        xz_tally_hand(&tally, policies, XZ_MAX_SEATS, &result);
    }
    CHECK_EQUAL(tally.seats[0].score_square.high, INT64_C(1) << (92 + 12 - 64));
    CHECK_EQUAL(tally.seats[0].score_square.low, 0);
    CHECK_EQUAL(tally.seats[1].score_square.high, tally.seats[0].score_square.high);
    CHECK_EQUAL(tally.seats[1].score.high, -1);
    CHECK_EQUAL(tally.seats[1].score.low, UINT64_C(0) - (UINT64_C(1) << 58));
    /* (2^32 - 1)^2 * 2^12 = 2^76 - 2^45 + 2^12 */
    CHECK_EQUAL(tally.seats[3].score_square.high, (1 << 12) - 1);
    CHECK_EQUAL(tally.seats[3].score_square.low, UINT64_C(0) - (UINT64_C(1) << 45) + (UINT64_C(1) << 12));
    CHECK_EQUAL(tally.policies[0].score_square.low, 0);
    CHECK_EQUAL(tally.policies[0].score_square.high, 0);
}

static void test_fingerprints(void) {
    xz_rules rules;
    xz_state state;
    uint8_t wall[XZ_MAX_WALL];
    uint64_t found = 0, states[XZ_MAX_ENTRIES + 1];
    size_t count = 0;
    xz_rules_preset(XZ_ONLINE, &rules);
    xz_batch const batch = batch_of(XZ_POLICY_EFFICIENCY, 2);
    CHECK_EQUAL(xz_hand_fingerprint(&rules, &batch, 9, &found), XZ_OK);
    xz_deal(&rules, &state, 2, wall, xz_wall(batch.seed, 9, 7, wall), NULL);
    for (;; count++) {
        uint64_t const print = xz_state_fingerprint(&rules, &state);
        for (int i = 0; i < 8; i++) {
            ((uint8_t *)&states[count])[i] = (uint8_t)(print >> (8 * i));
        }
        int const seat = xz_to_act(&state);
        if (seat == XZ_NONE) {
            break;
        }
        xz_step(&rules, &state, seat, xz_policy_action(XZ_POLICY_EFFICIENCY, &rules, &state, seat, NULL), NULL);
    }
    CHECK(found == xz_digest((const uint8_t *)states, 8 * (count + 1)));

    /* whatever the processor can do */
    bool const used = xz_uses_bit_instructions();
    uint64_t const print = xz_bench_fingerprint();
    CHECK(!xz_use_bit_instructions(false) && xz_bench_fingerprint() == print);
    CHECK(xz_use_bit_instructions(true) == used && xz_bench_fingerprint() == print);
}

static void test_floors(void) {
    uint8_t counts[2][XZ_SLOTS] = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 0, 1, 1}, {[26] = 4, [18] = 4, [9] = 4, [0] = 2}};
    uint32_t places[6];
    xz_floor_places(counts[0], 2, places);
    CHECK(xz_floor_loads(places, 2) == xz_floor_index_loads(counts[0], 2));
    uint64_t const turns = xz_floor_bare_hands(1, 0, 50);
    CHECK(turns > 50 * 40 && turns <= 50 * 56);
    CHECK(xz_floor_deals(1, 0, 2) == xz_floor_deals(1, 0, 1) + xz_floor_deals(1, 1, 1));
}

int main(void) {
    test_batches();
    CHECK(quiet_moves > 1000 && quiet_claims > 100);
    test_refusals();
    test_wide_sums();
    test_fingerprints();
    test_floors();
    return check_report();
}
