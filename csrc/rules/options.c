/*
 * The option table of docs/rules.md §12 and §20. An option is one row here and one field of xz_rules; the binding, the
 * command line and the records read this table and name no option themselves.
 */
#include "rules/options.h"

#define OFF XZ_NULL
#define AMOUNT_LIMIT XZ_AMOUNT_LIMIT

/* clang-format off */
#define CHOICES(id, ...) static const char *const id##_choices[] = {__VA_ARGS__, NULL};
CHOICES(last_tile_discard, "any", "drawn")
CHOICES(self_draw, "none", "add_unit", "add_fan")
CHOICES(multi_win, "all", "nearest")
CHOICES(pass_lock, "off", "until_draw", "until_draw_unless_higher", "until_turn_unless_higher")
CHOICES(must_win_on, "self_draw", "any")
CHOICES(kong_draw, "back", "front")
CHOICES(direct_kong_bloom, "all", "feeder_pays_all", "feeder_as_discard", "feeder_as_self_draw")
CHOICES(kong_discard_transfer, "none", "each_winner", "refund")
CHOICES(pig_payees, "non_pigs", "active_non_pigs", "active_ready")
CHOICES(pig_pays_ready, "no", "also", "larger")
CHOICES(ready_payment, "max", "min")
CHOICES(multi_win_dealer, "discarder", "first_winner")
CHOICES(first_dealer, "dice", "seat0")
CHOICES(winner_leaves, "keep", "forfeit")
CHOICES(exchange, "none", "next", "previous", "across", "random")
CHOICES(exchange_suit, "one", "any")
CHOICES(dealer_draws, "before_exchange", "after_void")
CHOICES(void_suit, "free", "declared")
CHOICES(void_discard, "forced", "free")
CHOICES(pig_exempt, "none", "all_discards_void")
CHOICES(play_on_kong, "none", "added", "same_waits")
CHOICES(play_on_win, "may_pass", "must")
CHOICES(play_on_roots, "every_win", "first_win")
CHOICES(wild_discard, "nobody", "win")
CHOICES(wild_claims, "none", "pong", "pong_kong")
CHOICES(concealed_on, "any", "self_draw")
CHOICES(earthly_on, "draw", "dealer_discard", "either")
CHOICES(min_fan_on, "any", "discard")
CHOICES(kong_transfer_amount, "last", "all")
CHOICES(kong_transfer_multi, "each", "refund", "none")
CHOICES(pig_payment, "units", "cap", "units_or_cap")
CHOICES(ready_own_copies, "hand_and_melds", "hand")
CHOICES(ready_payees, "active_ready", "all_ready")
CHOICES(refund_to, "payers", "active_payers")
CHOICES(next_after_win, "winner", "discarder")
CHOICES(next_after_rob, "winner", "robbed")
CHOICES(pass_scope, "any_tile", "same_tile")

#define BOOKS(guide, online, chengdu) {guide, online, chengdu}
#define EACH(value) BOOKS(value, value, value)

/* The last three: the rulebooks' values, terms, meaning. */
#define ROW(name, field, kind, nullable, low, high, step, choices, clause, ...) \
    {name, kind, nullable, low, high, step, choices, offsetof(xz_rules, field), clause, __VA_ARGS__}
