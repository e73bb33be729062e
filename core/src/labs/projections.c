// Where queries, keys and values come from: the rows of the tokens times three learned matrices.
#include <math.h>

#include "attention_parts.h"
#include "clockhand/gradcheck.h"
#include "clockhand/linear.h"
#include "registry.h"

enum { X, WQ, WK, WV };
enum { QUERIES, KEYS, VALUES };
enum { LIBRARY };
enum { MOST = 16 };

#define ENTRIES ATTENTION_ENTRIES(1000)
static const ch_parameter PARAMETERS[] = {
    [X] = {.id = "x", .label = "tokens X", .help = "one row for each token", .standard = "1,0,1;0,1,1", ENTRIES},
    [WQ] = {.id = "wq",
            .label = "query matrix",
            .help = "one row for each feature of a token, one column for each feature of a query",
            .standard = "1,-1;1,0;0,1",
            ENTRIES},
    [WK] = {.id = "wk",
            .label = "key matrix",
            .help = "one row for each feature of a token, one column for each feature of a key",
            .standard = "0,-1;-1,0;1,1",
            ENTRIES},
    [WV] = {.id = "wv",
            .label = "value matrix",
            .help = "one row for each feature of a token, one column for each feature of a value",
            .standard = "0,1;2,3;1,1",
            ENTRIES},
};

static const ch_column COLUMNS[] = {
    {.id = "i", .label = "token i", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};

#define GRID .layout = CH_GRID, .keys = 1, .columns = COLUMNS, .column_count = 3
static const ch_table TABLES[] = {
    [QUERIES] = {.id = "queries", .caption = "Queries: what each token looks for", GRID},
    [KEYS] = {.id = "keys", .caption = "Keys: what each token offers for matching", GRID},
    [VALUES] = {.id = "values", .caption = "Values: what each token passes on", GRID},
};

static const ch_check CHECKS[] = {
    [LIBRARY] = {.id = "library", .label = "all three against the linear kernel"},
};

static const ch_mistake MISTAKES[] = {CH_TRANSPOSED_PROJECTION};

/// y = x w. y: (T, O); x: (T, D); w: (D, O).
static void project(double *y, const double *x, const double *w, size_t T, size_t D, size_t O, ch_mistake mistake) {
    for (size_t t = 0; t < T; t++) {
        for (size_t o = 0; o < O; o++) {
            double sum = 0.0;
            for (size_t d = 0; d < D; d++) {
                size_t at = d * O + o;
                sum += x[t * D + d] * (mistake == CH_TRANSPOSED_PROJECTION ? attention_transposed(w, at, D, O) : w[at]);
            }
            y[t * O + o] = sum;
        }
    }
}

/// One of the three: its table from its matrix, held to the kernel, whose weight stands the other way round.
static bool run_one(ch_run *run, size_t table, size_t parameter) {
    size_t T = run->values[X].rows;
    size_t D = run->values[X].columns;
    if (!attention_fits(run, parameter, MOST)) return false;
    size_t O = run->values[parameter].columns;
    const double *x = run->values[X].cells;
    const double *w = ch_run_matrix(run, parameter, D, O);
    double *y = w == NULL ? NULL : ch_grid_open(run, table, T, O, 0, 0);
    double *kernel = y == NULL ? NULL : ch_run_doubles(run, T * O + D * O);
    if (kernel == NULL) return false;
    double *turned = kernel + T * O;
    project(y, x, w, T, D, O, run->mistake);
    for (size_t at = 0; at < D * O; at++) turned[at] = attention_transposed(w, at, D, O);
    ch_linear(kernel, x, turned, NULL, T, D, O);
    double size = (double)D * fmax(1.0, ch_largest(x, T * D)) * fmax(1.0, ch_largest(w, D * O));
    ch_check_keep_larger(run, LIBRARY, ch_largest_difference(y, kernel, T * O), attention_tolerance(size, (double)D));
    return true;
}

static ch_status run_projections(ch_run *run) {
    bool done =
        attention_fits(run, X, MOST) && run_one(run, QUERIES, WQ) && run_one(run, KEYS, WK) && run_one(run, VALUES, WV);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_projections = {
    .id = "projections",
    .summary = "queries, keys and values from tokens and three learned matrices",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_projections,
};
