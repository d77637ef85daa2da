/*
 * xuezhan: Sichuan mahjong, 血战到底 ("bloody battle to the end").
 *
 * A hand is 27 tile counts, a game is a small fixed-size state, and a step is a pure function from (rules, state, action)
 * to the next state. Nothing here allocates, does I/O or starts a thread, and no result depends on a global that
 * changes: the one there is, a switch for measuring, concerns speed alone (xz_use_bit_instructions). A state is copied by
 * assignment and may be used from any thread that no other thread uses it from at the same time.
 *
 * Slots: 0-8 = 1m..9m (characters 万), 9-17 = 1p..9p (dots 筒), 18-26 = 1s..9s (bamboo 条).
 * Seats: 0-3; the next in turn is +1. "§n" means clause n of docs/rules.md.
 * Pointers may not be NULL unless the comment says so. A call that returns an error has changed nothing but *error outputs.
 */
#ifndef XUEZHAN_H
#define XUEZHAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the library is compiled with everything else hidden */
#endif
#ifdef __cplusplus
extern "C" {
#endif

#define XZ_ABI_VERSION 3            /* moves with every change of this header, and the package version with it */
int xz_abi_version(void);         /* XZ_ABI_VERSION of the library that was linked */
const char *xz_version(void);     /* "major.minor.patch" */
const char *xz_build(void);       /* build type and compiler, for people */
/* Whether popcnt and pdep are used: so from the start where the processor has them and they are quick. Nothing but speed depends
 * on it. They are turned off (while no other call runs) to count instructions alike on every machine; returns what is so then. */
bool xz_uses_bit_instructions(void);
bool xz_use_bit_instructions(bool wanted);

#define XZ_SLOTS 27
#define XZ_SUITS 3
#define XZ_RANKS 9
#define XZ_MAX_SEATS 4
#define XZ_MAX_MELDS 4
#define XZ_MAX_WALL 108
#define XZ_MAX_HAND 14            /* tiles of a hand, a kong counted as three */
#define XZ_NONE 255               /* no tile, no seat, no meld */
#define XZ_UNREACHABLE 127        /* shanten of a hand from which no win can be reached */
#define XZ_ALL_SLOTS ((1u << XZ_SLOTS) - 1u)

/* ---- status --------------------------------------------------------------------------------------------------------- */

typedef enum xz_status {
    XZ_OK = 0,
    XZ_E_TEXT = -1,     /* text that is no tile or meld */
    XZ_E_TILES = -2,    /* more than four of a tile, or a slot out of range */
    XZ_E_SIZE = -3,     /* a number of tiles that the call does not take */
    XZ_E_MELD = -4,     /* a meld that cannot be */
    XZ_E_RULES = -5,    /* an option out of its range, or options that contradict each other */
    XZ_E_WALL = -6,     /* a wall that is not the full set of tiles */
    XZ_E_SEAT = -7,     /* a seat that does not exist or owes no answer */
    XZ_E_ILLEGAL = -8,  /* an action that is not legal now */
    XZ_E_OVER = -9,     /* the hand has ended */
    XZ_E_PENALTY = -10, /* a penalty that these rules do not have, or that cannot fall on this seat now */
    XZ_E_STATE = -11,   /* a state that no play leads to */
    XZ_E_BUFFER = -12,  /* the caller's buffer is too small */
    XZ_E_CODEC = -13,   /* bytes that are no record, state or view, or were cut short */
    XZ_E_NO_WIN = -14,  /* a hand that is no win */
    XZ_E_WON = -15,     /* a hand that is won already */
    XZ_E_POLICY = -16,  /* a policy that there is not */
    XZ_E_COUNT = -17,   /* a number that is out of range: of draws, of slots, of entries */
    XZ_E_WAY = -18,     /* a way of the exchange that these rules do not leave open, or none where they do */
    XZ_E_VERSION = -19, /* bytes of another version */
    XZ_E_CHECKSUM = -20 /* bytes that have changed since they were written */
} xz_status;

const char *xz_status_text(int status); /* one English sentence */

/* ---- tiles and text (§1, docs/notation.md) -------------------------------------------------------------------------- */

typedef enum xz_meld_kind {
    XZ_NO_MELD = 0,
    XZ_PONG = 1,           /* 碰 */
    XZ_DIRECT_KONG = 2,    /* 直杠: fourth tile from a discard */
    XZ_ADDED_KONG = 3,     /* 补杠: fourth tile onto the own pong */
    XZ_CONCEALED_KONG = 4, /* 暗杠 */
    XZ_MELD_KIND_COUNT
} xz_meld_kind;

/* Four bytes. In a bare hand `feeder` is XZ_NONE and of `holds` nothing but the wild tiles is set. */
typedef struct xz_meld {
    uint8_t kind;   /* xz_meld_kind */
    uint8_t tile;   /* slot */
    uint8_t feeder; /* seat whose discard was claimed; an added kong keeps its pong's; XZ_NONE if concealed */
    uint8_t holds;  /* bit s: the kong still holds what seat s paid for it (§5); and XZ_MELD_* above */
} xz_meld;

enum {
    XZ_MELD_PAYERS = 15,     /* the bits of the payers in xz_meld.holds */
    XZ_MELD_WILDS = 16,      /* times how many of its tiles are wild, 0 to 3 (§17) */
    XZ_MELD_ADDED_WILD = 64, /* the tile added to the pong was one of them */
    XZ_MELD_LATE = 128       /* an added kong that was paid as late (§19) */
};

const char *xz_meld_kind_name(int kind); /* "direct_kong"; NULL if there is none */

/* Concealed tiles and melds of one seat. Valid: counts + melds at most four of each tile; concealed tiles + 3 * meld_count
 * at most 14. */
typedef struct xz_hand {
    uint8_t counts[XZ_SLOTS];
    uint8_t meld_count;
    xz_meld melds[XZ_MAX_MELDS];
} xz_hand;

typedef struct xz_text_error {
    size_t position;  /* byte offset in the text */
    int32_t status;   /* an xz_status */
    char message[160];
} xz_text_error;

/* Reads mpsz ("123m456p"), Unicode tiles, Chinese ("123万"), melds "[111m]" "[1111m]" "[111+1m]" "(1111m)", white space
 * anywhere between groups. The text need not end in a zero. `error` may be NULL. At most 14 tiles, a kong counted as three. */
int xz_hand_parse(const char *text, size_t length, xz_hand *hand, xz_text_error *error);

/* Writes the canonical text, "123m456p [111m](1111s)", with a final zero. XZ_E_BUFFER if it needs more than `size` bytes; 96
 * are always enough. A hand that xz_hand_check refuses is refused alike. Returns the length without the zero, or an error. */
int xz_hand_format(const xz_hand *hand, char *buffer, size_t size);

/* Reads tiles in the order they stand in, such as a wall; no melds. `capacity` slots at most. Returns how many or an error. */
int xz_tiles_parse(const char *text, size_t length, uint8_t *slots, size_t capacity, xz_text_error *error);

/* XZ_OK, XZ_E_TILES, XZ_E_SIZE or XZ_E_MELD. */
int xz_hand_check(const xz_hand *hand);

/* ---- one hand (§1, §3) ---------------------------------------------------------------------------------------------- */
/* These take a valid hand (xz_hand_check); they do not check it again. */

bool xz_hand_is_win(const xz_hand *hand);       /* 3k+1 tiles are no win */
uint32_t xz_hand_waits(const xz_hand *hand);    /* 3k+1 tiles; bit i = slot i; never a tile of which the hand holds all four */
int xz_hand_shanten(const xz_hand *hand);       /* exact exchange distance with the melds' tiles used up; -1 win, 0 ready,
                                                   XZ_UNREACHABLE */
uint32_t xz_hand_accepts(const xz_hand *hand);  /* 3k+1 tiles: the tiles that lower shanten; 0 if unreachable */

/* The same for a hand that can draw live[t] more of each tile t and no others: the distance to the wins that have no tile
 * more often than concealed and live together. counts, live and melds together are at most four of each tile; with four of
 * each they are the plain questions. XZ_UNREACHABLE, and 0, if the live tiles allow no win. */
int xz_hand_shanten_live(const xz_hand *hand, const uint8_t live[XZ_SLOTS]);
uint32_t xz_hand_accepts_live(const xz_hand *hand, const uint8_t live[XZ_SLOTS]);

typedef struct xz_discard {
    uint8_t tile;
    int8_t shanten;   /* of the hand left */
    uint32_t accepts; /* tiles that lower it */
} xz_discard;

/* 3k+2 tiles: one entry for each different concealed tile, by slot. Returns how many. */
int xz_hand_discards(const xz_hand *hand, xz_discard discards[XZ_MAX_HAND]);

/*
 * What of its rules a hand must know beside §1 (§13, §15). Fill with xz_hand_rules_make. XZ_PLAIN_HAND is what the calls above
 * take: 13 tiles, pairs win, any suit may be done without.
 */
typedef struct xz_hand_rules {
    uint8_t size;      /* 13, 10 or 7 tiles, and one more with the winning tile */
    uint8_t pairs;     /* so many pairs win: 7 of 13 tiles, 4 of 7, none of 10; 0: no pairs do */
    uint8_t void_suit; /* 0 m, 1 p, 2 s: declared, every win does without it; XZ_NONE: any one suit */
} xz_hand_rules;

#define XZ_PLAIN_HAND {13, 7, XZ_NONE}

/* `pairs_win` as the option. XZ_E_SIZE, or XZ_E_TILES where void_suit is no suit and not XZ_NONE. */
int xz_hand_rules_make(int size, bool pairs_win, int void_suit, xz_hand_rules *rules);

/* The questions above under other rules. A hand has at most size + 1 tiles, a kong counted as three; with fewer than size it is
 * taken to have further melds, of unknown tiles. */
bool xz_hand_is_win_under(const xz_hand *hand, const xz_hand_rules *rules);
uint32_t xz_hand_waits_under(const xz_hand *hand, const xz_hand_rules *rules);
int xz_hand_shanten_under(const xz_hand *hand, const xz_hand_rules *rules);
uint32_t xz_hand_accepts_under(const xz_hand *hand, const xz_hand_rules *rules);
int xz_hand_shanten_live_under(const xz_hand *hand, const uint8_t live[XZ_SLOTS], const xz_hand_rules *rules);
uint32_t xz_hand_accepts_live_under(const xz_hand *hand, const uint8_t live[XZ_SLOTS], const xz_hand_rules *rules);
int xz_hand_discards_under(const xz_hand *hand, const xz_hand_rules *rules, xz_discard discards[XZ_MAX_HAND]);

/* What the tiles of a complete hand are, without a rulebook: how it can be read, and what is so of all its tiles. */
typedef enum xz_reading {
    XZ_READ_STANDARD = 1,       /* melds and a pair */
    XZ_READ_TRIPLETS = 2,       /* ... all triplets or kongs */
    XZ_READ_OUTSIDE = 4,        /* ... each with a 1 or a 9 */
    XZ_READ_STRAIGHT = 8,       /* ... with 123, 456, 789 of one suit */
    XZ_READ_PAIRS = 16,         /* pairs, four of a kind as two */
    XZ_READ_JIANG = 32,         /* ranks 2, 5, 8 only */
    XZ_READ_FLUSH = 64,         /* one suit */
    XZ_READ_FOUR = 128,         /* a four of a kind that is no kong */
    XZ_READ_HOOK = 256,         /* every meld declared: the pair alone is concealed */
    XZ_READ_KONGS = 512,        /* four kongs */
    XZ_READ_SIMPLES = 1024,     /* no 1 and no 9 */
    XZ_READ_CONCEALED = 2048,   /* no pong, direct or added kong */
    XZ_READ_MIDDLE_FIVE = 4096, /* the winning tile is a 5, the middle of 4-5-6 in some reading with melds */
    XZ_READ_MIDDLE_TWO = 8192,  /* it is 2s, the middle of 1-2-3 */
    XZ_READ_NATURAL = 16384     /* no wild tile */
} xz_reading;
#define XZ_READING_NIBBLES 4

/* Of a hand that holds no wild tile; with wilds it is one way to read the hand. */
typedef struct xz_facts {
    uint16_t readings;    /* sum of xz_reading: each possible in some reading of the hand */
    uint8_t roots;        /* four of a kind in the whole hand, not declared as a kong */
    uint8_t direct_kongs, added_kongs, concealed_kongs;
} xz_facts;

/* A hand with its winning tile `win` (XZ_NONE: not known, and so the middle of nothing), 3k+2. Returns false (and zeroes
 * *facts) if it is no win. */
bool xz_hand_facts(const xz_hand *hand, int win, xz_facts *facts);

/* ---- many hands ------------------------------------------------------------------------------------------------------ */
/*
 * `rows` rows of 27 counts; row r starts at counts + r * row_step, its counts are `slot_step` bytes apart (1 if contiguous).
 * `pongs`, `kongs`: 27-bit masks of own melds, row r's at [r * meld_step] (0 = one for all); both NULL: open melds are
 * unknown, and a row of 3k+1 or 3k+2 tiles is taken to have 4-k of them. With masks the concealed tiles must be
 * 14 or 13 less three a meld. Return the number of rows, or the index of the first bad row as -(1 + index) with its reason in *status.
 */
int64_t xz_win_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint32_t *pongs,
                    const uint32_t *kongs, ptrdiff_t meld_step, uint8_t *out, int *status);
