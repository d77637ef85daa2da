/* The text readers: what they give, and that they stay inside of texts of any bytes. Buffers are exactly as long as the
 * text, so that the address sanitizer sees one byte too far. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "xuezhan/xuezhan.h"

static void check_hand(const char *text, const char *canonical) {
    xz_hand hand;
    char out[96];
    CHECK_EQUAL(xz_hand_parse(text, strlen(text), &hand, NULL), XZ_OK);
    CHECK_EQUAL(xz_hand_format(&hand, out, sizeof out), strlen(canonical));
    CHECK(strcmp(out, canonical) == 0);
}

static void check_refused(const char *text, int status, size_t position) {
    xz_hand hand, before;
    xz_text_error error;
    memset(&hand, 0x5A, sizeof hand);
    before = hand;
    CHECK_EQUAL(xz_hand_parse(text, strlen(text), &hand, &error), status);
    CHECK_EQUAL(error.status, status);
    CHECK_EQUAL(error.position, position);
    CHECK(error.message[0] && memchr(error.message, 0, sizeof error.message));
    CHECK(memcmp(&hand, &before, sizeof hand) == 0); /* a failed call changes nothing */
    CHECK_EQUAL(xz_hand_parse(text, strlen(text), &hand, NULL), status);
}

/* A hand that is none is refused, before anything is written. */
static void check_writer_refuses(void) {
    char out[96] = "as it was";
    xz_hand hand = {.meld_count = 0};
    memset(hand.counts, 9, sizeof hand.counts);
    CHECK_EQUAL(xz_hand_format(&hand, out, sizeof out), XZ_E_TILES);
    hand = (xz_hand){.meld_count = 200};
    CHECK_EQUAL(xz_hand_format(&hand, out, sizeof out), XZ_E_MELD);
    hand = (xz_hand){.meld_count = 1, .melds = {{.kind = 77, .tile = 3}}};
    CHECK_EQUAL(xz_hand_format(&hand, out, sizeof out), XZ_E_MELD);
    hand = (xz_hand){.meld_count = 1, .melds = {{.kind = XZ_PONG, .tile = 99}}};
    CHECK_EQUAL(xz_hand_format(&hand, out, sizeof out), XZ_E_MELD);
    hand = (xz_hand){.counts = {4, 4, 4, 4}};
    CHECK_EQUAL(xz_hand_format(&hand, out, sizeof out), XZ_E_SIZE);
    CHECK(strcmp(out, "as it was") == 0);
    hand.counts[3] = 0;
    CHECK_EQUAL(xz_hand_format(&hand, out, 5), XZ_E_BUFFER);
    CHECK(strcmp(out, "as it was") == 0);
}

static void check_readers(void) {
    check_writer_refuses();
    check_hand("", "");
    check_hand("3m 1m2m[999s]", "123m [999s]");
    check_hand("\xF0\x9F\x80\x87\xEF\xB8\x8F"
               "23\xE4\xB8\x87",
               "123m"); /* a Unicode tile, its selector, 万 */
    check_hand("(1111m)[2222m][333+3m][444m] 55m", "55m (1111m)[2222m][333+3m][444m]");
    check_hand("1m2m3m4m5m6m7m8m9m1p2p3p4p5p", "123456789m12345p");
    check_refused("1m1x", XZ_E_TEXT, 3);
    check_refused("\xE4\xB8", XZ_E_TEXT, 0); /* truncated */
    check_refused("1m\xC0\x80", XZ_E_TEXT, 2); /* overlong */
    check_refused("1m\xED\xA0\x80", XZ_E_TEXT, 2); /* a surrogate */
    check_refused("1m\xF4\x90\x80\x80", XZ_E_TEXT, 2); /* past the last character */
    check_refused("1m\xFF", XZ_E_TEXT, 2);
    check_refused("\xE4\xB8\x87", XZ_E_TEXT, 0); /* a suit alone */
    check_refused("11111m", XZ_E_TILES, 4);
    check_refused("123456789m123456p", XZ_E_SIZE, 15);
    check_refused("1m[123m]", XZ_E_MELD, 2);

    uint8_t slots[4];
    CHECK_EQUAL(xz_tiles_parse("9s1m1m", 6, slots, 4, NULL), 3);
    CHECK(slots[0] == 26 && slots[1] == 0 && slots[2] == 0); /* in the order of the text */
    CHECK_EQUAL(xz_tiles_parse("12345m", 6, slots, 4, NULL), XZ_E_SIZE);
    CHECK_EQUAL(xz_tiles_parse("[111m]", 6, slots, 4, NULL), XZ_E_MELD);
    CHECK_EQUAL(xz_tiles_parse("", 0, slots, 0, NULL), 0);
    CHECK_EQUAL(xz_tiles_parse("1m1", 2, slots, 4, NULL), 1); /* the length counts, not a zero */
}

