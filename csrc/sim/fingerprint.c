/* Fingerprints of whole hands (docs/determinism.md §4): the signature of behaviour that every change is held against. */
#include "sim/batch.h"

#define BENCH_HANDS 100
#define BENCH_POLICIES 2

static void put_word(uint8_t *bytes, uint64_t word) {
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(word >> (8 * i));
    }
}

int xz_hand_fingerprint(const xz_rules *rules, const xz_batch *batch, uint64_t index, uint64_t *fingerprint) {
    xz_table table;
    uint8_t bytes[8 * (XZ_MAX_ENTRIES + 1)];
    size_t length = 0;
    int status = xz_table_deal(rules, batch, index, &table, NULL);
    if (status != XZ_OK) {
        return status;
    }
    for (;;) {
        put_word(bytes + length, xz_state_fingerprint(&table.state));
        length += 8;
        if (table.state.phase == XZ_OVER) {
            break;
        }
        int seat;
        int const action = xz_table_next(rules, batch, &table, &seat);
        status = xz_step(rules, &table.state, seat, action, NULL);
        if (status != XZ_OK) {
            return status;
        }
    }
    *fingerprint = xz_digest(bytes, length);
    return XZ_OK;
}

uint64_t xz_bench_fingerprint(void) {
    static const int32_t POLICIES[BENCH_POLICIES] = {XZ_POLICY_RANDOM, XZ_POLICY_MIXED};
    uint8_t bytes[8 * XZ_RULEBOOK_COUNT * BENCH_POLICIES * BENCH_HANDS];
    size_t length = 0;
    for (int book = 0; book < XZ_RULEBOOK_COUNT; book++) {
        xz_rules rules;
        xz_rules_preset(book, &rules);
        for (int p = 0; p < BENCH_POLICIES; p++) {
            int32_t const policy = POLICIES[p];
            xz_batch const batch = {.seed = 1, .policies = {policy, policy, policy, policy}, .dealer = -1};
            for (uint64_t index = 0; index < BENCH_HANDS; index++) {
                uint64_t fingerprint = 0;
                xz_hand_fingerprint(&rules, &batch, index, &fingerprint);
                put_word(bytes + length, fingerprint);
                length += 8;
            }
        }
    }
    return xz_digest(bytes, length);
}
