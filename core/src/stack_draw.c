#include "clockhand/stack_draw.h"

enum { LABEL_SEED = 1000 }; // the sources' program seeds the labels with this much more than the stack

static size_t rows_of(const ch_stack_shape *s) {
    return s->B * s->T;
}

static float *floats(ch_arena *arena, size_t count) {
    return ch_arena_take(arena, count, sizeof(float));
}

bool ch_block_weights_open(ch_block_weights *w, const ch_stack_shape *s, ch_arena *arena) {
    w->out = floats(arena, s->D * s->D);
    w->in = floats(arena, 3 * s->D * s->D);
    w->first = floats(arena, s->FF * s->D);
    w->first_bias = floats(arena, s->FF);
    w->second = floats(arena, s->D * s->FF);
    w->second_bias = floats(arena, s->D);
    return w->out != NULL && w->in != NULL && w->first != NULL && w->first_bias != NULL && w->second != NULL &&
           w->second_bias != NULL;
}

bool ch_stack_ends_open(ch_stack_ends *e, const ch_stack_shape *s, ch_arena *arena) {
    e->head = floats(arena, CH_STACK_CLASSES * s->D);
    e->head_bias = floats(arena, CH_STACK_CLASSES);
    e->x = floats(arena, rows_of(s) * s->D);
    e->labels = ch_arena_take(arena, rows_of(s), sizeof *e->labels);
    return e->head != NULL && e->head_bias != NULL && e->x != NULL && e->labels != NULL;
}

void ch_block_draw(ch_block_weights *w, ch_torch *stream, const ch_stack_shape *s) {
    ch_torch_attention(w->out, w->in, w->second_bias, stream, s->D);
    ch_torch_linear(w->first, w->first_bias, stream, s->D, s->FF);
    ch_torch_linear(w->second, w->second_bias, stream, s->FF, s->D);
}

void ch_stack_ends_draw(ch_stack_ends *e, ch_torch *stream, uint64_t seed, const ch_stack_shape *s) {
    ch_torch labels;
    ch_torch_linear(e->head, e->head_bias, stream, s->D, CH_STACK_CLASSES);
    ch_torch_randn(e->x, stream, rows_of(s) * s->D);
    ch_torch_seed(&labels, seed + LABEL_SEED);
    ch_torch_randint(e->labels, &labels, rows_of(s), 0, CH_STACK_CLASSES);
}
