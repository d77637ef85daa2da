/* What is paid for a kong (§5, §19), by prepared rules. */
#ifndef XZ_RULES_KONGS_H
#define XZ_RULES_KONGS_H

#include "base/meld.h"

/* What `payer`, one of those who pay for it, pays for this kong, in points; nothing for a pong. */
static inline int64_t xz_kong_share(const xz_rules *rules, xz_meld kong, int payer) {
    const xz_derived *const d = &rules->derived;
    return kong.kind == XZ_DIRECT_KONG && payer != kong.feeder ? d->kong_others_points
           : xz_meld_is_late(kong)                             ? d->late_kong_points
                                                               : d->kong_points[kong.kind];
}

/* What the kong still holds, in points. */
static inline int64_t xz_kong_held(const xz_rules *rules, xz_meld kong) {
    int64_t held = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        held += xz_meld_payers(kong) >> seat & 1 ? xz_kong_share(rules, kong, seat) : 0;
    }
    return held;
}

/* What a kong of the kind brings from so many others, one of them the feeder of a direct one. */
static inline int64_t xz_kong_income(const xz_rules *rules, int kind, int others) {
    int64_t const each = rules->derived.kong_points[kind];
    return kind == XZ_DIRECT_KONG ? each + (others - 1) * rules->derived.kong_others_points : others * each;
}

#endif
