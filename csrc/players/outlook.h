/*
 * What a seat may count on: the tiles it can still get, the draws it has left, what these rules would pay, and what the hand
 * costs it while it is in play. Made once a decision from the seat's view alone. All figures are expected points.
 *
 * Arithmetic is on doubles, by additions, multiplications and divisions only, so that every machine decides alike.
 */
#ifndef XZ_PLAYERS_OUTLOOK_H
#define XZ_PLAYERS_OUTLOOK_H

#include "xuezhan/xuezhan.h"

/* What may be built. The plans differ in which tiles count and in what they pay. */
typedef enum xz_plan {
    XZ_PLAN_STANDARD,
    XZ_PLAN_TRIPLETS,
    XZ_PLAN_PAIRS,
    XZ_PLAN_FLUSH,
    XZ_PLAN_FLUSH_TRIPLETS,
    XZ_PLAN_FLUSH_PAIRS,
    XZ_PLAN_COUNT
} xz_plan;

enum { XZ_MOST_ROOTS = 3, XZ_MOST_STAGES = 8 };

typedef struct xz_outlook {
    const xz_rules *rules;
    const xz_view *view;
    uint8_t live[XZ_SLOTS]; /* copies that the seat does not see; 0 in a suit that is not played */
    int opponents;          /* active ones */
    int draws;              /* that the seat may expect to have left */
    double own;             /* chance that its next draw is one given live copy */
    double fed;             /* chance that an opponent discards one given live copy before its next draw */
    double staying;         /* cost of being still in play, for one round of the table */
    double goes_on;         /* chance that the hand goes on for another round */
    double exhausted;       /* chance that the wall runs out while the seat is in play */
    double unready;         /* points lost by not being ready at an exhausted wall, kong refunds apart */
    double rivals;          /* active opponents expected at an exhausted wall who are not ready */
    double pig;             /* points a pig loses */
} xz_outlook;

xz_outlook xz_outlook_of(const xz_rules *rules, const xz_view *view);

/* What a win of these tiles pays on average over how it may come: by self-draw from all, by discard from one. */
double xz_outlook_win(const xz_outlook *outlook, const xz_facts *facts);

/* What one payer pays for a hand like this by discard. */
double xz_outlook_points(const xz_outlook *outlook, const xz_facts *facts);

#endif
