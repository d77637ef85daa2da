/* Bits to bytes. */
#include "check.h"

#include "base/spread.h"

static void each_bit_has_its_byte(uint64_t bits) {
    uint8_t bytes[64];
    xz_spread(bits, bytes);
    for (int i = 0; i < 64; i++) {
        CHECK_EQUAL(bytes[i], bits >> i & 1u);
    }
}

int main(void) {
    uint64_t bits = 1;
    each_bit_has_its_byte(0);
    each_bit_has_its_byte(UINT64_MAX);
    for (int i = 0; i < 1000; i++) {
        each_bit_has_its_byte(UINT64_C(1) << (i % 64));
        each_bit_has_its_byte(bits);
        bits = bits * UINT64_C(6364136223846793005) + 1442695040888963407u;
    }
    return check_report();
}
