/*
 * Many hands: rows of 27 counts, or of the halves of three suits, some at a time, in short loops that each do one thing.
 *
 * Rows that do not lie close together are copied first. The halves of all suits are computed and counts above four found in
 * one pass, two suits at a time where the machine has vectors. Rows without own melds and of 13 or 14 tiles then have loops of
 * their own. Most hands are of three suits, neither wins nor ready: the same pass lists the others, without a branch that
 * could be guessed wrong.
 */
#include "hand/rows.h"
#include "hand/open_hand.h"

typedef struct answers { /* one of them, by the question */
    uint8_t *win;
    uint32_t *waits; /* or accepted tiles */
    int8_t *shanten;
} answers;

enum { CHUNK = 64 };

/* ---- halves of a block --------------------------------------------------------------------------------------------------- */

typedef struct halves {
    uint32_t low, high;
} halves;

/* Of all rows of a block; tiles count for nothing if a count is above four. */
typedef struct summary {
    int highest, fewest, most; /* count; tiles of a row */
} summary;

/* The rows that have no tile of some suit: row + CHUNK * (1 no m, 2 no p, 4 no s). */
typedef struct listing {
    size_t count;
    uint16_t rows[CHUNK];
} listing;

/* Which suit is meant: the first missing one. */
static inline int missing_of(unsigned entry) {
    static const uint8_t missing[8] = {[2] = 1, [4] = 2, [6] = 1};
    return missing[entry / CHUNK];
}

static inline void list_row(listing *list, size_t row, unsigned empty) {
    list->rows[list->count] = (uint16_t)(row | empty * CHUNK);
    list->count += empty != 0;
}

static inline unsigned is_empty(const halves *suit) {
    uint64_t both;
    memcpy(&both, suit, sizeof both);
    return both == 0;
}

static inline unsigned empty_suits(const halves *suits) {
    return is_empty(suits) | is_empty(suits + 1) << 1 | is_empty(suits + 2) << 2;
}

static void index_row(const uint8_t *from, halves *out, summary *sum) {
    uint8_t row[XZ_SLOTS];
    xz_copy_once(row, from, sizeof row);
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        sum->highest = xz_max(sum->highest, row[slot]);
    }
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        uint32_t word = xz_suit_halves(row + suit * XZ_RANKS);
        out[suit] = (halves){word >> XZ_LOW_SHIFT & 0xFFFFu, word >> XZ_HIGH_SHIFT & 0xFFFFu};
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
static inline __m128i index_two(const uint8_t *counts, halves *out, __m128i *highest) {
    __m128i ranks = load_two(counts, counts + XZ_RANKS), from_2 = load_two(counts + 1, counts + XZ_RANKS + 1);
    __m128i pairs = _mm_add_epi16(_mm_and_si128(ranks, _mm_set1_epi16(0xFF)),
                                  _mm_mullo_epi16(_mm_srli_epi16(ranks, 8), _mm_set1_epi16(5)));
    __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(25 << 16 | 1));
    __m128i ninth = _mm_madd_epi16(_mm_srli_epi16(from_2, 8), _mm_set_epi16(625, 0, 0, 0, 625, 0, 0, 0));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_add_epi32(fours, ninth));
    *highest = _mm_max_epu8(*highest, _mm_max_epu8(ranks, from_2));
    return _mm_add_epi64(_mm_sad_epu8(ranks, _mm_setzero_si128()), _mm_srli_epi64(from_2, 56));
}

static int highest_lane(__m128i lanes) {
    uint8_t bytes[16];
    int highest = 0;
    _mm_storeu_si128((__m128i *)(void *)bytes, lanes);
    for (int lane = 0; lane < 16; lane++) {
        highest = xz_max(highest, bytes[lane]);
    }
    return highest;
}

/* Two rows, six suits, at a time. `list`: NULL for none. */
XZ_ALWAYS_INLINE summary index_block(const uint8_t *block, size_t rows, halves *out, listing *list) {
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
            list_row(list, r, empty & 7u);
            list_row(list, r + 1, empty >> 3 & 7u);
        }
    }
    summary sum = {highest_lane(highest), 255 - highest_lane(_mm_xor_si128(fewest, _mm_set1_epi8(-1))),
                   highest_lane(most)};
    if (r < rows) {
        index_row(block, out, &sum);
        if (list) {
            list_row(list, r, empty_suits(out));
        }
    }
    return sum;
}

