// What a rotary table refuses, and the shapes it keeps. Every refusal in the table is provoked when the lab runs.
#include <math.h>
#include <string.h>

#include "registry.h"
#include "rope_parts.h"

enum { WIDTH, CAPACITY, BASE };
enum { CONFIGURATION, SHAPES, REFUSALS };
enum { SHAPES_KEPT, ALL_REFUSED };
enum { MADE_WIDTH = 4, MADE_CAPACITY = 3, MOST_ELEMENTS = 64 };
static const double MADE_BASE = 100.0;

static const ch_parameter PARAMETERS[] = {
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features that rotate",
               .type = CH_INTEGER,
               .step = 2,
               .least = 0,
               .most = 1048576,
               .standard = "4"},
    [CAPACITY] = {.id = "capacity",
                  .label = "capacity",
                  .help = "positions the table would hold",
                  .type = CH_INTEGER,
                  .least = 0,
                  .most = 18446744073709551615.0,
                  .standard = "3"},
    [BASE] = {.id = "base",
              .label = "base b",
              .help = "any number: the check decides",
              .type = CH_REAL,
              .least = -1e308,
              .most = 1e308,
              .standard = "100"},
};

static const ch_column CONFIGURATION_COLUMNS[] = {
    {.id = "pairs", .label = "pairs", .type = CH_INTEGER},
    {.id = "cells", .label = "table cells", .type = CH_TEXT},
    {.id = "evaluations", .label = "angles looked at", .type = CH_INTEGER},
    {.id = "verdict", .label = "verdict", .type = CH_TEXT},
    {.id = "reason", .label = "reason", .type = CH_TEXT},
};

static const ch_column SHAPE_COLUMNS[] = {
    {.id = "layout", .label = "axes", .type = CH_TEXT},
    {.id = "input", .label = "input shape", .type = CH_TEXT},
    {.id = "output", .label = "output shape", .type = CH_TEXT},
    {.id = "kept", .label = "kept", .type = CH_TEXT},
};

static const ch_column REFUSAL_COLUMNS[] = {
    {.id = "attempt", .label = "attempt", .type = CH_TEXT},
    {.id = "error", .label = "error", .type = CH_TEXT},
    {.id = "sentence", .label = "what is said", .type = CH_TEXT},
};

static const ch_table TABLES[] = {
    [CONFIGURATION] = {.id = "configuration",
                       .caption = "The configuration, checked without making its table",
                       .columns = CONFIGURATION_COLUMNS,
                       .column_count = 5},
    [SHAPES] = {.id = "shapes",
                .caption = "Shapes that a rotation of 4 features and 3 positions keeps",
                .keys = 1,
                .columns = SHAPE_COLUMNS,
                .column_count = 4},
    [REFUSALS] = {.id = "refusals",
                  .caption = "Attempts that are refused, each really made",
                  .keys = 1,
                  .columns = REFUSAL_COLUMNS,
                  .column_count = 3},
};

static const ch_check CHECKS[] = {
    [SHAPES_KEPT] = {.id = "shapes-kept", .label = "layouts whose shape or length changed"},
    [ALL_REFUSED] = {.id = "all-refused", .label = "attempts that were not refused as they should"},
};

/// The table that shapes and positions are tried on.
typedef struct made {
    double frequencies[MADE_WIDTH / 2];
    double cosines[MADE_CAPACITY * MADE_WIDTH / 2];
    double sines[MADE_CAPACITY * MADE_WIDTH / 2];
    ch_rope rope;
} made;

static void make(made *m) {
    ch_rope_frequencies(m->frequencies, MADE_WIDTH, MADE_BASE);
    ch_rope_table(m->cosines, m->sines, m->frequencies, MADE_WIDTH / 2, 0, MADE_CAPACITY);
    m->rope = (ch_rope){.config = {.width = MADE_WIDTH, .capacity = MADE_CAPACITY, .base = MADE_BASE},
                        .features = MADE_WIDTH,
                        .cosines = m->cosines,
                        .sines = m->sines};
}

static void put_shape(ch_text *text, const uint64_t *shape, size_t rank) {
    ch_text_put(text, "[");
    for (size_t i = 0; i < rank; i++) {
        if (i > 0) ch_text_put(text, ", ");
        ch_text_put_u64(text, shape[i]);
    }
    ch_text_put(text, "]");
}

typedef struct kept_case {
    const char *layout;
    uint64_t shape[4];
    size_t rank;
    uint64_t offset;
} kept_case;

static const kept_case KEPT[] = {
    {"tokens and features", {3, 4}, 2, 0},
    {"a batch axis in front", {2, 3, 4}, 3, 0},
    {"batch and head axes in front", {2, 2, 3, 4}, 4, 0},
    {"an empty axis in front", {0, 3, 4}, 3, 0},
    {"no tokens, starting at the capacity", {2, 0, 4}, 3, MADE_CAPACITY},
};
enum { KEPT_COUNT = CH_COUNT(KEPT) };

