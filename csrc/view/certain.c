#include "view/certain.h"

#include "base/tile.h"
#include "game/state.h"
#include "view/shuffle.h"

#include <string.h>

/* ---- what is known ----------------------------------------------------------------------------------------------------- */

static int receiver_of(const xz_view *view) {
    int const steps = view->way == XZ_WAY_NEXT ? 1 : view->way == XZ_WAY_ACROSS ? 2 : view->players - 1;
    return view->way == XZ_NONE ? XZ_NONE : (view->seat + steps) % view->players;
}

static void find_kept(const xz_view *view, xz_certain *certain) {
    certain->receiver = (uint8_t)receiver_of(view);
    for (int i = 0; certain->receiver != XZ_NONE && i < XZ_MAX_EXCHANGE; i++) {
        if (view->given[i] < XZ_SLOTS) { /* neither none nor shown */
            certain->kept[certain->kept_count++] = view->given[i];
        }
    }
}

static void find_cleared(const xz_view *view, xz_certain *certain) {
    memset(certain->cleared, XZ_NONE, sizeof certain->cleared);
    for (int drawn = 0; drawn < 2; drawn++) {
        for (int seat = 0; seat < view->players; seat++) {
            bool const known = view->cleared >> seat & 1 && seat != view->seat && view->void_suit[seat] < XZ_SUITS;
            if (known && (view->fresh[seat] > 0) == drawn) {
                certain->cleared[seat] = view->void_suit[seat];
                certain->most[seat] = view->fresh[seat];
                certain->order[certain->count++] = seat;
            }
        }
    }
}

/* ---- how many arrangements there are ----------------------------------------------------------------------------------- */

static double choose(const xz_certain *certain, int n, int k) {
    return k < 0 || k > n ? 0 : certain->factorial[n] * certain->inverse[k] * certain->inverse[n - k];
}

/* Tiles of a hand by suit. */
typedef struct split {
    int of[XZ_SUITS];
} split;

/* The n-th split of a seat's hand that agrees, or false. */
static bool split_at(const xz_certain *certain, int seat, int hand, int n, split *found) {
    int const suit = certain->cleared[seat];
    for (int drawn = 0; drawn <= certain->most[seat] && drawn <= hand; drawn++) {
        int const rest = hand - drawn;
        if (n <= rest) {
            found->of[suit] = drawn;
            found->of[(suit + 1) % XZ_SUITS] = n;
            found->of[(suit + 2) % XZ_SUITS] = rest - n;
            return true;
        }
        n -= rest + 1;
    }
    return false;
}

static int hidden_of(const xz_certain *certain, const xz_unseen *unseen, int seat) {
    return unseen->hands[seat] - (seat == certain->receiver ? certain->kept_count : 0);
}

/* With the tiles left, by suit, for the last seat and all places that nothing is known of: `places` of these. As many of the
 * void suit as `drawn` in the hand; the two other suits then lie anywhere. */
static double ways_of_last(const xz_certain *certain, int seat, int hand, const int left[XZ_SUITS], int places,
                           int drawn) {
    int const suit = certain->cleared[seat], one = left[(suit + 1) % XZ_SUITS], two = left[(suit + 2) % XZ_SUITS];
    return choose(certain, hand, drawn) * choose(certain, places, left[suit] - drawn) * choose(certain, one + two, one);
}

static double ways_from(const xz_certain *certain, const xz_unseen *unseen, int at, const int left[XZ_SUITS],
                        int places);

/* Of seat `at` in the order having that split, with all that follow. */
static double ways_with(const xz_certain *certain, const xz_unseen *unseen, int at, split s, const int left[XZ_SUITS],
                        int places) {
    int const hand = s.of[0] + s.of[1] + s.of[2];
    int after[XZ_SUITS];
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        after[suit] = left[suit] - s.of[suit];
        if (after[suit] < 0) {
            return 0;
        }
    }
    double const own =
        certain->factorial[hand] * certain->inverse[s.of[0]] * certain->inverse[s.of[1]] * certain->inverse[s.of[2]];
    return own * ways_from(certain, unseen, at + 1, after, places);
}

static double ways_from(const xz_certain *certain, const xz_unseen *unseen, int at, const int left[XZ_SUITS],
                        int places) {
    int const seat = certain->order[at], hand = hidden_of(certain, unseen, seat);
    double ways = 0;
    if (at == certain->count - 1) {
        for (int drawn = 0; drawn <= certain->most[seat] && drawn <= hand; drawn++) {
            ways += ways_of_last(certain, seat, hand, left, places, drawn);
        }
        return ways;
    }
    split s;
    for (int n = 0; split_at(certain, seat, hand, n, &s); n++) {
        ways += ways_with(certain, unseen, at, s, left, places);
    }
    return ways;
}

/* How many places there are of which nothing is known. */
static int free_places(const xz_certain *certain, const xz_unseen *unseen) {
    int places = certain->suits[0] + certain->suits[1] + certain->suits[2];
    for (int i = 0; i < certain->count; i++) {
        places -= hidden_of(certain, unseen, certain->order[i]);
    }
    return places;
}

