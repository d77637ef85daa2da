/*
 * What must be true of every state between two calls. xz_state_check goes through named clauses, recomputing each cache
 * from the facts, so that a test can call it after every step and a reader of bytes can refuse what no play leads to.
 */
#include "game/check.h"

#include "base/meld.h"
#include "base/tile.h"
#include "game/choice.h"
#include "game/claim.h"
#include "game/fields.h"
#include "game/state.h"

#include <stdio.h>
#include <string.h>

/* More than any hand can move (§12): sums stay far from overflow. */
#define MOST_POINTS (INT64_C(1) << 56)

typedef struct clause {
    const char *name;
    bool (*holds)(const xz_rules *rules, const xz_state *state);
} clause;

static bool meld_in_range(const xz_rules *rules, xz_meld meld, int seat) {
    int const players = rules->derived.players;
    unsigned const payers = xz_meld_payers(meld);
    bool const kong = meld.kind != XZ_PONG, added = meld.kind == XZ_ADDED_KONG;
    bool const soft = xz_meld_wilds(meld) > 0;
    return meld.kind >= XZ_PONG && meld.kind <= XZ_CONCEALED_KONG && meld.tile < XZ_SLOTS &&
           (meld.kind == XZ_CONCEALED_KONG ? meld.feeder == XZ_NONE : meld.feeder < players && meld.feeder != seat) &&
           payers >> players == 0 && !(payers >> seat & 1) && (kong || payers == 0) &&
           (!soft || (rules->wild != XZ_NULL && meld.tile != rules->wild && (kong || xz_meld_wilds(meld) < 3))) &&
           (!xz_meld_added_wild(meld) || (added && soft)) &&
           (!xz_meld_is_late(meld) || (added && rules->late_added_kong_units != XZ_NULL));
}

static bool melds_in_range(const xz_rules *rules, const xz_state *state, int seat) {
    bool good = state->meld_count[seat] <= XZ_MAX_MELDS;
    for (int i = 0; good && i < XZ_MAX_MELDS; i++) {
        xz_meld const meld = state->melds[seat][i];
        good = i < state->meld_count[seat] ? meld_in_range(rules, meld, seat)
                                           : !(meld.kind | meld.tile | meld.feeder | meld.holds);
    }
    return good;
}

static bool tiles_in_range(const xz_rules *rules, const xz_state *state) {
    bool good = true;
    for (int i = 0; good && i < state->river_count; i++) {
        unsigned const tile = state->tiles[i];
        good =
            (tile & 31) < XZ_SLOTS && (tile >> 5 & 3) < state->players && (rules->play_on || !(tile & XZ_LAID_ASIDE));
    }
    for (int i = state->wall_front; good && i < state->wall_back; i++) {
        good = state->tiles[i] < XZ_SLOTS;
    }
    return good;
}

static bool choices_in_range(const xz_state *state, int seat) {
    bool good = state->void_suit[seat] < XZ_SUITS || state->void_suit[seat] == XZ_NONE;
    for (int i = 0; good && i < XZ_MAX_EXCHANGE; i++) {
        uint8_t const tile = state->given[seat][i];
        good = tile == XZ_NONE || (tile & ~XZ_GIVEN_SHOWN) < XZ_SLOTS;
    }
    return good;
}

/* The other clauses index by these fields: it stands first. */
static bool fields_in_range(const xz_rules *rules, const xz_state *state) {
    int const players = rules->derived.players;
    unsigned const seats = (1u << players) - 1u;
    bool good =
        state->players == players && state->dealer < players && state->phase < XZ_PHASE_COUNT &&
        state->wall_front <= state->wall_back && state->wall_back <= xz_wall_length(rules) &&
        state->river_count <= state->wall_front && state->wall_front >= (rules->derived.whole_hand - 1) * players &&
        ((state->active | state->won | state->out | state->left | state->off_void | state->cleared) & ~seats) == 0 &&
        (state->next_dealer == XZ_NONE || state->next_dealer < players) && state->win_events <= XZ_MAX_WIN_EVENTS &&
        (state->way < XZ_WAY_COUNT || state->way == XZ_NONE);
    for (int seat = 0; good && seat < XZ_MAX_SEATS; seat++) {
        good = state->taken[seat] <= 2 && state->answers[seat] < XZ_ANSWER_COUNT &&
               (state->win_tile[seat] == XZ_NONE || state->win_tile[seat] < XZ_SLOTS) &&
               melds_in_range(rules, state, seat) && choices_in_range(state, seat) &&
               state->scores[seat] <= MOST_POINTS && state->scores[seat] >= -MOST_POINTS &&
               state->win_amount[seat] <= MOST_POINTS && state->win_amount[seat] >= 0;
        for (int tile = 0; good && tile < XZ_SLOTS; tile++) {
            good = state->counts[seat][tile] <= 4;
        }
    }
    return good && tiles_in_range(rules, state);
}

