#include "sinusoid_parts.h"

#include "clockhand/elementary.h"
#include "clockhand/half.h"

/// Exponent of the base for a feature, as the mistake has it.
static double exponent_of(size_t feature, size_t width, ch_mistake mistake) {
    double even = (double)(feature - feature % 2);
    double d = (double)width;
    if (mistake == CH_EXPONENT_HALVED) return -even / (2.0 * d);
    if (mistake == CH_EXPONENT_DOUBLED) return -2.0 * (double)feature / d;
    if (mistake == CH_ODD_OWN_EXPONENT) return -(double)feature / d;
    if (mistake == CH_MULTIPLIED_FREQUENCY) return even / d;
    return -even / d;
}

void sinusoid_set(sinusoid *s, double *frequencies, double *angles, size_t width, double base,
                  ch_sinusoidal_layout layout, ch_mistake mistake) {
    *s = (sinusoid){.width = width,
                    .pairs = ch_sinusoidal_pairs(width),
                    .layout = mistake == CH_HALVES_LAYOUT ? CH_SINUSOIDAL_HALVES : layout,
                    .mistake = mistake,
                    .frequencies = frequencies,
                    .angles = angles};
    double unit = mistake == CH_DEGREES ? CH_PI / 180.0 : 1.0;
    for (size_t f = 0; f < width; f++) frequencies[f] = unit * ch_pow(base, exponent_of(f, width, mistake));
}

bool sinusoid_open(sinusoid *s, ch_run *run, size_t width, double base, ch_sinusoidal_layout layout,
                   ch_mistake mistake) {
    double *frequencies = ch_run_doubles(run, width);
    double *angles = frequencies == NULL ? NULL : ch_run_doubles(run, ch_sinusoidal_pairs(width));
    if (angles == NULL) return false;
    sinusoid_set(s, frequencies, angles, width, base, layout, mistake);
    return true;
}

size_t sinusoid_feature(size_t place, size_t width, ch_sinusoidal_layout layout) {
    size_t sines = ch_sinusoidal_pairs(width);
    if (layout == CH_SINUSOIDAL_INTERLEAVED) return place;
    return place < sines ? 2 * place : 2 * (place - sines) + 1;
}

size_t sinusoid_place(size_t feature, size_t width, ch_sinusoidal_layout layout) {
    if (layout == CH_SINUSOIDAL_INTERLEAVED) return feature;
    return feature / 2 + (feature % 2 == 0 ? 0 : ch_sinusoidal_pairs(width));
}

bool sinusoid_is_sine(const sinusoid *s, size_t feature) {
    return (feature % 2 == 0) != (s->mistake == CH_SINE_COSINE_SWAPPED);
}

double sinusoid_angle(const sinusoid *s, size_t feature, double position) {
    if (s->mistake == CH_POSITION_FROM_ONE) position += 1.0;
    if (s->mistake != CH_ANGLES_IN_16_BIT) return position * s->frequencies[feature];
    return ch_round_to_half(ch_round_to_half(position) * ch_round_to_half(s->frequencies[feature]));
}

/// Whether the two features of a pair are still the sine and the cosine of one angle, in this order.
static bool keeps_pairs(ch_mistake mistake) {
    return mistake != CH_EXPONENT_DOUBLED && mistake != CH_ODD_OWN_EXPONENT && mistake != CH_SINE_COSINE_SWAPPED;
}

void sinusoid_row(double *row, const sinusoid *s, double position) {
    if (keeps_pairs(s->mistake)) {
        for (size_t k = 0; k < s->pairs; k++) s->angles[k] = sinusoid_angle(s, 2 * k, position);
        ch_sinusoidal_row(row, s->angles, s->width, s->layout);
        return;
    }
    for (size_t place = 0; place < s->width; place++) {
        size_t feature = sinusoid_feature(place, s->width, s->layout);
        double angle = sinusoid_angle(s, feature, position);
        row[place] = sinusoid_is_sine(s, feature) ? ch_sin(angle) : ch_cos(angle);
    }
}
