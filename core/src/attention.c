#include "clockhand/attention.h"

#include <string.h>

#include "clockhand/softmax.h"

void ch_causal_mask(uint8_t *mask, ch_causal causal, size_t Tq, size_t Tk) {
    for (size_t i = 0; i < Tq; i++) {
        for (size_t j = 0; j < Tk; j++) {
            // j <= i + Tk - Tq, written without going below zero
            size_t i_shifted = causal == CH_BOTTOM_RIGHT ? i + Tk : i;
            size_t j_shifted = causal == CH_BOTTOM_RIGHT ? j + Tq : j;
            mask[i * Tk + j] = causal == CH_NOT_CAUSAL || j_shifted <= i_shifted;
        }
    }
}

/// Whether a query may see no key: else its weights sum to 1, or are NaN.
static bool is_without_weight(const double *weights, size_t Tk) {
    for (size_t j = 0; j < Tk; j++) {
        if (weights[j] != 0.0) return false;
    }
    return true;
}

void ch_attention(double *scores, double *weights, double *y, const double *q, const double *k, const double *v,
                  const uint8_t *mask, const double *bias, const ch_head *head) {
    for (size_t i = 0; i < head->Tq; i++) {
        for (size_t j = 0; j < head->Tk; j++) {
            double sum = 0.0;
            for (size_t d = 0; d < head->width; d++) sum += q[i * head->width + d] * k[j * head->width + d];
            size_t at = i * head->Tk + j;
            scores[at] = sum * head->scale + (bias == NULL ? 0.0 : bias[at]);
        }
    }
    ch_softmax(weights, scores, mask, head->Tq, head->Tk);
    for (size_t i = 0; i < head->Tq; i++) {
        const double *row = weights + i * head->Tk;
        bool none = is_without_weight(row, head->Tk);
        for (size_t d = 0; d < head->value; d++) {
            double sum = 0.0;
            for (size_t j = 0; !none && j < head->Tk; j++) sum += row[j] * v[j * head->value + d];
            y[i * head->value + d] = sum;
        }
    }
}

// y = weights v; weights = softmax(scores); scores = scale q k^T + bias
void ch_attention_backward(double *dq, double *dk, double *dv, double *scratch, const double *dy, const double *q,
                           const double *k, const double *v, const double *weights, const ch_head *head) {
    size_t cells = head->Tq * head->Tk;
    double *dweights = scratch;
    double *dscores = scratch + cells;
    memset(scratch, 0, 2 * cells * sizeof *scratch);
    for (size_t i = 0; i < head->Tq; i++) {
        if (is_without_weight(weights + i * head->Tk, head->Tk)) continue;
        for (size_t j = 0; j < head->Tk; j++) {
            for (size_t d = 0; d < head->value; d++) {
                dweights[i * head->Tk + j] += dy[i * head->value + d] * v[j * head->value + d];
                dv[j * head->value + d] += weights[i * head->Tk + j] * dy[i * head->value + d];
            }
        }
    }
    ch_softmax_backward(dscores, dweights, weights, head->Tq, head->Tk);
    for (size_t i = 0; i < head->Tq; i++) {
        if (is_without_weight(weights + i * head->Tk, head->Tk)) continue;
        for (size_t j = 0; j < head->Tk; j++) {
            double d_dot = dscores[i * head->Tk + j] * head->scale;
            for (size_t d = 0; d < head->width; d++) {
                dq[i * head->width + d] += d_dot * k[j * head->width + d];
                dk[j * head->width + d] += d_dot * q[i * head->width + d];
            }
        }
    }
}

void ch_split_heads(double *y, const double *x, size_t B, size_t T, size_t H, size_t Dh) {
    for (size_t b = 0; b < B; b++) {
        for (size_t t = 0; t < T; t++) {
            for (size_t h = 0; h < H; h++) {
                memcpy(y + ((b * H + h) * T + t) * Dh, x + ((b * T + t) * H + h) * Dh, Dh * sizeof *y);
            }
        }
    }
}

void ch_merge_heads(double *y, const double *x, size_t B, size_t T, size_t H, size_t Dh) {
    for (size_t b = 0; b < B; b++) {
        for (size_t h = 0; h < H; h++) {
            for (size_t t = 0; t < T; t++) {
                memcpy(y + ((b * T + t) * H + h) * Dh, x + ((b * H + h) * T + t) * Dh, Dh * sizeof *y);
            }
        }
    }
}
