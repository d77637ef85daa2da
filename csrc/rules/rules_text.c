/* Rules as records write them (§10.1): a rulebook's name, or an object of it and the options that differ. */
#include "rules/rules_text.h"

#include "base/text.h"

#include <string.h>

static const char suit_letters[XZ_SUITS + 1] = "mps";

static int64_t *field_of(xz_rules *rules, const xz_option *option) {
    return (int64_t *)(void *)((char *)rules + option->offset);
}

static int64_t value_of(const xz_rules *rules, const xz_option *option) {
    int64_t value;
    memcpy(&value, (const char *)rules + option->offset, sizeof value);
    return value;
}

/* ---- writing ---- */

static void put_name(xz_text_writer *out, const char *name) {
    xz_text_put_word(out, "\"");
    xz_text_put_word(out, name);
    xz_text_put_word(out, "\"");
}

static void put_number(xz_text_writer *out, int64_t number) {
    if (number == XZ_NULL) {
        xz_text_put_word(out, "null");
    } else {
        xz_text_put_integer(out, number);
    }
}

static void put_value(xz_text_writer *out, const xz_option *option, int64_t value) {
    switch (option->kind) {
    case XZ_OPTION_BOOL: xz_text_put_word(out, value ? "true" : "false"); break;
    case XZ_OPTION_CHOICE: put_name(out, option->choices[value]); break;
    case XZ_OPTION_SUITS:
        xz_text_put_word(out, "\"");
        for (int suit = 0; suit < XZ_SUITS; suit++) {
            xz_text_put(out, suit_letters + suit, (size_t)(value >> suit & 1));
        }
        xz_text_put_word(out, "\"");
        break;
    case XZ_OPTION_TILE:
        if (value != XZ_NULL) {
            char text[] = "\"1m\"";
            xz_tile_text((uint8_t)value, text + 1);
            xz_text_put_word(out, text);
            break;
        }
        /* fallthrough */
    default: put_number(out, value); break;
    }
}

/* `from` stands in place of what is not different. */
static void put_patterns(xz_text_writer *out, const int64_t *fans, const int64_t *from) {
    const char *before = "{";
    for (int p = 0; p < XZ_PATTERN_COUNT; p++) {
        if (fans[p] != from[p]) {
            xz_text_put_word(out, before);
            put_name(out, xz_pattern_name(p));
            xz_text_put_word(out, ":");
            put_number(out, fans[p]);
            before = ",";
        }
    }
    xz_text_put_word(out, "}");
}

static bool differs(const xz_rules *rules, const xz_rules *preset, const xz_option *option) {
    if (option->kind == XZ_OPTION_PATTERNS) {
        return memcmp(rules->patterns, preset->patterns, sizeof rules->patterns) != 0;
    }
    return value_of(rules, option) != value_of(preset, option);
}

void xz_rules_put(xz_text_writer *out, const xz_rules *rules, int base, const xz_rules *preset) {
    bool plain = true;
    for (int i = 0; i < xz_option_count(); i++) {
        plain = plain && !differs(rules, preset, xz_option_at(i));
    }
    if (plain) {
        put_name(out, xz_preset_at(base)->name);
        return;
    }
    xz_text_put_word(out, "{\"base\":");
    put_name(out, xz_preset_at(base)->name);
    for (int i = 0; i < xz_option_count(); i++) {
        const xz_option *const option = xz_option_at(i);
        if (!differs(rules, preset, option)) {
            continue;
        }
        xz_text_put_word(out, ",");
        put_name(out, option->name);
        xz_text_put_word(out, ":");
        if (option->kind == XZ_OPTION_PATTERNS) {
            put_patterns(out, rules->patterns, preset->patterns);
        } else {
            put_value(out, option, value_of(rules, option));
        }
    }
    xz_text_put_word(out, "}");
}

