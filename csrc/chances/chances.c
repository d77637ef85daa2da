/*
 * The chances of one seat that draws alone (docs/chances.md).
 *
 * What can be won from a hand are those of the nearest winning hands, the goals, that nothing was discarded of: a draw is
 * useful if one of them lacks it, it leaves the goals that do, and a discard leaves those that do without. So hands are told
 * apart by what their goals use of them. Such a core, with the distance that follows from it, is a position: its goals and
 * the copies still live of every useful tile follow from it too.
 */
#include "chances/goals.h"

enum { MOST_WAYS = XZ_MAX_HAND + 1 }; /* to discard: a tile that no goal uses, or one of those that some do */

/* What a useful tile leads to. `best[j]`: which of `next` is best with j draws left after it. */
typedef struct branch {
    uint8_t live, ways;
    uint8_t *best;
    uint32_t next[];
} branch;

/* Expected of the play from here, by draws left: 0 ... draws. */
typedef struct position {
    xz_tile_set core;
    uint32_t same_bucket, before; /* the position made before it; none leads to a later one */
    int16_t distance, branches;
    int32_t live; /* copies of its useful tiles; of a ready hand also times fan: */
    double live_fan;
    double *win, *fan, *ready; /* chance, fan times chance, chance */
    double *here;              /* by draws made: the chance to be here */
    branch **branch;
} position;

typedef struct solver {
    xz_space space;
    const xz_goal *goals;
    const uint8_t *live, *base; /* what is live, and the hand's counts, to begin with */
    int draws, unseen, size;    /* of a hand that has drawn: 14 less three a meld */
    uint32_t buckets, last, positions;
    uint32_t *bucket; /* positions, as the other numbers of them: in units of 8 bytes from the base; 0: none */
} solver;

/* ---- the choice of a discard ------------------------------------------------------------------------------------------ */

/* Sums that are equal but for the order of adding count as equal. */
static inline int compare(double a, double b) {
    double const slack = 1e-12;
    return a > b * (1 + slack) ? 1 : b > a * (1 + slack) ? -1 : 0;
}

/* Of equals with so many draws left, the one that is better with a draw fewer, and so on. */
static bool is_better(const position *a, const position *b, int left) {
    int order = 0;
    for (; left >= 0 && !order; left--) {
        order = compare(a->win[left], b->win[left]);
        order = order ? order : compare(a->fan[left], b->fan[left]);
        order = order ? order : compare(a->ready[left], b->ready[left]);
    }
    return order > 0;
}

static inline position *at(const solver *s, uint32_t place) {
    return (position *)(void *)(s->space.base + (size_t)place * 8);
}

/* ---- a position from those that follow it ------------------------------------------------------------------------------ */

/* So many tiles are unseen with `left` draws left. */
static inline int unseen_with(const solver *s, int left) { return s->unseen - s->draws + left; }

/* Copies of tiles that are of no use. Where more useful ones would be live than tiles are unseen, the position cannot be, and
 * is never asked for. */
static inline int idle_with(const solver *s, const position *p, int left) {
    return xz_max(0, unseen_with(s, left) - p->live);
}

static void choose(const solver *s, branch *way) {
    memset(way->best, 0, (size_t)s->draws);
    for (int i = 1; i < way->ways; i++) {
        const position *const other = at(s, way->next[i]);
        for (int left = 0; left < s->draws; left++) {
            if (is_better(other, at(s, way->next[way->best[left]]), left)) {
                way->best[left] = (uint8_t)i;
            }
        }
    }
}

/* Sums over the useful tiles of the next draw first, then over what is idle. */
static void reckon(const solver *s, position *p) {
    p->win[0] = p->fan[0] = 0;
    p->ready[0] = p->distance == 0;
    for (int left = 1; left <= s->draws; left++) {
        p->win[left] = p->distance ? 0 : p->live;
        p->fan[left] = p->live_fan;
        p->ready[left] = 0;
    }
    for (int i = 0; i < p->branches; i++) {
        const branch *const way = p->branch[i];
        for (int left = 1; left <= s->draws; left++) {
            const position *const next = at(s, way->next[way->best[left - 1]]);
            p->win[left] += way->live * next->win[left - 1];
            p->fan[left] += way->live * next->fan[left - 1];
            p->ready[left] += way->live * next->ready[left - 1];
        }
    }
    for (int left = 1; left <= s->draws; left++) {
        double const idle = idle_with(s, p, left), unseen = unseen_with(s, left);
        p->win[left] = (p->win[left] + idle * p->win[left - 1]) / unseen;
        p->fan[left] = (p->fan[left] + idle * p->fan[left - 1]) / unseen;
        p->ready[left] = p->distance ? (p->ready[left] + idle * p->ready[left - 1]) / unseen : 1;
    }
}

