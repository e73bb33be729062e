#include "clockhand/stack_fast.h"

#include <math.h>
#include <string.h>

#include "panel.h"

/// A weight for both directions (panel.h).
typedef struct packed {
    float *forward;
    float *backward;
} packed;

/// A block's weights.
typedef struct block_weights {
    packed out;
    packed in;
    packed first;
    packed second;
    float *first_bias;
    float *second_bias;
} block_weights;

/// What a block's backward pass needs of its forward pass.
typedef struct block_state {
    float *qkv;
    float *weights;
    float *normed[2]; ///< what the first and the second norm came to
    float *rstd[2];
    float *h;
} block_state;

/// Head, input and labels of a depth.
typedef struct ends {
    packed head;
    float *head_bias;
    float *x;
    int64_t *labels;
} ends;

struct ch_stack_fast {
    ch_stack_shape shape;
    const size_t *depths;
    size_t depth_count;
    size_t D;          ///< padded, as all widths here
    size_t FF;         //
    size_t classes;    //
    panel_heads heads; //
    float *mask;       ///< (D), 1 for a feature and 0 for padding
    block_weights *weights;
    block_state *states;
    ends *ends;
    // Of the draws.
    ch_torch stream;
    uint64_t seed;
    size_t drawn;
    ch_block_weights row_major;
    ch_stack_ends row_major_ends;
    // Of the pass: a depth's index, blocks passed forward, blocks still to come backward.
    size_t at;
    size_t passed;
    size_t left;
    float *x;      ///< (N, D), the stream of a pre-LN stack, or a sum before its norm
    float *last;   ///< (N, D), what the loss is taken of
    float *rstd;   ///< (N), of the final norm
    float *logits; ///< (N, classes), then their adjoint
    float *dx;     ///< (N, D)
    float *branch; ///< (N, D)
    float *wide;   ///< (N, FF)
    float *merged; ///< (N, H padded)
    float *dqkv;   ///< (N, 3 H padded)
    float *scratch;
};

static size_t rows_of(const ch_stack_fast *s) {
    return s->heads.B * s->heads.T;
}

/// Width of all heads of queries, keys or values.
static size_t merged_width(const ch_stack_fast *s) {
    return s->heads.H * s->heads.padded;
}

static float *take(ch_taker *t, size_t count) {
    return ch_taker_take(t, count, sizeof(float));
}

static packed take_packed(ch_taker *t, size_t O, size_t I) {
    return (packed){.forward = take(t, O * I), .backward = take(t, O * I)};
}

static void take_block(ch_taker *t, ch_stack_fast *s, size_t block) {
    size_t N = rows_of(s);
    size_t merged = merged_width(s);
    s->weights[block] = (block_weights){
        .out = take_packed(t, s->D, merged),
        .in = take_packed(t, 3 * merged, s->D),
        .first = take_packed(t, s->FF, s->D),
        .second = take_packed(t, s->D, s->FF),
        .first_bias = take(t, s->FF),
        .second_bias = take(t, s->D),
    };
    s->states[block] = (block_state){
        .qkv = take(t, N * 3 * merged),
        .weights = take(t, N * s->heads.H * s->heads.T),
        .normed = {take(t, N * s->D), take(t, N * s->D)},
        .rstd = {take(t, N), take(t, N)},
        .h = take(t, N * s->FF),
    };
}

static void take_scratch(ch_taker *t, ch_stack_fast *s) {
    size_t N = rows_of(s);
    s->mask = take(t, s->D);
    s->x = take(t, N * s->D);
    s->last = take(t, N * s->D);
    s->rstd = take(t, N);
    s->logits = take(t, N * s->classes);
    s->dx = take(t, N * s->D);
    s->branch = take(t, N * s->D);
    s->wide = take(t, N * s->FF);
    s->merged = take(t, N * merged_width(s));
    s->dqkv = take(t, N * 3 * merged_width(s));
    s->scratch = take(t, panel_attend_scratch(&s->heads));
}

