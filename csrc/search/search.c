/*
 * The player `search`. It departs from value's own choice only for an action that the playouts show to be better: what it
 * brought more on the same worlds, and a share of what `value` thinks of the two, must come to more than `doubt` standard
 * errors. So few playouts change little. Most are dropped after a few, since what is asked of them grows with
 * the playouts, and the playouts go to those that are left.
 */

#include "xuezhan/xuezhan.h"

#include <string.h>

#define HOPELESS 0.4  /* of the best worth and a unit: what is worse by more is not looked at */
#define PRIOR 0.5     /* what a difference of worths counts, against one of playouts */
#define BEHIND 0.5    /* standard errors by which an action may be behind another and still be looked at */
#define NOISE 4.0     /* units: how much two playouts differ, before any was seen; counts for so many: */
#define NOISE_SEEN 8.0
#define MOST_UNITS (INT64_C(1) << 20) /* of a difference, where it is squared */

/* From round to round the worlds double, and what is asked of a gain grows from none to `doubt` standard errors. */
enum { ROUNDS = 5, FEWEST = 16, CHUNK = 16 };

/* What is no discard is rarer and weighs more. */
enum { EFFORT = 4 };

/* By falling worth, equal ones by action. */
static void insert(xz_search *search, int action, double worth) {
    int at = search->count++;
    for (; at > 0 && worth > search->worths[at - 1]; at--) {
        search->worths[at] = search->worths[at - 1];
        search->actions[at] = search->actions[at - 1];
    }
    search->worths[at] = worth;
    search->actions[at] = (uint8_t)action;
}

int xz_search_begin(const xz_rules *rules, const xz_view *view, const xz_search_options *options, xz_search *search) {
    memset(search, 0, sizeof *search);
    search->options = *options;
    search->playout = options->playout;
    search->unit = rules->unit;
    search->effort = view->legal.words[0] >> XZ_KONG ? EFFORT : 1;
    uint8_t bytes[XZ_VIEW_MAX_BYTES];
    int const length = xz_view_encode(rules, view, bytes, sizeof bytes);
    if (length < 0) {
        return length;
    }
    search->playout.seed = xz_mix(options->playout.seed ^ xz_digest(bytes, (size_t)length));
    double worths[XZ_ACTION_COUNT];
    xz_value_worths(rules, view, worths);
    for (int action = 0; action < XZ_ACTION_COUNT && search->count < XZ_SEARCH_ACTIONS; action++) {
        if (view->legal.words[action / 64] >> (action % 64) & 1u) {
            insert(search, action, worths[action]);
        }
    }
    if (search->count == 0) {
        return XZ_E_SEAT;
    }
    double const best = search->worths[0], unit = (double)rules->unit;
    double const least = best - HOPELESS * ((best > 0 ? best : -best) + unit);
    while (search->count > 1 && search->worths[search->count - 1] < least) {
        search->count--;
    }
    if (options->breadth > 0 && search->count > options->breadth) {
        search->count = options->breadth;
    }
    return XZ_OK;
}

void xz_search_add(const xz_rules *rules, xz_search *search, const xz_outcome *outcomes, int64_t worlds) {
    for (int64_t w = 0; w < worlds; w++) {
        const xz_outcome *const row = outcomes + w * search->count;
        for (int i = 1; i < search->count; i++) {
            int64_t const gain = row[i].points - row[0].points;
            int64_t units = gain / rules->unit;
            units = units > MOST_UNITS ? MOST_UNITS : units < -MOST_UNITS ? -MOST_UNITS : units;
            search->gains[i] += gain;
            search->squares[i] += units * units;
        }
    }
    search->worlds += worlds;
}

int xz_search_run(const xz_rules *rules, const xz_view *view, xz_search *search, int64_t worlds) {
    xz_outcome outcomes[CHUNK * XZ_SEARCH_ACTIONS];
    while (worlds > 0 && search->count > 1) {
        int64_t const count = worlds < CHUNK ? worlds : CHUNK;
        int const status = xz_play_worlds(rules, view, &search->playout, (uint64_t)search->worlds, count,
                                          search->actions, search->count, outcomes);
        if (status != XZ_OK) {
            return status;
        }
        xz_search_add(rules, search, outcomes, count);
        worlds -= count;
    }
    return XZ_OK;
}

/* Points more than value's own choice: what is expected, and the squared standard error of the playouts' part. */
typedef struct gain {
    double mean, variance;
} gain;

static gain gain_of(const xz_search *search, int i) {
    double const worlds = (double)search->worlds, unit = (double)search->unit;
    double const square = ((double)search->squares[i] + NOISE_SEEN * NOISE * NOISE) / (worlds + NOISE_SEEN);
    return (gain){.mean = (double)search->gains[i] / worlds + PRIOR * (search->worths[i] - search->worths[0]),
                  .variance = square / worlds * unit * unit};
}

/* Whether a difference is more than so many standard errors. */
static bool exceeds(double difference, double errors, double variance) {
    return difference > 0 && difference * difference > errors * errors * variance;
}

int xz_search_best(const xz_search *search) {
    int best = 0;
    double most = 0;
    for (int i = 1; i < search->count && search->worlds > 0; i++) {
        gain const g = gain_of(search, i);
        if (g.mean > most && exceeds(g.mean, search->options.doubt, g.variance)) {
            best = i;
            most = g.mean;
        }
    }
    return search->actions[best];
}

static void drop(xz_search *search, int dropped) {
    search->count--;
    for (int i = dropped; i < search->count; i++) {
        search->actions[i] = search->actions[i + 1];
        search->worths[i] = search->worths[i + 1];
        search->gains[i] = search->gains[i + 1];
        search->squares[i] = search->squares[i + 1];
    }
}

void xz_search_narrow(xz_search *search) {
    double const asked = search->options.doubt * search->rounds / (ROUNDS - 1);
    double most = 0;
    for (int i = 1; i < search->count; i++) {
        double const mean = gain_of(search, i).mean;
        most = mean > most ? mean : most;
    }
    for (int i = search->count - 1; i > 0; i--) {
        gain const g = gain_of(search, i);
        if (!exceeds(g.mean, asked, g.variance) || exceeds(most - g.mean, BEHIND, g.variance)) {
            drop(search, i);
        }
    }
    search->rounds++;
}

int64_t xz_search_next(const xz_search *search, int64_t playouts) {
    if (search->count < 2 || search->rounds == ROUNDS) {
        return 0;
    }
    int64_t const first = playouts >> ROUNDS, most = playouts / search->count;
    int64_t const round = search->worlds > 0 ? search->worlds : first > FEWEST ? first : FEWEST;
    return round < most ? round : most;
}

int xz_search_action(const xz_rules *rules, const xz_view *view, const xz_search_options *options, int64_t playouts) {
    xz_search search;
    int status = xz_search_begin(rules, view, options, &search);
    int64_t worlds;
    playouts *= search.effort;
    while (status == XZ_OK && (worlds = xz_search_next(&search, playouts)) > 0) {
        playouts -= worlds * search.count;
        status = xz_search_run(rules, view, &search, worlds);
        xz_search_narrow(&search);
    }
    return status == XZ_OK ? xz_search_best(&search) : status;
}
