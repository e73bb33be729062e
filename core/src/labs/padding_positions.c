// Padded sequences: what filler tokens may not do, and from where positions are counted.
#include <math.h>
#include <string.h>

#include "causal_parts.h"
#include "clockhand/gradcheck.h"
#include "registry.h"

enum { SEED, KEEP, WIDTH, HEADS, SEQUENCE };
enum { POSITIONS, SLOTS, VISIBLE, WEIGHTS, OUTPUTS, WAYS };
enum { UNPADDED, HIDDEN_ROWS, VISIBLE_CONTROL };

enum { MOST_TOKENS = 12, MOST_SEQUENCES = 4 };

static const ch_parameter PARAMETERS[] = {
    [SEED] = CAUSAL_SEED_PARAMETER,
    [KEEP] = {.id = "keep",
              .label = "keep-mask",
              .help = "a row for each sequence: 1 for a token, 0 for filler",
              .type = CH_MATRIX,
              .least = 0,
              .most = 1,
              .standard = "0,0,1,1,1"},
    [WIDTH] = CAUSAL_WIDTH_PARAMETER("8"),
    [HEADS] = CAUSAL_HEADS_PARAMETER("2"),
    [SEQUENCE] = {.id = "sequence",
                  .label = "sequence shown",
                  .help = "counted from 0",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = MOST_SEQUENCES - 1,
                  .standard = "0"},
};

enum { P_TOKEN, P_SLOT, P_POSITION, P_COUNT };
static const ch_column POSITION_COLUMNS[P_COUNT] = {
    [P_TOKEN] = {.id = "token", .label = "real token", .type = CH_INTEGER},
    [P_SLOT] = {.id = "slot", .label = "slot", .type = CH_INTEGER},
    [P_POSITION] = {.id = "position", .label = "position", .type = CH_INTEGER},
};

enum { S_SEQUENCE, S_SLOT, S_REAL, S_POSITION, S_COUNT };
static const ch_column SLOT_COLUMNS[S_COUNT] = {
    [S_SEQUENCE] = {.id = "sequence", .label = "sequence", .type = CH_INTEGER},
    [S_SLOT] = {.id = "slot", .label = "slot", .type = CH_INTEGER},
    [S_REAL] = {.id = "real", .label = "token (1) or filler (0)", .type = CH_INTEGER},
    [S_POSITION] = {.id = "position", .label = "position", .type = CH_INTEGER},
};

static const ch_column VISIBLE_COLUMNS[] = {
    {.id = "i", .label = "query slot", .type = CH_INTEGER},
    {.id = "j", .label = "key slot", .type = CH_INTEGER},
    {.id = "visible", .label = "may be seen", .type = CH_INTEGER},
};

static const ch_column WEIGHT_COLUMNS[] = {
    {.id = "i", .label = "query slot", .type = CH_INTEGER},
    {.id = "j", .label = "key slot", .type = CH_INTEGER},
    {.id = "weight", .label = "weight", .type = CH_REAL, .digits = 4},
};

