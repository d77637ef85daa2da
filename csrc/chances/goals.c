/*
 * Each suit's share of a winning hand is built by itself, if it lacks few enough tiles; then shares of one or two suits that
 * make a whole are put together.
 */
#include "chances/goals.h"

enum {
    PAIRS = 2 * XZ_MAX_MELDS + 2,     /* forms before it: two for a meld, one for the pair; */
    FORMS = PAIRS + XZ_MAX_HAND / 2 + 1, /* from it on: so many of seven pairs */
    MOST_LACKING = XZ_MAX_HAND
};

typedef struct share {
    uint64_t tiles; /* of its suit, four bits a rank */
    uint32_t next;  /* the share of the same form that lacks as many, in units of 8 bytes from the base; 0: none */
} share;

typedef struct builder {
    const xz_rules *rules;
    const xz_hand *hand;
    const uint8_t *live;
    xz_space *space;
    int melds;   /* yet to make */
    int lacking; /* that a winning hand lacks: a share at most that */
    uint32_t shares[XZ_SUITS][FORMS][MOST_LACKING + 1];
    xz_goal *goals;
    uint32_t count;
    /* the share being built: */
    int suit, pair_rank;
    uint8_t counts[XZ_RANKS];
} builder;

static bool add_share(builder *b, int form, int lacking) {
    share *const added = xz_space_borrow(b->space, sizeof *added);
    if (!added) {
        return false;
    }
    uint32_t *const first = &b->shares[b->suit][form][lacking];
    *added = (share){0, *first};
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        added->tiles |= (uint64_t)((1u << b->counts[rank]) - 1u) << 4 * rank;
    }
    *first = (uint32_t)(b->space->top / 8);
    return true;
}

/* Whether the counts are melds alone, but for a pair of this rank. Three equal sequences are three triplets. */
static bool is_melds_beside(const uint8_t counts[XZ_RANKS], int pair_rank) {
    int second = 0, third = 0;
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        int const left = counts[rank] - second - third - (rank == pair_rank ? 2 : 0), begun = left % 3;
        if (left < 0 || (begun && rank > XZ_RANKS - 3)) {
            return false;
        }
        third = second;
        second = begun;
    }
    return true;
}

/* The same tiles with the pair elsewhere are added only once, with the pair as low as can be. */
static bool pair_is_lowest(const builder *b) {
    for (int rank = 0; rank < b->pair_rank; rank++) {
        if (b->counts[rank] >= 2 && is_melds_beside(b->counts, rank)) {
            return false;
        }
    }
    return true;
}

