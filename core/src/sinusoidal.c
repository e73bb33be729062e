#include "clockhand/sinusoidal.h"

#include "clockhand/elementary.h"

size_t ch_sinusoidal_pairs(size_t width) {
    return width / 2 + width % 2;
}

void ch_sinusoidal_frequencies(double *frequencies, size_t width, double base) {
    for (size_t k = 0; k < ch_sinusoidal_pairs(width); k++)
        frequencies[k] = ch_pow(base, -2.0 * (double)k / (double)width);
}

/// The two features of pair k from its angle; a last sine stands alone.
static void put_pair(double *row, size_t k, double angle, size_t width, ch_sinusoidal_layout layout) {
    size_t pairs = ch_sinusoidal_pairs(width);
    double sine;
    double cosine;
    ch_sine_cosine(&sine, &cosine, angle);
    row[layout == CH_SINUSOIDAL_INTERLEAVED ? 2 * k : k] = sine;
    if (2 * k + 1 < width) row[layout == CH_SINUSOIDAL_INTERLEAVED ? 2 * k + 1 : pairs + k] = cosine;
}

void ch_sinusoidal_row(double *row, const double *angles, size_t width, ch_sinusoidal_layout layout) {
    for (size_t k = 0; k < ch_sinusoidal_pairs(width); k++) put_pair(row, k, angles[k], width, layout);
}

void ch_sinusoidal_table(double *rows, const double *frequencies, uint64_t first, size_t count, size_t width,
                         ch_sinusoidal_layout layout) {
    for (size_t i = 0; i < count; i++) {
        double position = (double)(first + i);
        for (size_t k = 0; k < ch_sinusoidal_pairs(width); k++)
            put_pair(rows + i * width, k, position * frequencies[k], width, layout);
    }
}
