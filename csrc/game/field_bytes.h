/* Fields of a struct as bytes, both ways, from rows that say where they stand: states and views alike. */
#ifndef XZ_GAME_FIELD_BYTES_H
#define XZ_GAME_FIELD_BYTES_H

#include "base/bytes.h"
#include "game/fields.h"

/* Numbers of one width, 1, 2, 4 or 8 bytes each, little-endian. */
typedef struct xz_run {
    size_t offset;
    uint8_t width;
    uint8_t each;  /* how many: of the table, or of every seat */
    bool seats;    /* those of the seats that there are are written, one seat's after another's */
    uint8_t part;  /* xz_field_part */
} xz_run;

/* The runs whose option is on, in order. */
void xz_put_runs(xz_writer *out, const xz_rules *rules, const void *from, const xz_run *runs, int count);

/* What was not written stays as it is. */
void xz_take_runs(xz_reader *in, const xz_rules *rules, void *into, const xz_run *runs, int count);

/* A byte and as many bytes as it says; at most `most` are read. */
void xz_put_counted(xz_writer *out, const uint8_t *bytes, int length);
int xz_take_counted(xz_reader *in, uint8_t *bytes, int most);

#endif
