/// What the labs of causal attention with rotary positions share: drawn weights, and the five steps with a mistake worked
/// in. Private to core/src.
#ifndef CLOCKHAND_LABS_CAUSAL_PARTS_H
#define CLOCKHAND_LABS_CAUSAL_PARTS_H

#include "clockhand/causal_rope.h"
#include "clockhand/lab.h"
#include "clockhand/torch_random.h"

/// The base of the frequencies in these labs, that of the original formulation.
#define CAUSAL_BASE 10000.0

/// How far two computations of one output may lie apart.
#define CAUSAL_TOLERANCE 1e-12

/// Parameters that these labs share, for their lists.
#define CAUSAL_SEED_PARAMETER                                                                            \
    {                                                                                                    \
        .id = "seed", .label = "seed", .help = "of torch's generator, which draws weights and contents", \
        .type = CH_INTEGER, .least = 0, .most = 18446744073709551616.0, .standard = "0"                  \
    }
#define CAUSAL_WIDTH_PARAMETER(default_text)                                                                   \
    {                                                                                                          \
        .id = "width", .label = "model width D", .help = "features of a token; a multiple of twice the heads", \
        .type = CH_INTEGER, .step = 2, .least = 2, .most = 64, .standard = (default_text)                      \
    }
#define CAUSAL_HEADS_PARAMETER(default_text)                                                                      \
    {                                                                                                             \
        .id = "heads", .label = "heads H", .help = "each works on a slice of D / H features", .type = CH_INTEGER, \
        .least = 1, .most = 8, .standard = (default_text)                                                         \
    }

/// What the mask, and the five steps, can have wrong, for lists of mistakes.
#define CAUSAL_MASK_MISTAKES CH_NO_MASK, CH_MASK_FLIPPED, CH_MASK_DIAGONAL
#define CAUSAL_MISTAKES                                                                                            \
    CH_ROTATED_VALUES, CH_WIDTH_OF_MODEL, CH_QUERY_ONLY, CH_OFFSET_SIGN, CH_OTHER_PAIRING, CH_POSITION_OFF_BY_ONE, \
        CAUSAL_MASK_MISTAKES, CH_MASK_AFTER_SOFTMAX, CH_NO_SCALE, CH_SCALE_BY_MODEL_WIDTH

/// Columns of a head's grids: features by token, and one value for each query and key.
extern const ch_column CAUSAL_FEATURES[3];
extern const ch_column CAUSAL_PAIRS[3];

/// Refuses a width that does not give every head an even share.
ch_status causal_check_width(ch_run *run, size_t D, size_t H);

/// Refuses a parameter that is not below `limit`.
ch_status causal_check_below(ch_run *run, size_t parameter, size_t limit);

/// Draws qkv (3D, D), then out (D, D), as torch's Linear does; false when the arena is full.
bool causal_draw_weights(ch_run *run, ch_causal_rope *block, ch_torch *state);

/// Standard normals; NULL when the arena is full.
double *causal_draw_normals(ch_run *run, ch_torch *state, size_t count);

/// Whether query i sees key j, as a mistake has it.
bool causal_sees(size_t i, size_t j, ch_mistake mistake);

/// Table of positions first .. first + count - 1, mask, scale and pairing as a mistake has them; `model` is the width of
/// the whole model, which is block->D unless the block is one head of it. False when the arena is full.
bool causal_set(ch_run *run, ch_causal_rope *block, size_t model, uint64_t first, size_t count, ch_mistake mistake);

/// Memory for the steps of a block; false when the arena is full.
bool causal_take_steps(ch_run *run, ch_causal_steps *steps, const ch_causal_rope *block);

/// The second step, and the third to fifth, with a mistake worked in; the block is as causal_set left it.
void causal_turn(ch_causal_steps *steps, const ch_causal_rope *block, ch_mistake mistake);
void causal_attend(ch_causal_steps *steps, const ch_causal_rope *block, ch_mistake mistake);

/// Sets the weights (T, T) of later keys to zero, which is too late behind a softmax.
void causal_hide_late(double *weights, size_t T);

/// y = weights v of one head, or weights^T v under transposed-weights. y, v: (T, width).
void causal_combine(double *y, const double *weights, const double *v, size_t T, size_t width, ch_mistake mistake);

/// All steps with a mistake worked in. y, x: (B, T, D).
void causal_forward(double *y, ch_causal_steps *steps, const double *x, const ch_causal_rope *block,
                    ch_mistake mistake);

#endif
