/*
 * What cannot be derived: how often things happen at a table of players like these. Measured or tuned by duplicate matches;
 * none is an amount of points, so they serve every set of rules.
 */
#ifndef XZ_PLAYERS_WEIGHTS_H
#define XZ_PLAYERS_WEIGHTS_H

#define XZ_W_FED 0.75 /* a live copy is discarded by an opponent in a round, against its being drawn by the seat */
#define XZ_W_STAYING 0.02 /* wins of a typical hand that a seat pays for each opponent and round */
#define XZ_W_AT_END 0.25 /* of the other opponents but one, those still in play at an exhausted wall */
#define XZ_W_READY_AT_END 0.78 /* of those, the ready ones */
#define XZ_W_ROUND_1 0.90 /* the hand goes on for another round against one opponent */
#define XZ_W_ROUND_2 0.95 /* ... two */
#define XZ_W_ROUND_3 0.97 /* ... three */
#define XZ_W_KONG_PAID 0.9 /* the income of a kong made now is kept at the end */
#define XZ_W_KONG_KEPT 0.4 /* ... of a kong still to be made, which may never be */
#define XZ_W_DANGER 0.6 /* what a discard may cost, against what its hand is worth */
#define XZ_W_DANGER_DRAWS 6.0 /* draws left from which on it counts: earlier, a tile kept is only let go later */
#define XZ_W_ROOTS 0.25 /* what roots and the rest add to an opponent's hand */
#define XZ_W_DRAWS 1.0 /* draws left, against the wall shared out among those in play now */
#define XZ_W_CHOICE 0.003 /* what the other choices of suits add to the best */

#endif
