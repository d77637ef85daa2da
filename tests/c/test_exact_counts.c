/*
 * The number of hands of each sort among all hands of 13 and 14 tiles, through the library's own tables: suits are
 * enumerated, grouped by what the tables say of them, and the groups of three suits put together. The figures are those of
 * tests/data/exact_counts.json, which were counted by other means.
 */
#include <string.h>

#include "check.h"
#include "hand/hand_index.h"

typedef unsigned long long count;

typedef struct tally {
    count distinct, weighted; /* count vectors; physical hands, i.e. times C(4, count) for every tile */
} tally;

/* Suits that a question does not tell apart: any of their records answers for all. */
typedef struct group {
    unsigned record;
    int tiles;
    tally suits;
} group;

enum { MOST_GROUPS = 4096 };

typedef struct grouping {
    int count;
    group items[MOST_GROUPS];
    unsigned keys[MOST_GROUPS];
} grouping;

static grouping by_class, by_vector, by_wait;
static count by_tiles[15];
static unsigned char seen[XZ_VECTORS];
static unsigned char overlaps[XZ_RECORDS][XZ_GAINS]; /* by melds and pairs, as in xz_suit_gains */
static int places_twice, class_clashes;
static unsigned short known_class[XZ_RECORDS]; /* of whole hands, and 1; 0: not seen yet */

static void put(grouping *g, unsigned key, unsigned record, int tiles, count weight) {
    int i = 0;
    while (i < g->count && (g->keys[i] != key || g->items[i].tiles != tiles)) {
        i++;
    }
    if (i == g->count) {
        g->keys[g->count] = key;
        g->items[g->count++] = (group){record, tiles, {0, 0}};
    }
    g->items[i].suits.distinct++;
    g->items[i].suits.weighted += weight;
}

/* Overlap vectors by number, for a key. */
static unsigned vector_number(unsigned record) {
    static unsigned char vectors[256][XZ_GAINS];
    static unsigned known;
    unsigned i = 0;
    while (i < known && memcmp(vectors[i], overlaps[record], sizeof vectors[i]) != 0) {
        i++;
    }
    if (i == known) {
        memcpy(vectors[known++], overlaps[record], sizeof vectors[i]);
    }
    return i;
}

/* Which ranks are waited for is all the same here, only how many. */
static unsigned wait_key(unsigned record) {
    uint32_t wait = xz_suit_wait[record], standard = wait & XZ_SUIT_MASK,
             pairs = wait >> XZ_WAIT_PAIR_SHIFT & XZ_SUIT_MASK;
    unsigned key = (unsigned)xz_popcount32(standard);
    key = key * 16 + (unsigned)xz_popcount32(pairs);
    key = key * 16 + (unsigned)xz_popcount32(standard | pairs);
    key = key * 4 + ((wait & XZ_KIND_COMPLETE) != 0) + 2u * ((wait & XZ_KIND_PAIRS) != 0);
    return key * 4 + (wait & XZ_KIND_PAIRS ? (unsigned)xz_suit_facts[record] >> XZ_FOURS_SHIFT : 0u);
}

static void enumerate(unsigned char counts[9], int rank, int tiles, count weight) {
    static const count ways[5] = {1, 4, 6, 4, 1};
    if (rank < 9) {
        for (int c = 0; c <= 4 && tiles + c <= 14; c++) {
            counts[rank] = (unsigned char)c;
            enumerate(counts, rank + 1, tiles + c, weight * ways[c]);
        }
        counts[rank] = 0;
        return;
    }
    uint32_t halves = xz_suit_halves(counts);
    uint32_t place = xz_suit_place(halves >> XZ_LOW_SHIFT & 0xFFFF, halves >> XZ_HIGH_SHIFT & 0xFFFF);
    unsigned record = xz_halves_record(halves);
    places_twice += place >= XZ_VECTORS || seen[place]++;
    by_tiles[tiles]++;
    for (int i = 0; i < XZ_GAINS; i++) {
        overlaps[record][i] = (unsigned char)(xz_suit_gains[xz_suit_gains_at[place] + (uint32_t)i] >> XZ_OVERLAP_SHIFT);
    }
    /* suits of one record are of one class, which is looked up by place */
    class_clashes += known_class[record] && known_class[record] != xz_whole_class_at[place] + 1;
    known_class[record] = (unsigned short)(xz_whole_class_at[place] + 1);
    put(&by_class, xz_whole_class_at[place], record, tiles, weight);
    put(&by_vector, vector_number(record), record, tiles, weight);
    put(&by_wait, wait_key(record), record, tiles, weight);
}

