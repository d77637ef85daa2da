/*
 * JSON (RFC 8259) read token by token from a caller's text, and written into a caller's buffer.
 *
 * A reader that has met an error stays where it was and takes nothing more: callers may go on and look at `status` once.
 */
#ifndef XZ_BASE_JSON_H
#define XZ_BASE_JSON_H

#include "xuezhan/xuezhan.h"

enum { XZ_JSON_WORD = 32 }; /* no name or word that means something is as long */

typedef struct xz_json {
    const char *text;
    size_t length, at;
    int status;           /* XZ_OK, or what was met */
    xz_text_error *error; /* may be NULL */
} xz_json;

/* A string: within the text or, if it has escapes, in `word`. Not zero-terminated. */
typedef struct xz_json_string {
    const char *chars;
    size_t length;
    char word[XZ_JSON_WORD];
} xz_json_string;

/* Notes the error and the place, unless there is one already; returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool xz_json_fail(xz_json *in, int status, size_t position, const char *format, ...);

/* The next character that is no white space, 0 at the end of the text and after an error. */
char xz_json_peek(xz_json *in);

/* Takes this character, which must come next. */
bool xz_json_expect(xz_json *in, char wanted);

/* Within an object or a list: takes what stands before its next member, a comma or nothing. False at its end, which is
 * taken. `first`: no member was taken yet; set to false. */
bool xz_json_next(xz_json *in, char close, bool *first);

/* A string. One with escapes must be a word of less than XZ_JSON_WORD characters of ASCII, since every other one is unknown
 * here: it comes back with length 0. */
bool xz_json_string_take(xz_json *in, xz_json_string *string);
bool xz_json_is(const xz_json_string *string, const char *word);

/* An integer without fraction or exponent. */
bool xz_json_integer(xz_json *in, int64_t *value);

/* Whether `word` (true, false, null) comes next, which is then taken. */
bool xz_json_literal(xz_json *in, const char *word);

/* Passes over any value; at most XZ_JSON_DEPTH lists and objects within each other. */
bool xz_json_skip(xz_json *in);

/* ---- writing: a writer counts on past its size, so that its length says what would have been needed ---- */

typedef struct xz_text_writer {
    char *text;
    size_t size, length;
} xz_text_writer;

void xz_text_put(xz_text_writer *out, const char *text, size_t length);
void xz_text_put_word(xz_text_writer *out, const char *word);
void xz_text_put_integer(xz_text_writer *out, int64_t value);

/* The length, or XZ_E_BUFFER if the buffer was too small. */
int xz_text_written(const xz_text_writer *out);

#endif
