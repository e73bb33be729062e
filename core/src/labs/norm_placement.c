// The same layers with the norm before the branch or after the addition: values, adjoints, and the first layer's Jacobian.
#include <math.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "clockhand/linear.h"
#include "clockhand/norm.h"
#include "norm_parts.h"
#include "registry.h"
#include "rope_parts.h"

enum { PLACEMENT, X, BRANCH, LAYERS, ADJOINT };
enum { STEPS, OUTPUT, FLOW, JACOBIAN };
enum { OUTPUT_NORMED, GRADIENT, CONTROL };
enum { LEAST_WIDTH = 3, MOST_WIDTH = 6, MOST_LAYERS = 12 };
static const double EPSILON = 1e-5;

static const ch_named PLACEMENTS[] = {
    {.id = "pre", .label = "pre-LN: norm before the branch"},
    {.id = "post", .label = "post-LN: norm after the addition"},
};

static const ch_parameter PARAMETERS[] = {
    [PLACEMENT] = {.id = "placement",
                   .label = "placement",
                   .help = "where the layer norm stands",
                   .type = CH_CHOICE,
                   .standard = "pre",
                   .choices = PLACEMENTS,
                   .choice_count = CH_COUNT(PLACEMENTS)},
    [X] = {.id = "x",
           .label = "stream at the input",
           .help = "one token's vector: one row of 3 to 6 numbers",
           .type = CH_MATRIX,
           .least = -10,
           .most = 10,
           .standard = "2,-1,0.5"},
    [BRANCH] = {.id = "branch",
                .label = "branch matrix",
                .help = "stands for attention or feed-forward in every layer: a row for each number of its output",
                .type = CH_MATRIX,
                .least = -2,
                .most = 2,
                .standard = "0.5,-0.25,0.1;0.2,0.3,-0.4;-0.1,0.4,0.6"},
    [LAYERS] = {.id = "layers",
                .label = "layers",
                .help = "how often the same layer is applied",
                .type = CH_INTEGER,
                .least = 1,
                .most = MOST_LAYERS,
                .standard = "1"},
    [ADJOINT] = {.id = "adjoint",
                 .label = "output adjoint",
                 .help = "derivative of the loss by the output",
                 .type = CH_MATRIX,
                 .least = -10,
                 .most = 10,
                 .standard = "1,0,-0.5"},
};

