// The tables of the rotary chapter: pair rotations, the query-key dot matrix, an equal shift, norms.
#include <math.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "registry.h"
#include "rope_parts.h"

enum { WIDTH, BASE, POSITIONS, START, Q, K, SHIFT, PAIRING };
enum { ROTATIONS, DOTS, OFFSETS, ORIGINAL, SHIFTED, NORMS };
enum { EQUAL_SHIFT, NORMS_KEPT };
enum { CUE_EQUAL, CUE_LATER, CUE_EARLIER };
enum { CUE_FAST, CUE_SLOW, CUE_BETWEEN };

static const ch_parameter PARAMETERS[] = {
    [WIDTH] = ROPE_WIDTH_PARAMETER,
    [BASE] = ROPE_BASE_PARAMETER("100"),
    [POSITIONS] = {.id = "positions",
                   .label = "positions",
                   .help = "how many tokens stand in a row",
                   .type = CH_INTEGER,
                   .least = 1,
                   .most = 12,
                   .standard = "3"},
    [START] = {.id = "start",
               .label = "first position",
               .help = "absolute position of the first token",
               .type = CH_INTEGER,
               .least = 0,
               .most = 1e6,
               .standard = "0"},
    [Q] = {.id = "q",
           .label = "query contents",
           .help = "one row for all positions, or a row for each",
           .type = CH_MATRIX,
           .least = -1000,
           .most = 1000,
           .standard = "1,0,1,0"},
    [K] = {.id = "k",
           .label = "key contents",
           .help = "one row for all positions, or a row for each",
           .type = CH_MATRIX,
           .least = -1000,
           .most = 1000,
           .standard = "1,0,1,0"},
    [SHIFT] = {.id = "shift",
               .label = "equal shift",
               .help = "added to every query and key position",
               .unit = "positions",
               .type = CH_INTEGER,
               .least = 0,
               .most = 1e6,
               .standard = "3"},
    [PAIRING] = ROPE_PAIRING_PARAMETER,
};

static const ch_named PAIR_CUES[] = {
    [CUE_FAST] = {.id = "fast", .label = "fast pair", .line = "solid"},
    [CUE_SLOW] = {.id = "slow", .label = "slow pair", .line = "dashed"},
    [CUE_BETWEEN] = {.id = "between", .label = "pair between", .line = "dotted"},
};

static const ch_named OFFSET_CUES[] = {
    [CUE_EQUAL] = {.id = "equal", .label = "equal positions", .line = "double"},
    [CUE_LATER] = {.id = "later", .label = "key lies later", .line = "solid"},
    [CUE_EARLIER] = {.id = "earlier", .label = "key lies earlier", .line = "dashed"},
};

enum { R_M, R_PAIR, R_CUE, R_FIRST, R_SECOND, R_THETA, R_ANGLE, R_X, R_Y, R_AFTER_X, R_AFTER_Y, R_COUNT };
static const ch_column ROTATION_COLUMNS[R_COUNT] = {
    [R_M] = {.id = "m", .label = "position m", .type = CH_INTEGER},
    [R_PAIR] = {.id = "pair", .label = "pair k", .type = CH_INTEGER},
    [R_CUE] = {.id = "cue", .label = "speed", .type = CH_CUE},
    [R_FIRST] = {.id = "first", .label = "first feature", .type = CH_INTEGER},
    [R_SECOND] = {.id = "second", .label = "second feature", .type = CH_INTEGER},
    [R_THETA] = {.id = "theta", .label = "frequency θ", .unit = "radians per position", .type = CH_REAL, .digits = 6},
    [R_ANGLE] = {.id = "angle", .label = "angle m θ", .unit = "radians", .type = CH_REAL, .digits = 6},
    [R_X] = {.id = "before_x", .label = "first before", .type = CH_REAL, .digits = 6},
    [R_Y] = {.id = "before_y", .label = "second before", .type = CH_REAL, .digits = 6},
    [R_AFTER_X] = {.id = "after_x", .label = "first after", .type = CH_REAL, .digits = 6},
    [R_AFTER_Y] = {.id = "after_y", .label = "second after", .type = CH_REAL, .digits = 6},
};

