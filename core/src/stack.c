#include "clockhand/stack.h"

#include <math.h>
#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/linear.h"
#include "clockhand/norm.h"
#include "clockhand/softmax.h"

/// A norm's input, output and what its backward pass needs. in, out: (N, D); mean, rstd: (N)
typedef struct norm_state {
    double *in;
    double *out;
    double *mean;
    double *rstd;
} norm_state;

/// A block's weights in double and what it computed.
typedef struct block {
    double *out;
    double *in;
    double *first;
    double *first_bias;
    double *second;
    double *second_bias;
    double *dfirst;
    norm_state n1;
    norm_state n2;
    double *qkv;     ///< (B, 3H, T, Dh): heads of queries, keys and values
    double *weights; ///< (B, H, T, T)
    double *merged;  ///< (N, D)
    double *z;       ///< (N, FF), the rectifier's input
    double *h;       ///< (N, FF)
    double *y;       ///< (N, D), the block's output
} block;

struct ch_stack {
    ch_stack_shape shape;
    size_t depth;
    block *blocks;
    double *head;
    double *head_bias;
    double *x;
    uint64_t *labels;
    norm_state final;
    double *logits; ///< (N, classes)
    // Scratch: the widest of each kind.
    double *wide[3]; ///< (N, 3D), (N, FF) or (N, classes)
    double *dx;      ///< (N, D)
    double *branch;  ///< (N, D)
    double *scores;  ///< 2 T T
};

static size_t rows_of(const ch_stack_shape *s) {
    return s->B * s->T;
}

/// The widest row that scratch holds.
static size_t widest(const ch_stack_shape *s) {
    size_t width = 3 * s->D > s->FF ? 3 * s->D : s->FF;
    return width > CH_STACK_CLASSES ? width : CH_STACK_CLASSES;
}

static double *take(ch_taker *t, size_t count) {
    return ch_taker_take(t, count, sizeof(double));
}

static double *take_widened(ch_taker *t, const float *values, size_t count) {
    double *taken = take(t, count);
    for (size_t i = 0; taken != NULL && i < count; i++) taken[i] = (double)values[i];
    return taken;
}

static norm_state take_norm(ch_taker *t, const ch_stack_shape *s) {
    size_t N = rows_of(s);
    return (norm_state){.in = take(t, N * s->D), .out = take(t, N * s->D), .mean = take(t, N), .rstd = take(t, N)};
}

static block take_block(ch_taker *t, const ch_stack_shape *s, const ch_block_weights *w) {
    size_t N = rows_of(s);
    return (block){
        .out = take_widened(t, w->out, s->D * s->D),
        .in = take_widened(t, w->in, 3 * s->D * s->D),
        .first = take_widened(t, w->first, s->FF * s->D),
        .first_bias = take_widened(t, w->first_bias, s->FF),
        .second = take_widened(t, w->second, s->D * s->FF),
        .second_bias = take_widened(t, w->second_bias, s->D),
        .dfirst = take(t, s->FF * s->D),
        .n1 = take_norm(t, s),
        .n2 = take_norm(t, s),
        .qkv = take(t, N * 3 * s->D),
        .weights = take(t, s->B * s->H * s->T * s->T),
        .merged = take(t, N * s->D),
        .z = take(t, N * s->FF),
        .h = take(t, N * s->FF),
        .y = take(t, N * s->D),
    };
}

