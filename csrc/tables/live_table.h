/*
 * The tables of suits of which some tiles are dead, made at build time by tools/live.c and read-only; apart from those of
 * suit_table.h, which plain questions touch.
 *
 * A rank is one of 15 symbols: the tiles held and those that can still be drawn, at most four together. Four ranks from an
 * end of the suit, 1-4 or 9-6, are a half; both kinds have the same states. A state says, for every choice of sequences that
 * reach beyond the half, of melds and of pairs, what the half lacks to be that; rank 5, between two halves, and the join of
 * the three are reckoned (hand/live.c).
 *
 * In all of them a number is XZ_LIVE_BASE less the tiles lacking, or 0 if it cannot be for want of live tiles. Nothing lacks
 * more than 14, so that sums of what can be stay above sums in which something cannot.
 */
#ifndef XZ_TABLES_LIVE_TABLE_H
#define XZ_TABLES_LIVE_TABLE_H

#include <stdint.h>

#include "xuezhan/xuezhan.h"

enum { XZ_LIVE_SYMBOLS = 15, XZ_LIVE_BASE = 16 };

/* [50625]: four symbols in base 15, rank 1 or rank 6 the lowest digit, to the state of the half. */
extern const uint16_t xz_live_low[];
extern const uint16_t xz_live_high[];

/*
 * [state][melds][pairs][lane], XZ_LIVE_STATE bytes a state. Lane 3 * two + one: `two` sequences with two ranks in the half
 * (345 or 567), which are among the melds, and `one` 456s, which are not; each at most twice. The lane of two and two would
 * be the ninth: it is only of four melds and has a place that no other needs, XZ_LIVE_NINTH and 8 bytes on with a pair.
 */
enum { XZ_LIVE_LANES = 8, XZ_LIVE_ROW = 2 * XZ_LIVE_LANES, XZ_LIVE_STATE = 5 * XZ_LIVE_ROW, XZ_LIVE_NINTH = 71 };
extern const uint8_t xz_live_states[];

/*
 * [symbol][beyond][what][lane], the eight lanes twice: rank 5, in `two` 345s and `one` 456s by the lane and `beyond` (0-2) 567s,
 * and in nothing, a triplet or a pair besides.
 */
enum { XZ_LIVE_ALONE, XZ_LIVE_TRIPLET, XZ_LIVE_PAIR, XZ_LIVE_USES };
extern const uint8_t xz_live_fifth[];

#endif
