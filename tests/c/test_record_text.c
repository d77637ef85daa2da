/* Records and rules as JSON text: there and back, and texts cut short, shuffled and tampered with. Texts are copied into
 * memory of exactly their length, so that the address sanitizer sees one byte too far. */
#include "check.h"

#include "xuezhan/xuezhan.h"

#include <stdlib.h>
#include <string.h>

static xz_text_error error;

static int64_t parse(const char *text, size_t length, xz_record_read *read) {
    char *const exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    error.message[0] = 0;
    int64_t const used = xz_record_parse(exact, length, read, &error);
    xz_record_read again;
    CHECK_EQUAL(xz_record_parse(exact, length, &again, NULL), used);
    if (used < 0) {
        CHECK(error.status == used && error.position <= length && error.message[0]);
    } else {
        CHECK((size_t)used <= length);
    }
    free(exact);
    return used;
}

static void varied_rules(uint64_t index, xz_rules *rules, int *base) {
    *base = (int)(index % XZ_RULEBOOK_COUNT);
    xz_rules_preset(*base, rules);
    if (index % 2) {
        rules->players = 2 + (int64_t)(index / 2 % 3);
        rules->suits = index % 4 == 1 ? 3 : 7;
        rules->patterns[XZ_STRAIGHT] = index % 5 ? 3 : XZ_NULL;
        rules->false_win_units = 2;
        rules->refund_kongs = index % 3 == 0;
        rules->max_fan = index % 8 == 1 ? 4 : XZ_NULL;
        rules->pass_lock = (int64_t)(index % 4);
    }
    CHECK_EQUAL(xz_rules_prepare(rules, NULL, 0), XZ_OK);
}

static void check_rules_text(void) {
    for (uint64_t index = 0; index < 60; index++) {
        xz_rules rules, read;
        char text[8192];
        int base, read_base = -1;
        varied_rules(index, &rules, &base);
        int const length = xz_rules_format(&rules, base, text, sizeof text);
        CHECK(length > 0 && text[length] == 0 && strlen(text) == (size_t)length);
        CHECK_EQUAL(xz_rules_format(&rules, base, text, (size_t)length), XZ_E_BUFFER);
        CHECK_EQUAL(xz_rules_parse(text, (size_t)length, &read, &read_base, &error), XZ_OK);
        CHECK_EQUAL(read_base, base);
        CHECK(memcmp(&read, &rules, sizeof rules) == 0);
        for (int cut = 0; cut < length; cut++) {
            CHECK(xz_rules_parse(text, (size_t)cut, &read, &read_base, &error) != XZ_OK);
        }
    }
}

static void check_refused_rules(void) {
    static const char *const texts[] = {
        "\"sichuan\"",
        "guide",
        "{}",
        "{\"max_fan\":3}",
        "{\"base\":\"guide\",\"base\":\"guide\"}",
        "{\"base\":\"guide\",\"max_fan\":3,\"max_fan\":3}",
        "{\"base\":\"guide\",\"max_fan\":3.0}",
        "{\"base\":\"guide\",\"max_fan\":-1}",
        "{\"base\":\"guide\",\"unit\":null}",
        "{\"base\":\"guide\",\"unit\":0}",
        "{\"base\":\"guide\",\"suits\":\"m\"}",
        "{\"base\":\"guide\",\"suits\":\"mm\"}",
        "{\"base\":\"guide\",\"suits\":\"mz\"}",
        "{\"base\":\"guide\",\"refund_kongs\":1}",
        "{\"base\":\"guide\",\"pass_lock\":\"on\"}",
        "{\"base\":\"guide\",\"patterns\":{\"nine_gates\":1}}",
        "{\"base\":\"guide\",\"patterns\":[]}",
        "{\"base\":\"guide\",\"patterns\":{\"plain\":null}}",
        "{\"base\":\"guide\",\"wins_to_end\":3,\"players\":3}",
        "{\"base\":\"guide\"} 1",
        "{\"base\":\"guide\",}",
        "{\"base\":\"guide\",\"unit\":999999999999999999999}",
        "{\"base\":\"guide\",\"unit\":01}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        xz_rules rules, before;
        int base = 77;
        memset(&rules, 0x5A, sizeof rules);
        before = rules;
        error.message[0] = 0;
        CHECK(xz_rules_parse(texts[i], strlen(texts[i]), &rules, &base, &error) != XZ_OK);
        CHECK(error.message[0] && base == 77 && memcmp(&rules, &before, sizeof rules) == 0);
    }
    xz_rules rules;
    int base = 0;
    static const char loose[] = " { \"max_fan\" : 4 , \"b\\u0061se\":\"\\u0067uide\", \"suits\":\"sm\" } ";
    CHECK_EQUAL(xz_rules_parse(loose, sizeof loose - 1, &rules, &base, NULL), XZ_OK);
    CHECK(base == XZ_GUIDE && rules.max_fan == 4 && rules.suits == 5);
}

