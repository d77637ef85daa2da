/*
 * Floor kernels: loops of the same shape as the real ones that decide as little as possible. They say what the machine
 * itself costs; `xuezhan bench` times them beside the real kernels, in turn.
 */
#include "bench/floor.h"

#include "base/rng.h"
#include "hand/hand_index.h"

#include <string.h>

void xz_floor_places(const uint8_t *counts, int64_t rows, uint32_t *places) {
    for (int64_t suit = 0; suit < rows * XZ_SUITS; suit++) {
        uint32_t const word = xz_suit_halves(counts + suit * XZ_RANKS);
        places[suit] = xz_suit_place(word >> XZ_LOW_SHIFT & 0xFFFFu, word >> XZ_HIGH_SHIFT & 0xFFFFu);
    }
}

uint64_t xz_floor_loads(const uint32_t *places, int64_t rows) {
    uint64_t sum = 0;
    for (int64_t row = 0; row < rows; row++) {
        const uint32_t *const at = places + row * XZ_SUITS;
        sum += (uint64_t)xz_suit_id[at[0]] + xz_suit_id[at[1]] + xz_suit_id[at[2]];
    }
    return sum;
}

uint64_t xz_floor_index_loads(const uint8_t *counts, int64_t rows) {
    uint64_t sum = 0;
    for (int64_t row = 0; row < rows; row++) {
        const uint8_t *const m = counts + row * XZ_SLOTS;
        sum += (uint64_t)xz_suit_record(m) + xz_suit_record(m + XZ_RANKS) + xz_suit_record(m + 2 * XZ_RANKS);
    }
    return sum;
}

uint64_t xz_floor_deals(uint64_t seed, uint64_t first_index, int64_t count) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        uint8_t wall[XZ_MAX_WALL];
        int const length = xz_wall(seed, first_index + (uint64_t)i, 7, wall);
        sum += wall[0] + (uint64_t)wall[length - 1];
    }
    return sum;
}

/* ---- the bare hand ---------------------------------------------------------------------------------------------------- */

typedef struct bare_seat {
    uint8_t tiles[XZ_MAX_HAND]; /* the last one is the one just drawn */
    uint8_t counts[XZ_SLOTS];
    uint16_t half[XZ_SUITS][2];
    uint32_t waits;
} bare_seat;

static void bare_refresh(bare_seat *seat) { seat->waits = xz_index_waits(seat->half, seat->counts, NULL, 0); }

static void bare_deal(bare_seat *seat, const uint8_t tiles[XZ_MAX_HAND - 1]) {
    memset(seat, 0, sizeof *seat);
    memcpy(seat->tiles, tiles, XZ_MAX_HAND - 1);
    for (int i = 0; i < XZ_MAX_HAND - 1; i++) {
        seat->counts[tiles[i]]++;
        xz_index_take(seat->half, tiles[i]);
    }
    bare_refresh(seat);
}

/* Takes the tile and throws a random one away. */
static void bare_turn(bare_seat *seat, int tile, xz_rng *rng) {
    uint32_t const pick = xz_below32(rng, XZ_MAX_HAND);
    seat->tiles[XZ_MAX_HAND - 1] = (uint8_t)tile;
    int const out = seat->tiles[pick];
    seat->tiles[pick] = (uint8_t)tile;
    if (out != tile) {
        seat->counts[tile]++;
        seat->counts[out]--;
        xz_index_take(seat->half, tile);
        xz_index_give(seat->half, out);
        bare_refresh(seat);
    }
}

static int bare_hand(uint64_t seed, uint64_t index) {
    uint8_t wall[XZ_MAX_WALL];
    bare_seat seats[XZ_MAX_SEATS];
    xz_rng rng;
    int const length = xz_wall(seed, index, 7, wall);
    xz_rng_seed(&rng, seed, index, XZ_STREAM_POLICY);
    for (int i = 0; i < XZ_MAX_SEATS; i++) {
        bare_deal(&seats[i], wall + (XZ_MAX_HAND - 1) * i);
    }
    int turns = 0;
    unsigned active = (1u << XZ_MAX_SEATS) - 1u;
    int at = 0;
    for (int front = (XZ_MAX_HAND - 1) * XZ_MAX_SEATS; front < length && (active & (active - 1u)); front++) {
        turns++;
        if (seats[at].waits >> wall[front] & 1u) {
            active &= ~(1u << at);
        } else {
            bare_turn(&seats[at], wall[front], &rng);
        }
        do {
            at = (at + 1) % XZ_MAX_SEATS;
        } while (!(active >> at & 1u));
    }
    return turns;
}

uint64_t xz_floor_bare_hands(uint64_t seed, uint64_t first_index, int64_t count) {
    uint64_t turns = 0;
    for (int64_t i = 0; i < count; i++) {
        turns += (uint64_t)bare_hand(seed, first_index + (uint64_t)i);
    }
    return turns;
}
