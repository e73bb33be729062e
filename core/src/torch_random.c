#include "clockhand/torch_random.h"

#include <math.h>

#include "clockhand/elementary.h"

enum { SHIFT = 397, BLOCK = 16 };

void ch_torch_seed(ch_torch *state, uint64_t seed) {
    uint32_t word = (uint32_t)seed;
    state->words[0] = word;
    for (uint32_t i = 1; i < CH_TWISTER_WORDS; i++) {
        word = UINT32_C(1812433253) * (word ^ (word >> 30)) + i;
        state->words[i] = word;
    }
    state->next = CH_TWISTER_WORDS;
    state->has_kept = false;
    state->kept = 0.0;
}

/// The next state of a word from itself, its neighbour and the word SHIFT further on.
static uint32_t twisted(uint32_t word, uint32_t neighbour, uint32_t further) {
    uint32_t joined = (word & 0x80000000u) | (neighbour & 0x7fffffffu);
    return further ^ (joined >> 1) ^ ((0u - (joined & 1)) & 0x9908b0dfu);
}

static void twist(ch_torch *state) {
    enum { BEFORE = CH_TWISTER_WORDS - SHIFT };
    uint32_t *words = state->words;
    for (size_t i = 0; i < BEFORE; i++) words[i] = twisted(words[i], words[i + 1], words[i + SHIFT]);
    for (size_t i = BEFORE; i + 1 < CH_TWISTER_WORDS; i++) {
        words[i] = twisted(words[i], words[i + 1], words[i - BEFORE]);
    }
    words[CH_TWISTER_WORDS - 1] = twisted(words[CH_TWISTER_WORDS - 1], words[0], words[SHIFT - 1]);
    state->next = 0;
}

static uint32_t tempered(uint32_t word) {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

uint32_t ch_torch_word(ch_torch *state) {
    if (state->next == CH_TWISTER_WORDS) twist(state);
    return tempered(state->words[state->next++]);
}

static float uniform(ch_torch *state) {
    return (float)(ch_torch_word(state) & 0xffffff) * 0x1p-24f;
}

void ch_torch_rand(float *values, ch_torch *state, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = uniform(state);
}

/// Uniforms in [low, high], in float32: u * (high - low) + low.
static void uniforms_between(float *values, ch_torch *state, size_t count, double low, double high) {
    float from = (float)low;
    float to = (float)high;
    // torch rounds once, after a fused multiply-add; 24 by 24 bits are exact in a double.
    double offset = (double)from;
    double scale = (double)(to - from) * 0x1p-24;
    while (count > 0) {
        if (state->next == CH_TWISTER_WORDS) twist(state);
        const uint32_t *words = state->words + state->next;
        size_t left = CH_TWISTER_WORDS - state->next;
        size_t run = count < left ? count : left;
        for (size_t i = 0; i < run; i++) {
            values[i] = (float)((double)(tempered(words[i]) & 0xffffff) * scale + offset);
        }
        state->next += (uint32_t)run;
        values += run;
        count -= run;
    }
}

/// A uniform in [0, 1) with 53 bits, the first word the high one.
static double wide_uniform(ch_torch *state) {
    uint64_t high = ch_torch_word(state);
    uint64_t low = ch_torch_word(state);
    return (double)((high << 32 | low) & 0x1fffffffffffffu) * 0x1p-53;
}

static double single_normal(ch_torch *state) {
    if (state->has_kept) {
        state->has_kept = false;
        return state->kept;
    }
    double turn = 2.0 * CH_PI * wide_uniform(state);
    double u = wide_uniform(state);
    double sine;
    double cosine;
    double radius = sqrt(-2.0 * ch_log(1.0 - u));
    ch_sine_cosine(&sine, &cosine, turn);
    state->kept = radius * sine;
    state->has_kept = true;
    return radius * cosine;
}

/// Turns 16 uniforms into 16 normals: the first eight are radii, the last eight angles.
static void transform(float values[BLOCK]) {
    for (size_t j = 0; j < BLOCK / 2; j++) {
        double u = (double)(1.0f - values[j]);
        double radius = sqrt(-2.0 * ch_log(u));
        double sine;
        double cosine;
        ch_sine_cosine(&sine, &cosine, 2.0 * CH_PI * (double)values[j + BLOCK / 2]);
        values[j] = (float)(radius * cosine);
        values[j + BLOCK / 2] = (float)(radius * sine);
    }
}

void ch_torch_randn(float *values, ch_torch *state, size_t count) {
    if (count < BLOCK) {
        for (size_t i = 0; i < count; i++) values[i] = (float)single_normal(state);
        return;
    }
    ch_torch_rand(values, state, count);
    for (size_t i = 0; i + BLOCK <= count; i += BLOCK) transform(values + i);
    if (count % BLOCK == 0) return;
    ch_torch_rand(values + count - BLOCK, state, BLOCK);
    transform(values + count - BLOCK);
}

void ch_torch_randint(int64_t *values, ch_torch *state, size_t count, int64_t low, int64_t high) {
    uint64_t range = (uint64_t)high - (uint64_t)low;
    for (size_t i = 0; i < count; i++) values[i] = low + (int64_t)(ch_torch_word(state) % range);
}

void ch_torch_linear(float *weight, float *bias, ch_torch *state, size_t in, size_t out) {
    // torch comes to the weight's bound by way of a gain of sqrt(1/3); the rounding on that way is kept.
    double bound = sqrt(3.0) * (sqrt(2.0 / 6.0) / sqrt((double)in));
    uniforms_between(weight, state, in * out, -bound, bound);
    if (bias == NULL) return;
    bound = 1.0 / sqrt((double)in);
    uniforms_between(bias, state, out, -bound, bound);
}

void ch_torch_attention(float *out_weight, float *in_weight, float *scratch, ch_torch *state, size_t width) {
    ch_torch_linear(out_weight, scratch, state, width, width);
    double bound = sqrt(3.0) * sqrt(2.0 / (double)(width + 3 * width));
    uniforms_between(in_weight, state, 3 * width * width, -bound, bound);
}
