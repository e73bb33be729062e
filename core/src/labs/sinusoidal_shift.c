// A shift by k positions: each (sine, cosine) pair turned by k times its frequency is the pair k positions on.
#include <math.h>

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "registry.h"
#include "rope_parts.h"
#include "sinusoid_parts.h"

enum { SHIFT, POSITION, WIDTH, BASE, POSITIONS };
enum { TURNS, PAIRS, MATRIX };
enum { ROTATION, CONTROL };

/// Features of the matrix that are shown.
enum { SHOWN_FEATURES = 16 };

static const ch_parameter PARAMETERS[] = {
    [SHIFT] = {.id = "shift",
               .label = "shift k",
               .help = "how many positions further on",
               .type = CH_INTEGER,
               .least = 0,
               .most = 10000,
               .standard = "5"},
    [POSITION] = {.id = "position",
                  .label = "position p",
                  .help = "whose pairs are turned",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 10000,
                  .standard = "1"},
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features of a row; even, for a sine needs its cosine to turn",
               .type = CH_INTEGER,
               .step = 2,
               .least = 2,
               .most = 128,
               .standard = "16"},
    [BASE] = SINUSOID_BASE_PARAMETER(1.0),
    [POSITIONS] = {.id = "positions",
                   .label = "positions checked",
                   .help = "the check turns every row from position 0 on, so many of them",
                   .type = CH_INTEGER,
                   .least = 1,
                   .most = 1000,
                   .standard = "45"},
};

enum { T_PAIR, T_FREQUENCY, T_ANGLE, T_COSINE, T_SINE, T_COUNT };
static const ch_column TURN_COLUMNS[T_COUNT] = {
    [T_PAIR] = {.id = "pair", .label = "pair", .type = CH_INTEGER},
    [T_FREQUENCY] =
        {.id = "frequency", .label = "frequency", .unit = "radians per position", .type = CH_REAL, .digits = 6},
    [T_ANGLE] = {.id = "angle", .label = "angle of the shift", .unit = "radians", .type = CH_REAL, .digits = 6},
    [T_COSINE] = {.id = "cosine", .label = "its cosine", .type = CH_REAL, .digits = 4},
    [T_SINE] = {.id = "sine", .label = "its sine", .type = CH_REAL, .digits = 4},
};

enum {
    P_PAIR,
    P_POSITION,
    P_SINE,
    P_COSINE,
    P_TURNED_SINE,
    P_TURNED_COSINE,
    P_LATER,
    P_LATER_SINE,
    P_LATER_COSINE,
    P_COUNT
};
static const ch_column PAIR_COLUMNS[P_COUNT] = {
    [P_PAIR] = {.id = "pair", .label = "pair", .type = CH_INTEGER},
    [P_POSITION] = {.id = "position", .label = "position p", .type = CH_INTEGER},
    [P_SINE] = {.id = "sine", .label = "sine at p", .type = CH_REAL, .digits = 4},
    [P_COSINE] = {.id = "cosine", .label = "cosine at p", .type = CH_REAL, .digits = 4},
    [P_TURNED_SINE] = {.id = "turned_sine", .label = "sine, turned", .type = CH_REAL, .digits = 4},
    [P_TURNED_COSINE] = {.id = "turned_cosine", .label = "cosine, turned", .type = CH_REAL, .digits = 4},
    [P_LATER] = {.id = "later", .label = "position p + k", .type = CH_INTEGER},
    [P_LATER_SINE] = {.id = "later_sine", .label = "sine at p + k", .type = CH_REAL, .digits = 4},
    [P_LATER_COSINE] = {.id = "later_cosine", .label = "cosine at p + k", .type = CH_REAL, .digits = 4},
};

