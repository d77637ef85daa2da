/* The nearest winning hands of a hand: those that lack the fewest tiles of it, as far as the tiles lacking are live. */
#ifndef XZ_CHANCES_GOALS_H
#define XZ_CHANCES_GOALS_H

#include "chances/space.h"
#include "chances/tile_set.h"

typedef struct xz_goal {
    xz_tile_set tiles; /* concealed, the winning tile among them */
    int32_t fan; /* by self-draw */
    int32_t reserved;
} xz_goal;

typedef struct xz_goals {
    const xz_goal *goals; /* each once, at the bottom of the space */
    uint32_t count;
    int shanten; /* with live tiles; each goal has one tile more that the hand lacks. XZ_UNREACHABLE: none */
} xz_goals;

/* XZ_E_BUFFER if the space is full. The hand is valid and no win. */
int xz_find_goals(const xz_rules *rules, const xz_hand *hand, const uint8_t live[XZ_SLOTS], xz_space *space,
                  xz_goals *found);

#endif
