/*
 * Worlds as they come about in play. Dealt evenly, a seat's opponents hold tiles of all suits to the end, as nobody who plays
 * does: playouts from there pay pigs that will never be. Here each other seat still in play takes as many turns with the
 * unseen tiles as it has had, letting go of the suit it discarded most, then of what is of least use; and what it then holds
 * must go with what it discarded lately, and with the tiles that it let pass.
 */
#ifndef XZ_SIM_LIKELY_H
#define XZ_SIM_LIKELY_H

#include "view/redeal.h"

enum { XZ_TOLD = 3, XZ_MOST_WAITING = 16 };

/* What a seat's discards and melds say of its hand. */
typedef struct xz_habits {
    bool judged;              /* in play, and not the one whose view it is */
    int turns;                /* to take */
    int discards[XZ_SUITS];
    unsigned melded;          /* suits */
    int told;
    uint8_t last[XZ_TOLD];    /* its latest discards that still lie, the newest first */
    double passed[XZ_SLOTS];  /* how likely it is not to have won on what others discarded, waiting for the tile */
    double survives[XZ_MOST_WAITING + 1]; /* ... and to be still in play, waiting for so many live tiles */
    double ready, unready;    /* how likely it is to be that by now, against what the turns make of it */
} xz_habits;

typedef struct xz_likely {
    xz_redealing redealing;
    const struct xz_temper *how; /* how much is inferred */
    double pig;               /* how likely a seat is to hold three suits still, against what the turns make of it */
    xz_habits seats[XZ_MAX_SEATS];
} xz_likely;

/* As xz_redealing_begin, of any view. `policy`: who plays at the table, or XZ_NONE. */
int xz_likely_begin(const xz_rules *rules, const xz_view *view, int policy, xz_likely *likely);

/* One world, by the stream alone. False if none was found. */
bool xz_likely_next(xz_likely *likely, const xz_answerer *answerer, xz_rng *rng, xz_state *state);

#endif
