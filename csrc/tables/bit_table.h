/* How many bits of a word are set, and which is the n-th: not to be guessed, so that a loop would stumble each time. */
#ifndef XZ_TABLES_BIT_TABLE_H
#define XZ_TABLES_BIT_TABLE_H

#include "base/bits.h"

extern const uint8_t xz_bit_of_byte[]; /* [256 * n + byte]: the place of its bit with n others below it */

#define XZ_EACH_BYTE UINT64_C(0x0101010101010101)
#define XZ_TOP_BITS UINT64_C(0x8080808080808080)

/* Byte i: how many bits are set in bytes 0 to i; the last, all of them. */
static inline uint64_t xz_running_counts(uint64_t word) {
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    return ((word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * XZ_EACH_BYTE;
}

/* The place of the set bit with `rank` others below it, of which there is one. `running`: its running counts, below 128. */
static inline int xz_nth_of_running(uint64_t word, uint64_t running, uint64_t rank) {
    uint64_t up_to = ((rank * XZ_EACH_BYTE | XZ_TOP_BITS) - running) & XZ_TOP_BITS;
    unsigned below = (unsigned)((up_to >> 7) * XZ_EACH_BYTE >> 53) & ~7u;
    uint64_t rank_in_byte = rank - (running << 8 >> below & 0xFF);
    return (int)(below + xz_bit_of_byte[256 * rank_in_byte + (word >> below & 0xFF)]);
}

/* A word whose bits one is to be chosen of. */
typedef struct xz_bits {
    uint64_t word;
    uint64_t running; /* where the processor does not help */
    uint32_t count; /* at most 127 */
} xz_bits;

static inline xz_bits xz_bits_of(uint64_t word) {
#ifdef XZ_BIT_INSTRUCTIONS
    if (xz_bit_instructions) {
        return (xz_bits){word, 0, (uint32_t)xz_popcnt(word)};
    }
#endif
    uint64_t const running = xz_running_counts(word);
    return (xz_bits){word, running, (uint32_t)(running >> 56)};
}

/* The place of the bit with `rank`, less than their count, others below it. */
static inline int xz_nth_bit(const xz_bits *bits, uint32_t rank) {
#ifdef XZ_BIT_INSTRUCTIONS
    if (xz_bit_instructions) {
        return __builtin_ctzll(xz_pdep(UINT64_C(1) << rank, bits->word));
    }
#endif
    return xz_nth_of_running(bits->word, bits->running, rank);
}

#endif
