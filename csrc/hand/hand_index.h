/*
 * One hand by its index: what it is, waits for and lacks, under the rules of §1 alone.
 *
 * A hand here is whole: its concealed tiles and three for every meld are 13 (3k+1) or 14 (3k+2). `counts` are its concealed
 * tiles and agree with `half`. Hands of other sizes, with a declared void suit or without pairs: hand/shape.h.
 */
#ifndef XZ_HAND_HAND_INDEX_H
#define XZ_HAND_HAND_INDEX_H

#include "hand/accept.h"
#include "hand/open_hand.h"

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
static inline uint32_t xz_index_accepts_(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                         const xz_meld *melds, int meld_count) {
    return xz_accepts(half, counts, xz_open_of(melds, meld_count), xz_plain_shape(XZ_MAX_MELDS - meld_count));
}

#define xz_index_waits(half, counts, melds, meld_count) xz_index_waits_(XZ_CONST_HALF(half), counts, melds, meld_count)
#define xz_index_is_win(half, melds, meld_count) xz_index_is_win_(XZ_CONST_HALF(half), melds, meld_count)
#define xz_index_shanten(half, counts, melds, meld_count)                                                              \
    xz_index_shanten_(XZ_CONST_HALF(half), counts, melds, meld_count)
#define xz_index_accepts(half, counts, melds, meld_count)                                                              \
    xz_index_accepts_(XZ_CONST_HALF(half), counts, melds, meld_count)
#define xz_index_best_discard(half, counts, melds, meld_count, live)                                                   \
    xz_plain_best_discard(XZ_CONST_HALF(half), counts, melds, meld_count, live)

#endif
