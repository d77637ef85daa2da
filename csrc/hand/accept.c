/*
 * Which tiles lower shanten, and which discard leaves the most of them.
 *
 * A hand lacks the least that some two suits lack, and one tile takes off one at most: only the pairs of suits that lack the
 * least now, the tight ones, can come below it, and mostly there is one. In a pair, too, only the tight lanes count
 * (hand/gains.h).
 */
#include "hand/accept.h"
#include "hand/gains.h"
#include "hand/open_hand.h"

static inline uint32_t ranks_of(uint32_t tiles, int suit) { return tiles >> (XZ_RANKS * suit) & XZ_SUIT_MASK; }

static inline uint32_t at(uint32_t ranks, int suit) { return ranks << (XZ_RANKS * suit); }

/* ---- suits --------------------------------------------------------------------------------------------------------------- */

/*
 * A hand whose suits are asked for their gains with a tile less. A suit is a number that tiles are taken from: its halves, or
 * its symbols if the hand has own melds in it, which use up tiles.
 */
typedef struct view {
    bool wide;          /* no own melds, four to make: known where this is compiled in */
    xz_shape shape;     /* the plain one: known likewise */
    unsigned own_suits; /* with own melds: never the suit done without */
    uint32_t suit[XZ_SUITS];
    xz_gains gains[XZ_SUITS];
} view;

static inline bool by_symbols(const view *v, int suit) { return !v->wide && v->own_suits >> suit & 1u; }

static inline uint32_t step_of(const view *v, int suit, int rank) {
    return by_symbols(v, suit) ? XZ_SYMBOL(rank) : XZ_STEP[rank];
}

enum { THREE = 3 /* the most melds to make beside own ones, and lanes for as many serve for fewer */ };

XZ_ALWAYS_INLINE xz_gains gains_by_halves(bool wide, uint32_t halves) {
    return xz_gains_load(wide, xz_suit_gains + xz_suit_gains_at[xz_halves_place(halves)]);
}

/* Without the ranks. */
XZ_ALWAYS_INLINE xz_gains gains_by_symbols(uint32_t symbols) {
    return xz_gains_load(false, xz_class_overlaps + XZ_CLASS_GAINS * xz_symbols_class(THREE, symbols));
}

/* Nonsense for a rank of which no tile is left. */
XZ_ALWAYS_INLINE void find_ranks(uint32_t symbols, xz_gains *gains) {
    uint8_t classes[XZ_RANKS];
    xz_symbols_classes_with(THREE, symbols, classes);
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        xz_gains_add_rank(gains, xz_class_overlaps + XZ_CLASS_GAINS * classes[rank], rank);
    }
}

XZ_ALWAYS_INLINE xz_gains gains_of(const view *v, int suit, uint32_t number) {
    if (!by_symbols(v, suit)) {
        return gains_by_halves(v->wide, number);
    }
    xz_gains gains = gains_by_symbols(number);
    find_ranks(number, &gains);
    return gains;
}

XZ_ALWAYS_INLINE void look_at(view *v, bool wide, const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                              xz_open open, xz_shape shape) {
    v->wide = wide;
    v->shape = shape;
    v->own_suits = xz_suits_of_mask(open.pongs | open.kongs);
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        v->suit[suit] = by_symbols(v, suit) ? xz_symbols_of(counts, open, suit) : xz_load_halves(half[suit]);
        v->gains[suit] = gains_of(v, suit, v->suit[suit]);
    }
}

/* ---- pairs of suits, by melds and a pair --------------------------------------------------------------------------------- */

/* A suit as the other one of its pair sees it. */
typedef struct side {
    xz_gains mirror, needed;
} side;

/* What the two suits other than `missing` have in common with a win; -1 if the hand cannot do without that suit. */
XZ_ALWAYS_INLINE int overlap_without(const view *v, int missing) {
    xz_gains mirror = xz_gains_mirror(v->wide, v->gains[XZ_OTHER_SUITS[missing][1]], v->shape.melds);
    int overlap = xz_gains_most(v->wide, v->gains[XZ_OTHER_SUITS[missing][0]], mirror, v->shape.melds);
    return by_symbols(v, missing) || !xz_shape_omits(v->shape, missing) ? -1 : overlap;
}

/* For questions about what has `overlap` in common with a win. */
XZ_ALWAYS_INLINE side beside(const view *v, int suit, int overlap) {
    xz_gains mirror = xz_gains_mirror(v->wide, v->gains[suit], v->shape.melds);
    return (side){mirror, xz_gains_needed(v->wide, mirror, v->shape.melds, overlap)};
}

