// The contrast to rotation: a sinusoidal position vector is added to an embedding, and its length changes.
#include <math.h>

#include "registry.h"
#include "rope_parts.h"
#include "sinusoid_parts.h"

enum { EMBEDDING, BASE, POSITION, SCALE };
enum { AS_IT_IS, ROOT_OF_WIDTH };
enum { SUM, LENGTHS, PARTS, SCALED };

static const ch_named SCALES[] = {
    [AS_IT_IS] = {.id = "none", .label = "the embedding as it is"},
    [ROOT_OF_WIDTH] = {.id = "root", .label = "the embedding times the root of its width"},
};

static const ch_parameter PARAMETERS[] = {
    [EMBEDDING] = {.id = "embedding",
                   .label = "embedding",
                   .help = "the token's features before a position is added",
                   .type = CH_MATRIX,
                   .least = -1000,
                   .most = 1000,
                   .standard = "0.5,-0.25,0.75,1"},
    [BASE] = SINUSOID_BASE_PARAMETER(1e-3),
    [POSITION] = {.id = "position",
                  .label = "position",
                  .help = "absolute position of the token",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 1e6,
                  .standard = "1"},
    [SCALE] = {.id = "scale",
               .label = "factor",
               .help = "what the embedding is multiplied by before the position is added",
               .type = CH_CHOICE,
               .standard = "none",
               .choices = SCALES,
               .choice_count = 2},
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

enum { P_FACTOR, P_SCALED, P_POSITION, P_SHARE, P_COUNT };
static const ch_column PART_COLUMNS[P_COUNT] = {
    [P_FACTOR] = {.id = "factor", .label = "factor on the embedding", .type = CH_REAL, .digits = 4},
    [P_SCALED] = {.id = "scaled", .label = "length of the embedding as added", .type = CH_REAL, .digits = 4},
    [P_POSITION] = {.id = "position", .label = "length of the position vector", .type = CH_REAL, .digits = 4},
    [P_SHARE] = {.id = "share", .label = "embedding's share of the two lengths", .type = CH_REAL, .digits = 4},
};

static const ch_column SCALED_COLUMNS[] = {
    {.id = "coordinate", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "embedding as added", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    [SUM] = {.id = "sum",
             .caption = "A sinusoidal position vector added to an embedding",
             .keys = 1,
             .columns = SUM_COLUMNS,
             .column_count = S_COUNT},
    [LENGTHS] = {.id = "lengths", .caption = "Adding changes the length", .columns = LENGTH_COLUMNS, .column_count = 2},
    [PARTS] = {.id = "parts", .caption = "What meets in the sum", .columns = PART_COLUMNS, .column_count = P_COUNT},
    [SCALED] = {.id = "scaled",
                .caption = "The embedding with its factor",
                .keys = 1,
                .columns = SCALED_COLUMNS,
                .column_count = 2},
};

static const ch_mistake MISTAKES[] = {SINUSOID_MISTAKES, CH_UNSCALED_EMBEDDING};

/// The embedding's length among both lengths; nothing has no share.
static double share_of(double embedding, double position) {
    return embedding == 0.0 ? 0.0 : embedding / (embedding + position);
}

static ch_status run_add(ch_run *run) {
    size_t width = run->values[EMBEDDING].columns;
    const double *embedding = ch_run_matrix(run, EMBEDDING, 1, width);
    double *cells = embedding == NULL ? NULL : ch_table_open(run, SUM, width, S_COUNT);
    double *lengths = cells == NULL ? NULL : ch_table_open(run, LENGTHS, 1, 2);
    double *parts = lengths == NULL ? NULL : ch_table_open(run, PARTS, 1, P_COUNT);
    double *as_added = parts == NULL ? NULL : ch_table_open(run, SCALED, width, 2);
    double *vector = as_added == NULL ? NULL : ch_run_doubles(run, 2 * width);
    sinusoid s;
    if (vector == NULL ||
        !sinusoid_open(&s, run, width, run->values[BASE].real, CH_SINUSOIDAL_INTERLEAVED, run->mistake))
        return run->failure.status;
    double *sums = vector + width;
    double position = (double)run->values[POSITION].integer;
    bool scaled = run->values[SCALE].integer == ROOT_OF_WIDTH && run->mistake != CH_UNSCALED_EMBEDDING;
    double factor = scaled ? sqrt((double)width) : 1.0;
    sinusoid_row(vector, &s, position);
    for (size_t i = 0; i < width; i++) {
        size_t feature = sinusoid_feature(i, width, s.layout);
        double *row = cells + i * S_COUNT;
        row[S_COORDINATE] = (double)i;
        row[S_FREQUENCY] = s.frequencies[feature];
        row[S_ANGLE] = sinusoid_angle(&s, feature, position);
        row[S_EMBEDDING] = embedding[i];
        row[S_POSITION] = vector[i];
        as_added[2 * i] = (double)i;
        as_added[2 * i + 1] = factor * embedding[i];
        row[S_SUM] = sums[i] = as_added[2 * i + 1] + vector[i];
    }
    lengths[0] = rope_norm(embedding, width);
    lengths[1] = rope_norm(sums, width);
    parts[P_FACTOR] = factor;
    parts[P_SCALED] = factor * lengths[0];
    parts[P_POSITION] = rope_norm(vector, width);
    parts[P_SHARE] = share_of(parts[P_SCALED], parts[P_POSITION]);
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