static const ch_column DOT_COLUMNS[] = {
    {.id = "m", .label = "query position m", .type = CH_INTEGER},
    {.id = "n", .label = "key position n", .type = CH_INTEGER},
    {.id = "dot", .label = "rotated dot product", .type = CH_REAL, .digits = 6},
};

static const ch_column OFFSET_COLUMNS[] = {
    {.id = "m", .label = "query position m", .type = CH_INTEGER},
    {.id = "n", .label = "key position n", .type = CH_INTEGER},
    {.id = "offset", .label = "n − m", .type = CH_INTEGER},
};

enum { N_TENSOR, N_M, N_BEFORE, N_AFTER, N_SHIFTED, N_COUNT };
static const ch_column NORM_COLUMNS[N_COUNT] = {
    [N_TENSOR] = {.id = "tensor", .label = "vector", .type = CH_TEXT},
    [N_M] = {.id = "m", .label = "position", .type = CH_INTEGER},
    [N_BEFORE] = {.id = "before", .label = "before rotation", .type = CH_REAL, .digits = 6},
    [N_AFTER] = {.id = "after", .label = "after rotation", .type = CH_REAL, .digits = 6},
    [N_SHIFTED] = {.id = "shifted", .label = "after the shift", .type = CH_REAL, .digits = 6},
};

static const ch_table TABLES[] = {
    [ROTATIONS] = {.id = "rotations",
                   .caption = "Each pair of the query turned at each position",
                   .keys = 2,
                   .columns = ROTATION_COLUMNS,
                   .column_count = R_COUNT,
                   .cues = PAIR_CUES,
                   .cue_count = 3},
    [DOTS] = {.id = "dots",
              .caption = "Rotated dot products with their signed offsets",
              .layout = CH_GRID,
              .keys = 1,
              .columns = DOT_COLUMNS,
              .column_count = 3,
              .cues = OFFSET_CUES,
              .cue_count = 3,
              .companion = "offsets"},
    [OFFSETS] = {.id = "offsets",
                 .caption = "Signed offsets n − m",
                 .layout = CH_GRID,
                 .keys = 1,
                 .columns = OFFSET_COLUMNS,
                 .column_count = 3},
    [ORIGINAL] = {.id = "original",
                  .caption = "Dot products at the original positions",
                  .layout = CH_GRID,
                  .keys = 1,
                  .columns = DOT_COLUMNS,
                  .column_count = 3},
    [SHIFTED] = {.id = "shifted",
                 .caption = "Dot products after the equal shift",
                 .layout = CH_GRID,
                 .keys = 1,
                 .columns = DOT_COLUMNS,
                 .column_count = 3},
    [NORMS] = {.id = "norms",
               .caption = "Lengths before rotation, after it and after the shift",
               .keys = 2,
               .columns = NORM_COLUMNS,
               .column_count = N_COUNT},
};

static const ch_check CHECKS[] = {
    [EQUAL_SHIFT] = {.id = "equal-shift", .label = "largest change of a dot product under the equal shift"},
    [NORMS_KEPT] = {.id = "norms", .label = "largest change of a length under rotation"},
};

static const ch_mistake MISTAKES[] = {CH_OTHER_PAIRING, CH_CLOCKWISE,       ROPE_TABLE_MISTAKES, CH_QUERY_ONLY,
                                      CH_OFFSET_SIGN,   CH_UNSIGNED_OFFSET, CH_NO_ROOT};

/// Sizes and contents of one run. q, k: (T, D); frequencies: (D/2).
typedef struct setting {
    size_t T, D;
    uint64_t start, shift;
    ch_pairing pairing;
    ch_mistake mistake;
    const double *q, *k;
    double *frequencies;
} setting;

/// Queries and keys (T, D) as they stand at positions first .. first + T - 1.
typedef struct turned {
    double *q, *k;
} turned;

