/// Layer norm and RMS norm over the last axis, with their adjoints. Gradients are accumulated.
///
/// The variance is biased (divided by D), computed in a second pass from the mean, and epsilon stands under the root.
/// Sources: Ba, Kiros, Hinton 2016, Layer Normalization, eqs. 3 and 4; Zhang and Sennrich 2019, RMSNorm, eq. 4.
#ifndef CLOCKHAND_NORM_H
#define CLOCKHAND_NORM_H

#include <stddef.h>

/// y = (x - mean) rstd weight + bias, rstd = 1 / sqrt(variance + epsilon). y, x: (N, D); mean, rstd: (N), kept for the
/// backward pass; weight: (D) or NULL for ones; bias: (D) or NULL for zeros. D at least 1.
void ch_layernorm(double *y, double *mean, double *rstd, const double *x, const double *weight, const double *bias,
                  double epsilon, size_t N, size_t D);

/// dx, dy, x: (N, D); dweight, dbias: (D); mean, rstd as the forward pass left them. Each of dx, dweight and dbias may be
/// NULL.
void ch_layernorm_backward(double *dx, double *dweight, double *dbias, const double *dy, const double *x,
                           const double *weight, const double *mean, const double *rstd, size_t N, size_t D);

/// y = x rstd weight, rstd = 1 / sqrt(mean of squares + epsilon). Shapes as above.
void ch_rmsnorm(double *y, double *rstd, const double *x, const double *weight, double epsilon, size_t N, size_t D);

/// Shapes as above; dx and dweight may be NULL.
void ch_rmsnorm_backward(double *dx, double *dweight, const double *dy, const double *x, const double *weight,
                         const double *rstd, size_t N, size_t D);

#endif
