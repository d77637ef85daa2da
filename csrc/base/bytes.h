/* Writing bytes into a caller's buffer and reading them back, for the codecs: no call goes past an end. A writer counts on
 * past its size, so that its length says what would have been needed; a reader gives zeroes past its end and has failed. */
#ifndef XZ_BASE_BYTES_H
#define XZ_BASE_BYTES_H

#include "xuezhan/xuezhan.h"

#include <string.h>

typedef struct xz_writer {
    uint8_t *bytes;
    size_t size, length;
} xz_writer;

static inline void xz_put(xz_writer *out, unsigned byte) {
    if (out->length < out->size) {
        out->bytes[out->length] = (uint8_t)byte;
    }
    out->length++;
}

static inline void xz_put_bytes(xz_writer *out, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        xz_put(out, ((const uint8_t *)bytes)[i]);
    }
}

/* The length, or XZ_E_BUFFER if the buffer was too small. */
static inline int xz_written(const xz_writer *out) { return out->length <= out->size ? (int)out->length : XZ_E_BUFFER; }

typedef struct xz_reader {
    const uint8_t *bytes;
    size_t length, at;
    bool failed;
} xz_reader;

static inline uint8_t xz_take(xz_reader *in) {
    if (in->at >= in->length) {
        in->failed = true;
        return 0;
    }
    return in->bytes[in->at++];
}

static inline void xz_take_bytes(xz_reader *in, void *bytes, size_t length) {
    if (in->length - in->at < length) {
        in->failed = true;
        in->at = in->length;
        return;
    }
    memcpy(bytes, in->bytes + in->at, length);
    in->at += length;
}

#endif
