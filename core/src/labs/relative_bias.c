// A learned number for each offset between key and query, added to the scores: the matrix, its adjoint, and the weights.
#include "clockhand/relative_bias.h"

#include <math.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "clockhand/softmax.h"
#include "position_parts.h"
#include "registry.h"
#include "rope_parts.h"

enum { TABLE, TOKENS, SCORES_IN, ADJOINT };
enum { ENTRIES, OFFSETS, BIAS, SCORES, BIASED, PLAIN, WEIGHTS, SUMS };
enum { CONSTANT, CONSTANT_CONTROL, ROWS, GRADIENT, GRADIENT_CONTROL };
enum { CUE_INSIDE, CUE_EARLY, CUE_LATE };

static const ch_parameter PARAMETERS[] = {
    [TABLE] = {.id = "table",
               .label = "bias table",
               .help = "an odd number of values, for the offsets −k to k in order",
               .type = CH_MATRIX,
               .least = -100,
               .most = 100,
               .standard = "0,0.5,-0.5,1,-1"},
    [TOKENS] = POSITION_TOKENS_PARAMETER,
    [SCORES_IN] = {.id = "scores",
                   .label = "scores",
                   .help = "scaled dot products without bias: one row for all queries, or a row for each",
                   .type = CH_MATRIX,
                   .least = -100,
                   .most = 100,
                   .standard = "1,0,0.5,-0.5,0,1"},
    [ADJOINT] = {.id = "adjoint",
                 .label = "output adjoint",
                 .help = "derivative of the loss by each cell of the bias matrix",
                 .type = CH_MATRIX,
                 .least = -100,
                 .most = 100,
                 .standard = "1,-0.5,0.25,0.5,0,-1;0.5,1,-0.25,0,0.75,-0.5;-1,0.25,0.5,1,-0.75,0"},
};

static const ch_named CUES[] = {
    [CUE_INSIDE] = {.id = "inside", .label = "an entry of its own", .line = "solid"},
    [CUE_EARLY] = {.id = "early", .label = "clamped, key lies earlier", .line = "dashed"},
    [CUE_LATE] = {.id = "late", .label = "clamped, key lies later", .line = "dotted"},
};

enum { E_OFFSET, E_VALUE, E_CELLS, E_GRADIENT, E_CENTRAL, E_COUNT };
static const ch_column ENTRY_COLUMNS[E_COUNT] = {
    [E_OFFSET] = {.id = "offset", .label = "offset j − i", .type = CH_INTEGER},
    [E_VALUE] = {.id = "value", .label = "bias", .type = CH_REAL, .digits = 4},
    [E_CELLS] = {.id = "cells", .label = "cells that use it", .type = CH_INTEGER},
    [E_GRADIENT] = {.id = "gradient", .label = "gradient", .type = CH_REAL, .digits = 6},
    [E_CENTRAL] = {.id = "central", .label = "central difference", .type = CH_REAL, .digits = 6},
};
static const ch_column BIAS_COLUMNS[] = POSITION_GRID_COLUMNS("bias", "bias", 4);
static const ch_column SCORE_COLUMNS[] = POSITION_GRID_COLUMNS("score", "score", 4);
static const ch_column WEIGHT_COLUMNS[] = POSITION_GRID_COLUMNS("weight", "weight", 4);
static const ch_column SUM_COLUMNS[] = {
    {.id = "i", .label = "query position i", .type = CH_INTEGER},
    {.id = "plain", .label = "sum without bias", .type = CH_REAL, .digits = 6},
    {.id = "biased", .label = "sum with bias", .type = CH_REAL, .digits = 6},
};

