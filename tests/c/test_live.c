/* Hands of which some tiles are dead, against plain enumeration; and against the plain questions where none is. */
#include "brute.h"
#include "check.h"
#include "hand/hand_index.h"
#include "hand/live.h"

enum { ROWS = 300, WIDE = 40, HANDS = PART > 1 ? 300 : 1500 };

static xz_rng rng;

static int below(uint32_t n) { return (int)xz_rng_below(&rng, n); }

/* Of one to three suits, sequences or triplets every other time, so that there are hands near a win. */
static xz_hand draw(int melds, int tiles) {
    xz_hand hand = {0};
    int suits = 1 + below(3);
    brute_draw_melds(&rng, &hand, suits, melds);
    for (int left = tiles; left;) {
        int slot = below((uint32_t)(9 * suits)), group = left >= 3 ? below(4) : 3;
        for (int i = 0; i < (group == 3 ? 1 : 3); i++) {
            int next = group == 0 || slot % 9 > 6 ? slot : slot + i;
            if (brute_own(&hand, next) < 4 && left) {
                hand.counts[next]++;
                left--;
            }
        }
    }
    return hand;
}

/* All that is left, or less of it: the more `dead` (0-4), the fewer. */
static void draw_live(const xz_hand *hand, int dead, uint8_t live[XZ_SLOTS]) {
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        int left = 4 - brute_own(hand, slot);
        for (int i = 0; i < 4; i++) {
            left -= left > 0 && below(5) < dead;
        }
        live[slot] = (uint8_t)left;
    }
}

static brute_hand brute_live(const xz_hand *hand, const uint8_t live[XZ_SLOTS], int melds) {
    brute_hand brute = brute_of(hand);
    brute.melds = melds;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        brute.limit[slot] = (uint8_t)(hand->counts[slot] + live[slot]);
    }
    return brute;
}

static uint32_t brute_accepts(brute_hand *brute, const uint8_t live[XZ_SLOTS], int now) {
    uint32_t lower = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (live[slot]) {
            brute->counts[slot]++;
            lower |= (uint32_t)(brute_shanten(brute) < now) << slot;
            brute->counts[slot]--;
        }
    }
    return lower;
}

static void check_hands(int unknown) {
    int out_of_reach = 0, near = 0, farther = 0;
    for (int i = 0; i < HANDS; i++) {
        int melds = below(5 - (uint32_t)unknown), to_make = 4 - melds - unknown;
        xz_hand hand = draw(melds, 3 * to_make + 1 + below(2));
        uint8_t live[XZ_SLOTS];
        draw_live(&hand, below(5), live);
        brute_hand brute = brute_live(&hand, live, to_make);
        int shanten = brute_shanten(&brute);
        CHECK_EQUAL(xz_hand_shanten_live(&hand, live), shanten);
        CHECK(shanten >= xz_hand_shanten(&hand));
        out_of_reach += shanten == XZ_UNREACHABLE;
        near += shanten < 2;
        farther += shanten > xz_hand_shanten(&hand);
        if (i % 8 == 0 || shanten < 2) {
            CHECK_EQUAL(xz_hand_accepts_live(&hand, live), brute_accepts(&brute, live, shanten));
        }
    }
    CHECK(out_of_reach > HANDS / 75 && near > HANDS / 75 && farther > HANDS / 75);
}

static void check_nothing_dead(void) {
    for (int i = 0; i < 100000 / PART; i++) {
        int melds = below(3) ? 0 : below(5), size = 13 + below(2);
        xz_hand hand = draw(melds, size - 3 * melds);
        uint8_t live[XZ_SLOTS];
        draw_live(&hand, 0, live);
        CHECK_EQUAL(xz_hand_shanten_live(&hand, live), xz_hand_shanten(&hand));
        if (size == 13) {
            CHECK_EQUAL(xz_hand_accepts_live(&hand, live), xz_hand_accepts(&hand));
        }
    }
}

/* Two 345s or 567s beside two 456s: the lane that is kept apart. */
static void check_ninth_lane(void) {
    for (int high = 0; high < 2; high++) {
        for (int pair = 0; pair < 9; pair++) {
            xz_hand hand = {0};
            uint8_t live[XZ_SLOTS] = {0};
            int twos = high ? 6 : 2;
            for (int i = 0; i < 2; i++) {
                hand.counts[3] = hand.counts[4] = hand.counts[5] = (uint8_t)(2 * (i + 1));
            }
            hand.counts[high ? 3 : 5] = 2;
            hand.counts[twos] = 2;
            hand.counts[pair] = (uint8_t)(hand.counts[pair] + (hand.counts[pair] < 4));
            live[pair] = hand.counts[pair] < 4;
            brute_hand brute = brute_live(&hand, live, 4);
            CHECK_EQUAL(xz_live_shanten(hand.counts, live, xz_plain_shape(4), 0), brute_shanten(&brute));
        }
    }
}

