/* Names of actions, penalties and payments: one vocabulary for C, Python, records and the command line. */
#include "xuezhan/xuezhan.h"

#include <stdio.h>

int xz_action_format(int action, char *buffer, size_t size) {
    static const char suits[] = "mps";
    int length = -1;
    if (action >= XZ_DISCARD && action < XZ_CLAIM_PONG) {
        int const tile = action % XZ_SLOTS;
        length = snprintf(buffer, size, "%s %d%c", action < XZ_KONG ? "discard" : "kong", tile % XZ_RANKS + 1,
                          suits[tile / XZ_RANKS]);
    } else if (action >= XZ_CLAIM_PONG && action <= XZ_PASS) {
        static const char *const names[] = {"pong", "win", "pass"};
        length = snprintf(buffer, size, "%s", names[action - XZ_CLAIM_PONG]);
    } else {
        return XZ_E_ILLEGAL;
    }
    return length >= 0 && (size_t)length < size ? length : XZ_E_BUFFER;
}

const char *xz_penalty_name(int penalty) {
    static const char *const names[XZ_PENALTY_COUNT] = {"escape", "false_win", "wrong_count"};
    return penalty >= 0 && penalty < XZ_PENALTY_COUNT ? names[penalty] : NULL;
}

const char *xz_payment_name(int payment) {
    static const char *const names[XZ_PAYMENT_COUNT] = {
        [XZ_PAY_WIN_DISCARD] = "win_discard",
        [XZ_PAY_WIN_ROB] = "win_rob",
        [XZ_PAY_WIN_SELF_DRAW] = "win_self_draw",
        [XZ_PAY_WIN_BLOOM] = "win_bloom",
        [XZ_PAY_KONG_DIRECT] = "kong_direct",
        [XZ_PAY_KONG_ADDED] = "kong_added",
        [XZ_PAY_KONG_CONCEALED] = "kong_concealed",
        [XZ_PAY_KONG_TRANSFER] = "kong_transfer",
        [XZ_PAY_REFUND] = "refund",
        [XZ_PAY_PIG] = "pig",
        [XZ_PAY_READY] = "ready",
        [XZ_PAY_DIFFERENCE] = "difference",
        [XZ_PAY_ESCAPE] = "escape",
        [XZ_PAY_FORFEIT] = "forfeit",
        [XZ_PAY_FALSE_WIN] = "false_win",
        [XZ_PAY_WRONG_COUNT] = "wrong_count",
    };
    return payment >= 0 && payment < XZ_PAYMENT_COUNT ? names[payment] : NULL;
}
