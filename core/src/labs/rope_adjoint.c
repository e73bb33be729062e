// Reverse mode of the rotation: adjoints of Q and K, held against central differences over every coordinate.
#include <math.h>

#include "clockhand/gradcheck.h"
#include "coordinate_parts.h"
#include "registry.h"
#include "rope_parts.h"

enum { WIDTH, BASE, TOKENS, OFFSET, PAIRING, Q, K, ADJOINT_Q, ADJOINT_K, STEP, TOLERANCE };
enum { Q_OUTPUT, Q_INPUT, K_OUTPUT, K_INPUT, COORDINATES };
enum { GRADIENT_Q, GRADIENT_K, INNER_PRODUCT, CONTROL };

#define CONTENTS CH_MATRIX, .least = -1000, .most = 1000
static const ch_parameter PARAMETERS[] = {
    [WIDTH] = ROPE_WIDTH_PARAMETER,
    [BASE] = ROPE_BASE_PARAMETER("100"),
    [TOKENS] = {.id = "tokens",
                .label = "tokens",
                .help = "how many tokens stand in a row",
                .type = CH_INTEGER,
                .least = 1,
                .most = 12,
                .standard = "3"},
    [OFFSET] = {.id = "offset",
                .label = "first position",
                .help = "absolute position of the first token",
                .type = CH_INTEGER,
                .least = 0,
                .most = 1e6,
                .standard = "0"},
    [PAIRING] = ROPE_PAIRING_PARAMETER,
    [Q] = {.id = "q",
           .label = "queries",
           .help = "one row for all tokens, or a row for each",
           .type = CONTENTS,
           .standard = "1,0,1,0"},
    [K] = {.id = "k",
           .label = "keys",
           .help = "one row for all tokens, or a row for each",
           .type = CONTENTS,
           .standard = "1,0,1,0"},
    [ADJOINT_Q] = {.id = "adjoint-q",
                   .label = "output adjoint of Q",
                   .help = "derivative of the loss by the rotated queries",
                   .type = CONTENTS,
                   .standard = "1,-0.5,0.25,0.75;-0.3,0.8,1.2,-0.4;0.6,0.1,-0.7,0.9"},
    [ADJOINT_K] = {.id = "adjoint-k",
                   .label = "output adjoint of K",
                   .help = "derivative of the loss by the rotated keys",
                   .type = CONTENTS,
                   .standard = "-0.2,0.4,0.9,-0.6;0.5,1.1,-0.8,0.3;1,-0.9,0.2,0.7"},
    [STEP] = {.id = "h",
              .label = "step h",
              .help = "step of the central differences",
              .type = CH_REAL,
              .least = 1e-12,
              .most = 1,
              .standard = "0.000001"},
    [TOLERANCE] = {.id = "tolerance",
                   .label = "tolerance",
                   .help = "largest difference that passes",
                   .type = CH_REAL,
                   .least = 0,
                   .most = 1,
                   .standard = "0.000004"},
};

static const ch_column GRID_COLUMNS[] = {
    {.id = "m", .label = "position m", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "adjoint", .label = "adjoint", .type = CH_REAL, .digits = 6},
};

static const ch_column COORDINATES_OF[] = COORDINATE_COLUMNS("m", "position m", "input adjoint");

#define GRID .layout = CH_GRID, .keys = 1, .columns = GRID_COLUMNS, .column_count = 3
static const ch_table TABLES[] = {
    [Q_OUTPUT] = {.id = "q-output", .caption = "Output adjoint of Q", GRID, .paired = true},
    [Q_INPUT] = {.id = "q-input", .caption = "Input adjoint of Q", GRID, .paired = true},
    [K_OUTPUT] = {.id = "k-output", .caption = "Output adjoint of K", GRID, .paired = true},
    [K_INPUT] = {.id = "k-input", .caption = "Input adjoint of K", GRID, .paired = true},
    [COORDINATES] = COORDINATE_TABLE(COORDINATES_OF),
};

