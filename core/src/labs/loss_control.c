// Why the loss of a gradient measurement must depend on the output: the mean square behind a norm is the same number for every input.
#include <math.h>

#include "clockhand/gradcheck.h"
#include "clockhand/stack.h"
#include "clockhand/stack_fast.h"
#include "registry.h"
#include "stack_parts.h"

enum { ORDER, DEPTH, SEED, WIDTH, EPSILON };
enum { LOSSES, LAYERS };
enum { CROSS_ENTROPY_AGREES, MEAN_SQUARE_VANISHES, MEAN_SQUARE_DISAGREES };
enum { MOST_DEPTH = 12, SEQUENCES = 2, TOKENS = 8, HEADS = 2, FF_PER_WIDTH = 4 };

static const ch_named ORDERS[] = {
    {.id = "post", .label = "post-LN: the norm behind each addition"},
    {.id = "pre", .label = "pre-LN: the norm before each branch, and one at the end"},
};

static const ch_parameter PARAMETERS[] = {
    [ORDER] = {.id = "order",
               .label = "place of the norm",
               .help = "where in each block the layer norms stand",
               .type = CH_CHOICE,
               .standard = "pre",
               .choices = ORDERS,
               .choice_count = CH_COUNT(ORDERS)},
    [DEPTH] = {.id = "depth",
               .label = "layers",
               .help = "blocks in the stack",
               .type = CH_INTEGER,
               .least = 1,
               .most = MOST_DEPTH,
               .standard = "4"},
    [SEED] = {.id = "seed",
              .label = "seed",
              .help = "of torch's generator",
              .type = CH_INTEGER,
              .least = 0,
              .most = 9007199254740991, // the last whole number that a double tells from its neighbours
              .standard = "0"},
    [WIDTH] = {.id = "width",
               .label = "model width",
               .help = "features of a token, an even number; there are two heads",
               .type = CH_INTEGER,
               .step = 2,
               .least = 8,
               .most = 32,
               .standard = "16"},
    [EPSILON] = {.id = "epsilon",
                 .label = "ε",
                 .help = "added to each variance, under the root",
                 .type = CH_REAL,
                 .least = 0,
                 .most = 1e-3,
                 .standard = "0.00001"},
};

enum { O_LOSS, O_VALUE, O_RATIO, O_RATIO_32, O_LARGEST, O_DISAGREEMENT, O_COUNT };
static const ch_column LOSS_COLUMNS[O_COUNT] = {
    [O_LOSS] = {.id = "loss", .label = "loss", .type = CH_TEXT},
    [O_VALUE] = {.id = "value", .label = "value", .type = CH_REAL, .digits = 6},
    [O_RATIO] = {.id = "ratio", .label = "last / first norm, double", .type = CH_REAL, .digits = 4},
    [O_RATIO_32] = {.id = "ratio_32", .label = "last / first norm, float32", .type = CH_REAL, .digits = 4},
    [O_LARGEST] = {.id = "largest", .label = "largest norm", .type = CH_REAL, .digits = CH_EVERY_DIGIT},
    [O_DISAGREEMENT] = {.id = "disagreement",
                        .label = "float32 against double, relative",
                        .type = CH_REAL,
                        .digits = CH_EVERY_DIGIT},
};

enum { L_LAYER, L_CROSS_ENTROPY, L_CROSS_ENTROPY_32, L_MEAN_SQUARE, L_MEAN_SQUARE_32, L_COUNT };
static const ch_column LAYER_COLUMNS[L_COUNT] = {
    [L_LAYER] = {.id = "layer", .label = "layer", .type = CH_INTEGER},
    [L_CROSS_ENTROPY] = {.id = "cross_entropy", .label = "cross entropy, double", .type = CH_REAL, .digits = 6},
    [L_CROSS_ENTROPY_32] = {.id = "cross_entropy_32", .label = "cross entropy, float32", .type = CH_REAL, .digits = 6},
    [L_MEAN_SQUARE] = {.id = "mean_square", .label = "mean square, double", .type = CH_REAL, .digits = CH_EVERY_DIGIT},
    [L_MEAN_SQUARE_32] = {.id = "mean_square_32",
                          .label = "mean square, float32",
                          .type = CH_REAL,
                          .digits = CH_EVERY_DIGIT},
};

