#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char SUIT_LETTERS[XZ_SUITS + 1] = "mps";

void xz_tile_text(uint8_t slot, char text[2]) {
    text[0] = (char)('1' + slot % XZ_RANKS);
    text[1] = SUIT_LETTERS[slot / XZ_RANKS];
}

int xz_tile_of_text(const char *text, size_t length) {
    if (length != 2 || text[0] < '1' || text[0] > '9') {
        return -1;
    }
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        if (text[1] == SUIT_LETTERS[suit]) {
            return suit * XZ_RANKS + text[0] - '1';
        }
    }
    return -1;
}

/* ---- characters ------------------------------------------------------------------------------------------------------- */

#define NO_CHAR UINT32_MAX /* end of text */

typedef struct reader {
    const unsigned char *text;
    size_t length, next;  /* next: the byte after the current character */
    size_t at;            /* where the current character begins */
    uint32_t character;   /* NO_CHAR at the end */
    xz_text_error *error; /* may be NULL */
} reader;

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static int fail(reader *r, int status, size_t position, const char *format, ...) {
    if (r->error) {
        va_list arguments;
        r->error->position = position;
        r->error->status = status;
        va_start(arguments, format);
        vsnprintf(r->error->message, sizeof r->error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

/* Length of the UTF-8 sequence at `s` and its character, or 0: truncated, overlong, surrogate or out of range. */
static size_t decode(const unsigned char *s, size_t left, uint32_t *character) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t size = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;
    if (size == 0 || size > left) {
        return 0;
    }
    uint32_t c = size == 1 ? s[0] : s[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
        c = c << 6 | (s[i] & 0x3Fu);
    }
    if (c < least[size] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) {
        return 0;
    }
    *character = c;
    return size;
}

static int advance(reader *r) {
    r->at = r->next;
    r->character = NO_CHAR;
    if (r->at == r->length) {
        return XZ_OK;
    }
    uint32_t c = 0;
    const size_t size = decode(r->text + r->at, r->length - r->at, &c);
    if (size == 0) {
        return fail(r, XZ_E_TEXT, r->at, "byte 0x%02x is not UTF-8", r->text[r->at]);
    }
    r->next = r->at + size;
    r->character = c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c == 0x3000 ? ' ' : c; /* full-width forms */
    return XZ_OK;
}

static bool is_space(uint32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool is_selector(uint32_t c) { return c == 0xFE0E || c == 0xFE0F; }

/* 1-9, or 0. */
static int rank_of(uint32_t c) {
    static const uint16_t chinese[XZ_RANKS] = {0x4E00, 0x4E8C, 0x4E09, 0x56DB, 0x4E94, 0x516D, 0x4E03, 0x516B, 0x4E5D};
    if (c >= '1' && c <= '9') {
        return (int)(c - '0');
    }
    for (int i = 0; i < XZ_RANKS; i++) {
        if (c == chinese[i]) {
            return i + 1;
        }
    }
    return 0;
}

/* 0-2, or -1. Characters: m w 万 萬. Dots: p 筒 饼 餅. Bamboo: s 条 條 索. */
static int suit_of(uint32_t c) {
    switch (c) {
    case 'm':
    case 'w': /* 万 by its sound */
    case 0x4E07:
    case 0x842C: return 0;
    case 'p':
    case 0x7B52:
    case 0x997C:
    case 0x9905: return 1;
    case 's':
    case 0x6761:
    case 0x689D:
    case 0x7D22: return 2;
    default: return -1;
    }
}

/* The slot of a Unicode tile, or -1. The standard has characters, bamboo, dots; slots have dots second. */
static int unicode_slot(uint32_t c) {
    if (c < 0x1F007 || c > 0x1F021) {
        return -1;
    }
    const int index = (int)(c - 0x1F007);
    return index < 9 ? index : index < 18 ? index + 9 : index - 9;
}

/* Why a character is no tile. */
static int fail_character(reader *r) {
    const uint32_t c = r->character;
    const char *const wanted = "expected ranks 1-9 and a suit m, p or s (\"123m\"), a Unicode tile or a meld";
    if (c == '0') {
        return fail(r, XZ_E_TEXT, r->at, "there is no rank 0 (red five) in this game; ranks are 1-9");
    }
    if (c == 'z' || (c >= 0x1F000 && c <= 0x1F006)) {
        return fail(r, XZ_E_TEXT, r->at, "there are no winds and dragons in this game; suits are m, p and s");
    }
    if (c >= 0x1F022 && c <= 0x1F02A) {
        return fail(r, XZ_E_TEXT, r->at, "there are no flowers or jokers in this game; suits are m, p and s");
    }
    if (c > 0x20 && c < 0x7F) {
        return fail(r, XZ_E_TEXT, r->at, "'%c' is no tile; %s", (char)c, wanted);
    }
    return fail(r, XZ_E_TEXT, r->at, "U+%04X is no tile; %s", (unsigned)c, wanted);
}

/* ---- groups ------------------------------------------------------------------------------------------------------------ */

/* What a group of tiles is written into. */
typedef struct sink {
    uint8_t *slots;
    size_t *positions; /* where each tile stands; may be NULL */
    size_t count, capacity;
    const char *full;  /* what to say when a tile more comes than there is room for */
} sink;

static int put(reader *r, sink *out, int slot, size_t position) {
    if (out->count == out->capacity) {
        return fail(r, XZ_E_SIZE, position, "%s", out->full);
    }
    if (out->positions) {
        out->positions[out->count] = position;
    }
    out->slots[out->count++] = (uint8_t)slot;
    return XZ_OK;
}

/*
 * Reads one group: a Unicode tile, or ranks and their suit. Ranks are kept in the slots until the suit is known. A '+' among
 * the ranks is allowed where `plus` is given (inside a meld) and *plus becomes the number of tiles before it.
 */
static int read_group(reader *r, sink *out, size_t *plus) {
    const int tile = unicode_slot(r->character);
    int status;
    if (tile >= 0) {
        if ((status = put(r, out, tile, r->at))) {
            return status;
        }
        if ((status = advance(r))) {
            return status;
        }
        return is_selector(r->character) ? advance(r) : XZ_OK;
    }
    const size_t begin = out->count, position = r->at;
    if (rank_of(r->character) == 0) {
        if (suit_of(r->character) < 0) {
            return fail_character(r);
        }
        return fail(r, XZ_E_TEXT, r->at, "a suit without a rank before it; write \"5%c\"",
                    SUIT_LETTERS[suit_of(r->character)]);
    }
    for (;;) {
        const int rank = rank_of(r->character);
        if (rank) {
            if ((status = put(r, out, rank - 1, r->at))) {
                return status;
            }
        } else if (r->character == '+' && plus && *plus == 0) {
            *plus = out->count;
        } else {
            break;
        }
        if ((status = advance(r))) {
            return status;
        }
    }
    if (plus && *plus > 0 && *plus == out->count) {
        return fail(r, XZ_E_TEXT, r->at, "expected a rank after '+'");
    }
    const int suit = suit_of(r->character);
    if (suit < 0) {
        const bool blank = r->character == NO_CHAR || is_space(r->character) || unicode_slot(r->character) >= 0 ||
                           r->character == '[' || r->character == ']' || r->character == '(' || r->character == ')' ||
                           r->character == '+';
        if (!blank) {
            return fail_character(r);
        }
        return fail(r, XZ_E_TEXT, position, "ranks without a suit after them; expected m, p or s as in \"123m\"");
    }
    for (size_t i = begin; i < out->count; i++) {
        out->slots[i] = (uint8_t)(out->slots[i] + suit * XZ_RANKS);
    }
    return advance(r);
}

static int start(reader *r, const char *text, size_t length, xz_text_error *error) {
    *r = (reader){.text = (const unsigned char *)text, .length = length, .error = error};
    return advance(r);
}

int xz_tiles_parse(const char *text, size_t length, uint8_t *slots, size_t capacity, xz_text_error *error) {
    reader r;
    sink out = {.slots = slots, .capacity = capacity, .full = "more tiles than there may be here"};
    int status = start(&r, text, length, error);
    while (status == XZ_OK && r.character != NO_CHAR) {
        if (is_space(r.character)) {
            status = advance(&r);
        } else if (r.character == '[' || r.character == '(') {
            status = fail(&r, XZ_E_MELD, r.at, "a meld cannot stand here, only tiles");
        } else {
            status = read_group(&r, &out, NULL);
        }
    }
    return status ? status : (int)out.count;
}

/* ---- hands ------------------------------------------------------------------------------------------------------------- */

/* A meld from its opening bracket on; the reader then stands behind the closing one. */
static int read_meld(reader *r, xz_meld *meld) {
    static const char help[] = "a meld is [111m] pong, [1111m] direct, [111+1m] added or (1111m) concealed kong";
    const size_t position = r->at;
    const bool concealed = r->character == '(';
    const uint32_t close = concealed ? ')' : ']';
    uint8_t slots[4] = {0};
    sink out = {.slots = slots, .capacity = 4, .full = help};
    size_t plus = 0;
    int status = advance(r);
    while (status == XZ_OK && r->character != close) {
        if (r->character == NO_CHAR) {
            return fail(r, XZ_E_MELD, position, "'%c' is not closed; %s", concealed ? '(' : '[', help);
        }
        if (is_space(r->character)) {
            status = advance(r);
        } else if (r->character == '+' && plus == 0) {
            plus = out.count;
            if (plus == 0) {
                return fail(r, XZ_E_MELD, r->at, "%s", help);
            }
            status = advance(r);
        } else {
            status = read_group(r, &out, &plus);
        }
    }
    if (status) {
        return status;
    }
    for (size_t i = 1; i < out.count; i++) {
        if (slots[i] != slots[0]) {
            if (slots[i] / XZ_RANKS != slots[0] / XZ_RANKS) {
                return fail(r, XZ_E_MELD, position, "the tiles of a meld must be the same; %s", help);
            }
            return fail(r, XZ_E_MELD, position, "the tiles of a meld must be the same (there is no chow); %s", help);
        }
    }
    int kind = XZ_NO_MELD;
    if (concealed) {
        if (out.count == 4 && plus == 0) {
            kind = XZ_CONCEALED_KONG;
        }
    } else if (out.count == 3 && plus == 0) {
        kind = XZ_PONG;
    } else if (out.count == 4) {
        kind = plus == 0 ? XZ_DIRECT_KONG : plus == 3 ? XZ_ADDED_KONG : XZ_NO_MELD;
    }
    if (kind == XZ_NO_MELD) {
        return fail(r, XZ_E_MELD, position, "%s", help);
    }
    *meld = (xz_meld){.kind = (uint8_t)kind, .tile = slots[0], .feeder = XZ_NONE, .holds = 0};
    return advance(r);
}

/* One more of `slot`, `by` copies of it; `held` counts concealed tiles and melds. */
static int hold(reader *r, uint8_t held[XZ_SLOTS], int slot, int by, size_t position) {
    if (held[slot] + by > 4) {
        char name[2];
        xz_tile_text((uint8_t)slot, name);
        return fail(r, XZ_E_TILES, position, "more than four of %.2s", name);
    }
    held[slot] = (uint8_t)(held[slot] + by);
    return XZ_OK;
}

int xz_hand_parse(const char *text, size_t length, xz_hand *hand, xz_text_error *error) {
    static const char full[] = "more than 14 tiles (a kong counts as three)";
    reader r;
    xz_hand read = {0};
    uint8_t held[XZ_SLOTS] = {0};
    size_t tiles = 0;
    int status = start(&r, text, length, error);
    while (status == XZ_OK && r.character != NO_CHAR) {
        const size_t position = r.at;
        if (is_space(r.character)) {
            status = advance(&r);
        } else if (r.character == '[' || r.character == '(') {
            xz_meld meld;
            if ((status = read_meld(&r, &meld))) {
                break;
            }
            if ((tiles += 3) > XZ_MAX_HAND) {
                return fail(&r, XZ_E_SIZE, position, full);
            }
            if ((status = hold(&r, held, meld.tile, meld.kind == XZ_PONG ? 3 : 4, position))) {
                break;
            }
            read.melds[read.meld_count++] = meld; /* 14 tiles have room for four */
        } else {
            uint8_t slots[XZ_MAX_HAND];
            size_t positions[XZ_MAX_HAND];
            sink out = {.slots = slots, .positions = positions, .capacity = XZ_MAX_HAND - tiles, .full = full};
            if ((status = read_group(&r, &out, NULL))) {
                break;
            }
            tiles += out.count;
            for (size_t i = 0; i < out.count && status == XZ_OK; i++) {
                status = hold(&r, held, slots[i], 1, positions[i]);
                read.counts[slots[i]]++;
            }
        }
    }
    if (status) {
        return status;
    }
    *hand = read;
    return XZ_OK;
}

int xz_hand_format(const xz_hand *hand, char *buffer, size_t size) {
    int const status = xz_hand_check(hand);
    if (status != XZ_OK) {
        return status;
    }
    char text[96]; /* at most 14 ranks and 3 suits, a space, 4 melds of 8 */
    size_t n = 0;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        const size_t begin = n;
        for (int rank = 0; rank < XZ_RANKS; rank++) {
            for (int i = hand->counts[suit * XZ_RANKS + rank]; i > 0; i--) {
                text[n++] = (char)('1' + rank);
            }
        }
        if (n > begin) {
            text[n++] = SUIT_LETTERS[suit];
        }
    }
    if (n > 0 && hand->meld_count > 0) {
        text[n++] = ' ';
    }
    for (int i = 0; i < hand->meld_count; i++) {
        const xz_meld *meld = &hand->melds[i];
        char tile[2];
        xz_tile_text(meld->tile, tile);
        text[n++] = meld->kind == XZ_CONCEALED_KONG ? '(' : '[';
        for (int k = 0; k < 3; k++) {
            text[n++] = tile[0];
        }
        if (meld->kind == XZ_ADDED_KONG) {
            text[n++] = '+';
        }
        if (meld->kind != XZ_PONG) {
            text[n++] = tile[0];
        }
        text[n++] = tile[1];
        text[n++] = meld->kind == XZ_CONCEALED_KONG ? ')' : ']';
    }
    if (n + 1 > size) {
        return XZ_E_BUFFER;
    }
    memcpy(buffer, text, n);
    buffer[n] = 0;
    return (int)n;
}
