#include "sim/likely.h"

#include "base/port.h"
#include "game/claim.h"
#include "game/complete.h"
#include "game/state.h"

#include <string.h>

/*
 * How much is inferred: a number for each thing below, 1 where nothing is. Fitted so that what seats hold in these worlds (suits,
 * shanten, waits, three suits) agrees at every stage of a hand with what they held in play; benchmarks/agreement.py shows it.
 */
struct xz_temper {
    double more[3]; /* a turn more that goes to the suit done without, by discards of it: the first tells most */
    double other; /* to do without another suit than the one discarded most */
    double every; /* to look after a draw that brings the hand no nearer for a tile of less use */
    double nearer
        [XZ_TOLD]; /* to have let go of a tile that would bring the hand of now nearer: lately, before, before that */
    double not_least; /* to have let go last of another tile than the one of least use */
    double passes[3],
        older; /* to have waited so before it discarded: lately, before, before that; then by how long ago */
    double live; /* to have waited for one more live tile, after many turns, and not yet to have it */
    double live_from, live_over; /* turns from which on that tells, and over which it comes to tell in full */
    double pig_from, pig_over,
        pig_least; /* three suits: tiles in the wall at which hands are that no more, and before */
    double early; /* to be ready in the first turns */
    double unready; /* not to be after many */
    int first_turns, most_turns, many_turns; /* most: which tell; after that hands get no better */
    int to_be_ready; /* turns in which a seat that was ready is to be so again */
};

/* At a table of `value`, which builds dearer hands and passes some wins, and at one of `efficiency`, which stands for all others. */
static const struct xz_temper OF_VALUE = {.more = {.8, 0, .56},
                                          .other = .03,
                                          .every = .2,
                                          .nearer = {.1, .6, .8},
                                          .not_least = .64,
                                          .passes = {1, .82, .48},
                                          .older = .07,
                                          .live = .994,
                                          .live_from = 1,
                                          .live_over = 4,
                                          .pig_from = 6.4,
                                          .pig_over = 30,
                                          .pig_least = .017,
                                          .early = .78,
                                          .unready = .8,
                                          .first_turns = 6,
                                          .most_turns = 13,
                                          .many_turns = 8,
                                          .to_be_ready = 7};
static const struct xz_temper OF_EFFICIENCY = {.more = {.16, .29, .2},
                                               .other = .03,
                                               .every = .2,
                                               .nearer = {.14, .45, .8},
                                               .not_least = .6,
                                               .passes = {1, .8, .57},
                                               .older = .52,
                                               .live = .96,
                                               .live_from = 2.7,
                                               .live_over = 9,
                                               .pig_from = 8,
                                               .pig_over = 30,
                                               .pig_least = .02,
                                               .early = .82,
                                               .unready = .8,
                                               .first_turns = 5,
                                               .most_turns = 13,
                                               .many_turns = 8,
                                               .to_be_ready = 9};
#define NO_PIGS 0.15 /* where three suits are less likely than that, such hands are not left as they are */
enum { MOST_REFUSED = 11 };

/* ---- what the view says of a seat ------------------------------------------------------------------------------------- */

/* How likely a seat that waits for a tile now did so when another seat discarded one, `ago` of its own discards before. */
static double waited(const struct xz_temper *how, int ago) {
    return ago < 3 ? how->passes[ago] : how->older / (ago - 2);
}

static void hear_river(const struct xz_temper *how, const xz_view *view, int seat, xz_habits *h, int *discards) {
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        h->passed[tile] = 1;
    }
    for (int i = view->river_count - 1; i >= 0; i--) {
        int const tile = view->river[i] & 31;
        if (view->river[i] >> 5 == seat) {
            if (h->told < XZ_TOLD) {
                h->last[h->told++] = (uint8_t)tile;
            }
            h->discards[xz_suit_of(tile)]++;
            ++*discards;
        } else {
            h->passed[tile] *= 1 - waited(how, *discards);
        }
    }
}

