/*
 * The one-hand and many-hand kernels beside floors of the same shape, alternating in one process: machines drift, ratios do
 * not. kernels [rounds] prints a table, kernels --json the same as JSON.
 *
 * Hands of four sorts in equal parts, shuffled: uniformly random, of two suits, near-complete, and with own melds as they
 * occur in play (for the kernels that take melds). A floor loads from a table as large as the kernels' own, at random.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "hand/hand_index.h"

enum { HANDS = 1 << 14, MOST_ROUNDS = 1001, FLOOR_BYTES = 800 << 10 };

typedef struct sample {
    uint8_t counts[HANDS][XZ_SLOTS];
    uint16_t half[HANDS][XZ_SUITS][2];
    xz_meld melds[HANDS][XZ_MAX_MELDS];
    uint8_t meld_count[HANDS];
    uint32_t pongs[HANDS], kongs[HANDS];
} sample;

static sample ready13, whole14, open13, open14, wins;
static uint8_t live[HANDS][XZ_SLOTS], live13[HANDS][XZ_SLOTS], open_live13[HANDS][XZ_SLOTS];
static uint8_t floor_table[FLOOR_BYTES];
static uint32_t floor_places[HANDS][3];
static uint32_t out32[HANDS];
static uint8_t out8[HANDS];
static xz_rules rules;
enum { STATES = 1 << 8 };
static xz_state states[STATES];
static xz_rng rng;

static int below(uint32_t n) { return (int)xz_rng_below(&rng, n); }

/* ---- hands ---------------------------------------------------------------------------------------------------------- */

static int own(const sample *s, int i, int slot) {
    return s->counts[i][slot] + 3 * (int)(s->pongs[i] >> slot & 1u) + 4 * (int)(s->kongs[i] >> slot & 1u);
}

static bool add_meld(sample *s, int i, int slot, int kind) {
    if (own(s, i, slot)) {
        return false;
    }
    s->melds[i][s->meld_count[i]++] =
        (xz_meld){.kind = (uint8_t)kind, .tile = (uint8_t)slot, .feeder = XZ_NONE, .holds = 0};
    *(kind == XZ_PONG ? &s->pongs[i] : &s->kongs[i]) |= 1u << slot;
    return true;
}

/* Four melds and a pair of two suits. */
static void fill_complete(sample *s, int i, int melds) {
    int suits[2] = {below(3), below(3)}, made = 0;
    while (made < melds) {
        int suit = suits[below(2)] * XZ_RANKS, rank = below(9);
        if (below(3)) {
            rank = below(7);
            if (own(s, i, suit + rank) < 4 && own(s, i, suit + rank + 1) < 4 && own(s, i, suit + rank + 2) < 4) {
                s->counts[i][suit + rank]++;
                s->counts[i][suit + rank + 1]++;
                s->counts[i][suit + rank + 2]++;
                made++;
            }
        } else if (own(s, i, suit + rank) < 2) {
            s->counts[i][suit + rank] = (uint8_t)(s->counts[i][suit + rank] + 3);
            made++;
        }
    }
    for (;;) {
        int slot = suits[below(2)] * XZ_RANKS + below(9);
        if (own(s, i, slot) < 3) {
            s->counts[i][slot] = (uint8_t)(s->counts[i][slot] + 2);
            return;
        }
    }
}

static void remove_random(sample *s, int i) {
    int slot;
    do {
        slot = below(XZ_SLOTS);
    } while (!s->counts[i][slot]);
    s->counts[i][slot]--;
}

static void draw_random(sample *s, int i, int suits, int tiles) {
    while (tiles) {
        int slot = below((uint32_t)(suits * XZ_RANKS));
        /* as from a wall: by the copies that are left */
        if (below(4) < 4 - own(s, i, slot)) {
            s->counts[i][slot]++;
            tiles--;
        }
    }
}

