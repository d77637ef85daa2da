/* Tables as C source. */
#ifndef XZ_TOOLS_OUTPUT_H
#define XZ_TOOLS_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void write_u8(FILE *out, const char *name, const uint8_t *values, size_t count);
void write_u16(FILE *out, const char *name, const uint16_t *values, size_t count);
void write_u32(FILE *out, const char *name, const uint32_t *values, size_t count);

#endif
