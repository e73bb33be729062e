// Gradient norms through stacks of blocks at initialisation, post-LN against pre-LN: a long lab, one unit a seed.
#include <math.h>

#include "clockhand/gradcheck.h"
#include "clockhand/stack_fast.h"
#include "clockhand/units.h"
#include "registry.h"
#include "stack_parts.h"

enum { ORDER, DEPTH, SEEDS, WIDTH, HEADS, FF };
enum { SUMMARY, RATIOS, LAYERS };
enum { AGAINST_DOUBLE, OTHER_ORDER };
enum { BOTH, POST, PRE };
enum { SEQUENCES = 8, TOKENS = 16 };            // of the random input
enum { CHECKED_DEPTH = 2, CHECKED_TOKENS = 8 }; // of the stack that is measured in double too

enum { MOST_DEPTH = 48, MOST_DEPTHS = 6, MOST_SEEDS = 100 };

static const ch_named ORDERS[] = {
    {.id = "both", .label = "both, one after the other"},
    {.id = "post", .label = "post-LN: the norm behind each addition"},
    {.id = "pre", .label = "pre-LN: the norm before each branch"},
};

static const ch_parameter PARAMETERS[] = {
    [ORDER] = {.id = "order",
               .label = "place of the norm",
               .help = "where in each block the layer norms stand",
               .type = CH_CHOICE,
               .standard = "both",
               .choices = ORDERS,
               .choice_count = CH_COUNT(ORDERS)},
    [DEPTH] = {.id = "depth",
               .label = "layers",
               .help = "blocks in the stack; several with commas between",
               .type = CH_MATRIX,
               .least = 1,
               .most = MOST_DEPTH,
               .standard = "12"},
    [SEEDS] = {.id = "seeds",
               .other = "seed",
               .label = "seeds",
               .help = "of torch's generator: one, or first..last",
               .type = CH_RANGE,
               .least = 0,
               .most = 9007199254740991, // the last whole number that a double tells from its neighbours
               .standard = "0"},
    [WIDTH] = {.id = "width",
               .label = "model width",
               .help = "features of a token",
               .type = CH_INTEGER,
               .step = 8,
               .least = 8,
               .most = 128,
               .standard = "64"},
    [HEADS] = {.id = "heads",
               .label = "heads",
               .help = "a divisor of the width",
               .type = CH_INTEGER,
               .least = 1,
               .most = 16,
               .standard = "4"},
    [FF] = {.id = "ff",
            .label = "feed-forward width",
            .help = "features inside the feed-forward branch",
            .type = CH_INTEGER,
            .step = 16,
            .least = 8,
            .most = 512,
            .standard = "256"},
};

enum { S_DEPTH, S_ORDER, S_MEDIAN, S_LEAST, S_MOST, S_SEEDS, S_COUNT };
static const ch_column SUMMARY_COLUMNS[S_COUNT] = {
    [S_DEPTH] = {.id = "depth", .label = "layers", .type = CH_INTEGER},
    [S_ORDER] = {.id = "order", .label = "order", .type = CH_TEXT},
    [S_MEDIAN] = {.id = "median", .label = "median of last / first", .type = CH_REAL, .digits = 2},
    [S_LEAST] = {.id = "least", .label = "least", .type = CH_REAL, .digits = 2},
    [S_MOST] = {.id = "most", .label = "most", .type = CH_REAL, .digits = 2},
    [S_SEEDS] = {.id = "seeds", .label = "seeds", .type = CH_INTEGER},
};

enum { R_DEPTH, R_ORDER, R_SEED, R_FIRST, R_LAST, R_RATIO, R_COUNT };
static const ch_column RATIO_COLUMNS[R_COUNT] = {
    [R_DEPTH] = {.id = "depth", .label = "layers", .type = CH_INTEGER},
    [R_ORDER] = {.id = "order", .label = "order", .type = CH_TEXT},
    [R_SEED] = {.id = "seed", .label = "seed", .type = CH_INTEGER},
    [R_FIRST] = {.id = "first", .label = "norm in the first layer", .type = CH_REAL, .digits = 6},
    [R_LAST] = {.id = "last", .label = "norm in the last layer", .type = CH_REAL, .digits = 6},
    [R_RATIO] = {.id = "ratio", .label = "last / first", .type = CH_REAL, .digits = 4},
};

