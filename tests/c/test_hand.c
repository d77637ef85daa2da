/* Win, waits, shanten, accepted tiles, discards and facts against plain enumeration, on hands of every kind. */
#include "brute.h"
#include "check.h"
#include "hand/hand_index.h"

static xz_rng rng;

static int below(uint32_t n) { return (int)xz_rng_below(&rng, n); }

/* A hand of 13 or 14 tiles with `melds` own melds. Tiles come from one to three suits, in a run of ranks that is often short,
 * so that many hands are near complete and many want tiles that are used up. */
static xz_hand draw(int melds, int tiles) {
    for (;;) {
        xz_hand hand = {0};
        int suits[3] = {0, 1, 2}, count = 1 + below(3), span = 3 + below(7), first = below((uint32_t)(10 - span));
        int tries = 0, left = tiles - 3 * melds;
        for (int i = 0; i < 3; i++) {
            int j = below(3), swap = suits[i];
            suits[i] = suits[j];
            suits[j] = swap;
        }
        while (hand.meld_count < melds && tries++ < 100) {
            int slot = suits[below((uint32_t)count)] * 9 + first + below((uint32_t)span);
            if (brute_own(&hand, slot) == 0) {
                static const uint8_t kinds[] = {XZ_PONG, XZ_PONG, XZ_DIRECT_KONG, XZ_ADDED_KONG, XZ_CONCEALED_KONG};
                hand.melds[hand.meld_count++] =
                    (xz_meld){.kind = kinds[below(5)], .tile = (uint8_t)slot, .feeder = XZ_NONE, .holds = 0};
            }
        }
        while (left > 0 && tries++ < 300) {
            int slot = suits[below((uint32_t)count)] * 9 + first + below((uint32_t)span);
            int want = 1 + (below(3) == 0) * below(3);
            for (; want && left && brute_own(&hand, slot) < 4; want--, left--) {
                hand.counts[slot]++;
            }
        }
        if (hand.meld_count == melds && left == 0) {
            return hand;
        }
    }
}

static int middles_met;

static bool brute_win(const xz_hand *hand) { return brute_facts(hand, XZ_NONE) != 0; }

static void check_facts(const xz_hand *hand) {
    xz_facts facts;
    int win = XZ_NONE;
    for (int slot = 0; slot < XZ_SLOTS; slot++) { /* every third hand: its last tile, a 5 or 2s if it has one */
        bool const middle = win != XZ_NONE && (win % XZ_RANKS == 4 || win == 19);
        win = hand->counts[slot] && !middle && below(3) ? slot : win;
    }
    unsigned readings = brute_facts(hand, win);
    CHECK_EQUAL(xz_hand_is_win(hand), readings != 0);
    CHECK_EQUAL(xz_hand_facts(hand, win, &facts), readings != 0);
    middles_met += (readings & (XZ_READ_MIDDLE_FIVE | XZ_READ_MIDDLE_TWO)) != 0;
    CHECK_EQUAL(facts.readings, readings);
    int roots = 0, kongs[5] = {0};
    for (int slot = 0; slot < XZ_SLOTS && readings; slot++) {
        roots += brute_own(hand, slot) == 4;
    }
    for (int i = 0; i < hand->meld_count && readings; i++) {
        kongs[hand->melds[i].kind]++;
        roots -= hand->melds[i].kind != XZ_PONG;
    }
    CHECK_EQUAL(facts.roots, roots);
    CHECK_EQUAL(facts.direct_kongs, kongs[XZ_DIRECT_KONG]);
    CHECK_EQUAL(facts.added_kongs, kongs[XZ_ADDED_KONG]);
    CHECK_EQUAL(facts.concealed_kongs, kongs[XZ_CONCEALED_KONG]);
}

static void check_13(const xz_hand *hand) {
    brute_hand brute = brute_of(hand);
    int shanten = brute_shanten(&brute);
    uint32_t waits = 0, accepts = 0;
    CHECK_EQUAL(xz_hand_shanten(hand), shanten);
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        if (brute_own(hand, slot) == 4) {
            continue;
        }
        xz_hand more = *hand;
        more.counts[slot]++;
        brute_hand with = brute_of(&more);
        if (brute_win(&more)) {
            waits |= 1u << slot;
        }
        if (brute_shanten(&with) < shanten) {
            accepts |= 1u << slot;
        }
    }
    CHECK_EQUAL(xz_hand_waits(hand), waits);
    CHECK_EQUAL(xz_hand_accepts(hand), accepts);
    CHECK((shanten == 0) == (waits != 0));
    CHECK(!xz_hand_is_win(hand));
}

