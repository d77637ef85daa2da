#include "sim/policy.h"

#include <string.h>

#include "hand/hand_index.h"
#include "view/redeal.h"

static const char *const NAMES[XZ_POLICY_COUNT] = {"random", "efficiency", "mixed", "value"};

const char *xz_policy_name(int policy) { return policy >= 0 && policy < XZ_POLICY_COUNT ? NAMES[policy] : NULL; }

bool xz_policy_draws(int policy) { return policy == XZ_POLICY_RANDOM || policy == XZ_POLICY_MIXED; }

bool xz_policy_exists(int policy) { return policy >= 0 && policy < XZ_POLICY_COUNT; }

/* ---- efficiency ----------------------------------------------------------------------------------------------------- */

/* A seat's hand as the questions of hand/shape.h take it: free to change, the state stays as it is. */
typedef struct hand_copy {
    uint16_t half[XZ_SUITS][2];
    uint8_t counts[XZ_SLOTS];
    xz_open open;
    xz_shape shape;
} hand_copy;

static hand_copy copy_hand(const xz_rules *rules, const xz_state *state, int seat) {
    hand_copy hand;
    memcpy(hand.half, state->half[seat], sizeof hand.half);
    memcpy(hand.counts, state->counts[seat], sizeof hand.counts);
    hand.open = xz_open_of(state->melds[seat], state->meld_count[seat]);
    hand.shape = xz_seat_shape(rules, state, seat);
    return hand;
}

static void remove_tiles(hand_copy *hand, int tile, int copies) {
    for (int i = 0; i < copies; i++) {
        xz_index_give(hand->half, tile);
        hand->counts[tile]--;
    }
}

/* A meld more, of so many concealed tiles. */
static void meld(hand_copy *hand, int kind, int tile, int concealed) {
    uint32_t const bit = 1u << tile;
    remove_tiles(hand, tile, concealed);
    if (hand->open.pongs & bit) {
        hand->open.pongs ^= bit;
    } else {
        hand->shape.melds--;
        hand->shape.pairs = 0;
    }
    if (kind == XZ_PONG) {
        hand->open.pongs |= bit;
    } else {
        hand->open.kongs |= bit;
    }
}

static int shanten_of(const hand_copy *hand) {
    if (XZ_LIKELY(xz_shape_is_plain(hand->shape))) {
        return hand->shape.melds == XZ_MAX_MELDS ? xz_whole_shanten(XZ_CONST_HALF(hand->half))
                                                 : xz_open_shanten(hand->counts, hand->open, hand->shape.melds);
    }
    return xz_shape_shanten(XZ_CONST_HALF(hand->half), hand->counts, hand->open, hand->shape);
}

/* The shanten of the tiles left by a kong of the seat's own turn, before the replacement. */
static int after_own_kong(hand_copy hand, int tile) {
    bool const added = hand.open.pongs >> tile & 1u;
    meld(&hand, added ? XZ_ADDED_KONG : XZ_CONCEALED_KONG, tile, added ? 1 : 4);
    return shanten_of(&hand);
}

static int after_claimed_kong(hand_copy hand, int tile) {
    meld(&hand, XZ_DIRECT_KONG, tile, 3);
    return shanten_of(&hand);
}

/* After the best discard: any tile that a nearest winning hand does without costs nothing, and a won hand has none. Tiles of a
 * void suit, which may have to go first, are such tiles. */
static int after_pong(hand_copy hand, int tile) {
    meld(&hand, XZ_PONG, tile, 2);
    int const shanten = shanten_of(&hand);
    return shanten < 0 ? 0 : shanten;
}

/* The copies of each tile that the seat does not see; none of a suit that is not played. */
static xz_copies live_copies(const xz_rules *rules, const xz_state *state, int seat) {
    return xz_copies_among(xz_copies_beside(state->counts[seat], state->seen), rules->derived.slots);
}

/* Of discards that are not all that the seat holds: one tile, or tiles of a void suit, of which all are worth the same. */
static int best_discard(const xz_rules *rules, const xz_state *state, int seat, uint32_t legal) {
    if (XZ_UNLIKELY(legal != state->held[seat])) {
        return xz_lowest_bit(legal);
    }
    xz_copies const live = live_copies(rules, state, seat);
    if (XZ_LIKELY(rules->derived.plain_hands)) {
        return xz_index_best_discard(state->half[seat], state->counts[seat], state->melds[seat],
                                     state->meld_count[seat], live);
    }
    return xz_best_discard(XZ_CONST_HALF(state->half[seat]), state->counts[seat],
                           xz_open_of(state->melds[seat], state->meld_count[seat]), xz_seat_shape(rules, state, seat),
                           live);
}

static int efficient_turn(const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    uint32_t kongs = (uint32_t)(legal.words[0] >> XZ_KONG) & XZ_ALL_SLOTS;
    if (kongs) {
        hand_copy const hand = copy_hand(rules, state, seat);
        int const before = shanten_of(&hand);
        for (; kongs; kongs &= kongs - 1) {
            int const tile = xz_lowest_bit(kongs);
            if (after_own_kong(hand, tile) <= before) {
                return XZ_KONG + tile;
            }
        }
    }
    uint32_t const discards = (uint32_t)(legal.words[0] >> XZ_DISCARD) & XZ_ALL_SLOTS;
    return XZ_DISCARD + best_discard(rules, state, seat, discards);
}

