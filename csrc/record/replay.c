/* Playing a record, and putting a hand that was played in any order into the order in which records are written (§10). */
#include "record/replay.h"

#include "game/state.h"

#include <string.h>

static bool in_round(const xz_state *state) { return xz_phase_is(XZ_PHASES_OF_A_TILE, state->phase); }

static bool choosing(const xz_state *state) { return xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase); }

static bool is_penalty(xz_entry entry) { return entry.action >= XZ_ENTRY_PENALTY; }

int xz_record_deal(const xz_rules *rules, const xz_record *record, xz_state *state, xz_events *events) {
    int const way = rules->exchange == XZ_EXCHANGE_RANDOM ? record->way : XZ_NONE;
    return xz_deal_way(rules, state, record->dealer, record->wall, record->wall_length, way, events);
}

int xz_record_enter(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events) {
    if (is_penalty(entry)) {
        return xz_penalize(rules, state, entry.seat, entry.action - XZ_ENTRY_PENALTY, events);
    }
    return xz_step(rules, state, entry.seat, entry.action, events);
}

/* Whether anything of the running round has been answered or chosen. */
static bool round_has_begun(const xz_state *state) {
    for (int seat = 0; seat < state->players; seat++) {
        bool const picked = state->phase == XZ_EXCHANGING && state->given[seat][0] != XZ_NONE;
        if (state->answers[seat] > XZ_OWING || picked) {
            return true;
        }
    }
    return false;
}

/* Whether a pick comes after those that the seat has made, by slot. */
static bool picks_in_order(const xz_state *state, xz_entry entry) {
    if (state->phase != XZ_EXCHANGING || entry.action < XZ_EXCHANGE) {
        return true;
    }
    int const count = xz_given_count(state->given[entry.seat]);
    return count == 0 || state->given[entry.seat][count - 1] <= entry.action - XZ_EXCHANGE;
}

int xz_record_enter_written(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events) {
    if (state->phase == XZ_OVER) {
        return XZ_E_OVER;
    }
    if (!is_penalty(entry) && entry.seat != xz_to_act(state)) {
        return XZ_E_SEAT;
    }
    if (is_penalty(entry) ? round_has_begun(state) : !picks_in_order(state, entry)) {
        return XZ_E_ILLEGAL;
    }
    return xz_record_enter(rules, state, entry, events);
}

bool xz_record_may_end(const xz_state *state) {
    int const seat = xz_to_act(state);
    return state->phase != XZ_EXCHANGING || state->given[seat][0] == XZ_NONE;
}

int xz_record_replay(const xz_rules *rules, const xz_record *record, xz_state *state, int *position) {
    int at = -1;
    int status = record->count > XZ_MAX_ENTRIES ? XZ_E_COUNT : xz_record_deal(rules, record, state, NULL);
    for (int i = 0; status == XZ_OK && i < record->count; i++) {
        at = i;
        status = xz_record_enter_written(rules, state, record->entries[i], NULL);
    }
    if (position) {
        *position = at;
    }
    return status == XZ_OK && !xz_record_may_end(state) ? XZ_E_ILLEGAL : status;
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

/* Choices before play, in turn order from the dealer: all of a round that has ended, else those up to the first still owed. */
static void write_choices(const xz_state *state, int phase, bool open, xz_record *written) {
    for (int i = 0; i < state->players; i++) {
        int const seat = (state->dealer + i) % state->players;
        if (open && state->answers[seat] == XZ_OWING) {
            break;
        }
        if (phase == XZ_DECLARING) {
            append(written, seat, XZ_DECLARE + state->void_suit[seat]);
            continue;
        }
        for (int n = 0; n < xz_given_count(state->given[seat]); n++) {
            append(written, seat, XZ_EXCHANGE + (state->given[seat][n] & ~XZ_GIVEN_SHOWN));
        }
    }
}

/* Takes an entry of a round of answers to a tile. */
static int arrange_answer(const xz_rules *rules, xz_state *state, xz_entry entry, round_answers *round,
                          xz_record *written) {
    bool const was_active = entry.seat < XZ_MAX_SEATS && ((unsigned)state->active >> entry.seat & 1u);
    round->from = state->actor;
    int const status = xz_record_enter(rules, state, entry, NULL);
    if (status != XZ_OK) {
        return status;
    }
    if (!is_penalty(entry)) {
        round->action[entry.seat] = entry.action;
    } else {
        append(written, entry.seat, entry.action);
        if (was_active && entry.action == XZ_ENTRY_PENALTY + XZ_ESCAPE) {
            forget(round);
        } else if (was_active) {
            round->action[entry.seat] = XZ_NONE;
        }
    }
    if (!in_round(state)) {
        write_answers(state, round, false, written);
    }
    return XZ_OK;
}

/* Takes an entry before play: a choice is written when all are in, a penalty ends the hand and the round with it. */
static int arrange_choice(const xz_rules *rules, xz_state *state, xz_entry entry, xz_record *written) {
    int const phase = state->phase;
    int const status = xz_record_enter(rules, state, entry, NULL);
    if (status == XZ_OK && is_penalty(entry)) {
        append(written, entry.seat, entry.action);
    } else if (status == XZ_OK && state->phase != phase) {
        write_choices(state, phase, false, written);
    }
    return status;
}

int xz_record_arrange(const xz_rules *rules, const xz_record *taken, xz_record *written) {
    if (taken->count > XZ_MAX_ENTRIES) {
        return XZ_E_COUNT;
    }
    xz_state state;
    int status = xz_record_deal(rules, taken, &state, NULL);
    *written = *taken;
    written->count = 0;
    round_answers round;
    forget(&round);
    for (int i = 0; status == XZ_OK && i < taken->count; i++) {
        xz_entry const entry = taken->entries[i];
        if (choosing(&state)) {
            status = arrange_choice(rules, &state, entry, written);
        } else if (in_round(&state)) {
            status = arrange_answer(rules, &state, entry, &round, written);
        } else {
            status = xz_record_enter(rules, &state, entry, NULL);
            if (status == XZ_OK) {
                append(written, entry.seat, entry.action);
            }
        }
    }
    if (status == XZ_OK && in_round(&state)) {
        write_answers(&state, &round, true, written);
    } else if (status == XZ_OK && choosing(&state)) {
        write_choices(&state, state.phase, true, written);
    }
    return status;
}
