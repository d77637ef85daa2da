#include "players/outlook.h"

#include "base/bits.h"
#include "players/weights.h"

static int active_opponents(const xz_view *view) { return xz_popcount32((uint32_t)view->active & ~(1u << view->seat)); }

static double typical_points(const xz_rules *rules, bool self_draw) {
    xz_facts const facts = {.readings = XZ_READ_STANDARD, .roots = 1};
    xz_circumstances const how = {.self_draw = self_draw};
    xz_score score;
    xz_score_facts(rules, &facts, &how, &score);
    return (double)score.points;
}

xz_outlook xz_outlook_of(const xz_rules *rules, const xz_view *view) {
    xz_outlook o = {.rules = rules, .view = view, .opponents = active_opponents(view)};
    int unseen = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        int const whole = rules->suits >> (slot / XZ_RANKS) & 1 ? 4 : 0;
        int const left = whole - view->counts[slot] - view->seen[slot];
        o.live[slot] = (uint8_t)(left > 0 ? left : 0);
        unseen += o.live[slot];
    }
    int const seats = o.opponents + 1;
    o.own = unseen > 0 ? 1.0 / unseen : 0;
    o.fed = XZ_W_FED * o.opponents * o.own;
    o.draws = (int)(view->wall_left * (o.opponents > 1 ? XZ_W_DRAWS : 1) / seats + 0.5);
    double const typical = typical_points(rules, true);
    o.staying = XZ_W_STAYING * o.opponents * typical;
    o.goes_on = o.opponents <= 1 ? XZ_W_ROUND_1 : o.opponents == 2 ? XZ_W_ROUND_2 : XZ_W_ROUND_3;
    o.exhausted = 1;
    for (int i = 0; i < o.draws; i++) {
        o.exhausted *= o.goes_on;
    }
    double const at_end = 1 + XZ_W_AT_END * (o.opponents - 1);
    o.rivals = at_end * (1 - XZ_W_READY_AT_END);
    o.unready = at_end * XZ_W_READY_AT_END * typical_points(rules, false);
    o.pig = (double)rules->derived.pig_points * (view->players - 1);
    return o;
}

double xz_outlook_points(const xz_outlook *outlook, const xz_facts *facts) {
    static const xz_circumstances by_discard = {0};
    xz_score score;
    xz_score_facts(outlook->rules, facts, &by_discard, &score);
    return (double)score.points;
}

double xz_outlook_win(const xz_outlook *outlook, const xz_facts *facts) {
    static const xz_circumstances by_self_draw = {.self_draw = true};
    xz_score score;
    xz_score_facts(outlook->rules, facts, &by_self_draw, &score);
    double const drawn = (double)score.points * outlook->opponents * outlook->own;
    double const given = xz_outlook_points(outlook, facts) * outlook->fed;
    double const chance = outlook->own + outlook->fed;
    return chance > 0 ? (drawn + given) / chance : 0;
}