/* Calls `visit` for every three groups of so many tiles in all, with the number of hands they make. */
static void for_hands(const grouping *g, int tiles, void (*visit)(unsigned m, unsigned p, unsigned s, tally hands)) {
    for (int a = 0; a < g->count; a++) {
        for (int b = 0; b < g->count; b++) {
            const group *m = &g->items[a], *p = &g->items[b];
            int left = tiles - m->tiles - p->tiles;
            for (int c = 0; c < g->count && left >= 0; c++) {
                const group *s = &g->items[c];
                if (s->tiles == left) {
                    visit(m->record, p->record, s->record,
                          (tally){m->suits.distinct * p->suits.distinct * s->suits.distinct,
                                  m->suits.weighted * p->suits.weighted * s->suits.weighted});
                }
            }
        }
    }
}

static void add(tally *t, tally hands) {
    t->distinct += hands.distinct;
    t->weighted += hands.weighted;
}

/* ---- questions --------------------------------------------------------------------------------------------------------- */

static tally hands, by_shanten[8], any_suits, standard, pairs, different_pairs, win, one_suit, ready, by_waits[28];

static void visit_shanten(unsigned m, unsigned p, unsigned s, tally of) {
    add(&hands, of);
    int shanten = xz_shanten_of_classes(xz_whole_lacks, XZ_WHOLE_PITCH, known_class[m] - 1u, known_class[p] - 1u,
                                        known_class[s] - 1u);
    add(&by_shanten[shanten + 1], of);
}

/* Four melds and a pair of any suits. */
static void visit_any_suits(unsigned m, unsigned p, unsigned s, tally of) {
    const uint8_t *x = overlaps[m], *y = overlaps[p], *z = overlaps[s];
    int best = 0;
    for (int i = 0; i <= 4; i++) {
        for (int j = 0; i + j <= 4; j++) {
            int k = 4 - i - j, first = x[i * 2 + 1] + y[j * 2] + z[k * 2], second = x[i * 2] + y[j * 2 + 1] + z[k * 2],
                third = x[i * 2] + y[j * 2] + z[k * 2 + 1];
            best = xz_max(best, xz_max(first, xz_max(second, third)));
        }
    }
    add(&by_shanten[14 - best], of);
}

/* The suits other than one that is empty, if one is. */
static int two_suits(unsigned m, unsigned p, unsigned s, unsigned of[2]) {
    int missing = m == XZ_EMPTY_RECORD ? 0 : p == XZ_EMPTY_RECORD ? 1 : s == XZ_EMPTY_RECORD ? 2 : XZ_SUITS;
    of[0] = missing == 0 ? p : m;
    of[1] = missing == 2 ? p : s;
    return missing;
}

static void visit_win(unsigned m, unsigned p, unsigned s, tally of) {
    unsigned suits[2];
    if (xz_suit_wait[m] & xz_suit_wait[p] & xz_suit_wait[s] & XZ_KIND_COMPLETE) {
        add(&any_suits, of);
    }
    if (two_suits(m, p, s, suits) == XZ_SUITS) {
        return;
    }
    uint32_t kinds = xz_suit_wait[suits[0]] & xz_suit_wait[suits[1]] & XZ_KINDS;
    if (kinds & XZ_KIND_COMPLETE) {
        add(&standard, of);
    }
    if (kinds & XZ_KIND_PAIRS) {
        add(&pairs, of);
        if ((xz_suit_facts[suits[0]] | xz_suit_facts[suits[1]]) >> XZ_FOURS_SHIFT == 0) {
            add(&different_pairs, of);
        }
    }
    if (kinds) {
        add(&win, of);
        if (suits[0] == XZ_EMPTY_RECORD || suits[1] == XZ_EMPTY_RECORD) {
            add(&one_suit, of);
        }
    }
}

