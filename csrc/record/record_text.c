/* Records as JSON text (§10.1-10.6). */
#include "base/json.h"
#include "base/text.h"
#include "rules/rules_text.h"

#include <string.h>

static const char record_format[] = "xuezhan/1";

enum { TILE_CHARS = 2, DISCARD, KONG, CLAIM, SUIT, CHOICE, PENALTY };

/* What an entry may be called: `action` is its number, that of its tile added where it carries one. */
static const struct {
    const char *name;
    int kind, action;
} entry_names[] = {
    {"discard", DISCARD, XZ_DISCARD},
    {"pass", CLAIM, XZ_PASS},
    {"pong", CLAIM, XZ_CLAIM_PONG},
    {"win", CLAIM, XZ_WIN},
    {"kong", KONG, XZ_KONG},
    {"void", SUIT, XZ_DECLARE},
    {"exchange", CHOICE, XZ_EXCHANGE},
    {"escape", PENALTY, XZ_ENTRY_PENALTY + XZ_ESCAPE},
    {"false_win", PENALTY, XZ_ENTRY_PENALTY + XZ_FALSE_WIN},
    {"wrong_count", PENALTY, XZ_ENTRY_PENALTY + XZ_WRONG_COUNT},
};
enum { ENTRY_NAMES = sizeof entry_names / sizeof *entry_names };

/* ---- writing ---- */

#define PUT(out, literal) xz_text_put(out, literal, sizeof(literal) - 1)

static void put_tile_entry(xz_text_writer *out, unsigned seat, bool kong, uint8_t tile) {
    char discard[] = "[0,\"discard\",\"1m\"],", own_kong[] = "[0,\"kong\",\"1m\"],";
    char *const text = kong ? own_kong : discard;
    size_t const length = kong ? sizeof own_kong - 1 : sizeof discard - 1;
    text[1] = (char)('0' + seat);
    xz_tile_text(tile, text + length - 5);
    xz_text_put(out, text, length);
}

/* The name of an action that carries no tile, or NULL. */
static const char *plain_name(int action) {
    for (int i = 0; i < ENTRY_NAMES; i++) {
        if (entry_names[i].action == action && (entry_names[i].kind == CLAIM || entry_names[i].kind == PENALTY)) {
            return entry_names[i].name;
        }
    }
    return action >= XZ_KONG && action < XZ_CLAIM_PONG ? "kong" : NULL; /* claimed */
}

static bool put_plain_entry(xz_text_writer *out, unsigned seat, int action) {
    const char *const name = plain_name(action);
    char const begin[] = {'[', (char)('0' + seat), ',', '"'};
    if (!name) {
        return false;
    }
    xz_text_put(out, begin, sizeof begin);
    xz_text_put_word(out, name);
    PUT(out, "\"],");
    return true;
}

/* The picks of one seat from entry `i` on, as one; the place of the last. */
static int put_choice(xz_text_writer *out, const xz_record *record, int i) {
    unsigned const seat = record->entries[i].seat;
    char begin[] = "[0,\"exchange\",\"";
    begin[1] = (char)('0' + seat);
    xz_text_put(out, begin, sizeof begin - 1);
    for (;; i++) {
        char tile[TILE_CHARS];
        xz_tile_text((uint8_t)(record->entries[i].action - XZ_EXCHANGE), tile);
        xz_text_put(out, tile, sizeof tile);
        if (i + 1 == record->count || record->entries[i + 1].seat != seat ||
            record->entries[i + 1].action < XZ_EXCHANGE || record->entries[i + 1].action >= XZ_ENTRY_PENALTY) {
            break;
        }
    }
    PUT(out, "\"],");
    return i;
}

static void put_suit_entry(xz_text_writer *out, unsigned seat, int suit) {
    char text[] = "[0,\"void\",\"m\"],";
    text[1] = (char)('0' + seat);
    text[sizeof text - 5] = "mps"[suit];
    xz_text_put(out, text, sizeof text - 1);
}

/* Each with a comma behind it; false for an action that no record has. */
static bool put_entries(xz_text_writer *out, const xz_record *record) {
    int discarder = -1, discard = -1, claimant = -1; /* who answered pong to that discard */
    bool known = true;
    for (int i = 0; i < record->count; i++) {
        xz_entry const entry = record->entries[i];
        int const action = entry.action;
        if (action < XZ_KONG) {
            discarder = entry.seat;
            discard = action;
            claimant = -1;
            put_tile_entry(out, entry.seat, false, (uint8_t)action);
        } else if (action < XZ_CLAIM_PONG &&
                   (entry.seat == discarder || entry.seat == claimant || action - XZ_KONG != discard)) {
            put_tile_entry(out, entry.seat, true, (uint8_t)(action - XZ_KONG));
        } else if (action >= XZ_DECLARE && action < XZ_EXCHANGE) {
            put_suit_entry(out, entry.seat, action - XZ_DECLARE);
        } else if (action >= XZ_EXCHANGE && action < XZ_ACTION_COUNT) {
            i = put_choice(out, record, i);
        } else { /* a kong of the tile discarded last is its claim, unless the seat has ponged it: none holds all four */
            claimant = action == XZ_CLAIM_PONG ? entry.seat : claimant;
            known = put_plain_entry(out, entry.seat, action) && known;
        }
    }
    return known;
}