int64_t xz_waits_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint32_t *pongs,
                      const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out, int *status);
int64_t xz_shanten_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint32_t *pongs,
                        const uint32_t *kongs, ptrdiff_t meld_step, int8_t *out, int *status);
int64_t xz_accepts_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint32_t *pongs,
                        const uint32_t *kongs, ptrdiff_t meld_step, uint32_t *out, int *status);

/* With the tiles that can still be drawn (xz_hand_shanten_live): row r's 27 start at live + r * live_row_step (0 = one for all)
 * and are live_slot_step bytes apart. XZ_E_TILES where counts, live and melds are more than four of a tile. */
int64_t xz_shanten_live_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint8_t *live,
                             ptrdiff_t live_row_step, ptrdiff_t live_slot_step, const uint32_t *pongs, const uint32_t *kongs,
                             ptrdiff_t meld_step, int8_t *out, int *status);
int64_t xz_accepts_live_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, const uint8_t *live,
                             ptrdiff_t live_row_step, ptrdiff_t live_slot_step, const uint32_t *pongs, const uint32_t *kongs,
                             ptrdiff_t meld_step, uint32_t *out, int *status);

/* Rows of hands under rules of their own. Fields as the parameters above; row r's void suit is voids[r * void_step], XZ_NONE for
 * none, instead of the rules' (NULL: the rules' for all). */
typedef struct xz_hand_rows {
    const uint8_t *counts;
    int64_t rows;
    ptrdiff_t row_step, slot_step;
    const uint32_t *pongs;         /* both may be NULL */
    const uint32_t *kongs;
    ptrdiff_t meld_step;
    const uint8_t *voids;          /* may be NULL */
    ptrdiff_t void_step;
    const uint8_t *live;           /* may be NULL; of shanten and accepts alone */
    ptrdiff_t live_row_step, live_slot_step;
} xz_hand_rows;

/* `rules` made by xz_hand_rules_make. A void suit that is none is XZ_E_RULES; the rest as above, with `size` and one more in place
 * of 13 and 14. */
int64_t xz_win_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint8_t *out, int *status);
int64_t xz_waits_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status);
int64_t xz_shanten_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, int8_t *out, int *status);
int64_t xz_accepts_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status);

/*
 * The index of a hand: two halves a suit, [m, p, s][ranks 1-4, ranks 5-9], each its counts as a number in base 5, the lowest
 * rank first. A tile more or less changes one half by 1, 5, 25, 125 (or 625, of a 9): whoever keeps an index up to date need
 * not have 27 counts read again. An index says nothing of melds, so it answers for hands without any: 13 or 14 tiles.
 */
#define XZ_INDEX_HALVES 6

/* Counts as above, at most 14 tiles a row, into rows of XZ_INDEX_HALVES that lie close together. Errors as above. */
int64_t xz_index_rows(const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, uint16_t *index,
                      int *status);

/* As above over rows of XZ_INDEX_HALVES, row r starting at index + r * row_step. A half out of range is XZ_E_TILES. */
int64_t xz_win_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, uint8_t *out, int *status);
int64_t xz_waits_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, uint32_t *out, int *status);
int64_t xz_shanten_index_rows(const uint16_t *index, int64_t rows, ptrdiff_t row_step, int8_t *out, int *status);

typedef struct xz_hand_index_rows {
    const uint16_t *index;
    int64_t rows;
    ptrdiff_t row_step;
    const uint8_t *voids; /* as in xz_hand_rows */
    ptrdiff_t void_step;
} xz_hand_index_rows;

/* Hands without melds, of `size` tiles or one more. */
int64_t xz_win_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, uint8_t *out, int *status);
int64_t xz_waits_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status);
int64_t xz_shanten_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, int8_t *out, int *status);

/* ---- rules (§12) ----------------------------------------------------------------------------------------------------- */

#define XZ_NULL (-1) /* an option that is off */

/* Rules by name: the three rulebooks of docs/rules.md, then what today's tables play (docs/presets.md). The number of a preset
 * and what it means never change. */
enum {
    XZ_GUIDE, XZ_ONLINE, XZ_CHENGDU, XZ_RULEBOOK_COUNT,
    XZ_MIL_2025 = XZ_RULEBOOK_COUNT, XZ_ROOM_BATTLE, XZ_ROOM_RIVER, XZ_RIVER_64, XZ_APP_BATTLE, XZ_MAJSOUL, XZ_LESHAN_WILD,
    XZ_THREE_TWO, XZ_PRESET_COUNT
};

/* In the order of the tables of §3 and §18: of two that tie the later is reported. */
typedef enum xz_pattern {
    XZ_PLAIN, XZ_ALL_TRIPLETS, XZ_FULL_FLUSH, XZ_OUTSIDE, XZ_SEVEN_PAIRS, XZ_FLUSH_TRIPLETS, XZ_JIANG_TRIPLETS,
    XZ_FLUSH_SEVEN_PAIRS, XZ_DRAGON_SEVEN_PAIRS, XZ_FLUSH_OUTSIDE, XZ_FLUSH_DRAGON_SEVEN_PAIRS, XZ_HEAVENLY, XZ_EARTHLY,
    XZ_STRAIGHT, XZ_FLUSH_STRAIGHT, XZ_GOLDEN_HOOK, XZ_JIANG_GOLDEN_HOOK, XZ_FLUSH_GOLDEN_HOOK, XZ_JIANG_SEVEN_PAIRS,
    XZ_EIGHTEEN, XZ_FLUSH_EIGHTEEN, XZ_FOUR_WILDS, XZ_PATTERN_COUNT
} xz_pattern;

const char *xz_pattern_name(int pattern);    /* "all_triplets"; NULL if there is none */
const char *xz_pattern_chinese(int pattern); /* "对对胡" */

