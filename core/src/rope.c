#include "clockhand/rope.h"

#include <math.h>

#include "clockhand/elementary.h"

static double positive_zero(double value) {
    return value == 0.0 ? 0.0 : value;
}

static double frequency(uint64_t width, double base, uint64_t pair) {
    return ch_pow(base, -2.0 * (double)pair / (double)width);
}

/// Doubles of any allocation, on every target.
static const uint64_t MOST_CELLS = INT64_MAX / sizeof(double);

static ch_status check_sizes(const ch_rope_config *config, ch_failure *failure) {
    if (config->width == 0) return ch_fail_counts(failure, CH_ZERO_FEATURE_WIDTH, 0, 0, 0);
    if (config->width % 2 != 0) return ch_fail_counts(failure, CH_ODD_FEATURE_WIDTH, config->width, 0, 0);
    if (config->capacity == 0) return ch_fail_counts(failure, CH_ZERO_POSITION_CAPACITY, 0, 0, 0);
    if (!isfinite(config->base) || config->base <= 0.0) {
        ch_fail_counts(failure, CH_INVALID_BASE, 0, 0, 0);
        if (failure != NULL) failure->real = config->base;
        return CH_INVALID_BASE;
    }
    uint64_t pairs = config->width / 2;
    if (config->capacity > UINT64_MAX / pairs) {
        return ch_fail_counts(failure, CH_TABLE_SIZE_OVERFLOW, config->capacity, pairs, 0);
    }
    return CH_OK;
}

static bool finite_at(double theta, uint64_t position, uint64_t *evaluations) {
    *evaluations += 1;
    return isfinite((double)position * theta);
}

/// The first index up to `last` whose angle, or frequency when `config` is given, is not finite, when the last one's is
/// not and that of index 0 is: what is not finite stays so from there on.
static uint64_t first_not_finite(const ch_rope_config *config, double theta, uint64_t last, uint64_t *evaluations) {
    uint64_t good = 0;
    uint64_t bad = last;
    while (bad - good > 1) {
        uint64_t middle = good + (bad - good) / 2;
        bool finite = config == NULL ? finite_at(theta, middle, evaluations)
                                     : isfinite(frequency(config->width, config->base, middle));
        if (finite) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    return bad;
}

ch_status ch_rope_check(const ch_rope_config *config, uint64_t *evaluations, ch_failure *failure) {
    uint64_t uncounted = 0;
    uint64_t *count = evaluations == NULL ? &uncounted : evaluations;
    *count = 0;
    ch_status status = check_sizes(config, failure);
    if (status != CH_OK) return status;

    uint64_t pairs = config->width / 2;
    uint64_t cells = pairs * config->capacity;
    if (pairs > MOST_CELLS) return ch_fail_counts(failure, CH_TABLE_ALLOCATION_FAILED, pairs, MOST_CELLS, 0);
    // Frequencies grow or fall all along the pairs, so the last one is finite only when all are.
    if (!isfinite(frequency(config->width, config->base, pairs - 1))) {
        uint64_t pair = first_not_finite(config, 0.0, pairs - 1, count);
        return ch_fail_counts(failure, CH_NON_FINITE_TABLE_VALUE, 0, pair, 0);
    }
    if (cells > MOST_CELLS) return ch_fail_counts(failure, CH_TABLE_ALLOCATION_FAILED, cells, MOST_CELLS, 0);

    bool found = false;
    uint64_t bad_position = 0;
    uint64_t bad_pair = 0;
    for (uint64_t pair = 0; pair < pairs; pair++) {
        double theta = frequency(config->width, config->base, pair);
        if (finite_at(theta, config->capacity - 1, count)) continue;
        uint64_t position = first_not_finite(NULL, theta, config->capacity - 1, count);
        if (!found || position < bad_position) {
            found = true;
            bad_position = position;
            bad_pair = pair;
        }
    }
    return found ? ch_fail_counts(failure, CH_NON_FINITE_TABLE_VALUE, bad_position, bad_pair, 0) : CH_OK;
}

void ch_rope_frequencies(double *frequencies, uint64_t width, double base) {
    for (uint64_t pair = 0; pair < width / 2; pair++) frequencies[pair] = frequency(width, base, pair);
}

void ch_rope_table(double *cosines, double *sines, const double *frequencies, size_t pairs, uint64_t first,
                   size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t pair = 0; pair < pairs; pair++) {
            double angle = (double)(first + i) * frequencies[pair];
            double sine;
            double cosine;
            ch_sine_cosine(&sine, &cosine, angle);
            cosines[i * pairs + pair] = positive_zero(cosine);
            sines[i * pairs + pair] = positive_zero(sine);
        }
    }
}

/// Turns one vector by one table row. The adjoint is the same turn with the sine negated.
static void rotate_row(double *y, const double *x, const double *cosines, const double *sines, size_t rotary,
                       ch_pairing pairing, double sign) {
    size_t pairs = rotary / 2;
    for (size_t pair = 0; pair < pairs; pair++) {
        size_t first = pairing == CH_INTERLEAVED ? 2 * pair : pair;
        size_t second = pairing == CH_INTERLEAVED ? 2 * pair + 1 : pair + pairs;
        double a = x[first];
        double b = x[second];
        double c = cosines[pair];
        double s = sign * sines[pair];
        y[first] = positive_zero(a * c - b * s);
        y[second] = positive_zero(a * s + b * c);
    }
}