/* ---- positions -------------------------------------------------------------------------------------------------------- */

static uint32_t bucket_of(const solver *s, xz_tile_set core) {
    uint64_t const mixed = (core.low ^ core.high * UINT64_C(0xD6E8FEB86659FD93)) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(mixed >> 32) & (s->buckets - 1);
}

static uint32_t known(const solver *s, xz_tile_set core) {
    uint32_t place = s->bucket[bucket_of(s, core)];
    while (place && !xz_set_equal(at(s, place)->core, core)) {
        place = at(s, place)->same_bucket;
    }
    return place;
}

static position *new_position(solver *s, xz_tile_set core, int distance, int branches) {
    size_t const each = ((size_t)s->draws + 1) * sizeof(double);
    position *const p = xz_space_keep(&s->space, sizeof *p);
    double *const numbers = xz_space_keep(&s->space, 4 * each);
    branch **const ways = xz_space_keep(&s->space, (size_t)branches * sizeof(branch *));
    if (!p || !numbers || !ways) {
        return NULL;
    }
    memset(numbers, 0, 4 * each);
    *p = (position){.core = core,
                    .distance = (int16_t)distance,
                    .branches = (int16_t)branches,
                    .win = numbers,
                    .fan = numbers + s->draws + 1,
                    .ready = numbers + 2 * (s->draws + 1),
                    .here = numbers + 3 * (s->draws + 1),
                    .branch = ways};
    return p;
}

static uint32_t enter(solver *s, position *p) {
    uint32_t const place = (uint32_t)(((unsigned char *)p - s->space.base) / 8), bucket = bucket_of(s, p->core);
    p->same_bucket = s->bucket[bucket];
    p->before = s->last;
    s->bucket[bucket] = s->last = place;
    s->positions++;
    return place;
}

/* The goals that use this copy of a tile, or those that do not, as a list that is borrowed. */
static uint32_t *select_goals(solver *s, const uint32_t *goals, uint32_t *count, xz_tile_set copy, bool using) {
    uint32_t *const found = xz_space_borrow(&s->space, *count * sizeof *found);
    if (!found) {
        return NULL;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < *count; i++) {
        found[n] = goals[i];
        n += xz_set_meets(s->goals[goals[i]].tiles, copy) == using;
    }
    *count = n;
    return found;
}

static xz_tile_set used_of(const solver *s, xz_tile_set held, const uint32_t *goals, uint32_t count) {
    xz_tile_set core = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        core = xz_set_or(core, xz_set_and(s->goals[goals[i]].tiles, held));
    }
    return core;
}

static int live_left(const solver *s, xz_tile_set core, int slot) {
    return s->live[slot] - xz_max(0, xz_set_count(core, slot) - s->base[slot]);
}

static uint32_t position_of(solver *s, xz_tile_set held, const uint32_t *goals, uint32_t count, int distance);

/* The position after the discard of this copy, or 0 if no goal does without it; false if the space is full. */
static bool discard(solver *s, xz_tile_set held, const uint32_t *goals, uint32_t count, xz_tile_set copy, int distance,
                    uint32_t *next) {
    size_t const top = s->space.top;
    const uint32_t *const left = select_goals(s, goals, &count, copy, false);
    *next = left && count ? position_of(s, xz_set_less(held, copy), left, count, distance) : 0;
    s->space.top = top;
    return left && (*next || !count);
}

static xz_tile_set last_copy(xz_tile_set set, int slot) {
    unsigned const copies = xz_set_copies(set, slot);
    return xz_set_of(slot, copies & ~(copies >> 1));
}

static void add_way(uint32_t *next, int *ways, uint32_t place) {
    bool is_new = place != 0;
    for (int i = 0; i < *ways; i++) {
        is_new &= next[i] != place;
    }
    next[*ways] = place;
    *ways += is_new;
}

/* Each way to discard from `held`, which its goals lack so many tiles of, into `next`. Returns how many or -1. */
static int ways_on(solver *s, xz_tile_set held, const uint32_t *goals, uint32_t count, int distance, uint32_t *next) {
    xz_tile_set const core = used_of(s, held, goals, count);
    int ways = 0;
    if (xz_set_size(core) < s->size) {
        uint32_t const place = position_of(s, core, goals, count, distance);
        if (!place) {
            return -1;
        }
        add_way(next, &ways, place);
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        xz_tile_set const copy = last_copy(core, slot);
        uint32_t place;
        if (xz_set_copies(copy, slot)) {
            if (!discard(s, core, goals, count, copy, distance, &place)) {
                return -1;
            }
            add_way(next, &ways, place);
        }
    }
    return ways;
}

