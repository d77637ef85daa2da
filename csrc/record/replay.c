/* Playing a record, and putting a hand that was played in any order into the order in which records are written (§10). */
#include "xuezhan/xuezhan.h"

#include <string.h>

static bool in_round(const xz_state *state) { return state->phase == XZ_CLAIM || state->phase == XZ_ROB; }

static bool is_penalty(xz_entry entry) { return entry.action >= XZ_ENTRY_PENALTY; }

int xz_record_enter(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events) {
    if (is_penalty(entry)) {
        return xz_penalize(rules, state, entry.seat, entry.action - XZ_ENTRY_PENALTY, events);
    }
    return xz_step(rules, state, entry.seat, entry.action, events);
}

int xz_record_enter_written(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events) {
    if (state->phase == XZ_OVER) {
        return XZ_E_OVER;
    }
    if (!is_penalty(entry) && entry.seat != xz_to_act(state)) {
        return XZ_E_SEAT;
    }
    if (is_penalty(entry) && in_round(state)) {
        for (int seat = 0; seat < state->players; seat++) {
            if (state->answers[seat] > XZ_OWING) {
                return XZ_E_ILLEGAL;
            }
        }
    }
    return xz_record_enter(rules, state, entry, events);
}

int xz_record_replay(const xz_rules *rules, const xz_record *record, xz_state *state, int *position) {
    int at = -1;
    int status = record->count > XZ_MAX_ENTRIES
                     ? XZ_E_COUNT
                     : xz_deal(rules, state, record->dealer, record->wall, record->wall_length, NULL);
    for (int i = 0; status == XZ_OK && i < record->count; i++) {
        at = i;
        status = xz_record_enter_written(rules, state, record->entries[i], NULL);
    }
    if (position) {
        *position = at;
    }
    return status;
}

/* The answers of a round, held back until it is resolved. */
typedef struct round_answers {
    uint8_t action[XZ_MAX_SEATS]; /* XZ_NONE: not answered, or void */
    int from; /* the discarder, or the owner of the kong */
} round_answers;

static void forget(round_answers *round) {
    memset(round->action, XZ_NONE, sizeof round->action);
    round->from = 0;
}

static void append(xz_record *record, int seat, int action) {
    record->entries[record->count++] = (xz_entry){(uint8_t)seat, (uint8_t)action};
}

/* `open`: the round still runs, and what stands after an answer that is owed cannot be written yet. */
static void write_answers(const xz_state *state, round_answers *round, bool open, xz_record *written) {
    for (int i = 1; i < state->players; i++) {
        int const seat = (round->from + i) % state->players;
        if (open && state->answers[seat] == XZ_OWING) {
            break;
        }
        if (round->action[seat] != XZ_NONE) {
            append(written, seat, round->action[seat]);
        }
    }
    forget(round);
}

int xz_record_arrange(const xz_rules *rules, const xz_record *taken, xz_record *written) {
    if (taken->count > XZ_MAX_ENTRIES) {
        return XZ_E_COUNT;
    }
    xz_state state;
    int status = xz_deal(rules, &state, taken->dealer, taken->wall, taken->wall_length, NULL);
    *written = *taken;
    written->count = 0;
    round_answers round;
    forget(&round);
    for (int i = 0; status == XZ_OK && i < taken->count; i++) {
        xz_entry const entry = taken->entries[i];
        bool const answers_owed = in_round(&state);
        bool const was_active = entry.seat < XZ_MAX_SEATS && ((unsigned)state.active >> entry.seat & 1u);
        if (answers_owed) {
            round.from = state.actor;
        }
        status = xz_record_enter(rules, &state, entry, NULL);
        if (status != XZ_OK) {
            break;
        }
        if (!answers_owed) {
            append(written, entry.seat, entry.action);
            continue;
        }
        if (!is_penalty(entry)) {
            round.action[entry.seat] = entry.action;
        } else {
            append(written, entry.seat, entry.action);
            if (was_active && entry.action == XZ_ENTRY_PENALTY + XZ_ESCAPE) {
                forget(&round);
            } else if (was_active) {
                round.action[entry.seat] = XZ_NONE;
            }
        }
        if (!in_round(&state)) {
            write_answers(&state, &round, false, written);
        }
    }
    if (status == XZ_OK && in_round(&state)) {
        write_answers(&state, &round, true, written);
    }
    return status;
}
