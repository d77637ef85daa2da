/*
 * Distance where tiles are dead.
 *
 * A suit is two halves, whose states are looked up, and rank 5. First the lower half and rank 5 are put together: what is left
 * are the sequences that reach into the upper half. Their numbers are the lanes of one vector for each number of melds, with
 * the hands without a pair beside those with one, and the join is a sum of two such vectors for every way to share the melds.
 */
#include "hand/live.h"

#include "hand/lanes.h"

/* ---- one suit --------------------------------------------------------------------------------------------------------------- */

enum { MELDS = XZ_MAX_MELDS + 1 };

/* A suit as numbers of four symbols, low and high half, and the symbol of rank 5. */
typedef struct code {
    uint32_t low, high, fifth;
} code;

/* What a symbol counts in its half. */
static const uint32_t POWER[4] = {1, 15, 225, 3375};

static inline unsigned symbol_of(unsigned held, unsigned live) {
    unsigned limit = held + live;
    return limit * (limit + 1) / 2 + held;
}

static inline code code_of(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS]) {
    /* eight ranks at once, 1-4 and 6-9; limit * (limit + 1) / 2 from the bits of the limit */
    uint64_t const ones = UINT64_C(0x0101010101010101), low = UINT64_C(0xFFFFFFFF);
    uint64_t held = (xz_load8(counts) & low) | (xz_load8(counts + 1) & ~low);
    uint64_t limit = held + ((xz_load8(live) & low) | (xz_load8(live + 1) & ~low));
    uint64_t one = limit & ones, two = limit >> 1 & ones, four = limit >> 2 & ones;
    uint64_t symbols = held + limit + two + ((two & one) << 1) + four * 6;
    uint64_t pairs = (symbols * (256 + 15) >> 8) & UINT64_C(0x00FF00FF00FF00FF);
    uint64_t fours = pairs * (65536 + 225);
    return (code){(uint16_t)(fours >> 16), (uint32_t)(fours >> 48), symbol_of(counts[4], live[4])};
}

static inline const uint8_t *low_state(uint32_t number) { return xz_live_states + XZ_LIVE_STATE * xz_live_low[number]; }
static inline const uint8_t *high_state(uint32_t number) {
    return xz_live_states + XZ_LIVE_STATE * xz_live_high[number];
}

/* Ranks 1-5, by melds: lane 3 * two + one is of `two` 567s and `one` 456s that go on, the latter among the melds. Or ranks 9-5,
 * then of 345s. */
typedef struct suit_part {
    xz_lanes melds[MELDS], without[MELDS]; /* the latter have no pair in either group */
    const uint8_t *state, *fifth;          /* for the ninth lane */
} suit_part;

static inline const uint8_t *fifth_row(const uint8_t *fifth, int beyond, int use) {
    return fifth + (beyond * XZ_LIVE_USES + use) * XZ_LIVE_ROW;
}

/* `beyond` is known where this is compiled in. Of three groups of three lanes the largest, in the place of that group. */
XZ_ALWAYS_INLINE xz_lanes gather(xz_lanes a, int beyond) {
    switch (beyond) {
    case 0: a = xz_lanes_max(a, xz_lanes_max(XZ_LANES_DOWN(a, 3), XZ_LANES_DOWN(a, 6))); break;
    case 1: a = xz_lanes_max(a, xz_lanes_max(XZ_LANES_UP(a, 3), XZ_LANES_DOWN(a, 3))); break;
    default: a = xz_lanes_max(a, xz_lanes_max(XZ_LANES_UP(a, 3), XZ_LANES_UP(a, 6))); break;
    }
    return xz_lanes_masked(a, UINT64_C(0xFFFFFF) << 24 * beyond);
}