int xz_record_format(const xz_rules *rules, int base, const xz_record *record, const int64_t *scores, char *buffer,
                     size_t size) {
    xz_rules preset;
    if (xz_rules_preset(base, &preset) != XZ_OK) {
        return XZ_E_RULES;
    }
    if (rules->exchange == XZ_EXCHANGE_RANDOM && record->way >= XZ_WAY_COUNT) {
        return XZ_E_STATE;
    }
    xz_text_writer out = {buffer, size, 0};
    PUT(&out, "{\"format\":\"");
    PUT(&out, record_format);
    PUT(&out, "\",\"rules\":");
    xz_rules_put(&out, rules, base, &preset);
    PUT(&out, ",\"dealer\":");
    xz_text_put_integer(&out, record->dealer);
    if (rules->exchange == XZ_EXCHANGE_RANDOM) {
        PUT(&out, ",\"exchange\":\"");
        xz_text_put_word(&out, xz_way_name(record->way));
        PUT(&out, "\"");
    }
    PUT(&out, ",\"wall\":\"");
    char wall[XZ_MAX_WALL * TILE_CHARS];
    for (int i = 0; i < record->wall_length; i++) {
        xz_tile_text(record->wall[i], wall + TILE_CHARS * i);
    }
    xz_text_put(&out, wall, (size_t)record->wall_length * TILE_CHARS);
    PUT(&out, "\",\"actions\":[");
    if (!put_entries(&out, record)) {
        return XZ_E_ILLEGAL;
    }
    out.length -= record->count > 0; /* the last comma */
    PUT(&out, "]");
    if (scores) {
        PUT(&out, ",\"scores\":[");
        for (int seat = 0; seat < rules->players; seat++) {
            xz_text_put(&out, ",", seat > 0);
            xz_text_put_integer(&out, scores[seat]);
        }
        PUT(&out, "]");
    }
    PUT(&out, "}");
    return xz_text_written(&out);
}

/* ---- reading ---- */

enum { FORMAT, RULES, DEALER, WAY, WALL, ACTIONS, SCORES, META, KEYS };
static const char *const keys[KEYS] = {"format", "rules", "dealer", "exchange", "wall", "actions", "scores", "meta"};

/* A record being read. */
typedef struct reading {
    xz_json in;
    unsigned seen; /* a bit for each key */
    xz_rules rules;
    xz_record record;
    xz_state state;
    int64_t dealer, scores[XZ_MAX_SEATS];
    size_t wall_at, actions_at, meta_at, meta_length;
    int base, score_count, entries;
} reading;

static bool take_format(reading *r) {
    xz_json_string name;
    size_t const begin = r->in.at;
    return xz_json_string_take(&r->in, &name) &&
           (xz_json_is(&name, record_format) ||
            xz_json_fail(&r->in, XZ_E_CODEC, begin, "this reader knows the format \"%s\"", record_format));
}

static bool take_wall(reading *r) {
    xz_json_string text;
    xz_json_peek(&r->in);
    r->wall_at = r->in.at;
    if (!xz_json_string_take(&r->in, &text)) {
        return false;
    }
    if (text.length % TILE_CHARS || text.length > XZ_MAX_WALL * TILE_CHARS) {
        return xz_json_fail(&r->in, XZ_E_WALL, r->wall_at, "the wall is not two characters a tile");
    }
    r->record.wall_length = (uint8_t)(text.length / TILE_CHARS);
    for (int i = 0; i < r->record.wall_length; i++) {
        int const tile = xz_tile_of_text(text.chars + TILE_CHARS * i, TILE_CHARS);
        if (tile < 0) {
            return xz_json_fail(&r->in, XZ_E_WALL, r->wall_at, "tile %d of the wall is none; tiles are 1m to 9s", i);
        }
        r->record.wall[i] = (uint8_t)tile;
    }
    return true;
}

static bool take_way(reading *r) {
    xz_json_string name;
    size_t const begin = r->in.at;
    if (!xz_json_string_take(&r->in, &name)) {
        return false;
    }
    for (int way = 0; way < XZ_WAY_COUNT; way++) {
        if (xz_json_is(&name, xz_way_name(way))) {
            r->record.way = (uint8_t)way;
            return true;
        }
    }
    return xz_json_fail(&r->in, XZ_E_TEXT, begin, "no way that an exchange can go");
}

