/*
 * Batches: whole hands played by policies in one loop, into the caller's arrays and sums. Nothing is allocated; a hand
 * depends on (rules, seed, index, dealer, policies) alone.
 */
#include "sim/batch.h"

#include <string.h>

#include "game/deal.h"
#include "game/wall_end.h"
#include "sim/drive.h"
#include "sim/tally.h"

int xz_table_deal(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_table *table, xz_events *events) {
    for (int seat = 0; seat < rules->players; seat++) {
        if (!xz_policy_exists(batch->policies[seat])) {
            return XZ_E_POLICY;
        }
    }
    xz_seed_policies(rules, batch->policies, batch->seed, index, table->rngs);
    return xz_deal_index(rules, &table->state, batch->seed, index, batch->dealer, events);
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
    record->way = rules->exchange == XZ_EXCHANGE_RANDOM ? dealt->way : XZ_NONE;
    record->count = 0;
}

/* Seats are heard in turn order, as records are written; of a seat's choice of tiles the picks stand by slot. */
static void note_entry(xz_record *record, int seat, int action) {
    int at = record->count++;
    for (; action >= XZ_EXCHANGE && at > 0 && record->entries[at - 1].seat == seat &&
           record->entries[at - 1].action > action;
         at--) {
        record->entries[at] = record->entries[at - 1];
    }
    record->entries[at] = (xz_entry){(uint8_t)seat, (uint8_t)action};
}

/* The fields of a win are those of the seat's first. */
static void note_win(xz_hand_result *result, const xz_event *win, int order) {
    int const seat = win->seat;
    bool const drawn = win->detail == XZ_WIN_SELF_DRAW;
    if (result->wins[seat] == 0) {
        result->win_order[seat] = (uint8_t)order;
        result->win_kind[seat] = win->detail;
        result->win_pattern[seat] = win->score.pattern;
        result->win_fan[seat] = win->score.fan;
        result->win_tile[seat] = win->tile;
        result->win_from[seat] = drawn ? XZ_NONE : win->other;
        result->winners++;
    }
    result->wins[seat]++;
    if (drawn) {
        result->self_draws[seat]++;
    } else {
        result->deal_ins[win->other]++;
    }
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
            if (tally) {
                xz_tally_win(tally, event);
            }
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

static void finish_result(const xz_rules *rules, const xz_state *state, xz_hand_result *result) {
    for (int seat = 0; seat < state->players; seat++) {
        result->scores[seat] = state->scores[seat];
        result->win_amount[seat] = state->win_amount[seat];
    }
    if (result->exhausted) {
        result->ready = (uint8_t)xz_ready_seats(rules, state);
        result->pigs = (uint8_t)xz_pig_seats(rules, state);
    }
    result->dealer = state->dealer;
    result->next_dealer = (uint8_t)xz_next_dealer(state);
}

/* What watches a hand being played; `tally` and `record` may be NULL. */
typedef struct hand_watch {
    xz_hand_result *result;
    xz_tally *tally;
    xz_record *record;
    int order; /* winning events so far */
} hand_watch;

static inline void before_move(void *watch, const xz_state *state, int seat, int action) {
    hand_watch *const w = watch;
    if (w->record) {
        note_entry(w->record, seat, action);
    }
    w->result->turns = (uint16_t)(w->result->turns + (state->phase == XZ_TURN));
}

static inline void after_move(void *watch, const xz_state *state, xz_move move, const xz_events *events) {
    hand_watch *const w = watch;
    if (move == XZ_FULL_STEP) {
        note_events(w->result, &w->order, events, w->tally);
    } else if (w->tally) {
        note_quiet(move == XZ_QUIET_DISCARD ? XZ_EVENT_DISCARD : XZ_EVENT_ANSWER, state, w->tally);
    }
}

int xz_play_hand(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_hand_result *result, xz_tally *tally,
                 xz_record *record) {
    xz_table table;
    xz_events events;
    xz_hand_result own;
    hand_watch watch = {result ? result : &own, tally, record, 0};
    int const status = xz_table_deal(rules, batch, index, &table, &events);
    if (status != XZ_OK) {
        return status;
    }
    start_result(watch.result, index);
    if (record) {
        start_record(record, rules, &table.state);
    }
    note_events(watch.result, &watch.order, &events, tally);
    xz_drive(rules, &table.state, (xz_seating){batch->policies, table.rngs, 1}, &events,
             (xz_watcher){before_move, after_move}, &watch, NULL);
    finish_result(rules, &table.state, watch.result);
    if (tally) {
        xz_tally_hand(tally, batch->policies, (int)rules->players, watch.result);
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
