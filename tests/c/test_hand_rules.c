/* Hands under other rules than §1 alone, a declared void suit, 7 or 10 tiles, no pairs, against plain enumeration. */
#include "brute.h"
#include "check.h"
#include "hand/hand_index.h"

static xz_rng rng;

static int below(uint32_t n) { return (int)xz_rng_below(&rng, n); }

/* Of one to three suits and often of few ranks, with own melds. */
static xz_hand draw(int melds, int tiles) {
    for (;;) {
        xz_hand hand = {0};
        int suits = 1 + below(3), first_suit = below(3), span = 3 + below(7), first = below((uint32_t)(10 - span));
        int tries = 0, left = tiles - 3 * melds;
        while ((hand.meld_count < melds || left > 0) && tries++ < 300) {
            int slot = (first_suit + below((uint32_t)suits)) % 3 * 9 + first + below((uint32_t)span);
            if (hand.meld_count < melds) {
                static const uint8_t kinds[] = {XZ_PONG, XZ_PONG, XZ_DIRECT_KONG, XZ_ADDED_KONG, XZ_CONCEALED_KONG};
                if (brute_own(&hand, slot) == 0) {
                    hand.melds[hand.meld_count++] =
                        (xz_meld){.kind = kinds[below(5)], .tile = (uint8_t)slot, .feeder = XZ_NONE, .holds = 0};
                }
                continue;
            }
            for (int want = 1 + (below(2) == 0); want && left && brute_own(&hand, slot) < 4; want--, left--) {
                hand.counts[slot]++;
            }
        }
        if (hand.meld_count == melds && left == 0) {
            return hand;
        }
    }
}

static xz_hand_rules draw_rules(void) {
    static const int sizes[] = {13, 10, 7};
    xz_hand_rules rules;
    int const void_suit = below(4);
    CHECK(xz_hand_rules_make(sizes[below(3)], below(4) != 0, void_suit == 3 ? XZ_NONE : void_suit, &rules) == XZ_OK);
    return rules;
}

static brute_hand brute_under(const xz_hand *hand, const xz_hand_rules *rules) {
    brute_hand b = brute_of(hand);
    b.whole = rules->size / 3;
    b.melds = b.whole - hand->meld_count;
    b.pairs = rules->pairs;
    b.done_without = rules->void_suit == XZ_NONE ? 7u : 1u << rules->void_suit;
    return b;
}

static int brute_least(const xz_hand *hand, const xz_hand_rules *rules) {
    brute_hand const b = brute_under(hand, rules);
    return brute_shanten(&b);
}

static void check_13(const xz_hand *hand, const xz_hand_rules *rules, uint32_t *waits, uint32_t *accepts) {
    int const shanten = brute_least(hand, rules);
    *waits = *accepts = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (brute_own(hand, slot) < 4) {
            xz_hand more = *hand;
            more.counts[slot]++;
            int const with = brute_least(&more, rules);
            *waits |= (uint32_t)(with == -1) << slot;
            *accepts |= (uint32_t)(with < shanten) << slot;
        }
    }
    CHECK_EQUAL(xz_hand_shanten_under(hand, rules), shanten);
    CHECK_EQUAL(xz_hand_waits_under(hand, rules), *waits);
    CHECK_EQUAL(xz_hand_accepts_under(hand, rules), *accepts);
    CHECK(!xz_hand_is_win_under(hand, rules));
}

/* The best discard by its definition; those of the hand itself are checked as hands of a tile less. */
static void check_discards(const xz_hand *hand, const xz_hand_rules *rules) {
    xz_discard discards[XZ_MAX_HAND];
    uint16_t half[XZ_SUITS][2];
    uint8_t live[XZ_SLOTS];
    int const count = xz_hand_discards_under(hand, rules, discards);
    int best = 0, best_live = -1;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        live[slot] = (uint8_t)below((uint32_t)(5 - brute_own(hand, slot)));
    }
    for (int i = 0; i < count; i++) {
        xz_hand left = *hand;
        int copies = 0;
        left.counts[discards[i].tile]--;
        CHECK_EQUAL(discards[i].shanten, xz_hand_shanten_under(&left, rules));
        CHECK_EQUAL(discards[i].accepts, xz_hand_accepts_under(&left, rules));
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            copies += discards[i].accepts >> slot & 1u ? live[slot] : 0;
        }
        if (best_live < 0 || discards[i].shanten < discards[best].shanten ||
            (discards[i].shanten == discards[best].shanten && copies > best_live)) {
            best = i;
            best_live = copies;
        }
    }
    xz_index_from_counts(hand->counts, half);
    xz_shape const shape = xz_shape_under(rules, rules->size / 3 - hand->meld_count, hand->meld_count != 0);
    CHECK_EQUAL(xz_best_discard(XZ_CONST_HALF(half), hand->counts, xz_open_of(hand->melds, hand->meld_count), shape,
                                xz_copies_of(live)),
                discards[best].tile);
}

