/// What the labs on normalisation share: the step of their central differences and what rounding explains. Private to
/// core/src.
#ifndef CLOCKHAND_LABS_NORM_PARTS_H
#define CLOCKHAND_LABS_NORM_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "clockhand/mistake.h"

/// Step of a central difference, in spreads of the token (or of the parameter itself, where the loss is linear).
#define NORM_STEP 1e-4

/// 2^-53.
#define NORM_ROUNDOFF 1.1102230246251565e-16

/// How far a normalised value of one token may lie from its exact value: the mean of D numbers, and each number's
/// distance from it, round by parts in 2^53 of the largest number, and the spread divides them.
double norm_rounding(double largest, size_t D, double spread);

/// How far a central difference of one normalised value, taken with NORM_STEP spreads and multiplied by the spread, may
/// lie from its derivative: the third derivative is at most 40 / D in spreads, and rounding is divided by the step.
double norm_tolerance(double largest, size_t D, double spread);

/// What a norm of either kind can do wrong, for lists of mistakes.
#define NORM_MISTAKES CH_SAMPLE_VARIANCE, CH_EPS_OUTSIDE_ROOT, CH_DIVIDE_BY_VARIANCE, CH_OVER_TOKENS

/// What values are normalised with.
typedef struct norm_moments {
    double mean;     ///< taken off
    double variance; ///< mean square of what is left
    double spread;   ///< divided by
} norm_moments;

/// The moments as a mistake has them, of `count` values that lie `stride` apart; a layer norm takes the mean off, an RMS
/// norm does not.
norm_moments norm_take(const double *x, size_t count, size_t stride, double epsilon, bool layer, ch_mistake mistake);

#endif
