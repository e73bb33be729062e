// One attention head step by step: scores, scaled scores, weights row by row, weighted sums of the values.
#include <math.h>
#include <string.h>

#include "attention_parts.h"
#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "registry.h"

enum { Q, K, V, SCALE, CAUSAL, HEADS, WEIGHTS_GIVEN };
// clang-format off
enum { SIZES, SCORES, SCALED, MASK, EXPONENTIALS, WEIGHTS, UNSCALED, ROW_SUMS, COLUMN_SUMS, OUTPUT, BY_HAND };
// clang-format on
enum { ROWS_SUM, HAND, LIBRARY, HIDDEN };
enum { MOST = 16 }; // rows and columns that a person would still read

static const attention_places PLACES = {.q = Q, .k = K, .v = V, .causal = CAUSAL};

static const ch_parameter PARAMETERS[] = {
    [Q] = ATTENTION_Q(1000),
    [K] = ATTENTION_K(1000),
    [V] = ATTENTION_V(1000),
    [SCALE] = {.id = "scale",
               .label = "factor of the scores",
               .help = "what the scores are multiplied by; 0 stands for one divided by the root of the key width",
               .type = CH_REAL,
               .least = 0,
               .most = 1000,
               .standard = "0"},
    [CAUSAL] = ATTENTION_CAUSAL,
    [HEADS] = {.id = "heads",
               .label = "heads of the model",
               .help = "how many heads of this width stand side by side; this lab computes one of them",
               .type = CH_INTEGER,
               .least = 1,
               .most = 64,
               .standard = "1"},
    [WEIGHTS_GIVEN] = {.id = "weights",
                       .label = "weights",
                       .help = "used in place of the computed ones; 0 stands for computed",
                       .type = CH_MATRIX,
                       .least = -1e6,
                       .most = 1e6,
                       .standard = "0"},
};

static const ch_named WEIGHT_CUES[] = {{.id = "hidden", .label = "hidden by the mask", .line = "dashed"}};

enum { S_QUERIES, S_KEYS, S_WIDTH, S_VALUE, S_HEADS, S_MODEL, S_ROOT, S_FACTOR, S_COUNT };
static const ch_column SIZE_COLUMNS[S_COUNT] = {
    [S_QUERIES] = {.id = "queries", .label = "queries", .type = CH_INTEGER},
    [S_KEYS] = {.id = "keys", .label = "keys and values", .type = CH_INTEGER},
    [S_WIDTH] = {.id = "width", .label = "key width d_k", .type = CH_INTEGER},
    [S_VALUE] = {.id = "value_width", .label = "value width", .type = CH_INTEGER},
    [S_HEADS] = {.id = "heads", .label = "heads", .type = CH_INTEGER},
    [S_MODEL] = {.id = "model_width", .label = "model width", .type = CH_INTEGER},
    [S_ROOT] = {.id = "root", .label = "root of d_k", .type = CH_REAL, .digits = 4},
    [S_FACTOR] = {.id = "factor", .label = "factor of the scores", .type = CH_REAL, .digits = 4},
};

static const ch_column SCORE_COLUMNS[] = {ATTENTION_PAIR_AXES,
                                          {.id = "score", .label = "score", .type = CH_REAL, .digits = 4}};
static const ch_column MASK_COLUMNS[] = {ATTENTION_PAIR_AXES, {.id = "seen", .label = "may see", .type = CH_INTEGER}};
static const ch_column EXPONENTIAL_COLUMNS[] = {
    ATTENTION_PAIR_AXES, {.id = "exponential", .label = "exponential", .type = CH_REAL, .digits = 4}};
static const ch_column WEIGHT_COLUMNS[] = {ATTENTION_PAIR_AXES,
                                           {.id = "weight", .label = "weight", .type = CH_REAL, .digits = 4}};
static const ch_column OUTPUT_COLUMNS[] = {
    {.id = "i", .label = "query i", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "output", .label = "output", .type = CH_REAL, .digits = 4},
};

