/* The C tests' only machinery: CHECK counts, REPORT prints and gives the exit status. */
#ifndef XZ_TESTS_CHECK_H
#define XZ_TESTS_CHECK_H

#include <stdio.h>

static int check_passed, check_failed;

static inline void check_count(int holds, const char *file, int line, const char *text) {
    if (holds) {
        check_passed++;
    } else if (check_failed++ < 20) {
        fprintf(stderr, "%s:%d: %s\n", file, line, text);
    }
}

#define CHECK(condition) check_count(!!(condition), __FILE__, __LINE__, #condition)

/* Both are shown if they differ. */
#define CHECK_EQUAL(left, right)                                                                                       \
    do {                                                                                                               \
        long long check_left = (long long)(left), check_right = (long long)(right);                                    \
        char check_text[200];                                                                                          \
        snprintf(check_text, sizeof check_text, "%s = %lld, %s = %lld", #left, check_left, #right, check_right);       \
        check_count(check_left == check_right, __FILE__, __LINE__, check_text);                                        \
    } while (0)

static inline int check_report(void) {
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed != 0;
}

#endif
