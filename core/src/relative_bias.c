#include "clockhand/relative_bias.h"

size_t ch_relative_entry(size_t i, size_t j, size_t k) {
    if (j >= i) return k + (j - i < k ? j - i : k);
    return k - (i - j < k ? i - j : k);
}

void ch_relative_bias(double *bias, const double *table, size_t k, size_t T) {
    for (size_t i = 0; i < T; i++) {
        for (size_t j = 0; j < T; j++) bias[i * T + j] = table[ch_relative_entry(i, j, k)];
    }
}

// bias_ij = table[entry of i and j]
void ch_relative_bias_backward(double *dtable, const double *dbias, size_t k, size_t T) {
    for (size_t i = 0; i < T; i++) {
        for (size_t j = 0; j < T; j++) dtable[ch_relative_entry(i, j, k)] += dbias[i * T + j];
    }
}
