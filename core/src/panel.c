#include "panel.h"

#include <math.h>
#include <string.h>

/// tile[r][c] = sum over k of x_rk w_kc, k in order. x_rk lies at r * row + k * step of each of `blocks` runs of eight k, which lie
/// `x_stride` apart; w_kc at k * 8 + c. The sums stand in an array of their own, which compilers keep in registers.
static inline void accumulate(float tile[TILE * PANEL], const float *x, size_t row, size_t step, size_t x_stride,
                              const float *w, size_t blocks) {
    float sums[TILE][PANEL] = {{0.0f}};
    for (size_t block = 0; block < blocks; block++, x += x_stride - PANEL * step) {
        for (size_t k = 0; k < PANEL; k++, x += step, w += PANEL) {
            for (size_t r = 0; r < TILE; r++) {
                for (size_t c = 0; c < PANEL; c++) sums[r][c] += x[r * row] * w[c];
            }
        }
    }
    for (size_t r = 0; r < TILE; r++) {
        for (size_t c = 0; c < PANEL; c++) tile[r * PANEL + c] = sums[r][c];
    }
}

/// Not by memcpy, which is a call in some engines.
static inline void store(float *to, const float tile[TILE * PANEL]) {
    for (size_t r = 0; r < TILE; r++) {
        for (size_t c = 0; c < PANEL; c++) to[r * PANEL + c] = tile[r * PANEL + c];
    }
}

/// Ends a tile whose cells lie from `at` on in the result, its first column being `column`.
static inline void finish(float tile[TILE * PANEL], const panel_ending *ending, size_t column, size_t at) {
    if (ending->bias != NULL) {
        const float *bias = ending->bias + column;
        for (size_t r = 0; r < TILE * PANEL; r += PANEL) {
            for (size_t c = 0; c < PANEL; c++) tile[r + c] += bias[c];
        }
    }
    if (ending->added != NULL) {
        const float *added = ending->added + at;
        for (size_t r = 0; r < TILE * PANEL; r += PANEL) {
            for (size_t c = 0; c < PANEL; c++) tile[r + c] += added[r + c];
        }
    }
    if (ending->gate != NULL) {
        const float *gate = ending->gate + at;
        for (size_t i = 0; i < TILE * PANEL; i++) tile[i] = gate[i] > 0.0f ? tile[i] : 0.0f;
    }
    if (ending->rectified) {
        for (size_t i = 0; i < TILE * PANEL; i++) tile[i] = tile[i] > 0.0f ? tile[i] : 0.0f;
    }
}

void panel_multiply(panels y, panels_in x, panels_in w, size_t N, size_t I, size_t O, const panel_ending *ending) {
    for (size_t o = 0; o < O / PANEL; o++) {
        for (size_t n = 0; n < N; n += TILE) {
            float tile[TILE * PANEL];
            size_t at = o * y.stride + n * PANEL;
            accumulate(tile, x.data + n * PANEL, PANEL, 1, x.stride, w.data + o * w.stride, I / PANEL);
            if (ending != NULL) finish(tile, ending, o * PANEL, at);
            store(y.data + at, tile);
        }
    }
}

void panel_multiply_transposed(panels y, panels_in x, panels_in w, size_t N, size_t I, size_t O) {
    for (size_t o = 0; o < O / PANEL; o++) {
        for (size_t i = 0; i < I; i += TILE) {
            float tile[TILE * PANEL];
            const float *from = x.data + i / PANEL * x.stride + i % PANEL;
            accumulate(tile, from, 1, PANEL, PANEL * PANEL, w.data + o * w.stride, N / PANEL);
            store(y.data + o * y.stride + i * PANEL, tile);
        }
    }
}

double panel_square_sum(panels_in x, panels_in w, size_t N, size_t I, size_t O) {
    double total = 0.0;
    for (size_t o = 0; o < O / PANEL; o++) {
        float squares[PANEL] = {0.0f};
        for (size_t i = 0; i < I; i += TILE) {
            float tile[TILE * PANEL];
            const float *from = x.data + i / PANEL * x.stride + i % PANEL;
            accumulate(tile, from, 1, PANEL, PANEL * PANEL, w.data + o * w.stride, N / PANEL);
            for (size_t r = 0; r < TILE * PANEL; r += PANEL) {
                for (size_t c = 0; c < PANEL; c++) squares[c] += tile[r + c] * tile[r + c];
            }
        }
        for (size_t c = 0; c < PANEL; c++) total += (double)squares[c];
    }
    return total;
}

