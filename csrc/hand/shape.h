/* What a win is made of (§1, §13, §15). */
#ifndef XZ_HAND_SHAPE_H
#define XZ_HAND_SHAPE_H

#include "base/tile.h"

enum { XZ_ALL_PAIRS = XZ_MAX_HAND / 2 };

/* Beside the own melds: `melds` (0-4) melds and a pair; or `pairs` pairs, 0 where none win. */
typedef struct xz_shape {
    int melds, pairs;
    int void_suit; /* done without; XZ_NONE: any one suit */
} xz_shape;

/* Of a hand of 13 or 14 tiles under §1 alone, its melds counted. */
static inline xz_shape xz_plain_shape(int melds) {
    return (xz_shape){melds, melds == XZ_MAX_MELDS ? XZ_ALL_PAIRS : 0, XZ_NONE};
}

static inline bool xz_shape_is_plain(xz_shape shape) {
    return shape.void_suit == XZ_NONE && shape.pairs == (shape.melds == XZ_MAX_MELDS ? XZ_ALL_PAIRS : 0);
}

/* Of a hand under these rules with so many melds to make; `own`: it has melds of its own, so that no pairs win. */
static inline xz_shape xz_shape_under(const xz_hand_rules *rules, int melds, bool own) {
    return (xz_shape){melds, melds == rules->size / 3 && !own ? rules->pairs : 0, rules->void_suit};
}

/* A suit, or XZ_NONE. */
static inline bool xz_is_void(uint8_t suit) { return (uint8_t)(suit + 1) <= XZ_SUITS; }

/* Whether a win may do without this suit, as far as the shape says. */
static inline bool xz_shape_omits(xz_shape shape, int suit) {
    return shape.void_suit == XZ_NONE || shape.void_suit == suit;
}

/*
 * The questions of hand/hand_index.h for any shape. A hand may have fewer tiles than a whole one, its other melds not known. Without
 * own melds `counts` may be NULL.
 */

/* 3k+2 tiles, k = shape.melds. */
bool xz_shape_is_win(const uint16_t half[XZ_SUITS][2], xz_open open, xz_shape shape);

/* 3k+1 tiles. */
uint32_t xz_shape_waits(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape);

/* Either. */
int xz_shape_shanten(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, xz_shape shape);

#endif
