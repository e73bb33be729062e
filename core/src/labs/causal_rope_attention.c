// The whole block on drawn numbers: five steps with their shapes, and the checks that such a block has to pass.
#include <math.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "causal_checks.h"
#include "causal_parts.h"
#include "registry.h"
#include "rope_parts.h"

enum { SEED, BATCH, TOKENS, WIDTH, HEADS, M, N, SHIFT, SEQUENCE, HEAD };
enum { STEPS, PARAMETER_COUNT, OFFSETS, CAUSALITY, QUERIES, TURNED, SCORES, WEIGHTS, OUTPUTS };
enum { REFERENCE, ROTATION, OFFSET_ONLY, OFFSET_CONTROL, CAUSAL, CAUSAL_CONTROL, GRADIENT, GRADIENT_CONTROL };
enum { CUE_VISIBLE, CUE_HIDDEN };

enum { MOST_CHANGED = 3 };
static const double CLOSE = 1e-5;      // of two ways to the same numbers, as the source's program asks
static const double UNCHANGED = 1e-6;  // of earlier outputs when later tokens change
static const double DERIVATIVE = 4e-6; // of an adjoint and a central difference

#define COUNT(from, to) .type = CH_INTEGER, .least = (from), .most = (to)
static const ch_parameter PARAMETERS[] = {
    [SEED] = CAUSAL_SEED_PARAMETER,
    [BATCH] = {.id = "batch", .label = "batch B", .help = "sequences side by side", COUNT(1, 4), .standard = "2"},
    [TOKENS] = {.id = "tokens", .label = "tokens T", .help = "of each sequence", COUNT(2, 16), .standard = "12"},
    [WIDTH] = CAUSAL_WIDTH_PARAMETER("32"),
    [HEADS] = CAUSAL_HEADS_PARAMETER("4"),
    [M] = {.id = "m", .label = "query position m", .help = "of the single query", COUNT(0, 1000), .standard = "5"},
    [N] = {.id = "n", .label = "key position n", .help = "of the single key", COUNT(0, 1000), .standard = "2"},
    [SHIFT] = {.id = "shift", .label = "equal shift", .help = "added to m and n", COUNT(0, 1000), .standard = "7"},
    [SEQUENCE] = {.id = "sequence", .label = "sequence shown", .help = "from 0 on", COUNT(0, 3), .standard = "0"},
    [HEAD] = {.id = "head", .label = "head shown", .help = "from 0 on", COUNT(0, 7), .standard = "0"},
};

enum { S_STEP, S_WHAT, S_SHAPE, S_BATCH, S_HEADS, S_TOKENS, S_LAST, S_VALUES, S_COUNT };
static const ch_column STEP_COLUMNS[S_COUNT] = {
    [S_STEP] = {.id = "step", .label = "step", .type = CH_INTEGER},
    [S_WHAT] = {.id = "what", .label = "what it leaves", .type = CH_TEXT},
    [S_SHAPE] = {.id = "shape", .label = "shape", .type = CH_TEXT},
    [S_BATCH] = {.id = "batch", .label = "sequences", .type = CH_INTEGER},
    [S_HEADS] = {.id = "heads", .label = "heads apart", .type = CH_INTEGER},
    [S_TOKENS] = {.id = "tokens", .label = "tokens", .type = CH_INTEGER},
    [S_LAST] = {.id = "last", .label = "last axis", .type = CH_INTEGER},
    [S_VALUES] = {.id = "values", .label = "numbers in a tensor", .type = CH_INTEGER},
};

enum { P_MAP, P_ROWS, P_COLUMNS, P_SQUARES, P_VALUES, P_COUNT };
static const ch_column PARAMETER_COLUMNS[P_COUNT] = {
    [P_MAP] = {.id = "map", .label = "map", .type = CH_TEXT},
    [P_ROWS] = {.id = "rows", .label = "outputs", .type = CH_INTEGER},
    [P_COLUMNS] = {.id = "columns", .label = "inputs", .type = CH_INTEGER},
    [P_SQUARES] = {.id = "squares", .label = "in units of D²", .type = CH_INTEGER},
    [P_VALUES] = {.id = "count", .label = "weights", .type = CH_INTEGER},
};

