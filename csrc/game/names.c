/* The names of the game's numbers: one vocabulary for C, Python, records and the command line. */
#include "xuezhan/xuezhan.h"

#include <stdio.h>

/* A call that names the numbers 0 ... count - 1; NULL for any other. */
#define NAMES(call, count, ...)                                                                                        \
    static const char *const call##s[] = {__VA_ARGS__};                                                                \
    _Static_assert(sizeof call##s / sizeof *call##s == (count), "a name for every number");                            \
    const char *call(int number) { return number >= 0 && number < (count) ? call##s[number] : NULL; }

NAMES(xz_phase_name, XZ_PHASE_COUNT, "turn", "claim", "rob", "over", "exchange", "declare")
NAMES(xz_origin_name, XZ_ORIGIN_COUNT, "deal", "draw", "replacement", "pong")
NAMES(xz_answer_name, XZ_ANSWER_COUNT, "not_asked", "owing", "pass", "pong", "kong", "win", "chosen")
NAMES(xz_way_name, XZ_WAY_COUNT, "next", "across", "previous")
NAMES(xz_meld_kind_name, XZ_MELD_KIND_COUNT, "none", "pong", "direct_kong", "added_kong", "concealed_kong")
NAMES(xz_win_kind_name, XZ_WIN_KIND_COUNT, "discard", "rob", "self_draw")
NAMES(xz_penalty_name, XZ_PENALTY_COUNT, "escape", "false_win", "wrong_count")
NAMES(xz_event_kind_name, XZ_EVENT_KIND_COUNT, "deal", "draw", "discard", "pong", "kong", "kong_call", "answer", "win",
      "payment", "lock", "penalty", "exhausted", "over", "pick", "give", "name", "void")
NAMES(xz_payment_name, XZ_PAYMENT_COUNT, "win_discard", "win_rob", "win_self_draw", "win_bloom", "kong_direct",
      "kong_added", "kong_concealed", "kong_transfer", "kong_refund", "refund", "pig", "ready", "difference", "escape",
      "forfeit", "false_win", "wrong_count")

_Static_assert(XZ_EXCHANGE + XZ_SLOTS == XZ_ACTION_COUNT && XZ_DECLARE + XZ_SUITS == XZ_EXCHANGE,
               "actions lie close together");
_Static_assert(XZ_ACTION_COUNT <= XZ_ENTRY_PENALTY && XZ_ENTRY_PENALTY + 4 * XZ_PENALTY_COUNT <= 256,
               "an action or a penalty with its seat is one byte of a record");
_Static_assert(XZ_ACTION_COUNT <= 8 * sizeof(xz_actions), "a set holds every action");

int xz_action_format(int action, char *buffer, size_t size) {
    static const char suits[] = "mps";
    static const char *const words[] = {"pong", "win", "pass"};
    int length = -1;
    bool const discards = action >= XZ_DISCARD && action < XZ_KONG, kongs = action >= XZ_KONG && action < XZ_CLAIM_PONG;
    bool const picks = action >= XZ_EXCHANGE && action < XZ_ACTION_COUNT;
    if (discards || kongs || picks) {
        int const tile = action - (discards ? XZ_DISCARD : kongs ? XZ_KONG : XZ_EXCHANGE);
        length = snprintf(buffer, size, "%s %d%c",
                          discards ? "discard"
                          : kongs  ? "kong"
                                   : "exchange",
                          tile % XZ_RANKS + 1, suits[tile / XZ_RANKS]);
    } else if (action >= XZ_CLAIM_PONG && action < XZ_DECLARE) {
        length = snprintf(buffer, size, "%s", words[action - XZ_CLAIM_PONG]);
    } else if (action >= XZ_DECLARE && action < XZ_EXCHANGE) {
        length = snprintf(buffer, size, "void %c", suits[action - XZ_DECLARE]);
    } else {
        return XZ_E_ILLEGAL;
    }
    return length >= 0 && (size_t)length < size ? length : XZ_E_BUFFER;
}