ch_stack *ch_stack_open(const ch_stack_shape *shape, size_t depth, uint64_t seed, ch_arena *arena) {
    size_t N = rows_of(shape);
    size_t wide = N * widest(shape);
    ch_taker t = {.arena = arena};
    ch_torch stream;
    ch_block_weights drawn;
    ch_stack_ends ends;
    ch_stack *stack = ch_arena_take(arena, 1, sizeof *stack);
    block *blocks = ch_arena_take(arena, depth, sizeof *blocks);
    bool fits = stack != NULL && blocks != NULL && ch_block_weights_open(&drawn, shape, arena) &&
                ch_stack_ends_open(&ends, shape, arena);
    if (!fits) return NULL;
    ch_torch_seed(&stream, seed);
    for (size_t l = 0; l < depth; l++) {
        ch_block_draw(&drawn, &stream, shape);
        blocks[l] = take_block(&t, shape, &drawn);
    }
    ch_stack_ends_draw(&ends, &stream, seed, shape);
    *stack = (ch_stack){
        .shape = *shape,
        .depth = depth,
        .blocks = blocks,
        .head = take_widened(&t, ends.head, CH_STACK_CLASSES * shape->D),
        .head_bias = take_widened(&t, ends.head_bias, CH_STACK_CLASSES),
        .x = take_widened(&t, ends.x, N * shape->D),
        .labels = ch_arena_take(arena, N, sizeof *stack->labels),
        .final = take_norm(&t, shape),
        .logits = take(&t, N * CH_STACK_CLASSES),
        .wide = {take(&t, wide), take(&t, wide), take(&t, wide)},
        .dx = take(&t, N * shape->D),
        .branch = take(&t, N * shape->D),
        .scores = take(&t, 2 * shape->T * shape->T),
    };
    if (t.full || stack->labels == NULL) return NULL;
    for (size_t n = 0; n < N; n++) stack->labels[n] = (uint64_t)ends.labels[n];
    return stack;
}

static ch_head head_of(const ch_stack_shape *s) {
    size_t Dh = s->D / s->H;
    return (ch_head){.Tq = s->T, .Tk = s->T, .width = Dh, .value = Dh, .scale = 1.0 / sqrt((double)Dh)};
}

static void normalise(norm_state *n, const ch_stack_shape *s) {
    ch_layernorm(n->out, n->mean, n->rstd, n->in, NULL, NULL, s->epsilon, rows_of(s), s->D);
}

static void normalise_backward(double *dx, const double *dy, const norm_state *n, const ch_stack_shape *s) {
    ch_layernorm_backward(dx, NULL, NULL, dy, n->in, NULL, n->mean, n->rstd, rows_of(s), s->D);
}

static void add(double *y, const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++) y[i] = a[i] + b[i];
}

/// branch = merge(attention(split(x in^T))) out^T
static void attend(ch_stack *stack, block *b, const double *x) {
    const ch_stack_shape *s = &stack->shape;
    ch_head head = head_of(s);
    size_t each = s->T * head.width;
    double *heads = stack->wide[1];
    ch_linear(stack->wide[0], x, b->in, NULL, rows_of(s), s->D, 3 * s->D);
    ch_split_heads(b->qkv, stack->wide[0], s->B, s->T, 3 * s->H, head.width);
    for (size_t i = 0; i < s->B * s->H; i++) {
        const double *q = b->qkv + (i / s->H * 3 * s->H + i % s->H) * each;
        ch_attention(stack->scores, b->weights + i * s->T * s->T, heads + i * each, q, q + s->H * each,
                     q + 2 * s->H * each, NULL, NULL, &head);
    }
    ch_merge_heads(b->merged, heads, s->B, s->T, s->H, head.width);
    ch_linear(stack->branch, b->merged, b->out, NULL, rows_of(s), s->D, s->D);
}