void ch_rope_rotate(double *y, const double *x, const double *cosines, const double *sines, const size_t *table_rows,
                    size_t rows, size_t tokens, size_t features, size_t rotary, ch_pairing pairing,
                    ch_direction direction) {
    double sign = direction == CH_FORWARD ? 1.0 : -1.0;
    for (size_t row = 0; row < rows; row++) {
        size_t at = (table_rows == NULL ? row % tokens : table_rows[row]) * (rotary / 2);
        rotate_row(y + row * features, x + row * features, cosines + at, sines + at, rotary, pairing, sign);
        for (size_t f = rotary; f < features; f++) y[row * features + f] = positive_zero(x[row * features + f]);
    }
}

/// The tensor as rows of features: how many, and how many tokens stand in one lane.
typedef struct extent {
    uint64_t rows;
    uint64_t tokens;
} extent;

static ch_status check_shape(extent *found, const uint64_t *shape, size_t rank, const ch_rope *rope,
                             ch_failure *failure) {
    if (rank < 2) return ch_fail_counts(failure, CH_INPUT_RANK, rank, 0, 0);
    if (shape[rank - 1] != rope->features) {
        return ch_fail_counts(failure, CH_FEATURE_WIDTH_MISMATCH, rope->features, shape[rank - 1], 0);
    }
    uint64_t most_rows = MOST_CELLS / rope->features;
    uint64_t rows = 1;
    bool empty = false;
    for (size_t axis = 0; axis + 1 < rank; axis++) empty = empty || shape[axis] == 0;
    for (size_t axis = 0; axis + 1 < rank && !empty; axis++) {
        if (shape[axis] > most_rows / rows) return ch_fail_counts(failure, CH_TENSOR_SIZE_OVERFLOW, MOST_CELLS, 0, 0);
        rows *= shape[axis];
    }
    if (empty) rows = 0;
    *found = (extent){.rows = rows, .tokens = shape[rank - 2]};
    return CH_OK;
}

static ch_status check_placement(const ch_placement *placement, const extent *tensor, const ch_rope *rope,
                                 ch_failure *failure) {
    uint64_t capacity = rope->config.capacity;
    if (placement->positions == NULL) {
        uint64_t offset = placement->offset;
        if (offset > UINT64_MAX - tensor->tokens) {
            return ch_fail_counts(failure, CH_POSITION_OFFSET_OVERFLOW, offset, tensor->tokens, 0);
        }
        if (offset + tensor->tokens > capacity) {
            return ch_fail_counts(failure, CH_POSITION_RANGE_EXCEEDED, offset, tensor->tokens, capacity);
        }
        return CH_OK;
    }
    for (uint64_t i = 0; i < placement->lead * tensor->tokens; i++) {
        if (placement->positions[i] >= capacity) {
            return ch_fail_counts(failure, CH_POSITION_RANGE_EXCEEDED, placement->positions[i], 1, capacity);
        }
    }
    return CH_OK;
}

/// Absolute position of a row: the lanes of one leading index share a row of given positions.
static uint64_t position_of(const ch_placement *placement, const extent *tensor, uint64_t row) {
    uint64_t token = row % tensor->tokens;
    if (placement->positions == NULL) return placement->offset + token;
    uint64_t rows_each = tensor->rows / placement->lead;
    return placement->positions[row / rows_each * tensor->tokens + token];
}

ch_status ch_rope_apply(double *y, const double *x, const uint64_t *shape, size_t rank, const ch_rope *rope,
                        const ch_placement *placement, ch_direction direction, ch_failure *failure) {
    extent tensor;
    ch_status status = check_shape(&tensor, shape, rank, rope, failure);
    if (status == CH_OK) status = check_placement(placement, &tensor, rope, failure);
    if (status != CH_OK) return status;
    size_t features = (size_t)rope->features;
    for (uint64_t row = 0; row < tensor.rows; row++) {
        size_t table_row = (size_t)position_of(placement, &tensor, row);
        size_t at = (size_t)row * features;
        ch_rope_rotate(y + at, x + at, rope->cosines, rope->sines, &table_row, 1, 1, features,
                       (size_t)rope->config.width, rope->pairing, direction);
    }
    return CH_OK;
}

ch_status ch_rope_forward(double *y, ch_rope_record *record, const double *x, const uint64_t *shape, size_t rank,
                          const ch_rope *rope, const ch_placement *placement, ch_failure *failure) {
    ch_status status = ch_rope_apply(y, x, shape, rank, rope, placement, CH_FORWARD, failure);
    if (status != CH_OK) return status;
    *record = (ch_rope_record){.rope = rope, .shape = shape, .rank = rank, .placement = *placement};
    return CH_OK;
}

// y = R x is linear, so dx = R^T dy needs nothing of x: the record holds the places and the table only.
ch_status ch_rope_backward(double *dx, ch_rope_record *record, const double *dy, ch_failure *failure) {
    if (record->released) return ch_fail_counts(failure, CH_RECORD_RELEASED, 0, 0, 0);
    ch_status status =
        ch_rope_apply(dx, dy, record->shape, record->rank, record->rope, &record->placement, CH_ADJOINT, failure);
    if (status == CH_OK) record->released = true;
    return status;
}