static void count_arrangements(const xz_unseen *unseen, xz_certain *certain) {
    certain->factorial[0] = certain->inverse[0] = 1;
    for (int n = 1; n <= unseen->count; n++) {
        certain->factorial[n] = n * certain->factorial[n - 1];
        certain->inverse[n] = 1 / certain->factorial[n];
    }
    int const places = free_places(certain, unseen);
    certain->total = 0;
    if (certain->count < 2) {
        certain->total = certain->count == 0 ? 1 : ways_from(certain, unseen, 0, certain->suits, places);
        return;
    }
    int const seat = certain->order[0], hand = hidden_of(certain, unseen, seat);
    split s;
    for (int n = 0; n < XZ_MOST_SPLITS && split_at(certain, seat, hand, n, &s); n++) {
        certain->weights[n] = ways_with(certain, unseen, 0, s, certain->suits, places);
        certain->total += certain->weights[n];
    }
}

/* The kept tiles set aside. */
static bool set_out(const xz_unseen *unseen, xz_certain *certain) {
    uint8_t counts[XZ_SLOTS] = {0};
    for (int i = 0; i < unseen->count; i++) {
        counts[unseen->tiles[i]]++;
    }
    for (int i = 0; i < certain->kept_count; i++) {
        if (counts[certain->kept[i]]-- == 0) {
            return false;
        }
    }
    int at = 0;
    for (int tile = 0; tile < XZ_SLOTS; tile++) {
        for (int i = 0; i < counts[tile]; i++) {
            certain->loose[at++] = (uint8_t)tile;
        }
        certain->suits[xz_suit_of(tile)] += counts[tile];
    }
    return true;
}

bool xz_certain_of(const xz_rules *rules, const xz_view *view, const xz_unseen *unseen, xz_certain *certain) {
    certain->any = false;
    if (rules->exchange == XZ_EXCHANGE_NONE && rules->void_suit != XZ_VOID_DECLARED) {
        return true;
    }
    memset(certain, 0, sizeof *certain);
    find_kept(view, certain);
    find_cleared(view, certain);
    certain->any = certain->kept_count > 0 || certain->count > 0;
    if (!certain->any) {
        return true;
    }
    if (certain->kept_count > 0 && unseen->hands[certain->receiver] < certain->kept_count) {
        return false;
    }
    if (!set_out(unseen, certain)) {
        return false;
    }
    count_arrangements(unseen, certain);
    return certain->total > 0;
}

/* ---- dealing ----------------------------------------------------------------------------------------------------------- */

static double unit(xz_rng *rng) { return (double)(xz_next64(rng) >> 11) * 0x1p-53; }

/* How the tiles go: `next` of each suit stand where it begins, in random order. */
typedef struct dealing {
    uint8_t *next[XZ_SUITS];
    int left[XZ_SUITS];
    uint8_t rest[XZ_MAX_WALL]; /* for the places that nothing is known of */
    int rest_count;
} dealing;

static void take(dealing *d, int suit, int count, uint8_t **to) {
    memcpy(*to, d->next[suit], (size_t)count);
    d->next[suit] += count;
    d->left[suit] -= count;
    *to += count;
}

static void put_rest(dealing *d, const uint8_t *tiles, int count) {
    memcpy(d->rest + d->rest_count, tiles, (size_t)count);
    d->rest_count += count;
}

/* The split of seat `at` in the order, another than the last. */
static split choose_split(const xz_certain *certain, const xz_unseen *unseen, int at, const dealing *d, int places,
                          xz_rng *rng) {
    int const seat = certain->order[at], hand = hidden_of(certain, unseen, seat);
    double weights[XZ_MOST_SPLITS];
    const double *of = certain->weights;
    double total = certain->total;
    split s, last = {{0}};
    if (at > 0) {
        total = 0;
        for (int n = 0; n < XZ_MOST_SPLITS && split_at(certain, seat, hand, n, &s); n++) {
            weights[n] = ways_with(certain, unseen, at, s, d->left, places);
            total += weights[n];
        }
        of = weights;
    }
    double chosen = unit(rng) * total;
    for (int n = 0; n < XZ_MOST_SPLITS && split_at(certain, seat, hand, n, &s); n++) {
        if (of[n] > 0) { /* the last of these if rounding goes past all */
            last = s;
            chosen -= of[n];
            if (chosen < 0) {
                break;
            }
        }
    }
    return last;
}

