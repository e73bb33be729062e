// Layer norm and RMS norm by hand: each step forward, the adjoint, and every coordinate against central differences.
#include <math.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "clockhand/norm.h"
#include "coordinate_parts.h"
#include "norm_parts.h"
#include "registry.h"

enum { KIND, X, WEIGHT, BIAS, EPSILON, ADJOINT };
enum { MOMENTS, CENTRED, NORMALISED, OUTPUT, INPUT_ADJOINT, PARAMETER_ADJOINTS, PROPERTIES, COORDINATES };
enum { MEAN_ZERO, SQUARE_ONE, GRADIENT_X, GRADIENT_WEIGHT, GRADIENT_BIAS, ONES_REMOVED, SELF_REMOVED, CONTROL };
enum { LEAST_WIDTH = 2, MOST_WIDTH = 12, MOST_TOKENS = 8 };

static const ch_named KINDS[] = {
    {.id = "layer", .label = "layer norm"},
    {.id = "rms", .label = "RMS norm"},
};

static const ch_parameter PARAMETERS[] = {
    [KIND] = {.id = "kind",
              .label = "norm",
              .help = "layer norm takes the mean off, RMS norm does not",
              .type = CH_CHOICE,
              .standard = "layer",
              .choices = KINDS,
              .choice_count = CH_COUNT(KINDS)},
    [X] = {.id = "x",
           .label = "input",
           .help = "one row a token, its features side by side: up to 8 rows of 2 to 12 numbers",
           .type = CH_MATRIX,
           .least = -1e5,
           .most = 1e5,
           .standard = "1,0,0,0;1,2,3,6"},
    [WEIGHT] = {.id = "weight",
                .label = "weight",
                .help = "what each normalised feature is multiplied by",
                .type = CH_MATRIX,
                .least = -1000,
                .most = 1000,
                .standard = "1"},
    [BIAS] = {.id = "bias",
              .label = "bias",
              .help = "what is added to each feature at the end; RMS norm has none and ignores it",
              .type = CH_MATRIX,
              .least = -1000,
              .most = 1000,
              .standard = "0"},
    [EPSILON] = {.id = "epsilon",
                 .label = "epsilon",
                 .help = "added to the variance under the root",
                 .type = CH_REAL,
                 .least = 1e-8,
                 .most = 1,
                 .standard = "0.00001"},
    [ADJOINT] = {.id = "adjoint",
                 .label = "output adjoint",
                 .help = "derivative of the loss by the output, shaped like the input",
                 .type = CH_MATRIX,
                 .least = -1000,
                 .most = 1000,
                 .standard = "1,0,-1,2;0.5,-1,1,0"},
};

enum { M_TOKEN, M_MEAN, M_VARIANCE, M_SPREAD, M_RSTD, M_COUNT };
static const ch_column MOMENT_COLUMNS[M_COUNT] = {
    [M_TOKEN] = {.id = "token", .label = "token", .type = CH_INTEGER},
    [M_MEAN] = {.id = "mean", .label = "mean taken off", .type = CH_REAL, .digits = 6},
    [M_VARIANCE] = {.id = "variance", .label = "mean square of what is left", .type = CH_REAL, .digits = 6},
    [M_SPREAD] = {.id = "spread", .label = "divided by", .type = CH_REAL, .digits = 6},
    [M_RSTD] = {.id = "rstd", .label = "that is, multiplied by", .type = CH_REAL, .digits = 6},
};

static const ch_column GRID_COLUMNS[] = {
    {.id = "token", .label = "token", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 6},
};