static const ch_column MATRIX_COLUMNS[] = {
    {.id = "to", .label = "feature at p + k", .type = CH_INTEGER},
    {.id = "f", .label = "feature at p", .type = CH_INTEGER},
    {.id = "factor", .label = "factor", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    [TURNS] = {.id = "turns",
               .caption = "The angle of the shift, pair by pair: no position in it",
               .keys = 1,
               .columns = TURN_COLUMNS,
               .column_count = T_COUNT},
    [PAIRS] = {.id = "pairs",
               .caption = "Each pair, turned, beside the pair further on",
               .keys = 2,
               .columns = PAIR_COLUMNS,
               .column_count = P_COUNT},
    [MATRIX] = {.id = "matrix",
                .caption = "The shift as one matrix, for its first features",
                .layout = CH_GRID,
                .keys = 1,
                .columns = MATRIX_COLUMNS,
                .column_count = 3},
};

static const ch_check CHECKS[] = {
    [ROTATION] = {.id = "rotation", .label = "largest difference of a turned row from the row further on"},
    [CONTROL] = {.id = "control",
                 .label = "the same difference when the turn is one position too large",
                 .above = true},
};

static const ch_mistake MISTAKES[] = {
    CH_CLOCKWISE, CH_DEGREES, CH_SINE_COSINE_SWAPPED, CH_MULTIPLIED_FREQUENCY, CH_EXPONENT_HALVED, CH_POSITION_FROM_ONE,
};

/// A turn of all pairs: cosines and sines (pairs) of the shift's angles.
typedef struct turn {
    size_t pairs;
    double *cosines, *sines;
} turn;

static bool open_turn(turn *t, ch_run *run, const sinusoid *s, double shift) {
    double *taken = ch_run_doubles(run, 2 * s->pairs);
    if (taken == NULL) return false;
    *t = (turn){.pairs = s->pairs, .cosines = taken, .sines = taken + s->pairs};
    double direction = s->mistake == CH_CLOCKWISE ? -1.0 : 1.0;
    for (size_t k = 0; k < t->pairs; k++)
        ch_sine_cosine(&t->sines[k], &t->cosines[k], direction * shift * s->frequencies[2 * k]);
    return true;
}

/// sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b - sin a sin b, pair by pair.
static void apply_turn(double *turned, const turn *t, const double *row) {
    for (size_t k = 0; k < t->pairs; k++) {
        double sine = row[2 * k];
        double cosine = row[2 * k + 1];
        turned[2 * k] = sine * t->cosines[k] + cosine * t->sines[k];
        turned[2 * k + 1] = cosine * t->cosines[k] - sine * t->sines[k];
    }
}

/// How far, at most, the turned rows 0 .. positions - 1 lie from the rows `shift` further on. scratch: (3, width).
static double worst_miss(const turn *t, const sinusoid *s, uint64_t shift, uint64_t positions, double *scratch) {
    double *turned = scratch + s->width;
    double *later = turned + s->width;
    double worst = 0.0;
    for (uint64_t p = 0; p < positions; p++) {
        sinusoid_row(scratch, s, (double)p);
        apply_turn(turned, t, scratch);
        sinusoid_row(later, s, (double)(p + shift));
        for (size_t i = 0; i < s->width; i++) worst = ch_larger(worst, fabs(turned[i] - later[i]));
    }
    return worst;
}

static bool fill_turns(ch_run *run, const sinusoid *s, const turn *t, double shift) {
    double *row = ch_table_open(run, TURNS, t->pairs, T_COUNT);
    if (row == NULL) return false;
    for (size_t k = 0; k < t->pairs; k++, row += T_COUNT) {
        row[T_PAIR] = (double)k;
        row[T_FREQUENCY] = s->frequencies[2 * k];
        row[T_ANGLE] = shift * s->frequencies[2 * k];
        row[T_COSINE] = t->cosines[k];
        row[T_SINE] = t->sines[k];
    }
    return true;
}

static bool fill_pairs(ch_run *run, const sinusoid *s, const turn *t, double position, double shift, double *scratch) {
    double *row = ch_table_open(run, PAIRS, t->pairs, P_COUNT);
    if (row == NULL) return false;
    double *turned = scratch + s->width;
    double *later = turned + s->width;
    sinusoid_row(scratch, s, position);
    apply_turn(turned, t, scratch);
    sinusoid_row(later, s, position + shift);
    for (size_t k = 0; k < t->pairs; k++, row += P_COUNT) {
        row[P_PAIR] = (double)k;
        row[P_POSITION] = position;
        row[P_SINE] = scratch[2 * k];
        row[P_COSINE] = scratch[2 * k + 1];
        row[P_TURNED_SINE] = turned[2 * k];
        row[P_TURNED_COSINE] = turned[2 * k + 1];
        row[P_LATER] = position + shift;
        row[P_LATER_SINE] = later[2 * k];
        row[P_LATER_COSINE] = later[2 * k + 1];
    }
    return true;
}

static bool fill_matrix(ch_run *run, const turn *t) {
    size_t features = 2 * t->pairs < SHOWN_FEATURES ? 2 * t->pairs : SHOWN_FEATURES;
    double *cells = ch_grid_open(run, MATRIX, features, features, 0, 0);
    if (cells == NULL) return false;
    for (size_t k = 0; k < features / 2; k++) {
        double *block = cells + 2 * k * (features + 1);
        block[0] = t->cosines[k];
        block[1] = t->sines[k];
        block[features] = 0.0 - t->sines[k]; // +0 where nothing turns
        block[features + 1] = t->cosines[k];
    }
    return true;
}

static ch_status run_shift(ch_run *run) {
    uint64_t shift = run->values[SHIFT].integer;
    uint64_t positions = run->values[POSITIONS].integer;
    double position = (double)run->values[POSITION].integer;
    ch_rope_config config = {.width = run->values[WIDTH].integer, .capacity = 1, .base = run->values[BASE].real};
    ch_status status = rope_check(run, &config);
    if (status != CH_OK) return status;
    size_t width = (size_t)config.width;
    double *scratch = ch_run_doubles(run, 3 * width);
    sinusoid s;
    turn t;
    turn wrong;
    bool done = scratch != NULL &&
                sinusoid_open(&s, run, width, config.base, CH_SINUSOIDAL_INTERLEAVED, run->mistake) &&
                open_turn(&t, run, &s, (double)shift) && open_turn(&wrong, run, &s, (double)shift + 1.0) &&
                fill_turns(run, &s, &t, (double)shift) && fill_matrix(run, &t) &&
                fill_pairs(run, &s, &t, position, (double)shift, scratch);
    if (!done) return run->failure.status;
    double reach = (double)(positions + shift) + 4.0;
    ch_check_set(run, ROTATION, worst_miss(&t, &s, shift, positions, scratch), rope_tolerance(1.0, reach));
    // One radian too far moves the fastest pair by more than half, wherever it stands.
    ch_check_set(run, CONTROL, worst_miss(&wrong, &s, shift, positions, scratch), 0.5);
    return CH_OK;
}

const ch_lab ch_lab_sinusoidal_shift = {
    .id = "sinusoidal-shift",
    .summary = "each pair turned by a shift, beside the pair so many positions on",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_shift,
};
