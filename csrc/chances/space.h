/* The caller's memory: what stays is laid from its bottom up, what is given back from its top down. */
#ifndef XZ_CHANCES_SPACE_H
#define XZ_CHANCES_SPACE_H

#include <stddef.h>
#include <stdint.h>

typedef struct xz_space {
    unsigned char *base; /* aligned as a double is */
    size_t bottom, top;
} xz_space;

static inline size_t xz_space_rounded(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

/* NULL if it is full, as the next. */
static inline void *xz_space_keep(xz_space *space, size_t bytes) {
    size_t const size = xz_space_rounded(bytes);
    if (size > space->top - space->bottom) {
        return NULL;
    }
    void *found = space->base + space->bottom;
    space->bottom += size;
    return found;
}

/* Given back by setting `top` to what it was. */
static inline void *xz_space_borrow(xz_space *space, size_t bytes) {
    size_t const size = xz_space_rounded(bytes);
    if (size > space->top - space->bottom) {
        return NULL;
    }
    space->top -= size;
    return space->base + space->top;
}

#endif