static void check_shanten(const xz_hand *hand) {
    brute_hand brute = brute_of(hand);
    CHECK_EQUAL(xz_hand_shanten(hand), brute_shanten(&brute));
}

/* The efficiency policy's discard by its definition, from the hand's discards. */
static void check_discards(const xz_hand *hand) {
    xz_discard discards[XZ_MAX_HAND];
    uint16_t half[XZ_SUITS][2];
    uint8_t live[XZ_SLOTS];
    int count = xz_hand_discards(hand, discards), best = 0, best_live = -1, at = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        live[slot] = (uint8_t)below((uint32_t)(5 - brute_own(hand, slot)));
        if (hand->counts[slot]) {
            xz_hand left = *hand;
            left.counts[slot]--;
            CHECK(at < count && discards[at].tile == slot);
            CHECK_EQUAL(discards[at].shanten, xz_hand_shanten(&left));
            CHECK_EQUAL(discards[at].accepts, xz_hand_accepts(&left));
            at++;
        }
    }
    CHECK_EQUAL(at, count);
    for (int i = 0; i < count; i++) {
        int copies = 0;
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
    for (int way = 0; way < 2; way++) {
        xz_use_bit_instructions(way == 1);
        CHECK_EQUAL(xz_index_best_discard(half, hand->counts, hand->melds, hand->meld_count, xz_copies_of(live)),
                    discards[best].tile);
    }
}

static void check_copies(const xz_hand *hand) {
    uint8_t seen[XZ_SLOTS];
    uint32_t const among = (uint32_t)below(XZ_ALL_SLOTS);
    int count = 0;
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        seen[slot] = (uint8_t)below(5);
    }
    xz_copies const left = xz_copies_beside(hand->counts, seen);
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        int const found =
            (int)((left.ones >> slot & 1u) + 2 * (left.twos >> slot & 1u) + 4 * (left.fours >> slot & 1u));
        CHECK_EQUAL(found, xz_max(4 - hand->counts[slot] - seen[slot], 0));
        count += among >> slot & 1u ? found : 0;
    }
    CHECK(!((left.ones | left.twos | left.fours) & ~XZ_ALL_SLOTS));
    for (int way = 0; way < 2; way++) {
        xz_use_bit_instructions(way == 1);
        CHECK_EQUAL(xz_count_copies(xz_copies_among(left, among)), count);
    }
}

/* Completes what a ready hand waits for, so that wins of every kind are looked at. */
static void check_wins(xz_hand hand) {
    for (uint32_t waits = xz_hand_waits(&hand); waits; waits &= waits - 1) {
        int slot = xz_lowest_bit(waits);
        hand.counts[slot]++;
        check_facts(&hand);
        check_discards(&hand);
        hand.counts[slot]--;
    }
}

/* A won hand that one discard makes six pairs and an odd tile, which waits as seven pairs, too. */
static void check_won_near_seven_pairs(void) {
    char const text[] = "33888m788889999s";
    xz_hand hand;
    CHECK(xz_hand_parse(text, sizeof text - 1, &hand, NULL) == XZ_OK && xz_hand_is_win(&hand));
    for (int i = 0; i < 100; i++) {
        check_discards(&hand);
    }
}

static void check_index(const xz_hand *hand) {
    uint16_t half[XZ_SUITS][2] = {{0}}, whole[XZ_SUITS][2];
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        for (int i = 0; i < 4; i++) {
            xz_index_take(half, slot);
        }
    }
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        for (int i = hand->counts[slot]; i < 4; i++) {
            xz_index_give(half, slot);
        }
    }
    xz_index_from_counts(hand->counts, whole);
    CHECK(memcmp(half, whole, sizeof half) == 0);
}

int main(void) {
    xz_rng_seed(&rng, 1, 0, XZ_STREAM_CALLER);
    brute_setup();
    check_won_near_seven_pairs();
    for (int melds = 0; melds <= 4; melds++) {
        for (int i = 0; i < 1000 / PART; i++) {
            xz_hand hand = draw(melds, 13), more = draw(melds, 14);
            check_13(&hand);
            check_facts(&more);
            check_shanten(&more);
            check_discards(&more);
            check_copies(&more);
            check_index(&hand);
        }
        for (int i = 0; i < 20000 / PART; i++) {
            xz_hand hand = draw(melds, 13);
            check_wins(hand);
            check_facts(&hand);
        }
    }
    for (int i = 0; i < 100000 / PART; i++) {
        xz_hand hand = draw(1 + i % 4, 13 + i / 4 % 2);
        check_shanten(&hand);
    }
    for (int i = 0; i < 2000 / PART; i++) {
        xz_hand hand = draw(0, 13 + i % 2);
        check_shanten(&hand);
    }
    CHECK(middles_met > 100);
    return check_report();
}
