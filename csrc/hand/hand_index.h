/*
 * One hand by its index: the halves of its three suits (tables/suit_index.h), which a tile more or less changes by one
 * addition.
 *
 * A hand here is whole: its concealed tiles and three for every meld are 13 (3k+1) or 14 (3k+2). `counts` are its concealed
 * tiles and agree with `half`.
 */
#ifndef XZ_HAND_HAND_INDEX_H
#define XZ_HAND_HAND_INDEX_H

#include "base/tile.h"
#include "tables/suit_index.h"

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

/* ---- hands with own melds (open_hand.c) ------------------------------------------------------------------------------- */

/* `melds` (0-3) are yet to make; in a whole hand 4 less its own. */
int xz_open_shanten(const uint8_t counts[XZ_SLOTS], xz_open open, int melds);
uint32_t xz_open_waits(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open);
bool xz_open_is_win(const uint16_t half[XZ_SUITS][2], xz_open open);

/* ---- questions --------------------------------------------------------------------------------------------------------- */

/* The suit that the hand has no concealed tile of, or XZ_SUITS, as with most hands: neither a win nor ready. */
static inline int xz_missing_suit(const uint16_t half[XZ_SUITS][2]) {
    uint32_t m = xz_load_halves(half[0]), p = xz_load_halves(half[1]), s = xz_load_halves(half[2]);
    return m && p && s ? XZ_SUITS : !m ? 0 : p ? 2 : 1;
}

static inline uint32_t xz_half_wait(const uint16_t half[2]) { return xz_suit_wait[xz_half_record(half)]; }

/* 3k+1 tiles: the tiles that complete it, never one of which the hand holds all four. */
static inline uint32_t xz_index_waits_(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                       const xz_meld *melds, int meld_count) {
    int missing = xz_missing_suit(half);
    if (missing == XZ_SUITS) {
        return 0;
    }
    if (meld_count) {
        return xz_open_waits(half, counts, xz_open_of(melds, meld_count));
    }
    return xz_waits_of(missing, xz_half_wait(half[xz_first_suit(missing)]), xz_half_wait(half[xz_second_suit(missing)]),
                       XZ_KINDS);
}

/* 3k+2 tiles. */
static inline bool xz_index_is_win_(const uint16_t half[XZ_SUITS][2], const xz_meld *melds, int meld_count) {
    if (meld_count) {
        return xz_open_is_win(half, xz_open_of(melds, meld_count));
    }
    uint32_t kinds = xz_half_wait(half[0]) & xz_half_wait(half[1]) & xz_half_wait(half[2]) & XZ_KINDS;
    /* an empty suit is complete; no branch, which would often be guessed wrong */
    return (kinds != 0) & ((int)(xz_load_halves(half[0]) == 0) | (int)(xz_load_halves(half[1]) == 0) |
                           (int)(xz_load_halves(half[2]) == 0));
}

/* 3k+1 or 3k+2 tiles: the exact distance of §1; XZ_UNREACHABLE if there are melds of three suits. */
static inline int xz_index_shanten_(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                    const xz_meld *melds, int meld_count) {
    if (meld_count) {
        return xz_open_shanten(counts, xz_open_of(melds, meld_count), XZ_MAX_MELDS - meld_count);
    }
    return xz_whole_shanten(half);
}

/* 3k+1 tiles: the tiles that lower shanten; 0 if no win can be reached. */
uint32_t xz_accepts(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, int melds);

static inline uint32_t xz_index_accepts_(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                         const xz_meld *melds, int meld_count) {
    return xz_accepts(half, counts, xz_open_of(melds, meld_count), XZ_MAX_MELDS - meld_count);
}

/* 3k+2 tiles: the slot to discard by the efficiency policy: least shanten, then most live copies in all of the tiles that
 * lower the shanten of the hand left, then lowest slot. */
int xz_index_best_discard_(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], const xz_meld *melds,
                           int meld_count, xz_copies live);

/* C before C23 warns where halves that may change are passed as halves that may not. */
#define XZ_CONST_HALF(half) ((const uint16_t (*)[2])(half))
#define xz_index_waits(half, counts, melds, meld_count) xz_index_waits_(XZ_CONST_HALF(half), counts, melds, meld_count)
#define xz_index_is_win(half, melds, meld_count) xz_index_is_win_(XZ_CONST_HALF(half), melds, meld_count)
#define xz_index_shanten(half, counts, melds, meld_count)                                                              \
    xz_index_shanten_(XZ_CONST_HALF(half), counts, melds, meld_count)
#define xz_index_accepts(half, counts, melds, meld_count)                                                              \
    xz_index_accepts_(XZ_CONST_HALF(half), counts, melds, meld_count)
#define xz_index_best_discard(half, counts, melds, meld_count, live)                                                   \
    xz_index_best_discard_(XZ_CONST_HALF(half), counts, melds, meld_count, live)

#endif
