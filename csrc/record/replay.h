/* What the codec asks of records. */
#ifndef XZ_RECORD_REPLAY_H
#define XZ_RECORD_REPLAY_H

#include "xuezhan/xuezhan.h"

/* Whether a record in written order may end here: not within a seat's choice of tiles. */
bool xz_record_may_end(const xz_state *state);

#endif
