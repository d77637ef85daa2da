#include "game/field_bytes.h"

static int seats_of(const xz_rules *rules, const xz_run *run) { return run->seats ? rules->derived.players : 1; }

static void put_number(xz_writer *out, const void *from, int width) {
    uint64_t number = 0;
    switch (width) {
    case 8: memcpy(&number, from, 8); break;
    case 4: number = *(const uint32_t *)from; break;
    case 2: number = *(const uint16_t *)from; break;
    default: number = *(const uint8_t *)from; break;
    }
    xz_put_number(out, number, width);
}

static void take_number(xz_reader *in, void *into, int width) {
    uint64_t const number = xz_take_number(in, width);
    switch (width) {
    case 8: memcpy(into, &number, 8); break;
    case 4: *(uint32_t *)into = (uint32_t)number; break;
    case 2: *(uint16_t *)into = (uint16_t)number; break;
    default: *(uint8_t *)into = (uint8_t)number; break;
    }
}

void xz_put_runs(xz_writer *out, const xz_rules *rules, const void *from, const xz_run *runs, int count) {
    for (int r = 0; r < count; r++) {
        const xz_run *const run = &runs[r];
        const char *at = (const char *)from + run->offset;
        int const numbers = xz_part_is_on(rules, run->part) ? seats_of(rules, run) * run->each : 0;
        for (int i = 0; i < numbers; i++, at += run->width) {
            put_number(out, at, run->width);
        }
    }
}

void xz_take_runs(xz_reader *in, const xz_rules *rules, void *into, const xz_run *runs, int count) {
    for (int r = 0; r < count; r++) {
        const xz_run *const run = &runs[r];
        char *at = (char *)into + run->offset;
        int const numbers = xz_part_is_on(rules, run->part) ? seats_of(rules, run) * run->each : 0;
        for (int i = 0; i < numbers; i++, at += run->width) {
            take_number(in, at, run->width);
        }
    }
}

void xz_put_counted(xz_writer *out, const uint8_t *bytes, int length) {
    xz_put(out, (unsigned)length);
    xz_put_bytes(out, bytes, (size_t)length);
}

int xz_take_counted(xz_reader *in, uint8_t *bytes, int most) {
    int const length = xz_take(in);
    if (length > most) {
        in->failed = true;
        return 0;
    }
    xz_take_bytes(in, bytes, (size_t)length);
    return length;
}
