// Attention over panels, a head at a time. Weights are kept with a key's row over the queries' columns, so that the softmax runs
// down the columns, eight queries at once.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "panel.h"

// e^x = 2^n e^r with r = x - n ln 2 at most 0.35 in size, ln 2 in two parts: n times the first is exact.
static const float LOWEST = -87.0f; // e^-87 is a normal float
static const float LOG2_E = 1.44269504f;
static const float LN_2_HIGH = 0.693359375f;
static const float LN_2_LOW = -2.12194440e-4f;
static const float ROUNDING = 12582912.0f; // 1.5 * 2^23: adding it leaves whole numbers in the low bits

static inline float power(float x) {
    float kept = x > LOWEST ? x : LOWEST;
    float whole = kept * LOG2_E + ROUNDING;
    float n = whole - ROUNDING;
    float r = kept - n * LN_2_HIGH - n * LN_2_LOW;
    float p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    uint32_t bits;
    uint32_t exponent;
    memcpy(&bits, &p, sizeof bits);
    memcpy(&exponent, &whole, sizeof exponent);
    bits += exponent << 23;
    memcpy(&p, &bits, sizeof p);
    return x > LOWEST ? p : 0.0f;
}

float panel_exp(float x) {
    return power(x);
}

/// Softmax down the T keys of each column, in place.
static void soften(float *weights, float scale, size_t T) {
    for (size_t panel = 0; panel < T; panel += PANEL, weights += T * PANEL) {
        float largest[PANEL];
        float sums[PANEL] = {0.0f};
        memcpy(largest, weights, sizeof largest);
        for (size_t j = 1; j < T; j++) {
            const float *row = weights + j * PANEL;
            for (size_t c = 0; c < PANEL; c++) largest[c] = row[c] > largest[c] ? row[c] : largest[c];
        }
        for (size_t j = 0; j < T; j++) {
            float *row = weights + j * PANEL;
            for (size_t c = 0; c < PANEL; c++) row[c] = power((row[c] - largest[c]) * scale);
            for (size_t c = 0; c < PANEL; c++) sums[c] += row[c];
        }
        for (size_t c = 0; c < PANEL; c++) sums[c] = 1.0f / sums[c];
        for (size_t j = 0; j < T; j++) {
            for (size_t c = 0; c < PANEL; c++) weights[j * PANEL + c] *= sums[c];
        }
    }
}

/// dscores = weights (dweights - sum over keys of weights dweights), in place of dweights and times the scale.
static void soften_backward(float *dweights, const float *weights, float scale, size_t T) {
    for (size_t panel = 0; panel < T; panel += PANEL, weights += T * PANEL, dweights += T * PANEL) {
        float inner[PANEL] = {0.0f};
        for (size_t j = 0; j < T * PANEL; j += PANEL) {
            for (size_t c = 0; c < PANEL; c++) inner[c] += weights[j + c] * dweights[j + c];
        }
        for (size_t j = 0; j < T * PANEL; j += PANEL) {
            for (size_t c = 0; c < PANEL; c++) {
                dweights[j + c] = weights[j + c] * (dweights[j + c] - inner[c]) * scale;
            }
        }
    }
}

size_t panel_attend_scratch(const panel_heads *h) {
    return h->T * h->padded + h->T * h->T;
}

static float scale_of(const panel_heads *h) {
    return 1.0f / sqrtf((float)h->width);
}

/// Where a head's queries begin in sequence b; its keys and values lie one and two thirds of all panels further.
static size_t head_at(const panel_heads *h, size_t b, size_t head) {
    return head * h->padded * h->B * h->T + b * h->T * PANEL;
}

void panel_attend(float *merged, float *weights, const float *qkv, float *scratch, const panel_heads *h) {
    size_t stride = h->B * h->T * PANEL;
    size_t third = h->H * h->padded * h->B * h->T;
    panels turned = {scratch, h->padded * PANEL};
    panels_in turned_in = {scratch, h->padded * PANEL};
    for (size_t i = 0; i < h->B * h->H; i++, weights += h->T * h->T) {
        size_t at = head_at(h, i / h->H, i % h->H);
        panels_in q = {qkv + at, stride};
        panels_in k = {qkv + at + third, stride};
        panels_in v = {qkv + at + 2 * third, stride};
        panels scores = {weights, h->T * PANEL};
        panel_transpose(turned, q, h->T, h->padded);
        panel_multiply(scores, k, turned_in, h->T, h->padded, h->T, NULL);
        soften(weights, scale_of(h), h->T);
        panel_multiply_transposed((panels){merged + at, stride}, (panels_in){weights, h->T * PANEL}, v, h->T, h->T,
                                  h->padded);
    }
}

// scores = k q^T; weights = softmax(scale scores) down the keys; merged = weights^T v
void panel_attend_backward(float *dqkv, const float *dmerged, const float *qkv, const float *weights, float *scratch,
                           const panel_heads *h) {
    size_t stride = h->B * h->T * PANEL;
    size_t third = h->H * h->padded * h->B * h->T;
    float *dweights = scratch + h->T * h->padded;
    panels turned = {scratch, h->padded * PANEL};
    panels_in turned_in = {scratch, h->padded * PANEL};
    panels_in dscores = {dweights, h->T * PANEL};
    for (size_t i = 0; i < h->B * h->H; i++, weights += h->T * h->T) {
        size_t at = head_at(h, i / h->H, i % h->H);
        panels_in q = {qkv + at, stride};
        panels_in k = {qkv + at + third, stride};
        panels_in v = {qkv + at + 2 * third, stride};
        panels_in dy = {dmerged + at, stride};
        panel_transpose(turned, dy, h->T, h->padded);
        panel_multiply((panels){dweights, h->T * PANEL}, v, turned_in, h->T, h->padded, h->T, NULL);
        panel_multiply((panels){dqkv + at + 2 * third, stride}, (panels_in){weights, h->T * PANEL}, dy, h->T, h->T,
                       h->padded, NULL);
        soften_backward(dweights, weights, scale_of(h), h->T);
        panel_multiply_transposed((panels){dqkv + at, stride}, dscores, k, h->T, h->T, h->padded);
        panel_multiply((panels){dqkv + at + third, stride}, dscores, q, h->T, h->T, h->padded, NULL);
    }
}
