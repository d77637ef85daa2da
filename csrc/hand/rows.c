/*
 * Many hands by their counts: rows of 27, some at a time.
 *
 * Rows that do not lie close together are copied first. The halves of all suits are computed and counts above four found in
 * one pass, two suits at a time where the machine has vectors. Rows without own melds and of 13 or 14 tiles then have loops of
 * their own (rows_whole.c); which of them lack a suit the same pass lists, without a branch that could be guessed wrong.
 */
#include "hand/rows.h"
#include "hand/hand_index.h"
#include "hand/live.h"

/* ---- halves of a block --------------------------------------------------------------------------------------------------- */

static void index_row(const uint8_t *from, xz_halves *out, xz_summary *sum) {
    uint8_t row[XZ_SLOTS];
    xz_copy_once(row, from, sizeof row);
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        sum->highest = xz_max(sum->highest, row[slot]);
    }
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        uint32_t word = xz_suit_halves(row + suit * XZ_RANKS);
        out[suit] = (xz_halves){word >> XZ_LOW_SHIFT & 0xFFFFu, word >> XZ_HIGH_SHIFT & 0xFFFFu};
    }
    int tiles = xz_count_tiles(row);
    sum->fewest = xz_min(sum->fewest, tiles);
    sum->most = xz_max(sum->most, tiles);
}

#ifdef XZ_SSE2

static inline __m128i load_two(const uint8_t *first, const uint8_t *second) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)first),
                              _mm_loadl_epi64((const __m128i *)(const void *)second));
}

/* The halves of two suits: base 5 of ranks 1-8 by pairs, then pairs of pairs; rank 9, the last of the bytes from rank 2 on,
 * counts 625. `highest` keeps the highest of all counts; returns the tiles of the suits. */
static inline __m128i index_two(const uint8_t *counts, xz_halves *out, __m128i *highest) {
    __m128i ranks = load_two(counts, counts + XZ_RANKS), from_2 = load_two(counts + 1, counts + XZ_RANKS + 1);
    __m128i pairs = _mm_add_epi16(_mm_and_si128(ranks, _mm_set1_epi16(0xFF)),
                                  _mm_mullo_epi16(_mm_srli_epi16(ranks, 8), _mm_set1_epi16(5)));
    __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(25 << 16 | 1));
    __m128i ninth = _mm_madd_epi16(_mm_srli_epi16(from_2, 8), _mm_set_epi16(625, 0, 0, 0, 625, 0, 0, 0));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_add_epi32(fours, ninth));
    *highest = _mm_max_epu8(*highest, _mm_max_epu8(ranks, from_2));
    return _mm_add_epi64(_mm_sad_epu8(ranks, _mm_setzero_si128()), _mm_srli_epi64(from_2, 56));
}

/* Two rows, six suits, at a time. `list`: NULL for none. */
XZ_ALWAYS_INLINE xz_summary index_block(const uint8_t *block, size_t rows, xz_halves *out, xz_listing *list) {
    __m128i highest = _mm_setzero_si128(), most = highest, fewest = _mm_set1_epi8(-1);
    size_t r = 0;
    for (; r + 2 <= rows; r += 2, block += 2 * XZ_SLOTS, out += 2 * XZ_SUITS) {
        __m128i first = index_two(block, out, &highest), second = index_two(block + 2 * XZ_RANKS, out + 2, &highest),
                third = index_two(block + 4 * XZ_RANKS, out + 4, &highest);
        __m128i tiles =
            _mm_add_epi64(second, _mm_add_epi64(_mm_unpacklo_epi64(first, third), _mm_unpackhi_epi64(first, third)));
        most = _mm_max_epu8(most, tiles);
        fewest = _mm_min_epu8(fewest, _mm_or_si128(tiles, _mm_set_epi32(-1, -256, -1, -256)));
        if (list) {
            __m128i suits = _mm_packs_epi32(_mm_packs_epi32(first, second), _mm_packs_epi32(third, third));
            __m128i none = _mm_cmpeq_epi16(suits, _mm_setzero_si128());
            unsigned empty = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(none, none));
            xz_list_row(list, r, empty & 7u);
            xz_list_row(list, r + 1, empty >> 3 & 7u);
        }
    }
    xz_summary sum = {xz_highest_lane(highest), 255 - xz_highest_lane(_mm_xor_si128(fewest, _mm_set1_epi8(-1))),
                      xz_highest_lane(most)};
    if (r < rows) {
        index_row(block, out, &sum);
        if (list) {
            xz_list_row(list, r, xz_empty_suits(out));
        }
    }
    return sum;
}