int xz_rules_format(const xz_rules *rules, int base, char *buffer, size_t size) {
    xz_rules preset;
    if (xz_rules_preset(base, &preset) != XZ_OK) {
        return XZ_E_RULES;
    }
    xz_text_writer out = {buffer, size, 0};
    xz_rules_put(&out, rules, base, &preset);
    xz_text_put(&out, "", 1);
    int const length = xz_text_written(&out);
    return length < 0 ? length : length - 1;
}

/* ---- reading ---- */

/* The rulebook, wherever in the object it is named; the place goes back to where it was. */
static bool find_base(xz_json *in, xz_json_string *base) {
    size_t const begin = in->at;
    bool found = false, first = true;
    xz_json_expect(in, '{');
    while (xz_json_next(in, '}', &first)) {
        xz_json_string name;
        if (!xz_json_string_take(in, &name) || !xz_json_expect(in, ':')) {
            return false;
        }
        if (xz_json_is(&name, "base")) {
            if (found) {
                return xz_json_fail(in, XZ_E_RULES, in->at, "rules: the key \"base\" stands twice");
            }
            found = xz_json_string_take(in, base);
        } else if (!xz_json_skip(in)) {
            return false;
        }
    }
    in->at = begin;
    return found || xz_json_fail(in, XZ_E_RULES, begin, "rules must name their rulebook as \"base\"");
}

static bool take_number(xz_json *in, const xz_option *option, const char *name, int64_t *value) {
    if (option->nullable && xz_json_literal(in, "null")) {
        *value = XZ_NULL;
        return true;
    }
    size_t const begin = in->at;
    if (!xz_json_integer(in, value)) {
        return false;
    }
    return (*value >= option->low && *value <= option->high && (*value - option->low) % option->step == 0) ||
           xz_json_fail(in, XZ_E_RULES, begin, "rules: %s is %lld; it must be %lld to %lld", name, (long long)*value,
                        (long long)option->low, (long long)option->high);
}

static bool take_choice(xz_json *in, const xz_option *option, int64_t *value) {
    xz_json_string word;
    size_t const begin = in->at;
    if (!xz_json_string_take(in, &word)) {
        return false;
    }
    for (*value = 0; *value <= option->high; ++*value) {
        if (xz_json_is(&word, option->choices[*value])) {
            return true;
        }
    }
    return xz_json_fail(in, XZ_E_RULES, begin, "rules: %s has no such choice", option->name);
}

static bool take_suits(xz_json *in, int64_t *value) {
    xz_json_string word;
    size_t const begin = in->at;
    if (!xz_json_string_take(in, &word)) {
        return false;
    }
    bool known = word.length == 2 || word.length == 3;
    *value = 0;
    for (size_t i = 0; known && i < word.length; i++) {
        const char *const suit = word.chars[i] ? strchr(suit_letters, word.chars[i]) : NULL;
        int64_t const bit = suit ? (int64_t)1 << (suit - suit_letters) : 0;
        known = bit && !(*value & bit);
        *value |= bit;
    }
    return known || xz_json_fail(in, XZ_E_RULES, begin, "rules: suits is \"mps\" or two of its letters");
}

static bool take_tile(xz_json *in, const xz_option *option, int64_t *value) {
    xz_json_string word;
    if (option->nullable && xz_json_literal(in, "null")) {
        *value = XZ_NULL;
        return true;
    }
    size_t const begin = in->at;
    if (!xz_json_string_take(in, &word)) {
        return false;
    }
    *value = xz_tile_of_text(word.chars, word.length);
    return *value >= 0 || xz_json_fail(in, XZ_E_RULES, begin, "rules: %s is a tile, \"1m\" to \"9s\"", option->name);
}