enum { L_DEPTH, L_ORDER, L_LAYER, L_NORM, L_LEAST, L_MOST, L_COUNT };
static const ch_column LAYER_COLUMNS[L_COUNT] = {
    [L_DEPTH] = {.id = "depth", .label = "layers", .type = CH_INTEGER},
    [L_ORDER] = {.id = "order", .label = "order", .type = CH_TEXT},
    [L_LAYER] = {.id = "layer", .label = "layer", .type = CH_INTEGER},
    [L_NORM] = {.id = "norm", .label = "gradient norm, median", .type = CH_REAL, .digits = 6},
    [L_LEAST] = {.id = "least", .label = "least", .type = CH_REAL, .digits = 6},
    [L_MOST] = {.id = "most", .label = "most", .type = CH_REAL, .digits = 6},
};

static const ch_table TABLES[] = {
    [SUMMARY] = {.id = "summary",
                 .caption = "The last layer's gradient norm over the first layer's, over all seeds",
                 .keys = 2,
                 .columns = SUMMARY_COLUMNS,
                 .column_count = S_COUNT},
    [RATIOS] = {.id = "ratios",
                .caption = "The same for each seed",
                .keys = 3,
                .columns = RATIO_COLUMNS,
                .column_count = R_COUNT},
    [LAYERS] = {.id = "layers",
                .caption = "Norm of the gradient of the first feed-forward weight, layer by layer, over all seeds",
                .keys = 3,
                .columns = LAYER_COLUMNS,
                .column_count = L_COUNT},
};