ch_stack_fast *ch_stack_fast_open(const ch_stack_shape *shape, const size_t *depths, size_t count, ch_arena *arena) {
    ch_stack_fast *s = ch_arena_take(arena, 1, sizeof *s);
    if (s == NULL) return NULL;
    size_t deepest = 0;
    for (size_t i = 0; i < count; i++) deepest = depths[i] > deepest ? depths[i] : deepest;
    *s = (ch_stack_fast){
        .shape = *shape,
        .depths = depths,
        .depth_count = count,
        .D = panel_padded(shape->D),
        .FF = panel_padded(shape->FF),
        .classes = panel_padded(CH_STACK_CLASSES),
        .heads = {shape->B, shape->T, shape->H, shape->D / shape->H, panel_padded(shape->D / shape->H)},
        .weights = ch_arena_take(arena, deepest, sizeof *s->weights),
        .states = ch_arena_take(arena, deepest, sizeof *s->states),
        .ends = ch_arena_take(arena, count, sizeof *s->ends),
    };
    ch_taker t = {.arena = arena};
    t.full = s->weights == NULL || s->states == NULL || s->ends == NULL ||
             !ch_block_weights_open(&s->row_major, shape, arena) ||
             !ch_stack_ends_open(&s->row_major_ends, shape, arena);
    for (size_t i = 0; !t.full && i < deepest; i++) take_block(&t, s, i);
    for (size_t i = 0; !t.full && i < count; i++) {
        s->ends[i] = (ends){.head = take_packed(&t, s->classes, s->D),
                            .head_bias = take(&t, s->classes),
                            .x = take(&t, rows_of(s) * s->D),
                            .labels = ch_arena_take(arena, rows_of(s), sizeof *s->ends[i].labels)};
        t.full = t.full || s->ends[i].labels == NULL;
    }
    take_scratch(&t, s);
    for (size_t i = 0; !t.full && i < s->D; i++) s->mask[i] = i < shape->D ? 1.0f : 0.0f;
    return t.full ? NULL : s;
}

void ch_stack_fast_seed(ch_stack_fast *s, uint64_t seed) {
    ch_torch_seed(&s->stream, seed);
    s->seed = seed;
    s->drawn = 0;
}

static void pack(packed to, const float *weight, panel_columns O, panel_columns I) {
    panel_pack(to.forward, to.backward, weight, O, I);
}

static void pad(float *to, const float *from, size_t count) {
    memset(to, 0, panel_padded(count) * sizeof *to);
    memcpy(to, from, count * sizeof *to);
}

static panel_columns plain(size_t count) {
    return (panel_columns){count, count, panel_padded(count)};
}

static void draw_block(ch_stack_fast *s) {
    const ch_block_weights *from = &s->row_major;
    block_weights *to = &s->weights[s->drawn++];
    size_t D = s->shape.D;
    ch_block_draw(&s->row_major, &s->stream, &s->shape);
    pack(to->out, from->out, plain(D), (panel_columns){D, s->heads.width, s->heads.padded});
    pack(to->in, from->in, (panel_columns){3 * D, s->heads.width, s->heads.padded}, plain(D));
    pack(to->first, from->first, plain(s->shape.FF), plain(D));
    pack(to->second, from->second, plain(D), plain(s->shape.FF));
    pad(to->first_bias, from->first_bias, s->shape.FF);
    pad(to->second_bias, from->second_bias, D);
}

/// Draws what stands behind the blocks of a depth from a copy of the stream, which goes on with the blocks of deeper stacks.
static void draw_ends(ch_stack_fast *s, ends *to) {
    ch_torch stream = s->stream;
    const ch_stack_ends *from = &s->row_major_ends;
    ch_stack_ends_draw(&s->row_major_ends, &stream, s->seed, &s->shape);
    pack(to->head, from->head, plain(CH_STACK_CLASSES), plain(s->shape.D));
    pad(to->head_bias, from->head_bias, CH_STACK_CLASSES);
    panel_pack_rows(to->x, from->x, rows_of(s), s->shape.D);
    memcpy(to->labels, from->labels, rows_of(s) * sizeof *to->labels);
}

void ch_stack_fast_draw(ch_stack_fast *s, size_t end) {
    while (s->drawn < end) {
        draw_block(s);
        for (size_t i = 0; i < s->depth_count; i++) {
            if (s->depths[i] == s->drawn) draw_ends(s, &s->ends[i]);
        }
    }
}

