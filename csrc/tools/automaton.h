/*
 * What the table generator is made of: a set, and the automaton that finds what a suit has in common with so many melds and
 * pairs.
 *
 * The *overlap vector* of a suit is D(m, p): the most tiles it has in common with m melds and p pairs of its suit, m in 0..4,
 * p in 0..1. A walk over the ranks keeps, for every number of sequences still open, of melds begun and of pairs, the most
 * tiles in common so far: a state. There are few states, so the walk is an automaton. Equal vectors are a class.
 */
#ifndef XZ_TOOLS_AUTOMATON_H
#define XZ_TOOLS_AUTOMATON_H

#include <stddef.h>
#include <stdint.h>

#include "tables/suit_table.h"

enum { RANKS = XZ_RANKS, MELDS = 5 /* 0..4 */, DEAD = 0xFFFF /* no state */ };

_Noreturn void die(const char *reason);
void *take(size_t count, size_t size); /* zeroed memory, or the end */

/* Keys of one width, numbered in the order they come. At most 32,768. */
typedef struct set {
    size_t width, count, slots;
    uint8_t *keys;
    uint32_t *table; /* number + 1 */
} set;

set set_make(size_t width);
size_t set_put(set *s, const void *key); /* its number */
const void *set_key(const set *s, size_t number);
void set_free(set *s);

/* Ten layers; next[r][state * XZ_SYMBOLS + symbol] is a state of layer r + 1, in the last a class, or DEAD. */
typedef struct automaton {
    size_t count[RANKS + 1];
    uint16_t *next[RANKS];
} automaton;

/*
 * `most` is 4: suits without own melds, five symbols. `most` is 3: suits of hands with own melds, all symbols of
 * suit_table.h. Adds to `classes`, the overlap vectors [m][p] seen so far.
 */
automaton automaton_make(int most, set *classes);
void automaton_free(automaton *a);

#endif
