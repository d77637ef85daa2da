/*
 * What a suit has in common with m melds and p pairs, and which ranks add to it, for every m and p at once: the entries of
 * xz_suit_gains (tables/suit_table.h), ten lanes of 16 bits, and the few things done with them.
 *
 * A hand of two suits has in common with M melds and a pair the most that the one has with m melds and p pairs and the other
 * with M - m and 1 - p: lane i of the one goes with lane 2M + 1 - i of the other. The lanes of the other in that order are its
 * *mirror*. A lane in which the two together have the most is *tight*.
 */
#ifndef XZ_HAND_GAINS_H
#define XZ_HAND_GAINS_H

#include "base/port.h"
#include "tables/suit_table.h"

#define XZ_GAIN_RANKS 0x1FFu

#ifdef XZ_SSE2

typedef struct xz_gains {
    __m128i first, last; /* lanes 0-7; 8 and 9 */
} xz_gains;

static inline xz_gains xz_gains_load(bool wide, const uint16_t *lanes) {
    int32_t last = 0;
    if (wide) {
        memcpy(&last, lanes + 8, sizeof last);
    }
    return (xz_gains){_mm_loadu_si128((const __m128i *)(const void *)lanes), _mm_cvtsi32_si128(last)};
}

static inline __m128i xz_overlaps_of(__m128i lanes) { return _mm_andnot_si128(_mm_set1_epi16(XZ_GAIN_RANKS), lanes); }

static inline __m128i xz_turned(__m128i v) {
    return _mm_shuffle_epi32(_mm_shufflehi_epi16(_mm_shufflelo_epi16(v, 0x1B), 0x1B), 0x4E);
}

/* Beside `melds` (0-4) in all; lanes that are not used are nothing. */
static inline xz_gains xz_gains_mirror(bool wide, xz_gains g, int melds) {
    if (wide) {
        return (xz_gains){xz_turned(_mm_or_si128(_mm_srli_si128(g.first, 4), _mm_slli_si128(g.last, 12))),
                          _mm_shufflelo_epi16(g.first, 0x01)};
    }
    __m128i turned = xz_turned(g.first);
    return (xz_gains){melds == 3   ? turned
                      : melds == 2 ? _mm_srli_si128(turned, 4)
                      : melds == 1 ? _mm_srli_si128(turned, 8)
                                   : _mm_srli_si128(turned, 12),
                      _mm_setzero_si128()};
}

/* Ones in those of lanes 0-7 that are used. */
static inline __m128i xz_gains_used(int melds) {
    static const uint16_t ones[2 * XZ_CLASS_GAINS] = {0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF};
    return _mm_loadu_si128((const __m128i *)(const void *)(ones + 2 * (3 - melds)));
}

/* What the two have in common together. */
static inline int xz_gains_most(bool wide, xz_gains g, xz_gains mirror, int melds) {
    __m128i most = _mm_add_epi16(xz_overlaps_of(g.first), xz_overlaps_of(mirror.first));
    if (wide) {
        /* lanes 2-7 of `last` hold nothing in g, so that what they come to is an overlap of the mirror alone */
        most = _mm_max_epi16(most, _mm_add_epi16(xz_overlaps_of(g.last), xz_overlaps_of(mirror.last)));
    } else {
        most = _mm_and_si128(most, xz_gains_used(melds));
    }
    most = _mm_max_epi16(most, _mm_srli_si128(most, 8));
    most = _mm_max_epi16(most, _mm_srli_si128(most, 4));
    most = _mm_max_epi16(most, _mm_srli_si128(most, 2));
    return (_mm_cvtsi128_si32(most) & 0xFFFF) >> XZ_OVERLAP_SHIFT;
}

/* What a suit must have in common in each lane for the two to have `overlap`, or more than any has in lanes not used. */
static inline xz_gains xz_gains_needed(bool wide, xz_gains mirror, int melds, int overlap) {
    __m128i all = _mm_set1_epi16((short)(overlap << XZ_OVERLAP_SHIFT));
    __m128i first = _mm_sub_epi16(all, xz_overlaps_of(mirror.first)),
            last = _mm_sub_epi16(all, xz_overlaps_of(mirror.last));
    return (xz_gains){
        wide ? first : xz_overlaps_of(_mm_or_si128(first, _mm_andnot_si128(xz_gains_used(melds), _mm_set1_epi16(-1)))),
        last};
}

/* Ones in the tight lanes; whether there are any. */
static inline bool xz_gains_tight(bool wide, xz_gains g, xz_gains needed, xz_gains *tight) {
    tight->first = _mm_cmpeq_epi16(xz_overlaps_of(g.first), needed.first);
    tight->last = _mm_cmpeq_epi16(xz_overlaps_of(g.last), needed.last);
    return (_mm_movemask_epi8(tight->first) | (wide ? _mm_movemask_epi8(tight->last) & 0xF : 0)) != 0;
}

