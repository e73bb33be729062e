// The contrast to rotation: a sinusoidal position vector is added to an embedding, and its length changes.
#include "clockhand/elementary.h"
#include "registry.h"
#include "rope_parts.h"

enum { EMBEDDING, BASE, POSITION };
enum { SUM, LENGTHS };

static const ch_parameter PARAMETERS[] = {
    [EMBEDDING] = {.id = "embedding",
                   .label = "embedding",
                   .help = "the token's features before a position is added",
                   .type = CH_MATRIX,
                   .least = -1000,
                   .most = 1000,
                   .standard = "0.5,-0.25,0.75,1"},
    [BASE] = {.id = "base",
              .label = "base b",
              .help = "a larger base slows the later pairs",
              .type = CH_REAL,
              .least = 1e-3,
              .most = 1e12,
              .standard = "10000"},
    [POSITION] = {.id = "position",
                  .label = "position",
                  .help = "absolute position of the token",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 1e6,
                  .standard = "1"},
};

enum { S_COORDINATE, S_FREQUENCY, S_ANGLE, S_EMBEDDING, S_POSITION, S_SUM, S_COUNT };
static const ch_column SUM_COLUMNS[S_COUNT] = {
    [S_COORDINATE] = {.id = "coordinate", .label = "feature", .type = CH_INTEGER},
    [S_FREQUENCY] =
        {.id = "frequency", .label = "frequency", .unit = "radians per position", .type = CH_REAL, .digits = 6},
    [S_ANGLE] = {.id = "angle", .label = "angle", .unit = "radians", .type = CH_REAL, .digits = 6},
    [S_EMBEDDING] = {.id = "embedding", .label = "embedding", .type = CH_REAL, .digits = 6},
    [S_POSITION] = {.id = "position_value", .label = "position vector", .type = CH_REAL, .digits = 6},
    [S_SUM] = {.id = "sum", .label = "sum", .type = CH_REAL, .digits = 6},
};

static const ch_column LENGTH_COLUMNS[] = {
    {.id = "before", .label = "length of the embedding", .type = CH_REAL, .digits = 6},
    {.id = "after", .label = "length of the sum", .type = CH_REAL, .digits = 6},
};

static const ch_table TABLES[] = {
    [SUM] = {.id = "sum",
             .caption = "A sinusoidal position vector added to an embedding",
             .keys = 1,
             .columns = SUM_COLUMNS,
             .column_count = S_COUNT},
    [LENGTHS] = {.id = "lengths", .caption = "Adding changes the length", .columns = LENGTH_COLUMNS, .column_count = 2},
};

static const ch_mistake MISTAKES[] = {CH_EXPONENT_HALVED, CH_EXPONENT_DOUBLED,    CH_ODD_OWN_EXPONENT,
                                      CH_HALVES_LAYOUT,   CH_SINE_COSINE_SWAPPED, CH_POSITION_FROM_ONE,
                                      CH_DEGREES,         CH_MULTIPLIED_FREQUENCY};

/// Exponent of the base for feature i, as the mistake has it.
static double exponent_of(size_t i, size_t width, ch_mistake mistake) {
    double even = (double)(i - i % 2);
    double d = (double)width;
    if (mistake == CH_EXPONENT_HALVED) return -even / (2.0 * d);
    if (mistake == CH_EXPONENT_DOUBLED) return -2.0 * (double)i / d;
    if (mistake == CH_ODD_OWN_EXPONENT) return -(double)i / d;
    if (mistake == CH_MULTIPLIED_FREQUENCY) return even / d;
    return -even / d;
}

static double value_of(double angle, size_t i, ch_mistake mistake) {
    bool sine = (i % 2 == 0) != (mistake == CH_SINE_COSINE_SWAPPED);
    return sine ? ch_sin(angle) : ch_cos(angle);
}

static ch_status run_add(ch_run *run) {
    size_t width = run->values[EMBEDDING].columns;
    const double *embedding = ch_run_matrix(run, EMBEDDING, 1, width);
    double *cells = embedding == NULL ? NULL : ch_table_open(run, SUM, width, S_COUNT);
    double *lengths = cells == NULL ? NULL : ch_table_open(run, LENGTHS, 1, 2);
    double *sums = lengths == NULL ? NULL : ch_run_doubles(run, width);
    if (sums == NULL) return run->failure.status;
    double position = (double)run->values[POSITION].integer + (run->mistake == CH_POSITION_FROM_ONE ? 1.0 : 0.0);
    for (size_t i = 0; i < width; i++) {
        // The halves layout puts the value of feature `from` at feature i.
        size_t sines = (width + 1) / 2;
        size_t from = i;
        if (run->mistake == CH_HALVES_LAYOUT) from = i < sines ? 2 * i : 2 * (i - sines) + 1;
        double frequency = ch_pow(run->values[BASE].real, exponent_of(from, width, run->mistake));
        double angle = position * frequency * (run->mistake == CH_DEGREES ? CH_PI / 180.0 : 1.0);
        double *row = cells + i * S_COUNT;
        row[S_COORDINATE] = (double)i;
        row[S_FREQUENCY] = frequency;
        row[S_ANGLE] = angle;
        row[S_EMBEDDING] = embedding[i];
        row[S_POSITION] = value_of(angle, from, run->mistake);
        row[S_SUM] = sums[i] = embedding[i] + row[S_POSITION];
    }
    lengths[0] = rope_norm(embedding, width);
    lengths[1] = rope_norm(sums, width);
    return CH_OK;
}

const ch_lab ch_lab_sinusoidal_add = {
    .id = "sinusoidal-add",
    .summary = "a sinusoidal position vector added to an embedding",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_add,
};
