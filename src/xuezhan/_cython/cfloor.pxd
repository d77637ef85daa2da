# What the binding uses of csrc/bench/floor.h, which is none of the public header's.

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t


cdef extern from "bench/floor.h" nogil:
    void xz_floor_places(const uint8_t *counts, int64_t rows, uint32_t *places)
    uint64_t xz_floor_loads(const uint32_t *places, int64_t rows)
    uint64_t xz_floor_index_loads(const uint8_t *counts, int64_t rows)
    uint64_t xz_floor_deals(uint64_t seed, uint64_t first_index, int64_t count)
    uint64_t xz_floor_bare_hands(uint64_t seed, uint64_t first_index, int64_t count)
