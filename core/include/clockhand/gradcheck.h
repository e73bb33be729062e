/// Central differences, the reference that every adjoint is held against.
#ifndef CLOCKHAND_GRADCHECK_H
#define CLOCKHAND_GRADCHECK_H

#include <stddef.h>

/// A scalar loss of an input vector; `context` is the caller's.
typedef double (*ch_loss)(const double *x, void *context);

/// gradient_i = (L(x + h e_i) - L(x - h e_i)) / 2h for all `count` coordinates. x is changed while this runs and is as before
/// when it returns. The error is of order h^2 (curvature) plus u / h (rounding).
void ch_central_differences(double *gradient, double *x, size_t count, double h, ch_loss loss, void *context);

/// The larger of two, the first of equal ones; NaN when either is, so that a check of a largest difference fails then.
double ch_larger(double left, double right);

/// Largest |value_i|; 0 for none, NaN when any is NaN.
double ch_largest(const double *values, size_t count);

/// Largest |left_i - right_i|; NaN when any is NaN.
double ch_largest_difference(const double *left, const double *right, size_t count);

#endif
