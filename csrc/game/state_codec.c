/*
 * States as bytes: "XZT" and a version; the facts of game/fields.h in its order, those of the seats that there are, and those
 * of an option only where it is on; the river and the wall, each as its length and a byte a tile; the digest. Whatever follows
 * from the facts is computed again on reading.
 */
#include "game/complete.h"
#include "game/field_bytes.h"
#include "game/state.h"

enum { VERSION = 2 };

enum { WIDTH_I64 = 8, WIDTH_U8 = 1, WIDTH_U16 = 2, WIDTH_U32 = 4, WIDTH_MELD = 1 };
enum { NUMBERS_I64 = 1, NUMBERS_U8 = 1, NUMBERS_U16 = 1, NUMBERS_U32 = 1, NUMBERS_MELD = sizeof(xz_meld) };

#define RUN_FACT(type, name, seats, a, b, part)                                                                        \
    {offsetof(xz_state, name), WIDTH_##type, NUMBERS_##type * (a) * (b), seats, XZ_PART_##part},
#define RUN_CACHE(...)
#define RUN_TILES(...)
#define RUN_SPARE(...)
#define RUN_SEAT(type, name, a, b, seen, role, part, empty) RUN_##role(type, name, true, a, b, part)
#define RUN_TABLE(type, name, a, b, seen, role, part, empty) RUN_##role(type, name, false, a, b, part)
static const xz_run runs[] = {XZ_STATE_FIELDS(RUN_SEAT, RUN_TABLE)};
enum { RUNS = sizeof runs / sizeof *runs };

#define BYTES_SEAT(type, name, a, b, seen, role, part, empty) +sizeof(((xz_state *)0)->name)
_Static_assert(XZ_FRONT_BYTES XZ_STATE_FIELDS(BYTES_SEAT, BYTES_SEAT) + 2 + XZ_DIGEST_BYTES <= XZ_STATE_MAX_BYTES,
               "XZ_STATE_MAX_BYTES is enough for every state");

int xz_state_encode(const xz_rules *rules, const xz_state *state, uint8_t *buffer, size_t size) {
    xz_writer out = {buffer, size, 0};
    xz_put_front(&out, 'T', VERSION);
    xz_put_runs(&out, rules, state, runs, RUNS);
    xz_put_counted(&out, state->tiles, state->river_count);
    xz_put_counted(&out, state->tiles + state->wall_front, xz_wall_left(state));
    xz_put_digest(&out);
    return xz_written(&out);
}

static bool take_tiles(xz_reader *in, xz_state *state) {
    uint8_t wall[XZ_MAX_WALL];
    int const river = xz_take_counted(in, state->tiles, XZ_MAX_WALL), left = xz_take_counted(in, wall, XZ_MAX_WALL);
    if (river != state->river_count || left != xz_wall_left(state) || state->wall_back > XZ_MAX_WALL ||
        river > state->wall_front) {
        return false;
    }
    memcpy(state->tiles + state->wall_front, wall, (size_t)left);
    return true;
}

int xz_state_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_state *state) {
    xz_reader in;
    int const status = xz_open_form(&in, bytes, length, 'T', VERSION);
    if (status != XZ_OK) {
        return status;
    }
    xz_state read;
    xz_state_clear(&read);
    xz_take_runs(&in, rules, &read, runs, RUNS);
    bool const whole = take_tiles(&in, &read) && xz_all_taken(&in);
    if (!whole || read.players != rules->players) {
        return XZ_E_CODEC;
    }
    if (!xz_state_complete(rules, &read) || xz_state_check(rules, &read, NULL, 0) != XZ_OK) {
        return XZ_E_STATE;
    }
    *state = read;
    return XZ_OK;
}
