/// Position as a number added to each score: one value per offset between key and query, with its adjoint.
///
/// The offset of key j from query i is j - i. A table has 2k + 1 values, for the offsets -k .. k in this order; an offset
/// beyond the table takes the value of the end that is nearest to it.
///
/// Sources: Shaw, Uszkoreit and Vaswani 2018, Self-Attention with Relative Position Representations, section 3.2 (the
/// clamped offsets); Raffel et al. 2020, Exploring the Limits of Transfer Learning, section 2.1 (scalars added to scores).
#ifndef CLOCKHAND_RELATIVE_BIAS_H
#define CLOCKHAND_RELATIVE_BIAS_H

#include <stddef.h>

/// The table's entry for query i and key j: j - i clamped to -k .. k, plus k.
size_t ch_relative_entry(size_t i, size_t j, size_t k);

/// bias_ij = table[entry of i and j]. bias: (T, T), a row a query; table: (2k + 1).
void ch_relative_bias(double *bias, const double *table, size_t k, size_t T);

/// dtable[entry of i and j] += dbias_ij: every entry gathers the cells that it was used in. Accumulated.
void ch_relative_bias_backward(double *dtable, const double *dbias, size_t k, size_t T);

#endif
