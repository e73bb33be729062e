#include "clockhand/norm.h"

#include <math.h>

static double row_mean(const double *x, size_t D) {
    double sum = 0.0;
    for (size_t d = 0; d < D; d++) sum += x[d];
    return sum / (double)D;
}

/// Mean of squared distances from `centre`: with the mean as centre the biased variance, never negative.
static double mean_square(const double *x, double centre, size_t D) {
    double sum = 0.0;
    for (size_t d = 0; d < D; d++) sum += (x[d] - centre) * (x[d] - centre);
    return sum / (double)D;
}

static double weight_at(const double *weight, size_t d) {
    return weight == NULL ? 1.0 : weight[d];
}

void ch_layernorm(double *y, double *mean, double *rstd, const double *x, const double *weight, const double *bias,
                  double epsilon, size_t N, size_t D) {
    for (size_t n = 0; n < N; n++) {
        const double *row = x + n * D;
        double m = row_mean(row, D);
        double r = 1.0 / sqrt(mean_square(row, m, D) + epsilon);
        for (size_t d = 0; d < D; d++) {
            double scaled = (row[d] - m) * r * weight_at(weight, d);
            y[n * D + d] = bias == NULL ? scaled : scaled + bias[d];
        }
        mean[n] = m;
        rstd[n] = r;
    }
}

// y_d = h_d w_d + b_d with h_d = (x_d - mean) rstd. Through mean and rstd every x_d reaches every h:
// dx = rstd (g - mean(g) - h mean(g h)) with g = dy w.
void ch_layernorm_backward(double *dx, double *dweight, double *dbias, const double *dy, const double *x,
                           const double *weight, const double *mean, const double *rstd, size_t N, size_t D) {
    for (size_t n = 0; n < N; n++) {
        double sum_g = 0.0;
        double sum_gh = 0.0;
        for (size_t d = 0; d < D; d++) {
            double h = (x[n * D + d] - mean[n]) * rstd[n];
            double g = dy[n * D + d] * weight_at(weight, d);
            sum_g += g;
            sum_gh += g * h;
            if (dweight != NULL) dweight[d] += dy[n * D + d] * h;
            if (dbias != NULL) dbias[d] += dy[n * D + d];
        }
        for (size_t d = 0; dx != NULL && d < D; d++) {
            double h = (x[n * D + d] - mean[n]) * rstd[n];
            double g = dy[n * D + d] * weight_at(weight, d);
            dx[n * D + d] += rstd[n] * (g - sum_g / (double)D - h * (sum_gh / (double)D));
        }
    }
}

void ch_rmsnorm(double *y, double *rstd, const double *x, const double *weight, double epsilon, size_t N, size_t D) {
    for (size_t n = 0; n < N; n++) {
        double r = 1.0 / sqrt(mean_square(x + n * D, 0.0, D) + epsilon);
        for (size_t d = 0; d < D; d++) y[n * D + d] = x[n * D + d] * r * weight_at(weight, d);
        rstd[n] = r;
    }
}

// y_d = h_d w_d with h_d = x_d rstd: dx = rstd (g - h mean(g h)) with g = dy w.
void ch_rmsnorm_backward(double *dx, double *dweight, const double *dy, const double *x, const double *weight,
                         const double *rstd, size_t N, size_t D) {
    for (size_t n = 0; n < N; n++) {
        double sum_gh = 0.0;
        for (size_t d = 0; d < D; d++) {
            double h = x[n * D + d] * rstd[n];
            sum_gh += dy[n * D + d] * weight_at(weight, d) * h;
            if (dweight != NULL) dweight[d] += dy[n * D + d] * h;
        }
        for (size_t d = 0; dx != NULL && d < D; d++) {
            double h = x[n * D + d] * rstd[n];
            dx[n * D + d] += rstd[n] * (dy[n * D + d] * weight_at(weight, d) - h * (sum_gh / (double)D));
        }
    }
}
