#include "clockhand/numpy_random.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"

// Seeding -------------------------------------------------------------------------------------------------------------

enum { POOL = 4, STATE_WORDS = 8 };

static uint32_t fold(uint32_t value) {
    return value ^ (value >> 16);
}

/// Stirs one word with a constant that changes at each call.
static uint32_t stir(uint32_t value, uint32_t *constant, uint32_t factor) {
    value ^= *constant;
    *constant *= factor;
    return fold(value * *constant);
}

static uint32_t mix(uint32_t left, uint32_t right) {
    return fold(UINT32_C(0xca01f9dd) * left - UINT32_C(0x4973f715) * right);
}

static void fill_pool(uint32_t pool[POOL], const uint32_t *words, size_t count) {
    static const uint32_t factor = 0x931e8875;
    uint32_t constant = 0x43b0d7e5;
    for (size_t i = 0; i < POOL; i++) pool[i] = stir(i < count ? words[i] : 0, &constant, factor);
    for (size_t from = 0; from < POOL; from++) {
        for (size_t to = 0; to < POOL; to++) {
            if (from != to) pool[to] = mix(pool[to], stir(pool[from], &constant, factor));
        }
    }
    for (size_t from = POOL; from < count; from++) {
        for (size_t to = 0; to < POOL; to++) pool[to] = mix(pool[to], stir(words[from], &constant, factor));
    }
}

// The generator -------------------------------------------------------------------------------------------------------

/// left * right, all 128 bits.
static ch_wide multiply(uint64_t left, uint64_t right) {
    uint64_t a = left >> 32;
    uint64_t b = left & 0xffffffffu;
    uint64_t c = right >> 32;
    uint64_t d = right & 0xffffffffu;
    uint64_t middle = a * d + (b * d >> 32);
    uint64_t cross = b * c + (middle & 0xffffffffu);
    return (ch_wide){.high = a * c + (middle >> 32) + (cross >> 32), .low = left * right};
}

static ch_wide add(ch_wide left, ch_wide right) {
    ch_wide sum = {.high = left.high + right.high, .low = left.low + right.low};
    sum.high += sum.low < left.low;
    return sum;
}

static void step(ch_numpy *state) {
    static const ch_wide factor = {.high = 0x2360ed051fc65da4u, .low = 0x4385df649fccf645u};
    ch_wide product = multiply(state->state.low, factor.low);
    product.high += state->state.high * factor.low + state->state.low * factor.high;
    state->state = add(product, state->increment);
}

uint64_t ch_numpy_word(ch_numpy *state) {
    step(state);
    uint64_t folded = state->state.high ^ state->state.low;
    unsigned turn = (unsigned)(state->state.high >> 58);
    return turn == 0 ? folded : folded >> turn | folded << (64 - turn);
}