/* Every option as its longest text. */
static void check_longest(void) {
    size_t length = 64;
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = xz_option_at(i);
        size_t longest = 20;
        for (int64_t c = 0; option->choices && c <= option->high; c++) {
            size_t const chars = strlen(option->choices[c]) + 2;
            longest = chars > longest ? chars : longest;
        }
        length += strlen(option->name) + 4 + longest;
    }
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        length += strlen(xz_pattern_name(p)) + 4 + 20;
    }
    CHECK(length < 8192);
    CHECK(length + 2 * XZ_MAX_WALL + 24 * XZ_MAX_ENTRIES + XZ_MAX_SEATS * 21 + 100 < XZ_RECORD_MAX_TEXT);
}

static void check_tampered(const char *text, size_t length, xz_rng *rng) {
    static char changed[XZ_RECORD_MAX_TEXT];
    static const char likely[] = "\"[]{},:\\0123459mpsu \n";
    xz_record_read read;
    for (int trial = 0; trial < 30; trial++) {
        memcpy(changed, text, length);
        for (int i = 0; i <= trial % 3; i++) {
            changed[xz_rng_below(rng, (uint32_t)length)] =
                trial % 2 ? likely[xz_rng_below(rng, sizeof likely - 1)] : (char)xz_rng_below(rng, 256);
        }
        if (parse(changed, length, &read) > 0) {
            CHECK_EQUAL(xz_state_check(&read.rules, &read.state, NULL, 0), XZ_OK);
        }
    }
    CHECK(parse(text, xz_rng_below(rng, (uint32_t)length), &read) < 0);
}

/* The same record with its keys the other way round, spread out and with escapes. */
static void check_shuffled(const char *text, size_t length, const xz_record_read *wanted) {
    static char other[2 * XZ_RECORD_MAX_TEXT];
    const char *const at_rules = strstr(text, ",\"rules\""), *const at_actions = strstr(text, ",\"actions\"");
    size_t const middle = (size_t)(at_actions - at_rules), rest = length - 1 - (size_t)(at_actions - text);
    size_t n = 0;
    n += (size_t)snprintf(other + n, sizeof other - n, "\n{ \"meta\" : {\"a\":[1,{\"b\":\"\\\"]\"}]} %.*s", (int)rest,
                          at_actions);
    n += (size_t)snprintf(other + n, sizeof other - n, " %.*s ,\t\"form\\u0061t\":\"xuezhan\\/1\"} tail", (int)middle,
                          at_rules);
    xz_record_read read;
    CHECK_EQUAL(parse(other, n, &read), (int64_t)n - 5);
    CHECK(memcmp(&read.record, &wanted->record, sizeof read.record) == 0);
    CHECK(strncmp(other + read.meta_at, "{\"a\":[1,{\"b\":\"\\\"]\"}]}", read.meta_length) == 0);
    CHECK_EQUAL(read.meta_length, 21);
}