#else

static xz_summary index_block(const uint8_t *block, size_t rows, xz_halves *out, xz_listing *list) {
    xz_summary sum = {0, 255, 0};
    for (size_t r = 0; r < rows; r++) {
        index_row(block + r * XZ_SLOTS, out + r * XZ_SUITS, &sum);
        if (list) {
            xz_list_row(list, r, xz_empty_suits(out + r * XZ_SUITS));
        }
    }
    return sum;
}

#endif

/* ---- checks ----------------------------------------------------------------------------------------------------------- */

bool xz_takes(xz_question q, int size, int tiles, int melds) {
    int over = melds < 0 ? tiles % 3 : tiles + 3 * melds - size + 1;
    return tiles <= size + 1 &&
           ((over == 1 && q != XZ_ASK_WIN) || (over == 2 && (q == XZ_ASK_WIN || q == XZ_ASK_SHANTEN)));
}

int xz_check_row(xz_question q, int size, const uint8_t *row, const xz_open *open) {
    int tiles = 0, melds = -1;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (row[slot] > 4) {
            return XZ_E_TILES;
        }
        tiles += row[slot];
    }
    if (open) {
        uint32_t own = open->pongs | open->kongs;
        melds = xz_popcount32(own);
        if ((open->pongs & open->kongs) || (own & ~XZ_ALL_SLOTS) || melds > size / 3) {
            return XZ_E_MELD;
        }
        for (; own; own &= own - 1) {
            int slot = xz_lowest_bit(own);
            if (row[slot] > (open->pongs >> slot & 1u)) {
                return XZ_E_TILES;
            }
        }
    }
    return xz_takes(q, size, tiles, melds) ? XZ_OK : XZ_E_SIZE;
}

int xz_gather_voids(const uint8_t *voids, ptrdiff_t step, const xz_hand_rules *rules, int64_t first, size_t count,
                    uint8_t *out, int *bad) {
    if (!voids) {
        memset(out, rules ? rules->void_suit : XZ_NONE, count);
        return XZ_OK;
    }
    unsigned other = 0;
    if (step == 1) {
        memcpy(out, voids + first, count);
    }
    for (size_t r = 0; r < count; r++) {
        out[r] = step == 1 ? out[r] : voids[(first + (int64_t)r) * step];
        other |= !xz_is_void(out[r]);
    }
    for (size_t r = 0; other; r++) {
        if (!xz_is_void(out[r])) {
            *bad = (int)r;
            return XZ_E_RULES;
        }
    }
    return XZ_OK;
}

/* ---- one row ------------------------------------------------------------------------------------------------------------- */

/* What all rows are asked, under which rules. */
typedef struct asked {
    xz_question question;
    xz_hand_rules rules;
    bool plain; /* of 13 tiles, with pairs */
} asked;

static inline xz_shape shape_of(const asked *ask, int melds, uint32_t own, const uint8_t *voids, size_t row) {
    xz_shape shape = xz_shape_under(&ask->rules, melds, own);
    shape.void_suit = voids ? voids[row] : XZ_NONE;
    return shape;
}