#else

static summary index_block(const uint8_t *block, size_t rows, halves *out, listing *list) {
    summary sum = {0, 255, 0};
    for (size_t r = 0; r < rows; r++) {
        index_row(block + r * XZ_SLOTS, out + r * XZ_SUITS, &sum);
        if (list) {
            list_row(list, r, empty_suits(out + r * XZ_SUITS));
        }
    }
    return sum;
}

#endif

/* ---- checks ----------------------------------------------------------------------------------------------------------- */

/* Whether the question takes so many tiles beside so many melds; -1: unknown ones, as many as it needs. */
static bool takes(xz_question q, int tiles, int melds) {
    int size = melds < 0 ? tiles % 3 : tiles + 3 * melds - 12;
    return tiles <= XZ_MAX_HAND &&
           ((size == 1 && q != XZ_ASK_WIN) || (size == 2 && (q == XZ_ASK_WIN || q == XZ_ASK_SHANTEN)));
}

int xz_check_row(xz_question q, const uint8_t *row, const xz_open *open) {
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
        if ((open->pongs & open->kongs) || (own & ~XZ_ALL_SLOTS) || melds > XZ_MAX_MELDS) {
            return XZ_E_MELD;
        }
        for (; own; own &= own - 1) {
            int slot = xz_lowest_bit(own);
            if (row[slot] > (open->pongs >> slot & 1u)) {
                return XZ_E_TILES;
            }
        }
    }
    return takes(q, tiles, melds) ? XZ_OK : XZ_E_SIZE;
}

/* ---- whole hands without own melds --------------------------------------------------------------------------------------- */

static inline unsigned class_of(const halves *suit) { return xz_whole_class_at[xz_suit_place(suit->low, suit->high)]; }

static void whole_shanten(const halves *suits, size_t rows, int8_t *out) {
    for (size_t r = 0; r < rows; r++, suits += XZ_SUITS) {
        out[r] = (int8_t)xz_shanten_of_classes(xz_whole_lacks, XZ_WHOLE_PITCH, class_of(suits), class_of(suits + 1),
                                               class_of(suits + 2));
    }
}

static inline uint32_t wait_of(const halves *suit) {
    return xz_suit_wait[xz_suit_id[xz_suit_place(suit->low, suit->high)]];
}

static void whole_waits(const halves *suits, const listing *list, size_t rows, uint32_t *out) {
    memset(out, 0, rows * sizeof *out);
    for (size_t i = 0; i < list->count; i++) {
        int r = list->rows[i] % CHUNK, missing = missing_of(list->rows[i]);
        const halves *m = suits + r * XZ_SUITS;
        out[r] =
            xz_waits_of(missing, wait_of(m + xz_first_suit(missing)), wait_of(m + xz_second_suit(missing)), XZ_KINDS);
    }
}

static void whole_win(const halves *suits, const listing *list, size_t rows, uint8_t *out) {
    memset(out, 0, rows * sizeof *out);
    for (size_t i = 0; i < list->count; i++) {
        int r = list->rows[i] % CHUNK, missing = missing_of(list->rows[i]);
        const halves *m = suits + r * XZ_SUITS;
        out[r] = (wait_of(m + xz_first_suit(missing)) & wait_of(m + xz_second_suit(missing)) & XZ_KINDS) != 0;
    }
}

static void answer_whole(xz_question q, const halves *suits, const listing *list, size_t rows, answers out) {
    switch (q) {
    case XZ_ASK_WIN: whole_win(suits, list, rows, out.win); break;
    case XZ_ASK_WAITS: whole_waits(suits, list, rows, out.waits); break;
    case XZ_ASK_SHANTEN: whole_shanten(suits, rows, out.shanten); break;
    case XZ_ASK_ACCEPTS: break; /* one by one */
    }
}

/* ---- hands with own melds ------------------------------------------------------------------------------------------------ */

