#include "rows.h"

bool rows_all_zero(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (values[i] != 0.0) return false;
    }
    return true;
}

ch_status rows_find(rows_extent *found, ch_op_call *call, size_t axis, size_t x, const size_t *affine, size_t count) {
    const ch_tensor *tensor = &call->inputs[x];
    ch_status status = ch_op_axis(&found->axis, call, axis, x);
    if (status != CH_OK) return status;
    const uint64_t *row = tensor->shape + found->axis;
    size_t rank = tensor->rank - found->axis;
    uint64_t width = ch_op_axes(tensor, found->axis, tensor->rank);
    if (width == 0) return ch_op_refuse_shape(call, x, "at least one value along the normalised axes");
    for (size_t i = 0; i < count; i++) {
        const ch_tensor *given = &call->inputs[affine[i]];
        if (!given->given || ch_op_has_shape(given, row, rank)) continue;
        char accepted[CH_ACCEPTED_SIZE];
        ch_text text;
        ch_text_open(&text, accepted, sizeof accepted);
        ch_text_put(&text, "the shape of the normalised axes, ");
        ch_op_put_shape(&text, row, rank);
        ch_text_put(&text, ",");
        return ch_op_refuse_shape(call, affine[i], accepted);
    }
    found->width = (size_t)width;
    found->rows = (size_t)ch_op_axes(tensor, 0, found->axis);
    return CH_OK;
}

void rows_note(ch_op_call *call, const char *words, uint64_t count, uint64_t all, uint64_t first, const uint64_t *shape,
               size_t rank, const char *outcome) {
    uint64_t index[CH_OP_RANK];
    for (size_t axis = rank; axis-- > 0;) {
        index[axis] = first % shape[axis];
        first /= shape[axis];
    }
    ch_text text;
    ch_text_open(&text, call->note, sizeof call->note);
    ch_text_put(&text, words);
    ch_text_put(&text, ": ");
    ch_text_put_u64(&text, count);
    ch_text_put(&text, " of ");
    ch_text_put_u64(&text, all);
    ch_text_put(&text, ", the first at ");
    ch_op_put_shape(&text, index, rank);
    ch_text_put(&text, "; ");
    ch_text_put(&text, outcome);
}
