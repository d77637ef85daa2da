/* The tables of tables/live_table.h. */
#ifndef XZ_TOOLS_LIVE_H
#define XZ_TOOLS_LIVE_H

#include <stdio.h>

void write_live_tables(FILE *out);

#endif
