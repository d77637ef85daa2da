/* The array calls as they are compiled where the machine has no vectors: the tests of test_rows.c again. */
#define XZ_NO_VECTORS
#define xz_win_rows plain_win_rows
#define xz_waits_rows plain_waits_rows
#define xz_shanten_rows plain_shanten_rows
#define xz_accepts_rows plain_accepts_rows
#define xz_check_row plain_check_row

#include "hand/rows.c"

#include "test_rows.c"
