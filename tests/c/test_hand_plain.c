/* Acceptance and the best discard as they are compiled where the machine has no vectors: the tests of test_hand.c again. */
#define XZ_NO_VECTORS
#include "plain_hand.h"

#define xz_accepts other_accepts
#define xz_best_discard other_best_discard
#define xz_plain_best_discard other_plain_best_discard

#include "hand/accept.c"

#include "hand/hand.c"

#include "test_hand.c"
