#include "hand/pattern.h"

#include "base/bits.h"
#include "hand/hand_index.h"

#define EACH_SUIT (1u | 1u << XZ_RANKS | 1u << 2 * XZ_RANKS)
#define END_TILES (EACH_SUIT * (1u | 1u << 8))                  /* 1 and 9 */
#define JIANG_TILES (EACH_SUIT * (1u << 1 | 1u << 4 | 1u << 7)) /* 2, 5 and 8 */
#define FIVES (EACH_SUIT << 4)
#define TWO_OF_BAMBOO (1u << (2 * XZ_RANKS + 1))

/* Whether the winning tile can be the middle of a sequence: what is left of its suit without that sequence is complete. */
static bool is_middle(const uint8_t counts[XZ_SLOTS], int win) {
    uint8_t ranks[XZ_RANKS];
    int const rank = win % XZ_RANKS;
    memcpy(ranks, counts + win - rank, sizeof ranks);
    if (!ranks[rank - 1] || !ranks[rank] || !ranks[rank + 1]) {
        return false;
    }
    ranks[rank - 1]--;
    ranks[rank]--;
    ranks[rank + 1]--;
    return xz_suit_wait[xz_suit_record(ranks)] & XZ_KIND_COMPLETE;
}

static unsigned middles(const xz_hand *hand, int win) {
    uint32_t const tile = win < XZ_SLOTS ? 1u << win & (FIVES | TWO_OF_BAMBOO) : 0;
    if (!tile || !is_middle(hand->counts, win)) {
        return 0;
    }
    return tile & FIVES ? XZ_READ_MIDDLE_FIVE : XZ_READ_MIDDLE_TWO;
}

/* What the melds say, and how many kongs there are of each kind. Returns how many tiles are held four times, by pongs. */
static unsigned read_melds(const xz_hand *hand, xz_facts *facts, unsigned *readings) {
    unsigned roots = 0;
    for (int i = 0; i < hand->meld_count; i++) {
        const xz_meld *meld = &hand->melds[i];
        roots += meld->kind == XZ_PONG && hand->counts[meld->tile];
        facts->direct_kongs = (uint8_t)(facts->direct_kongs + (meld->kind == XZ_DIRECT_KONG));
        facts->added_kongs = (uint8_t)(facts->added_kongs + (meld->kind == XZ_ADDED_KONG));
        facts->concealed_kongs = (uint8_t)(facts->concealed_kongs + (meld->kind == XZ_CONCEALED_KONG));
    }
    int const kongs = facts->direct_kongs + facts->added_kongs + facts->concealed_kongs;
    *readings |= hand->meld_count == facts->concealed_kongs ? XZ_READ_CONCEALED : 0u;
    *readings |= kongs == XZ_MAX_MELDS ? XZ_READ_KONGS : 0u;
    return roots;
}

/* A pattern is of every suit, except that one straight will do; suits without tiles are whatever they need to be. */
bool xz_facts_of(const xz_hand *hand, int win, int pairs, xz_facts *facts) {
    xz_open const open = xz_open_of(hand->melds, hand->meld_count);
    uint32_t const own = open.pongs | open.kongs;
    uint32_t kinds = XZ_KINDS;
    unsigned all = 0xF, any = 0, used = 0, roots = 0, readings = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        unsigned const record = xz_suit_record(hand->counts + suit * XZ_RANKS), fact = xz_suit_facts[record];
        used += record != XZ_EMPTY_RECORD || own & xz_suit_mask(suit);
        kinds &= xz_suit_wait[record];
        all &= fact;
        any |= fact;
        roots += fact >> XZ_FOURS_SHIFT;
    }
    int const tiles = xz_count_tiles(hand->counts);
    *facts = (xz_facts){0};
    kinds &= tiles % 3 == 2 && used < XZ_SUITS ? XZ_KINDS : 0;
    if (kinds & XZ_KIND_COMPLETE) {
        readings = XZ_READ_STANDARD;
        readings |= all & XZ_FACT_TRIPLETS ? XZ_READ_TRIPLETS : 0u;
        readings |= all & XZ_FACT_OUTSIDE && !(own & ~END_TILES) ? XZ_READ_OUTSIDE : 0u;
        readings |= any & XZ_FACT_STRAIGHT ? XZ_READ_STRAIGHT : 0u;
        readings |= tiles == 2 ? XZ_READ_HOOK : 0u;
        readings |= middles(hand, win);
    }
    if (kinds & XZ_KIND_PAIRS && tiles == 2 * pairs) {
        readings |= XZ_READ_PAIRS;
    }
    if (!readings) {
        return false;
    }
    uint32_t const held = xz_slots_with(hand->counts, 7) | own;
    roots += read_melds(hand, facts, &readings);
    readings |= used == 1 ? XZ_READ_FLUSH : 0u;
    readings |= held & ~JIANG_TILES ? 0u : XZ_READ_JIANG;
    readings |= held & END_TILES ? 0u : XZ_READ_SIMPLES;
    readings |= roots ? XZ_READ_FOUR : 0u;
    facts->readings = (uint16_t)(readings | XZ_READ_NATURAL);
    facts->roots = (uint8_t)roots;
    return true;
}

bool xz_hand_facts(const xz_hand *hand, int win, xz_facts *facts) {
    return xz_facts_of(hand, win, XZ_MAX_HAND / 2, facts);
}