static void check_rows(void) {
    static xz_hand hands[ROWS];
    static uint8_t counts[ROWS][XZ_SLOTS], live[ROWS][XZ_SLOTS], wide[ROWS][WIDE], turned[XZ_SLOTS][ROWS];
    static uint32_t pongs[ROWS], kongs[ROWS], accepts[ROWS];
    static int8_t shanten[ROWS], other[ROWS];
    int status = XZ_OK;
    for (int r = 0; r < ROWS; r++) {
        int melds = below(5);
        hands[r] = draw(melds, 13 - 3 * melds);
        draw_live(&hands[r], below(5), live[r]);
        memcpy(counts[r], hands[r].counts, XZ_SLOTS);
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            wide[r][slot] = counts[r][slot];
            turned[slot][r] = live[r][slot];
        }
        xz_open open = xz_open_of(hands[r].melds, melds);
        pongs[r] = open.pongs;
        kongs[r] = open.kongs;
    }
    CHECK_EQUAL(
        xz_shanten_live_rows(counts[0], ROWS, XZ_SLOTS, 1, live[0], XZ_SLOTS, 1, pongs, kongs, 1, shanten, &status),
        ROWS);
    CHECK_EQUAL(
        xz_accepts_live_rows(counts[0], ROWS, XZ_SLOTS, 1, live[0], XZ_SLOTS, 1, pongs, kongs, 1, accepts, &status),
        ROWS);
    for (int r = 0; r < ROWS; r++) {
        CHECK_EQUAL(shanten[r], xz_hand_shanten_live(&hands[r], live[r]));
        CHECK_EQUAL(accepts[r], xz_hand_accepts_live(&hands[r], live[r]));
    }
    CHECK_EQUAL(xz_shanten_live_rows(wide[0], ROWS, WIDE, 1, turned[0], 1, ROWS, pongs, kongs, 1, other, &status),
                ROWS);
    CHECK(memcmp(shanten, other, ROWS) == 0);

    /* what is wrong with a row */
    int r = 200, slot = 0;
    while (!hands[r].meld_count) {
        r++;
    }
    slot = hands[r].melds[0].tile;
    uint8_t kept = live[r][slot];
    for (int copies = 5 - brute_own(&hands[r], slot); copies < 256; copies++) {
        live[r][slot] = (uint8_t)copies;
        CHECK_EQUAL(
            xz_shanten_live_rows(counts[0], ROWS, XZ_SLOTS, 1, live[0], XZ_SLOTS, 1, pongs, kongs, 1, other, &status),
            -(1 + r));
        CHECK_EQUAL(status, XZ_E_TILES);
    }
    live[r][slot] = kept;
    for (slot = 0; slot < XZ_SLOTS; slot++) {
        kept = live[r][slot];
        live[r][slot] = (uint8_t)(5 - brute_own(&hands[r], slot));
        CHECK_EQUAL(
            xz_accepts_live_rows(counts[r], 1, XZ_SLOTS, 1, live[r], 0, 1, pongs + r, kongs + r, 0, accepts, &status),
            -1);
        CHECK_EQUAL(status, XZ_E_TILES);
        live[r][slot] = kept;
    }
    hands[r] = draw(0, 14);
    memset(live[r], 0, XZ_SLOTS);
    CHECK_EQUAL(xz_shanten_live_rows(hands[r].counts, 1, 0, 1, live[r], 0, 1, NULL, NULL, 0, other, &status), 1);
    CHECK_EQUAL(xz_accepts_live_rows(hands[r].counts, 1, 0, 1, live[r], 0, 1, NULL, NULL, 0, accepts, &status), -1);
    CHECK_EQUAL(status, XZ_E_SIZE);
}

int main(void) {
    xz_rng_seed(&rng, 5, 0, XZ_STREAM_CALLER);
    brute_setup();
    check_hands(0);
    check_hands(1);
    check_nothing_dead();
    check_ninth_lane();
    check_rows();
    return check_report();
}
