/*
 * The compact form of a record:
 *
 *   "XZR" and a version
 *   rulebook, then the number of options that differ from it, each as: length of the name, the name, value + 1 (varint)
 *   dealer; the way of the exchange where the rules leave it to chance; the wall with five bits a tile (the low bits of a byte first, zero-filled at the end)
 *   the number of entries (varint), then a byte each: an action, or 128 + 4 * penalty + seat
 *   the digest of all before it
 *
 * Options and patterns go by name, so that the table may grow; who answers is no news in a record in written order. A varint
 * holds seven bits a byte, low bits first, the top bit set on all but the last byte; only the shortest form is read.
 */
#include "base/bytes.h"
#include "base/port.h"
#include "record/replay.h"

#include <string.h>

enum { VERSION = 2, TILE_BITS = 5, FIELD_MAX = 160 };

/* One number of xz_rules that a name stands for: an option, or one of the patterns. */
typedef struct named_field {
    const char *name;
    size_t offset;
} named_field;

/* Every option and every pattern; rules have no field beside them but what is derived. */
_Static_assert(offsetof(xz_rules, derived) / sizeof(int64_t) <= FIELD_MAX, "FIELD_MAX is enough for every option");

static int list_fields(named_field fields[FIELD_MAX]) {
    int count = 0;
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = xz_option_at(i);
        if (option->kind != XZ_OPTION_PATTERNS) {
            XZ_ASSERT(count < FIELD_MAX);
            fields[count++] = (named_field){option->name, option->offset};
            continue;
        }
        for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
            XZ_ASSERT(count < FIELD_MAX);
            fields[count++] = (named_field){xz_pattern_name(p), option->offset + sizeof(int64_t) * (size_t)p};
        }
    }
    return count;
}

static int64_t get_field(const xz_rules *rules, size_t offset) {
    int64_t value;
    memcpy(&value, (const char *)rules + offset, sizeof value);
    return value;
}

static void set_field(xz_rules *rules, size_t offset, int64_t value) {
    memcpy((char *)rules + offset, &value, sizeof value);
}

/* ---- writing ---- */

static void put_varint(xz_writer *out, uint64_t value) {
    for (; value > 127; value >>= 7) {
        xz_put(out, (unsigned)(value & 127) | 128u);
    }
    xz_put(out, (unsigned)value);
}

static void put_rules(xz_writer *out, const xz_rules *rules, const xz_rules *preset) {
    named_field fields[FIELD_MAX];
    int const count = list_fields(fields);
    unsigned differ = 0;
    for (int i = 0; i < count; i++) {
        differ += get_field(rules, fields[i].offset) != get_field(preset, fields[i].offset);
    }
    xz_put(out, differ);
    for (int i = 0; i < count; i++) {
        int64_t const value = get_field(rules, fields[i].offset);
        if (value != get_field(preset, fields[i].offset)) {
            size_t const length = strlen(fields[i].name);
            xz_put(out, (unsigned)length);
            xz_put_bytes(out, fields[i].name, length);
            put_varint(out, (uint64_t)(value + 1));
        }
    }
}

static void put_wall(xz_writer *out, const uint8_t *wall, int length) {
    unsigned bits = 0;
    int held = 0;
    for (int i = 0; i < length; i++) {
        bits |= (unsigned)wall[i] << held;
        for (held += TILE_BITS; held >= 8; held -= 8) {
            xz_put(out, bits & 255u);
            bits >>= 8;
        }
    }
    if (held > 0) {
        xz_put(out, bits);
    }
}

int xz_record_encode(const xz_rules *rules, int base, const xz_record *record, uint8_t *buffer, size_t size) {
    xz_rules preset;
    xz_state state;
    int status = xz_rules_preset(base, &preset);
    if (status == XZ_OK) {
        status = xz_record_replay(rules, record, &state, NULL);
    }
    if (status != XZ_OK) {
        return status;
    }
    xz_writer out = {buffer, size, 0};
    xz_put_front(&out, 'R', VERSION);
    xz_put(&out, (unsigned)base);
    put_rules(&out, rules, &preset);
    xz_put(&out, record->dealer);
    if (rules->exchange == XZ_EXCHANGE_RANDOM) {
        xz_put(&out, record->way);
    }
    put_wall(&out, record->wall, record->wall_length);
    put_varint(&out, record->count);
    for (int i = 0; i < record->count; i++) {
        xz_entry const entry = record->entries[i];
        unsigned const penalty = (unsigned)entry.action - XZ_ENTRY_PENALTY;
        xz_put(&out, entry.action < XZ_ENTRY_PENALTY ? entry.action : XZ_ENTRY_PENALTY + 4 * penalty + entry.seat);
    }
    xz_put_digest(&out);
    return xz_written(&out);
}

