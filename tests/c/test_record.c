/* Records in the core: any order of play into written order, the compact form there and back, and bytes tampered with. */
#include "check.h"

#include "xuezhan/xuezhan.h"

#include <string.h>

/* Plays a hand with answers heard in any order and penalties now and then; stops after `limit` entries. */
static void play(const xz_rules *rules, uint64_t index, int limit, xz_record *record, xz_state *state) {
    xz_rng rng;
    xz_rng_seed(&rng, 7, index, XZ_STREAM_CALLER);
    memset(record, 0, sizeof *record);
    record->wall_length = (uint8_t)xz_wall(7, index, (unsigned)rules->suits, record->wall);
    record->dealer = (uint8_t)xz_rng_below(&rng, (uint32_t)rules->players);
    CHECK_EQUAL(xz_deal(rules, state, record->dealer, record->wall, record->wall_length, NULL), XZ_OK);
    while (state->phase != XZ_OVER && record->count < limit) {
        xz_entry entry;
        if (xz_rng_below(&rng, 40) == 0) {
            entry.seat = (uint8_t)xz_rng_below(&rng, (uint32_t)rules->players);
            entry.action = (uint8_t)(XZ_ENTRY_PENALTY + xz_rng_below(&rng, XZ_PENALTY_COUNT));
        } else {
            unsigned const owing = xz_pending(state);
            do {
                entry.seat = (uint8_t)xz_rng_below(&rng, (uint32_t)rules->players);
            } while (!(owing >> entry.seat & 1u));
            entry.action = (uint8_t)xz_policy_action(XZ_POLICY_MIXED, rules, state, entry.seat, &rng);
        }
        if (xz_record_enter(rules, state, entry, NULL) == XZ_OK) {
            record->entries[record->count++] = entry;
        }
    }
}

/* Makes the checksum right again, so that a change is looked at further. */
static void seal(uint8_t *bytes, int size) {
    uint64_t const digest = xz_digest(bytes, (size_t)size - 8);
    for (int i = 0; i < 8; i++) {
        bytes[size - 8 + i] = (uint8_t)(digest >> (8 * i));
    }
}

/* Every number has one form: the number of entries with a seven-bit group of nothing more is refused. */
static void check_longer_numbers(const xz_rules *rules, int base, const xz_record *written) {
    uint8_t bytes[XZ_RECORD_MAX_BYTES], longer[XZ_RECORD_MAX_BYTES + 1];
    xz_rules read_rules;
    xz_record read;
    int read_base = -1;
    int const size = xz_record_encode(rules, base, written, bytes, sizeof bytes);
    int const groups = written->count > 127 ? 2 : 1;
    int const end = size - 8 - written->count; /* of the number */
    CHECK_EQUAL(bytes[end - groups] & 127, written->count & 127);
    memcpy(longer, bytes, (size_t)end);
    longer[end - 1] |= 128;
    longer[end] = 0;
    memcpy(longer + end + 1, bytes + end, (size_t)(size - end));
    seal(longer, size + 1);
    CHECK_EQUAL(xz_record_decode(longer, (size_t)size + 1, &read_rules, &read_base, &read), XZ_E_CODEC);
}

static int open_rounds, tampered, accepted;

static void check_arranged(const xz_rules *rules, const xz_record *taken, const xz_state *state, xz_record *written) {
    xz_state again;
    int position = -2;
    CHECK_EQUAL(xz_record_arrange(rules, taken, written), XZ_OK);
    CHECK_EQUAL(xz_record_replay(rules, written, &again, &position), XZ_OK);
    CHECK_EQUAL(position, written->count - 1);
    bool const open = state->phase == XZ_CLAIM || state->phase == XZ_ROB;
    open_rounds += open;
    if (!open) { /* else answers that stand after one still owed are not written */
        CHECK_EQUAL(xz_state_fingerprint(rules, &again), xz_state_fingerprint(rules, state));
    }
    xz_record twice;
    CHECK_EQUAL(xz_record_arrange(rules, written, &twice), XZ_OK);
    CHECK_EQUAL(twice.count, written->count);
    CHECK(memcmp(twice.entries, written->entries, sizeof twice.entries[0] * twice.count) == 0);
}