enum { O_M, O_N, O_OFFSET, O_SCORE, O_COUNT };
static const ch_column OFFSET_COLUMNS[O_COUNT] = {
    [O_M] = {.id = "m", .label = "m", .type = CH_INTEGER},
    [O_N] = {.id = "n", .label = "n", .type = CH_INTEGER},
    [O_OFFSET] = {.id = "offset", .label = "n − m", .type = CH_INTEGER},
    [O_SCORE] = {.id = "score", .label = "score", .type = CH_REAL, .digits = 5},
};

enum { C_MASK, C_CHANGED, C_EARLIER, C_LARGEST, C_UNCHANGED, C_COUNT };
static const ch_column CAUSALITY_COLUMNS[C_COUNT] = {
    [C_MASK] = {.id = "mask", .label = "causal mask", .type = CH_TEXT},
    [C_CHANGED] = {.id = "changed", .label = "last tokens changed", .type = CH_INTEGER},
    [C_EARLIER] = {.id = "earlier", .label = "earlier tokens", .type = CH_INTEGER},
    [C_LARGEST] = {.id = "largest", .label = "largest change of an earlier output", .type = CH_REAL, .digits = 6},
    [C_UNCHANGED] = {.id = "unchanged", .label = "unchanged (1) or not (0)", .type = CH_INTEGER},
};

static const ch_named MASK_CUES[] = {
    [CUE_VISIBLE] = {.id = "visible", .label = "seen", .line = "solid"},
    [CUE_HIDDEN] = {.id = "hidden", .label = "hidden", .line = "dashed"},
};

#define FEATURES .layout = CH_GRID, .keys = 1, .columns = CAUSAL_FEATURES, .column_count = 3
#define PAIRS \
    .layout = CH_GRID, .keys = 1, .columns = CAUSAL_PAIRS, .column_count = 3, .cues = MASK_CUES, .cue_count = 2
static const ch_table TABLES[] = {
    [STEPS] = {.id = "steps",
               .caption = "The five steps and what each leaves",
               .keys = 2,
               .columns = STEP_COLUMNS,
               .column_count = S_COUNT},
    [PARAMETER_COUNT] = {.id = "parameters",
                         .caption = "The learned weights",
                         .keys = 1,
                         .columns = PARAMETER_COLUMNS,
                         .column_count = P_COUNT},
    [OFFSETS] = {.id = "offsets",
                 .caption = "One query and one key at several positions",
                 .keys = 2,
                 .columns = OFFSET_COLUMNS,
                 .column_count = O_COUNT},
    [CAUSALITY] = {.id = "causality",
                   .caption = "What changing the last tokens does to earlier outputs",
                   .keys = 1,
                   .columns = CAUSALITY_COLUMNS,
                   .column_count = C_COUNT},
    [QUERIES] = {.id = "queries", .caption = "Queries of the shown head before their turn", FEATURES},
    [TURNED] = {.id = "turned", .caption = "The same queries turned by their positions", FEATURES, .paired = true},
    [SCORES] = {.id = "scores", .caption = "Scaled scores of the shown head", PAIRS},
    [WEIGHTS] = {.id = "weights", .caption = "Attention weights of the shown head", PAIRS},
    [OUTPUTS] = {.id = "outputs", .caption = "Outputs of the shown head", FEATURES},
};

static const ch_check CHECKS[] = {
    [REFERENCE] = {.id = "reference", .label = "output against attention written as plain loops"},
    [ROTATION] = {.id = "rotation", .label = "turned queries and keys against the definition, pair by pair"},
    [OFFSET_ONLY] = {.id = "offset-only", .label = "change of the score under the equal shift"},
    [OFFSET_CONTROL] = {.id = "offset-control", .label = "its change when the offset changes", .above = true},
    [CAUSAL] = {.id = "causal", .label = "change of earlier outputs with the mask"},
    [CAUSAL_CONTROL] = {.id = "causal-control", .label = "the same with the mask switched off", .above = true},
    [GRADIENT] = {.id = "gradient", .label = "adjoint along all inputs and weights against a central difference"},
    [GRADIENT_CONTROL] = {.id = "gradient-control", .label = "the same turned forward on the way back", .above = true},
};

static const ch_mistake MISTAKES[] = {CAUSAL_MISTAKES, CH_FORGOT_HEADS};

