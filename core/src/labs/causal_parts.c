#include "causal_parts.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"
#include "rope_parts.h"

const ch_column CAUSAL_FEATURES[3] = {
    {.id = "t", .label = "token", .type = CH_INTEGER},
    {.id = "f", .label = "feature", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};

const ch_column CAUSAL_PAIRS[3] = {
    {.id = "i", .label = "query", .type = CH_INTEGER},
    {.id = "j", .label = "key", .type = CH_INTEGER},
    {.id = "value", .label = "value", .type = CH_REAL, .digits = 4},
};

ch_status causal_check_width(ch_run *run, size_t D, size_t H) {
    if (D % (2 * H) == 0) return CH_OK;
    return ch_fail_number(&run->failure, CH_VALUE_OUT_OF_RANGE, "width", D, "a multiple of ", 2 * H);
}

ch_status causal_check_below(ch_run *run, size_t parameter, size_t limit) {
    uint64_t value = run->values[parameter].integer;
    if (value < limit) return CH_OK;
    const char *id = run->lab->parameters[parameter].id;
    return ch_fail_number(&run->failure, CH_VALUE_OUT_OF_RANGE, id, value, "a whole number below ", limit);
}

/// Hands drawn floats on as doubles; what was taken behind `mark` is given back.
static void widen(ch_run *run, double *values, const float *drawn, size_t count, size_t mark) {
    for (size_t i = 0; i < count; i++) values[i] = (double)drawn[i];
    run->arena->used = mark;
}

static float *take_floats(ch_run *run, size_t count) {
    float *taken = ch_arena_take(run->arena, count, sizeof *taken);
    if (taken == NULL) ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    return taken;
}

bool causal_draw_weights(ch_run *run, ch_causal_rope *block, ch_torch *state) {
    size_t square = block->D * block->D;
    double *weights = ch_run_doubles(run, 4 * square);
    size_t mark = run->arena->used;
    float *drawn = weights == NULL ? NULL : take_floats(run, 4 * square);
    if (drawn == NULL) return false;
    ch_torch_linear(drawn, NULL, state, block->D, 3 * block->D);
    ch_torch_linear(drawn + 3 * square, NULL, state, block->D, block->D);
    widen(run, weights, drawn, 4 * square, mark);
    block->qkv = weights;
    block->out = weights + 3 * square;
    return true;
}

double *causal_draw_normals(ch_run *run, ch_torch *state, size_t count) {
    double *values = ch_run_doubles(run, count);
    size_t mark = run->arena->used;
    float *drawn = values == NULL ? NULL : take_floats(run, count);
    if (drawn == NULL) return NULL;
    ch_torch_randn(drawn, state, count);
    widen(run, values, drawn, count, mark);
    return values;
}

bool causal_sees(size_t i, size_t j, ch_mistake mistake) {
    if (mistake == CH_NO_MASK || mistake == CH_MASK_AFTER_SOFTMAX) return true;
    if (mistake == CH_MASK_FLIPPED) return j >= i;
    return mistake == CH_MASK_DIAGONAL ? j < i : j <= i;
}

static double scale_of(size_t width, size_t model, ch_mistake mistake) {
    if (mistake == CH_NO_SCALE) return 1.0;
    return 1.0 / sqrt((double)(mistake == CH_SCALE_BY_MODEL_WIDTH ? model : width));
}

bool causal_set(ch_run *run, ch_causal_rope *block, size_t model, uint64_t first, size_t count, ch_mistake mistake) {
    size_t width = block->D / block->H;
    size_t pairs = width / 2;
    double *cosines = ch_run_doubles(run, (2 * count + 1) * pairs);
    uint8_t *mask = cosines == NULL ? NULL : ch_arena_take(run->arena, block->T, block->T);
    if (mask == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return false;
    }
    double *sines = cosines + count * pairs;
    double *frequencies = sines + count * pairs;
    rope_faulty_frequencies(frequencies, width, CAUSAL_BASE, mistake);
    for (size_t pair = 0; pair < pairs && mistake == CH_WIDTH_OF_MODEL; pair++) {
        frequencies[pair] = ch_pow(CAUSAL_BASE, -2.0 * (double)pair / (double)model);
    }
    rope_faulty_table(cosines, sines, frequencies, pairs, first, count, mistake);
    for (size_t i = 0; i < block->T * block->T; i++) mask[i] = causal_sees(i / block->T, i % block->T, mistake);
    block->cosines = cosines;
    block->sines = sines;
    block->mask = mask;
    block->mask_step = 0;
    block->scale = scale_of(width, model, mistake);
    block->pairing = rope_faulty_pairing(CH_HALF, mistake);
    return true;
}

bool causal_take_steps(ch_run *run, ch_causal_steps *steps, const ch_causal_rope *block) {
    double *memory = ch_run_doubles(run, ch_causal_steps_count(block));
    if (memory == NULL) return false;
    ch_causal_steps_place(steps, memory, block);
    return true;
}

void causal_turn(ch_causal_steps *steps, const ch_causal_rope *block, ch_mistake mistake) {
    // Turned the other way round, both of them, a score depends on m - n in place of n - m.
    ch_direction direction = mistake == CH_OFFSET_SIGN ? CH_ADJOINT : CH_FORWARD;
    ch_causal_turn(steps->turned[0], steps->split[0], block, direction);
    if (mistake == CH_QUERY_ONLY) {
        memcpy(steps->turned[1], steps->split[1], block->B * block->T * block->D * sizeof(double));
    } else {
        ch_causal_turn(steps->turned[1], steps->split[1], block, direction);
    }
    if (mistake == CH_ROTATED_VALUES) ch_causal_turn(steps->split[2], steps->split[2], block, CH_FORWARD);
}

void causal_hide_late(double *weights, size_t T) {
    for (size_t i = 0; i < T; i++) {
        for (size_t j = i + 1; j < T; j++) weights[i * T + j] = 0.0;
    }
}

void causal_combine(double *y, const double *weights, const double *v, size_t T, size_t width, ch_mistake mistake) {
    for (size_t i = 0; i < T; i++) {
        for (size_t d = 0; d < width; d++) {
            double sum = 0.0;
            for (size_t j = 0; j < T; j++) {
                sum += weights[mistake == CH_TRANSPOSED_WEIGHTS ? j * T + i : i * T + j] * v[j * width + d];
            }
            y[i * width + d] = sum;
        }
    }
}

void causal_attend(ch_causal_steps *steps, const ch_causal_rope *block, ch_mistake mistake) {
    size_t T = block->T;
    size_t width = block->D / block->H;
    ch_causal_attend(steps, block);
    for (size_t head = 0; head < block->B * block->H && mistake == CH_MASK_AFTER_SOFTMAX; head++) {
        double *weights = steps->weights + head * T * T;
        causal_hide_late(weights, T);
        causal_combine(steps->heads + head * T * width, weights, steps->split[2] + head * T * width, T, width, mistake);
    }
}

void causal_forward(double *y, ch_causal_steps *steps, const double *x, const ch_causal_rope *block,
                    ch_mistake mistake) {
    ch_causal_project(steps, x, block);
    causal_turn(steps, block, mistake);
    causal_attend(steps, block, mistake);
    ch_causal_join(y, steps, block);
}
