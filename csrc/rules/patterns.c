#include "rules/patterns.h"

#define OFF XZ_NULL

/* clang-format off */
const xz_pattern_row xz_pattern_rows[XZ_PATTERN_COUNT] = {
    /*                              name                        中文          guide online chengdu */
    [XZ_PLAIN]                    = {"plain",                    "平胡",       {0, 1, 1}},
    [XZ_ALL_TRIPLETS]             = {"all_triplets",             "对对胡",     {1, 2, 2}},
    [XZ_FULL_FLUSH]               = {"full_flush",               "清一色",     {2, 3, 3}},
    [XZ_OUTSIDE]                  = {"outside",                  "带幺九",     {2, 3, 3}},
    [XZ_SEVEN_PAIRS]              = {"seven_pairs",              "七对",       {2, 3, 3}},
    [XZ_FLUSH_TRIPLETS]           = {"flush_triplets",           "清对",       {3, 4, 4}},
    [XZ_JIANG_TRIPLETS]           = {"jiang_triplets",           "将对",       {3, 4, 4}},
    [XZ_FLUSH_SEVEN_PAIRS]        = {"flush_seven_pairs",        "清七对",     {4, 5, 5}},
    [XZ_DRAGON_SEVEN_PAIRS]       = {"dragon_seven_pairs",       "龙七对",     {4, 5, 4}},
    [XZ_FLUSH_OUTSIDE]            = {"flush_outside",            "清幺九",     {4, 5, 5}},
    [XZ_FLUSH_DRAGON_SEVEN_PAIRS] = {"flush_dragon_seven_pairs", "清龙七对",   {5, 6, 6}},
    [XZ_HEAVENLY]                 = {"heavenly",                 "天胡",       {5, 6, OFF}},
    [XZ_EARTHLY]                  = {"earthly",                  "地胡",       {5, 6, OFF}},
    [XZ_STRAIGHT]                 = {"straight",                 "一条龙",     {OFF, OFF, OFF}},
    [XZ_FLUSH_STRAIGHT]           = {"flush_straight",           "清一条龙",   {OFF, OFF, OFF}},
    [XZ_GOLDEN_HOOK]              = {"golden_hook",              "金钩钓",     {OFF, OFF, OFF}},
    [XZ_JIANG_GOLDEN_HOOK]        = {"jiang_golden_hook",        "将金钩钓",   {OFF, OFF, OFF}},
    [XZ_FLUSH_GOLDEN_HOOK]        = {"flush_golden_hook",        "清金钩钓",   {OFF, OFF, OFF}},
    [XZ_JIANG_SEVEN_PAIRS]        = {"jiang_seven_pairs",        "将七对",     {OFF, OFF, OFF}},
    [XZ_EIGHTEEN]                 = {"eighteen",                 "十八罗汉",   {OFF, OFF, OFF}},
    [XZ_FLUSH_EIGHTEEN]           = {"flush_eighteen",           "清十八罗汉", {OFF, OFF, OFF}},
    [XZ_FOUR_WILDS]               = {"four_wilds",               "四幺鸡",     {OFF, OFF, OFF}},
};
/* clang-format on */

const char *xz_pattern_name(int pattern) {
    return pattern >= 0 && pattern < XZ_PATTERN_COUNT ? xz_pattern_rows[pattern].name : NULL;
}

const char *xz_pattern_chinese(int pattern) {
    return pattern >= 0 && pattern < XZ_PATTERN_COUNT ? xz_pattern_rows[pattern].chinese : NULL;
}
