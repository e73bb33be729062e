// Attention without positions carries a shuffle of its input through to its output; positions added to the input end that.
#include <math.h>
#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/gradcheck.h"
#include "clockhand/sinusoidal.h"
#include "position_parts.h"
#include "registry.h"

enum { SEED, TOKENS, WIDTH, PERM, PROJECTIONS };
enum {
    INPUT,
    PERMUTATION,
    SCORES,
    ORIGINAL,
    FOLLOWED,
    SHUFFLED,
    PLACED_SCORES,
    PLACED_FOLLOWED,
    PLACED_SHUFFLED,
    OUTCOMES
};
enum { EQUIVARIANT, ORDER_MATTERS, SCORES_SEE_ORDER };
enum { RANDOM, IDENTITY };

static const float DRAWN_FACTOR = 0.4F; // of the random projections
static const double BASE = 10000.0;     // of the sinusoids
static const double SAME = 1e-6;        // outputs closer than this count as equal

static const ch_named PROJECTION_CHOICES[] = {
    [RANDOM] = {.id = "random", .label = "drawn from the seed"},
    [IDENTITY] = {.id = "identity", .label = "none: queries, keys and values are the inputs"},
};

static const ch_parameter PARAMETERS[] = {
    [SEED] = POSITION_SEED_PARAMETER("of the projections and the tokens"),
    [TOKENS] = POSITION_TOKENS_PARAMETER,
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features of a token",
               .type = CH_INTEGER,
               .least = 2,
               .most = 16,
               .standard = "8"},
    [PERM] = {.id = "perm",
              .label = "shuffle",
              .help = "the token that comes to each place; for other than six tokens the reverse order unless given",
              .type = CH_MATRIX,
              .least = 0,
              .most = 11,
              .standard = "3,0,5,1,4,2"},
    [PROJECTIONS] = {.id = "projections",
                     .label = "projections",
                     .help = "what makes queries, keys and values from the inputs",
                     .type = CH_CHOICE,
                     .standard = "random",
                     .choices = PROJECTION_CHOICES,
                     .choice_count = CH_COUNT(PROJECTION_CHOICES)},
};

