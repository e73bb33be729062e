// A backward gradient multiplied by one factor per layer: what is left of it after many layers.
#include <math.h>

#include "clockhand/elementary.h"
#include "registry.h"

enum { FACTOR, LAYERS };
enum { PRODUCTS, RESULT };
enum { POWER };

static const ch_parameter PARAMETERS[] = {
    [FACTOR] = {.id = "factor",
                .label = "factor per layer",
                .help = "what each layer multiplies the length of the gradient by",
                .type = CH_REAL,
                .least = 0.01,
                .most = 10,
                .standard = "0.9"},
    [LAYERS] = {.id = "layers",
                .label = "layers",
                .help = "how many layers the gradient passes",
                .type = CH_INTEGER,
                .least = 1,
                .most = 96,
                .standard = "24"},
};

enum { P_LAYER, P_FACTOR, P_PRODUCT, P_COUNT };
static const ch_column PRODUCT_COLUMNS[P_COUNT] = {
    [P_LAYER] = {.id = "layer", .label = "layers passed", .type = CH_INTEGER},
    [P_FACTOR] = {.id = "factor", .label = "factor of this layer", .type = CH_REAL, .digits = 6},
    [P_PRODUCT] = {.id = "product", .label = "product so far", .type = CH_REAL, .digits = 6},
};

enum { R_FACTOR, R_BRANCH, R_LOST, R_LAYERS, R_PRODUCT, R_COUNT };
static const ch_column RESULT_COLUMNS[R_COUNT] = {
    [R_FACTOR] = {.id = "factor", .label = "factor per layer", .type = CH_REAL, .digits = 4},
    [R_BRANCH] = {.id = "branch", .label = "branch term, factor − 1", .type = CH_REAL, .digits = 4},
    [R_LOST] = {.id = "lost", .label = "lost per layer, 1 − factor", .type = CH_REAL, .digits = 4},
    [R_LAYERS] = {.id = "layers", .label = "layers", .type = CH_INTEGER},
    [R_PRODUCT] = {.id = "product", .label = "product of all factors", .type = CH_REAL, .digits = 6},
};

static const ch_table TABLES[] = {
    [PRODUCTS] = {.id = "products",
                  .caption = "What is left of the gradient, layer by layer",
                  .keys = 1,
                  .columns = PRODUCT_COLUMNS,
                  .column_count = P_COUNT},
    [RESULT] = {.id = "result",
                .caption = "One factor per layer, and their product",
                .columns = RESULT_COLUMNS,
                .column_count = R_COUNT},
};

static const ch_check CHECKS[] = {
    [POWER] = {.id = "power", .label = "the product against exp(layers · ln factor), relative to it"},
};

static const ch_mistake MISTAKES[] = {CH_CHANGES_ADDED, CH_ONE_FACTOR_SHORT};

static ch_status run_factors(ch_run *run) {
    double factor = run->values[FACTOR].real;
    size_t layers = (size_t)run->values[LAYERS].integer;
    double *row = ch_table_open(run, PRODUCTS, layers, P_COUNT);
    double *result = row == NULL ? NULL : ch_table_open(run, RESULT, 1, R_COUNT);
    if (result == NULL) return run->failure.status;

    double product = 1.0;
    for (size_t layer = 1; layer <= layers; layer++, row += P_COUNT) {
        bool left_out = run->mistake == CH_ONE_FACTOR_SHORT && layer == 1;
        if (!left_out) product *= factor;
        if (run->mistake == CH_CHANGES_ADDED) product = 1.0 + (double)layer * (factor - 1.0);
        row[P_LAYER] = (double)layer;
        row[P_FACTOR] = factor;
        row[P_PRODUCT] = product;
    }
    result[R_FACTOR] = factor;
    result[R_BRANCH] = factor - 1.0;
    result[R_LOST] = 1.0 - factor;
    result[R_LAYERS] = (double)layers;
    result[R_PRODUCT] = product;

    // The logarithm's rounding is multiplied by the number of layers and becomes a relative error of the exponential.
    double power = ch_exp((double)layers * ch_log(factor));
    ch_check_set(run, POWER, fabs(product - power) / power, 1e-12);
    return CH_OK;
}

const ch_lab ch_lab_residual_factors = {
    .id = "residual-factors",
    .summary = "a gradient multiplied by one factor per layer",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_factors,
};
