// One causal head by hand: turned queries and keys, scores, weights, outputs, each of which a reader may bring along.
#include <math.h>
#include <string.h>

#include "causal_parts.h"
#include "clockhand/gradcheck.h"
#include "clockhand/softmax.h"
#include "registry.h"
#include "rope_parts.h"

enum { Q, K, V, HEADS, START, TURNED_Q, SCORES_GIVEN, WEIGHTS_GIVEN };
enum { TURNED_QUERIES, TURNED_KEYS, SCORES, WEIGHTS, SUMS, OUTPUTS };
enum { SHIFT_FREE };

enum { MOST_TOKENS = 8, MOST_WIDTH = 8, MOVED = 5 };

#define CONTENTS .type = CH_MATRIX, .least = -1000, .most = 1000
#define BROUGHT CONTENTS, .standard = "0"
static const ch_parameter PARAMETERS[] = {
    [Q] =
        {.id = "q", .label = "queries", .help = "a row for each token", CONTENTS, .standard = "1,0.5,2,1;0.4,1.2,1,0"},
    [K] = {.id = "k", .label = "keys", .help = "a row for each token", CONTENTS, .standard = "0.8,1,0,2;1.5,0.2,1,1"},
    [V] = {.id = "v", .label = "values", .help = "a row for each token", CONTENTS, .standard = "1,0.2,1,1;0.3,1.4,2,0"},
    [HEADS] = CAUSAL_HEADS_PARAMETER("4"),
    [START] = {.id = "start",
               .label = "first position",
               .help = "position of the first token",
               .type = CH_INTEGER,
               .least = 0,
               .most = 1000,
               .standard = "0"},
    [TURNED_Q] = {.id = "turned-q", .label = "turned queries", .help = "given: taken as they are", BROUGHT},
    [SCORES_GIVEN] = {.id = "scores", .label = "scores", .help = "given: taken as they are", BROUGHT},
    [WEIGHTS_GIVEN] = {.id = "weights", .label = "weights", .help = "given: taken as they are", BROUGHT},
};

static const ch_column SUM_COLUMNS[] = {
    {.id = "query", .label = "query", .type = CH_INTEGER},
    {.id = "sum", .label = "sum of its weights", .type = CH_REAL, .digits = 4},
};

#define FEATURES .layout = CH_GRID, .keys = 1, .columns = CAUSAL_FEATURES, .column_count = 3
#define PAIRS .layout = CH_GRID, .keys = 1, .columns = CAUSAL_PAIRS, .column_count = 3
static const ch_table TABLES[] = {
    [TURNED_QUERIES] = {.id = "turned-queries",
                        .caption = "Queries turned by their positions",
                        FEATURES,
                        .paired = true},
    [TURNED_KEYS] = {.id = "turned-keys", .caption = "Keys turned by their positions", FEATURES, .paired = true},
    [SCORES] = {.id = "scores", .caption = "Scaled scores, before the mask", PAIRS},
    [WEIGHTS] = {.id = "weights", .caption = "Weights behind mask and softmax", PAIRS},
    [SUMS] =
        {.id = "sums", .caption = "Each row of weights, summed", .keys = 1, .columns = SUM_COLUMNS, .column_count = 2},
    [OUTPUTS] = {.id = "outputs", .caption = "Outputs: values in the proportion of the weights", FEATURES},
};

static const ch_check CHECKS[] = {
    [SHIFT_FREE] = {.id = "shift", .label = "largest change of a score when all tokens move on together"},
};

static const ch_mistake MISTAKES[] = {CAUSAL_MISTAKES, CH_TRANSPOSED_WEIGHTS, CH_DEGREES};

/// The head as a block of its own, whose model is `model` wide.
typedef struct setting {
    ch_causal_rope block;
    ch_causal_steps steps;
    size_t model;
} setting;

static bool take_contents(ch_run *run, setting *s) {
    static const size_t sources[] = {Q, K, V};
    size_t cells = s->block.T * s->block.D;
    if (!causal_take_steps(run, &s->steps, &s->block)) return false;
    for (size_t part = 0; part < CH_COUNT(sources); part++) {
        const double *given = ch_run_matrix(run, sources[part], s->block.T, s->block.D);
        if (given == NULL) return false;
        memcpy(s->steps.split[part], given, cells * sizeof *given);
    }
    return true;
}

