/*
 * One hand by its index: the halves of its three suits (tables/suit_index.h), which a tile more or less changes by one
 * addition; and what three suits make together.
 */
#ifndef XZ_HAND_HALVES_H
#define XZ_HAND_HALVES_H

#include "base/tile.h"
#include "tables/suit_index.h"

/* C before C23 warns where halves that may change are passed as halves that may not. */
#define XZ_CONST_HALF(half) ((const uint16_t (*)[2])(half))

static inline void xz_index_take(uint16_t half[XZ_SUITS][2], int slot) {
    uint16_t *suit = half[xz_suit_of(slot)];
    xz_store_halves(suit, xz_load_halves(suit) + XZ_STEP[slot]);
}

static inline void xz_index_give(uint16_t half[XZ_SUITS][2], int slot) {
    uint16_t *suit = half[xz_suit_of(slot)];
    xz_store_halves(suit, xz_load_halves(suit) - XZ_STEP[slot]);
}

static inline void xz_index_from_counts(const uint8_t counts[XZ_SLOTS], uint16_t half[XZ_SUITS][2]) {
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        xz_store_halves(half[suit], xz_suit_halves(counts + suit * XZ_RANKS));
    }
}

/* Of which the hand holds all four copies, its melds among them. */
static inline uint32_t xz_held_four_times(const uint8_t counts[XZ_SLOTS], xz_open open) {
    uint32_t full = open.kongs | xz_slots_with(counts, 4);
    for (uint32_t pongs = open.pongs; pongs; pongs &= pongs - 1) {
        int slot = xz_lowest_bit(pongs);
        full |= (uint32_t)(counts[slot] != 0) << slot;
    }
    return full;
}

/* ---- what three suits make ------------------------------------------------------------------------------------------- */

/*
 * What two suits complete, from their entries of xz_suit_wait, where the hand has no tile of the third: in a suit the ranks
 * that complete it, if the other is complete; or its single odd one, if the other is of pairs.
 */
static inline uint32_t xz_suit_waits(uint32_t suit, uint32_t other, uint32_t kinds) {
    uint32_t ranks = suit & (((other & kinds) >> XZ_KIND_SHIFT) * XZ_SUIT_MASK);
    return (ranks | ranks >> XZ_WAIT_PAIR_SHIFT) & XZ_SUIT_MASK;
}

/* The suits of a hand that lacks one, in order; reckoned, since compilers make branches of comparisons here. */
static inline int xz_first_suit(int missing) { return (2 - missing) >> 1; }
static inline int xz_second_suit(int missing) { return 2 - (missing >> 1); }

static inline uint32_t xz_waits_of(int missing, uint32_t first, uint32_t second, uint32_t kinds) {
    return xz_suit_waits(first, second, kinds) << (XZ_RANKS * xz_first_suit(missing)) |
           xz_suit_waits(second, first, kinds) << (XZ_RANKS * xz_second_suit(missing));
}

/* From the classes of the three suits; `lacks`: a table of pairs of classes, its rows `pitch` apart. */
static inline int xz_shanten_of_classes(const uint8_t *lacks, unsigned pitch, unsigned m, unsigned p, unsigned s) {
    const uint8_t *row_m = lacks + m * pitch, *row_p = lacks + p * pitch;
    return xz_min(xz_min(row_m[p], row_m[s]), row_p[s]) - 1;
}

static inline unsigned xz_half_record(const uint16_t half[2]) { return xz_halves_record(xz_load_halves(half)); }

static inline unsigned xz_half_whole_class(const uint16_t half[2]) {
    return xz_whole_class_at[xz_halves_place(xz_load_halves(half))];
}

/* A whole hand without own melds. */
static inline int xz_whole_shanten(const uint16_t half[XZ_SUITS][2]) {
    return xz_shanten_of_classes(xz_whole_lacks, XZ_WHOLE_PITCH, xz_half_whole_class(half[0]),
                                 xz_half_whole_class(half[1]), xz_half_whole_class(half[2]));
}

/* A hand without own melds that has `melds` (0-4) to make beside unknown ones. */
static inline int xz_shanten_of(int melds, const uint16_t half[XZ_SUITS][2]) {
    const uint8_t *classes = xz_suit_class + melds * XZ_RECORDS;
    return melds == XZ_MAX_MELDS
               ? xz_whole_shanten(half)
               : xz_shanten_of_classes(xz_class_lacks + melds * XZ_CLASSES * XZ_CLASSES, XZ_CLASSES,
                                       classes[xz_half_record(half[0])], classes[xz_half_record(half[1])],
                                       classes[xz_half_record(half[2])]);
}

/* The suit that the hand has no concealed tile of, or XZ_SUITS, as with most hands: neither a win nor ready. */
static inline int xz_missing_suit(const uint16_t half[XZ_SUITS][2]) {
    uint32_t m = xz_load_halves(half[0]), p = xz_load_halves(half[1]), s = xz_load_halves(half[2]);
    return m && p && s ? XZ_SUITS : !m ? 0 : p ? 2 : 1;
}

static inline uint32_t xz_half_wait(const uint16_t half[2]) { return xz_suit_wait[xz_half_record(half)]; }

#endif
