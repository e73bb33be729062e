// One query pair and one key pair at two positions: the whole idea of rotary embedding in four numbers.
#include <math.h>

#include "clockhand/gradcheck.h"
#include "registry.h"
#include "rope_parts.h"

enum { Q, K, M, N, THETA };
enum { ROTATED, SCORE };
enum { OFFSET_ONLY, LENGTH_KEPT };

static const ch_parameter PARAMETERS[] = {
    [Q] = {.id = "q",
           .label = "query pair",
           .help = "the query's two features before rotation",
           .type = CH_MATRIX,
           .least = -1000,
           .most = 1000,
           .standard = "1,0"},
    [K] = {.id = "k",
           .label = "key pair",
           .help = "the key's two features before rotation",
           .type = CH_MATRIX,
           .least = -1000,
           .most = 1000,
           .standard = "0,1"},
    [M] = {.id = "m",
           .label = "query position m",
           .help = "absolute position of the query",
           .type = CH_INTEGER,
           .least = 0,
           .most = 1e6,
           .standard = "1"},
    [N] = {.id = "n",
           .label = "key position n",
           .help = "absolute position of the key",
           .type = CH_INTEGER,
           .least = 0,
           .most = 1e6,
           .standard = "0"},
    [THETA] = {.id = "theta",
               .label = "frequency θ",
               .help = "how far the pair turns from one position to the next",
               .unit = "radians per position",
               .type = CH_REAL,
               .least = 0,
               .most = 1000,
               .standard = "1"},
};

static const ch_column ROTATED_COLUMNS[] = {
    {.id = "vector", .label = "vector", .type = CH_TEXT},
    {.id = "position", .label = "position", .type = CH_INTEGER},
    {.id = "angle", .label = "angle", .unit = "radians", .type = CH_REAL, .digits = 6},
    {.id = "before_x", .label = "first before", .type = CH_REAL, .digits = 6},
    {.id = "before_y", .label = "second before", .type = CH_REAL, .digits = 6},
    {.id = "after_x", .label = "first after", .type = CH_REAL, .digits = 6},
    {.id = "after_y", .label = "second after", .type = CH_REAL, .digits = 6},
};

static const ch_column SCORE_COLUMNS[] = {
    {.id = "m", .label = "m", .type = CH_INTEGER},
    {.id = "n", .label = "n", .type = CH_INTEGER},
    {.id = "offset", .label = "n − m", .type = CH_INTEGER},
    {.id = "turn", .label = "(n − m) θ", .unit = "radians", .type = CH_REAL, .digits = 6},
    {.id = "plain", .label = "q · k unrotated", .type = CH_REAL, .digits = 6},
    {.id = "dot", .label = "rotated dot product", .type = CH_REAL, .digits = 6},
    {.id = "full", .label = "the same, every digit", .type = CH_REAL, .digits = CH_EVERY_DIGIT},
};

static const ch_table TABLES[] = {
    [ROTATED] = {.id = "rotated",
                 .caption = "The two pairs before and after their own rotation",
                 .keys = 1,
                 .columns = ROTATED_COLUMNS,
                 .column_count = CH_COUNT(ROTATED_COLUMNS)},
    [SCORE] = {.id = "score",
               .caption = "Their dot product and the offset it depends on",
               .columns = SCORE_COLUMNS,
               .column_count = CH_COUNT(SCORE_COLUMNS)},
};

static const ch_check CHECKS[] = {
    [OFFSET_ONLY] = {.id = "offset-only", .label = "rotated dot product against q · R((n − m) θ) k"},
    [LENGTH_KEPT] = {.id = "length-kept", .label = "largest change of a length under rotation"},
};

static const ch_mistake MISTAKES[] = {
    CH_CLOCKWISE,  CH_POSITION_OFF_BY_ONE, CH_DEGREES,         CH_SINE_COSINE_SWAPPED,
    CH_QUERY_ONLY, CH_OFFSET_SIGN,         CH_UNSIGNED_OFFSET, CH_COSINE_FOR_SINE,
};

