/// What the rotary labs share: tables and scores with a mistake worked in. Private to core/src.
#ifndef CLOCKHAND_LABS_ROPE_PARTS_H
#define CLOCKHAND_LABS_ROPE_PARTS_H

#include "clockhand/lab.h"
#include "clockhand/rope.h"

/// Parameters that rotary labs share, for their lists.
#define ROPE_WIDTH_PARAMETER                                                                                       \
    {                                                                                                              \
        .id = "width", .label = "width d", .help = "features of a query or key; even, so that each has a partner", \
        .type = CH_INTEGER, .step = 2, .least = 2, .most = 16, .standard = "4"                                     \
    }
#define ROPE_BASE_PARAMETER(default_text)                                                                \
    {                                                                                                    \
        .id = "base", .label = "base b", .help = "a larger base slows the later pairs", .type = CH_REAL, \
        .least = -1e300, .most = 1e300, .standard = (default_text)                                       \
    }
#define ROPE_PAIRING_PARAMETER                                                                              \
    {                                                                                                       \
        .id = "pairing", .label = "pairing", .help = "which two features turn together", .type = CH_CHOICE, \
        .standard = "interleaved", .choices = ROPE_PAIRINGS, .choice_count = 2                              \
    }

/// What a table of cosines and sines can have wrong, for lists of mistakes.
#define ROPE_TABLE_MISTAKES CH_EXPONENT_HALVED, CH_POSITION_OFF_BY_ONE, CH_DEGREES, CH_SINE_COSINE_SWAPPED

/// The values of the parameter `pairing`, in the order of ch_pairing.
extern const ch_named ROPE_PAIRINGS[2];

/// ch_rope_check for a lab with parameters `width` and `base`: names the one that a refusal is about.
ch_status rope_check(ch_run *run, const ch_rope_config *config);

/// Frequencies (width/2) as a mistake would have them.
void rope_faulty_frequencies(double *frequencies, size_t width, double base, ch_mistake mistake);

/// Cosines and sines (count, pairs) at positions first .. as a mistake would have them; frequencies are the faulty ones.
void rope_faulty_table(double *cosines, double *sines, const double *frequencies, size_t pairs, uint64_t first,
                       size_t count, ch_mistake mistake);

/// The pairing that a mistake really uses.
ch_pairing rope_faulty_pairing(ch_pairing pairing, ch_mistake mistake);

/// q^T R(offset * theta) k for a signed offset; scratch: width doubles.
double rope_relative_dot(double *scratch, const double *q, const double *k, const double *frequencies, size_t width,
                         ch_pairing pairing, double offset);

double rope_dot(const double *left, const double *right, size_t count);

/// The Euclidean norm.
double rope_norm(const double *x, size_t count);

/// How far two computations of one value may lie apart: 1e-12, or what rounding explains when the numbers are large.
/// `size` bounds the value, `reach` the largest angle in radians that was rounded on the way (at least 4).
double rope_tolerance(double size, double reach);

#endif
