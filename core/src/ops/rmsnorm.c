// RMS norm over all axes from one on.
#include "clockhand/norm.h"
#include "labs/norm_parts.h"
#include "registry.h"
#include "rows.h"

enum { X, WEIGHT };
enum { EPSILON, AXIS };
enum { Y };

static const ch_op_input INPUTS[] = {
    [X] = ROWS_X_INPUT,
    [WEIGHT] = ROWS_AFFINE_INPUT("weight", "multiplies"),
};

static const ch_parameter PARAMETERS[] = {
    [EPSILON] = ROWS_EPSILON_PARAMETER,
    [AXIS] = ROWS_NORMALISED_PARAMETER,
};

static const ch_op_output OUTPUTS[] = {
    [Y] = {.id = "y", .help = "shaped as x"},
};

static const size_t AFFINE[] = {WEIGHT};

static const ch_mistake MISTAKES[] = {NORM_MISTAKES, CH_WITH_MEAN};

static ch_status plan(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    rows_extent extent;
    ch_status status = rows_find(&extent, call, AXIS, X, AFFINE, CH_COUNT(AFFINE));
    if (status != CH_OK) return status;
    ch_op_shape(call, Y, x->shape, x->rank);
    call->scratch_count = extent.rows; // rstd, which the kernel keeps for a backward pass
    return CH_OK;
}

static ch_status run(ch_op_call *call) {
    rows_extent extent;
    ch_status status = rows_find(&extent, call, AXIS, X, AFFINE, CH_COUNT(AFFINE));
    if (status != CH_OK) return status;
    const rows_norm n = {.y = call->outputs[Y].cells,
                         .rstd = call->scratch,
                         .x = call->inputs[X].cells,
                         .weight = call->inputs[WEIGHT].given ? call->inputs[WEIGHT].cells : NULL,
                         .epsilon = call->values[EPSILON].real};
    if (call->mistake == CH_NO_MISTAKE) {
        ch_rmsnorm(n.y, n.rstd, n.x, n.weight, n.epsilon, extent.rows, extent.width);
    } else {
        rows_faulty_norm(&n, &extent, call->mistake);
    }
    return CH_OK;
}

const ch_op ch_op_rmsnorm = {
    .id = "rmsnorm",
    .summary = "each row over the root of its mean square",
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