/* Rows whose melds are known, of counts of at most four; false if some row is none that the question takes. */
static bool answer_open(xz_question q, const uint8_t *block, const halves *suits, size_t rows, const xz_open *open,
                        answers out) {
    unsigned other = 0;
    for (size_t r = 0; r < rows; r++) {
        const uint8_t *row = block + r * XZ_SLOTS;
        uint32_t pongs = open[r].pongs, kongs = open[r].kongs, own = pongs | kongs;
        int melds = XZ_MAX_MELDS - xz_popcount32(own);
        unsigned size = (unsigned)(xz_count_tiles(row) - 3 * melds); /* 1 or 2 */
        uint16_t half[XZ_SUITS][2];
        other |=
            (pongs & kongs) | (own & ~XZ_ALL_SLOTS) | (kongs & xz_slots_with(row, 7)) | (pongs & xz_slots_with(row, 6));
        other |= melds < 0 || size - (q == XZ_ASK_WIN ? 2 : 1) > (q == XZ_ASK_SHANTEN);
        if (XZ_UNLIKELY(other)) {
            return false;
        }
        if (q == XZ_ASK_SHANTEN && own) {
            out.shanten[r] = (int8_t)xz_open_shanten(row, open[r], melds);
            continue;
        }
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            const halves *of = suits + r * XZ_SUITS + suit;
            xz_store_halves(half[suit], of->low << XZ_LOW_SHIFT | of->high << XZ_HIGH_SHIFT);
        }
        switch (q) {
        case XZ_ASK_WIN:
            out.win[r] = own ? xz_open_is_win(XZ_CONST_HALF(half), open[r]) : xz_index_is_win(half, NULL, 0);
            break;
        case XZ_ASK_WAITS:
            out.waits[r] = own ? xz_open_waits(XZ_CONST_HALF(half), row, open[r]) : xz_index_waits(half, row, NULL, 0);
            break;
        case XZ_ASK_SHANTEN: out.shanten[r] = (int8_t)xz_index_shanten(half, row, NULL, 0); break;
        case XZ_ASK_ACCEPTS: out.waits[r] = xz_accepts(XZ_CONST_HALF(half), row, open[r], melds); break;
        }
    }
    return true;
}

/* ---- any row ---------------------------------------------------------------------------------------------------------------- */

/* Without own melds, but perhaps with unknown ones. */
static void answer_row(xz_question q, const uint8_t *row, answers out, size_t r) {
    uint16_t half[XZ_SUITS][2];
    int melds = xz_count_tiles(row) / 3;
    xz_open none = {0, 0};
    xz_index_from_counts(row, half);
    switch (q) {
    case XZ_ASK_WIN:
        out.win[r] = melds == XZ_MAX_MELDS ? xz_index_is_win(half, NULL, 0) : xz_open_is_win(XZ_CONST_HALF(half), none);
        break;
    case XZ_ASK_WAITS:
        out.waits[r] =
            melds == XZ_MAX_MELDS ? xz_index_waits(half, row, NULL, 0) : xz_open_waits(XZ_CONST_HALF(half), row, none);
        break;
    case XZ_ASK_SHANTEN: out.shanten[r] = (int8_t)xz_shanten_of(melds, XZ_CONST_HALF(half)); break;
    case XZ_ASK_ACCEPTS: out.waits[r] = xz_accepts(XZ_CONST_HALF(half), row, none, melds); break;
    }
}

/* At most CHUNK rows that lie close together; `open` NULL: their melds are not known. The first bad row's reason, or XZ_OK. */
static int answer_block(xz_question q, const uint8_t *block, size_t rows, const xz_open *open, answers out, int *bad) {
    halves suits[CHUNK * XZ_SUITS];
    listing list;
    list.count = 0;
    bool listed = q == XZ_ASK_WIN || q == XZ_ASK_WAITS;
    summary sum = listed ? index_block(block, rows, suits, &list) : index_block(block, rows, suits, NULL);
    if (sum.highest <= 4 && !open && q != XZ_ASK_ACCEPTS && sum.fewest >= (q == XZ_ASK_WIN ? 14 : 13) &&
        sum.most <= (q == XZ_ASK_WAITS ? 13 : 14)) {
        answer_whole(q, suits, &list, rows, out);
        return XZ_OK;
    }
    /* These look at the counts again, which must then be those that were looked at first. */
    uint8_t own[CHUNK * XZ_SLOTS];
    xz_copy_once(own, block, rows * XZ_SLOTS);
    sum = index_block(own, rows, suits, NULL);
    if (sum.highest <= 4 && open && answer_open(q, own, suits, rows, open, out)) {
        return XZ_OK;
    }
    for (size_t r = 0; r < rows; r++) {
        const uint8_t *row = own + r * XZ_SLOTS;
        int reason = xz_check_row(q, row, open ? &open[r] : NULL);
        if (reason != XZ_OK) {
            *bad = (int)r;
            return reason;
        }
        if (!open) {
            answer_row(q, row, out, r);
        }
    }
    return XZ_OK;
}

