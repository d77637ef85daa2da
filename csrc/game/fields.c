/* The rows of game/fields.h as data, held against the struct. */
#include "game/fields.h"

enum { I64 = XZ_FIELD_INT64, U8 = XZ_FIELD_UINT8, U16 = XZ_FIELD_UINT16, U32 = XZ_FIELD_UINT32, MELD = XZ_FIELD_MELD };
enum { SIZE_I64 = 8, SIZE_U8 = 1, SIZE_U16 = 2, SIZE_U32 = 4, SIZE_MELD = sizeof(xz_meld) };

#define SIZE_OF(type, seats, a, b) ((size_t)SIZE_##type * (seats) * (a) * (b))
#define FIELD(type, name, seats, a, b, seen, role, part, empty)                                                        \
    {#name, offsetof(xz_state, name), type, seats, a, b, XZ_SEEN_##seen, XZ_ROLE_##role, XZ_PART_##part, empty},

/* Each row has the size of its field, and all rows have the size of the struct: none is missing and nothing is padding. */
#define CHECK(type, name, seats, a, b)                                                                                 \
    _Static_assert(sizeof((xz_state *)0)->name == SIZE_OF(type, seats, a, b), #name " is not as its row says");
#define CHECK_SEAT(type, name, a, b, ...) CHECK(type, name, XZ_MAX_SEATS, a, b)
#define CHECK_TABLE(type, name, a, b, ...) CHECK(type, name, 1, a, b)
XZ_STATE_FIELDS(CHECK_SEAT, CHECK_TABLE)

#define SUM_SEAT(type, name, a, b, ...) +SIZE_OF(type, XZ_MAX_SEATS, a, b)
#define SUM_TABLE(type, name, a, b, ...) +SIZE_OF(type, 1, a, b)
_Static_assert(sizeof(xz_state) == 0 XZ_STATE_FIELDS(SUM_SEAT, SUM_TABLE), "a field of xz_state has no row");
_Static_assert(sizeof(xz_state) <= 640, "a state is copied in a few nanoseconds");

#define FIELD_SEAT(type, name, a, b, ...) FIELD(type, name, XZ_MAX_SEATS, a, b, __VA_ARGS__)
#define FIELD_TABLE(type, name, a, b, ...) FIELD(type, name, 1, a, b, __VA_ARGS__)
const xz_field xz_state_fields[] = {XZ_STATE_FIELDS(FIELD_SEAT, FIELD_TABLE)};
const int xz_state_fields_count = (int)(sizeof xz_state_fields / sizeof *xz_state_fields);

int xz_field_count(void) { return xz_state_fields_count; }

const xz_field *xz_field_at(int index) {
    return index >= 0 && index < xz_state_fields_count ? &xz_state_fields[index] : NULL;
}
