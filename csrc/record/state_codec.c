/*
 * States and views as bytes: facts only, whatever can be computed from them is computed again on reading.
 *
 * State: "XZT" and a version byte; phase, players, dealer, actor, origin, tile, drawn, chain kind, chain meld, next dealer;
 * the wall and the river, each as its length and a byte a tile (of the river slot + 32 * seat); then for each seat: status
 * (1 won, 2 put out, 4 left), taken, lock, answer, 27 counts, the melds as their number and four bytes each, winning tile,
 * its payers, what each paid and the score (8 bytes, little-endian).
 * View: "XZV" and a version byte; the seat; the same with tile and drawn as the seat knows them, the wall's length alone,
 * the own hand's lock, answer and counts alone, and the number of concealed tiles for every seat.
 */
#include "base/bytes.h"
#include "game/complete.h"
#include "game/state.h"

#include <string.h>

enum { VERSION = 1, MAGIC = 4 };

static const uint8_t state_magic[MAGIC] = {'X', 'Z', 'T', VERSION};
static const uint8_t view_magic[MAGIC] = {'X', 'Z', 'V', VERSION};

/* ---- writing ---- */

static void put_counted(xz_writer *out, const uint8_t *bytes, int length) {
    xz_put(out, (unsigned)length);
    xz_put_bytes(out, bytes, (size_t)length);
}

static void put_amount(xz_writer *out, int64_t amount) {
    for (int i = 0; i < 8; i++) {
        xz_put(out, (unsigned)((uint64_t)amount >> (8 * i)) & 255u);
    }
}

static void put_melds(xz_writer *out, const xz_meld *melds, int count) {
    xz_put(out, (unsigned)count);
    for (int i = 0; i < count; i++) {
        xz_put(out, melds[i].kind);
        xz_put(out, melds[i].tile);
        xz_put(out, melds[i].feeder);
        xz_put(out, melds[i].holds);
    }
}

static unsigned status_of(unsigned won, unsigned gone, unsigned left, int seat) {
    return (won >> seat & 1u) + 2 * (gone >> seat & 1u) + 4 * (left >> seat & 1u);
}

int xz_state_encode(const xz_state *state, uint8_t *buffer, size_t size) {
    xz_writer out = {buffer, size, 0};
    xz_put_bytes(&out, state_magic, MAGIC);
    const uint8_t head[] = {state->phase, state->players, state->dealer,     state->actor,      state->origin,
                            state->tile,  state->drawn,   state->chain_kind, state->chain_meld, state->next_dealer};
    xz_put_bytes(&out, head, sizeof head);
    put_counted(&out, state->tiles + state->wall_front, xz_wall_left(state));
    put_counted(&out, state->tiles, state->river_count);
    for (int seat = 0; seat < state->players; seat++) {
        xz_put(&out, status_of(state->won, state->out, state->left, seat));
        xz_put(&out, state->taken[seat]);
        xz_put(&out, state->lock[seat]);
        xz_put(&out, state->answers[seat]);
        xz_put_bytes(&out, state->counts[seat], XZ_SLOTS);
        put_melds(&out, state->melds[seat], state->meld_count[seat]);
        xz_put(&out, state->win_tile[seat]);
        xz_put(&out, state->win_payers[seat]);
        put_amount(&out, state->win_amount[seat]);
        put_amount(&out, state->scores[seat]);
    }
    return xz_written(&out);
}

int xz_view_encode(const xz_view *view, uint8_t *buffer, size_t size) {
    xz_writer out = {buffer, size, 0};
    xz_put_bytes(&out, view_magic, MAGIC);
    const uint8_t head[] = {view->seat,        view->phase,     view->players, view->dealer,     view->actor,
                            view->origin,      view->tile,      view->drawn,   view->chain_kind, view->chain_meld,
                            view->next_dealer, view->wall_left, view->lock,    view->answer};
    xz_put_bytes(&out, head, sizeof head);
    put_counted(&out, view->river, view->river_count);
    xz_put_bytes(&out, view->counts, XZ_SLOTS);
    for (int seat = 0; seat < view->players; seat++) {
        xz_put(&out, status_of(view->won, view->out, view->left, seat));
        xz_put(&out, view->taken[seat]);
        xz_put(&out, view->concealed[seat]);
        put_melds(&out, view->melds[seat], view->meld_count[seat]);
        xz_put(&out, view->win_tile[seat]);
        xz_put(&out, view->win_payers[seat]);
        put_amount(&out, view->win_amount[seat]);
        put_amount(&out, view->scores[seat]);
    }
    xz_put_bytes(&out, view->seen, XZ_SLOTS);
    return xz_written(&out);
}

