/* The patterns of §3 and §18, one row each. */
#ifndef XZ_RULES_PATTERNS_H
#define XZ_RULES_PATTERNS_H

#include "xuezhan/xuezhan.h"

/* All that is known of a pattern. What it absorbs and what may be added to it follows from what it needs (game/score.c). */
typedef struct xz_pattern_row {
    const char *name, *chinese;
    uint16_t needs;                       /* of xz_reading; 0: not found by the tiles alone */
    uint8_t gives_way; /* to this pattern where the hand meets both and it is on; itself: to none */
    int16_t rulebooks[XZ_RULEBOOK_COUNT]; /* its fan in each; XZ_NULL: off */
} xz_pattern_row;

extern const xz_pattern_row xz_pattern_rows[XZ_PATTERN_COUNT];

#endif