XZ_ALWAYS_INLINE void add_fifth(suit_part *to, const xz_lanes half[MELDS], const xz_lanes pair[MELDS], int beyond) {
    xz_lanes alone = xz_lanes_load(fifth_row(to->fifth, beyond, XZ_LIVE_ALONE)),
             triplet = xz_lanes_load(fifth_row(to->fifth, beyond, XZ_LIVE_TRIPLET)),
             two = xz_lanes_load(fifth_row(to->fifth, beyond, XZ_LIVE_PAIR));
    for (int m = 0; m + beyond < MELDS; m++) {
        xz_lanes best = xz_lanes_max(xz_lanes_add(half[m], alone), xz_lanes_add(pair[m], two));
        if (m && beyond < 2) {
            best = xz_lanes_max(best, xz_lanes_add(half[m - 1], triplet));
        }
        best = gather(best, beyond);
        to->melds[m] = beyond ? xz_lanes_or(to->melds[m], best) : best;
    }
}

/* Lanes of no, one and two 456s. */
#define NO_456 UINT64_C(0x00FF0000FF0000FF)
#define ONE_456 UINT64_C(0xFF0000FF0000FF00)
#define TWO_456 UINT64_C(0x0000FF0000FF0000)

static inline void part_of(const uint8_t *state, unsigned fifth, suit_part *to) {
    xz_lanes half[MELDS], pair[MELDS];
    to->state = state;
    to->fifth = xz_live_fifth + fifth * (XZ_LIVE_BEYOND * XZ_LIVE_USES * XZ_LIVE_ROW);
    for (int m = 0; m < MELDS; m++) {
        half[m] = xz_lanes_masked(xz_lanes_load(to->state + m * XZ_LIVE_ROW), NO_456);
        if (m > 0) {
            xz_lanes one = xz_lanes_load(to->state + (m - 1) * XZ_LIVE_ROW);
            half[m] = xz_lanes_or(half[m], xz_lanes_masked(one, ONE_456));
        }
        if (m > 1) {
            xz_lanes two = xz_lanes_load(to->state + (m - 2) * XZ_LIVE_ROW);
            half[m] = xz_lanes_or(half[m], xz_lanes_masked(two, TWO_456));
        }
        pair[m] = xz_lanes_second(half[m]);
    }
    add_fifth(to, half, pair, 0);
    add_fifth(to, half, pair, 1);
    add_fifth(to, half, pair, 2);
    for (int m = 0; m < MELDS; m++) {
        to->without[m] = xz_lanes_twice(to->melds[m]);
    }
}

static inline void raise_to(uint8_t *number, int value) { *number = (uint8_t)xz_max(*number, value); }

static inline void join(const suit_part *from, const uint8_t *rest, uint8_t row[XZ_LIVE_WIDTH]) {
    xz_lanes melds[MELDS], without[MELDS], best[MELDS];
    for (int m = 0; m < MELDS; m++) {
        melds[m] = xz_lanes_load(rest + m * XZ_LIVE_ROW);
        without[m] = xz_lanes_twice(melds[m]);
        best[m] = xz_lanes_none();
    }
    for (int a = 0; a < MELDS; a++) {
        for (int b = 0; a + b < MELDS; b++) {
            best[a + b] = xz_lanes_max(best[a + b], xz_lanes_max(xz_lanes_add(from->melds[a], without[b]),
                                                                 xz_lanes_add(from->without[a], melds[b])));
        }
    }
    xz_lanes_tops(best, 2 * XZ_LIVE_BASE, row);

    /* The ninth lane: two sequences with two ranks in one half, two 456s, and rank 5 full; the other half has two 6s or 4s. */
    enum { TWO = 2, PAIR = XZ_LIVE_LANES };
    int full = fifth_row(from->fifth, 2, XZ_LIVE_ALONE)[TWO] - 2 * XZ_LIVE_BASE;
    const uint8_t *a = from->state, *b = rest;
    raise_to(&row[8], full + xz_max(a[XZ_LIVE_NINTH] + b[TWO], a[TWO] + b[XZ_LIVE_NINTH]));
    raise_to(&row[9], full + xz_max(xz_max(a[XZ_LIVE_NINTH + PAIR] + b[TWO], a[XZ_LIVE_NINTH] + b[TWO + PAIR]),
                                    xz_max(a[TWO + PAIR] + b[XZ_LIVE_NINTH], a[TWO] + b[XZ_LIVE_NINTH + PAIR])));
}

