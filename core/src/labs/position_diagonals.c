// Dot products of sinusoidal encodings depend on the offset alone, until projections come between.
#include <math.h>

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "clockhand/sinusoidal.h"
#include "position_parts.h"
#include "registry.h"
#include "rope_parts.h"

enum { SEED, TOKENS, WIDTH, BASE, DRAWS };
enum { ENCODINGS, OFFSETS, DOTS, PROJECTED, DIAGONALS, SPREAD, OTHERS, RANGE };
enum { OFFSET_ONLY, FORMULA, PROJECTION_SPOILS };

static const float DRAWN_FACTOR = 0.4F; // of the random projections
enum { SHORTEST = 3 };                  // cells of a diagonal that counts after projection, as the sources count

static const ch_parameter PARAMETERS[] = {
    [SEED] = POSITION_SEED_PARAMETER("of the two projections"),
    [TOKENS] = {.id = "tokens",
                .label = "positions",
                .help = "how many positions stand in a row",
                .type = CH_INTEGER,
                .least = SHORTEST,
                .most = 12,
                .standard = "6"},
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features of an encoding; even, so that each sine has its cosine",
               .type = CH_INTEGER,
               .step = 2,
               .least = 2,
               .most = 16,
               .standard = "8"},
    [BASE] = {.id = "base",
              .label = "base b",
              .help = "a larger base slows the later pairs",
              .type = CH_REAL,
              .least = 1,
              .most = 1e12,
              .standard = "10000"},
    [DRAWS] = {.id = "draws",
               .label = "other draws",
               .help = "seeds behind this one whose projections are tried as well",
               .type = CH_INTEGER,
               .least = 1,
               .most = 100,
               .standard = "30"},
};

