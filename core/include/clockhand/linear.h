/// Linear maps, the rectifier and table look-up, with their adjoints.
///
/// Gradients (d + name) are accumulated: the caller clears them. Sums run in index order.
#ifndef CLOCKHAND_LINEAR_H
#define CLOCKHAND_LINEAR_H

#include <stddef.h>
#include <stdint.h>

/// y = x W^T + b. y: (N, O); x: (N, I); weight: (O, I); bias: (O) or NULL.
void ch_linear(double *y, const double *x, const double *weight, const double *bias, size_t N, size_t I, size_t O);

/// dx += dy W, dweight += dy^T x, dbias += sum of dy over rows. dx, x: (N, I); dweight: (O, I); dbias: (O);
/// dy: (N, O). Each of dx, dweight and dbias may be NULL.
void ch_linear_backward(double *dx, double *dweight, double *dbias, const double *dy, const double *x,
                        const double *weight, size_t N, size_t I, size_t O);

/// y = max(x, 0), element by element.
void ch_relu(double *y, const double *x, size_t count);

/// dx += dy where x > 0; the slope at 0 is taken as 0.
void ch_relu_backward(double *dx, const double *dy, const double *x, size_t count);

/// y_i = table[index_i]. y: (N, D); table: (rows, D); every index below rows.
void ch_embedding(double *y, const double *table, const uint64_t *indices, size_t N, size_t D);

/// dtable[index_i] += dy_i. dtable: (rows, D); dy: (N, D).
void ch_embedding_backward(double *dtable, const double *dy, const uint64_t *indices, size_t N, size_t D);

#endif
