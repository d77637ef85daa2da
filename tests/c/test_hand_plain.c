/* Acceptance and the best discard as they are compiled where the machine has no vectors: the tests of test_hand.c again. */
#define XZ_NO_VECTORS
#define xz_accepts plain_accepts
#define xz_index_best_discard_ plain_best_discard
#define xz_hand_accepts plain_hand_accepts
#define xz_hand_shanten plain_hand_shanten
#define xz_hand_discards plain_hand_discards
#define xz_hand_waits plain_hand_waits
#define xz_hand_is_win plain_hand_is_win

#include "hand/accept.c"
#include "hand/hand.c"

#include "test_hand.c"
