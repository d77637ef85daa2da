/* Live tiles as they are reckoned where the machine has no vectors: the tests of test_live.c again. */
#define XZ_NO_VECTORS
#include "plain_hand.h"

#define xz_live_row plain_live_row
#define xz_live_rows plain_live_rows
#define xz_live_shanten plain_live_shanten
#define xz_live_accepts plain_live_accepts
#define xz_shanten_live_rows plain_shanten_live_rows
#define xz_accepts_live_rows plain_accepts_live_rows
#define xz_answer_live plain_answer_live

#include "hand/live.c"

#include "hand/hand.c"

#include "hand/live_rows.c"

#include "test_live.c"
