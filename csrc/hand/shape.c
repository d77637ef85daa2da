#include "hand/shape.h"

#include "hand/hand_index.h"

static inline uint32_t kinds_of(xz_shape shape) { return shape.pairs ? XZ_KINDS : XZ_KIND_COMPLETE; }

/* Whether the hand has something of the suit, concealed or among its melds. */
static inline bool has_suit(const uint16_t half[XZ_SUITS][2], xz_open open, int suit) {
    return xz_load_halves(half[suit]) || (open.pongs | open.kongs) & xz_suit_mask(suit);
}

/* The suit that the hand has nothing of and may do without, or XZ_SUITS. */
static int missing_suit(const uint16_t half[XZ_SUITS][2], xz_open open, xz_shape shape) {
    int missing = XZ_SUITS;
    for (int suit = XZ_SUITS - 1; suit >= 0; suit--) {
        missing = xz_shape_omits(shape, suit) && !has_suit(half, open, suit) ? suit : missing;
    }
    return missing;
}

bool xz_shape_is_win(const uint16_t half[XZ_SUITS][2], xz_open open, xz_shape shape) {
    int missing = missing_suit(half, open, shape);
    return missing != XZ_SUITS && (xz_half_wait(half[xz_first_suit(missing)]) &
                                   xz_half_wait(half[xz_second_suit(missing)]) & kinds_of(shape)) != 0;
}

uint32_t xz_shape_waits(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open,
                        xz_shape shape) {
    int missing = missing_suit(half, open, shape);
    if (missing == XZ_SUITS) {
        return 0;
    }
    uint32_t waits = xz_waits_of(missing, xz_half_wait(half[xz_first_suit(missing)]),
                                 xz_half_wait(half[xz_second_suit(missing)]), kinds_of(shape));
    return open.pongs | open.kongs ? waits & ~xz_held_four_times(counts, open) : waits;
}

/* ---- shanten ------------------------------------------------------------------------------------------------------------ */

/* By pairs: what two suits lack, from the pairs and the tiles of each (xz_suit_pairs). */
static inline int lacks_pairs(unsigned a, unsigned b, int wanted) {
    unsigned both = a + b;
    return 2 * wanted - xz_min((int)(both >> XZ_PAIRS_TILES_SHIFT), wanted + (int)(both & XZ_PAIRS_MASK));
}

/* The least of two suits' lacks, over the suit done without, of a hand that has no own melds. */
typedef int lacks_of(xz_shape shape, unsigned a, unsigned b);

static inline int least(xz_shape shape, lacks_of *lacks, const unsigned suits[XZ_SUITS]) {
    int fewest = XZ_UNREACHABLE + 1;
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        if (xz_shape_omits(shape, missing)) {
            fewest = xz_min(fewest, lacks(shape, suits[xz_first_suit(missing)], suits[xz_second_suit(missing)]));
        }
    }
    return fewest;
}

static int lacks_whole(xz_shape shape, unsigned a, unsigned b) {
    (void)shape;
    return xz_whole_lacks[a * XZ_WHOLE_PITCH + b];
}

static int lacks_melds(xz_shape shape, unsigned a, unsigned b) {
    return xz_class_lacks[((unsigned)shape.melds * XZ_CLASSES + a) * XZ_CLASSES + b];
}

static int lacks_by_pairs(xz_shape shape, unsigned a, unsigned b) { return lacks_pairs(a, b, shape.pairs); }

int xz_shape_shanten(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape) {
    unsigned suits[XZ_SUITS], records[XZ_SUITS];
    if (open.pongs | open.kongs) {
        return shape.void_suit == XZ_NONE ? xz_open_shanten(counts, open, shape.melds)
                                          : xz_open_shanten_without(counts, open, shape.melds, shape.void_suit);
    }
    if (shape.melds == XZ_MAX_MELDS && shape.pairs) {
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            suits[suit] = xz_half_whole_class(half[suit]);
        }
        return least(shape, lacks_whole, suits) - 1;
    }
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        records[suit] = xz_half_record(half[suit]);
        suits[suit] = xz_suit_class[(unsigned)shape.melds * XZ_RECORDS + records[suit]];
    }
    int fewest = least(shape, lacks_melds, suits);
    if (shape.pairs) {
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            suits[suit] = xz_suit_pairs[records[suit]];
        }
        fewest = xz_min(fewest, least(shape, lacks_by_pairs, suits));
    }
    return fewest - 1;
}
