#include "rows.h"

#include "labs/norm_parts.h"

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

static void normalise(const rows_norm *n, size_t at, size_t feature, const norm_moments *m) {
    double scaled = (n->x[at] - m->mean) / m->spread * (n->weight == NULL ? 1.0 : n->weight[feature]);
    n->y[at] = n->bias == NULL ? scaled : scaled + n->bias[feature];
}

void rows_faulty_norm(const rows_norm *n, const rows_extent *extent, ch_mistake mistake) {
    bool over_rows = mistake == CH_OVER_TOKENS;
    size_t width = extent->width;
    for (size_t row = 0; row < extent->rows; row++) {
        norm_moments m =
            norm_take(n->x + row * width, width, 1, n->epsilon, n->layer, over_rows ? CH_NO_MISTAKE : mistake);
        if (n->mean != NULL) n->mean[row] = m.mean;
        if (n->rstd != NULL) n->rstd[row] = 1.0 / m.spread;
        for (size_t d = 0; d < width && !over_rows; d++) normalise(n, row * width + d, d, &m);
    }
    for (size_t d = 0; d < width && over_rows; d++) {
        norm_moments m = norm_take(n->x + d, extent->rows, width, n->epsilon, n->layer, CH_NO_MISTAKE);
        for (size_t row = 0; row < extent->rows; row++) normalise(n, row * width + d, d, &m);
    }
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
