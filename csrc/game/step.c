/*
 * The step: with the moves of game/turn.h, all that changes a state in play. A call to xz_step or xz_penalize checks its
 * arguments, then runs the play from there to the next question: claims resolved, payments applied, tiles drawn, the end
 * settled.
 */
#include "game/step.h"
#include "base/meld.h"
#include "base/port.h"
#include "game/choice.h"
#include "game/deal.h"
#include "game/legal.h"
#include "game/settle.h"
#include "game/turn.h"
#include "game/wall_end.h"

#include <string.h>

/* One call's work. `told` is whether the caller wants the events; payments need the buffer in any case. */
typedef struct play {
    const xz_rules *rules;
    xz_state *state;
    xz_events *events;
    bool told;
} play;

static xz_event *tell(play *p, int kind, int seat, int other, int tile, int detail) {
    if (!p->told) {
        return NULL;
    }
    xz_event *const event = &p->events->items[p->events->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = (uint8_t)seat;
    event->other = (uint8_t)other;
    event->tile = (uint8_t)tile;
    event->detail = (uint8_t)detail;
    event->meld = XZ_NONE;
    return event;
}

/* Applies the payments appended since `from`, and forgets them if nobody listens. */
static void apply(play *p, int from) {
    for (int i = from; i < p->events->count; i++) {
        const xz_event *const event = &p->events->items[i];
        p->state->scores[event->seat] -= event->amount;
        p->state->scores[event->other] += event->amount;
    }
    if (!p->told) {
        p->events->count = from;
    }
}

static void end(play *p) {
    xz_state *const state = p->state;
    xz_clear_answers(state);
    xz_clear_chain(state);
    state->phase = XZ_OVER;
    state->actor = state->origin = state->tile = state->drawn = XZ_NONE;
    tell(p, XZ_EVENT_OVER, XZ_NONE, XZ_NONE, XZ_NONE, 0);
}

/* The seat's kongs hold nothing more of these seats. */
static void give_back(xz_state *state, int seat, unsigned payees) {
    for (int i = 0; i < state->meld_count[seat]; i++) {
        xz_meld_give_back(&state->melds[seat][i], payees);
    }
}

static void refund(play *p, int seat) {
    xz_state *const state = p->state;
    int const from = p->events->count;
    xz_settle_refund(p->rules, state, seat, p->events);
    apply(p, from);
    give_back(state, seat, XZ_MELD_PAYERS);
}

/* §6 */
static void exhaust(play *p) {
    tell(p, XZ_EVENT_EXHAUSTED, XZ_NONE, XZ_NONE, XZ_NONE, 0);
    int const from = p->events->count;
    unsigned refunding = xz_settle_exhausted(p->rules, p->state, p->events);
    apply(p, from);
    for (; refunding; refunding &= refunding - 1) {
        give_back(p->state, xz_lowest_bit(refunding), xz_refund_payees(p->rules, p->state));
    }
    end(p);
}

/* A draw is due: of the seat's next tile or of a kong's replacement, which a kong has made sure is there. */
static void draw(play *p, int seat, int origin) {
    xz_state *const state = p->state;
    if (xz_wall_left(state) == 0) {
        exhaust(p);
        return;
    }
    bool const from_back = origin == XZ_FROM_REPLACEMENT && p->rules->kong_draw == XZ_KONG_DRAW_BACK;
    int const tile = from_back ? state->tiles[--state->wall_back] : state->tiles[state->wall_front++];
    xz_pick_up(false, p->rules, state, seat, origin, tile);
    tell(p, XZ_EVENT_DRAW, seat, XZ_NONE, tile, origin);
}

/* After `seat`'s turn, win or exit: the next active seat draws, or the hand ends. */
static void pass_turn(play *p, int seat) {
    if (xz_one_is_left(p->state)) {
        end(p);
    } else {
        draw(p, xz_next_active(p->state, seat), XZ_FROM_DRAW);
    }
}

/* ---- kongs and pongs ------------------------------------------------------------------------------------------------ */

/* The kong lies on the table: it is paid, and its replacement drawn. `feeder`: of a direct kong, else XZ_NONE. */
static void finish_kong(play *p, int seat, int meld, int feeder) {
    xz_state *const state = p->state;
    xz_meld const kong = state->melds[seat][meld];
    xz_event *const event = tell(p, XZ_EVENT_KONG, seat, feeder, kong.tile, kong.kind);
    if (event) {
        event->meld = (uint8_t)meld;
    }
    int const from = p->events->count;
    xz_settle_kong(p->rules, state, seat, meld, p->events);
    apply(p, from);
    xz_seat_refresh_waits(p->rules, state, seat);
    state->chain_kind = kong.kind;
    state->chain_meld = (uint8_t)meld;
    draw(p, seat, XZ_FROM_REPLACEMENT);
}

static void concealed_kong(play *p, int seat, int tile) {
    xz_state *const state = p->state;
    for (int i = 0; i < 4; i++) {
        xz_seat_show(false, p->rules, state, seat, tile);
    }
    int const meld = state->meld_count[seat];
    uint8_t const payers = (uint8_t)(state->active & ~(1u << seat));
    xz_place_meld(state, seat, meld, (xz_meld){XZ_CONCEALED_KONG, (uint8_t)tile, XZ_NONE, payers});
    finish_kong(p, seat, meld, XZ_NONE);
}

static void added_kong(play *p) {
    xz_state *const state = p->state;
    int const seat = state->actor;
    int const tile = state->tile;
    int const meld = xz_pong_of(state, seat, tile);
    xz_seat_show(false, p->rules, state, seat, tile);
    bool const late = p->rules->late_added_kong_units != XZ_NULL && tile != state->drawn; /* it was kept (§19) */
    uint8_t const holds = xz_meld_holds(state->active & ~(1u << seat), 0, false, late);
    xz_place_meld(state, seat, meld, (xz_meld){XZ_ADDED_KONG, (uint8_t)tile, state->melds[seat][meld].feeder, holds});
    finish_kong(p, seat, meld, XZ_NONE);
}

static void call_added_kong(play *p, int seat, int tile) {
    xz_state *const state = p->state;
    tell(p, XZ_EVENT_KONG_CALL, seat, XZ_NONE, tile, XZ_ADDED_KONG);
    state->phase = XZ_ROB;
    state->tile = (uint8_t)tile;
    if (!xz_ask_concerned(p->rules, state)) {
        added_kong(p);
    }
}

static void claim_meld(play *p, int seat, int kind) {
    xz_state *const state = p->state;
    int const tile = state->tile;
    int const feeder = state->actor;
    int const meld = state->meld_count[seat];
    xz_claim_discard(false, p->rules, state, seat, kind);
    if (kind != XZ_PONG) {
        finish_kong(p, seat, meld, feeder);
        return;
    }
    xz_start_pong_turn(state, seat);
    xz_event *const event = tell(p, XZ_EVENT_PONG, seat, feeder, tile, XZ_PONG);
    if (event) {
        event->meld = (uint8_t)meld;
    }
}

/* ---- wins ------------------------------------------------------------------------------------------------------------- */

/* A kong keeps its own fan, also where that of a bloom had it included; the pattern `eighteen` leaves none (§23). */
static int64_t own_kong_fan(const xz_rules *rules, const xz_state *state, int seat, int pattern) {
    int64_t const each[XZ_MELD_KIND_COUNT] = {[XZ_DIRECT_KONG] = rules->direct_kong_fan,
                                              [XZ_ADDED_KONG] = rules->added_kong_fan,
                                              [XZ_CONCEALED_KONG] = rules->concealed_kong_fan};
    int64_t fan = 0;
    for (int i = 0; i < state->meld_count[seat]; i++) {
        fan += each[state->melds[seat][i].kind];
    }
    return pattern == XZ_EIGHTEEN || pattern == XZ_FLUSH_EIGHTEEN ? 0 : fan;
}

/* What is kept of a seat's first win, and where winners play on of every win. */
static void note_win(play *p, int seat, const xz_score *score, xz_win_bill bill) {
    xz_state *const state = p->state;
    if (!(state->won >> seat & 1u)) {
        state->win_tile[seat] = state->tile;
        state->win_payers[seat] = bill.payers;
        state->win_amount[seat] = bill.amount;
        state->won |= XZ_SEAT_BIT(seat);
        if (p->rules->play_on && p->rules->play_on_roots == XZ_PLAY_ON_ROOTS_FIRST_WIN) {
            state->first_roots[seat] = score->roots;
            state->first_kong_fan[seat] = (uint16_t)own_kong_fan(p->rules, state, seat, score->pattern);
        }
    }
    if (!p->rules->play_on || p->rules->play_on_win == XZ_PLAY_ON_MUST_WIN) {
        xz_unlock(state, seat);
    }
    if (p->rules->play_on) {
        state->wins[seat]++;
        state->winners[state->win_events / 2] |= (uint8_t)(1u << seat << 4 * (state->win_events % 2));
    } else {
        state->active = (uint8_t)(state->active & ~(1u << seat));
    }
}

/* Scores and pays. The tile itself is moved by the caller, once for all winners. */
static void win(play *p, int seat, xz_kong_money kongs) {
    xz_state *const state = p->state;
    bool const on_discard = state->phase == XZ_CLAIM;
    xz_score const score = xz_win_score(p->rules, state, seat);
    int const kind = state->phase == XZ_TURN ? XZ_WIN_SELF_DRAW : on_discard ? XZ_WIN_DISCARD : XZ_WIN_ROB;
    xz_event *const event =
        tell(p, XZ_EVENT_WIN, seat, kind == XZ_WIN_SELF_DRAW ? XZ_NONE : state->actor, state->tile, kind);
    if (event) {
        event->score = score;
        event->how = xz_win_circumstances(p->rules, state, seat);
    }
    int const from = p->events->count;
    xz_win_bill const bill = xz_settle_win(p->rules, state, seat, &score, p->events);
    if (kongs == XZ_KONG_MONEY_TO_WINNERS) {
        xz_settle_transfer(p->rules, state, seat, p->events);
    }
    apply(p, from);
    note_win(p, seat, &score, bill);
}

/* The tile won lies open: out of play or, where winners play on, aside among the discards (§16). */
static void lay_aside(play *p, int from, bool discarded) {
    xz_state *const state = p->state;
    if (!discarded) {
        xz_seat_show(false, p->rules, state, from, state->tile);
    }
    if (p->rules->play_on) {
        int const at = discarded ? state->river_count - 1 : state->river_count++;
        state->tiles[at] = (uint8_t)((state->tile + 32 * from) | XZ_LAID_ASIDE);
        state->win_events++;
    } else if (discarded) {
        xz_lift_discard(state);
    }
}

static bool enough_wins(const play *p) {
    unsigned const won = p->state->won;
    int64_t const wins = (int64_t)(won & 1u) + (won >> 1 & 1u) + (won >> 2 & 1u) + (won >> 3 & 1u);
    return p->rules->wins_to_end != XZ_NULL && wins >= p->rules->wins_to_end;
}

/* `from`: the seat after which the next one draws. */
static void after_wins(play *p, int from) {
    if (enough_wins(p)) {
        end(p);
    } else {
        pass_turn(p, from);
    }
}

static void win_by_self_draw(play *p, int seat) {
    xz_state *const state = p->state;
    if (state->next_dealer == XZ_NONE) {
        state->next_dealer = (uint8_t)seat;
    }
    win(p, seat, XZ_KONG_MONEY_STAYS);
    lay_aside(p, seat, false);
    state->fresh[seat] = (uint8_t)(state->fresh[seat] - (state->fresh[seat] > 0)); /* the tile drawn lies there now */
    after_wins(p, seat);
}

/* ---- answers ------------------------------------------------------------------------------------------------------------ */

static void tell_lock(play *p, int seat) {
    xz_event *const event = tell(p, XZ_EVENT_LOCK, seat, XZ_NONE, p->state->tile, 0);
    if (event) {
        event->amount = p->state->lock[seat];
    }
}

/* Whoever could have won on the tile and answered otherwise has passed a win (§2). */
static void set_locks(play *p) {
    xz_state *const state = p->state;
    if (p->rules->pass_lock == XZ_LOCK_OFF) {
        return;
    }
    for (int seat = 0; seat < state->players; seat++) {
        int const answer = state->answers[seat];
        bool const passed = answer > XZ_OWING && answer != XZ_ANSWER_WIN && state->offers[seat] & XZ_OFFER_WIN;
        if (passed && xz_pass_win(p->rules, state, seat)) {
            tell_lock(p, seat);
        }
    }
}

/* All who answered win, or the nearest, in turn order from the actor. Returns how many. */
static int winners_in_turn(const play *p, int winners[XZ_MAX_SEATS]) {
    const xz_state *const state = p->state;
    int count = 0, seat = state->actor;
    for (unsigned left = xz_seats_answering(state, XZ_ANSWER_WIN); left; left &= ~(1u << seat)) {
        seat = xz_first_after(left, seat);
        winners[count++] = seat;
        if (p->rules->multi_win == XZ_MULTI_WIN_NEAREST) {
            break;
        }
    }
    return count;
}

/* The money of the discarder's kongs has gone to the winners, or goes back to where it came from. */
static void give_up_kongs(play *p, xz_kong_money kongs) {
    xz_state *const state = p->state;
    if (kongs == XZ_KONG_MONEY_STAYS) {
        return;
    }
    if (kongs == XZ_KONG_MONEY_GOES_BACK) {
        int const from = p->events->count;
        xz_settle_kong_refund(p->rules, state, p->events);
        apply(p, from);
    }
    for (unsigned left = xz_kongs_given_up(p->rules, state); left; left &= left - 1) {
        xz_meld_give_back(&state->melds[state->actor][xz_lowest_bit(left)], XZ_MELD_PAYERS);
    }
}

static void win_on_answer(play *p, const int *winners, int count) {
    xz_state *const state = p->state;
    int const from = state->actor;
    if (state->next_dealer == XZ_NONE) {
        bool const by_discarder = count > 1 && p->rules->multi_win_dealer == XZ_DEALER_DISCARDER;
        state->next_dealer = (uint8_t)(by_discarder ? from : winners[0]);
    }
    bool const robbed = state->phase == XZ_ROB;
    xz_kong_money const kongs = xz_kong_money_on_win(p->rules, state, count);
    for (int i = 0; i < count; i++) {
        win(p, winners[i], kongs);
    }
    give_up_kongs(p, kongs);
    lay_aside(p, from, !robbed);
    if (robbed && xz_is_active(state, from)) { /* one that was put out waits for nothing */
        xz_seat_refresh_waits(p->rules, state, from);
    }
    bool const after_winner =
        robbed ? p->rules->next_after_rob == XZ_AFTER_ROB_WINNER : p->rules->next_after_win == XZ_AFTER_WIN_WINNER;
    after_wins(p, after_winner ? winners[count - 1] : from);
}

static int claimer(const xz_state *state) {
    unsigned const claims = xz_seats_answering(state, XZ_ANSWER_PONG) | xz_seats_answering(state, XZ_ANSWER_KONG);
    return claims ? xz_lowest_bit(claims) : XZ_NONE;
}

/* All answers are in. */
static void resolve(play *p) {
    xz_state *const state = p->state;
    int winners[XZ_MAX_SEATS];
    int const wins = winners_in_turn(p, winners);
    int const claiming = claimer(state);
    set_locks(p);
    if (wins > 0) {
        win_on_answer(p, winners, wins);
    } else if (xz_one_is_left(state)) {
        end(p);
    } else if (claiming != XZ_NONE) {
        claim_meld(p, claiming, state->answers[claiming] == XZ_ANSWER_PONG ? XZ_PONG : XZ_DIRECT_KONG);
    } else if (state->phase == XZ_ROB && xz_is_active(state, state->actor)) {
        added_kong(p);
    } else {
        pass_turn(p, state->actor);
    }
}

static bool answers_owed(const xz_state *state) { return xz_pending(state) != 0; }

static void answer(play *p, int seat, int action) {
    xz_state *const state = p->state;
    uint8_t const given = xz_answer_of(action);
    state->answers[seat] = given;
    tell(p, XZ_EVENT_ANSWER, seat, state->actor, state->tile, given);
    if (!answers_owed(state)) {
        resolve(p);
    }
}

/* ---- the own turn --------------------------------------------------------------------------------------------------------- */

static void discard(play *p, int seat, int tile) {
    xz_state *const state = p->state;
    int const lock = state->lock[seat];
    uint32_t const passed = state->passed[seat];
    xz_put_down(false, p->rules, state, seat, tile);
    tell(p, XZ_EVENT_DISCARD, seat, XZ_NONE, tile, 0);
    if (lock != state->lock[seat] || passed != state->passed[seat]) {
        tell_lock(p, seat);
    }
    if (!xz_ask_concerned(p->rules, state)) {
        pass_turn(p, seat);
    }
}

static void take_turn(play *p, int seat, int action) {
    if (action == XZ_WIN) {
        win_by_self_draw(p, seat);
    } else if (action < XZ_KONG) {
        discard(p, seat, action - XZ_DISCARD);
    } else if (p->state->counts[seat][action - XZ_KONG] == 4) {
        concealed_kong(p, seat, action - XZ_KONG);
    } else {
        call_added_kong(p, seat, action - XZ_KONG);
    }
}

/* ---- before play (§14, §15) ------------------------------------------------------------------------------------------------ */

static void declare_or_play(play *p) {
    xz_state *const state = p->state;
    if (p->rules->void_suit == XZ_VOID_DECLARED && state->phase != XZ_DECLARING) {
        xz_ask_all(state, XZ_DECLARING);
        return;
    }
    bool const draws = state->drawn == XZ_NONE;
    xz_begin_play(p->rules, state);
    if (draws) {
        tell(p, XZ_EVENT_DRAW, state->dealer, XZ_NONE, state->drawn, XZ_FROM_DEAL);
    }
}

static void exchange(play *p) {
    xz_state *const state = p->state;
    xz_swap_tiles(p->rules, state);
    for (int seat = 0; seat < state->players; seat++) {
        for (int i = 0; i < p->rules->exchange_count; i++) {
            tell(p, XZ_EVENT_GIVE, seat, xz_receiver_of(state, seat), state->given[seat][i], 0);
        }
    }
    declare_or_play(p);
}

static void open_voids(play *p) {
    for (int seat = 0; seat < p->state->players; seat++) {
        tell(p, XZ_EVENT_VOID, seat, XZ_NONE, XZ_NONE, p->state->void_suit[seat]);
    }
    declare_or_play(p);
}

static void choose(play *p, int seat, int action) {
    xz_state *const state = p->state;
    bool const exchanging = state->phase == XZ_EXCHANGING;
    bool complete = true;
    if (exchanging) {
        complete = xz_pick(p->rules, state, seat, action - XZ_EXCHANGE);
        tell(p, XZ_EVENT_PICK, seat, XZ_NONE, action - XZ_EXCHANGE, 0);
    } else {
        state->void_suit[seat] = (uint8_t)(action - XZ_DECLARE);
        tell(p, XZ_EVENT_NAME, seat, XZ_NONE, XZ_NONE, action - XZ_DECLARE);
    }
    if (!complete) {
        return;
    }
    state->answers[seat] = XZ_ANSWER_CHOSEN;
    if (!answers_owed(state)) {
        (exchanging ? exchange : open_voids)(p);
    }
}

/* ---- the calls ------------------------------------------------------------------------------------------------------------ */

void xz_step_legal(const xz_rules *rules, xz_state *state, int seat, int action, xz_events *events) {
    xz_events own;
    play p = {rules, state, events ? events : &own, events != NULL};
    p.events->count = 0;
    if (state->phase == XZ_TURN) {
        take_turn(&p, seat, action);
    } else if (xz_phase_is(XZ_PHASES_OF_A_TILE, state->phase)) {
        answer(&p, seat, action);
    } else {
        choose(&p, seat, action);
    }
}

int xz_step(const xz_rules *rules, xz_state *state, int seat, int action, xz_events *events) {
    XZ_ASSERT_PREPARED(rules);
    if (state->phase == XZ_OVER) {
        return XZ_E_OVER;
    }
    if (seat < 0 || seat >= state->players || !(xz_pending(state) >> seat & 1u)) {
        return XZ_E_SEAT;
    }
    if (action < 0 || action >= XZ_ACTION_COUNT) {
        return XZ_E_ILLEGAL;
    }
    if (!xz_actions_has(xz_legal_set(rules, state, seat), action)) {
        return XZ_E_ILLEGAL;
    }
    xz_step_legal(rules, state, seat, action, events);
    return XZ_OK;
}

/* ---- penalties (§7) -------------------------------------------------------------------------------------------------------- */

static bool penalty_exists(const xz_rules *rules, int penalty) {
    switch (penalty) {
    case XZ_ESCAPE: return rules->escape_units != XZ_NULL;
    case XZ_FALSE_WIN: return rules->false_win_units != XZ_NULL;
    case XZ_WRONG_COUNT: return rules->wrong_count_units != XZ_NULL;
    default: return false;
    }
}

static void winner_escapes(play *p, int seat) {
    xz_state *const state = p->state;
    state->left |= XZ_SEAT_BIT(seat);
    if (p->rules->winner_leaves == XZ_LEAVES_FORFEIT) {
        int const from = p->events->count;
        xz_settle_forfeit(state, seat, p->events);
        apply(p, from);
        state->win_payers[seat] = 0;
        state->win_amount[seat] = 0;
    }
}

static void put_out(play *p, int seat) {
    xz_state *const state = p->state;
    refund(p, seat);
    state->out |= XZ_SEAT_BIT(seat);
    state->active = (uint8_t)(state->active & ~(1u << seat));
    xz_unlock(state, seat);
    state->waits[seat] = 0;
    if (xz_phase_is(XZ_PHASES_ASKING_SEVERAL, state->phase)) {
        state->answers[seat] = XZ_NOT_ASKED;
        state->offers[seat] = 0;
        if (!answers_owed(state)) {
            resolve(p);
        }
    } else if (seat == state->actor) {
        pass_turn(p, seat);
    } else if (xz_one_is_left(state)) {
        end(p);
    }
}

/* Hands that end before play have no waits yet. */
static void refresh_all_waits(play *p) {
    for (int seat = 0; seat < p->state->players; seat++) {
        if (xz_concealed_count(p->state, seat) % 3 == 1) {
            xz_seat_refresh_waits(p->rules, p->state, seat);
        }
    }
}

int xz_penalize(const xz_rules *rules, xz_state *state, int seat, int penalty, xz_events *events) {
    XZ_ASSERT_PREPARED(rules);
    if (state->phase == XZ_OVER) {
        return XZ_E_OVER;
    }
    if (seat < 0 || seat >= state->players) {
        return XZ_E_SEAT;
    }
    bool const active = xz_is_active(state, seat);
    bool const leaving_winner = penalty == XZ_ESCAPE && (state->won & ~state->left & ~state->out) >> seat & 1;
    bool const too_early = penalty != XZ_ESCAPE && xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase);
    if (!penalty_exists(rules, penalty) || too_early || !(active || leaving_winner)) {
        return XZ_E_PENALTY;
    }
    xz_events own;
    play p = {rules, state, events ? events : &own, events != NULL};
    p.events->count = 0;
    tell(&p, XZ_EVENT_PENALTY, seat, XZ_NONE, XZ_NONE, penalty);
    if (!active) {
        winner_escapes(&p, seat);
        return XZ_OK;
    }
    int const from = p.events->count;
    xz_settle_penalty(rules, state, seat, penalty, p.events);
    apply(&p, from);
    if (penalty == XZ_ESCAPE) {
        state->left |= XZ_SEAT_BIT(seat);
        if (xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase)) {
            xz_void_choices(state);
            refresh_all_waits(&p);
        }
        end(&p);
    } else {
        put_out(&p, seat);
    }
    return XZ_OK;
}
