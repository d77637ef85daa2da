/*
 * The fields of a state, once: what a view shows, what bytes hold and how, what a re-dealt world keeps, the binding's dtype and
 * its checks are made from these rows. A new fact of the table is a row here and a line of xz_state (and of xz_view, if
 * seats see it).
 *
 * A row: SEAT (an array of XZ_MAX_SEATS) or TABLE (one); type, name, shape of one element (1, 1: a number);
 *   who sees it   PUBLIC everybody; OWN each seat its own; HIDDEN nobody, or as the view's own code says
 *   what it is    FACT; CACHE follows from the others; TILES the river and the wall; SPARE
 *                 room for more
 *   its option    ALWAYS, or the variant without which it says nothing
 *   what it is when it says nothing, as a byte
 */
#ifndef XZ_GAME_FIELDS_H
#define XZ_GAME_FIELDS_H

#include "xuezhan/xuezhan.h"

/* clang-format off */
#define XZ_STATE_FIELDS(SEAT, TABLE)                                               \
    SEAT(I64, scores, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                \
    SEAT(I64, win_amount, 1, 1, PUBLIC, FACT, ALWAYS, 0)                            \
    SEAT(U8, counts, XZ_SLOTS, 1, OWN, FACT, ALWAYS, 0)                             \
    TABLE(U8, tiles, XZ_MAX_WALL, 1, HIDDEN, TILES, ALWAYS, 0)                      \
    SEAT(MELD, melds, XZ_MAX_MELDS, 1, PUBLIC, FACT, ALWAYS, 0)                     \
    SEAT(U8, meld_count, 1, 1, PUBLIC, FACT, ALWAYS, 0)                             \
    SEAT(U8, win_tile, 1, 1, PUBLIC, FACT, ALWAYS, XZ_NONE)                         \
    SEAT(U8, win_payers, 1, 1, PUBLIC, FACT, ALWAYS, 0)                             \
    SEAT(U8, lock, 1, 1, OWN, FACT, ALWAYS, 0)                                      \
    SEAT(U8, taken, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                  \
    SEAT(U8, answers, 1, 1, HIDDEN, FACT, ALWAYS, 0)                                \
    TABLE(U8, players, 1, 1, PUBLIC, FACT, ALWAYS, 0)                               \
    TABLE(U8, dealer, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                \
    TABLE(U8, phase, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                 \
    TABLE(U8, actor, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                 \
    TABLE(U8, origin, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                \
    TABLE(U8, tile, 1, 1, HIDDEN, FACT, ALWAYS, 0)                                  \
    TABLE(U8, drawn, 1, 1, HIDDEN, FACT, ALWAYS, 0)                                 \
    TABLE(U8, chain_kind, 1, 1, PUBLIC, FACT, ALWAYS, 0)                            \
    TABLE(U8, chain_meld, 1, 1, PUBLIC, FACT, ALWAYS, XZ_NONE)                      \
    TABLE(U8, next_dealer, 1, 1, PUBLIC, FACT, ALWAYS, XZ_NONE)                     \
    TABLE(U8, active, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                \
    TABLE(U8, won, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                   \
    TABLE(U8, out, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                   \
    TABLE(U8, left, 1, 1, PUBLIC, FACT, ALWAYS, 0)                                  \
    TABLE(U8, river_count, 1, 1, PUBLIC, FACT, ALWAYS, 0)                           \
    TABLE(U8, wall_front, 1, 1, HIDDEN, FACT, ALWAYS, 0)                            \
    TABLE(U8, wall_back, 1, 1, HIDDEN, FACT, ALWAYS, 0)                             \
    SEAT(U8, given, XZ_MAX_EXCHANGE, 1, OWN, FACT, EXCHANGE, XZ_NONE)               \
    TABLE(U8, way, 1, 1, HIDDEN, FACT, EXCHANGE, XZ_NONE)                           \
    SEAT(U8, void_suit, 1, 1, HIDDEN, FACT, VOID, XZ_NONE)                          \
    TABLE(U8, off_void, 1, 1, PUBLIC, FACT, VOID, 0)                                \
    TABLE(U8, cleared, 1, 1, PUBLIC, FACT, VOID, 0)                                 \
    SEAT(U8, fresh, 1, 1, PUBLIC, FACT, VOID, 0)                                    \
    SEAT(U32, passed, 1, 1, OWN, FACT, PASS_SCOPE, 0)                               \
    SEAT(U16, first_kong_fan, 1, 1, OWN, FACT, PLAY_ON, 0)                          \
    SEAT(U8, first_roots, 1, 1, OWN, FACT, PLAY_ON, 0)                              \
    TABLE(U8, win_events, 1, 1, PUBLIC, FACT, PLAY_ON, 0)                           \
    SEAT(U8, wins, 1, 1, PUBLIC, FACT, PLAY_ON, 0)                                  \
    TABLE(U8, winners, XZ_WINNERS_BYTES, 1, PUBLIC, FACT, PLAY_ON, 0)          \
    TABLE(U8, seen, XZ_SLOTS, 1, PUBLIC, CACHE, ALWAYS, 0)                          \
    SEAT(U8, offers, 1, 1, HIDDEN, CACHE, ALWAYS, 0)                                \
    SEAT(U16, half, XZ_SUITS, 2, HIDDEN, CACHE, ALWAYS, 0)                          \
    SEAT(U32, held, 1, 1, HIDDEN, CACHE, ALWAYS, 0)                                 \
    SEAT(U32, kongable, 1, 1, HIDDEN, CACHE, ALWAYS, 0)                             \
    SEAT(U32, waits, 1, 1, HIDDEN, CACHE, ALWAYS, 0)                                \
    TABLE(U8, spare, 20, 1, HIDDEN, SPARE, ALWAYS, 0)
/* clang-format on */

extern const xz_field xz_state_fields[];
extern const int xz_state_fields_count;

/* Its bytes in a state. */
static inline size_t xz_field_size(const xz_field *field) {
    static const uint8_t sizes[] = {[XZ_FIELD_INT64] = 8,
                                    [XZ_FIELD_UINT8] = 1,
                                    [XZ_FIELD_UINT16] = 2,
                                    [XZ_FIELD_UINT32] = 4,
                                    [XZ_FIELD_MELD] = sizeof(xz_meld)};
    return (size_t)sizes[field->type] * field->seats * field->rows * field->columns;
}

/* Whether the option that a field belongs to is on. */
static inline bool xz_part_is_on(const xz_rules *rules, int part) {
    switch (part) {
    case XZ_PART_EXCHANGE: return rules->exchange != XZ_EXCHANGE_NONE;
    case XZ_PART_VOID: return rules->void_suit == XZ_VOID_DECLARED;
    case XZ_PART_PLAY_ON: return rules->play_on;
    case XZ_PART_PASS_SCOPE: return rules->pass_scope == XZ_PASS_SAME_TILE;
    default: return true;
    }
}

#endif
