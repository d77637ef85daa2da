/*
 * Which tiles lower shanten, and which discard leaves the most of them.
 *
 * A hand lacks the least that some two suits lack, and one tile takes off one at most: only the pairs of suits that lack the
 * least now, the tight ones, can come below it, and mostly there is one.
 */
#include "hand/open_hand.h"

/*
 * A hand whose suits are asked for their classes with a tile more or less. A suit is a number that tiles are added to: its
 * halves if the hand has no own melds, else its symbols. `open` is known where this is compiled in.
 */
typedef struct view {
    bool open;
    int melds;              /* to make beside the own ones */
    uint32_t own_suits;     /* with own melds: never the suit done without */
    const uint8_t *classes; /* of records, in a hand without own melds */
    const uint8_t *lacks;   /* two classes to what they lack */
    unsigned pitch;
    uint32_t suit[XZ_SUITS];
    unsigned class[XZ_SUITS];
    unsigned least;         /* that two suits lack */
} view;

enum { NO_PAIR = XZ_UNREACHABLE + 1 };

static const uint8_t OTHERS[XZ_SUITS][2] = {{1, 2}, {0, 2}, {0, 1}};

static inline uint32_t step_of(const view *v, int rank) { return v->open ? XZ_SYMBOL(rank) : XZ_RANK_STEP[rank]; }

static inline unsigned class_of(const view *v, uint32_t suit) {
    return v->open ? xz_symbols_class(v->melds, suit) : v->classes[xz_halves_record(suit)];
}

static inline const uint8_t *beside(const view *v, unsigned class) { return v->lacks + class * v->pitch; }

/* What the two suits other than `missing` lack. */
static inline unsigned pair_lacks(const view *v, int missing) {
    return v->own_suits >> missing & 1u ? NO_PAIR
                                        : beside(v, v->class[OTHERS[missing][0]])[v->class[OTHERS[missing][1]]];
}

XZ_ALWAYS_INLINE void look_at(view *v, bool is_open, const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                              xz_open open, int melds) {
    bool whole = !is_open && melds == XZ_MAX_MELDS;
    v->open = is_open;
    v->melds = melds;
    v->own_suits = is_open ? xz_suits_of_mask(open.pongs | open.kongs) : 0;
    v->classes = whole ? xz_whole_class : xz_suit_class + melds * XZ_RECORDS;
    v->lacks = whole ? xz_whole_lacks : xz_class_lacks + melds * XZ_CLASSES * XZ_CLASSES;
    v->pitch = whole ? XZ_WHOLE_CLASSES : XZ_CLASSES;
    if (is_open) {
        xz_symbols symbols = xz_symbols_of(counts, open);
        memcpy(v->suit, symbols.suit, sizeof v->suit);
    } else {
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            v->suit[suit] = xz_load_halves(half[suit]);
        }
    }
    v->least = NO_PAIR;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        v->class[suit] = class_of(v, v->suit[suit]);
    }
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        unsigned lacks = pair_lacks(v, missing);
        v->least = lacks < v->least ? lacks : v->least;
    }
}

/* Tiles of which the hand holds fewer than four. */
static inline uint32_t room_of(const uint8_t counts[XZ_SLOTS], xz_open open) {
    uint32_t full = open.kongs | xz_slots_with(counts, 4);
    for (uint32_t pongs = open.pongs; pongs; pongs &= pongs - 1) {
        int slot = xz_lowest_bit(pongs);
        full |= (uint32_t)(counts[slot] != 0) << slot;
    }
    return XZ_ALL_SLOTS & ~full;
}

static inline uint32_t ranks_of(uint32_t tiles, int suit) { return tiles >> (XZ_RANKS * suit) & XZ_SUIT_MASK; }

static inline uint32_t at(uint32_t ranks, int suit) { return ranks << (XZ_RANKS * suit); }

/* The classes of a suit with a tile of each rank more: nonsense for a rank of which there are four, of which nobody asks. */
XZ_ALWAYS_INLINE void classes_with(const view *v, uint32_t suit, uint8_t classes[XZ_RANKS]) {
    if (v->open) {
        xz_symbols_classes_with(v->melds, suit, classes);
        return;
    }
    uint32_t low = suit >> XZ_LOW_SHIFT & 0xFFFFu, high = suit >> XZ_HIGH_SHIFT & 0xFFFFu, power = 1;
    for (int rank = 0; rank < XZ_LOW_RANKS; rank++, power *= 5) {
        classes[rank] = v->classes[xz_suit_id[xz_suit_place(low + power, high)]];
    }
    power = 1;
    for (int rank = XZ_LOW_RANKS; rank < XZ_RANKS; rank++, power *= 5) {
        classes[rank] = v->classes[xz_suit_id[xz_suit_place(low, high + power)]];
    }
}