static const ch_column OUTPUT_COLUMNS[] = {
    {.id = "slot", .label = "slot", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};

enum { W_WAY, W_DIFFERENCE, W_AGREES, W_COUNT };
static const ch_column WAY_COLUMNS[W_COUNT] = {
    [W_WAY] = {.id = "way", .label = "how the padded batch is run", .type = CH_TEXT},
    [W_DIFFERENCE] = {.id = "difference",
                      .label = "largest difference from the unpadded sequence",
                      .type = CH_REAL,
                      .digits = 6},
    [W_AGREES] = {.id = "agrees", .label = "agrees (1) or not (0)", .type = CH_INTEGER},
};

#define GRID(cells) .layout = CH_GRID, .keys = 1, .columns = (cells), .column_count = 3
static const ch_table TABLES[] = {
    [POSITIONS] = {.id = "positions",
                   .caption = "The real tokens of the shown sequence and their positions",
                   .keys = 2,
                   .columns = POSITION_COLUMNS,
                   .column_count = P_COUNT},
    [SLOTS] = {.id = "slots",
               .caption = "Every slot of the batch, and the position it is turned by",
               .keys = 2,
               .columns = SLOT_COLUMNS,
               .column_count = S_COUNT},
    [VISIBLE] = {.id = "visible", .caption = "Keep-mask and causal mask together", GRID(VISIBLE_COLUMNS)},
    [WEIGHTS] = {.id = "weights", .caption = "Weights of the first head", GRID(WEIGHT_COLUMNS)},
    [OUTPUTS] = {.id = "outputs", .caption = "Outputs of the block", GRID(OUTPUT_COLUMNS)},
    [WAYS] = {.id = "ways",
              .caption = "Real tokens of the padded batch against each sequence on its own",
              .keys = 1,
              .columns = WAY_COLUMNS,
              .column_count = W_COUNT},
};

static const ch_check CHECKS[] = {
    [UNPADDED] = {.id = "unpadded", .label = "real outputs against each sequence on its own"},
    [HIDDEN_ROWS] = {.id = "hidden-rows", .label = "largest output of a query that may see no key"},
    [VISIBLE_CONTROL] = {.id = "filler-seen",
                         .label = "one filler in front that may be seen: difference",
                         .above = true},
};

static const ch_mistake MISTAKES[] = {CH_PADDING_COUNTED, CAUSAL_MASK_MISTAKES};

/// How positions are counted and whether filler is hidden.
typedef enum way { BY_TOKEN, BY_SLOT, LAST_BY_TOKEN, FILLER_SEEN, WAY_COUNT } way;

static const char *const WAY_NAMES[WAY_COUNT] = {
    [BY_TOKEN] = "positions from the first real token",
    [BY_SLOT] = "positions by slot, filler counted",
    [LAST_BY_TOKEN] = "filler counted, but not for the last token",
    [FILLER_SEEN] = "filler left visible",
};

typedef struct setting {
    ch_causal_rope block; ///< (B, T) slots, with a table for every slot
    const double *keep;   ///< (B, T)
    const double *x;      ///< (B, T, D)
    const double *filler; ///< (D), contents of one more filler
    double *y;            ///< (B, T, D)
    ch_causal_steps steps;
    size_t *rows;  ///< (B, T)
    uint8_t *mask; ///< (B, T, T)
} setting;

static ch_status check_keep(ch_run *run) {
    const ch_value *keep = &run->values[KEEP];
    bool fits = keep->rows <= MOST_SEQUENCES && keep->columns <= MOST_TOKENS;
    bool good = fits;
    for (size_t b = 0; b < keep->rows && good; b++) {
        bool some = false;
        for (size_t t = 0; t < keep->columns; t++) {
            double cell = keep->cells[b * keep->columns + t];
            some = some || cell == 1.0;
            good = good && (cell == 0.0 || cell == 1.0);
        }
        good = good && some;
    }
    if (good) return CH_OK;
    return ch_run_refuse(run, fits ? CH_VALUE_OUT_OF_RANGE : CH_SHAPE_MISMATCH, KEEP,
                         "0 or 1, up to 12 in each of up to 4 rows, with a 1 in every row");
}

static bool prepare(ch_run *run, setting *s) {
    ch_causal_rope *block = &s->block;
    *block = (ch_causal_rope){.B = run->values[KEEP].rows, .T = run->values[KEEP].columns};
    block->D = (size_t)run->values[WIDTH].integer;
    block->H = (size_t)run->values[HEADS].integer;
    s->keep = run->values[KEEP].cells;
    if (check_keep(run) != CH_OK || causal_check_width(run, block->D, block->H) != CH_OK) return false;
    if (causal_check_below(run, SEQUENCE, block->B) != CH_OK) return false;
    size_t cells = block->B * block->T * block->D;
    ch_torch state;
    ch_torch_seed(&state, run->values[SEED].integer);
    if (!causal_draw_weights(run, block, &state)) return false;
    s->x = causal_draw_normals(run, &state, cells);
    s->filler = s->x == NULL ? NULL : causal_draw_normals(run, &state, block->D);
    s->y = s->filler == NULL ? NULL : ch_run_doubles(run, cells);
    s->rows = s->y == NULL ? NULL : ch_arena_take(run->arena, block->B * block->T, sizeof *s->rows);
    s->mask = s->rows == NULL ? NULL : ch_arena_take(run->arena, block->B * block->T, block->T);
    if (s->mask == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return false;
    }
    return causal_set(run, block, block->D, 0, block->T + 1, CH_NO_MISTAKE) && causal_take_steps(run, &s->steps, block);
}

static bool is_token(const setting *s, size_t b, size_t t) {
    return s->keep[b * s->block.T + t] == 1.0;
}

/// Real tokens of sequence b before slot t.
static size_t tokens_before(const setting *s, size_t b, size_t t) {
    size_t count = 0;
    for (size_t i = 0; i < t; i++) count += is_token(s, b, i);
    return count;
}

/// Positions of all slots; filler takes 0 unless it is counted.
static void place(setting *s, way counted) {
    size_t T = s->block.T;
    for (size_t b = 0; b < s->block.B; b++) {
        size_t all = tokens_before(s, b, T);
        for (size_t t = 0; t < T; t++) {
            size_t before = tokens_before(s, b, t);
            bool last = is_token(s, b, t) && before + 1 == all;
            bool by_slot = counted == BY_SLOT || (counted == LAST_BY_TOKEN && !last);
            s->rows[b * T + t] = by_slot ? t : is_token(s, b, t) ? before : 0;
        }
    }
}

/// The keep-mask joined with the causal mask, which a mistake may spoil.
static void join_masks(setting *s, bool filler_seen, ch_mistake mistake) {
    size_t T = s->block.T;
    for (size_t b = 0; b < s->block.B; b++) {
        for (size_t i = 0; i < T; i++) {
            for (size_t j = 0; j < T; j++) {
                bool hidden = !filler_seen && !is_token(s, b, j);
                s->mask[(b * T + i) * T + j] = !hidden && causal_sees(i, j, mistake);
            }
        }
    }
}

static void run_padded(setting *s, way counted, ch_mistake mistake) {
    ch_causal_rope padded = s->block;
    place(s, counted);
    join_masks(s, counted == FILLER_SEEN, mistake);
    padded.table_rows = s->rows;
    padded.mask = s->mask;
    padded.mask_step = padded.T * padded.T;
    ch_causal_rope_forward(s->y, &s->steps, s->x, &padded);
}

/// Sequence b on its own, behind `fillers` fillers that may be seen; y: (tokens + fillers, D). Returns the tokens.
static bool run_alone(ch_run *run, double **y, size_t *tokens, const setting *s, size_t b, size_t fillers) {
    size_t D = s->block.D;
    ch_causal_rope alone = s->block;
    *tokens = tokens_before(s, b, s->block.T);
    alone.B = 1;
    alone.T = *tokens + fillers;
    double *x = ch_run_doubles(run, 2 * alone.T * D);
    ch_causal_steps steps;
    if (x == NULL || !causal_take_steps(run, &steps, &alone)) return false;
    if (!causal_set(run, &alone, D, 0, alone.T, CH_NO_MISTAKE)) return false;
    *y = x + alone.T * D;
    for (size_t t = 0; t < fillers; t++) memcpy(x + t * D, s->filler, D * sizeof *x);
    for (size_t t = 0; t < s->block.T; t++) {
        size_t to = fillers + tokens_before(s, b, t);
        if (is_token(s, b, t)) memcpy(x + to * D, s->x + (b * s->block.T + t) * D, D * sizeof *x);
    }
    ch_causal_rope_forward(*y, &steps, x, &alone);
    return true;
}

/// Largest difference of a real token's output in s->y from its sequence on its own.
static bool compare(ch_run *run, double *largest, const setting *s) {
    size_t D = s->block.D;
    *largest = 0.0;
    for (size_t b = 0; b < s->block.B; b++) {
        double *y;
        size_t tokens;
        if (!run_alone(run, &y, &tokens, s, b, 0)) return false;
        for (size_t t = 0; t < s->block.T; t++) {
            if (!is_token(s, b, t)) continue;
            const double *padded = s->y + (b * s->block.T + t) * D;
            *largest = ch_larger(*largest, ch_largest_difference(padded, y + tokens_before(s, b, t) * D, D));
        }
    }
    return true;
}

static bool fill_ways(ch_run *run, setting *s) {
    double *row = ch_table_open(run, WAYS, WAY_COUNT, W_COUNT);
    for (size_t i = 0; row != NULL && i < WAY_COUNT; i++, row += W_COUNT) {
        double largest;
        run_padded(s, (way)i, CH_NO_MISTAKE);
        if (!compare(run, &largest, s)) return false;
        row[W_WAY] = ch_text_cell(run, WAY_NAMES[i]);
        row[W_DIFFERENCE] = largest;
        row[W_AGREES] = largest <= CAUSAL_TOLERANCE ? 1.0 : 0.0;
    }
    return row != NULL;
}

/// A filler that may be seen changes every output: one more is put in front, so that there is one.
static bool check_control(ch_run *run, const setting *s) {
    double *alone;
    double *behind;
    size_t tokens;
    if (!run_alone(run, &alone, &tokens, s, 0, 0) || !run_alone(run, &behind, &tokens, s, 0, 1)) return false;
    double difference = ch_largest_difference(alone, behind + s->block.D, tokens * s->block.D);
    ch_check_set(run, VISIBLE_CONTROL, difference, CAUSAL_TOLERANCE);
    return true;
}

static void check_hidden_rows(ch_run *run, const setting *s) {
    size_t T = s->block.T;
    size_t D = s->block.D;
    double largest = 0.0;
    for (size_t row = 0; row < s->block.B * T; row++) {
        size_t seen = 0;
        for (size_t j = 0; j < T; j++) seen += s->mask[row * T + j];
        for (size_t d = 0; d < D && seen == 0; d++) largest = ch_larger(largest, fabs(s->y[row * D + d]));
    }
    ch_check_set(run, HIDDEN_ROWS, largest, 0.0);
}

static bool fill_sequence(ch_run *run, const setting *s) {
    size_t T = s->block.T;
    size_t D = s->block.D;
    size_t b = (size_t)run->values[SEQUENCE].integer;
    double *position = ch_table_open(run, POSITIONS, tokens_before(s, b, T), P_COUNT);
    double *visible = position == NULL ? NULL : ch_grid_open(run, VISIBLE, T, T, 0, 0);
    double *weights = visible == NULL ? NULL : ch_grid_open(run, WEIGHTS, T, T, 0, 0);
    double *outputs = weights == NULL ? NULL : ch_grid_open(run, OUTPUTS, T, D, 0, 0);
    if (outputs == NULL) return false;
    for (size_t t = 0; t < T; t++) {
        if (!is_token(s, b, t)) continue;
        position[P_TOKEN] = (double)tokens_before(s, b, t);
        position[P_SLOT] = (double)t;
        position[P_POSITION] = (double)s->rows[b * T + t];
        position += P_COUNT;
    }
    for (size_t i = 0; i < T * T; i++) {
        visible[i] = (double)s->mask[b * T * T + i];
        weights[i] = s->steps.weights[b * s->block.H * T * T + i];
    }
    memcpy(outputs, s->y + b * T * D, T * D * sizeof *outputs);
    return true;
}

static bool fill_slots(ch_run *run, const setting *s) {
    size_t T = s->block.T;
    double *row = ch_table_open(run, SLOTS, s->block.B * T, S_COUNT);
    for (size_t i = 0; row != NULL && i < s->block.B * T; i++, row += S_COUNT) {
        row[S_SEQUENCE] = (double)(i / T);
        row[S_SLOT] = (double)(i % T);
        row[S_REAL] = is_token(s, i / T, i % T) ? 1.0 : 0.0;
        row[S_POSITION] = (double)s->rows[i];
    }
    return row != NULL;
}

static ch_status run_padding(ch_run *run) {
    setting s;
    if (!prepare(run, &s) || !fill_ways(run, &s)) return run->failure.status;
    run_padded(&s, run->mistake == CH_PADDING_COUNTED ? BY_SLOT : BY_TOKEN, run->mistake);
    double largest;
    if (!compare(run, &largest, &s) || !check_control(run, &s) || !fill_sequence(run, &s) || !fill_slots(run, &s))
        return run->failure.status;
    ch_check_set(run, UNPADDED, largest, CAUSAL_TOLERANCE);
    check_hidden_rows(run, &s);
    return CH_OK;
}

const ch_lab ch_lab_padding_positions = {
    .id = "padding-positions",
    .summary = "a padded batch: which keys are hidden, and from where positions are counted",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_padding,
};