void ch_stack_fast_begin(ch_stack_fast *s, const ch_stack_shape *shape, size_t depth) {
    s->shape.order = shape->order;
    s->shape.final_norm = shape->final_norm;
    s->shape.loss = shape->loss;
    s->shape.epsilon = shape->epsilon;
    s->at = depth;
    s->passed = 0;
    s->left = s->depths[depth];
    memcpy(s->x, s->ends[depth].x, rows_of(s) * s->D * sizeof *s->x);
}

/// y = x w with an ending; all are whole matrices.
static void multiply(const ch_stack_fast *s, float *y, const float *x, const float *w, size_t I, size_t O,
                     panel_ending ending) {
    size_t stride = rows_of(s) * PANEL;
    panel_multiply((panels){y, stride}, (panels_in){x, stride}, (panels_in){w, I * PANEL}, rows_of(s), I, O, &ending);
}

/// Normalises s->x into a block's first or second norm.
static void normalise(const ch_stack_fast *s, const block_state *b, size_t which) {
    panel_normalise(b->normed[which], b->rstd[which], s->x, s->mask, (float)s->shape.epsilon, rows_of(s), s->shape.D);
}

/// x = added + attention(input)
static void attend(ch_stack_fast *s, size_t block, const float *input, const float *added) {
    const block_weights *w = &s->weights[block];
    const block_state *b = &s->states[block];
    size_t merged = merged_width(s);
    multiply(s, b->qkv, input, w->in.forward, s->D, 3 * merged, (panel_ending){0});
    panel_attend(s->merged, b->weights, b->qkv, s->scratch, &s->heads);
    multiply(s, s->x, s->merged, w->out.forward, merged, s->D, (panel_ending){.added = added});
}

/// x = added + feed-forward(input)
static void feed(ch_stack_fast *s, size_t block, const float *input, const float *added) {
    const block_weights *w = &s->weights[block];
    const block_state *b = &s->states[block];
    multiply(s, b->h, input, w->first.forward, s->D, s->FF, (panel_ending){.bias = w->first_bias, .rectified = true});
    multiply(s, s->x, b->h, w->second.forward, s->FF, s->D, (panel_ending){.bias = w->second_bias, .added = added});
}

static void block_forward(ch_stack_fast *s, size_t block) {
    const block_state *b = &s->states[block];
    if (s->shape.order == CH_PRE_NORM) {
        normalise(s, b, 0);
        attend(s, block, b->normed[0], s->x);
        normalise(s, b, 1);
        feed(s, block, b->normed[1], s->x);
        return;
    }
    const float *input = block == 0 ? s->ends[s->at].x : s->states[block - 1].normed[1];
    attend(s, block, input, input);
    normalise(s, b, 0);
    feed(s, block, b->normed[0], b->normed[0]);
    normalise(s, b, 1);
}

void ch_stack_fast_forward(ch_stack_fast *s, size_t end) {
    for (; s->passed < end; s->passed++) block_forward(s, s->passed);
}

/// Turns a row of logits into the adjoint of its share of the loss.
static void differentiate_row(float *row, size_t stride, size_t label, size_t rows) {
    float *cell[CH_STACK_CLASSES];
    float powers[CH_STACK_CLASSES];
    float sum = 0.0f;
    for (size_t j = 0; j < CH_STACK_CLASSES; j++) cell[j] = row + j / PANEL * stride + j % PANEL;
    float largest = *cell[0];
    for (size_t j = 1; j < CH_STACK_CLASSES; j++) largest = *cell[j] > largest ? *cell[j] : largest;
    for (size_t j = 0; j < CH_STACK_CLASSES; j++) {
        powers[j] = panel_exp(*cell[j] - largest);
        sum += powers[j];
    }
    for (size_t j = 0; j < CH_STACK_CLASSES; j++) {
        *cell[j] = (powers[j] / sum - (j == label ? 1.0f : 0.0f)) / (float)rows;
    }
}

