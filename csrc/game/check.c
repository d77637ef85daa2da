/*
 * What must be true of every state between two calls. xz_state_check goes through named clauses, recomputing each cache
 * from the facts, so that a test can call it after every step and a reader of bytes can refuse what no play leads to.
 */
#include "game/check.h"

#include "game/claim.h"
#include "game/state.h"

#include <stdio.h>
#include <string.h>

/* More than any hand can move (§12): sums stay far from overflow. */
#define MOST_POINTS (INT64_C(1) << 56)

typedef struct clause {
    const char *name;
    bool (*holds)(const xz_rules *rules, const xz_state *state);
} clause;

/* The other clauses index by these fields: it stands first. */
static bool fields_in_range(const xz_rules *rules, const xz_state *state) {
    int const players = (int)rules->players;
    unsigned const seats = (1u << players) - 1u;
    bool good = state->players == players && state->dealer < players && state->phase <= XZ_OVER &&
                state->wall_front <= state->wall_back && state->wall_back <= xz_wall_length(rules) &&
                state->river_count <= state->wall_front && state->wall_front >= 13 * players + 1 &&
                ((state->active | state->won | state->out | state->left) & ~seats) == 0 &&
                (state->next_dealer == XZ_NONE || state->next_dealer < players);
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        good = good && state->meld_count[seat] <= XZ_MAX_MELDS && state->taken[seat] <= 2 &&
               state->answers[seat] <= XZ_ANSWER_WIN &&
               (state->win_tile[seat] == XZ_NONE || state->win_tile[seat] < XZ_SLOTS);
        for (int tile = 0; tile < XZ_SLOTS; tile++) {
            good = good && state->counts[seat][tile] <= 4;
        }
        for (int i = 0; good && i < XZ_MAX_MELDS; i++) {
            xz_meld const meld = state->melds[seat][i];
            if (i >= state->meld_count[seat]) {
                good = !(meld.kind | meld.tile | meld.feeder | meld.holds);
                continue;
            }
            good = meld.kind >= XZ_PONG && meld.kind <= XZ_CONCEALED_KONG && meld.tile < XZ_SLOTS &&
                   (meld.kind == XZ_CONCEALED_KONG ? meld.feeder == XZ_NONE
                                                   : meld.feeder < players && meld.feeder != seat) &&
                   (meld.holds & ~seats) == 0 && !(meld.holds >> seat & 1) && (meld.kind != XZ_PONG || meld.holds == 0);
        }
    }
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        good = good && state->scores[seat] <= MOST_POINTS && state->scores[seat] >= -MOST_POINTS &&
               state->win_amount[seat] <= MOST_POINTS && state->win_amount[seat] >= 0;
    }
    for (int i = 0; good && i < state->river_count; i++) {
        good = (state->tiles[i] & 31) < XZ_SLOTS && state->tiles[i] >> 5 < players;
    }
    for (int i = state->wall_front; good && i < state->wall_back; i++) {
        good = state->tiles[i] < XZ_SLOTS;
    }
    return good;
}

static bool phase_is_whole(const xz_rules *rules, const xz_state *state) {
    if (state->phase == XZ_OVER) {
        return state->actor == XZ_NONE && state->origin == XZ_NONE && state->tile == XZ_NONE && state->drawn == XZ_NONE;
    }
    bool const after_pong = state->origin == XZ_FROM_PONG;
    bool const known = state->actor < state->players && state->origin <= XZ_FROM_PONG &&
                       (after_pong ? state->drawn == XZ_NONE : state->drawn < XZ_SLOTS);
    if (!known) {
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
        return !after_pong && state->counts[state->actor][state->tile] == 1 &&
               state->counts[state->actor][state->drawn] > 0 && xz_wall_left(state) > 0 &&
               (rules->added_kong_any_time || state->tile == state->drawn) &&
               xz_pong_of(state, state->actor, state->tile) != XZ_NONE;
    }
    return state->river_count > 0 && state->tiles[state->river_count - 1] == (uint8_t)(state->tile + 32 * state->actor);
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
    return state->lock[seat] <= (xz_is_active(state, seat) ? most : 0);
}

