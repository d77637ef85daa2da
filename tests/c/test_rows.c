/* Array calls against the one-hand calls and plain enumeration: every layout, own melds, unknown melds, bad rows. */
#include "brute.h"
#include "check.h"
#include "hand/hand_index.h"

enum { ROWS = 1000, WIDE = 40 };

static xz_rng rng;
static uint8_t counts[ROWS][XZ_SLOTS];
static uint32_t pongs[ROWS], kongs[ROWS];
static xz_hand hands[ROWS];
static uint8_t win[ROWS];
static uint32_t waits[ROWS], accepts[ROWS];
static int8_t shanten[ROWS];

static int below(uint32_t n) { return (int)xz_rng_below(&rng, n); }

/* Of one to three suits, so that there are wins and waits; near-complete every other time. */
static xz_hand draw(int melds, int tiles) {
    xz_hand hand = {0};
    int suits = 1 + below(3);
    brute_draw_melds(&rng, &hand, suits, melds);
    int left = tiles - 3 * melds;
    while (left) {
        int slot = below((uint32_t)(9 * suits)), rank = slot % 9, sequence = left >= 3 && rank < 7 && below(2);
        for (int i = 0; i < (sequence ? 3 : 1); i++) {
            if (brute_own(&hand, slot + i) < 4 && left) {
                hand.counts[slot + i]++;
                left--;
            }
        }
    }
    return hand;
}

static void set_row(int r, xz_hand hand) {
    hands[r] = hand;
    memcpy(counts[r], hand.counts, XZ_SLOTS);
    xz_open open = xz_open_of(hand.melds, hand.meld_count);
    pongs[r] = open.pongs;
    kongs[r] = open.kongs;
}

static void check_whole(int melds, int most) {
    int status = XZ_OK;
    const uint32_t *p = melds || most ? pongs : NULL, *k = melds || most ? kongs : NULL;
    for (int tiles = 13; tiles <= 14; tiles++) {
        for (int r = 0; r < ROWS; r++) {
            set_row(r, draw(melds + (most ? below((uint32_t)most + 1) : 0), tiles));
        }
        CHECK_EQUAL(xz_shanten_rows(counts[0], ROWS, XZ_SLOTS, 1, p, k, 1, shanten, &status), ROWS);
        if (tiles == 13) {
            CHECK_EQUAL(xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, p, k, 1, waits, &status), ROWS);
            CHECK_EQUAL(xz_accepts_rows(counts[0], ROWS, XZ_SLOTS, 1, p, k, 1, accepts, &status), ROWS);
        } else {
            CHECK_EQUAL(xz_accepts_rows(counts[0], ROWS, XZ_SLOTS, 1, p, k, 1, accepts, &status), -1);
            CHECK_EQUAL(xz_win_rows(counts[0], ROWS, XZ_SLOTS, 1, p, k, 1, win, &status), ROWS);
        }
        int found = 0;
        for (int r = 0; r < ROWS; r++) {
            CHECK_EQUAL(shanten[r], xz_hand_shanten(&hands[r]));
            if (tiles == 13) {
                CHECK_EQUAL(waits[r], xz_hand_waits(&hands[r]));
                CHECK_EQUAL(accepts[r], xz_hand_accepts(&hands[r]));
                found += waits[r] != 0;
            } else {
                CHECK_EQUAL(win[r], xz_hand_is_win(&hands[r]));
                found += win[r];
            }
        }
        CHECK(found > 0);
    }
}

/* Rows of fewer tiles have melds that are not known. */
static void check_unknown(void) {
    int status = XZ_OK, tiles[ROWS];
    for (int r = 0; r < ROWS; r++) {
        tiles[r] = 1 + 3 * below(5) + below(2);
        set_row(r, draw(0, tiles[r]));
    }
    CHECK_EQUAL(xz_shanten_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status), ROWS);
    for (int r = 0; r < ROWS; r++) {
        brute_hand brute = brute_of(&hands[r]);
        brute.melds = tiles[r] / 3;
        CHECK_EQUAL(shanten[r], brute_shanten(&brute));
        CHECK_EQUAL(shanten[r], xz_hand_shanten(&hands[r]));
        if (tiles[r] % 3 == 2) {
            CHECK_EQUAL(xz_win_rows(counts[r], 1, XZ_SLOTS, 1, NULL, NULL, 0, win, &status), 1);
            CHECK_EQUAL(win[0], shanten[r] == -1);
            CHECK_EQUAL(xz_hand_is_win(&hands[r]), shanten[r] == -1);
            xz_facts facts;
            CHECK_EQUAL(xz_hand_facts(&hands[r], XZ_NONE, &facts), shanten[r] == -1);
            continue;
        }
        uint32_t lower = 0, complete = 0;
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            if (brute.counts[slot] < 4) {
                brute.counts[slot]++;
                int with = brute_shanten(&brute);
                lower |= (uint32_t)(with < shanten[r]) << slot;
                complete |= (uint32_t)(with == -1) << slot;
                brute.counts[slot]--;
            }
        }
        CHECK_EQUAL(xz_waits_rows(counts[r], 1, XZ_SLOTS, 1, NULL, NULL, 0, waits, &status), 1);
        CHECK_EQUAL(waits[0], complete);
        CHECK_EQUAL(xz_hand_waits(&hands[r]), complete);
        CHECK_EQUAL(xz_hand_accepts(&hands[r]), lower);
        CHECK_EQUAL(xz_accepts_rows(counts[r], 1, XZ_SLOTS, 1, NULL, NULL, 0, accepts, &status), 1);
        CHECK_EQUAL(accepts[0], lower);
        CHECK(!xz_hand_is_win(&hands[r]));
    }
}