/* ---- reading ---- */

static void take_bytes(xz_reader *in, uint8_t *bytes, int length) { xz_take_bytes(in, bytes, (size_t)length); }

/* A length and that many bytes, at most `most`. */
static int take_counted(xz_reader *in, uint8_t *bytes, int most) {
    int const length = xz_take(in);
    if (length > most) {
        in->failed = true;
        return 0;
    }
    take_bytes(in, bytes, length);
    return length;
}

static int64_t take_amount(xz_reader *in) {
    uint64_t amount = 0;
    for (int i = 0; i < 8; i++) {
        amount |= (uint64_t)xz_take(in) << (8 * i);
    }
    return (int64_t)amount;
}

static uint8_t take_melds(xz_reader *in, xz_meld melds[XZ_MAX_MELDS]) {
    int const count = xz_take(in);
    if (count > XZ_MAX_MELDS) {
        in->failed = true;
        return 0;
    }
    for (int i = 0; i < count; i++) {
        melds[i].kind = xz_take(in);
        melds[i].tile = xz_take(in);
        melds[i].feeder = xz_take(in);
        melds[i].holds = xz_take(in);
    }
    return (uint8_t)count;
}

static void take_status(xz_reader *in, int seat, uint8_t *won, uint8_t *gone, uint8_t *left) {
    unsigned const status = xz_take(in);
    in->failed |= status > 7;
    *won = (uint8_t)(*won | (status & 1u) << seat);
    *gone = (uint8_t)(*gone | (status >> 1 & 1u) << seat);
    *left = (uint8_t)(*left | (status >> 2 & 1u) << seat);
}

static void take_magic(xz_reader *in, const uint8_t magic[MAGIC]) {
    for (int i = 0; i < MAGIC; i++) {
        in->failed |= xz_take(in) != magic[i];
    }
}

static bool all_taken(const xz_reader *in) { return !in->failed && in->at == in->length; }

static void take_state(xz_reader *in, const xz_rules *rules, xz_state *state) {
    uint8_t wall[XZ_MAX_WALL];
    take_magic(in, state_magic);
    uint8_t *const head[] = {&state->phase,      &state->players,    &state->dealer, &state->actor,
                             &state->origin,     &state->tile,       &state->drawn,  &state->chain_kind,
                             &state->chain_meld, &state->next_dealer};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        *head[i] = xz_take(in);
    }
    if (state->players != rules->players) {
        in->failed = true;
        return;
    }
    int const whole = xz_wall_length(rules);
    int const left = take_counted(in, wall, whole);
    state->river_count = (uint8_t)take_counted(in, state->tiles, whole - left);
    state->wall_back = (uint8_t)whole;
    state->wall_front = (uint8_t)(whole - left);
    memcpy(state->tiles + state->wall_front, wall, (size_t)left);
    for (int seat = 0; seat < state->players; seat++) {
        take_status(in, seat, &state->won, &state->out, &state->left);
        state->taken[seat] = xz_take(in);
        state->lock[seat] = xz_take(in);
        state->answers[seat] = xz_take(in);
        take_bytes(in, state->counts[seat], XZ_SLOTS);
        state->meld_count[seat] = take_melds(in, state->melds[seat]);
        state->win_tile[seat] = xz_take(in);
        state->win_payers[seat] = xz_take(in);
        state->win_amount[seat] = take_amount(in);
        state->scores[seat] = take_amount(in);
    }
    state->active = (uint8_t)(((1u << state->players) - 1u) & ~(unsigned)(state->won | state->out));
}

int xz_state_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_state *state) {
    xz_reader in = {bytes, length, 0, false};
    xz_state read;
    xz_state_clear(&read);
    take_state(&in, rules, &read);
    if (!all_taken(&in)) {
        return XZ_E_CODEC;
    }
    if (!xz_state_complete(rules, &read) || xz_state_check(rules, &read, NULL, 0) != XZ_OK) {
        return XZ_E_STATE;
    }
    *state = read;
    return XZ_OK;
}