static void check_coded(const xz_rules *rules, int base, const xz_record *written, xz_rng *rng) {
    uint8_t bytes[XZ_RECORD_MAX_BYTES + 8], changed[XZ_RECORD_MAX_BYTES];
    xz_rules read_rules;
    xz_record read;
    int read_base = -1;
    int const size = xz_record_encode(rules, base, written, bytes, XZ_RECORD_MAX_BYTES);
    CHECK(size > 0);
    CHECK_EQUAL(xz_record_encode(rules, base, written, changed, (size_t)size - 1), XZ_E_BUFFER);
    CHECK_EQUAL(xz_record_decode(bytes, (size_t)size + 8, &read_rules, &read_base, &read), size);
    CHECK_EQUAL(read_base, base);
    CHECK(memcmp(&read_rules, rules, sizeof *rules) == 0);
    CHECK(read.count == written->count && read.dealer == written->dealer && read.wall_length == written->wall_length);
    CHECK(memcmp(read.wall, written->wall, read.wall_length) == 0);
    CHECK(memcmp(read.entries, written->entries, sizeof read.entries[0] * read.count) == 0);
    CHECK(xz_record_decode(bytes, (size_t)xz_rng_below(rng, (uint32_t)size), &read_rules, &read_base, &read) < 0);
    for (int bit = (int)xz_rng_below(rng, 16); bit < 8 * size; bit += 16) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(xz_record_decode(bytes, (size_t)size, &read_rules, &read_base, &read) < 0);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (int trial = 0; trial < 20; trial++) {
        memcpy(changed, bytes, (size_t)size);
        for (int i = 0; i < 1 + trial % 3; i++) {
            changed[xz_rng_below(rng, (uint32_t)size)] = (uint8_t)xz_rng_below(rng, 256);
        }
        seal(changed, size);
        tampered++;
        int const used = xz_record_decode(changed, (size_t)size, &read_rules, &read_base, &read);
        if (used > 0) { /* there is one form of each record */
            accepted++;
            uint8_t back[XZ_RECORD_MAX_BYTES];
            CHECK_EQUAL(xz_record_encode(&read_rules, read_base, &read, back, sizeof back), used);
            CHECK(memcmp(back, changed, (size_t)used) == 0);
        }
    }
}

static void check_wrong_entries(const xz_rules *rules, xz_record *written) {
    xz_state state;
    int position = -2;
    int const middle = written->count / 2;
    xz_entry const kept = written->entries[middle];
    written->entries[middle].action = 200;
    CHECK(xz_record_replay(rules, written, &state, &position) != XZ_OK);
    CHECK_EQUAL(position, middle);
    written->entries[middle].action = kept.action;
    written->entries[middle].seat = 9;
    CHECK(xz_record_replay(rules, written, &state, &position) != XZ_OK);
    CHECK_EQUAL(position, middle);
    written->entries[middle] = kept;
    uint8_t const tile = written->wall[0];
    written->wall[0] = (uint8_t)(tile == 0);
    CHECK_EQUAL(xz_record_replay(rules, written, &state, &position), XZ_E_WALL);
    CHECK_EQUAL(position, -1);
    written->wall[0] = tile;
}

/* Every option as far from the rulebook as its name and number can take it. */
static void check_longest(void) {
    xz_rules preset;
    xz_rules_preset(XZ_CHENGDU, &preset);
    size_t names = 0;
    for (int i = 0; i < xz_option_count(); i++) {
        names += strlen(xz_option_at(i)->name) + 1 + 9;
    }
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        names += strlen(xz_pattern_name(p)) + 1 + 9;
        for (int i = 0; i < xz_option_count(); i++) { /* options and patterns share one space of names */
            CHECK(strcmp(xz_pattern_name(p), xz_option_at(i)->name) != 0);
        }
    }
    CHECK(4 + 1 + 1 + names + 1 + (XZ_MAX_WALL * 5 + 7) / 8 + 2 + XZ_MAX_ENTRIES + 8 <= XZ_RECORD_MAX_BYTES);
}

int main(void) {
    xz_rng rng;
    xz_rng_seed(&rng, 3, 0, XZ_STREAM_CALLER);
    static xz_record taken, written;
    for (uint64_t index = 0; index < 300; index++) {
        xz_rules rules;
        xz_state state;
        int const base = (int)(index % XZ_RULEBOOK_COUNT);
        xz_rules_preset(base, &rules);
        if (index % 2) {
            rules.players = 2 + (int64_t)(index / 2 % 3);
            rules.suits = index % 4 == 1 ? 3 : 7;
            rules.false_win_units = 2;
            rules.wrong_count_units = 1;
            rules.escape_units = index % 8 == 1 ? 4 : XZ_NULL;
        }
        CHECK_EQUAL(xz_rules_prepare(&rules, NULL, 0), XZ_OK);
        int const limit = index % 3 ? XZ_MAX_ENTRIES : (int)xz_rng_below(&rng, 120);
        play(&rules, index, limit, &taken, &state);
        CHECK(taken.count < XZ_MAX_ENTRIES);
        check_arranged(&rules, &taken, &state, &written);
        check_coded(&rules, base, &written, &rng);
        check_longer_numbers(&rules, base, &written);
        if (written.count) {
            check_wrong_entries(&rules, &written);
        }
    }
    CHECK(open_rounds > 0);
    check_longest();
    printf("%d open rounds, %d of %d tampered records accepted\n", open_rounds, accepted, tampered);
    return check_report();
}
