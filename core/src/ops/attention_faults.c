#include "attention_faults.h"

#include <math.h>
#include <string.h>

#include "clockhand/softmax.h"
#include "labs/attention_parts.h"

double attention_fault_scale(const ch_head *sizes, size_t heads, ch_mistake mistake) {
    double width = (double)sizes->width;
    switch (mistake) {
    case CH_NO_SCALE:
        return 1.0;
    case CH_SCALE_BY_DK:
        return 1.0 / width;
    case CH_SCALE_BY_TOKENS:
        return 1.0 / sqrt((double)sizes->Tk);
    case CH_SCALE_BY_MODEL_WIDTH:
        return 1.0 / sqrt(width * (double)heads);
    default:
        return sizes->scale;
    }
}

void attention_fault_mask(uint8_t *seen, ch_causal causal, bool given, const ch_head *sizes, ch_mistake mistake) {
    size_t cells = sizes->Tq * sizes->Tk;
    if (mistake == CH_NO_MASK) memset(seen, 1, cells);
    if (mistake == CH_MASK_FLIPPED && given) {
        for (size_t i = 0; i < cells; i++) seen[i] = !seen[i];
    } else if (mistake == CH_MASK_FLIPPED || mistake == CH_MASK_DIAGONAL) {
        // A mask that was given as a tensor has its edge where the last query meets the last key.
        if (causal == CH_NOT_CAUSAL && given) causal = CH_BOTTOM_RIGHT;
        const attention_inputs in = {.head = *sizes, .causal = causal, .mask = seen};
        attention_faulty_mask(seen, &in, mistake);
    }
}

uint64_t attention_fault_room(uint64_t cells) {
    return cells + cells / sizeof(double) + 1;
}

/// Softmax down the columns: of the transposed scores, row by row. scratch: cells doubles, and bytes.
static void weigh_columns(double *weights, const double *scores, const uint8_t *seen, double *scratch,
                          const ch_head *s) {
    uint8_t *turned = (uint8_t *)(scratch + s->Tq * s->Tk);
    for (size_t i = 0; i < s->Tq * s->Tk; i++) {
        scratch[i % s->Tk * s->Tq + i / s->Tk] = scores[i];
        turned[i % s->Tk * s->Tq + i / s->Tk] = seen[i];
    }
    ch_softmax(scratch, scratch, turned, s->Tk, s->Tq);
    for (size_t i = 0; i < s->Tq * s->Tk; i++) weights[i] = scratch[i % s->Tk * s->Tq + i / s->Tk];
}

/// Each seen score over the sum of them.
static void weigh_plainly(double *weights, const double *scores, const uint8_t *seen, const ch_head *s) {
    size_t cells = s->Tq * s->Tk;
    for (size_t i = 0; i < cells; i++) weights[i] = seen[i] ? scores[i] : 0.0;
    for (size_t i = 0; i < cells; i += s->Tk) attention_share(weights + i, weights + i, s->Tk, 1);
    for (size_t i = 0; i < cells; i++) weights[i] = seen[i] ? weights[i] : 0.0; // not -0
}

/// Weights (Tq, Tk) of scores; `scratch` as attention_fault_room says.
static void weigh(const attention_head *h, double *scratch, ch_mistake mistake) {
    static const double minus_ten = -10.0;
    size_t cells = h->sizes.Tq * h->sizes.Tk;
    switch (mistake) {
    case CH_SOFTMAX_OVER_COLUMNS:
        weigh_columns(h->weights, h->scores, h->seen, scratch, &h->sizes);
        break;
    case CH_NO_EXPONENTIAL:
        weigh_plainly(h->weights, h->scores, h->seen, &h->sizes);
        break;
    case CH_MASK_MINUS_TEN:
        for (size_t i = 0; i < cells; i++) scratch[i] = h->scores[i] + (h->seen[i] ? 0.0 : minus_ten);
        ch_softmax(h->weights, scratch, NULL, h->sizes.Tq, h->sizes.Tk);
        break;
    case CH_MASK_AFTER_SOFTMAX:
        ch_softmax(h->weights, h->scores, NULL, h->sizes.Tq, h->sizes.Tk);
        for (size_t i = 0; i < cells; i++) h->weights[i] = h->seen[i] ? h->weights[i] : 0.0;
        break;
    default:
        ch_softmax(h->weights, h->scores, h->seen, h->sizes.Tq, h->sizes.Tk);
    }
}

bool attention_fault_hides(ch_mistake mistake) {
    switch (mistake) {
    case CH_NO_EXPONENTIAL: // -infinity over itself is NaN
    case CH_MASK_MINUS_TEN:
    case CH_BIAS_AFTER_SOFTMAX:
    case CH_TRANSPOSED_WEIGHTS:
        return false;
    default:
        return true;
    }
}

void attention_fault_run(const attention_head *h, double *scratch, ch_mistake mistake) {
    const ch_head *s = &h->sizes;
    size_t cells = s->Tq * s->Tk;
    bool bias_late = mistake == CH_BIAS_AFTER_SOFTMAX || mistake == CH_TRANSPOSED_SCORES;
    ch_attention(h->scores, h->weights, h->y, h->q, h->k, h->v, h->seen, bias_late ? NULL : h->bias, s);
    if (mistake == CH_TRANSPOSED_SCORES) {
        memcpy(scratch, h->scores, cells * sizeof *scratch);
        for (size_t i = 0; i < cells; i++) {
            h->scores[i] = attention_transposed(scratch, i, s->Tq, s->Tk) + (h->bias == NULL ? 0.0 : h->bias[i]);
        }
    }
    weigh(h, scratch, mistake);
    for (size_t i = 0; mistake == CH_BIAS_AFTER_SOFTMAX && h->bias != NULL && i < cells; i++) {
        h->weights[i] += h->bias[i];
    }
    const double *weights = h->weights;
    if (mistake == CH_TRANSPOSED_WEIGHTS) {
        for (size_t i = 0; i < cells; i++) scratch[i] = attention_transposed(h->weights, i, s->Tq, s->Tk);
        weights = scratch;
    }
    for (size_t i = 0; i < s->Tq; i++) {
        bool none = attention_fault_hides(mistake) && ch_sees_none(h->scores + i * s->Tk, h->seen + i * s->Tk, s->Tk);
        for (size_t d = 0; d < s->value; d++) {
            double sum = 0.0;
            for (size_t j = 0; !none && j < s->Tk; j++) sum += weights[i * s->Tk + j] * h->v[j * s->value + d];
            h->y[i * s->value + d] = sum;
        }
    }
}
