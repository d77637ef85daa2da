/*
 * The player `value` takes the action with the most expected points: what it leaves to build (plan.h), less what a discard
 * may cost (danger.h), or what a win or a kong pays now. It knows its view and the rules, nothing else, and draws no numbers.
 */
#include "base/port.h"
#include "game/action_set.h"
#include "game/claim.h"
#include "players/danger.h"
#include "players/outlook.h"
#include "players/plan.h"
#include "players/weights.h"
#include "rules/kongs.h"

#include <string.h>

static bool has(const xz_view *view, int action) { return xz_actions_has(view->legal, action); }

/* A win now: its points, and all that is not to be paid any more. */
static double win_worth(const xz_outlook *o, const xz_holding *hand, const xz_prices *prices) {
    const xz_view *const view = o->view;
    bool const self_draw = view->phase == XZ_TURN;
    xz_hand whole = {.meld_count = (uint8_t)hand->meld_count};
    memcpy(whole.counts, hand->counts, sizeof whole.counts);
    memcpy(whole.melds, hand->melds, sizeof whole.melds);
    if (!self_draw) {
        whole.counts[view->tile]++;
    }
    xz_moment const now = {.phase = view->phase,
                           .origin = view->origin,
                           .chain_kind = view->chain_kind,
                           .last = view->wall_left == 0,
                           .of_drawn = true};
    xz_circumstances const how = xz_circumstances_of(o->rules, &now);
    xz_score score = {0};
    xz_score_hand(o->rules, &whole, view->tile, &how, &score);
    bool const by_feeder = how.bloom == XZ_DIRECT_KONG && o->rules->direct_kong_bloom == XZ_BLOOM_FEEDER_AS_DISCARD;
    double const payers = self_draw && !by_feeder ? o->opponents : 1;
    return (double)score.points * payers + o->draws * o->staying + o->exhausted * (o->unready + prices->holds);
}

static double worth(const xz_outlook *o, const xz_holding *hand, int draws) {
    xz_prices prices = xz_prices_of(o, hand);
    xz_appraisal appraisal;
    return xz_appraise(&appraisal, o, &prices, hand, draws);
}

/* 3k+2 tiles: what each discard leaves, less what it may cost. The cost counts against the safest discard: whatever is done
 * instead of a discard is followed by one. */
static void discard_worths(const xz_outlook *o, xz_prices *prices, xz_holding *hand, double *worths) {
    xz_appraisal whole;
    xz_appraise(&whole, o, prices, hand, o->draws);
    xz_danger const danger = xz_danger_of(o);
    double safest = -1;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        if (hand->counts[tile] && (safest < 0 || danger.cost[tile] < safest)) {
            safest = danger.cost[tile];
        }
    }
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        if (hand->counts[tile]) {
            worths[tile] = xz_appraise_without(&whole, hand, tile) - (danger.cost[tile] - safest);
        }
    }
}

static int pong_of(const xz_holding *hand, int tile) {
    for (int i = 0; i < hand->meld_count; i++) {
        if (hand->melds[i].kind == XZ_PONG && hand->melds[i].tile == tile) {
            return i;
        }
    }
    return XZ_NONE;
}

static double own_kong_worth(const xz_outlook *o, const xz_holding *hand, int tile) {
    xz_holding after = *hand;
    int const pong = pong_of(hand, tile);
    if (pong != XZ_NONE) {
        xz_holding_give(&after, tile, 1);
        after.melds[pong].kind = XZ_ADDED_KONG;
    } else {
        xz_holding_give(&after, tile, 4);
        xz_holding_meld(&after, XZ_CONCEALED_KONG, tile);
    }
    int const kind = pong != XZ_NONE ? XZ_ADDED_KONG : XZ_CONCEALED_KONG;
    double const income = (double)xz_kong_income(o->rules, kind, o->opponents);
    return income * XZ_W_KONG_PAID + worth(o, &after, o->draws + 1);
}