static void answer_row(const asked *ask, const uint16_t half[XZ_SUITS][2], const uint8_t *row, xz_open open,
                       xz_shape shape, xz_answers out, size_t r) {
    switch (ask->question) {
    case XZ_ASK_WIN: out.win[r] = xz_shape_is_win(half, open, shape); break;
    case XZ_ASK_WAITS: out.waits[r] = xz_shape_waits(half, row, open, shape); break;
    case XZ_ASK_SHANTEN: out.shanten[r] = (int8_t)xz_shape_shanten(half, row, open, shape); break;
    case XZ_ASK_ACCEPTS: out.waits[r] = xz_accepts(half, row, open, shape); break;
    }
}

/* A whole hand under §1 alone. */
static inline void answer_plain(xz_question q, const uint16_t half[XZ_SUITS][2], const uint8_t *row, xz_open open,
                                int melds, xz_answers out, size_t r) {
    bool const own = open.pongs | open.kongs;
    switch (q) {
    case XZ_ASK_WIN: out.win[r] = own ? xz_open_is_win(half, open) : xz_index_is_win_(half, NULL, 0); break;
    case XZ_ASK_WAITS: out.waits[r] = own ? xz_open_waits(half, row, open) : xz_index_waits_(half, row, NULL, 0); break;
    case XZ_ASK_SHANTEN: out.shanten[r] = (int8_t)xz_index_shanten_(half, row, NULL, 0); break;
    case XZ_ASK_ACCEPTS: out.waits[r] = xz_accepts(half, row, open, xz_plain_shape(melds)); break;
    }
}

/* ---- hands with own melds ------------------------------------------------------------------------------------------------ */

/* Rows whose melds are known, of counts of at most four; false if some row is none that the question takes. */
XZ_ALWAYS_INLINE bool answer_open(bool plain, const asked *ask, const uint8_t *block, const xz_halves *suits,
                                  size_t rows, const xz_open *open, const uint8_t *voids, xz_answers out) {
    xz_question const q = ask->question;
    int const whole = plain ? XZ_MAX_MELDS : ask->rules.size / 3;
    unsigned other = 0;
    for (size_t r = 0; r < rows; r++) {
        const uint8_t *row = block + r * XZ_SLOTS;
        uint32_t pongs = open[r].pongs, kongs = open[r].kongs, own = pongs | kongs;
        int melds = whole - xz_popcount32(own);
        unsigned over = (unsigned)(xz_count_tiles(row) - 3 * melds); /* 1 or 2 */
        uint16_t half[XZ_SUITS][2];
        other |=
            (pongs & kongs) | (own & ~XZ_ALL_SLOTS) | (kongs & xz_slots_with(row, 7)) | (pongs & xz_slots_with(row, 6));
        other |= melds < 0 || over - (q == XZ_ASK_WIN ? 2 : 1) > (q == XZ_ASK_SHANTEN);
        if (XZ_UNLIKELY(other)) {
            return false;
        }
        if (q == XZ_ASK_SHANTEN && own && plain) {
            out.shanten[r] = (int8_t)xz_open_shanten(row, open[r], melds);
            continue;
        }
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            const xz_halves *of = suits + r * XZ_SUITS + suit;
            xz_store_halves(half[suit], of->low << XZ_LOW_SHIFT | of->high << XZ_HIGH_SHIFT);
        }
        if (plain) {
            answer_plain(q, XZ_CONST_HALF(half), row, open[r], melds, out, r);
        } else {
            answer_row(ask, XZ_CONST_HALF(half), row, open[r], shape_of(ask, melds, own, voids, r), out, r);
        }
    }
    return true;
}

/* ---- any rows --------------------------------------------------------------------------------------------------------------- */