enum { R_I, R_SEEN, R_LARGEST, R_DENOMINATOR, R_SUM, R_COUNT };
static const ch_column ROW_COLUMNS[R_COUNT] = {
    [R_I] = {.id = "i", .label = "query i", .type = CH_INTEGER},
    [R_SEEN] = {.id = "seen", .label = "keys seen", .type = CH_INTEGER},
    [R_LARGEST] = {.id = "largest", .label = "largest scaled score", .type = CH_REAL, .digits = 4},
    [R_DENOMINATOR] = {.id = "denominator", .label = "sum of the exponentials", .type = CH_REAL, .digits = 4},
    [R_SUM] = {.id = "sum", .label = "sum of the weights", .type = CH_REAL, .digits = 4},
};

static const ch_column COLUMN_COLUMNS[] = {
    {.id = "j", .label = "key j", .type = CH_INTEGER},
    {.id = "sum", .label = "sum of the weights", .type = CH_REAL, .digits = 4},
};

#define GRID(names) .layout = CH_GRID, .keys = 1, .columns = names, .column_count = 3
static const ch_table TABLES[] = {
    [SIZES] = {.id = "sizes", .caption = "Sizes and the scale", .columns = SIZE_COLUMNS, .column_count = S_COUNT},
    [SCORES] = {.id = "scores", .caption = "Scores: queries times keys", GRID(SCORE_COLUMNS)},
    [SCALED] = {.id = "scaled", .caption = "Scaled scores", GRID(SCORE_COLUMNS)},
    [MASK] = {.id = "mask", .caption = "What each query may see, 1, and may not, 0", GRID(MASK_COLUMNS)},
    [EXPONENTIALS] = {.id = "exponentials",
                      .caption = "Exponentials of the scaled scores, the largest of its row taken off each",
                      GRID(EXPONENTIAL_COLUMNS)},
    [WEIGHTS] = {.id = "weights",
                 .caption = "Weights: what each query reads from each key",
                 .cues = WEIGHT_CUES,
                 .cue_count = 1,
                 GRID(WEIGHT_COLUMNS)},
    [UNSCALED] = {.id = "unscaled-weights",
                  .caption = "Weights of the scores as they are, without the scale",
                  .cues = WEIGHT_CUES,
                  .cue_count = 1,
                  GRID(WEIGHT_COLUMNS)},
    [ROW_SUMS] = {.id = "row-sums",
                  .caption = "Each row of the weights",
                  .keys = 1,
                  .columns = ROW_COLUMNS,
                  .column_count = R_COUNT},
    [COLUMN_SUMS] = {.id = "column-sums",
                     .caption = "Each column of the weights",
                     .keys = 1,
                     .columns = COLUMN_COLUMNS,
                     .column_count = 2},
    [OUTPUT] = {.id = "output", .caption = "Output: weights times values", GRID(OUTPUT_COLUMNS)},
    [BY_HAND] = {.id = "by-hand",
                 .caption = "The same as a sum of value rows, the last key first",
                 GRID(OUTPUT_COLUMNS)},
};

static const ch_check CHECKS[] = {
    [ROWS_SUM] = {.id = "rows-sum", .label = "how far a row of weights is from a sum of one"},
    [HAND] = {.id = "by-hand", .label = "the output against the sum of weighted value rows"},
    [LIBRARY] = {.id = "library", .label = "weights and output against the attention kernel"},
    [HIDDEN] = {.id = "hidden", .label = "largest weight of a hidden key, or output of a query that sees none"},
};

static const ch_mistake MISTAKES[] = {ATTENTION_MISTAKES};

/// What one run computes with, its mistake worked in.
typedef struct setting {
    attention_inputs in;
    ch_mistake mistake;
    double factor;
    uint8_t *mask;   ///< (Tq, Tk), as the mistake has it
    uint8_t *summed; ///< (Tq, Tk), what the softmax sums over
} setting;

