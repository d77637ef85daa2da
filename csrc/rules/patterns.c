#include "rules/patterns.h"

#define OFF XZ_NULL
#define STANDARD XZ_READ_STANDARD
#define TRIPLETS XZ_READ_TRIPLETS
#define OUTSIDE XZ_READ_OUTSIDE
#define STRAIGHT XZ_READ_STRAIGHT
#define PAIRS XZ_READ_PAIRS
#define JIANG XZ_READ_JIANG
#define FLUSH XZ_READ_FLUSH
#define FOUR XZ_READ_FOUR
#define HOOK XZ_READ_HOOK
#define KONGS XZ_READ_KONGS

#define ROW(pattern, name, chinese, needs, ...) [pattern] = {name, chinese, needs, pattern, {__VA_ARGS__}},
#define GIVES_WAY(pattern, name, chinese, needs, to, ...) [pattern] = {name, chinese, needs, to, {__VA_ARGS__}},

/* clang-format off */
const xz_pattern_row xz_pattern_rows[XZ_PATTERN_COUNT] = {
    /*                                                                                         guide, online, chengdu */
    ROW(XZ_PLAIN,               "plain",               "平胡",       STANDARD,                       0, 1, 1)
    ROW(XZ_ALL_TRIPLETS,        "all_triplets",        "对对胡",     TRIPLETS,                       1, 2, 2)
    ROW(XZ_FULL_FLUSH,          "full_flush",          "清一色",     FLUSH,                          2, 3, 3)
    ROW(XZ_OUTSIDE,             "outside",             "带幺九",     OUTSIDE,                        2, 3, 3)
    GIVES_WAY(XZ_SEVEN_PAIRS,   "seven_pairs",         "七对",       PAIRS, XZ_DRAGON_SEVEN_PAIRS,   2, 3, 3)
    ROW(XZ_FLUSH_TRIPLETS,      "flush_triplets",      "清对",       TRIPLETS | FLUSH,               3, 4, 4)
    ROW(XZ_JIANG_TRIPLETS,      "jiang_triplets",      "将对",       TRIPLETS | JIANG,               3, 4, 4)
    GIVES_WAY(XZ_FLUSH_SEVEN_PAIRS, "flush_seven_pairs", "清七对",   PAIRS | FLUSH, XZ_FLUSH_DRAGON_SEVEN_PAIRS, 4, 5, 5)
    ROW(XZ_DRAGON_SEVEN_PAIRS,  "dragon_seven_pairs",  "龙七对",     PAIRS | FOUR,                   4, 5, 4)
    ROW(XZ_FLUSH_OUTSIDE,       "flush_outside",       "清幺九",     OUTSIDE | FLUSH,                4, 5, 5)
    ROW(XZ_FLUSH_DRAGON_SEVEN_PAIRS, "flush_dragon_seven_pairs", "清龙七对", PAIRS | FLUSH | FOUR,   5, 6, 6)
    ROW(XZ_HEAVENLY,            "heavenly",            "天胡",       0,                              5, 6, OFF)
    ROW(XZ_EARTHLY,             "earthly",             "地胡",       0,                              5, 6, OFF)
    ROW(XZ_STRAIGHT,            "straight",            "一条龙",     STRAIGHT,                       OFF, OFF, OFF)
    ROW(XZ_FLUSH_STRAIGHT,      "flush_straight",      "清一条龙",   STRAIGHT | FLUSH,               OFF, OFF, OFF)
    ROW(XZ_GOLDEN_HOOK,         "golden_hook",         "金钩钓",     HOOK,                           OFF, OFF, OFF)
    ROW(XZ_JIANG_GOLDEN_HOOK,   "jiang_golden_hook",   "将金钩钓",   HOOK | JIANG,                   OFF, OFF, OFF)
    ROW(XZ_FLUSH_GOLDEN_HOOK,   "flush_golden_hook",   "清金钩钓",   HOOK | FLUSH,                   OFF, OFF, OFF)
    ROW(XZ_JIANG_SEVEN_PAIRS,   "jiang_seven_pairs",   "将七对",     PAIRS | JIANG,                  OFF, OFF, OFF)
    ROW(XZ_EIGHTEEN,            "eighteen",            "十八罗汉",   KONGS,                          OFF, OFF, OFF)
    ROW(XZ_FLUSH_EIGHTEEN,      "flush_eighteen",      "清十八罗汉", KONGS | FLUSH,                  OFF, OFF, OFF)
    ROW(XZ_FOUR_WILDS,          "four_wilds",          "四幺鸡",     0,                              OFF, OFF, OFF)
};
/* clang-format on */

const char *xz_pattern_name(int pattern) {
    return pattern >= 0 && pattern < XZ_PATTERN_COUNT ? xz_pattern_rows[pattern].name : NULL;
}

const char *xz_pattern_chinese(int pattern) {
    return pattern >= 0 && pattern < XZ_PATTERN_COUNT ? xz_pattern_rows[pattern].chinese : NULL;
}
