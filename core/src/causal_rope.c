#include "clockhand/causal_rope.h"

#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/linear.h"

enum { QUERY, KEY, VALUE, PROJECTIONS };

static size_t model_cells(const ch_causal_rope *block) {
    return block->B * block->T * block->D;
}

static size_t score_cells(const ch_causal_rope *block) {
    return block->B * block->H * block->T * block->T;
}

/// Offset of the head h of sequence b in a tensor (B, H, T, Dh).
static size_t head_at(const ch_causal_rope *block, size_t b, size_t h) {
    return (b * block->H + h) * block->T * (block->D / block->H);
}

static ch_head head_of(const ch_causal_rope *block) {
    size_t width = block->D / block->H;
    return (ch_head){.Tq = block->T, .Tk = block->T, .width = width, .value = width, .scale = block->scale};
}

size_t ch_causal_steps_count(const ch_causal_rope *block) {
    return 7 * model_cells(block) + 2 * score_cells(block);
}

void ch_causal_steps_place(ch_causal_steps *steps, double *memory, const ch_causal_rope *block) {
    size_t cells = model_cells(block);
    double **tensors[] = {&steps->split[QUERY], &steps->split[KEY], &steps->split[VALUE], &steps->turned[QUERY],
                          &steps->turned[KEY],  &steps->heads,      &steps->merged};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++, memory += cells) *tensors[i] = memory;
    steps->scores = memory;
    steps->weights = memory + score_cells(block);
}

void ch_causal_project(ch_causal_steps *steps, const double *x, const ch_causal_rope *block) {
    size_t D = block->D;
    for (size_t part = 0; part < PROJECTIONS; part++) {
        ch_linear(steps->merged, x, block->qkv + part * D * D, NULL, block->B * block->T, D, D);
        ch_split_heads(steps->split[part], steps->merged, block->B, block->T, block->H, D / block->H);
    }
}

void ch_causal_turn(double *y, const double *x, const ch_causal_rope *block, ch_direction direction) {
    size_t width = block->D / block->H;
    for (size_t b = 0; b < block->B; b++) {
        const size_t *rows = block->table_rows == NULL ? NULL : block->table_rows + b * block->T;
        for (size_t h = 0; h < block->H; h++) {
            size_t at = head_at(block, b, h);
            ch_rope_rotate(y + at, x + at, block->cosines, block->sines, rows, block->T, block->T, width, width,
                           block->pairing, direction);
        }
    }
}

void ch_causal_attend(ch_causal_steps *steps, const ch_causal_rope *block) {
    ch_head head = head_of(block);
    for (size_t b = 0; b < block->B; b++) {
        const uint8_t *mask = block->mask == NULL ? NULL : block->mask + b * block->mask_step;
        for (size_t h = 0; h < block->H; h++) {
            size_t at = head_at(block, b, h);
            size_t scores = (b * block->H + h) * block->T * block->T;
            ch_attention(steps->scores + scores, steps->weights + scores, steps->heads + at, steps->turned[QUERY] + at,
                         steps->turned[KEY] + at, steps->split[VALUE] + at, mask, NULL, &head);
        }
    }
}

void ch_causal_join(double *y, ch_causal_steps *steps, const ch_causal_rope *block) {
    ch_merge_heads(steps->merged, steps->heads, block->B, block->T, block->H, block->D / block->H);
    ch_linear(y, steps->merged, block->out, NULL, block->B * block->T, block->D, block->D);
}

void ch_causal_rope_forward(double *y, ch_causal_steps *steps, const double *x, const ch_causal_rope *block) {
    ch_causal_project(steps, x, block);
    for (size_t part = QUERY; part <= KEY; part++) {
        ch_causal_turn(steps->turned[part], steps->split[part], block, CH_FORWARD);
    }
    ch_causal_attend(steps, block);
    ch_causal_join(y, steps, block);
}

size_t ch_causal_rope_scratch(const ch_causal_rope *block) {
    return 5 * model_cells(block) + 2 * block->T * block->T;
}

// y = merge(attend(turn(q), turn(k), v)) out^T with q, k, v = split(x qkv^T), taken from the back
void ch_causal_rope_backward(double *dx, double *dqkv, double *dout, double *scratch, const double *dy, const double *x,
                             const ch_causal_steps *steps, const ch_causal_rope *block) {
    size_t D = block->D;
    size_t width = D / block->H;
    size_t rows = block->B * block->T;
    size_t cells = model_cells(block);
    ch_head head = head_of(block);
    double *dmerged = scratch;
    double *dheads = scratch + cells;
    double *dsplit = scratch + 2 * cells; // (3, B, H, T, Dh)
    double *dscores = scratch + 5 * cells;
    memset(scratch, 0, 5 * cells * sizeof *scratch);
    ch_linear_backward(dmerged, dout, NULL, dy, steps->merged, block->out, rows, D, D);
    ch_split_heads(dheads, dmerged, block->B, block->T, block->H, width);
    for (size_t b = 0; b < block->B; b++) {
        for (size_t h = 0; h < block->H; h++) {
            size_t at = head_at(block, b, h);
            size_t scores = (b * block->H + h) * block->T * block->T;
            ch_attention_backward(dsplit + at, dsplit + cells + at, dsplit + 2 * cells + at, dscores, dheads + at,
                                  steps->turned[QUERY] + at, steps->turned[KEY] + at, steps->split[VALUE] + at,
                                  steps->weights + scores, &head);
        }
    }
    for (size_t part = 0; part < PROJECTIONS; part++) {
        double *d = dsplit + part * cells;
        if (part != VALUE) ch_causal_turn(d, d, block, CH_ADJOINT);
        ch_merge_heads(dmerged, d, block->B, block->T, block->H, width);
        ch_linear_backward(dx, dqkv + part * D * D, NULL, dmerged, x, block->qkv + part * D * D, rows, D, D);
    }
}
