// A table with one trained vector a position: what a look-up finds, where it ends, and which rows training reaches.
#include <math.h>

#include "clockhand/gradcheck.h"
#include "clockhand/linear.h"
#include "position_parts.h"
#include "registry.h"
#include "rope_parts.h"

enum { MAX_LEN, WIDTH, POSITION, LENGTHS, SEED };
enum { COUNT, OUTCOME, ROW, LEARNED, USAGE };
enum { GRADIENT, GRADIENT_CONTROL, UNUSED };

static const ch_parameter PARAMETERS[] = {
    [MAX_LEN] = {.id = "max_len",
                 .label = "rows of the table",
                 .help = "positions that have a vector of their own",
                 .type = CH_INTEGER,
                 .least = 1,
                 .most = 32,
                 .standard = "16"},
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features of a position's vector, as many as a token's",
               .type = CH_INTEGER,
               .least = 1,
               .most = 16,
               .standard = "8"},
    [POSITION] = {.id = "position",
                  .label = "position",
                  .help = "the position that is looked up, counted from zero",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 1e6,
                  .standard = "3"},
    [LENGTHS] = {.id = "lengths",
                 .label = "lengths of the texts",
                 .help = "tokens of each training text; longer ones are cut at the table's end",
                 .type = CH_MATRIX,
                 .least = 1,
                 .most = 1e6,
                 .standard = "14,9,6,6,4,3,3,2"},
    [SEED] = POSITION_SEED_PARAMETER("of the table and of the output adjoints"),
};

enum { MOST_TEXTS = 16 };

