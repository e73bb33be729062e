#include "clockhand/linear.h"

void ch_linear(double *y, const double *x, const double *weight, const double *bias, size_t N, size_t I, size_t O) {
    for (size_t n = 0; n < N; n++) {
        for (size_t o = 0; o < O; o++) {
            double sum = 0.0;
            for (size_t i = 0; i < I; i++) sum += x[n * I + i] * weight[o * I + i];
            y[n * O + o] = bias == NULL ? sum : sum + bias[o];
        }
    }
}

// y_no = sum_i x_ni W_oi + b_o
void ch_linear_backward(double *dx, double *dweight, double *dbias, const double *dy, const double *x,
                        const double *weight, size_t N, size_t I, size_t O) {
    for (size_t n = 0; n < N; n++) {
        for (size_t o = 0; o < O; o++) {
            double d = dy[n * O + o];
            for (size_t i = 0; dx != NULL && i < I; i++) dx[n * I + i] += d * weight[o * I + i];
            for (size_t i = 0; dweight != NULL && i < I; i++) dweight[o * I + i] += d * x[n * I + i];
            if (dbias != NULL) dbias[o] += d;
        }
    }
}

void ch_relu(double *y, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++) y[i] = x[i] > 0.0 ? x[i] : 0.0;
}

void ch_relu_backward(double *dx, const double *dy, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++) dx[i] += x[i] > 0.0 ? dy[i] : 0.0;
}

void ch_embedding(double *y, const double *table, const uint64_t *indices, size_t N, size_t D) {
    for (size_t n = 0; n < N; n++) {
        for (size_t d = 0; d < D; d++) y[n * D + d] = table[(size_t)indices[n] * D + d];
    }
}

void ch_embedding_backward(double *dtable, const double *dy, const uint64_t *indices, size_t N, size_t D) {
    for (size_t n = 0; n < N; n++) {
        for (size_t d = 0; d < D; d++) dtable[(size_t)indices[n] * D + d] += dy[n * D + d];
    }
}
