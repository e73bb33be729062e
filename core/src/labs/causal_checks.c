#include "causal_checks.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "rope_parts.h"

static const double STEP = 1e-5; // of the central difference, relative to the values

void causal_check_rotation(double *difference, const ch_causal_steps *steps, const ch_causal_rope *block) {
    size_t width = block->D / block->H;
    size_t pairs = width / 2;
    *difference = 0.0;
    for (size_t i = 0; i < pairs * block->T; i++) {
        size_t pair = i / block->T;
        size_t t = i % block->T;
        double angle = (double)t * ch_pow(CAUSAL_BASE, -2.0 * (double)pair / (double)width);
        double c;
        double s;
        ch_sine_cosine(&s, &c, angle);
        for (size_t lane = 0; lane < 2 * block->B * block->H; lane++) {
            size_t at = (lane / 2 * block->T + t) * width + pair;
            const double *x = steps->split[lane % 2] + at;
            const double *y = steps->turned[lane % 2] + at;
            *difference = ch_larger(*difference, fabs(y[0] - (x[0] * c - x[pairs] * s)));
            *difference = ch_larger(*difference, fabs(y[pairs] - (x[0] * s + x[pairs] * c)));
        }
    }
}

/// One feature map of one token: the dot product of a row of `weight` with x.
static void map_token(double *y, const double *x, const double *weight, size_t outputs, size_t D) {
    for (size_t o = 0; o < outputs; o++) y[o] = rope_dot(x, weight + o * D, D);
}

/// What a plain loop over one sequence needs.
typedef struct plain {
    double *mapped;      ///< (T, 3D): q, k and v of each token
    double *joined;      ///< (D)
    double *weights;     ///< (T)
    double *scratch;     ///< (Dh)
    double *frequencies; ///< (Dh/2)
} plain;

/// joined = the heads' outputs of token i, side by side.
static void attend_plainly(const plain *p, const ch_causal_rope *block, size_t i) {
    size_t D = block->D;
    size_t width = D / block->H;
    for (size_t h = 0; h < block->H; h++) {
        const double *q = p->mapped + i * 3 * D + h * width;
        double sum = 0.0;
        for (size_t j = 0; j <= i; j++) {
            const double *k = p->mapped + j * 3 * D + D + h * width;
            double offset = (double)j - (double)i;
            double score = rope_relative_dot(p->scratch, q, k, p->frequencies, width, CH_HALF, offset);
            p->weights[j] = ch_exp(score / sqrt((double)width));
            sum += p->weights[j];
        }
        for (size_t d = 0; d < width; d++) {
            double value = 0.0;
            for (size_t j = 0; j <= i; j++) value += p->weights[j] / sum * p->mapped[j * 3 * D + 2 * D + h * width + d];
            p->joined[h * width + d] = value;
        }
    }
}

bool causal_check_reference(ch_run *run, double *difference, const double *y, const double *x,
                            const ch_causal_rope *block) {
    size_t T = block->T;
    size_t D = block->D;
    size_t width = D / block->H;
    double *memory = ch_run_doubles(run, 3 * T * D + T + 2 * D + width + width / 2);
    if (memory == NULL) return false;
    plain p = {.mapped = memory, .weights = memory + 3 * T * D};
    p.joined = p.weights + T;
    double *out = p.joined + D;
    p.scratch = out + D;
    p.frequencies = p.scratch + width;
    ch_rope_frequencies(p.frequencies, width, CAUSAL_BASE);
    *difference = 0.0;
    for (size_t b = 0; b < block->B; b++) {
        for (size_t t = 0; t < T; t++) map_token(p.mapped + t * 3 * D, x + (b * T + t) * D, block->qkv, 3 * D, D);
        for (size_t t = 0; t < T; t++) {
            attend_plainly(&p, block, t);
            map_token(out, p.joined, block->out, D, D);
            *difference = ch_larger(*difference, ch_largest_difference(out, y + (b * T + t) * D, D));
        }
    }
    return true;
}

/// Inputs and weights grown by one factor, with room for what a pass leaves.
typedef struct grown {
    double *x, *qkv, *out; ///< one after another
    double *y;
    ch_causal_steps steps;
} grown;

static double loss_of(grown *g, const double *x, const ch_causal_rope *block, double factor) {
    size_t cells = block->B * block->T * block->D;
    size_t square = block->D * block->D;
    ch_causal_rope scaled = *block;
    for (size_t i = 0; i < cells; i++) g->x[i] = factor * x[i];
    for (size_t i = 0; i < 3 * square; i++) g->qkv[i] = factor * block->qkv[i];
    for (size_t i = 0; i < square; i++) g->out[i] = factor * block->out[i];
    scaled.qkv = g->qkv;
    scaled.out = g->out;
    ch_causal_rope_forward(g->y, &g->steps, g->x, &scaled);
    return rope_dot(x, g->y, cells);
}

/// The adjoints of x, qkv and out, each against what it belongs to, summed. `memory`: as many doubles, then the scratch.
static double along_all(double *memory, const grown *g, const double *x, const ch_causal_rope *block) {
    size_t cells = block->B * block->T * block->D;
    size_t square = block->D * block->D;
    size_t count = cells + 4 * square;
    memset(memory, 0, count * sizeof *memory);
    ch_causal_rope_backward(memory, memory + cells, memory + cells + 3 * square, memory + count, x, x, &g->steps,
                            block);
    return rope_dot(memory, x, cells) + rope_dot(memory + cells, block->qkv, 3 * square) +
           rope_dot(memory + cells + 3 * square, block->out, square);
}

bool causal_check_gradient(ch_run *run, double *adjoint, double *forward, double *central, const double *x,
                           const ch_causal_rope *block) {
    size_t cells = block->B * block->T * block->D;
    size_t square = block->D * block->D;
    size_t angles = block->T * (block->D / block->H / 2);
    double *memory = ch_run_doubles(run, 2 * cells + 4 * square + angles);
    double *adjoints = memory == NULL ? NULL : ch_run_doubles(run, cells + 4 * square + ch_causal_rope_scratch(block));
    grown g;
    if (adjoints == NULL || !causal_take_steps(run, &g.steps, block)) return false;
    g.x = memory;
    g.qkv = g.x + cells;
    g.out = g.qkv + 3 * square;
    g.y = g.out + square;
    double *other_way = g.y + cells;
    *central = (loss_of(&g, x, block, 1.0 + STEP) - loss_of(&g, x, block, 1.0 - STEP)) / (2.0 * STEP);
    loss_of(&g, x, block, 1.0);
    *adjoint = along_all(adjoints, &g, x, block);
    // With the sines negated the way back turns forward.
    ch_causal_rope wrong = *block;
    for (size_t i = 0; i < angles; i++) other_way[i] = -block->sines[i];
    wrong.sines = other_way;
    *forward = along_all(adjoints, &g, x, &wrong);
    return true;
}