typedef enum xz_self_draw { XZ_SELF_DRAW_NONE, XZ_SELF_DRAW_ADD_UNIT, XZ_SELF_DRAW_ADD_FAN } xz_self_draw;
typedef enum xz_last_tile_discard { XZ_LAST_TILE_ANY, XZ_LAST_TILE_DRAWN } xz_last_tile_discard;
typedef enum xz_multi_win { XZ_MULTI_WIN_ALL, XZ_MULTI_WIN_NEAREST } xz_multi_win;
typedef enum xz_pass_lock {
    XZ_LOCK_OFF, XZ_LOCK_UNTIL_DRAW, XZ_LOCK_UNTIL_DRAW_UNLESS_HIGHER, XZ_LOCK_UNTIL_TURN_UNLESS_HIGHER
} xz_pass_lock;
typedef enum xz_must_win_on { XZ_MUST_WIN_SELF_DRAW, XZ_MUST_WIN_ANY } xz_must_win_on;
typedef enum xz_kong_draw { XZ_KONG_DRAW_BACK, XZ_KONG_DRAW_FRONT } xz_kong_draw;
typedef enum xz_direct_kong_bloom {
    XZ_BLOOM_ALL, XZ_BLOOM_FEEDER_PAYS_ALL, XZ_BLOOM_FEEDER_AS_DISCARD, XZ_BLOOM_FEEDER_AS_SELF_DRAW
} xz_direct_kong_bloom;
typedef enum xz_kong_discard_transfer { XZ_TRANSFER_NONE, XZ_TRANSFER_EACH_WINNER, XZ_TRANSFER_REFUND } xz_kong_discard_transfer;
typedef enum xz_pig_payees { XZ_PIG_NON_PIGS, XZ_PIG_ACTIVE_NON_PIGS, XZ_PIG_ACTIVE_READY } xz_pig_payees;
typedef enum xz_pig_pays_ready { XZ_PIG_READY_NO, XZ_PIG_READY_ALSO, XZ_PIG_READY_LARGER } xz_pig_pays_ready;
typedef enum xz_ready_payment { XZ_READY_MAX, XZ_READY_MIN } xz_ready_payment;
typedef enum xz_multi_win_dealer { XZ_DEALER_DISCARDER, XZ_DEALER_FIRST_WINNER } xz_multi_win_dealer;
typedef enum xz_first_dealer { XZ_FIRST_DEALER_DICE, XZ_FIRST_DEALER_SEAT0 } xz_first_dealer;
typedef enum xz_winner_leaves { XZ_LEAVES_KEEP, XZ_LEAVES_FORFEIT } xz_winner_leaves;
typedef enum xz_exchange {
    XZ_EXCHANGE_NONE, XZ_EXCHANGE_NEXT, XZ_EXCHANGE_PREVIOUS, XZ_EXCHANGE_ACROSS, XZ_EXCHANGE_RANDOM
} xz_exchange;
typedef enum xz_exchange_suit { XZ_EXCHANGE_ONE_SUIT, XZ_EXCHANGE_ANY_SUIT } xz_exchange_suit;
typedef enum xz_dealer_draws { XZ_DEALER_DRAWS_BEFORE_EXCHANGE, XZ_DEALER_DRAWS_AFTER_VOID } xz_dealer_draws;
typedef enum xz_void { XZ_VOID_FREE, XZ_VOID_DECLARED } xz_void;
typedef enum xz_void_discard { XZ_VOID_DISCARD_FORCED, XZ_VOID_DISCARD_FREE } xz_void_discard;
typedef enum xz_pig_exempt { XZ_PIG_EXEMPT_NONE, XZ_PIG_EXEMPT_ALL_DISCARDS_VOID } xz_pig_exempt;
typedef enum xz_play_on_kong { XZ_PLAY_ON_KONG_NONE, XZ_PLAY_ON_KONG_ADDED, XZ_PLAY_ON_KONG_SAME_WAITS } xz_play_on_kong;
typedef enum xz_play_on_win { XZ_PLAY_ON_MAY_PASS, XZ_PLAY_ON_MUST_WIN } xz_play_on_win;
typedef enum xz_play_on_roots { XZ_PLAY_ON_ROOTS_EVERY_WIN, XZ_PLAY_ON_ROOTS_FIRST_WIN } xz_play_on_roots;
typedef enum xz_wild_discard { XZ_WILD_DISCARD_NOBODY, XZ_WILD_DISCARD_WIN } xz_wild_discard;
typedef enum xz_wild_claims { XZ_WILD_CLAIMS_NONE, XZ_WILD_CLAIMS_PONG, XZ_WILD_CLAIMS_PONG_KONG } xz_wild_claims;
typedef enum xz_concealed_on { XZ_CONCEALED_ON_ANY, XZ_CONCEALED_ON_SELF_DRAW } xz_concealed_on;
typedef enum xz_earthly_on { XZ_EARTHLY_ON_DRAW, XZ_EARTHLY_ON_DEALER_DISCARD, XZ_EARTHLY_ON_EITHER } xz_earthly_on;
typedef enum xz_min_fan_on { XZ_MIN_FAN_ON_ANY, XZ_MIN_FAN_ON_DISCARD } xz_min_fan_on;
typedef enum xz_kong_transfer_amount { XZ_TRANSFER_LAST_KONG, XZ_TRANSFER_ALL_KONGS } xz_kong_transfer_amount;
typedef enum xz_kong_transfer_multi { XZ_TRANSFER_MULTI_EACH, XZ_TRANSFER_MULTI_REFUND, XZ_TRANSFER_MULTI_NONE } xz_kong_transfer_multi;
typedef enum xz_pig_payment { XZ_PIG_PAYS_UNITS, XZ_PIG_PAYS_CAP, XZ_PIG_PAYS_UNITS_OR_CAP } xz_pig_payment;
typedef enum xz_ready_own_copies { XZ_OWN_COPIES_HAND_AND_MELDS, XZ_OWN_COPIES_HAND } xz_ready_own_copies;
typedef enum xz_ready_payees { XZ_READY_PAYEES_ACTIVE_READY, XZ_READY_PAYEES_ALL_READY } xz_ready_payees;
typedef enum xz_refund_to { XZ_REFUND_TO_PAYERS, XZ_REFUND_TO_ACTIVE_PAYERS } xz_refund_to;
typedef enum xz_next_after_win { XZ_AFTER_WIN_WINNER, XZ_AFTER_WIN_DISCARDER } xz_next_after_win;
typedef enum xz_next_after_rob { XZ_AFTER_ROB_WINNER, XZ_AFTER_ROB_ROBBED } xz_next_after_rob;
typedef enum xz_pass_scope { XZ_PASS_ANY_TILE, XZ_PASS_SAME_TILE } xz_pass_scope;

/* What follows from the options: xz_rules_prepare writes it, everybody else reads it. */
typedef struct xz_derived {
    uint32_t slots;                       /* the tiles of the game, as a mask */
    uint8_t players, suits;               /* as the options */
    uint8_t wall_length;                  /* 108 or 72 */
    uint8_t whole_hand;                   /* tiles of a complete hand, a kong counted as three: hand_size + 1 */
    uint8_t pairs;                        /* pairs of a hand of pairs that wins: 7 or 4; 0: none does */
    bool reading_fan;                     /* some add-on depends on how the hand is read, or on what its tiles are */
    int16_t root_fan, max_roots;
    int16_t pattern_fan[XZ_PATTERN_COUNT]; /* XZ_NULL: off */
    uint32_t matches[XZ_READING_NIBBLES][16];              /* by four bits of readings: the patterns that are on and that these do not rule out */
    int64_t kong_points[XZ_CONCEALED_KONG + 1]; /* what the feeder, or each of the others, pays for a kong of the kind */
    int64_t kong_others_points, late_kong_points; /* for a direct kong each but the feeder; for an added kong made late */
    int64_t pig_points;                   /* what a pig pays to each, but for pig_pays_ready = larger */
    bool pig_pays_ready;                  /* pigs take part in the ready check as payers */
    /* for the loops that play millions of hands: what options ask for beyond the rulebooks */
    bool plain_hands; /* of 13 tiles, no suit declared void, pairs win */
    bool plain;     /* they are, and none of the following */
    bool choices;   /* something is chosen before play */
    bool own_turns; /* a seat may do more or less on its turn */
    bool notes;     /* something is kept of a tile drawn, discarded or shown */
    bool loud;      /* a discard that nobody answers may have an event of its own */
} xz_derived;

/* Every field but the last an option of §12 or §20, all int64 so that one table (xz_option_at) describes them; XZ_NULL = null.
 * `suits` is a mask (1 m, 2 p, 4 s), `wild` a slot. Fill with xz_rules_preset, change fields, then xz_rules_prepare: every
 * other call takes rules that it has passed, and does not look again. */
typedef struct xz_rules {
    int64_t players, suits, unit, fan_origin, max_fan;
    int64_t patterns[XZ_PATTERN_COUNT];
    int64_t root_fan, direct_kong_fan, added_kong_fan, concealed_kong_fan;
    int64_t bloom_fan_melded, bloom_fan_concealed, bloom_includes_kong;
    int64_t kong_discard_fan, rob_kong_fan, last_tile_discard;
    int64_t self_draw, multi_win, wins_to_end, added_kong_any_time, pass_lock, must_win_last, must_win_on, kong_draw;
    int64_t direct_kong_units, added_kong_units, concealed_kong_units;
    int64_t direct_kong_bloom, kong_discard_transfer, refund_kongs;
    int64_t pig_units, pig_payees, pig_pays_ready;
    int64_t ready_payment, ready_value_addons, ready_difference;
    int64_t multi_win_dealer, first_dealer;
    int64_t escape_units, winner_leaves, false_win_units, wrong_count_units;
    int64_t hand_size, pairs_win;
    int64_t exchange, exchange_count, exchange_suit, dealer_draws;
    int64_t void_suit, void_discard, pig_exempt; /* void_suit: the option `void`, which is no name in C */
    int64_t play_on, play_on_kong, play_on_win, play_on_roots;
    int64_t wild, wild_discard, wild_claims, wild_claim_naturals, soft_pong_kong, natural_fan;
    int64_t concealed_fan, concealed_kong_keeps, concealed_on, simples_fan, simples_with_jiang;
    int64_t middle_five_fan, middle_two_fan, straight_fan, heavenly_fan, earthly_fan, earthly_on;
    int64_t last_draw_fan, last_discard_fan;
    int64_t max_roots, self_draw_in_cap, min_fan, min_fan_on;
    int64_t direct_kong_others_units, late_added_kong_units;
    int64_t kong_transfer_amount, kong_transfer_multi, rob_after_kong_is_kong_discard;
    int64_t pig_payment, ready_own_copies, ready_needs_live_tile, ready_payees, refund_to;
    int64_t claim_last_discard, kong_after_pong, next_after_win, next_after_rob;
    int64_t pass_own_discard, pass_scope;
    xz_derived derived;
} xz_rules;

typedef enum xz_option_kind {
    XZ_OPTION_INTEGER, XZ_OPTION_BOOL, XZ_OPTION_CHOICE, XZ_OPTION_SUITS, XZ_OPTION_PATTERNS, XZ_OPTION_TILE, XZ_OPTION_KIND_COUNT
} xz_option_kind;

typedef struct xz_option {
    const char *name;             /* as in §12 and §20 */
    int32_t kind;                 /* xz_option_kind */
    bool nullable;
    int64_t low, high, step;      /* low, low + step ... high */
    const char *const *choices;   /* CHOICE: high + 1 names; else NULL */
    size_t offset;                /* of the field in xz_rules */
    const char *clause;           /* of docs/rules.md */
    int64_t rulebooks[XZ_RULEBOOK_COUNT]; /* its value in each; of `patterns` nothing */
    const char *terms;            /* what tables call it, Chinese and English, with spaces between; "" if nothing else */
    const char *meaning;          /* one plain sentence */
} xz_option;

int xz_option_count(void);
const xz_option *xz_option_at(int index); /* in the order of §12 and §20; NULL out of range */