static const ch_column ROW_COLUMNS[] = {
    {.id = "place", .label = "place", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};
static const ch_column SCORE_COLUMNS[] = POSITION_GRID_COLUMNS("score", "score", 4);
static const ch_column PERMUTATION_COLUMNS[] = {
    {.id = "place", .label = "place", .type = CH_INTEGER},
    {.id = "token", .label = "token that comes here", .type = CH_INTEGER},
    {.id = "went", .label = "place that this place's token went to", .type = CH_INTEGER},
};

enum { O_SETTING, O_OUTPUTS, O_POOLED, O_WEIGHTS, O_EQUAL, O_COUNT };
static const ch_column OUTCOME_COLUMNS[O_COUNT] = {
    [O_SETTING] = {.id = "setting", .label = "setting", .type = CH_TEXT},
    [O_OUTPUTS] = {.id = "outputs", .label = "outputs differ by at most", .type = CH_REAL, .digits = 6},
    [O_POOLED] = {.id = "pooled", .label = "their means differ by at most", .type = CH_REAL, .digits = 6},
    [O_WEIGHTS] = {.id = "weights", .label = "weights differ by at most", .type = CH_REAL, .digits = 6},
    [O_EQUAL] = {.id = "equal", .label = "outputs equal (1 yes, 0 no)", .type = CH_INTEGER},
};

#define ROWS .layout = CH_GRID, .keys = 1, .columns = ROW_COLUMNS, .column_count = 3
#define SCORE_GRID .layout = CH_GRID, .keys = 1, .columns = SCORE_COLUMNS, .column_count = 3
static const ch_table TABLES[] = {
    [INPUT] = {.id = "input", .caption = "The tokens before the shuffle", ROWS},
    [PERMUTATION] =
        {.id = "permutation", .caption = "The shuffle", .keys = 1, .columns = PERMUTATION_COLUMNS, .column_count = 3},
    [SCORES] = {.id = "scores", .caption = "Scores of the tokens, without positions", SCORE_GRID},
    [ORIGINAL] = {.id = "original", .caption = "Outputs before the shuffle, without positions", ROWS},
    [FOLLOWED] = {.id = "followed", .caption = "These outputs in the shuffled order", ROWS},
    [SHUFFLED] = {.id = "shuffled",
                  .caption = "Outputs for the shuffled tokens; small beside them, the outputs in the shuffled order",
                  ROWS,
                  .companion = "followed"},
    [PLACED_SCORES] = {.id = "placed-scores", .caption = "Scores of the tokens with positions", SCORE_GRID},
    [PLACED_FOLLOWED] = {.id = "placed-followed", .caption = "Outputs with positions, in the shuffled order", ROWS},
    [PLACED_SHUFFLED] =
        {.id = "placed-shuffled",
         .caption = "Outputs with positions for the shuffled tokens; small beside them, those in the shuffled order",
         ROWS,
         .companion = "placed-followed"},
    [OUTCOMES] = {.id = "outcomes",
                  .caption = "Shuffling the input against shuffling the output",
                  .keys = 1,
                  .columns = OUTCOME_COLUMNS,
                  .column_count = O_COUNT},
};

static const ch_check CHECKS[] = {
    [EQUIVARIANT] = {.id = "equivariant", .label = "without positions, attention(x[perm]) against attention(x)[perm]"},
    [ORDER_MATTERS] = {.id = "order-matters", .label = "with positions the two differ", .above = true},
    [SCORES_SEE_ORDER] = {.id = "weights-see-order", .label = "with positions the weights differ too", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_PERMUTATION_INVERTED, CH_NOT_SHUFFLED, CH_POSITIONS_TO_VALUES,
                                      CH_POSITIONS_TO_OUTPUT, CH_NO_SCALE};

/// Sizes, drawn tensors and the shuffle of one run.
typedef struct setting {
    size_t T, D;
    ch_mistake mistake;
    const double *query, *key, *value; ///< (D, D); NULL: inputs are taken as they are
    const double *x;                   ///< (T, D)
    const double *positions;           ///< (T, D)
    const double *perm;                ///< (T) whole numbers below T
} setting;

/// What one pass of attention leaves.
typedef struct pass {
    double *scores, *weights; ///< (T, T)
    double *y;                ///< (T, D)
} pass;

static void project(double *y, const double *x, const double *weight, const setting *s) {
    if (weight != NULL) {
        position_project(y, x, weight, s->T, s->D);
        return;
    }
    for (size_t i = 0; i < s->T * s->D; i++) y[i] = x[i];
}

/// Attention over tokens x, with positions added where the mistake puts them, or NULL.
static bool attend(ch_run *run, pass *out, const setting *s, const double *x, const double *positions) {
    size_t cells = s->T * s->D;
    double *room = ch_run_doubles(run, 5 * cells + 2 * s->T * s->T);
    if (room == NULL) return false;
    double *input = room;
    double *q = room + cells;
    double *k = room + 2 * cells;
    double *v = room + 3 * cells;
    *out = (pass){.y = room + 4 * cells, .scores = room + 5 * cells, .weights = room + 5 * cells + s->T * s->T};
    bool blind = s->mistake == CH_POSITIONS_TO_VALUES || s->mistake == CH_POSITIONS_TO_OUTPUT;
    for (size_t i = 0; i < cells; i++) input[i] = x[i] + (positions == NULL ? 0.0 : positions[i]);
    project(q, blind ? x : input, s->query, s);
    project(k, blind ? x : input, s->key, s);
    project(v, s->mistake == CH_POSITIONS_TO_OUTPUT ? x : input, s->value, s);
    ch_head head = {.Tq = s->T,
                    .Tk = s->T,
                    .width = s->D,
                    .value = s->D,
                    .scale = s->mistake == CH_NO_SCALE ? 1.0 : 1.0 / sqrt((double)s->D)};
    ch_attention(out->scores, out->weights, out->y, q, k, v, NULL, NULL, &head);
    if (positions == NULL || s->mistake != CH_POSITIONS_TO_OUTPUT) return true;
    for (size_t i = 0; i < cells; i++) out->y[i] += positions[i];
    return true;
}

/// y = x[perm], or with the inverted shuffle.
static void shuffle_rows(double *y, const double *x, const setting *s, bool inverted) {
    for (size_t i = 0; i < s->T; i++) {
        size_t token = (size_t)s->perm[i];
        const double *from = x + (inverted ? i : token) * s->D;
        double *to = y + (inverted ? token : i) * s->D;
        for (size_t d = 0; d < s->D; d++) to[d] = from[d];
    }
}

static bool copy_grid(ch_run *run, size_t table, const double *cells, size_t rows, size_t columns) {
    double *grid = ch_grid_open(run, table, rows, columns, 0, 0);
    for (size_t i = 0; grid != NULL && i < rows * columns; i++) grid[i] = cells[i];
    return grid != NULL;
}

static double pooled_difference(const double *left, const double *right, const setting *s) {
    double largest = 0.0;
    for (size_t d = 0; d < s->D; d++) {
        double sum = 0.0;
        for (size_t t = 0; t < s->T; t++) sum += left[t * s->D + d] - right[t * s->D + d];
        largest = ch_larger(largest, fabs(sum / (double)s->T));
    }
    return largest;
}

static double weights_difference(const double *shuffled, const double *original, const setting *s) {
    double largest = 0.0;
    for (size_t i = 0; i < s->T; i++) {
        for (size_t j = 0; j < s->T; j++) {
            double followed = original[(size_t)s->perm[i] * s->T + (size_t)s->perm[j]];
            largest = ch_larger(largest, fabs(shuffled[i * s->T + j] - followed));
        }
    }
    return largest;
}

/// One setting: attention of the tokens, then of the shuffled tokens; fills its tables and a row of the outcomes.
static bool compare(ch_run *run, const setting *s, const double *mixed, bool placed) {
    const double *positions = placed ? s->positions : NULL;
    size_t table = placed ? PLACED_FOLLOWED : FOLLOWED;
    size_t shown = placed ? PLACED_SHUFFLED : SHUFFLED;
    pass before;
    pass after;
    if (!attend(run, &before, s, s->x, positions) || !attend(run, &after, s, mixed, positions)) return false;
    double *followed = ch_grid_open(run, table, s->T, s->D, 0, 0);
    if (followed == NULL || !copy_grid(run, shown, after.y, s->T, s->D)) return false;
    if (s->mistake == CH_NOT_SHUFFLED) {
        memcpy(followed, before.y, s->T * s->D * sizeof *followed);
    } else {
        shuffle_rows(followed, before.y, s, s->mistake == CH_PERMUTATION_INVERTED);
    }
    if (!copy_grid(run, placed ? PLACED_SCORES : SCORES, before.scores, s->T, s->T)) return false;
    if (!placed && !copy_grid(run, ORIGINAL, before.y, s->T, s->D)) return false;
    double *row = run->tables[OUTCOMES].cells + (placed ? O_COUNT : 0);
    row[O_SETTING] = ch_text_cell(run, placed ? "with positions" : "no positions");
    row[O_OUTPUTS] = ch_largest_difference(after.y, followed, s->T * s->D);
    row[O_POOLED] = pooled_difference(after.y, followed, s);
    row[O_WEIGHTS] = weights_difference(after.weights, before.weights, s);
    row[O_EQUAL] = row[O_OUTPUTS] <= SAME ? 1.0 : 0.0;
    ch_check_set(run, placed ? ORDER_MATTERS : EQUIVARIANT, row[O_OUTPUTS], SAME);
    if (placed) ch_check_set(run, SCORES_SEE_ORDER, row[O_WEIGHTS], SAME);
    return true;
}

/// The shuffle: as given, the sources' own for six tokens, else the reverse order. NULL and a failure when it is none.
static const double *read_shuffle(ch_run *run, size_t T) {
    ch_value *given = &run->values[PERM];
    if (!given->given && T != given->columns) {
        double *reverse = ch_run_doubles(run, T);
        for (size_t i = 0; reverse != NULL && i < T; i++) reverse[i] = (double)(T - 1 - i);
        *given = (ch_value){.rows = 1, .columns = (uint32_t)T, .cells = reverse};
        return reverse;
    }
    const double *perm = ch_run_matrix(run, PERM, 1, T);
    if (perm == NULL) return NULL;
    uint32_t seen = 0;
    bool moved = false;
    for (size_t i = 0; i < T; i++) {
        if (perm[i] == floor(perm[i])) seen |= UINT32_C(1) << (uint32_t)perm[i];
        moved = moved || perm[i] != (double)i;
    }
    if (moved && seen == (UINT32_C(1) << T) - 1) return perm;
    ch_run_refuse(run, CH_VALUE_OUT_OF_RANGE, PERM,
                  "each number below that of the tokens once, not all in their own place,");
    return NULL;
}

static bool fill_shuffle(ch_run *run, const setting *s) {
    double *rows = ch_table_open(run, PERMUTATION, s->T, 3);
    for (size_t i = 0; rows != NULL && i < s->T; i++) {
        rows[3 * i] = (double)i;
        rows[3 * i + 1] = s->perm[i];
        rows[3 * (size_t)s->perm[i] + 2] = (double)i;
    }
    return rows != NULL && copy_grid(run, INPUT, s->x, s->T, s->D);
}

static ch_status run_blindness(ch_run *run) {
    setting s = {
        .T = (size_t)run->values[TOKENS].integer, .D = (size_t)run->values[WIDTH].integer, .mistake = run->mistake};
    size_t cells = s.T * s.D;
    bool identity = run->values[PROJECTIONS].integer == IDENTITY;
    ch_torch state;
    ch_torch_seed(&state, run->values[SEED].integer);
    const double *drawn[3];
    for (size_t w = 0; w < 3; w++) {
        drawn[w] = position_draw(run, &state, s.D * s.D, DRAWN_FACTOR);
        if (drawn[w] == NULL) return run->failure.status;
    }
    s.query = identity ? NULL : drawn[0];
    s.key = identity ? NULL : drawn[1];
    s.value = identity ? NULL : drawn[2];
    s.x = position_draw(run, &state, cells, 1.0F);
    s.perm = s.x == NULL ? NULL : read_shuffle(run, s.T);
    double *positions = s.perm == NULL ? NULL : ch_run_doubles(run, 2 * cells + ch_sinusoidal_pairs(s.D));
    if (positions == NULL || ch_table_open(run, OUTCOMES, 2, O_COUNT) == NULL) return run->failure.status;
    double *mixed = positions + cells;
    double *frequencies = mixed + cells;
    ch_sinusoidal_frequencies(frequencies, s.D, BASE);
    ch_sinusoidal_table(positions, frequencies, 0, s.T, s.D, CH_SINUSOIDAL_INTERLEAVED);
    s.positions = positions;
    shuffle_rows(mixed, s.x, &s, false);
    bool done = fill_shuffle(run, &s) && compare(run, &s, mixed, false) && compare(run, &s, mixed, true);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_order_blindness = {
    .id = "order-blindness",
    .summary = "shuffled tokens through attention, without positions and with them",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_blindness,
};