/* One-hand calls take unknown melds beside own ones, too. */
static void check_unknown_beside_own(void) {
    for (int i = 0; i < 1000; i++) {
        int melds = 1 + below(3), unknown = 1 + below((uint32_t)(4 - melds));
        int size = 13 + below(2);
        xz_hand hand = draw(melds, size - 3 * unknown);
        brute_hand brute = brute_of(&hand);
        brute.melds -= unknown;
        int shanten_is = brute_shanten(&brute);
        CHECK_EQUAL(xz_hand_shanten(&hand), shanten_is);
        if (size == 14) {
            CHECK_EQUAL(xz_hand_is_win(&hand), shanten_is == -1);
            continue;
        }
        uint32_t lower = 0, complete = 0;
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            if (brute_own(&hand, slot) < 4) {
                brute.counts[slot]++;
                int with = brute_shanten(&brute);
                lower |= (uint32_t)(with < shanten_is) << slot;
                complete |= (uint32_t)(with == -1) << slot;
                brute.counts[slot]--;
            }
        }
        CHECK_EQUAL(xz_hand_waits(&hand), complete);
        CHECK_EQUAL(xz_hand_accepts(&hand), lower);
    }
}

/* Wide, transposed and reversed rows give what packed ones give. */
static void check_layouts(void) {
    static uint8_t wide[ROWS][WIDE], turned[XZ_SLOTS][ROWS], mirrored[ROWS][XZ_SLOTS];
    static int8_t other[ROWS];
    int status = XZ_OK;
    for (int r = 0; r < ROWS; r++) {
        set_row(r, draw(0, 13 + below(2)));
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            wide[r][slot] = turned[slot][r] = mirrored[r][XZ_SLOTS - 1 - slot] = counts[r][slot];
        }
        memset(wide[r] + XZ_SLOTS, 99, WIDE - XZ_SLOTS);
    }
    CHECK_EQUAL(xz_shanten_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status), ROWS);
    CHECK_EQUAL(xz_shanten_rows(wide[0], ROWS, WIDE, 1, NULL, NULL, 0, other, &status), ROWS);
    CHECK(memcmp(shanten, other, ROWS) == 0);
    CHECK_EQUAL(xz_shanten_rows(turned[0], ROWS, 1, ROWS, NULL, NULL, 0, other, &status), ROWS);
    CHECK(memcmp(shanten, other, ROWS) == 0);
    CHECK_EQUAL(xz_shanten_rows(mirrored[0] + XZ_SLOTS - 1, ROWS, XZ_SLOTS, -1, NULL, NULL, 0, other, &status), ROWS);
    CHECK(memcmp(shanten, other, ROWS) == 0);
    CHECK_EQUAL(xz_shanten_rows(counts[ROWS - 1], ROWS, -XZ_SLOTS, 1, NULL, NULL, 0, other, &status), ROWS);
    for (int r = 0; r < ROWS; r++) {
        CHECK_EQUAL(other[r], shanten[ROWS - 1 - r]);
    }
    /* one row for all, one mask for all, masks of 0 */
    uint32_t pong = 1u << 26, none = 0;
    memset(counts[0], 0, XZ_SLOTS);
    memset(counts[0], 1, 8);
    counts[0][26] = 1;
    counts[0][0] = 2;
    CHECK_EQUAL(xz_shanten_rows(counts[0], ROWS, 0, 1, &pong, NULL, 0, other, &status), ROWS);
    CHECK_EQUAL(other[0], other[ROWS - 1]);
    CHECK_EQUAL(xz_shanten_rows(counts[1], ROWS - 1, XZ_SLOTS, 1, &none, &none, 0, other, &status), ROWS - 1);
    CHECK(memcmp(shanten + 1, other, ROWS - 1) == 0);
    CHECK_EQUAL(xz_shanten_rows(counts[0], 0, XZ_SLOTS, 1, NULL, NULL, 0, other, &status), 0);
}

