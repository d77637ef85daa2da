/*
 * Whole hands without own melds, in short loops that each do one thing. Most hands are of three suits, neither wins nor ready:
 * the others are listed, and nothing is guessed.
 */
#include "hand/halves.h"
#include "hand/rows.h"

/* Which suit is meant: the first missing one. */
static inline int missing_of(unsigned entry) {
    static const uint8_t missing[8] = {[2] = 1, [4] = 2, [6] = 1};
    return missing[entry / XZ_CHUNK];
}

/* ---- any suit may be done without --------------------------------------------------------------------------------------- */

static inline unsigned class_of(const xz_halves *suit) {
    return xz_whole_class_at[xz_suit_place(suit->low, suit->high)];
}

static void whole_shanten(const xz_halves *suits, size_t rows, int8_t *out) {
    for (size_t r = 0; r < rows; r++, suits += XZ_SUITS) {
        out[r] = (int8_t)xz_shanten_of_classes(xz_whole_lacks, XZ_WHOLE_PITCH, class_of(suits), class_of(suits + 1),
                                               class_of(suits + 2));
    }
}

static inline uint32_t wait_of(const xz_halves *suit) {
    return xz_suit_wait[xz_suit_id[xz_suit_place(suit->low, suit->high)]];
}

static void whole_waits(const xz_halves *suits, const xz_listing *list, size_t rows, uint32_t *out) {
    memset(out, 0, rows * sizeof *out);
    for (size_t i = 0; i < list->count; i++) {
        int r = list->rows[i] % XZ_CHUNK, missing = missing_of(list->rows[i]);
        const xz_halves *m = suits + r * XZ_SUITS;
        out[r] =
            xz_waits_of(missing, wait_of(m + xz_first_suit(missing)), wait_of(m + xz_second_suit(missing)), XZ_KINDS);
    }
}

static void whole_win(const xz_halves *suits, const xz_listing *list, size_t rows, uint8_t *out) {
    memset(out, 0, rows * sizeof *out);
    for (size_t i = 0; i < list->count; i++) {
        int r = list->rows[i] % XZ_CHUNK, missing = missing_of(list->rows[i]);
        const xz_halves *m = suits + r * XZ_SUITS;
        out[r] = (wait_of(m + xz_first_suit(missing)) & wait_of(m + xz_second_suit(missing)) & XZ_KINDS) != 0;
    }
}

/* ---- a void suit, row by row ------------------------------------------------------------------------------------------- */

static void void_shanten(const xz_halves *suits, size_t rows, const uint8_t *voids, int8_t *out) {
    for (size_t r = 0; r < rows; r++, suits += XZ_SUITS) {
        int const missing = voids[r];
        if (missing == XZ_NONE) {
            whole_shanten(suits, 1, out + r);
        } else {
            unsigned const first = class_of(suits + xz_first_suit(missing)),
                           second = class_of(suits + xz_second_suit(missing));
            out[r] = (int8_t)(xz_whole_lacks[first * XZ_WHOLE_PITCH + second] - 1);
        }
    }
}

/* The rows that have no tile of their void suit, or of some suit if they have none. */
static void list_void(const xz_halves *suits, size_t rows, const uint8_t *voids, xz_listing *list) {
    list->count = 0;
    for (size_t r = 0; r < rows; r++, suits += XZ_SUITS) {
        if (XZ_UNLIKELY(voids[r] == XZ_NONE)) {
            xz_list_row(list, r, xz_empty_suits(suits));
        } else {
            xz_list_row(list, r, xz_is_empty(suits + voids[r]) << voids[r]);
        }
    }
}

void xz_answer_whole(xz_question q, const xz_halves *suits, const xz_listing *list, size_t rows, const uint8_t *voids,
                     xz_answers out) {
    if (q == XZ_ASK_SHANTEN) {
        if (voids) {
            void_shanten(suits, rows, voids, out.shanten);
        } else {
            whole_shanten(suits, rows, out.shanten);
        }
        return;
    }
    xz_listing left;
    if (voids) {
        list_void(suits, rows, voids, &left);
        list = &left;
    }
    if (q == XZ_ASK_WIN) {
        whole_win(suits, list, rows, out.win);
    } else {
        whole_waits(suits, list, rows, out.waits);
    }
}
