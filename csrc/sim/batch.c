#include "sim/batch.h"

#include <string.h>

#include "game/settle.h"
#include "game/step.h"
#include "game/turn.h"
#include "sim/tally.h"

int xz_table_deal(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_table *table, xz_events *events) {
    int const players = (int)rules->players;
    if (batch->dealer < -1 || batch->dealer >= players) {
        return XZ_E_SEAT;
    }
    for (int seat = 0; seat < players; seat++) {
        int const policy = batch->policies[seat];
        if (policy < 0 || policy >= XZ_POLICY_COUNT) {
            return XZ_E_SEAT;
        }
        if (xz_policy_draws(policy)) {
            xz_rng_seed(&table->rngs[seat], batch->seed, index, XZ_STREAM_POLICY + (uint64_t)seat);
        }
    }
    uint8_t wall[XZ_MAX_WALL];
    xz_wall(batch->seed, index, (unsigned)rules->suits, wall);
    int const dealer = batch->dealer >= 0 ? batch->dealer : (int)(index % (uint64_t)players);
    xz_deal_wall(rules, &table->state, dealer, wall, events);
    return XZ_OK;
}

static void start_result(xz_hand_result *result, uint64_t index) {
    memset(result, 0, sizeof *result);
    result->index = index;
    memset(result->win_kind, XZ_NONE, sizeof result->win_kind);
    memset(result->win_pattern, XZ_NONE, sizeof result->win_pattern);
    memset(result->win_tile, XZ_NONE, sizeof result->win_tile);
    memset(result->win_from, XZ_NONE, sizeof result->win_from);
}

/* Just after the deal the state's tiles are still the wall. */
static void start_record(xz_record *record, const xz_rules *rules, const xz_state *dealt) {
    record->wall_length = (uint8_t)xz_wall_length(rules);
    memcpy(record->wall, dealt->tiles, sizeof record->wall);
    record->dealer = dealt->dealer;
    record->count = 0;
}

static void note_win(xz_hand_result *result, const xz_event *win, int order) {
    int const seat = win->seat;
    result->win_order[seat] = (uint8_t)order;
    result->win_kind[seat] = win->detail;
    result->win_pattern[seat] = win->score.pattern;
    result->win_fan[seat] = win->score.fan;
    result->win_tile[seat] = win->tile;
    result->win_from[seat] = win->detail == XZ_WIN_SELF_DRAW ? XZ_NONE : win->other;
    result->winners++;
}

/* Reads the events of one step. */
static void note_events(xz_hand_result *result, int *order, const xz_events *events, xz_tally *tally) {
    int won = 0;
    for (int32_t i = 0; i < events->count; i++) {
        const xz_event *event = &events->items[i];
        switch (event->kind) {
        case XZ_EVENT_WIN:
            if (won++ == 0) {
                ++*order;
            }
            note_win(result, event, *order);
            break;
        case XZ_EVENT_KONG: result->kongs[event->seat][event->detail - XZ_DIRECT_KONG]++; break;
        case XZ_EVENT_PAYMENT:
            if (tally) {
                xz_tally_payment(tally, event->detail, event->amount);
            }
            break;
        case XZ_EVENT_EXHAUSTED: result->exhausted = true; break;
        default: break;
        }
        if (tally) {
            tally->events[event->kind]++;
        }
    }
    if (tally && won > 0) {
        tally->winning_events[won]++;
    }
}

/* Most moves go without an event buffer, since what follows them can be told from the state: a draw or a pong, or questions. */
static void note_quiet(int kind, const xz_state *after, xz_tally *tally) {
    tally->events[kind]++;
    if (after->phase == XZ_TURN) {
        tally->events[after->origin == XZ_FROM_PONG ? XZ_EVENT_PONG : XZ_EVENT_DRAW]++;
    }
}

static void finish_result(const xz_state *state, xz_hand_result *result) {
    for (int seat = 0; seat < state->players; seat++) {
        result->scores[seat] = state->scores[seat];
        result->win_amount[seat] = state->win_amount[seat];
    }
    if (result->exhausted) {
        result->ready = (uint8_t)xz_ready_seats(state);
        result->pigs = (uint8_t)xz_pig_seats(state);
    }
    result->dealer = state->dealer;
    result->next_dealer = (uint8_t)xz_next_dealer(state);
}

int xz_play_hand(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_hand_result *result, xz_tally *tally,
                 xz_record *record) {
    xz_table table;
    xz_events events;
    xz_hand_result own;
    if (!result) {
        result = &own;
    }
    int const status = xz_table_deal(rules, batch, index, &table, &events);
    if (status != XZ_OK) {
        return status;
    }
    start_result(result, index);
    if (record) {
        start_record(record, rules, &table.state);
    }
    xz_state *const state = &table.state;
    int order = 0;
    note_events(result, &order, &events, tally);
    while (state->phase != XZ_OVER) {
        int seat;
        int const action = xz_table_next(rules, batch, &table, &seat);
        bool const turn = state->phase == XZ_TURN;
        if (record) {
            record->entries[record->count++] = (xz_entry){(uint8_t)seat, (uint8_t)action};
        }
        result->turns = (uint16_t)(result->turns + turn);
        if (turn && xz_turn_is_quiet(state, action)) {
            xz_quiet_discard(rules, state, action - XZ_DISCARD);
        } else if (!turn && xz_claim_is_quiet(state)) {
            xz_quiet_answer(rules, state, seat, action);
        } else {
            xz_step_legal(rules, state, seat, action, &events);
            note_events(result, &order, &events, tally);
            continue;
        }
        if (tally) {
            note_quiet(turn ? XZ_EVENT_DISCARD : XZ_EVENT_ANSWER, state, tally);
        }
    }
    finish_result(&table.state, result);
    if (tally) {
        xz_tally_hand(tally, batch->policies, (int)rules->players, result);
    }
    return XZ_OK;
}

int xz_play_batch(const xz_rules *rules, const xz_batch *batch, uint64_t first_index, int64_t count,
                  xz_hand_result *results, xz_record *records, xz_tally *tally) {
    for (int64_t i = 0; i < count; i++) {
        int const status = xz_play_hand(rules, batch, first_index + (uint64_t)i, results ? results + i : NULL, tally,
                                        records ? records + i : NULL);
        if (status != XZ_OK) {
            return status;
        }
    }
    return XZ_OK;
}