static int efficient_claim(const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    int const tile = state->tile;
    hand_copy const hand = copy_hand(rules, state, seat);
    int const before = shanten_of(&hand);
    if (xz_actions_has(legal, XZ_KONG + tile) && after_claimed_kong(hand, tile) <= before) {
        return XZ_KONG + tile;
    }
    if (xz_actions_has(legal, XZ_CLAIM_PONG) && after_pong(hand, tile) <= before) {
        return XZ_CLAIM_PONG;
    }
    return XZ_PASS;
}

/* ---- before play (docs/determinism.md §2) ------------------------------------------------------------------------------- */

/* How many are left of the tile so many ranks on, if there is one. */
static int left_near(const int8_t left[XZ_SLOTS], int tile, int step) {
    int const rank = xz_rank_of(tile) + step;
    return rank >= 0 && rank < XZ_RANKS ? left[tile + step] : 0;
}

/* The tile with the least connection, of the suit of which the seat holds the fewest. */
static int efficient_pick(const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    int8_t left[XZ_SLOTS];
    int in_suit[XZ_SUITS] = {0};
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        left[tile] = (int8_t)(tile == rules->wild ? 0 : state->counts[seat][tile]);
    }
    for (int i = 0; i < XZ_MAX_EXCHANGE && state->given[seat][i] != XZ_NONE; i++) {
        left[state->given[seat][i]]--;
    }
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        in_suit[xz_suit_of(tile)] += left[tile];
    }
    int best = XZ_NONE, least = 0, fewest = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        if (!xz_actions_has(legal, XZ_EXCHANGE + tile)) {
            continue;
        }
        int const of_suit = rules->exchange_suit == XZ_EXCHANGE_ONE_SUIT ? in_suit[xz_suit_of(tile)] : 0;
        int const connection = 4 * (left[tile] - 1) + 2 * (left_near(left, tile, -1) + left_near(left, tile, 1)) +
                               left_near(left, tile, -2) + left_near(left, tile, 2);
        bool const comparable =
            best == XZ_NONE || rules->exchange_suit == XZ_EXCHANGE_ANY_SUIT || xz_suit_of(best) == xz_suit_of(tile);
        if (best == XZ_NONE || of_suit < fewest || (comparable && connection < least)) {
            best = tile;
            fewest = of_suit;
            least = connection;
        }
    }
    return XZ_EXCHANGE + best;
}

/* The suit without which the hand is nearest to a win, then of which it holds the fewest. */
static int efficient_void(const xz_rules *rules, const xz_state *state, int seat) {
    hand_copy hand = copy_hand(rules, state, seat);
    int best = 0, nearest = 0, fewest = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        int tiles = 0;
        for (int rank = 0; rank < XZ_RANKS; rank++) {
            int const tile = xz_slot(suit, rank);
            tiles += tile == rules->wild ? 0 : hand.counts[tile];
        }
        hand.shape.void_suit = suit;
        int const shanten = shanten_of(&hand);
        if (suit == 0 || shanten < nearest || (shanten == nearest && tiles < fewest)) {
            best = suit;
            nearest = shanten;
            fewest = tiles;
        }
    }
    return XZ_DECLARE + best;
}

/* ---- all of efficiency -------------------------------------------------------------------------------------------------- */

static int efficient(const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    if (xz_actions_has(legal, XZ_WIN)) {
        return XZ_WIN;
    }
    switch (state->phase) {
    case XZ_TURN: return efficient_turn(rules, state, seat, legal);
    case XZ_EXCHANGING: return efficient_pick(rules, state, seat, legal);
    case XZ_DECLARING: return efficient_void(rules, state, seat);
    default: return efficient_claim(rules, state, seat, legal);
    }
}

/* ---- value ---------------------------------------------------------------------------------------------------------- */

static int most_valuable(const xz_rules *rules, const xz_state *state, int seat) {
    xz_view view;
    xz_view_of(rules, state, seat, &view);
    return xz_value_action(rules, &view);
}

/* ---- all ------------------------------------------------------------------------------------------------------------ */

int xz_considered_action(int policy, const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    return policy == XZ_POLICY_VALUE ? most_valuable(rules, state, seat) : efficient(rules, state, seat, legal);
}

int xz_policy_action(int policy, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng) {
    xz_actions const legal = xz_legal(rules, state, seat);
    return xz_actions_any(legal) ? xz_chosen_action(policy, rules, state, seat, legal, rng) : XZ_E_SEAT;
}

int xz_policy_view_action(int policy, const xz_rules *rules, const xz_view *view, xz_rng *rng) {
    if (!xz_policy_exists(policy)) {
        return XZ_E_POLICY;
    }
    if (!xz_actions_any(view->legal)) {
        return XZ_E_SEAT;
    }
    if (policy == XZ_POLICY_VALUE) {
        return xz_value_action(rules, view);
    }
    xz_state known;
    xz_known_of_view(rules, view, &known);
    return xz_chosen_action(policy, rules, &known, view->seat, view->legal, rng);
}

void xz_seed_policies(const xz_rules *rules, const int32_t *policies, uint64_t seed, uint64_t index, xz_rng *rngs) {
    for (int seat = 0; seat < rules->players; seat++) {
        if (xz_policy_draws(policies[seat])) {
            xz_rng_seed(&rngs[seat], seed, index, XZ_STREAM_POLICY + (uint64_t)seat);
        }
    }
}