static const ch_column COUNT_COLUMNS[] = {
    {.id = "max_len", .label = "rows", .type = CH_INTEGER},
    {.id = "width", .label = "width d", .type = CH_INTEGER},
    {.id = "parameters", .label = "trained numbers", .type = CH_INTEGER},
};
static const ch_column OUTCOME_COLUMNS[] = {
    {.id = "position", .label = "position", .type = CH_INTEGER},
    {.id = "last", .label = "last row", .type = CH_INTEGER},
    {.id = "outcome", .label = "outcome", .type = CH_TEXT},
};
static const ch_column ROW_COLUMNS[] = {
    {.id = "position", .label = "position", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};

enum { U_POSITION, U_USES, U_GRADIENT, U_COUNT };
static const ch_column USAGE_COLUMNS[U_COUNT] = {
    [U_POSITION] = {.id = "position", .label = "row", .type = CH_INTEGER},
    [U_USES] = {.id = "uses", .label = "texts that use it", .type = CH_INTEGER},
    [U_GRADIENT] = {.id = "gradient", .label = "length of its gradient", .type = CH_REAL, .digits = 4},
};

#define GRID .layout = CH_GRID, .keys = 1, .columns = ROW_COLUMNS, .column_count = 3
static const ch_table TABLES[] = {
    [COUNT] = {.id = "count", .caption = "What is trained", .columns = COUNT_COLUMNS, .column_count = 3},
    [OUTCOME] = {.id = "outcome", .caption = "The look-up", .columns = OUTCOME_COLUMNS, .column_count = 3},
    [ROW] = {.id = "row", .caption = "The vector that the look-up finds, none past the last row", GRID},
    [LEARNED] = {.id = "learned", .caption = "The table before training", GRID},
    [USAGE] = {.id = "usage",
               .caption = "How often each row is used, and the gradient that reaches it",
               .keys = 1,
               .columns = USAGE_COLUMNS,
               .column_count = U_COUNT},
};

static const ch_check CHECKS[] = {
    [GRADIENT] = {.id = "gradient", .label = "gradient of the table against central differences"},
    [GRADIENT_CONTROL] = {.id = "gradient-control",
                          .label = "the differences notice a gradient off by a thousandth",
                          .above = true},
    [UNUSED] = {.id = "unused-rows", .label = "longest gradient of a row that no text uses"},
};

static const ch_mistake MISTAKES[] = {CH_POSITION_FROM_ONE};

/// One batch of texts: every token's position, and the output adjoint that comes back to it.
typedef struct batch {
    size_t N, D;
    uint64_t *positions; ///< (N)
    const double *dy;    ///< (N, D)
    double *y;           ///< (N, D), scratch of the loss
} batch;

static double loss(const double *table, void *context) {
    const batch *b = context;
    ch_embedding(b->y, table, b->positions, b->N, b->D);
    return rope_dot(b->y, b->dy, b->N * b->D);
}

/// The rows that texts use, counted; a text of n tokens uses the first n. With positions from one it skips row zero, and
/// the look-up of its last token may find no row at all.
static ch_status count_uses(ch_run *run, double *usage, size_t rows) {
    size_t texts;
    const double *lengths = ch_run_list(run, &texts, LENGTHS, MOST_TEXTS, true);
    if (lengths == NULL) return run->failure.status;
    size_t first = run->mistake == CH_POSITION_FROM_ONE ? 1 : 0;
    for (size_t t = 0; t < texts; t++) {
        size_t tokens = lengths[t] < (double)rows ? (size_t)lengths[t] : rows;
        for (size_t row = first; row < first + tokens && row < rows; row++) usage[row * U_COUNT + U_USES] += 1.0;
    }
    return CH_OK;
}

static bool open_batch(ch_run *run, batch *b, ch_torch *state, const double *usage, size_t rows) {
    for (size_t row = 0; row < rows; row++) b->N += (size_t)usage[row * U_COUNT + U_USES];
    b->positions = ch_arena_take(run->arena, b->N, sizeof *b->positions);
    b->dy = position_draw(run, state, b->N * b->D, 1.0F);
    b->y = ch_run_doubles(run, b->N * b->D);
    if (b->positions == NULL || b->dy == NULL || b->y == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return false;
    }
    uint64_t *next = b->positions;
    for (size_t row = 0; row < rows; row++) {
        for (size_t use = 0; use < (size_t)usage[row * U_COUNT + U_USES]; use++) *next++ = row;
    }
    return true;
}

static bool fill_gradient(ch_run *run, double *usage, batch *b, const double *table, size_t rows) {
    size_t count = rows * b->D;
    double *gradient = ch_run_doubles(run, 3 * count);
    if (gradient == NULL) return false;
    double *central = gradient + count;
    double *changed = gradient + 2 * count;
    for (size_t i = 0; i < count; i++) gradient[i] = 0.0;
    for (size_t i = 0; i < count; i++) changed[i] = table[i];
    ch_embedding_backward(gradient, b->dy, b->positions, b->N, b->D);
    ch_central_differences(central, changed, count, 1.0, loss, b); // linear in the table: a long step loses nothing
    double unused = 0.0;
    for (size_t row = 0; row < rows; row++) {
        double *cells = usage + row * U_COUNT;
        cells[U_POSITION] = (double)row;
        cells[U_GRADIENT] = rope_norm(gradient + row * b->D, b->D);
        if (cells[U_USES] == 0.0) unused = ch_larger(unused, cells[U_GRADIENT]);
    }
    for (size_t i = 0; i < count; i++) changed[i] = gradient[i] + 1e-3;
    ch_check_set(run, GRADIENT, ch_largest_difference(gradient, central, count), 1e-8);
    ch_check_set(run, GRADIENT_CONTROL, ch_largest_difference(changed, central, count), 1e-8);
    ch_check_set(run, UNUSED, unused, 0.0);
    return true;
}

static bool look_up(ch_run *run, const double *table, size_t rows, size_t width) {
    uint64_t position = run->values[POSITION].integer;
    uint64_t row = position + (run->mistake == CH_POSITION_FROM_ONE ? 1 : 0);
    bool found = row < rows;
    double *outcome = ch_table_open(run, OUTCOME, 1, 3);
    double *cells = outcome == NULL ? NULL : ch_grid_open(run, ROW, found ? 1 : 0, width, (size_t)position, 0);
    if (cells == NULL) return false;
    outcome[0] = (double)position;
    outcome[1] = (double)rows - 1.0;
    outcome[2] = ch_text_cell(run, found ? "row found" : "IndexError");
    if (found) ch_embedding(cells, table, &row, 1, width);
    return true;
}

static ch_status run_table(ch_run *run) {
    size_t rows = (size_t)run->values[MAX_LEN].integer;
    batch b = {.D = (size_t)run->values[WIDTH].integer};
    ch_torch state;
    ch_torch_seed(&state, run->values[SEED].integer);
    const double *drawn = position_draw(run, &state, rows * b.D, 1.0F);
    double *learned = drawn == NULL ? NULL : ch_grid_open(run, LEARNED, rows, b.D, 0, 0);
    double *count = learned == NULL ? NULL : ch_table_open(run, COUNT, 1, 3);
    double *usage = count == NULL ? NULL : ch_table_open(run, USAGE, rows, U_COUNT);
    if (usage == NULL) return run->failure.status;
    for (size_t i = 0; i < rows * b.D; i++) learned[i] = drawn[i];
    count[0] = (double)rows;
    count[1] = (double)b.D;
    count[2] = count[0] * count[1];
    ch_status status = count_uses(run, usage, rows);
    if (status != CH_OK) return status;
    bool done = open_batch(run, &b, &state, usage, rows) && fill_gradient(run, usage, &b, learned, rows) &&
                look_up(run, learned, rows, b.D);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_learned_table = {
    .id = "learned-table",
    .summary = "a trained vector for each position: look-ups, the last row, and the rows that training reaches",
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
