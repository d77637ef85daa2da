/* States as bytes: what is read passes every check, is written as the same bytes, and plays on without breaking. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes from = {data, size};
    uint8_t again[XZ_STATE_MAX_BYTES];
    xz_rules rules;
    xz_state state;
    uint8_t buffer[2 * XZ_STATE_MAX_BYTES];
    take_rules(&from, &rules);
    from = sealed(from, buffer, sizeof buffer);
    if (xz_state_decode(&rules, from.at, from.left, &state) != XZ_OK) {
        return 0;
    }
    must_be_right(&rules, &state);
    MUST(xz_state_encode(&rules, &state, again, sizeof again) == (int)from.left);
    MUST(memcmp(again, from.at, from.left) == 0);
    for (unsigned n = 0; n < 200 && state.phase != XZ_OVER; n++) {
        int const seat = xz_to_act(&state);
        MUST(xz_step(&rules, &state, seat, nth_legal(&rules, &state, seat, n * 7), NULL) == XZ_OK);
        must_be_right(&rules, &state);
    }
    return 0;
}