/* One to three melds, mostly pongs, and the rest of one or two suits, near complete or not. */
static void fill_open(sample *s, int i, int tiles) {
    int melds = 1 + (below(3) == 0) + (below(9) == 0);
    fill_complete(s, i, 4 - melds);
    int suits[XZ_SUITS], count = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        bool used = false;
        for (int rank = 0; rank < XZ_RANKS; rank++) {
            used |= s->counts[i][suit * XZ_RANKS + rank] != 0;
        }
        if (used) {
            suits[count++] = suit;
        }
    }
    if (count == 1) {
        suits[1] = (suits[0] + 1 + below(2)) % XZ_SUITS;
    }
    while (s->meld_count[i] < melds) {
        int slot = suits[below(2)] * XZ_RANKS + below(9);
        add_meld(s, i, slot, below(5) ? XZ_PONG : XZ_CONCEALED_KONG);
    }
    for (int change = below(5); change > 0; change--) {
        remove_random(s, i);
        draw_random(s, i, 3, 1);
    }
    if (tiles == 13) {
        remove_random(s, i);
    }
}

static void fill(sample *s, int tiles, bool open, bool complete) {
    for (int i = 0; i < HANDS; i++) {
        int sort = below(3);
        if (open) {
            fill_open(s, i, tiles);
        } else if (complete) {
            fill_complete(s, i, 4);
        } else if (sort < 2) {
            draw_random(s, i, 3 - sort, tiles);
        } else {
            fill_complete(s, i, 4);
            for (int change = 1 + below(3); change > 0; change--) {
                remove_random(s, i);
                draw_random(s, i, 3, 1);
            }
            if (tiles == 13) {
                remove_random(s, i);
            }
        }
        xz_index_from_counts(s->counts[i], s->half[i]);
    }
}

static void setup(void) {
    xz_rng_seed(&rng, 1, 0, XZ_STREAM_CALLER);
    xz_rules_preset(XZ_GUIDE, &rules);
    for (int i = 0; i < STATES; i++) {
        uint8_t wall[XZ_MAX_WALL];
        xz_deal(&rules, &states[i], 0, wall, xz_wall(1, (uint64_t)i, 7, wall), NULL);
    }
    fill(&ready13, 13, false, false);
    fill(&whole14, 14, false, false);
    fill(&open13, 13, true, false);
    fill(&open14, 14, true, false);
    fill(&wins, 14, false, true);
    for (int i = 0; i < FLOOR_BYTES; i++) {
        floor_table[i] = (uint8_t)i;
    }
    for (int i = 0; i < HANDS; i++) {
        for (int j = 0; j < 3; j++) {
            floor_places[i][j] = (uint32_t)below(FLOOR_BYTES);
        }
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            live[i][slot] = (uint8_t)below((uint32_t)(5 - xz_min(4, own(&whole14, i, slot))));
            live13[i][slot] = (uint8_t)below((uint32_t)(5 - own(&ready13, i, slot)));
            open_live13[i][slot] = (uint8_t)below((uint32_t)(5 - own(&open13, i, slot)));
        }
    }
}

/* ---- kernels -------------------------------------------------------------------------------------------------------- */

#define EACH for (int i = 0; i < HANDS; i++)

static void floor_loads(void) {
    EACH out32[i] =
        (uint32_t)floor_table[floor_places[i][0]] + floor_table[floor_places[i][1]] + floor_table[floor_places[i][2]];
}

static void floor_halves(void) {
    EACH out32[i] = xz_suit_halves(ready13.counts[i]) ^ xz_suit_halves(ready13.counts[i] + XZ_RANKS) ^
                    xz_suit_halves(ready13.counts[i] + 2 * XZ_RANKS);
}

static void floor_index(void) {
    EACH out32[i] = xz_suit_record(ready13.counts[i]) + xz_suit_record(ready13.counts[i] + XZ_RANKS) +
                    xz_suit_record(ready13.counts[i] + 2 * XZ_RANKS);
}

static int status;

