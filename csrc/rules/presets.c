/* The three rulebooks: every value with its clause of docs/rules.md beside it. A test pins them to the tables there. */
#include "xuezhan/xuezhan.h"

#define OFF XZ_NULL

static const char *const names[XZ_RULEBOOK_COUNT] = {"guide", "online", "chengdu"};

/* One row an option, one column a rulebook, so that the three can be read side by side. */
/* clang-format off */
#define XZ_PRESET_ROWS(ROW)                                                                                                     \
    /*  field                       guide                online                     chengdu                         clause */  \
    ROW(players,                    4,                   4,                         4)                               /* §1 */  \
    ROW(suits,                      7,                   7,                         7)                               /* §1 */  \
    ROW(unit,                       1,                   6,                         1)                               /* §1 */  \
    ROW(fan_origin,                 0,                   1,                         1)                               /* §3 */  \
    ROW(max_fan,                    OFF,                 OFF,                       OFF)                             /* §3 */  \
    ROW(patterns[XZ_PLAIN],                   0, 1, 1)                                                               /* §3 */  \
    ROW(patterns[XZ_ALL_TRIPLETS],            1, 2, 2)                                                               /* §3 */  \
    ROW(patterns[XZ_FULL_FLUSH],              2, 3, 3)                                                               /* §3 */  \
    ROW(patterns[XZ_OUTSIDE],                 2, 3, 3)                                                               /* §3 */  \
    ROW(patterns[XZ_SEVEN_PAIRS],             2, 3, 3)                                                               /* §3 */  \
    ROW(patterns[XZ_FLUSH_TRIPLETS],          3, 4, 4)                                                               /* §3 */  \
    ROW(patterns[XZ_JIANG_TRIPLETS],          3, 4, 4)                                                               /* §3 */  \
    ROW(patterns[XZ_FLUSH_SEVEN_PAIRS],       4, 5, 5)                                                               /* §3 */  \
    ROW(patterns[XZ_DRAGON_SEVEN_PAIRS],      4, 5, 4)                                                               /* §3 */  \
    ROW(patterns[XZ_FLUSH_OUTSIDE],           4, 5, 5)                                                               /* §3 */  \
    ROW(patterns[XZ_FLUSH_DRAGON_SEVEN_PAIRS], 5, 6, 6)                                                              /* §3 */  \
    ROW(patterns[XZ_HEAVENLY],                5, 6, OFF)                                                             /* §3 */  \
    ROW(patterns[XZ_EARTHLY],                 5, 6, OFF)                                                             /* §3 */  \
    ROW(patterns[XZ_STRAIGHT],                OFF, OFF, OFF)                                                         /* §3 */  \
    ROW(patterns[XZ_FLUSH_STRAIGHT],          OFF, OFF, OFF)                                                         /* §3 */  \
    ROW(root_fan,                   1,                   1,                         1)                               /* §3 */  \
    ROW(direct_kong_fan,            1,                   1,                         1)                               /* §3 */  \
    ROW(added_kong_fan,             1,                   1,                         1)                               /* §3 */  \
    ROW(concealed_kong_fan,         2,                   1,                         1)                               /* §3 */  \
    ROW(bloom_fan_melded,           2,                   1,                         1)                               /* §3 */  \
    ROW(bloom_fan_concealed,        3,                   1,                         1)                               /* §3 */  \
    ROW(bloom_includes_kong,        true,                false,                     false)                           /* §3 */  \
    ROW(kong_discard_fan,           1,                   1,                         1)                               /* §3 */  \
    ROW(rob_kong_fan,               1,                   1,                         1)                               /* §3 */  \
    ROW(last_tile_fan,              0,                   0,                         1)                               /* §3 */  \
    ROW(last_tile_discard,          XZ_LAST_TILE_ANY,    XZ_LAST_TILE_ANY,          XZ_LAST_TILE_ANY)                /* §3 */  \
    ROW(self_draw,                  XZ_SELF_DRAW_NONE,   XZ_SELF_DRAW_NONE,         XZ_SELF_DRAW_ADD_UNIT)           /* §3 */  \
    ROW(multi_win,                  XZ_MULTI_WIN_ALL,    XZ_MULTI_WIN_ALL,          XZ_MULTI_WIN_ALL)                /* §2 */  \
    ROW(wins_to_end,                OFF,                 OFF,                       OFF)                             /* §2 */  \
    ROW(added_kong_any_time,        true,                true,                      true)                            /* §2 */  \
    ROW(pass_lock,                  XZ_LOCK_OFF,         XZ_LOCK_UNTIL_DRAW,        XZ_LOCK_UNTIL_TURN_UNLESS_HIGHER) /* §2 */ \
    ROW(must_win_last,              4,                   4,                         4)                               /* §2 */  \
    ROW(must_win_on,                XZ_MUST_WIN_SELF_DRAW, XZ_MUST_WIN_ANY,         XZ_MUST_WIN_ANY)                 /* §2 */  \
    ROW(kong_draw,                  XZ_KONG_DRAW_BACK,   XZ_KONG_DRAW_BACK,         XZ_KONG_DRAW_FRONT)              /* §2 */  \
    ROW(direct_kong_units,          1,                   1,                         2)                               /* §5 */  \
    ROW(added_kong_units,           1,                   1,                         1)                               /* §5 */  \
    ROW(concealed_kong_units,       2,                   2,                         2)                               /* §5 */  \
    ROW(direct_kong_bloom,          XZ_BLOOM_ALL,        XZ_BLOOM_FEEDER_PAYS_ALL,  XZ_BLOOM_FEEDER_AS_DISCARD)      /* §4 */  \
    ROW(kong_discard_transfer,      XZ_TRANSFER_NONE,    XZ_TRANSFER_EACH_WINNER,   XZ_TRANSFER_NONE)                /* §4 */  \
    ROW(refund_kongs,               true,                true,                      true)                            /* §6 */  \
    ROW(pig_units,                  16,                  16,                        10)                              /* §6 */  \
    ROW(pig_pays_cap,               false,               false,                     true)                            /* §6 */  \
    ROW(pig_payees,                 XZ_PIG_NON_PIGS,     XZ_PIG_NON_PIGS,           XZ_PIG_ACTIVE_NON_PIGS)          /* §6 */  \
    ROW(pig_pays_ready,             true,                false,                     true)                            /* §6 */  \
    ROW(ready_payment,              XZ_READY_MAX,        XZ_READY_MAX,              XZ_READY_MIN)                    /* §6 */  \
    ROW(ready_value_addons,         true,                true,                      true)                            /* §6 */  \
    ROW(ready_difference,           true,                false,                     false)                           /* §6 */  \
    ROW(multi_win_dealer,           XZ_DEALER_DISCARDER, XZ_DEALER_FIRST_WINNER,    XZ_DEALER_DISCARDER)             /* §7 */  \
    ROW(first_dealer,               XZ_FIRST_DEALER_DICE, XZ_FIRST_DEALER_SEAT0,    XZ_FIRST_DEALER_SEAT0)           /* §7 */  \
    ROW(escape_units,               OFF,                 16,                        OFF)                             /* §7 */  \
    ROW(winner_leaves,              XZ_LEAVES_KEEP,      XZ_LEAVES_FORFEIT,         XZ_LEAVES_KEEP)                  /* §7 */  \
    ROW(false_win_units,            OFF,                 OFF,                       1)                               /* §7 */  \
    ROW(wrong_count_units,          OFF,                 OFF,                       1)                               /* §7 */
/* clang-format on */

#define GUIDE(field, guide, online, chengdu) .field = (guide),
#define ONLINE(field, guide, online, chengdu) .field = (online),
#define CHENGDU(field, guide, online, chengdu) .field = (chengdu),

static const xz_rules presets[XZ_RULEBOOK_COUNT] = {
    [XZ_GUIDE] = {XZ_PRESET_ROWS(GUIDE)},
    [XZ_ONLINE] = {XZ_PRESET_ROWS(ONLINE)},
    [XZ_CHENGDU] = {XZ_PRESET_ROWS(CHENGDU)},
};

const char *xz_rulebook_name(int rulebook) {
    return rulebook >= 0 && rulebook < XZ_RULEBOOK_COUNT ? names[rulebook] : NULL;
}

int xz_rules_preset(int rulebook, xz_rules *rules) {
    if (rulebook < 0 || rulebook >= XZ_RULEBOOK_COUNT) {
        return XZ_E_RULES;
    }
    *rules = presets[rulebook];
    return XZ_OK;
}
