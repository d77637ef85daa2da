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
static int check(xz_question question, int size, const live_row *row, const xz_open *open) {
    int tiles = xz_count_tiles(row->counts);
    bool over = too_many(row);
    if (!open && !over && (tiles == size || (tiles == size + 1 && question == XZ_ASK_SHANTEN))) {
        return XZ_OK;
    }
    int reason = xz_check_row(question, size, row->counts, open);
    return reason == XZ_OK && (over || (open && too_many_with_melds(row, open))) ? XZ_E_TILES : reason;
}

int64_t xz_answer_live(xz_question question, const xz_hand_rows *hands, const xz_hand_rules *rules, xz_answers out,
                       int *status) {
    static const xz_hand_rules plain = XZ_PLAIN_HAND;
    const xz_hand_rules *const under = rules ? rules : &plain;
    bool known = hands->pongs != NULL || hands->kongs != NULL;
    for (int64_t r = 0; r < hands->rows; r++) {
        live_row row;
        uint8_t const void_suit = hands->voids ? hands->voids[r * hands->void_step] : under->void_suit;
        copy_slots(row.counts, hands->counts + r * hands->row_step, hands->slot_step);
        copy_slots(row.live, hands->live + r * hands->live_row_step, hands->live_slot_step);
        xz_open open = {hands->pongs ? hands->pongs[r * hands->meld_step] : 0,
                        hands->kongs ? hands->kongs[r * hands->meld_step] : 0};
        int const reason =
            xz_is_void(void_suit) ? check(question, under->size, &row, known ? &open : NULL) : XZ_E_RULES;
        if (reason != XZ_OK) {
            *status = reason;
            return -(1 + r);
        }
        xz_shape shape = xz_shape_under(under, xz_count_tiles(row.counts) / 3, open.pongs | open.kongs);
        shape.void_suit = void_suit;
        unsigned own_suits = xz_suits_of_mask(open.pongs | open.kongs);
        if (question == XZ_ASK_SHANTEN) {
            out.shanten[r] = (int8_t)xz_live_shanten(row.counts, row.live, shape, own_suits);
        } else {
            out.waits[r] = xz_live_accepts(row.counts, row.live, shape, own_suits);
        }
    }
    return hands->rows;
}

int64_t xz_shanten_live_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                             const uint8_t *live, ptrdiff_t live_row_step, ptrdiff_t live_slot_step,
                             const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, int8_t *out,
                             int *status) {
    xz_hand_rows const hands = {counts,    rows, row_step, slot_step, pongs,         kongs,
                                meld_step, NULL, 0,        live,      live_row_step, live_slot_step};
    return xz_answer_live(XZ_ASK_SHANTEN, &hands, NULL, (xz_answers){.shanten = out}, status);
}

int64_t xz_accepts_live_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                             const uint8_t *live, ptrdiff_t live_row_step, ptrdiff_t live_slot_step,
                             const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out,
                             int *status) {
    xz_hand_rows const hands = {counts,    rows, row_step, slot_step, pongs,         kongs,
                                meld_step, NULL, 0,        live,      live_row_step, live_slot_step};
    return xz_answer_live(XZ_ASK_ACCEPTS, &hands, NULL, (xz_answers){.waits = out}, status);
}