static const ch_column ENCODING_COLUMNS[] = {
    {.id = "position", .label = "position", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};
static const ch_column DOT_COLUMNS[] = POSITION_GRID_COLUMNS("dot", "dot product", 4);

enum { D_OFFSET, D_CELLS, D_LEAST, D_LARGEST, D_SPREAD, D_AFTER_LEAST, D_AFTER_LARGEST, D_AFTER_SPREAD, D_COUNT };
static const ch_column DIAGONAL_COLUMNS[D_COUNT] = {
    [D_OFFSET] = {.id = "offset", .label = "offset j − i", .type = CH_INTEGER},
    [D_CELLS] = {.id = "cells", .label = "cells", .type = CH_INTEGER},
    [D_LEAST] = {.id = "least", .label = "smallest", .type = CH_REAL, .digits = 4},
    [D_LARGEST] = {.id = "largest", .label = "largest", .type = CH_REAL, .digits = 4},
    [D_SPREAD] = {.id = "spread", .label = "spread", .type = CH_REAL, .digits = 4},
    [D_AFTER_LEAST] = {.id = "after_least", .label = "smallest, projected", .type = CH_REAL, .digits = 4},
    [D_AFTER_LARGEST] = {.id = "after_largest", .label = "largest, projected", .type = CH_REAL, .digits = 4},
    [D_AFTER_SPREAD] = {.id = "after_spread", .label = "spread, projected", .type = CH_REAL, .digits = 4},
};
static const ch_column SPREAD_COLUMNS[] = {
    {.id = "before", .label = "before the projections", .type = CH_REAL, .digits = 3},
    {.id = "after", .label = "after them", .type = CH_REAL, .digits = 3},
};
static const ch_column OTHER_COLUMNS[] = {
    {.id = "seed", .label = "seed", .type = CH_INTEGER},
    {.id = "after", .label = "largest spread, projected", .type = CH_REAL, .digits = 3},
};
static const ch_column RANGE_COLUMNS[] = {
    {.id = "draws", .label = "other draws", .type = CH_INTEGER},
    {.id = "least", .label = "smallest spread", .type = CH_REAL, .digits = 3},
    {.id = "largest", .label = "largest spread", .type = CH_REAL, .digits = 3},
};

#define DOT_GRID                                                                                           \
    .layout = CH_GRID, .keys = 1, .columns = DOT_COLUMNS, .column_count = 3, .cues = POSITION_OFFSET_CUES, \
    .cue_count = 3, .companion = "offsets"
static const ch_table TABLES[] = {
    [ENCODINGS] = {.id = "encodings",
                   .caption = "The sinusoidal encodings, a row a position",
                   .layout = CH_GRID,
                   .keys = 1,
                   .columns = ENCODING_COLUMNS,
                   .column_count = 3},
    [OFFSETS] = {.id = "offsets",
                 .caption = "Signed offsets j − i",
                 .layout = CH_GRID,
                 .keys = 1,
                 .columns = POSITION_OFFSET_COLUMNS,
                 .column_count = 3},
    [DOTS] = {.id = "dots", .caption = "Dot products of the encodings, with their offsets", DOT_GRID},
    [PROJECTED] = {.id = "projected", .caption = "The same after random projections, with their offsets", DOT_GRID},
    [DIAGONALS] = {.id = "diagonals",
                   .caption = "Smallest and largest value along each diagonal",
                   .keys = 1,
                   .columns = DIAGONAL_COLUMNS,
                   .column_count = D_COUNT},
    [SPREAD] = {.id = "spread",
                .caption = "The largest spread along a diagonal",
                .columns = SPREAD_COLUMNS,
                .column_count = CH_COUNT(SPREAD_COLUMNS)},
    [OTHERS] = {.id = "others",
                .caption = "The spread after the projections of other seeds",
                .keys = 1,
                .columns = OTHER_COLUMNS,
                .column_count = CH_COUNT(OTHER_COLUMNS)},
    [RANGE] = {.id = "range",
               .caption = "How far the other draws reach",
               .columns = RANGE_COLUMNS,
               .column_count = CH_COUNT(RANGE_COLUMNS)},
};

static const ch_check CHECKS[] = {
    [OFFSET_ONLY] = {.id = "offset-only", .label = "largest spread along a diagonal of the dot products"},
    [FORMULA] = {.id = "formula", .label = "dot products against the sum of cos((i − j) θ)"},
    [PROJECTION_SPOILS] = {.id = "projection-spoils",
                           .label = "random projections spread the diagonals",
                           .above = true},
};

static const ch_mistake MISTAKES[] = {CH_EXPONENT_HALVED,  CH_DEGREES,         CH_MULTIPLIED_FREQUENCY,
                                      CH_FEATURE_FOR_PAIR, CH_FIRST_PAIR_ONLY, CH_SIGNS_DROPPED};

/// One run: encodings (T, D), their dot products (T, T), and room for those of projected encodings.
typedef struct setting {
    size_t T, D;
    const double *frequencies, *encodings;
    double *queries, *keys; ///< (T, D)
} setting;

static void fill_dots(double *dots, const double *left, const double *right, const setting *s) {
    for (size_t i = 0; i < s->T; i++) {
        for (size_t j = 0; j < s->T; j++) dots[i * s->T + j] = rope_dot(left + i * s->D, right + j * s->D, s->D);
    }
}

/// Dot products after projections drawn from a seed; false when the arena is full.
static bool project(ch_run *run, double *dots, const setting *s, uint64_t seed) {
    ch_arena before = *run->arena;
    ch_torch state;
    ch_torch_seed(&state, seed);
    const double *query = position_draw(run, &state, s->D * s->D, DRAWN_FACTOR);
    const double *key = query == NULL ? NULL : position_draw(run, &state, s->D * s->D, DRAWN_FACTOR);
    if (key == NULL) return false;
    position_project(s->queries, s->encodings, query, s->T, s->D);
    position_project(s->keys, s->encodings, key, s->T, s->D);
    fill_dots(dots, s->queries, s->keys, s);
    *run->arena = before; // the projections are not needed any more
    return true;
}

static void faulty_frequencies(double *frequencies, size_t D, double base, ch_mistake mistake) {
    ch_sinusoidal_frequencies(frequencies, D, base);
    for (size_t pair = 0; pair < D / 2; pair++) {
        if (mistake == CH_EXPONENT_HALVED) frequencies[pair] = ch_pow(base, -(double)pair / (double)D);
        if (mistake == CH_DEGREES) frequencies[pair] *= CH_PI / 180.0;
        if (mistake == CH_MULTIPLIED_FREQUENCY) frequencies[pair] = 1.0 / frequencies[pair];
    }
}

/// Dot products of the encodings themselves, as the mistake has them.
static void fill_own_dots(double *dots, const setting *s, ch_mistake mistake) {
    fill_dots(dots, s->encodings, s->encodings, s);
    for (size_t cell = 0; cell < s->T * s->T; cell++) {
        size_t i = cell / s->T;
        size_t j = cell % s->T;
        if (mistake == CH_FEATURE_FOR_PAIR) dots[cell] *= 2.0;
        if (mistake == CH_FIRST_PAIR_ONLY) dots[cell] = rope_dot(s->encodings + i * s->D, s->encodings + j * s->D, 2);
    }
}

static bool check_formula(ch_run *run, const double *dots, const setting *s) {
    double *frequencies = ch_run_doubles(run, s->D / 2);
    if (frequencies == NULL) return false;
    ch_sinusoidal_frequencies(frequencies, s->D, run->values[BASE].real);
    double largest = 0.0;
    for (size_t i = 0; i < s->T; i++) {
        for (size_t j = 0; j < s->T; j++) {
            double sum = 0.0;
            for (size_t pair = 0; pair < s->D / 2; pair++) sum += ch_cos(((double)i - (double)j) * frequencies[pair]);
            largest = ch_larger(largest, fabs(sum - dots[i * s->T + j]));
        }
    }
    ch_check_set(run, FORMULA, largest, rope_tolerance((double)s->D, (double)s->T + 4.0));
    return true;
}

static double spread_of(double least, double largest, ch_mistake mistake) {
    return mistake == CH_SIGNS_DROPPED ? fabs(fabs(largest) - fabs(least)) : largest - least;
}

static bool fill_diagonals(ch_run *run, const double *dots, const double *projected, const setting *s) {
    double *row = ch_table_open(run, DIAGONALS, 2 * s->T - 1, D_COUNT);
    double *spread = row == NULL ? NULL : ch_table_open(run, SPREAD, 1, 2);
    if (spread == NULL) return false;
    for (size_t d = 0; d < 2 * s->T - 1; d++, row += D_COUNT) {
        int64_t offset = (int64_t)d - (int64_t)(s->T - 1);
        row[D_OFFSET] = (double)offset;
        row[D_CELLS] = (double)s->T - fabs((double)offset);
        position_diagonal(&row[D_LEAST], &row[D_LARGEST], dots, offset, s->T);
        position_diagonal(&row[D_AFTER_LEAST], &row[D_AFTER_LARGEST], projected, offset, s->T);
        row[D_SPREAD] = spread_of(row[D_LEAST], row[D_LARGEST], run->mistake);
        row[D_AFTER_SPREAD] = spread_of(row[D_AFTER_LEAST], row[D_AFTER_LARGEST], run->mistake);
    }
    spread[0] = position_spread(dots, s->T - 1, s->T);
    spread[1] = position_spread(projected, s->T - SHORTEST, s->T);
    double reach =
        (double)s->T * fmax(1.0, s->frequencies[s->D / 2 - 1]); // a mistake may make the last pair the fastest
    ch_check_set(run, OFFSET_ONLY, spread[0], rope_tolerance((double)s->D, reach + 4.0));
    ch_check_set(run, PROJECTION_SPOILS, spread[1], 1e-6);
    return true;
}

static bool fill_others(ch_run *run, const setting *s) {
    size_t count = (size_t)run->values[DRAWS].integer;
    double *row = ch_table_open(run, OTHERS, count, 2);
    double *range = row == NULL ? NULL : ch_table_open(run, RANGE, 1, 3);
    double *dots = range == NULL ? NULL : ch_run_doubles(run, s->T * s->T);
    if (dots == NULL) return false;
    range[0] = (double)count;
    for (size_t i = 0; i < count; i++, row += 2) {
        uint64_t seed = run->values[SEED].integer + 1 + i;
        if (!project(run, dots, s, seed)) return false;
        row[0] = (double)seed;
        row[1] = position_spread(dots, s->T - SHORTEST, s->T);
        range[1] = i == 0 ? row[1] : fmin(range[1], row[1]);
        range[2] = ch_larger(range[2], row[1]);
    }
    return true;
}

static ch_status run_diagonals(ch_run *run) {
    setting s = {.T = (size_t)run->values[TOKENS].integer, .D = (size_t)run->values[WIDTH].integer};
    if (s.D % 2 != 0) return rope_check(run, &(ch_rope_config){.width = s.D, .base = 1.0, .capacity = 1});
    double *frequencies = ch_run_doubles(run, s.D / 2 + 2 * s.T * s.D);
    double *encodings = frequencies == NULL ? NULL : ch_grid_open(run, ENCODINGS, s.T, s.D, 0, 0);
    double *dots = encodings == NULL ? NULL : ch_grid_open(run, DOTS, s.T, s.T, 0, 0);
    double *projected = dots == NULL ? NULL : ch_grid_open(run, PROJECTED, s.T, s.T, 0, 0);
    if (projected == NULL) return run->failure.status;
    faulty_frequencies(frequencies, s.D, run->values[BASE].real, run->mistake);
    ch_sinusoidal_table(encodings, frequencies, 0, s.T, s.D, CH_SINUSOIDAL_INTERLEAVED);
    s.frequencies = frequencies;
    s.encodings = encodings;
    s.queries = frequencies + s.D / 2;
    s.keys = s.queries + s.T * s.D;
    fill_own_dots(dots, &s, run->mistake);
    position_put_cues(run, DOTS, s.T);
    position_put_cues(run, PROJECTED, s.T);
    bool done = position_fill_offsets(run, OFFSETS, s.T) && project(run, projected, &s, run->values[SEED].integer) &&
                check_formula(run, dots, &s) && fill_diagonals(run, dots, projected, &s) && fill_others(run, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_position_diagonals = {
    .id = "position-diagonals",
    .summary = "dot products of sinusoidal encodings along their diagonals, before and after projections",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_diagonals,
};
