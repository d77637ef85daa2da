/* Observations of one slot after another: what only grows in a hand is kept from each to the next. */
#ifndef XZ_VIEW_OBSERVE_H
#define XZ_VIEW_OBSERVE_H

#include "xuezhan/xuezhan.h"

/* Brings the rivers of an earlier view of the same hand, or zeroed ones, up to this view, whichever seat's. */
void xz_rivers_follow(xz_rivers *rivers, const xz_view *view);

/* xz_observe_int8, of a view that `rivers` has followed. */
void xz_observe_with(const xz_rules *rules, const xz_view *view, const xz_rivers *rivers, int8_t *out);

/* The same numbers as float32. */
void xz_widen(const int8_t planes[XZ_OBS_SIZE], float out[XZ_OBS_SIZE]);

#endif