/* What belongs to an option says nothing while the option is off, and for seats that there are not. */
static bool options_off_say_nothing(const xz_rules *rules, const xz_state *state) {
    for (int f = 0; f < xz_state_fields_count; f++) {
        const xz_field *const field = &xz_state_fields[f];
        size_t const size = xz_field_size(field), used = size / field->seats * (field->seats > 1 ? state->players : 1u);
        const uint8_t *const bytes = (const uint8_t *)state + field->offset;
        bool const spare = field->role == XZ_ROLE_SPARE;
        for (size_t i = spare || !xz_part_is_on(rules, field->part) ? 0 : used; i < size; i++) {
            if (bytes[i] != field->empty && field->role != XZ_ROLE_TILES) {
                return false;
            }
        }
    }
    return true;
}

/* Before play and after it nobody acts, and there is no tile to act on; but the dealer's last tile is known until play begins. */
static bool nobody_acts(const xz_rules *rules, const xz_state *state) {
    bool const before_play = state->phase != XZ_OVER;
    bool const dealt = rules->dealer_draws == XZ_DEALER_DRAWS_BEFORE_EXCHANGE;
    return state->actor == XZ_NONE && state->origin == XZ_NONE && state->tile == XZ_NONE &&
           (before_play && dealt ? state->drawn < XZ_SLOTS : state->drawn == XZ_NONE) &&
           (!before_play || (state->river_count == 0 && !(state->won | state->out | state->left)));
}

static bool rob_is_whole(const xz_rules *rules, const xz_state *state) {
    int const copies = state->counts[state->actor][state->tile];
    return (copies == 1 || (rules->wild != XZ_NULL && copies == 2)) &&
           (state->origin == XZ_FROM_PONG ? rules->kong_after_pong : state->counts[state->actor][state->drawn] > 0) &&
           xz_wall_left(state) > 0 && (rules->added_kong_any_time || state->tile == state->drawn) &&
           xz_pong_of(state, state->actor, state->tile) != XZ_NONE;
}

static bool phase_is_whole(const xz_rules *rules, const xz_state *state) {
    bool const exchanging = state->phase == XZ_EXCHANGING, declaring = state->phase == XZ_DECLARING;
    if ((exchanging && !xz_part_is_on(rules, XZ_PART_EXCHANGE)) || (declaring && !xz_part_is_on(rules, XZ_PART_VOID))) {
        return false;
    }
    if (state->phase == XZ_OVER || exchanging || declaring) {
        return nobody_acts(rules, state);
    }
    bool const after_pong = state->origin == XZ_FROM_PONG;
    bool const known = state->actor < state->players && state->origin <= XZ_FROM_PONG &&
                       (after_pong ? state->drawn == XZ_NONE : state->drawn < XZ_SLOTS);
    if (!known || state->wall_front == (rules->derived.whole_hand - 1) * state->players) {
        return false;
    }
    if (state->phase == XZ_TURN) {
        return xz_is_active(state, state->actor) && !xz_one_is_left(state) && state->tile == state->drawn &&
               state->river_count < state->wall_front && (after_pong || state->counts[state->actor][state->drawn] > 0);
    }
    if (state->tile >= XZ_SLOTS) {
        return false;
    }
    if (state->phase == XZ_ROB) {
        return rob_is_whole(rules, state);
    }
    return state->river_count > 0 && state->tiles[state->river_count - 1] == (uint8_t)(state->tile + 32 * state->actor);
}