static double share(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static xz_habits habits_of(const struct xz_temper *how, const xz_view *view, int seat) {
    xz_habits h = {.judged = seat != view->seat && (view->active >> seat & 1u), .ready = 1};
    int discards = 0;
    for (int i = 0; i < view->meld_count[seat]; i++) {
        h.melded |= 1u << xz_suit_of(view->melds[seat][i].tile);
    }
    hear_river(how, view, seat, &h, &discards);
    h.turns = xz_min(discards + view->meld_count[seat], how->most_turns);
    if (discards < how->first_turns) {
        h.ready = how->early;
    }
    h.unready = 1 - (1 - how->unready) * share((discards - how->many_turns) / (double)how->many_turns);
    double const late = share((discards - how->live_from) / how->live_over);
    h.survives[0] = 1;
    for (int live = 1; live <= XZ_MOST_WAITING; live++) {
        h.survives[live] = h.survives[live - 1] * (1 - (1 - how->live) * late);
    }
    return h;
}

int xz_likely_begin(const xz_rules *rules, const xz_view *view, int policy, xz_likely *likely) {
    const struct xz_temper *const how = policy == XZ_POLICY_VALUE ? &OF_VALUE : &OF_EFFICIENCY;
    int const status = xz_redealing_begin(rules, view, &likely->redealing);
    if (status != XZ_OK) {
        return status;
    }
    likely->how = how;
    likely->pig = (view->wall_left - how->pig_from) / how->pig_over;
    likely->pig = likely->pig < how->pig_least ? how->pig_least : likely->pig > 1 ? 1 : likely->pig;
    for (int seat = 0; seat < view->players; seat++) {
        likely->seats[seat] = habits_of(how, view, seat);
    }
    return XZ_OK;
}

/* ---- turns ------------------------------------------------------------------------------------------------------------- */

/* A world on the way. */
typedef struct world {
    const xz_likely *likely;
    const xz_view *view;
    const xz_answerer *answerer;
    xz_rng *rng;
    xz_state *state;
    bool asked; /* somebody else must be asked about the tile, as the seat is not itself */
    int aside; /* of the actor's tiles: the one that it must keep, so that it holds 3k+1 like the others */
    int held[XZ_MAX_SEATS], tiles; /* tiles that may be taken: of each other seat; in all, the wall's among them */
    int without[XZ_MAX_SEATS];     /* the suit that each does without, or XZ_NONE */
    int shanten[XZ_MAX_SEATS];     /* of the seats in play */
} world;

static int held_of_suit(const xz_state *state, int seat, int suit) {
    int tiles = 0;
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        tiles += state->counts[seat][xz_slot(suit, rank)];
    }
    return tiles;
}

/* Never one with a meld, nor the one given; the one it discarded most; then the one it holds least of. */
static int suit_without(const xz_state *state, int seat, const xz_habits *h, int but) {
    int best = XZ_NONE, best_discards = -1, best_held = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        int const held = held_of_suit(state, seat, suit);
        if (h->melded >> suit & 1u || suit == but) {
            continue;
        }
        if (h->discards[suit] > best_discards || (h->discards[suit] == best_discards && held < best_held)) {
            best = suit;
            best_discards = h->discards[suit];
            best_held = held;
        }
    }
    return best;
}

static int least_useful(const xz_state *state, int seat) {
    return xz_index_best_discard(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat],
                                 xz_copies_beside(state->counts[seat], state->seen));
}

static int shanten_of(const xz_state *state, int seat) {
    return xz_index_shanten(state->half[seat], state->counts[seat], state->melds[seat], state->meld_count[seat]);
}

static int nth_tile(const xz_state *state, int seat, int n) {
    int slot = 0;
    while (n >= state->counts[seat][slot]) {
        n -= state->counts[seat][slot++];
    }
    return slot;
}

/* The tiles that a seat takes come from the wall, or from another seat, since late in a hand few tiles are left in the wall and
 * the good ones are held by somebody. `spot`: where in the wall; `other`: the seat, or XZ_NONE. */
typedef struct source {
    int other, tile;
    uint8_t *spot;
} source;