void xz_live_row(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS], uint8_t row[XZ_LIVE_WIDTH]) {
    code suit = code_of(counts, live);
    suit_part low;
    part_of(low_state(suit.low), suit.fifth, &low);
    join(&low, high_state(suit.high), row);
}

/* A tile drawn leaves the limit as it is: its symbol is the next one. What it does not change is put together first. */
void xz_live_rows(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS], uint8_t row[XZ_LIVE_WIDTH],
                  uint8_t with[XZ_RANKS][XZ_LIVE_WIDTH]) {
    code suit = code_of(counts, live);
    const uint8_t *low = low_state(suit.low), *high = high_state(suit.high);
    suit_part from;
    part_of(low, suit.fifth, &from);
    join(&from, high, row);
    for (int rank = 5; rank < XZ_RANKS; rank++) {
        if (live[rank]) {
            join(&from, high_state(suit.high + POWER[rank - 5]), with[rank]);
        }
    }
    part_of(high, suit.fifth, &from);
    for (int rank = 0; rank < 4; rank++) {
        if (live[rank]) {
            join(&from, low_state(suit.low + POWER[rank]), with[rank]);
        }
    }
    if (live[4]) {
        part_of(low, suit.fifth + 1, &from);
        join(&from, high, with[4]);
    }
}

/* ---- pairs -------------------------------------------------------------------------------------------------------------------- */

/* Pairs of a suit that are there, that lack at most one tile, that lack at most two; four of a kind is two pairs. */
typedef struct pair_counts {
    int none, one, two;
} pair_counts;

static inline int sum8(uint64_t bytes) { return (int)(bytes * UINT64_C(0x0101010101010101) >> 56); }

static inline pair_counts pairs_of(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS]) {
    uint64_t const ones = UINT64_C(0x0101010101010101), two = 3 * ones;
    uint64_t held = xz_load8(counts), left = xz_load8(live), one = (left | left >> 1 | left >> 2) & ones;
    int last = counts[8], last_left = live[8];
    return (pair_counts){sum8(held >> 1 & two) + (last >> 1),
                         sum8((held + one) >> 1 & two) + ((last + (last_left > 0)) >> 1),
                         sum8((held + left) >> 1 & two) + ((last + last_left) >> 1)};
}

enum { OUT_OF_REACH = XZ_UNREACHABLE + 1 };

static inline int lacks_to_pairs(const pair_counts *a, const pair_counts *b, int wanted) {
    int lacks = xz_max(wanted - a->none - b->none, 0) + xz_max(wanted - a->one - b->one, 0);
    return a->two + b->two < wanted ? OUT_OF_REACH : lacks;
}

/* ---- a hand ---------------------------------------------------------------------------------------------------------------------- */

typedef struct live_hand {
    uint8_t row[XZ_SUITS][XZ_LIVE_WIDTH];
    pair_counts pairs[XZ_SUITS];                /* where the hand may be pairs */
    int standard[XZ_SUITS], by_pairs[XZ_SUITS]; /* what the hand lacks, by the suit it does without */
    int least;
} live_hand;

static inline int lacks_of(const uint8_t *a, const uint8_t *b, int melds) {
    int together = xz_live_together(a, b, melds);
    return together > XZ_LIVE_BASE ? 2 * XZ_LIVE_BASE - together : OUT_OF_REACH;
}

