#include "clockhand/rope_fast.h"

#include <string.h>

/// Neighbours in registers: compilers do not find by themselves how partners that alternate are taken apart and put together.
/// Where there are no vectors these are four numbers.
typedef float four __attribute__((vector_size(4 * sizeof(float))));

enum { FOUR = 4 };

void ch_rope_fast_table(float *cosines, float *sines, const double *frequencies, size_t pairs, uint64_t first,
                        size_t count) {
    for (size_t i = 0; i < count * pairs; i++) {
        double cosine;
        double sine;
        ch_rope_table(&cosine, &sine, frequencies + i % pairs, 1, first + i / pairs, 1);
        cosines[i] = (float)cosine;
        sines[i] = (float)sine;
    }
}

/// The zero that is added turns -0 into +0.
static inline float first_of(float a, float b, float cosine, float sine) {
    return a * cosine - b * sine + 0.0f;
}

static inline float second_of(float a, float b, float cosine, float sine) {
    return a * sine + b * cosine + 0.0f;
}

static void rotate_halves(float *restrict y, const float *restrict x, const float *restrict cosines,
                          const float *restrict sines, size_t pairs, float sign) {
    for (size_t k = 0; k < pairs; k++) {
        float sine = sign * sines[k];
        y[k] = first_of(x[k], x[k + pairs], cosines[k], sine);
        y[k + pairs] = second_of(x[k], x[k + pairs], cosines[k], sine);
    }
}

static inline four load(const float *from) {
    four values;
    memcpy(&values, from, sizeof values);
    return values;
}

static inline void store(float *to, four values) {
    memcpy(to, &values, sizeof values);
}

static void rotate_adjacent(float *restrict y, const float *restrict x, const float *restrict cosines,
                            const float *restrict sines, size_t pairs, float sign) {
    size_t k = 0;
    for (; k + FOUR <= pairs; k += FOUR) {
        four low = load(x + 2 * k);
        four high = load(x + 2 * k + FOUR);
        four a = __builtin_shufflevector(low, high, 0, 2, 4, 6);
        four b = __builtin_shufflevector(low, high, 1, 3, 5, 7);
        four cosine = load(cosines + k);
        four sine = sign * load(sines + k);
        four first = a * cosine - b * sine + 0.0f;
        four second = a * sine + b * cosine + 0.0f;
        store(y + 2 * k, __builtin_shufflevector(first, second, 0, 4, 1, 5));
        store(y + 2 * k + FOUR, __builtin_shufflevector(first, second, 2, 6, 3, 7));
    }
    for (; k < pairs; k++) {
        float sine = sign * sines[k];
        y[2 * k] = first_of(x[2 * k], x[2 * k + 1], cosines[k], sine);
        y[2 * k + 1] = second_of(x[2 * k], x[2 * k + 1], cosines[k], sine);
    }
}

void ch_rope_fast_rotate(float *restrict y, const float *restrict x, const float *cosines, const float *sines,
                         size_t rows, size_t tokens, size_t pairs, ch_pairing pairing, ch_direction direction) {
    float sign = direction == CH_FORWARD ? 1.0f : -1.0f;
    for (size_t row = 0; row < rows; row++, y += 2 * pairs, x += 2 * pairs) {
        size_t at = row % tokens * pairs;
        if (pairing == CH_HALF) {
            rotate_halves(y, x, cosines + at, sines + at, pairs, sign);
        } else {
            rotate_adjacent(y, x, cosines + at, sines + at, pairs, sign);
        }
    }
}
