/* Rows of hands of which some tiles are dead. */
#include "hand/live.h"
#include "hand/rows.h"

/* A row and what is live beside it, close together. */
typedef struct live_row {
    uint8_t counts[XZ_SLOTS], live[XZ_SLOTS];
} live_row;

static void copy_slots(uint8_t to[XZ_SLOTS], const uint8_t *from, ptrdiff_t step) {
    if (step == 1) {
        memcpy(to, from, XZ_SLOTS);
        return;
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        to[slot] = from[slot * step];
    }
}

/* Whether some tile is there more than four times, the hand's own melds' apart. */
static bool too_many(const live_row *row) {
    static const int begins[4] = {0, 8, 16, 19};
    uint64_t const top = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    uint64_t over = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t live = xz_load8(row->live + begins[i]), held = xz_load8(row->counts + begins[i]);
        over |= ((live | held) & 0xF8 * ones) | (((live & 7 * ones) + (held & 7 * ones) + 0x7B * ones) & top);
    }
    return over != 0;
}

/* Likewise of a tile that there is an own meld of. */
static bool too_many_with_melds(const live_row *row, const xz_open *open) {
    bool over = false;
    for (uint32_t own = open->pongs | open->kongs; own; own &= own - 1) {
        int slot = xz_lowest_bit(own);
        over |= row->counts[slot] + row->live[slot] > (int)(open->pongs >> slot & 1u);
    }
    return over;
}

/* XZ_OK, or what is wrong with the row; `open` NULL: its melds are not known. */
static int check(xz_question question, const live_row *row, const xz_open *open) {
    int tiles = xz_count_tiles(row->counts);
    bool over = too_many(row);
    if (!open && !over && (tiles == 13 || (tiles == 14 && question == XZ_ASK_SHANTEN))) {
        return XZ_OK;
    }
    int reason = xz_check_row(question, row->counts, open);
    return reason == XZ_OK && (over || (open && too_many_with_melds(row, open))) ? XZ_E_TILES : reason;
}

typedef struct arrays {
    const uint8_t *counts, *live;
    ptrdiff_t row_step, slot_step, live_row_step, live_slot_step;
    const uint32_t *pongs, *kongs;
    ptrdiff_t meld_step;
} arrays;

static int64_t answer(xz_question question, const arrays *from, int64_t rows, int8_t *shanten, uint32_t *accepts,
                      int *status) {
    bool known = from->pongs != NULL || from->kongs != NULL;
    for (int64_t r = 0; r < rows; r++) {
        live_row row;
        copy_slots(row.counts, from->counts + r * from->row_step, from->slot_step);
        copy_slots(row.live, from->live + r * from->live_row_step, from->live_slot_step);
        xz_open open = {from->pongs ? from->pongs[r * from->meld_step] : 0,
                        from->kongs ? from->kongs[r * from->meld_step] : 0};
        int reason = check(question, &row, known ? &open : NULL);
        if (reason != XZ_OK) {
            *status = reason;
            return -(1 + r);
        }
        int melds = xz_count_tiles(row.counts) / 3;
        unsigned own_suits = xz_suits_of_mask(open.pongs | open.kongs);
        if (shanten) {
            shanten[r] = (int8_t)xz_live_shanten(row.counts, row.live, melds, own_suits);
        } else {
            accepts[r] = xz_live_accepts(row.counts, row.live, melds, own_suits);
        }
    }
    return rows;
}

int64_t xz_shanten_live_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                             const uint8_t *live, ptrdiff_t live_row_step, ptrdiff_t live_slot_step,
                             const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, int8_t *out,
                             int *status) {
    arrays from = {counts, live, row_step, slot_step, live_row_step, live_slot_step, pongs, kongs, meld_step};
    return answer(XZ_ASK_SHANTEN, &from, rows, out, NULL, status);
}

int64_t xz_accepts_live_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                             const uint8_t *live, ptrdiff_t live_row_step, ptrdiff_t live_slot_step,
                             const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out,
                             int *status) {
    arrays from = {counts, live, row_step, slot_step, live_row_step, live_slot_step, pongs, kongs, meld_step};
    return answer(XZ_ASK_ACCEPTS, &from, rows, NULL, out, status);
}
