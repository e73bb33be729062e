// What one attention layer costs: operations of the projections and of the scores, the score tensor, the cache.
#include <math.h>

#include "clockhand/decimal.h"
#include "clockhand/gradcheck.h"
#include "registry.h"

enum { MOST_LENGTHS = 1024 };

enum { BATCH, TOKENS, WIDTH, HEADS, BYTES };
enum { SIZES, COSTS, COMPARED, MEMORY };
enum { RATIO_IS_T_OVER_2D };

static const double TERA = 1e12;
static const double GIGA = 1e9;
static const double GIBI = 1073741824.0;                // 2^30
static const double FIRST_INEXACT = 9007199254740992.0; // 2^53: whole numbers below it are doubles of their own

static const ch_parameter PARAMETERS[] = {
    [BATCH] = {.id = "batch",
               .label = "batch B",
               .help = "sequences that are worked on together",
               .type = CH_INTEGER,
               .least = 1,
               .most = 1024,
               .standard = "1"},
    [TOKENS] = {.id = "tokens",
                .label = "tokens T",
                .help = "lengths of a sequence, one row of the tables each",
                .type = CH_MATRIX,
                .least = 1,
                .most = 1048576,
                .standard = "1024,4096,8192,16384,65536"},
    [WIDTH] = {.id = "width",
               .label = "model width D",
               .help = "features of a token, over all heads",
               .type = CH_INTEGER,
               .least = 1,
               .most = 65536,
               .standard = "4096"},
    [HEADS] = {.id = "heads",
               .label = "heads H",
               .help = "score tables of a sequence; a divisor of the model width",
               .type = CH_INTEGER,
               .least = 1,
               .most = 1024,
               .standard = "32"},
    [BYTES] = {.id = "bytes",
               .label = "bytes an entry",
               .help = "size of one stored number: 2 for half precision",
               .type = CH_INTEGER,
               .least = 1,
               .most = 8,
               .standard = "2"},
};

enum { S_BATCH, S_WIDTH, S_HEADS, S_HEAD_WIDTH, S_BYTES, S_PARAMETERS, S_CROSSOVER, S_COUNT };
static const ch_column SIZE_COLUMNS[S_COUNT] = {
    [S_BATCH] = {.id = "batch", .label = "batch B", .type = CH_INTEGER},
    [S_WIDTH] = {.id = "width", .label = "model width D", .type = CH_INTEGER},
    [S_HEADS] = {.id = "heads", .label = "heads H", .type = CH_INTEGER},
    [S_HEAD_WIDTH] = {.id = "head_width", .label = "head width D/H", .type = CH_INTEGER},
    [S_BYTES] = {.id = "bytes", .label = "bytes an entry", .type = CH_INTEGER},
    [S_PARAMETERS] = {.id = "parameters", .label = "weights 4 D²", .type = CH_INTEGER},
    [S_CROSSOVER] = {.id = "crossover", .label = "equal cost at", .unit = "tokens", .type = CH_INTEGER},
};

enum { C_TOKENS, C_PROJECTIONS, C_SCORES, C_CAUSAL, C_ROTATION, C_COUNT };
static const ch_column COST_COLUMNS[C_COUNT] = {
    [C_TOKENS] = {.id = "tokens", .label = "tokens T", .type = CH_INTEGER},
    [C_PROJECTIONS] = {.id = "projections", .label = "projections", .unit = "operations", .type = CH_INTEGER},
    [C_SCORES] = {.id = "scores", .label = "scores and values", .unit = "operations", .type = CH_INTEGER},
    [C_CAUSAL] = {.id = "causal", .label = "with causal skipping", .unit = "operations", .type = CH_INTEGER},
    [C_ROTATION] = {.id = "rotation", .label = "turning Q and K", .unit = "operations", .type = CH_INTEGER},
};

enum { R_TOKENS, R_PROJECTIONS, R_SCORES, R_CAUSAL, R_RATIO, R_VISIBLE, R_COUNT };
static const ch_column COMPARED_COLUMNS[R_COUNT] = {
    [R_TOKENS] = {.id = "tokens", .label = "tokens T", .type = CH_INTEGER},
    [R_PROJECTIONS] =
        {.id = "projections", .label = "projections", .unit = "10¹² operations", .type = CH_REAL, .digits = 3},
    [R_SCORES] =
        {.id = "scores", .label = "scores and values", .unit = "10¹² operations", .type = CH_REAL, .digits = 3},
    [R_CAUSAL] =
        {.id = "causal", .label = "with causal skipping", .unit = "10¹² operations", .type = CH_REAL, .digits = 3},
    [R_RATIO] = {.id = "ratio", .label = "scores over projections", .type = CH_REAL, .digits = 4},
    [R_VISIBLE] = {.id = "visible", .label = "scores that a causal mask leaves", .type = CH_REAL, .digits = 4},
};

