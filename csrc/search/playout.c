/*
 * Playouts: worlds that a seat could be in, each played to the end after every action that is to be compared. World w is the
 * same for all actions and depends on (seed, w) alone, so whoever shares out the worlds gets the same numbers.
 */
#include "base/bits.h"
#include "game/wall_end.h"
#include "search/likely.h"
#include "sim/drive.h"

/* Streams of the caller's (docs/determinism.md §1): the worlds, then the policies that draw. */
enum { STREAM_WORLD = XZ_STREAM_CALLER, STREAM_SEATS = XZ_STREAM_CALLER + 1 };

static bool ran_out(const xz_rules *rules, const xz_state *over) {
    bool const enough_won = rules->wins_to_end != XZ_NULL && xz_popcount32(over->won) >= rules->wins_to_end;
    return xz_wall_left(over) == 0 && !xz_one_is_left(over) && !enough_won;
}

/* The seat whose hand it is, and whether it is the one that a move may make pay a win. */
typedef struct payer_watch {
    int seat;
    bool feeds, dealt_in;
    unsigned won;
} payer_watch;

static void before_move(void *watch, const xz_state *state, int seat, int action) {
    payer_watch *const w = watch;
    (void)seat;
    (void)action;
    w->feeds = xz_phase_is(XZ_PHASES_OF_A_TILE, state->phase) && state->actor == w->seat;
    w->won = state->won;
}

static void after_move(void *watch, const xz_state *state, xz_move move, const xz_events *events) {
    payer_watch *const w = watch;
    (void)move;
    (void)events;
    w->dealt_in |= w->feeds && state->won != w->won;
}

/* The end of the hand, as the seat finds it. */
static xz_outcome play_out(const xz_rules *rules, int32_t policy, xz_state *state, int seat, int action, xz_rng *rng) {
    xz_outcome outcome = {.points = -state->scores[seat], .flags = 0};
    payer_watch watch = {.seat = seat};
    xz_watcher const watcher = {before_move, after_move};
    int32_t const policies[XZ_MAX_SEATS] = {policy, policy, policy, policy};
    xz_take_watched(false, rules, state, seat, action, NULL, watcher, &watch);
    xz_drive(rules, state, (xz_seating){policies, rng, 0}, NULL, watcher, &watch, NULL);
    outcome.points += state->scores[seat];
    bool const exhausted = ran_out(rules, state);
    bool const ready = exhausted && xz_ready_seats(rules, state) >> seat & 1u;
    outcome.flags |= ((unsigned)state->won >> seat & 1u ? (uint32_t)XZ_OUTCOME_WON : 0u) |
                     (uint32_t)(watch.dealt_in ? XZ_OUTCOME_DEALT_IN : 0) |
                     (uint32_t)(exhausted ? XZ_OUTCOME_EXHAUSTED : 0) | (uint32_t)(ready ? XZ_OUTCOME_READY : 0);
    return outcome;
}

int xz_play_worlds(const xz_rules *rules, const xz_view *view, const xz_playout *playout, uint64_t first_world,
                   int64_t count, const uint8_t *actions, int action_count, xz_outcome *outcomes) {
    int const policy = playout->policy;
    if (!xz_policy_exists(policy)) {
        return XZ_E_POLICY;
    }
    if (!xz_actions_any(view->legal)) {
        return XZ_E_SEAT;
    }
    for (int i = 0; i < action_count; i++) {
        if (actions[i] >= XZ_ACTION_COUNT || !xz_actions_has(view->legal, actions[i])) {
            return XZ_E_ILLEGAL;
        }
    }
    bool const draws = xz_policy_draws(policy);
    for (int64_t w = 0; w < count; w++) {
        xz_state world;
        xz_rng rng;
        xz_rng_seed(&rng, playout->seed, first_world + (uint64_t)w, STREAM_WORLD);
        int const status = playout->uniform ? xz_redeal(rules, view, policy, &rng, &world)
                                            : xz_redeal_likely(rules, view, policy, &rng, &world);
        if (status != XZ_OK) {
            return status;
        }
        for (int i = 0; i < action_count; i++) {
            xz_state state = world;
            if (draws) {
                xz_rng_seed(&rng, playout->seed, first_world + (uint64_t)w, STREAM_SEATS);
            }
            *outcomes++ = play_out(rules, policy, &state, view->seat, actions[i], &rng);
        }
    }
    return XZ_OK;
}
