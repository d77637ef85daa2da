#include "tools/output.h"

/* String literals compile fast, and those of u16 and u32 keep their byte order. An array has one element more, the final zero.
 * Values in lines of `line`, each with the prefix of its kind. */
#define WRITE(type, prefix, format, line)                                                                              \
    do {                                                                                                               \
        fprintf(out, "\nconst " type " %s[%zu + 1] =", name, count);                                                   \
        for (size_t i = 0; i < count; i++) {                                                                           \
            fprintf(out, "%s" format, i % (line) ? "" : i ? "\"\n    " prefix "\"" : "\n    " prefix "\"", values[i]); \
        }                                                                                                              \
        fprintf(out, "\";\n");                                                                                         \
    } while (0)

void write_u8(FILE *out, const char *name, const uint8_t *values, size_t count) { WRITE("uint8_t", "", "\\%o", 48); }

void write_u16(FILE *out, const char *name, const uint16_t *values, size_t count) {
    WRITE("uint16_t", "u", "\\x%x", 32);
}

void write_u32(FILE *out, const char *name, const uint32_t *values, size_t count) {
    WRITE("uint32_t", "U", "\\x%x", 32);
}