/* Rows that lie close together: where they are, or a copy of them. */
static const uint8_t *gather(const uint8_t *rows, size_t count, ptrdiff_t row_step, ptrdiff_t slot_step,
                             uint8_t copy[CHUNK * XZ_SLOTS]) {
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

static size_t chunk_of(int64_t rows, int64_t first) { return rows - first < CHUNK ? (size_t)(rows - first) : CHUNK; }

static answers answers_from(answers out, int64_t first) {
    return (answers){out.win ? out.win + first : NULL, out.waits ? out.waits + first : NULL,
                     out.shanten ? out.shanten + first : NULL};
}

static int64_t answer_rows(xz_question q, const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                           const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, answers out,
                           int *status) {
    uint8_t copy[CHUNK * XZ_SLOTS];
    xz_open open[CHUNK];
    bool known = pongs != NULL || kongs != NULL;
    for (int64_t first = 0; first < rows; first += CHUNK) {
        size_t count = chunk_of(rows, first);
        int bad = 0;
        const uint8_t *block = gather(counts + first * row_step, count, row_step, slot_step, copy);
        for (size_t r = 0; known && r < count; r++) {
            open[r].pongs = pongs ? pongs[(first + (int64_t)r) * meld_step] : 0;
            open[r].kongs = kongs ? kongs[(first + (int64_t)r) * meld_step] : 0;
        }
        int reason = answer_block(q, block, count, known ? open : NULL, answers_from(out, first), &bad);
        if (reason != XZ_OK) {
            *status = reason;
            return -(1 + first + bad);
        }
    }
    return rows;
}

int64_t xz_win_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint32_t *pongs,
                    const uint32_t *kongs, ptrdiff_t meld_step, uint8_t *out, int *status) {
    return answer_rows(XZ_ASK_WIN, counts, rows, row_step, slot_step, pongs, kongs, meld_step, (answers){.win = out},
                       status);
}

int64_t xz_waits_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                      const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out, int *status) {
    return answer_rows(XZ_ASK_WAITS, counts, rows, row_step, slot_step, pongs, kongs, meld_step,
                       (answers){.waits = out}, status);
}

int64_t xz_shanten_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                        const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, int8_t *out, int *status) {
    return answer_rows(XZ_ASK_SHANTEN, counts, rows, row_step, slot_step, pongs, kongs, meld_step,
                       (answers){.shanten = out}, status);
}

int64_t xz_accepts_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step,
                        const uint32_t *pongs, const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out, int *status) {
    return answer_rows(XZ_ASK_ACCEPTS, counts, rows, row_step, slot_step, pongs, kongs, meld_step,
                       (answers){.waits = out}, status);
}

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

static int check_halves(xz_question q, const uint16_t *row) {
    int tiles = 0;
    for (int i = 0; i < HALVES; i++) {
        if (row[i] >= (i % 2 ? HIGH_HALVES : LOW_HALVES)) {
            return XZ_E_TILES;
        }
        tiles += tiles_of(row[i]);
    }
    return tiles >= XZ_MAX_HAND - 1 && takes(q, tiles, 0) ? XZ_OK : XZ_E_SIZE;
}

static void widen_row(const uint16_t *from, size_t r, halves *out, listing *list, summary *sum) {
    uint16_t row[HALVES];
    int tiles = 0;
    xz_copy_once(row, from, sizeof row);
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        out[suit] = (halves){row[2 * suit], row[2 * suit + 1]};
        sum->highest = out[suit].low < LOW_HALVES && out[suit].high < HIGH_HALVES ? sum->highest : ABOVE_FOUR;
        tiles += tiles_of(row[2 * suit]) + tiles_of(row[2 * suit + 1]);
    }
    if (list) {
        list_row(list, r, empty_suits(out));
    }
    sum->fewest = xz_min(sum->fewest, tiles);
    sum->most = xz_max(sum->most, tiles);
}

