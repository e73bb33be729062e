// What offset alone does to a score: query and key of the same content, near and far, at real head widths and bases.
#include <math.h>

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "registry.h"
#include "rope_parts.h"

enum { WIDTH, BASES, REACH };
enum { SCORES };
enum { TURNED, CONTROL };

enum { MOST_WIDTH = 256, MOST_BASES = 4 };
enum { OCTAVE = 8 }; ///< offsets from one to its double, where they lie more than one apart
enum { HERE = 7 };   ///< where the query of the check stands

static const double STEP = 1.0905077326652577; // 2^(1/OCTAVE)

static const ch_parameter PARAMETERS[] = {
    [WIDTH] = {.id = "width",
               .label = "head width",
               .help = "features that rotate; even",
               .type = CH_INTEGER,
               .step = 2,
               .least = 2,
               .most = MOST_WIDTH,
               .standard = "128"},
    [BASES] = {.id = "bases",
               .label = "bases",
               .help = "up to 4 of them, a curve each",
               .type = CH_MATRIX,
               .least = 1,
               .most = 1e12,
               .standard = "10000,500000"},
    [REACH] = {.id = "reach",
               .label = "largest offset",
               .help = "how far the key is moved away",
               .unit = "positions",
               .type = CH_INTEGER,
               .least = 1,
               .most = 1048576,
               .standard = "131072"},
};

enum { S_BASE, S_OFFSET, S_SCORE, S_COUNT };
static const ch_column SCORE_COLUMNS[S_COUNT] = {
    [S_BASE] = {.id = "base", .label = "base", .type = CH_REAL, .digits = CH_EVERY_DIGIT},
    [S_OFFSET] = {.id = "offset", .label = "offset", .unit = "positions", .type = CH_INTEGER},
    [S_SCORE] = {.id = "score", .label = "score", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    [SCORES] = {.id = "scores",
                .caption = "Score of a query and a key of the same content, as a share of their score at no distance",
                .keys = 2,
                .columns = SCORE_COLUMNS,
                .column_count = S_COUNT},
};

static const ch_check CHECKS[] = {
    [TURNED] = {.id = "turned", .label = "mean of the cosines against dot products of turned vectors"},
    [CONTROL] = {.id = "control", .label = "control: the same with the key one position further", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_EXPONENT_HALVED, CH_DEGREES};

/// One curve: the frequencies of a base.
typedef struct setting {
    size_t pairs;
    double frequencies[MOST_WIDTH / 2];
} setting;

/// The offset after this one: the next whole number while they are few, then OCTAVE to a doubling. The last is `reach`.
static uint64_t next_offset(uint64_t offset, uint64_t reach) {
    uint64_t next = (uint64_t)floor((double)offset * STEP);
    if (next <= offset) next = offset + 1;
    return next < reach ? next : reach;
}

static size_t count_offsets(uint64_t reach) {
    size_t count = 1;
    for (uint64_t offset = 0; offset < reach; offset = next_offset(offset, reach)) count++;
    return count;
}

/// Two arrows that lay alike have the dot product cos(offset theta) in each pair.
static double score_at(const setting *s, uint64_t offset) {
    double sum = 0.0;
    for (size_t pair = 0; pair < s->pairs; pair++) sum += ch_cos((double)offset * s->frequencies[pair]);
    return sum / (double)s->pairs;
}

/// The same from two vectors that are turned, each by its own position.
static double turned_score(const setting *s, uint64_t m, uint64_t n) {
    double x[MOST_WIDTH] = {0.0};
    double turned[2][MOST_WIDTH];
    double cosines[MOST_WIDTH / 2];
    double sines[MOST_WIDTH / 2];
    const uint64_t positions[2] = {m, n};
    for (size_t pair = 0; pair < s->pairs; pair++) x[2 * pair] = 1.0;
    for (size_t i = 0; i < 2; i++) {
        ch_rope_table(cosines, sines, s->frequencies, s->pairs, positions[i], 1);
        ch_rope_rotate(turned[i], x, cosines, sines, NULL, 1, 1, 2 * s->pairs, 2 * s->pairs, CH_INTERLEAVED,
                       CH_FORWARD);
    }
    return rope_dot(turned[0], turned[1], 2 * s->pairs) / (double)s->pairs;
}

/// The rows of one base; `worst` takes up the largest difference of each check, looked at once an octave.
static void fill_curve(double *row, double worst[2], const setting *s, double base, size_t rows, uint64_t reach) {
    uint64_t offset = 0;
    for (size_t i = 0; i < rows; i++, row += S_COUNT, offset = next_offset(offset, reach)) {
        row[S_BASE] = base;
        row[S_OFFSET] = (double)offset;
        row[S_SCORE] = score_at(s, offset);
        if (i % OCTAVE != 0) continue;
        for (uint64_t late = 0; late < 2; late++) {
            double difference = fabs(turned_score(s, HERE, HERE + offset + late) - row[S_SCORE]);
            worst[late] = ch_larger(worst[late], difference);
        }
    }
}

static ch_status run_scores(ch_run *run) {
    uint64_t reach = run->values[REACH].integer;
    ch_rope_config config = {.width = run->values[WIDTH].integer, .capacity = reach + HERE + 2, .base = 1.0};
    ch_status status = rope_check(run, &config);
    if (status != CH_OK) return status;
    size_t count;
    const double *bases = ch_run_list(run, &count, BASES, MOST_BASES, false);
    if (bases == NULL) return run->failure.status;
    size_t rows = count_offsets(reach);
    double *cells = ch_table_open(run, SCORES, count * rows, S_COUNT);
    if (cells == NULL) return run->failure.status;
    double worst[2] = {0.0, 0.0};
    setting s = {.pairs = (size_t)config.width / 2};
    for (size_t b = 0; b < count; b++) {
        rope_faulty_frequencies(s.frequencies, 2 * s.pairs, bases[b], run->mistake);
        fill_curve(cells + b * rows * S_COUNT, worst, &s, bases[b], rows, reach);
    }
    double tolerance = rope_tolerance(1.0, (double)config.capacity + 4.0); // no pair turns faster than one radian
    ch_check_set(run, TURNED, worst[0], tolerance);
    ch_check_set(run, CONTROL, worst[1], tolerance);
    return CH_OK;
}

const ch_lab ch_lab_score_by_offset = {
    .id = "score-by-offset",
    .summary = "how the score of equal contents falls with the distance, by head width and base",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_scores,
};
