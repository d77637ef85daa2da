/* A state's canonical bytes and fingerprint (docs/determinism.md §4-5). */
#include "base/bytes.h"
#include "base/meld.h"
#include "game/fields.h"
#include "game/state.h"

/* The most that each part of them can come to: a tile is in one place, and a win takes a tile out of play. */
enum {
    MOST_TILES = XZ_MAX_WALL,
    MOST_OF_A_SEAT = 4 + XZ_SLOTS + 1 + 4 * XZ_MAX_MELDS + 1 + 2 + 16,
    MOST_OF_VARIANTS = 1 + XZ_MAX_SEATS * (1 + XZ_MAX_EXCHANGE + 2 + 1 + 3 + XZ_MAX_MELDS + 1 + 4) +
        XZ_MAX_WIN_EVENTS * (XZ_MAX_SEATS - 1)
};
_Static_assert(11 + MOST_TILES + XZ_MAX_SEATS * MOST_OF_A_SEAT + MOST_OF_VARIANTS <= XZ_CANONICAL_MAX,
               "XZ_CANONICAL_MAX is enough for every state");

static void put_seat(xz_writer *out, const xz_state *state, int seat) {
    int const won = state->won >> seat & 1, gone = state->out >> seat & 1, left = state->left >> seat & 1;
    xz_put(out, (unsigned)(won + 2 * gone + 4 * left));
    xz_put(out, state->taken[seat]);
    xz_put(out, state->lock[seat]);
    xz_put(out, state->answers[seat]);
    xz_put_bytes(out, state->counts[seat], XZ_SLOTS);
    xz_put(out, state->meld_count[seat]);
    for (int i = 0; i < state->meld_count[seat]; i++) {
        xz_meld const meld = state->melds[seat][i];
        xz_put(out, meld.kind);
        xz_put(out, meld.tile);
        xz_put(out, meld.feeder);
        xz_put(out, xz_meld_payers(meld));
    }
    size_t const length = out->length;
    xz_put(out, 0);
    for (int i = 0; i < state->river_count; i++) {
        if (state->tiles[i] >> 5 == seat) { /* tiles laid aside are nobody's there */
            xz_put(out, state->tiles[i] & 31);
        }
    }
    out->bytes[length] = (uint8_t)(out->length - length - 1);
    xz_put(out, state->win_tile[seat]);
    xz_put(out, state->win_payers[seat]);
    xz_put_number(out, (uint64_t)state->win_amount[seat], 8);
    xz_put_number(out, (uint64_t)state->scores[seat], 8);
}

static void put_exchange(xz_writer *out, const xz_state *state) {
    xz_put(out, state->way);
    for (int seat = 0; seat < state->players; seat++) {
        int const count = xz_given_count(state->given[seat]);
        xz_put(out, (unsigned)count);
        for (int i = 0; i < count; i++) {
            xz_put(out, state->given[seat][i] & 31);
        }
    }
}

static void put_void(xz_writer *out, const xz_rules *rules, const xz_state *state) {
    xz_put_bytes(out, state->void_suit, state->players);
    if (rules->pig_exempt == XZ_PIG_EXEMPT_ALL_DISCARDS_VOID) {
        for (int seat = 0; seat < state->players; seat++) {
            xz_put(out, state->off_void >> seat & 1u);
        }
    }
}

static void put_wins(xz_writer *out, const xz_rules *rules, const xz_state *state) {
    for (int seat = 0; seat < state->players; seat++) {
        xz_put(out, state->wins[seat]);
        for (int i = 0, event = 0; i < state->river_count; i++) {
            if (state->tiles[i] & XZ_LAID_ASIDE && xz_winners_of(state->winners, event++) >> seat & 1u) {
                xz_put(out, state->tiles[i] & 31);
            }
        }
    }
    for (int seat = 0; rules->play_on_roots == XZ_PLAY_ON_ROOTS_FIRST_WIN && seat < state->players; seat++) {
        xz_put(out, state->first_roots[seat]);
        xz_put_number(out, state->first_kong_fan[seat], 2);
    }
}

static void put_wilds(xz_writer *out, const xz_state *state) {
    for (int seat = 0; seat < state->players; seat++) {
        for (int i = 0; i < state->meld_count[seat]; i++) {
            xz_meld const meld = state->melds[seat][i];
            xz_put(out, (unsigned)xz_meld_wilds(meld) + (xz_meld_added_wild(meld) ? 8u : 0u));
        }
    }
}

static void put_late_kongs(xz_writer *out, const xz_state *state) {
    for (int seat = 0; seat < state->players; seat++) {
        unsigned late = 0;
        for (int i = 0; i < state->meld_count[seat]; i++) {
            late |= (unsigned)xz_meld_is_late(state->melds[seat][i]) << i;
        }
        xz_put(out, late);
    }
}

static void put_variants(xz_writer *out, const xz_rules *rules, const xz_state *state) {
    if (xz_part_is_on(rules, XZ_PART_EXCHANGE)) {
        put_exchange(out, state);
    }
    if (xz_part_is_on(rules, XZ_PART_VOID)) {
        put_void(out, rules, state);
    }
    if (xz_part_is_on(rules, XZ_PART_PLAY_ON)) {
        put_wins(out, rules, state);
    }
    if (rules->wild != XZ_NULL) {
        put_wilds(out, state);
    }
    if (rules->late_added_kong_units != XZ_NULL) {
        put_late_kongs(out, state);
    }
    for (int seat = 0; xz_part_is_on(rules, XZ_PART_PASS_SCOPE) && seat < state->players; seat++) {
        xz_put_number(out, state->passed[seat], 4);
    }
}

int xz_state_canonical(const xz_rules *rules, const xz_state *state, uint8_t *buffer) {
    xz_writer out = {buffer, XZ_CANONICAL_MAX, 0};
    bool const begun = !xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase);
    const uint8_t head[] = {state->phase,
                            state->players,
                            state->dealer,
                            state->actor,
                            state->origin,
                            state->tile,
                            begun ? state->drawn : XZ_NONE,
                            state->chain_kind,
                            state->chain_meld,
                            state->next_dealer,
                            (uint8_t)xz_wall_left(state)};
    xz_put_bytes(&out, head, sizeof head);
    xz_put_bytes(&out, state->tiles + state->wall_front, (size_t)xz_wall_left(state));
    for (int seat = 0; seat < state->players; seat++) {
        put_seat(&out, state, seat);
    }
    put_variants(&out, rules, state);
    return (int)out.length;
}

uint64_t xz_state_fingerprint(const xz_rules *rules, const xz_state *state) {
    uint8_t buffer[XZ_CANONICAL_MAX];
    return xz_digest(buffer, (size_t)xz_state_canonical(rules, state, buffer));
}
