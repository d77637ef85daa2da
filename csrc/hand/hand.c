/*
 * One hand as a value: the public questions, answered through its index.
 *
 * With fewer than 13 tiles in all the hand is taken to have further melds, of tiles that are not known.
 */
#include "hand/hand_index.h"

/* A hand as the tables take it. */
typedef struct indexed {
    uint16_t half[XZ_SUITS][2];
    xz_open open;
    int tiles, melds; /* concealed; yet to make */
} indexed;

static indexed index_of(const xz_hand *hand) {
    int tiles = xz_count_tiles(hand->counts);
    indexed h = {.open = xz_open_of(hand->melds, hand->meld_count), .tiles = tiles, .melds = tiles / 3};
    xz_index_from_counts(hand->counts, h.half);
    return h;
}

static int shanten_of(const indexed *h, const uint8_t counts[XZ_SLOTS]) {
    return h->open.pongs | h->open.kongs ? xz_open_shanten(counts, h->open, h->melds)
                                         : xz_shanten_of(h->melds, XZ_CONST_HALF(h->half));
}

bool xz_hand_is_win(const xz_hand *hand) {
    indexed h = index_of(hand);
    if (h.tiles % 3 != 2) {
        return false;
    }
    return h.melds == XZ_MAX_MELDS ? xz_index_is_win(h.half, NULL, 0) : xz_open_is_win(XZ_CONST_HALF(h.half), h.open);
}

uint32_t xz_hand_waits(const xz_hand *hand) {
    indexed h = index_of(hand);
    return h.melds == XZ_MAX_MELDS ? xz_index_waits(h.half, hand->counts, NULL, 0)
                                   : xz_open_waits(XZ_CONST_HALF(h.half), hand->counts, h.open);
}

int xz_hand_shanten(const xz_hand *hand) {
    indexed h = index_of(hand);
    return shanten_of(&h, hand->counts);
}

uint32_t xz_hand_accepts(const xz_hand *hand) {
    indexed h = index_of(hand);
    return xz_accepts(XZ_CONST_HALF(h.half), hand->counts, h.open, h.melds);
}

int xz_hand_discards(const xz_hand *hand, xz_discard discards[XZ_MAX_HAND]) {
    xz_hand left = *hand;
    int count = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (hand->counts[slot]) {
            left.counts[slot]--;
            discards[count++] = (xz_discard){
                .tile = (uint8_t)slot, .shanten = (int8_t)xz_hand_shanten(&left), .accepts = xz_hand_accepts(&left)};
            left.counts[slot]++;
        }
    }
    return count;
}
