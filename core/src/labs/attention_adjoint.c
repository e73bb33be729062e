// Reverse mode of one attention head: from the output's adjoint to those of Q, K and V, held against central differences.
#include <math.h>
#include <string.h>

#include "attention_parts.h"
#include "clockhand/gradcheck.h"
#include "coordinate_parts.h"
#include "registry.h"

enum { Q, K, V, CAUSAL, ADJOINT };
enum { WEIGHTS, D_WEIGHTS, D_SCORES, D_Q, D_K, D_V, COORDINATES };
enum { GRADIENT_Q, GRADIENT_K, GRADIENT_V, CONTROL };
enum { MOST = 8 };                  // rows and columns: every coordinate is differenced twice
static const double STEP = 1e-6;    // of the central differences
static const double ALLOWED = 4e-6; // their difference from the adjoint, for numbers of everyday size

static const attention_places PLACES = {.q = Q, .k = K, .v = V, .causal = CAUSAL};

static const ch_parameter PARAMETERS[] = {
    [Q] = ATTENTION_Q(10),
    [K] = ATTENTION_K(10),
    [V] = ATTENTION_V(10),
    [CAUSAL] = ATTENTION_CAUSAL,
    [ADJOINT] = {.id = "adjoint",
                 .label = "output adjoint",
                 .help = "derivative of the loss by the output, one row for each query",
                 .standard = "1,-0.5;0.25,0.75",
                 ATTENTION_ENTRIES(10)},
};

static const ch_column PAIR_COLUMNS[] = {
    ATTENTION_PAIR_AXES,
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 6},
};
static const ch_column FEATURE_COLUMNS[] = {
    {.id = "i", .label = "row i", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "adjoint", .label = "adjoint", .type = CH_REAL, .digits = 6},
};

static const ch_column COORDINATES_OF[] = COORDINATE_COLUMNS("i", "row i", "adjoint");

#define GRID(names) .layout = CH_GRID, .keys = 1, .columns = names, .column_count = 3
static const ch_table TABLES[] = {
    [WEIGHTS] = {.id = "weights", .caption = "Weights of the forward pass", GRID(PAIR_COLUMNS)},
    [D_WEIGHTS] = {.id = "weight-adjoint", .caption = "Adjoint of the weights", GRID(PAIR_COLUMNS)},
    [D_SCORES] = {.id = "score-adjoint", .caption = "Adjoint of the scaled scores", GRID(PAIR_COLUMNS)},
    [D_Q] = {.id = "q-adjoint", .caption = "Adjoint of the queries", GRID(FEATURE_COLUMNS)},
    [D_K] = {.id = "k-adjoint", .caption = "Adjoint of the keys", GRID(FEATURE_COLUMNS)},
    [D_V] = {.id = "v-adjoint", .caption = "Adjoint of the values", GRID(FEATURE_COLUMNS)},
    [COORDINATES] = COORDINATE_TABLE(COORDINATES_OF),
};