/* The ranks that add to a suit in the tight lanes, and those that add to the other. */
static inline void xz_gains_ranks(bool wide, xz_gains g, xz_gains mirror, xz_gains tight, uint32_t *own,
                                  uint32_t *other) {
    __m128i a = _mm_and_si128(g.first, tight.first), b = _mm_and_si128(mirror.first, tight.first);
    /* the suit's in lanes 0-3 and the other's in lanes 4-7; then in 0-1 and 2-3 */
    __m128i ranks = _mm_or_si128(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
    ranks = _mm_shuffle_epi32(_mm_or_si128(ranks, _mm_srli_epi64(ranks, 32)), 0x08);
    if (wide) {
        ranks = _mm_or_si128(
            ranks, _mm_unpacklo_epi32(_mm_and_si128(g.last, tight.last), _mm_and_si128(mirror.last, tight.last)));
    }
    ranks = _mm_or_si128(ranks, _mm_srli_epi32(ranks, 16));
    *own = (uint32_t)_mm_cvtsi128_si32(ranks) & XZ_GAIN_RANKS;
    *other = (uint32_t)_mm_extract_epi16(ranks, 2) & XZ_GAIN_RANKS;
}

/* Adds a rank where `more`, the suit with one tile of it more, has more in common. */
static inline void xz_gains_add_rank(xz_gains *g, const uint16_t more[XZ_CLASS_GAINS], int rank) {
    __m128i now = xz_overlaps_of(g->first), then = _mm_loadu_si128((const __m128i *)(const void *)more);
    g->first = _mm_or_si128(g->first, _mm_and_si128(_mm_cmpgt_epi16(then, now), _mm_set1_epi16((short)(1 << rank))));
}

#else

typedef struct xz_gains {
    uint16_t lane[XZ_GAINS];
} xz_gains;

static inline int xz_gain_lanes(bool wide) { return wide ? XZ_GAINS : XZ_CLASS_GAINS; }

static inline int xz_overlap_of(unsigned lane) { return (int)(lane >> XZ_OVERLAP_SHIFT); }

static inline xz_gains xz_gains_load(bool wide, const uint16_t *lanes) {
    xz_gains g = {{0}};
    for (int i = 0; i < xz_gain_lanes(wide); i++) {
        g.lane[i] = lanes[i];
    }
    return g;
}

static inline xz_gains xz_gains_mirror(bool wide, xz_gains g, int melds) {
    (void)wide;
    xz_gains mirror = {{0}};
    for (int i = 0; i <= 2 * melds + 1; i++) {
        mirror.lane[i] = g.lane[2 * melds + 1 - i];
    }
    return mirror;
}

static inline int xz_gains_most(bool wide, xz_gains g, xz_gains mirror, int melds) {
    (void)wide;
    int most = 0;
    for (int i = 0; i <= 2 * melds + 1; i++) {
        most = xz_max(most, xz_overlap_of(g.lane[i]) + xz_overlap_of(mirror.lane[i]));
    }
    return most;
}

static inline xz_gains xz_gains_needed(bool wide, xz_gains mirror, int melds, int overlap) {
    xz_gains needed = {{0}};
    for (int i = 0; i < xz_gain_lanes(wide); i++) {
        unsigned rest = (unsigned)(overlap - xz_overlap_of(mirror.lane[i])) << XZ_OVERLAP_SHIFT;
        needed.lane[i] = (uint16_t)(i <= 2 * melds + 1 ? rest : ~XZ_GAIN_RANKS);
    }
    return needed;
}

static inline bool xz_gains_tight(bool wide, xz_gains g, xz_gains needed, xz_gains *tight) {
    unsigned any = 0;
    for (int i = 0; i < xz_gain_lanes(wide); i++) {
        tight->lane[i] = (g.lane[i] & ~XZ_GAIN_RANKS) == needed.lane[i] ? 0xFFFF : 0;
        any |= tight->lane[i];
    }
    return any != 0;
}

static inline void xz_gains_ranks(bool wide, xz_gains g, xz_gains mirror, xz_gains tight, uint32_t *own,
                                  uint32_t *other) {
    *own = *other = 0;
    for (int i = 0; i < xz_gain_lanes(wide); i++) {
        *own |= g.lane[i] & tight.lane[i] & XZ_GAIN_RANKS;
        *other |= mirror.lane[i] & tight.lane[i] & XZ_GAIN_RANKS;
    }
}

static inline void xz_gains_add_rank(xz_gains *g, const uint16_t more[XZ_CLASS_GAINS], int rank) {
    for (int i = 0; i < XZ_CLASS_GAINS; i++) {
        g->lane[i] = (uint16_t)(g->lane[i] | (xz_overlap_of(more[i]) > xz_overlap_of(g->lane[i])) << rank);
    }
}

#endif

#endif