static void check_14(const xz_hand *hand, const xz_hand_rules *rules) {
    int const shanten = brute_least(hand, rules);
    CHECK_EQUAL(xz_hand_shanten_under(hand, rules), shanten);
    CHECK_EQUAL(xz_hand_is_win_under(hand, rules), shanten == -1);
    check_discards(hand, rules);
}

static void check_live(const xz_hand *hand, const xz_hand_rules *rules) {
    uint8_t live[XZ_SLOTS];
    brute_hand b = brute_under(hand, rules);
    uint32_t lower = 0;
    int const dead = below(5);
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        int const room = 4 - brute_own(hand, slot);
        live[slot] = (uint8_t)xz_max(0, room - below((uint32_t)dead + 1));
        b.limit[slot] = (uint8_t)(hand->counts[slot] + live[slot]);
    }
    int const shanten = brute_shanten(&b);
    CHECK_EQUAL(xz_hand_shanten_live_under(hand, live, rules), shanten);
    for (int slot = 0; slot < XZ_SLOTS && hand->meld_count < 4; slot++) {
        if (live[slot] && xz_count_tiles(hand->counts) % 3 == 1) {
            b.counts[slot]++;
            lower |= (uint32_t)(brute_shanten(&b) < shanten) << slot;
            b.counts[slot]--;
        }
    }
    if (xz_count_tiles(hand->counts) % 3 == 1 && hand->meld_count < 4) {
        CHECK_EQUAL(xz_hand_accepts_live_under(hand, live, rules), lower);
    }
}

static void check_hands(int hands) {
    int wins = 0, ready = 0;
    for (int i = 0; i < hands; i++) {
        xz_hand_rules const rules = draw_rules();
        int const melds = below((uint32_t)(rules.size / 3 + 1)) * below(2);
        xz_hand hand = draw(melds, rules.size), more = draw(melds, rules.size + 1);
        uint32_t waits, accepts;
        check_13(&hand, &rules, &waits, &accepts);
        check_14(&more, &rules);
        check_live(&hand, &rules);
        check_live(&more, &rules);
        ready += waits != 0;
        for (; waits; waits &= waits - 1) {
            xz_hand won = hand;
            won.counts[xz_lowest_bit(waits)]++;
            check_14(&won, &rules);
            wins++;
        }
    }
    CHECK(ready > hands / 20 && wins > ready);
}

/* ---- rows ----------------------------------------------------------------------------------------------------------------- */

enum { ROWS = 300, WIDE = 40 };

static uint8_t counts[ROWS][XZ_SLOTS], turned[XZ_SLOTS][ROWS], voids[ROWS][3], live[ROWS][XZ_SLOTS];
static uint32_t pongs[ROWS], kongs[ROWS];
static xz_hand hands[ROWS];
static uint16_t indices[ROWS][XZ_INDEX_HALVES], wide[ROWS][XZ_INDEX_HALVES + 3];

static void fill(int size, int tiles, int most_melds, bool with_voids) {
    int status = XZ_OK;
    for (int r = 0; r < ROWS; r++) {
        hands[r] = draw(below((uint32_t)most_melds + 1), tiles);
        memcpy(counts[r], hands[r].counts, XZ_SLOTS);
        xz_open const open = xz_open_of(hands[r].melds, hands[r].meld_count);
        pongs[r] = open.pongs;
        kongs[r] = open.kongs;
        int const void_suit = below(4);
        voids[r][1] = with_voids && void_suit < 3 ? (uint8_t)void_suit : XZ_NONE;
        for (int slot = 0; slot < XZ_SLOTS; slot++) {
            turned[slot][r] = counts[r][slot];
            live[r][slot] = (uint8_t)below((uint32_t)(5 - brute_own(&hands[r], slot)));
        }
    }
    if (tiles >= size) {
        CHECK_EQUAL(xz_index_rows(counts[0], ROWS, XZ_SLOTS, 1, indices[0], &status), ROWS);
        for (int r = 0; r < ROWS; r++) {
            memcpy(wide[r], indices[r], sizeof indices[r]);
        }
    }
}

