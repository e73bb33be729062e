#include "clockhand/half.h"

#include <math.h>

double ch_round_to_half(double value) {
    static const double overflow = 65520.0; // halfway between the largest half, 65504, and the next power's step
    if (isnan(value) || value == 0.0) return value;
    if (fabs(value) >= overflow) return copysign((double)INFINITY, value);
    // Adding and taking away 1.5 * 2^52 steps rounds to a whole number of steps, ties to even.
    double power = 1.0;
    for (double size = fabs(value); power > 6.103515625e-5 && power > size; power /= 2.0) continue;
    for (double size = fabs(value); power * 2.0 <= size; power *= 2.0) continue;
    double anchor = power / 1024.0 * 6755399441055744.0;
    return value + anchor - anchor;
}