static void check_format_sizes(void) {
    xz_hand hand;
    char out[96];
    CHECK_EQUAL(xz_hand_parse("123m [111p]", 11, &hand, NULL), XZ_OK);
    CHECK_EQUAL(xz_hand_format(&hand, out, 11), XZ_E_BUFFER);
    CHECK_EQUAL(xz_hand_format(&hand, out, 12), 11);
    CHECK_EQUAL(xz_hand_format(&hand, out, 0), XZ_E_BUFFER);
}

/* Pieces that texts are made of, and then bytes of any kind. */
static size_t random_text(xz_rng *rng, uint8_t *text, size_t size) {
    static const char *const pieces[] = {"1",
                                         "5",
                                         "9",
                                         "m",
                                         "p",
                                         "s",
                                         "m",
                                         "p",
                                         " ",
                                         "[",
                                         "]",
                                         "(",
                                         ")",
                                         "+",
                                         "[111m]",
                                         "(2222p)",
                                         "[333+3s]",
                                         "123m",
                                         "99s",
                                         "\xE4\xB8\x87",
                                         "\xE7\xAD\x92",
                                         "\xE6\x9D\xA1",
                                         "\xE4\xB8\x80",
                                         "\xF0\x9F\x80\x87",
                                         "\xF0\x9F\x80\xA1",
                                         "\xF0\x9F\x80\x80",
                                         "\xEF\xB8\x8F",
                                         "\xEF\xBC\x91",
                                         "\xE3\x80\x80"};
    const uint32_t count = sizeof pieces / sizeof pieces[0];
    size_t length = 0;
    for (uint32_t n = xz_rng_below(rng, 12); n > 0; n--) {
        const char *piece = pieces[xz_rng_below(rng, count)];
        if (length + strlen(piece) > size) {
            break;
        }
        memcpy(text + length, piece, strlen(piece));
        length += strlen(piece);
    }
    for (uint32_t n = xz_rng_below(rng, 3); n > 0 && length > 0; n--) {
        text[xz_rng_below(rng, (uint32_t)length)] = (uint8_t)xz_rng_below(rng, 256);
    }
    return length - (length ? xz_rng_below(rng, (uint32_t)length) / 4 : 0);
}

static void check_any_bytes(void) {
    xz_rng rng;
    int read = 0, refused = 0;
    xz_rng_seed(&rng, 1, 0, XZ_STREAM_CALLER);
    for (int i = 0; i < 200000; i++) {
        uint8_t text[256], slots[20];
        const size_t length = random_text(&rng, text, sizeof text);
        char *exact = malloc(length ? length : 1);
        if (!exact) {
            abort();
        }
        memcpy(exact, text, length);
        xz_hand hand;
        xz_text_error error;
        const int status = xz_hand_parse(exact, length, &hand, &error);
        if (status == XZ_OK) {
            char out[96];
            xz_hand again;
            read++;
            CHECK_EQUAL(xz_hand_check(&hand), XZ_OK);
            const int size = xz_hand_format(&hand, out, sizeof out);
            CHECK(size >= 0);
            CHECK_EQUAL(xz_hand_parse(out, (size_t)size, &again, NULL), XZ_OK);
            CHECK(memcmp(&hand, &again, sizeof hand) == 0);
        } else {
            refused++;
            CHECK(status < 0 && error.status == status && error.position <= length);
            CHECK(memchr(error.message, 0, sizeof error.message) != NULL);
        }
        CHECK(xz_tiles_parse(exact, length, slots, sizeof slots, &error) <= (int)sizeof slots);
        free(exact);
    }
    printf("%d read, %d refused\n", read, refused);
    CHECK(read > 5000);
    CHECK(refused > 10000);
}

int main(void) {
    check_readers();
    check_format_sizes();
    check_any_bytes();
    return check_report();
}
