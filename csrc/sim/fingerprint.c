/* Fingerprints of whole hands (docs/determinism.md §4): the signature of behaviour that every change is held against. */
#include "sim/batch.h"
#include "sim/drive.h"

#define BENCH_HANDS 100
#define BENCH_POLICIES 2

static void put_word(uint8_t *bytes, uint64_t word) {
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(word >> (8 * i));
    }
}

/* The fingerprints of a hand's states in step order. */
typedef struct state_prints {
    const xz_rules *rules;
    uint8_t bytes[8 * (XZ_MAX_ENTRIES + 1)];
    size_t length;
} state_prints;

static void add_print(state_prints *prints, const xz_state *state) {
    put_word(prints->bytes + prints->length, xz_state_fingerprint(prints->rules, state));
    prints->length += 8;
}

static void after_move(void *watch, const xz_state *state, xz_move move, const xz_events *events) {
    (void)move;
    (void)events;
    add_print(watch, state);
}

int xz_hand_fingerprint(const xz_rules *rules, const xz_batch *batch, uint64_t index, uint64_t *fingerprint) {
    xz_table table;
    state_prints prints;
    int const status = xz_table_deal(rules, batch, index, &table, NULL);
    if (status != XZ_OK) {
        return status;
    }
    prints.rules = rules;
    prints.length = 0;
    add_print(&prints, &table.state);
    xz_drive(rules, &table.state, (xz_seating){batch->policies, table.rngs, 1}, NULL, (xz_watcher){NULL, after_move},
             &prints, NULL);
    *fingerprint = xz_digest(prints.bytes, prints.length);
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