/// dx += the adjoint of attend
static void attend_backward(double *dx, ch_stack *stack, const block *b, const double *dbranch) {
    const ch_stack_shape *s = &stack->shape;
    ch_head head = head_of(s);
    size_t N = rows_of(s);
    size_t each = s->T * head.width;
    double *dmerged = stack->wide[0];
    double *dheads = stack->wide[1];
    double *dqkv = stack->wide[2];
    memset(dmerged, 0, N * s->D * sizeof *dmerged);
    memset(dqkv, 0, N * 3 * s->D * sizeof *dqkv);
    ch_linear_backward(dmerged, NULL, NULL, dbranch, NULL, b->out, N, s->D, s->D);
    ch_split_heads(dheads, dmerged, s->B, s->T, s->H, head.width);
    for (size_t i = 0; i < s->B * s->H; i++) {
        size_t at = (i / s->H * 3 * s->H + i % s->H) * each;
        const double *q = b->qkv + at;
        double *dq = dqkv + at;
        ch_attention_backward(dq, dq + s->H * each, dq + 2 * s->H * each, stack->scores, dheads + i * each, q,
                              q + s->H * each, q + 2 * s->H * each, b->weights + i * s->T * s->T, &head);
    }
    ch_merge_heads(stack->wide[0], dqkv, s->B, s->T, 3 * s->H, head.width);
    ch_linear_backward(dx, NULL, NULL, stack->wide[0], NULL, b->in, N, s->D, 3 * s->D);
}

/// branch = relu(x first^T + first_bias) second^T + second_bias
static void feed(ch_stack *stack, block *b, const double *x) {
    const ch_stack_shape *s = &stack->shape;
    ch_linear(b->z, x, b->first, b->first_bias, rows_of(s), s->D, s->FF);
    ch_relu(b->h, b->z, rows_of(s) * s->FF);
    ch_linear(stack->branch, b->h, b->second, b->second_bias, rows_of(s), s->FF, s->D);
}

/// dx += the adjoint of feed, and dfirst
static void feed_backward(double *dx, ch_stack *stack, block *b, const double *dbranch, const double *x) {
    const ch_stack_shape *s = &stack->shape;
    size_t N = rows_of(s);
    double *dh = stack->wide[0];
    double *dz = stack->wide[1];
    memset(dh, 0, N * s->FF * sizeof *dh);
    memset(dz, 0, N * s->FF * sizeof *dz);
    memset(b->dfirst, 0, s->FF * s->D * sizeof *b->dfirst);
    ch_linear_backward(dh, NULL, NULL, dbranch, b->h, b->second, N, s->FF, s->D);
    ch_relu_backward(dz, dh, b->z, N * s->FF);
    ch_linear_backward(dx, b->dfirst, NULL, dz, x, b->first, N, s->D, s->FF);
}

/// post: n1 = norm(x + attention(x)), y = n2 = norm(n1 + feed(n1)); pre: s = x + attention(norm(x)), y = s + feed(norm(s))
static void block_forward(ch_stack *stack, block *b, const double *x) {
    const ch_stack_shape *s = &stack->shape;
    size_t count = rows_of(s) * s->D;
    if (s->order == CH_PRE_NORM) {
        memcpy(b->n1.in, x, count * sizeof *x);
        normalise(&b->n1, s);
        attend(stack, b, b->n1.out);
        add(b->n2.in, x, stack->branch, count);
        normalise(&b->n2, s);
        feed(stack, b, b->n2.out);
        add(b->y, b->n2.in, stack->branch, count);
        return;
    }
    attend(stack, b, x);
    add(b->n1.in, x, stack->branch, count);
    normalise(&b->n1, s);
    feed(stack, b, b->n1.out);
    add(b->n2.in, b->n1.out, stack->branch, count);
    normalise(&b->n2, s);
    memcpy(b->y, b->n2.out, count * sizeof *b->y);
}

/// Turns stack->dx from the adjoint of a block's output into that of its input.
static void block_backward(ch_stack *stack, block *b) {
    const ch_stack_shape *s = &stack->shape;
    size_t bytes = rows_of(s) * s->D * sizeof(double);
    double *dx = stack->dx;
    double *dbranch = stack->branch;
    double *dnorm = stack->wide[2];
    if (s->order == CH_PRE_NORM) {
        memset(dnorm, 0, bytes);
        feed_backward(dnorm, stack, b, dx, b->n2.out);
        normalise_backward(dx, dnorm, &b->n2, s);
        memset(dbranch, 0, bytes);
        attend_backward(dbranch, stack, b, dx);
        normalise_backward(dx, dbranch, &b->n1, s);
        return;
    }
    memset(dbranch, 0, bytes);
    normalise_backward(dbranch, dx, &b->n2, s);
    memcpy(dnorm, dbranch, bytes);
    feed_backward(dnorm, stack, b, dbranch, b->n1.out);
    memset(dbranch, 0, bytes);
    normalise_backward(dbranch, dnorm, &b->n1, s);
    memcpy(dx, dbranch, bytes);
    attend_backward(dx, stack, b, dbranch);
}