static const ch_table TABLES[] = {
    [LOSSES] = {.id = "losses",
                .caption = "Two losses of the same stack, and what their gradients come to",
                .keys = 1,
                .columns = LOSS_COLUMNS,
                .column_count = O_COUNT},
    [LAYERS] = {.id = "layers",
                .caption = "Norm of the gradient of the first feed-forward weight, layer by layer",
                .keys = 1,
                .columns = LAYER_COLUMNS,
                .column_count = L_COUNT},
};

static const ch_check CHECKS[] = {
    [CROSS_ENTROPY_AGREES] = {.id = "cross-entropy-agrees",
                              .label = "cross entropy: float32 norms against double, relative"},
    [MEAN_SQUARE_VANISHES] = {.id = "mean-square-vanishes",
                              .label = "largest norm of the mean square against the least of cross entropy"},
    [MEAN_SQUARE_DISAGREES] = {.id = "mean-square-disagrees",
                               .label = "control: the mean square's float32 norms against double, relative",
                               .above = true},
};

static ch_stack_shape shape_of(const ch_run *run, ch_stack_loss loss) {
    bool pre = run->values[ORDER].integer == 1;
    size_t width = (size_t)run->values[WIDTH].integer;
    return (ch_stack_shape){
        .order = pre ? CH_PRE_NORM : CH_POST_NORM,
        .final_norm = pre,
        .loss = loss,
        .epsilon = run->values[EPSILON].real,
        .B = SEQUENCES,
        .T = TOKENS,
        .D = width,
        .H = HEADS,
        .FF = FF_PER_WIDTH * width,
    };
}

static ch_status run_loss_control(ch_run *run) {
    static const char *const names[] = {"cross entropy", "mean square"};
    size_t depth = (size_t)run->values[DEPTH].integer;
    if (run->values[WIDTH].integer % HEADS != 0) {
        return ch_run_refuse(run, CH_VALUE_OUT_OF_RANGE, WIDTH, "an even number from 8 to 32");
    }
    double *losses = ch_table_open(run, LOSSES, 2, O_COUNT);
    double *layers = losses == NULL ? NULL : ch_table_open(run, LAYERS, depth, L_COUNT);
    if (layers == NULL) return run->failure.status;
    double largest[2] = {0.0, 0.0};
    double least = (double)INFINITY;
    stack_comparison found[2];
    for (size_t i = 0; i < 2; i++) {
        double plain[MOST_DEPTH];
        double fast[MOST_DEPTH];
        ch_stack_shape shape = shape_of(run, i == 0 ? CH_CROSS_ENTROPY : CH_MEAN_SQUARE);
        if (!stack_compare(&found[i], plain, fast, run, &shape, &shape, depth, run->values[SEED].integer)) {
            return run->failure.status;
        }
        for (size_t l = 0; l < depth; l++) {
            double *row = layers + l * L_COUNT;
            row[L_LAYER] = (double)l + 1.0;
            row[i == 0 ? L_CROSS_ENTROPY : L_MEAN_SQUARE] = plain[l];
            row[i == 0 ? L_CROSS_ENTROPY_32 : L_MEAN_SQUARE_32] = fast[l];
            largest[i] = ch_larger(largest[i], plain[l]);
            if (i == 0) least = -ch_larger(-least, -plain[l]);
        }
        double *row = losses + i * O_COUNT;
        row[O_LOSS] = ch_text_cell(run, names[i]);
        row[O_VALUE] = found[i].loss;
        row[O_RATIO] = plain[depth - 1] / plain[0];
        row[O_RATIO_32] = fast[depth - 1] / fast[0];
        row[O_LARGEST] = largest[i];
        row[O_DISAGREEMENT] = found[i].difference;
    }
    ch_check_set(run, CROSS_ENTROPY_AGREES, found[0].difference, found[0].tolerance);
    // What is left of the mean square's gradient is epsilon's: its share of a variance, which is seldom below a hundredth.
    ch_check_set(run, MEAN_SQUARE_VANISHES, largest[1] / least, 100.0 * run->values[EPSILON].real + 1e-12);
    ch_check_set(run, MEAN_SQUARE_DISAGREES, found[1].difference, 10.0 * found[0].difference);
    return CH_OK;
}

const ch_lab ch_lab_loss_control = {
    .id = "loss-control",
    .summary = "a loss that is the same for every input, beside one that is not",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .run = run_loss_control,
};