static void visit_waits(unsigned m, unsigned p, unsigned s, tally of) {
    unsigned suits[2];
    int missing = two_suits(m, p, s, suits);
    if (missing == XZ_SUITS) {
        return;
    }
    int waits = xz_popcount32(xz_waits_of(missing, xz_suit_wait[suits[0]], xz_suit_wait[suits[1]], XZ_KINDS));
    if (waits) {
        add(&ready, of);
    }
    add(&by_waits[waits], of);
}

/* ---- figures ------------------------------------------------------------------------------------------------------------- */

#define CHECK_TALLY(tally, distinct_count, weighted_count)                                                             \
    do {                                                                                                               \
        CHECK_EQUAL((tally).distinct, distinct_count);                                                                 \
        CHECK_EQUAL((tally).weighted, weighted_count);                                                                 \
    } while (0)

static void check_shanten(const tally expected[8]) {
    for (int i = 0; i < 8; i++) {
        CHECK_TALLY(by_shanten[i], expected[i].distinct, expected[i].weighted);
    }
}

int main(void) {
    static const count suits[15] = {1,     9,     45,    165,   495,   1278,  2922,  6030,
                                    11385, 19855, 32211, 48879, 69675, 93600, 118800};
    /* shanten -1, 0, 1 ... 6 of 13 tiles */
    static const tally with_rule[8] = {{0, 0},
                                       {12039597, 3280138573728},
                                       {348805638, 197191142605152},
                                       {1990353369, 2465799129079296},
                                       {3575959440, 9181857292295040},
                                       {1687610646, 8383544907109344},
                                       {18721800, 361285130649600},
                                       {0, 0}};
    static const tally without_rule[8] = {{0, 0},
                                          {25391376, 19874623572864},
                                          {757748271, 948393170387184},
                                          {3420121710, 7139794329296880},
                                          {2965121793, 10201641432371712},
                                          {451591110, 2197032839424000},
                                          {13485630, 85932567429120},
                                          {30600, 288777830400}};
    unsigned char counts[9] = {0};
    enumerate(counts, 0, 0, 1);
    CHECK_EQUAL(places_twice, 0);
    CHECK_EQUAL(class_clashes, 0);
    for (int i = 0; i < 15; i++) {
        CHECK_EQUAL(by_tiles[i], suits[i]);
    }

    for_hands(&by_class, 13, visit_shanten);
    CHECK_TALLY(hands, 7633490490, 20592957740312160);
    check_shanten(with_rule);
    memset(by_shanten, 0, sizeof by_shanten);
    for_hands(&by_vector, 13, visit_any_suits);
    check_shanten(without_rule);

    for_hands(&by_wait, 13, visit_waits);
    CHECK_TALLY(ready, 12039597, 3280138573728);
    CHECK_TALLY(by_waits[9], 3, 3 * 4 * 4 * 4 * 4 * 4 * 4 * 4 * 4 * 4); /* 1112345678999 in each suit */
    for (int i = 10; i < 28; i++) {
        CHECK_TALLY(by_waits[i], 0, 0);
    }

    for_hands(&by_wait, 14, visit_win);
    CHECK_TALLY(any_suits, 5237550, 7140498565560);
    CHECK_TALLY(standard, 1849491, 1151855065656);
    CHECK_TALLY(pairs, 716472, 29337340752);
    CHECK_TALLY(different_pairs, 95364, 26695816704);
    CHECK_TALLY(win, 2561091, 1180592035056);
    CHECK_TALLY(one_suit, 46047, 1347754512);

    memset(&hands, 0, sizeof hands);
    memset(by_shanten, 0, sizeof by_shanten);
    for_hands(&by_class, 14, visit_shanten);
    CHECK_TALLY(hands, 21310147575, 139737927523546800);
    CHECK_TALLY(by_shanten[0], win.distinct, win.weighted);
    return check_report();
}
