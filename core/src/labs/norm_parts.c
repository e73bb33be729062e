#include "norm_parts.h"

#include <math.h>

void norm_refuse_shape(ch_run *run, size_t parameter, const char *accepted) {
    char value[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, value, sizeof value);
    ch_run_put_value(&text, run, parameter);
    ch_fail_texts(&run->failure, CH_SHAPE_MISMATCH, run->lab->parameters[parameter].id, value, accepted);
}

double norm_largest(const double *x, size_t D) {
    double largest = 0.0;
    for (size_t d = 0; d < D; d++) largest = fmax(largest, fabs(x[d]));
    return largest;
}

double norm_rounding(double largest, size_t D, double spread) {
    return fmax(1e-14, 2.0 * NORM_ROUNDOFF * (double)(D + 8) * (largest / spread + 4.0));
}

double norm_tolerance(double largest, size_t D, double spread) {
    return 7.0 * NORM_STEP * NORM_STEP + norm_rounding(largest, D, spread) / NORM_STEP;
}
