/* Views as bytes: what is read is written as the same bytes, can be observed and acted on, and its worlds show it again. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int8_t planes[XZ_OBS_SIZE];
    bytes from = {data, size};
    uint8_t again[XZ_VIEW_MAX_BYTES];
    xz_rules rules;
    xz_view view, shown;
    xz_state world;
    xz_rng rng;
    uint8_t buffer[2 * XZ_VIEW_MAX_BYTES];
    take_rules(&from, &rules);
    from = sealed(from, buffer, sizeof buffer);
    if (xz_view_decode(&rules, from.at, from.left, &view) != XZ_OK) {
        return 0;
    }
    MUST(xz_view_encode(&rules, &view, again, sizeof again) == (int)from.left);
    MUST(memcmp(again, from.at, from.left) == 0);
    xz_observe_int8(&rules, &view, planes);
    int const action = xz_value_action(&rules, &view);
    MUST(action == XZ_E_SEAT || (view.legal.words[action / 64] >> (action % 64) & 1u));
    xz_rng_seed(&rng, 1, 2, XZ_STREAM_CALLER);
    if (xz_redeal(&rules, &view, XZ_NONE, &rng, &world) == XZ_OK) {
        must_be_right(&rules, &world);
        MUST(xz_view_of(&rules, &world, view.seat, &shown) == XZ_OK);
        MUST(memcmp(&view, &shown, sizeof view) == 0);
    }
    return 0;
}