double ch_stack_forward(ch_stack *stack) {
    const ch_stack_shape *s = &stack->shape;
    size_t N = rows_of(s);
    const double *x = stack->x;
    for (size_t l = 0; l < stack->depth; l++) {
        block_forward(stack, &stack->blocks[l], x);
        x = stack->blocks[l].y;
    }
    memcpy(stack->final.in, x, N * s->D * sizeof *x);
    if (s->final_norm) normalise(&stack->final, s);
    const double *last = s->final_norm ? stack->final.out : x;
    if (s->loss == CH_MEAN_SQUARE) {
        double sum = 0.0;
        for (size_t i = 0; i < N * s->D; i++) sum += last[i] * last[i];
        return sum / (double)(N * s->D);
    }
    ch_linear(stack->logits, last, stack->head, stack->head_bias, N, s->D, CH_STACK_CLASSES);
    return ch_cross_entropy(stack->logits, stack->labels, N, CH_STACK_CLASSES);
}

/// The adjoint of the last block's output, or of the final norm's.
static void loss_backward(ch_stack *stack, double *dlast) {
    const ch_stack_shape *s = &stack->shape;
    size_t N = rows_of(s);
    const double *last = s->final_norm ? stack->final.out : stack->final.in;
    double *dlogits = stack->wide[0];
    memset(dlast, 0, N * s->D * sizeof *dlast);
    if (s->loss == CH_MEAN_SQUARE) {
        for (size_t i = 0; i < N * s->D; i++) dlast[i] = 2.0 * last[i] / (double)(N * s->D);
        return;
    }
    double classes[CH_STACK_CLASSES];
    memset(dlogits, 0, N * CH_STACK_CLASSES * sizeof *dlogits);
    ch_cross_entropy_backward(dlogits, classes, 1.0, stack->logits, stack->labels, N, CH_STACK_CLASSES);
    ch_linear_backward(dlast, NULL, NULL, dlogits, NULL, stack->head, N, s->D, CH_STACK_CLASSES);
}

void ch_stack_backward(ch_stack *stack) {
    const ch_stack_shape *s = &stack->shape;
    if (s->final_norm) {
        loss_backward(stack, stack->branch);
        memset(stack->dx, 0, rows_of(s) * s->D * sizeof *stack->dx);
        normalise_backward(stack->dx, stack->branch, &stack->final, s);
    } else {
        loss_backward(stack, stack->dx);
    }
    for (size_t l = stack->depth; l > 0; l--) block_backward(stack, &stack->blocks[l - 1]);
}

double *ch_stack_first(ch_stack *stack, size_t l) {
    return stack->blocks[l].first;
}

const double *ch_stack_dfirst(const ch_stack *stack, size_t l) {
    return stack->blocks[l].dfirst;
}

void ch_stack_norms(double *norms, const ch_stack *stack) {
    for (size_t l = 0; l < stack->depth; l++) {
        double sum = 0.0;
        const double *d = stack->blocks[l].dfirst;
        for (size_t i = 0; i < stack->shape.FF * stack->shape.D; i++) sum += d[i] * d[i];
        norms[l] = sqrt(sum);
    }
}

size_t ch_stack_near_kinks(const ch_stack *stack, double distance) {
    size_t near = 0;
    for (size_t l = 0; l < stack->depth; l++) {
        const double *z = stack->blocks[l].z;
        for (size_t i = 0; i < rows_of(&stack->shape) * stack->shape.FF; i++) near += fabs(z[i]) <= distance;
    }
    return near;
}
