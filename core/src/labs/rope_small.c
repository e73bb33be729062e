// Rotation in small: vectors of a plane, then four numbers turned by x cos + rotate_half(x) sin, by the matrix written
// out, in both pairings, and on a part of the width.
#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "clockhand/linear.h"
#include "registry.h"
#include "rope_formula.h"
#include "rope_parts.h"

enum { V, PHI, X, ANGLES, HEAD, ROTARY, BASE, POSITION };
enum { PLANE, FORMULA, MATRIX, PAIRINGS, PARTIAL };
enum { SAME, CONVERTED, KEPT };

static const ch_parameter PARAMETERS[] = {
    [V] = {.id = "v",
           .label = "vectors of the plane",
           .help = "a row of two numbers each; all are turned by one angle",
           .type = CH_MATRIX,
           .least = -1000,
           .most = 1000,
           .standard = "1,0;1,2"},
    [PHI] = {.id = "phi",
             .label = "angle φ",
             .help = "counter-clockwise; pi/2 is a quarter turn",
             .unit = "radians",
             .type = CH_REAL,
             .least = -1000,
             .most = 1000,
             .standard = "pi/2"},
    [X] = {.id = "x",
           .label = "vector x",
           .help = "one row, two features for each angle",
           .type = CH_MATRIX,
           .least = -1000,
           .most = 1000,
           .standard = "1,2,3,4"},
    [ANGLES] = {.id = "angles",
                .label = "angles of the pairs",
                .help = "one for each pair that turns",
                .unit = "radians",
                .type = CH_MATRIX,
                .least = -1000,
                .most = 1000,
                .standard = "pi/2,pi/4"},
    [HEAD] = {.id = "head",
              .label = "vector of a head",
              .help = "one row; features beyond the rotary width pass through unturned",
              .type = CH_MATRIX,
              .least = -1000,
              .most = 1000,
              .standard = "1,2,3,4,5,6,7,8"},
    [ROTARY] = {.id = "rotary",
                .label = "rotary width r",
                .help = "features of the head that turn; even",
                .type = CH_INTEGER,
                .step = 2,
                .least = 2,
                .most = FORMULA_FEATURES,
                .standard = "4"},
    [BASE] = ROPE_BASE_PARAMETER("10000"),
    [POSITION] = {.id = "position",
                  .label = "position m",
                  .help = "where the head's vector stands",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 1e6,
                  .standard = "1"},
};

enum { P_ROW, P_ANGLE, P_DEGREES, P_X, P_Y, P_AFTER_X, P_AFTER_Y, P_BEFORE, P_AFTER, P_DOT, P_DOT_AFTER, P_COUNT };
static const ch_column PLANE_COLUMNS[P_COUNT] = {
    [P_ROW] = {.id = "row", .label = "vector", .type = CH_INTEGER},
    [P_ANGLE] = {.id = "angle", .label = "angle", .unit = "radians", .type = CH_REAL, .digits = 4},
    [P_DEGREES] = {.id = "degrees", .label = "angle in degrees", .type = CH_REAL, .digits = 1},
    [P_X] = {.id = "before_x", .label = "first before", .type = CH_REAL, .digits = 4},
    [P_Y] = {.id = "before_y", .label = "second before", .type = CH_REAL, .digits = 4},
    [P_AFTER_X] = {.id = "after_x", .label = "first after", .type = CH_REAL, .digits = 4},
    [P_AFTER_Y] = {.id = "after_y", .label = "second after", .type = CH_REAL, .digits = 4},
    [P_BEFORE] = {.id = "length_before", .label = "length before", .type = CH_REAL, .digits = 4},
    [P_AFTER] = {.id = "length_after", .label = "length after", .type = CH_REAL, .digits = 4},
    [P_DOT] = {.id = "dot_before", .label = "with vector 0 before", .type = CH_REAL, .digits = 4},
    [P_DOT_AFTER] = {.id = "dot_after", .label = "with vector 0 after", .type = CH_REAL, .digits = 4},
};

