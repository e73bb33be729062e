// Layer norm over all axes from one on.
#include "clockhand/norm.h"
#include "labs/norm_parts.h"
#include "registry.h"
#include "rows.h"

enum { X, WEIGHT, BIAS };
enum { EPSILON, AXIS };
enum { Y, MEAN, RSTD };

static const ch_op_input INPUTS[] = {
    [X] = ROWS_X_INPUT,
    [WEIGHT] = ROWS_AFFINE_INPUT("weight", "multiplies"),
    [BIAS] = ROWS_AFFINE_INPUT("bias", "is added"),
};

static const ch_parameter PARAMETERS[] = {
    [EPSILON] = ROWS_EPSILON_PARAMETER,
    [AXIS] = ROWS_NORMALISED_PARAMETER,
};

static const ch_op_output OUTPUTS[] = {
    [Y] = {.id = "y", .help = "shaped as x"},
    [MEAN] = {.id = "mean", .help = "of each row; the axes before the normalised ones"},
    [RSTD] = {.id = "rstd", .help = "1 / sqrt(variance + eps) of each row, the variance biased"},
};

static const size_t AFFINE[] = {WEIGHT, BIAS};

static const ch_mistake MISTAKES[] = {NORM_MISTAKES, CH_NO_MEAN};

static ch_status plan(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    rows_extent extent;
    ch_status status = rows_find(&extent, call, AXIS, X, AFFINE, CH_COUNT(AFFINE));
    if (status != CH_OK) return status;
    ch_op_shape(call, Y, x->shape, x->rank);
    ch_op_shape(call, MEAN, x->shape, extent.axis);
    ch_op_shape(call, RSTD, x->shape, extent.axis);
    return CH_OK;
}

static ch_status run(ch_op_call *call) {
    rows_extent extent;
    ch_status status = rows_find(&extent, call, AXIS, X, AFFINE, CH_COUNT(AFFINE));
    if (status != CH_OK) return status;
    const rows_norm n = {.y = call->outputs[Y].cells,
                         .mean = call->outputs[MEAN].cells,
                         .rstd = call->outputs[RSTD].cells,
                         .x = call->inputs[X].cells,
                         .weight = call->inputs[WEIGHT].given ? call->inputs[WEIGHT].cells : NULL,
                         .bias = call->inputs[BIAS].given ? call->inputs[BIAS].cells : NULL,
                         .epsilon = call->values[EPSILON].real,
                         .layer = true};
    if (call->mistake == CH_NO_MISTAKE) {
        ch_layernorm(n.y, n.mean, n.rstd, n.x, n.weight, n.bias, n.epsilon, extent.rows, extent.width);
    } else {
        rows_faulty_norm(&n, &extent, call->mistake);
    }
    return CH_OK;
}

const ch_op ch_op_layernorm = {
    .id = "layernorm",
    .summary = "each row less its mean, over its standard deviation",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .inputs = INPUTS,
    .input_count = CH_COUNT(INPUTS),
    .outputs = OUTPUTS,
    .output_count = CH_COUNT(OUTPUTS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .plan = plan,
    .run = run,
};
