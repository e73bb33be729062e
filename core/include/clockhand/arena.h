/// A stretch of the caller's memory that is handed out from the front. Nothing is freed singly: a mark is rewound.
#ifndef CLOCKHAND_ARENA_H
#define CLOCKHAND_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ch_arena {
    unsigned char *data; ///< the caller's bytes, 8-byte aligned
    size_t capacity;     ///< bytes in all
    size_t used;         ///< bytes handed out; also the mark to rewind to
} ch_arena;

/// `count` items of `size` bytes each, 8-byte aligned and not cleared; NULL when they do not fit.
void *ch_arena_take(ch_arena *arena, size_t count, size_t size);

/// `count` doubles; NULL when they do not fit.
double *ch_arena_doubles(ch_arena *arena, size_t count);

/// Takes rooms one after another; after the first that does not fit it is `full` and gives NULL.
typedef struct ch_taker {
    ch_arena *arena;
    bool full;
} ch_taker;

void *ch_taker_take(ch_taker *taker, size_t count, size_t size);

#endif
