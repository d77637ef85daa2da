#include "hand/open_hand.h"

/* A suit that the hand has nothing of, in its hand or among its melds, or XZ_SUITS. */
static int missing_suit(const uint16_t half[XZ_SUITS][2], uint32_t own) {
    bool m = xz_load_halves(half[0]) || own & xz_suit_mask(0), p = xz_load_halves(half[1]) || own & xz_suit_mask(1),
         s = xz_load_halves(half[2]) || own & xz_suit_mask(2);
    return m && p && s ? XZ_SUITS : !m ? 0 : p ? 2 : 1;
}

bool xz_open_is_win(const uint16_t half[XZ_SUITS][2], xz_open open) {
    int missing = missing_suit(half, open.pongs | open.kongs);
    return missing != XZ_SUITS && (xz_half_wait(half[xz_first_suit(missing)]) &
                                   xz_half_wait(half[xz_second_suit(missing)]) & XZ_KIND_COMPLETE) != 0;
}

uint32_t xz_open_waits(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open) {
    int missing = missing_suit(half, open.pongs | open.kongs);
    if (missing == XZ_SUITS) {
        return 0;
    }
    uint32_t waits = xz_waits_of(missing, xz_half_wait(half[xz_first_suit(missing)]),
                                 xz_half_wait(half[xz_second_suit(missing)]), XZ_KIND_COMPLETE) &
                     ~open.kongs;
    for (uint32_t pongs = waits & open.pongs; pongs; pongs &= pongs - 1) {
        int slot = xz_lowest_bit(pongs);
        waits &= ~((uint32_t)(counts[slot] != 0) << slot);
    }
    return waits;
}

/* What two suits lack, or more than any hand if the third, whose own melds these are, cannot be done without. */
static inline int without(uint32_t own, int lacks) { return own & XZ_SUIT_MASK ? XZ_UNREACHABLE + 1 : lacks; }

int xz_open_shanten(const uint8_t counts[XZ_SLOTS], xz_open open, int melds) {
    uint32_t own = open.pongs | open.kongs;
    const uint8_t *lacks = xz_class_lacks + melds * XZ_CLASSES * XZ_CLASSES;
    unsigned m = xz_symbols_class(melds, xz_symbols_of(counts, open, 0)),
             p = xz_symbols_class(melds, xz_symbols_of(counts, open, 1)),
             s = xz_symbols_class(melds, xz_symbols_of(counts, open, 2));
    const uint8_t *row_m = lacks + m * XZ_CLASSES, *row_p = lacks + p * XZ_CLASSES;
    int least = xz_min(without(own >> 2 * XZ_RANKS, row_m[p]), without(own >> XZ_RANKS, row_m[s]));
    return xz_min(least, without(own, row_p[s])) - 1;
}

int xz_open_shanten_without(const uint8_t counts[XZ_SLOTS], xz_open open, int melds, int void_suit) {
    const uint8_t *lacks = xz_class_lacks + melds * XZ_CLASSES * XZ_CLASSES;
    unsigned a = xz_symbols_class(melds, xz_symbols_of(counts, open, XZ_OTHER_SUITS[void_suit][0])),
             b = xz_symbols_class(melds, xz_symbols_of(counts, open, XZ_OTHER_SUITS[void_suit][1]));
    return without((open.pongs | open.kongs) >> (XZ_RANKS * void_suit), lacks[a * XZ_CLASSES + b]) - 1;
}