static void rows_win(void) { xz_win_rows(whole14.counts[0], HANDS, XZ_SLOTS, 1, NULL, NULL, 0, out8, &status); }
static void rows_waits(void) { xz_waits_rows(ready13.counts[0], HANDS, XZ_SLOTS, 1, NULL, NULL, 0, out32, &status); }
static void rows_shanten(void) {
    xz_shanten_rows(ready13.counts[0], HANDS, XZ_SLOTS, 1, NULL, NULL, 0, (int8_t *)out8, &status);
}
static void halves_win(void) { xz_win_index_rows(whole14.half[0][0], HANDS, XZ_INDEX_HALVES, out8, &status); }
static void halves_waits(void) { xz_waits_index_rows(ready13.half[0][0], HANDS, XZ_INDEX_HALVES, out32, &status); }
static void halves_shanten(void) {
    xz_shanten_index_rows(ready13.half[0][0], HANDS, XZ_INDEX_HALVES, (int8_t *)out8, &status);
}
static void open_win(void) {
    xz_win_rows(open14.counts[0], HANDS, XZ_SLOTS, 1, open14.pongs, open14.kongs, 1, out8, &status);
}
static void open_waits(void) {
    xz_waits_rows(open13.counts[0], HANDS, XZ_SLOTS, 1, open13.pongs, open13.kongs, 1, out32, &status);
}
static void open_shanten(void) {
    xz_shanten_rows(open13.counts[0], HANDS, XZ_SLOTS, 1, open13.pongs, open13.kongs, 1, (int8_t *)out8, &status);
}
static void live_shanten(void) {
    xz_shanten_live_rows(ready13.counts[0], HANDS, XZ_SLOTS, 1, live13[0], XZ_SLOTS, 1, NULL, NULL, 0, (int8_t *)out8,
                         &status);
}
static void open_live_shanten(void) {
    xz_shanten_live_rows(open13.counts[0], HANDS, XZ_SLOTS, 1, open_live13[0], XZ_SLOTS, 1, open13.pongs, open13.kongs,
                         1, (int8_t *)out8, &status);
}
static void live_accepts(void) {
    xz_accepts_live_rows(ready13.counts[0], HANDS, XZ_SLOTS, 1, live13[0], XZ_SLOTS, 1, NULL, NULL, 0, out32, &status);
}
static void index_win(void) { EACH out8[i] = xz_index_is_win(whole14.half[i], NULL, 0); }
static void index_waits(void) { EACH out32[i] = xz_index_waits(ready13.half[i], ready13.counts[i], NULL, 0); }
static void index_shanten(void) {
    EACH out8[i] = (uint8_t)xz_index_shanten(ready13.half[i], ready13.counts[i], NULL, 0);
}
static void index_open_waits(void) {
    EACH out32[i] = xz_index_waits(open13.half[i], open13.counts[i], open13.melds[i], open13.meld_count[i]);
}
static void index_open_shanten(void) {
    EACH out8[i] = (uint8_t)xz_index_shanten(open13.half[i], open13.counts[i], open13.melds[i], open13.meld_count[i]);
}
static void accepts(void) { EACH out32[i] = xz_index_accepts(ready13.half[i], ready13.counts[i], NULL, 0); }
static void best_discard(void) {
    EACH out8[i] = (uint8_t)xz_index_best_discard(whole14.half[i], whole14.counts[i], NULL, 0, live[i]);
}
static void open_best_discard(void) {
    EACH out8[i] = (uint8_t)xz_index_best_discard(open14.half[i], open14.counts[i], open14.melds[i],
                                                  open14.meld_count[i], live[i]);
}
static void facts(void) {
    for (int i = 0; i < HANDS; i++) {
        xz_hand hand;
        xz_facts of;
        memcpy(hand.counts, wins.counts[i], sizeof hand.counts);
        hand.meld_count = 0;
        xz_hand_facts(&hand, &of);
        out8[i] = of.readings;
    }
}

static void score(void) {
    static const xz_circumstances how = {.self_draw = true};
    for (int i = 0; i < HANDS; i++) {
        xz_hand hand;
        xz_score of;
        memcpy(hand.counts, wins.counts[i], sizeof hand.counts);
        hand.meld_count = 0;
        xz_score_hand(&rules, &hand, &how, &of);
        out8[i] = of.fan;
    }
}
/* From and to anywhere among as many as a search may hold at a time: 128 KiB. */
static void copy(void) { EACH states[(unsigned)i * 7 % STATES] = states[((unsigned)i * 5 + 3) % STATES]; }

enum { LOADS, INDEX, NO_FLOOR };

