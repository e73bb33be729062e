// The fast kernels one at a time, for the benchmarks: a module that nobody ships. It is linked with the module of a worker, whose
// exports it has too.
#include <string.h>

#include "clockhand/rope_fast.h"
#include "export.h"
#include "panel.h"

/// Floats of the largest tensor that is rotated, (1, 32, 4096, 128), and of the largest table and weight.
enum { MOST = 32 * 4096 * 128 };
enum { MOST_PAIRS = 64, MOST_TABLE = 10000 * MOST_PAIRS, MOST_WEIGHT = 256 * 256 };

static float from[MOST];
static float to[MOST];
static float weight[MOST_WEIGHT];
static float cosines[MOST_TABLE];
static float sines[MOST_TABLE];

float *bench_from(void);
float *bench_to(void);
float *bench_weight(void);
void bench_multiply(size_t N, size_t I, size_t O);
void bench_multiply_transposed(size_t N, size_t I, size_t O);
double bench_square_sum(size_t N, size_t I, size_t O);
void bench_rotate(size_t lanes, size_t tokens, size_t features, int interleaved);
void bench_table(size_t tokens, size_t features);
void bench_copy(size_t count);

EXPORT(bench_from) float *bench_from(void) {
    return from;
}

EXPORT(bench_to) float *bench_to(void) {
    return to;
}

EXPORT(bench_weight) float *bench_weight(void) {
    return weight;
}

EXPORT(bench_multiply) void bench_multiply(size_t N, size_t I, size_t O) {
    panel_multiply((panels){to, N * PANEL}, (panels_in){from, N * PANEL}, (panels_in){weight, I * PANEL}, N, I, O,
                   NULL);
}

EXPORT(bench_multiply_transposed) void bench_multiply_transposed(size_t N, size_t I, size_t O) {
    panel_multiply_transposed((panels){to, I * PANEL}, (panels_in){from, N * PANEL}, (panels_in){weight, N * PANEL}, N,
                              I, O);
}

EXPORT(bench_square_sum) double bench_square_sum(size_t N, size_t I, size_t O) {
    return panel_square_sum((panels_in){from, N * PANEL}, (panels_in){weight, N * PANEL}, N, I, O);
}

EXPORT(bench_table) void bench_table(size_t tokens, size_t features) {
    double frequencies[MOST_PAIRS];
    ch_rope_frequencies(frequencies, features, 10000.0);
    ch_rope_fast_table(cosines, sines, frequencies, features / 2, 0, tokens);
}

EXPORT(bench_rotate) void bench_rotate(size_t lanes, size_t tokens, size_t features, int interleaved) {
    ch_rope_fast_rotate(to, from, cosines, sines, lanes * tokens, tokens, features / 2,
                        interleaved ? CH_INTERLEAVED : CH_HALF, CH_FORWARD);
}

EXPORT(bench_copy) void bench_copy(size_t count) {
    memcpy(to, from, count * sizeof *to);
}