static void take_view(xz_reader *in, const xz_rules *rules, xz_view *view) {
    take_magic(in, view_magic);
    uint8_t *const head[] = {&view->seat,        &view->phase,     &view->players, &view->dealer,     &view->actor,
                             &view->origin,      &view->tile,      &view->drawn,   &view->chain_kind, &view->chain_meld,
                             &view->next_dealer, &view->wall_left, &view->lock,    &view->answer};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        *head[i] = xz_take(in);
    }
    if (view->players != rules->players) {
        in->failed = true;
        return;
    }
    view->river_count = (uint8_t)take_counted(in, view->river, xz_wall_length(rules));
    take_bytes(in, view->counts, XZ_SLOTS);
    memset(view->win_tile, XZ_NONE, sizeof view->win_tile);
    for (int seat = 0; seat < view->players; seat++) {
        take_status(in, seat, &view->won, &view->out, &view->left);
        view->taken[seat] = xz_take(in);
        view->concealed[seat] = xz_take(in);
        view->meld_count[seat] = take_melds(in, view->melds[seat]);
        view->win_tile[seat] = xz_take(in);
        view->win_payers[seat] = xz_take(in);
        view->win_amount[seat] = take_amount(in);
        view->scores[seat] = take_amount(in);
    }
    take_bytes(in, view->seen, XZ_SLOTS);
    view->active = (uint8_t)(((1u << view->players) - 1u) & ~(unsigned)(view->won | view->out));
}

static bool meld_in_range(const xz_view *view, int seat, xz_meld meld) {
    return meld.kind >= XZ_PONG && meld.kind <= XZ_CONCEALED_KONG && meld.tile < XZ_SLOTS && meld.holds < 16 &&
           (meld.feeder == XZ_NONE || (meld.feeder < view->players && meld.feeder != seat));
}

/* What dealing the unseen tiles needs so as to stay within its arrays; the rest is seen from the world that comes out. */
static bool view_in_range(const xz_rules *rules, const xz_view *view) {
    bool good = view->seat < view->players && view->phase <= XZ_OVER && view->wall_left <= xz_wall_length(rules) &&
                view->river_count <= xz_wall_length(rules) - view->wall_left;
    bool const over = view->phase == XZ_OVER;
    good = good &&
           (over || (view->actor < view->players && view->origin <= XZ_FROM_PONG && view->concealed[view->actor] > 0));
    bool const answering = view->phase == XZ_CLAIM || view->phase == XZ_ROB;
    good = good && (!answering || view->tile < XZ_SLOTS) && view->answer <= XZ_ANSWER_WIN;
    int open[XZ_SLOTS] = {0};
    for (int seat = 0; good && seat < view->players; seat++) {
        good = 3 * view->meld_count[seat] + view->concealed[seat] <= XZ_MAX_HAND;
        for (int i = 0; good && i < view->meld_count[seat]; i++) {
            good = meld_in_range(view, seat, view->melds[seat][i]);
            open[good ? view->melds[seat][i].tile : 0] += view->melds[seat][i].kind == XZ_PONG ? 3 : 4;
        }
    }
    int held = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        held += view->counts[tile];
        good = good && view->counts[tile] <= 4 && view->seen[tile] <= 4 && open[tile] <= view->seen[tile];
    }
    bool const acting = (view->phase == XZ_TURN || view->phase == XZ_ROB) && view->actor == view->seat;
    bool const drew = acting && view->origin != XZ_FROM_PONG;
    return good && held == view->concealed[view->seat] &&
           (!drew || (view->drawn < XZ_SLOTS && view->counts[view->drawn] > 0));
}

/* A view stands if some world has it: one is dealt, checked and looked at. Fills in waits and legal actions from there. */
static int complete_view(const xz_rules *rules, xz_view *view) {
    xz_rng rng;
    xz_state world;
    xz_view seen;
    xz_rng_seed(&rng, 0, 0, XZ_STREAM_CALLER);
    if (!view_in_range(rules, view) || xz_redeal(rules, view, XZ_NONE, &rng, &world) != XZ_OK ||
        xz_state_check(rules, &world, NULL, 0) != XZ_OK || xz_view_of(rules, &world, view->seat, &seen) != XZ_OK) {
        return XZ_E_STATE;
    }
    view->waits = seen.waits;
    view->legal = seen.legal;
    return memcmp(view, &seen, sizeof seen) == 0 ? XZ_OK : XZ_E_STATE;
}

int xz_view_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_view *view) {
    xz_reader in = {bytes, length, 0, false};
    xz_view read;
    memset(&read, 0, sizeof read);
    memset(read.given, XZ_NONE, sizeof read.given);
    memset(read.got, XZ_NONE, sizeof read.got);
    memset(read.void_suit, XZ_NONE, sizeof read.void_suit);
    read.way = XZ_NONE;
    take_view(&in, rules, &read);
    if (!all_taken(&in)) {
        return XZ_E_CODEC;
    }
    int const status = complete_view(rules, &read);
    if (status == XZ_OK) {
        *view = read;
    }
    return status;
}
