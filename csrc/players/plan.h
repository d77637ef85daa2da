/*
 * The worth of a hand of 3k+1 tiles: for each plan (what could be built of it) how far it is, how many live tiles bring it
 * nearer, the chance to complete it in the draws left, and what these rules pay for it; then the plans together.
 */
#ifndef XZ_PLAYERS_PLAN_H
#define XZ_PLAYERS_PLAN_H

#include "hand/hand_index.h"
#include "hand/live.h"
#include "players/outlook.h"

/* A seat's hand, free to change. */
typedef struct xz_holding {
    uint16_t half[XZ_SUITS][2];
    uint8_t counts[XZ_SLOTS];
    xz_meld melds[XZ_MAX_MELDS];
    int meld_count;
} xz_holding;

xz_holding xz_holding_of(const xz_view *view);
void xz_holding_take(xz_holding *hand, int tile);
void xz_holding_give(xz_holding *hand, int tile, int copies);
void xz_holding_meld(xz_holding *hand, int kind, int tile);

/* What a plan pays. */
typedef struct xz_price {
    double win, points; /* xz_outlook_win, xz_outlook_points */
} xz_price;

/* What the plans pay with the melds of a hand, worked out as it is asked for. */
typedef struct xz_prices {
    xz_facts facts;                                     /* the kongs */
    uint32_t known;                                     /* which of the next */
    xz_price of[XZ_PLAN_COUNT * (XZ_MOST_ROOTS + 1)];   /* by plan and roots */
    double holds;                                       /* points that the seat's kongs still hold */
} xz_prices;

xz_prices xz_prices_of(const xz_outlook *outlook, const xz_holding *hand);

/* One suit of a hand. */
typedef struct xz_suit_part {
    uint8_t row[XZ_LIVE_WIDTH], with[XZ_RANKS][XZ_LIVE_WIDTH]; /* as it is, and with a live tile more */
    uint8_t claims[XZ_RANKS];            /* live copies of tiles held at least twice */
    int tiles, roots;
    int groups[5];                       /* kinds of tile held so many times */
    int live_singles, live_pairs, live_odd; /* live copies of tiles held once, twice, an odd number of times */
    double kongs;                        /* income of kongs to come */
} xz_suit_part;

/* How far a plan is, and the live copies that bring it nearer: all, and those that may be claimed. */
typedef struct xz_stage {
    int lacks, copies, claims;
} xz_stage;

enum { XZ_SUIT_CHOICES = 6 };

/* A hand looked at suit by suit, kept so that a discard changes one suit alone. */
typedef struct xz_appraisal {
    const xz_outlook *o;
    xz_prices *prices;
    const xz_holding *hand;
    int draws, melds;
    unsigned own_suits;
    double kong_now, kong_later, added_now, added_later;
    xz_suit_part suits[XZ_SUITS];
    double later[XZ_PLAN_COUNT][XZ_MOST_STAGES]; /* chance in a round to leave each stage to come */
    bool whole; /* no tile has been taken away */
    xz_stage from[XZ_SUIT_CHOICES][XZ_SUITS]; /* of the whole hand: standard, triplets, pairs */
    double worth[XZ_SUIT_CHOICES];            /* of the best plan of each choice of suits */
} xz_appraisal;

/* Expected points of a hand from here on, against never winning and not being ready at the end. `draws`: own draws left. */
double xz_appraise(xz_appraisal *appraisal, const xz_outlook *outlook, xz_prices *prices, const xz_holding *hand,
                   int draws);

/* The same for the hand without one of its tiles; the appraisal is of the whole hand again afterwards. */
double xz_appraise_without(xz_appraisal *whole, xz_holding *hand, int tile);

#endif