static void check_rows_of(xz_hand_rules rules, int tiles, int most_melds, bool with_voids) {
    static uint8_t win[ROWS];
    static uint32_t waits[ROWS], accepts[ROWS];
    static int8_t shanten[ROWS];
    int status = XZ_OK;
    bool const drawn = tiles % 3 == 2;
    fill(rules.size, tiles, most_melds, with_voids);
    for (int way = 0; way < 5; way++) { /* rows, columns, live tiles, index, index with gaps */
        xz_hand_rows rows = {.counts = way == 1 ? turned[0] : counts[0],
                             .rows = ROWS,
                             .row_step = way == 1 ? 1 : XZ_SLOTS,
                             .slot_step = way == 1 ? ROWS : 1,
                             .pongs = most_melds ? pongs : NULL,
                             .kongs = most_melds ? kongs : NULL,
                             .meld_step = 1,
                             .voids = with_voids ? &voids[0][1] : NULL,
                             .void_step = 3};
        xz_hand_index_rows const index = {way == 3 ? indices[0] : wide[0], ROWS,
                                          way == 3 ? XZ_INDEX_HALVES : XZ_INDEX_HALVES + 3, rows.voids, 3};
        bool const by_index = way >= 3;
        if (by_index && (most_melds || tiles < rules.size)) {
            continue;
        }
        if (way == 2) {
            rows.live = live[0];
            rows.live_row_step = XZ_SLOTS;
            rows.live_slot_step = 1;
        }
        CHECK_EQUAL(by_index ? xz_shanten_index_rows_under(&index, &rules, shanten, &status)
                             : xz_shanten_rows_under(&rows, &rules, shanten, &status),
                    ROWS);
        if (drawn && way != 2) {
            CHECK_EQUAL(by_index ? xz_win_index_rows_under(&index, &rules, win, &status)
                                 : xz_win_rows_under(&rows, &rules, win, &status),
                        ROWS);
        }
        if (!drawn && way != 2) {
            CHECK_EQUAL(by_index ? xz_waits_index_rows_under(&index, &rules, waits, &status)
                                 : xz_waits_rows_under(&rows, &rules, waits, &status),
                        ROWS);
        }
        if (!drawn && !by_index) {
            CHECK_EQUAL(xz_accepts_rows_under(&rows, &rules, accepts, &status), ROWS);
        }
        for (int r = 0; r < ROWS; r++) {
            xz_hand_rules own = rules;
            own.void_suit = with_voids ? voids[r][1] : rules.void_suit;
            CHECK_EQUAL(shanten[r], way == 2 ? xz_hand_shanten_live_under(&hands[r], live[r], &own)
                                             : xz_hand_shanten_under(&hands[r], &own));
            if (way == 2) {
                CHECK(drawn || accepts[r] == xz_hand_accepts_live_under(&hands[r], live[r], &own));
            } else if (drawn) {
                CHECK_EQUAL(win[r], xz_hand_is_win_under(&hands[r], &own));
            } else {
                CHECK_EQUAL(waits[r], xz_hand_waits_under(&hands[r], &own));
                CHECK(by_index || accepts[r] == xz_hand_accepts_under(&hands[r], &own));
            }
        }
    }
}

static void check_bad_rows(void) {
    static int8_t shanten[ROWS];
    xz_hand_rules rules;
    int status = XZ_OK;
    CHECK_EQUAL(xz_hand_rules_make(12, true, XZ_NONE, &rules), XZ_E_SIZE);
    CHECK_EQUAL(xz_hand_rules_make(13, true, 3, &rules), XZ_E_TILES);
    CHECK_EQUAL(xz_hand_rules_make(7, true, XZ_NONE, &rules), XZ_OK);
    fill(7, 7, 0, true);
    xz_hand_rows rows = {
        .counts = counts[0], .rows = ROWS, .row_step = XZ_SLOTS, .slot_step = 1, .voids = &voids[0][1], .void_step = 3};
    xz_hand_index_rows const index = {indices[0], ROWS, XZ_INDEX_HALVES, &voids[0][1], 3};
    uint8_t const kept = voids[200][1];
    for (int suit = 3; suit < XZ_NONE; suit++) {
        voids[200][1] = (uint8_t)suit;
        CHECK_EQUAL(xz_shanten_rows_under(&rows, &rules, shanten, &status), -201);
        CHECK_EQUAL(status, XZ_E_RULES);
        CHECK_EQUAL(xz_shanten_index_rows_under(&index, &rules, shanten, &status), -201);
        CHECK_EQUAL(status, XZ_E_RULES);
    }
    voids[200][1] = kept;
    for (int tiles = 0; tiles <= 14; tiles++) { /* beside unknown melds; of an index there are none */
        memset(counts[100], 0, XZ_SLOTS);
        for (int i = 0; i < tiles; i++) {
            counts[100][i % XZ_SLOTS]++;
        }
        xz_index_rows(counts[100], 1, XZ_SLOTS, 1, indices[100], &status);
        bool const takes = tiles <= 8 && tiles % 3;
        CHECK_EQUAL(xz_shanten_rows_under(&rows, &rules, shanten, &status), takes ? ROWS : -101);
        CHECK(takes || status == XZ_E_SIZE);
        CHECK_EQUAL(xz_shanten_index_rows_under(&index, &rules, shanten, &status), takes && tiles >= 7 ? ROWS : -101);
        CHECK((takes && tiles >= 7) || status == XZ_E_SIZE);
    }
}

int main(void) {
    xz_rng_seed(&rng, 6, 0, XZ_STREAM_CALLER);
    brute_setup();
    check_hands(1500 / PART);
    for (int i = 0; i < 60 / PART + 2; i++) {
        xz_hand_rules const rules = draw_rules();
        int const melds = rules.size / 3;
        check_rows_of(rules, rules.size, 0, i % 2);
        check_rows_of(rules, rules.size + 1, 0, i % 2);
        check_rows_of(rules, rules.size, melds, i % 2);
        check_rows_of(rules, rules.size + 1, melds, i % 2);
        check_rows_of(rules, rules.size - 3, 0, i % 2);
        check_rows_of(rules, rules.size - 5, 0, i % 2);
    }
    check_bad_rows();
    return check_report();
}
