/* A state as one seat may know it: each field is copied because that seat knows it, and there is no other way out. */
#include "view/view.h"

#include "game/choice.h"
#include "game/fields.h"
#include "game/state.h"

#include <string.h>

/* What it got, and the way, as soon as the tiles have changed hands. */
static void copy_exchange(const xz_state *state, int seat, xz_view *view) {
    bool const done = state->phase != XZ_EXCHANGING && state->given[seat][0] != XZ_NONE;
    memset(view->got, XZ_NONE, sizeof view->got);
    view->way = XZ_NONE;
    if (done) {
        view->way = state->way;
        memcpy(view->got, state->given[xz_giver_to(state, seat)], sizeof view->got);
    }
}

void xz_view_clear(xz_view *view) {
#define EMPTY_PUBLIC(name, empty)                                                                                      \
    if ((empty) != 0) {                                                                                                \
        memset((void *)&view->name, empty, sizeof view->name);                                                         \
    }
#define EMPTY_OWN(name, empty) EMPTY_PUBLIC(name, empty)
#define EMPTY_HIDDEN(name, empty)
#define EMPTY(type, name, a, b, seen, role, part, empty) EMPTY_##seen(name, empty)
    memset(view, 0, sizeof *view);
    XZ_STATE_FIELDS(EMPTY, EMPTY)
    memset(view->void_suit, XZ_NONE, sizeof view->void_suit);
    memset(view->got, XZ_NONE, sizeof view->got);
    view->way = XZ_NONE;
}

void xz_view_with(const xz_state *state, int seat, xz_actions legal, xz_view *view) {
    memset(view, 0, sizeof *view);
#define COPY_PUBLIC(name, at) memcpy((void *)&view->name, (const void *)&state->name, sizeof view->name);
#define COPY_OWN(name, at) memcpy((void *)&view->name, (const void *)&state->name at, sizeof view->name);
#define COPY_HIDDEN(name, at)
#define COPY_SEAT(type, name, a, b, seen, ...) COPY_##seen(name, [seat])
#define COPY_TABLE(type, name, a, b, seen, ...) COPY_##seen(name, )
    XZ_STATE_FIELDS(COPY_SEAT, COPY_TABLE)
    view->legal = legal;
    view->seat = (uint8_t)seat;
    view->answer = state->answers[seat];
    memcpy(view->river, state->tiles, state->river_count);
    for (int other = 0; other < state->players; other++) {
        view->concealed[other] = (uint8_t)xz_concealed_count(state, other);
    }
    bool const ended_with_drawn = state->phase == XZ_OVER && view->concealed[seat] % 3 == 2;
    view->waits = ended_with_drawn ? 0 : state->waits[seat];
    bool const own = seat == (xz_phase_is(XZ_PHASES_BEFORE_PLAY, state->phase) ? state->dealer : state->actor);
    view->tile = own || state->phase != XZ_TURN ? state->tile : XZ_NONE;
    view->drawn = own ? state->drawn : XZ_NONE;
    view->wall_left = (uint8_t)xz_wall_left(state);
    memset(view->void_suit, XZ_NONE, sizeof view->void_suit);
    if (state->phase == XZ_DECLARING) {
        view->void_suit[seat] = state->void_suit[seat];
    } else {
        memcpy(view->void_suit, state->void_suit, sizeof view->void_suit);
    }
    copy_exchange(state, seat, view);
}

int xz_view_of(const xz_rules *rules, const xz_state *state, int seat, xz_view *view) {
    if (seat < 0 || seat >= state->players) {
        return XZ_E_SEAT;
    }
    xz_view_with(state, seat, xz_legal(rules, state, seat), view);
    return XZ_OK;
}