/* The tiles that add to a suit and to the other one of a pair; false if they have less in common than is needed. */
XZ_ALWAYS_INLINE bool pair_gains(bool wide, int suit, xz_gains gains, int other, const side *beside, uint32_t *tiles) {
    xz_gains tight;
    uint32_t ranks, others;
    if (!xz_gains_tight(wide, gains, beside->needed, &tight)) {
        return false;
    }
    xz_gains_ranks(wide, gains, beside->mirror, tight, &ranks, &others);
    *tiles |= at(ranks, suit) | at(others, other);
    return true;
}

/* The same for the suits as they are. */
XZ_ALWAYS_INLINE uint32_t gains_without(const view *v, int missing, int overlap) {
    int suit = XZ_OTHER_SUITS[missing][0], other = XZ_OTHER_SUITS[missing][1];
    side across = beside(v, other, overlap);
    uint32_t tiles = 0;
    pair_gains(v->wide, suit, v->gains[suit], other, &across, &tiles);
    return tiles;
}

/* ---- two suits, by pairs ---------------------------------------------------------------------------------------------------- */

/* They have min(tiles, wanted + pairs) tiles in common with the pairs that are wanted. */
typedef struct pairing {
    uint32_t suits, odd;       /* slots; those held an odd number of times */
    int tiles, pairs;         /* four of a kind is two */
} pairing;

static inline int pairs_overlap(const pairing *s, int wanted) { return xz_min(s->tiles, wanted + s->pairs); }

/* The tiles that add to it, where there is room. */
static inline uint32_t pairs_gains(const pairing *s, int wanted) {
    return s->tiles < wanted + s->pairs ? s->suits : s->odd;
}

/* Whether a hand may be pairs, and do without that suit. */
static inline bool may_be_pairs(xz_shape shape, int missing) { return shape.pairs && xz_shape_omits(shape, missing); }

XZ_ALWAYS_INLINE pairing pairs_without(pairing s, int slot) {
    s.tiles--;
    s.pairs -= !(s.odd >> slot & 1u);
    s.odd ^= 1u << slot;
    return s;
}

static inline int count_pairs(const uint8_t counts[XZ_SLOTS]) {
    return xz_popcount32(xz_slots_with(counts, 6)) + xz_popcount32(xz_slots_with(counts, 4));
}

XZ_ALWAYS_INLINE pairing pairs_of(const uint8_t counts[XZ_SLOTS], int missing) {
    uint32_t suits = XZ_ALL_SLOTS & ~xz_suit_mask(missing), odd = xz_slots_with(counts, 1) & suits;
    int twos = xz_popcount32(xz_slots_with(counts, 6) & suits) + xz_popcount32(xz_slots_with(counts, 4) & suits);
    return (pairing){suits, odd, 2 * twos + xz_popcount32(odd), twos};
}

/* ---- acceptance ---------------------------------------------------------------------------------------------------------------- */

XZ_ALWAYS_INLINE uint32_t accepts(bool wide, const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                  xz_open open, xz_shape shape) {
    view v;
    int overlaps[XZ_SUITS], most = -1;
    pairing by_pairs[XZ_SUITS];
    look_at(&v, wide, half, counts, open, shape);
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        overlaps[missing] = overlap_without(&v, missing);
        most = xz_max(most, overlaps[missing]);
        if (may_be_pairs(shape, missing)) {
            by_pairs[missing] = pairs_of(counts, missing);
            most = xz_max(most, pairs_overlap(&by_pairs[missing], shape.pairs));
        }
    }
    uint32_t tiles = 0;
    for (int missing = 0; missing < XZ_SUITS && most >= 0; missing++) {
        tiles |= overlaps[missing] == most ? gains_without(&v, missing, most) : 0;
        if (may_be_pairs(shape, missing) && pairs_overlap(&by_pairs[missing], shape.pairs) == most) {
            tiles |= pairs_gains(&by_pairs[missing], shape.pairs);
        }
    }
    return tiles & XZ_ALL_SLOTS & ~xz_held_four_times(counts, open);
}

/* Compiled for the plain shapes, with four melds to make and with fewer, and for any other. */
uint32_t xz_accepts(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape) {
    xz_open const none = {0, 0};
    if (shape.melds == XZ_MAX_MELDS) {
        return xz_shape_is_plain(shape)
                   ? accepts(true, half, counts, none, xz_plain_shape(XZ_MAX_MELDS))
                   : accepts(true, half, counts, none, (xz_shape){XZ_MAX_MELDS, shape.pairs, shape.void_suit});
    }
    return xz_shape_is_plain(shape) ? accepts(false, half, counts, open, (xz_shape){shape.melds, 0, XZ_NONE})
                                    : accepts(false, half, counts, open, shape);
}

