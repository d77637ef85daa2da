/* What rows of hands are asked, and which rows the questions take. */
#ifndef XZ_HAND_ROWS_H
#define XZ_HAND_ROWS_H

#include "base/tile.h"

typedef enum xz_question { XZ_ASK_WIN, XZ_ASK_WAITS, XZ_ASK_SHANTEN, XZ_ASK_ACCEPTS } xz_question;

/* XZ_OK, or what is wrong with the row; `open` NULL: its melds are not known. */
int xz_check_row(xz_question question, const uint8_t *row, const xz_open *open);

#endif
