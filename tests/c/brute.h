/*
 * One hand by plain enumeration, for the tests: every meld and pair is tried, nothing is looked up, and no code or table of
 * the library is used.
 */
#ifndef XZ_TESTS_BRUTE_H
#define XZ_TESTS_BRUTE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "xuezhan/xuezhan.h"

/* Sanitizers make plain enumeration a hundred times slower: one part in so many of the hands. */
#ifdef __SANITIZE_ADDRESS__
enum { PART = 50 };
#else
enum { PART = 1 };
#endif

/* ---- targets: every set of m melds and p pairs of one suit, rank by rank ------------------------------------------------ */

enum { BRUTE_MOST = 40960 };

static struct brute_targets {
    int count, room;
    uint8_t *tiles[XZ_RANKS]; /* [rank][target] */
} brute_targets[5][2];

static inline void brute_add(struct brute_targets *list, const uint8_t counts[XZ_RANKS]) {
    for (int i = 0; i < list->count; i++) {
        int same = 1;
        for (int r = 0; r < XZ_RANKS && same; r++) {
            same = list->tiles[r][i] == counts[r];
        }
        if (same) {
            return;
        }
    }
    for (int r = 0; r < XZ_RANKS; r++) {
        list->tiles[r][list->count] = counts[r];
    }
    list->count++;
}

/* Melds are numbered: 0-6 sequences, 7-15 triplets; they are added in that order, so that no set comes twice in it. */
static inline void brute_melds(uint8_t counts[XZ_RANKS], int first, int melds, int pair) {
    for (int r = 0; r < XZ_RANKS; r++) {
        if (counts[r] > 4) {
            return;
        }
    }
    brute_add(&brute_targets[melds][pair], counts);
    for (int meld = first; meld < 16 && melds < 4; meld++) {
        int at = meld < 7 ? meld : meld - 7;
        for (int i = 0; i < 3; i++) {
            counts[meld < 7 ? at + i : at]++;
        }
        brute_melds(counts, meld, melds + 1, pair);
        for (int i = 0; i < 3; i++) {
            counts[meld < 7 ? at + i : at]--;
        }
    }
}

static inline void brute_setup(void) {
    uint8_t counts[XZ_RANKS] = {0};
    for (int m = 0; m < 5; m++) {
        for (int p = 0; p < 2; p++) {
            for (int r = 0; r < XZ_RANKS; r++) {
                brute_targets[m][p].tiles[r] = calloc(BRUTE_MOST, 1);
            }
        }
    }
    brute_melds(counts, 0, 0, 0);
    for (int r = 0; r < XZ_RANKS; r++) {
        counts[r] = 2;
        brute_melds(counts, 0, 0, 1);
        counts[r] = 0;
    }
}

/* ---- shanten -------------------------------------------------------------------------------------------------------------- */

/* A hand as the brute force sees it: `limit` (at most 4) is what a winning hand may have of a tile beside the own melds. */
typedef struct brute_hand {
    uint8_t counts[XZ_SLOTS], limit[XZ_SLOTS];
    int melds;           /* to make beside the own ones */
    unsigned own_suits;  /* with own melds */
    int whole, pairs;    /* so many pairs win a hand without own melds that has so many melds to make */
    unsigned done_without; /* suits that a win may do without */
} brute_hand;

static inline brute_hand brute_of(const xz_hand *hand) {
    brute_hand b;
    memcpy(b.counts, hand->counts, sizeof b.counts);
    memset(b.limit, 4, sizeof b.limit);
    b.melds = 4 - hand->meld_count;
    b.own_suits = 0;
    b.whole = 4;
    b.pairs = 7;
    b.done_without = 7u;
    for (int i = 0; i < hand->meld_count; i++) {
        b.limit[hand->melds[i].tile] = hand->melds[i].kind == XZ_PONG ? 1 : 0;
        b.own_suits |= 1u << hand->melds[i].tile / XZ_RANKS;
    }
    return b;
}