/* What is left of the seat's choice: all of it where it has chosen, less where it has not; nothing where a round before play
 * was broken off, or what others gave one another is not known. */
static bool picks_fit(const xz_rules *rules, const xz_state *state, int seat) {
    int const count = xz_given_count(state->given[seat]);
    uint8_t needed[XZ_SLOTS] = {0};
    int const holder = state->phase == XZ_EXCHANGING ? seat : xz_receiver_of(state, seat);
    for (int i = 0; i < XZ_MAX_EXCHANGE; i++) {
        uint8_t const given = state->given[seat][i], tile = given & (uint8_t)~XZ_GIVEN_SHOWN;
        bool const shown = i < count && tile != given;
        if ((i >= count && given != XZ_NONE) || (shown && state->phase == XZ_EXCHANGING)) {
            return false;
        }
        if (i >= count) {
            continue;
        }
        uint8_t const before = i ? state->given[seat][i - 1] & (uint8_t)~XZ_GIVEN_SHOWN : tile;
        bool const one_suit = rules->exchange_suit == XZ_EXCHANGE_ONE_SUIT;
        if (before > tile || (one_suit && xz_suit_of(before) != xz_suit_of(tile)) || tile == rules->wild) {
            return false;
        }
        needed[tile] = (uint8_t)(needed[tile] + !shown);
        if (needed[tile] > state->counts[holder][tile]) {
            return false;
        }
    }
    if (state->phase == XZ_EXCHANGING) {
        return (state->answers[seat] == XZ_ANSWER_CHOSEN) == (count == rules->exchange_count) &&
               count <= rules->exchange_count;
    }
    return count == 0 || count == rules->exchange_count;
}

static bool way_fits(const xz_rules *rules, const xz_state *state) {
    switch (rules->exchange) {
    case XZ_EXCHANGE_NEXT: return state->way == XZ_WAY_NEXT;
    case XZ_EXCHANGE_PREVIOUS: return state->way == XZ_WAY_PREVIOUS;
    case XZ_EXCHANGE_ACROSS: return state->way == XZ_WAY_ACROSS;
    default:
        return state->way == XZ_WAY_NEXT || (state->way == XZ_WAY_PREVIOUS && state->players > 2) ||
               (state->way == XZ_WAY_ACROSS && state->players == 4);
    }
}

static bool exchange_fits(const xz_rules *rules, const xz_state *state) {
    if (!xz_part_is_on(rules, XZ_PART_EXCHANGE)) {
        return true;
    }
    bool good = way_fits(rules, state);
    for (int seat = 0; good && seat < state->players; seat++) {
        good = picks_fit(rules, state, seat);
    }
    return good;
}

static bool voids_fit(const xz_rules *rules, const xz_state *state) {
    if (!xz_part_is_on(rules, XZ_PART_VOID)) {
        return true;
    }
    bool const forced = rules->void_discard == XZ_VOID_DISCARD_FORCED;
    int named = 0;
    for (int seat = 0; seat < state->players; seat++) {
        bool const has_named = state->void_suit[seat] != XZ_NONE;
        named += has_named;
        if (state->phase == XZ_DECLARING && has_named != (state->answers[seat] == XZ_ANSWER_CHOSEN)) {
            return false;
        }
        bool const cleared = state->cleared >> seat & 1;
        int held = 0;
        for (int rank = 0; has_named && rank < XZ_RANKS; rank++) {
            held += state->counts[seat][xz_slot(state->void_suit[seat], rank)];
        }
        if ((cleared && (!forced || held > state->fresh[seat])) || (!forced && state->fresh[seat])) {
            return false;
        }
        for (int i = 0; has_named && i < state->meld_count[seat]; i++) {
            if (xz_suit_of(state->melds[seat][i].tile) == state->void_suit[seat]) {
                return false;
            }
        }
    }
    bool const in_play = !xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase) && state->phase != XZ_OVER;
    return !(state->cleared & ~state->off_void) && (!in_play || named == state->players) &&
           (state->phase != XZ_EXCHANGING || named == 0) &&
           (state->phase != XZ_OVER || named == 0 || named == state->players);
}

