// How fast each pair of a width turns: the clock hands of rotary embedding.
#include "clockhand/elementary.h"
#include "clockhand/half.h"
#include "registry.h"
#include "rope_parts.h"

enum { WIDTH, BASE, POSITION, HEADS };

static const ch_parameter PARAMETERS[] = {
    [WIDTH] = {.id = "width",
               .label = "head width",
               .help = "features that rotate; even",
               .type = CH_INTEGER,
               .step = 2,
               .least = 2,
               .most = 256,
               .standard = "8"},
    [BASE] = ROPE_BASE_PARAMETER("10000"),
    [POSITION] = {.id = "position",
                  .label = "position m",
                  .help = "where the angles are taken",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 1e9,
                  .standard = "1"},
    [HEADS] = {.id = "heads",
               .label = "heads",
               .help = "only a mistake reads it: frequencies of the whole model width",
               .type = CH_INTEGER,
               .least = 1,
               .most = 256,
               .standard = "4"},
};

enum { F_PAIR, F_EXPONENT, F_THETA, F_TURN, F_ANGLE, F_COSINE, F_SINE, F_COUNT };
static const ch_column COLUMNS[F_COUNT] = {
    [F_PAIR] = {.id = "pair", .label = "pair k", .type = CH_INTEGER},
    [F_EXPONENT] = {.id = "exponent", .label = "exponent −2k/d", .type = CH_REAL, .digits = 4},
    [F_THETA] = {.id = "theta", .label = "frequency θ", .unit = "radians per position", .type = CH_REAL, .digits = 4},
    [F_TURN] = {.id = "turn", .label = "one full turn", .unit = "positions", .type = CH_REAL, .digits = 1},
    [F_ANGLE] = {.id = "angle", .label = "angle m θ", .unit = "radians", .type = CH_REAL, .digits = 4},
    [F_COSINE] = {.id = "cosine", .label = "cosine", .type = CH_REAL, .digits = 4},
    [F_SINE] = {.id = "sine", .label = "sine", .type = CH_REAL, .digits = 4},
};

static const ch_table TABLES[] = {
    {.id = "frequencies",
     .caption = "Frequency, full turn and angle of each pair",
     .keys = 1,
     .columns = COLUMNS,
     .column_count = F_COUNT},
};

static const ch_mistake MISTAKES[] = {ROPE_TABLE_MISTAKES, CH_ANGLES_IN_16_BIT, CH_WIDTH_OF_MODEL};

static double angle_of(double position, double theta, ch_mistake mistake) {
    if (mistake != CH_ANGLES_IN_16_BIT) return position * theta;
    return ch_round_to_half(ch_round_to_half(position) * ch_round_to_half(theta));
}

static void fill_row(double *row, size_t pair, double exponent, double theta, double position, ch_mistake mistake) {
    double angle = angle_of(position, theta, mistake);
    bool swapped = mistake == CH_SINE_COSINE_SWAPPED;
    row[F_PAIR] = (double)pair;
    row[F_EXPONENT] = exponent;
    row[F_THETA] = theta;
    row[F_TURN] = 2.0 * CH_PI / theta;
    row[F_ANGLE] = angle;
    row[F_COSINE] = swapped ? ch_sin(angle) : ch_cos(angle);
    row[F_SINE] = swapped ? ch_cos(angle) : ch_sin(angle);
}

static ch_status run_frequencies(ch_run *run) {
    uint64_t position = run->values[POSITION].integer + (run->mistake == CH_POSITION_OFF_BY_ONE ? 1 : 0);
    size_t width = (size_t)run->values[WIDTH].integer;
    ch_rope_config config = {.width = width, .capacity = position + 1, .base = run->values[BASE].real};
    ch_status status = rope_check(run, &config);
    if (status != CH_OK) return status;
    double *row = ch_table_open(run, 0, width / 2, F_COUNT);
    double *frequencies = row == NULL ? NULL : ch_run_doubles(run, width / 2);
    if (frequencies == NULL) return run->failure.status;
    rope_faulty_frequencies(frequencies, width, config.base, run->mistake);
    for (size_t pair = 0; pair < width / 2; pair++, row += F_COUNT) {
        double exponent = -2.0 * (double)pair / (double)width;
        if (run->mistake == CH_EXPONENT_HALVED) exponent /= 2.0;
        if (run->mistake == CH_WIDTH_OF_MODEL) {
            exponent /= (double)run->values[HEADS].integer;
            frequencies[pair] = ch_pow(config.base, exponent);
        }
        fill_row(row, pair, exponent == 0.0 ? 0.0 : exponent, frequencies[pair], (double)position, run->mistake);
    }
    return CH_OK;
}

const ch_lab ch_lab_rope_frequencies = {
    .id = "rope-frequencies",
    .summary = "frequency, full turn and angle of each pair of a width",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_frequencies,
};
