/// Sinusoidal position encoding: a sine and a cosine for each pair of features, pair k of width D turning by
/// base^(-2k/D) radians per position.
///
///   PE(p, 2k) = sin(p base^(-2k/D)),  PE(p, 2k + 1) = cos(p base^(-2k/D))
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, section 3.5. There are (D + 1) / 2 pairs: of an odd width the
/// last has a sine and no cosine. Nothing is trained, so there is no adjoint.
#ifndef CLOCKHAND_SINUSOIDAL_H
#define CLOCKHAND_SINUSOIDAL_H

#include <stddef.h>
#include <stdint.h>

/// Where the sines and cosines stand in a row.
typedef enum ch_sinusoidal_layout {
    CH_SINUSOIDAL_INTERLEAVED, ///< sine and cosine of pair k are features 2k and 2k + 1
    CH_SINUSOIDAL_HALVES,      ///< all sines, then all cosines
} ch_sinusoidal_layout;

/// The pairs of a width, a last sine without its cosine counted as one.
size_t ch_sinusoidal_pairs(size_t width);

/// base^(-2k/D) for each pair, radians per position. `base` finite and above 0.
void ch_sinusoidal_frequencies(double *frequencies, size_t width, double base);

/// One row (D) from the angle of each pair, in radians.
void ch_sinusoidal_row(double *row, const double *angles, size_t width, ch_sinusoidal_layout layout);

/// Rows (count, D) at positions first, first + 1, ..; angles are position times frequency in double.
void ch_sinusoidal_table(double *rows, const double *frequencies, uint64_t first, size_t count, size_t width,
                         ch_sinusoidal_layout layout);

#endif
