#include "norm_parts.h"

#include <math.h>

double norm_rounding(double largest, size_t D, double spread) {
    return fmax(1e-14, 2.0 * NORM_ROUNDOFF * (double)(D + 8) * (largest / spread + 4.0));
}

double norm_tolerance(double largest, size_t D, double spread) {
    return 7.0 * NORM_STEP * NORM_STEP + norm_rounding(largest, D, spread) / NORM_STEP;
}
