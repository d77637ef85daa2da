/* The patterns of §3 and §18, one row each. */
#ifndef XZ_RULES_PATTERNS_H
#define XZ_RULES_PATTERNS_H

#include "xuezhan/xuezhan.h"

typedef struct xz_pattern_row {
    const char *name, *chinese;
    int16_t rulebooks[XZ_RULEBOOK_COUNT]; /* its fan in each; XZ_NULL: off */
} xz_pattern_row;

extern const xz_pattern_row xz_pattern_rows[XZ_PATTERN_COUNT];

#endif
