/* Many hands by their indices: rows of the halves of three suits. */
#include "hand/hand_index.h"
#include "hand/rows.h"

/* ---- rows of halves ------------------------------------------------------------------------------------------------------ */

enum { HALVES = XZ_INDEX_HALVES, LOW_HALVES = XZ_LOW_COUNT, HIGH_HALVES = XZ_HIGH_COUNT, ABOVE_FOUR = 5 };

/* The sum of its digits in base 5. */
static int tiles_of(int half) {
    int tiles = 0;
    for (; half; half /= 5) {
        tiles += half % 5;
    }
    return tiles;
}

static int check_halves(xz_question q, int size, const uint16_t *row) {
    int tiles = 0;
    for (int i = 0; i < HALVES; i++) {
        if (row[i] >= (i % 2 ? HIGH_HALVES : LOW_HALVES)) {
            return XZ_E_TILES;
        }
        tiles += tiles_of(row[i]);
    }
    return tiles >= size && xz_takes(q, size, tiles, 0) ? XZ_OK : XZ_E_SIZE;
}

static void widen_row(const uint16_t *from, size_t r, xz_halves *out, xz_listing *list, xz_summary *sum) {
    uint16_t row[HALVES];
    int tiles = 0;
    xz_copy_once(row, from, sizeof row);
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        out[suit] = (xz_halves){row[2 * suit], row[2 * suit + 1]};
        sum->highest = out[suit].low < LOW_HALVES && out[suit].high < HIGH_HALVES ? sum->highest : ABOVE_FOUR;
        tiles += tiles_of(row[2 * suit]) + tiles_of(row[2 * suit + 1]);
    }
    if (list) {
        xz_list_row(list, r, xz_empty_suits(out));
    }
    sum->fewest = xz_min(sum->fewest, tiles);
    sum->most = xz_max(sum->most, tiles);
}

#ifdef XZ_SSE2

static inline __m128i fifth(__m128i n) { return _mm_mulhi_epu16(n, _mm_set1_epi16(13108)); }

/* Widens four suits; `over` keeps whether a half is out of range. Returns the tiles of each suit: the sum of the digits of
 * its halves, n - 4 * (n / 5 + n / 25 + ...). */
static inline __m128i widen_four(const uint16_t *from, xz_halves *out, __m128i *over) {
    __m128i n = _mm_loadu_si128((const __m128i *)(const void *)from), zero = _mm_setzero_si128();
    __m128i above = fifth(n), sum = above;
    for (int digit = 2; digit < 5; digit++) {
        above = fifth(above);
        sum = _mm_add_epi16(sum, above);
    }
    _mm_storeu_si128((__m128i *)(void *)out, _mm_unpacklo_epi16(n, zero));
    _mm_storeu_si128((__m128i *)(void *)(out + 2), _mm_unpackhi_epi16(n, zero));
    *over = _mm_or_si128(*over, _mm_subs_epu16(n, _mm_set1_epi32((HIGH_HALVES - 1) << 16 | (LOW_HALVES - 1))));
    return _mm_madd_epi16(_mm_sub_epi16(n, _mm_slli_epi16(sum, 2)), _mm_set1_epi16(1));
}

static inline unsigned none_of(__m128i suits) {
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(suits, _mm_setzero_si128())));
}

#define PICK(first, second, a, b, c, d)                                                                                \
    _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(first), _mm_castsi128_ps(second), _MM_SHUFFLE(d, c, b, a)))

/* Four rows, twelve suits, at a time. */
XZ_ALWAYS_INLINE xz_summary widen_block(const uint16_t *block, size_t rows, xz_halves *out, xz_listing *list) {
    __m128i over = _mm_setzero_si128(), most = over, fewest = _mm_set1_epi8(-1);
    size_t r = 0;
    for (; r + 4 <= rows; r += 4, block += 4 * HALVES, out += 4 * XZ_SUITS) {
        __m128i first = widen_four(block, out, &over), second = widen_four(block + 8, out + 4, &over),
                third = widen_four(block + 16, out + 8, &over);
        __m128i early = PICK(first, second, 1, 2, 0, 1), late = PICK(second, third, 2, 3, 1, 2);
        __m128i tiles = _mm_add_epi32(PICK(first, late, 0, 3, 0, 2),
                                      _mm_add_epi32(PICK(early, late, 0, 2, 1, 3), PICK(early, third, 1, 3, 0, 3)));
        most = _mm_max_epu8(most, tiles);
        fewest = _mm_min_epu8(fewest, _mm_or_si128(tiles, _mm_set1_epi32(-256)));
        if (list) {
            unsigned empty = none_of(first) | none_of(second) << 4 | none_of(third) << 8;
            for (unsigned i = 0; i < 4; i++) {
                xz_list_row(list, r + i, empty >> (3 * i) & 7u);
            }
        }
    }
    xz_summary sum = {xz_highest_lane(over) ? ABOVE_FOUR : 0,
                      255 - xz_highest_lane(_mm_xor_si128(fewest, _mm_set1_epi8(-1))), xz_highest_lane(most)};
    for (; r < rows; r++, block += HALVES, out += XZ_SUITS) {
        widen_row(block, r, out, list, &sum);
    }
    return sum;
}

