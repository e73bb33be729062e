#include "clockhand/arena.h"

void *ch_arena_take(ch_arena *arena, size_t count, size_t size) {
    size_t room = arena->capacity - arena->used;
    if (size != 0 && count > room / size) return NULL;
    size_t bytes = (count * size + 7) & ~(size_t)7;
    if (bytes > room) return NULL;
    void *taken = arena->data + arena->used;
    arena->used += bytes;
    return taken;
}

double *ch_arena_doubles(ch_arena *arena, size_t count) {
    return ch_arena_take(arena, count, sizeof(double));
}

void *ch_taker_take(ch_taker *taker, size_t count, size_t size) {
    void *taken = taker->full ? NULL : ch_arena_take(taker->arena, count, size);
    taker->full = taken == NULL;
    return taken;
}
