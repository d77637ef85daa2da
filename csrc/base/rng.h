/* Streams and walls (docs/determinism.md §1): SplitMix64 keys, xoshiro256**, an unbiased `below`, Fisher-Yates. The public
 * functions are in xuezhan.h; here are the inline forms for the loops that deal millions of hands. */
#ifndef XZ_BASE_RNG_H
#define XZ_BASE_RNG_H

#include "xuezhan/xuezhan.h"

#define XZ_GOLDEN UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t xz_mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint64_t xz_rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t xz_next64(xz_rng *rng) {
    uint64_t *s = rng->s;
    uint64_t const result = xz_rotate_left(s[1] * 5, 7) * 9;
    uint64_t const t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = xz_rotate_left(s[3], 45);
    return result;
}

/* At least 0 and below 1. */
static inline double xz_unit(xz_rng *rng) { return (double)(xz_next64(rng) >> 11) * 0x1p-53; }

/* The slow test is needed only where the low half is below n, which is rare. */
static inline uint32_t xz_below32(xz_rng *rng, uint32_t n) {
    uint64_t m = (xz_next64(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t const floor = (uint32_t)((UINT64_C(1) << 32) % n);
        while ((uint32_t)m < floor) {
            m = (xz_next64(rng) >> 32) * n;
        }
    }
    return (uint32_t)(m >> 32);
}

#endif
