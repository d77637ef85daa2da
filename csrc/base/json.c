#include "base/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool xz_json_fail(xz_json *in, int status, size_t position, const char *format, ...) {
    if (in->status == XZ_OK) {
        in->status = status;
        if (in->error) {
            va_list arguments;
            in->error->position = position;
            in->error->status = status;
            va_start(arguments, format);
            vsnprintf(in->error->message, sizeof in->error->message, format, arguments);
            va_end(arguments);
        }
    }
    return false;
}

static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The character here, 0 past the end. */
static char here(const xz_json *in) { return in->at < in->length ? in->text[in->at] : 0; }

char xz_json_peek(xz_json *in) {
    if (in->status != XZ_OK) {
        return 0;
    }
    while (in->at < in->length && is_space(in->text[in->at])) {
        in->at++;
    }
    return here(in);
}

static bool unexpected(xz_json *in, const char *wanted) {
    if (in->at >= in->length) {
        return xz_json_fail(in, XZ_E_TEXT, in->at, "the text ends where %s was expected", wanted);
    }
    return xz_json_fail(in, XZ_E_TEXT, in->at, "%s was expected", wanted);
}

bool xz_json_expect(xz_json *in, char wanted) {
    if (xz_json_peek(in) == wanted) {
        in->at++;
        return true;
    }
    char const text[] = {'\'', wanted, '\'', 0};
    return unexpected(in, text);
}

bool xz_json_next(xz_json *in, char close, bool *first) {
    char const c = xz_json_peek(in);
    bool const begins = *first;
    *first = false;
    if (c == close) {
        in->at++;
        return false;
    }
    return begins ? in->status == XZ_OK : xz_json_expect(in, ',');
}

/* ---- strings --------------------------------------------------------------------------------------------------------- */

static int hex_digit(char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The character of an escape, behind its backslash; XZ_JSON_WORD or more characters of text are never looked at twice. */
static bool take_escape(xz_json *in, unsigned *character) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char const c = here(in);
    const char *const found = c ? strchr(names, c) : NULL;
    if (found) {
        *character = (unsigned char)meanings[found - names];
        in->at++;
        return true;
    }
    if (c != 'u' || in->length - in->at < 5) {
        return xz_json_fail(in, XZ_E_TEXT, in->at, "no escape that JSON has");
    }
    *character = 0;
    for (int i = 1; i <= 4; i++) {
        int const digit = hex_digit(in->text[in->at + (size_t)i]);
        if (digit < 0) {
            return xz_json_fail(in, XZ_E_TEXT, in->at, "no escape that JSON has");
        }
        *character = *character << 4 | (unsigned)digit;
    }
    in->at += 5;
    return true;
}

/* From the first backslash on. */
static bool take_escaped(xz_json *in, size_t begin, xz_json_string *string) {
    size_t length = in->at - begin;
    bool known = length < XZ_JSON_WORD;
    if (known) {
        memcpy(string->word, in->text + begin, length);
    }
    while (in->at < in->length) {
        unsigned character = (unsigned char)in->text[in->at];
        if (character == '"') {
            in->at++;
            string->chars = string->word;
            string->length = known ? length : 0;
            return true;
        }
        if (character < 0x20) {
            break;
        }
        in->at++;
        if (character == '\\' && !take_escape(in, &character)) {
            return false;
        }
        known = known && character < 0x80 && length + 1 < XZ_JSON_WORD;
        if (known) {
            string->word[length++] = (char)character;
        }
    }
    return xz_json_fail(in, XZ_E_TEXT, begin - 1, "a string that does not end");
}

bool xz_json_string_take(xz_json *in, xz_json_string *string) {
    if (xz_json_peek(in) != '"') {
        return unexpected(in, "a string");
    }
    size_t const begin = ++in->at;
    while (in->at < in->length) {
        char const c = in->text[in->at];
        if (c == '"') {
            string->chars = in->text + begin;
            string->length = in->at++ - begin;
            return true;
        }
        if (c == '\\') {
            return take_escaped(in, begin, string);
        }
        if ((unsigned char)c < 0x20) {
            break;
        }
        in->at++;
    }
    return xz_json_fail(in, XZ_E_TEXT, begin - 1, "a string that does not end");
}

bool xz_json_is(const xz_json_string *string, const char *word) {
    return strlen(word) == string->length && memcmp(string->chars, word, string->length) == 0;
}

/* ---- numbers and words --------------------------------------------------------------------------------------------------- */

