/*
 * What the fuzz targets share. A target takes any bytes and aborts where a promise of the header is broken; under libFuzzer
 * (clang, preset `fuzz`) the bytes are found by coverage, elsewhere tests/fuzz/replay.c runs the kept corpus.
 */
#ifndef XZ_TESTS_FUZZ_H
#define XZ_TESTS_FUZZ_H

#include "xuezhan/xuezhan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                                                                \
    ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition), abort()))

/* Bytes taken from the front, zeros when there are no more. */
typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static inline unsigned take(bytes *from) {
    if (from->left == 0) {
        return 0;
    }
    from->left--;
    return *from->at++;
}

/* Rules from a few bytes: a rulebook, then options changed within and beyond their ranges as long as that is allowed. */
static inline void take_rules(bytes *from, xz_rules *rules) {
    MUST(xz_rules_preset((int)(take(from) % XZ_RULEBOOK_COUNT), rules) == XZ_OK);
    for (unsigned changes = take(from) % 6; changes > 0; changes--) {
        xz_rules changed = *rules;
        const xz_option *const option = xz_option_at((int)(take(from) % (unsigned)xz_option_count()));
        unsigned const offset = option->kind == XZ_OPTION_PATTERNS ? take(from) % XZ_PATTERN_COUNT : 0;
        int64_t const value = (int64_t)(int8_t)take(from);
        memcpy((char *)&changed + option->offset + offset * sizeof value, &value, sizeof value);
        if (xz_rules_prepare(&changed, NULL, 0) == XZ_OK) {
            *rules = changed;
        }
    }
}

/* What is left, its last eight bytes made the digest of those before: no change that the checksum tells gets further. */
static inline bytes sealed(bytes from, uint8_t *buffer, size_t size) {
    enum { DIGEST = 8 };
    size_t const left = from.left < size ? from.left : size;
    memcpy(buffer, from.at, left);
    if (left >= DIGEST) {
        uint64_t const digest = xz_digest(buffer, left - DIGEST);
        for (size_t i = 0; i < DIGEST; i++) {
            buffer[left - DIGEST + i] = (uint8_t)(digest >> (8 * i));
        }
    }
    return (bytes){buffer, left};
}

static inline void must_be_right(const xz_rules *rules, const xz_state *state) {
    char reason[256] = "";
    int64_t sum = 0;
    if (xz_state_check(rules, state, reason, sizeof reason) != XZ_OK) {
        fprintf(stderr, "state: %s\n", reason);
        abort();
    }
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        sum += state->scores[seat];
    }
    MUST(sum == 0);
}

/* The n-th legal action of a seat that owes an answer. */
static inline int nth_legal(const xz_rules *rules, const xz_state *state, int seat, unsigned n) {
    xz_actions const legal = xz_legal(rules, state, seat);
    unsigned count = 0;
    for (int action = 0; action < XZ_ACTION_COUNT; action++) {
        count += legal.words[action / 64] >> (action % 64) & 1u;
    }
    MUST(count > 0);
    n %= count;
    for (int action = 0; action < XZ_ACTION_COUNT; action++) {
        if ((legal.words[action / 64] >> (action % 64) & 1u) && n-- == 0) {
            return action;
        }
    }
    return -1;
}

#endif
