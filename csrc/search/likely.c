#include "search/likely.h"

#include "base/port.h"
#include "base/rng.h"
#include "game/claim.h"
#include "game/complete.h"
#include "game/state.h"

/* The turns a seat has had, as its discards and melds show. */
typedef struct past {
    int turns;
    int discards[XZ_SUITS];
    unsigned melded; /* suits */
    int without;     /* the suit it does without, or XZ_NONE */
} past;

static past past_of(const xz_view *view, int seat) {
    past p = {0};
    for (int i = 0; i < view->meld_count[seat]; i++) {
        p.melded |= 1u << xz_suit_of(view->melds[seat][i].tile);
    }
    p.turns = view->meld_count[seat];
    for (int i = 0; i < view->river_count; i++) {
        if (view->river[i] >> 5 == seat) {
            p.turns++;
            p.discards[xz_suit_of(view->river[i] & 31)]++;
        }
    }
    return p;
}

static int held_of_suit(const xz_state *state, int seat, int suit) {
    int tiles = 0;
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        tiles += state->counts[seat][xz_slot(suit, rank)];
    }
    return tiles;
}

/* The suit that the seat does without: never one with a meld; the one it discarded most; then the one it holds least of. */
static int suit_without(const xz_state *state, int seat, const past *p) {
    int best = XZ_NONE, best_discards = -1, best_held = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        int const held = held_of_suit(state, seat, suit);
        if (p->melded >> suit & 1u) {
            continue;
        }
        if (p->discards[suit] > best_discards || (p->discards[suit] == best_discards && held < best_held)) {
            best = suit;
            best_discards = p->discards[suit];
            best_held = held;
        }
    }
    return best;
}

static int tile_to_let_go(const xz_state *state, int seat, int without, const uint8_t *live) {
    if (without != XZ_NONE) {
        for (int rank = 0; rank < XZ_RANKS; rank++) {
            int const slot = xz_slot(without, rank);
            if (state->counts[seat][slot]) {
                return slot;
            }
        }
    }
    return xz_index_best_discard(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat],
                                 xz_copies_of(live));
}

