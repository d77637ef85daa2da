#include "tools/output.h"

/* String literals compile fast; those of u16 keep their byte order. An array has one element more, the final zero. */

void write_u16(FILE *out, const char *name, const uint16_t *values, size_t count) {
    fprintf(out, "\nconst uint16_t %s[%zu + 1] =", name, count);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s\\x%x", i % 32 ? "" : i ? "\"\n    u\"" : "\n    u\"", values[i]);
    }
    fprintf(out, "\";\n");
}

void write_u8(FILE *out, const char *name, const uint8_t *values, size_t count) {
    fprintf(out, "\nconst uint8_t %s[%zu + 1] =", name, count);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s\\%o", i % 48 ? "" : i ? "\"\n    \"" : "\n    \"", values[i]);
    }
    fprintf(out, "\";\n");
}

void write_u32(FILE *out, const char *name, const uint32_t *values, size_t count) {
    fprintf(out, "\nconst uint32_t %s[%zu + 1] = {", name, count);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s%u,", i % 16 ? " " : "\n    ", values[i]);
    }
    fprintf(out, "\n};\n");
}