/* The ranks whose class, beside the suit whose row this is, lacks less than `least`. */
static inline uint32_t ranks_below(const uint8_t classes[XZ_RANKS], const uint8_t *row, unsigned least) {
    uint32_t below = 0;
    for (int rank = XZ_RANKS - 1; rank >= 0; rank--) {
        below += below + (row[classes[rank]] < least);
    }
    return below;
}

XZ_ALWAYS_INLINE uint32_t accepts(bool is_open, const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                  xz_open open, int melds) {
    view v;
    look_at(&v, is_open, half, counts, open, melds);
    uint32_t below = 0;
    uint8_t with[XZ_SUITS][XZ_RANKS];
    if (v.least == NO_PAIR) {
        return 0;
    }
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        classes_with(&v, v.suit[suit], with[suit]);
    }
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        int x = OTHERS[missing][0], y = OTHERS[missing][1];
        if (pair_lacks(&v, missing) == v.least) {
            below |= at(ranks_below(with[x], beside(&v, v.class[y]), v.least), x);
            below |= at(ranks_below(with[y], beside(&v, v.class[x]), v.least), y);
        }
    }
    return below & room_of(counts, open);
}

uint32_t xz_accepts(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open, int melds) {
    return open.pongs | open.kongs ? accepts(true, half, counts, open, melds)
                                   : accepts(false, half, counts, open, melds);
}

/* ---- the best discard --------------------------------------------------------------------------------------------------- */

/*
 * Some discard always leaves what the hand lacks (1 if it is won), so that is the least. What takes off of it then would do so
 * beside the discarded tile, too: such tiles, which lower it, are found once, and no others are looked for after a discard. A
 * tile of a suit that no tight pair wants leaves them all.
 */
typedef struct search {
    view v;
    unsigned least;
    uint32_t live[3];                 /* the tiles with copies & 1, 2, 4 */
    bool tight[XZ_SUITS];             /* by the suit done without */
    uint32_t lower[XZ_SUITS];         /* the tiles that lower what a tight pair lacks, likewise */
    int most;                         /* copies of them all */
    uint8_t with[XZ_SUITS][XZ_RANKS]; /* the class with a tile more, of suits in a tight pair */
} search;

/* The bits of three planes counted together, two of them as the halves of one word. */
static inline int live_copies(const search *s, uint32_t tiles) {
    uint64_t low = (tiles & s->live[0]) | (uint64_t)(tiles & s->live[1]) << 32;
    uint32_t high = tiles & s->live[2];
    low -= low >> 1 & UINT64_C(0x5555555555555555);
    high -= high >> 1 & 0x55555555u;
    low = (low & UINT64_C(0x3333333333333333)) + (low >> 2 & UINT64_C(0x3333333333333333));
    high = (high & 0x33333333u) + (high >> 2 & 0x33333333u);
    low = (low + (low >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    high = (high + (high >> 4)) & 0x0F0F0F0Fu;
    return (int)(((uint32_t)low + 2 * (uint32_t)(low >> 32) + 4 * high) * 0x01010101u >> 24);
}

/* Fills in `tight`, `with`, `lower` and `most`. */
XZ_ALWAYS_INLINE void find_lower(search *s, uint32_t useful, uint32_t held) {
    const view *v = &s->v;
    unsigned wanted = 0;
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        s->tight[missing] = pair_lacks(v, missing) <= s->least;
        wanted |= s->tight[missing] ? 7u & ~(1u << missing) : 0;
    }
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        if (wanted >> suit & 1u) {
            classes_with(v, v->suit[suit], s->with[suit]);
        }
    }
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        int x = OTHERS[missing][0], y = OTHERS[missing][1];
        s->lower[missing] = 0;
        if (s->tight[missing]) {
            uint32_t lower = at(ranks_below(s->with[x], beside(v, v->class[y]), s->least), x) |
                             at(ranks_below(s->with[y], beside(v, v->class[x]), s->least), y);
            /* a suit that has all concealed tiles is as full as the tables go: any tile may do */
            lower |= held & ~xz_suit_mask(x) ? 0 : xz_suit_mask(x);
            lower |= held & ~xz_suit_mask(y) ? 0 : xz_suit_mask(y);
            s->lower[missing] = lower & useful;
        }
    }
    s->most = live_copies(s, s->lower[0] | s->lower[1] | s->lower[2]);
}

