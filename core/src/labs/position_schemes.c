// What each way to give position costs: trained numbers, and operations at the input and in every layer.
#include "registry.h"

enum { MAX_LEN, TOKENS, WIDTH, HEADS, REACH, LAYERS };
enum { SCHEMES };

static const ch_parameter PARAMETERS[] = {
    [MAX_LEN] = {.id = "max_len",
                 .label = "rows of a learned table",
                 .help = "positions that have a vector of their own",
                 .type = CH_INTEGER,
                 .least = 1,
                 .most = 65536,
                 .standard = "2048"},
    [TOKENS] = {.id = "tokens",
                .label = "tokens T",
                .help = "length of the text that the operations are counted for",
                .type = CH_INTEGER,
                .least = 1,
                .most = 65536,
                .standard = "1024"},
    [WIDTH] = {.id = "width",
               .label = "model width D",
               .help = "features of a token, over all heads; each head takes an even share",
               .type = CH_INTEGER,
               .least = 2,
               .most = 16384,
               .standard = "512"},
    [HEADS] = {.id = "heads",
               .label = "heads H",
               .help = "score tables of a layer",
               .type = CH_INTEGER,
               .least = 1,
               .most = 256,
               .standard = "8"},
    [REACH] = {.id = "reach",
               .label = "reach k",
               .help = "the relative tables hold the offsets −k to k",
               .type = CH_INTEGER,
               .least = 0,
               .most = 65536,
               .standard = "32"},
    [LAYERS] = {.id = "layers",
                .label = "layers L",
                .help = "layers with relative tables of their own",
                .type = CH_INTEGER,
                .least = 1,
                .most = 256,
                .standard = "6"},
};

enum { S_SCHEME, S_VECTORS, S_PARAMETERS, S_INPUT, S_LAYER, S_COUNT };
static const ch_column SCHEME_COLUMNS[S_COUNT] = {
    [S_SCHEME] = {.id = "scheme", .label = "scheme", .type = CH_TEXT},
    [S_VECTORS] = {.id = "entries", .label = "entries of a table", .type = CH_INTEGER},
    [S_PARAMETERS] = {.id = "parameters", .label = "trained numbers in all layers", .type = CH_INTEGER},
    [S_INPUT] = {.id = "input", .label = "at the input", .unit = "operations", .type = CH_INTEGER},
    [S_LAYER] = {.id = "layer", .label = "in each layer", .unit = "operations", .type = CH_INTEGER},
};

static const ch_table TABLES[] = {
    [SCHEMES] = {.id = "schemes",
                 .caption = "Trained numbers and operations of each way to give position",
                 .keys = 1,
                 .columns = SCHEME_COLUMNS,
                 .column_count = S_COUNT},
};

static const ch_mistake MISTAKES[] = {CH_FORGOT_HEADS, CH_WIDTH_OF_MODEL, CH_MULTIPLY_ADD_AS_ONE};

/// Sizes as doubles: every product of them stays below 2^53, but with the model's width for a head's it may reach 2^55.
typedef struct sizes {
    double T, D, H, L, rows, offsets; ///< offsets: 2k + 1
} sizes;

static void put_row(ch_run *run, double *row, const char *name, double entries, double parameters, double input,
                    double layer) {
    row[S_SCHEME] = ch_text_cell(run, name);
    row[S_VECTORS] = entries;
    row[S_PARAMETERS] = parameters;
    row[S_INPUT] = input;
    row[S_LAYER] = layer;
}

static void fill_schemes(ch_run *run, double *row, const sizes *z) {
    double heads = run->mistake == CH_FORGOT_HEADS ? 1.0 : z->H;
    double vector = run->mistake == CH_WIDTH_OF_MODEL ? z->D : z->D / z->H;
    // Vectors meet queries in products; a turned number is x cos + x' sin.
    double product = run->mistake == CH_MULTIPLY_ADD_AS_ONE ? 1.0 : 2.0;
    double turned = run->mistake == CH_MULTIPLY_ADD_AS_ONE ? 2.0 : 3.0;
    double added = z->T * z->D;
    double pairs = z->T * z->T * heads;
    put_row(run, row, "sinusoidal", 0.0, 0.0, added, 0.0);
    put_row(run, row + S_COUNT, "learned table", z->rows, z->rows * z->D, added, 0.0);
    put_row(run, row + 2 * S_COUNT, "relative vectors", z->offsets, z->L * z->offsets * vector, 0.0,
            product * pairs * z->D / z->H);
    put_row(run, row + 3 * S_COUNT, "relative bias", z->offsets, z->L * z->offsets * heads, 0.0, pairs);
    put_row(run, row + 4 * S_COUNT, "rotary", 0.0, 0.0, 0.0, 2.0 * turned * added);
}

static ch_status run_schemes(ch_run *run) {
    sizes z = {.T = (double)run->values[TOKENS].integer,
               .D = (double)run->values[WIDTH].integer,
               .H = (double)run->values[HEADS].integer,
               .L = (double)run->values[LAYERS].integer,
               .rows = (double)run->values[MAX_LEN].integer,
               .offsets = 2.0 * (double)run->values[REACH].integer + 1.0};
    if (run->values[WIDTH].integer % (2 * run->values[HEADS].integer) != 0) {
        return ch_run_refuse(run, CH_SHAPE_MISMATCH, WIDTH, "a multiple of twice the heads");
    }
    double *row = ch_table_open(run, SCHEMES, 5, S_COUNT);
    if (row == NULL) return run->failure.status;
    fill_schemes(run, row, &z);
    return CH_OK;
}

const ch_lab ch_lab_position_schemes = {
    .id = "position-schemes",
    .summary = "trained numbers and operations of each way to give position",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_schemes,
};
