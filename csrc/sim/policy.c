#include "sim/policy.h"

#include <string.h>

#include "hand/hand_index.h"

static const char *const NAMES[XZ_POLICY_COUNT] = {"random", "efficiency", "mixed", "value"};

const char *xz_policy_name(int policy) { return policy >= 0 && policy < XZ_POLICY_COUNT ? NAMES[policy] : NULL; }

bool xz_policy_draws(int policy) { return policy == XZ_POLICY_RANDOM || policy == XZ_POLICY_MIXED; }

bool xz_policy_exists(int policy) { return policy >= 0 && policy < XZ_POLICY_COUNT; }

/* ---- efficiency ----------------------------------------------------------------------------------------------------- */

/* A seat's hand as the index functions take it: free to change, the state stays as it is. */
typedef struct hand_copy {
    uint16_t half[XZ_SUITS][2];
    uint8_t counts[XZ_SLOTS];
    xz_meld melds[XZ_MAX_MELDS];
    int meld_count;
} hand_copy;

static void copy_hand(const xz_state *state, int seat, hand_copy *hand) {
    memcpy(hand->half, state->half[seat], sizeof hand->half);
    memcpy(hand->counts, state->counts[seat], sizeof hand->counts);
    memcpy(hand->melds, state->melds[seat], sizeof hand->melds);
    hand->meld_count = state->meld_count[seat];
}

static void remove_tiles(hand_copy *hand, int tile, int copies) {
    for (int i = 0; i < copies; i++) {
        xz_index_give(hand->half, tile);
        hand->counts[tile]--;
    }
}

static void add_meld(hand_copy *hand, int kind, int tile) {
    hand->melds[hand->meld_count++] =
        (xz_meld){.kind = (uint8_t)kind, .tile = (uint8_t)tile, .feeder = XZ_NONE, .holds = 0};
}

static int shanten_of(const hand_copy *hand) {
    return xz_index_shanten(hand->half, hand->counts, hand->melds, hand->meld_count);
}

static int seat_shanten(const xz_state *state, int seat) {
    return xz_index_shanten(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
}

/* The shanten of the tiles left by a kong of the seat's own turn, before the replacement. */
static int after_own_kong(const xz_state *state, int seat, int tile) {
    hand_copy hand;
    copy_hand(state, seat, &hand);
    for (int i = 0; i < hand.meld_count; i++) {
        if (hand.melds[i].kind == XZ_PONG && hand.melds[i].tile == tile) {
            remove_tiles(&hand, tile, 1);
            hand.melds[i].kind = XZ_ADDED_KONG;
            return shanten_of(&hand);
        }
    }
    remove_tiles(&hand, tile, 4);
    add_meld(&hand, XZ_CONCEALED_KONG, tile);
    return shanten_of(&hand);
}

static int after_claimed_kong(const xz_state *state, int seat, int tile) {
    hand_copy hand;
    copy_hand(state, seat, &hand);
    remove_tiles(&hand, tile, 3);
    add_meld(&hand, XZ_DIRECT_KONG, tile);
    return shanten_of(&hand);
}

/* After the best discard: any tile that a nearest winning hand does without costs nothing, and a won hand has none. */
static int after_pong(const xz_state *state, int seat, int tile) {
    hand_copy hand;
    copy_hand(state, seat, &hand);
    remove_tiles(&hand, tile, 2);
    add_meld(&hand, XZ_PONG, tile);
    int const shanten = shanten_of(&hand);
    return shanten < 0 ? 0 : shanten;
}

/* The copies of each tile that the seat does not see; none of a suit that is not played. */
static xz_copies live_copies(const xz_rules *rules, const xz_state *state, int seat) {
    return xz_copies_among(xz_copies_beside(state->counts[seat], state->seen),
                           xz_slots_of_suits((unsigned)rules->suits));
}

static int efficient_turn(const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    uint32_t kongs = (uint32_t)(legal.words[0] >> XZ_KONG) & XZ_ALL_SLOTS;
    if (kongs) {
        int const before = seat_shanten(state, seat);
        for (; kongs; kongs &= kongs - 1) {
            int const tile = xz_lowest_bit(kongs);
            if (after_own_kong(state, seat, tile) <= before) {
                return XZ_KONG + tile;
            }
        }
    }
    return XZ_DISCARD + xz_index_best_discard(state->half[seat], state->counts[seat], state->melds[seat],
                                              state->meld_count[seat], live_copies(rules, state, seat));
}

static int efficient_claim(const xz_state *state, int seat, xz_actions legal) {
    int const tile = state->tile;
    int const before = seat_shanten(state, seat);
    if (xz_actions_has(legal, XZ_KONG + tile) && after_claimed_kong(state, seat, tile) <= before) {
        return XZ_KONG + tile;
    }
    if (xz_actions_has(legal, XZ_CLAIM_PONG) && after_pong(state, seat, tile) <= before) {
        return XZ_CLAIM_PONG;
    }
    return XZ_PASS;
}

static int efficient(const xz_rules *rules, const xz_state *state, int seat, xz_actions legal) {
    if (xz_actions_has(legal, XZ_WIN)) {
        return XZ_WIN;
    }
    return state->phase == XZ_TURN ? efficient_turn(rules, state, seat, legal) : efficient_claim(state, seat, legal);
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

void xz_seed_policies(const xz_rules *rules, const int32_t *policies, uint64_t seed, uint64_t index, xz_rng *rngs) {
    for (int seat = 0; seat < rules->players; seat++) {
        if (xz_policy_draws(policies[seat])) {
            xz_rng_seed(&rngs[seat], seed, index, XZ_STREAM_POLICY + (uint64_t)seat);
        }
    }
}