static uint32_t ready_position(solver *s, xz_tile_set core, const uint32_t *goals, uint32_t count) {
    position *const p = new_position(s, core, 0, 0);
    if (!p) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const xz_goal *const goal = &s->goals[goals[i]];
        xz_tile_set const lacking = xz_set_less(goal->tiles, core);
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            if (xz_set_copies(lacking, slot)) {
                p->live += live_left(s, core, slot);
                p->live_fan += (double)goal->fan * live_left(s, core, slot);
            }
        }
    }
    reckon(s, p);
    return enter(s, p);
}

static uint32_t expand(solver *s, xz_tile_set core, const uint32_t *goals, uint32_t count, int distance) {
    uint32_t next[XZ_SLOTS][MOST_WAYS];
    int ways[XZ_SLOTS] = {0}, branches = 0;
    xz_tile_set lacking = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        lacking = xz_set_or(lacking, xz_set_less(s->goals[goals[i]].tiles, core));
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        unsigned const copies = xz_set_copies(lacking, slot);
        if (!copies) {
            continue;
        }
        size_t const top = s->space.top;
        xz_tile_set const drawn = xz_set_of(slot, copies & (0u - copies));
        uint32_t left = count;
        const uint32_t *const useful = select_goals(s, goals, &left, drawn, true);
        ways[slot] = useful ? ways_on(s, xz_set_or(core, drawn), useful, left, distance - 1, next[slot]) : -1;
        s->space.top = top;
        if (ways[slot] < 0) {
            return 0;
        }
        branches++;
    }
    position *const p = new_position(s, core, distance, branches);
    if (!p) {
        return 0;
    }
    branches = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (!ways[slot]) {
            continue;
        }
        size_t const places = (size_t)ways[slot] * sizeof(uint32_t);
        branch *const way = xz_space_keep(&s->space, sizeof *way + places + (size_t)s->draws);
        if (!way) {
            return 0;
        }
        way->live = (uint8_t)live_left(s, core, slot);
        way->ways = (uint8_t)ways[slot];
        way->best = (uint8_t *)(way->next + ways[slot]);
        memcpy(way->next, next[slot], places);
        choose(s, way);
        p->live += way->live;
        p->branch[branches++] = way;
    }
    reckon(s, p);
    return enter(s, p);
}

/* The position of a hand and its goals; 0 if the space is full. */
static uint32_t position_of(solver *s, xz_tile_set held, const uint32_t *goals, uint32_t count, int distance) {
    xz_tile_set const core = used_of(s, held, goals, count);
    uint32_t const place = known(s, core);
    return place ? place : distance ? expand(s, core, goals, count, distance) : ready_position(s, core, goals, count);
}

/* ---- the course of the best play ---------------------------------------------------------------------------------------- */

typedef struct course {
    double *ready, *won, *fan; /* by draws made; first what each adds, then the sums */
} course;

static void arrive(const course *c, position *next, int made, double chance) {
    next->here[made] += chance;
    if (next->distance == 0) {
        c->ready[made] += chance;
    }
}

static void leave(const solver *s, const course *c, position *p, int made) {
    int const left = s->draws - made;
    double const chance = p->here[made] / unseen_with(s, left);
    if (chance == 0) {
        return;
    }
    p->here[made + 1] += chance * idle_with(s, p, left);
    if (p->distance == 0) {
        c->won[made + 1] += chance * p->live;
        c->fan[made + 1] += chance * p->live_fan;
    }
    for (int i = 0; i < p->branches; i++) {
        const branch *const way = p->branch[i];
        arrive(c, at(s, way->next[way->best[left - 1]]), made + 1, chance * way->live);
    }
}

static void follow(const solver *s, uint32_t start, const course *c) {
    arrive(c, at(s, start), 0, 1);
    for (uint32_t place = start; place; place = at(s, place)->before) {
        position *const p = at(s, place);
        for (int made = 0; made < s->draws; made++) {
            leave(s, c, p, made);
        }
        memset(p->here, 0, ((size_t)s->draws + 1) * sizeof(double));
    }
    for (int made = 1; made <= s->draws; made++) {
        c->ready[made] += c->ready[made - 1];
        c->won[made] += c->won[made - 1];
        c->fan[made] += c->fan[made - 1];
    }
}

/* ---- the hand ------------------------------------------------------------------------------------------------------------ */

