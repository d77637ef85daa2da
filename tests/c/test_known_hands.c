/* Hands whose answers are known: the worked examples of docs/rules.md §9, and hands that other engines got wrong. */
#include <string.h>

#include "base/tile.h"
#include "check.h"

static xz_hand read_hand(const char *text) {
    xz_hand hand;
    xz_text_error error;
    int status = xz_hand_parse(text, strlen(text), &hand, &error);
    if (status != XZ_OK) {
        fprintf(stderr, "%s: %s\n", text, error.message);
    }
    CHECK_EQUAL(status, XZ_OK);
    return hand;
}

static uint32_t tiles(int suit, const char *ranks) {
    uint32_t mask = 0;
    for (; *ranks; ranks++) {
        mask |= 1u << xz_slot(suit, *ranks - '1');
    }
    return mask;
}

enum {
    STANDARD = XZ_READ_STANDARD,
    TRIPLETS = XZ_READ_TRIPLETS,
    OUTSIDE = XZ_READ_OUTSIDE,
    STRAIGHT = XZ_READ_STRAIGHT,
    PAIRS = XZ_READ_PAIRS,
    JIANG = XZ_READ_JIANG,
    FLUSH = XZ_READ_FLUSH
};

/* Every reading that the hand has, also those that do not count in the end; `roots` is every four of a kind. */
static const struct win {
    const char *text;
    int readings, roots;
} WINS[] = {
    {"23445677m345789p", STANDARD, 0},
    {"111333444m66677p", STANDARD | TRIPLETS, 0},
    {"11334466m557799p", PAIRS, 0},
    {"11223345678999m", STANDARD | STRAIGHT | FLUSH, 0},
    {"111222333m78999p", STANDARD | OUTSIDE, 0},
    {"22244455577799m", STANDARD | TRIPLETS | FLUSH, 0},
    {"222555888m55588p", STANDARD | TRIPLETS | JIANG, 0},
    {"11334466778899m", PAIRS | FLUSH, 0},
    {"11222244m557788p", PAIRS, 1},
    {"11123777888999m", STANDARD | OUTSIDE | FLUSH, 0},
    {"11224444557799m", PAIRS | FLUSH, 1},
    {"123333m45566799s", STANDARD, 1},
    {"111123444m99966p", STANDARD, 1},
    {"112233556677p99m", STANDARD | PAIRS, 0},
    {"111444789m45677p", STANDARD, 0},
    {"111444m22266999p", STANDARD | TRIPLETS, 0},
    {"12233456788899s", STANDARD | FLUSH, 0},
    {"12378999m123789s", STANDARD | OUTSIDE, 0},
    {"112299m44668899p", PAIRS, 0},
    {"111199m44668899p", PAIRS, 1},
    {"11122244466999m", STANDARD | TRIPLETS | FLUSH, 0},
    {"11123777888999p", STANDARD | OUTSIDE | FLUSH, 0},
    {"222555888m22255s", STANDARD | TRIPLETS | JIANG, 0},
    {"11112222333344m", STANDARD | PAIRS | FLUSH, 3},
    /* §3, the tie */
    {"11m112233778899p", STANDARD | OUTSIDE | PAIRS, 0},
    {"123456789m11122m", STANDARD | STRAIGHT | FLUSH, 1},
    {"11m123456789p555p", STANDARD | STRAIGHT, 1},
    /* one four of a kind in a meld and a sequence, in a pong and a sequence, declared */
    {"111123m456789p22p", STANDARD, 1},
    {"123m456p78922p [111m]", STANDARD, 1},
    {"456p78922p123p (1111m)", STANDARD | STRAIGHT, 0},
    {"11112233445566m", STANDARD | PAIRS | FLUSH, 1},
    {"11112222335577m", PAIRS | FLUSH, 2},
    {"99m [111m] [1111p] (9999p) [555+5p]", STANDARD | TRIPLETS, 0},
    {"222555888m222s55p", 0, 0},     /* three suits */
    {"222555888m22s [555p]", 0, 0},  /* three with the meld */
    {"1112223334445m", 0, 0},        /* 3k+1 */
    {"11223344m1122p", 0, 0},        /* pairs, but no seven */
    {"99m789m [111m] (9999p) 123p", STANDARD | OUTSIDE, 0},
    {"22p [555p] [2222m] (8888m) [555+5m]", STANDARD | TRIPLETS | JIANG, 0},
};

static void check_wins(void) {
    for (size_t i = 0; i < sizeof WINS / sizeof WINS[0]; i++) {
        const struct win *win = &WINS[i];
        xz_hand hand = read_hand(win->text);
        xz_facts facts;
        bool expected = win->readings != 0;
        int before = check_failed;
        CHECK_EQUAL(xz_hand_is_win(&hand), expected);
        CHECK_EQUAL(xz_hand_facts(&hand, XZ_NONE, &facts), expected);
        CHECK_EQUAL(facts.readings & (STANDARD | TRIPLETS | OUTSIDE | STRAIGHT | PAIRS | JIANG | FLUSH), win->readings);
        CHECK_EQUAL(facts.roots, expected ? win->roots : 0);
        CHECK_EQUAL(xz_hand_shanten(&hand) == -1, expected);
        if (check_failed != before) {
            fprintf(stderr, "  of %s\n", win->text);
        }
    }
}

static void check_wait(const char *text, uint32_t waits, int copies) {
    xz_hand hand = read_hand(text);
    int left = 0;
    CHECK_EQUAL(xz_hand_waits(&hand), waits);
    CHECK_EQUAL(xz_hand_shanten(&hand), waits ? 0 : xz_hand_shanten(&hand));
    for (uint32_t mask = waits; mask; mask &= mask - 1) {
        left += 4 - hand.counts[xz_lowest_bit(mask)];
    }
    CHECK_EQUAL(left, copies);
}

static void check_shanten(const char *text, int shanten) {
    xz_hand hand = read_hand(text);
    CHECK_EQUAL(xz_hand_shanten(&hand), shanten);
}

int main(void) {
    check_wins();
    check_wait("2223456m111p999p", tiles(0, "13467"), 17);
    check_wait("1112345666m999p", tiles(0, "1234567"), 18);
    check_wait("1112345678999m", tiles(0, "123456789"), 23);
    /* only for a fifth copy: not ready */
    check_wait("1111m222333444p", 0, 0);
    check_wait("222333444p1111s", 0, 0);
    check_wait("1m111222333p (9999m)", tiles(0, "1"), 3);
    check_wait("4m [444m] 111222333p", 0, 0);
    check_wait("56m [444m] 11222333p", tiles(0, "47"), 8); /* one of 4m and four of 7m in truth */
    check_wait("56m (4444m) 11222333p", tiles(0, "7"), 4);
    /* four of a kind is two pairs, kinds need not be seven */
    check_wait("1111223344m556p", tiles(1, "6"), 3);
    check_wait("111122334455m6p", tiles(1, "6"), 3);
    check_wait("222233344m1111p", tiles(0, "3"), 1);
    /* three suits */
    check_wait("123m456p789s1122m", 0, 0);
    check_shanten("222555888m222s55p", 1);
    check_shanten("1111m222p333s444p", 3);
    /* melds of three suits: nothing can be reached */
    check_shanten("1122m [333m] [333p] [333s]", XZ_UNREACHABLE);
    check_shanten("1m [333m] [333p] [333s] [555s]", XZ_UNREACHABLE);
    /* the tiles of own melds are used up */
    check_shanten("1233m [222m] [555m] [777m]", 0);
    check_shanten("13m44p (2222m) [555m] [777m]", 1);
    return check_report();
}