typedef struct xz_preset {
    const char *name;   /* "mil_2025" */
    const char *title;  /* what it is, for people */
    const char *source; /* where its values come from */
} xz_preset;

/* Where one value of a preset comes from: guide's, since nothing else is known; the preset's source; or decided here, since the
 * source is silent. */
typedef enum xz_origin_of_value { XZ_ORIGIN_BASE, XZ_ORIGIN_SOURCE, XZ_ORIGIN_RULING } xz_origin_of_value;

const xz_preset *xz_preset_at(int preset);            /* NULL if there is none */
int xz_preset_named(const char *name);                /* its number; XZ_NONE if there is none */
/* Where a preset's value of the field at `offset` of xz_rules comes from (xz_origin_of_value), and the value; of the rulebooks, and
 * where nothing is said, XZ_ORIGIN_BASE, and *value is left alone. */
int xz_preset_value(int preset, size_t offset, int64_t *value);
int xz_rules_preset(int preset, xz_rules *rules);     /* prepared; XZ_E_RULES if there is none */
int xz_rules_preset_named(const char *name, xz_rules *rules);
/* Checks every range and whatever is refused together, then fills `derived`. XZ_E_RULES; `reason` (may be NULL, 256 bytes are
 * enough): what was wrong and what would be right. */
int xz_rules_prepare(xz_rules *rules, char *reason, size_t size);
/* The same without filling: XZ_E_RULES also for rules that were changed since they were prepared. */
int xz_rules_check(const xz_rules *rules, char *reason, size_t size);

/* Rules as records write them (§10.1): JSON, a rulebook's name or an object of it and the options that differ. `base`:
 * xz_rulebook. Formatting ends the text with a zero and returns its length without it, or XZ_E_BUFFER; 8192 bytes are always
 * enough. Parsing checks them; `error` may be NULL. */
int xz_rules_format(const xz_rules *rules, int base, char *buffer, size_t size);
int xz_rules_parse(const char *text, size_t length, xz_rules *rules, int *base, xz_text_error *error);

/* ---- scoring (§3) ---------------------------------------------------------------------------------------------------- */

/* How the hand was won. Zeroed: by discard, nothing special. */
typedef struct xz_circumstances {
    uint8_t self_draw;     /* bool; implied by bloom and by XZ_HEAVENLY */
    uint8_t bloom;         /* 0, or the kind of the kong drawn on: XZ_DIRECT_KONG, XZ_ADDED_KONG, XZ_CONCEALED_KONG */
    uint8_t rob;           /* bool */
    uint8_t kong_discard;  /* bool; with `rob`: the kong was called on a replacement, and that counts */
    uint8_t last_tile;     /* bool */
    uint8_t first_turn;    /* 0, XZ_HEAVENLY or XZ_EARTHLY */
    uint8_t four_wilds;    /* bool: four concealed wild tiles, whatever else; nothing of the hand counts */
    uint8_t later_win;     /* bool: roots and kongs count as they did in the seat's first win (§16): */
    uint8_t first_roots;   /* how many roots counted then, */
    int16_t first_kong_fan; /* and the fan of its kongs */
} xz_circumstances;

/* What fan are made of. */
typedef enum xz_score_part {
    XZ_PART_PATTERN, XZ_PART_ROOT, XZ_PART_DIRECT_KONG, XZ_PART_ADDED_KONG, XZ_PART_CONCEALED_KONG, XZ_PART_FIRST_KONGS,
    XZ_PART_BLOOM, XZ_PART_KONG_DISCARD, XZ_PART_ROB_KONG, XZ_PART_LAST_DRAW, XZ_PART_LAST_DISCARD, XZ_PART_SELF_DRAW,
    XZ_PART_NATURAL, XZ_PART_CONCEALED, XZ_PART_SIMPLES, XZ_PART_MIDDLE_FIVE, XZ_PART_MIDDLE_TWO, XZ_PART_STRAIGHT,
    XZ_PART_HEAVENLY, XZ_PART_EARTHLY, XZ_PART_COUNT
} xz_score_part;

const char *xz_score_part_name(int part); /* "root"; NULL if there is none */

typedef struct xz_score {
    int64_t multiplier;  /* 2^(fan - fan_origin) */
    int64_t points;      /* what one payer pays: unit * multiplier, one unit more where self_draw = add_unit applies */
    int16_t fan;         /* after max_fan */
    int16_t uncut_fan;   /* the sum of the parts */
    uint8_t pattern;     /* xz_pattern */
    uint8_t roots;       /* roots counted: not those absorbed by a dragon or beyond max_roots */
    int16_t parts[XZ_PART_COUNT]; /* in fan, by xz_score_part */
} xz_score;

/* A hand with its winning tile `win` (XZ_NONE: not known, or there is none, as in a heavenly win). XZ_E_NO_WIN if it is no
 * win under these rules. */
int xz_score_hand(const xz_rules *rules, const xz_hand *hand, int win, const xz_circumstances *how, xz_score *score);
/* The same from facts. */
void xz_score_facts(const xz_rules *rules, const xz_facts *facts, const xz_circumstances *how, xz_score *score);
/* The value of a ready hand (3k+1 tiles) for the checks of §6: by ready_payment or, if `dearest`, its maximum. 
 * Returns its best or least wait and fills *score, or XZ_NONE if the hand is not ready. */
int xz_ready_value(const xz_rules *rules, const xz_hand *hand, bool dearest, xz_score *score);

/* ---- chances (docs/chances.md) -------------------------------------------------------------------------------------- */

typedef struct xz_chances {
    int32_t rows;             /* 1 of 3k+1 tiles; else one for each discard that keeps the distance, by slot */
    int32_t shanten;          /* tiles that are not live count as used up; XZ_UNREACHABLE: no win can be made, no rows */
    uint32_t winning_hands;   /* that are nearest */
    uint32_t positions;       /* hands told apart */
    uint8_t tiles[XZ_MAX_HAND]; /* each row's discard; XZ_NONE of 3k+1 tiles */
} xz_chances;

/*
 * What one seat that draws `draws` times from the unseen tiles, in any order of them alike, may hope for: exact, if it keeps
 * each draw that brings it nearer, throws every other away, keeps the distance with every discard and else plays for the
 * best chance to have won (docs/chances.md). `live`: unseen copies, with those of the hand at most four of each tile;
 * `draws`: 0 to their sum. 13 or 14 tiles with the melds.
 *
 * `ready`, `won`, `fan`: found->rows rows, XZ_MAX_HAND at most, of draws + 1 numbers. [d]: the chance to have been ready or
 * have won after d draws, the chance to have won, and the sum over wins of chance times fan (self-draw, nothing special).
 *
 * `space`: memory to work in, aligned as for a double. XZ_E_BUFFER if it is too small. 1 MB does for most hands two
 * from ready and 14 draws, 64 MB for most five from ready. XZ_E_TILES: a tile more than four times. XZ_E_SIZE: another
 * number of tiles. XZ_E_COUNT: another number of draws. XZ_E_WON: the hand is won.
 */
int xz_find_chances(const xz_rules *rules, const xz_hand *hand, const uint8_t live[XZ_SLOTS], int draws, void *space,
                    size_t size, xz_chances *found, double *ready, double *won, double *fan);

/* ---- actions (action-space version 1) -------------------------------------------------------------------------------- */

#define XZ_ACTION_COUNT 87
typedef enum xz_action {
    XZ_DISCARD = 0,   /* + slot */
    XZ_KONG = 27,     /* + slot: on the own turn, or the claim of that discard */
    XZ_CLAIM_PONG = 54,
    XZ_WIN = 55,
    XZ_PASS = 56,
    XZ_DECLARE = 57,  /* + suit (0 m, 1 p, 2 s): the void suit (§15) */
    XZ_EXCHANGE = 60  /* + slot: one tile of an exchange (§14) */
} xz_action;

/* A set of actions: bit a of word a / 64. */
typedef struct xz_actions { uint64_t words[2]; } xz_actions;

/* "discard 5m", "kong 5m", "pong", "win", "pass", "void m", "exchange 5m", with a final zero; 16 bytes are enough. Returns the
 * length or an error. */
int xz_action_format(int action, char *buffer, size_t size);

typedef enum xz_penalty { XZ_ESCAPE, XZ_FALSE_WIN, XZ_WRONG_COUNT, XZ_PENALTY_COUNT } xz_penalty;
const char *xz_penalty_name(int penalty); /* "false_win"; NULL if there is none, as every name below */

/* ---- the state of a hand ---------------------------------------------------------------------------------------------- */

typedef enum xz_phase { XZ_TURN, XZ_CLAIM, XZ_ROB, XZ_OVER, XZ_EXCHANGING, XZ_DECLARING, XZ_PHASE_COUNT } xz_phase;
typedef enum xz_origin { XZ_FROM_DEAL, XZ_FROM_DRAW, XZ_FROM_REPLACEMENT, XZ_FROM_PONG, XZ_ORIGIN_COUNT } xz_origin;
typedef enum xz_answer {
    XZ_NOT_ASKED, XZ_OWING, XZ_ANSWER_PASS, XZ_ANSWER_PONG, XZ_ANSWER_KONG, XZ_ANSWER_WIN, XZ_ANSWER_CHOSEN, XZ_ANSWER_COUNT
} xz_answer;
typedef enum xz_way { XZ_WAY_NEXT, XZ_WAY_ACROSS, XZ_WAY_PREVIOUS, XZ_WAY_COUNT } xz_way; /* of an exchange */

#define XZ_MAX_EXCHANGE 4   /* tiles that a seat gives */
#define XZ_MAX_WIN_EVENTS 96 /* each takes a tile out of play */
#define XZ_WINNERS_BYTES 48  /* four bits an event */

/*
 * The table, and nothing else: no rules, no history, no ledger. `tiles` is a full wall's worth of bytes used from both
 * ends: [0, river_count) are the discards that still lie, oldest first, as slot + 32 * seat; [wall_front, wall_back) is the
 * undrawn wall. The two never meet, since a discard follows a draw. Where play goes on after a win (§16), the tiles laid aside
 * stand there too, as slot + 32 * the seat that they came from + XZ_LAID_ASIDE: a discard where it lay, another at the end.
 * Concealed counts never include a winning tile (win_tile). In a rob the kong's tile is still concealed; in a claim the
 * discard already lies in the river; in an exchange the tiles picked are still concealed.
 * The fields under "variants" say nothing (0, or XZ_NONE where that is said) unless their option is on. Those under "caches"
 * follow from the others and are kept by xz_step; xz_state_check recomputes them.
 */