static void check_records(void) {
    static char text[XZ_RECORD_MAX_TEXT + 1], again[XZ_RECORD_MAX_TEXT];
    xz_rng rng;
    xz_rng_seed(&rng, 5, 0, XZ_STREAM_CALLER);
    for (uint64_t index = 0; index < 120; index++) {
        xz_rules rules;
        xz_record record;
        xz_hand_result result;
        xz_record_read read;
        int base;
        varied_rules(index, &rules, &base);
        xz_batch const batch = {.seed = 3, .policies = {2, 2, 2, 2}, .dealer = -1};
        memset(&record, 0, sizeof record);
        CHECK_EQUAL(xz_play_hand(&rules, &batch, index, &result, NULL, &record), XZ_OK);
        bool const over = index % 5 != 0;
        if (!over) {
            record.count = (uint16_t)xz_rng_below(&rng, record.count + 1u);
        }
        const int64_t *const scores = over ? result.scores : NULL;
        int const length = xz_record_format(&rules, base, &record, scores, text, XZ_RECORD_MAX_TEXT);
        CHECK(length > 0);
        CHECK_EQUAL(xz_record_format(&rules, base, &record, scores, again, (size_t)length - 1), XZ_E_BUFFER);
        CHECK_EQUAL(xz_record_format(&rules, base, &record, scores, again, (size_t)length), length);
        text[length] = 0;
        CHECK_EQUAL(parse(text, (size_t)length, &read), length);
        CHECK_EQUAL(read.base, base);
        CHECK_EQUAL(read.meta_length, 0);
        CHECK(memcmp(&read.rules, &rules, sizeof rules) == 0);
        CHECK(read.record.count == record.count && read.record.dealer == record.dealer);
        CHECK(memcmp(read.record.wall, record.wall, record.wall_length) == 0);
        CHECK(memcmp(read.record.entries, record.entries, record.count * sizeof record.entries[0]) == 0);
        xz_state state;
        CHECK_EQUAL(xz_record_replay(&rules, &record, &state, NULL), XZ_OK);
        CHECK_EQUAL(xz_state_fingerprint(&rules, &state), xz_state_fingerprint(&rules, &read.state));
        CHECK_EQUAL(xz_record_format(&read.rules, read.base, &read.record, scores, again, sizeof again), length);
        CHECK(memcmp(again, text, (size_t)length) == 0);
        check_shuffled(text, (size_t)length, &read);
        check_tampered(text, (size_t)length, &rng);
        if (over) { /* one point too many */
            CHECK_EQUAL(text[length - 1], '}');
            memcpy(again, text, (size_t)length);
            again[length - 3] = again[length - 3] == '9' ? '8' : (char)(again[length - 3] + 1);
            CHECK(parse(again, (size_t)length, &read) < 0);
            CHECK(strstr(error.message, "scores") != NULL);
        }
    }
}

static void refused(const char *text, int status, const char *why) {
    xz_record_read read, before;
    memset(&read, 0x5A, sizeof read);
    before = read;
    CHECK_EQUAL(parse(text, strlen(text), &read), status);
    CHECK(strstr(error.message, why) != NULL);
    CHECK(memcmp(&read, &before, sizeof read) == 0);
}

static void check_refused_records(void) {
    static char nested[1000];
    memset(nested, '[', sizeof nested);
    memcpy(nested, "{\"meta\":", 8);
    nested[sizeof nested - 1] = 0;
    refused("", XZ_E_TEXT, "ends");
    refused("[]", XZ_E_TEXT, "'{'");
    refused("{}", XZ_E_TEXT, "\"format\" is missing");
    refused("{\"format\":\"xuezhan/2\"}", XZ_E_CODEC, "xuezhan/1");
    refused("{\"meta\":1,\"meta\":1}", XZ_E_TEXT, "twice");
    refused("{\"extra\":1}", XZ_E_TEXT, "no key");
    refused("{\"meta\":NaN}", XZ_E_TEXT, "value");
    refused("{\"meta\":\"\x01\"}", XZ_E_TEXT, "string");
    refused("{\"meta\":01}", XZ_E_TEXT, "','");
    refused("{\"meta\":[1,]}", XZ_E_TEXT, "value");
    refused("{\"meta\":\"\\x\"}", XZ_E_TEXT, "escape");
    refused("{\"scores\":[1,2,3,4,5]}", XZ_E_TEXT, "more scores");
    refused("{\"wall\":\"1m0m\"}", XZ_E_WALL, "tile 1");
    refused("{\"wall\":\"1m\",\"rules\":\"guide\",\"dealer\":0,\"actions\":[]}", XZ_E_WALL, "wall");
    refused("{\"wall\":\"1m\",\"rules\":\"guide\",\"dealer\":4,\"actions\":[]}", XZ_E_SEAT, "dealer");
    refused(nested, XZ_E_TEXT, "nested more than 100 deep");
}

int main(void) {
    check_rules_text();
    check_refused_rules();
    check_longest();
    check_records();
    check_refused_records();
    return check_report();
}