/// Turns one pair at a position with the run's mistake; returns the angle used.
static double turn(double y[2], const double x[2], uint64_t position, double theta, ch_mistake mistake) {
    double frequency;
    double cosine;
    double sine;
    // The one frequency is given, not computed from a width: a width of 2 with any base has frequency 1.
    rope_faulty_frequencies(&frequency, 2, 1.0, mistake);
    frequency *= theta;
    rope_faulty_table(&cosine, &sine, &frequency, 1, position, 1, mistake);
    ch_rope_rotate(y, x, &cosine, &sine, NULL, 1, 1, 2, 2, CH_INTERLEAVED,
                   mistake == CH_CLOCKWISE ? CH_ADJOINT : CH_FORWARD);
    double used = (double)(position + (mistake == CH_POSITION_OFF_BY_ONE ? 1 : 0)) * frequency;
    return mistake == CH_CLOCKWISE && used != 0.0 ? -used : used;
}

static void put_row(ch_run *run, double *row, const char *name, uint64_t position, double angle, const double x[2],
                    const double y[2]) {
    const double cells[] = {ch_text_cell(run, name), (double)position, angle, x[0], x[1], y[0], y[1]};
    for (size_t i = 0; i < CH_COUNT(cells); i++) row[i] = cells[i];
}

static ch_status run_one_pair(ch_run *run) {
    const double *q = ch_run_matrix(run, Q, 1, 2);
    const double *k = q == NULL ? NULL : ch_run_matrix(run, K, 1, 2);
    double *rotated = k == NULL ? NULL : ch_table_open(run, ROTATED, 2, 7);
    double *score = rotated == NULL ? NULL : ch_table_open(run, SCORE, 1, 7);
    if (score == NULL) return run->failure.status;
    uint64_t m = run->values[M].integer;
    uint64_t n = run->values[N].integer;
    double theta = run->values[THETA].real;

    double yq[2];
    double yk[2];
    double angle_q = turn(yq, q, m, theta, run->mistake == CH_COSINE_FOR_SINE ? CH_SINE_COSINE_SWAPPED : run->mistake);
    bool query_alone = run->mistake == CH_COSINE_FOR_SINE;
    double angle_k = turn(yk, k, n, theta, query_alone ? CH_NO_MISTAKE : run->mistake);
    if (run->mistake == CH_QUERY_ONLY) {
        angle_k = 0.0;
        yk[0] = k[0];
        yk[1] = k[1];
    }
    put_row(run, rotated, "query", m, angle_q, q, yq);
    put_row(run, rotated + 7, "key", n, angle_k, k, yk);

    double scratch[2];
    double offset = (double)n - (double)m;
    double used = run->mistake == CH_OFFSET_SIGN ? -offset : run->mistake == CH_UNSIGNED_OFFSET ? fabs(offset) : offset;
    double relative = rope_relative_dot(scratch, q, k, &theta, 2, CH_INTERLEAVED, offset);
    double dot =
        used == offset ? rope_dot(yq, yk, 2) : rope_relative_dot(scratch, q, k, &theta, 2, CH_INTERLEAVED, used);
    const double cells[] = {
        (double)m, (double)n, used == 0.0 ? 0.0 : used, used == 0.0 ? 0.0 : used * theta, rope_dot(q, k, 2), dot, dot};
    for (size_t i = 0; i < 7; i++) score[i] = cells[i];

    double longest = fmax(rope_norm(q, 2), rope_norm(k, 2));
    double reach = (double)(m > n ? m : n) * theta + 4.0;
    ch_check_set(run, OFFSET_ONLY, fabs(dot - relative), rope_tolerance(longest * longest, reach));
    double change = ch_larger(fabs(rope_norm(yq, 2) - rope_norm(q, 2)), fabs(rope_norm(yk, 2) - rope_norm(k, 2)));
    ch_check_set(run, LENGTH_KEPT, change, rope_tolerance(longest, 4.0));
    return CH_OK;
}

const ch_lab ch_lab_rope_one_pair = {
    .id = "rope-one-pair",
    .summary = "one query pair and one key pair, rotated and multiplied",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_one_pair,
};
