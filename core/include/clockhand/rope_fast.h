/// The rotation of clockhand/rope.h in float32 and at speed: whole tensors, every feature turned.
///
/// Angles, cosines and sines are computed in double and rounded once; a cell of the result then takes two products and a sum, each
/// rounded, so that it is within 2^-22 times the length of its pair of the plain kernel's.
#ifndef CLOCKHAND_ROPE_FAST_H
#define CLOCKHAND_ROPE_FAST_H

#include "clockhand/rope.h"

/// ch_rope_table, rounded. cosines, sines: (count, pairs)
void ch_rope_fast_table(float *cosines, float *sines, const double *frequencies, size_t pairs, uint64_t first,
                        size_t count);

/// Rotates `rows` vectors of 2 `pairs` features, row i by table row i mod `tokens`; y does not overlap the rest.
/// y, x: (rows, 2 pairs); cosines, sines: (tokens, pairs)
void ch_rope_fast_rotate(float *restrict y, const float *restrict x, const float *cosines, const float *sines,
                         size_t rows, size_t tokens, size_t pairs, ch_pairing pairing, ch_direction direction);

#endif
