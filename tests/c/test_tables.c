/* The generated tables are the ones this source was made with: counts, sizes and a checksum, the same on every machine. */
#include "check.h"
#include "tables/bit_table.h"
#include "tables/live_table.h"
#include "tables/suit_index.h"

static uint64_t sum = UINT64_C(14695981039346656037);
static size_t bytes;

static void add(uint32_t value) { sum = (sum ^ value) * UINT64_C(1099511628211); }

#define ADD_TABLE(table, count)                                                                                        \
    do {                                                                                                               \
        for (size_t i = 0; i < (count); i++) {                                                                         \
            add((uint32_t)(table)[i]);                                                                                 \
        }                                                                                                              \
        bytes += (count) * sizeof((table)[0]);                                                                         \
    } while (0)

int main(void) {
    /* what win, waits and shanten touch */
    ADD_TABLE(xz_suit_low, XZ_LOW_COUNT);
    ADD_TABLE(xz_suit_high, XZ_HIGH_COUNT);
    ADD_TABLE(xz_suit_id, XZ_VECTORS);
    ADD_TABLE(xz_suit_wait, XZ_RECORDS);
    ADD_TABLE(xz_whole_class_at, XZ_VECTORS);
    ADD_TABLE(xz_whole_lacks, XZ_WHOLE_CLASSES * XZ_WHOLE_PITCH);
    printf("win, waits, shanten: %zu bytes\n", bytes);
    CHECK(bytes <= 1300000);
    CHECK(sum == UINT64_C(0x7a42bd378a5f2589));

    /* patterns, hands with own or unknown melds */
    bytes = 0;
    ADD_TABLE(xz_suit_facts, XZ_RECORDS);
    ADD_TABLE(xz_suit_pairs, XZ_RECORDS);
    ADD_TABLE(xz_suit_class, XZ_RECORDS * 5);
    ADD_TABLE(xz_class_lacks, XZ_CLASSES * XZ_CLASSES * 5);
    ADD_TABLE(xz_meld_spread, 512);
    ADD_TABLE(xz_meld_start, 4096);
    ADD_TABLE(xz_meld_step5, XZ_STATES_AFTER_4 * 64);
    ADD_TABLE(xz_meld_step7, XZ_STATES_AFTER_6 * 64);
    ADD_TABLE(xz_meld_class, XZ_STATES_AFTER_8 * XZ_SYMBOLS * 4);
    printf("patterns, own melds: %zu bytes\n", bytes);
    CHECK(sum == UINT64_C(0x2400430d64450762));

    /* acceptance */
    bytes = 0;
    ADD_TABLE(xz_suit_gains_at, XZ_VECTORS);
    ADD_TABLE(xz_suit_gains, XZ_GAIN_RECORDS * XZ_GAINS);
    ADD_TABLE(xz_class_overlaps, XZ_CLASSES * XZ_CLASS_GAINS);
    printf("acceptance: %zu bytes\n", bytes);
    CHECK(sum == UINT64_C(0x3aef8f804ace3a99));
    for (size_t i = 0; i < XZ_VECTORS; i++) {
        CHECK(xz_suit_gains_at[i] < XZ_GAIN_RECORDS * XZ_GAINS);
    }

    /* dead tiles */
    bytes = 0;
    ADD_TABLE(xz_live_low, XZ_LIVE_HALVES);
    ADD_TABLE(xz_live_high, XZ_LIVE_HALVES);
    ADD_TABLE(xz_live_states, (size_t)XZ_LIVE_STATES * XZ_LIVE_STATE);
    ADD_TABLE(xz_live_fifth, XZ_LIVE_SYMBOLS * XZ_LIVE_BEYOND * XZ_LIVE_USES * XZ_LIVE_ROW);
    printf("dead tiles: %zu bytes\n", bytes);
    CHECK(bytes < 3000000);
    CHECK(sum == UINT64_C(0xe8aeef9599df123d));

    /* the n-th bit */
    for (int way = 0; way < 2; way++) {
        bool const by_instructions = xz_use_bit_instructions(way == 1);
        CHECK(way == 1 || !by_instructions);
        for (uint64_t word = 1; word < 1u << 16; word++) {
            xz_bits const bits = xz_bits_of(word << 3 | word << 41);
            uint32_t rank = 0;
            for (uint64_t rest = bits.word; rest; rank++, rest &= rest - 1) {
                CHECK((rest & (0 - rest)) == UINT64_C(1) << xz_nth_bit(&bits, rank));
            }
            CHECK(rank == bits.count);
        }
    }

    /* no record is without a suit, and none beyond */
    static unsigned char used[XZ_RECORDS];
    unsigned records = 0;
    for (size_t i = 0; i < XZ_VECTORS; i++) {
        CHECK(xz_suit_id[i] < XZ_RECORDS);
        records += !used[xz_suit_id[i]];
        used[xz_suit_id[i]] = 1;
    }
    CHECK_EQUAL(records, XZ_RECORDS);
    const uint8_t none[XZ_RANKS] = {0};
    CHECK_EQUAL(xz_suit_record(none), XZ_EMPTY_RECORD);
    return check_report();
}
