/* Limits of the option table, and a way to any option's number. */
#ifndef XZ_RULES_OPTIONS_H
#define XZ_RULES_OPTIONS_H

#include "xuezhan/xuezhan.h"

#include <string.h>

enum { XZ_FAN_LIMIT = 255 };
#define XZ_AMOUNT_LIMIT (INT64_C(1) << 40) /* no single payment may be more (§12) */

static inline int64_t xz_option_value(const xz_rules *rules, const xz_option *option) {
    int64_t value;
    memcpy(&value, (const char *)rules + option->offset, sizeof value);
    return value;
}

static inline void xz_option_set(xz_rules *rules, const xz_option *option, int64_t value) {
    memcpy((char *)rules + option->offset, &value, sizeof value);
}

/* Every option as the rulebook has it; not prepared. */
void xz_rulebook_fill(int rulebook, xz_rules *rules);

#endif