static double faulty_factor(ch_run *run, const ch_head *head) {
    double model = (double)head->width * (double)run->values[HEADS].integer;
    double given = run->values[SCALE].real;
    switch (run->mistake) {
    case CH_NO_SCALE:
        return 1.0;
    case CH_SCALE_BY_DK:
        return 1.0 / (double)head->width;
    case CH_SCALE_BY_TOKENS:
        return 1.0 / sqrt((double)head->Tk);
    case CH_SCALE_BY_MODEL_WIDTH:
        return 1.0 / sqrt(model);
    default:
        return given == 0.0 ? head->scale : given;
    }
}

static bool read_setting(ch_run *run, setting *s) {
    if (!attention_read(run, &s->in, &PLACES, MOST)) return false;
    size_t count = s->in.head.Tq * s->in.head.Tk;
    s->mask = (uint8_t *)ch_run_doubles(run, (2 * count + 7) / 8);
    if (s->mask == NULL) return false;
    s->summed = s->mask + count;
    s->mistake = run->mistake;
    s->factor = faulty_factor(run, &s->in.head);
    attention_faulty_mask(s->mask, &s->in, s->mistake);
    bool all = s->mistake == CH_MASK_AFTER_SOFTMAX || s->mistake == CH_MASK_MINUS_TEN;
    for (size_t i = 0; i < count; i++) s->summed[i] = all || s->mask[i];
    return true;
}

/// scores, scaled: (Tq, Tk); `other` is scratch of that size.
static void put_scores(double *scores, double *scaled, double *other, const setting *s) {
    const ch_head *h = &s->in.head;
    for (size_t i = 0; i < h->Tq; i++) {
        for (size_t j = 0; j < h->Tk; j++) {
            double sum = 0.0;
            for (size_t d = 0; d < h->width; d++) sum += s->in.q[i * h->width + d] * s->in.k[j * h->width + d];
            other[i * h->Tk + j] = sum;
        }
    }
    for (size_t a = 0; a < h->Tq * h->Tk; a++) {
        scores[a] = s->mistake == CH_TRANSPOSED_SCORES ? attention_transposed(other, a, h->Tq, h->Tk) : other[a];
        scaled[a] = scores[a] * s->factor;
    }
}

/// A row of a matrix, or a column of it.
typedef struct line {
    size_t first, stride, count;
} line;

/// Softmax of one line, into its exponentials and its weights; nothing to sum over gives zeros.
static void put_line(double *exponentials, double *weights, const double *x, const setting *s, line l) {
    double largest = -(double)INFINITY;
    size_t end = l.first + l.count * l.stride;
    for (size_t a = l.first; a < end; a += l.stride) {
        if (s->summed[a]) largest = ch_larger(largest, x[a]);
    }
    for (size_t a = l.first; a < end; a += l.stride) {
        double value = s->mistake == CH_NO_EXPONENTIAL ? x[a] : ch_exp(x[a] - largest);
        exponentials[a] = s->summed[a] ? value : 0.0;
    }
    attention_share(weights + l.first, exponentials + l.first, l.count, l.stride);
}

/// Softmax of (Tq, Tk) scores over the keys that the mask leaves.
static void put_weights(double *exponentials, double *weights, double *x, const setting *s) {
    static const double minus_ten = -10.0;
    size_t Tq = s->in.head.Tq;
    size_t Tk = s->in.head.Tk;
    for (size_t a = 0; s->mistake == CH_MASK_MINUS_TEN && a < Tq * Tk; a++) {
        if (!s->mask[a]) x[a] += minus_ten;
    }
    if (s->mistake == CH_SOFTMAX_OVER_COLUMNS) {
        for (size_t j = 0; j < Tk; j++) put_line(exponentials, weights, x, s, (line){j, Tk, Tq});
    } else {
        for (size_t i = 0; i < Tq; i++) put_line(exponentials, weights, x, s, (line){i * Tk, 1, Tk});
    }
    for (size_t a = 0; s->mistake == CH_MASK_AFTER_SOFTMAX && a < Tq * Tk; a++) {
        if (!s->mask[a]) weights[a] = 0.0;
    }
}