/// One run: the block as it should be and as the mistake has it, its inputs, and the steps they leave.
typedef struct setting {
    ch_causal_rope right, block;
    ch_mistake mistake;
    size_t changed;        ///< last tokens that the causality test changes
    const double *x, *x2;  ///< (B, T, D); x2 ends otherwise
    const double *qv, *kv; ///< (Dh), a single query and key
    double *y;             ///< (B, T, D)
    ch_causal_steps steps; ///< of x, under the mistake
    ch_causal_steps spare; ///< of whatever is compared with it
} setting;

/// Everything the run needs, drawn in the order of the source's program.
static bool draw(ch_run *run, setting *s) {
    const ch_causal_rope *block = &s->block;
    size_t cells = block->B * block->T * block->D;
    size_t width = block->D / block->H;
    ch_torch state;
    ch_torch_seed(&state, run->values[SEED].integer);
    if (!causal_draw_weights(run, &s->block, &state)) return false;
    s->x = causal_draw_normals(run, &state, cells);
    s->qv = s->x == NULL ? NULL : causal_draw_normals(run, &state, width);
    s->kv = s->qv == NULL ? NULL : causal_draw_normals(run, &state, width);
    double *x2 = s->kv == NULL ? NULL : ch_run_doubles(run, cells);
    size_t tail = s->changed * block->D;
    double *drawn = x2 == NULL ? NULL : causal_draw_normals(run, &state, block->B * tail);
    if (drawn == NULL) return false;
    memcpy(x2, s->x, cells * sizeof *x2);
    for (size_t b = 0; b < block->B; b++) {
        memcpy(x2 + (b + 1) * block->T * block->D - tail, drawn + b * tail, tail * sizeof *x2);
    }
    s->x2 = x2;
    s->right = s->block;
    return true;
}

static double put_shape(ch_run *run, size_t B, size_t H, size_t T, size_t last) {
    const size_t axes[] = {B, H, T, last};
    char shape[64];
    ch_text text;
    ch_text_open(&text, shape, sizeof shape);
    for (size_t i = 0; i < 4; i++) {
        if (i == 1 && H == 0) continue;
        ch_text_put(&text, i == 0 ? "(" : ", ");
        ch_text_put_u64(&text, axes[i]);
    }
    ch_text_put(&text, ")");
    return ch_text_cell(run, shape);
}

static bool fill_steps(ch_run *run, const setting *s) {
    size_t B = s->block.B;
    size_t T = s->block.T;
    size_t H = s->mistake == CH_FORGOT_HEADS ? 1 : s->block.H;
    size_t D = s->block.D;
    const struct {
        const char *what;
        size_t heads, last; ///< no heads: they stand side by side
    } rows[] = {
        {"the input x", 0, D}, {"q, k and v, split into heads", H, D / H}, {"q and k turned", H, D / H},
        {"scores", H, T},      {"weights: mask, softmax", H, T},           {"output: heads merged and mapped", 0, D}};
    double *row = ch_table_open(run, STEPS, CH_COUNT(rows), S_COUNT);
    for (size_t i = 0; row != NULL && i < CH_COUNT(rows); i++, row += S_COUNT) {
        size_t heads = rows[i].heads == 0 ? 1 : rows[i].heads;
        row[S_STEP] = (double)i;
        row[S_WHAT] = ch_text_cell(run, rows[i].what);
        row[S_SHAPE] = put_shape(run, B, rows[i].heads, T, rows[i].last);
        row[S_BATCH] = (double)B;
        row[S_HEADS] = (double)heads;
        row[S_TOKENS] = (double)T;
        row[S_LAST] = (double)rows[i].last;
        row[S_VALUES] = (double)(B * heads * T * rows[i].last);
    }
    return row != NULL;
}

static bool fill_parameters(ch_run *run, const setting *s) {
    static const char *const maps[] = {"to queries, keys and values", "from merged heads to the output", "both"};
    static const size_t squares[] = {3, 1, 4};
    double *row = ch_table_open(run, PARAMETER_COUNT, CH_COUNT(maps), P_COUNT);
    for (size_t i = 0; row != NULL && i < CH_COUNT(maps); i++, row += P_COUNT) {
        row[P_MAP] = ch_text_cell(run, maps[i]);
        row[P_ROWS] = (double)(squares[i] * s->block.D);
        row[P_COLUMNS] = (double)s->block.D;
        row[P_SQUARES] = (double)squares[i];
        row[P_VALUES] = row[P_ROWS] * row[P_COLUMNS];
    }
    return row != NULL;
}

