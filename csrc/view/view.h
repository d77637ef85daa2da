/* A view for those that know the seat's legal actions already. */
#ifndef XZ_VIEW_VIEW_H
#define XZ_VIEW_VIEW_H

#include "xuezhan/xuezhan.h"

/* A view that says nothing. */
void xz_view_clear(xz_view *view);

/* `legal` is what xz_legal says of the seat, which must exist. */
void xz_view_with(const xz_state *state, int seat, xz_actions legal, xz_view *view);

#endif