/// Rotates a tensor of ones; true when it is accepted, every element was written and each row kept its length.
static bool keeps(const kept_case *c, const ch_rope *rope) {
    double x[MOST_ELEMENTS];
    double y[MOST_ELEMENTS];
    size_t count = 1;
    for (size_t i = 0; i < c->rank; i++) count *= (size_t)c->shape[i];
    for (size_t i = 0; i < MOST_ELEMENTS; i++) {
        x[i] = 1.0;
        y[i] = (double)NAN;
    }
    ch_placement at = {.offset = c->offset};
    if (ch_rope_apply(y, x, c->shape, c->rank, rope, &at, CH_FORWARD, NULL) != CH_OK) return false;
    for (size_t row = 0; row < count / MADE_WIDTH; row++) {
        double change = rope_norm(y + row * MADE_WIDTH, MADE_WIDTH) - rope_norm(x, MADE_WIDTH);
        if (!(fabs(change) <= 1e-12)) return false;
    }
    return count == MOST_ELEMENTS || isnan(y[count]); // nothing is written past the end
}

static bool fill_shapes(ch_run *run, const ch_rope *rope) {
    double *row = ch_table_open(run, SHAPES, KEPT_COUNT, 4);
    if (row == NULL) return false;
    double changed = 0.0;
    for (size_t i = 0; i < KEPT_COUNT; i++, row += 4) {
        char shape[40];
        ch_text text;
        ch_text_open(&text, shape, sizeof shape);
        put_shape(&text, KEPT[i].shape, KEPT[i].rank);
        bool kept = keeps(&KEPT[i], rope);
        row[0] = ch_text_cell(run, KEPT[i].layout);
        row[1] = ch_text_cell(run, shape);
        row[2] = ch_text_cell(run, kept ? shape : "refused");
        row[3] = ch_text_cell(run, kept ? "yes" : "no");
        changed += kept ? 0.0 : 1.0;
    }
    ch_check_set(run, SHAPES_KEPT, changed, 0.0);
    return true;
}

static ch_status try_config(uint64_t width, uint64_t capacity, double base, ch_failure *failure) {
    ch_rope_config config = {.width = width, .capacity = capacity, .base = base};
    return ch_rope_check(&config, NULL, failure);
}

static ch_status try_apply(const ch_rope *rope, const uint64_t *shape, size_t rank, uint64_t offset,
                           ch_failure *failure) {
    double x[MOST_ELEMENTS] = {0};
    double y[MOST_ELEMENTS];
    ch_placement at = {.offset = offset};
    return ch_rope_apply(y, x, shape, rank, rope, &at, CH_FORWARD, failure);
}

static ch_status try_second_backward(const ch_rope *rope, ch_failure *failure) {
    const uint64_t shape[] = {3, 4};
    double x[12] = {0};
    double y[12];
    ch_rope_record record;
    ch_placement at = {.offset = 0};
    ch_status status = ch_rope_forward(y, &record, x, shape, 2, rope, &at, failure);
    if (status == CH_OK) status = ch_rope_backward(x, &record, y, failure);
    return status == CH_OK ? ch_rope_backward(x, &record, y, failure) : status;
}

typedef struct refused_case {
    const char *attempt;
    ch_status expected;
} refused_case;

enum {
    ODD_WIDTH,
    RANK,
    WIDTHS_DIFFER,
    PAST_TABLE,
    INTERVAL_OVERFLOW,
    SECOND_BACKWARD,
    ZERO_WIDTH,
    ZERO_CAPACITY,
    BASE_ZERO,
    BASE_NAN,
    SIZE_OVERFLOW,
    TOO_LARGE,
    NOT_FINITE,
    REFUSED_COUNT
};

static const refused_case REFUSED[REFUSED_COUNT] = {
    [ODD_WIDTH] = {"odd final feature width", CH_ODD_FEATURE_WIDTH},
    [RANK] = {"input below rank 2", CH_INPUT_RANK},
    [WIDTHS_DIFFER] = {"configured and input widths differ", CH_FEATURE_WIDTH_MISMATCH},
    [PAST_TABLE] = {"position interval past the table", CH_POSITION_RANGE_EXCEEDED},
    [INTERVAL_OVERFLOW] = {"position interval overflows", CH_POSITION_OFFSET_OVERFLOW},
    [SECOND_BACKWARD] = {"second backward pass over one record", CH_RECORD_RELEASED},
    [ZERO_WIDTH] = {"width 0", CH_ZERO_FEATURE_WIDTH},
    [ZERO_CAPACITY] = {"capacity 0", CH_ZERO_POSITION_CAPACITY},
    [BASE_ZERO] = {"base 0", CH_INVALID_BASE},
    [BASE_NAN] = {"base that is not a number", CH_INVALID_BASE},
    [SIZE_OVERFLOW] = {"positions times pairs beyond 64 bits", CH_TABLE_SIZE_OVERFLOW},
    [TOO_LARGE] = {"more cells than an allocation can hold", CH_TABLE_ALLOCATION_FAILED},
    [NOT_FINITE] = {"base so small that an angle overflows", CH_NON_FINITE_TABLE_VALUE},
};

