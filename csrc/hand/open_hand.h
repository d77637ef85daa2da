/*
 * Hands with own melds, whose tiles are used up: the classes of their suits come from the automaton of tables/suit_table.h,
 * also those of the suits that have none, since a branch on it would often be guessed wrong.
 */
#ifndef XZ_HAND_OPEN_HAND_H
#define XZ_HAND_OPEN_HAND_H

#include "hand/halves.h"

#define XZ_SYMBOL(rank) (1u << (3 * (rank)))

/* The symbols of a suit, three bits a rank. */
static inline uint32_t xz_symbols_of(const uint8_t counts[XZ_SLOTS], xz_open open, int suit) {
    const uint8_t *ranks = counts + suit * XZ_RANKS;
    uint32_t kongs = open.kongs >> (XZ_RANKS * suit) & XZ_SUIT_MASK,
             own = kongs | (open.pongs >> (XZ_RANKS * suit) & XZ_SUIT_MASK);
    uint64_t word = xz_load8(ranks);
    word = (word | word >> 5) & UINT64_C(0x003F003F003F003F);
    word = (word | word >> 10) & UINT64_C(0x00000FFF00000FFF);
    return ((uint32_t)(word | word >> 20) & 0xFFFFFFu) + ((uint32_t)ranks[8] << 24) + 5u * xz_meld_spread[own] +
           2u * xz_meld_spread[kongs];
}

/* The class for xz_class_lacks with `melds` (0-3) melds to make. */
static inline unsigned xz_symbols_class(int melds, uint32_t symbols) {
    unsigned state = xz_meld_start[symbols & 4095u];
    state = xz_meld_step5[state * 64 + (symbols >> 12 & 63u)];
    state = xz_meld_step7[state * 64 + (symbols >> 18 & 63u)];
    return xz_meld_class[((unsigned)melds * XZ_STATES_AFTER_8 + state) * XZ_SYMBOLS + (symbols >> 24)];
}

/* The same with one tile of each rank more; what the walks have in common is walked once. */
static inline void xz_symbols_classes_with(int melds, uint32_t symbols, uint8_t classes[XZ_RANKS]) {
    const uint8_t *last = xz_meld_class + (unsigned)melds * XZ_STATES_AFTER_8 * XZ_SYMBOLS + (symbols >> 24);
    uint32_t start = symbols & 4095u, fifth = symbols >> 12 & 63u, seventh = symbols >> 18 & 63u;
    for (int rank = 0; rank < 4; rank++) {
        unsigned state = xz_meld_step5[xz_meld_start[(start + XZ_SYMBOL(rank)) & 4095u] * 64u + fifth];
        classes[rank] = last[xz_meld_step7[state * 64u + seventh] * XZ_SYMBOLS];
    }
    const uint16_t *row5 = xz_meld_step5 + xz_meld_start[start] * 64u;
    for (int rank = 4; rank < 6; rank++) {
        unsigned state = row5[(fifth + XZ_SYMBOL(rank - 4)) & 63u];
        classes[rank] = last[xz_meld_step7[state * 64u + seventh] * XZ_SYMBOLS];
    }
    const uint16_t *row7 = xz_meld_step7 + row5[fifth] * 64u;
    for (int rank = 6; rank < 8; rank++) {
        classes[rank] = last[row7[(seventh + XZ_SYMBOL(rank - 6)) & 63u] * XZ_SYMBOLS];
    }
    classes[8] = last[row7[seventh] * XZ_SYMBOLS + 1u];
}

/* Hands with own melds, or with others that are not known: `melds` (0-3) are yet to make. Any suit may be done without, or this
 * one only. */
int xz_open_shanten(const uint8_t counts[XZ_SLOTS], xz_open open, int melds);
int xz_open_shanten_without(const uint8_t counts[XZ_SLOTS], xz_open open, int melds, int void_suit);
uint32_t xz_open_waits(const uint16_t half[XZ_SUITS][2], const uint8_t counts[XZ_SLOTS], xz_open open);
bool xz_open_is_win(const uint16_t half[XZ_SUITS][2], xz_open open);

#endif