static bool take_scores(reading *r) {
    bool first = true;
    xz_json_expect(&r->in, '[');
    while (xz_json_next(&r->in, ']', &first)) {
        size_t const begin = r->in.at;
        if (r->score_count == XZ_MAX_SEATS) {
            return xz_json_fail(&r->in, XZ_E_TEXT, begin, "more scores than seats");
        }
        xz_json_integer(&r->in, &r->scores[r->score_count++]);
    }
    return r->in.status == XZ_OK;
}

static bool deal(reading *r) {
    if (r->dealer < 0 || r->dealer >= r->rules.players) {
        return xz_json_fail(&r->in, XZ_E_SEAT, r->wall_at, "the dealer must be a seat, 0 to %d",
                            (int)r->rules.players - 1);
    }
    r->record.dealer = (uint8_t)r->dealer;
    if ((r->rules.exchange == XZ_EXCHANGE_RANDOM) != (r->record.way != XZ_NONE)) {
        return xz_json_fail(&r->in, XZ_E_TEXT, r->wall_at,
                            "the key \"exchange\" stands where the rules leave the way to chance, and nowhere else");
    }
    int const status = xz_record_deal(&r->rules, &r->record, &r->state, NULL);
    return status == XZ_OK || xz_json_fail(&r->in, status, r->wall_at, "%s", xz_status_text(status));
}

/* The number of an entry's name in the table, or -1. */
static int name_of(const xz_json_string *text) {
    for (int i = 0; i < ENTRY_NAMES; i++) {
        if (xz_json_is(text, entry_names[i].name)) {
            return i;
        }
    }
    return -1;
}

static bool refuse(reading *r, size_t at, int status, const char *why) {
    return xz_json_fail(&r->in, status, at, "action %d: %s", r->entries, why);
}

static bool enter(reading *r, size_t at, int64_t seat, int action) {
    xz_entry const entry = {(uint8_t)seat, (uint8_t)action};
    int const status =
        r->record.count == XZ_MAX_ENTRIES ? XZ_E_COUNT : xz_record_enter_written(&r->rules, &r->state, entry, NULL);
    if (status != XZ_OK) {
        return refuse(r, at, status, xz_status_text(status));
    }
    r->record.entries[r->record.count++] = entry;
    return true;
}

/* A suit, or a whole choice of tiles; then the end of the entry. */
static bool take_chosen(reading *r, size_t at, int64_t seat, int kind, int action) {
    xz_json_string text;
    if (!xz_json_expect(&r->in, ',') || !xz_json_string_take(&r->in, &text) || !xz_json_expect(&r->in, ']')) {
        return false;
    }
    if (kind == SUIT) {
        static const char letters[] = "mps";
        const char *const letter = text.length == 1 && text.chars[0] ? strchr(letters, text.chars[0]) : NULL;
        return letter ? enter(r, at, seat, action + (int)(letter - letters))
                      : refuse(r, at, XZ_E_ILLEGAL, "that is no suit");
    }
    if (text.length != (size_t)r->rules.exchange_count * TILE_CHARS) {
        return refuse(r, at, XZ_E_ILLEGAL, "that is no choice of so many tiles");
    }
    for (size_t i = 0; i < text.length; i += TILE_CHARS) {
        int const tile = xz_tile_of_text(text.chars + i, TILE_CHARS);
        if (tile < 0) {
            return refuse(r, at, XZ_E_ILLEGAL, "that is no tile");
        }
        if (!enter(r, at, seat, action + tile)) {
            return false;
        }
    }
    return true;
}

/* `[0,"discard","5m"]`, behind its bracket. */
static bool take_entry(reading *r, size_t at) {
    int64_t seat = 0;
    xz_json_string text;
    if (!xz_json_integer(&r->in, &seat) || !xz_json_expect(&r->in, ',') || !xz_json_string_take(&r->in, &text)) {
        return false;
    }
    if (seat < 0 || seat >= r->state.players) {
        return refuse(r, at, XZ_E_SEAT, "there is no such seat");
    }
    int const name = name_of(&text);
    if (name < 0) {
        return refuse(r, at, XZ_E_ILLEGAL, "there is no action of this name");
    }
    int const kind = entry_names[name].kind;
    int action = entry_names[name].action;
    if (kind == SUIT || kind == CHOICE) {
        return take_chosen(r, at, seat, kind, action);
    }
    if (kind == DISCARD || (kind == KONG && r->state.phase == XZ_TURN)) {
        if (!xz_json_expect(&r->in, ',') || !xz_json_string_take(&r->in, &text)) {
            return false;
        }
        int const tile = xz_tile_of_text(text.chars, text.length);
        if (tile < 0) {
            return refuse(r, at, XZ_E_ILLEGAL, "that is no tile");
        }
        action += tile;
    } else if (kind == KONG) {
        if (r->state.tile >= XZ_SLOTS) {
            return refuse(r, at, XZ_E_ILLEGAL, "there is no discard to claim");
        }
        action += r->state.tile;
    }
    if (!xz_json_expect(&r->in, ']')) {
        return false;
    }
    return enter(r, at, seat, action);
}

