#include "game/legal.h"
#include "base/port.h"

#include "game/choice.h"

/* A hand that is fixed discards what it has drawn; a seat with tiles of its void suit may have to discard those. */
static uint32_t discards(const xz_rules *rules, const xz_state *state, int seat) {
    if (xz_is_fixed(state, seat)) {
        return 1u << state->drawn;
    }
    uint32_t const unwanted = state->held[seat] & xz_void_slots(state, seat);
    return unwanted && rules->void_discard == XZ_VOID_DISCARD_FORCED ? unwanted : state->held[seat];
}

/* Of the kongs that a hand otherwise has, those of a fixed one: with the tile just drawn. */
static uint32_t fixed_kongs(const xz_rules *rules, const xz_state *state, int seat, uint32_t slots) {
    int const tile = state->drawn;
    int const kind = xz_pong_of(state, seat, tile) == XZ_NONE ? XZ_CONCEALED_KONG : XZ_ADDED_KONG;
    slots &= 1u << tile;
    switch (slots ? rules->play_on_kong : XZ_PLAY_ON_KONG_NONE) {
    case XZ_PLAY_ON_KONG_ADDED: return kind == XZ_ADDED_KONG ? slots : 0;
    case XZ_PLAY_ON_KONG_SAME_WAITS: return xz_kong_keeps_waits(rules, state, seat, tile, kind) ? slots : 0;
    default: return 0;
    }
}

static uint32_t kongs(const xz_rules *rules, const xz_state *state, int seat) {
    bool const after_pong = state->origin == XZ_FROM_PONG;
    if (xz_wall_left(state) == 0 || (after_pong && !rules->kong_after_pong)) {
        return 0;
    }
    uint32_t slots = state->kongable[seat] & state->held[seat] & ~xz_void_slots(state, seat);
    if (!rules->added_kong_any_time) {
        slots &= xz_slots_with(state->counts[seat], 4) | (after_pong ? 0 : 1u << state->drawn);
    }
    return xz_is_fixed(state, seat) ? fixed_kongs(rules, state, seat, slots) : slots;
}

uint64_t xz_legal_turn_by_options(const xz_rules *rules, const xz_state *state, int seat) {
    uint64_t set = (uint64_t)discards(rules, state, seat) << XZ_DISCARD | (uint64_t)kongs(rules, state, seat)
                                                                              << XZ_KONG;
    if (state->origin != XZ_FROM_PONG && xz_may_win(rules, state, seat)) {
        set = XZ_ACTION_BIT(XZ_WIN) | (xz_must_win(rules, state, seat) ? 0 : set);
    }
    return set;
}

xz_actions xz_legal_choices(const xz_rules *rules, const xz_state *state, int seat) {
    if (state->answers[seat] != XZ_OWING) {
        return xz_no_actions();
    }
    if (state->phase == XZ_DECLARING) {
        return (xz_actions){{UINT64_C(7) << XZ_DECLARE, 0}};
    }
    uint64_t const picks = xz_legal_picks(rules, state, seat);
    return (xz_actions){{picks << XZ_EXCHANGE, picks >> (64 - XZ_EXCHANGE)}};
}

xz_actions xz_legal(const xz_rules *rules, const xz_state *state, int seat) {
    XZ_ASSERT_PREPARED(rules);
    return seat >= 0 && seat < state->players ? xz_legal_set(rules, state, seat) : xz_no_actions();
}