static void on_turn(const xz_outlook *o, double worths[XZ_ACTION_COUNT]) {
    const xz_view *const view = o->view;
    xz_holding hand = xz_holding_of(view);
    xz_prices prices = xz_prices_of(o, &hand);
    discard_worths(o, &prices, &hand, worths);
    if (has(view, XZ_WIN)) {
        worths[XZ_WIN] = win_worth(o, &hand, &prices);
    }
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        if (has(view, XZ_KONG + tile)) {
            worths[XZ_KONG + tile] = own_kong_worth(o, &hand, tile);
        }
    }
}

static double pong_worth(const xz_outlook *o, const xz_holding *hand, int tile) {
    xz_holding after = *hand;
    xz_holding_give(&after, tile, 2);
    xz_holding_meld(&after, XZ_PONG, tile);
    xz_prices prices = xz_prices_of(o, &after);
    double worths[XZ_SLOTS];
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        worths[slot] = XZ_NO_WORTH;
    }
    discard_worths(o, &prices, &after, worths);
    double best = XZ_NO_WORTH;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        best = worths[slot] > best ? worths[slot] : best;
    }
    return best;
}

static double direct_kong_worth(const xz_outlook *o, const xz_holding *hand, int tile) {
    xz_holding after = *hand;
    xz_holding_give(&after, tile, 3);
    xz_holding_meld(&after, XZ_DIRECT_KONG, tile);
    double const income = (double)xz_kong_income(o->rules, XZ_DIRECT_KONG, o->opponents);
    return income * XZ_W_KONG_PAID + worth(o, &after, o->draws + 1);
}

static void on_claim(const xz_outlook *o, double worths[XZ_ACTION_COUNT]) {
    const xz_view *const view = o->view;
    int const tile = view->tile;
    xz_holding const hand = xz_holding_of(view);
    if (has(view, XZ_PASS)) {
        worths[XZ_PASS] = worth(o, &hand, o->draws);
    }
    if (has(view, XZ_WIN)) {
        xz_prices const prices = xz_prices_of(o, &hand);
        worths[XZ_WIN] = win_worth(o, &hand, &prices);
    }
    if (has(view, XZ_CLAIM_PONG)) {
        worths[XZ_CLAIM_PONG] = pong_worth(o, &hand, tile);
    }
    if (has(view, XZ_KONG + tile)) {
        worths[XZ_KONG + tile] = direct_kong_worth(o, &hand, tile);
    }
}

int xz_value_worths(const xz_rules *rules, const xz_view *view, double worths[XZ_ACTION_COUNT]) {
    for (int action = 0; action < XZ_ACTION_COUNT; action++) {
        worths[action] = XZ_NO_WORTH;
    }
    if (!xz_actions_any(view->legal)) {
        return XZ_E_SEAT;
    }
    xz_outlook const outlook = xz_outlook_of(rules, view);
    if (view->phase == XZ_TURN) {
        on_turn(&outlook, worths);
    } else {
        on_claim(&outlook, worths);
    }
    for (int action = 0; action < XZ_ACTION_COUNT; action++) {
        if (!has(view, action)) {
            worths[action] = XZ_NO_WORTH;
        }
    }
    return XZ_OK;
}

int xz_value_action(const xz_rules *rules, const xz_view *view) {
    XZ_ASSERT_PREPARED(rules);
    if (!xz_actions_any(view->legal)) {
        return XZ_E_SEAT;
    }
    if (xz_is_single(view->legal)) {
        return xz_first_action(view->legal);
    }
    double worths[XZ_ACTION_COUNT];
    xz_value_worths(rules, view, worths);
    int best = XZ_NONE;
    for (int action = 0; action < XZ_ACTION_COUNT; action++) {
        if (has(view, action) && (best == XZ_NONE || worths[action] > worths[best])) {
            best = action;
        }
    }
    return best;
}