#ifdef XZ_SSE2

static inline __m128i fifth(__m128i n) { return _mm_mulhi_epu16(n, _mm_set1_epi16(13108)); }

/* Widens four suits; `over` keeps whether a half is out of range. Returns the tiles of each suit: the sum of the digits of
 * its halves, n - 4 * (n / 5 + n / 25 + ...). */
static inline __m128i widen_four(const uint16_t *from, halves *out, __m128i *over) {
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
XZ_ALWAYS_INLINE summary widen_block(const uint16_t *block, size_t rows, halves *out, listing *list) {
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
                list_row(list, r + i, empty >> (3 * i) & 7u);
            }
        }
    }
    summary sum = {highest_lane(over) ? ABOVE_FOUR : 0, 255 - highest_lane(_mm_xor_si128(fewest, _mm_set1_epi8(-1))),
                   highest_lane(most)};
    for (; r < rows; r++, block += HALVES, out += XZ_SUITS) {
        widen_row(block, r, out, list, &sum);
    }
    return sum;
}

#else

static summary widen_block(const uint16_t *block, size_t rows, halves *out, listing *list) {
    summary sum = {0, 255, 0};
    for (size_t r = 0; r < rows; r++) {
        widen_row(block + r * HALVES, r, out + r * XZ_SUITS, list, &sum);
    }
    return sum;
}

#endif

static int64_t answer_index(xz_question q, const uint16_t *index, int64_t rows, ptrdiff_t row_step, answers out,
                            int *status) {
    uint16_t copy[CHUNK * HALVES];
    halves suits[CHUNK * XZ_SUITS];
    listing list;
    for (int64_t first = 0; first < rows; first += CHUNK) {
        size_t count = chunk_of(rows, first);
        const uint16_t *block = index + first * row_step;
        if (row_step != HALVES) {
            for (size_t r = 0; r < count; r++) {
                memcpy(copy + r * HALVES, block + (ptrdiff_t)r * row_step, HALVES * sizeof *copy);
            }
            block = copy;
        }
        list.count = 0;
        bool listed = q == XZ_ASK_WIN || q == XZ_ASK_WAITS;
        summary sum = listed ? widen_block(block, count, suits, &list) : widen_block(block, count, suits, NULL);
        if (sum.highest == ABOVE_FOUR || sum.fewest < (q == XZ_ASK_WIN ? 14 : 13) ||
            sum.most > (q == XZ_ASK_WAITS ? 13 : 14)) {
            size_t bad = 0;
            while ((*status = check_halves(q, block + bad * HALVES)) == XZ_OK && bad + 1 < count) {
                bad++;
            }
            *status = *status == XZ_OK ? XZ_E_TILES : *status; /* changed meanwhile by another thread */
            return -(1 + first + (int64_t)bad);
        }
        answer_whole(q, suits, &list, count, answers_from(out, first));
    }
    return rows;
}

int64_t xz_win_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, uint8_t *out, int *status) {
    return answer_index(XZ_ASK_WIN, index, rows, row_step, (answers){.win = out}, status);
}

int64_t xz_waits_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, uint32_t *out, int *status) {
    return answer_index(XZ_ASK_WAITS, index, rows, row_step, (answers){.waits = out}, status);
}

int64_t xz_shanten_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, int8_t *out, int *status) {
    return answer_index(XZ_ASK_SHANTEN, index, rows, row_step, (answers){.shanten = out}, status);
}

int64_t xz_index_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, uint16_t *index,
                      int *status) {
    uint8_t copy[CHUNK * XZ_SLOTS];
    halves suits[CHUNK * XZ_SUITS];
    for (int64_t first = 0; first < rows; first += CHUNK) {
        size_t count = chunk_of(rows, first);
        const uint8_t *block = gather(counts + first * row_step, count, row_step, slot_step, copy);
        summary sum = index_block(block, count, suits, NULL);
        if (sum.highest > 4 || sum.most > XZ_MAX_HAND) {
            size_t r = 0;
            summary one = {0, 255, 0};
            for (; r < count && one.highest <= 4 && one.most <= XZ_MAX_HAND; r++) {
                halves unused[XZ_SUITS];
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