static bool turn(ch_run *run, turned *out, const setting *s, uint64_t first) {
    size_t pairs = s->D / 2;
    double *cosines = ch_run_doubles(run, 2 * s->T * pairs);
    double *rows = cosines == NULL ? NULL : ch_run_doubles(run, 2 * s->T * s->D);
    if (rows == NULL) return false;
    double *sines = cosines + s->T * pairs;
    *out = (turned){.q = rows, .k = rows + s->T * s->D};
    ch_direction direction = s->mistake == CH_CLOCKWISE ? CH_ADJOINT : CH_FORWARD;
    rope_faulty_table(cosines, sines, s->frequencies, pairs, first, s->T, s->mistake);
    ch_rope_rotate(out->q, s->q, cosines, sines, NULL, s->T, s->T, s->D, s->D, s->pairing, direction);
    ch_rope_rotate(out->k, s->k, cosines, sines, NULL, s->T, s->T, s->D, s->D, s->pairing, direction);
    if (s->mistake == CH_QUERY_ONLY) memcpy(out->k, s->k, s->T * s->D * sizeof(double));
    return true;
}

static double used_offset(const setting *s, size_t m, size_t n) {
    double offset = (double)n - (double)m;
    if (s->mistake == CH_OFFSET_SIGN) return offset == 0.0 ? 0.0 : -offset;
    return s->mistake == CH_UNSIGNED_OFFSET ? fabs(offset) : offset;
}

static double dot_at(const setting *s, const turned *t, double *scratch, size_t m, size_t n) {
    double offset = used_offset(s, m, n);
    if (offset == (double)n - (double)m) return rope_dot(t->q + m * s->D, t->k + n * s->D, s->D);
    return rope_relative_dot(scratch, s->q + m * s->D, s->k + n * s->D, s->frequencies, s->D, s->pairing, offset);
}

static bool fill_dots(ch_run *run, size_t table, const setting *s, const turned *t, uint64_t first) {
    double *scratch = ch_run_doubles(run, s->D);
    double *cells = scratch == NULL ? NULL : ch_grid_open(run, table, s->T, s->T, (size_t)first, (size_t)first);
    if (cells == NULL) return false;
    for (size_t m = 0; m < s->T; m++) {
        for (size_t n = 0; n < s->T; n++) cells[m * s->T + n] = dot_at(s, t, scratch, m, n);
    }
    return true;
}

static bool fill_offsets(ch_run *run, const setting *s) {
    double *cells = ch_grid_open(run, OFFSETS, s->T, s->T, (size_t)s->start, (size_t)s->start);
    if (cells == NULL) return false;
    uint32_t *cues = run->tables[DOTS].cues;
    for (size_t m = 0; m < s->T; m++) {
        for (size_t n = 0; n < s->T; n++) {
            double offset = used_offset(s, m, n);
            cells[m * s->T + n] = offset;
            cues[m * s->T + n] = 1 + (offset == 0.0 ? CUE_EQUAL : offset > 0.0 ? CUE_LATER : CUE_EARLIER);
        }
    }
    return true;
}

static double pair_cue(size_t pair, size_t pairs) {
    return pair == 0 ? CUE_FAST : pair + 1 == pairs ? CUE_SLOW : CUE_BETWEEN;
}

static bool fill_rotations(ch_run *run, const setting *s, const turned *t) {
    size_t pairs = s->D / 2;
    double *row = ch_table_open(run, ROTATIONS, s->T * pairs, R_COUNT);
    if (row == NULL) return false;
    double turns = s->mistake == CH_CLOCKWISE ? -1.0 : 1.0;
    uint64_t from = s->start + (s->mistake == CH_POSITION_OFF_BY_ONE ? 1 : 0);
    for (size_t i = 0; i < s->T * pairs; i++, row += R_COUNT) {
        size_t m = i / pairs;
        size_t pair = i % pairs;
        size_t first = s->pairing == CH_INTERLEAVED ? 2 * pair : pair;
        size_t second = s->pairing == CH_INTERLEAVED ? 2 * pair + 1 : pair + pairs;
        double angle = (double)(from + m) * s->frequencies[pair];
        row[R_M] = (double)(s->start + m);
        row[R_PAIR] = (double)pair;
        row[R_CUE] = pair_cue(pair, pairs);
        row[R_FIRST] = (double)first;
        row[R_SECOND] = (double)second;
        row[R_THETA] = s->frequencies[pair];
        row[R_ANGLE] = angle == 0.0 ? 0.0 : turns * angle;
        row[R_X] = s->q[m * s->D + first];
        row[R_Y] = s->q[m * s->D + second];
        row[R_AFTER_X] = t->q[m * s->D + first];
        row[R_AFTER_Y] = t->q[m * s->D + second];
    }
    return true;
}