enum { F_FEATURE, F_PARTNER, F_ANGLE, F_X, F_COSINE, F_HALF, F_SINE, F_Y, F_PRODUCT, F_COUNT };
static const ch_column FORMULA_COLUMNS[F_COUNT] = {
    [F_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [F_PARTNER] = {.id = "partner", .label = "partner", .type = CH_INTEGER},
    [F_ANGLE] = {.id = "angle", .label = "angle", .unit = "radians", .type = CH_REAL, .digits = 4},
    [F_X] = {.id = "x", .label = "x", .type = CH_REAL, .digits = 4},
    [F_COSINE] = {.id = "cosine", .label = "cosine", .type = CH_REAL, .digits = 4},
    [F_HALF] = {.id = "half", .label = "rotate_half(x)", .type = CH_REAL, .digits = 4},
    [F_SINE] = {.id = "sine", .label = "sine", .type = CH_REAL, .digits = 4},
    [F_Y] = {.id = "y", .label = "x cos + rotate_half(x) sin", .type = CH_REAL, .digits = 4},
    [F_PRODUCT] = {.id = "product", .label = "matrix times x", .type = CH_REAL, .digits = 4},
};

static const ch_column MATRIX_COLUMNS[] = {
    {.id = "i", .label = "feature after", .type = CH_INTEGER},
    {.id = "j", .label = "feature before", .type = CH_INTEGER},
    {.id = "entry", .label = "entry", .type = CH_REAL, .digits = 4},
};

enum { C_FEATURE, C_X, C_SPLIT, C_ADJACENT, C_FROM, C_PERMUTED, C_TURNED, C_BACK, C_RETURNED, C_COUNT };
static const ch_column PAIRING_COLUMNS[C_COUNT] = {
    [C_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [C_X] = {.id = "x", .label = "x", .type = CH_REAL, .digits = 4},
    [C_SPLIT] = {.id = "split", .label = "split halves", .type = CH_REAL, .digits = 4},
    [C_ADJACENT] = {.id = "adjacent", .label = "adjacent pairs", .type = CH_REAL, .digits = 4},
    [C_FROM] = {.id = "from", .label = "taken from", .type = CH_INTEGER},
    [C_PERMUTED] = {.id = "permuted", .label = "x permuted", .type = CH_REAL, .digits = 4},
    [C_TURNED] = {.id = "turned", .label = "permuted, split halves", .type = CH_REAL, .digits = 4},
    [C_BACK] = {.id = "back", .label = "taken back from", .type = CH_INTEGER},
    [C_RETURNED] = {.id = "returned", .label = "permuted back", .type = CH_REAL, .digits = 4},
};

enum { H_FEATURE, H_PARTNER, H_ANGLE, H_BEFORE, H_AFTER, H_COUNT };
static const ch_column PARTIAL_COLUMNS[H_COUNT] = {
    [H_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [H_PARTNER] = {.id = "partner", .label = "partner", .type = CH_INTEGER},
    [H_ANGLE] = {.id = "angle", .label = "angle m θ", .unit = "radians", .type = CH_REAL, .digits = 4},
    [H_BEFORE] = {.id = "before", .label = "before", .type = CH_REAL, .digits = 4},
    [H_AFTER] = {.id = "after", .label = "after", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    [PLANE] = {.id = "plane",
               .caption = "Vectors of a plane turned by one angle: lengths and dot products stay",
               .keys = 1,
               .columns = PLANE_COLUMNS,
               .column_count = P_COUNT},
    [FORMULA] = {.id = "formula",
                 .caption = "Split halves, turned without a matrix and with it",
                 .keys = 1,
                 .columns = FORMULA_COLUMNS,
                 .column_count = F_COUNT,
                 .paired = true},
    [MATRIX] = {.id = "matrix",
                .caption = "The rotation matrix of split halves, written out",
                .layout = CH_GRID,
                .keys = 1,
                .columns = MATRIX_COLUMNS,
                .column_count = 3},
    [PAIRINGS] = {.id = "pairings",
                  .caption = "Both pairings, and the way from one to the other",
                  .keys = 1,
                  .columns = PAIRING_COLUMNS,
                  .column_count = C_COUNT,
                  .paired = true},
    [PARTIAL] = {.id = "partial",
                 .caption = "A head of which only a part turns; its other features are their own partners",
                 .keys = 1,
                 .columns = PARTIAL_COLUMNS,
                 .column_count = H_COUNT},
};

static const ch_check CHECKS[] = {
    [SAME] = {.id = "same", .label = "largest difference from the pairs turned one by one"},
    [CONVERTED] = {.id = "converted", .label = "largest difference of the way over split halves from adjacent pairs"},
    [KEPT] = {.id = "kept", .label = "largest change of a length or a dot product"},
};

static const ch_mistake MISTAKES[] = {CH_CLOCKWISE,           CH_OTHER_PAIRING, CH_DEGREES,    CH_SINE_COSINE_SWAPPED,
                                      CH_PARTIAL_WRONG_WIDTH, CH_NO_ROOT,       CH_ONE_TURNED, CH_PERMUTATION_INVERTED};

/// The values of the checks, as they grow.
typedef struct worst {
    double same, converted, kept, longest;
} worst;

static void note_length(worst *w, double before, double after) {
    w->longest = ch_larger(w->longest, before);
    w->kept = ch_larger(w->kept, fabs(after - before));
}

static double plane_length(const double *vector, ch_mistake mistake) {
    return mistake == CH_NO_ROOT ? rope_dot(vector, vector, 2) : rope_norm(vector, 2);
}

static bool fill_plane(ch_run *run, worst *w) {
    size_t rows = run->values[V].rows;
    const double *x = ch_run_matrix(run, V, rows, 2);
    double *row = x == NULL ? NULL : ch_table_open(run, PLANE, rows, P_COUNT);
    if (row == NULL) return false;
    const double *first = row;
    formula_head h = formula_make(2, 1, &run->values[PHI].real, run->mistake);
    for (size_t i = 0; i < rows; i++, row += P_COUNT) {
        row[P_ROW] = (double)i;
        row[P_ANGLE] = h.angles[0];
        row[P_DEGREES] = h.angles[0] * 180.0 / CH_PI;
        memcpy(row + P_X, x + 2 * i, 2 * sizeof *x);
        formula_turn(row + P_AFTER_X, row + P_X, &h, CH_INTERLEAVED);
        row[P_BEFORE] = plane_length(row + P_X, run->mistake);
        row[P_AFTER] = plane_length(row + P_AFTER_X, run->mistake);
        row[P_DOT] = rope_dot(first + P_X, row + P_X, 2);
        row[P_DOT_AFTER] = rope_dot(first + P_AFTER_X, row + (run->mistake == CH_ONE_TURNED ? P_X : P_AFTER_X), 2);
        note_length(w, row[P_BEFORE], row[P_AFTER]);
        w->kept = ch_larger(w->kept, fabs(row[P_DOT_AFTER] - row[P_DOT]));
    }
    return true;
}

/// The matrix of split halves, and its product with x beside the formula.
static bool fill_formula(ch_run *run, const formula_head *h, const double *x, worst *w) {
    double *matrix = ch_grid_open(run, MATRIX, h->F, h->F, 0, 0);
    double *row = matrix == NULL ? NULL : ch_table_open(run, FORMULA, h->F, F_COUNT);
    if (row == NULL) return false;
    formula_spread s;
    formula_spread_pairs(&s, h, CH_HALF);
    for (size_t i = 0; i < h->F; i++) {
        matrix[i * h->F + s.partner[i]] = s.sign[i] * s.sine[i] + 0.0;
        matrix[i * h->F + i] = s.cosine[i];
    }
    double y[FORMULA_FEATURES];
    double product[FORMULA_FEATURES];
    formula_turn(y, x, h, CH_HALF);
    ch_linear(product, x, matrix, NULL, 1, h->F, h->F);
    for (size_t i = 0; i < h->F; i++, row += F_COUNT) {
        const double cells[F_COUNT] = {(double)i,   (double)s.partner[i],   s.angle[i], x[i],
                                       s.cosine[i], formula_half(&s, x, i), s.sine[i],  y[i],
                                       product[i]};
        memcpy(row, cells, sizeof cells);
    }
    const double *angles = run->values[ANGLES].cells;
    w->same = ch_larger(formula_difference(y, x, angles, h->F, h->pairs, CH_HALF),
                        formula_difference(product, x, angles, h->F, h->pairs, CH_HALF));
    note_length(w, rope_norm(x, h->F), rope_norm(y, h->F));
    return true;
}

static bool fill_pairings(ch_run *run, const formula_head *h, const double *x, worst *w) {
    double *row = ch_table_open(run, PAIRINGS, h->F, C_COUNT);
    if (row == NULL) return false;
    size_t half = h->F / 2;
    size_t from[FORMULA_FEATURES]; // where split halves find, among adjacent pairs, what stands at a feature
    size_t back[FORMULA_FEATURES]; // and the other way round
    double split[FORMULA_FEATURES];
    double adjacent[FORMULA_FEATURES];
    double permuted[FORMULA_FEATURES];
    double turned[FORMULA_FEATURES];
    double returned[FORMULA_FEATURES];
    for (size_t i = 0; i < h->F; i++) {
        from[i] = i < half ? 2 * i : 2 * (i - half) + 1;
        back[from[i]] = i;
    }
    for (size_t i = 0; i < h->F; i++) permuted[i] = x[run->mistake == CH_PERMUTATION_INVERTED ? back[i] : from[i]];
    formula_turn(split, x, h, CH_HALF);
    formula_turn(adjacent, x, h, CH_INTERLEAVED);
    formula_turn(turned, permuted, h, CH_HALF);
    for (size_t i = 0; i < h->F; i++, row += C_COUNT) {
        returned[i] = turned[back[i]];
        const double cells[C_COUNT] = {(double)i,   x[i],      split[i],        adjacent[i], (double)from[i],
                                       permuted[i], turned[i], (double)back[i], returned[i]};
        memcpy(row, cells, sizeof cells);
    }
    w->converted = formula_difference(returned, x, run->values[ANGLES].cells, h->F, h->pairs, CH_INTERLEAVED);
    return true;
}

/// Angles of the pairs of a rotary width at a position.
static void angles_at(double *angles, size_t pairs, size_t width, double base, double position) {
    double frequencies[FORMULA_FEATURES];
    ch_rope_frequencies(frequencies, width, base);
    for (size_t k = 0; k < pairs; k++) angles[k] = position * frequencies[k];
}

static bool fill_partial(ch_run *run, const double *x, size_t F, worst *w) {
    size_t pairs = (size_t)run->values[ROTARY].integer / 2;
    double base = run->values[BASE].real;
    double position = (double)run->values[POSITION].integer;
    double angles[FORMULA_FEATURES];
    double y[FORMULA_FEATURES];
    double *row = ch_table_open(run, PARTIAL, F, H_COUNT);
    if (row == NULL) return false;
    angles_at(angles, pairs, run->mistake == CH_PARTIAL_WRONG_WIDTH ? F : 2 * pairs, base, position);
    formula_head h = formula_make(F, pairs, angles, run->mistake);
    formula_spread s;
    formula_spread_pairs(&s, &h, CH_HALF);
    formula_turn(y, x, &h, CH_HALF);
    for (size_t i = 0; i < F; i++, row += H_COUNT) {
        const double cells[H_COUNT] = {(double)i, (double)s.partner[i], s.angle[i], x[i], y[i]};
        memcpy(row, cells, sizeof cells);
    }
    angles_at(angles, pairs, 2 * pairs, base, position);
    w->same = ch_larger(w->same, formula_difference(y, x, angles, F, pairs, CH_HALF));
    note_length(w, rope_norm(x, F), rope_norm(y, F));
    return true;
}

static size_t at_most(size_t value, size_t most) {
    return value < most ? value : most;
}

/// Pairs of x: as many as angles are given, else half of what x is given with. Too many are refused as a shape.
static size_t count_pairs(const ch_run *run) {
    size_t pairs = run->values[ANGLES].columns;
    if (run->values[X].given && !run->values[ANGLES].given) pairs = run->values[X].columns / 2;
    return at_most(pairs > 0 ? pairs : 1, FORMULA_FEATURES / 2);
}

/// Features of the head; a default that is too narrow for the rotary width is widened to it.
static size_t count_features(const ch_run *run) {
    size_t features = at_most(run->values[HEAD].columns, FORMULA_FEATURES);
    size_t rotary = (size_t)run->values[ROTARY].integer;
    return features < rotary && !run->values[HEAD].given ? rotary : features;
}

static ch_status check_partial(ch_run *run, size_t features) {
    uint64_t rotary = run->values[ROTARY].integer;
    ch_rope_config config = {
        .width = rotary, .capacity = run->values[POSITION].integer + 1, .base = run->values[BASE].real};
    ch_status status = rope_check(run, &config);
    if (status == CH_OK && rotary > features) {
        status = ch_fail_counts(&run->failure, CH_ROTARY_WIDTH_TOO_WIDE, rotary, features, 0);
    }
    bool width = status == CH_ODD_FEATURE_WIDTH || status == CH_ROTARY_WIDTH_TOO_WIDE;
    if (width) strcpy(run->failure.argument, PARAMETERS[ROTARY].id);
    return status;
}

static ch_status run_small(ch_run *run) {
    size_t pairs = count_pairs(run);
    size_t features = count_features(run);
    const double *angles = ch_run_matrix(run, ANGLES, 1, pairs);
    const double *x = angles == NULL ? NULL : ch_run_matrix(run, X, 1, 2 * pairs);
    const double *part = x == NULL ? NULL : ch_run_matrix(run, HEAD, 1, features);
    if (part == NULL) return run->failure.status;
    ch_status status = check_partial(run, features);
    if (status != CH_OK) return status;
    formula_head h = formula_make(2 * pairs, pairs, angles, run->mistake);
    worst w = {0};
    bool done = fill_plane(run, &w) && fill_formula(run, &h, x, &w) && fill_pairings(run, &h, x, &w) &&
                fill_partial(run, part, features, &w);
    if (!done) return run->failure.status;
    // Each way multiplies the same numbers and adds the same two products, so not even the last bit differs.
    ch_check_set(run, SAME, w.same, 0.0);
    ch_check_set(run, CONVERTED, w.converted, 0.0);
    ch_check_set(run, KEPT, w.kept, rope_tolerance(w.longest * fmax(w.longest, 1.0), 4.0));
    return CH_OK;
}

const ch_lab ch_lab_rope_small = {
    .id = "rope-small",
    .summary = "a plane rotation, and four numbers turned by formula, by matrix and in both pairings",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_small,
};