static int shanten_of(const xz_state *state, int seat) {
    return xz_index_shanten(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
}

static int nth_tile(const xz_state *state, int seat, int n) {
    int slot = 0;
    while (n >= state->counts[seat][slot]) {
        n -= state->counts[seat][slot++];
    }
    return slot;
}

/* The seat takes a tile that another holds and gives it the one it needs least, unless that sets the other back. */
static void exchange(const past *p, const uint8_t *live, xz_state *state, int seat, int other, int tile) {
    int const before = xz_is_active(state, other) ? shanten_of(state, other) : XZ_UNREACHABLE;
    xz_seat_give(state, other, tile);
    xz_seat_take(state, seat, tile);
    int const gone = tile_to_let_go(state, seat, p->without, live);
    xz_seat_take(state, other, gone);
    if (xz_is_active(state, other) && gone != tile && shanten_of(state, other) > before) {
        xz_seat_give(state, other, gone);
        xz_seat_take(state, other, tile);
        xz_seat_give(state, seat, tile);
        return;
    }
    xz_seat_give(state, seat, gone);
}

/* The seat takes any tile that the viewer does not see: out of the wall, where the one it needs least then lies, or from
 * another seat, since late in a hand few tiles are left in the wall and the good ones are held by somebody. */
static void take_turn(const xz_view *view, const past *p, const uint8_t *live, xz_rng *rng, xz_state *state, int seat) {
    int held[XZ_MAX_SEATS] = {0}, tiles = view->wall_left;
    for (int other = 0; other < view->players; other++) {
        bool const kong_owner = view->phase == XZ_ROB && other == view->actor;
        if (other != seat && other != view->seat && !kong_owner) {
            held[other] = view->concealed[other];
            tiles += held[other];
        }
    }
    int at = (int)xz_below32(rng, (uint32_t)tiles);
    if (at < view->wall_left) {
        uint8_t *const tile = &state->tiles[state->wall_front + at];
        xz_seat_take(state, seat, *tile);
        *tile = (uint8_t)tile_to_let_go(state, seat, p->without, live);
        xz_seat_give(state, seat, *tile);
        return;
    }
    at -= view->wall_left;
    int other = 0;
    while (at >= held[other]) {
        at -= held[other++];
    }
    exchange(p, live, state, seat, other, nth_tile(state, other, at));
}

static void take_turns(const xz_rules *rules, const xz_view *view, const uint8_t *live, xz_rng *rng, xz_state *state) {
    past pasts[XZ_MAX_SEATS];
    int most = 0;
    for (int seat = 0; seat < view->players; seat++) {
        /* the tile of an added kong must stay with its owner */
        bool const fixed = view->phase == XZ_ROB && seat == view->actor;
        pasts[seat] = past_of(view, seat);
        if (seat == view->seat || !(view->active >> seat & 1u) || fixed) {
            pasts[seat].turns = 0;
        }
        pasts[seat].without = suit_without(state, seat, &pasts[seat]);
        most = xz_max(most, pasts[seat].turns);
    }
    for (int turn = 0; turn < most; turn++) {
        for (int seat = 0; seat < view->players; seat++) {
            if (turn < pasts[seat].turns) {
                take_turn(view, &pasts[seat], live, rng, state, seat);
            }
        }
    }
    for (int seat = 0; seat < view->players; seat++) {
        if (seat != view->seat) {
            xz_seat_restore_waits(rules, state, seat, view->concealed[seat]);
        }
    }
}

/* How likely a seat is to have let go of a tile that its hand of now would have been nearer with: its last discard, the one
 * before, the third last; the older, the more of the hand has come since. Then that its last discard, of no such use, was
 * not the one that `efficiency` would have chosen. By their weight in duplicate matches. */
enum { TOLD = 3 };
static const double NEARER_WITH[TOLD] = {0.2, 0.6, 0.8};
static const double NOT_THE_LEAST = 0.6;

/* How well a discard goes with the hand that the seat now holds. */
static double discard_fits(xz_state *state, int seat, int tile, int age, const uint8_t *live) {
    int const without = shanten_of(state, seat);
    xz_seat_take(state, seat, tile);
    double fits = 1;
    if (shanten_of(state, seat) < without) {
        fits = NEARER_WITH[age];
    } else if (age == 0 && tile != xz_index_best_discard(state->half[seat], state->counts[seat], state->melds[seat],
                                                         state->meld_count[seat], xz_copies_of(live))) {
        fits = NOT_THE_LEAST;
    }
    xz_seat_give(state, seat, tile);
    return fits;
}

/* How well the last discards of the other seats go with what they hold in this world, 0 to 1. */
static double world_fits(const xz_view *view, const uint8_t *live, xz_state *state) {
    int told[XZ_MAX_SEATS] = {0};
    double fits = 1;
    for (int i = view->river_count - 1; i >= 0; i--) {
        int const seat = view->river[i] >> 5;
        bool const fixed = view->phase == XZ_ROB && seat == view->actor;
        if (seat != view->seat && view->active >> seat & 1u && !fixed && told[seat] < TOLD) {
            fits *= discard_fits(state, seat, view->river[i] & 31, told[seat]++, live);
        }
    }
    return fits;
}

enum { MOST_DEALS = 16 }; /* refused in a row */

static double chance(xz_rng *rng) { return (double)(xz_next64(rng) >> 11) * 0x1p-53; }

/* Asks everybody anew. The seat's own answer is still owed; the others' are given by the policy. */
static void ask_again(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng, xz_state *state) {
    xz_ask(rules, state, xz_concerned(state));
    for (int seat = 0; seat < view->players; seat++) {
        if (seat != view->seat && state->answers[seat] == XZ_OWING) {
            state->answers[seat] = xz_answer_of(xz_policy_action(policy, rules, state, seat, rng));
        }
    }
}

int xz_redeal_likely(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng, xz_state *state) {
    uint8_t live[XZ_SLOTS];
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        live[slot] = (uint8_t)(rules->suits >> xz_suit_of(slot) & 1 ? 4 - view->seen[slot] : 0);
    }
    for (int deal = 0;; deal++) {
        int const status = xz_redeal(rules, view, policy, rng, state);
        if (status != XZ_OK || view->wall_left == 0) {
            return status;
        }
        if (view->phase == XZ_CLAIM && state->drawn != XZ_NONE) {
            state->drawn = state->tile; /* what it drew may be let go */
        }
        take_turns(rules, view, live, rng, state);
        if (deal == MOST_DEALS || chance(rng) < world_fits(view, live, state)) {
            break;
        }
    }
    if (view->phase != XZ_TURN) {
        ask_again(rules, view, policy, rng, state);
    }
    return XZ_OK;
}
