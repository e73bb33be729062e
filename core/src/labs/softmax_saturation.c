// Why scores are divided by the root of the key width: spread of random scores, and what the softmax makes of it.
#include <math.h>
#include <string.h>

#include "attention_parts.h"
#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "clockhand/numpy_random.h"
#include "clockhand/softmax.h"
#include "registry.h"

enum { WIDTHS, QUERIES, KEYS, SEED };
enum { SPREAD, SATURATION };
enum { SPREAD_SCALED };
enum { MOST_WIDTHS = 12 };

static const ch_parameter PARAMETERS[] = {
    [WIDTHS] = {.id = "widths",
                .label = "key widths d_k",
                .help = "whole numbers, one row of the tables for each",
                .type = CH_MATRIX,
                .least = 1,
                .most = 2048,
                .standard = "2,4,16,64,256,1024"},
    [QUERIES] = {.id = "queries",
                 .label = "queries",
                 .help = "how many rows of weights are averaged",
                 .type = CH_INTEGER,
                 .least = 1,
                 .most = 64,
                 .standard = "32"},
    [KEYS] = {.id = "keys",
              .label = "keys",
              .help = "how many keys share the attention of a query",
              .type = CH_INTEGER,
              .least = 2,
              .most = 64,
              .standard = "16"},
    [SEED] = {.id = "seed",
              .label = "seed",
              .help = "of numpy's default generator; each width starts it again",
              .type = CH_INTEGER,
              .least = 0,
              .most = 18446744073709551615.0,
              .standard = "0"},
};

enum { P_WIDTH, P_ROOT, P_SPREAD, P_SCALED, P_LARGEST, P_COUNT };
static const ch_column SPREAD_COLUMNS[P_COUNT] = {
    [P_WIDTH] = {.id = "width", .label = "key width d_k", .type = CH_INTEGER},
    [P_ROOT] = {.id = "root", .label = "root of d_k", .type = CH_REAL, .digits = 3},
    [P_SPREAD] = {.id = "spread", .label = "standard deviation of the scores", .type = CH_REAL, .digits = 3},
    [P_SCALED] = {.id = "scaled", .label = "of the scaled scores", .type = CH_REAL, .digits = 3},
    [P_LARGEST] = {.id = "largest", .label = "largest score", .type = CH_REAL, .digits = 3},
};

/// Of unscaled and scaled scores, the same three measures.
enum { A_WIDTH, A_ENTROPY, A_LARGEST, A_SLOPE, A_SCALED_ENTROPY, A_SCALED_LARGEST, A_SCALED_SLOPE, A_COUNT };
static const ch_column SATURATION_COLUMNS[A_COUNT] = {
    [A_WIDTH] = {.id = "width", .label = "key width d_k", .type = CH_INTEGER},
    [A_ENTROPY] = {.id = "entropy", .label = "entropy, unscaled", .unit = "nats", .type = CH_REAL, .digits = 3},
    [A_LARGEST] = {.id = "largest", .label = "largest weight, unscaled", .type = CH_REAL, .digits = 3},
    [A_SLOPE] = {.id = "slope", .label = "slope, unscaled", .type = CH_REAL, .digits = 3},
    [A_SCALED_ENTROPY] =
        {.id = "scaled_entropy", .label = "entropy, scaled", .unit = "nats", .type = CH_REAL, .digits = 3},
    [A_SCALED_LARGEST] = {.id = "scaled_largest", .label = "largest weight, scaled", .type = CH_REAL, .digits = 3},
    [A_SCALED_SLOPE] = {.id = "scaled_slope", .label = "slope, scaled", .type = CH_REAL, .digits = 3},
};

static const ch_table TABLES[] = {
    [SPREAD] = {.id = "spread",
                .caption = "How far random scores spread",
                .keys = 1,
                .columns = SPREAD_COLUMNS,
                .column_count = P_COUNT},
    [SATURATION] = {.id = "saturation",
                    .caption = "What the softmax makes of them, averaged over the queries",
                    .keys = 1,
                    .columns = SATURATION_COLUMNS,
                    .column_count = A_COUNT},
};

static const ch_check CHECKS[] = {
    [SPREAD_SCALED] = {.id = "spread", .label = "spread of the scaled scores against that of the scores over the root"},
};

static const ch_mistake MISTAKES[] = {CH_NO_SCALE, CH_SCALE_BY_DK, CH_SCALE_BY_TOKENS, CH_NO_ROOT};

static double faulty_factor(ch_mistake mistake, double width, double keys) {
    if (mistake == CH_NO_SCALE) return 1.0;
    if (mistake == CH_SCALE_BY_DK) return 1.0 / width;
    return 1.0 / sqrt(mistake == CH_SCALE_BY_TOKENS ? keys : width);
}