/* At most XZ_CHUNK rows that lie close together; `open` NULL: their melds are not known. The first bad row's reason, or XZ_OK. */
static int answer_block(const asked *ask, const uint8_t *block, size_t rows, const xz_open *open, const uint8_t *voids,
                        xz_answers out, int *bad) {
    xz_question const q = ask->question;
    xz_halves suits[XZ_CHUNK * XZ_SUITS];
    xz_listing list;
    list.count = 0;
    bool const listed = !voids && (q == XZ_ASK_WIN || q == XZ_ASK_WAITS);
    xz_summary sum = listed ? index_block(block, rows, suits, &list) : index_block(block, rows, suits, NULL);
    if (sum.highest <= 4 && !open && q != XZ_ASK_ACCEPTS && ask->plain && xz_all_whole(q, ask->rules.size, &sum)) {
        xz_answer_whole(q, suits, &list, rows, voids, out);
        return XZ_OK;
    }
    /* These look at the counts again, which must then be those that were looked at first. */
    uint8_t own[XZ_CHUNK * XZ_SLOTS];
    xz_copy_once(own, block, rows * XZ_SLOTS);
    sum = index_block(own, rows, suits, NULL);
    bool const plain = ask->plain && !voids;
    if (sum.highest <= 4 && open &&
        (plain ? answer_open(true, ask, own, suits, rows, open, NULL, out)
               : answer_open(false, ask, own, suits, rows, open, voids, out))) {
        return XZ_OK;
    }
    for (size_t r = 0; r < rows; r++) {
        const uint8_t *row = own + r * XZ_SLOTS;
        int reason = xz_check_row(q, ask->rules.size, row, open ? &open[r] : NULL);
        if (reason != XZ_OK) {
            *bad = (int)r;
            return reason;
        }
        if (!open) {
            uint16_t half[XZ_SUITS][2];
            xz_index_from_counts(row, half);
            answer_row(ask, XZ_CONST_HALF(half), row, (xz_open){0, 0},
                       shape_of(ask, xz_count_tiles(row) / 3, 0, voids, r), out, r);
        }
    }
    return XZ_OK;
}

/* Rows that lie close together: where they are, or a copy of them. */
static const uint8_t *gather(const uint8_t *rows, size_t count, ptrdiff_t row_step, ptrdiff_t slot_step,
                             uint8_t copy[XZ_CHUNK * XZ_SLOTS]) {
    if (slot_step == 1 && row_step == XZ_SLOTS) {
        return rows;
    }
    for (size_t r = 0; r < count; r++) {
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            copy[r * XZ_SLOTS + (size_t)slot] = rows[(ptrdiff_t)r * row_step + slot * slot_step];
        }
    }
    return copy;
}

static int64_t answer_rows(xz_question q, const xz_hand_rows *hands, const xz_hand_rules *rules, xz_answers out,
                           int *status) {
    uint8_t copy[XZ_CHUNK * XZ_SLOTS], voids[XZ_CHUNK];
    xz_open open[XZ_CHUNK];
    const uint32_t *const pongs = hands->pongs, *const kongs = hands->kongs;
    ptrdiff_t const meld_step = hands->meld_step;
    bool const known = pongs || kongs;
    asked ask = {.question = q, .rules = XZ_PLAIN_HAND, .plain = true};
    if (rules) {
        ask.rules = *rules;
        ask.plain = rules->size == XZ_MAX_HAND - 1 && rules->pairs;
    }
    bool const has_voids = hands->voids || (rules && rules->void_suit != XZ_NONE);
    for (int64_t first = 0; first < hands->rows; first += XZ_CHUNK) {
        size_t count = xz_chunk_of(hands->rows, first);
        int bad = 0;
        const uint8_t *block =
            gather(hands->counts + first * hands->row_step, count, hands->row_step, hands->slot_step, copy);
        for (size_t r = 0; known && r < count; r++) {
            open[r].pongs = pongs ? pongs[(first + (int64_t)r) * meld_step] : 0;
            open[r].kongs = kongs ? kongs[(first + (int64_t)r) * meld_step] : 0;
        }
        int reason =
            !has_voids ? XZ_OK : xz_gather_voids(hands->voids, hands->void_step, rules, first, count, voids, &bad);
        if (reason == XZ_OK) {
            reason = answer_block(&ask, block, count, known ? open : NULL, has_voids ? voids : NULL,
                                  xz_answers_from(out, first), &bad);
        }
        if (reason != XZ_OK) {
            *status = reason;
            return -(1 + first + bad);
        }
    }
    return hands->rows;
}

