/* Compact records: whatever is read replays, and is written as the same bytes. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static xz_record record;
    static uint8_t again[XZ_RECORD_MAX_BYTES];
    xz_rules rules;
    xz_state state;
    static uint8_t buffer[2 * XZ_RECORD_MAX_BYTES];
    bytes const from = sealed((bytes){data, size}, buffer, sizeof buffer);
    int base = -1;
    int const used = xz_record_decode(from.at, from.left, &rules, &base, &record);
    if (used < 0) {
        return 0;
    }
    MUST((size_t)used <= from.left && xz_rules_check(&rules, NULL, 0) == XZ_OK);
    MUST(xz_record_replay(&rules, &record, &state, NULL) == XZ_OK);
    must_be_right(&rules, &state);
    MUST(xz_record_encode(&rules, base, &record, again, sizeof again) == used);
    MUST(memcmp(again, from.at, (size_t)used) == 0);
    return 0;
}