static bool take_patterns(xz_json *in, const xz_option *option, int64_t *fans) {
    uint64_t seen = 0;
    bool first = true;
    xz_json_expect(in, '{');
    while (xz_json_next(in, '}', &first)) {
        xz_json_string name;
        size_t const begin = in->at;
        int p = 0;
        if (!xz_json_string_take(in, &name) || !xz_json_expect(in, ':')) {
            return false;
        }
        while (p < XZ_PATTERN_COUNT && !xz_json_is(&name, xz_pattern_name(p))) {
            p++;
        }
        if (p == XZ_PATTERN_COUNT || seen >> p & 1u) {
            return xz_json_fail(in, XZ_E_RULES, begin, "rules: a pattern that is not there, or twice");
        }
        seen |= UINT64_C(1) << p;
        if (!take_number(in, option, xz_pattern_name(p), &fans[p])) {
            return false;
        }
    }
    return in->status == XZ_OK;
}

static bool take_option(xz_json *in, const xz_option *option, xz_rules *rules) {
    int64_t *const value = field_of(rules, option);
    switch (option->kind) {
    case XZ_OPTION_PATTERNS: return take_patterns(in, option, value);
    case XZ_OPTION_SUITS: return take_suits(in, value);
    case XZ_OPTION_TILE: return take_tile(in, option, value);
    case XZ_OPTION_CHOICE: return take_choice(in, option, value);
    case XZ_OPTION_BOOL:
        *value = xz_json_literal(in, "true");
        return *value || xz_json_literal(in, "false") ||
               xz_json_fail(in, XZ_E_RULES, in->at, "rules: %s is true or false", option->name);
    default: return take_number(in, option, option->name, value);
    }
}

enum { OPTIONS_MAX = 256 };

static bool take_options(xz_json *in, xz_rules *rules) {
    bool seen[OPTIONS_MAX] = {false}, first = true;
    xz_json_expect(in, '{');
    while (xz_json_next(in, '}', &first)) {
        xz_json_string name;
        size_t const begin = in->at;
        int i = 0;
        if (!xz_json_string_take(in, &name) || !xz_json_expect(in, ':')) {
            return false;
        }
        if (xz_json_is(&name, "base")) {
            xz_json_skip(in);
            continue;
        }
        while (i < xz_option_count() && !xz_json_is(&name, xz_option_at(i)->name)) {
            i++;
        }
        if (i == xz_option_count() || i >= OPTIONS_MAX || seen[i]) {
            return xz_json_fail(in, XZ_E_RULES, begin, "rules: an option that is not there, or twice");
        }
        seen[i] = true;
        if (!take_option(in, xz_option_at(i), rules)) {
            return false;
        }
    }
    return in->status == XZ_OK;
}

bool xz_rules_take(xz_json *in, xz_rules *rules, int *base) {
    xz_json_string name;
    bool const options = xz_json_peek(in) == '{';
    size_t const begin = in->at;
    if (!(options ? find_base(in, &name) : xz_json_string_take(in, &name))) {
        return false;
    }
    *base = 0;
    while (*base < XZ_PRESET_COUNT && !xz_json_is(&name, xz_preset_at(*base)->name)) {
        ++*base;
    }
    if (xz_rules_preset(*base, rules) != XZ_OK) {
        return xz_json_fail(in, XZ_E_RULES, begin, "rules: there is no such rulebook or preset");
    }
    if (!options) {
        return true;
    }
    char reason[256];
    if (!take_options(in, rules)) {
        return false;
    }
    return xz_rules_prepare(rules, reason, sizeof reason) == XZ_OK ||
           xz_json_fail(in, XZ_E_RULES, begin, "rules: %s", reason);
}

int xz_rules_parse(const char *text, size_t length, xz_rules *rules, int *base, xz_text_error *error) {
    xz_json in = {text, length, 0, XZ_OK, error};
    xz_rules read;
    int rulebook = 0;
    if (xz_rules_take(&in, &read, &rulebook) && xz_json_peek(&in) != 0) {
        xz_json_fail(&in, XZ_E_TEXT, in.at, "something follows the rules");
    }
    if (in.status == XZ_OK && in.at != length) {
        xz_json_fail(&in, XZ_E_TEXT, in.at, "something follows the rules");
    }
    if (in.status == XZ_OK) {
        *rules = read;
        *base = rulebook;
    }
    return in.status;
}
