/*
 * Whole hands by any answers: what is legal is taken, what is not is refused and changes nothing, penalties and answers out of
 * turn among them; every state passes its checks, every view is of its world, and the record plays the same hand again.
 */
#include "fuzz.h"

static void refuse(const xz_rules *rules, const xz_state *state, int seat, int action) {
    xz_state copy = *state;
    xz_actions legal = {{0, 0}};
    if (seat < state->players) {
        legal = xz_legal(rules, state, seat);
    }
    bool const allowed = action >= 0 && action < XZ_ACTION_COUNT && (legal.words[action / 64] >> (action % 64) & 1u);
    MUST((xz_step(rules, &copy, seat, action, NULL) == XZ_OK) == allowed);
    MUST(allowed || memcmp(&copy, state, sizeof copy) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static xz_record taken, written;
    static xz_events events;
    bytes from = {data, size};
    xz_rules rules;
    xz_state state, again;
    take_rules(&from, &rules);
    int const dealer = (int)(take(&from) % (unsigned)rules.players);
    memset(&taken, 0, sizeof taken);
    taken.wall_length = (uint8_t)xz_wall(take(&from), 0, (unsigned)rules.suits, taken.wall);
    taken.dealer = (uint8_t)dealer;
    MUST(xz_deal(&rules, &state, dealer, taken.wall, taken.wall_length, &events) == XZ_OK);
    while (state.phase != XZ_OVER && from.left > 0) {
        unsigned const what = take(&from);
        unsigned const pending = xz_pending(&state);
        xz_entry entry = {(uint8_t)xz_to_act(&state), 0};
        if (what >= 250) {
            entry = (xz_entry){(uint8_t)(take(&from) % 5), (uint8_t)(XZ_ENTRY_PENALTY + take(&from) % 4)};
        } else if (what >= 240) {
            refuse(&rules, &state, (int)(take(&from) % 6), (int)take(&from) - 3);
            continue;
        } else {
            for (unsigned skip = what >> 6; skip > 0; skip--) { /* another of those that owe an answer */
                do {
                    entry.seat = (uint8_t)((entry.seat + 1u) % XZ_MAX_SEATS);
                } while (!(pending >> entry.seat & 1u));
            }
            entry.action = (uint8_t)nth_legal(&rules, &state, entry.seat, what & 63u);
        }
        again = state;
        if (xz_record_enter(&rules, &state, entry, &events) == XZ_OK) {
            MUST(taken.count < XZ_MAX_ENTRIES);
            taken.entries[taken.count++] = entry;
        } else {
            MUST(memcmp(&again, &state, sizeof state) == 0);
        }
        must_be_right(&rules, &state);
        for (int seat = 0; seat < state.players; seat++) {
            xz_view view;
            MUST(xz_view_of(&rules, &state, seat, &view) == XZ_OK);
        }
    }
    MUST(xz_record_arrange(&rules, &taken, &written) == XZ_OK);
    MUST(xz_record_replay(&rules, &written, &again, NULL) == XZ_OK);
    MUST(state.phase != XZ_OVER || xz_state_fingerprint(&rules, &again) == xz_state_fingerprint(&rules, &state));
    return 0;
}
