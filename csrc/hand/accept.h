/* Which tiles lower shanten, and which discard leaves the most of them. */
#ifndef XZ_HAND_ACCEPT_H
#define XZ_HAND_ACCEPT_H

#include "hand/shape.h"

/* 3k+1 tiles: the tiles that lower shanten; 0 if no win can be reached. */
uint32_t xz_accepts(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape);

/* 3k+2 tiles: the slot to discard by the efficiency policy: least shanten, then most live copies in all of the tiles that
 * lower the shanten of the hand left, then lowest slot. */
int xz_best_discard(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape,
                    xz_copies live);

/* The same of a whole hand under §1 alone. */
int xz_plain_best_discard(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], const xz_meld *melds,
                          int meld_count, xz_copies live);

#endif