/// The unscaled score of the single query at m and the single key at n.
static bool score_at(ch_run *run, double *score, const setting *s, uint64_t m, uint64_t n) {
    size_t width = s->block.D / s->block.H;
    double *rows = ch_run_doubles(run, 2 * width);
    if (rows == NULL) return false;
    ch_causal_rope one = {.B = 1, .T = 1, .D = width, .H = 1};
    ch_causal_steps steps = {.split = {rows, rows + width}, .turned = {rows, rows + width}};
    const uint64_t positions[] = {m, n};
    const double *contents[] = {s->qv, s->kv};
    for (size_t side = 0; side < 2; side++) {
        memcpy(rows + side * width, contents[side], width * sizeof *rows);
        if (side == 1 && s->mistake == CH_QUERY_ONLY) continue;
        if (!causal_set(run, &one, s->block.D, positions[side], 1, s->mistake)) return false;
        ch_causal_turn(steps.turned[side], steps.split[side], &one,
                       s->mistake == CH_OFFSET_SIGN ? CH_ADJOINT : CH_FORWARD);
    }
    *score = rope_dot(rows, rows + width, width);
    return true;
}

static bool fill_offsets(ch_run *run, const setting *s) {
    uint64_t m = run->values[M].integer;
    uint64_t n = run->values[N].integer;
    uint64_t shift = run->values[SHIFT].integer;
    const uint64_t places[][2] = {{m, n}, {m + shift, n + shift}, {m, n + 1}};
    double *cells = ch_table_open(run, OFFSETS, CH_COUNT(places), O_COUNT);
    if (cells == NULL) return false;
    for (size_t i = 0; i < CH_COUNT(places); i++) {
        double *row = cells + i * O_COUNT;
        row[O_M] = (double)places[i][0];
        row[O_N] = (double)places[i][1];
        row[O_OFFSET] = row[O_N] - row[O_M];
        if (!score_at(run, &row[O_SCORE], s, places[i][0], places[i][1])) return false;
    }
    size_t width = s->block.D / s->block.H;
    double first = cells[O_SCORE];
    double reach = (double)((m > n ? m : n) + shift) + 4.0;
    double tolerance = rope_tolerance(rope_norm(s->qv, width) * rope_norm(s->kv, width), reach);
    ch_check_set(run, OFFSET_ONLY, fabs(cells[O_COUNT + O_SCORE] - first), tolerance);
    ch_check_set(run, OFFSET_CONTROL, fabs(cells[2 * O_COUNT + O_SCORE] - first), tolerance);
    return true;
}

/// Largest change of an earlier output when the last tokens change, with the mask of the mistake.
static bool measure_change(ch_run *run, double *largest, const setting *s, const ch_causal_rope *block,
                           ch_mistake mistake) {
    size_t row = block->T * block->D;
    size_t earlier = (block->T - s->changed) * block->D;
    double *y = ch_run_doubles(run, 2 * block->B * row);
    if (y == NULL) return false;
    double *y2 = y + block->B * row;
    ch_causal_steps spare = s->spare;
    causal_forward(y, &spare, s->x, block, mistake);
    causal_forward(y2, &spare, s->x2, block, mistake);
    *largest = 0.0;
    for (size_t b = 0; b < block->B; b++) {
        for (size_t i = b * row; i < b * row + earlier; i++) *largest = ch_larger(*largest, fabs(y2[i] - y[i]));
    }
    return true;
}

static bool fill_causality(ch_run *run, const setting *s) {
    double *row = ch_table_open(run, CAUSALITY, 2, C_COUNT);
    if (row == NULL) return false;
    for (size_t off = 0; off < 2; off++, row += C_COUNT) {
        ch_causal_rope block = s->block;
        if (off == 1) block.mask = NULL;
        // A mask that comes late is a mask: without any, nothing is set to zero afterwards either.
        ch_mistake mistake = off == 1 && s->mistake == CH_MASK_AFTER_SOFTMAX ? CH_NO_MASK : s->mistake;
        double largest;
        if (!measure_change(run, &largest, s, &block, mistake)) return false;
        row[C_MASK] = ch_text_cell(run, off == 0 ? "on" : "off");
        row[C_CHANGED] = (double)s->changed;
        row[C_EARLIER] = (double)(block.T - s->changed);
        row[C_LARGEST] = largest;
        row[C_UNCHANGED] = largest <= UNCHANGED ? 1.0 : 0.0;
        ch_check_set(run, off == 0 ? CAUSAL : CAUSAL_CONTROL, largest, UNCHANGED);
    }
    return true;
}

