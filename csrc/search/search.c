/*
 * The player `search`. What the playouts of an action brought more than those of value's own choice, on the same worlds, is
 * weighed against what `value` thinks of the two: the noisier the playouts, the more it counts. So few playouts change
 * little, and many decide.
 */
#include "players/value.h"

#include <string.h>

enum { CHUNK = 16 };

#define HOPELESS 0.7  /* of the best worth: what is below is not looked at */
#define NOISE 4.0     /* units: how much two playouts differ, before any was seen; counts for so many: */
#define NOISE_SEEN 8.0
#define MOST_UNITS (INT64_C(1) << 20) /* of a difference, where it is squared */

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
    uint8_t bytes[XZ_VIEW_MAX_BYTES];
    int const length = xz_view_encode(view, bytes, sizeof bytes);
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
    while (search->count > 1 && search->worths[search->count - 1] < search->worths[0] * HOPELESS) {
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
    search->unit = rules->unit;
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

/* Expected points more than value's own choice: the mean of two estimates, each by how sure it is. */
static double rating(const xz_search *search, int i) {
    if (i == 0) {
        return 0;
    }
    double const worth = search->worths[i] - search->worths[0];
    if (search->worlds == 0) {
        return worth;
    }
    double const worlds = (double)search->worlds, unit = (double)search->unit;
    double const mean = (double)search->gains[i] / worlds;
    double const noise =
        ((double)search->squares[i] + NOISE_SEEN * NOISE * NOISE) / (worlds + NOISE_SEEN) * unit * unit;
    double const error = search->options.doubt * search->worths[0];
    double const trust = noise / (worlds * error * error); /* in worth, against the mean */
    return (mean + trust * worth) / (1 + trust);
}

int xz_search_best(const xz_search *search) {
    int best = 0;
    for (int i = 1; i < search->count; i++) {
        if (rating(search, i) > rating(search, best)) {
            best = i;
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

void xz_search_halve(xz_search *search) {
    int const half = (search->count + 1) / 2, keep = half > 2 ? half : 2;
    while (search->count > keep) {
        int worst = 1;
        for (int i = 2; i < search->count; i++) {
            if (rating(search, i) <= rating(search, worst)) {
                worst = i;
            }
        }
        drop(search, worst);
    }
}

int xz_search_rounds(const xz_search *search) {
    int rounds = search->count > 1;
    for (int left = search->count; left > 2; left = (left + 1) / 2) {
        rounds++;
    }
    return rounds;
}

int xz_search_action(const xz_rules *rules, const xz_view *view, const xz_search_options *options, int64_t playouts) {
    xz_search search;
    int status = xz_search_begin(rules, view, options, &search);
    if (status != XZ_OK) {
        return status;
    }
    int const rounds = xz_search_rounds(&search);
    for (int round = 0; round < rounds; round++) {
        int64_t const worlds = playouts / rounds / search.count;
        status = xz_search_run(rules, view, &search, worlds > 0 ? worlds : 1);
        if (status != XZ_OK) {
            return status;
        }
        xz_search_halve(&search);
    }
    return xz_search_best(&search);
}
