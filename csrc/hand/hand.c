/*
 * One hand as a value: the public questions, answered through its index.
 *
 * With fewer tiles in all than the rules' size the hand is taken to have further melds, of tiles that are not known.
 */
#include "hand/hand_index.h"
#include "hand/live.h"

static const xz_hand_rules PLAIN = XZ_PLAIN_HAND;

int xz_hand_rules_make(int size, bool pairs_win, int void_suit, xz_hand_rules *rules) {
    if (size != 13 && size != 10 && size != 7) {
        return XZ_E_SIZE;
    }
    if (void_suit != XZ_NONE && (void_suit < 0 || void_suit >= XZ_SUITS)) {
        return XZ_E_TILES;
    }
    int const pairs = !pairs_win ? 0 : size == 13 ? 7 : size == 7 ? 4 : 0;
    *rules = (xz_hand_rules){(uint8_t)size, (uint8_t)pairs, (uint8_t)void_suit};
    return XZ_OK;
}

/* A hand as the tables take it. */
typedef struct indexed {
    uint16_t half[XZ_SUITS][2];
    xz_open open;
    int tiles; /* concealed */
    xz_shape shape;
} indexed;

static indexed index_of(const xz_hand *hand, const xz_hand_rules *rules) {
    int tiles = xz_count_tiles(hand->counts);
    indexed h = {.open = xz_open_of(hand->melds, hand->meld_count),
                 .tiles = tiles,
                 .shape = xz_shape_under(rules, tiles / 3, hand->meld_count != 0)};
    xz_index_from_counts(hand->counts, h.half);
    return h;
}

bool xz_hand_is_win_under(const xz_hand *hand, const xz_hand_rules *rules) {
    indexed h = index_of(hand, rules);
    return h.tiles % 3 == 2 && xz_shape_is_win(XZ_CONST_HALF(h.half), h.open, h.shape);
}

uint32_t xz_hand_waits_under(const xz_hand *hand, const xz_hand_rules *rules) {
    indexed h = index_of(hand, rules);
    return xz_shape_waits(XZ_CONST_HALF(h.half), hand->counts, h.open, h.shape);
}

int xz_hand_shanten_under(const xz_hand *hand, const xz_hand_rules *rules) {
    indexed h = index_of(hand, rules);
    return xz_shape_shanten(XZ_CONST_HALF(h.half), hand->counts, h.open, h.shape);
}

uint32_t xz_hand_accepts_under(const xz_hand *hand, const xz_hand_rules *rules) {
    indexed h = index_of(hand, rules);
    return xz_accepts(XZ_CONST_HALF(h.half), hand->counts, h.open, h.shape);
}

static unsigned suits_of_melds(const xz_hand *hand) {
    xz_open open = xz_open_of(hand->melds, hand->meld_count);
    return xz_suits_of_mask(open.pongs | open.kongs);
}

static xz_shape shape_of(const xz_hand *hand, const xz_hand_rules *rules) {
    return xz_shape_under(rules, xz_count_tiles(hand->counts) / 3, hand->meld_count != 0);
}

int xz_hand_shanten_live_under(const xz_hand *hand, const uint8_t live[XZ_SLOTS], const xz_hand_rules *rules) {
    return xz_live_shanten(hand->counts, live, shape_of(hand, rules), suits_of_melds(hand));
}

uint32_t xz_hand_accepts_live_under(const xz_hand *hand, const uint8_t live[XZ_SLOTS], const xz_hand_rules *rules) {
    return xz_live_accepts(hand->counts, live, shape_of(hand, rules), suits_of_melds(hand));
}

int xz_hand_discards_under(const xz_hand *hand, const xz_hand_rules *rules, xz_discard discards[XZ_MAX_HAND]) {
    xz_hand left = *hand;
    int count = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (hand->counts[slot]) {
            left.counts[slot]--;
            discards[count++] = (xz_discard){.tile = (uint8_t)slot,
                                             .shanten = (int8_t)xz_hand_shanten_under(&left, rules),
                                             .accepts = xz_hand_accepts_under(&left, rules)};
            left.counts[slot]++;
        }
    }
    return count;
}

/* ---- under §1 alone ------------------------------------------------------------------------------------------------------ */

bool xz_hand_is_win(const xz_hand *hand) { return xz_hand_is_win_under(hand, &PLAIN); }

uint32_t xz_hand_waits(const xz_hand *hand) { return xz_hand_waits_under(hand, &PLAIN); }

int xz_hand_shanten(const xz_hand *hand) { return xz_hand_shanten_under(hand, &PLAIN); }

uint32_t xz_hand_accepts(const xz_hand *hand) { return xz_hand_accepts_under(hand, &PLAIN); }

int xz_hand_shanten_live(const xz_hand *hand, const uint8_t live[XZ_SLOTS]) {
    return xz_hand_shanten_live_under(hand, live, &PLAIN);
}

uint32_t xz_hand_accepts_live(const xz_hand *hand, const uint8_t live[XZ_SLOTS]) {
    return xz_hand_accepts_live_under(hand, live, &PLAIN);
}

int xz_hand_discards(const xz_hand *hand, xz_discard discards[XZ_MAX_HAND]) {
    return xz_hand_discards_under(hand, &PLAIN, discards);
}
