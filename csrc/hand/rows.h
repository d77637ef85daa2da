/*
 * Many hands, blocks of rows at a time: what rows are asked, which rows the questions take, and whole hands without own melds, as
 * halves of their suits.
 */
#ifndef XZ_HAND_ROWS_H
#define XZ_HAND_ROWS_H

#include "base/tile.h"
#include "hand/shape.h"

typedef enum xz_question { XZ_ASK_WIN, XZ_ASK_WAITS, XZ_ASK_SHANTEN, XZ_ASK_ACCEPTS } xz_question;

typedef struct xz_answers { /* one of them, by the question */
    uint8_t *win;
    uint32_t *waits; /* or accepted tiles */
    int8_t *shanten;
} xz_answers;

static inline xz_answers xz_answers_from(xz_answers out, int64_t first) {
    return (xz_answers){out.win ? out.win + first : NULL, out.waits ? out.waits + first : NULL,
                        out.shanten ? out.shanten + first : NULL};
}

/* Whether the question takes so many tiles beside so many melds; -1: unknown ones, as many as it needs. */
bool xz_takes(xz_question question, int size, int tiles, int melds);

/* XZ_OK, or what is wrong with the row of a hand of `size` tiles; `open` NULL: its melds are not known. */
int xz_check_row(xz_question question, int size, const uint8_t *row, const xz_open *open);

/*
 * The void suits of rows from `first` on: those given, row r's at voids[r * step], or else the rules'. XZ_E_RULES, and which
 * row, for one that is no suit and not XZ_NONE.
 */
int xz_gather_voids(const uint8_t *voids, ptrdiff_t step, const xz_hand_rules *rules, int64_t first, size_t count,
                    uint8_t *out, int *bad);

/* As xz_shanten_rows_under and xz_accepts_rows_under, with live tiles. */
int64_t xz_answer_live(xz_question question, const xz_hand_rows *hands, const xz_hand_rules *rules, xz_answers out,
                       int *status);

/* ---- blocks ------------------------------------------------------------------------------------------------------------- */

enum { XZ_CHUNK = 64 }; /* rows of a block, at most */

static inline size_t xz_chunk_of(int64_t rows, int64_t first) {
    return rows - first < XZ_CHUNK ? (size_t)(rows - first) : XZ_CHUNK;
}

typedef struct xz_halves {
    uint32_t low, high;
} xz_halves;

/* Of all rows of a block; tiles count for nothing if a count is above four. */
typedef struct xz_summary {
    int highest, fewest, most; /* count; tiles of a row */
} xz_summary;

/* The rows that have no tile of some suit: row + XZ_CHUNK * (1 no m, 2 no p, 4 no s). */
typedef struct xz_listing {
    size_t count;
    uint16_t rows[XZ_CHUNK];
} xz_listing;

static inline void xz_list_row(xz_listing *list, size_t row, unsigned empty) {
    list->rows[list->count] = (uint16_t)(row | empty * XZ_CHUNK);
    list->count += empty != 0;
}

static inline unsigned xz_is_empty(const xz_halves *suit) {
    uint64_t both;
    memcpy(&both, suit, sizeof both);
    return both == 0;
}

static inline unsigned xz_empty_suits(const xz_halves *suits) {
    return xz_is_empty(suits) | xz_is_empty(suits + 1) << 1 | xz_is_empty(suits + 2) << 2;
}

/* Whether rows of so few and so many tiles are whole hands of `size` tiles, or of one more. */
static inline bool xz_all_whole(xz_question question, int size, const xz_summary *sum) {
    return sum->fewest >= size + (question == XZ_ASK_WIN) && sum->most <= size + (question != XZ_ASK_WAITS);
}

static inline int xz_highest_of(const uint8_t *bytes, size_t count) {
    int highest = 0;
    for (size_t i = 0; i < count; i++) {
        highest = xz_max(highest, bytes[i]);
    }
    return highest;
}

#ifdef XZ_SSE2
static inline int xz_highest_lane(__m128i lanes) {
    uint8_t bytes[16];
    _mm_storeu_si128((__m128i *)(void *)bytes, lanes);
    return xz_highest_of(bytes, sizeof bytes);
}
#endif

/* What whole hands without own melds win, wait for or lack. `voids`: the void suit of each row, XZ_NONE if it has none, and
 * no list is needed; NULL: of no row. */
void xz_answer_whole(xz_question question, const xz_halves *suits, const xz_listing *list, size_t rows,
                     const uint8_t *voids, xz_answers out);

#endif
