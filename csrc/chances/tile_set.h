/*
 * Tiles as a set of the 108 of the game, where the copies of a kind have numbers: three 5m are its copies 0, 1 and 2. What
 * two hands have in common, or one lacks of the other, is then an operation on bits.
 */
#ifndef XZ_CHANCES_TILE_SET_H
#define XZ_CHANCES_TILE_SET_H

#include "base/tile.h"

/* Copy c of slot s is bit 4 * s + c: of `low` up to slot 15, then of `high`. */
typedef struct xz_tile_set {
    uint64_t low, high;
} xz_tile_set;

enum { XZ_SET_SUIT_BITS = 4 * XZ_RANKS, XZ_LOW_SLOTS = 16 };

static inline xz_tile_set xz_set_and(xz_tile_set a, xz_tile_set b) {
    return (xz_tile_set){a.low & b.low, a.high & b.high};
}

static inline xz_tile_set xz_set_or(xz_tile_set a, xz_tile_set b) {
    return (xz_tile_set){a.low | b.low, a.high | b.high};
}

static inline xz_tile_set xz_set_less(xz_tile_set a, xz_tile_set b) {
    return (xz_tile_set){a.low & ~b.low, a.high & ~b.high};
}

static inline bool xz_set_meets(xz_tile_set a, xz_tile_set b) { return ((a.low & b.low) | (a.high & b.high)) != 0; }

static inline bool xz_set_equal(xz_tile_set a, xz_tile_set b) { return a.low == b.low && a.high == b.high; }

/* The copies of a slot that are in the set, four bits. */
static inline unsigned xz_set_copies(xz_tile_set set, int slot) {
    return (unsigned)(slot < XZ_LOW_SLOTS ? set.low >> 4 * slot : set.high >> 4 * (slot - XZ_LOW_SLOTS)) & 15u;
}

static inline int xz_set_count(xz_tile_set set, int slot) { return xz_popcount32(xz_set_copies(set, slot)); }

static inline xz_tile_set xz_set_of(int slot, unsigned copies) {
    return slot < XZ_LOW_SLOTS ? (xz_tile_set){(uint64_t)copies << 4 * slot, 0}
                               : (xz_tile_set){0, (uint64_t)copies << 4 * (slot - XZ_LOW_SLOTS)};
}

static inline int xz_set_size(xz_tile_set set) {
    return xz_popcount32((uint32_t)set.low) + xz_popcount32((uint32_t)(set.low >> 32)) +
           xz_popcount32((uint32_t)set.high) + xz_popcount32((uint32_t)(set.high >> 32));
}

/* The first copies of each slot, as many as `counts` says. */
static inline xz_tile_set xz_set_from_counts(const uint8_t counts[XZ_SLOTS]) {
    xz_tile_set set = {0, 0};
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        set = xz_set_or(set, xz_set_of(slot, (1u << counts[slot]) - 1u));
    }
    return set;
}

/* The tiles of one suit, in 36 bits, as a set. */
static inline xz_tile_set xz_set_from_suit(int suit, uint64_t tiles) {
    return suit == 0   ? (xz_tile_set){tiles, 0}
           : suit == 1 ? (xz_tile_set){tiles << XZ_SET_SUIT_BITS, tiles >> (64 - XZ_SET_SUIT_BITS)}
                       : (xz_tile_set){0, tiles << (2 * XZ_SET_SUIT_BITS - 64)};
}

#endif
