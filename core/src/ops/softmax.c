// Softmax along any axis.
#include "clockhand/softmax.h"

#include "labs/attention_parts.h"
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

static const ch_mistake MISTAKES[] = {CH_SOFTMAX_OVER_COLUMNS, CH_NO_EXPONENTIAL};

/// The axis along which the weights sum to 1; a mistake takes the one before the last for the last, and the last for others.
static ch_status find_axis(size_t *axis, ch_op_call *call) {
    size_t rank = call->inputs[X].rank;
    ch_status status = ch_op_axis(axis, call, AXIS, X);
    if (status != CH_OK || call->mistake != CH_SOFTMAX_OVER_COLUMNS || rank < 2) return status;
    *axis = *axis + 1 == rank ? rank - 2 : rank - 1;
    return CH_OK;
}

static ch_status plan(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    size_t axis;
    ch_status status = find_axis(&axis, call);
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
    ch_status status = find_axis(&axis, call);
    if (status != CH_OK || x->count == 0) return status;
    size_t count = (size_t)x->shape[axis];
    size_t stride = (size_t)ch_op_axes(x, axis + 1, x->rank);
    size_t lanes = (size_t)x->count / count;
    uint64_t unseen = 0;
    uint64_t first = 0;
    for (size_t lane = 0; lane < lanes; lane++) {
        size_t at = lane / stride * count * stride + lane % stride;
        if (call->mistake == CH_NO_EXPONENTIAL) {
            attention_share(call->outputs[Y].cells + at, x->cells + at, count, stride);
            continue;
        }
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
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .plan = plan,
    .run = run,
};