/// Puts what the reader brings along in the place of what was computed; false when its shape does not fit.
static bool bring(ch_run *run, double *computed, size_t parameter, size_t rows, size_t columns) {
    if (!run->values[parameter].given) return true;
    const double *given = ch_run_matrix(run, parameter, rows, columns);
    if (given != NULL) memcpy(computed, given, rows * columns * sizeof *given);
    return given != NULL;
}

static bool compute(ch_run *run, setting *s) {
    size_t T = s->block.T;
    ch_causal_steps *steps = &s->steps;
    if (!causal_set(run, &s->block, s->model, run->values[START].integer, T, run->mistake)) return false;
    causal_turn(steps, &s->block, run->mistake);
    if (!bring(run, steps->turned[0], TURNED_Q, T, s->block.D)) return false;
    causal_attend(steps, &s->block, run->mistake);
    if (!bring(run, steps->scores, SCORES_GIVEN, T, T)) return false;
    ch_softmax(steps->weights, steps->scores, s->block.mask, T, T);
    if (run->mistake == CH_MASK_AFTER_SOFTMAX) causal_hide_late(steps->weights, T);
    if (!bring(run, steps->weights, WEIGHTS_GIVEN, T, T)) return false;
    causal_combine(steps->heads, steps->weights, steps->split[2], T, s->block.D, run->mistake);
    return true;
}

static bool fill_grid(ch_run *run, size_t table, const double *values, size_t rows, size_t columns) {
    double *cells = ch_grid_open(run, table, rows, columns, 0, 0);
    if (cells != NULL) memcpy(cells, values, rows * columns * sizeof *cells);
    return cells != NULL;
}

static bool fill(ch_run *run, const setting *s) {
    size_t T = s->block.T;
    size_t width = s->block.D;
    double *sums = ch_table_open(run, SUMS, T, 2);
    for (size_t i = 0; sums != NULL && i < T; i++) {
        sums[2 * i] = (double)i;
        for (size_t j = 0; j < T; j++) sums[2 * i + 1] += s->steps.weights[i * T + j];
    }
    return sums != NULL && fill_grid(run, TURNED_QUERIES, s->steps.turned[0], T, width) &&
           fill_grid(run, TURNED_KEYS, s->steps.turned[1], T, width) && fill_grid(run, SCORES, s->steps.scores, T, T) &&
           fill_grid(run, WEIGHTS, s->steps.weights, T, T) && fill_grid(run, OUTPUTS, s->steps.heads, T, width);
}

/// Scores at the given positions and all moved on together, under the mistake.
static bool check_shift(ch_run *run, const setting *s) {
    size_t T = s->block.T;
    size_t width = s->block.D;
    uint64_t start = run->values[START].integer;
    setting here = *s;
    setting there = *s;
    setting *both[] = {&here, &there};
    double longest[2] = {0.0, 0.0};
    for (size_t i = 0; i < CH_COUNT(both); i++) {
        setting *at = both[i];
        if (!take_contents(run, at) || !causal_set(run, &at->block, s->model, start + i * MOVED, T, run->mistake)) {
            return false;
        }
        causal_turn(&at->steps, &at->block, run->mistake);
        causal_attend(&at->steps, &at->block, run->mistake);
    }
    for (size_t side = 0; side < 2; side++) {
        for (size_t t = 0; t < T; t++) {
            longest[side] = ch_larger(longest[side], rope_norm(s->steps.split[side] + t * width, width));
        }
    }
    double change = ch_largest_difference(here.steps.scores, there.steps.scores, T * T);
    double reach = (double)start + (double)(T + MOVED) + 4.0;
    ch_check_set(run, SHIFT_FREE, change, rope_tolerance(longest[0] * longest[1], reach));
    return true;
}

static ch_status run_head(ch_run *run) {
    setting s = {.block = {.B = 1, .T = run->values[Q].rows, .D = run->values[Q].columns, .H = 1}};
    s.model = s.block.D * (size_t)run->values[HEADS].integer;
    if (s.block.D % 2 != 0 || s.block.D > MOST_WIDTH || s.block.T > MOST_TOKENS) {
        return ch_run_refuse(run, CH_SHAPE_MISMATCH, Q, "2, 4, 6 or 8 numbers in at most 8 rows");
    }
    bool done = take_contents(run, &s) && compute(run, &s) && fill(run, &s) && check_shift(run, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_causal_rope_head = {
    .id = "causal-rope-head",
    .summary = "one causal head by hand, from turned queries and keys to its outputs",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_head,
};