#define GRID(described) .layout = CH_GRID, .keys = 1, .columns = (described), .column_count = 3
static const ch_table TABLES[] = {
    [ENTRIES] = {.id = "entries",
                 .caption = "The table: one value an offset, and the gradient it gathers",
                 .keys = 1,
                 .columns = ENTRY_COLUMNS,
                 .column_count = E_COUNT},
    [OFFSETS] = {.id = "offsets", .caption = "Signed offsets j − i", GRID(POSITION_OFFSET_COLUMNS)},
    [BIAS] = {.id = "bias",
              .caption = "The bias of every query and key, with their offset",
              GRID(BIAS_COLUMNS),
              .cues = CUES,
              .cue_count = CH_COUNT(CUES),
              .companion = "offsets"},
    [SCORES] = {.id = "scores", .caption = "Scores without bias", GRID(SCORE_COLUMNS)},
    [BIASED] = {.id = "biased", .caption = "Scores as the softmax receives them", GRID(SCORE_COLUMNS)},
    [PLAIN] = {.id = "plain", .caption = "Weights without bias", GRID(WEIGHT_COLUMNS)},
    [WEIGHTS] = {.id = "weights", .caption = "Weights with bias", GRID(WEIGHT_COLUMNS)},
    [SUMS] = {.id = "sums",
              .caption = "What each row of weights sums to",
              .keys = 1,
              .columns = SUM_COLUMNS,
              .column_count = 3},
};

static const ch_check CHECKS[] = {
    [CONSTANT] = {.id = "constant-diagonals", .label = "largest spread of the bias along a diagonal"},
    [CONSTANT_CONTROL] = {.id = "control",
                          .label = "the spread notices a bias that knows the query's position",
                          .above = true},
    [ROWS] = {.id = "row-sums", .label = "largest distance of a row of weights from the sum one"},
    [GRADIENT] = {.id = "gradient", .label = "gradient of the table against central differences"},
    [GRADIENT_CONTROL] = {.id = "gradient-control",
                          .label = "the differences notice a gradient off by a thousandth",
                          .above = true},
};

static const ch_mistake MISTAKES[] = {CH_OFFSET_SIGN, CH_NOT_CLAMPED, CH_CLAMPED_TO_WRONG_END, CH_BIAS_AFTER_SOFTMAX};

/// One run: a table of 2k + 1 values for T tokens.
typedef struct setting {
    size_t k, T;
    ch_mistake mistake;
    const double *table, *scores, *adjoint; ///< (2k + 1), (T, T), (T, T)
    double *bias;                           ///< (T, T), scratch of the loss
} setting;

static bool fill_bias(ch_run *run, const setting *s) {
    double *bias = ch_grid_open(run, BIAS, s->T, s->T, 0, 0);
    if (bias == NULL) return false;
    ch_relative_bias(bias, s->table, s->k, s->T);
    uint32_t *cues = run->tables[BIAS].cues;
    for (size_t i = 0; i < s->T; i++) {
        for (size_t j = 0; j < s->T; j++) {
            size_t entry;
            size_t at = i * s->T + j;
            cues[at] = 1 + (!position_beyond(i, j, s->k) ? CUE_INSIDE : j < i ? CUE_EARLY : CUE_LATE);
            if (s->mistake != CH_NO_MISTAKE)
                bias[at] = position_faulty_entry(&entry, i, j, s->k, s->mistake) ? s->table[entry] : 0.0;
        }
    }
    ch_check_set(run, CONSTANT, position_spread(bias, s->T - 1, s->T), 0.0);
    for (size_t i = 0; i < s->T * s->T; i++) s->bias[i] = bias[i] + (double)(i / s->T);
    ch_check_set(run, CONSTANT_CONTROL, position_spread(s->bias, s->T - 1, s->T), 0.5);
    return true;
}

static double loss(const double *table, void *context) {
    const setting *s = context;
    ch_relative_bias(s->bias, table, s->k, s->T);
    return rope_dot(s->bias, s->adjoint, s->T * s->T);
}

static void gather(double *gradient, double *cells, const setting *s) {
    for (size_t i = 0; i < s->T; i++) {
        for (size_t j = 0; j < s->T; j++) {
            size_t entry;
            if (!position_faulty_entry(&entry, i, j, s->k, s->mistake)) continue;
            cells[entry] += 1.0;
            if (s->mistake != CH_NO_MISTAKE) gradient[entry] += s->adjoint[i * s->T + j];
        }
    }
    if (s->mistake == CH_NO_MISTAKE) ch_relative_bias_backward(gradient, s->adjoint, s->k, s->T);
}