static bool choose_source(const world *w, int seat, source *from) {
    int const tiles = w->tiles - w->held[seat], wall = w->view->wall_left;
    if (tiles == 0) {
        return false;
    }
    int at = (int)xz_below32(w->rng, (uint32_t)tiles);
    if (at < wall) {
        uint8_t *const spot = &w->state->tiles[w->state->wall_front + at];
        *from = (source){XZ_NONE, *spot, spot};
        return true;
    }
    at -= wall;
    int other = seat == 0;
    while (at >= w->held[other]) {
        at -= w->held[other++];
        other += other == seat;
    }
    *from = (source){other, nth_tile(w->state, other, at), NULL};
    return true;
}

/* The seat has let go of `gone` and takes the tile, unless that sets another seat in play back: then all is as before. */
static bool trade(world *w, int seat, int gone, const source *from) {
    xz_state *const state = w->state;
    int const other = from->other;
    if (other == XZ_NONE) {
        *from->spot = (uint8_t)gone;
        return true;
    }
    xz_seat_give(state, other, from->tile);
    xz_seat_take(state, other, gone);
    if (!xz_is_active(state, other)) {
        return true;
    }
    int const after = shanten_of(state, other);
    if (after <= w->shanten[other]) {
        w->shanten[other] = after;
        return true;
    }
    xz_seat_give(state, other, gone);
    xz_seat_take(state, other, from->tile);
    xz_seat_give(state, seat, from->tile);
    xz_seat_take(state, seat, gone);
    return false;
}

/* The seat takes any tile that the viewer does not see, and lets go of one of the suit done without, or of the tile of least use
 * where the draw brought it nearer; else mostly of the draw. */
static void take_freely(world *w, int seat) {
    xz_state *const state = w->state;
    source from;
    if (!choose_source(w, seat, &from)) {
        return;
    }
    uint32_t const unwanted = w->without[seat] == XZ_NONE ? 0 : state->held[seat] & xz_suit_mask(w->without[seat]);
    xz_seat_take(state, seat, from.tile);
    int after = XZ_UNREACHABLE, gone;
    if (unwanted) {
        gone = xz_lowest_bit(unwanted);
    } else {
        after = shanten_of(state, seat);
        bool const looks = after < w->shanten[seat] || xz_unit(w->rng) < w->likely->how->every;
        gone = looks ? least_useful(state, seat) : from.tile;
    }
    xz_seat_give(state, seat, gone);
    if (gone != from.tile && trade(w, seat, gone, &from)) {
        w->shanten[seat] = unwanted ? shanten_of(state, seat) : after;
    }
}

/* The seat swaps any of its tiles for any other. */
static void swap_freely(world *w, int seat) {
    source from;
    if (choose_source(w, seat, &from)) {
        int const gone = nth_tile(w->state, seat, (int)xz_below32(w->rng, (uint32_t)w->held[seat]));
        xz_seat_take(w->state, seat, from.tile);
        xz_seat_give(w->state, seat, gone);
        trade(w, seat, gone, &from);
        w->shanten[seat] = shanten_of(w->state, seat);
    }
}

/* Whether anybody is asked about the tile being answered, as the seats now stand. */
static bool somebody_is_asked(const world *w) {
    for (int seat = 0; seat < w->view->players; seat++) {
        if (seat != w->view->seat && seat != w->view->actor) {
            xz_seat_restore_waits(w->likely->redealing.rules, w->state, seat, w->view->concealed[seat]);
        }
    }
    return xz_ask_others(w->likely->redealing.rules, w->view, NULL, w->rng, w->state);
}

/* With what the seat knows for certain. Without the tile set aside something may be missing; it is not what is known. */
static bool agrees(const world *w) {
    return xz_certain_holds(&w->likely->redealing.certain, w->state) && (!w->asked || somebody_is_asked(w));
}