/// One head of one sequence, as a grid of `columns` values a token.
static bool fill_head(ch_run *run, size_t table, const setting *s, const double *tensor, size_t columns) {
    size_t T = s->block.T;
    size_t head = (size_t)(run->values[SEQUENCE].integer * s->block.H + run->values[HEAD].integer);
    double *cells = ch_grid_open(run, table, T, columns, 0, 0);
    if (cells == NULL) return false;
    for (size_t i = 0; i < T * columns; i++) cells[i] = tensor[head * T * columns + i];
    uint32_t *cues = run->tables[table].cues;
    for (size_t i = 0; cues != NULL && i < T * columns; i++) {
        cues[i] = (i % columns > i / columns ? CUE_HIDDEN : CUE_VISIBLE) + 1;
    }
    return true;
}

static bool fill_heads(ch_run *run, const setting *s) {
    size_t width = s->block.D / s->block.H;
    return fill_head(run, QUERIES, s, s->steps.split[0], width) &&
           fill_head(run, TURNED, s, s->steps.turned[0], width) &&
           fill_head(run, SCORES, s, s->steps.scores, s->block.T) &&
           fill_head(run, WEIGHTS, s, s->steps.weights, s->block.T) &&
           fill_head(run, OUTPUTS, s, s->steps.heads, width);
}

static bool check_against_others(ch_run *run, const setting *s) {
    double difference;
    causal_check_rotation(&difference, &s->steps, &s->right);
    ch_check_set(run, ROTATION, difference, CLOSE);
    if (!causal_check_reference(run, &difference, s->y, s->x, &s->right)) return false;
    ch_check_set(run, REFERENCE, difference, CLOSE);
    double adjoint;
    double forward;
    double central;
    if (!causal_check_gradient(run, &adjoint, &forward, &central, s->x, &s->right)) return false;
    double tolerance = DERIVATIVE * fmax(1.0, fabs(central));
    ch_check_set(run, GRADIENT, fabs(adjoint - central), tolerance);
    ch_check_set(run, GRADIENT_CONTROL, fabs(forward - central), tolerance);
    return true;
}

static ch_status run_attention(ch_run *run) {
    setting s = {.mistake = run->mistake};
    ch_causal_rope *block = &s.block;
    block->B = (size_t)run->values[BATCH].integer;
    block->T = (size_t)run->values[TOKENS].integer;
    block->D = (size_t)run->values[WIDTH].integer;
    block->H = (size_t)run->values[HEADS].integer;
    s.changed = block->T > MOST_CHANGED ? MOST_CHANGED : block->T - 1;
    ch_status status = causal_check_width(run, block->D, block->H);
    if (status == CH_OK) status = causal_check_below(run, SEQUENCE, block->B);
    if (status == CH_OK) status = causal_check_below(run, HEAD, block->H);
    if (status != CH_OK) return status;
    bool done = draw(run, &s) && causal_set(run, &s.right, block->D, 0, block->T, CH_NO_MISTAKE) &&
                causal_set(run, block, block->D, 0, block->T, run->mistake) &&
                causal_take_steps(run, &s.steps, block) && causal_take_steps(run, &s.spare, block);
    s.y = done ? ch_run_doubles(run, block->B * block->T * block->D) : NULL;
    if (s.y == NULL) return run->failure.status;
    causal_forward(s.y, &s.steps, s.x, block, run->mistake);
    done = fill_steps(run, &s) && fill_parameters(run, &s) && fill_offsets(run, &s) && fill_causality(run, &s) &&
           fill_heads(run, &s) && check_against_others(run, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_causal_rope_attention = {
    .id = "causal-rope-attention",
    .summary = "causal multi-head attention with rotary positions, on drawn numbers, step by step",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_attention,
};
