/// Rotary position embedding: tables, rotation, adjoint.
///
/// Pair k of a vector of rotary width r turns by the angle m * theta_k at position m, theta_k = base^(-2k/r), counter-clockwise:
///   y_a = a cos - b sin,  y_b = a sin + b cos.
/// Source: Su et al. 2021, RoFormer, section 3.2.2 (eqs. 14, 15, 34). Zeros in tables and results are +0.
#ifndef CLOCKHAND_ROPE_H
#define CLOCKHAND_ROPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/status.h"

/// Which two features make pair k of a rotary width r.
typedef enum ch_pairing {
    CH_INTERLEAVED, ///< adjacent: 2k and 2k + 1
    CH_HALF,        ///< split halves: k and k + r/2
} ch_pairing;

typedef enum ch_direction {
    CH_FORWARD, ///< R(angle)
    CH_ADJOINT, ///< R(angle)^T, what reverse mode applies to output adjoints
} ch_direction;

/// Sizes are 64-bit on every target, so that a 32-bit build refuses what a 64-bit one does.
typedef struct ch_rope_config {
    uint64_t width;    ///< rotary width r: even, at least 2
    uint64_t capacity; ///< absolute positions 0 .. capacity - 1, at least 1
    double base;       ///< finite, above 0
} ch_rope_config;

/// Refuses a configuration whose table could not be made, in this order: width zero or odd, capacity zero, base,
/// number of cells beyond 64 bits, a frequency that is not finite (position 0), cells beyond any allocation (2^63 - 1
/// bytes), and the first cell in row-major order (position, pair) that is not finite. `failure` may be NULL.
///
/// Allocates nothing. Angles of a pair grow with the position and a finite angle has a finite sine and cosine, so the
/// last position of each pair decides, and only a failing pair is searched by halving: r/2 evaluations, plus at most
/// log2(capacity) more a failing pair, whatever the number of cells. `evaluations` (may be NULL) counts the angles.
ch_status ch_rope_check(const ch_rope_config *config, uint64_t *evaluations, ch_failure *failure);

/// theta_k for k in [0, width/2), radians per position. `width` even; `base` finite and above 0.
void ch_rope_frequencies(double *frequencies, uint64_t width, double base);

/// Cosines and sines, (count, pairs) each, at positions first, first + 1, ..; angles are computed in double.
void ch_rope_table(double *cosines, double *sines, const double *frequencies, size_t pairs, uint64_t first,
                   size_t count);

/// Rotates `rows` vectors of `features` values, y may be x. Row i uses table row `table_rows[i]`, or i mod `tokens` when
/// that is NULL. The first `rotary` features turn (2 <= rotary <= features, even), the rest pass through.
/// cosines, sines: (.., rotary/2).
void ch_rope_rotate(double *y, const double *x, const double *cosines, const double *sines, const size_t *table_rows,
                    size_t rows, size_t tokens, size_t features, size_t rotary, ch_pairing pairing,
                    ch_direction direction);

/// A made table together with what it was made for.
typedef struct ch_rope {
    ch_rope_config config;
    uint64_t features; ///< width of the tensors it rotates, at least config.width
    ch_pairing pairing;
    const double *cosines; ///< (capacity, width/2)
    const double *sines;   ///< (capacity, width/2)
} ch_rope;

/// Where the tokens of a tensor stand: consecutive positions from `offset`, or given ones.
typedef struct ch_placement {
    uint64_t offset;           ///< of token 0, when positions is NULL
    const uint64_t *positions; ///< (T) or (lead, T), row-major
    uint64_t lead;             ///< leading rows of `positions`: 1, or the tensor's first axis
} ch_placement;

/// Rotates a tensor of rank 2 or more; the last two axes are tokens and features, the others independent. Any axis but
/// the last may be empty; an empty interval may start at the capacity. y, x: product of shape doubles.
///
/// Refused, with y untouched: CH_INPUT_RANK, CH_FEATURE_WIDTH_MISMATCH, CH_TENSOR_SIZE_OVERFLOW, CH_POSITION_OFFSET_OVERFLOW,
/// CH_POSITION_RANGE_EXCEEDED. `failure` may be NULL.
ch_status ch_rope_apply(double *y, const double *x, const uint64_t *shape, size_t rank, const ch_rope *rope,
                        const ch_placement *placement, ch_direction direction, ch_failure *failure);

/// What a backward pass needs of its forward pass; one backward pass consumes it.
typedef struct ch_rope_record {
    const ch_rope *rope;
    const uint64_t *shape; ///< the caller's, must outlive the record
    size_t rank;
    ch_placement placement;
    bool released; ///< a backward pass has used it
} ch_rope_record;

/// ch_rope_apply forward, with a record for the backward pass. On failure nothing is written.
ch_status ch_rope_forward(double *y, ch_rope_record *record, const double *x, const uint64_t *shape, size_t rank,
                          const ch_rope *rope, const ch_placement *placement, ch_failure *failure);

/// dx = R^T dy, written (not accumulated). A second use of the record is refused with CH_RECORD_RELEASED.
ch_status ch_rope_backward(double *dx, ch_rope_record *record, const double *dy, ch_failure *failure);

#endif
