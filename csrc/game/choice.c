#include "game/choice.h"

#include <string.h>

/* How many seats on from the giver the receiver sits. */
static int distance(const xz_state *state) {
    return state->way == XZ_WAY_NEXT ? 1 : state->way == XZ_WAY_ACROSS ? 2 : state->players - 1;
}

int xz_receiver_of(const xz_state *state, int seat) { return (seat + distance(state)) % state->players; }

int xz_giver_to(const xz_state *state, int seat) { return (seat + state->players - distance(state)) % state->players; }

static int picked(const xz_state *state, int seat) {
    int count = 0;
    while (count < XZ_MAX_EXCHANGE && state->given[seat][count] != XZ_NONE) {
        count++;
    }
    return count;
}

uint32_t xz_legal_picks(const xz_rules *rules, const xz_state *state, int seat) {
    uint8_t left[XZ_SLOTS];
    memcpy(left, state->counts[seat], sizeof left);
    int const so_far = picked(state, seat);
    for (int i = 0; i < so_far; i++) {
        left[state->given[seat][i]]--;
    }
    if (rules->wild != XZ_NULL) {
        left[rules->wild] = 0;
    }
    uint32_t const held = xz_slots_with(left, 7);
    if (rules->exchange_suit == XZ_EXCHANGE_ANY_SUIT) {
        return held;
    }
    uint32_t slots = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        int tiles = 0;
        for (int rank = 0; rank < XZ_RANKS; rank++) {
            tiles += left[xz_slot(suit, rank)];
        }
        bool const begun = so_far > 0 && xz_suit_of(state->given[seat][0]) == suit;
        slots |= begun || (so_far == 0 && tiles >= rules->exchange_count) ? xz_suit_mask(suit) : 0;
    }
    return slots & held;
}

bool xz_pick(const xz_rules *rules, xz_state *state, int seat, int tile) {
    uint8_t *const given = state->given[seat];
    int at = picked(state, seat);
    bool const last = at + 1 == rules->exchange_count;
    for (; at > 0 && given[at - 1] > tile; at--) {
        given[at] = given[at - 1];
    }
    given[at] = (uint8_t)tile;
    return last;
}

void xz_swap_tiles(const xz_rules *rules, xz_state *state) {
    for (int seat = 0; seat < state->players; seat++) {
        for (int i = 0; i < rules->exchange_count; i++) {
            xz_seat_give(state, seat, state->given[seat][i]);
        }
    }
    for (int seat = 0; seat < state->players; seat++) {
        for (int i = 0; i < rules->exchange_count; i++) {
            xz_seat_take(state, xz_receiver_of(state, seat), state->given[seat][i]);
        }
    }
}

void xz_void_choices(xz_state *state) {
    if (state->phase == XZ_EXCHANGING) {
        memset(state->given, XZ_NONE, sizeof state->given);
    } else {
        memset(state->void_suit, XZ_NONE, sizeof state->void_suit);
    }
}
