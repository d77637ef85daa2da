/* Text of hands and tiles: what is read is valid, and is written as text that reads the same. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *const text = (const char *)data;
    xz_text_error error;
    xz_hand hand, again;
    uint8_t slots[XZ_MAX_WALL];
    char written[128];
    int const status = xz_hand_parse(text, size, &hand, &error);
    if (status == XZ_OK) {
        MUST(xz_hand_check(&hand) == XZ_OK);
        int const length = xz_hand_format(&hand, written, sizeof written);
        MUST(length >= 0 && length < (int)sizeof written);
        MUST(xz_hand_parse(written, (size_t)length, &again, &error) == XZ_OK);
        MUST(memcmp(&hand, &again, sizeof hand) == 0);
    } else {
        MUST(error.status == status && error.position <= size && memchr(error.message, 0, sizeof error.message));
    }
    int const read = xz_tiles_parse(text, size, slots, sizeof slots, &error);
    for (int i = 0; i < read; i++) {
        MUST(slots[i] < XZ_SLOTS);
    }
    return 0;
}
