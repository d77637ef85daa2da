/* What a discard may cost: the chance that it is an opponent's wait, and what that hand would be paid. */
#ifndef XZ_PLAYERS_DANGER_H
#define XZ_PLAYERS_DANGER_H

#include "players/outlook.h"

/* Expected points lost by letting each tile go. */
typedef struct xz_danger {
    double cost[XZ_SLOTS];
} xz_danger;

xz_danger xz_danger_of(const xz_outlook *outlook);

#endif
