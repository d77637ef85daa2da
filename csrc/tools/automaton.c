#include "tools/automaton.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = 255 };

_Noreturn void die(const char *reason) {
    fprintf(stderr, "gen_tables: %s\n", reason);
    exit(1);
}

void *take(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        die("out of memory");
    }
    return memory;
}

/* ---- a set ------------------------------------------------------------------------------------------------------------ */

set set_make(size_t width) {
    set s = {.width = width, .count = 0, .slots = 1 << 16};
    s.keys = take(s.slots, width);
    s.table = take(s.slots, sizeof *s.table);
    return s;
}

size_t set_put(set *s, const void *key) {
    const uint8_t *bytes = key;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < s->width; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    hash ^= hash >> 32;
    for (size_t at = hash % s->slots;; at = (at + 1) % s->slots) {
        if (!s->table[at]) {
            if (s->count * 2 >= s->slots) {
                die("a set is larger than foreseen");
            }
            memcpy(s->keys + s->count * s->width, key, s->width);
            s->table[at] = (uint32_t)++s->count;
            return s->count - 1;
        }
        if (!memcmp(s->keys + (s->table[at] - 1) * s->width, key, s->width)) {
            return s->table[at] - 1;
        }
    }
}

const void *set_key(const set *s, size_t number) { return s->keys + number * s->width; }

void set_free(set *s) {
    free(s->keys);
    free(s->table);
}

/* ---- the walk over the ranks ---------------------------------------------------------------------------------------- */

/* What the hand has of a rank: `held` of its own, `limit` that a winning hand may have. */
static const struct symbol {
    uint8_t held, limit, meld;
} SYMBOLS[XZ_SYMBOLS] = {{0, 4, 0}, {1, 4, 0}, {2, 4, 0}, {3, 4, 0}, {4, 4, 0}, /* no own meld of it */
                         {0, 1, 1}, {1, 1, 1},                                  /* own pong */
                         {0, 0, 1}};                                            /* own kong */

/* best[a][b][m][p]: a sequences want one more rank, b want two; NONE if it cannot be. */
typedef struct state {
    uint8_t melds; /* own ones so far */
    uint8_t best[3][3][MELDS][2];
} state;

/* Melds that can be made beside the own ones: in one automaton up to four, in the other, whose hands have at least one meld
 * somewhere, up to three. */
static int melds_to_make(int own, int most) { return own > 4 - most ? 4 - own : most; }