/// A 64-bit word gives two 32-bit ones, the low half first.
static uint32_t half_word(ch_numpy *state) {
    if (state->has_half) {
        state->has_half = false;
        return state->half;
    }
    uint64_t word = ch_numpy_word(state);
    state->has_half = true;
    state->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

static double uniform(ch_numpy *state) {
    return (double)(ch_numpy_word(state) >> 11) * 0x1p-53;
}

void ch_numpy_random(double *values, ch_numpy *state, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = uniform(state);
}

// Normals -------------------------------------------------------------------------------------------------------------

/// Where the tail begins, and the area of each of 256 layers under exp(-x^2/2).
static const double TAIL = 3.6541528853610087963519472518;
static const double AREA = 0.00492867323397465; // to the digits that numpy's layers were made with
static const double STEPS = 4503599627370496.0; // 2^52 values a layer

/// numpy's layers were computed once, with logarithms whose last bits were not always the nearest: how many units in the
/// last place each of its widths lies off the one computed here. Layers not listed agree.
static const struct {
    uint8_t layer;
    int8_t units;
} LAST_BITS[] = {
    {0, 3},   {1, -76},  {2, -22},  {3, -19},  {4, -18},  {5, -15},  {6, -15},  {7, -10}, {8, -9},  {9, -5},
    {10, -4}, {11, -5},  {12, -4},  {13, -4},  {14, -4},  {15, -4},  {16, -3},  {17, -4}, {18, -4}, {19, -4},
    {20, -4}, {21, -3},  {22, -3},  {23, -4},  {24, -2},  {25, -2},  {26, -2},  {27, -1}, {28, -2}, {29, -2},
    {30, -2}, {31, -2},  {32, -2},  {33, -2},  {34, -2},  {35, -2},  {36, -2},  {37, -2}, {82, -1}, {83, -1},
    {84, -1}, {127, -1}, {128, -1}, {129, -1}, {250, -1}, {251, -1}, {252, -1},
};

static void settle_last_bits(double *widths) {
    for (size_t i = 0; i < sizeof LAST_BITS / sizeof LAST_BITS[0]; i++) {
        double *width = &widths[LAST_BITS[i].layer];
        uint64_t bits;
        memcpy(&bits, width, sizeof bits);
        bits += (uint64_t)(int64_t)LAST_BITS[i].units; // wraps for negative units
        memcpy(width, &bits, sizeof bits);
    }
}

/// Layer i reaches to x_i; x_255 = TAIL, and each lower one holds AREA: x_{i-1} = f^-1(AREA / x_i + f(x_i)).
static void fill_layers(ch_numpy *state) {
    double x = TAIL;
    double density = ch_exp(-0.5 * x * x);
    double base = AREA / density;
    state->inside[0] = (uint64_t)(x / base * STEPS);
    state->inside[1] = 0;
    state->widths[0] = base / STEPS;
    state->widths[CH_ZIGGURAT_LAYERS - 1] = x / STEPS;
    state->densities[0] = 1.0;
    state->densities[CH_ZIGGURAT_LAYERS - 1] = density;
    for (size_t i = CH_ZIGGURAT_LAYERS - 2; i >= 1; i--) {
        double above = x;
        x = sqrt(-2.0 * ch_log(AREA / x + density));
        density = ch_exp(-0.5 * x * x);
        state->inside[i + 1] = (uint64_t)(x / above * STEPS);
        state->widths[i] = x / STEPS;
        state->densities[i] = density;
    }
    settle_last_bits(state->widths);
}

/// A normal beyond TAIL, by Marsaglia's method.
static double tail_normal(ch_numpy *state) {
    for (;;) {
        double x = -ch_log(1.0 - uniform(state)) * (1.0 / TAIL);
        double y = -ch_log(1.0 - uniform(state));
        if (y + y > x * x) return TAIL + x;
    }
}

static double normal(ch_numpy *state) {
    for (;;) {
        uint64_t word = ch_numpy_word(state);
        size_t layer = word & 0xff;
        uint64_t size = word >> 9 & 0xfffffffffffffu;
        double x = (double)size * state->widths[layer];
        double value = (word >> 8 & 1) != 0 ? -x : x;
        if (size < state->inside[layer]) return value;
        if (layer == 0) {
            double far = tail_normal(state);
            return (size >> 8 & 1) != 0 ? -far : far;
        }
        double gap = state->densities[layer - 1] - state->densities[layer];
        if (gap * uniform(state) + state->densities[layer] < ch_exp(-0.5 * x * x)) return value;
    }
}

void ch_numpy_normal(double *values, ch_numpy *state, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = normal(state);
}

// Whole numbers -------------------------------------------------------------------------------------------------------

static uint64_t below_in_32(ch_numpy *state, uint32_t last) {
    uint32_t count = last + 1;
    uint64_t product = (uint64_t)half_word(state) * count;
    if ((uint32_t)product < count) {
        uint32_t refused = (UINT32_MAX - last) % count;
        while ((uint32_t)product < refused) product = (uint64_t)half_word(state) * count;
    }
    return product >> 32;
}

static uint64_t below_in_64(ch_numpy *state, uint64_t last) {
    uint64_t count = last + 1;
    ch_wide product = multiply(ch_numpy_word(state), count);
    if (product.low < count) {
        uint64_t refused = (UINT64_MAX - last) % count;
        while (product.low < refused) product = multiply(ch_numpy_word(state), count);
    }
    return product.high;
}

/// A whole number from 0 to `last`, by 32-bit words where they are enough.
static uint64_t at_most(ch_numpy *state, uint64_t last) {
    if (last == 0) return 0;
    if (last == UINT64_MAX) return ch_numpy_word(state);
    if (last == UINT32_MAX) return half_word(state);
    return last < UINT32_MAX ? below_in_32(state, (uint32_t)last) : below_in_64(state, last);
}

void ch_numpy_integers(int64_t *values, ch_numpy *state, size_t count, int64_t low, int64_t high) {
    uint64_t last = (uint64_t)high - (uint64_t)low - 1;
    for (size_t i = 0; i < count; i++) values[i] = (int64_t)((uint64_t)low + at_most(state, last));
}

void ch_numpy_seed(ch_numpy *state, const uint32_t *words, size_t count) {
    uint32_t pool[POOL];
    uint32_t made[STATE_WORDS];
    uint32_t constant = 0x8b51f9dd;
    fill_pool(pool, words, count);
    for (size_t i = 0; i < STATE_WORDS; i++) made[i] = stir(pool[i % POOL], &constant, 0x58f38ded);
    uint64_t w[STATE_WORDS / 2];
    for (size_t i = 0; i < STATE_WORDS / 2; i++) w[i] = (uint64_t)made[2 * i + 1] << 32 | made[2 * i];
    state->state = (ch_wide){.high = 0, .low = 0};
    state->increment = (ch_wide){.high = w[2] << 1 | w[3] >> 63, .low = w[3] << 1 | 1};
    state->has_half = false;
    step(state);
    state->state = add(state->state, (ch_wide){.high = w[0], .low = w[1]});
    step(state);
    fill_layers(state);
}