/* The index of rows, packed or not, gives what their counts give; also for as many rows as fill no block. */
static void check_index(void) {
    static uint16_t index[ROWS][XZ_INDEX_HALVES], wide[ROWS][XZ_INDEX_HALVES + 3];
    static uint8_t other_win[ROWS];
    static uint32_t other_waits[ROWS];
    static int8_t other[ROWS];
    int status = XZ_OK;
    for (int tiles = 13; tiles <= 14; tiles++) {
        for (int r = 0; r < ROWS; r++) {
            set_row(r, draw(0, tiles));
        }
        CHECK_EQUAL(xz_index_rows(counts[0], ROWS, XZ_SLOTS, 1, index[0], &status), ROWS);
        for (int r = 0; r < ROWS; r++) {
            uint16_t half[XZ_SUITS][2];
            xz_index_from_counts(counts[r], half);
            CHECK(memcmp(half, index[r], sizeof half) == 0);
            memcpy(wide[r], index[r], sizeof index[r]);
        }
        for (int64_t rows = ROWS; rows > ROWS - 5; rows--) {
            CHECK_EQUAL(xz_shanten_rows(counts[0], rows, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status), rows);
            CHECK_EQUAL(xz_shanten_index_rows(index[0], rows, XZ_INDEX_HALVES, other, &status), rows);
            CHECK(memcmp(shanten, other, (size_t)rows) == 0);
            CHECK_EQUAL(xz_shanten_index_rows(wide[0], rows, XZ_INDEX_HALVES + 3, other, &status), rows);
            CHECK(memcmp(shanten, other, (size_t)rows) == 0);
            if (tiles == 13) {
                CHECK_EQUAL(xz_waits_rows(counts[0], rows, XZ_SLOTS, 1, NULL, NULL, 0, waits, &status), rows);
                CHECK_EQUAL(xz_waits_index_rows(index[0], rows, XZ_INDEX_HALVES, other_waits, &status), rows);
                CHECK(memcmp(waits, other_waits, (size_t)rows * sizeof *waits) == 0);
                CHECK_EQUAL(xz_win_index_rows(index[0], rows, XZ_INDEX_HALVES, other_win, &status), -1);
                CHECK_EQUAL(status, XZ_E_SIZE);
            } else {
                CHECK_EQUAL(xz_win_rows(counts[0], rows, XZ_SLOTS, 1, NULL, NULL, 0, win, &status), rows);
                CHECK_EQUAL(xz_win_index_rows(index[0], rows, XZ_INDEX_HALVES, other_win, &status), rows);
                CHECK(memcmp(win, other_win, (size_t)rows) == 0);
                CHECK_EQUAL(xz_waits_index_rows(index[0], rows, XZ_INDEX_HALVES, other_waits, &status), -1);
                CHECK_EQUAL(status, XZ_E_SIZE);
            }
        }
        for (int i = 0; i < XZ_INDEX_HALVES; i++) { /* every half that is none */
            uint16_t *half = &index[700][i], kept = *half;
            for (int value = i % 2 ? 3125 : 625; value < 65536; value++) {
                *half = (uint16_t)value;
                CHECK_EQUAL(xz_shanten_index_rows(index[690], 20, XZ_INDEX_HALVES, other, &status), -11);
                CHECK_EQUAL(status, XZ_E_TILES);
            }
            *half = kept;
        }
    }
}

/* Every half in range has as many tiles as its digits say: the others of its row make 13 of them. */
static void check_tiles_of_halves(void) {
    static int8_t other[4];
    for (int i = 0; i < 2; i++) {
        for (int value = 0; value < (i ? 3125 : 625); value++) {
            int tiles = 0, status = XZ_OK;
            for (int rest = value; rest; rest /= 5) {
                tiles += rest % 5;
            }
            uint16_t rows[4][XZ_INDEX_HALVES] = {{0}};
            for (int r = 0; r < 4; r++) {
                rows[r][i] = (uint16_t)value;
                for (int left = 13 - tiles, place = 2; left > 0 && place < 6; place++) {
                    int digits = place % 2 ? 5 : 4, unit = 1;
                    for (; digits > 0 && left > 0; digits--, unit *= 5) {
                        rows[r][place] = (uint16_t)(rows[r][place] + unit * (left < 4 ? left : 4));
                        left -= left < 4 ? left : 4;
                    }
                }
            }
            bool fits = tiles <= 14;
            CHECK_EQUAL(xz_shanten_index_rows(rows[0], 4, XZ_INDEX_HALVES, other, &status), fits ? 4 : -1);
            CHECK_EQUAL(status, fits ? XZ_OK : XZ_E_SIZE);
        }
    }
}

