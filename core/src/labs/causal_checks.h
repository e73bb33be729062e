/// The causal rotary block held against other ways to the same numbers. Private to core/src.
#ifndef CLOCKHAND_LABS_CAUSAL_CHECKS_H
#define CLOCKHAND_LABS_CAUSAL_CHECKS_H

#include "causal_parts.h"

/// Largest difference of the turned queries and keys from the definition: each pair by position times frequency, for
/// split halves and tokens that stand at 0, 1, ..
void causal_check_rotation(double *difference, const ch_causal_steps *steps, const ch_causal_rope *block);

/// Largest difference of y from attention written as plain loops, with scores q^T R((j - i) theta) k over j <= i, so that
/// no vector is turned and no mask is needed. x, y: (B, T, D). False when the arena is full.
bool causal_check_reference(ch_run *run, double *difference, const double *y, const double *x,
                            const ch_causal_rope *block);

/// The derivative of sum(x y) along x, qkv and out, all grown in proportion and x as the adjoint of the output held: by
/// the block's adjoint, by that with q and k turned forward on the way back, and by a central difference. False when the
/// arena is full.
bool causal_check_gradient(ch_run *run, double *adjoint, double *forward, double *central, const double *x,
                           const ch_causal_rope *block);

#endif
