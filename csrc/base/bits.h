/*
 * Bits of words: how many are set, which is the lowest.
 *
 * Two instructions that not every processor has win clearly here: popcnt counts the bits of a word, and pdep finds its n-th one,
 * in a few cycles. The library looks for them once, when it is loaded; without them, or where pdep is slow, plain code gives
 * the same results.
 */
#ifndef XZ_BASE_BITS_H
#define XZ_BASE_BITS_H

#include "base/port.h"

#include <stdbool.h>

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define XZ_BIT_INSTRUCTIONS

extern bool xz_bit_instructions; /* whether they are used */

/* The number of bits set. Volatile, as xz_pdep, so that it stays behind the question whether the processor has it. */
static inline uint64_t xz_popcnt(uint64_t word) {
    uint64_t count;
    __asm__ volatile("popcnt %1, %0" : "=r"(count) : "r"(word) : "cc");
    return count;
}

/* Bit i of `bits` goes to the place of the i-th bit set in `mask`. */
static inline uint64_t xz_pdep(uint64_t bits, uint64_t mask) {
    uint64_t spread;
    __asm__ volatile("pdep %2, %1, %0" : "=r"(spread) : "r"(bits), "r"(mask));
    return spread;
}

#endif

static inline int xz_popcount32(uint32_t x) {
#ifdef XZ_BIT_INSTRUCTIONS
    if (xz_bit_instructions) {
        return (int)xz_popcnt(x);
    }
#endif
    x = x - ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0Fu;
    return (int)((x * 0x01010101u) >> 24);
}

/* The number of the lowest bit set; x is not 0. */
static inline int xz_lowest_bit(uint32_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctz(x);
#else
    return xz_popcount32((x & (0u - x)) - 1u);
#endif
}

/* The number of the highest; likewise. */
static inline int xz_highest_bit(uint32_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return 31 - __builtin_clz(x);
#else
    int bit = 0;
    while (x >>= 1) {
        bit++;
    }
    return bit;
#endif
}

#endif