/* ---- the best discard --------------------------------------------------------------------------------------------------- */

/*
 * Some discard always leaves what the hand has in common with a win (one less if it is won), so that is the most. What adds to
 * it then would do so beside the discarded tile, too: no discard leaves more than the tiles that do so now.
 */
typedef struct search {
    view v;
    int overlap;
    uint32_t held;
    xz_copies live;   /* of the tiles that the hand may have more of */
    bool bounded;     /* a discard leaves only of what there is now */
    int most;         /* copies that it may leave */
} search;

XZ_ALWAYS_INLINE int copies_left(const search *s, uint32_t tiles) {
    return xz_count_copies(xz_copies_among(s->live, tiles));
}

/* How good a discard is, as one number: copies left, then the lower slot. Less than nothing: none yet. */
XZ_ALWAYS_INLINE int worth(int copies, int slot) { return copies << 5 | (31 - slot); }

static inline int slot_of(int best) {
    XZ_ASSERT(best >= 0);
    return 31 - (best & 31);
}

/* What is left to be had by a slot, or nothing. */
XZ_ALWAYS_INLINE bool may_win(const search *s, int best, int slot) { return worth(s->most, slot) > best; }

XZ_ALWAYS_INLINE int worth_of(const search *s, int slot, uint32_t tiles) { return worth(copies_left(s, tiles), slot); }

/* Tries the discards of a suit without own melds beside another one: all of them, since what to leave out is not to be guessed. */
XZ_ALWAYS_INLINE int try_halves(const search *s, uint32_t held, int suit, int other, int best) {
    const view *v = &s->v;
    side across = beside(v, other, s->overlap);
    for (uint32_t ranks = ranks_of(held, suit); ranks; ranks &= ranks - 1) {
        int rank = xz_lowest_bit(ranks);
        xz_gains gains = gains_by_halves(v->wide, v->suit[suit] - XZ_STEP[rank]), tight;
        uint32_t own, others;
        int keeps = -(int)xz_gains_tight(v->wide, gains, across.needed, &tight);
        xz_gains_ranks(v->wide, gains, across.mirror, tight, &own, &others);
        best = xz_max(best, (worth_of(s, xz_slot(suit, rank), at(own, suit) | at(others, other)) & keeps) | ~keeps);
    }
    return best;
}

/* The same of a suit with own melds. What adds to a suit adds to it with the discarded tile, too, so that the ranks need not be
 * found of one that cannot be the best. */
XZ_ALWAYS_INLINE int try_symbols(const search *s, uint32_t held, int suit, int other, int best) {
    const view *v = &s->v;
    side across = beside(v, other, s->overlap);
    for (uint32_t ranks = ranks_of(held, suit); ranks; ranks &= ranks - 1) {
        int rank = xz_lowest_bit(ranks), slot = xz_slot(suit, rank);
        uint32_t left = v->suit[suit] - XZ_SYMBOL(rank), own, others;
        xz_gains gains = gains_by_symbols(left), tight;
        if (!may_win(s, best, slot)) {
            break;
        }
        if (!xz_gains_tight(false, gains, across.needed, &tight)) {
            continue;
        }
        xz_gains_ranks(false, v->gains[suit], across.mirror, tight, &own, &others);
        if (s->bounded && worth_of(s, slot, at(own, suit) | at(others, other)) < best) {
            continue;
        }
        find_ranks(left, &gains);
        xz_gains_ranks(false, gains, across.mirror, tight, &own, &others);
        best = xz_max(best, worth_of(s, slot, at(own, suit) | at(others, other)));
    }
    return best;
}

/* One pair of suits is tight, and not by pairs: most hands that have come to two suits. */
XZ_ALWAYS_INLINE int best_of_pair(search *s, int missing) {
    int best = -1;
    uint32_t all = gains_without(&s->v, missing, s->overlap), rest = s->held & xz_suit_mask(missing), held = s->held;
    s->most = s->bounded ? copies_left(s, all) : XZ_SLOTS * 4;
    if (rest) { /* leaves all that there may be: others are as good only below it */
        int slot = xz_lowest_bit(rest);
        best = worth_of(s, slot, all);
        held &= s->bounded ? (1u << slot) - 1u : XZ_ALL_SLOTS;
    }
    for (int i = 0; i < 2; i++) {
        int suit = XZ_OTHER_SUITS[missing][i], other = XZ_OTHER_SUITS[missing][1 - i];
        best =
            by_symbols(&s->v, suit) ? try_symbols(s, held, suit, other, best) : try_halves(s, held, suit, other, best);
    }
    return slot_of(best);
}