/* Each tile laid aside is that of one winning event, the seats' first ones are their winning tiles. */
static bool wins_fit(const xz_rules *rules, const xz_state *state) {
    if (!xz_part_is_on(rules, XZ_PART_PLAY_ON)) {
        return true;
    }
    int wins[XZ_MAX_SEATS] = {0}, events = 0;
    for (int i = 0; i < state->river_count; i++) {
        if (!(state->tiles[i] & XZ_LAID_ASIDE) || events == XZ_MAX_WIN_EVENTS) {
            continue;
        }
        unsigned const winners = xz_winners_of(state->winners, events++);
        if (winners == 0 || winners >> state->players) {
            return false;
        }
        for (int seat = 0; seat < state->players; seat++) {
            bool const won = winners >> seat & 1;
            if (won && wins[seat]++ == 0 && state->win_tile[seat] != (state->tiles[i] & 31)) {
                return false;
            }
        }
    }
    bool good = events == state->win_events;
    for (int event = events; event < XZ_MAX_WIN_EVENTS; event++) {
        good = good && xz_winners_of(state->winners, event) == 0;
    }
    for (int seat = 0; seat < state->players; seat++) {
        bool const noted = state->first_roots[seat] || state->first_kong_fan[seat];
        good = good && wins[seat] == state->wins[seat] && (wins[seat] > 0) == (state->won >> seat & 1) &&
               (!noted || (wins[seat] > 0 && rules->play_on_roots == XZ_PLAY_ON_ROOTS_FIRST_WIN));
    }
    return good;
}

static bool chain_is_a_kong(const xz_rules *rules, const xz_state *state) {
    (void)rules;
    if (state->phase == XZ_OVER || state->origin != XZ_FROM_REPLACEMENT) {
        return state->chain_kind == XZ_NO_MELD && state->chain_meld == XZ_NONE;
    }
    return state->chain_meld < state->meld_count[state->actor] && state->chain_kind >= XZ_DIRECT_KONG &&
           state->melds[state->actor][state->chain_meld].kind == state->chain_kind;
}

static bool lock_fits(const xz_rules *rules, const xz_state *state, int seat) {
    int const most = rules->pass_lock == XZ_LOCK_OFF ? 0 : rules->pass_lock == XZ_LOCK_UNTIL_DRAW ? 1 : 255;
    return state->lock[seat] <= (xz_is_active(state, seat) ? most : 0) && (state->lock[seat] || !state->passed[seat]);
}

static bool seats_add_up(const xz_rules *rules, const xz_state *state) {
    unsigned const seats = (1u << state->players) - 1u;
    bool const apart = rules->play_on || !((state->active | state->out) & state->won);
    bool good = (state->active | state->won | state->out) == seats && apart && !(state->active & state->out) &&
                (!rules->play_on || (state->active | state->out) == seats) && !(state->left & state->out) &&
                (state->next_dealer != XZ_NONE) == (state->won != 0);
    int const wins = (state->won & 1) + (state->won >> 1 & 1) + (state->won >> 2 & 1) + (state->won >> 3 & 1);
    good = good && (state->phase == XZ_OVER || rules->wins_to_end == XZ_NULL || wins < rules->wins_to_end);
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        bool const won = state->won >> seat & 1;
        good = good && won == (state->win_tile[seat] != XZ_NONE) && (won || state->win_payers[seat] == 0) &&
               (state->win_payers[seat] & ~seats) == 0 && !(state->win_payers[seat] >> seat & 1) &&
               state->win_amount[seat] >= 0 && (state->win_payers[seat] || state->win_amount[seat] == 0) &&
               lock_fits(rules, state, seat);
    }
    return good;
}