static inline void look_at(live_hand *s, const uint8_t counts[XZ_SLOTS], const uint8_t live[XZ_SLOTS], xz_shape shape,
                           unsigned own_suits) {
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        const uint8_t *held = counts + suit * XZ_RANKS, *left = live + suit * XZ_RANKS;
        xz_live_row(held, left, s->row[suit]);
        if (shape.pairs) {
            s->pairs[suit] = pairs_of(held, left);
        }
    }
    unsigned const omits = (shape.void_suit == XZ_NONE ? 7u : 1u << shape.void_suit) & ~own_suits;
    s->least = OUT_OF_REACH;
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        int x = XZ_OTHER_SUITS[missing][0], y = XZ_OTHER_SUITS[missing][1];
        bool can = omits >> missing & 1u;
        s->standard[missing] = can ? lacks_of(s->row[x], s->row[y], shape.melds) : OUT_OF_REACH;
        s->by_pairs[missing] =
            can && shape.pairs ? lacks_to_pairs(&s->pairs[x], &s->pairs[y], shape.pairs) : OUT_OF_REACH;
        s->least = xz_min(s->least, xz_min(s->standard[missing], s->by_pairs[missing]));
    }
}

int xz_live_shanten(const uint8_t counts[XZ_SLOTS], const uint8_t live[XZ_SLOTS], xz_shape shape, unsigned own_suits) {
    live_hand s;
    look_at(&s, counts, live, shape, own_suits);
    return s.least - 1;
}

static uint32_t live_ranks(const uint8_t live[XZ_RANKS]) {
    uint32_t ranks = 0;
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        ranks |= (uint32_t)(live[rank] != 0) << rank;
    }
    return ranks;
}

/* The ranks of a suit that take one off what it lacks beside another to be melds and a pair. */
static uint32_t nearer_melds(uint8_t with[XZ_RANKS][XZ_LIVE_WIDTH], uint32_t ranks, const uint8_t *other, int melds,
                             int lacks) {
    uint32_t nearer = 0;
    for (uint32_t left = ranks; left; left &= left - 1) {
        int rank = xz_lowest_bit(left);
        nearer |= (uint32_t)(lacks_of(with[rank], other, melds) < lacks) << rank;
    }
    return nearer;
}

/* Likewise to be so many pairs. */
static uint32_t nearer_pairs(const uint8_t counts[XZ_RANKS], const uint8_t live[XZ_RANKS], uint32_t ranks,
                             const pair_counts *suit, const pair_counts *other, int wanted, int lacks) {
    uint32_t nearer = 0;
    for (uint32_t left = ranks; left; left &= left - 1) {
        int rank = xz_lowest_bit(left), held = counts[rank];
        pair_counts with = *suit;
        with.none += held & 1;
        with.one += ((held + 1 + (live[rank] > 1)) >> 1) - ((held + 1) >> 1);
        nearer |= (uint32_t)(lacks_to_pairs(&with, other, wanted) < lacks) << rank;
    }
    return nearer;
}

uint32_t xz_live_accepts(const uint8_t counts[XZ_SLOTS], const uint8_t live[XZ_SLOTS], xz_shape shape,
                         unsigned own_suits) {
    live_hand s;
    uint8_t with[XZ_SUITS][XZ_RANKS][XZ_LIVE_WIDTH];
    uint32_t nearer = 0;
    unsigned known = 0; /* suits of `with` */
    look_at(&s, counts, live, shape, own_suits);
    if (s.least == OUT_OF_REACH) {
        return 0; /* a tile drawn changes nothing of what can be */
    }
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        for (int side = 0; side < 2; side++) {
            int x = XZ_OTHER_SUITS[missing][side], y = XZ_OTHER_SUITS[missing][1 - side], first = x * XZ_RANKS;
            uint32_t ranks = live_ranks(live + first);
            if (s.standard[missing] == s.least) {
                if (!(known >> x & 1u)) {
                    xz_live_rows(counts + first, live + first, s.row[x], with[x]);
                    known |= 1u << x;
                }
                nearer |= nearer_melds(with[x], ranks, s.row[y], shape.melds, s.least) << first;
            }
            if (s.by_pairs[missing] == s.least) {
                nearer |=
                    nearer_pairs(counts + first, live + first, ranks, &s.pairs[x], &s.pairs[y], shape.pairs, s.least)
                    << first;
            }
        }
    }
    return nearer;
}
