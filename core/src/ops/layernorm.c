// Layer norm over all axes from one on.
#include "clockhand/norm.h"
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
    const ch_tensor *weight = &call->inputs[WEIGHT];
    const ch_tensor *bias = &call->inputs[BIAS];
    ch_layernorm(call->outputs[Y].cells, call->outputs[MEAN].cells, call->outputs[RSTD].cells, call->inputs[X].cells,
                 weight->given ? weight->cells : NULL, bias->given ? bias->cells : NULL, call->values[EPSILON].real,
                 extent.rows, extent.width);
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
    .plan = plan,
    .run = run,
};
