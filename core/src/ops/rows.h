/// What the ops share that work on a tensor row by row. Private to core/src.
#ifndef CLOCKHAND_OPS_ROWS_H
#define CLOCKHAND_OPS_ROWS_H

#include "clockhand/op.h"

#define ROWS_AXIS_PARAMETER(words)                                                                                     \
    {                                                                                                                  \
        .id = "axis", .label = "axis", .help = (words), .type = CH_AXIS, .least = -CH_OP_RANK, .most = CH_OP_RANK - 1, \
        .standard = "-1"                                                                                               \
    }
#define ROWS_EPSILON_PARAMETER                                                                                       \
    {                                                                                                                \
        .id = "eps", .label = "epsilon", .help = "added under the root", .type = CH_REAL, .least = 0, .most = 1e300, \
        .standard = "1e-5"                                                                                           \
    }

#define ROWS_X_INPUT \
    { .id = "x", .help = "a tensor of any shape", .least_rank = 1, .most_rank = CH_OP_RANK }
/// A weight or a bias of a norm.
#define ROWS_AFFINE_INPUT(name, does)                                                                              \
    {                                                                                                              \
        .id = (name), .help = does "; the shape of the normalised axes", .least_rank = 1, .most_rank = CH_OP_RANK, \
        .optional = true                                                                                           \
    }
#define ROWS_NORMALISED_PARAMETER \
    ROWS_AXIS_PARAMETER("the first of the normalised axes, which go to the last; below 0 from the end")

/// Whether all values are zero: the weights of a row that may see nothing. True for none at all.
bool rows_all_zero(const double *values, size_t count);

/// The tensor as rows over all axes from one on.
typedef struct rows_extent {
    size_t axis;
    size_t rows;
    size_t width;
} rows_extent;

/// Reads parameter `axis` for input `x`; refuses rows without a value, and a given `weight` or `bias` that is not shaped
/// as a row.
ch_status rows_find(rows_extent *found, ch_op_call *call, size_t axis, size_t x, const size_t *affine, size_t count);

/// A layer norm or an RMS norm as a mistake makes it. y, x: (rows, width); mean, rstd: (rows) or NULL; weight, bias: (width) or
/// NULL.
typedef struct rows_norm {
    double *y, *mean, *rstd;
    const double *x, *weight, *bias;
    double epsilon;
    bool layer;
} rows_norm;

void rows_faulty_norm(const rows_norm *norm, const rows_extent *extent, ch_mistake mistake);

/// Says that rows gave zeros: WORDS: COUNT of ALL, the first INDEX; OUTCOME. `first` counts rows of the given axes.
void rows_note(ch_op_call *call, const char *words, uint64_t count, uint64_t all, uint64_t first, const uint64_t *shape,
               size_t rank, const char *outcome);

#endif