/* Passes over a number; whether it is an integer. */
static bool skip_number(xz_json *in, bool *integer) {
    size_t const begin = in->at;
    *integer = true;
    in->at += here(in) == '-';
    if (here(in) == '0') {
        in->at++;
    } else if (is_digit(here(in))) {
        while (is_digit(here(in))) {
            in->at++;
        }
    } else {
        in->at = begin;
        return unexpected(in, "a value");
    }
    if (here(in) == '.') {
        *integer = false;
        in->at++;
        if (!is_digit(here(in))) {
            return unexpected(in, "a digit");
        }
        while (is_digit(here(in))) {
            in->at++;
        }
    }
    if (here(in) == 'e' || here(in) == 'E') {
        *integer = false;
        in->at++;
        in->at += here(in) == '+' || here(in) == '-';
        if (!is_digit(here(in))) {
            return unexpected(in, "a digit");
        }
        while (is_digit(here(in))) {
            in->at++;
        }
    }
    return true;
}

bool xz_json_integer(xz_json *in, int64_t *value) {
    char const c = xz_json_peek(in);
    size_t const begin = in->at;
    bool integer = false;
    if ((c != '-' && !is_digit(c)) || !skip_number(in, &integer)) {
        return unexpected(in, "an integer");
    }
    bool const negative = c == '-';
    size_t const digits = in->at - begin - negative;
    if (!integer || digits > 18) { /* none of so many digits means anything here */
        return xz_json_fail(in, XZ_E_TEXT, begin, "an integer of at most 18 digits was expected");
    }
    int64_t sum = 0;
    for (size_t i = begin + negative; i < in->at; i++) {
        sum = 10 * sum + (in->text[i] - '0');
    }
    *value = negative ? -sum : sum;
    return true;
}

bool xz_json_literal(xz_json *in, const char *word) {
    size_t const length = strlen(word);
    xz_json_peek(in);
    if (in->status != XZ_OK || in->length - in->at < length || memcmp(in->text + in->at, word, length) != 0) {
        return false;
    }
    in->at += length;
    return true;
}

/* ---- any value --------------------------------------------------------------------------------------------------------------- */

static bool skip_scalar(xz_json *in) {
    xz_json_string string;
    bool integer;
    switch (xz_json_peek(in)) {
    case '"': return xz_json_string_take(in, &string);
    case 't': return xz_json_literal(in, "true") || unexpected(in, "a value");
    case 'f': return xz_json_literal(in, "false") || unexpected(in, "a value");
    case 'n': return xz_json_literal(in, "null") || unexpected(in, "a value");
    default: return in->status == XZ_OK && skip_number(in, &integer);
    }
}

bool xz_json_skip(xz_json *in) {
    char closes[XZ_JSON_DEPTH]; /* of the lists and objects that are open */
    bool first = false;
    int depth = 0;
    for (;;) {
        char const c = xz_json_peek(in);
        if (c == '[' || c == '{') {
            if (depth == XZ_JSON_DEPTH) {
                return xz_json_fail(in, XZ_E_TEXT, in->at, "nested more than %d deep", XZ_JSON_DEPTH);
            }
            closes[depth++] = c == '[' ? ']' : '}';
            in->at++;
            first = true;
        } else if (!skip_scalar(in)) {
            return false;
        }
        while (depth > 0 && !xz_json_next(in, closes[depth - 1], &first)) {
            if (in->status != XZ_OK) {
                return false;
            }
            depth--;
        }
        if (depth == 0) {
            return in->status == XZ_OK;
        }
        xz_json_string name;
        if (closes[depth - 1] == '}' && !(xz_json_string_take(in, &name) && xz_json_expect(in, ':'))) {
            return false;
        }
    }
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------- */

void xz_text_put(xz_text_writer *out, const char *text, size_t length) {
    if (out->length <= out->size && length <= out->size - out->length) {
        memcpy(out->text + out->length, text, length);
    }
    out->length += length;
}

void xz_text_put_word(xz_text_writer *out, const char *word) { xz_text_put(out, word, strlen(word)); }

void xz_text_put_integer(xz_text_writer *out, int64_t value) {
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) {
        xz_text_put(out, "-", 1);
    }
    xz_text_put(out, digits + at, sizeof digits - at);
}

int xz_text_written(const xz_text_writer *out) { return out->length <= out->size ? (int)out->length : XZ_E_BUFFER; }