/* Any number of tight pairs. */
XZ_ALWAYS_INLINE int best_of_all(search *s, const uint8_t counts[XZ_SLOTS], const int overlaps[XZ_SUITS]) {
    const view *v = &s->v;
    bool tight[XZ_SUITS], pairs_tight[XZ_SUITS];
    pairing by_pairs[XZ_SUITS];
    uint32_t without[XZ_SUITS];
    side sides[XZ_SUITS];
    int best = -1;
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        by_pairs[missing] = pairs_of(counts, missing);
        sides[missing] = beside(v, missing, s->overlap);
        tight[missing] = overlaps[missing] >= s->overlap;
        pairs_tight[missing] =
            may_be_pairs(v->shape, missing) && pairs_overlap(&by_pairs[missing], v->shape.pairs) >= s->overlap;
        without[missing] = (tight[missing] ? gains_without(v, missing, s->overlap) : 0) |
                           (pairs_tight[missing] ? pairs_gains(&by_pairs[missing], v->shape.pairs) : 0);
    }
    s->most = s->bounded ? copies_left(s, without[0] | without[1] | without[2]) : XZ_SLOTS * 4;
    for (uint32_t held = s->held; held; held &= held - 1) {
        int slot = xz_lowest_bit(held), suit = xz_suit_of(slot);
        if (!may_win(s, best, slot)) {
            continue;
        }
        uint32_t left = v->suit[suit] - step_of(v, suit, xz_rank_of(slot)), tiles = without[suit];
        xz_gains gains = gains_of(v, suit, left);
        bool keeps = tight[suit] || pairs_tight[suit];
        for (int i = 0; i < 2; i++) {
            int missing = XZ_OTHER_SUITS[suit][i], other = XZ_OTHER_SUITS[suit][1 - i];
            keeps |= tight[missing] && pair_gains(v->wide, suit, gains, other, &sides[other], &tiles);
            if (pairs_tight[missing]) {
                pairing less = pairs_without(by_pairs[missing], slot);
                bool enough = pairs_overlap(&less, v->shape.pairs) >= s->overlap;
                keeps |= enough;
                tiles |= enough ? pairs_gains(&less, v->shape.pairs) : 0;
            }
        }
        if (keeps) {
            best = xz_max(best, worth_of(s, slot, tiles));
        }
    }
    return slot_of(best);
}

XZ_ALWAYS_INLINE int best_discard(bool wide, const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                  xz_open open, xz_shape shape, xz_copies live) {
    search s;
    int overlaps[XZ_SUITS], most = -1, tight = 0, missing = XZ_NONE;
    look_at(&s.v, wide, half, counts, open, shape);
    s.held = xz_slots_with(counts, 7);
    s.live = xz_copies_among(live, XZ_ALL_SLOTS & ~xz_held_four_times(counts, open));
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        overlaps[suit] = overlap_without(&s.v, suit);
        most = xz_max(most, overlaps[suit]);
    }
    if (most < 0) {
        return xz_lowest_bit(s.held);
    }
    bool maybe_pairs = shape.pairs && shape.pairs + count_pairs(counts) >= xz_min(most, 2 * shape.pairs - 1);
    if (maybe_pairs) {
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            pairing by_pairs = pairs_of(counts, suit);
            most = may_be_pairs(shape, suit) ? xz_max(most, pairs_overlap(&by_pairs, shape.pairs)) : most;
        }
    }
    s.overlap = xz_min(most, 3 * shape.melds + 1);
    unsigned suits = xz_suits_of_mask(s.held);
    /* nothing is known of a won hand, nor at 14 tiles of a suit, where the tables end */
    s.bounded = most == s.overlap && (suits & (suits - 1));
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        if (overlaps[suit] >= s.overlap) {
            tight++;
            missing = suit;
        }
    }
    return tight == 1 && !maybe_pairs ? best_of_pair(&s, missing) : best_of_all(&s, counts, overlaps);
}

int xz_plain_best_discard(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], const xz_meld *melds,
                          int meld_count, xz_copies live) {
    xz_open open = xz_open_of(melds, meld_count);
    return meld_count ? best_discard(false, half, counts, open, (xz_shape){XZ_MAX_MELDS - meld_count, 0, XZ_NONE}, live)
                      : best_discard(true, half, counts, open, xz_plain_shape(XZ_MAX_MELDS), live);
}

int xz_best_discard(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape,
                    xz_copies live) {
    xz_open const none = {0, 0};
    return shape.melds == XZ_MAX_MELDS
               ? best_discard(true, half, counts, none, (xz_shape){XZ_MAX_MELDS, shape.pairs, shape.void_suit}, live)
               : best_discard(false, half, counts, open, shape, live);
}
