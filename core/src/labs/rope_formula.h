/// Rotation as x cos + rotate_half(x) sin, feature by feature, with a mistake worked in. Private to core/src.
#ifndef CLOCKHAND_LABS_ROPE_FORMULA_H
#define CLOCKHAND_LABS_ROPE_FORMULA_H

#include "clockhand/lab.h"
#include "clockhand/rope.h"

enum { FORMULA_FEATURES = 16 }; ///< the most that a vector has

/// A vector of F features whose first 2 `pairs` turn; angles, cosines, sines as a mistake has them.
typedef struct formula_head {
    size_t F, pairs;
    double angles[FORMULA_FEATURES / 2], cosines[FORMULA_FEATURES / 2], sines[FORMULA_FEATURES / 2];
    ch_mistake mistake;
} formula_head;

/// What the formula holds beside each of F features. A feature that passes through is its own partner: cosine 1, sine and
/// sign 0.
typedef struct formula_spread {
    size_t partner[FORMULA_FEATURES];
    double sign[FORMULA_FEATURES]; ///< with which the partner enters: -1 for the first of a pair, 1 for the second
    double angle[FORMULA_FEATURES], cosine[FORMULA_FEATURES], sine[FORMULA_FEATURES];
} formula_spread;

/// Takes the cosines and sines of `pairs` angles in radians.
formula_head formula_make(size_t F, size_t pairs, const double *angles, ch_mistake mistake);

/// Lays the pairs out over the features.
void formula_spread_pairs(formula_spread *s, const formula_head *h, ch_pairing pairing);

/// What feature i receives: rotate_half(x). Adding 0 takes the sign from a zero, here and in the turn.
double formula_half(const formula_spread *s, const double *x, size_t i);

/// y = x cos + rotate_half(x) sin. y, x: (F); y may not be x.
void formula_turn(double *y, const double *x, const formula_head *h, ch_pairing pairing);

/// The largest difference of `got` (F) from x turned pair by pair by the kernel, without a mistake.
double formula_difference(const double *got, const double *x, const double *angles, size_t F, size_t pairs,
                          ch_pairing pairing);

#endif
