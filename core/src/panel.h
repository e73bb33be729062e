/// Float32 matrices in panels of eight columns, and what the fast stack does with them. Private to core/src.
///
/// A matrix (N, C) is C / 8 panels, each (N, 8): a tile of four rows and eight columns lies together, and so does what a product
/// reads of either factor. Columns are filled up to a multiple of 8 with zeros, which change no sum. N is a multiple of 4.
///
/// Every loop over eight columns is one that compilers turn into vectors of four, whole or in halves; each element's own sum
/// runs in index order with one rounding an operation, so that vectors and scalars give the same bits. Factors of a product
/// that is called `packed` lie as its right one: (K, O) in panels of O.
#ifndef CLOCKHAND_PANEL_H
#define CLOCKHAND_PANEL_H

#include <stdbool.h>
#include <stddef.h>

enum { PANEL = 8, TILE = 4 };

/// `count` filled up to whole panels.
static inline size_t panel_padded(size_t count) {
    return (count + PANEL - 1) / PANEL * PANEL;
}

/// A matrix in panels: its first cell, and how many floats the panels lie apart.
typedef struct panels {
    float *data;
    size_t stride;
} panels;

/// The same, only read.
typedef struct panels_in {
    const float *data;
    size_t stride;
} panels_in;

/// What is done to each cell of a product before it is stored, in this order; NULL and false leave it out.
typedef struct panel_ending {
    const float *bias;  ///< (O), added
    const float *added; ///< as the result, added; may be the result itself
    const float *gate;  ///< as the result: where this is 0 or below, 0 is stored
    bool rectified;     ///< 0 stored for what is below it
} panel_ending;

/// y = x w. y: (N, O); x: (N, I); w: (I, O) packed. `ending` may be NULL.
void panel_multiply(panels y, panels_in x, panels_in w, size_t N, size_t I, size_t O, const panel_ending *ending);

/// y = x^T w. y: (I, O); x: (N, I); w: (N, O)
void panel_multiply_transposed(panels y, panels_in x, panels_in w, size_t N, size_t I, size_t O);

/// Sum of the squares of x^T w, none of which is stored. x: (N, I); w: (N, O)
double panel_square_sum(panels_in x, panels_in w, size_t N, size_t I, size_t O);

/// y = x^T. y: (C, N) in panels of rows; x: (N, C). N and C are multiples of 8.
void panel_transpose(panels y, panels_in x, size_t N, size_t C);

/// Where the columns of a matrix stand when each `group` of them is filled up to `padded`.
typedef struct panel_columns {
    size_t count;
    size_t group;
    size_t padded;
} panel_columns;

size_t panel_columns_padded(panel_columns columns);

/// Packs a row-major weight (O, I) for x W^T, (I, O) in panels of O, and for dy W, (O, I) in panels of I.
void panel_pack(float *forward, float *backward, const float *weight, panel_columns O, panel_columns I);

/// Packs row-major rows (N, C) into panels.
void panel_pack_rows(float *y, const float *x, size_t N, size_t C);

/// y = (x - mean) rstd over C columns, of which `mask` (padded C) is 1 and the padding 0. rstd: (N), with epsilon under the root.
void panel_normalise(float *restrict y, float *rstd, const float *restrict x, const float *mask, float epsilon,
                     size_t N, size_t C);

/// dx = added + rstd (dy - mean(dy) - y mean(dy y)); added may be NULL, dx may be dy or added.
void panel_normalise_backward(float *dx, const float *added, const float *dy, const float *y, const float *rstd,
                              const float *mask, size_t N, size_t C);

/// Sizes of attention over panels: B sequences of T tokens, H heads of `width` features that are filled up to `padded`.
typedef struct panel_heads {
    size_t B;
    size_t T; ///< a multiple of 8
    size_t H;
    size_t width;
    size_t padded;
} panel_heads;

/// merged = softmax(q k^T / root of the width) v in each head. merged: (N, H padded); qkv: (N, 3 H padded), queries first;
/// weights: (B, H, T keys, T queries in panels), kept for the backward pass; scratch: panel_attend_scratch floats.
void panel_attend(float *merged, float *weights, const float *qkv, float *scratch, const panel_heads *heads);

void panel_attend_backward(float *dqkv, const float *dmerged, const float *qkv, const float *weights, float *scratch,
                           const panel_heads *heads);

size_t panel_attend_scratch(const panel_heads *heads);

/// e^x for x at most 0, within 2 ulp; 0 far below.
float panel_exp(float x);

#endif
