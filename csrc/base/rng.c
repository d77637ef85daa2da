#include "base/rng.h"
#include "base/port.h"

#include <string.h>

uint64_t xz_mix(uint64_t z) { return xz_mix64(z); }

uint64_t xz_key(uint64_t seed, uint64_t index, uint64_t stream) {
    return xz_mix64(xz_mix64(xz_mix64(seed + XZ_GOLDEN) + index + XZ_GOLDEN) + stream + XZ_GOLDEN);
}

void xz_rng_seed(xz_rng *rng, uint64_t seed, uint64_t index, uint64_t stream) {
    uint64_t const key = xz_key(seed, index, stream);
    for (unsigned j = 0; j < 4; j++) {
        rng->s[j] = xz_mix64(key + (j + 1) * XZ_GOLDEN);
    }
}

uint64_t xz_rng_next(xz_rng *rng) { return xz_next64(rng); }

uint32_t xz_rng_below(xz_rng *rng, uint32_t n) {
    XZ_ASSERT(n > 0);
    return xz_below32(rng, n);
}

int xz_wall(uint64_t seed, uint64_t index, unsigned suits, uint8_t *wall) {
    XZ_ASSERT(suits == 3 || suits == 5 || suits == 6 || suits == 7);
    int length = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (suits >> (slot / XZ_RANKS) & 1u) {
            memset(wall + length, slot, 4);
            length += 4;
        }
    }
    xz_rng rng;
    xz_rng_seed(&rng, seed, index, XZ_STREAM_WALL);
    for (int i = length - 1; i > 0; i--) {
        uint32_t const j = xz_below32(&rng, (uint32_t)i + 1);
        uint8_t const tile = wall[i];
        wall[i] = wall[j];
        wall[j] = tile;
    }
    return length;
}

uint64_t xz_digest(const uint8_t *bytes, size_t length) {
    uint64_t h = 0;
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = 0;
        size_t const size = length - at < 8 ? length - at : 8;
        for (size_t i = 0; i < size; i++) {
            word |= (uint64_t)bytes[at + i] << (8 * i);
        }
        h = xz_mix64((h ^ word) + XZ_GOLDEN);
    }
    return xz_mix64((h ^ (uint64_t)length) + XZ_GOLDEN);
}
