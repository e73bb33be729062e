#include "rope_parts.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"

const ch_named ROPE_PAIRINGS[2] = {
    [CH_INTERLEAVED] = {.id = "interleaved", .label = "adjacent features 2k and 2k + 1"},
    [CH_HALF] = {.id = "half", .label = "split halves: k and k + d/2"},
};

ch_status rope_check(ch_run *run, const ch_rope_config *config) {
    ch_status status = ch_rope_check(config, NULL, &run->failure);
    bool width = status == CH_ZERO_FEATURE_WIDTH || status == CH_ODD_FEATURE_WIDTH;
    if (status != CH_OK) strcpy(run->failure.argument, width ? "width" : "base");
    return status;
}

void rope_faulty_frequencies(double *frequencies, size_t width, double base, ch_mistake mistake) {
    ch_rope_frequencies(frequencies, width, base);
    for (size_t pair = 0; pair < width / 2; pair++) {
        if (mistake == CH_EXPONENT_HALVED) frequencies[pair] = ch_pow(base, -(double)pair / (double)width);
        if (mistake == CH_DEGREES) frequencies[pair] *= CH_PI / 180.0;
    }
}

void rope_faulty_table(double *cosines, double *sines, const double *frequencies, size_t pairs, uint64_t first,
                       size_t count, ch_mistake mistake) {
    bool swapped = mistake == CH_SINE_COSINE_SWAPPED;
    if (mistake == CH_POSITION_OFF_BY_ONE) first++;
    ch_rope_table(swapped ? sines : cosines, swapped ? cosines : sines, frequencies, pairs, first, count);
}

ch_pairing rope_faulty_pairing(ch_pairing pairing, ch_mistake mistake) {
    if (mistake != CH_OTHER_PAIRING) return pairing;
    return pairing == CH_HALF ? CH_INTERLEAVED : CH_HALF;
}

double rope_dot(const double *left, const double *right, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += left[i] * right[i];
    return sum;
}

double rope_norm(const double *x, size_t count) {
    return sqrt(rope_dot(x, x, count));
}

double rope_relative_dot(double *scratch, const double *q, const double *k, const double *frequencies, size_t width,
                         ch_pairing pairing, double offset) {
    for (size_t pair = 0; pair < width / 2; pair++) {
        size_t first = pairing == CH_INTERLEAVED ? 2 * pair : pair;
        size_t second = pairing == CH_INTERLEAVED ? 2 * pair + 1 : pair + width / 2;
        double c;
        double s;
        ch_sine_cosine(&s, &c, offset * frequencies[pair]);
        scratch[first] = k[first] * c - k[second] * s;
        scratch[second] = k[first] * s + k[second] * c;
    }
    return rope_dot(q, scratch, width);
}

double rope_tolerance(double size, double reach) {
    static const double unit_roundoff = 1.1102230246251565e-16; // 2^-53
    return fmax(1e-12, 4.0 * unit_roundoff * size * reach);
}
