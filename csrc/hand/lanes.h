/*
 * Two groups of eight small numbers, worked on at once: one register where the machine has vectors, two words where it has not.
 * Lane 0 comes first in memory. Numbers stay below 64.
 */
#ifndef XZ_HAND_LANES_H
#define XZ_HAND_LANES_H

#include "base/port.h"

enum { XZ_LANES = 16 };

#ifdef XZ_SSE2

typedef __m128i xz_lanes;

static inline xz_lanes xz_lanes_none(void) { return _mm_setzero_si128(); }

static inline xz_lanes xz_lanes_load(const uint8_t *bytes) {
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/* The same mask for both groups. */
static inline xz_lanes xz_lanes_masked(xz_lanes a, uint64_t mask) {
    return _mm_and_si128(a, _mm_set1_epi64x((long long)mask));
}

static inline xz_lanes xz_lanes_or(xz_lanes a, xz_lanes b) { return _mm_or_si128(a, b); }
static inline xz_lanes xz_lanes_add(xz_lanes a, xz_lanes b) { return _mm_add_epi8(a, b); }
static inline xz_lanes xz_lanes_max(xz_lanes a, xz_lanes b) { return _mm_max_epu8(a, b); }

/* Lanes that move towards the last or the first of their group; zeroes come in. */
#define XZ_LANES_UP(a, lanes) _mm_slli_epi64(a, 8 * (lanes))
#define XZ_LANES_DOWN(a, lanes) _mm_srli_epi64(a, 8 * (lanes))

/* The first group twice; none and the first group. */
static inline xz_lanes xz_lanes_twice(xz_lanes a) { return _mm_unpacklo_epi64(a, a); }
static inline xz_lanes xz_lanes_second(xz_lanes a) { return _mm_slli_si128(a, 8); }

/* The largest of each group of five: ten numbers less `base`, 0 if they are not as large, and six more of no meaning. */
static inline void xz_lanes_tops(const xz_lanes a[5], int base, uint8_t tops[XZ_LANES]) {
    __m128i half[5];
    for (int i = 0; i < 5; i++) {
        half[i] = _mm_max_epu8(a[i], _mm_srli_epi64(a[i], 32)); /* of either group four lanes are left */
    }
    __m128 first = _mm_shuffle_ps(_mm_castsi128_ps(half[0]), _mm_castsi128_ps(half[1]), 0x88),
           next = _mm_shuffle_ps(_mm_castsi128_ps(half[2]), _mm_castsi128_ps(half[3]), 0x88),
           last = _mm_shuffle_ps(_mm_castsi128_ps(half[4]), _mm_castsi128_ps(half[4]), 0x88);
    __m128i x = _mm_castps_si128(first), y = _mm_castps_si128(next), z = _mm_castps_si128(last);
    __m128i word = _mm_set1_epi32(0xFFFF), byte = _mm_set1_epi16(0xFF);
    x = _mm_and_si128(_mm_max_epu8(x, _mm_srli_epi32(x, 16)), word);
    y = _mm_and_si128(_mm_max_epu8(y, _mm_srli_epi32(y, 16)), word);
    z = _mm_and_si128(_mm_max_epu8(z, _mm_srli_epi32(z, 16)), word);
    x = _mm_packs_epi32(x, y);
    z = _mm_packs_epi32(z, z);
    x = _mm_and_si128(_mm_max_epu8(x, _mm_srli_epi16(x, 8)), byte);
    z = _mm_and_si128(_mm_max_epu8(z, _mm_srli_epi16(z, 8)), byte);
    x = _mm_subs_epu8(_mm_packus_epi16(x, z), _mm_set1_epi8((char)base));
    _mm_storeu_si128((__m128i *)(void *)tops, x);
}

/* The largest of eight numbers. */
static inline int xz_largest8(uint64_t a) {
    __m128i x = _mm_cvtsi64_si128((long long)a);
    x = _mm_max_epu8(x, _mm_srli_epi64(x, 32));
    x = _mm_max_epu8(x, _mm_srli_epi64(x, 16));
    x = _mm_max_epu8(x, _mm_srli_epi64(x, 8));
    return _mm_cvtsi128_si32(x) & 0xFF;
}

static inline uint64_t xz_larger8(uint64_t a, uint64_t b) {
    return (uint64_t)_mm_cvtsi128_si64(_mm_max_epu8(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b)));
}

#else

typedef struct xz_lanes {
    uint64_t group[2];
} xz_lanes;

static inline xz_lanes xz_lanes_of(uint64_t first, uint64_t second) { return (xz_lanes){{first, second}}; }

static inline xz_lanes xz_lanes_none(void) { return xz_lanes_of(0, 0); }

static inline xz_lanes xz_lanes_load(const uint8_t *bytes) { return xz_lanes_of(xz_load8(bytes), xz_load8(bytes + 8)); }

static inline xz_lanes xz_lanes_masked(xz_lanes a, uint64_t mask) {
    return xz_lanes_of(a.group[0] & mask, a.group[1] & mask);
}

static inline xz_lanes xz_lanes_or(xz_lanes a, xz_lanes b) {
    return xz_lanes_of(a.group[0] | b.group[0], a.group[1] | b.group[1]);
}

static inline xz_lanes xz_lanes_add(xz_lanes a, xz_lanes b) {
    return xz_lanes_of(a.group[0] + b.group[0], a.group[1] + b.group[1]);
}

static inline uint64_t xz_larger8(uint64_t a, uint64_t b) {
    uint64_t top = UINT64_C(0x8080808080808080), reached = ((a | top) - b) & top;
    return b ^ ((a ^ b) & ((reached - (reached >> 7)) | reached));
}

static inline xz_lanes xz_lanes_max(xz_lanes a, xz_lanes b) {
    return xz_lanes_of(xz_larger8(a.group[0], b.group[0]), xz_larger8(a.group[1], b.group[1]));
}

#define XZ_LANES_UP(a, lanes) xz_lanes_of((a).group[0] << 8 * (lanes), (a).group[1] << 8 * (lanes))
#define XZ_LANES_DOWN(a, lanes) xz_lanes_of((a).group[0] >> 8 * (lanes), (a).group[1] >> 8 * (lanes))

static inline xz_lanes xz_lanes_twice(xz_lanes a) { return xz_lanes_of(a.group[0], a.group[0]); }
static inline xz_lanes xz_lanes_second(xz_lanes a) { return xz_lanes_of(0, a.group[0]); }

static inline int xz_largest8(uint64_t a) {
    a = xz_larger8(a, a >> 32);
    a = xz_larger8(a, a >> 16);
    return (int)(xz_larger8(a, a >> 8) & 0xFF);
}

static inline void xz_lanes_tops(const xz_lanes a[5], int base, uint8_t tops[XZ_LANES]) {
    memset(tops, 0, XZ_LANES);
    for (int i = 0; i < 10; i++) {
        tops[i] = (uint8_t)(xz_max(xz_largest8(a[i / 2].group[i % 2]), base) - base);
    }
}

#endif

#endif
