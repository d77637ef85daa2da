/* States and views as bytes: exact round trips, and bytes that were tampered with, which are refused or harmless. */
#include "check.h"

#include "xuezhan/xuezhan.h"

#include <string.h>

static bool same_state(const xz_rules *rules, const xz_state *a, const xz_state *b) {
    uint8_t left[XZ_STATE_MAX_BYTES], right[XZ_STATE_MAX_BYTES];
    int const size = xz_state_encode(rules, a, left, sizeof left);
    return size > 0 && xz_state_encode(rules, b, right, sizeof right) == size &&
           memcmp(left, right, (size_t)size) == 0 && memcmp(a->offers, b->offers, sizeof a->offers) == 0 &&
           memcmp(a->seen, b->seen, sizeof a->seen) == 0;
}

/* Makes the checksum right again, so that a change is looked at further. */
static void seal(uint8_t *bytes, int size) {
    uint64_t const digest = xz_digest(bytes, (size_t)size - 8);
    for (int i = 0; i < 8; i++) {
        bytes[size - 8 + i] = (uint8_t)(digest >> (8 * i));
    }
}

static void no_bit_may_flip(const xz_rules *rules, const xz_state *state) {
    uint8_t bytes[XZ_STATE_MAX_BYTES], seen[XZ_VIEW_MAX_BYTES];
    xz_view view;
    xz_state read;
    xz_view_of(rules, state, 0, &view);
    int const size = xz_state_encode(rules, state, bytes, sizeof bytes);
    int const length = xz_view_encode(rules, &view, seen, sizeof seen);
    for (int bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(xz_state_decode(rules, bytes, (size_t)size, &read) < 0);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (int bit = 0; bit < 8 * length; bit++) {
        seen[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(xz_view_decode(rules, seen, (size_t)length, &view) < 0);
        seen[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void round_trip(const xz_rules *rules, const xz_state *state) {
    uint8_t bytes[XZ_STATE_MAX_BYTES];
    xz_state again;
    int const size = xz_state_encode(rules, state, bytes, sizeof bytes);
    CHECK(size > 0);
    CHECK_EQUAL(xz_state_encode(rules, state, bytes, (size_t)size - 1), XZ_E_BUFFER);
    CHECK_EQUAL(xz_state_encode(rules, state, bytes, (size_t)size), size);
    CHECK_EQUAL(xz_state_decode(rules, bytes, (size_t)size, &again), XZ_OK);
    CHECK(same_state(rules, state, &again));
    CHECK_EQUAL(xz_state_fingerprint(rules, state), xz_state_fingerprint(rules, &again));
    CHECK_EQUAL(xz_state_decode(rules, bytes, (size_t)size - 1, &again), XZ_E_CHECKSUM);
    for (int seat = 0; seat < state->players; seat++) {
        xz_view view, from_again, read;
        xz_view_of(rules, state, seat, &view);
        xz_view_of(rules, &again, seat, &from_again);
        CHECK(memcmp(&view, &from_again, sizeof view) == 0);
        uint8_t seen[XZ_VIEW_MAX_BYTES];
        int const length = xz_view_encode(rules, &view, seen, sizeof seen);
        CHECK(length > 0);
        CHECK_EQUAL(xz_view_decode(rules, seen, (size_t)length, &read), XZ_OK);
        CHECK(memcmp(&view, &read, sizeof view) == 0);
        CHECK_EQUAL(xz_view_decode(rules, seen, (size_t)length - 1, &read), XZ_E_CHECKSUM);
    }
}

/* Plays on at random; every state on the way must pass the check, as it does in a hand that was dealt. */
static void play_out(const xz_rules *rules, xz_state state, xz_rng *rng) {
    for (int step = 0; step < 400 && state.phase != XZ_OVER; step++) {
        int const seat = xz_to_act(&state);
        int const action = xz_policy_action(XZ_POLICY_RANDOM, rules, &state, seat, rng);
        xz_view view;
        int8_t planes[XZ_OBS_SIZE];
        xz_view_of(rules, &state, seat, &view);
        xz_observe_int8(rules, &view, planes);
        CHECK_EQUAL(xz_step(rules, &state, seat, action, NULL), XZ_OK);
    }
    CHECK_EQUAL(state.phase, XZ_OVER);
}

static int tampered, accepted;

static void tamper(const xz_rules *rules, const xz_state *state, xz_rng *rng) {
    uint8_t bytes[XZ_STATE_MAX_BYTES], changed[XZ_STATE_MAX_BYTES];
    int const size = xz_state_encode(rules, state, bytes, sizeof bytes);
    for (int trial = 0; trial < 40; trial++) {
        memcpy(changed, bytes, sizeof bytes);
        int const changes = 1 + (int)xz_rng_below(rng, 3);
        for (int i = 0; i < changes; i++) {
            uint32_t const at = 4 + xz_rng_below(rng, (uint32_t)size - 4);
            uint32_t const kind = xz_rng_below(rng, 4);
            uint32_t const other = 4 + xz_rng_below(rng, (uint32_t)size - 4);
            changed[at] = kind == 0   ? (uint8_t)xz_rng_below(rng, 256)
                          : kind == 1 ? (uint8_t)(changed[at] + 1)
                          : kind == 2 ? (uint8_t)(changed[at] - 1)
                                      : changed[other];
            if (kind == 3) {
                changed[other] = bytes[at]; /* two bytes change places: tiles stay whole */
            }
        }
        xz_state read;
        tampered++;
        CHECK(memcmp(changed, bytes, (size_t)size) == 0 ||
              xz_state_decode(rules, changed, (size_t)size, &read) == XZ_E_CHECKSUM);
        seal(changed, size);
        if (xz_state_decode(rules, changed, (size_t)size, &read) == XZ_OK) {
            accepted++;
            CHECK_EQUAL(xz_state_check(rules, &read, NULL, 0), XZ_OK);
            play_out(rules, read, rng);
        }
    }
}

static void tamper_view(const xz_rules *rules, const xz_state *state, xz_rng *rng) {
    int const seat = (int)xz_rng_below(rng, state->players);
    xz_view view, read;
    uint8_t bytes[XZ_VIEW_MAX_BYTES], changed[XZ_VIEW_MAX_BYTES];
    xz_view_of(rules, state, seat, &view);
    int const size = xz_view_encode(rules, &view, bytes, sizeof bytes);
    for (int trial = 0; trial < 8; trial++) {
        memcpy(changed, bytes, sizeof bytes);
        uint32_t const at = 4 + xz_rng_below(rng, (uint32_t)size - 4);
        changed[at] = trial & 1 ? (uint8_t)xz_rng_below(rng, 256) : (uint8_t)(changed[at] ^ 1u << xz_rng_below(rng, 3));
        CHECK(memcmp(changed, bytes, (size_t)size) == 0 ||
              xz_view_decode(rules, changed, (size_t)size, &read) == XZ_E_CHECKSUM);
        seal(changed, size);
        int const status = xz_view_decode(rules, changed, (size_t)size, &read);
        CHECK(status == XZ_OK || status == XZ_E_STATE || status == XZ_E_CODEC);
        xz_state world;
        if (status == XZ_OK && xz_redeal(rules, &read, XZ_POLICY_EFFICIENCY, rng, &world) == XZ_OK) {
            CHECK_EQUAL(xz_state_check(rules, &world, NULL, 0), XZ_OK);
        }
    }
}

static void go_through(xz_rules rules, uint64_t index) {
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_rng rng;
    xz_rng_seed(&rng, 11, index, XZ_STREAM_CALLER);
    int const length = xz_wall(11, index, (unsigned)rules.suits, wall);
    CHECK_EQUAL(xz_deal(&rules, &state, (int)(index % (uint64_t)rules.players), wall, length, NULL), XZ_OK);
    for (int step = 0; state.phase != XZ_OVER; step++) {
        if (step % 4 == 0 || state.phase == XZ_ROB) {
            round_trip(&rules, &state);
            tamper(&rules, &state, &rng);
        }
        if (step % 16 == 0) {
            tamper_view(&rules, &state, &rng);
        }
        int const seat = xz_to_act(&state);
        int const action = xz_policy_action(XZ_POLICY_MIXED, &rules, &state, seat, &rng);
        bool const penalized = xz_rng_below(&rng, 300) == 0;
        if (!penalized || xz_penalize(&rules, &state, seat, (int)xz_rng_below(&rng, XZ_PENALTY_COUNT), NULL) != XZ_OK) {
            CHECK_EQUAL(xz_step(&rules, &state, seat, action, NULL), XZ_OK);
        }
    }
    round_trip(&rules, &state);
    tamper(&rules, &state, &rng);
    no_bit_may_flip(&rules, &state);
}

static void other_versions_are_refused(void) {
    xz_rules rules;
    xz_rules_preset(XZ_GUIDE, &rules);
    uint8_t wall[XZ_MAX_WALL], bytes[XZ_STATE_MAX_BYTES];
    xz_state state;
    xz_deal(&rules, &state, 0, wall, xz_wall(1, 1, 7, wall), NULL);
    int const size = xz_state_encode(&rules, &state, bytes, sizeof bytes);
    bytes[3]--;
    CHECK_EQUAL(xz_state_decode(&rules, bytes, (size_t)size, &state), XZ_E_VERSION);
    bytes[3]++;
    bytes[2] = 'V';
    CHECK_EQUAL(xz_state_decode(&rules, bytes, (size_t)size, &state), XZ_E_CODEC);
    bytes[2] = 'T';
    CHECK_EQUAL(xz_state_decode(&rules, bytes, (size_t)size, &state), XZ_OK);
    CHECK_EQUAL(xz_state_decode(&rules, bytes, 0, &state), XZ_E_CODEC);
    rules.players = 3;
    CHECK_EQUAL(xz_rules_prepare(&rules, NULL, 0), XZ_OK);
    CHECK_EQUAL(xz_state_decode(&rules, bytes, (size_t)size, &state), XZ_E_CODEC);
}

int main(void) {
    for (int book = 0; book < XZ_RULEBOOK_COUNT; book++) {
        for (uint64_t index = 0; index < 24; index++) {
            xz_rules rules;
            xz_rules_preset(book, &rules);
            if (index % 4 == 3) {
                rules.suits = 6;
                rules.players = 2 + (int)(index / 4 % 3);
                rules.added_kong_any_time = false;
                rules.wins_to_end = 1;
                CHECK_EQUAL(xz_rules_prepare(&rules, NULL, 0), XZ_OK);
            }
            go_through(rules, index);
        }
    }
    other_versions_are_refused();
    CHECK(tampered > 20000);
    CHECK(accepted > 200);
    printf("%d tampered, %d accepted\n", tampered, accepted);
    return check_report();
}