/* The most tiles in common with m melds and p pairs of the suit. */
static inline int brute_suit(const brute_hand *hand, int suit, int m, int p) {
    static uint8_t common[BRUTE_MOST], excess[BRUTE_MOST];
    const struct brute_targets *list = &brute_targets[m][p];
    memset(common, 0, (size_t)list->count);
    memset(excess, 0, (size_t)list->count);
    for (int r = 0; r < XZ_RANKS; r++) {
        const uint8_t *tiles = list->tiles[r];
        uint8_t held = hand->counts[suit * XZ_RANKS + r], limit = hand->limit[suit * XZ_RANKS + r];
        for (int i = 0; i < list->count; i++) {
            common[i] = (uint8_t)(common[i] + (tiles[i] < held ? tiles[i] : held));
            excess[i] |= tiles[i] > limit ? 255 : 0;
        }
    }
    int best = -100;
    for (int i = 0; i < list->count; i++) {
        int value = excess[i] ? -100 : common[i];
        best = value > best ? value : best;
    }
    return best;
}

/* The most tiles in common with `pairs` pairs, tile by tile. */
static inline int brute_pairs(const brute_hand *hand, const int *slots, int left, int pairs) {
    if (pairs == 0) {
        return 0;
    }
    int best[8], next[8];
    for (int i = 1; i < 8; i++) {
        best[i] = -100;
    }
    best[0] = 0;
    for (int s = 0; s < left; s++) {
        int held = hand->counts[slots[s]], limit = hand->limit[slots[s]];
        for (int i = 0; i < 8; i++) {
            next[i] = -100;
            for (int take = 0; 2 * take <= limit && take <= i; take++) {
                int value = best[i - take] + (2 * take < held ? 2 * take : held);
                next[i] = value > next[i] ? value : next[i];
            }
        }
        memcpy(best, next, sizeof best);
    }
    return best[pairs];
}

static inline int brute_shanten(const brute_hand *hand) {
    int best = -1, suit[XZ_SUITS][5][2];
    for (int s = 0; s < XZ_SUITS; s++) {
        for (int m = 0; m <= hand->melds; m++) {
            for (int p = 0; p < 2; p++) {
                suit[s][m][p] = brute_suit(hand, s, m, p);
            }
        }
    }
    for (int missing = 0; missing < XZ_SUITS; missing++) {
        if (hand->own_suits >> missing & 1u || !(hand->done_without >> missing & 1u)) {
            continue;
        }
        int a = (missing + 1) % 3, b = (missing + 2) % 3, slots[18];
        for (int m = 0; m <= hand->melds; m++) {
            for (int p = 0; p < 2; p++) {
                int value = suit[a][m][p] + suit[b][hand->melds - m][1 - p];
                best = value > best ? value : best;
            }
        }
        for (int i = 0; i < 18; i++) {
            slots[i] = (i < 9 ? a : b) * XZ_RANKS + i % 9;
        }
        if (hand->melds == hand->whole && hand->pairs && !hand->own_suits) {
            int value = brute_pairs(hand, slots, 18, hand->pairs);
            best = value > best ? value : best;
        }
    }
    return best < 0 ? XZ_UNREACHABLE : 3 * hand->melds + 1 - best;
}

/* ---- readings of a complete hand -------------------------------------------------------------------------------------------- */

/* Takes melds from the lowest tile on and reports every whole reading: how it is, as xz_reading bits. `sequences`: which of
 * 123, 456, 789 there are; `middle`: what XZ_READ_MIDDLE_* the winning tile is so far. */
