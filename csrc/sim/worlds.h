/* Worlds that a seat could be in, dealt one way or the other. */
#ifndef XZ_SIM_WORLDS_H
#define XZ_SIM_WORLDS_H

#include "sim/likely.h"

typedef struct xz_dealing {
    int worlds; /* xz_worlds */
    int policy; /* who answers for others, or XZ_NONE */
    union {
        xz_likely likely;
        xz_redealing even;
    } as;
} xz_dealing;

/* XZ_E_STATE if the view cannot be, XZ_E_COUNT if there is no such way to deal. Rules and view must outlive it. */
int xz_dealing_begin(const xz_rules *rules, const xz_view *view, int worlds, int policy, xz_dealing *dealing);

/* One world, by the stream alone. XZ_E_STATE if none was found. */
int xz_dealing_next(xz_dealing *dealing, xz_rng *rng, xz_state *state);

#endif
