/*
 * Where a suit stands in the tables: a minimal perfect hash of two halves.
 *
 * The low half is ranks 1-4 as a number in base 5, the high half ranks 5-9. Low halves are numbered by their sum, so those
 * that fit beside a high half (14 tiles in all) are the first of them, and every high half has its own stretch of the table:
 * place = high[high half] + low[low half]. A tile more or less moves one half by a power of five. Halves with more than 14
 * tiles together, or with five tiles of one rank, give some place or other, never one out of bounds.
 *
 * The two halves of a suit are always read and written as one word, so that a load finds what was just stored.
 */
#ifndef XZ_TABLES_SUIT_INDEX_H
#define XZ_TABLES_SUIT_INDEX_H

#include "base/port.h"
#include "tables/suit_table.h"

enum { XZ_LOW_RANKS = 4 };

#ifdef XZ_BIG_ENDIAN
#define XZ_LOW_SHIFT 16
#define XZ_HIGH_SHIFT 0
#else
#define XZ_LOW_SHIFT 0
#define XZ_HIGH_SHIFT 16
#endif

/* What one tile adds to the word, by its slot: alike in every suit, so that a rank does for one, too. */
#define XZ_SUIT_STEPS                                                                                                  \
    1u << XZ_LOW_SHIFT, 5u << XZ_LOW_SHIFT, 25u << XZ_LOW_SHIFT, 125u << XZ_LOW_SHIFT, 1u << XZ_HIGH_SHIFT,            \
        5u << XZ_HIGH_SHIFT, 25u << XZ_HIGH_SHIFT, 125u << XZ_HIGH_SHIFT, 625u << XZ_HIGH_SHIFT
static const uint32_t XZ_STEP[XZ_SLOTS] = {XZ_SUIT_STEPS, XZ_SUIT_STEPS, XZ_SUIT_STEPS};

static inline uint32_t xz_load_halves(const uint16_t half[2]) {
    uint32_t word;
    memcpy(&word, half, sizeof word);
    return word;
}

static inline void xz_store_halves(uint16_t half[2], uint32_t word) { memcpy(half, &word, sizeof word); }

static inline uint32_t xz_suit_place(uint32_t low, uint32_t high) { return xz_suit_high[high] + xz_suit_low[low]; }

static inline uint32_t xz_halves_place(uint32_t word) {
    return xz_suit_place(word >> XZ_LOW_SHIFT & 0xFFFFu, word >> XZ_HIGH_SHIFT & 0xFFFFu);
}

/* The number of the suit's record. */
static inline unsigned xz_halves_record(uint32_t word) { return xz_suit_id[xz_halves_place(word)]; }

/* Base 5 of eight bytes of at most four, by two multiplications: of pairs of ranks, then of pairs of pairs. Bits 16-31 are
 * ranks 1-4, bits 48-63 ranks 5-8. */
static inline uint64_t xz_base5(uint64_t counts) {
    uint64_t pairs = (counts * (256 + 5) >> 8) & UINT64_C(0x00FF00FF00FF00FF);
    return pairs * (65536 + 25);
}

static inline uint32_t xz_suit_halves(const uint8_t counts[XZ_RANKS]) {
    uint64_t halves = xz_base5(xz_load8(counts));
    uint32_t low = (uint16_t)(halves >> 16), high = (uint32_t)(halves >> 48) + 625u * counts[8];
    return low << XZ_LOW_SHIFT | high << XZ_HIGH_SHIFT;
}

/* Straight to the record. */
static inline unsigned xz_suit_record(const uint8_t counts[XZ_RANKS]) {
    uint64_t halves = xz_base5(xz_load8(counts));
    return xz_suit_id[xz_suit_place((uint16_t)(halves >> 16), (uint32_t)(halves >> 48) + 625u * counts[8])];
}

#endif
