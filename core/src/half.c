#include "clockhand/half.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/// The largest power of two that is no larger than |value|; 0 where that is below 2^-1022.
static double power_below(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits &= UINT64_C(0x7ff) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double ch_round_to_half(double value) {
    static const double overflow = 65520.0; // halfway between the largest half, 65504, and the next power's step
    if (isnan(value) || value == 0.0) return value;
    if (fabs(value) >= overflow) return copysign((double)INFINITY, value);
    double power = fmax(power_below(value), 0x1p-14); // below it all halves have the same step
    // Adding and taking away 1.5 * 2^52 steps rounds to a whole number of steps, ties to even.
    double anchor = power / 1024.0 * 6755399441055744.0;
    return value + anchor - anchor;
}
