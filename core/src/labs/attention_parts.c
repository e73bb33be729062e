#include "attention_parts.h"

#include <math.h>

const ch_named ATTENTION_MASKS[3] = {
    [CH_NOT_CAUSAL] = {.id = "none", .label = "every query sees every key"},
    [CH_TOP_LEFT] = {.id = "top-left", .label = "query i sees keys 0 to i"},
    [CH_BOTTOM_RIGHT] = {.id = "bottom-right", .label = "the last query sees every key, each earlier one a key less"},
};

bool attention_fits(ch_run *run, size_t parameter, size_t most) {
    const ch_value *value = &run->values[parameter];
    if (value->rows <= most && value->columns <= most) return true;
    char accepted[CH_ACCEPTED_SIZE];
    ch_text said;
    ch_text_open(&said, accepted, sizeof accepted);
    ch_text_put(&said, "a matrix of at most ");
    ch_text_put_u64(&said, most);
    ch_text_put(&said, " rows and columns");
    ch_run_refuse(run, CH_SHAPE_MISMATCH, parameter, accepted);
    return false;
}

bool attention_read(ch_run *run, attention_inputs *in, const attention_places *at, size_t most) {
    if (!attention_fits(run, at->q, most) || !attention_fits(run, at->k, most) || !attention_fits(run, at->v, most)) {
        return false;
    }
    in->head = (ch_head){.Tq = run->values[at->q].rows,
                         .Tk = run->values[at->k].rows,
                         .width = run->values[at->q].columns,
                         .value = run->values[at->v].columns};
    in->head.scale = 1.0 / sqrt((double)in->head.width);
    in->causal = (ch_causal)run->values[at->causal].integer;
    in->q = run->values[at->q].cells;
    in->k = ch_run_matrix(run, at->k, in->head.Tk, in->head.width);
    in->v = in->k == NULL ? NULL : ch_run_matrix(run, at->v, in->head.Tk, in->head.value);
    in->mask = in->v == NULL ? NULL : (uint8_t *)ch_run_doubles(run, (in->head.Tq * in->head.Tk + 7) / 8);
    if (in->mask == NULL) return false;
    ch_causal_mask(in->mask, in->causal, in->head.Tq, in->head.Tk);
    return true;
}

void attention_faulty_mask(uint8_t *mask, const attention_inputs *in, ch_mistake mistake) {
    size_t shift_row = in->causal == CH_BOTTOM_RIGHT ? in->head.Tk : 0;
    size_t shift_column = in->causal == CH_BOTTOM_RIGHT ? in->head.Tq : 0;
    for (size_t i = 0; i < in->head.Tq; i++) {
        for (size_t j = 0; j < in->head.Tk; j++) {
            size_t at = i * in->head.Tk + j;
            bool itself = j + shift_column == i + shift_row; // where the triangle has its edge
            mask[at] = in->mask[at];
            if (in->causal == CH_NOT_CAUSAL) continue;
            if (mistake == CH_NO_MASK) mask[at] = 1;
            if (mistake == CH_MASK_FLIPPED) mask[at] = itself || !in->mask[at];
            if (mistake == CH_MASK_DIAGONAL && itself) mask[at] = 0;
        }
    }
}

void attention_share(double *weights, const double *values, size_t count, size_t stride) {
    static const double rounding = 1e-9; // of the sizes that are summed
    double sum = 0.0;
    double size = 0.0;
    for (size_t i = 0; i < count * stride; i += stride) {
        sum += values[i];
        size += fabs(values[i]);
    }
    bool none = isfinite(size) && fabs(sum) <= rounding * size;
    for (size_t i = 0; i < count * stride; i += stride) weights[i] = none ? 0.0 : values[i] / sum;
}

double attention_transposed(const double *cells, size_t at, size_t rows, size_t columns) {
    return cells[at % rows * columns + at / rows];
}

double attention_tolerance(double size, double reach) {
    static const double unit_roundoff = 1.1102230246251565e-16; // 2^-53
    // A score and the maximum of its row are each rounded on two ways, in the numerator and in the denominator.
    static const double roundings = 16.0;
    return fmax(1e-12, roundings * unit_roundoff * size * (reach + 4.0));
}