/// dx = the adjoint of what the loss is taken of.
static void differentiate_loss(ch_stack_fast *s, const float *last) {
    const ends *e = &s->ends[s->at];
    size_t N = rows_of(s);
    if (s->shape.loss == CH_MEAN_SQUARE) {
        float share = 2.0f / (float)(N * s->shape.D);
        for (size_t i = 0; i < N * s->D; i++) s->dx[i] = share * last[i];
        return;
    }
    multiply(s, s->logits, last, e->head.forward, s->D, s->classes, (panel_ending){.bias = e->head_bias});
    for (size_t n = 0; n < N; n++) differentiate_row(s->logits + n * PANEL, N * PANEL, (size_t)e->labels[n], N);
    multiply(s, s->dx, s->logits, e->head.backward, s->classes, s->D, (panel_ending){0});
}

/// The final norm and the loss, forward and backward.
static void turn(ch_stack_fast *s) {
    const float *last = s->shape.order == CH_PRE_NORM ? s->x : s->states[s->depths[s->at] - 1].normed[1];
    if (!s->shape.final_norm) {
        differentiate_loss(s, last);
        return;
    }
    panel_normalise(s->last, s->rstd, last, s->mask, (float)s->shape.epsilon, rows_of(s), s->shape.D);
    differentiate_loss(s, s->last);
    panel_normalise_backward(s->dx, NULL, s->dx, s->last, s->rstd, s->mask, rows_of(s), s->shape.D);
}

/// to = added + the adjoint of a block's first or second norm at dy
static void normalise_backward(const ch_stack_fast *s, float *to, const float *added, const float *dy,
                               const block_state *b, size_t which) {
    panel_normalise_backward(to, added, dy, b->normed[which], b->rstd[which], s->mask, rows_of(s), s->shape.D);
}

/// wide = the adjoint of the rectifier's input at dx; returns the norm of the gradient of the first feed-forward weight.
static double feed_backward(ch_stack_fast *s, size_t block, const float *input) {
    const block_state *b = &s->states[block];
    size_t stride = rows_of(s) * PANEL;
    multiply(s, s->wide, s->dx, s->weights[block].second.backward, s->D, s->FF, (panel_ending){.gate = b->h});
    return sqrt(panel_square_sum((panels_in){input, stride}, (panels_in){s->wide, stride}, rows_of(s), s->D, s->FF));
}

/// to = added + the adjoint of attention's input at dx
static void attend_backward(ch_stack_fast *s, size_t block, float *to, const float *added) {
    const block_weights *w = &s->weights[block];
    const block_state *b = &s->states[block];
    size_t merged = merged_width(s);
    multiply(s, s->merged, s->dx, w->out.backward, s->D, merged, (panel_ending){0});
    panel_attend_backward(s->dqkv, s->merged, b->qkv, b->weights, s->scratch, &s->heads);
    multiply(s, to, s->dqkv, w->in.backward, 3 * merged, s->D, (panel_ending){.added = added});
}

/// Turns dx from the adjoint of a block's output into that of its input, which nobody asks for of the first block.
static double block_backward(ch_stack_fast *s, size_t block) {
    const block_state *b = &s->states[block];
    const float *back = s->weights[block].first.backward;
    bool pre = s->shape.order == CH_PRE_NORM;
    if (!pre) normalise_backward(s, s->dx, NULL, s->dx, b, 1);
    double norm = feed_backward(s, block, b->normed[pre ? 1 : 0]);
    if (block == 0) return norm;
    if (pre) {
        multiply(s, s->branch, s->wide, back, s->FF, s->D, (panel_ending){0});
        normalise_backward(s, s->dx, s->dx, s->branch, b, 1);
        attend_backward(s, block, s->branch, NULL);
        normalise_backward(s, s->dx, s->dx, s->branch, b, 0);
    } else {
        multiply(s, s->dx, s->wide, back, s->FF, s->D, (panel_ending){.added = s->dx});
        normalise_backward(s, s->dx, NULL, s->dx, b, 0);
        attend_backward(s, block, s->dx, s->dx);
    }
    return norm;
}

void ch_stack_fast_backward(double *norms, ch_stack_fast *s, size_t start) {
    if (s->left == s->depths[s->at]) turn(s);
    for (; s->left > start; s->left--) norms[s->left - 1] = block_backward(s, s->left - 1);
}