static double norm_of(const setting *s, const double *vector) {
    return s->mistake == CH_NO_ROOT ? rope_dot(vector, vector, s->D) : rope_norm(vector, s->D);
}

static bool fill_norms(ch_run *run, const setting *s, const turned *here, const turned *there) {
    double *row = ch_table_open(run, NORMS, 2 * s->T, N_COUNT);
    if (row == NULL) return false;
    const double *before[] = {s->q, s->k};
    const double *after[] = {here->q, here->k};
    const double *shifted[] = {there->q, there->k};
    double largest = 0.0;
    double longest = 0.0;
    for (size_t tensor = 0; tensor < 2; tensor++) {
        for (size_t m = 0; m < s->T; m++, row += N_COUNT) {
            row[N_TENSOR] = ch_text_cell(run, tensor == 0 ? "query" : "key");
            row[N_M] = (double)(s->start + m);
            row[N_BEFORE] = norm_of(s, before[tensor] + m * s->D);
            row[N_AFTER] = norm_of(s, after[tensor] + m * s->D);
            row[N_SHIFTED] = norm_of(s, shifted[tensor] + m * s->D);
            largest =
                ch_larger(largest, ch_larger(fabs(row[N_AFTER] - row[N_BEFORE]), fabs(row[N_SHIFTED] - row[N_BEFORE])));
            longest = ch_larger(longest, row[N_BEFORE]);
        }
    }
    double reach = ((double)(s->start + s->shift) + (double)s->T) * s->frequencies[0] + 4.0;
    ch_check_set(run, NORMS_KEPT, largest, rope_tolerance(longest, 4.0));
    double change = ch_largest_difference(run->tables[ORIGINAL].cells, run->tables[SHIFTED].cells, s->T * s->T);
    ch_check_set(run, EQUAL_SHIFT, change, rope_tolerance(longest * longest, reach));
    return true;
}

static ch_status run_pairs(ch_run *run) {
    ch_rope_config config = {.width = run->values[WIDTH].integer, .base = run->values[BASE].real};
    setting s = {.T = (size_t)run->values[POSITIONS].integer,
                 .D = (size_t)config.width,
                 .start = run->values[START].integer,
                 .shift = run->values[SHIFT].integer,
                 .mistake = run->mistake};
    config.capacity = s.start + s.shift + s.T;
    ch_status status = rope_check(run, &config);
    if (status != CH_OK) return status;
    s.pairing = rope_faulty_pairing((ch_pairing)run->values[PAIRING].integer, run->mistake);
    s.q = ch_run_matrix(run, Q, s.T, s.D);
    s.k = s.q == NULL ? NULL : ch_run_matrix(run, K, s.T, s.D);
    s.frequencies = s.k == NULL ? NULL : ch_run_doubles(run, s.D / 2);
    if (s.frequencies == NULL) return run->failure.status;
    rope_faulty_frequencies(s.frequencies, s.D, config.base, run->mistake);

    turned here;
    turned there;
    bool done = turn(run, &here, &s, s.start) && turn(run, &there, &s, s.start + s.shift) &&
                fill_rotations(run, &s, &here) && fill_dots(run, DOTS, &s, &here, s.start) && fill_offsets(run, &s) &&
                fill_dots(run, ORIGINAL, &s, &here, s.start) &&
                fill_dots(run, SHIFTED, &s, &there, s.start + s.shift) && fill_norms(run, &s, &here, &there);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_rope_pairs = {
    .id = "rope-pairs",
    .summary = "pair rotations, the query-key dot matrix, an equal shift and the lengths",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_pairs,
};
