/// Sinusoidal position vectors.
///
/// PE(p, 2i) = sin(p w_i), PE(p, 2i + 1) = cos(p w_i), w_i = base^(-2i/d): sine and cosine of a pair share a frequency.
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.5. An odd width ends with a sine.
#ifndef CLOCKHAND_SINUSOID_H
#define CLOCKHAND_SINUSOID_H

#include <stddef.h>

/// Where a pair's sine and cosine stand in the vector.
typedef enum ch_layout_of_pairs {
    CH_ALTERNATING, ///< sin, cos, sin, cos, ..
    CH_HALVES,      ///< all sines, then all cosines
} ch_layout_of_pairs;

/// w_i for i in [0, (width + 1) / 2), radians per position.
void ch_sinusoid_frequencies(double *frequencies, size_t width, double base);

/// One position vector (width) from given frequencies (pairs = (width + 1) / 2) at a real position.
void ch_sinusoid_row(double *row, const double *frequencies, double position, size_t width,
                     ch_layout_of_pairs layout);

#endif
