/*
 * The tables of one suit, made at build time by tools/gen_tables.c and read-only.
 *
 * Every suit of at most 14 tiles has a place in xz_suit_id (suit_index.h says which), which holds the number of its record:
 * few suits differ in what matters. The fields of a record stand in arrays of their own, so that a question touches only
 * the field it asks for.
 */
#ifndef XZ_TABLES_SUIT_TABLE_H
#define XZ_TABLES_SUIT_TABLE_H

#include <stdint.h>

#include "xuezhan/xuezhan.h"

#define XZ_VECTORS 405350 /* nine counts of 0-4, at most 14 tiles */
#define XZ_LOW_COUNT 625  /* ranks 1-4 in base 5 */
#define XZ_HIGH_COUNT 3125 /* ranks 5-9 in base 5 */

extern const uint16_t xz_suit_low[];
extern const uint32_t xz_suit_high[];
extern const uint16_t xz_suit_id[];

/* xz_suit_wait: bits 0-8 the ranks that complete the suit (to melds, or melds and a pair, as its number of tiles says; never
 * a fifth copy); bits 9-17 its single odd count if it has just one; then its kind, for either shape of a winning hand. */
extern const uint32_t xz_suit_wait[];
#define XZ_WAIT_PAIR_SHIFT 9
#define XZ_KIND_SHIFT 18
#define XZ_KIND_COMPLETE (1u << 18) /* melds and at most one pair, nothing else; no tiles at all count */
#define XZ_KIND_PAIRS (1u << 27)    /* pairs and fours, nothing else; likewise */
#define XZ_KINDS (XZ_KIND_COMPLETE | XZ_KIND_PAIRS)

/*
 * How many tiles a hand lacks (shanten + 1) is looked up by the classes of two suits and is least over the suit done without.
 * A whole hand without own melds, which may also be seven pairs: xz_whole_class_at[place], by place and so in one load, and
 * xz_whole_lacks[a][b], right up to 15 tiles. A hand with `melds` (0-4) melds yet to make, and
 * by no pairs: xz_suit_class[melds][record], xz_class_lacks[melds][a][b].
 */
#define XZ_RECORDS 5564
#define XZ_EMPTY_RECORD 0 /* of a suit without tiles */
#define XZ_WHOLE_CLASSES 182
#define XZ_WHOLE_PITCH 192 /* from row to row of xz_whole_lacks */
#define XZ_CLASSES 128 /* room for them */
extern const uint8_t xz_whole_class_at[];
extern const uint8_t xz_whole_lacks[];
extern const uint8_t xz_suit_class[];
extern const uint8_t xz_class_lacks[];

/* xz_suit_pairs[record]: the pairs of a suit, four of a kind as two, and above them its tiles. */
extern const uint8_t xz_suit_pairs[];
#define XZ_PAIRS_TILES_SHIFT 3
#define XZ_PAIRS_MASK 7u

/* xz_suit_facts: of a complete suit, whether some reading of it is so; fours also of a suit of pairs. */
extern const uint8_t xz_suit_facts[];
#define XZ_FACT_TRIPLETS 1u
#define XZ_FACT_OUTSIDE 2u
#define XZ_FACT_STRAIGHT 4u
#define XZ_FACT_JIANG 8u
#define XZ_FOURS_SHIFT 4

/*
 * xz_suit_gains + xz_suit_gains_at[place]: for every number of melds m (0-4) and pairs p (0-1), at 2m + p, bits 0-8: the ranks
 * of which one tile more has more in common with them; the bits above: what the suit has in common with them now. Of suits of
 * at most 14 tiles; what would be a fifteenth, or a fifth of a kind, is no gain. These two tables serve acceptance alone.
 */
#define XZ_GAINS 10
#define XZ_GAIN_RECORDS 72172
#define XZ_OVERLAP_SHIFT 9
extern const uint32_t xz_suit_gains_at[];
extern const uint16_t xz_suit_gains[];

/* xz_class_overlaps[class * XZ_CLASS_GAINS]: the like of a class with three melds to make, without the ranks. */
#define XZ_CLASS_GAINS 8
extern const uint16_t xz_class_overlaps[];

/*
 * The automaton that gives the class of a suit in a hand with own melds, whether or not they are in that suit. A rank is a
 * symbol of three bits: its concealed tiles, plus 5 for an own pong of it, plus 7 for an own kong. Ranks 1-4 in one step,
 * then two, two and one.
 */
#define XZ_SYMBOLS 8
#define XZ_STATES_AFTER_4 809
#define XZ_STATES_AFTER_6 1804
#define XZ_STATES_AFTER_8 902
extern const uint32_t xz_meld_spread[]; /* [512]: nine bits, three apart */
extern const uint16_t xz_meld_start[];  /* [4096] -> state */
extern const uint16_t xz_meld_step5[];  /* [state][64] -> state */
extern const uint16_t xz_meld_step7[];  /* [state][64] -> state */
extern const uint8_t xz_meld_class[];   /* [melds][state][8] -> class */

#endif
