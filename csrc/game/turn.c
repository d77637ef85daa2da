#include "game/turn.h"

#include "game/choice.h"

void xz_note_draw(const xz_rules *rules, xz_state *state, int seat) {
    state->passed[seat] = 0;
    if (rules->void_suit == XZ_VOID_DECLARED && rules->void_discard == XZ_VOID_DISCARD_FORCED) {
        state->fresh[seat]++;
    }
}

/* What it was given is known to the giver until so many of the kind lie open. */
void xz_note_shown(const xz_rules *rules, xz_state *state, int seat, int tile) {
    if (rules->exchange == XZ_EXCHANGE_NONE) {
        return;
    }
    uint8_t *const given = state->given[xz_giver_to(state, seat)];
    for (int i = 0; i < rules->exchange_count; i++) {
        if (given[i] == tile) {
            given[i] |= XZ_GIVEN_SHOWN;
            return;
        }
    }
}

/* A seat that may discard nothing but its void suit while it has any shows with every other discard that it has none. */
static void note_void(const xz_rules *rules, xz_state *state, int seat, int tile) {
    uint8_t const bit = XZ_SEAT_BIT(seat);
    bool const of_void = xz_void_slots(state, seat) >> tile & 1u;
    state->off_void |= of_void ? 0 : bit;
    if (rules->void_discard == XZ_VOID_DISCARD_FORCED) {
        state->cleared = of_void ? state->cleared & (uint8_t)~bit : state->cleared | bit;
        state->fresh[seat] = 0;
    }
}

void xz_note_discard(const xz_rules *rules, xz_state *state, int seat, int tile) {
    xz_note_shown(rules, state, seat, tile);
    if (rules->void_suit == XZ_VOID_DECLARED) {
        note_void(rules, state, seat, tile);
    }
    if (rules->pass_own_discard) {
        xz_pass_win(rules, state, seat);
    }
}
