/* Names for hand/hand.c, so that a test can have it compiled anew beside the library; comes before any other header. */
#ifndef XZ_TESTS_PLAIN_HAND_H
#define XZ_TESTS_PLAIN_HAND_H

#define xz_hand_rules_make plain_hand_rules_make
#define xz_hand_accepts plain_hand_accepts
#define xz_hand_shanten plain_hand_shanten
#define xz_hand_discards plain_hand_discards
#define xz_hand_waits plain_hand_waits
#define xz_hand_is_win plain_hand_is_win
#define xz_hand_shanten_live plain_hand_shanten_live
#define xz_hand_accepts_live plain_hand_accepts_live
#define xz_hand_accepts_under plain_hand_accepts_under
#define xz_hand_shanten_under plain_hand_shanten_under
#define xz_hand_discards_under plain_hand_discards_under
#define xz_hand_waits_under plain_hand_waits_under
#define xz_hand_is_win_under plain_hand_is_win_under
#define xz_hand_shanten_live_under plain_hand_shanten_live_under
#define xz_hand_accepts_live_under plain_hand_accepts_live_under

#endif