static bool fill_entries(ch_run *run, setting *s) {
    size_t count = 2 * s->k + 1;
    double *row = ch_table_open(run, ENTRIES, count, E_COUNT);
    double *scratch = row == NULL ? NULL : ch_run_doubles(run, 4 * count);
    if (scratch == NULL) return false;
    double *gradient = scratch;
    double *cells = scratch + count;
    double *central = scratch + 2 * count;
    double *changed = scratch + 3 * count;
    memset(scratch, 0, 2 * count * sizeof *scratch);
    memcpy(changed, s->table, count * sizeof *changed);
    gather(gradient, cells, s);
    ch_central_differences(central, changed, count, 1.0, loss, s); // linear in the table: a long step loses nothing
    for (size_t e = 0; e < count; e++, row += E_COUNT) {
        row[E_OFFSET] = (double)e - (double)s->k;
        row[E_VALUE] = s->table[e];
        row[E_CELLS] = cells[e];
        row[E_GRADIENT] = gradient[e];
        row[E_CENTRAL] = central[e];
        changed[e] = central[e] + 1e-3;
    }
    // The loss is at most 144 cells of 101 times 100, so rounding stays below 1e-9.
    ch_check_set(run, GRADIENT, ch_largest_difference(gradient, central, count), 1e-8);
    ch_check_set(run, GRADIENT_CONTROL, ch_largest_difference(changed, central, count), 1e-8);
    return true;
}

static bool fill_weights(ch_run *run, const setting *s) {
    size_t count = s->T * s->T;
    static const size_t GRIDS[] = {SCORES, BIASED, PLAIN, WEIGHTS};
    double *grids[CH_COUNT(GRIDS)];
    for (size_t g = 0; g < CH_COUNT(GRIDS); g++) {
        grids[g] = ch_grid_open(run, GRIDS[g], s->T, s->T, 0, 0);
        if (grids[g] == NULL) return false;
    }
    double *sums = ch_table_open(run, SUMS, s->T, 3);
    if (sums == NULL) return false;
    const double *bias = run->tables[BIAS].cells;
    bool after = s->mistake == CH_BIAS_AFTER_SOFTMAX;
    for (size_t i = 0; i < count; i++) {
        grids[0][i] = s->scores[i];
        grids[1][i] = s->scores[i] + (after ? 0.0 : bias[i]);
    }
    ch_softmax(grids[2], grids[0], NULL, s->T, s->T);
    ch_softmax(grids[3], grids[1], NULL, s->T, s->T);
    double furthest = 0.0;
    for (size_t i = 0; i < s->T; i++) {
        double *row = sums + 3 * i;
        row[0] = (double)i;
        for (size_t j = 0; j < s->T; j++) {
            size_t at = i * s->T + j;
            if (after) grids[3][at] += bias[at];
            row[1] += grids[2][at];
            row[2] += grids[3][at];
        }
        furthest = ch_larger(furthest, ch_larger(fabs(row[1] - 1.0), fabs(row[2] - 1.0)));
    }
    ch_check_set(run, ROWS, furthest, 1e-12);
    return true;
}

static ch_status run_bias(ch_run *run) {
    setting s = {.T = (size_t)run->values[TOKENS].integer, .mistake = run->mistake};
    size_t entries = run->values[TABLE].columns;
    if (entries % 2 == 0) {
        return ch_fail_texts(&run->failure, CH_SHAPE_MISMATCH, "table", "of an even length",
                             "one row of an odd number of values");
    }
    s.k = entries / 2;
    s.table = ch_run_matrix(run, TABLE, 1, entries);
    s.scores = s.table == NULL ? NULL : ch_run_matrix(run, SCORES_IN, s.T, s.T);
    s.adjoint = s.scores == NULL ? NULL : ch_run_matrix(run, ADJOINT, s.T, s.T);
    s.bias = s.adjoint == NULL ? NULL : ch_run_doubles(run, s.T * s.T);
    if (s.bias == NULL) return run->failure.status;
    bool done = position_fill_offsets(run, OFFSETS, s.T) && fill_bias(run, &s) && fill_entries(run, &s) &&
                fill_weights(run, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_relative_bias = {
    .id = "relative-bias",
    .summary = "a learned number for each offset, added to the scores",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_bias,
};
