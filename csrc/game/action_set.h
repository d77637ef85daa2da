/* Sets of actions: how many, which is the n-th, and so on. */
#ifndef XZ_GAME_ACTION_SET_H
#define XZ_GAME_ACTION_SET_H

#include "tables/bit_table.h"
#include "xuezhan/xuezhan.h"

static inline xz_actions xz_no_actions(void) { return (xz_actions){{0, 0}}; }

static inline bool xz_actions_has(xz_actions set, int action) {
    return (unsigned)action < XZ_ACTION_COUNT && (set.words[action / 64] >> (action % 64) & 1u);
}

static inline bool xz_actions_any(xz_actions set) { return (set.words[0] | set.words[1]) != 0; }

static inline bool xz_is_single(xz_actions set) {
    uint64_t const first = set.words[0], second = set.words[1];
    return (first & (first - 1)) == 0 && (second == 0 || (first == 0 && (second & (second - 1)) == 0));
}

static inline int xz_first_action(xz_actions set) {
    uint64_t const word = set.words[0] ? set.words[0] : set.words[1];
    uint32_t const low = (uint32_t)word;
    return (set.words[0] ? 0 : 64) + (low ? xz_lowest_bit(low) : 32 + xz_lowest_bit((uint32_t)(word >> 32)));
}

static inline uint32_t xz_action_count(xz_actions set) {
    return xz_bits_of(set.words[0]).count + xz_bits_of(set.words[1]).count;
}

/* The action with `rank`, less than their count, others below it. */
static inline int xz_nth_action(xz_actions set, uint32_t rank) {
    xz_bits const first = xz_bits_of(set.words[0]);
    if (rank < first.count) {
        return xz_nth_bit(&first, rank);
    }
    xz_bits const second = xz_bits_of(set.words[1]);
    return 64 + xz_nth_bit(&second, rank - first.count);
}

#endif