#define XZ_LAID_ASIDE 128
typedef struct xz_state {
    int64_t scores[XZ_MAX_SEATS];
    int64_t win_amount[XZ_MAX_SEATS];  /* what each of win_payers paid for this seat's (first) win */
    uint8_t counts[XZ_MAX_SEATS][XZ_SLOTS];
    uint8_t tiles[XZ_MAX_WALL];
    xz_meld melds[XZ_MAX_SEATS][XZ_MAX_MELDS];
    uint8_t meld_count[XZ_MAX_SEATS];
    uint8_t win_tile[XZ_MAX_SEATS];    /* of its first win; XZ_NONE without */
    uint8_t win_payers[XZ_MAX_SEATS];
    uint8_t lock[XZ_MAX_SEATS];        /* §2: 0 none; until_draw 1; unless_higher 1 + the dearest fan passed */
    uint8_t taken[XZ_MAX_SEATS];       /* tiles taken since the deal: 0, 1, 2 = two or more */
    uint8_t answers[XZ_MAX_SEATS];     /* xz_answer */
    uint8_t players, dealer, phase, actor, origin, tile, drawn;
    uint8_t chain_kind, chain_meld;    /* the running chain's last kong: xz_meld_kind, index among the actor's melds */
    uint8_t next_dealer;               /* XZ_NONE until somebody has won */
    uint8_t active, won, out, left;    /* masks of seats; active: in play, winners that play on among them */
    uint8_t river_count, wall_front, wall_back;
    /* variants */
    uint8_t given[XZ_MAX_SEATS][XZ_MAX_EXCHANGE]; /* §14: tiles picked so far, afterwards those that it gave, by slot, each
                                          + XZ_GIVEN_SHOWN once the receiver has laid down or discarded it; then XZ_NONE */
    uint8_t way;                       /* xz_way; XZ_NONE without exchange */
    uint8_t void_suit[XZ_MAX_SEATS];   /* §15: 0 m, 1 p, 2 s; XZ_NONE before it is named */
    uint8_t off_void;                  /* mask: seats that have discarded a tile not of their void suit */
    uint8_t cleared;                   /* mask: seats whose latest discard was such a tile; only under `void_discard` forced */
    uint8_t fresh[XZ_MAX_SEATS];       /* tiles drawn since the seat's latest discard (or the deal); kept where `cleared` is */
    uint32_t passed[XZ_MAX_SEATS];     /* under `pass_scope` same_tile: the tiles whose wins were passed under the lock */
    uint16_t first_kong_fan[XZ_MAX_SEATS]; /* under `play_on_roots` first_win: the kongs' own fan */
    uint8_t first_roots[XZ_MAX_SEATS]; /* and the roots that the seat's first win counted */
    uint8_t win_events;                /* §16, as the next two: how often somebody has won */
    uint8_t wins[XZ_MAX_SEATS];        /* how often each seat has */
    uint8_t winners[XZ_WINNERS_BYTES]; /* the seats that won, four bits an event, the low ones first */
    /* caches */
    uint8_t seen[XZ_SLOTS];            /* tiles lying open: melds, rivers, winning tiles */
    uint8_t offers[XZ_MAX_SEATS];      /* what an asked seat may answer: bits of XZ_OFFER_* */
    uint16_t half[XZ_MAX_SEATS][XZ_SUITS][2]; /* base-5 halves of each suit: ranks 1-4, ranks 5-9 */
    uint32_t held[XZ_MAX_SEATS];       /* the slots of which the seat holds a tile */
    uint32_t kongable[XZ_MAX_SEATS];   /* those of its pongs, and of which it holds all four: a kong while it holds the tile */
    uint32_t waits[XZ_MAX_SEATS];      /* of the 3k+1 tiles, before a draw; 0 in a turn after a pong and once put out */
    uint8_t spare[20];                 /* 0: room for what comes */
} xz_state;

#define XZ_GIVEN_SHOWN 128
const char *xz_phase_name(int phase);         /* "claim" */
const char *xz_origin_name(int origin);       /* "replacement" */
const char *xz_answer_name(int answer);       /* "not_asked" */
const char *xz_way_name(int way);             /* "across" */

/* The fields of xz_state as data, in its order, for bindings and for looking at many states at once. */
typedef enum xz_field_type { XZ_FIELD_INT64, XZ_FIELD_UINT8, XZ_FIELD_UINT16, XZ_FIELD_UINT32, XZ_FIELD_MELD } xz_field_type;
typedef enum xz_field_seen { XZ_SEEN_PUBLIC, XZ_SEEN_OWN, XZ_SEEN_HIDDEN } xz_field_seen;
typedef enum xz_field_role { XZ_ROLE_FACT, XZ_ROLE_CACHE, XZ_ROLE_TILES, XZ_ROLE_SPARE } xz_field_role;
typedef enum xz_field_part {
    XZ_PART_ALWAYS, XZ_PART_EXCHANGE, XZ_PART_VOID, XZ_PART_PLAY_ON, XZ_PART_PASS_SCOPE
} xz_field_part;

typedef struct xz_field {
    const char *name;
    size_t offset;
    uint8_t type;          /* xz_field_type of its numbers; XZ_FIELD_MELD: xz_meld */
    uint8_t seats;         /* XZ_MAX_SEATS: an array by seat; 1: of the table */
    uint8_t rows, columns; /* its shape, a seat's where it is by seat; 1, 1: a number */
    uint8_t seen;          /* xz_field_seen: by everybody, by each seat its own, by nobody (or as views say) */
    uint8_t role;          /* xz_field_role */
    uint8_t part;          /* xz_field_part: the option without which it says nothing */
    uint8_t empty;         /* its bytes then */
} xz_field;

int xz_field_count(void);
const xz_field *xz_field_at(int index); /* NULL out of range */

enum { XZ_OFFER_PASS = 1, XZ_OFFER_PONG = 2, XZ_OFFER_KONG = 4, XZ_OFFER_WIN = 8 };

/* ---- events ------------------------------------------------------------------------------------------------------------ */

typedef enum xz_event_kind {
    XZ_EVENT_DEAL,        /* seat = dealer */
    XZ_EVENT_DRAW,        /* seat, tile; detail = xz_origin */
    XZ_EVENT_DISCARD,     /* seat, tile */
    XZ_EVENT_PONG,        /* seat, other = discarder, tile */
    XZ_EVENT_KONG,        /* seat, other = feeder or XZ_NONE, tile, detail = xz_meld_kind; an added one only once it stands */
    XZ_EVENT_KONG_CALL,   /* seat, tile: an added kong that may be robbed */
    XZ_EVENT_ANSWER,      /* seat, detail = xz_answer, to a discard or an added kong */
    XZ_EVENT_WIN,         /* seat, other = payer or XZ_NONE, tile, detail = xz_win_kind, score */
    XZ_EVENT_PAYMENT,     /* seat = payer, other = payee, amount, detail = xz_payment, tile, score where it rests on a hand */
    XZ_EVENT_LOCK,        /* seat, amount = the lock's new value */
    XZ_EVENT_PENALTY,     /* seat, detail = xz_penalty */
    XZ_EVENT_EXHAUSTED,   /* the wall is empty and two or more seats are active */
    XZ_EVENT_OVER,        /* the hand has ended */
    XZ_EVENT_PICK,        /* seat, tile: picked for the exchange */
    XZ_EVENT_GIVE,        /* seat, other = receiver, tile: changes hands, all at once after the last pick */
    XZ_EVENT_NAME,        /* seat, detail = suit: named as void, still hidden from the others */
    XZ_EVENT_VOID,        /* seat, detail = suit: open, one for each seat after the last has named */
    XZ_EVENT_KIND_COUNT
} xz_event_kind;

typedef enum xz_win_kind { XZ_WIN_DISCARD, XZ_WIN_ROB, XZ_WIN_SELF_DRAW, XZ_WIN_KIND_COUNT } xz_win_kind;

typedef enum xz_payment {
    XZ_PAY_WIN_DISCARD, XZ_PAY_WIN_ROB, XZ_PAY_WIN_SELF_DRAW, XZ_PAY_WIN_BLOOM, XZ_PAY_KONG_DIRECT, XZ_PAY_KONG_ADDED,
    XZ_PAY_KONG_CONCEALED, XZ_PAY_KONG_TRANSFER, XZ_PAY_KONG_REFUND, XZ_PAY_REFUND, XZ_PAY_PIG, XZ_PAY_READY, XZ_PAY_DIFFERENCE,
    XZ_PAY_ESCAPE, XZ_PAY_FORFEIT, XZ_PAY_FALSE_WIN, XZ_PAY_WRONG_COUNT, XZ_PAYMENT_COUNT
} xz_payment;
const char *xz_payment_name(int payment);     /* "win_discard" */
const char *xz_event_kind_name(int kind);     /* "kong_call" */
const char *xz_win_kind_name(int kind);       /* "self_draw" */

typedef struct xz_event {
    int64_t amount;
    xz_score score;
    xz_circumstances how; /* of a win */
    uint8_t kind, seat, other, tile, detail, meld; /* meld: index among the owner's, XZ_NONE if none */
} xz_event;

#define XZ_MAX_EVENTS 128 /* no single call makes more */
typedef struct xz_events {
    int32_t count; /* set by each call that takes the buffer */
    xz_event items[XZ_MAX_EVENTS];
} xz_events;

/* ---- play (§2) ----------------------------------------------------------------------------------------------------------- */
/* `rules` must be prepared. `events` may be NULL. */

/* `wall`: the full set of the rules' suits, wall_length tiles (108 or 72), dealt from the front. XZ_E_WALL, XZ_E_SEAT. */
int xz_deal(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int wall_length, xz_events *events);
/* The same where the rules leave the way of the exchange to chance (`exchange` = random): `way` is an xz_way that this many
 * players can go, else XZ_NONE; anything else is XZ_E_WAY. xz_exchange_way says it for the hand of (seed, index). */
int xz_deal_way(const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int wall_length, int way,
                xz_events *events);
int xz_exchange_way(const xz_rules *rules, uint64_t seed, uint64_t index);
int xz_wall_length(const xz_rules *rules);

/* The seats that owe an answer now, as a mask (0 when over), and the first of them in turn order (XZ_NONE). */
unsigned xz_pending(const xz_state *state);
int xz_to_act(const xz_state *state);