static void change(world *w, int seat, void (*move)(world *w, int seat)) {
    if (!w->asked && !w->likely->redealing.certain.any) {
        move(w, seat);
        return;
    }
    xz_state const state = *w->state;
    int shanten[XZ_MAX_SEATS];
    memcpy(shanten, w->shanten, sizeof shanten);
    move(w, seat);
    if (!agrees(w)) {
        *w->state = state;
        memcpy(w->shanten, shanten, sizeof shanten);
    }
}

static void take_turns(world *w) {
    const xz_likely *const likely = w->likely;
    const struct xz_temper *const how = likely->how;
    int turns[XZ_MAX_SEATS] = {0}, most = 0;
    for (int seat = 0; seat < w->view->players; seat++) {
        const xz_habits *const h = &likely->seats[seat];
        if (!h->judged) {
            continue;
        }
        turns[seat] = h->turns;
        int suit = suit_without(w->state, seat, h, XZ_NONE);
        if (suit != XZ_NONE && xz_unit(w->rng) < how->other) {
            suit = suit_without(w->state, seat, h, suit);
        }
        w->without[seat] = suit;
        int const discards = suit == XZ_NONE ? 0 : h->discards[suit];
        if (discards > 0 && discards <= 3) {
            double const many = (held_of_suit(w->state, seat, suit) - 1) / 3.0;
            turns[seat] += xz_unit(w->rng) < how->more[discards - 1] * many;
        }
        most = xz_max(most, turns[seat]);
    }
    for (int turn = 0; turn < most; turn++) {
        for (int seat = 0; seat < w->view->players; seat++) {
            if (turn < turns[seat]) {
                change(w, seat, take_freely);
            }
        }
    }
}

/* ---- what goes with what was seen ------------------------------------------------------------------------------------- */

static bool is_pig(const xz_state *state, int seat) {
    return xz_suits_of_mask(state->held[seat] | xz_melded_tiles(state, seat)) == 7;
}

static double waits_fit(const world *w, int seat) {
    const xz_habits *const h = &w->likely->seats[seat];
    double fits = h->ready;
    int live = 0;
    for (uint32_t waits = w->state->waits[seat]; waits; waits &= waits - 1) {
        int const tile = xz_lowest_bit(waits);
        fits *= h->passed[tile];
        live += 4 - w->state->seen[tile] - w->state->counts[seat][tile];
    }
    return fits * h->survives[xz_min(live, XZ_MOST_WAITING)];
}

/* How well a discard goes with the hand that the seat now holds: whether it would bring it nearer. */
static double discard_fits(const world *w, int seat, int age) {
    int const tile = w->likely->seats[seat].last[age];
    xz_seat_take(w->state, seat, tile);
    bool const nearer = shanten_of(w->state, seat) < w->shanten[seat];
    xz_seat_give(w->state, seat, tile);
    return nearer ? w->likely->how->nearer[age] : 1;
}

static bool was_the_least(const world *w, int seat) {
    int const tile = w->likely->seats[seat].last[0];
    xz_seat_take(w->state, seat, tile);
    bool const least = least_useful(w->state, seat) == tile;
    xz_seat_give(w->state, seat, tile);
    return least;
}

/* Whether the seat's hand is let stand: by chance, the more likely the better it goes with what was seen. What takes long to find
 * out is looked at last, and only if it matters. */
static bool stands(const world *w, int seat) {
    xz_state *const state = w->state;
    const xz_habits *const h = &w->likely->seats[seat];
    double const refused = xz_unit(w->rng);
    double fits = h->unready;
    bool told = h->told > 0; /* by the latest discard, if it was of no use */
    xz_seat_refresh_waits(w->likely->redealing.rules, state, seat);
    if (state->waits[seat]) {
        fits = waits_fit(w, seat);
    } else if (is_pig(state, seat)) {
        fits *= w->likely->pig;
    }
    for (int age = 0; age < h->told && fits > refused; age++) {
        double const fit = discard_fits(w, seat, age);
        told &= age > 0 || fit == 1;
        fits *= fit;
    }
    double const doubtful = fits * w->likely->how->not_least;
    return fits > refused && (!told || doubtful > refused || was_the_least(w, seat));
}

