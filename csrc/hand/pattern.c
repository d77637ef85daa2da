/* What a complete hand is (§3), without a rulebook. */
#include "hand/hand_index.h"

#define EACH_SUIT (1u | 1u << XZ_RANKS | 1u << 2 * XZ_RANKS)
#define END_TILES (EACH_SUIT * (1u | 1u << 8))             /* 1 and 9 */
#define JIANG_TILES (EACH_SUIT * (1u << 1 | 1u << 4 | 1u << 7)) /* 2, 5 and 8 */

/* A pattern is of every suit, except that one straight will do; suits without tiles are whatever they need to be. */
bool xz_hand_facts(const xz_hand *hand, xz_facts *facts) {
    xz_open open = xz_open_of(hand->melds, hand->meld_count);
    uint32_t own = open.pongs | open.kongs, kinds = XZ_KINDS;
    unsigned all = 0xF, any = 0, used = 0, roots = 0, readings = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        unsigned record = xz_suit_record(hand->counts + suit * XZ_RANKS), fact = xz_suit_facts[record];
        used += record != XZ_EMPTY_RECORD || own & xz_suit_mask(suit);
        kinds &= xz_suit_wait[record];
        all &= fact;
        any |= fact;
        roots += fact >> XZ_FOURS_SHIFT;
    }
    int tiles = xz_count_tiles(hand->counts);
    *facts = (xz_facts){0};
    kinds &= tiles % 3 == 2 && used < XZ_SUITS ? XZ_KINDS : 0;
    if (kinds & XZ_KIND_COMPLETE) {
        readings = XZ_READ_STANDARD;
        readings |= all & XZ_FACT_TRIPLETS ? XZ_READ_TRIPLETS : 0u;
        readings |= all & XZ_FACT_OUTSIDE && !(own & ~END_TILES) ? XZ_READ_OUTSIDE : 0u;
        readings |= any & XZ_FACT_STRAIGHT ? XZ_READ_STRAIGHT : 0u;
        readings |= all & XZ_FACT_JIANG && !(own & ~JIANG_TILES) ? XZ_READ_JIANG : 0u;
    }
    if (kinds & XZ_KIND_PAIRS && tiles == XZ_MAX_HAND) {
        readings |= XZ_READ_PAIRS;
    }
    if (!readings) {
        return false;
    }
    readings |= used == 1 ? XZ_READ_FLUSH : 0u;
    for (int i = 0; i < hand->meld_count; i++) {
        const xz_meld *meld = &hand->melds[i];
        roots += meld->kind == XZ_PONG && hand->counts[meld->tile];
        facts->direct_kongs = (uint8_t)(facts->direct_kongs + (meld->kind == XZ_DIRECT_KONG));
        facts->added_kongs = (uint8_t)(facts->added_kongs + (meld->kind == XZ_ADDED_KONG));
        facts->concealed_kongs = (uint8_t)(facts->concealed_kongs + (meld->kind == XZ_CONCEALED_KONG));
    }
    facts->readings = (uint8_t)readings;
    facts->roots = (uint8_t)roots;
    return true;
}