#else

static xz_summary widen_block(const uint16_t *block, size_t rows, xz_halves *out, xz_listing *list) {
    xz_summary sum = {0, 255, 0};
    for (size_t r = 0; r < rows; r++) {
        widen_row(block + r * HALVES, r, out + r * XZ_SUITS, list, &sum);
    }
    return sum;
}

#endif

/* Hands that are no plain ones of 13 or 14 tiles. */
static void answer_shapes(xz_question q, const uint16_t *block, size_t rows, const xz_hand_rules *rules,
                          const uint8_t *voids, xz_answers out) {
    xz_open const none = {0, 0};
    for (size_t r = 0; r < rows; r++) {
        xz_shape const shape = {rules->size / 3, rules->pairs, voids[r]};
        uint16_t half[XZ_SUITS][2];
        memcpy(half, block + r * HALVES, sizeof half);
        switch (q) {
        case XZ_ASK_WIN: out.win[r] = xz_shape_is_win(XZ_CONST_HALF(half), none, shape); break;
        case XZ_ASK_WAITS: out.waits[r] = xz_shape_waits(XZ_CONST_HALF(half), NULL, none, shape); break;
        case XZ_ASK_SHANTEN: out.shanten[r] = (int8_t)xz_shape_shanten(XZ_CONST_HALF(half), NULL, none, shape); break;
        case XZ_ASK_ACCEPTS: break; /* there is no such call */
        }
    }
}

static int64_t answer_index(xz_question q, const xz_hand_index_rows *hands, const xz_hand_rules *rules, xz_answers out,
                            int *status) {
    uint16_t copy[XZ_CHUNK * HALVES];
    uint8_t voids[XZ_CHUNK];
    xz_halves suits[XZ_CHUNK * XZ_SUITS];
    xz_listing list;
    int const size = rules ? rules->size : XZ_MAX_HAND - 1;
    bool const plain = !rules || (size == XZ_MAX_HAND - 1 && rules->pairs);
    bool const has_voids = hands->voids || (rules && rules->void_suit != XZ_NONE);
    for (int64_t first = 0; first < hands->rows; first += XZ_CHUNK) {
        size_t count = xz_chunk_of(hands->rows, first);
        const uint16_t *block = hands->index + first * hands->row_step;
        if (hands->row_step != HALVES || !plain) {
            for (size_t r = 0; r < count; r++) {
                memcpy(copy + r * HALVES, block + (ptrdiff_t)r * hands->row_step, HALVES * sizeof *copy);
            }
            block = copy;
        }
        list.count = 0;
        bool const listed = !has_voids && (q == XZ_ASK_WIN || q == XZ_ASK_WAITS);
        xz_summary sum = listed ? widen_block(block, count, suits, &list) : widen_block(block, count, suits, NULL);
        size_t bad = 0;
        int reason = XZ_OK, row = 0;
        if (sum.highest == ABOVE_FOUR || !xz_all_whole(q, size, &sum)) {
            while ((reason = check_halves(q, size, block + bad * HALVES)) == XZ_OK && bad + 1 < count) {
                bad++;
            }
            reason = reason == XZ_OK ? XZ_E_TILES : reason; /* changed meanwhile by another thread */
        } else if (has_voids || !plain) {
            reason = xz_gather_voids(hands->voids, hands->void_step, rules, first, count, voids, &row);
            bad = (size_t)row;
        }
        if (reason != XZ_OK) {
            *status = reason;
            return -(1 + first + (int64_t)bad);
        }
        if (plain) {
            xz_answer_whole(q, suits, &list, count, has_voids ? voids : NULL, xz_answers_from(out, first));
        } else {
            answer_shapes(q, block, count, rules, voids, xz_answers_from(out, first));
        }
    }
    return hands->rows;
}

int64_t xz_win_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, uint8_t *out, int *status) {
    xz_hand_index_rows const hands = {index, rows, row_step, NULL, 0};
    return answer_index(XZ_ASK_WIN, &hands, NULL, (xz_answers){.win = out}, status);
}

int64_t xz_waits_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, uint32_t *out, int *status) {
    xz_hand_index_rows const hands = {index, rows, row_step, NULL, 0};
    return answer_index(XZ_ASK_WAITS, &hands, NULL, (xz_answers){.waits = out}, status);
}

int64_t xz_shanten_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, int8_t *out, int *status) {
    xz_hand_index_rows const hands = {index, rows, row_step, NULL, 0};
    return answer_index(XZ_ASK_SHANTEN, &hands, NULL, (xz_answers){.shanten = out}, status);
}

int64_t xz_win_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, uint8_t *out,
                                int *status) {
    return answer_index(XZ_ASK_WIN, hands, rules, (xz_answers){.win = out}, status);
}

int64_t xz_waits_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, uint32_t *out,
                                  int *status) {
    return answer_index(XZ_ASK_WAITS, hands, rules, (xz_answers){.waits = out}, status);
}

int64_t xz_shanten_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, int8_t *out,
                                    int *status) {
    return answer_index(XZ_ASK_SHANTEN, hands, rules, (xz_answers){.shanten = out}, status);
}