static const ch_check CHECKS[] = {
    [AGAINST_DOUBLE] = {.id = "against-double",
                        .label = "float32 norms against double in two layers on eight tokens, relative"},
    [OTHER_ORDER] = {.id = "other-order", .label = "control: the same against the other order", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_MISSING_FINAL_NORM, CH_POST_FOR_PRE};

/// One stack of the run: a depth and an order, with the place of its norms among a unit's cells.
typedef struct stack_of_run {
    size_t depth;
    bool pre;
    size_t at;
} stack_of_run;

static bool has_both(const ch_run *run) {
    return run->values[ORDER].integer == BOTH;
}

static size_t stack_count(const ch_run *run) {
    return run->values[DEPTH].columns * (has_both(run) ? 2 : 1);
}

/// Stacks come by depth, post-LN before pre-LN.
static stack_of_run stack_at(const ch_run *run, size_t index) {
    size_t orders = has_both(run) ? 2 : 1;
    stack_of_run found = {.pre = has_both(run) ? index % 2 == 1 : run->values[ORDER].integer == PRE};
    for (size_t i = 0; i <= index; i++) {
        found.at += found.depth;
        found.depth = (size_t)run->values[DEPTH].cells[i / orders];
    }
    return found;
}

static ch_stack_shape shape_of(const ch_run *run, bool pre) {
    bool before = pre && run->mistake != CH_POST_FOR_PRE;
    return (ch_stack_shape){
        .order = before ? CH_PRE_NORM : CH_POST_NORM,
        .final_norm = pre && run->mistake != CH_MISSING_FINAL_NORM,
        .loss = CH_CROSS_ENTROPY,
        .epsilon = 1e-5, // torch's default
        .B = SEQUENCES,
        .T = TOKENS,
        .D = (size_t)run->values[WIDTH].integer,
        .H = (size_t)run->values[HEADS].integer,
        .FF = (size_t)run->values[FF].integer,
    };
}

/// Blocks that a step draws or passes: about eight of the sources' size, a few milliseconds.
static size_t blocks_of_step(const ch_run *run) {
    enum { WEIGHTS_OF_STEP = 8 * 64 * (4 * 64 + 2 * 256) };
    size_t width = (size_t)run->values[WIDTH].integer;
    size_t blocks = WEIGHTS_OF_STEP / (width * (4 * width + 2 * (size_t)run->values[FF].integer));
    return blocks < 1 ? 1 : blocks > MOST_DEPTH ? MOST_DEPTH : blocks;
}

/// Steps that go through so many blocks.
static size_t steps_through(const ch_run *run, size_t blocks) {
    return (blocks + blocks_of_step(run) - 1) / blocks_of_step(run);
}

static size_t deepest(const ch_run *run) {
    double most = 0.0;
    for (size_t i = 0; i < run->values[DEPTH].columns; i++) most = ch_larger(most, run->values[DEPTH].cells[i]);
    return (size_t)most;
}

/// A unit draws its seed's blocks, then goes forward and backward through each stack.
static ch_status plan(ch_run *run, ch_plan *planned) {
    const ch_value *seeds = &run->values[SEEDS];
    size_t depths;
    if (ch_run_list(run, &depths, DEPTH, MOST_DEPTHS, true) == NULL) return run->failure.status;
    if (seeds->last - seeds->integer >= MOST_SEEDS)
        return ch_run_refuse(run, CH_VALUE_OUT_OF_RANGE, SEEDS, "a range of at most 100 seeds");
    if (run->values[WIDTH].integer % run->values[HEADS].integer != 0)
        return ch_run_refuse(run, CH_VALUE_OUT_OF_RANGE, HEADS, "a divisor of the width");
    *planned =
        (ch_plan){.units = (size_t)(seeds->last - seeds->integer) + 1, .steps = steps_through(run, deepest(run))};
    for (size_t i = 0; i < stack_count(run); i++) {
        size_t blocks = stack_at(run, i).depth;
        planned->cells += blocks;
        planned->steps += 2 * steps_through(run, blocks);
    }
    return CH_OK;
}

static ch_status open_unit(ch_run *run, size_t unit) {
    const ch_value *depth = &run->values[DEPTH];
    ch_stack_shape shape = shape_of(run, false);
    size_t *depths = ch_arena_take(run->arena, depth->columns, sizeof *depths);
    for (size_t i = 0; depths != NULL && i < depth->columns; i++) depths[i] = (size_t)depth->cells[i];
    run->work = depths == NULL ? NULL : ch_stack_fast_open(&shape, depths, depth->columns, run->arena);
    if (run->work == NULL) return ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    ch_stack_fast_seed(run->work, run->values[SEEDS].integer + unit);
    return CH_OK;
}

static ch_status step(ch_run *run, size_t unit, size_t index, double *cells) {
    size_t blocks = blocks_of_step(run);
    size_t steps = steps_through(run, deepest(run));
    if (index == 0) {
        ch_status status = open_unit(run, unit);
        if (status != CH_OK) return status;
    }
    if (index < steps) {
        size_t end = (index + 1) * blocks;
        ch_stack_fast_draw(run->work, end < deepest(run) ? end : deepest(run));
        return CH_OK;
    }
    index -= steps;
    size_t number = 0;
    stack_of_run stack = stack_at(run, number);
    while (index >= 2 * steps_through(run, stack.depth)) {
        index -= 2 * steps_through(run, stack.depth);
        stack = stack_at(run, ++number);
    }
    if (index == 0) {
        ch_stack_shape shape = shape_of(run, stack.pre);
        ch_stack_fast_begin(run->work, &shape, number / (has_both(run) ? 2 : 1));
    }
    steps = steps_through(run, stack.depth);
    size_t end = (index % steps + 1) * blocks;
    end = end < stack.depth ? end : stack.depth;
    if (index < steps) {
        ch_stack_fast_forward(run->work, end);
    } else {
        ch_stack_fast_backward(cells + stack.at, run->work, stack.depth - end);
    }
    return CH_OK;
}

static const ch_units UNITS = {.plan = plan, .step = step};

/// A column of values over seeds, sorted as they come in.
typedef struct sample {
    double *values; ///< (count), ascending
    size_t count;
} sample;

static void insert(sample *s, double value) {
    size_t at = s->count++;
    for (; at > 0 && s->values[at - 1] > value; at--) s->values[at] = s->values[at - 1];
    s->values[at] = value;
}

/// Median, least and most. Of an even count the median is the lower of the two in the middle, as torch has it.
static void put_sample(double *row, const sample *s) {
    row[0] = s->values[(s->count - 1) / 2];
    row[1] = s->values[0];
    row[2] = s->values[s->count - 1];
}

/// Holds the float32 norms to double ones at the run's widths, and shows that the comparison can fail.
static ch_status check_against_double(ch_run *run) {
    stack_comparison worst = {.difference = 0.0};
    stack_comparison found;
    double plain[CHECKED_DEPTH];
    double fast[CHECKED_DEPTH];
    uint64_t seed = run->values[SEEDS].integer;
    for (int pre = 0; pre < 2; pre++) {
        ch_stack_shape shape = shape_of(run, pre == 1);
        shape.B = 1;
        shape.T = CHECKED_TOKENS;
        if (!stack_compare(&found, plain, fast, run, &shape, &shape, CHECKED_DEPTH, seed)) return run->failure.status;
        if (!(found.difference / found.tolerance <= worst.difference / worst.tolerance)) worst = found;
        if (pre == 0) continue;
        ch_stack_shape other = shape;
        other.order = shape.order == CH_PRE_NORM ? CH_POST_NORM : CH_PRE_NORM;
        if (!stack_compare(&found, plain, fast, run, &other, &shape, CHECKED_DEPTH, seed)) return run->failure.status;
    }
    ch_check_set(run, AGAINST_DOUBLE, worst.difference, worst.tolerance);
    ch_check_set(run, OTHER_ORDER, found.difference, worst.tolerance);
    return CH_OK;
}

static ch_status run_norm_gradients(ch_run *run) {
    size_t stacks = stack_count(run);
    size_t done = ch_run_units_done(run);
    stack_of_run last = stack_at(run, stacks - 1);
    double *summary = ch_table_open(run, SUMMARY, stacks, S_COUNT);
    double *ratio = summary == NULL ? NULL : ch_table_open(run, RATIOS, stacks * done, R_COUNT);
    double *layer = ratio == NULL ? NULL : ch_table_open(run, LAYERS, last.at + last.depth, L_COUNT);
    double *values = layer == NULL ? NULL : ch_run_doubles(run, done);
    if (values == NULL) return run->failure.status;
    const double names[] = {ch_text_cell(run, "post-LN"), ch_text_cell(run, "pre-LN")};
    for (size_t i = 0; i < stacks; i++) {
        stack_of_run stack = stack_at(run, i);
        double key[] = {(double)stack.depth, names[stack.pre]};
        sample s = {.values = values};
        for (size_t unit = 0; unit < run->progress.plan.units; unit++) {
            const double *norms = ch_run_unit(run, unit);
            if (norms == NULL) continue;
            double first = norms[stack.at];
            double final = norms[stack.at + stack.depth - 1];
            const double cells[R_COUNT] = {key[0], key[1], (double)(run->values[SEEDS].integer + unit),
                                           first,  final,  final / first};
            for (size_t c = 0; c < R_COUNT; c++) *ratio++ = cells[c];
            insert(&s, final / first);
        }
        double *row = summary + i * S_COUNT;
        row[S_DEPTH] = key[0];
        row[S_ORDER] = key[1];
        put_sample(row + S_MEDIAN, &s);
        row[S_SEEDS] = (double)s.count;
        for (size_t l = 0; l < stack.depth; l++, layer += L_COUNT) {
            s.count = 0;
            for (size_t unit = 0; unit < run->progress.plan.units; unit++) {
                const double *norms = ch_run_unit(run, unit);
                if (norms != NULL) insert(&s, norms[stack.at + l]);
            }
            layer[L_DEPTH] = key[0];
            layer[L_ORDER] = key[1];
            layer[L_LAYER] = (double)l + 1.0;
            put_sample(layer + L_NORM, &s);
        }
    }
    return ch_run_is_whole(run) ? check_against_double(run) : CH_OK;
}

const ch_lab ch_lab_norm_gradients = {
    .id = "norm-gradients",
    .summary = "gradient norms through deep stacks at initialisation, post-LN against pre-LN",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .units = &UNITS,
    .run = run_norm_gradients,
};
