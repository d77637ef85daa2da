/* Integer sums over hands, kept so that the order of adding never matters. */
#ifndef XZ_SIM_TALLY_H
#define XZ_SIM_TALLY_H

#include "xuezhan/xuezhan.h"

void xz_tally_payment(xz_tally *tally, int payment, int64_t amount);
void xz_tally_win(xz_tally *tally, const xz_event *win);

/* Whatever of a hand is not counted as it happens. */
void xz_tally_hand(xz_tally *tally, const int32_t policies[XZ_MAX_SEATS], int players, const xz_hand_result *result);

#endif