static const ch_check CHECKS[] = {
    [GRADIENT_Q] = {.id = "gradient-q", .label = "adjoint of Q against central differences"},
    [GRADIENT_K] = {.id = "gradient-k", .label = "adjoint of K against central differences"},
    [GRADIENT_V] = {.id = "gradient-v", .label = "adjoint of V against central differences"},
    [CONTROL] = {.id = "control", .label = "the check notices an adjoint of V that is doubled", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_NO_SCALE, CH_TRANSPOSED_WEIGHTS};

/// A run's tensors in one piece: q, k, v one after another, as the differences move them.
typedef struct pass {
    attention_inputs in;
    const double *dy;        ///< (Tq, value)
    double *x;               ///< q, k, v
    double *scores, *y;      ///< (Tq, Tk), (Tq, value): scratch of the loss
    double *weights;         ///< (Tq, Tk)
    size_t q, k, v, outputs; ///< their counts
} pass;

/// The loss sum(dy * y), whose adjoint by y is dy.
static double loss(const double *x, void *context) {
    const pass *p = context;
    ch_attention(p->scores, p->weights, p->y, x, x + p->q, x + p->q + p->k, p->in.mask, NULL, &p->in.head);
    double sum = 0.0;
    for (size_t a = 0; a < p->outputs; a++) sum += p->dy[a] * p->y[a];
    return sum;
}

static bool open_pass(ch_run *run, pass *p) {
    if (!attention_read(run, &p->in, &PLACES, MOST) || !attention_fits(run, ADJOINT, MOST)) return false;
    const ch_head *h = &p->in.head;
    p->q = h->Tq * h->width;
    p->k = h->Tk * h->width;
    p->v = h->Tk * h->value;
    p->outputs = h->Tq * h->value;
    p->dy = ch_run_matrix(run, ADJOINT, h->Tq, h->value);
    p->x = p->dy == NULL ? NULL : ch_run_doubles(run, p->q + p->k + p->v + 2 * h->Tq * h->Tk + p->outputs);
    if (p->x == NULL) return false;
    memcpy(p->x, p->in.q, p->q * sizeof *p->x);
    memcpy(p->x + p->q, p->in.k, p->k * sizeof *p->x);
    memcpy(p->x + p->q + p->k, p->in.v, p->v * sizeof *p->x);
    p->scores = p->x + p->q + p->k + p->v;
    p->weights = p->scores + h->Tq * h->Tk;
    p->y = p->weights + h->Tq * h->Tk;
    return true;
}

/// Adjoints (q, k, v one after another) of the forward pass whose weights stand in p; scratch: 2 Tq Tk.
static bool backward(ch_run *run, double *dx, double *scratch, const pass *p) {
    ch_head h = p->in.head;
    if (run->mistake == CH_NO_SCALE) h.scale = 1.0;
    ch_attention_backward(dx, dx + p->q, dx + p->q + p->k, scratch, p->dy, p->in.q, p->in.k, p->in.v, p->weights, &h);
    if (run->mistake != CH_TRANSPOSED_WEIGHTS) return true;
    // dv = W dy in place of W^T dy
    double *dv = dx + p->q + p->k;
    memset(dv, 0, p->v * sizeof *dv);
    for (size_t a = 0; a < h.Tq * h.Tk; a++) {
        double weight = attention_transposed(p->weights, a, h.Tq, h.Tk);
        for (size_t f = 0; f < h.value; f++) dv[a % h.Tk * h.value + f] += weight * p->dy[a / h.Tk * h.value + f];
    }
    return true;
}

/// Where a tensor's adjoint goes and what it is held by.
typedef struct side {
    const char *name;
    size_t table, check, count, width;
} side;

static double *put_side(ch_run *run, const side *s, double *row, const double *dx, const double *central,
                        double tolerance) {
    double *grid = ch_grid_open(run, s->table, s->count / s->width, s->width, 0, 0);
    if (grid == NULL) return NULL;
    memcpy(grid, dx, s->count * sizeof *grid);
    ch_check_set(run, s->check, ch_largest_difference(dx, central, s->count), tolerance);
    return coordinate_put(run, row, s->name, 0, dx, central, s->count, s->width);
}

/// The tolerance, or what the rounding of the loss explains when a step divides it.
static double difference_tolerance(const pass *p) {
    const ch_head *h = &p->in.head;
    double values = ch_largest(p->in.v, p->v) * ch_largest(p->dy, p->outputs) * (double)p->outputs;
    double reach = ch_largest(p->scores, h->Tq * h->Tk) + (double)h->Tk;
    return fmax(ALLOWED, attention_tolerance(values, reach) / STEP);
}

static ch_status run_adjoint(ch_run *run) {
    pass p;
    if (!open_pass(run, &p)) return run->failure.status;
    const ch_head *h = &p.in.head;
    size_t pairs = h->Tq * h->Tk;
    size_t count = p.q + p.k + p.v;
    static const size_t grids[] = {WEIGHTS, D_WEIGHTS, D_SCORES};
    for (size_t i = 0; i < CH_COUNT(grids); i++) {
        if (ch_grid_open(run, grids[i], h->Tq, h->Tk, 0, 0) == NULL) return run->failure.status;
    }
    double *rows = ch_table_open(run, COORDINATES, count, COORDINATE_CELLS);
    double *dx = rows == NULL ? NULL : ch_run_doubles(run, 2 * count + 2 * pairs);
    if (dx == NULL) return run->failure.status;
    double *central = dx + count;
    double *scratch = central + count;
    memset(dx, 0, count * sizeof *dx);
    loss(p.x, &p);
    if (!backward(run, dx, scratch, &p)) return run->failure.status;
    memcpy(run->tables[WEIGHTS].cells, p.weights, pairs * sizeof *dx);
    memcpy(run->tables[D_WEIGHTS].cells, scratch, pairs * sizeof *dx);
    memcpy(run->tables[D_SCORES].cells, scratch + pairs, pairs * sizeof *dx);
    double tolerance = difference_tolerance(&p);
    ch_central_differences(central, p.x, count, STEP, loss, &p);
    const side sides[] = {{"Q", D_Q, GRADIENT_Q, p.q, h->width},
                          {"K", D_K, GRADIENT_K, p.k, h->width},
                          {"V", D_V, GRADIENT_V, p.v, h->value}};
    size_t first = 0;
    for (size_t i = 0; i < CH_COUNT(sides); i++) {
        rows = put_side(run, &sides[i], rows, dx + first, central + first, tolerance);
        if (rows == NULL) return run->failure.status;
        first += sides[i].count;
    }
    double *dv = dx + p.q + p.k;
    for (size_t a = 0; a < p.v; a++) dv[a] *= 2.0;
    ch_check_set(run, CONTROL, ch_largest_difference(dv, central + p.q + p.k, p.v), tolerance);
    return CH_OK;
}

const ch_lab ch_lab_attention_adjoint = {
    .id = "attention-adjoint",
    .summary = "adjoints of Q, K and V from that of the output, checked by central differences",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_adjoint,
};
