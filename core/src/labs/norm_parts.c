#include "norm_parts.h"

#include <math.h>

double norm_rounding(double largest, size_t D, double spread) {
    return fmax(1e-14, 2.0 * NORM_ROUNDOFF * (double)(D + 8) * (largest / spread + 4.0));
}

double norm_tolerance(double largest, size_t D, double spread) {
    return 7.0 * NORM_STEP * NORM_STEP + norm_rounding(largest, D, spread) / NORM_STEP;
}

norm_moments norm_take(const double *x, size_t count, size_t stride, double epsilon, bool layer, ch_mistake mistake) {
    bool centred = layer ? mistake != CH_NO_MEAN : mistake == CH_WITH_MEAN;
    double sum = 0.0;
    for (size_t i = 0; centred && i < count; i++) sum += x[i * stride];
    double mean = sum / (double)count;
    double squares = 0.0;
    for (size_t i = 0; i < count; i++) squares += (x[i * stride] - mean) * (x[i * stride] - mean);
    double variance = squares / (double)(mistake == CH_SAMPLE_VARIANCE ? count - 1 : count);
    double spread = sqrt(variance + epsilon);
    if (mistake == CH_EPS_OUTSIDE_ROOT) spread = sqrt(variance) + epsilon;
    if (mistake == CH_DIVIDE_BY_VARIANCE) spread = variance + epsilon;
    return (norm_moments){.mean = mean, .variance = variance, .spread = spread};
}