enum { A_FEATURE, A_WEIGHT, A_BIAS, A_COUNT };
static const ch_column PARAMETER_COLUMNS[A_COUNT] = {
    [A_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [A_WEIGHT] = {.id = "weight", .label = "adjoint of the weight", .type = CH_REAL, .digits = 6},
    [A_BIAS] = {.id = "bias", .label = "adjoint of the bias", .type = CH_REAL, .digits = 6},
};

enum { P_TOKEN, P_MEAN, P_SQUARE, P_SUM, P_ALONG, P_COUNT };
static const ch_column PROPERTY_COLUMNS[P_COUNT] = {
    [P_TOKEN] = {.id = "token", .label = "token", .type = CH_INTEGER},
    [P_MEAN] = {.id = "mean", .label = "mean of the normalised", .type = CH_REAL, .digits = 6},
    [P_SQUARE] = {.id = "square", .label = "their mean square", .type = CH_REAL, .digits = 6},
    [P_SUM] = {.id = "sum", .label = "sum of the input adjoint", .type = CH_REAL, .digits = 6},
    [P_ALONG] = {.id = "along", .label = "input adjoint · normalised", .type = CH_REAL, .digits = 6},
};

static const ch_column COORDINATES_OF[] = COORDINATE_COLUMNS("token", "row", "adjoint");

#define GRID .layout = CH_GRID, .keys = 1, .columns = GRID_COLUMNS, .column_count = 3
static const ch_table TABLES[] = {
    [MOMENTS] = {.id = "moments",
                 .caption = "What each token is normalised with",
                 .keys = 1,
                 .columns = MOMENT_COLUMNS,
                 .column_count = M_COUNT},
    [CENTRED] = {.id = "centred", .caption = "The input with its mean taken off", GRID},
    [NORMALISED] = {.id = "normalised", .caption = "Centred, and divided by the spread", GRID},
    [OUTPUT] = {.id = "output", .caption = "Output: times the weight, plus the bias", GRID},
    [INPUT_ADJOINT] = {.id = "input-adjoint", .caption = "Adjoint of the input", GRID},
    [PARAMETER_ADJOINTS] = {.id = "parameter-adjoints",
                            .caption = "Adjoints of weight and bias, summed over the tokens",
                            .keys = 1,
                            .columns = PARAMETER_COLUMNS,
                            .column_count = A_COUNT},
    [PROPERTIES] = {.id = "properties",
                    .caption = "What the norm fixes forward, and takes out backward",
                    .keys = 1,
                    .columns = PROPERTY_COLUMNS,
                    .column_count = P_COUNT},
    [COORDINATES] = COORDINATE_TABLE(COORDINATES_OF),
};

static const ch_check CHECKS[] = {
    [MEAN_ZERO] = {.id = "mean-zero", .label = "mean of the normalised: zero; RMS norm: mean over root mean square"},
    [SQUARE_ONE] = {.id = "square-one", .label = "mean square of the normalised: one, less what epsilon takes"},
    [GRADIENT_X] = {.id = "gradient-x", .label = "adjoint of the input against central differences, in spreads"},
    [GRADIENT_WEIGHT] = {.id = "gradient-weight", .label = "adjoint of the weight against central differences"},
    [GRADIENT_BIAS] = {.id = "gradient-bias", .label = "adjoint of the bias against central differences"},
    [ONES_REMOVED] = {.id = "ones-removed",
                      .label = "sum of the input adjoint: zero; RMS norm: what its formula leaves"},
    [SELF_REMOVED] = {.id = "self-removed", .label = "input adjoint along the normalised: only what epsilon leaves"},
    [CONTROL] = {.id = "control", .label = "the check notices the adjoint of the other norm", .above = true},
};

static const ch_mistake MISTAKES[] = {NORM_MISTAKES, CH_NO_MEAN, CH_WITH_MEAN, CH_MOMENTS_HELD_FIXED};

/// One run. x, dy, normalised, dx: (N, D); weight, bias: (D); mean, rstd, spread: (N).
typedef struct norm {
    size_t N, D;
    bool layer;
    double epsilon;
    const double *x, *weight, *bias, *dy;
    double *normalised, *dx;
    double *mean, *rstd; ///< as the mistake has them
    double *spread;      ///< as they should be
} norm;

/// Takes what the run needs; false when a shape does not fit or memory ends.
static bool open_norm(ch_run *run, norm *s) {
    const ch_value *x = &run->values[X];
    *s = (norm){.N = x->rows, .D = x->columns, .layer = run->values[KIND].integer == 0};
    s->epsilon = run->values[EPSILON].real;
    if (s->N > MOST_TOKENS || s->D < LEAST_WIDTH || s->D > MOST_WIDTH) {
        ch_run_refuse(run, CH_SHAPE_MISMATCH, X, "1 to 8 rows of 2 to 12 numbers");
        return false;
    }
    s->x = x->cells;
    s->weight = ch_run_matrix(run, WEIGHT, 1, s->D);
    s->bias = s->weight == NULL ? NULL : ch_run_matrix(run, BIAS, 1, s->D);
    s->dy = s->bias == NULL ? NULL : ch_run_matrix(run, ADJOINT, s->N, s->D);
    s->mean = s->dy == NULL ? NULL : ch_run_doubles(run, 3 * s->N);
    if (s->mean == NULL) return false;
    if (!s->layer) s->bias = NULL;
    s->rstd = s->mean + s->N;
    s->spread = s->rstd + s->N;
    return true;
}

static void take_moments(double *row, const double *x, size_t count, size_t stride, const norm *s, ch_mistake mistake) {
    norm_moments m = norm_take(x, count, stride, s->epsilon, s->layer, mistake);
    row[M_MEAN] = m.mean;
    row[M_VARIANCE] = m.variance;
    row[M_SPREAD] = m.spread;
    row[M_RSTD] = 1.0 / m.spread;
}

static bool run_forward(ch_run *run, norm *s) {
    double *moments = ch_table_open(run, MOMENTS, s->N, M_COUNT);
    double *centred = moments == NULL ? NULL : ch_grid_open(run, CENTRED, s->N, s->D, 0, 0);
    s->normalised = centred == NULL ? NULL : ch_grid_open(run, NORMALISED, s->N, s->D, 0, 0);
    double *output = s->normalised == NULL ? NULL : ch_grid_open(run, OUTPUT, s->N, s->D, 0, 0);
    if (output == NULL) return false;
    for (size_t n = 0; n < s->N; n++) {
        double *row = moments + n * M_COUNT;
        take_moments(row, s->x + n * s->D, s->D, 1, s, CH_NO_MISTAKE);
        s->spread[n] = row[M_SPREAD];
        take_moments(row, s->x + n * s->D, s->D, 1, s, run->mistake);
        row[M_TOKEN] = (double)n;
        s->mean[n] = row[M_MEAN];
        s->rstd[n] = row[M_RSTD];
    }
    for (size_t i = 0; i < s->N * s->D; i++) {
        size_t d = i % s->D;
        double used[M_COUNT];
        memcpy(used, moments + i / s->D * M_COUNT, sizeof used);
        if (run->mistake == CH_OVER_TOKENS) take_moments(used, s->x + d, s->N, s->D, s, CH_NO_MISTAKE);
        centred[i] = s->x[i] - used[M_MEAN];
        s->normalised[i] = centred[i] * used[M_RSTD];
        output[i] = s->normalised[i] * s->weight[d] + (s->bias == NULL ? 0.0 : s->bias[d]);
    }
    return true;
}

static void backward(const norm *s, double *dx, double *dweight, double *dbias) {
    if (s->layer) {
        ch_layernorm_backward(dx, dweight, dbias, s->dy, s->x, s->weight, s->mean, s->rstd, s->N, s->D);
    } else {
        ch_rmsnorm_backward(dx, dweight, s->dy, s->x, s->weight, s->rstd, s->N, s->D);
    }
}

static bool run_backward(ch_run *run, norm *s, double *dweight, double *dbias) {
    s->dx = ch_grid_open(run, INPUT_ADJOINT, s->N, s->D, 0, 0);
    double *parameters = s->dx == NULL ? NULL : ch_table_open(run, PARAMETER_ADJOINTS, s->D, A_COUNT);
    if (parameters == NULL) return false;
    backward(s, s->dx, dweight, dbias);
    for (size_t i = 0; run->mistake == CH_MOMENTS_HELD_FIXED && i < s->N * s->D; i++) {
        s->dx[i] = s->dy[i] * s->weight[i % s->D] * s->rstd[i / s->D];
    }
    for (size_t d = 0; d < s->D; d++) {
        parameters[d * A_COUNT + A_FEATURE] = (double)d;
        parameters[d * A_COUNT + A_WEIGHT] = dweight[d];
        parameters[d * A_COUNT + A_BIAS] = dbias[d];
    }
    return true;
}

/// Keeps, of all tokens, the figure that lies furthest above its tolerance or nearest below it.
static void keep_worst(ch_run *run, size_t check, size_t n, double value, double tolerance) {
    const ch_checked *kept = &run->checks[check];
    if (n == 0 || value - tolerance > kept->value - kept->tolerance) ch_check_set(run, check, value, tolerance);
}

static bool check_properties(ch_run *run, const norm *s) {
    double *row = ch_table_open(run, PROPERTIES, s->N, P_COUNT);
    if (row == NULL) return false;
    double D = (double)s->D;
    for (size_t n = 0; n < s->N; n++, row += P_COUNT) {
        const double *h = s->normalised + n * s->D;
        double sum_x = 0.0, sum_h = 0.0, squares = 0.0, sum_g = 0.0, sum_gh = 0.0, size = 0.0, sum = 0.0, along = 0.0;
        for (size_t d = 0; d < s->D; d++) {
            double g = s->dy[n * s->D + d] * s->weight[d];
            sum_x += s->x[n * s->D + d];
            sum_h += h[d];
            squares += h[d] * h[d];
            sum_g += g;
            sum_gh += g * h[d];
            size += fabs(g);
            sum += s->dx[n * s->D + d];
            along += s->dx[n * s->D + d] * h[d];
        }
        double grit = norm_rounding(ch_largest(s->x + n * s->D, s->D), s->D, s->spread[n]);
        double lost = s->epsilon / (s->spread[n] * s->spread[n]); // what epsilon takes of the mean square
        double mean = s->layer ? 0.0 : sum_x / D / s->spread[n];
        double left = s->layer ? 0.0 : sum_g - sum_h * sum_gh / D;
        keep_worst(run, MEAN_ZERO, n, fabs(sum_h / D - mean), grit);
        keep_worst(run, SQUARE_ONE, n, fabs(squares / D + lost - 1.0), 4.0 * grit);
        keep_worst(run, ONES_REMOVED, n, fabs(sum * s->spread[n] - left), 4.0 * D * size * grit);
        keep_worst(run, SELF_REMOVED, n, fabs(along * s->spread[n] - lost * sum_gh), 4.0 * D * size * grit);
        const double cells[] = {(double)n, sum_h / D, squares / D, sum, along};
        memcpy(row, cells, sizeof cells);
    }
    return true;
}

/// The loss sum(dy · norm(x)) as a function of one of its inputs, by the kernels.
typedef struct norm_loss {
    const norm *s;
    size_t N;
    const double *dy, *x, *weight, *bias;
    double *scratch; ///< (N, D) and twice (N)
} norm_loss;

static double loss(const norm_loss *l) {
    size_t count = l->N * l->s->D;
    double *mean = l->scratch + count;
    if (l->s->layer) {
        ch_layernorm(l->scratch, mean, mean + l->N, l->x, l->weight, l->bias, l->s->epsilon, l->N, l->s->D);
    } else {
        ch_rmsnorm(l->scratch, mean, l->x, l->weight, l->s->epsilon, l->N, l->s->D);
    }
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += l->dy[i] * l->scratch[i];
    return sum;
}

static double loss_by_x(const double *x, void *context) {
    norm_loss l = *(const norm_loss *)context;
    l.x = x;
    return loss(&l);
}

static double loss_by_weight(const double *weight, void *context) {
    norm_loss l = *(const norm_loss *)context;
    l.weight = weight;
    return loss(&l);
}

static double loss_by_bias(const double *bias, void *context) {
    norm_loss l = *(const norm_loss *)context;
    if (l.s->layer) l.bias = bias;
    return loss(&l);
}

/// The check must see that the first output of token 0 is differentiated as the other norm would be: that adjoint
/// differs by 1/D in every feature, in spreads.
static void check_control(ch_run *run, const norm *s, norm_loss *l, double *moved, double *central) {
    double first[MOST_WIDTH] = {1.0};
    double other[MOST_WIDTH] = {0.0};
    double rstd = 1.0 / s->spread[0];
    double mean = 0.0;
    for (size_t d = 0; s->layer && d < s->D; d++) mean += s->x[d] / (double)s->D;
    for (size_t d = 0; d < s->D; d++) moved[d] = s->x[d] - mean;
    if (s->layer) {
        ch_rmsnorm_backward(other, NULL, first, moved, NULL, &rstd, 1, s->D);
    } else {
        ch_layernorm_backward(other, NULL, NULL, first, moved, NULL, &mean, &rstd, 1, s->D);
    }
    memcpy(moved, s->x, s->D * sizeof *moved);
    *l = (norm_loss){.s = s, .N = 1, .dy = first, .scratch = l->scratch};
    ch_central_differences(central, moved, s->D, NORM_STEP * s->spread[0], loss_by_x, l);
    ch_check_set(run, CONTROL, ch_largest_difference(other, central, s->D) * s->spread[0],
                 norm_tolerance(ch_largest(s->x, s->D), s->D, s->spread[0]));
}

static bool check_gradients(ch_run *run, const norm *s, const double *dweight, const double *dbias) {
    size_t D = s->D;
    double *row = ch_table_open(run, COORDINATES, (s->N + 2) * D, COORDINATE_CELLS);
    double *moved = row == NULL ? NULL : ch_run_doubles(run, 2 * D + s->N * (D + 2));
    if (moved == NULL) return false;
    double *central = moved + D;
    norm_loss l = {.s = s, .N = 1, .weight = s->weight, .scratch = central + D};
    double pull = 0.0; // all |dy|
    for (size_t n = 0; n < s->N; n++) {
        double size = 0.0;
        for (size_t d = 0; d < D; d++) size += fabs(s->dy[n * D + d] * s->weight[d]);
        for (size_t d = 0; d < D; d++) pull += fabs(s->dy[n * D + d]);
        l.dy = s->dy + n * D;
        memcpy(moved, s->x + n * D, D * sizeof *moved);
        ch_central_differences(central, moved, D, NORM_STEP * s->spread[n], loss_by_x, &l);
        double tolerance = size * norm_tolerance(ch_largest(s->x + n * D, D), D, s->spread[n]);
        double off = ch_largest_difference(s->dx + n * D, central, D) * s->spread[n];
        keep_worst(run, GRADIENT_X, n, off, tolerance);
        row = coordinate_put(run, row, "input", n, s->dx + n * D, central, D, D);
    }
    l = (norm_loss){
        .s = s, .N = s->N, .dy = s->dy, .x = s->x, .weight = s->weight, .bias = s->bias, .scratch = l.scratch};
    // In weight and bias the loss is linear: rounding alone separates adjoint and difference.
    double reach = 4.0;
    for (size_t d = 0; d < D; d++) {
        reach = ch_larger(reach, fabs(s->weight[d]) * 4.0 + (s->bias == NULL ? 0.0 : fabs(s->bias[d])));
    }
    double tolerance = fmax(1e-10, NORM_ROUNDOFF * 4.0 * (double)(s->N * D + 4) * pull * reach / NORM_STEP);
    memcpy(moved, s->weight, D * sizeof *moved);
    ch_central_differences(central, moved, D, NORM_STEP, loss_by_weight, &l);
    ch_check_set(run, GRADIENT_WEIGHT, ch_largest_difference(dweight, central, D), tolerance);
    row = coordinate_put(run, row, "weight", 0, dweight, central, D, D);
    memset(moved, 0, D * sizeof *moved);
    if (s->bias != NULL) memcpy(moved, s->bias, D * sizeof *moved);
    ch_central_differences(central, moved, D, NORM_STEP, loss_by_bias, &l);
    ch_check_set(run, GRADIENT_BIAS, ch_largest_difference(dbias, central, D), tolerance);
    coordinate_put(run, row, "bias", 0, dbias, central, D, D);
    check_control(run, s, &l, moved, central);
    return true;
}

static ch_status run_norm(ch_run *run) {
    norm s;
    double dweight[MOST_WIDTH] = {0.0};
    double dbias[MOST_WIDTH] = {0.0};
    bool done = open_norm(run, &s) && run_forward(run, &s) && run_backward(run, &s, dweight, dbias) &&
                check_properties(run, &s) && check_gradients(run, &s, dweight, dbias);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_layer_norm = {
    .id = "layer-norm",
    .summary = "layer norm and RMS norm step by step, forward and adjoint",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_norm,
};