/* The last seat's tiles and all the rest, the latter shuffled. */
static void deal_last(const xz_certain *certain, int seat, int hand, int places, dealing *d, uint8_t *to, xz_rng *rng) {
    int const suit = certain->cleared[seat];
    double total = 0, weights[XZ_MAX_HAND + 1];
    int const most = certain->most[seat] < hand ? certain->most[seat] : hand;
    for (int drawn = 0; drawn <= most; drawn++) {
        weights[drawn] = ways_of_last(certain, seat, hand, d->left, places, drawn);
        total += weights[drawn];
    }
    double chosen = unit(rng) * total;
    int drawn = 0;
    while (drawn < most && (chosen -= weights[drawn]) >= 0) {
        drawn++;
    }
    uint8_t others[XZ_MAX_WALL], *end = others;
    take(d, suit, drawn, &to);
    for (int i = 1; i < XZ_SUITS; i++) {
        take(d, (suit + i) % XZ_SUITS, d->left[(suit + i) % XZ_SUITS], &end);
    }
    int const count = (int)(end - others);
    xz_shuffle_tiles(others, count, rng);
    memcpy(to, others, (size_t)(hand - drawn));
    put_rest(d, others + hand - drawn, count - (hand - drawn));
    put_rest(d, d->next[suit], d->left[suit]);
}

/* One deal of the loose tiles, the kept ones first in their hand. */
static void deal(xz_certain *certain, const xz_view *view, xz_unseen *unseen, xz_rng *rng) {
    dealing d = {.rest_count = 0};
    uint8_t *from = certain->loose;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        d.next[suit] = from;
        d.left[suit] = certain->suits[suit];
        from += certain->suits[suit];
    }
    uint8_t *hands[XZ_MAX_SEATS], *at = unseen->tiles;
    for (int seat = 0; seat < view->players; seat++) {
        hands[seat] = at;
        at += unseen->hands[seat];
        if (seat == certain->receiver) {
            memcpy(hands[seat], certain->kept, certain->kept_count);
            hands[seat] += certain->kept_count;
        }
    }
    int const places = free_places(certain, unseen);
    if (certain->count == 0) {
        put_rest(&d, certain->loose, places);
    } else {
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            xz_shuffle_tiles(d.next[suit], d.left[suit], rng);
        }
        int i = 0;
        for (; i < certain->count - 1; i++) {
            split const s = choose_split(certain, unseen, i, &d, places, rng);
            uint8_t *to = hands[certain->order[i]];
            for (int suit = 0; suit < XZ_SUITS; suit++) {
                take(&d, suit, s.of[suit], &to);
            }
        }
        int const seat = certain->order[i];
        deal_last(certain, seat, hidden_of(certain, unseen, seat), places, &d, hands[seat], rng);
    }
    xz_shuffle_tiles(d.rest, d.rest_count, rng);
    const uint8_t *next = d.rest;
    for (int seat = 0; seat < view->players; seat++) {
        int const hand = hidden_of(certain, unseen, seat);
        if (certain->cleared[seat] == XZ_NONE) {
            memcpy(hands[seat], next, (size_t)hand);
            next += hand;
        }
    }
    memcpy(at, next, (size_t)(d.rest + d.rest_count - next));
}

/* Which copies the kept ones are is not known: an arrangement in which their holder has more of the kind comes about in more
 * ways, and is kept the more seldom. */
static bool is_one_of_its_ways(const xz_certain *certain, const xz_unseen *unseen, xz_rng *rng) {
    if (certain->kept_count == 0) {
        return true;
    }
    const uint8_t *hand = unseen->tiles;
    for (int seat = 0; seat < certain->receiver; seat++) {
        hand += unseen->hands[seat];
    }
    double ways = 1;
    int kept[XZ_SLOTS] = {0}, held[XZ_SLOTS] = {0};
    for (int i = 0; i < certain->kept_count; i++) {
        kept[certain->kept[i]]++;
    }
    for (int i = 0; i < unseen->hands[certain->receiver]; i++) {
        held[hand[i]]++;
    }
    for (int i = 0; i < certain->kept_count; i++) {
        int const tile = certain->kept[i];
        ways *= choose(certain, held[tile], kept[tile]);
        held[tile] = kept[tile]; /* each kind once */
    }
    return unit(rng) * ways < 1;
}

void xz_certain_deal(xz_certain *certain, const xz_view *view, xz_unseen *unseen, xz_rng *rng) {
    do {
        deal(certain, view, unseen, rng);
    } while (!is_one_of_its_ways(certain, unseen, rng));
}

bool xz_certain_holds(const xz_certain *certain, const xz_state *world) {
    if (!certain->any) {
        return true;
    }
    int kept[XZ_SLOTS] = {0};
    for (int i = 0; i < certain->kept_count; i++) {
        if (++kept[certain->kept[i]] > world->counts[certain->receiver][certain->kept[i]]) {
            return false;
        }
    }
    for (int i = 0; i < certain->count; i++) {
        int const seat = certain->order[i], suit = certain->cleared[seat];
        bool const drew = seat == world->actor && xz_phase_is(XZ_PHASES_WITH_DRAWN, world->phase) &&
                          world->origin != XZ_FROM_PONG && certain->most[seat] > 0;
        int of_suit = 0;
        for (int rank = 0; rank < XZ_RANKS; rank++) {
            of_suit += world->counts[seat][xz_slot(suit, rank)];
        }
        if (of_suit > certain->most[seat] ||
            (drew && of_suit == certain->most[seat] && xz_suit_of(world->drawn) != suit)) {
            return false;
        }
    }
    return true;
}
