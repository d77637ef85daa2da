/* The array calls as they are compiled where the machine has no vectors: the tests of test_rows.c again. */
#define XZ_NO_VECTORS
#define xz_win_rows plain_win_rows
#define xz_waits_rows plain_waits_rows
#define xz_shanten_rows plain_shanten_rows
#define xz_accepts_rows plain_accepts_rows
#define xz_win_rows_under plain_win_rows_under
#define xz_waits_rows_under plain_waits_rows_under
#define xz_shanten_rows_under plain_shanten_rows_under
#define xz_accepts_rows_under plain_accepts_rows_under
#define xz_takes plain_takes
#define xz_check_row plain_check_row
#define xz_gather_voids plain_gather_voids
#define xz_index_rows plain_index_rows
#define xz_win_index_rows plain_win_index_rows
#define xz_waits_index_rows plain_waits_index_rows
#define xz_shanten_index_rows plain_shanten_index_rows
#define xz_win_index_rows_under plain_win_index_rows_under
#define xz_waits_index_rows_under plain_waits_index_rows_under
#define xz_shanten_index_rows_under plain_shanten_index_rows_under

#include "hand/rows.c"

#include "hand/rows_index.c"

#include "test_rows.c"
