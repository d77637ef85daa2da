/* A view for those that know the seat's legal actions already. */
#ifndef XZ_GAME_VIEW_H
#define XZ_GAME_VIEW_H

#include "xuezhan/xuezhan.h"

/* `legal` is what xz_legal says of the seat, which must exist. */
void xz_view_with(const xz_state *state, int seat, xz_actions legal, xz_view *view);

#endif
