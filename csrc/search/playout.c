/*
 * Playouts: worlds that a seat could be in, each played to the end after every action that is to be compared. World w is the
 * same for all actions and depends on (seed, w) alone, so whoever shares out the worlds gets the same numbers.
 */
#include "base/bits.h"
#include "game/wall_end.h"
#include "sim/drive.h"
#include "sim/worlds.h"

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

/* The end of the hand, as the seat finds it. `action` is legal in this world. */
static xz_outcome play_out(const xz_rules *rules, const int32_t policies[XZ_MAX_SEATS], xz_state *state, int seat,
                           int action, xz_rng *rng) {
    xz_outcome outcome = {.points = -state->scores[seat], .flags = 0};
    payer_watch watch = {.seat = seat};
    xz_watcher const watcher = {before_move, after_move};
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

static int check(const xz_view *view, const xz_playout *playout, const uint8_t *actions, int action_count) {
    if (!xz_policy_exists(playout->policy) || !xz_policy_exists(playout->own)) {
        return XZ_E_POLICY;
    }
    if (!xz_actions_any(view->legal)) {
        return XZ_E_SEAT;
    }
    for (int i = 0; i < action_count; i++) {
        if (!xz_actions_has(view->legal, actions[i])) {
            return XZ_E_ILLEGAL;
        }
    }
    return XZ_OK;
}

int xz_play_worlds(const xz_rules *rules, const xz_view *view, const xz_playout *playout, uint64_t first_world,
                   int64_t count, const uint8_t *actions, int action_count, xz_outcome *outcomes) {
    xz_dealing dealing;
    int status = check(view, playout, actions, action_count);
    if (status == XZ_OK) {
        status = xz_dealing_begin(rules, view, playout->worlds, playout->policy, &dealing);
    }
    bool const draws = xz_policy_draws(playout->policy) || xz_policy_draws(playout->own);
    int32_t policies[XZ_MAX_SEATS];
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        policies[seat] = seat == view->seat ? playout->own : playout->policy;
    }
    for (int64_t w = 0; w < count && status == XZ_OK; w++) {
        xz_state world;
        xz_rng rng;
        xz_rng_seed(&rng, playout->seed, first_world + (uint64_t)w, STREAM_WORLD);
        status = xz_dealing_next(&dealing, &rng, &world);
        for (int i = 0; i < action_count && status == XZ_OK; i++) {
            if (!xz_actions_has(xz_legal_set(rules, &world, view->seat), actions[i])) {
                return XZ_E_STATE; /* the view names as legal what its table does not allow */
            }
            xz_state state = world;
            if (draws) {
                xz_rng_seed(&rng, playout->seed, first_world + (uint64_t)w, STREAM_SEATS);
            }
            *outcomes++ = play_out(rules, policies, &state, view->seat, actions[i], &rng);
        }
    }
    return status;
}