/* The best so far: of two slots that leave as many copies the lower. */
typedef struct choice {
    int slot, copies;
} choice;

/* Tries the discards of a suit, which is known where this is compiled in. */
XZ_ALWAYS_INLINE void try_suit(const search *s, int suit, uint32_t ranks, choice *best) {
    const view *v = &s->v;
    int x = OTHERS[suit][0], y = OTHERS[suit][1];
    bool without = s->tight[suit], with_x = s->tight[y], with_y = s->tight[x]; /* the pairs, by the suit they lack */
    uint32_t lower_x = with_x ? s->lower[y] : 0, lower_y = with_y ? s->lower[x] : 0;
    uint32_t mask = xz_suit_mask(suit);
    for (; ranks; ranks &= ranks - 1) {
        int rank = xz_lowest_bit(ranks), slot = xz_slot(suit, rank), beaten = best->copies - (slot < best->slot);
        if (beaten == s->most) {
            return;
        }
        uint32_t left = v->suit[suit] - step_of(v, rank), tiles = s->lower[suit], own = 0;
        unsigned class = class_of(v, left);
        const uint8_t *row = beside(v, class);
        bool same = class == v->class[suit], keeps_x = with_x && row[v->class[x]] == s->least,
             keeps_y = with_y && row[v->class[y]] == s->least;
        if (!(without || keeps_x || keeps_y)) {
            continue;
        }
        if (keeps_x) {
            tiles |= lower_x & (same ? xz_suit_mask(x) : at(ranks_below(s->with[x], row, s->least), x));
            own = lower_x & mask;
        }
        if (keeps_y) {
            tiles |= lower_y & (same ? xz_suit_mask(y) : at(ranks_below(s->with[y], row, s->least), y));
            own |= lower_y & mask;
        }
        if (live_copies(s, tiles | own) <= beaten) {
            continue;
        }
        if (own) {
            uint8_t with[XZ_RANKS];
            classes_with(v, left, with);
            tiles |= keeps_x ? lower_x & at(ranks_below(with, beside(v, v->class[x]), s->least), suit) : 0;
            tiles |= keeps_y ? lower_y & at(ranks_below(with, beside(v, v->class[y]), s->least), suit) : 0;
        }
        int copies = live_copies(s, tiles);
        if (copies > beaten) {
            *best = (choice){slot, copies};
        }
    }
}

XZ_ALWAYS_INLINE int best_discard(bool is_open, const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS],
                                  xz_open open, int melds, const uint8_t live[XZ_SLOTS]) {
    search s;
    choice best = {XZ_NONE, -1};
    uint32_t held = xz_slots_with(counts, 7);
    look_at(&s.v, is_open, half, counts, open, melds);
    if (s.v.least == NO_PAIR) {
        return xz_lowest_bit(held);
    }
    s.live[0] = xz_slots_with(live, 1);
    s.live[1] = xz_slots_with(live, 2);
    s.live[2] = xz_slots_with(live, 4);
    s.least = s.v.least ? s.v.least : 1;
    find_lower(&s, (s.live[0] | s.live[1] | s.live[2]) & room_of(counts, open), held);
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        uint32_t tiles = held & xz_suit_mask(suit);
        if (s.tight[suit] && !s.tight[OTHERS[suit][0]] && !s.tight[OTHERS[suit][1]] && tiles) {
            best = (choice){xz_lowest_bit(tiles), live_copies(&s, s.lower[suit])};
            held &= ~tiles;
        }
    }
    try_suit(&s, 0, ranks_of(held, 0), &best);
    try_suit(&s, 1, ranks_of(held, 1), &best);
    try_suit(&s, 2, ranks_of(held, 2), &best);
    return best.slot;
}

int xz_index_best_discard_(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], const xz_meld *melds,
                           int meld_count, const uint8_t live[XZ_SLOTS]) {
    xz_open open = xz_open_of(melds, meld_count);
    return meld_count ? best_discard(true, half, counts, open, XZ_MAX_MELDS - meld_count, live)
                      : best_discard(false, half, counts, open, XZ_MAX_MELDS, live);
}
