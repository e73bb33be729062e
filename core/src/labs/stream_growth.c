// A residual stream as a running sum of random branches of length 1: it grows like the root of their number, and each
// new branch is a smaller share of it.
#include <math.h>

#include "clockhand/gradcheck.h"
#include "clockhand/numpy_random.h"
#include "registry.h"
#include "rope_parts.h"

enum { SEED, WIDTH, LAYERS };
enum { STREAM };
enum { COSINE_LAW, UNIT_BRANCHES, CONTROL };

static const ch_parameter PARAMETERS[] = {
    [SEED] = {.id = "seed",
              .label = "seed",
              .help = "of numpy's default_rng, which draws the stream and then each branch",
              .type = CH_INTEGER,
              .least = 0,
              .most = 18446744073709551615.0,
              .standard = "0"},
    [WIDTH] = {.id = "width",
               .label = "width",
               .help = "numbers in the stream's vector",
               .type = CH_INTEGER,
               .least = 2,
               .most = 1024,
               .standard = "64"},
    [LAYERS] = {.id = "layers",
                .label = "layers",
                .help = "branches that are added, one a layer",
                .type = CH_INTEGER,
                .least = 1,
                .most = 96,
                .standard = "24"},
};

enum { S_LAYER, S_BEFORE, S_COSINE, S_LENGTH, S_SHARE, S_EXPECTED, S_EXPECTED_SHARE, S_COUNT };
static const ch_column STREAM_COLUMNS[S_COUNT] = {
    [S_LAYER] = {.id = "layer", .label = "layer", .type = CH_INTEGER},
    [S_BEFORE] = {.id = "before", .label = "length before", .type = CH_REAL, .digits = 6},
    [S_COSINE] = {.id = "cosine", .label = "cosine between stream and branch", .type = CH_REAL, .digits = 6},
    [S_LENGTH] = {.id = "length", .label = "length after", .type = CH_REAL, .digits = 6},
    [S_SHARE] = {.id = "share", .label = "branch length over length after", .type = CH_REAL, .digits = 6},
    [S_EXPECTED] = {.id = "expected", .label = "length if all were orthogonal", .type = CH_REAL, .digits = 6},
    [S_EXPECTED_SHARE] = {.id = "expected_share",
                          .label = "share if all were orthogonal",
                          .type = CH_REAL,
                          .digits = 6},
};

static const ch_table TABLES[] = {
    [STREAM] = {.id = "stream",
                .caption = "The stream after each branch, and what orthogonal branches would give",
                .keys = 1,
                .columns = STREAM_COLUMNS,
                .column_count = S_COUNT},
};

static const ch_check CHECKS[] = {
    [COSINE_LAW] = {.id = "cosine-law", .label = "squared length against before² + 1 + 2 · before · cosine"},
    [UNIT_BRANCHES] = {.id = "unit-branches", .label = "largest distance of a branch's length from 1"},
    [CONTROL] = {.id = "control", .label = "the check notices when the cosine is left out", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_LENGTHS_ADDED, CH_SHARE_OF_BEFORE};

/// The next normal vector of the generator, divided by its length.
static void draw_unit(double *vector, ch_numpy *generator, size_t width) {
    ch_numpy_normal(vector, generator, width);
    double length = rope_norm(vector, width);
    for (size_t i = 0; i < width; i++) vector[i] /= length;
}

/// Lengths and shares of one row, as the mistake has them; `length` is that of the sum.
static void put_row(double *row, size_t layer, double before, double cosine, double length, ch_mistake mistake) {
    double count = (double)layer;
    bool added = mistake == CH_LENGTHS_ADDED;
    bool of_before = mistake == CH_SHARE_OF_BEFORE;
    row[S_LAYER] = count;
    row[S_BEFORE] = before;
    row[S_COSINE] = cosine;
    row[S_LENGTH] = added ? before + 1.0 : length;
    row[S_SHARE] = 1.0 / (of_before ? before : row[S_LENGTH]);
    row[S_EXPECTED] = added ? 1.0 + count : sqrt(1.0 + count);
    row[S_EXPECTED_SHARE] = 1.0 / (of_before ? sqrt(count) : row[S_EXPECTED]);
}

static ch_status run_growth(ch_run *run) {
    size_t width = (size_t)run->values[WIDTH].integer;
    size_t layers = (size_t)run->values[LAYERS].integer;
    double *row = ch_table_open(run, STREAM, layers, S_COUNT);
    double *stream = row == NULL ? NULL : ch_run_doubles(run, 2 * width);
    ch_numpy *generator = stream == NULL ? NULL : ch_arena_take(run->arena, 1, sizeof *generator);
    if (stream != NULL && generator == NULL) return ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    if (generator == NULL) return run->failure.status;
    double *branch = stream + width;
    uint64_t seed = run->values[SEED].integer;
    ch_numpy_seed(generator, (uint32_t[]){(uint32_t)seed, (uint32_t)(seed >> 32)}, 2);
    draw_unit(stream, generator, width);

    double law = 0.0;
    double unit = 0.0;
    double control = 0.0;
    double before = rope_norm(stream, width);
    for (size_t layer = 1; layer <= layers; layer++, row += S_COUNT) {
        draw_unit(branch, generator, width);
        double cosine = rope_dot(stream, branch, width) / before;
        unit = ch_larger(unit, fabs(rope_norm(branch, width) - 1.0));
        for (size_t i = 0; i < width; i++) stream[i] += branch[i];
        put_row(row, layer, before, cosine, rope_norm(stream, width), run->mistake);
        double squared = row[S_LENGTH] * row[S_LENGTH];
        law = ch_larger(law, fabs(squared - before * before - 1.0 - 2.0 * before * cosine));
        control = ch_larger(control, fabs(squared - before * before - 1.0));
        before = rope_norm(stream, width);
    }
    // Lengths stay below layers + 1, so squares and sums of `width` products round by parts in 1e13 of 97 squared.
    ch_check_set(run, COSINE_LAW, law, 1e-9);
    ch_check_set(run, UNIT_BRANCHES, unit, 1e-12);
    ch_check_set(run, CONTROL, control, 1e-9);
    return CH_OK;
}

const ch_lab ch_lab_stream_growth = {
    .id = "stream-growth",
    .summary = "the length of a residual stream to which random branches of length 1 are added",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_growth,
};