/* What `seat` may do now; empty if it owes nothing. */
xz_actions xz_legal(const xz_rules *rules, const xz_state *state, int seat);

/* Takes one answer. XZ_E_OVER, XZ_E_SEAT, XZ_E_ILLEGAL. */
int xz_step(const xz_rules *rules, xz_state *state, int seat, int action, xz_events *events);

/* §7. XZ_E_OVER, XZ_E_SEAT, XZ_E_PENALTY. */
int xz_penalize(const xz_rules *rules, xz_state *state, int seat, int penalty, xz_events *events);

/* §7: the next hand's dealer, by what has happened so far. */
int xz_next_dealer(const xz_state *state);

/* Recomputes every cache and checks every clause; `reason` (may be NULL) names the first that fails. */
int xz_state_check(const xz_rules *rules, const xz_state *state, char *reason, size_t size);

/* The hand of a seat, as a value. */
void xz_state_hand(const xz_state *state, int seat, xz_hand *hand);

/* docs/determinism.md §5; returns the length. The buffer must hold XZ_CANONICAL_MAX bytes. */
#define XZ_CANONICAL_MAX 1024
int xz_state_canonical(const xz_rules *rules, const xz_state *state, uint8_t *buffer);
uint64_t xz_state_fingerprint(const xz_rules *rules, const xz_state *state);

/* ---- determinism (docs/determinism.md) ------------------------------------------------------------------------------------ */

typedef struct xz_rng { uint64_t s[4]; } xz_rng;

uint64_t xz_mix(uint64_t z);
uint64_t xz_key(uint64_t seed, uint64_t index, uint64_t stream);
void xz_rng_seed(xz_rng *rng, uint64_t seed, uint64_t index, uint64_t stream);
uint64_t xz_rng_next(xz_rng *rng);
uint32_t xz_rng_below(xz_rng *rng, uint32_t n); /* 1 <= n */
/* Fills `wall` (108 or 72 bytes) and returns its length. `suits`: mask, two or three bits. */
int xz_wall(uint64_t seed, uint64_t index, unsigned suits, uint8_t *wall);
uint64_t xz_digest(const uint8_t *bytes, size_t length);

enum { XZ_STREAM_WALL = 0, XZ_STREAM_FIRST_DEALER = 1, XZ_STREAM_EXCHANGE = 2, XZ_STREAM_POLICY = 16, XZ_STREAM_CALLER = 32 };

/* ---- records (§10) ----------------------------------------------------------------------------------------------------------- */
/*
 * How a hand was dealt and what was answered since: with its rules, enough to play it again. Entries stand as they were
 * taken, or in written order (xz_record_arrange): within a round its penalties first, then the answers in turn order up to
 * the first still owed, void ones left out. Before play the rounds are those of the choices: each seat's in turn order from the
 * dealer, picks of an exchange by slot, and one that is not complete is not written.
 */
#define XZ_MAX_ENTRIES 448 /* no hand has more, of 7 tiles and playing on after wins either */
#define XZ_ENTRY_PENALTY 128

typedef struct xz_entry {
    uint8_t seat;
    uint8_t action; /* an action, or XZ_ENTRY_PENALTY + xz_penalty */
} xz_entry;

typedef struct xz_record {
    uint8_t wall[XZ_MAX_WALL];
    uint8_t wall_length, dealer;
    uint8_t way; /* xz_way, where the rules leave it to chance (`exchange` = random); else not looked at */
    uint16_t count;
    xz_entry entries[XZ_MAX_ENTRIES];
} xz_record;

/* Deals its hand. As xz_deal_way. */
int xz_record_deal(const xz_rules *rules, const xz_record *record, xz_state *state, xz_events *events);

/* Takes one entry: xz_step or xz_penalize. */
int xz_record_enter(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events);

/* The same, refusing what is not in written order: XZ_E_SEAT for an answer before its turn, XZ_E_ILLEGAL for a penalty
 * after an answer of its round. */
int xz_record_enter_written(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events);

/* Deals and takes every entry, which must stand in written order. On an error *position (may be NULL) is the index of the
 * entry that was refused, -1 for the deal, and *state is the hand before it. */
int xz_record_replay(const xz_rules *rules, const xz_record *record, xz_state *state, int *position);

/* Puts the entries of a hand, in any order that xz_step took them, into written order. The two must not be the same. */
int xz_record_arrange(const xz_rules *rules, const xz_record *taken, xz_record *written);

/* The compact form: a version, the rules as a rulebook and what differs by name, five bits a tile, one byte an answer.
 * `base`: xz_rulebook. The record must stand in written order. Returns the length or an error; XZ_RECORD_MAX_BYTES are
 * always enough. */
#define XZ_RECORD_MAX_BYTES 5120
int xz_record_encode(const xz_rules *rules, int base, const xz_record *record, uint8_t *buffer, size_t size);

/* Reads and plays it: whatever breaks a rule is refused (XZ_E_CODEC, XZ_E_RULES, XZ_E_WALL, ... ). Returns how many bytes it
 * took; what follows is the caller's. */
int xz_record_decode(const uint8_t *bytes, size_t length, xz_rules *rules, int *base, xz_record *record);

/*
 * Records as text: one JSON object (§10).
 *
 * Formatting gives the canonical text (§10.5) without line end and final zero: what follows its last brace is the caller's,
 * as is `meta`. The record must stand in written order and is not played. `scores`: those of the finished hand, or NULL for
 * none. Returns the length, XZ_E_BUFFER, or XZ_E_ILLEGAL for an entry that there is not. XZ_RECORD_MAX_TEXT bytes are always
 * enough.
 */
#define XZ_RECORD_MAX_TEXT 16384
int xz_record_format(const xz_rules *rules, int base, const xz_record *record, const int64_t *scores, char *buffer,
                     size_t size);

typedef struct xz_record_read {
    xz_rules rules;
    xz_record record;
    xz_state state;         /* that the record leads to */
    int32_t base;           /* xz_rulebook */
    size_t meta_at, meta_length; /* where in the text the value of "meta" stands; no length: there is none */
} xz_record_read;

/*
 * Reads the object at the beginning of the text and plays it: whatever breaks a rule or §10 is refused, scores that are not
 * right too. Of `meta` its JSON is checked, with at most XZ_JSON_DEPTH lists and objects within each other; not that it is
 * UTF-8 or names a key only once. Returns how many bytes it took, what follows is the caller's; or an error, with its place,
 * the number of the action and the reason in *error (which may be NULL).
 */
#define XZ_JSON_DEPTH 100
int64_t xz_record_parse(const char *text, size_t length, xz_record_read *read, xz_text_error *error);

/* ---- what one seat may know (docs/server.md) ----------------------------------------------------------------------------- */

/*
 * Everything that `seat` knows of the table, and nothing more: two states that differ only in what it cannot know (other
 * hands, the order of the wall, what other seats were asked or have answered) give the same bytes. Fields mean what they
 * mean in xz_state; those that the seat cannot know are XZ_NONE or 0.
 */
typedef struct xz_view {
    int64_t scores[XZ_MAX_SEATS];
    int64_t win_amount[XZ_MAX_SEATS];
    xz_actions legal;                  /* the seat's own; empty if it owes no answer */
    uint32_t waits;                    /* its own */
    uint8_t counts[XZ_SLOTS];          /* its own concealed tiles */
    uint8_t seen[XZ_SLOTS];            /* tiles lying open */
    uint8_t river[XZ_MAX_WALL];        /* river_count discards that still lie, oldest first, as slot + 32 * seat, and tiles laid
                                          aside, as in xz_state.tiles */
    xz_meld melds[XZ_MAX_SEATS][XZ_MAX_MELDS];
    uint8_t meld_count[XZ_MAX_SEATS];
    uint8_t concealed[XZ_MAX_SEATS];   /* how many concealed tiles each seat holds */
    uint8_t win_tile[XZ_MAX_SEATS];
    uint8_t win_payers[XZ_MAX_SEATS];
    uint8_t taken[XZ_MAX_SEATS];
    uint8_t seat, players, dealer, phase, actor, origin;
    uint8_t tile;                      /* the discard or added kong being answered; the tile drawn, if the seat drew it */
    uint8_t drawn;                     /* only in the seat's own turn, or while its own discard or kong is answered; before play
                                          the dealer's last tile */
    uint8_t chain_kind, chain_meld, next_dealer;
    uint8_t active, won, out, left;
    uint8_t lock, answer;              /* its own */
    uint8_t river_count, wall_left;
    /* variants */
    uint8_t given[XZ_MAX_EXCHANGE];    /* its own, as in the state */
    uint8_t got[XZ_MAX_EXCHANGE];      /* what it was given, likewise; XZ_NONE before */
    uint8_t way;                       /* XZ_NONE until the tiles have changed hands */
    uint8_t void_suit[XZ_MAX_SEATS];   /* its own alone until all have named theirs */
    uint8_t off_void, cleared;
    uint8_t fresh[XZ_MAX_SEATS];
    uint8_t win_events;
    uint8_t wins[XZ_MAX_SEATS];
    uint8_t winners[XZ_WINNERS_BYTES];
    uint8_t first_roots;               /* its own, as the next two */
    uint16_t first_kong_fan;
    uint32_t passed;
} xz_view;

/* XZ_E_SEAT. */
int xz_view_of(const xz_rules *rules, const xz_state *state, int seat, xz_view *view);

/* The view of seat 0 on its turn with this hand of 3k+2 tiles (XZ_E_SIZE), its highest tile just drawn, at a table where
 * nobody has discarded yet: for judging a hand of which nothing else is known. The hand must be valid and of the rules' suits. */
int xz_turn_view(const xz_rules *rules, const xz_hand *hand, xz_view *view);

/*
 * A state that the seat could be in: the tiles it does not see are dealt at random, every arrangement in the other hands
 * and the wall that fits the counts and what it knows for certain as likely as any other: tiles that it gave away are still
 * with their receiver until that has shown as many (§14), and a seat that must discard its void suit first had none of it at
 * its latest discard if that was another (§15). Nothing else is inferred from what others did. Winners' hands are
 * dead tiles like any other. Other seats' locks are open. A drawn tile that is not known is one of its holder's at random.
 * While answers are owed, other seats are asked as their new tiles say, and what they owe is answered by `policy`
 * (XZ_NONE: left owing); a seat that is not itself asked sees only worlds in which somebody is (where these are too rare to
 * be met by dealing, by a random walk, and so only about equally often). Before play the others have still to choose, or have
 * chosen by `policy` where the seat itself owes its choice; a way that the dice decide is any. What others gave one another is
 * left out.
 * The view of the result from the same seat is the view given. XZ_E_STATE if the view cannot be, or no world was found.
 */