static bool hand_is_whole(const xz_rules *rules, const xz_state *state, int seat) {
    int const whole = rules->derived.whole_hand;
    int const tiles = 3 * state->meld_count[seat] + xz_concealed_count(state, seat);
    bool const acting = xz_phase_is(XZ_PHASES_WITH_DRAWN, state->phase) && seat == state->actor;
    bool const before_play = xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase);
    bool const dealt_all = before_play && seat == state->dealer && state->drawn != XZ_NONE;
    if (acting || before_play) {
        return tiles == whole - !(acting || dealt_all);
    }
    /* a seat put out in its own turn, and one that left or saw the hand end in it, keeps the tile it drew */
    bool const gone = !rules->play_on && state->won >> seat & 1;
    bool const may_keep = state->out >> seat & 1 || (state->phase == XZ_OVER && !gone);
    return tiles == whole - 1 || (may_keep && tiles == whole);
}

static bool hands_are_whole(const xz_rules *rules, const xz_state *state) {
    for (int seat = 0; seat < state->players; seat++) {
        if (!hand_is_whole(rules, state, seat)) {
            return false;
        }
    }
    return true;
}

/* Every tile is in one place. Winners of one tile share it: those next to each other in turn with the same tile may, so
 * what is checked here is that `seen` is right but for shared winning tiles, and that all places add up to four. */
static bool tiles_are_whole(const xz_rules *rules, const xz_state *state) {
    int counts[XZ_SLOTS] = {0};
    for (int seat = 0; seat < state->players; seat++) {
        for (int tile = 0; tile < XZ_SLOTS; tile++) {
            counts[tile] += state->counts[seat][tile];
        }
    }
    for (int i = state->wall_front; i < state->wall_back; i++) {
        counts[state->tiles[i]]++;
    }
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        int const whole = rules->suits >> (tile / XZ_RANKS) & 1 ? 4 : 0;
        if (counts[tile] + state->seen[tile] != whole) {
            return false;
        }
    }
    return true;
}

/* Adds the tiles that lie in the seat's melds, wild ones as what they are. */
static void count_melds(const xz_rules *rules, const xz_state *state, int seat, int open[XZ_SLOTS]) {
    for (int i = 0; i < state->meld_count[seat]; i++) {
        xz_meld const meld = state->melds[seat][i];
        int const wilds = xz_meld_wilds(meld);
        open[meld.tile] += (meld.kind == XZ_PONG ? 3 : 4) - wilds;
        if (wilds) {
            open[rules->wild] += wilds;
        }
    }
}

bool xz_seen_lies_open(const xz_rules *rules, const xz_state *state) {
    int open[XZ_SLOTS] = {0};
    int won[XZ_SLOTS] = {0};
    for (int i = 0; i < state->river_count; i++) {
        open[state->tiles[i] & 31]++;
    }
    for (int seat = 0; seat < state->players; seat++) {
        count_melds(rules, state, seat, open);
        if (state->win_tile[seat] != XZ_NONE && !rules->play_on) {
            won[state->win_tile[seat]]++;
        }
    }
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        int const shown = state->seen[tile] - open[tile]; /* several winners may share one tile */
        if (shown < (won[tile] > 0) || shown > won[tile]) {
            return false;
        }
    }
    return true;
}

static bool index_follows_counts(const xz_rules *rules, const xz_state *state) {
    (void)rules;
    for (int seat = 0; seat < state->players; seat++) {
        uint16_t half[XZ_SUITS][2];
        xz_index_from_counts(state->counts[seat], half);
        if (memcmp(half, state->half[seat], sizeof half) != 0 ||
            state->held[seat] != xz_slots_with(state->counts[seat], 7) ||
            state->kongable[seat] != xz_kongable_tiles(state, seat)) {
            return false;
        }
    }
    return true;
}

static bool waits_follow_tiles(const xz_rules *rules, const xz_state *state) {
    bool const in_play = !xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase);
    for (int seat = 0; seat < state->players; seat++) {
        xz_state copy = *state;
        bool const acting = xz_phase_is(XZ_PHASES_WITH_DRAWN, state->phase) && seat == state->actor;
        int const tiles = 3 * state->meld_count[seat] + xz_concealed_count(state, seat);
        if (!in_play || state->out >> seat & 1 || (acting && state->origin == XZ_FROM_PONG)) {
            if (state->waits[seat] != 0) {
                return false;
            }
            continue;
        }
        if (tiles == rules->derived.whole_hand) {
            if (!acting) {
                continue; /* the hand ended in its turn: the drawn tile is no longer known */
            }
            xz_seat_give(&copy, seat, state->drawn);
        }
        xz_seat_refresh_waits(rules, &copy, seat);
        if (copy.waits[seat] != state->waits[seat]) {
            return false;
        }
    }
    return true;
}

