/* Rules of any numbers: refused with a reason, or good for a whole hand. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char reason[256];
    uint8_t wall[XZ_MAX_WALL];
    xz_rules rules;
    xz_state state;
    bytes from = {data, size};
    MUST(xz_rules_preset((int)(take(&from) % XZ_RULEBOOK_COUNT), &rules) == XZ_OK);
    while (from.left >= 9) { /* an option and eight bytes of its value */
        unsigned const number = take(&from);
        int64_t value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            value |= (int64_t)((uint64_t)take(&from) << shift);
        }
        const xz_option *const option = xz_option_at((int)(number % (unsigned)xz_option_count()));
        unsigned const offset = option->kind == XZ_OPTION_PATTERNS ? number % XZ_PATTERN_COUNT : 0;
        memcpy((char *)&rules + option->offset + offset * sizeof value, &value, sizeof value);
    }
    int const status = xz_rules_check(&rules, reason, sizeof reason);
    MUST(status == XZ_OK || (status == XZ_E_RULES && reason[0] && memchr(reason, 0, sizeof reason)));
    if (status != XZ_OK) {
        return 0;
    }
    int const length = xz_wall(size, 0, (unsigned)rules.suits, wall);
    MUST(length == xz_wall_length(&rules));
    MUST(xz_deal(&rules, &state, 0, wall, length, NULL) == XZ_OK);
    for (unsigned n = 0; state.phase != XZ_OVER; n++) {
        int const seat = xz_to_act(&state);
        MUST(xz_step(&rules, &state, seat, nth_legal(&rules, &state, seat, n), NULL) == XZ_OK);
    }
    must_be_right(&rules, &state);
    return 0;
}
