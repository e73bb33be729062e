/// Softmax over rows, masked softmax, and cross entropy, with their adjoints. Gradients are accumulated.
#ifndef CLOCKHAND_SOFTMAX_H
#define CLOCKHAND_SOFTMAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// y_ij = exp(x_ij - max_i) / sum_j exp(x_ij - max_i) over the keys a row may see; the others are 0, and so is a whole row
/// that may see none. y, x: (rows, columns), y may be x; mask: (rows, columns), 0 hides, or NULL.
void ch_softmax(double *y, const double *x, const uint8_t *mask, size_t rows, size_t columns);

/// Whether a row may see no key: each is hidden or -infinity. x: (columns); mask: (columns), or NULL.
bool ch_sees_none(const double *x, const uint8_t *mask, size_t columns);

/// dx_i += y_i (dy_i - sum_j y_j dy_j), with y as the forward pass left it: hidden entries are 0 and stay so.
/// dx, dy, y: (rows, columns).
void ch_softmax_backward(double *dx, const double *dy, const double *y, size_t rows, size_t columns);

/// Mean over rows of -log softmax(x)_label, the natural logarithm. x: (rows, classes); every label below
/// classes; rows at least 1.
double ch_cross_entropy(const double *x, const uint64_t *labels, size_t rows, size_t classes);

/// dx += dloss (softmax(x) - onehot(label)) / rows. dx, x: (rows, classes); `scratch`: classes doubles.
void ch_cross_entropy_backward(double *dx, double *scratch, double dloss, const double *x, const uint64_t *labels,
                               size_t rows, size_t classes);

#endif
