// The table of sinusoidal positions: its rows and speeds, one row in full, and what 16-bit angles make of it.
#include <math.h>

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "clockhand/half.h"
#include "registry.h"
#include "rope_parts.h"
#include "row_tally.h"
#include "sinusoid_parts.h"

enum { POSITIONS, WIDTH, BASE, LAYOUT, POSITION };
enum { TABLE, PAIRS, ROW, ROWS, SHAPES, HALF };
enum { REFERENCE, LENGTH, RANGE };

/// How much of the table is shown: more would be no reading for anyone.
enum { SHOWN_POSITIONS = 64, SHOWN_FEATURES = 64 };

static const ch_named LAYOUTS[] = {
    [CH_SINUSOIDAL_INTERLEAVED] = {.id = "interleaved", .label = "sine and cosine of a pair side by side"},
    [CH_SINUSOIDAL_HALVES] = {.id = "halves", .label = "all sines, then all cosines"},
};

static const ch_parameter PARAMETERS[] = {
    [POSITIONS] = {.id = "positions",
                   .label = "positions",
                   .help = "rows of the table, from position 0 on",
                   .type = CH_INTEGER,
                   .least = 1,
                   .most = 5000,
                   .standard = "50"},
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features of a row; an odd width has a last sine without a cosine",
               .type = CH_INTEGER,
               .least = 1,
               .most = 128,
               .standard = "16"},
    [BASE] = SINUSOID_BASE_PARAMETER(1.0),
    [LAYOUT] = {.id = "layout",
                .label = "layout",
                .help = "where sines and cosines stand in a row",
                .type = CH_CHOICE,
                .standard = "interleaved",
                .choices = LAYOUTS,
                .choice_count = 2},
    [POSITION] = {.id = "position",
                  .label = "position p",
                  .help = "whose row is shown in full, with its 16-bit copy",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 60000, // below the largest 16-bit number
                  .standard = "1"},
};