/// y feature by feature, by_hand row by row and the last key first: another order of the same sum.
static void put_outputs(double *y, double *by_hand, const double *weights, const setting *s) {
    const ch_head *h = &s->in.head;
    memset(by_hand, 0, h->Tq * h->value * sizeof *by_hand);
    for (size_t i = 0; i < h->Tq; i++) {
        for (size_t f = 0; f < h->value; f++) {
            double sum = 0.0;
            for (size_t j = 0; j < h->Tk; j++) {
                size_t a = i * h->Tk + j;
                bool turned = s->mistake == CH_TRANSPOSED_WEIGHTS;
                double weight = turned ? attention_transposed(weights, a, h->Tq, h->Tk) : weights[a];
                sum += weight * s->in.v[j * h->value + f];
            }
            y[i * h->value + f] = sum;
        }
        for (size_t j = h->Tk; j-- > 0;) {
            for (size_t f = 0; f < h->value; f++)
                by_hand[i * h->value + f] += weights[i * h->Tk + j] * s->in.v[j * h->value + f];
        }
    }
}

static bool put_sums(ch_run *run, const double *scaled, const double *exponentials, const double *weights,
                     const setting *s) {
    const ch_head *h = &s->in.head;
    double *row = ch_table_open(run, ROW_SUMS, h->Tq, R_COUNT);
    double *column = row == NULL ? NULL : ch_table_open(run, COLUMN_SUMS, h->Tk, 2);
    if (column == NULL) return false;
    for (size_t j = 0; j < h->Tk; j++) column[2 * j] = (double)j;
    for (size_t i = 0; i < h->Tq; i++, row += R_COUNT) {
        row[R_I] = (double)i;
        for (size_t j = 0; j < h->Tk; j++) {
            size_t a = i * h->Tk + j;
            if (s->mask[a]) row[R_LARGEST] = row[R_SEEN] == 0.0 ? scaled[a] : ch_larger(row[R_LARGEST], scaled[a]);
            row[R_SEEN] += s->mask[a];
            row[R_DENOMINATOR] += exponentials[a];
            row[R_SUM] += weights[a];
            column[2 * j + 1] += weights[a];
        }
    }
    return true;
}

static void put_sizes(double *row, const setting *s, uint64_t heads) {
    const ch_head *h = &s->in.head;
    const double cells[S_COUNT] = {(double)h->Tq,          (double)h->Tk, (double)h->width,
                                   (double)h->value,       (double)heads, (double)(heads * h->width),
                                   sqrt((double)h->width), s->factor};
    memcpy(row, cells, sizeof cells);
}

/// Holds weights (Tq, Tk) and outputs to their properties and to the kernel at the same factor.
static bool put_checks(ch_run *run, const double *scaled, const double *weights, const double *y, const double *by_hand,
                       const setting *s) {
    ch_head h = s->in.head;
    size_t cells = h.Tq * h.Tk;
    size_t outputs = h.Tq * h.value;
    double *kernel = ch_run_doubles(run, 2 * cells + outputs);
    if (kernel == NULL) return false;
    if (run->values[SCALE].real != 0.0) h.scale = run->values[SCALE].real;
    ch_attention(kernel, kernel + cells, kernel + 2 * cells, s->in.q, s->in.k, s->in.v, s->in.mask, NULL, &h);
    double off = 0.0;
    double hidden = 0.0;
    for (size_t i = 0; i < h.Tq; i++) {
        double sum = 0.0;
        bool sees = false;
        for (size_t j = 0; j < h.Tk; j++) {
            sum += weights[i * h.Tk + j];
            if (s->in.mask[i * h.Tk + j]) sees = true;
            if (!s->in.mask[i * h.Tk + j]) hidden = ch_larger(hidden, fabs(weights[i * h.Tk + j]));
        }
        if (sees) off = ch_larger(off, fabs(sum - 1.0));
        if (!sees) hidden = ch_larger(hidden, ch_largest(y + i * h.value, h.value));
    }
    double values = fmax(1.0, ch_largest(s->in.v, h.Tk * h.value));
    double difference = ch_larger(ch_largest_difference(weights, kernel + cells, cells),
                                  ch_largest_difference(y, kernel + 2 * cells, outputs));
    double reach = ch_largest(scaled, cells) + (double)h.Tk;
    ch_check_set(run, ROWS_SUM, off, attention_tolerance(1.0, (double)h.Tk));
    ch_check_set(run, HAND, ch_largest_difference(y, by_hand, outputs), attention_tolerance(values, (double)h.Tk));
    ch_check_set(run, LIBRARY, difference, attention_tolerance(values, reach));
    ch_check_set(run, HIDDEN, hidden, 0.0);
    return true;
}

