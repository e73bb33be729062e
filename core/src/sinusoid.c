#include "clockhand/sinusoid.h"

#include <math.h>

void ch_sinusoid_frequencies(double *frequencies, size_t width, double base) {
    for (size_t i = 0; i < (width + 1) / 2; i++) frequencies[i] = pow(base, -2.0 * (double)i / (double)width);
}

void ch_sinusoid_row(double *row, const double *frequencies, double position, size_t width,
                     ch_layout_of_pairs layout) {
    size_t sines = (width + 1) / 2;
    for (size_t i = 0; i < sines; i++) {
        double angle = position * frequencies[i];
        row[layout == CH_ALTERNATING ? 2 * i : i] = sin(angle);
        size_t cosine = layout == CH_ALTERNATING ? 2 * i + 1 : sines + i;
        if (cosine < width) row[cosine] = cos(angle);
    }
}
