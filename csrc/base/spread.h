/* Bits to bytes. */
#ifndef XZ_BASE_SPREAD_H
#define XZ_BASE_SPREAD_H

#include "base/port.h"

/* 64 bits to 64 bytes of 0 or 1, the lowest first. */
static inline void xz_spread(uint64_t bits, uint8_t out[64]) {
#ifdef XZ_SSE2
    __m128i const own_bit = _mm_set1_epi64x((int64_t)UINT64_C(0x8040201008040201)), one = _mm_set1_epi8(1);
    __m128i const word = _mm_set_epi64x(0, (int64_t)bits);
    __m128i const twice = _mm_unpacklo_epi8(word, word); /* each byte of the word twice, then four times, then eight */
    __m128i const low = _mm_unpacklo_epi16(twice, twice), high = _mm_unpackhi_epi16(twice, twice);
    __m128i const copies[4] = {_mm_unpacklo_epi32(low, low), _mm_unpackhi_epi32(low, low),
                               _mm_unpacklo_epi32(high, high), _mm_unpackhi_epi32(high, high)};
    for (int i = 0; i < 4; i++) {
        __m128i const bytes = _mm_min_epu8(_mm_and_si128(copies[i], own_bit), one);
        _mm_storeu_si128((__m128i *)(void *)(out + 16 * i), bytes);
    }
#else
    for (int byte = 0; byte < 8; byte++) {
        uint64_t const copies =
            (bits >> (8 * byte) & 255u) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
        uint64_t const bytes = (copies + UINT64_C(0x7F7F7F7F7F7F7F7F)) >> 7 & UINT64_C(0x0101010101010101);
        for (int i = 0; i < 8; i++) {
            out[8 * byte + i] = (uint8_t)(bytes >> (8 * i));
        }
    }
#endif
}

#endif
