#include "clockhand/gradcheck.h"

#include <math.h>

void ch_central_differences(double *gradient, double *x, size_t count, double h, ch_loss loss, void *context) {
    for (size_t i = 0; i < count; i++) {
        double kept = x[i];
        x[i] = kept + h;
        double above = loss(x, context);
        x[i] = kept - h;
        double below = loss(x, context);
        x[i] = kept;
        gradient[i] = (above - below) / (2.0 * h);
    }
}

double ch_larger(double left, double right) {
    return right > left || isnan(right) ? right : left;
}

double ch_largest(const double *values, size_t count) {
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) largest = ch_larger(largest, fabs(values[i]));
    return largest;
}

double ch_largest_difference(const double *left, const double *right, size_t count) {
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) largest = ch_larger(largest, fabs(left[i] - right[i]));
    return largest;
}
