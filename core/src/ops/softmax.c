// Softmax along any axis.
#include "clockhand/softmax.h"

#include "registry.h"
#include "rows.h"

enum { X };
enum { AXIS };
enum { Y };

static const ch_op_input INPUTS[] = {
    [X] = ROWS_X_INPUT,
};

static const ch_parameter PARAMETERS[] = {
    [AXIS] = ROWS_AXIS_PARAMETER("the axis along which the weights sum to 1; below 0 from the end"),
};

static const ch_op_output OUTPUTS[] = {
    [Y] = {.id = "y", .help = "shaped as x; zeros where x is -Infinity all along the axis"},
};

static ch_status plan(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    size_t axis;
    ch_status status = ch_op_axis(&axis, call, AXIS, X);
    if (status != CH_OK) return status;
    ch_op_shape(call, Y, x->shape, x->rank);
    bool strided = x->count > 0 && ch_op_axes(x, axis + 1, x->rank) > 1;
    call->scratch_count = strided ? x->shape[axis] : 0;
    return CH_OK;
}

/// Softmax of `count` values that lie `stride` apart; false when they are all -infinity.
static bool weigh(double *y, const double *x, double *scratch, size_t count, size_t stride) {
    if (stride == 1) {
        ch_softmax(y, x, NULL, 1, count);
        return !rows_all_zero(y, count);
    }
    for (size_t i = 0; i < count; i++) scratch[i] = x[i * stride];
    ch_softmax(scratch, scratch, NULL, 1, count);
    for (size_t i = 0; i < count; i++) y[i * stride] = scratch[i];
    return !rows_all_zero(scratch, count);
}

static ch_status run(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    size_t axis;
    ch_status status = ch_op_axis(&axis, call, AXIS, X);
    if (status != CH_OK || x->count == 0) return status;
    size_t count = (size_t)x->shape[axis];
    size_t stride = (size_t)ch_op_axes(x, axis + 1, x->rank);
    size_t lanes = (size_t)x->count / count;
    uint64_t unseen = 0;
    uint64_t first = 0;
    for (size_t lane = 0; lane < lanes; lane++) {
        size_t at = lane / stride * count * stride + lane % stride;
        if (weigh(call->outputs[Y].cells + at, x->cells + at, call->scratch, count, stride)) continue;
        if (unseen == 0) first = at;
        unseen++;
    }
    if (unseen > 0) {
        rows_note(call, "lanes that are -Infinity all along the axis", unseen, lanes, first, x->shape, x->rank,
                  "their weights are zero");
    }
    return CH_OK;
}

const ch_op ch_op_softmax = {
    .id = "softmax",
    .summary = "weights that sum to 1 along an axis",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .inputs = INPUTS,
    .input_count = CH_COUNT(INPUTS),
    .outputs = OUTPUTS,
    .output_count = CH_COUNT(OUTPUTS),
    .plan = plan,
    .run = run,
};