int xz_redeal(const xz_rules *rules, const xz_view *view, int policy, xz_rng *rng, xz_state *state);

/* How the unseen tiles come to lie. */
typedef enum xz_worlds {
    XZ_WORLDS_LIKELY,  /* each other seat holds what it may have after turns like those it has had (docs/players.md §2) */
    XZ_WORLDS_UNIFORM, /* anywhere, as xz_redeal deals them */
    XZ_WORLDS_COUNT
} xz_worlds;
const char *xz_worlds_name(int worlds); /* "likely" */

/*
 * `count` states that the seat could be in, into states[0 ... count - 1], as xz_redeal would say or as `worlds` (xz_worlds)
 * says. `weight` (NULL: none) says how likely the caller finds a world, 0 to 1, `context` is passed to it: a world is kept
 * with that probability and dealt again otherwise, so that worlds come in proportion to their weights. Returns how many were
 * found, which is fewer than `count` only where 65536 worlds in a row were refused, or none is met; XZ_E_STATE if the view
 * cannot be; XZ_E_COUNT if there is no such `worlds`.
 */
int64_t xz_redeal_many(const xz_rules *rules, const xz_view *view, int worlds, int policy, xz_rng *rng,
                       double (*weight)(const xz_rules *rules, const xz_state *world, void *context), void *context,
                       xz_state *states, int64_t count);

/* What `seat` sees of an event, into *seen; false (and *seen zeroed) if nothing. `over`: whether the hand has ended since.
 * Others' drawn tiles, answers, locks and choices are not seen, nor which tiles they give one another; of another's win, until
 * the end, only tile and payments. */
bool xz_event_of(const xz_event *event, int seat, bool over, xz_event *seen);

/* ---- states and views as bytes ------------------------------------------------------------------------------------------------ */
/*
 * Versioned, with a checksum, and the same on every machine. Rules are not among them, but both ways need them. Reading refuses
 * bytes cut short or too long (XZ_E_CODEC), of another version (XZ_E_VERSION) or changed since they were written
 * (XZ_E_CHECKSUM), whatever xz_state_check refuses and a view that no world has (XZ_E_STATE). Writing returns the length, or
 * XZ_E_BUFFER.
 */
#define XZ_STATE_MAX_BYTES 768
int xz_state_encode(const xz_rules *rules, const xz_state *state, uint8_t *buffer, size_t size);
int xz_state_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_state *state);
#define XZ_VIEW_MAX_BYTES 768
int xz_view_encode(const xz_rules *rules, const xz_view *view, uint8_t *buffer, size_t size);
int xz_view_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_view *view);

/* ---- views as tensors (docs/observation.md) ----------------------------------------------------------------------------------- */
/*
 * Observation layout version 2: XZ_OBS_PLANES planes of 27 small integers. Where a plane stands for a seat, the first of
 * its group is the viewer's, the next that of the seat after it. Planes of seats that there are not are zero.
 */
#define XZ_OBS_VERSION 2
#define XZ_OBS_RIVER_DEPTH 16
enum {
    XZ_OBS_HAND = 0,            /* 4: own concealed tiles, at least 1, 2, 3, 4 copies */
    XZ_OBS_WAITS = 4,           /* own waits */
    XZ_OBS_DRAWN = 5,           /* the tile drawn in the own turn */
    XZ_OBS_TILE = 6,            /* the discard or added kong being answered */
    XZ_OBS_SEEN = 7,            /* 0-4 copies lying open */
    XZ_OBS_UNSEEN = 8,          /* 0-4 copies that the viewer does not see */
    XZ_OBS_LEGAL_DISCARD = 9,
    XZ_OBS_LEGAL_KONG = 10,
    XZ_OBS_PONGS = 11,          /* a seat each, as the following */
    XZ_OBS_MELDED_KONGS = 15,
    XZ_OBS_CONCEALED_KONGS = 19,
    XZ_OBS_WON = 23,            /* the winning tile */
    XZ_OBS_RIVER = 27,          /* 0-4 copies in the river */
    XZ_OBS_DISCARDS = 31,       /* XZ_OBS_RIVER_DEPTH a seat: its discards that still lie, newest first */
    XZ_OBS_TABLE = 95,          /* 27 numbers about the table */
    XZ_OBS_SEATS = 96,          /* 27 numbers about the seats */
    XZ_OBS_POINTS = 97,         /* 27 numbers about points, in units */
    XZ_OBS_LEGAL_EXCHANGE = 98,
    XZ_OBS_GIVEN = 99,          /* 0-4 own tiles picked for the exchange or given */
    XZ_OBS_KEPT = 100,          /* those of them that their receiver has not shown since */
    XZ_OBS_GOT = 101,
    XZ_OBS_WILD = 102,          /* the wild tile */
    XZ_OBS_PASSED = 103,        /* tiles whose wins were passed under the lock (`pass_scope` = same_tile) */
    XZ_OBS_VOID = 104,          /* a seat each, as the next two: its void suit */
    XZ_OBS_SOFT = 108,          /* how many tiles of its meld are wild */
    XZ_OBS_LAID_ASIDE = 112,    /* how often it has won on the tile (`play_on`) */
    XZ_OBS_CHOICES = 116,       /* 27 numbers about what is chosen before play and the last tiles */
    XZ_OBS_WINS = 117,          /* 27 numbers about the seats' wins and void suits */
    XZ_OBS_SPARE = 118,         /* 2: zero, for what comes */
    XZ_OBS_PLANES = 120
};
#define XZ_OBS_SIZE (XZ_OBS_PLANES * XZ_SLOTS)

/* Writes XZ_OBS_SIZE numbers; both give the same ones. */
void xz_observe_int8(const xz_rules *rules, const xz_view *view, int8_t *out);
void xz_observe_float32(const xz_rules *rules, const xz_view *view, float *out);

/* ---- policies and batches --------------------------------------------------------------------------------------------------- */

typedef enum xz_policy { XZ_POLICY_RANDOM, XZ_POLICY_EFFICIENCY, XZ_POLICY_MIXED, XZ_POLICY_VALUE, XZ_POLICY_COUNT } xz_policy;
const char *xz_policy_name(int policy);

/* The action that the policy takes for `seat`, which must owe an answer (else XZ_E_SEAT). `rng` may be NULL for efficiency
 * and value. */
int xz_policy_action(int policy, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng);

/* The same from what the seat sees. XZ_E_SEAT, XZ_E_POLICY. */
int xz_policy_view_action(int policy, const xz_rules *rules, const xz_view *view, xz_rng *rng);

/* The action of the policy `value` from a view whose seat owes an answer (else XZ_E_SEAT): the one with the most expected
 * points by what the seat sees and these rules pay (docs/players.md). */
int xz_value_action(const xz_rules *rules, const xz_view *view);

#define XZ_NO_WORTH (-1e300) /* of what is not legal */

/* What each action is worth to the policy `value`, in points against never winning and not being ready at the end: differences
 * mean something, sums do not. XZ_E_SEAT: the view's seat owes no answer; worths are then all XZ_NO_WORTH. */
int xz_value_worths(const xz_rules *rules, const xz_view *view, double worths[XZ_ACTION_COUNT]);

/* ---- playouts and search (docs/players.md) ---------------------------------------------------------------------------------- */

enum { XZ_OUTCOME_WON = 1, XZ_OUTCOME_DEALT_IN = 2, XZ_OUTCOME_EXHAUSTED = 4, XZ_OUTCOME_READY = 8 };

/* How a hand that was played out went for one seat: points from here on; sums of XZ_OUTCOME_*. Dealt in: it paid a win as
 * discarder or robbed seat. Exhausted: the wall ran out with two or more seats active; ready then. */
typedef struct xz_outcome {
    int64_t points;
    uint32_t flags, reserved;
} xz_outcome;

/* Where playouts begin and who plays them. */
typedef struct xz_playout {
    uint64_t seed;  /* of the worlds */
    int32_t policy; /* xz_policy of the other seats */
    int32_t own;    /* ... of the seat itself, after the action that is tried */
    int32_t worlds; /* xz_worlds */
    int32_t reserved;
} xz_playout;

/* Re-deals the worlds first_world ... first_world + count - 1 from the view and plays each to the end, once after each of
 * `actions`. World w is the same for all actions and for all calls. `outcomes`: count rows of action_count.
 * XZ_E_SEAT: the view's seat owes no answer. XZ_E_POLICY. XZ_E_ILLEGAL: an action that it may not take. XZ_E_STATE: no table
 * has this view. */
int xz_play_worlds(const xz_rules *rules, const xz_view *view, const xz_playout *playout, uint64_t first_world, int64_t count,
                   const uint8_t *actions, int action_count, xz_outcome *outcomes);

typedef struct xz_search_options {
    xz_playout playout;
    double doubt;     /* standard errors that a gain over value's own choice must exceed: 0 or more */
    int32_t breadth;  /* how many of the actions that `value` likes best are looked at; 0: all that are not hopeless */
    int32_t reserved;
} xz_search_options;

#define XZ_SEARCH_ACTIONS 32 /* no seat has as many */

/* A search under way: a value, copied by assignment. What it does depends on the options, the view and the calls alone. */
typedef struct xz_search {
    xz_search_options options;
    xz_playout playout;                 /* that of the options, its seed mixed with the view */
    int64_t worlds;                     /* played so far */
    int64_t unit;
    int64_t gains[XZ_SEARCH_ACTIONS];   /* sums over them of the points more than those of the first action, */
    int64_t squares[XZ_SEARCH_ACTIONS]; /* and of their squares, in units */
    double worths[XZ_SEARCH_ACTIONS];   /* value's estimates */
    uint8_t actions[XZ_SEARCH_ACTIONS]; /* the first is value's own choice */
    int32_t count;                      /* of actions still looked at */
    int32_t rounds;                     /* played and narrowed so far */
    int32_t effort;                     /* how many times as many playouts as the choice of a discard this one deserves */
} xz_search;