#define INTEGER(field, low, high, clause, ...) ROW(#field, field, XZ_OPTION_INTEGER, false, low, high, 1, NULL, clause, __VA_ARGS__)
#define INTEGER_OR_NULL(field, low, high, clause, ...) ROW(#field, field, XZ_OPTION_INTEGER, true, low, high, 1, NULL, clause, __VA_ARGS__)
#define FAN(field, clause, ...) INTEGER(field, 0, XZ_FAN_LIMIT, clause, __VA_ARGS__)
#define UNITS(field, clause, ...) INTEGER(field, 0, AMOUNT_LIMIT, clause, __VA_ARGS__)
#define UNITS_OR_NULL(field, clause, ...) INTEGER_OR_NULL(field, 0, AMOUNT_LIMIT, clause, __VA_ARGS__)
#define BOOL(field, clause, ...) ROW(#field, field, XZ_OPTION_BOOL, false, 0, 1, 1, NULL, clause, __VA_ARGS__)
#define CHOICE_NAMED(name, field, clause, ...) \
    ROW(name, field, XZ_OPTION_CHOICE, false, 0, (int64_t)(sizeof field##_choices / sizeof *field##_choices) - 2, 1, field##_choices, clause, __VA_ARGS__)
#define CHOICE(field, clause, ...) CHOICE_NAMED(#field, field, clause, __VA_ARGS__)

static const xz_option options[] = {
    INTEGER(players, 2, XZ_MAX_SEATS, "8", EACH(4), "人数 三人 两人 seats",
            "How many play."),
    ROW("suits", suits, XZ_OPTION_SUITS, false, 3, 7, 1, NULL, "8", EACH(7), "两房 三房 二门",
        "Which suits are in the wall: all three, or two of them."),
    INTEGER(unit, 1, AMOUNT_LIMIT, "1", BOOKS(1, 6, 1), "底分 底 stake base",
            "The stake: every payment is a multiple of it."),
    INTEGER(fan_origin, 0, 1, "3", BOOKS(0, 1, 1), "起番",
            "The fan at which a win is worth one unit."),
    INTEGER_OR_NULL(max_fan, 0, XZ_FAN_LIMIT, "3", EACH(OFF), "封顶 极品 cap limit",
            "The most fan that pay; null: no cap."),
    ROW("patterns", patterns, XZ_OPTION_PATTERNS, true, 0, XZ_FAN_LIMIT, 1, NULL, "3", EACH(OFF), "番型 牌型 hands",
        "What each kind of hand is worth; null: it does not count."),
    FAN(root_fan, "3", EACH(1), "根 带根 gen",
        "Fan for each four of a kind that is no kong."),
    FAN(direct_kong_fan, "3", EACH(1), "直杠 明杠 点杠",
        "Fan for each kong made of a discard."),
    FAN(added_kong_fan, "3", EACH(1), "补杠 面下杠 巴杠 弯杠",
        "Fan for each kong made by adding to a pong."),
    FAN(concealed_kong_fan, "3", BOOKS(2, 1, 1), "暗杠 下雨",
        "Fan for each concealed kong."),
    FAN(bloom_fan_melded, "3", BOOKS(2, 1, 1), "杠上花 杠上开花",
        "Fan for winning on the replacement of a direct or added kong."),
    FAN(bloom_fan_concealed, "3", BOOKS(3, 1, 1), "杠上花 杠上开花",
        "Fan for winning on the replacement of a concealed kong."),
    BOOL(bloom_includes_kong, "3", BOOKS(true, false, false), "杠上花",
         "The fan of a bloom stands in place of that of its kong."),
    FAN(kong_discard_fan, "3", EACH(1), "杠上炮 热炮",
        "Fan for winning on the discard that follows a kong."),
    FAN(rob_kong_fan, "3", EACH(1), "抢杠 抢杠胡",
        "Fan for robbing a kong."),
    CHOICE(last_tile_discard, "3", EACH(XZ_LAST_TILE_ANY), "海底炮",
           "Which last discard counts: any, or only of the kind just drawn."),
    CHOICE(self_draw, "3", BOOKS(XZ_SELF_DRAW_NONE, XZ_SELF_DRAW_NONE, XZ_SELF_DRAW_ADD_UNIT), "自摸 自摸加底 自摸加番",
           "What a self-drawn win adds: nothing, a unit from each, or a fan."),
    CHOICE(multi_win, "2", EACH(XZ_MULTI_WIN_ALL), "一炮多响 截胡",
           "Whether all who can win on a tile do, or only the next in turn."),
    INTEGER_OR_NULL(wins_to_end, 1, XZ_MAX_SEATS - 1, "2", EACH(OFF), "普通场",
            "The hand ends once so many have won; null: it goes on."),
    BOOL(added_kong_any_time, "2", EACH(true), "补杠",
         "A pong may become a kong at any time, not only with the tile just drawn."),
    CHOICE(pass_lock, "2", BOOKS(XZ_LOCK_OFF, XZ_LOCK_UNTIL_DRAW, XZ_LOCK_UNTIL_TURN_UNLESS_HIGHER), "过水不胡 过胡 过手",
           "How long a seat that passed a win may not win on another's tile."),
    INTEGER(must_win_last, 0, XZ_MAX_WALL, "2", EACH(4), "必胡 最后四张",
            "With so few tiles left, whoever can win has to."),
    CHOICE(must_win_on, "2", BOOKS(XZ_MUST_WIN_SELF_DRAW, XZ_MUST_WIN_ANY, XZ_MUST_WIN_ANY), "必胡",
           "Whether that holds for own draws alone or for every tile."),
    CHOICE(kong_draw, "2", BOOKS(XZ_KONG_DRAW_BACK, XZ_KONG_DRAW_BACK, XZ_KONG_DRAW_FRONT), "补牌 岭上",
           "From which end of the wall a kong draws its replacement."),
    UNITS(direct_kong_units, "5", BOOKS(1, 1, 2), "直杠 刮风 点杠",
          "What the feeder pays for a direct kong, in units."),
    UNITS(added_kong_units, "5", EACH(1), "补杠 刮风 巴杠",
          "What each pays for an added kong, in units."),
    UNITS(concealed_kong_units, "5", EACH(2), "暗杠 下雨",
          "What each pays for a concealed kong, in units."),
    CHOICE(direct_kong_bloom, "4", BOOKS(XZ_BLOOM_ALL, XZ_BLOOM_FEEDER_PAYS_ALL, XZ_BLOOM_FEEDER_AS_DISCARD), "点杠花 杠上花",
           "Who pays a win on the replacement of a direct kong."),
    CHOICE(kong_discard_transfer, "4", BOOKS(XZ_TRANSFER_NONE, XZ_TRANSFER_EACH_WINNER, XZ_TRANSFER_NONE), "呼叫转移 转移 转雨",
           "Where the money of a kong goes if the discard after it is won."),
    BOOL(refund_kongs, "6", EACH(true), "退税 退雨",
         "Whoever is not ready in the end gives its kong money back."),
    UNITS(pig_units, "6", BOOKS(16, 16, 10), "花猪 查花猪",
          "What a flower pig pays to each, in units."),
    CHOICE(pig_payees, "6", BOOKS(XZ_PIG_NON_PIGS, XZ_PIG_NON_PIGS, XZ_PIG_ACTIVE_NON_PIGS), "花猪 查花猪",
           "Whom a flower pig pays."),
    CHOICE(pig_pays_ready, "6", BOOKS(XZ_PIG_READY_ALSO, XZ_PIG_READY_NO, XZ_PIG_READY_ALSO), "花猪 查叫 查大叫",
           "Whether a pig also pays the ready check, or the larger of the two."),
    CHOICE(ready_payment, "6", BOOKS(XZ_READY_MAX, XZ_READY_MAX, XZ_READY_MIN), "查叫 查大叫 查小叫",
           "Whether a ready hand counts at its dearest or its cheapest wait."),
    BOOL(ready_value_addons, "6", EACH(true), "查叫",
         "Roots, kongs and the like count in a ready hand's value."),
    BOOL(ready_difference, "6", BOOKS(true, false, false), "补差价 查叫",
         "Cheaper ready hands pay dearer ones the difference."),
    CHOICE(multi_win_dealer, "7", BOOKS(XZ_DEALER_DISCARDER, XZ_DEALER_FIRST_WINNER, XZ_DEALER_DISCARDER), "庄 一炮多响",
           "Who deals next after several won at once."),
    CHOICE(first_dealer, "7", BOOKS(XZ_FIRST_DEALER_DICE, XZ_FIRST_DEALER_SEAT0, XZ_FIRST_DEALER_SEAT0), "庄 定庄",
           "Who deals a match's first hand."),
    UNITS_OR_NULL(escape_units, "7", BOOKS(OFF, 16, OFF), "逃跑",
            "What a seat that leaves pays to each, in units; null: no such penalty."),
    CHOICE(winner_leaves, "7", BOOKS(XZ_LEAVES_KEEP, XZ_LEAVES_FORFEIT, XZ_LEAVES_KEEP), "逃跑",
           "Whether a winner that leaves keeps what it won."),
    UNITS_OR_NULL(false_win_units, "7", BOOKS(OFF, OFF, 1), "诈胡 麻胡",
            "What a false win pays to each, in units; null: no such penalty."),
    UNITS_OR_NULL(wrong_count_units, "7", BOOKS(OFF, OFF, 1), "相公",
            "What a wrong number of tiles pays to each, in units; null: no such penalty."),

    ROW("hand_size", hand_size, XZ_OPTION_INTEGER, false, 7, 13, 3, NULL, "13", EACH(13), "七张 十张 短手",
        "How many tiles each is dealt, the dealer one more."),
    BOOL(pairs_win, "13", EACH(true), "七对 四对",
         "Hands of pairs win."),
    CHOICE(exchange, "14", EACH(XZ_EXCHANGE_NONE), "换三张 换四张 换牌 swap",
           "Which way tiles are exchanged after the deal."),
    INTEGER(exchange_count, 2, 4, "14", EACH(3), "换三张 换四张 换两张",
            "How many tiles each gives."),
    CHOICE(exchange_suit, "14", EACH(XZ_EXCHANGE_ONE_SUIT), "换三张 同花色 任意换",
           "Whether the tiles given are of one suit."),
    CHOICE(dealer_draws, "14", EACH(XZ_DEALER_DRAWS_BEFORE_EXCHANGE), "庄 第十四张",
           "When the dealer takes its extra tile."),
    CHOICE_NAMED("void", void_suit, "15", EACH(XZ_VOID_FREE), "定缺 缺一门 missing suit",
           "Whether each declares the suit that it does without."),
    CHOICE(void_discard, "15", EACH(XZ_VOID_DISCARD_FORCED), "定缺 打缺",
           "Whether tiles of the declared suit must be discarded first."),
    CHOICE(pig_exempt, "15", EACH(XZ_PIG_EXEMPT_NONE), "花猪 天缺",
           "Who holds its declared suit in the end and is no pig."),
    BOOL(play_on, "16", EACH(false), "血流成河 血流 river",
         "Winners play on until the wall is empty."),
    CHOICE(play_on_kong, "16", EACH(XZ_PLAY_ON_KONG_SAME_WAITS), "血流 杠",
           "Which kongs a winner that plays on may make."),
    CHOICE(play_on_win, "16", EACH(XZ_PLAY_ON_MAY_PASS), "血流 必胡",
           "Whether a winner that plays on may pass a win."),
    CHOICE(play_on_roots, "16", EACH(XZ_PLAY_ON_ROOTS_EVERY_WIN), "血流 根",
           "Whether roots and kongs of later wins count anew."),
    ROW("wild", wild, XZ_OPTION_TILE, true, 0, XZ_SLOTS - 1, 1, NULL, "17", EACH(OFF), "幺鸡任用 任用 幺鸡 癞子 听用 joker",
        "The tile that stands for any other; null: none."),
    CHOICE(wild_discard, "17", EACH(XZ_WILD_DISCARD_NOBODY), "任用 幺鸡",
           "Whether a discarded wild tile may be won on."),
    CHOICE(wild_claims, "17", EACH(XZ_WILD_CLAIMS_NONE), "任用 软碰 软杠",
           "Which claims wild tiles may help to make."),
    INTEGER(wild_claim_naturals, 0, 1, "17", EACH(1), "任用 软碰",
            "How many natural tiles of its own such a claim needs."),
    BOOL(soft_pong_kong, "17", EACH(false), "软碰 软杠",
         "A pong with a wild tile in it may become a kong."),
    FAN(natural_fan, "17", EACH(0), "无鬼 硬胡 素胡",
        "Fan for a win without wild tiles."),
    FAN(concealed_fan, "18", EACH(0), "门清",
        "Fan for a hand without pong, direct or added kong."),
    BOOL(concealed_kong_keeps, "18", EACH(true), "门清 暗杠",
         "A concealed kong leaves the hand concealed."),
    CHOICE(concealed_on, "18", EACH(XZ_CONCEALED_ON_ANY), "门清 自摸",
           "Whether a concealed hand counts on every win or on self-draws."),
    FAN(simples_fan, "18", EACH(0), "中张 断幺九",
        "Fan for a hand without 1 and 9."),
    BOOL(simples_with_jiang, "18", EACH(true), "中张 将对",
         "That fan is added to hands of 2, 5 and 8 too."),
    FAN(middle_five_fan, "18", EACH(0), "夹心五 卡五星 卡心五",
        "Fan for winning on the 5 between 4 and 6."),
    FAN(middle_two_fan, "18", EACH(0), "卡二条",
        "Fan for winning on the 2s between 1s and 3s."),
    FAN(straight_fan, "18", EACH(0), "一条龙",
        "Fan for 123, 456 and 789 of one suit."),
    FAN(heavenly_fan, "18", EACH(0), "天胡",
        "Fan for a heavenly win, added to the hand's own."),
    FAN(earthly_fan, "18", EACH(0), "地胡",
        "Fan for an earthly win, added to the hand's own."),
    CHOICE(earthly_on, "18", EACH(XZ_EARTHLY_ON_DRAW), "地胡",
           "Which win is earthly: on the first draw, on the dealer's first discard, or either."),
    FAN(last_draw_fan, "18", BOOKS(0, 0, 1), "海底 海底捞月 扫底",
        "Fan for winning by drawing the wall's last tile."),
    FAN(last_discard_fan, "18", BOOKS(0, 0, 1), "海底炮 河底",
        "Fan for winning on a discard once the wall is empty."),
    INTEGER_OR_NULL(max_roots, 0, XZ_FAN_LIMIT, "18", EACH(OFF), "根",
            "The most roots that count; null: all."),
    BOOL(self_draw_in_cap, "18", EACH(false), "自摸加底 封顶",
         "The unit that a self-draw adds is paid only up to the cap."),
    FAN(min_fan, "18", EACH(0), "起胡 平胡不能胡",
        "The least fan with which a hand may win."),
    CHOICE(min_fan_on, "18", EACH(XZ_MIN_FAN_ON_ANY), "起胡 点炮",
           "Whether that holds for every win or for discards and robbing."),
    UNITS(direct_kong_others_units, "19", EACH(0), "擦挂 直杠",
          "What each other seat pays for a direct kong, in units."),
    UNITS_OR_NULL(late_added_kong_units, "19", EACH(OFF), "过手杠 补杠",
            "What each pays for an added kong made late, in units; null: as for any."),
    CHOICE(kong_transfer_amount, "19", EACH(XZ_TRANSFER_LAST_KONG), "呼叫转移 转移",
           "Whether the last kong's money or all kongs' is handed over."),
    CHOICE(kong_transfer_multi, "19", EACH(XZ_TRANSFER_MULTI_EACH), "呼叫转移 转移 一炮多响",
           "What becomes of that money with several winners."),
    BOOL(rob_after_kong_is_kong_discard, "19", EACH(false), "抢杠 杠上炮",
         "Robbing a kong made on a replacement counts as a kong discard too."),
    CHOICE(pig_payment, "19", BOOKS(XZ_PIG_PAYS_UNITS, XZ_PIG_PAYS_UNITS, XZ_PIG_PAYS_CAP), "花猪 封顶 赔满",
           "Whether a pig pays its units, the cap, or the smaller of the two."),
    CHOICE(ready_own_copies, "19", EACH(XZ_OWN_COPIES_HAND_AND_MELDS), "查叫 空听",
           "Which own copies make a wait impossible in the checks."),
    BOOL(ready_needs_live_tile, "19", EACH(false), "死叫 查叫",
         "A wait counts in the checks only while a copy of it is left."),
    CHOICE(ready_payees, "19", EACH(XZ_READY_PAYEES_ACTIVE_READY), "查叫 血流",
           "Whether winners that play on take part in the ready check."),
    CHOICE(refund_to, "19", EACH(XZ_REFUND_TO_PAYERS), "退税 退雨",
           "Who gets kong money back: all who paid, or those that have not won."),
    BOOL(claim_last_discard, "19", EACH(false), "最后一张 碰",
         "The last discard may be ponged."),
    BOOL(kong_after_pong, "19", EACH(false), "碰后杠",
         "A seat that has just ponged may make a kong."),
    CHOICE(next_after_win, "19", EACH(XZ_AFTER_WIN_WINNER), "摸牌 次序",
           "Whose turn follows a win on a discard."),
    CHOICE(next_after_rob, "19", EACH(XZ_AFTER_ROB_WINNER), "抢杠 次序",
           "Whose turn follows a robbed kong."),
    BOOL(pass_own_discard, "19", EACH(false), "过水 过胡",
         "Discarding a tile on which it could win is passing a win."),
    CHOICE(pass_scope, "19", EACH(XZ_PASS_ANY_TILE), "过水不胡 同张",
           "Whether a passed win locks every tile or only those passed."),
};
/* clang-format on */

int xz_option_count(void) { return (int)(sizeof options / sizeof *options); }

const xz_option *xz_option_at(int index) { return index >= 0 && index < xz_option_count() ? &options[index] : NULL; }

_Static_assert(offsetof(xz_rules, derived) / sizeof(int64_t) == sizeof options / sizeof *options - 1 + XZ_PATTERN_COUNT,
               "every option has a field and a row");