/* ---- reading ---- */

static uint64_t take_varint(xz_reader *in) {
    uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        unsigned const byte = xz_take(in);
        value |= (uint64_t)(byte & 127u) << shift;
        if (byte < 128) {
            in->failed |= byte == 0 && shift > 0;
            return value;
        }
    }
    in->failed = true;
    return 0;
}

/* Only what put_rules writes: the fields in their order, each once, each different from the rulebook's. */
static void take_rules(xz_reader *in, xz_rules *rules) {
    named_field fields[FIELD_MAX];
    int const count = list_fields(fields);
    int next = 0;
    for (unsigned differ = xz_take(in); differ > 0 && !in->failed; differ--) {
        size_t const length = xz_take(in);
        if (in->length - in->at < length) {
            in->failed = true;
            return;
        }
        const char *const name = (const char *)in->bytes + in->at;
        in->at += length;
        while (next < count && !(strlen(fields[next].name) == length && memcmp(fields[next].name, name, length) == 0)) {
            next++;
        }
        int64_t const value = (int64_t)take_varint(in) - 1;
        if (next == count || value == get_field(rules, fields[next].offset)) {
            in->failed = true;
            return;
        }
        set_field(rules, fields[next++].offset, value);
    }
}

static void take_wall(xz_reader *in, uint8_t *wall, int length) {
    unsigned bits = 0;
    int held = 0;
    for (int i = 0; i < length; i++) {
        if (held < TILE_BITS) {
            bits |= (unsigned)xz_take(in) << held;
            held += 8;
        }
        wall[i] = (uint8_t)(bits & ((1u << TILE_BITS) - 1u));
        bits >>= TILE_BITS;
        held -= TILE_BITS;
    }
    in->failed |= bits != 0;
}

static int take_entries(xz_reader *in, const xz_rules *rules, xz_record *record) {
    xz_state state;
    int status = xz_record_deal(rules, record, &state, NULL);
    uint64_t const count = take_varint(in);
    if (status == XZ_OK && count > XZ_MAX_ENTRIES) {
        return XZ_E_COUNT;
    }
    for (uint64_t i = 0; i < count && status == XZ_OK; i++) {
        unsigned const byte = xz_take(in);
        if (in->failed) {
            return XZ_E_CODEC;
        }
        unsigned const penalty = byte - XZ_ENTRY_PENALTY;
        xz_entry const entry = byte < XZ_ENTRY_PENALTY
                                   ? (xz_entry){(uint8_t)xz_to_act(&state), (uint8_t)byte}
                                   : (xz_entry){(uint8_t)(penalty & 3u), (uint8_t)(XZ_ENTRY_PENALTY + (penalty >> 2))};
        status = xz_record_enter_written(rules, &state, entry, NULL);
        record->entries[record->count++] = entry;
    }
    if (status == XZ_OK && !xz_record_may_end(&state)) {
        return XZ_E_ILLEGAL;
    }
    return in->failed ? XZ_E_CODEC : status;
}

int xz_record_decode(const uint8_t *bytes, size_t length, xz_rules *rules, int *base, xz_record *record) {
    xz_reader in = {bytes, length, 0, false};
    int status = xz_take_front(&in, 'R', VERSION);
    if (status != XZ_OK) {
        return status;
    }
    xz_rules read;
    int const rulebook = (int)xz_take(&in);
    if (in.failed || xz_rules_preset(rulebook, &read) != XZ_OK) {
        return XZ_E_CODEC;
    }
    take_rules(&in, &read);
    if (in.failed) {
        return XZ_E_CODEC;
    }
    if (xz_rules_prepare(&read, NULL, 0) != XZ_OK) {
        return XZ_E_RULES;
    }
    xz_record filled;
    memset(&filled, 0, sizeof filled);
    filled.wall_length = (uint8_t)xz_wall_length(&read);
    filled.dealer = (uint8_t)xz_take(&in);
    filled.way = read.exchange == XZ_EXCHANGE_RANDOM ? xz_take(&in) : XZ_NONE;
    take_wall(&in, filled.wall, filled.wall_length);
    status = in.failed ? XZ_E_CODEC : take_entries(&in, &read, &filled);
    if (status == XZ_OK) {
        status = xz_take_digest(&in);
    }
    if (status != XZ_OK) {
        return status;
    }
    *rules = read;
    *base = rulebook;
    *record = filled;
    return (int)in.at;
}