/* Ranks from `rank` on; so many sequences have their second and third tile there. */
static bool build_melds(builder *b, int rank, int second, int third, int melds, bool pair, int lacking) {
    if (rank == XZ_RANKS) {
        return !(melds || pair) || (pair && !pair_is_lowest(b)) || add_share(b, 2 * melds + pair, lacking);
    }
    int const slot = xz_slot(b->suit, rank), held = b->hand->counts[slot];
    for (int begun = 0; begun <= (rank <= XZ_RANKS - 3 ? 2 : 0); begun++) {
        for (int triplet = 0; triplet < 2 && melds + begun + triplet <= b->melds; triplet++) {
            for (int eyes = 0; eyes <= !pair; eyes++) {
                int const count = second + third + begun + 3 * triplet + 2 * eyes, lacks = xz_max(0, count - held);
                if (count > 4 || lacks > b->live[slot] || lacking + lacks > b->lacking) {
                    continue;
                }
                b->counts[rank] = (uint8_t)count;
                b->pair_rank = eyes ? rank : b->pair_rank;
                if (!build_melds(b, rank + 1, begun, second, melds + begun + triplet, pair || eyes, lacking + lacks)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool build_pairs(builder *b, int rank, int pairs, int lacking) {
    if (rank == XZ_RANKS) {
        return !pairs || add_share(b, PAIRS + pairs, lacking);
    }
    int const slot = xz_slot(b->suit, rank), held = b->hand->counts[slot];
    for (int more = 0; more <= 2 && pairs + more <= XZ_MAX_HAND / 2; more++) {
        int const lacks = xz_max(0, 2 * more - held);
        if (lacks > b->live[slot] || lacking + lacks > b->lacking) {
            break;
        }
        b->counts[rank] = (uint8_t)(2 * more);
        if (!build_pairs(b, rank + 1, pairs + more, lacking + lacks)) {
            return false;
        }
    }
    return true;
}

/* Seven pairs that are four melds and a pair as well have been added as such. */
static bool add_goal(builder *b, xz_tile_set tiles, bool pairs) {
    static const xz_circumstances self_draw = {.self_draw = 1};
    xz_hand complete = *b->hand;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        complete.counts[slot] = (uint8_t)xz_set_count(tiles, slot);
    }
    xz_facts facts;
    xz_hand_facts(&complete, XZ_NONE, &facts);
    if (pairs && facts.readings & XZ_READ_STANDARD) {
        return true;
    }
    xz_goal *const goal = xz_space_keep(b->space, sizeof *goal);
    if (!goal) {
        return false;
    }
    xz_score score;
    xz_score_facts(b->rules, &facts, &self_draw, &score);
    *goal = (xz_goal){tiles, score.fan, 0};
    b->goals = b->count++ ? b->goals : goal;
    return true;
}

static const share *share_at(const builder *b, uint32_t place) {
    return place ? (const share *)(const void *)(b->space->base + (size_t)place * 8) : NULL;
}

/* Wholes of the form `whole` above `form`, from one suit or from two. */
static bool put_together(builder *b, int first_suit, int second_suit, int form, int whole) {
    uint32_t (*const firsts)[MOST_LACKING + 1] = b->shares[first_suit] + form;
    uint32_t (*const seconds)[MOST_LACKING + 1] = b->shares[second_suit] + form;
    bool const pairs = form == PAIRS;
    if (first_suit == second_suit) {
        for (const share *one = share_at(b, firsts[whole][b->lacking]); one; one = share_at(b, one->next)) {
            if (!add_goal(b, xz_set_from_suit(first_suit, one->tiles), pairs)) {
                return false;
            }
        }
        return true;
    }
    for (int part = 1; part < whole; part++) {
        for (int lacking = 0; lacking <= b->lacking; lacking++) {
            for (const share *one = share_at(b, firsts[part][lacking]); one; one = share_at(b, one->next)) {
                uint32_t const place = seconds[whole - part][b->lacking - lacking];
                for (const share *two = share_at(b, place); two; two = share_at(b, two->next)) {
                    if (!add_goal(b,
                                  xz_set_or(xz_set_from_suit(first_suit, one->tiles),
                                            xz_set_from_suit(second_suit, two->tiles)),
                                  pairs)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

/* All winning hands that lack so many tiles, the fewest that any lacks. */
static bool find(builder *b) {
    size_t const top = b->space->top;
    xz_open const open = xz_open_of(b->hand->melds, b->hand->meld_count);
    unsigned const own = xz_suits_of_mask(open.pongs | open.kongs);
    bool const closed = b->hand->meld_count == 0;
    bool room = true;
    for (b->suit = 0; b->suit < XZ_SUITS && room; b->suit++) {
        room = build_melds(b, 0, 0, 0, 0, false, 0) && (!closed || build_pairs(b, 0, 0, 0));
    }
    for (int first = 0; first < XZ_SUITS; first++) {
        for (int second = first; second < XZ_SUITS && room; second++) {
            if (xz_popcount32(1u << first | 1u << second | own) < XZ_SUITS) {
                room = put_together(b, first, second, 0, 2 * b->melds + 1) &&
                       (!closed || put_together(b, first, second, PAIRS, XZ_MAX_HAND / 2));
            }
        }
    }
    b->space->top = top;
    return room;
}

int xz_find_goals(const xz_rules *rules, const xz_hand *hand, const uint8_t live[XZ_SLOTS], xz_space *space,
                  xz_goals *found) {
    int const shanten = xz_hand_shanten_live(hand, live);
    *found = (xz_goals){NULL, 0, shanten};
    if (shanten == XZ_UNREACHABLE) {
        return XZ_OK;
    }
    builder b = {.rules = rules,
                 .hand = hand,
                 .live = live,
                 .space = space,
                 .melds = XZ_MAX_MELDS - hand->meld_count,
                 .lacking = shanten + 1};
    if (!find(&b)) {
        return XZ_E_BUFFER;
    }
    found->goals = b.goals;
    found->count = b.count;
    return XZ_OK;
}