int xz_search_begin(const xz_rules *rules, const xz_view *view, const xz_search_options *options, xz_search *search);
/* Plays so many worlds more. */
int xz_search_run(const xz_rules *rules, const xz_view *view, xz_search *search, int64_t worlds);
/* Takes in the next worlds, as xz_play_worlds played them elsewhere with search->playout and search->actions. */
void xz_search_add(const xz_rules *rules, xz_search *search, const xz_outcome *outcomes, int64_t worlds);
/* How many worlds to play next with so many playouts left; 0: the search has come to an end. */
int64_t xz_search_next(const xz_search *search, int64_t playouts);
void xz_search_narrow(xz_search *search);       /* drops the actions that can hardly be the best, never the first */
int xz_search_best(const xz_search *search);    /* the best action so far */

/* The action of `search` with at most so many playouts, times search.effort. */
int xz_search_action(const xz_rules *rules, const xz_view *view, const xz_search_options *options, int64_t playouts);

/* Which hands are played, and by whom. Hand i has the wall of (seed, i) and its policies' streams, whatever else is played. */
typedef struct xz_batch {
    uint64_t seed;
    int32_t policies[XZ_MAX_SEATS]; /* xz_policy of each seat */
    int32_t dealer;                 /* a seat, or -1: hand i is dealt by i mod players */
} xz_batch;

#define XZ_KONG_KINDS 3 /* direct, added, concealed, in this order */

/* What one hand came to. Masks: bit s = seat s. */
typedef struct xz_hand_result {
    uint64_t index;
    int64_t scores[XZ_MAX_SEATS];
    int64_t win_amount[XZ_MAX_SEATS];  /* what each payer of the seat's win paid */
    int16_t win_fan[XZ_MAX_SEATS];     /* after max_fan */
    uint8_t win_order[XZ_MAX_SEATS];   /* 0 has not won; 1 in the first winning event, 2 in the second, 3 in the third */
    uint8_t win_kind[XZ_MAX_SEATS];    /* xz_win_kind; XZ_NONE without a win, as in the next three */
    uint8_t win_pattern[XZ_MAX_SEATS]; /* xz_pattern */
    uint8_t win_tile[XZ_MAX_SEATS];
    uint8_t win_from[XZ_MAX_SEATS];    /* the discarder or robbed seat; XZ_NONE by self-draw */
    uint8_t kongs[XZ_MAX_SEATS][XZ_KONG_KINDS];
    uint16_t turns;                    /* how often a seat had a turn: the deal, draws, replacements and pongs */
    uint8_t dealer, next_dealer;
    uint8_t exhausted;                 /* bool: the wall ran out with two or more seats active */
    uint8_t ready, pigs;               /* masks; 0 unless exhausted */
    uint8_t winners;                   /* how many seats won */
    uint8_t wins[XZ_MAX_SEATS];        /* how often each did: more than once only where winners play on (§16) */
    uint8_t self_draws[XZ_MAX_SEATS];  /* of these by self-draw */
    uint8_t deal_ins[XZ_MAX_SEATS];    /* wins that the seat paid as discarder or robbed seat */
} xz_hand_result;

/* A 128-bit sum in two's complement: no stakes and no number of hands overflow it. */
typedef struct xz_wide {
    uint64_t low;
    int64_t high;
} xz_wide;

typedef struct xz_seat_tally {
    xz_wide score, score_square;
    int64_t wins, discard_wins, rob_wins, self_draws, first_wins;
    int64_t winning_hands; /* hands with a win of the seat, */
    int64_t self_draw_hands; /* with one by self-draw, */
    int64_t deal_ins;      /* wins that the seat paid as discarder or robbed seat */
    int64_t deal_in_hands; /* hands with one or more of them */
    int64_t ready, pigs;   /* at an exhausted wall */
    int64_t kongs[XZ_KONG_KINDS];
} xz_seat_tally;

/* What the seats of a policy made together in a hand, or how often it happened to them: sums of the squares, which tell how
 * much the seats of a hand depend on each other. */
typedef struct xz_policy_tally {
    xz_wide score_square;
    int64_t winning_hands_square, self_draw_hands_square, first_wins_square, deal_in_hands_square, ready_square, pigs_square;
} xz_policy_tally;

/* Sums over hands, integers only: nothing depends on the order of adding. Start from zeroes. */
#define XZ_TALLY_FAN 64 /* no win has as much: the stakes' limit (§12) keeps fan below 42 */
typedef struct xz_tally {
    int64_t hands, exhausted, turns;
    int64_t winners[XZ_MAX_SEATS + 1];         /* hands by how many seats won */
    int64_t winning_events[XZ_MAX_SEATS];      /* by how many seats won at once; [0] unused */
    int64_t fan[XZ_TALLY_FAN];                 /* wins by fan after max_fan */
    int64_t patterns[XZ_PATTERN_COUNT];        /* wins by pattern */
    int64_t events[XZ_EVENT_KIND_COUNT];
    int64_t payments[XZ_PAYMENT_COUNT];
    xz_wide paid[XZ_PAYMENT_COUNT];            /* points, by kind of payment */
    xz_policy_tally policies[XZ_POLICY_COUNT];
    xz_seat_tally seats[XZ_MAX_SEATS];
} xz_tally;

void xz_tally_add(xz_tally *total, const xz_tally *part);

/* Plays hand `index` to its end. `rules` must be prepared. Each of the last three may be NULL; *tally is
 * added to, *record is left in written order (§10). XZ_E_SEAT: a dealer that there is not. XZ_E_POLICY. */
int xz_play_hand(const xz_rules *rules, const xz_batch *batch, uint64_t index, xz_hand_result *result, xz_tally *tally,
                 xz_record *record);

/* Plays the hands first_index ... first_index + count - 1. `results` (count of them), `records` (likewise) and `tally` may
 * be NULL. */
int xz_play_batch(const xz_rules *rules, const xz_batch *batch, uint64_t first_index, int64_t count,
                  xz_hand_result *results, xz_record *records, xz_tally *tally);

/* docs/determinism.md §4. */
int xz_hand_fingerprint(const xz_rules *rules, const xz_batch *batch, uint64_t index, uint64_t *fingerprint);
uint64_t xz_bench_fingerprint(void);

/* ---- environments: many hands stepped together --------------------------------------------------------------------------- */

/* What happens to a slot whose hand is over, with Gymnasium's names. */
typedef enum xz_autoreset {
    XZ_NEXT_STEP, /* the next step deals its next hand and ignores the action */
    XZ_SAME_STEP, /* the step that ends the hand deals the next one: rewards and `done` are of the old, the rest of the new */
    XZ_DISABLED,  /* it stays over, and actions for it are ignored, until it is reset */
    XZ_AUTORESET_COUNT
} xz_autoreset;
const char *xz_autoreset_name(int mode); /* "NEXT_STEP" */

#define XZ_CALLER (-1) /* in place of a policy: the seat is the caller's */

/* The rivers as a slot's latest observation showed them, by seat. More is kept than XZ_OBS_RIVER_DEPTH, since a discard that
 * is lifted uncovers an older one. */
#define XZ_RIVER_KEPT 24
typedef struct xz_rivers {
    uint8_t newest[XZ_MAX_SEATS][XZ_RIVER_KEPT]; /* discards that still lie, the newest first */
    uint8_t counts[XZ_MAX_SEATS][XZ_SLOTS];
    uint8_t length[XZ_MAX_SEATS];                /* of the whole river */
    uint8_t known, last;                         /* the view's river_count and its last discard, 0 without one */
} xz_rivers;

/* One game. Set `seed` and `next`, then reset. */
typedef struct xz_env_slot {
    xz_state state;
    xz_actions legal;             /* of the seat that acts */
    uint64_t seed, index;         /* of the hand being played */
    uint64_t next;                /* the index of the slot's next hand */
    uint64_t sampler;             /* state of xz_env_sample */
    int64_t shown[XZ_MAX_SEATS];  /* scores by the end of the last step */
    xz_rng rngs[XZ_MAX_SEATS];    /* the policies' streams */
    uint8_t seat;                 /* the caller's seat that acts; XZ_NONE when over */
    uint8_t last;                 /* the caller's seat that acted last, whose view is shown when over */
    xz_rivers rivers;
} xz_env_slot;

typedef struct xz_env {
    xz_rules rules;
    int32_t policies[XZ_MAX_SEATS]; /* xz_policy or XZ_CALLER; one seat at least is the caller's */
    int32_t dealer;                 /* a seat, or -1: index mod players */
    int32_t autoreset;              /* xz_autoreset */
    uint64_t stride;                /* from a slot's hand to its next */
    int64_t count;
    xz_env_slot *slots;                 /* the caller's */
} xz_env;

/* Where a step's results go, row i of each for slot i; any may be NULL. */
typedef struct xz_env_arrays {
    int8_t *observations_int8;      /* XZ_OBS_SIZE a row; when over, as the caller's seat that acted last sees the end */
    float *observations_float32;
    uint8_t *masks;                 /* XZ_ACTION_COUNT a row: 1 legal, 0 not */
    float *rewards;                 /* XZ_MAX_SEATS a row: points since the last step, by seat */
    int8_t *seats;                  /* the seat that acts; -1 when over */
    uint8_t *done;                  /* 1 if the hand ended in this step */
    int8_t *final_observations_int8; /* SAME_STEP: written only where done, as `observations` would be without the reset */
    float *final_observations_float32;
} xz_env_arrays;

/* XZ_E_RULES, XZ_E_POLICY, XZ_E_SEAT (dealer, or no seat is the caller's), XZ_E_COUNT (autoreset, count). */
int xz_env_check(const xz_env *env);

/* Slots [start, stop). Different slices may be worked on by different threads. Hands that end before the caller can act are
 * skipped. `which` (may be NULL): only the slots where it is not 0. */
void xz_env_reset(xz_env *env, int64_t start, int64_t stop, const uint8_t *which, const xz_env_arrays *out);

/* The first slot of [start, stop) whose action is not legal, or -1. */
int64_t xz_env_first_illegal(const xz_env *env, int64_t start, int64_t stop, const int64_t *actions);

/* actions[i] for slot i; each must be legal (xz_env_first_illegal). */
void xz_env_step(xz_env *env, int64_t start, int64_t stop, const int64_t *actions, const xz_env_arrays *out);

/* A legal action for each slot, each as likely as any other; 0 for those that are over. */
void xz_env_sample(xz_env *env, int64_t start, int64_t stop, int64_t *actions);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#endif /* XUEZHAN_H */
