/*
 * What a seat knows for certain of hands that it does not see: that a tile which it gave away is still held by the seat that
 * got it (§14), and that a seat which must discard its void suit first had none of it left at its latest discard (§15). Worlds
 * are dealt so that they agree, all that do alike.
 */
#ifndef XZ_VIEW_CERTAIN_H
#define XZ_VIEW_CERTAIN_H

#include "xuezhan/xuezhan.h"

/* The tiles that the seat does not see, and how many each other hand gets of them; the wall gets the rest. As they lie: the
 * other hands' by seat, then the wall's. */
typedef struct xz_unseen {
    uint8_t tiles[XZ_MAX_WALL];
    int count;
    int hands[XZ_MAX_SEATS];
} xz_unseen;

#define XZ_MOST_SPLITS 105 /* of a hand of 13 into three suits */

typedef struct xz_certain {
    bool any;
    uint8_t receiver;               /* of the viewer's tiles; XZ_NONE: nothing is known of them */
    uint8_t kept_count;
    uint8_t kept[XZ_MAX_EXCHANGE];  /* those that it holds still, by slot */
    uint8_t cleared[XZ_MAX_SEATS];  /* the suit that the seat's tiles are none of, XZ_NONE if that is not known, */
    uint8_t most[XZ_MAX_SEATS];     /* but for so many that it has drawn since */
    /* for dealing: */
    uint8_t loose[XZ_MAX_WALL];     /* the unseen tiles but those kept, suit by suit */
    int suits[XZ_SUITS];            /* how many of each */
    int order[XZ_MAX_SEATS], count; /* the seats that lack a suit, those that have drawn since last */
    double factorial[XZ_MAX_WALL + 1], inverse[XZ_MAX_WALL + 1];
    double weights[XZ_MOST_SPLITS]; /* of the splits of the first of them */
    double total;
} xz_certain;

/* What the view says, and the unseen tiles set out for dealing. False if no world agrees. */
bool xz_certain_of(const xz_rules *rules, const xz_view *view, const xz_unseen *unseen, xz_certain *certain);

/* Deals the unseen tiles into unseen->tiles, every arrangement that agrees as likely as any other; but what was drawn by whom
 * is not looked at. `certain->any` must hold. */
void xz_certain_deal(xz_certain *certain, const xz_view *view, xz_unseen *unseen, xz_rng *rng);

/* Whether a world agrees. */
bool xz_certain_holds(const xz_certain *certain, const xz_state *world);

#endif
