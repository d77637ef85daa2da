/*
 * Floors: loops of the same shape as the real ones that decide nothing, to be timed beside them in one process. Each returns a
 * sum of what it touched. `counts`: contiguous rows of 27.
 */
#ifndef XZ_BENCH_FLOOR_H
#define XZ_BENCH_FLOOR_H

#include <stdint.h>

void xz_floor_places(const uint8_t *counts, int64_t rows,
                     uint32_t *places); /* where a row's three suits stand: 3 a row */
uint64_t xz_floor_loads(const uint32_t *places, int64_t rows);               /* three independent loads a row */
uint64_t xz_floor_index_loads(const uint8_t *counts, int64_t rows);          /* the places computed, then the loads */
uint64_t xz_floor_deals(uint64_t seed, uint64_t first_index, int64_t count); /* walls alone */
/* Deal, draw, random discard, win test by the cached waits, play on after wins; no claims, kongs, scores. Returns turns. */
uint64_t xz_floor_bare_hands(uint64_t seed, uint64_t first_index, int64_t count);

#endif
