/*
 * Hands of which some tiles are dead. A suit is a row: for m melds and p pairs, at 2 * m + p, XZ_LIVE_BASE less the tiles
 * that it lacks to be so much, or 0 if too few tiles are live.
 */
#ifndef XZ_HAND_LIVE_H
#define XZ_HAND_LIVE_H

#include "base/tile.h"
#include "hand/lanes.h"
#include "hand/shape.h"
#include "tables/live_table.h"

enum { XZ_LIVE_WIDTH = 16, XZ_LIVE_SHAPES = 10 }; /* bytes of a row; of these are a row's own */

/* counts and live of one suit; each at most four together. What follows a row's own bytes has no meaning. */
void xz_live_row(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS], uint8_t row[XZ_LIVE_WIDTH]);

/* And with a tile of each rank drawn; nothing is written for a rank that is dead. */
void xz_live_rows(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS], uint8_t row[XZ_LIVE_WIDTH],
                  uint8_t with[XZ_RANKS][XZ_LIVE_WIDTH]);

/* The most of two rows that make `melds` melds and a pair together: 2 * XZ_LIVE_BASE less what they lack, if that can be. */
static inline int xz_live_together(const uint8_t *a, const uint8_t *b, int melds) {
    uint64_t first = xz_load8(a), mirrored = xz_swap8(xz_load8(b));
    return melds == XZ_MAX_MELDS
               ? xz_largest8(xz_larger8(first + xz_swap8(xz_load8(b + 2)), xz_load8(a + 2) + mirrored))
               : xz_largest8(first + (mirrored >> (48 - 16 * melds))); /* what has no partner stays small */
}

/*
 * 3k+1 or 3k+2 concealed tiles, k = shape.melds. counts[t] + live[t] is at most four. `own_suits`: the suits (bit 0 m, 1 p, 2 s)
 * of own melds. XZ_UNREACHABLE if the live tiles allow no win.
 */
int xz_live_shanten(const uint8_t counts[XZ_SLOTS], const uint8_t live[XZ_SLOTS], xz_shape shape, unsigned own_suits);

/* The live tiles that lower it. */
uint32_t xz_live_accepts(const uint8_t counts[XZ_SLOTS], const uint8_t live[XZ_SLOTS], xz_shape shape,
                         unsigned own_suits);

#endif
