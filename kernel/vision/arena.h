// Memory that is taken piece by piece, and given back all at once.
#ifndef TILERUMMY_VISION_ARENA_H
#define TILERUMMY_VISION_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t *start;
    size_t size, used;
} arena;

// Return memory for *bytes*, aligned to 16, or null if there is not enough left.
static inline void *arena_take(arena *from, size_t bytes) {
    size_t at = (from->used + 15) & ~(size_t)15;
    if (bytes > from->size || at > from->size - bytes) return NULL;
    from->used = at + bytes;
    return from->start + at;
}

static inline float *arena_floats(arena *from, size_t count) { return (float *)arena_take(from, count * sizeof(float)); }

#endif
