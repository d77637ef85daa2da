/* Slots, suits and ranks; masks of tiles; what a hand's melds take up. */
#ifndef XZ_BASE_TILE_H
#define XZ_BASE_TILE_H

#include "base/bits.h"
#include "xuezhan/xuezhan.h"

/* Unsigned, since that divides faster. */
static inline int xz_suit_of(int slot) { return (int)((unsigned)slot / XZ_RANKS); }
static inline int xz_rank_of(int slot) { return (int)((unsigned)slot % XZ_RANKS); } /* 0-8 */
static inline int xz_slot(int suit, int rank) { return suit * XZ_RANKS + rank; }

/* The two suits beside each. */
static const uint8_t XZ_OTHER_SUITS[XZ_SUITS][2] = {{1, 2}, {0, 2}, {0, 1}};

#define XZ_SUIT_MASK 0x1FFu /* nine slots of one suit */

static inline uint32_t xz_suit_mask(int suit) { return XZ_SUIT_MASK << (XZ_RANKS * suit); }

/* The slots of a mask of suits. */
static inline uint32_t xz_slots_of_suits(unsigned suits) {
    return ((suits & 1u) | (suits & 2u) << (XZ_RANKS - 1) | (suits & 4u) << (2 * XZ_RANKS - 2)) * XZ_SUIT_MASK;
}

static inline bool xz_is_kong(int meld_kind) { return meld_kind >= XZ_DIRECT_KONG; }

/* The number of tiles of 27 counts of at most four. */
static inline int xz_count_tiles(const uint8_t counts[XZ_SLOTS]) {
    uint64_t eight = xz_load8(counts) + xz_load8(counts + XZ_RANKS) + xz_load8(counts + 2 * XZ_RANKS);
    return (int)(eight * UINT64_C(0x0101010101010101) >> 56) + counts[8] + counts[17] + counts[26];
}

/* Which of 27 bytes have one of the bits of `bits` (1-7) set, as a mask of slots; bytes are at most seven. */
static inline uint32_t xz_slots_with(const uint8_t bytes[XZ_SLOTS], unsigned bits) {
#ifdef XZ_SSE2
    __m128i wanted = _mm_set1_epi8((char)bits), none = _mm_setzero_si128();
    __m128i first = _mm_loadu_si128((const __m128i *)(const void *)bytes),
            last = _mm_loadu_si128((const __m128i *)(const void *)(bytes + XZ_SLOTS - 16));
    unsigned without = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(first, wanted), none)),
             also = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(last, wanted), none));
    return XZ_ALL_SLOTS & ~(without | also << (XZ_SLOTS - 16));
#else
    static const int begins[4] = {0, 8, 16, 19};
    uint64_t const lowest = UINT64_C(0x0101010101010101);
    uint32_t slots = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t word = xz_load8(bytes + begins[i]);
        word = (bits & 1u ? word : 0) | (bits & 2u ? word >> 1 : 0) | (bits & 4u ? word >> 2 : 0);
        slots |= (uint32_t)((word & lowest) * UINT64_C(0x0102040810204080) >> 56) << begins[i];
    }
    return slots;
#endif
}

/* How many copies there are of each tile, at most seven: the slots with copies & 1, 2, 4. */
typedef struct xz_copies {
    uint32_t ones, twos, fours;
} xz_copies;

static inline xz_copies xz_copies_of(const uint8_t bytes[XZ_SLOTS]) {
    return (xz_copies){xz_slots_with(bytes, 1), xz_slots_with(bytes, 2), xz_slots_with(bytes, 4)};
}

static inline xz_copies xz_copies_among(xz_copies copies, uint32_t slots) {
    return (xz_copies){copies.ones & slots, copies.twos & slots, copies.fours & slots};
}

/* The copies, of four, that are neither in one lot of tiles nor in another; none where those are more than four. */
static inline xz_copies xz_copies_beside(const uint8_t first[XZ_SLOTS], const uint8_t second[XZ_SLOTS]) {
#ifdef XZ_SSE2
    enum { LAST = XZ_SLOTS - 16 };
    __m128i four = _mm_set1_epi8(4);
    __m128i low = _mm_subs_epu8(four, _mm_add_epi8(_mm_loadu_si128((const __m128i *)(const void *)first),
                                                   _mm_loadu_si128((const __m128i *)(const void *)second))),
            high = _mm_subs_epu8(four, _mm_add_epi8(_mm_loadu_si128((const __m128i *)(const void *)(first + LAST)),
                                                    _mm_loadu_si128((const __m128i *)(const void *)(second + LAST))));
    uint32_t planes[3];
    for (int i = 0; i < 3; i++) { /* bit i of each byte to its top */
        planes[i] = (uint32_t)_mm_movemask_epi8(_mm_slli_epi16(low, 7 - i)) |
                    (uint32_t)_mm_movemask_epi8(_mm_slli_epi16(high, 7 - i)) << LAST;
    }
    return (xz_copies){planes[0], planes[1], planes[2]};
#else
    uint8_t left[XZ_SLOTS];
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        left[slot] = (uint8_t)xz_max(4 - first[slot] - second[slot], 0);
    }
    return xz_copies_of(left);
#endif
}

/* All together. Without popcnt two of the words are counted as the halves of one. */
static inline int xz_count_copies(xz_copies copies) {
#ifdef XZ_BIT_INSTRUCTIONS
    if (xz_bit_instructions) {
        return (int)(xz_popcnt(copies.ones) + 2 * xz_popcnt(copies.twos) + 4 * xz_popcnt(copies.fours));
    }
#endif
    uint64_t low = copies.ones | (uint64_t)copies.twos << 32;
    uint32_t high = copies.fours;
    low -= low >> 1 & UINT64_C(0x5555555555555555);
    high -= high >> 1 & 0x55555555u;
    low = (low & UINT64_C(0x3333333333333333)) + (low >> 2 & UINT64_C(0x3333333333333333));
    high = (high & 0x33333333u) + (high >> 2 & 0x33333333u);
    low = (low + (low >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    high = (high + (high >> 4)) & 0x0F0F0F0Fu;
    return (int)(((uint32_t)low + 2 * (uint32_t)(low >> 32) + 4 * high) * 0x01010101u >> 24);
}

/* Own melds as masks of slots. A tile is in at most one of them. */
typedef struct xz_open {
    uint32_t pongs, kongs;
} xz_open;

static inline xz_open xz_open_of(const xz_meld *melds, int meld_count) {
    xz_open open = {0, 0};
    for (int i = 0; i < meld_count; i++) {
        uint32_t bit = 1u << melds[i].tile;
        if (xz_is_kong(melds[i].kind)) {
            open.kongs |= bit;
        } else {
            open.pongs |= bit;
        }
    }
    return open;
}

/* One bit a suit in which `mask` has a slot. */
static inline unsigned xz_suits_of_mask(uint32_t mask) {
    return (unsigned)((mask & xz_suit_mask(0)) != 0) | (unsigned)((mask & xz_suit_mask(1)) != 0) << 1 |
           (unsigned)((mask & xz_suit_mask(2)) != 0) << 2;
}

#endif
