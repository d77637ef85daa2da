/* Chances: the caller's memory and what is refused. The numbers are tested from Python, against the reference. */
#include "check.h"
#include "xuezhan/xuezhan.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWS = 14, NUMBERS = XZ_MAX_HAND * (DRAWS + 1), MOST = 1 << 20 };

typedef struct answer {
    xz_chances chances;
    double ready[NUMBERS], won[NUMBERS], fan[NUMBERS];
} answer;

static xz_hand hand_of(const char *text) {
    xz_hand hand;
    CHECK(xz_hand_parse(text, strlen(text), &hand, NULL) == XZ_OK);
    return hand;
}

static void live_of(const xz_hand *hand, uint8_t live[XZ_SLOTS]) {
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        live[slot] = (uint8_t)(4 - hand->counts[slot]);
    }
    for (int i = 0; i < hand->meld_count; i++) {
        live[hand->melds[i].tile] = (uint8_t)(live[hand->melds[i].tile] - (hand->melds[i].kind == XZ_PONG ? 3 : 4));
    }
}

static int ask(const xz_hand *hand, const uint8_t *live, int draws, size_t size, answer *found) {
    xz_rules rules;
    CHECK(xz_rules_preset(XZ_GUIDE, &rules) == XZ_OK);
    void *const space = malloc(size ? size : 1); /* of just this size, so that the sanitizers see what is beyond */
    CHECK(space != NULL);
    int const status =
        xz_find_chances(&rules, hand, live, draws, space, size, &found->chances, found->ready, found->won, found->fan);
    free(space);
    return status;
}

/* Too little memory is said to be, and the answer does not depend on how much there is. */
static void any_memory(const char *text) {
    xz_hand const hand = hand_of(text);
    uint8_t live[XZ_SLOTS];
    live_of(&hand, live);
    static answer whole, found;
    CHECK(ask(&hand, live, DRAWS, MOST, &whole) == XZ_OK);
    size_t const count = (size_t)whole.chances.rows * (DRAWS + 1) * sizeof(double);
    bool enough = false;
    for (size_t size = 0; size < MOST; size = size * 9 / 8 + 13) {
        int const status = ask(&hand, live, DRAWS, size, &found);
        CHECK(status == (enough ? XZ_OK : status == XZ_OK ? XZ_OK : XZ_E_BUFFER));
        enough |= status == XZ_OK;
        if (enough) {
            CHECK(!memcmp(&found.chances, &whole.chances, sizeof found.chances));
            CHECK(!memcmp(found.won, whole.won, count) && !memcmp(found.fan, whole.fan, count));
            CHECK(!memcmp(found.ready, whole.ready, count));
        }
    }
    CHECK(enough);
}

static void refusals(void) {
    static answer found;
    uint8_t live[XZ_SLOTS], none[XZ_SLOTS] = {0};
    xz_hand hand = hand_of("123456m2233p [555p]");
    live_of(&hand, live);
    CHECK(ask(&hand, live, 96, MOST, &found) == XZ_E_COUNT);
    CHECK(ask(&hand, live, -1, MOST, &found) == XZ_E_COUNT);
    CHECK(ask(&hand, none, 0, MOST, &found) == XZ_OK);
    CHECK(found.chances.shanten == XZ_UNREACHABLE && found.chances.rows == 0);
    live[13]++;
    CHECK(ask(&hand, live, 5, MOST, &found) == XZ_E_TILES);
    hand = hand_of("123456m2233p");
    CHECK(ask(&hand, none, 0, MOST, &found) == XZ_E_SIZE);
    hand = hand_of("123456m22333p [555p]");
    CHECK(ask(&hand, none, 0, MOST, &found) == XZ_E_WON);
    hand.counts[0] = 5;
    CHECK(ask(&hand, none, 0, MOST, &found) != XZ_OK);
}

int main(void) {
    any_memory("1234567m134459p");
    any_memory("1223345m4556p [888p]");
    any_memory("11335577m1146p2s");
    refusals();
    return check_report();
}
