/// The random numbers of numpy's default_rng: PCG64 seeded through SeedSequence.
///
/// Sources: O'Neill 2014, PCG (the 128-bit XSL-RR member); Marsaglia and Tsang 2000, The Ziggurat Method; Lemire 2019, Fast
/// Random Integer Generation in an Interval. How a seed is spread, and the order of draws, was observed with numpy 1.24.
#ifndef CLOCKHAND_NUMPY_RANDOM_H
#define CLOCKHAND_NUMPY_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CH_ZIGGURAT_LAYERS = 256 };

/// A 128-bit whole number.
typedef struct ch_wide {
    uint64_t high;
    uint64_t low;
} ch_wide;

/// State of the generator with its layers of the normal density, the caller's.
typedef struct ch_numpy {
    ch_wide state;
    ch_wide increment;
    bool has_half; ///< the high half of the last word split in two is waiting
    uint32_t half;
    double widths[CH_ZIGGURAT_LAYERS];    ///< right end of a layer, by 2^52
    double densities[CH_ZIGGURAT_LAYERS]; ///< exp(-x^2/2) at the right end
    uint64_t inside[CH_ZIGGURAT_LAYERS];  ///< 52-bit values below it lie inside the next layer
} ch_numpy;

/// Seeds with a non-negative whole number given as 32-bit words, least significant first; `count` 0 stands for 0.
void ch_numpy_seed(ch_numpy *state, const uint32_t *words, size_t count);

/// The next 64 bits.
uint64_t ch_numpy_word(ch_numpy *state);

/// Uniforms in [0, 1) with 53 bits each.
void ch_numpy_random(double *values, ch_numpy *state, size_t count);

/// Standard normals.
void ch_numpy_normal(double *values, ch_numpy *state, size_t count);

/// Whole numbers in [low, high), low < high.
void ch_numpy_integers(int64_t *values, ch_numpy *state, size_t count, int64_t low, int64_t high);

#endif
