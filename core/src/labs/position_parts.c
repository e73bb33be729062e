#include "position_parts.h"

#include <math.h>

#include "clockhand/gradcheck.h"
#include "clockhand/relative_bias.h"

const ch_column POSITION_OFFSET_COLUMNS[3] = {
    {.id = "i", .label = "query position i", .type = CH_INTEGER},
    {.id = "j", .label = "key position j", .type = CH_INTEGER},
    {.id = "offset", .label = "j − i", .type = CH_INTEGER},
};

bool position_fill_offsets(ch_run *run, size_t table, size_t T) {
    double *cells = ch_grid_open(run, table, T, T, 0, 0);
    if (cells == NULL) return false;
    for (size_t i = 0; i < T; i++) {
        for (size_t j = 0; j < T; j++) cells[i * T + j] = (double)j - (double)i;
    }
    return true;
}

enum { CUE_EQUAL, CUE_LATER, CUE_EARLIER };
const ch_named POSITION_OFFSET_CUES[3] = {
    [CUE_EQUAL] = {.id = "equal", .label = "equal positions", .line = "double"},
    [CUE_LATER] = {.id = "later", .label = "key lies later", .line = "solid"},
    [CUE_EARLIER] = {.id = "earlier", .label = "key lies earlier", .line = "dashed"},
};

void position_put_cues(ch_run *run, size_t table, size_t T) {
    uint32_t *cues = run->tables[table].cues;
    for (size_t i = 0; i < T; i++) {
        for (size_t j = 0; j < T; j++) cues[i * T + j] = 1 + (i == j ? CUE_EQUAL : j > i ? CUE_LATER : CUE_EARLIER);
    }
}

void position_diagonal(double *least, double *largest, const double *matrix, int64_t offset, size_t T) {
    size_t i = offset < 0 ? (size_t)-offset : 0;
    size_t j = offset > 0 ? (size_t)offset : 0;
    *least = *largest = matrix[i * T + j];
    for (; i < T && j < T; i++, j++) {
        *least = -ch_larger(-*least, -matrix[i * T + j]);
        *largest = ch_larger(*largest, matrix[i * T + j]);
    }
}

double position_spread(const double *matrix, size_t reach, size_t T) {
    double spread = 0.0;
    for (int64_t offset = -(int64_t)reach; offset <= (int64_t)reach; offset++) {
        double least;
        double largest;
        position_diagonal(&least, &largest, matrix, offset, T);
        spread = ch_larger(spread, largest - least);
    }
    return spread;
}

bool position_beyond(size_t i, size_t j, size_t k) {
    return (i > j ? i - j : j - i) > k;
}

bool position_faulty_entry(size_t *entry, size_t i, size_t j, size_t k, ch_mistake mistake) {
    *entry = mistake == CH_OFFSET_SIGN ? ch_relative_entry(j, i, k) : ch_relative_entry(i, j, k);
    if (!position_beyond(i, j, k)) return true;
    if (mistake == CH_CLAMPED_TO_WRONG_END) *entry = 2 * k - *entry;
    return mistake != CH_NOT_CLAMPED;
}

void position_project(double *y, const double *x, const double *weight, size_t T, size_t D) {
    for (size_t t = 0; t < T; t++) {
        for (size_t o = 0; o < D; o++) {
            double sum = 0.0;
            for (size_t i = 0; i < D; i++) sum += x[t * D + i] * weight[i * D + o];
            y[t * D + o] = sum;
        }
    }
}

double *position_draw(ch_run *run, ch_torch *state, size_t count, float factor) {
    double *values = ch_run_doubles(run, count);
    if (values == NULL) return NULL;
    // The floats are needed only until they are widened.
    ch_arena scratch = *run->arena;
    float *drawn = ch_arena_take(&scratch, count, sizeof *drawn);
    if (drawn == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return NULL;
    }
    ch_torch_randn(drawn, state, count);
    for (size_t i = 0; i < count; i++) values[i] = (double)(drawn[i] * factor);
    return values;
}