void panel_transpose(panels y, panels_in x, size_t N, size_t C) {
    for (size_t c = 0; c < C; c += PANEL) {
        for (size_t n = 0; n < N; n += PANEL) {
            const float *from = x.data + c / PANEL * x.stride + n * PANEL;
            float *to = y.data + n / PANEL * y.stride + c * PANEL;
            for (size_t i = 0; i < PANEL; i++) {
                for (size_t j = 0; j < PANEL; j++) to[i * PANEL + j] = from[j * PANEL + i];
            }
        }
    }
}

size_t panel_columns_padded(panel_columns columns) {
    return columns.count / columns.group * columns.padded;
}

void panel_pack(float *forward, float *backward, const float *weight, panel_columns O, panel_columns I) {
    size_t outs = panel_columns_padded(O);
    size_t ins = panel_columns_padded(I);
    memset(forward, 0, outs * ins * sizeof *forward);
    memset(backward, 0, outs * ins * sizeof *backward);
    size_t to = 0; // the column that o, and with it i, stands in
    for (size_t o = 0; o < O.count; o++, to++) {
        if (o > 0 && o % O.group == 0) to += O.padded - O.group;
        float *down = forward + to / PANEL * ins * PANEL + to % PANEL;
        float *across = backward + to * PANEL;
        for (size_t start = 0; start < ins; start += I.padded) {
            for (size_t i = 0; i < I.group; i++, weight++) {
                size_t at = start + i;
                down[at * PANEL] = *weight;
                across[at / PANEL * outs * PANEL + at % PANEL] = *weight;
            }
        }
    }
}

void panel_pack_rows(float *y, const float *x, size_t N, size_t C) {
    memset(y, 0, N * panel_padded(C) * sizeof *y);
    for (size_t n = 0; n < N; n++) {
        for (size_t c = 0; c < C; c++) y[c / PANEL * N * PANEL + n * PANEL + c % PANEL] = x[n * C + c];
    }
}

/// The sum of eight columns, by halves.
static inline float across(const float v[PANEL]) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

void panel_normalise(float *restrict y, float *rstd, const float *restrict x, const float *mask, float epsilon,
                     size_t N, size_t C) {
    size_t stride = N * PANEL;
    size_t count = panel_padded(C) / PANEL;
    for (size_t n = 0; n < N; n++) {
        const float *row = x + n * PANEL;
        float sums[PANEL] = {0.0f};
        float squares[PANEL] = {0.0f};
        for (size_t p = 0; p < count; p++) {
            for (size_t c = 0; c < PANEL; c++) sums[c] += row[p * stride + c];
        }
        float mean = across(sums) / (float)C;
        for (size_t p = 0; p < count; p++) {
            for (size_t c = 0; c < PANEL; c++) {
                float d = (row[p * stride + c] - mean) * mask[p * PANEL + c];
                squares[c] += d * d;
            }
        }
        float scale = 1.0f / sqrtf(across(squares) / (float)C + epsilon);
        for (size_t p = 0; p < count; p++) {
            for (size_t c = 0; c < PANEL; c++) {
                float d = (row[p * stride + c] - mean) * mask[p * PANEL + c];
                y[p * stride + n * PANEL + c] = d * scale;
            }
        }
        rstd[n] = scale;
    }
}

// y = (x - mean) rstd
void panel_normalise_backward(float *dx, const float *added, const float *dy, const float *y, const float *rstd,
                              const float *mask, size_t N, size_t C) {
    size_t stride = N * PANEL;
    size_t count = panel_padded(C) / PANEL;
    for (size_t n = 0; n < N; n++) {
        size_t row = n * PANEL;
        float sums[PANEL] = {0.0f};
        float inner[PANEL] = {0.0f};
        for (size_t p = 0; p < count; p++) {
            const float *g = dy + row + p * stride;
            const float *h = y + row + p * stride;
            for (size_t c = 0; c < PANEL; c++) sums[c] += g[c];
            for (size_t c = 0; c < PANEL; c++) inner[c] += g[c] * h[c];
        }
        float mean = across(sums) / (float)C;
        float mean_inner = across(inner) / (float)C;
        for (size_t p = 0; p < count; p++) {
            size_t at = row + p * stride;
            float d[PANEL];
            for (size_t c = 0; c < PANEL; c++) {
                d[c] = (dy[at + c] - mean - y[at + c] * mean_inner) * rstd[n] * mask[p * PANEL + c];
            }
            for (size_t c = 0; added != NULL && c < PANEL; c++) d[c] += added[at + c];
            memcpy(dx + at, d, sizeof d);
        }
    }
}