static bool seats_add_up(const xz_rules *rules, const xz_state *state) {
    unsigned const seats = (1u << state->players) - 1u;
    bool good = (state->active | state->won | state->out) == seats && !(state->active & state->won) &&
                !(state->active & state->out) && !(state->won & state->out) && !(state->left & state->out) &&
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

static bool seat_holds_14(const xz_state *state, int seat, int tiles) {
    bool const acting = (state->phase == XZ_TURN || state->phase == XZ_ROB) && seat == state->actor;
    /* a seat put out in its own turn, and one that left or saw the hand end in it, keeps its 14 */
    bool const may = acting || state->out >> seat & 1 || (state->phase == XZ_OVER && !(state->won >> seat & 1));
    return acting ? tiles == XZ_MAX_HAND : tiles == XZ_MAX_HAND - 1 || (may && tiles == XZ_MAX_HAND);
}

static bool hands_have_13(const xz_rules *rules, const xz_state *state) {
    (void)rules;
    for (int seat = 0; seat < state->players; seat++) {
        int const tiles = 3 * state->meld_count[seat] + xz_concealed_count(state, seat);
        if (!seat_holds_14(state, seat, tiles)) {
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

bool xz_seen_lies_open(const xz_rules *rules, const xz_state *state) {
    (void)rules;
    int open[XZ_SLOTS] = {0};
    int won[XZ_SLOTS] = {0};
    for (int i = 0; i < state->river_count; i++) {
        open[state->tiles[i] & 31]++;
    }
    for (int seat = 0; seat < state->players; seat++) {
        for (int i = 0; i < state->meld_count[seat]; i++) {
            open[state->melds[seat][i].tile] += state->melds[seat][i].kind == XZ_PONG ? 3 : 4;
        }
        if (state->win_tile[seat] != XZ_NONE) {
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
    (void)rules;
    for (int seat = 0; seat < state->players; seat++) {
        xz_state copy = *state;
        bool const acting = (state->phase == XZ_TURN || state->phase == XZ_ROB) && seat == state->actor;
        if (state->out >> seat & 1 || (acting && state->origin == XZ_FROM_PONG)) {
            if (state->waits[seat] != 0) {
                return false;
            }
            continue;
        }
        int const tiles = 3 * state->meld_count[seat] + xz_concealed_count(state, seat);
        if (tiles == XZ_MAX_HAND) {
            if (!acting) {
                continue; /* the hand ended in its turn: the drawn tile is no longer known */
            }
            xz_seat_give(&copy, seat, state->drawn);
        }
        xz_seat_refresh_waits(&copy, seat);
        if (copy.waits[seat] != state->waits[seat]) {
            return false;
        }
    }
    return true;
}

static bool answers_fit_offers(const xz_rules *rules, const xz_state *state) {
    bool const asking = state->phase == XZ_CLAIM || state->phase == XZ_ROB;
    if (asking) {
        xz_state copy = *state;
        xz_ask(rules, &copy, xz_concerned(&copy));
        if (memcmp(copy.offers, state->offers, sizeof copy.offers) != 0) {
            return false;
        }
    }
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        int const answer = state->answers[seat];
        unsigned const offers = state->offers[seat];
        unsigned const needed = answer == XZ_ANSWER_PASS   ? XZ_OFFER_PASS
                                : answer == XZ_ANSWER_PONG ? XZ_OFFER_PONG
                                : answer == XZ_ANSWER_KONG ? XZ_OFFER_KONG
                                : answer == XZ_ANSWER_WIN  ? XZ_OFFER_WIN
                                                           : 0u;
        bool const asked = answer != XZ_NOT_ASKED;
        if (asked != (offers != 0) || (offers & needed) != needed ||
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
    {"fields_in_range", fields_in_range}, {"phase_is_whole", phase_is_whole},
    {"chain_is_a_kong", chain_is_a_kong}, {"seats_add_up", seats_add_up},
    {"hands_have_13", hands_have_13},     {"scores_sum_to_zero", scores_sum_to_zero},
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
