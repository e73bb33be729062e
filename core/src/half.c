#include "clockhand/half.h"

#include <math.h>

double ch_round_to_half(double value) {
    static const double overflow = 65520.0; // halfway between the largest half, 65504, and the next power's step
    if (isnan(value) || value == 0.0) return value;
    if (fabs(value) >= overflow) return copysign((double)INFINITY, value);
    int exponent;
    frexp(value, &exponent);
    double step = ldexp(1.0, exponent < -13 ? -24 : exponent - 11);
    double scaled = value / step;
    double low = floor(scaled);
    double rest = scaled - low;
    return (rest > 0.5 || (rest == 0.5 && fmod(low, 2.0) != 0.0) ? low + 1.0 : low) * step;
}