static state advance(const state *from, int symbol, int rank, int most) {
    const struct symbol *s = &SYMBOLS[symbol];
    state to;
    memset(&to, NONE, sizeof to);
    to.melds = (uint8_t)(from->melds + s->meld);
    int limit = melds_to_make(to.melds, most);
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            for (int m = 0; m <= limit; m++) {
                for (int p = 0; p < 2; p++) {
                    int best = from->best[a][b][m][p];
                    if (best == NONE) {
                        continue;
                    }
                    /* three equal sequences are three triplets: two are enough */
                    for (int begun = 0; begun < 3; begun++) {
                        if (begun > 0 && rank > 6) {
                            break;
                        }
                        for (int triplet = 0; triplet < 2; triplet++) {
                            for (int pair = 0; pair < 2 - p; pair++) {
                                int tiles = a + b + begun + 3 * triplet + 2 * pair;
                                int melds = m + begun + triplet;
                                if (tiles > s->limit || melds > limit) {
                                    continue;
                                }
                                int value = best + (tiles < s->held ? tiles : s->held);
                                uint8_t *target = &to.best[b][begun][melds][p + pair];
                                if (*target == NONE || value > *target) {
                                    *target = (uint8_t)value;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    return to;
}

/* In a hand with own melds only D(m, p) with m <= limit is ever asked: any class that agrees there will do. */
static size_t class_of_state(const state *last, int limit, set *classes) {
    uint8_t vector[MELDS][2];
    for (int m = 0; m < MELDS; m++) {
        memcpy(vector[m], last->best[0][0][m <= limit ? m : limit], 2);
    }
    for (size_t i = 0; limit < 4 && i < classes->count; i++) {
        if (!memcmp(set_key(classes, i), vector, (size_t)(limit + 1) * 2)) {
            return i;
        }
    }
    return set_put(classes, vector);
}

automaton automaton_make(int most, set *classes) {
    automaton full, small;
    set layers[RANKS + 1];
    uint8_t *fewest[RANKS + 1]; /* tiles that lead to the state */
    int symbols = most == 4 ? 5 : XZ_SYMBOLS;
    layers[0] = set_make(sizeof(state));
    fewest[0] = take(1, 1);
    state empty;
    memset(&empty, NONE, sizeof empty);
    empty.melds = 0;
    empty.best[0][0][0][0] = 0;
    set_put(&layers[0], &empty);
    for (int r = 0; r < RANKS; r++) {
        size_t count = layers[r].count;
        layers[r + 1] = set_make(sizeof(state));
        fewest[r + 1] = take(layers[r + 1].slots, 1);
        full.next[r] = take(count * XZ_SYMBOLS, sizeof(uint16_t));
        for (size_t i = 0; i < count; i++) {
            for (int symbol = 0; symbol < XZ_SYMBOLS; symbol++) {
                const state *from = set_key(&layers[r], i);
                int own = from->melds + SYMBOLS[symbol].meld;
                int tiles = fewest[r][i] + SYMBOLS[symbol].held;
                uint16_t *next = &full.next[r][i * XZ_SYMBOLS + (size_t)symbol];
                *next = DEAD;
                if (symbol >= symbols || own > 4 || tiles > XZ_MAX_HAND - 3 * (4 - melds_to_make(own, most))) {
                    continue;
                }
                state to = advance(from, symbol, r, most);
                size_t before = layers[r + 1].count;
                size_t at = set_put(&layers[r + 1], &to);
                if (at == before || tiles < fewest[r + 1][at]) {
                    fewest[r + 1][at] = (uint8_t)tiles;
                }
                *next = (uint16_t)at;
            }
        }
    }

    /* From the last layer back: states that lead to the same are one. */
    size_t last = layers[RANKS].count;
    uint16_t *number = take(last, sizeof *number);
    for (size_t i = 0; i < last; i++) {
        const state *s = set_key(&layers[RANKS], i);
        number[i] = (uint16_t)class_of_state(s, melds_to_make(s->melds, most), classes);
    }
    small.count[RANKS] = classes->count;
    for (int r = RANKS - 1; r >= 0; r--) {
        set rows = set_make(XZ_SYMBOLS * sizeof(uint16_t));
        size_t count = layers[r].count;
        uint16_t *merged = take(count, sizeof *merged);
        for (size_t i = 0; i < count; i++) {
            uint16_t row[XZ_SYMBOLS];
            for (int symbol = 0; symbol < XZ_SYMBOLS; symbol++) {
                uint16_t next = full.next[r][i * XZ_SYMBOLS + (size_t)symbol];
                row[symbol] = next == DEAD ? (uint16_t)DEAD : number[next];
            }
            merged[i] = (uint16_t)set_put(&rows, row);
        }
        small.count[r] = rows.count;
        small.next[r] = take(rows.count * XZ_SYMBOLS, sizeof(uint16_t));
        memcpy(small.next[r], rows.keys, rows.count * XZ_SYMBOLS * sizeof(uint16_t));
        set_free(&rows);
        free(number);
        free(full.next[r]);
        number = merged;
    }
    free(number);
    for (int r = 0; r <= RANKS; r++) {
        set_free(&layers[r]);
        free(fewest[r]);
    }
    return small;
}

void automaton_free(automaton *a) {
    for (int r = 0; r < RANKS; r++) {
        free(a->next[r]);
    }
}