/// The weights that were given, or NULL for none; false when their shape does not fit.
static bool read_weights(ch_run *run, const double **given, const ch_head *head) {
    const ch_value *value = &run->values[WEIGHTS_GIVEN];
    *given = NULL;
    if (value->rows * value->columns == 1 && value->cells[0] == 0.0) return true;
    *given = ch_run_matrix(run, WEIGHTS_GIVEN, head->Tq, head->Tk);
    return *given != NULL;
}

static ch_status run_by_hand(ch_run *run) {
    setting s;
    const double *given;
    if (!read_setting(run, &s) || !read_weights(run, &given, &s.in.head)) return run->failure.status;
    size_t Tq = s.in.head.Tq;
    size_t Tk = s.in.head.Tk;
    static const size_t pair_grids[] = {SCORES, SCALED, MASK, EXPONENTIALS, WEIGHTS, UNSCALED};
    for (size_t i = 0; i < CH_COUNT(pair_grids); i++) {
        if (ch_grid_open(run, pair_grids[i], Tq, Tk, 0, 0) == NULL) return run->failure.status;
    }
    double *y = ch_grid_open(run, OUTPUT, Tq, s.in.head.value, 0, 0);
    double *by_hand = y == NULL ? NULL : ch_grid_open(run, BY_HAND, Tq, s.in.head.value, 0, 0);
    double *sizes = by_hand == NULL ? NULL : ch_table_open(run, SIZES, 1, S_COUNT);
    double *other = sizes == NULL ? NULL : ch_run_doubles(run, 2 * Tq * Tk);
    if (other == NULL) return run->failure.status;
    double *weights = run->tables[WEIGHTS].cells;
    double *scaled = run->tables[SCALED].cells;
    double *scores = run->tables[SCORES].cells;
    put_sizes(sizes, &s, run->values[HEADS].integer);
    put_scores(scores, scaled, other, &s);
    memcpy(other, scores, Tq * Tk * sizeof *other);
    put_weights(other + Tq * Tk, run->tables[UNSCALED].cells, other, &s);
    put_weights(run->tables[EXPONENTIALS].cells, weights, scaled, &s);
    put_outputs(y, by_hand, weights, &s);
    if (!put_checks(run, scaled, weights, y, by_hand, &s)) return run->failure.status;
    if (given != NULL) {
        memcpy(weights, given, Tq * Tk * sizeof *weights);
        put_outputs(y, by_hand, weights, &s);
    }
    if (!put_sums(run, scaled, run->tables[EXPONENTIALS].cells, weights, &s)) return run->failure.status;
    for (size_t a = 0; a < Tq * Tk; a++) {
        run->tables[MASK].cells[a] = s.mask[a];
        run->tables[WEIGHTS].cues[a] = run->tables[UNSCALED].cues[a] = s.mask[a] ? 0 : 1;
    }
    return CH_OK;
}

const ch_lab ch_lab_attention_by_hand = {
    .id = "attention-by-hand",
    .summary = "one attention head step by step: scores, scale, row softmax, weighted values",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_by_hand,
};