static inline unsigned brute_readings(uint8_t counts[XZ_SLOTS], int win, int pair, int triplets, int outside,
                                      unsigned sequences, unsigned middle) {
    int slot = 0;
    while (slot < XZ_SLOTS && !counts[slot]) {
        slot++;
    }
    if (slot == XZ_SLOTS) {
        int straight = 0;
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            straight |= (sequences >> (3 * suit) & 7u) == 7u;
        }
        return pair ? (unsigned)(XZ_READ_STANDARD | (triplets ? XZ_READ_TRIPLETS : 0) |
                                 (outside ? XZ_READ_OUTSIDE : 0) | (straight ? XZ_READ_STRAIGHT : 0) | (int)middle)
                    : 0u;
    }
    unsigned readings = 0;
    int rank = slot % XZ_RANKS, end = rank == 0 || rank == 8;
    if (!pair && counts[slot] >= 2) {
        counts[slot] = (uint8_t)(counts[slot] - 2);
        readings |= brute_readings(counts, win, 1, triplets, outside && end, sequences, middle);
        counts[slot] = (uint8_t)(counts[slot] + 2);
    }
    if (counts[slot] >= 3) {
        counts[slot] = (uint8_t)(counts[slot] - 3);
        readings |= brute_readings(counts, win, pair, triplets, outside && end, sequences, middle);
        counts[slot] = (uint8_t)(counts[slot] + 3);
    }
    if (rank < 7 && counts[slot + 1] && counts[slot + 2]) {
        for (int i = 0; i < 3; i++) {
            counts[slot + i]--;
        }
        unsigned part = rank % 3 == 0 ? 1u << (3 * (slot / XZ_RANKS) + rank / 3) : 0u;
        unsigned between = slot + 1 != win ? 0u
                           : rank == 3     ? XZ_READ_MIDDLE_FIVE
                           : slot == 18    ? XZ_READ_MIDDLE_TWO
                                           : 0u;
        readings |= brute_readings(counts, win, pair, 0, outside && (rank == 0 || rank == 6), sequences | part,
                                   middle | between);
        for (int i = 0; i < 3; i++) {
            counts[slot + i]++;
        }
    }
    return readings;
}

/* All readings of a hand with its winning tile, 0 if it is no win. */
static inline unsigned brute_facts(const xz_hand *hand, int win) {
    uint8_t counts[XZ_SLOTS], all[XZ_SLOTS];
    unsigned suits = 0;
    int tiles = 0, ends = 1, jiang = 1, simples = 1, fours = 0, open = 0, kongs = 0, pairs = hand->meld_count == 0;
    memcpy(counts, hand->counts, sizeof counts);
    memcpy(all, hand->counts, sizeof all);
    for (int i = 0; i < hand->meld_count; i++) {
        const xz_meld *meld = &hand->melds[i];
        int rank = meld->tile % XZ_RANKS;
        ends &= rank == 0 || rank == 8;
        kongs += meld->kind != XZ_PONG;
        open += meld->kind != XZ_CONCEALED_KONG;
        all[meld->tile] = (uint8_t)(all[meld->tile] + (meld->kind == XZ_PONG ? 3 : 5)); /* a kong is no root */
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        int rank = slot % XZ_RANKS;
        tiles += counts[slot];
        pairs &= counts[slot] % 2 == 0;
        fours += all[slot] == 4;
        if (all[slot]) {
            suits |= 1u << slot / XZ_RANKS;
            jiang &= rank % 3 == 1;
            simples &= rank != 0 && rank != 8;
        }
    }
    if (suits == 7u || tiles + 3 * hand->meld_count != 14) {
        return 0;
    }
    unsigned readings = brute_readings(counts, win, 0, 1, ends, 0, 0);
    readings |= pairs ? XZ_READ_PAIRS : 0u;
    if (!readings) {
        return 0;
    }
    readings |= jiang ? XZ_READ_JIANG : 0u;
    readings |= (suits & (suits - 1u)) == 0 ? XZ_READ_FLUSH : 0u;
    readings |= fours ? XZ_READ_FOUR : 0u;
    readings |= tiles == 2 ? XZ_READ_HOOK : 0u;
    readings |= kongs == 4 ? XZ_READ_KONGS : 0u;
    readings |= simples ? XZ_READ_SIMPLES : 0u;
    readings |= open == 0 ? XZ_READ_CONCEALED : 0u;
    return readings | XZ_READ_NATURAL;
}

static inline int brute_own(const xz_hand *hand, int slot) {
    int own = hand->counts[slot];
    for (int i = 0; i < hand->meld_count; i++) {
        own += hand->melds[i].tile == slot ? (hand->melds[i].kind == XZ_PONG ? 3 : 4) : 0;
    }
    return own;
}

/* Melds of any kind and of different tiles of the first suits, drawn at random. */
static inline void brute_draw_melds(xz_rng *rng, xz_hand *hand, int suits, int melds) {
    while (hand->meld_count < melds) {
        int slot = (int)xz_rng_below(rng, (uint32_t)(9 * suits));
        if (brute_own(hand, slot) == 0) {
            hand->melds[hand->meld_count++] = (xz_meld){
                .kind = (uint8_t)(1 + xz_rng_below(rng, 4)), .tile = (uint8_t)slot, .feeder = XZ_NONE, .holds = 0};
        }
    }
}

#endif