int64_t xz_win_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint32_t *pongs,
                    const uint32_t *kongs, ptrdiff_t meld_step, uint8_t *out, int *status) {
    xz_hand_rows const hands = {counts, rows, row_step, slot_step, pongs, kongs, meld_step, NULL, 0, NULL, 0, 0};
    return answer_rows(XZ_ASK_WIN, &hands, NULL, (xz_answers){.win = out}, status);
}

int64_t xz_waits_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                      const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out, int *status) {
    xz_hand_rows const hands = {counts, rows, row_step, slot_step, pongs, kongs, meld_step, NULL, 0, NULL, 0, 0};
    return answer_rows(XZ_ASK_WAITS, &hands, NULL, (xz_answers){.waits = out}, status);
}

int64_t xz_shanten_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                        const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, int8_t *out, int *status) {
    xz_hand_rows const hands = {counts, rows, row_step, slot_step, pongs, kongs, meld_step, NULL, 0, NULL, 0, 0};
    return answer_rows(XZ_ASK_SHANTEN, &hands, NULL, (xz_answers){.shanten = out}, status);
}

int64_t xz_accepts_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                        const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out, int *status) {
    xz_hand_rows const hands = {counts, rows, row_step, slot_step, pongs, kongs, meld_step, NULL, 0, NULL, 0, 0};
    return answer_rows(XZ_ASK_ACCEPTS, &hands, NULL, (xz_answers){.waits = out}, status);
}

int64_t xz_win_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint8_t *out, int *status) {
    return answer_rows(XZ_ASK_WIN, hands, rules, (xz_answers){.win = out}, status);
}

int64_t xz_waits_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status) {
    return answer_rows(XZ_ASK_WAITS, hands, rules, (xz_answers){.waits = out}, status);
}

int64_t xz_shanten_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, int8_t *out, int *status) {
    if (hands->live) {
        return xz_answer_live(XZ_ASK_SHANTEN, hands, rules, (xz_answers){.shanten = out}, status);
    }
    return answer_rows(XZ_ASK_SHANTEN, hands, rules, (xz_answers){.shanten = out}, status);
}

int64_t xz_accepts_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status) {
    if (hands->live) {
        return xz_answer_live(XZ_ASK_ACCEPTS, hands, rules, (xz_answers){.waits = out}, status);
    }
    return answer_rows(XZ_ASK_ACCEPTS, hands, rules, (xz_answers){.waits = out}, status);
}

int64_t xz_index_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, uint16_t *index,
                      int *status) {
    uint8_t copy[XZ_CHUNK * XZ_SLOTS];
    xz_halves suits[XZ_CHUNK * XZ_SUITS];
    for (int64_t first = 0; first < rows; first += XZ_CHUNK) {
        size_t count = xz_chunk_of(rows, first);
        const uint8_t *block = gather(counts + first * row_step, count, row_step, slot_step, copy);
        xz_summary sum = index_block(block, count, suits, NULL);
        if (sum.highest > 4 || sum.most > XZ_MAX_HAND) {
            size_t r = 0;
            xz_summary one = {0, 255, 0};
            for (; r < count && one.highest <= 4 && one.most <= XZ_MAX_HAND; r++) {
                xz_halves unused[XZ_SUITS];
                index_row(block + r * XZ_SLOTS, unused, &one);
            }
            *status = one.highest <= 4 && one.most > XZ_MAX_HAND ? XZ_E_SIZE : XZ_E_TILES;
            return -(first + (int64_t)r);
        }
        for (size_t i = 0; i < count * XZ_SUITS; i++) {
            *index++ = (uint16_t)suits[i].low;
            *index++ = (uint16_t)suits[i].high;
        }
    }
    return rows;
}
