/* Rows of any bytes: refused with the row and a reason, or answered as one hand is. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST = 80 };
    int8_t shanten[MOST];
    uint32_t waits[MOST], accepts[MOST];
    uint8_t win[MOST], live[XZ_SLOTS];
    uint16_t index[MOST * XZ_INDEX_HALVES];
    int64_t const rows = (int64_t)(size / XZ_SLOTS < MOST ? size / XZ_SLOTS : MOST);
    int status = XZ_OK;
    memset(live, 4, sizeof live);
    int64_t const done = xz_shanten_rows(data, rows, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status);
    MUST(done == rows || (done < 0 && -done <= rows && status < 0));
    for (int64_t r = 0; r < rows; r++) {
        const uint8_t *const row = data + r * XZ_SLOTS;
        xz_hand hand = {.meld_count = 0};
        memcpy(hand.counts, row, XZ_SLOTS);
        int tiles = 0;
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            tiles += row[slot];
        }
        bool const whole = xz_hand_check(&hand) == XZ_OK && tiles >= 13 && tiles <= 14;
        int8_t one = 0;
        int64_t const read = xz_shanten_rows(row, 1, XZ_SLOTS, 1, NULL, NULL, 0, &one, &status);
        MUST(!whole || (read == 1 && one == xz_hand_shanten(&hand) && (done != rows || shanten[r] == one)));
        int64_t const ready = xz_waits_rows(row, 1, XZ_SLOTS, 1, NULL, NULL, 0, waits, &status);
        MUST(!whole || tiles != 13 || (ready == 1 && waits[0] == xz_hand_waits(&hand)));
        int64_t const won = xz_win_rows(row, 1, XZ_SLOTS, 1, NULL, NULL, 0, win, &status);
        MUST(!whole || tiles != 14 || (won == 1 && win[0] == xz_hand_is_win(&hand)));
        int64_t const nearer = xz_accepts_rows(row, 1, XZ_SLOTS, 1, NULL, NULL, 0, accepts, &status);
        MUST(!whole || tiles != 13 || (nearer == 1 && accepts[0] == xz_hand_accepts(&hand)));
    }
    /* Halves of any numbers, and melds of any masks. */
    xz_index_rows(data, rows, XZ_SLOTS, 1, index, &status);
    int64_t const halves = (int64_t)(size / sizeof index[0]) / XZ_INDEX_HALVES;
    memcpy(index, data, size < sizeof index ? size : sizeof index);
    xz_shanten_index_rows(index, halves < MOST ? halves : MOST, XZ_INDEX_HALVES, shanten, &status);
    xz_waits_index_rows(index, halves < MOST ? halves : MOST, XZ_INDEX_HALVES, waits, &status);
    xz_win_index_rows(index, halves < MOST ? halves : MOST, XZ_INDEX_HALVES, win, &status);
    if (size >= XZ_SLOTS + 2 * sizeof(uint32_t)) {
        uint32_t masks[2];
        memcpy(masks, data + size - sizeof masks, sizeof masks);
        xz_shanten_rows(data, 1, XZ_SLOTS, 1, masks, masks + 1, 0, shanten, &status);
        xz_waits_rows(data, 1, XZ_SLOTS, 1, masks, masks + 1, 0, waits, &status);
        xz_win_rows(data, 1, XZ_SLOTS, 1, masks, masks + 1, 0, win, &status);
        xz_accepts_rows(data, 1, XZ_SLOTS, 1, masks, masks + 1, 0, accepts, &status);
        xz_shanten_live_rows(data, 1, XZ_SLOTS, 1, live, 0, 1, masks, masks + 1, 0, shanten, &status);
    }
    return 0;
}