static bool take_actions(reading *r) {
    bool first = true;
    xz_json_expect(&r->in, '[');
    while (xz_json_next(&r->in, ']', &first)) {
        size_t const at = r->in.at;
        if (!xz_json_expect(&r->in, '[') || !take_entry(r, at)) {
            return false;
        }
        r->entries++;
    }
    return r->in.status == XZ_OK;
}

enum { OF_THE_DEAL = 1 << RULES | 1 << DEALER | 1 << WALL, REQUIRED = 1 << FORMAT | OF_THE_DEAL | 1 << ACTIONS };

static bool take_value(reading *r, int key) {
    xz_json_peek(&r->in);
    size_t const begin = r->in.at;
    switch (key) {
    case FORMAT: return take_format(r);
    case RULES: return xz_rules_take(&r->in, &r->rules, &r->base);
    case DEALER: return xz_json_integer(&r->in, &r->dealer);
    case WAY: return take_way(r);
    case WALL: return take_wall(r);
    case SCORES: return take_scores(r);
    case ACTIONS:
        r->actions_at = begin;
        if ((r->seen & OF_THE_DEAL) == OF_THE_DEAL &&
            (r->rules.exchange != XZ_EXCHANGE_RANDOM || r->record.way != XZ_NONE)) {
            r->actions_at = 0;
            return deal(r) && take_actions(r);
        }
        return xz_json_skip(&r->in); /* until what it needs has been read */
    default:
        if (!xz_json_skip(&r->in)) {
            return false;
        }
        r->meta_at = begin;
        r->meta_length = r->in.at - begin;
        return true;
    }
}

static bool take_key(reading *r) {
    xz_json_string name;
    size_t const begin = r->in.at;
    int key = 0;
    if (!xz_json_string_take(&r->in, &name) || !xz_json_expect(&r->in, ':')) {
        return false;
    }
    while (key < KEYS && !xz_json_is(&name, keys[key])) {
        key++;
    }
    if (key == KEYS) {
        return xz_json_fail(&r->in, XZ_E_TEXT, begin, "no key that a record has");
    }
    if (r->seen >> key & 1u) {
        return xz_json_fail(&r->in, XZ_E_TEXT, begin, "the key \"%s\" stands twice", keys[key]);
    }
    if (!take_value(r, key)) {
        return false;
    }
    r->seen |= 1u << key;
    return true;
}

static bool check_scores(reading *r, size_t at) {
    if (r->state.phase != XZ_OVER) {
        return xz_json_fail(&r->in, XZ_E_TEXT, at, "there are scores, but the hand is not over");
    }
    bool right = r->score_count == r->state.players;
    for (int seat = 0; right && seat < r->state.players; seat++) {
        right = r->scores[seat] == r->state.scores[seat];
    }
    return right || xz_json_fail(&r->in, XZ_E_TEXT, at, "the scores come to something else");
}

static bool take_record(reading *r) {
    bool first = true;
    xz_json_expect(&r->in, '{');
    size_t const begin = r->in.at;
    while (xz_json_next(&r->in, '}', &first)) {
        if (!take_key(r)) {
            return false;
        }
    }
    if (r->in.status != XZ_OK) {
        return false;
    }
    for (int key = 0; key < KEYS; key++) {
        if ((unsigned)REQUIRED >> key & 1u && !(r->seen >> key & 1u)) {
            return xz_json_fail(&r->in, XZ_E_TEXT, begin, "the key \"%s\" is missing", keys[key]);
        }
    }
    size_t const end = r->in.at;
    if (r->record.way != XZ_NONE && r->rules.exchange != XZ_EXCHANGE_RANDOM) {
        return xz_json_fail(&r->in, XZ_E_TEXT, begin, "\"exchange\" is given, but the rules leave nothing to chance");
    }
    if (r->actions_at) {
        r->in.at = r->actions_at;
        if (!deal(r) || !take_actions(r)) {
            return false;
        }
        r->in.at = end;
    }
    return !(r->seen >> SCORES & 1u) || check_scores(r, end);
}

int64_t xz_record_parse(const char *text, size_t length, xz_record_read *read, xz_text_error *error) {
    reading r = {.in = {text, length, 0, XZ_OK, error}};
    r.record.way = XZ_NONE;
    if (!take_record(&r)) {
        return r.in.status;
    }
    read->rules = r.rules;
    read->record = r.record;
    read->state = r.state;
    read->base = r.base;
    read->meta_at = r.meta_at;
    read->meta_length = r.meta_length;
    return (int64_t)r.in.at;
}
