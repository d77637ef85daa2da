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
#include "bench/floor.h"
#include "hand/hand_index.h"

enum {
    HANDS = 1 << 14,
    SOME = HANDS / 4 /* of the slower kernels, so that a quiet moment is long enough */,
    MOST_ROUNDS = 801,
    FLOOR_BYTES = 800 << 10
};

typedef struct sample {
    uint8_t counts[HANDS][XZ_SLOTS];
    uint16_t half[HANDS][XZ_SUITS][2];
    xz_meld melds[HANDS][XZ_MAX_MELDS];
    uint8_t meld_count[HANDS];
    uint32_t pongs[HANDS], kongs[HANDS];
} sample;

static sample ready13, whole14, open13, open14, wins;
static uint8_t live[HANDS][XZ_SLOTS], live13[HANDS][XZ_SLOTS], open_live13[HANDS][XZ_SLOTS];
static uint8_t voids13[HANDS], voids14[HANDS];
static const xz_hand_rules plain = XZ_PLAIN_HAND;
static const xz_open none = {0, 0};
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

/* The suit that the hand has least of. */
static uint8_t least_suit(const uint8_t counts[XZ_SLOTS]) {
    int tiles[XZ_SUITS] = {0}, least = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        tiles[slot / XZ_RANKS] += counts[slot];
    }
    for (int suit = 1; suit < XZ_SUITS; suit++) {
        least = tiles[suit] < tiles[least] ? suit : least;
    }
    return (uint8_t)least;
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
        voids13[i] = least_suit(ready13.counts[i]);
        voids14[i] = least_suit(whole14.counts[i]);
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
#define EACH_OF_SOME for (int i = 0; i < SOME; i++)

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
/* A declared void suit, another one from row to row. */
static xz_hand_rows void_rows(const sample *from, const uint8_t *voids) {
    return (xz_hand_rows){
        .counts = from->counts[0], .rows = HANDS, .row_step = XZ_SLOTS, .slot_step = 1, .voids = voids, .void_step = 1};
}
static void void_win(void) {
    xz_hand_rows const hands = void_rows(&whole14, voids14);
    xz_win_rows_under(&hands, &plain, out8, &status);
}
static void void_waits(void) {
    xz_hand_rows const hands = void_rows(&ready13, voids13);
    xz_waits_rows_under(&hands, &plain, out32, &status);
}
static void void_shanten(void) {
    xz_hand_rows const hands = void_rows(&ready13, voids13);
    xz_shanten_rows_under(&hands, &plain, (int8_t *)out8, &status);
}
static void void_best_discard(void) {
    EACH_OF_SOME out8[i] = (uint8_t)xz_best_discard(XZ_CONST_HALF(whole14.half[i]), whole14.counts[i], none,
                                                    (xz_shape){4, 7, voids14[i]}, xz_copies_of(live[i]));
}
static void open_shanten(void) {
    xz_shanten_rows(open13.counts[0], HANDS, XZ_SLOTS, 1, open13.pongs, open13.kongs, 1, (int8_t *)out8, &status);
}
static void live_shanten(void) {
    xz_shanten_live_rows(ready13.counts[0], SOME, XZ_SLOTS, 1, live13[0], XZ_SLOTS, 1, NULL, NULL, 0, (int8_t *)out8,
                         &status);
}
static void open_live_shanten(void) {
    xz_shanten_live_rows(open13.counts[0], SOME, XZ_SLOTS, 1, open_live13[0], XZ_SLOTS, 1, open13.pongs, open13.kongs,
                         1, (int8_t *)out8, &status);
}
static void live_accepts(void) {
    xz_accepts_live_rows(ready13.counts[0], SOME, XZ_SLOTS, 1, live13[0], XZ_SLOTS, 1, NULL, NULL, 0, out32, &status);
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
static void accepts(void) { EACH_OF_SOME out32[i] = xz_index_accepts(ready13.half[i], ready13.counts[i], NULL, 0); }
static void best_discard(void) {
    EACH_OF_SOME out8[i] =
        (uint8_t)xz_index_best_discard(whole14.half[i], whole14.counts[i], NULL, 0, xz_copies_of(live[i]));
}
static void open_best_discard(void) {
    EACH_OF_SOME out8[i] = (uint8_t)xz_index_best_discard(open14.half[i], open14.counts[i], open14.melds[i],
                                                          open14.meld_count[i], xz_copies_of(live[i]));
}
static void facts(void) {
    for (int i = 0; i < SOME; i++) {
        xz_hand hand;
        xz_facts of;
        memcpy(hand.counts, wins.counts[i], sizeof hand.counts);
        hand.meld_count = 0;
        xz_hand_facts(&hand, XZ_NONE, &of);
        out8[i] = (uint8_t)of.readings;
    }
}

static void score(void) {
    static const xz_circumstances how = {.self_draw = true};
    for (int i = 0; i < SOME; i++) {
        xz_hand hand;
        xz_score of;
        memcpy(hand.counts, wins.counts[i], sizeof hand.counts);
        hand.meld_count = 0;
        xz_score_hand(&rules, &hand, XZ_NONE, &how, &of);
        out8[i] = of.fan;
    }
}
/* From and to anywhere among as many as a search may hold at a time: 128 KiB. */
static void copy(void) { EACH states[(unsigned)i * 7 % STATES] = states[((unsigned)i * 5 + 3) % STATES]; }

enum { LOADS, INDEX, NO_FLOOR };

static struct kernel {
    const char *name;
    void (*run)(void);
    int hands, floor;
    double times[MOST_ROUNDS], sticks[MOST_ROUNDS];
} kernels[] = {{"floor: three loads", floor_loads, HANDS, LOADS},
               {"floor: index and three loads", floor_index, HANDS, INDEX},
               {"floor: halves of three suits", floor_halves, HANDS, NO_FLOOR},
               {"win, rows", rows_win, HANDS, INDEX},
               {"waits, rows", rows_waits, HANDS, INDEX},
               {"shanten, rows", rows_shanten, HANDS, INDEX},
               {"win, rows of an index", halves_win, HANDS, LOADS},
               {"waits, rows of an index", halves_waits, HANDS, LOADS},
               {"shanten, rows of an index", halves_shanten, HANDS, LOADS},
               {"win, rows with a void suit", void_win, HANDS, INDEX},
               {"waits, rows with a void suit", void_waits, HANDS, INDEX},
               {"shanten, rows with a void suit", void_shanten, HANDS, INDEX},
               {"win, rows with melds", open_win, HANDS, NO_FLOOR},
               {"waits, rows with melds", open_waits, HANDS, NO_FLOOR},
               {"shanten, rows with melds", open_shanten, HANDS, NO_FLOOR},
               {"shanten with live tiles, rows", live_shanten, SOME, NO_FLOOR},
               {"shanten with live tiles, melds", open_live_shanten, SOME, NO_FLOOR},
               {"accepted with live tiles, rows", live_accepts, SOME, NO_FLOOR},
               {"win, index", index_win, HANDS, LOADS},
               {"waits, index", index_waits, HANDS, LOADS},
               {"shanten, index", index_shanten, HANDS, LOADS},
               {"waits, index with melds", index_open_waits, HANDS, NO_FLOOR},
               {"shanten, index with melds", index_open_shanten, HANDS, NO_FLOOR},
               {"accepted tiles, index", accepts, SOME, NO_FLOOR},
               {"best discard, index", best_discard, SOME, NO_FLOOR},
               {"best discard, index, void suit", void_best_discard, SOME, NO_FLOOR},
               {"best discard, index with melds", open_best_discard, SOME, NO_FLOOR},
               {"readings of a winning hand", facts, SOME, NO_FLOOR},
               {"pattern and fan of a winning hand", score, SOME, NO_FLOOR},
               {"copy of a state", copy, HANDS, NO_FLOOR}};

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

/*
 * A neighbour on a shared machine slows everything for a while. The yardstick, a short work that feels both a slow clock and a
 * crowded cache, is timed before and after each measurement: one is quiet if the slower of both is within a fifth of the best.
 */
static double yardstick(void) {
    floor_loads(); /* its table, too, into the caches */
    double begin = now();
    xz_floor_deals(1, 0, 40);
    floor_loads();
    return now() - begin;
}

static double quickest = 1e18;

static bool is_quiet(const struct kernel *kernel, int round) { return kernel->sticks[round] <= 1.2 * quickest; }

/* Whether each kernel has had so many quiet rounds. */
static bool all_quiet(int rounds, int wanted) {
    for (int k = 0; k < KERNELS; k++) {
        int quiet = 0;
        for (int round = 0; round < rounds; round++) {
            quiet += is_quiet(&kernels[k], round);
        }
        if (quiet < wanted) {
            return false;
        }
    }
    return true;
}

typedef struct summary {
    double median, lowest, ratio;
    int quiet; /* rounds; 0 if there are too few to tell, and then all count */
} summary;

static double median_of(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

static summary summarize(const struct kernel *kernel, int rounds) {
    enum { FEW = 5 };
    static double times[MOST_ROUNDS], ratios[MOST_ROUNDS];
    const struct kernel *floor = kernel->floor == NO_FLOOR ? NULL : &kernels[kernel->floor];
    summary sum = {.lowest = 1e18};
    for (int every = 0; every < 2; every++) {
        int count = 0, pairs = 0;
        for (int round = 0; round < rounds; round++) {
            bool counts = every || is_quiet(kernel, round);
            if (counts) {
                times[count++] = kernel->times[round];
            }
            if (floor && counts && (every || is_quiet(floor, round))) {
                ratios[pairs++] = kernel->times[round] / floor->times[round];
            }
            sum.lowest = kernel->times[round] < sum.lowest ? kernel->times[round] : sum.lowest;
        }
        if (every || (count >= FEW && (pairs >= FEW || !floor))) {
            sum.median = median_of(times, count);
            sum.ratio = floor ? median_of(ratios, pairs) : 0;
            sum.quiet = every ? 0 : count;
            break;
        }
    }
    return sum;
}

/* What win, waits and shanten of hands without melds read. */
static size_t table_bytes(void) {
    return XZ_LOW_COUNT * sizeof *xz_suit_low + XZ_HIGH_COUNT * sizeof *xz_suit_high + XZ_VECTORS * sizeof *xz_suit_id +
           XZ_RECORDS * sizeof *xz_suit_wait + XZ_VECTORS * sizeof *xz_whole_class_at +
           XZ_WHOLE_CLASSES * XZ_WHOLE_PITCH * sizeof *xz_whole_lacks;
}

int main(int argc, char **argv) {
    bool json = argc > 1 && !strcmp(argv[1], "--json");
    int wanted = argc > 1 && !json ? atoi(argv[1]) : 51, rounds = 0;
    wanted = wanted < 1 ? 1 : wanted > MOST_ROUNDS ? MOST_ROUNDS : wanted;
    setup();
    double after = yardstick();
    for (int round = -3; rounds < MOST_ROUNDS && (rounds < wanted || !all_quiet(rounds, wanted)); round++) {
        rounds = round + 1 > 0 ? round + 1 : 0;
        for (int k = 0; k < KERNELS; k++) {
            kernels[k].run(); /* its tables, and nobody else's, into the caches */
            double begin = now();
            kernels[k].run();
            double took = now() - begin, before = after, stick;
            after = yardstick();
            stick = before > after ? before : after;
            quickest = stick < quickest ? stick : quickest;
            if (round >= 0) {
                kernels[k].times[round] = took / kernels[k].hands;
                kernels[k].sticks[round] = stick;
            }
        }
    }
    printf(json ? "{\n" : "%-34s %8s %8s %8s %8s\n", "kernel", "ns", "lowest", "x floor", "quiet");
    for (int k = 0; k < KERNELS; k++) {
        const struct kernel *const kernel = &kernels[k];
        summary const sum = summarize(kernel, rounds);
        if (json) {
            printf("  \"%s\": {\"ns\": %.3f, \"lowest_ns\": %.3f, \"quiet\": %d, \"floor_ratio\": ", kernel->name,
                   sum.median, sum.lowest, sum.quiet);
            printf(kernel->floor == NO_FLOOR ? "null" : "%.3f", sum.ratio);
            printf("},\n");
        } else {
            printf("%-34s %8.2f %8.2f ", kernel->name, sum.median, sum.lowest);
            if (kernel->floor == NO_FLOOR) {
                printf("%8s", "");
            } else {
                printf("%8.2f", sum.ratio);
            }
            printf(" %8d\n", sum.quiet);
        }
    }
    printf(json ? "  \"bytes\": {\"state\": %zu, \"tables\": %zu}\n}\n" : "state %zu bytes, tables %zu bytes\n",
           sizeof(xz_state), table_bytes());
    return 0;
}
