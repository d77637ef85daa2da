/*
 * Writing bytes into a caller's buffer and reading them back, for the codecs: no call goes past an end. A writer counts on
 * past its size, so that its length says what would have been needed; a reader gives zeroes past its end and has failed.
 *
 * Every form begins with "XZ", a letter and a version, and ends with the digest of all before it, whose value for bytes that
 * differ within eight that lie together is never the same.
 */
#ifndef XZ_BASE_BYTES_H
#define XZ_BASE_BYTES_H

#include "xuezhan/xuezhan.h"

#include <string.h>

enum { XZ_FRONT_BYTES = 4, XZ_DIGEST_BYTES = 8 };

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

static inline void xz_put_number(xz_writer *out, uint64_t number, int width) {
    for (int i = 0; i < width; i++) {
        xz_put(out, (unsigned)(number >> (8 * i)) & 255u);
    }
}

static inline void xz_put_front(xz_writer *out, char letter, unsigned version) {
    uint8_t const front[XZ_FRONT_BYTES] = {'X', 'Z', (uint8_t)letter, (uint8_t)version};
    xz_put_bytes(out, front, sizeof front);
}

/* Of all that was written, which must begin with the front. */
static inline void xz_put_digest(xz_writer *out) {
    if (out->length <= out->size) {
        xz_put_number(out, xz_digest(out->bytes, out->length), XZ_DIGEST_BYTES);
    } else {
        out->length += XZ_DIGEST_BYTES;
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

static inline uint64_t xz_take_number(xz_reader *in, int width) {
    uint64_t number = 0;
    for (int i = 0; i < width; i++) {
        number |= (uint64_t)xz_take(in) << (8 * i);
    }
    return number;
}

/* XZ_OK, XZ_E_CODEC or XZ_E_VERSION. */
static inline int xz_take_front(xz_reader *in, char letter, unsigned version) {
    uint8_t front[XZ_FRONT_BYTES] = {0};
    xz_take_bytes(in, front, sizeof front);
    if (in->failed || front[0] != 'X' || front[1] != 'Z' || front[2] != (uint8_t)letter) {
        return XZ_E_CODEC;
    }
    return front[3] == version ? XZ_OK : XZ_E_VERSION;
}

/* Of all that was read. XZ_OK, XZ_E_CODEC or XZ_E_CHECKSUM. */
static inline int xz_take_digest(xz_reader *in) {
    if (in->failed) {
        return XZ_E_CODEC;
    }
    uint64_t const digest = xz_digest(in->bytes, in->at);
    uint64_t const told = xz_take_number(in, XZ_DIGEST_BYTES);
    return in->failed ? XZ_E_CODEC : told == digest ? XZ_OK : XZ_E_CHECKSUM;
}

/* Begins to read bytes that are one form and nothing else: the front and the digest, so that no damaged byte is looked at. */
static inline int xz_open_form(xz_reader *in, const uint8_t *bytes, size_t length, char letter, unsigned version) {
    *in = (xz_reader){bytes, length, 0, false};
    int const status = xz_take_front(in, letter, version);
    if (status != XZ_OK || length < XZ_FRONT_BYTES + XZ_DIGEST_BYTES) {
        return status != XZ_OK ? status : XZ_E_CODEC;
    }
    xz_reader end = {bytes, length, length - XZ_DIGEST_BYTES, false};
    in->length = end.at;
    return xz_take_digest(&end);
}

/* Whether nothing is left of it. */
static inline bool xz_all_taken(const xz_reader *in) { return !in->failed && in->at == in->length; }

#endif