static int check(const xz_hand *hand, const uint8_t live[XZ_SLOTS], int draws) {
    int const status = xz_hand_check(hand);
    if (status != XZ_OK) {
        return status;
    }
    int held[XZ_SLOTS], unseen = 0, tiles = 3 * hand->meld_count;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        held[slot] = hand->counts[slot];
        tiles += hand->counts[slot];
    }
    for (int i = 0; i < hand->meld_count; i++) {
        held[hand->melds[i].tile] += xz_is_kong(hand->melds[i].kind) ? 4 : 3;
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (live[slot] + held[slot] > 4) {
            return XZ_E_TILES;
        }
        unseen += live[slot];
    }
    if (tiles < XZ_MAX_HAND - 1) {
        return XZ_E_SIZE;
    }
    if (draws < 0 || draws > unseen) {
        return XZ_E_COUNT;
    }
    return xz_hand_is_win(hand) ? XZ_E_WON : XZ_OK;
}

/* The row of a hand of 3k+1 tiles, or of each discard; with distance above the draws all is 0 and nothing is explored. */
static int start(solver *s, const xz_hand *hand, const uint32_t *all, uint32_t count, xz_chances *found,
                 uint32_t places[XZ_MAX_HAND]) {
    xz_tile_set const held = xz_set_from_counts(hand->counts), core = used_of(s, held, all, count);
    bool const explored = found->shanten <= s->draws;
    if (xz_count_tiles(hand->counts) % 3 == 1) {
        found->tiles[0] = XZ_NONE;
        found->rows = 1;
        places[0] = explored ? position_of(s, core, all, count, found->shanten) : 0;
        return explored && !places[0] ? XZ_E_BUFFER : XZ_OK;
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        xz_tile_set const copy = last_copy(held, slot);
        size_t const top = s->space.top;
        uint32_t left = count;
        if (!xz_set_copies(copy, slot)) {
            continue;
        }
        const uint32_t *const without = select_goals(s, all, &left, copy, false);
        if (!without) {
            return XZ_E_BUFFER;
        }
        if (left) {
            uint32_t const place =
                explored ? position_of(s, xz_set_less(held, copy), without, left, found->shanten) : 0;
            if (explored && !place) {
                return XZ_E_BUFFER;
            }
            found->tiles[found->rows] = (uint8_t)slot;
            places[found->rows++] = place;
        }
        s->space.top = top;
    }
    return XZ_OK;
}

static void write_rows(const solver *s, const xz_chances *found, const uint32_t places[XZ_MAX_HAND], double *ready,
                       double *won, double *fan) {
    size_t const length = (size_t)s->draws + 1, size = (size_t)found->rows * length * sizeof(double);
    memset(ready, 0, size);
    memset(won, 0, size);
    memset(fan, 0, size);
    for (int row = 0; row < found->rows; row++) {
        size_t const begin = (size_t)row * length;
        course const c = {ready + begin, won + begin, fan + begin};
        if (places[row]) {
            follow(s, places[row], &c);
        }
    }
}

int xz_find_chances(const xz_rules *rules, const xz_hand *hand, const uint8_t live[XZ_SLOTS], int draws, void *space,
                    size_t size, xz_chances *found, double *ready, double *won, double *fan) {
    int status = check(hand, live, draws);
    if (status != XZ_OK) {
        return status;
    }
    size_t const named = (uint64_t)size / 8 > UINT32_MAX ? (size_t)UINT32_MAX * 8 : size & ~(size_t)7;
    solver s = {.space = {space, 0, named}, .live = live, .base = hand->counts, .draws = draws};
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        s.unseen += live[slot];
    }
    s.size = XZ_MAX_HAND - 3 * hand->meld_count;
    for (s.buckets = 64; s.buckets < named / 512;) {
        s.buckets *= 2;
    }
    s.bucket = xz_space_keep(&s.space, s.buckets * sizeof *s.bucket); /* so that nothing else lies at 0 */
    if (!s.bucket) {
        return XZ_E_BUFFER;
    }
    memset(s.bucket, 0, s.buckets * sizeof *s.bucket);
    xz_goals goals;
    status = xz_find_goals(rules, hand, live, &s.space, &goals);
    uint32_t *const all = status == XZ_OK ? xz_space_borrow(&s.space, goals.count * sizeof *all) : NULL;
    if (!all) {
        return XZ_E_BUFFER;
    }
    for (uint32_t i = 0; i < goals.count; i++) {
        all[i] = i;
    }
    s.goals = goals.goals;
    xz_chances chances = {.shanten = goals.shanten, .winning_hands = goals.count};
    uint32_t places[XZ_MAX_HAND] = {0};
    status = goals.count ? start(&s, hand, all, goals.count, &chances, places) : XZ_OK;
    if (status == XZ_OK) {
        chances.positions = s.positions;
        *found = chances;
        write_rows(&s, found, places, ready, won, fan);
    }
    return status;
}