static const ch_column TABLE_COLUMNS[] = {
    {.id = "p", .label = "position p", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};

enum { P_PAIR, P_EXPONENT, P_DIVISOR, P_FREQUENCY, P_WAVELENGTH, P_TURNS, P_COUNT };
static const ch_column PAIR_COLUMNS[P_COUNT] = {
    [P_PAIR] = {.id = "pair", .label = "pair k", .type = CH_INTEGER},
    [P_EXPONENT] = {.id = "exponent", .label = "exponent 2k/d", .type = CH_REAL, .digits = 4},
    [P_DIVISOR] = {.id = "divisor", .label = "divisor b^(2k/d)", .type = CH_REAL, .digits = 4},
    [P_FREQUENCY] =
        {.id = "frequency", .label = "frequency", .unit = "radians per position", .type = CH_REAL, .digits = 6},
    [P_WAVELENGTH] = {.id = "wavelength", .label = "wavelength", .unit = "positions", .type = CH_REAL, .digits = 1},
    [P_TURNS] = {.id = "turns", .label = "full turns over all positions", .type = CH_REAL, .digits = 3},
};

enum { R_POSITION, R_FEATURE, R_PAIR, R_FUNCTION, R_FREQUENCY, R_ANGLE, R_VALUE, R_OTHER, R_COUNT };
static const ch_column ROW_COLUMNS[R_COUNT] = {
    [R_POSITION] = {.id = "position", .label = "position p", .type = CH_INTEGER},
    [R_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [R_PAIR] = {.id = "pair", .label = "pair k", .type = CH_INTEGER},
    [R_FUNCTION] = {.id = "function", .label = "function", .type = CH_TEXT},
    [R_FREQUENCY] =
        {.id = "frequency", .label = "frequency", .unit = "radians per position", .type = CH_REAL, .digits = 6},
    [R_ANGLE] = {.id = "angle", .label = "angle", .unit = "radians", .type = CH_REAL, .digits = 6},
    [R_VALUE] = {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
    [R_OTHER] = {.id = "other", .label = "feature in the other layout", .type = CH_INTEGER},
};

enum { T_ANGLES, T_DISTINCT, T_SHORTEST, T_LONGEST, T_LEAST, T_MOST, T_ERROR, T_COUNT };
static const ch_column TALLY_COLUMNS[T_COUNT] = {
    [T_ANGLES] = {.id = "angles", .label = "angles", .type = CH_TEXT},
    [T_DISTINCT] = {.id = "distinct", .label = "distinct rows", .type = CH_INTEGER},
    [T_SHORTEST] = {.id = "shortest", .label = "shortest row", .type = CH_REAL, .digits = 4},
    [T_LONGEST] = {.id = "longest", .label = "longest row", .type = CH_REAL, .digits = 4},
    [T_LEAST] = {.id = "least", .label = "least value", .type = CH_REAL, .digits = 4},
    [T_MOST] = {.id = "most", .label = "greatest value", .type = CH_REAL, .digits = 4},
    [T_ERROR] = {.id = "error", .label = "largest error of a value", .type = CH_REAL, .digits = 4},
};

enum { S_ARRAY, S_ROWS, S_COLUMNS, S_ENTRIES, S_COUNT };
static const ch_column SHAPE_COLUMNS[S_COUNT] = {
    [S_ARRAY] = {.id = "array", .label = "array", .type = CH_TEXT},
    [S_ROWS] = {.id = "rows", .label = "rows", .type = CH_INTEGER},
    [S_COLUMNS] = {.id = "columns", .label = "columns", .type = CH_INTEGER},
    [S_ENTRIES] = {.id = "entries", .label = "entries", .type = CH_INTEGER},
};

enum { H_PAIR, H_POSITION, H_ANGLE, H_ROUNDED, H_TURN, H_SINE, H_SINE_16, H_COSINE, H_COSINE_16, H_COUNT };
static const ch_column HALF_COLUMNS[H_COUNT] = {
    [H_PAIR] = {.id = "pair", .label = "pair k", .type = CH_INTEGER},
    [H_POSITION] = {.id = "position_16", .label = "position in 16 bits", .type = CH_INTEGER},
    [H_ANGLE] = {.id = "angle", .label = "angle", .unit = "radians", .type = CH_REAL, .digits = 4},
    [H_ROUNDED] = {.id = "angle_16", .label = "angle in 16 bits", .unit = "radians", .type = CH_REAL, .digits = 4},
    [H_TURN] = {.id = "turn", .label = "turned too far by", .unit = "radians", .type = CH_REAL, .digits = 4},
    [H_SINE] = {.id = "sine", .label = "sine", .type = CH_REAL, .digits = 4},
    [H_SINE_16] = {.id = "sine_16", .label = "sine from 16 bits", .type = CH_REAL, .digits = 4},
    [H_COSINE] = {.id = "cosine", .label = "cosine", .type = CH_REAL, .digits = 4},
    [H_COSINE_16] = {.id = "cosine_16", .label = "cosine from 16 bits", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    [TABLE] = {.id = "table",
               .caption = "The table: a row for each position, its first positions and features",
               .layout = CH_GRID,
               .keys = 1,
               .columns = TABLE_COLUMNS,
               .column_count = 3},
    [PAIRS] = {.id = "pairs",
               .caption = "Speed and wavelength of each pair",
               .keys = 1,
               .columns = PAIR_COLUMNS,
               .column_count = P_COUNT},
    [ROW] = {.id = "row",
             .caption = "One row, feature by feature",
             .keys = 2,
             .columns = ROW_COLUMNS,
             .column_count = R_COUNT,
             .paired = true},
    [ROWS] = {.id = "rows",
              .caption = "All rows, with angles in double precision and in 16 bits",
              .keys = 1,
              .columns = TALLY_COLUMNS,
              .column_count = T_COUNT},
    [SHAPES] = {.id = "shapes",
                .caption = "What is stretched, and what comes out",
                .keys = 1,
                .columns = SHAPE_COLUMNS,
                .column_count = S_COUNT},
    [HALF] = {.id = "half",
              .caption = "The row once more, with position, frequency and angle rounded to 16 bits",
              .keys = 1,
              .columns = HALF_COLUMNS,
              .column_count = H_COUNT},
};

static const ch_check CHECKS[] = {
    [REFERENCE] = {.id = "reference", .label = "largest difference from a double loop over the formula"},
    [LENGTH] = {.id = "length", .label = "largest distance of a row's length, full pairs only, from their root"},
    [RANGE] = {.id = "range", .label = "largest size of a value"},
};

static const ch_mistake MISTAKES[] = {SINUSOID_MISTAKES, CH_ANGLES_IN_16_BIT, CH_NO_ROOT, CH_FEATURE_FOR_PAIR,
                                      CH_PAIR_FOR_FEATURE};

/// One run: the table as asked, and the right one with 16-bit angles beside it.
typedef struct setting {
    size_t N, D;
    double base;
    ch_sinusoidal_layout layout;
    sinusoid asked, half;
    double *row, *half_row; ///< (D) each
} setting;

/// What a row adds to the figures of all rows.
static void count_row(double *tally, const double *row, const double *right, size_t width) {
    double length = rope_norm(row, width);
    tally[T_SHORTEST] = fmin(tally[T_SHORTEST], length);
    tally[T_LONGEST] = ch_larger(tally[T_LONGEST], length);
    for (size_t i = 0; i < width; i++) {
        tally[T_LEAST] = -ch_larger(-tally[T_LEAST], -row[i]);
        tally[T_MOST] = ch_larger(tally[T_MOST], row[i]);
        tally[T_ERROR] = ch_larger(tally[T_ERROR], fabs(row[i] - right[i]));
    }
}

static void make_row(double *row, const void *context, size_t index) {
    sinusoid_row(row, context, (double)index);
}

/// The length of a row without a last sine that has no cosine.
static double paired_length(const double *row, const setting *s) {
    double squares = 0.0;
    for (size_t f = 0; f < s->D - s->D % 2; f++) {
        double value = row[sinusoid_place(f, s->D, s->asked.layout)];
        squares += value * value;
    }
    return sqrt(squares);
}

/// A row's length as the mistake has it.
static double faulty_length(double length, ch_mistake mistake) {
    if (mistake == CH_NO_ROOT) return length * length;
    return mistake == CH_FEATURE_FOR_PAIR ? sqrt(2.0 * length * length) : length;
}

static bool fill_rows(ch_run *run, setting *s) {
    double *tally = ch_table_open(run, ROWS, 2, T_COUNT);
    row_tally exact;
    row_tally coarse;
    if (tally == NULL || !row_tally_open(&exact, run, s->N, s->D) || !row_tally_open(&coarse, run, s->N, s->D))
        return false;
    double *half_tally = tally + T_COUNT;
    double root = sqrt((double)(s->D / 2));
    double worst = 0.0;
    tally[T_SHORTEST] = half_tally[T_SHORTEST] = (double)s->D; // no row is longer
    for (size_t p = 0; p < s->N; p++) {
        sinusoid_row(s->row, &s->asked, (double)p);
        row_tally_add(&exact, s->row, p, make_row, &s->asked);
        // A position that 16 bits cannot tell from the one before has its row.
        if (p == 0 || ch_round_to_half((double)p) != ch_round_to_half((double)p - 1.0)) {
            sinusoid_row(s->half_row, &s->half, (double)p);
            row_tally_add(&coarse, s->half_row, p, make_row, &s->half);
        }
        count_row(tally, s->row, s->row, s->D);
        count_row(half_tally, s->half_row, s->row, s->D);
        worst = ch_larger(worst, fabs(paired_length(s->row, s) - root));
    }
    for (size_t i = 0; i < 2; i++) {
        double *lengths = tally + i * T_COUNT;
        lengths[T_SHORTEST] = faulty_length(lengths[T_SHORTEST], run->mistake);
        lengths[T_LONGEST] = faulty_length(lengths[T_LONGEST], run->mistake);
    }
    tally[T_ANGLES] = ch_text_cell(run, "double precision");
    tally[T_DISTINCT] = (double)exact.distinct;
    half_tally[T_ANGLES] = ch_text_cell(run, "16 bits");
    half_tally[T_DISTINCT] = (double)coarse.distinct;
    ch_check_set(run, LENGTH, worst, rope_tolerance(root, 4.0));
    ch_check_set(run, RANGE, ch_larger(-tally[T_LEAST], tally[T_MOST]), 1.0);
    return true;
}

/// PE(p, f) as it stands in the paper, with a division and nothing kept from one cell to the next.
static double formula(size_t position, size_t feature, double base, size_t width) {
    double pair = (double)(feature / 2);
    double angle = (double)position / ch_pow(base, 2.0 * pair / (double)width);
    return feature % 2 == 0 ? ch_sin(angle) : ch_cos(angle);
}

/// The shown part of the table, and the reference over all features of the shown positions.
static bool fill_table(ch_run *run, setting *s) {
    size_t shown = s->N < SHOWN_POSITIONS ? s->N : SHOWN_POSITIONS;
    size_t features = s->D < SHOWN_FEATURES ? s->D : SHOWN_FEATURES;
    double *cells = ch_grid_open(run, TABLE, shown, features, 0, 0);
    if (cells == NULL) return false;
    double worst = 0.0;
    for (size_t p = 0; p < shown; p++) {
        sinusoid_row(s->row, &s->asked, (double)p);
        for (size_t i = 0; i < s->D; i++) {
            double wanted = formula(p, sinusoid_feature(i, s->D, s->layout), s->base, s->D);
            worst = ch_larger(worst, fabs(s->row[i] - wanted));
            if (i < features) cells[p * features + i] = s->row[i];
        }
    }
    ch_check_set(run, REFERENCE, worst, rope_tolerance(1.0, (double)shown + 4.0));
    return true;
}

static bool fill_pairs(ch_run *run, const setting *s) {
    double *row = ch_table_open(run, PAIRS, s->asked.pairs, P_COUNT);
    if (row == NULL) return false;
    for (size_t k = 0; k < s->asked.pairs; k++, row += P_COUNT) {
        row[P_PAIR] = (double)k;
        row[P_EXPONENT] = 2.0 * (double)k / (double)s->D;
        row[P_FREQUENCY] = s->asked.frequencies[2 * k];
        row[P_DIVISOR] = 1.0 / row[P_FREQUENCY];
        row[P_WAVELENGTH] = 2.0 * CH_PI / row[P_FREQUENCY];
        row[P_TURNS] = (double)s->N / row[P_WAVELENGTH];
    }
    return true;
}

static bool fill_row(ch_run *run, const setting *s, double position) {
    double *row = ch_table_open(run, ROW, s->D, R_COUNT);
    if (row == NULL) return false;
    ch_sinusoidal_layout other =
        s->asked.layout == CH_SINUSOIDAL_HALVES ? CH_SINUSOIDAL_INTERLEAVED : CH_SINUSOIDAL_HALVES;
    double sine = ch_text_cell(run, "sine");
    double cosine = ch_text_cell(run, "cosine");
    sinusoid_row(s->row, &s->asked, position);
    for (size_t i = 0; i < s->D; i++, row += R_COUNT) {
        size_t feature = sinusoid_feature(i, s->D, s->asked.layout);
        row[R_POSITION] = position;
        row[R_FEATURE] = (double)i;
        row[R_PAIR] = (double)(feature / 2);
        row[R_FUNCTION] = sinusoid_is_sine(&s->asked, feature) ? sine : cosine;
        row[R_FREQUENCY] = s->asked.frequencies[feature];
        row[R_ANGLE] = sinusoid_angle(&s->asked, feature, position);
        row[R_VALUE] = s->row[i];
        row[R_OTHER] = (double)sinusoid_place(feature, s->D, other);
    }
    return true;
}

static bool fill_half(ch_run *run, const setting *s, double position) {
    double *row = ch_table_open(run, HALF, s->asked.pairs, H_COUNT);
    if (row == NULL) return false;
    for (size_t k = 0; k < s->asked.pairs; k++, row += H_COUNT) {
        row[H_PAIR] = (double)k;
        row[H_POSITION] = ch_round_to_half(position);
        row[H_ANGLE] = sinusoid_angle(&s->asked, 2 * k, position);
        row[H_ROUNDED] = sinusoid_angle(&s->half, 2 * k, position);
        row[H_TURN] = row[H_ROUNDED] - row[H_ANGLE];
        ch_sine_cosine(&row[H_SINE], &row[H_COSINE], row[H_ANGLE]);
        ch_sine_cosine(&row[H_SINE_16], &row[H_COSINE_16], row[H_ROUNDED]);
    }
    return true;
}

static bool fill_shapes(ch_run *run, const setting *s) {
    const struct {
        const char *array;
        size_t rows, columns;
    } shapes[] = {
        {"positions", s->N, 1},
        {"frequencies", 1, s->asked.pairs},
        {"angles", s->N, s->asked.pairs},
        {"table", s->N, run->mistake == CH_PAIR_FOR_FEATURE ? s->asked.pairs : s->D},
    };
    double *row = ch_table_open(run, SHAPES, CH_COUNT(shapes), S_COUNT);
    if (row == NULL) return false;
    for (size_t i = 0; i < CH_COUNT(shapes); i++, row += S_COUNT) {
        row[S_ARRAY] = ch_text_cell(run, shapes[i].array);
        row[S_ROWS] = (double)shapes[i].rows;
        row[S_COLUMNS] = (double)shapes[i].columns;
        row[S_ENTRIES] = (double)(shapes[i].rows * shapes[i].columns);
    }
    return true;
}

static ch_status run_table(ch_run *run) {
    setting s = {.N = (size_t)run->values[POSITIONS].integer,
                 .D = (size_t)run->values[WIDTH].integer,
                 .base = run->values[BASE].real,
                 .layout = (ch_sinusoidal_layout)run->values[LAYOUT].integer};
    double position = (double)run->values[POSITION].integer;
    s.row = ch_run_doubles(run, 2 * s.D);
    if (s.row == NULL) return run->failure.status;
    s.half_row = s.row + s.D;
    bool done = sinusoid_open(&s.asked, run, s.D, s.base, s.layout, run->mistake) &&
                sinusoid_open(&s.half, run, s.D, s.base, s.asked.layout, CH_ANGLES_IN_16_BIT) && fill_rows(run, &s) &&
                fill_table(run, &s) && fill_pairs(run, &s) && fill_row(run, &s, position) &&
                fill_half(run, &s, position) && fill_shapes(run, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_sinusoidal_table = {
    .id = "sinusoidal-table",
    .summary = "the table of sinusoidal positions, its speeds and rows, and its 16-bit copy",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_table,
};