static ch_status attempt(size_t which, const ch_rope *rope, ch_failure *failure) {
    static const uint64_t rank_one[] = {4};
    static const uint64_t wider[] = {3, 6};
    static const uint64_t fits[] = {3, 4};
    switch (which) {
    case ODD_WIDTH:
        return try_config(3, MADE_CAPACITY, MADE_BASE, failure);
    case RANK:
        return try_apply(rope, rank_one, 1, 0, failure);
    case WIDTHS_DIFFER:
        return try_apply(rope, wider, 2, 0, failure);
    case PAST_TABLE:
        return try_apply(rope, fits, 2, 1, failure);
    case INTERVAL_OVERFLOW:
        return try_apply(rope, fits, 2, UINT64_MAX - 1, failure);
    case SECOND_BACKWARD:
        return try_second_backward(rope, failure);
    case ZERO_WIDTH:
        return try_config(0, MADE_CAPACITY, MADE_BASE, failure);
    case ZERO_CAPACITY:
        return try_config(MADE_WIDTH, 0, MADE_BASE, failure);
    case BASE_ZERO:
        return try_config(MADE_WIDTH, MADE_CAPACITY, 0.0, failure);
    case BASE_NAN:
        return try_config(MADE_WIDTH, MADE_CAPACITY, (double)NAN, failure);
    case SIZE_OVERFLOW:
        return try_config(MADE_WIDTH, UINT64_MAX, MADE_BASE, failure);
    case TOO_LARGE:
        return try_config(MADE_WIDTH, UINT64_C(1) << 62, MADE_BASE, failure);
    default:
        return try_config(32, 1000000000, 1e-320, failure);
    }
}

static bool fill_refusals(ch_run *run, const ch_rope *rope) {
    double *row = ch_table_open(run, REFUSALS, REFUSED_COUNT, 3);
    if (row == NULL) return false;
    double accepted = 0.0;
    for (size_t i = 0; i < REFUSED_COUNT; i++, row += 3) {
        ch_failure failure = {.status = CH_OK};
        ch_status status = attempt(i, rope, &failure);
        char sentence[400];
        ch_text text;
        ch_text_open(&text, sentence, sizeof sentence);
        ch_failure_put(&text, &failure);
        row[0] = ch_text_cell(run, REFUSED[i].attempt);
        row[1] = ch_text_cell(run, ch_status_id(status));
        row[2] = ch_text_cell(run, sentence);
        accepted += status == REFUSED[i].expected ? 0.0 : 1.0;
    }
    ch_check_set(run, ALL_REFUSED, accepted, 0.0);
    return true;
}

static const ch_mistake MISTAKES[] = {CH_FEATURE_FOR_PAIR, CH_WHOLE_TABLE};

static bool fill_configuration(ch_run *run) {
    double *row = ch_table_open(run, CONFIGURATION, 1, 5);
    if (row == NULL) return false;
    ch_rope_config config = {
        .width = run->values[WIDTH].integer, .capacity = run->values[CAPACITY].integer, .base = run->values[BASE].real};
    uint64_t evaluations = 0;
    ch_failure failure = {.status = CH_OK};
    ch_status status = ch_rope_check(&config, &evaluations, &failure);
    uint64_t pairs = config.width / 2;
    char said[400];
    ch_text text;
    ch_text_open(&text, said, sizeof said);
    if (pairs == 0 || config.capacity <= UINT64_MAX / pairs) {
        ch_text_put_u64(&text, config.capacity * pairs);
    } else {
        ch_text_put(&text, "beyond 64 bits");
    }
    bool by_feature = run->mistake == CH_FEATURE_FOR_PAIR;
    row[0] = (double)(by_feature ? config.width : pairs);
    row[1] = ch_text_cell(run, said);
    row[2] = (double)evaluations * (by_feature ? 2.0 : run->mistake == CH_WHOLE_TABLE ? (double)config.capacity : 1.0);
    row[3] = ch_text_cell(run, status == CH_OK ? "accepted" : ch_status_id(status));
    ch_text_open(&text, said, sizeof said);
    ch_failure_put(&text, &failure);
    row[4] = ch_text_cell(run, status == CH_OK ? "every table value is finite" : said);
    return true;
}

static ch_status run_limits(ch_run *run) {
    made m;
    make(&m);
    bool done = fill_configuration(run) && fill_shapes(run, &m.rope) && fill_refusals(run, &m.rope);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_rope_limits = {
    .id = "rope-limits",
    .summary = "configurations and shapes that are refused, and those that are kept",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_limits,
};