static const ch_check CHECKS[] = {
    [GRADIENT_Q] = {.id = "gradient-q", .label = "adjoint of Q against central differences"},
    [GRADIENT_K] = {.id = "gradient-k", .label = "adjoint of K against central differences"},
    [INNER_PRODUCT] = {.id = "inner-product", .label = "⟨R x, ȳ⟩ against ⟨x, Rᵀ ȳ⟩"},
    [CONTROL] = {.id = "control", .label = "the check notices adjoints one position too far", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_FORWARD_AS_ADJOINT, CH_OTHER_PAIRING, ROPE_TABLE_MISTAKES};

/// The right rotation of a (T, D) tensor with its output adjoint, as the loss sum(dy * R x).
typedef struct rotation {
    size_t T, D;
    ch_pairing pairing;
    const double *cosines, *sines; ///< (T, D/2)
    const double *dy;              ///< (T, D)
    double *y;                     ///< (T, D), scratch
} rotation;

static double loss(const double *x, void *context) {
    const rotation *r = context;
    ch_rope_rotate(r->y, x, r->cosines, r->sines, NULL, r->T, r->T, r->D, r->D, r->pairing, CH_FORWARD);
    return rope_dot(r->y, r->dy, r->T * r->D);
}

/// dx = R^T dy with a mistake worked in; false when the arena is full.
static bool adjoint(ch_run *run, double *dx, const rotation *r, double base, uint64_t first, ch_mistake mistake) {
    size_t pairs = r->D / 2;
    double *frequencies = ch_run_doubles(run, pairs + 2 * r->T * pairs);
    if (frequencies == NULL) return false;
    double *cosines = frequencies + pairs;
    double *sines = cosines + r->T * pairs;
    rope_faulty_frequencies(frequencies, r->D, base, mistake);
    rope_faulty_table(cosines, sines, frequencies, pairs, first, r->T, mistake);
    ch_rope_rotate(dx, r->dy, cosines, sines, NULL, r->T, r->T, r->D, r->D, rope_faulty_pairing(r->pairing, mistake),
                   mistake == CH_FORWARD_AS_ADJOINT ? CH_FORWARD : CH_ADJOINT);
    return true;
}

/// What one of the tensors Q and K brings, and where its results go.
typedef struct side {
    const char *name;
    size_t contents, adjoint, output, input, check;
} side;

static const side SIDES[] = {
    {.name = "Q", .contents = Q, .adjoint = ADJOINT_Q, .output = Q_OUTPUT, .input = Q_INPUT, .check = GRADIENT_Q},
    {.name = "K", .contents = K, .adjoint = ADJOINT_K, .output = K_OUTPUT, .input = K_INPUT, .check = GRADIENT_K},
};

static bool run_side(ch_run *run, const side *s, rotation *r, double *rows) {
    size_t count = r->T * r->D;
    uint64_t first = run->values[OFFSET].integer;
    double base = run->values[BASE].real;
    double tolerance = run->values[TOLERANCE].real;
    const double *contents = ch_run_matrix(run, s->contents, r->T, r->D);
    r->dy = contents == NULL ? NULL : ch_run_matrix(run, s->adjoint, r->T, r->D);
    double *output = r->dy == NULL ? NULL : ch_grid_open(run, s->output, r->T, r->D, (size_t)first, 0);
    double *input = output == NULL ? NULL : ch_grid_open(run, s->input, r->T, r->D, (size_t)first, 0);
    double *scratch = input == NULL ? NULL : ch_run_doubles(run, 3 * count);
    if (scratch == NULL) return false;
    double *x = scratch;
    double *central = scratch + count;
    double *control = scratch + 2 * count;
    for (size_t i = 0; i < count; i++) x[i] = contents[i];
    for (size_t i = 0; i < count; i++) output[i] = r->dy[i];
    if (!adjoint(run, input, r, base, first, run->mistake)) return false;
    if (!adjoint(run, control, r, base, first + 1, CH_NO_MISTAKE)) return false;
    ch_central_differences(central, x, count, run->values[STEP].real, loss, r);
    coordinate_put(run, rows, s->name, first, input, central, count, r->D);
    ch_check_set(run, s->check, ch_largest_difference(input, central, count), tolerance);
    ch_check_keep_larger(run, CONTROL, ch_largest_difference(control, central, count), tolerance);
    double forward = loss(contents, r);
    double reverse = rope_dot(contents, input, count);
    double size = rope_norm(contents, count) * rope_norm(r->dy, count);
    ch_check_keep_larger(run, INNER_PRODUCT, fabs(forward - reverse), rope_tolerance(size, 4.0 + (double)count));
    return true;
}

static ch_status run_adjoint(ch_run *run) {
    ch_rope_config config = {.width = run->values[WIDTH].integer,
                             .capacity = run->values[OFFSET].integer + run->values[TOKENS].integer + 1,
                             .base = run->values[BASE].real};
    ch_status status = rope_check(run, &config);
    if (status != CH_OK) return status;
    rotation r = {.T = (size_t)run->values[TOKENS].integer,
                  .D = (size_t)config.width,
                  .pairing = (ch_pairing)run->values[PAIRING].integer};
    size_t count = r.T * r.D;
    size_t pairs = r.D / 2;
    double *frequencies = ch_run_doubles(run, pairs + 2 * r.T * pairs + count);
    double *rows = frequencies == NULL ? NULL : ch_table_open(run, COORDINATES, 2 * count, COORDINATE_CELLS);
    if (rows == NULL) return run->failure.status;
    double *cosines = frequencies + pairs;
    double *sines = cosines + r.T * pairs;
    ch_rope_frequencies(frequencies, config.width, config.base);
    ch_rope_table(cosines, sines, frequencies, pairs, run->values[OFFSET].integer, r.T);
    r.cosines = cosines;
    r.sines = sines;
    r.y = sines + r.T * pairs;
    for (size_t i = 0; i < 2; i++) {
        if (!run_side(run, &SIDES[i], &r, rows + i * count * COORDINATE_CELLS)) return run->failure.status;
    }
    return CH_OK;
}

const ch_lab ch_lab_rope_adjoint = {
    .id = "rope-adjoint",
    .summary = "adjoints of Q and K by the transposed rotation, checked by central differences",
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
