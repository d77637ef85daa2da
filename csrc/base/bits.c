#include "base/bits.h"
#include "xuezhan/xuezhan.h"

#ifdef XZ_BIT_INSTRUCTIONS

bool xz_bit_instructions;

/* AMD before Zen 3 (families 15h and 17h) has a pdep that is slower than plain code; of others' little is known. */
static bool has_them(void) {
    __builtin_cpu_init();
    bool const quick = __builtin_cpu_is("intel") ||
                       (__builtin_cpu_is("amd") && !__builtin_cpu_is("amdfam15h") && !__builtin_cpu_is("amdfam17h"));
    return quick && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2");
}

__attribute__((constructor)) static void look(void) { xz_bit_instructions = has_them(); }

bool xz_use_bit_instructions(bool wanted) {
    xz_bit_instructions = wanted && has_them();
    return xz_bit_instructions;
}

bool xz_uses_bit_instructions(void) { return xz_bit_instructions; }

#else

bool xz_uses_bit_instructions(void) { return false; }

bool xz_use_bit_instructions(bool wanted) {
    (void)wanted;
    return false;
}

#endif
