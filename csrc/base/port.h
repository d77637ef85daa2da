/* What the compiler and the machine differ in, kept in one place. */
#ifndef XZ_BASE_PORT_H
#define XZ_BASE_PORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define XZ_LIKELY(x) __builtin_expect(!!(x), 1)
#define XZ_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define XZ_ALWAYS_INLINE static inline __attribute__((always_inline))
#define XZ_NEVER_INLINE __attribute__((noinline))
#else
#define XZ_LIKELY(x) (x)
#define XZ_UNLIKELY(x) (x)
#define XZ_ALWAYS_INLINE static inline
#define XZ_NEVER_INLINE
#endif

/* The project's own assertion: on where XZ_CHECKS is defined, whatever NDEBUG says. */
#ifdef XZ_CHECKS
#include <stdio.h>
#include <stdlib.h>
#define XZ_ASSERT(condition)                                                                                           \
    ((condition) ? (void)0 : (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), abort()))
#else
#define XZ_ASSERT(condition) ((void)0)
#endif

/* The precondition that most calls have: rules that xz_rules_prepare has passed. */
#define XZ_ASSERT_PREPARED(rules) XZ_ASSERT((rules)->derived.wall_length != 0)

/* Part of every x86-64, so no choice is left to run time. XZ_NO_VECTORS: the plain code everywhere, for tests. */
#if defined(__SSE2__) && !defined(XZ_NO_VECTORS)
#define XZ_SSE2
#include <emmintrin.h>
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define XZ_BIG_ENDIAN
#endif

/* Eight bytes as a number whose lowest byte comes first, on every machine. */
static inline uint64_t xz_load8(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#ifdef XZ_BIG_ENDIAN
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The bytes the other way round. */
static inline uint64_t xz_swap8(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_bswap64(x);
#else
    x = (x >> 8 & UINT64_C(0x00FF00FF00FF00FF)) | (x & UINT64_C(0x00FF00FF00FF00FF)) << 8;
    x = (x >> 16 & UINT64_C(0x0000FFFF0000FFFF)) | (x & UINT64_C(0x0000FFFF0000FFFF)) << 16;
    return x >> 32 | x << 32;
#endif
}

/* A copy of memory that another thread may write to meanwhile: what is checked afterwards is what is used. */
static inline void xz_copy_once(void *to, const void *from, size_t size) {
    memcpy(to, from, size);
#if defined(__GNUC__) || defined(__clang__)
    __asm__ volatile("" : : "r"(to) : "memory");
#endif
}

static inline int xz_min(int a, int b) { return a < b ? a : b; }
static inline int xz_max(int a, int b) { return a > b ? a : b; }

#endif