/// Scores (Tq, Tk) of standard normal keys, drawn first, and queries; scratch: (Tk + 1) D.
static void draw_scores(double *scores, double *scratch, ch_numpy *stream, uint64_t seed, size_t Tq, size_t Tk,
                        size_t D) {
    const uint32_t words[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    double *q = scratch + Tk * D;
    ch_numpy_seed(stream, words, words[1] != 0 ? 2 : 1);
    ch_numpy_normal(scratch, stream, Tk * D);
    for (size_t i = 0; i < Tq; i++) {
        ch_numpy_normal(q, stream, D);
        for (size_t j = 0; j < Tk; j++) {
            double sum = 0.0;
            for (size_t d = 0; d < D; d++) sum += q[d] * scratch[j * D + d];
            scores[i * Tk + j] = sum;
        }
    }
}

/// The standard deviation, divided by the count.
static double deviation(const double *x, size_t count) {
    double mean = 0.0;
    double squares = 0.0;
    for (size_t i = 0; i < count; i++) mean += x[i];
    mean /= (double)count;
    for (size_t i = 0; i < count; i++) squares += (x[i] - mean) * (x[i] - mean);
    return sqrt(squares / (double)count);
}

/// Softmax of scores in place, then entropy, largest weight and slope, each averaged over the rows, to out[0 .. 2]. The slope
/// of a row is sum_j w_j (1 - w_j), the derivatives of the weights by their own scores added up.
static void measure(double *out, double *x, size_t Tq, size_t Tk) {
    ch_softmax(x, x, NULL, Tq, Tk);
    for (size_t i = 0; i < Tq; i++) {
        double entropy = 0.0;
        double slope = 0.0;
        for (size_t j = 0; j < Tk; j++) {
            double w = x[i * Tk + j];
            if (w > 0.0) entropy -= w * ch_log(w);
            slope += w * (1.0 - w);
        }
        out[0] += entropy / (double)Tq;
        out[1] += ch_largest(x + i * Tk, Tk) / (double)Tq;
        out[2] += slope / (double)Tq;
    }
}

static ch_status run_saturation(ch_run *run) {
    size_t count;
    size_t Tq = (size_t)run->values[QUERIES].integer;
    size_t Tk = (size_t)run->values[KEYS].integer;
    const double *widths = ch_run_list(run, &count, WIDTHS, MOST_WIDTHS, true);
    double *spread = widths == NULL ? NULL : ch_table_open(run, SPREAD, count, P_COUNT);
    double *row = spread == NULL ? NULL : ch_table_open(run, SATURATION, count, A_COUNT);
    ch_numpy *stream =
        row == NULL ? NULL : (ch_numpy *)(void *)ch_run_doubles(run, sizeof *stream / sizeof(double) + 1);
    size_t cells = Tq * Tk;
    double *scores = stream == NULL ? NULL : ch_run_doubles(run, 2 * cells);
    size_t widest = scores == NULL ? 0 : (size_t)ch_largest(widths, count);
    double *scratch = scores == NULL ? NULL : ch_run_doubles(run, (Tk + 1) * widest);
    if (scratch == NULL) return run->failure.status;
    double *scaled = scores + cells;
    double off = 0.0;
    for (size_t i = 0; i < count; i++, spread += P_COUNT, row += A_COUNT) {
        double root = sqrt(widths[i]);
        draw_scores(scores, scratch, stream, run->values[SEED].integer, Tq, Tk, (size_t)widths[i]);
        double factor = faulty_factor(run->mistake, widths[i], (double)Tk);
        double largest = scores[0];
        for (size_t a = 0; a < cells; a++) {
            scaled[a] = scores[a] * factor;
            largest = ch_larger(largest, scores[a]);
        }
        double expected = run->mistake == CH_NO_ROOT ? widths[i] : root;
        const double shown[P_COUNT] = {widths[i], expected, deviation(scores, cells), deviation(scaled, cells),
                                       largest};
        memcpy(spread, shown, sizeof shown);
        row[A_WIDTH] = widths[i];
        measure(row + A_ENTROPY, scores, Tq, Tk);
        measure(row + A_SCALED_ENTROPY, scaled, Tq, Tk);
        off = ch_larger(off, fabs(shown[P_SCALED] - shown[P_SPREAD] / root));
    }
    static const double rounding = 1e-12;
    ch_check_set(run, SPREAD_SCALED, off, rounding);
    return CH_OK;
}

const ch_lab ch_lab_softmax_saturation = {
    .id = "softmax-saturation",
    .summary = "how random scores spread with the key width, and how the softmax saturates without the scale",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_saturation,
};
