/// What the labs of sinusoidal positions share: rows with a mistake worked in. Private to core/src.
#ifndef CLOCKHAND_LABS_SINUSOID_PARTS_H
#define CLOCKHAND_LABS_SINUSOID_PARTS_H

#include "clockhand/lab.h"
#include "clockhand/sinusoidal.h"

/// The base, for lists of parameters.
#define SINUSOID_BASE_PARAMETER(least_base)                                                              \
    {                                                                                                    \
        .id = "base", .label = "base b", .help = "a larger base slows the later pairs", .type = CH_REAL, \
        .least = (least_base), .most = 1e12, .standard = "10000"                                         \
    }

/// What a row of the encoding can have wrong, for lists of mistakes.
#define SINUSOID_MISTAKES                                                                                   \
    CH_EXPONENT_HALVED, CH_EXPONENT_DOUBLED, CH_ODD_OWN_EXPONENT, CH_HALVES_LAYOUT, CH_SINE_COSINE_SWAPPED, \
        CH_POSITION_FROM_ONE, CH_DEGREES, CH_MULTIPLIED_FREQUENCY

/// A sinusoidal encoding as a mistake would have it. A place is a column of its rows; a feature is what stands there,
/// counted as in the interleaved layout: even features are sines, odd ones cosines.
typedef struct sinusoid {
    size_t width, pairs;
    ch_sinusoidal_layout layout;
    ch_mistake mistake;
    double *frequencies; ///< (width) by feature: equal within a pair, but for mistakes
    double *angles;      ///< (pairs), scratch
} sinusoid;

/// Fills the frequencies; `frequencies` (width) and `angles` (pairs) stay the caller's.
void sinusoid_set(sinusoid *s, double *frequencies, double *angles, size_t width, double base,
                  ch_sinusoidal_layout layout, ch_mistake mistake);

/// The same with both from the run's arena; false and run->failure when it is full.
bool sinusoid_open(sinusoid *s, ch_run *run, size_t width, double base, ch_sinusoidal_layout layout,
                   ch_mistake mistake);

/// The feature that stands at a place of a layout, and the place where a feature stands.
size_t sinusoid_feature(size_t place, size_t width, ch_sinusoidal_layout layout);
size_t sinusoid_place(size_t feature, size_t width, ch_sinusoidal_layout layout);

/// Whether a feature holds a sine.
bool sinusoid_is_sine(const sinusoid *s, size_t feature);

double sinusoid_angle(const sinusoid *s, size_t feature, double position);

/// One row (width) at a position.
void sinusoid_row(double *row, const sinusoid *s, double position);

#endif