static void check_bad(int row, int reason, int64_t got, const int *status) {
    CHECK_EQUAL(got, -(1 + row));
    CHECK_EQUAL(*status, reason);
}

static void check_bad_rows(void) {
    static const int rows[] = {0, 1, 63, 64, 700, ROWS - 1};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int r = rows[i], status = XZ_OK, slot = below(27);
        for (int j = 0; j < ROWS; j++) {
            set_row(j, draw(0, 13));
        }
        /* every count that is no count, also one that would fit the number of tiles */
        memset(counts[r], 0, XZ_SLOTS);
        for (int tiles = 5; tiles < 256; tiles++) {
            counts[r][slot] = (uint8_t)tiles;
            check_bad(r, XZ_E_TILES, xz_shanten_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status),
                      &status);
        }
        counts[r][slot] = 253;
        for (int s = 0; s < XZ_SLOTS; s++) {
            counts[r][s] = s == slot ? 253 : s % 9 < 2 ? 3 : 0;
        }
        check_bad(r, XZ_E_TILES, xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, waits, &status), &status);
        /* numbers of tiles */
        for (int tiles = 0; tiles <= 108; tiles++) {
            memset(counts[r], 0, XZ_SLOTS);
            for (int s = 0; s < XZ_SLOTS; s++) {
                int left = tiles - 4 * s;
                counts[r][s] = (uint8_t)(left > 4 ? 4 : left > 0 ? left : 0);
            }
            bool whole = tiles <= 14;
            int64_t got = xz_shanten_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status);
            if (whole && tiles % 3) {
                CHECK_EQUAL(got, ROWS);
            } else {
                check_bad(r, XZ_E_SIZE, got, &status);
            }
            got = xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, waits, &status);
            if (whole && tiles % 3 == 1) {
                CHECK_EQUAL(got, ROWS);
            } else {
                check_bad(r, XZ_E_SIZE, got, &status);
            }
            /* all rows but this one are of 13 tiles */
            got = xz_win_rows(counts[r], 1, XZ_SLOTS, 1, NULL, NULL, 0, win, &status);
            if (whole && tiles % 3 == 2) {
                CHECK_EQUAL(got, 1);
            } else {
                check_bad(0, XZ_E_SIZE, got, &status);
            }
        }
    }
    /* the first of two bad rows, whatever is wrong with it */
    int status = XZ_OK;
    for (int j = 0; j < ROWS; j++) {
        set_row(j, draw(0, 13));
    }
    counts[70][3] = 9;
    memset(counts[66], 0, XZ_SLOTS);
    check_bad(66, XZ_E_SIZE, xz_shanten_rows(counts[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status), &status);

    /* own melds */
    for (int j = 0; j < ROWS; j++) {
        set_row(j, draw(2, 13));
    }
    CHECK_EQUAL(xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, pongs, kongs, 1, waits, &status), ROWS);
    uint32_t kept = pongs[500];
    pongs[500] = kept | 1u << 27;
    check_bad(500, XZ_E_MELD, xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, pongs, kongs, 1, waits, &status), &status);
    pongs[500] = kept | kongs[500];
    if (kongs[500]) {
        check_bad(500, XZ_E_MELD, xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, pongs, kongs, 1, waits, &status),
                  &status);
    }
    pongs[500] = XZ_ALL_SLOTS & ~kongs[500];
    check_bad(500, XZ_E_MELD, xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, pongs, kongs, 1, waits, &status), &status);
    pongs[500] = kept;
    set_row(500, draw(1, 13));
    pongs[500] = kongs[500] = 0; /* ten tiles and no meld */
    check_bad(500, XZ_E_SIZE, xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, pongs, kongs, 1, waits, &status), &status);
    set_row(500, draw(2, 13));
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        counts[500][slot] = pongs[500] >> slot & 1u ? 2 : 0; /* five of one */
        counts[500][slot] = kongs[500] >> slot & 1u ? 1 : counts[500][slot];
    }
    check_bad(500, XZ_E_TILES, xz_waits_rows(counts[0], ROWS, XZ_SLOTS, 1, pongs, kongs, 1, waits, &status), &status);
}

int main(void) {
    xz_rng_seed(&rng, 2, 0, XZ_STREAM_CALLER);
    brute_setup();
    check_whole(0, 0);
    for (int melds = 1; melds <= 4; melds++) {
        check_whole(melds, 0);
    }
    check_whole(0, 4);
    check_unknown();
    check_unknown_beside_own();
    check_layouts();
    check_index();
    check_tiles_of_halves();
    check_bad_rows();
    return check_report();
}