enum { S_LAYER, S_FEATURE, S_IN, S_NORMALISED, S_BRANCH, S_SUM, S_OUT, S_COUNT };
static const ch_column STEP_COLUMNS[S_COUNT] = {
    [S_LAYER] = {.id = "layer", .label = "layer", .type = CH_INTEGER},
    [S_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [S_IN] = {.id = "in", .label = "stream in", .type = CH_REAL, .digits = 6},
    [S_NORMALISED] = {.id = "normalised", .label = "what the norm gives", .type = CH_REAL, .digits = 6},
    [S_BRANCH] = {.id = "branch", .label = "what the branch gives", .type = CH_REAL, .digits = 6},
    [S_SUM] = {.id = "sum", .label = "stream plus branch", .type = CH_REAL, .digits = 6},
    [S_OUT] = {.id = "out", .label = "stream out", .type = CH_REAL, .digits = 6},
};

enum { O_FEATURE, O_LAST, O_OUTPUT, O_ADJOINT, O_INPUT_ADJOINT, O_COUNT };
static const ch_column OUTPUT_COLUMNS[O_COUNT] = {
    [O_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},
    [O_LAST] = {.id = "last", .label = "stream after the last layer", .type = CH_REAL, .digits = 6},
    [O_OUTPUT] = {.id = "output", .label = "output", .type = CH_REAL, .digits = 6},
    [O_ADJOINT] = {.id = "adjoint", .label = "output adjoint", .type = CH_REAL, .digits = 6},
    [O_INPUT_ADJOINT] = {.id = "input_adjoint", .label = "adjoint of the input", .type = CH_REAL, .digits = 6},
};

enum { F_LAYER, F_STREAM, F_BRANCH, F_AFTER, F_BEFORE, F_FACTOR, F_COUNT };
static const ch_column FLOW_COLUMNS[F_COUNT] = {
    [F_LAYER] = {.id = "layer", .label = "layer", .type = CH_INTEGER},
    [F_STREAM] = {.id = "stream", .label = "length of the stream out", .type = CH_REAL, .digits = 6},
    [F_BRANCH] = {.id = "branch", .label = "length of the branch", .type = CH_REAL, .digits = 6},
    [F_AFTER] = {.id = "after", .label = "adjoint's length at the output", .type = CH_REAL, .digits = 6},
    [F_BEFORE] = {.id = "before", .label = "adjoint's length at the input", .type = CH_REAL, .digits = 6},
    [F_FACTOR] = {.id = "factor", .label = "factor of this layer", .type = CH_REAL, .digits = 6},
};

static const ch_column JACOBIAN_COLUMNS[] = {
    {.id = "out", .label = "output feature", .type = CH_INTEGER},
    {.id = "f", .label = "input feature", .type = CH_INTEGER},
    {.id = "derivative", .label = "derivative", .type = CH_REAL, .digits = 6},
};

static const ch_table TABLES[] = {
    [STEPS] = {.id = "steps",
               .caption = "Each layer step by step",
               .keys = 2,
               .columns = STEP_COLUMNS,
               .column_count = S_COUNT},
    [OUTPUT] = {.id = "output",
                .caption = "What leaves the stack, and the adjoint that reaches its input",
                .keys = 1,
                .columns = OUTPUT_COLUMNS,
                .column_count = O_COUNT},
    [FLOW] = {.id = "flow",
              .caption = "Forward the stream's length, backward the adjoint's",
              .keys = 1,
              .columns = FLOW_COLUMNS,
              .column_count = F_COUNT},
    [JACOBIAN] = {.id = "jacobian",
                  .caption = "Jacobian of the first layer: how each output number changes with each input number",
                  .layout = CH_GRID,
                  .keys = 1,
                  .columns = JACOBIAN_COLUMNS,
                  .column_count = 3},
};

static const ch_check CHECKS[] = {
    [OUTPUT_NORMED] = {.id = "output-normed", .label = "mean square of the output: one, less what epsilon takes"},
    [GRADIENT] = {.id = "gradient", .label = "first layer's Jacobian against central differences, in spreads"},
    [CONTROL] = {.id = "control", .label = "the check notices a Jacobian without the residual path", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_POST_FOR_PRE, CH_PRE_FOR_POST, CH_MISSING_FINAL_NORM, CH_RESIDUAL_AFTER_NORM};

/// One layer as it was computed; each vector has D numbers.
typedef struct layer {
    double in[MOST_WIDTH], normalised[MOST_WIDTH], branch[MOST_WIDTH], sum[MOST_WIDTH], out[MOST_WIDTH];
    double mean, rstd; ///< of the layer's norm
} layer;

typedef struct stack {
    size_t D;
    bool pre;
    bool final;         ///< a norm behind the last layer
    bool on_normalised; ///< the branch is added to the normalised vector, where the stream is meant
    const double *x, *matrix, *dy;
} stack;

static void forward(layer *l, const double *in, const stack *s) {
    size_t D = s->D;
    memcpy(l->in, in, D * sizeof *in);
    if (s->pre) ch_layernorm(l->normalised, &l->mean, &l->rstd, in, NULL, NULL, EPSILON, 1, D);
    ch_linear(l->branch, s->pre ? l->normalised : in, s->matrix, NULL, 1, D, D);
    for (size_t d = 0; d < D; d++) l->sum[d] = (s->on_normalised ? l->normalised : in)[d] + l->branch[d];
    if (!s->pre) ch_layernorm(l->normalised, &l->mean, &l->rstd, l->sum, NULL, NULL, EPSILON, 1, D);
    memcpy(l->out, s->pre ? l->sum : l->normalised, D * sizeof *in);
}

// pre: out = in + F n(in), so din = dout + n'(F' dout). post: out = n(in + F in), so din = e + F' e with e = n' dout.
static void backward(double *din, const double *dout, const layer *l, const stack *s) {
    size_t D = s->D;
    double at_sum[MOST_WIDTH] = {0.0};
    double at_norm[MOST_WIDTH] = {0.0};
    memset(din, 0, D * sizeof *din);
    if (s->pre) {
        ch_linear_backward(at_norm, NULL, NULL, dout, l->normalised, s->matrix, 1, D, D);
        for (size_t d = 0; d < D; d++) *(s->on_normalised ? &at_norm[d] : &din[d]) += dout[d];
        ch_layernorm_backward(din, NULL, NULL, at_norm, l->in, NULL, &l->mean, &l->rstd, 1, D);
        return;
    }
    ch_layernorm_backward(at_sum, NULL, NULL, dout, l->sum, NULL, &l->mean, &l->rstd, 1, D);
    memcpy(din, at_sum, D * sizeof *din);
    ch_linear_backward(din, NULL, NULL, at_sum, l->in, s->matrix, 1, D, D);
}

static bool open_stack(ch_run *run, stack *s) {
    size_t D = run->values[X].columns;
    if (run->values[X].rows != 1 || D < LEAST_WIDTH || D > MOST_WIDTH) {
        ch_run_refuse(run, CH_SHAPE_MISMATCH, X, "one row of 3 to 6 numbers");
        return false;
    }
    bool pre = run->values[PLACEMENT].integer == 0 ? run->mistake != CH_POST_FOR_PRE : run->mistake == CH_PRE_FOR_POST;
    *s = (stack){.D = D, .pre = pre, .final = pre && run->mistake != CH_MISSING_FINAL_NORM};
    s->on_normalised = pre && run->mistake == CH_RESIDUAL_AFTER_NORM;
    s->x = run->values[X].cells;
    s->matrix = ch_run_matrix(run, BRANCH, D, D);
    s->dy = s->matrix == NULL ? NULL : ch_run_matrix(run, ADJOINT, 1, D);
    return s->dy != NULL;
}

/// Runs the layers and writes their steps. layers: (count).
static bool run_layers(ch_run *run, layer *layers, size_t count, const stack *s) {
    double *row = ch_table_open(run, STEPS, count * s->D, S_COUNT);
    if (row == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        layer *l = &layers[i];
        forward(l, i == 0 ? s->x : layers[i - 1].out, s);
        for (size_t d = 0; d < s->D; d++, row += S_COUNT) {
            const double cells[] = {(double)(i + 1), (double)d, l->in[d], l->normalised[d],
                                    l->branch[d],    l->sum[d], l->out[d]};
            memcpy(row, cells, sizeof cells);
        }
    }
    return true;
}

/// Whether the output is normalised: `rstd` is that of the norm it should have come out of, `into` what went in there.
static void check_output(ch_run *run, const double *y, const double *into, double rstd, size_t D) {
    double square = rope_dot(y, y, D) / (double)D + EPSILON * rstd * rstd;
    ch_check_set(run, OUTPUT_NORMED, fabs(square - 1.0), 4.0 * norm_rounding(ch_largest(into, D), D, 1.0 / rstd));
}

/// The output, and the adjoint's way back through all layers.
static bool run_flow(ch_run *run, const layer *layers, size_t count, const stack *s) {
    size_t D = s->D;
    double *flow = ch_table_open(run, FLOW, count, F_COUNT);
    double *output = flow == NULL ? NULL : ch_table_open(run, OUTPUT, D, O_COUNT);
    if (output == NULL) return false;
    const layer *last = &layers[count - 1];
    double rstd = last->rstd;
    double mean;
    double y[MOST_WIDTH];
    double adjoint[MOST_WIDTH] = {0.0};
    if (s->final) {
        ch_layernorm(y, &mean, &rstd, last->out, NULL, NULL, EPSILON, 1, D);
        ch_layernorm_backward(adjoint, NULL, NULL, s->dy, last->out, NULL, &mean, &rstd, 1, D);
    } else {
        memcpy(y, last->out, D * sizeof *y);
        memcpy(adjoint, s->dy, D * sizeof *y);
    }
    check_output(run, y, last->sum, rstd, D);
    for (size_t i = count; i-- > 0;) {
        const layer *l = &layers[i];
        double before[MOST_WIDTH];
        backward(before, adjoint, l, s);
        double far = rope_norm(adjoint, D);
        double near = rope_norm(before, D);
        const double cells[] = {
            (double)(i + 1), rope_norm(l->out, D), rope_norm(l->branch, D), far, near, far == 0.0 ? 0.0 : near / far};
        memcpy(flow + i * F_COUNT, cells, sizeof cells);
        memcpy(adjoint, before, D * sizeof *before);
    }
    for (size_t d = 0; d < D; d++) {
        const double cells[] = {(double)d, last->out[d], y[d], s->dy[d], adjoint[d]};
        memcpy(output + d * O_COUNT, cells, sizeof cells);
    }
    return true;
}

/// Output number `at` of one layer as a function of its input.
typedef struct probe {
    const stack *s;
    size_t at;
} probe;

static double output_at(const double *in, void *context) {
    const probe *p = context;
    layer l;
    forward(&l, in, p->s);
    return l.out[p->at];
}

/// The first layer's Jacobian row by row, in reverse mode, and against central differences of the layer as it should be.
static bool run_jacobian(ch_run *run, const layer *first, const stack *s) {
    size_t D = s->D;
    double *grid = ch_grid_open(run, JACOBIAN, D, D, 0, 0);
    if (grid == NULL) return false;
    stack right = *s;
    right.pre = run->values[PLACEMENT].integer == 0;
    right.on_normalised = false;
    layer l;
    forward(&l, s->x, &right);
    double reach = 1.0; // a step of the input moves the branch, and with it the sum, by at most this
    for (size_t i = 0; i < D * D; i++) reach += fabs(s->matrix[i]);
    double scale = 1.0 / l.rstd / reach;
    double off = 0.0;
    double control = 0.0;
    for (size_t i = 0; i < D; i++) {
        double unit[MOST_WIDTH] = {0.0};
        double central[MOST_WIDTH];
        double x[MOST_WIDTH];
        unit[i] = 1.0;
        backward(grid + i * D, unit, first, s);
        memcpy(x, s->x, D * sizeof *x);
        ch_central_differences(central, x, D, NORM_STEP * scale, output_at, &(probe){.s = &right, .at = i});
        off = ch_larger(off, ch_largest_difference(grid + i * D, central, D));
        // Without the residual path: pre loses the identity, post what the identity carries through the norm.
        double path[MOST_WIDTH] = {0.0};
        if (right.pre) {
            path[i] = 1.0;
        } else {
            ch_layernorm_backward(path, NULL, NULL, unit, l.sum, NULL, &l.mean, &l.rstd, 1, D);
        }
        double bare[MOST_WIDTH];
        backward(bare, unit, &l, &right);
        for (size_t d = 0; d < D; d++) bare[d] -= path[d];
        control = ch_larger(control, ch_largest_difference(bare, central, D));
    }
    // The largest number on the way: the input or the sum, with the branch's own rounding.
    double largest = reach * fmax(rope_norm(s->x, D), sqrt((double)D));
    double tolerance = norm_tolerance(largest, D, 1.0 / l.rstd);
    ch_check_set(run, GRADIENT, off * scale, tolerance);
    ch_check_set(run, CONTROL, control * scale, tolerance);
    return true;
}

static ch_status run_placement(ch_run *run) {
    stack s;
    layer layers[MOST_LAYERS];
    size_t count = (size_t)run->values[LAYERS].integer;
    bool done = open_stack(run, &s) && run_layers(run, layers, count, &s) && run_flow(run, layers, count, &s) &&
                run_jacobian(run, layers, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_norm_placement = {
    .id = "norm-placement",
    .summary = "one branch with the norm before it or after the addition, forward and adjoint",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_placement,
};