/* Another hand in its place: ready again if it was; where three suits are all but out of the question, of two; or one turn on. */
static void play_again(world *w, int seat) {
    bool const ready = w->state->waits[seat] != 0;
    bool const pig = w->likely->pig < NO_PIGS && is_pig(w->state, seat);
    if (ready) {
        change(w, seat, swap_freely);
    }
    for (int turn = 0; turn < w->likely->how->to_be_ready; turn++) {
        change(w, seat, take_freely);
        xz_seat_refresh_waits(w->likely->redealing.rules, w->state, seat);
        if (ready ? w->state->waits[seat] != 0 : !pig || !is_pig(w->state, seat)) {
            return;
        }
    }
}

static void settle(world *w) {
    bool again = true;
    for (int round = 0; round < MOST_REFUSED && again; round++) {
        again = false;
        for (int seat = 0; seat < w->view->players; seat++) {
            if (w->likely->seats[seat].judged && !stands(w, seat)) {
                play_again(w, seat);
                again = true;
            }
        }
    }
}

/* ---- worlds ------------------------------------------------------------------------------------------------------------ */

/* The tile that the actor, not the seat itself, cannot let go in these turns: it wants to add it to a pong, it has just drawn
 * it, or it holds one too many after a pong. */
static int tile_aside(const world *w) {
    const xz_view *const view = w->view;
    if (view->phase == XZ_OVER || view->phase == XZ_CLAIM || view->actor == view->seat) {
        return XZ_NONE;
    }
    if (view->phase == XZ_ROB) {
        return view->tile;
    }
    return w->state->drawn != XZ_NONE
               ? w->state->drawn
               : nth_tile(w->state, view->actor, (int)xz_below32(w->rng, (uint32_t)view->concealed[view->actor]));
}

static void finish(const world *w) {
    const xz_rules *const rules = w->likely->redealing.rules;
    const xz_view *const view = w->view;
    xz_state *const state = w->state;
    if (w->aside != XZ_NONE) {
        xz_seat_take(state, view->actor, w->aside);
    }
    bool const of_a_tile = xz_phase_is(XZ_PHASES_OF_A_TILE, view->phase);
    if (of_a_tile && view->actor != view->seat && view->origin != XZ_FROM_PONG) {
        state->drawn = (uint8_t)xz_drawn_from_hand(rules, view, state, view->actor, w->rng);
    }
    for (int seat = 0; seat < view->players; seat++) {
        if (seat != view->seat) {
            xz_seat_restore_waits(rules, state, seat, view->concealed[seat]);
        }
    }
    if (of_a_tile) {
        xz_ask_others(rules, view, w->answerer, w->rng, state);
    }
}

bool xz_likely_next(xz_likely *likely, const xz_answerer *answerer, xz_rng *rng, xz_state *state) {
    const xz_view *const view = likely->redealing.view;
    bool const before_play = xz_phase_is(XZ_PHASES_BEFORE_PLAY, view->phase);
    if (!xz_redealing_next(&likely->redealing, before_play ? answerer : NULL, rng, state)) {
        return false;
    }
    if (before_play) {
        return true; /* nobody has done anything yet */
    }
    world w = {.likely = likely,
               .view = view,
               .answerer = answerer,
               .rng = rng,
               .state = state,
               .asked = xz_phase_is(XZ_PHASES_OF_A_TILE, view->phase) && view->answer != XZ_OWING,
               .tiles = view->wall_left,
               .without = {XZ_NONE, XZ_NONE, XZ_NONE, XZ_NONE}};
    w.aside = tile_aside(&w);
    if (w.aside != XZ_NONE) {
        xz_seat_give(state, view->actor, w.aside);
    }
    for (int seat = 0; seat < view->players; seat++) {
        if (seat != view->seat) {
            w.held[seat] = view->concealed[seat] - (w.aside != XZ_NONE && seat == view->actor);
            w.tiles += w.held[seat];
            w.shanten[seat] = xz_is_active(state, seat) ? shanten_of(state, seat) : 0;
        }
    }
    take_turns(&w);
    settle(&w);
    finish(&w);
    return true;
}