enum { M_TOKENS, M_ENTRIES, M_BYTES, M_GIB, M_CACHE, M_CACHE_GIB, M_COUNT };
static const ch_column MEMORY_COLUMNS[M_COUNT] = {
    [M_TOKENS] = {.id = "tokens", .label = "tokens T", .type = CH_INTEGER},
    [M_ENTRIES] = {.id = "entries", .label = "scores", .type = CH_INTEGER},
    [M_BYTES] = {.id = "bytes", .label = "bytes of scores", .type = CH_INTEGER},
    [M_GIB] = {.id = "gib", .label = "GiB of scores", .type = CH_REAL, .digits = 4},
    [M_CACHE] = {.id = "cache", .label = "bytes of keys and values", .type = CH_INTEGER},
    [M_CACHE_GIB] = {.id = "cache_gib", .label = "GiB of keys and values", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    [SIZES] = {.id = "sizes",
               .caption = "The sizes, the weights of a layer, and the length at which both parts cost the same",
               .columns = SIZE_COLUMNS,
               .column_count = S_COUNT},
    [COSTS] = {.id = "costs",
               .caption = "Operations of one layer, a multiplication and an addition counted as two",
               .keys = 1,
               .columns = COST_COLUMNS,
               .column_count = C_COUNT},
    [COMPARED] = {.id = "compared",
                  .caption = "The same in larger units, and side by side",
                  .keys = 1,
                  .columns = COMPARED_COLUMNS,
                  .column_count = R_COUNT},
    [MEMORY] = {.id = "memory",
                .caption = "The score tensor when it is stored whole, and a cache of keys and values",
                .keys = 1,
                .columns = MEMORY_COLUMNS,
                .column_count = M_COUNT},
};

static const ch_check CHECKS[] = {
    [RATIO_IS_T_OVER_2D] = {.id = "crossover", .label = "largest difference of the ratio from T over the crossover"},
};

static const ch_mistake MISTAKES[] = {CH_MULTIPLY_ADD_AS_ONE, CH_CROSSOVER_AT_WIDTH, CH_FORGOT_HEADS,     CH_GB_FOR_GIB,
                                      CH_CAUSAL_NOT_HALVED,   CH_FORGOT_BATCH,       CH_THREE_PROJECTIONS};

/// Sizes of one layer; T is the length that a row is about. All are whole numbers from 1.
typedef struct layer {
    double B, T, D, H, bytes;
} layer;

/// Operations and numbers of one layer. Products of whole numbers from 1 only grow, so a count that stays below 2^53 was
/// rounded nowhere on the way.
typedef struct counts {
    double projections, scores, causal, rotation, entries, score_bytes, cache_bytes;
} counts;

static double projections_of(ch_mistake mistake) {
    return mistake == CH_THREE_PROJECTIONS ? 3.0 : 4.0;
}

static counts count(const layer *l, ch_mistake mistake) {
    // A product of matrices spends a multiplication and an addition on each pair that meets.
    double pair = mistake == CH_MULTIPLY_ADD_AS_ONE ? 1.0 : 2.0;
    double per_turned = mistake == CH_MULTIPLY_ADD_AS_ONE ? 2.0 : 3.0; // x cos + x' sin
    counts c;
    c.projections = pair * projections_of(mistake) * l->B * l->T * l->D * l->D;
    c.scores = pair * 2.0 * l->B * l->T * l->T * l->D;
    c.causal = mistake == CH_CAUSAL_NOT_HALVED ? c.scores : c.scores / 2.0;
    c.rotation = 2.0 * per_turned * l->B * l->T * l->D;
    c.entries = l->T * l->T * (mistake == CH_FORGOT_HEADS ? 1.0 : l->H) * (mistake == CH_FORGOT_BATCH ? 1.0 : l->B);
    c.score_bytes = c.entries * l->bytes;
    c.cache_bytes = 2.0 * l->B * l->T * l->D * l->bytes;
    return c;
}

/// Whether every count is exact; `right` is counted without a mistake, so that none changes what is accepted.
static bool all_exact(const counts *right) {
    double largest = fmax(fmax(right->projections, right->scores), fmax(right->score_bytes, right->cache_bytes));
    return fmax(largest, right->rotation) < FIRST_INEXACT;
}

static ch_status refuse(ch_run *run, size_t parameter, double value, const char *accepted) {
    char said[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, said, sizeof said);
    ch_text_put_number(&text, value, CH_EVERY_DIGIT);
    return ch_fail_texts(&run->failure, CH_VALUE_OUT_OF_RANGE, PARAMETERS[parameter].id, said, accepted);
}

static void fill_sizes(double *row, const layer *l, double crossover, ch_mistake mistake) {
    row[S_BATCH] = l->B;
    row[S_WIDTH] = l->D;
    row[S_HEADS] = l->H;
    row[S_HEAD_WIDTH] = l->D / l->H;
    row[S_BYTES] = l->bytes;
    row[S_PARAMETERS] = projections_of(mistake) * l->D * l->D;
    row[S_CROSSOVER] = crossover;
}

static void fill_operations(double *cost, double *compared, const counts *c, double tokens) {
    cost[C_TOKENS] = compared[R_TOKENS] = tokens;
    cost[C_PROJECTIONS] = c->projections;
    cost[C_SCORES] = c->scores;
    cost[C_CAUSAL] = c->causal;
    cost[C_ROTATION] = c->rotation;
    compared[R_PROJECTIONS] = c->projections / TERA;
    compared[R_SCORES] = c->scores / TERA;
    compared[R_CAUSAL] = c->causal / TERA;
    compared[R_RATIO] = c->scores / c->projections;
    compared[R_VISIBLE] = (tokens + 1.0) / (2.0 * tokens); // T (T + 1) / 2 of T^2: the diagonal is seen too
}

static void fill_memory(double *row, const counts *c, double tokens, ch_mistake mistake) {
    double unit = mistake == CH_GB_FOR_GIB ? GIGA : GIBI;
    row[M_TOKENS] = tokens;
    row[M_ENTRIES] = c->entries;
    row[M_BYTES] = c->score_bytes;
    row[M_GIB] = c->score_bytes / unit;
    row[M_CACHE] = c->cache_bytes;
    row[M_CACHE_GIB] = c->cache_bytes / unit;
}

static ch_status run_cost(ch_run *run) {
    size_t rows;
    const double *tokens = ch_run_list(run, &rows, TOKENS, MOST_LENGTHS, true);
    if (tokens == NULL) return run->failure.status;
    layer l = {.B = (double)run->values[BATCH].integer,
               .D = (double)run->values[WIDTH].integer,
               .H = (double)run->values[HEADS].integer,
               .bytes = (double)run->values[BYTES].integer};
    if (run->values[WIDTH].integer % run->values[HEADS].integer != 0) {
        return refuse(run, HEADS, l.H, "a divisor of the width");
    }
    double *sizes = ch_table_open(run, SIZES, 1, S_COUNT);
    double *costs = sizes == NULL ? NULL : ch_table_open(run, COSTS, rows, C_COUNT);
    double *compared = costs == NULL ? NULL : ch_table_open(run, COMPARED, rows, R_COUNT);
    double *memory = compared == NULL ? NULL : ch_table_open(run, MEMORY, rows, M_COUNT);
    if (memory == NULL) return run->failure.status;
    double crossover = run->mistake == CH_CROSSOVER_AT_WIDTH ? l.D : projections_of(run->mistake) * l.D / 2.0;
    fill_sizes(sizes, &l, crossover, run->mistake);
    double largest = 0.0;
    for (size_t i = 0; i < rows; i++) {
        l.T = tokens[i];
        counts right = count(&l, CH_NO_MISTAKE);
        if (!all_exact(&right)) return refuse(run, TOKENS, l.T, "a length with which every count stays below 2^53");
        counts used = count(&l, run->mistake);
        fill_operations(costs + i * C_COUNT, compared + i * R_COUNT, &used, l.T);
        fill_memory(memory + i * M_COUNT, &used, l.T, run->mistake);
        largest = ch_larger(largest, fabs(used.scores / used.projections - l.T / crossover));
    }
    ch_check_set(run, RATIO_IS_T_OVER_2D, largest,
                 0.0); // both are the quotient of one pair of whole numbers, rounded once
    return CH_OK;
}

const ch_lab ch_lab_attention_cost = {
    .id = "attention-cost",
    .summary =
        "operations and bytes of one attention layer, and the length at which scores cost as much as projections",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_cost,
};