static struct kernel {
    const char *name;
    void (*run)(void);
    int floor;
    double times[MOST_ROUNDS], ratios[MOST_ROUNDS];
} kernels[] = {{"floor: three loads", floor_loads, LOADS, {0}, {0}},
               {"floor: index and three loads", floor_index, INDEX, {0}, {0}},
               {"floor: halves of three suits", floor_halves, NO_FLOOR, {0}, {0}},
               {"win, rows", rows_win, INDEX, {0}, {0}},
               {"waits, rows", rows_waits, INDEX, {0}, {0}},
               {"shanten, rows", rows_shanten, INDEX, {0}, {0}},
               {"win, rows of an index", halves_win, LOADS, {0}, {0}},
               {"waits, rows of an index", halves_waits, LOADS, {0}, {0}},
               {"shanten, rows of an index", halves_shanten, LOADS, {0}, {0}},
               {"win, rows with melds", open_win, NO_FLOOR, {0}, {0}},
               {"waits, rows with melds", open_waits, NO_FLOOR, {0}, {0}},
               {"shanten, rows with melds", open_shanten, NO_FLOOR, {0}, {0}},
               {"shanten with live tiles, rows", live_shanten, NO_FLOOR, {0}, {0}},
               {"shanten with live tiles, melds", open_live_shanten, NO_FLOOR, {0}, {0}},
               {"accepted with live tiles, rows", live_accepts, NO_FLOOR, {0}, {0}},
               {"win, index", index_win, LOADS, {0}, {0}},
               {"waits, index", index_waits, LOADS, {0}, {0}},
               {"shanten, index", index_shanten, LOADS, {0}, {0}},
               {"waits, index with melds", index_open_waits, NO_FLOOR, {0}, {0}},
               {"shanten, index with melds", index_open_shanten, NO_FLOOR, {0}, {0}},
               {"accepted tiles, index", accepts, NO_FLOOR, {0}, {0}},
               {"best discard, index", best_discard, NO_FLOOR, {0}, {0}},
               {"best discard, index with melds", open_best_discard, NO_FLOOR, {0}, {0}},
               {"readings of a winning hand", facts, NO_FLOOR, {0}, {0}},
               {"pattern and fan of a winning hand", score, NO_FLOOR, {0}, {0}},
               {"copy of a state", copy, NO_FLOOR, {0}, {0}}};

enum { KERNELS = sizeof kernels / sizeof kernels[0] };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What win, waits and shanten of hands without melds read. */
static size_t table_bytes(void) {
    return XZ_LOW_COUNT * sizeof *xz_suit_low + XZ_HIGH_COUNT * sizeof *xz_suit_high + XZ_VECTORS * sizeof *xz_suit_id +
           XZ_RECORDS * sizeof *xz_suit_wait + XZ_VECTORS * sizeof *xz_whole_class_at +
           XZ_WHOLE_CLASSES * XZ_WHOLE_PITCH * sizeof *xz_whole_lacks;
}

int main(int argc, char **argv) {
    bool json = argc > 1 && !strcmp(argv[1], "--json");
    int rounds = argc > 1 && !json ? atoi(argv[1]) : 201;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    setup();
    for (int round = -3; round < rounds; round++) {
        for (int k = 0; k < KERNELS; k++) {
            kernels[k].run(); /* its tables, and nobody else's, into the caches */
            double begin = now();
            kernels[k].run();
            if (round >= 0) {
                kernels[k].times[round] = (now() - begin) / HANDS;
            }
        }
        for (int k = 0; k < KERNELS && round >= 0; k++) {
            if (kernels[k].floor != NO_FLOOR) {
                kernels[k].ratios[round] = kernels[k].times[round] / kernels[kernels[k].floor].times[round];
            }
        }
    }
    printf(json ? "{\n" : "%-32s %8s %8s %8s\n", "kernel", "ns", "lowest", "x floor");
    for (int k = 0; k < KERNELS; k++) {
        struct kernel *kernel = &kernels[k];
        qsort(kernel->times, (size_t)rounds, sizeof(double), compare);
        qsort(kernel->ratios, (size_t)rounds, sizeof(double), compare);
        double median = kernel->times[rounds / 2], ratio = kernel->ratios[rounds / 2];
        if (json) {
            printf("  \"%s\": {\"ns\": %.3f, \"lowest_ns\": %.3f, \"floor_ratio\": ", kernel->name, median,
                   kernel->times[0]);
            printf(kernel->floor == NO_FLOOR ? "null" : "%.3f", ratio);
            printf("},\n");
        } else if (kernel->floor == NO_FLOOR) {
            printf("%-32s %8.2f %8.2f\n", kernel->name, median, kernel->times[0]);
        } else {
            printf("%-32s %8.2f %8.2f %8.2f\n", kernel->name, median, kernel->times[0], ratio);
        }
    }
    printf(json ? "  \"bytes\": {\"state\": %zu, \"tables\": %zu}\n}\n" : "state %zu bytes, tables %zu bytes\n",
           sizeof(xz_state), table_bytes());
    return 0;
}
