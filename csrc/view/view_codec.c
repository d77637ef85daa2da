/*
 * Views as bytes: "XZV" and a version; of the facts of game/fields.h, in its order, those that the seat knows; what a view alone
 * has; the river as its length and a byte a tile; the digest. What the seat may do and waits for is computed again on reading.
 */
#include "base/meld.h"
#include "game/field_bytes.h"
#include "game/state.h"
#include "view/redeal.h"
#include "view/view.h"

enum { VERSION = 2 };

enum { WIDTH_I64 = 8, WIDTH_U8 = 1, WIDTH_U16 = 2, WIDTH_U32 = 4, WIDTH_MELD = 1 };
enum { NUMBERS_I64 = 1, NUMBERS_U8 = 1, NUMBERS_U16 = 1, NUMBERS_U32 = 1, NUMBERS_MELD = sizeof(xz_meld) };

#define RUN(type, name, seats, a, b, part)                                                                             \
    {offsetof(xz_view, name), WIDTH_##type, NUMBERS_##type * (a) * (b), seats, XZ_PART_##part},
#define RUN_PUBLIC(type, name, seats, a, b, part) RUN(type, name, seats, a, b, part)
#define RUN_OWN(type, name, seats, a, b, part) RUN(type, name, false, a, b, part)
#define RUN_HIDDEN(type, name, seats, a, b, part)
#define RUN_SEAT(type, name, a, b, seen, role, part, empty) RUN_##seen(type, name, true, a, b, part)
#define RUN_TABLE(type, name, a, b, seen, role, part, empty) RUN_##seen(type, name, false, a, b, part)
static const xz_run runs[] = {RUN(U8, seat, false, 1, 1, ALWAYS) RUN(U8, answer, false, 1, 1, ALWAYS) RUN(
    U8, tile, false, 1, 1, ALWAYS) RUN(U8, drawn, false, 1, 1, ALWAYS) RUN(U8, wall_left, false, 1, 1, ALWAYS)
                                  RUN(U8, concealed, true, 1, 1, ALWAYS) RUN(U8, way, false, 1, 1, EXCHANGE)
                                      RUN(U8, got, false, XZ_MAX_EXCHANGE, 1, EXCHANGE)
                                          RUN(U8, void_suit, true, 1, 1, VOID) XZ_STATE_FIELDS(RUN_SEAT, RUN_TABLE)};
enum { RUNS = sizeof runs / sizeof *runs };

_Static_assert(sizeof(xz_view) + XZ_FRONT_BYTES + 1 + XZ_DIGEST_BYTES <= XZ_VIEW_MAX_BYTES,
               "XZ_VIEW_MAX_BYTES is enough for every view");

int xz_view_encode(const xz_rules *rules, const xz_view *view, uint8_t *buffer, size_t size) {
    xz_writer out = {buffer, size, 0};
    xz_put_front(&out, 'V', VERSION);
    xz_put_runs(&out, rules, view, runs, RUNS);
    xz_put_counted(&out, view->river, view->river_count);
    xz_put_digest(&out);
    return xz_written(&out);
}

static bool meld_in_range(const xz_view *view, int seat, xz_meld meld) {
    return meld.kind >= XZ_PONG && meld.kind <= XZ_CONCEALED_KONG && meld.tile < XZ_SLOTS &&
           (meld.feeder == XZ_NONE || (meld.feeder < view->players && meld.feeder != seat));
}

static bool choices_in_range(const xz_view *view) {
    bool good = view->way < XZ_WAY_COUNT || view->way == XZ_NONE;
    for (int i = 0; i < XZ_MAX_EXCHANGE; i++) {
        good = good && (view->given[i] == XZ_NONE || (view->given[i] & ~XZ_GIVEN_SHOWN) < XZ_SLOTS);
    }
    return good;
}

/* Whoever acts, or deals where nobody does, and the tile being answered. */
static bool turn_in_range(const xz_view *view) {
    bool const acting = !xz_phase_is(XZ_PHASES_BEFORE_PLAY | 1u << XZ_OVER, view->phase);
    bool good = view->dealer < view->players && view->answer < XZ_ANSWER_COUNT;
    if (acting) {
        good =
            good && view->actor < view->players && view->origin < XZ_ORIGIN_COUNT && view->concealed[view->actor] > 0;
    }
    bool const drew =
        view->actor == view->seat && xz_phase_is(XZ_PHASES_WITH_DRAWN, view->phase) && view->origin != XZ_FROM_PONG;
    return good && (!xz_phase_is(XZ_PHASES_OF_A_TILE, view->phase) || view->tile < XZ_SLOTS) &&
           (!drew || (view->drawn < XZ_SLOTS && view->counts[view->drawn] > 0));
}

/* What dealing the unseen tiles needs so as to stay within its arrays; the rest is seen from the world that comes out. */
static bool view_in_range(const xz_rules *rules, const xz_view *view) {
    int const wall = xz_wall_length(rules);
    bool good = view->seat < view->players && view->phase < XZ_PHASE_COUNT && view->wall_left <= wall &&
                view->river_count <= wall - view->wall_left && turn_in_range(view) && choices_in_range(view);
    int open[XZ_SLOTS] = {0};
    for (int seat = 0; good && seat < view->players; seat++) {
        good = view->meld_count[seat] <= XZ_MAX_MELDS &&
               3 * view->meld_count[seat] + view->concealed[seat] <= rules->derived.whole_hand;
        for (int i = 0; good && i < view->meld_count[seat]; i++) {
            xz_meld const meld = view->melds[seat][i];
            good = meld_in_range(view, seat, meld);
            open[good ? meld.tile : 0] += (meld.kind == XZ_PONG ? 3 : 4) - xz_meld_wilds(meld);
        }
    }
    int held = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        held += view->counts[tile];
        good = good && view->counts[tile] <= 4 && view->seen[tile] <= 4 && open[tile] <= view->seen[tile];
    }
    return good && held == view->concealed[view->seat];
}

/* A view stands if some world has it: one is dealt, checked and looked at. Fills in waits and legal actions from there. */
static int complete_view(const xz_rules *rules, xz_view *view) {
    xz_rng rng;
    xz_state world;
    xz_view seen;
    xz_rng_seed(&rng, 0, 0, XZ_STREAM_CALLER);
    if (!view_in_range(rules, view) || xz_redeal_one(rules, view, NULL, &rng, &world) != XZ_OK ||
        xz_state_check(rules, &world, NULL, 0) != XZ_OK || xz_view_of(rules, &world, view->seat, &seen) != XZ_OK) {
        return XZ_E_STATE;
    }
    view->waits = seen.waits;
    view->legal = seen.legal;
    return memcmp(view, &seen, sizeof seen) == 0 ? XZ_OK : XZ_E_STATE;
}

int xz_view_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_view *view) {
    xz_reader in;
    int status = xz_open_form(&in, bytes, length, 'V', VERSION);
    if (status != XZ_OK) {
        return status;
    }
    xz_view read;
    xz_view_clear(&read);
    xz_take_runs(&in, rules, &read, runs, RUNS);
    int const river = xz_take_counted(&in, read.river, XZ_MAX_WALL);
    if (!xz_all_taken(&in) || river != read.river_count || read.players != rules->players) {
        return XZ_E_CODEC;
    }
    status = complete_view(rules, &read);
    if (status == XZ_OK) {
        *view = read;
    }
    return status;
}
