/// The random numbers of torch's CPU generator: MT19937 and what torch makes of its words.
///
/// Sources: Matsumoto and Nishimura 1998, Mersenne Twister; Box and Muller 1958. The order in which torch draws, and which
/// of its two paths a normal takes, was observed with torch 1.13.
#ifndef CLOCKHAND_TORCH_RANDOM_H
#define CLOCKHAND_TORCH_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CH_TWISTER_WORDS = 624 };

/// State of the generator, the caller's.
typedef struct ch_torch {
    uint32_t words[CH_TWISTER_WORDS];
    uint32_t next; ///< words handed out since the last twist
    bool has_kept; ///< the second value of the last pair of single normals is waiting
    double kept;   ///< that value
} ch_torch;

/// Seeds with the seed modulo 2^32, as torch does; forgets a kept normal.
void ch_torch_seed(ch_torch *state, uint64_t seed);

/// The next 32 bits.
uint32_t ch_torch_word(ch_torch *state);

/// Uniforms in [0, 1) with 24 bits each.
void ch_torch_rand(float *values, ch_torch *state, size_t count);

/// Standard normals. Fewer than 16 are drawn one at a time in double; 16 or more by blocks of uniforms in float32, and when
/// the count is no multiple of 16 the last 16 are drawn afresh. torch's own vectorised functions differ by up to 3e-6.
void ch_torch_randn(float *values, ch_torch *state, size_t count);

/// Whole numbers in [low, high) for high - low < 2^32.
void ch_torch_randint(int64_t *values, ch_torch *state, size_t count, int64_t low, int64_t high);

/// Initial values of nn.Linear: weight (out, in), then bias (out) unless it is NULL; both uniform within 1 / sqrt(in).
void ch_torch_linear(float *weight, float *bias, ch_torch *state, size_t in, size_t out);

/// Initial weights of nn.MultiheadAttention of width E, in torch's order: output projection (E, E), then the packed
/// input projection (3E, E). Biases are zero; the output's is drawn and thrown away. `scratch`: E values.
void ch_torch_attention(float *out_weight, float *in_weight, float *scratch, ch_torch *state, size_t width);

#endif
