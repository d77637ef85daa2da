/* Tiles in random order, the loop that re-dealing spends its time in. */
#ifndef XZ_VIEW_SHUFFLE_H
#define XZ_VIEW_SHUFFLE_H

#include "base/port.h"
#include "base/rng.h"

/* Up to three numbers below n, n - 1, n - 2 from 32 bits: the high part of a product is the first, its low part serves for
 * the next. All are unbiased once the last low part is not below 2^32 mod n (n - 1)(n - 2), which is hardly ever tested. */
typedef struct xz_three {
    uint32_t at[3];
} xz_three;

static inline bool xz_three_below(uint32_t bits, uint32_t n, xz_three *out) {
    uint32_t const product = n * (n - 1) * (n - 2);
    uint64_t m = (uint64_t)bits * n;
    out->at[0] = (uint32_t)(m >> 32);
    m = (uint64_t)(uint32_t)m * (n - 1);
    out->at[1] = (uint32_t)(m >> 32);
    m = (uint64_t)(uint32_t)m * (n - 2);
    out->at[2] = (uint32_t)(m >> 32);
    return XZ_LIKELY((uint32_t)m >= product) || (uint32_t)m >= (uint32_t)((UINT64_C(1) << 32) % product);
}

static inline void xz_swap_places(uint8_t *tiles, uint32_t i, uint32_t j) {
    uint8_t const tile = tiles[i];
    tiles[i] = tiles[j];
    tiles[j] = tile;
}

/* Fisher-Yates from the end, three places for each half word. */
static inline void xz_shuffle_tiles(uint8_t *tiles, int count, xz_rng *rng) {
    uint32_t n = (uint32_t)count;
    while (n >= 6) {
        uint64_t const word = xz_next64(rng);
        xz_three at;
        if (xz_three_below((uint32_t)word, n, &at)) {
            xz_swap_places(tiles, n - 1, at.at[0]);
            xz_swap_places(tiles, n - 2, at.at[1]);
            xz_swap_places(tiles, n - 3, at.at[2]);
            n -= 3;
        }
        if (xz_three_below((uint32_t)(word >> 32), n, &at)) {
            xz_swap_places(tiles, n - 1, at.at[0]);
            xz_swap_places(tiles, n - 2, at.at[1]);
            xz_swap_places(tiles, n - 3, at.at[2]);
            n -= 3;
        }
    }
    for (; n > 1; n--) {
        xz_swap_places(tiles, n - 1, xz_below32(rng, n));
    }
}

#endif