/* What the answer must have been offered. */
static unsigned offer_of(int answer) {
    static const uint8_t offers[XZ_ANSWER_COUNT] = {[XZ_ANSWER_PASS] = XZ_OFFER_PASS,
                                                    [XZ_ANSWER_PONG] = XZ_OFFER_PONG,
                                                    [XZ_ANSWER_KONG] = XZ_OFFER_KONG,
                                                    [XZ_ANSWER_WIN] = XZ_OFFER_WIN};
    return offers[answer];
}

/* Before play every seat is asked and offered nothing but its own choice. */
static bool choices_are_owed(const xz_state *state) {
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        bool const asked = state->answers[seat] == XZ_OWING || state->answers[seat] == XZ_ANSWER_CHOSEN;
        if (state->offers[seat] || asked != (seat < state->players) || (!asked && state->answers[seat])) {
            return false;
        }
    }
    return xz_pending(state) != 0;
}

static bool answers_fit_offers(const xz_rules *rules, const xz_state *state) {
    if (xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase)) {
        return choices_are_owed(state);
    }
    bool const asking = xz_phase_is(XZ_PHASES_OF_A_TILE, state->phase);
    if (asking) {
        xz_state copy = *state;
        xz_ask(rules, &copy, xz_concerned(&copy));
        if (memcmp(copy.offers, state->offers, sizeof copy.offers) != 0) {
            return false;
        }
    }
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        int const answer = state->answers[seat];
        unsigned const offers = state->offers[seat], needed = offer_of(answer);
        bool const asked = answer != XZ_NOT_ASKED;
        if (asked != (offers != 0) || (offers & needed) != needed || answer == XZ_ANSWER_CHOSEN ||
            (asked && (!asking || seat == state->actor || !xz_is_active(state, seat)))) {
            return false;
        }
    }
    return !asking || xz_pending(state) != 0;
}

static bool scores_sum_to_zero(const xz_rules *rules, const xz_state *state) {
    (void)rules;
    int64_t sum = 0;
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        sum += state->scores[seat];
    }
    return sum == 0;
}

static const clause facts[] = {
    {"fields_in_range", fields_in_range},
    {"options_off_say_nothing", options_off_say_nothing},
    {"phase_is_whole", phase_is_whole},
    {"chain_is_a_kong", chain_is_a_kong},
    {"seats_add_up", seats_add_up},
    {"hands_are_whole", hands_are_whole},
    {"exchange_fits", exchange_fits},
    {"voids_fit", voids_fit},
    {"wins_fit", wins_fit},
    {"scores_sum_to_zero", scores_sum_to_zero},
};

static const clause caches[] = {
    {"tiles_are_whole", tiles_are_whole},           {"seen_lies_open", xz_seen_lies_open},
    {"index_follows_counts", index_follows_counts}, {"waits_follow_tiles", waits_follow_tiles},
    {"answers_fit_offers", answers_fit_offers},
};

/* The name of the first clause that does not hold, or NULL. */
static const char *first_broken(const clause *clauses, size_t count, const xz_rules *rules, const xz_state *state) {
    for (size_t i = 0; i < count; i++) {
        if (!clauses[i].holds(rules, state)) {
            return clauses[i].name;
        }
    }
    return NULL;
}

bool xz_facts_hold(const xz_rules *rules, const xz_state *state) {
    return first_broken(facts, sizeof facts / sizeof *facts, rules, state) == NULL;
}

int xz_state_check(const xz_rules *rules, const xz_state *state, char *reason, size_t size) {
    const char *broken = first_broken(facts, sizeof facts / sizeof *facts, rules, state);
    if (!broken) {
        broken = first_broken(caches, sizeof caches / sizeof *caches, rules, state);
    }
    if (broken && reason) {
        snprintf(reason, size, "%s", broken);
    }
    return broken ? XZ_E_STATE : XZ_OK;
}
