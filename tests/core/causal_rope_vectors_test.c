// The causal rotary block and its adjoint against torch in double, and against central differences over every coordinate.
#include <math.h>
#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/causal_rope.h"
#include "clockhand/gradcheck.h"

#include "draw.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 2048, MOST_SIZES = 4, TABLE = 1024, MOST_PAIRS = 8 };
static const double BASE = 10000.0;
static const double STEP = 1e-6;
static const double TOLERANCE = 4e-6;
static const uint64_t SEED = 20261130;

/// A block with memory of its own for everything that it points to.
typedef struct subject {
    ch_causal_rope block;
    ch_causal_steps steps;
    double x[MOST], qkv[MOST], out[MOST], y[MOST], dy[MOST];
    double dx[MOST], dqkv[MOST], dout[MOST];
    double cosines[TABLE * MOST_PAIRS], sines[TABLE * MOST_PAIRS];
    double memory[16 * MOST], scratch[16 * MOST];
    uint8_t mask[MOST];
    size_t rows[MOST];
} subject;

static subject s;

static void set_sizes(size_t B, size_t T, size_t D, size_t H, ch_pairing pairing) {
    double frequencies[MOST_PAIRS];
    size_t width = D / H;
    memset(&s, 0, sizeof s);
    s.block = (ch_causal_rope){.B = B,
                               .T = T,
                               .D = D,
                               .H = H,
                               .qkv = s.qkv,
                               .out = s.out,
                               .cosines = s.cosines,
                               .sines = s.sines,
                               .mask = s.mask,
                               .scale = 1.0 / sqrt((double)width),
                               .pairing = pairing};
    ch_rope_frequencies(frequencies, width, BASE);
    ch_rope_table(s.cosines, s.sines, frequencies, width / 2, 0, TABLE);
    ch_causal_mask(s.mask, CH_TOP_LEFT, T, T);
    ch_causal_steps_place(&s.steps, s.memory, &s.block);
}

static void run(void) {
    ch_causal_rope_forward(s.y, &s.steps, s.x, &s.block);
    ch_causal_rope_backward(s.dx, s.dqkv, s.dout, s.scratch, s.dy, s.x, &s.steps, &s.block);
}

/// Holds a result to the tensor of a key, within 1e-12 of the tensor's largest value.
static void expect(const vectors_case *item, const double *got, const char *key) {
    static double wanted[MOST];
    size_t count = vectors_reals(item, key, wanted, MOST);
    double largest = 1.0;
    TEST_TRUE(count > 0);
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(wanted[i]));
    TEST_ALL_NEAR(got, wanted, count, 1e-12 * largest);
}

static void read_case(const vectors_case *item) {
    uint64_t sizes[MOST_SIZES] = {0};
    static uint64_t positions[MOST], visible[MOST];
    TEST_SIZE(vectors_sizes(item, "sizes", sizes, MOST_SIZES), MOST_SIZES);
    size_t T = (size_t)sizes[1];
    set_sizes((size_t)sizes[0], T, (size_t)sizes[2], (size_t)sizes[3],
              vectors_is(item, "pairing", "half") ? CH_HALF : CH_INTERLEAVED);
    size_t placed = vectors_sizes(item, "positions", positions, MOST);
    size_t seen = vectors_sizes(item, "mask", visible, MOST);
    TEST_SIZE(placed, sizes[0] * T);
    TEST_SIZE(seen, sizes[0] * T * T);
    for (size_t i = 0; i < placed; i++) s.rows[i] = (size_t)positions[i];
    for (size_t i = 0; i < seen; i++) s.mask[i] = visible[i] != 0;
    s.block.table_rows = s.rows;
    s.block.mask_step = T * T;
    vectors_reals(item, "x", s.x, MOST);
    vectors_reals(item, "qkv", s.qkv, MOST);
    vectors_reals(item, "out", s.out, MOST);
    vectors_reals(item, "dy", s.dy, MOST);
}

static void check_vectors(void) {
    vectors_file file = vectors_open("causal-rope.txt");
    TEST_TRUE(file.count >= 20);
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        read_case(item);
        run();
        expect(item, s.steps.scores, "scores");
        expect(item, s.steps.weights, "weights");
        expect(item, s.y, "y");
        expect(item, s.dx, "dx");
        expect(item, s.dqkv, "dqkv");
        expect(item, s.dout, "dout");
    }
    test_section("control: a result off by a thousandth is noticed");
    s.dx[0] = s.dx[0] * 1.001 + 1e-6;
    test_totals before = test_count();
    test_quiet(true);
    expect(&file.cases[file.count - 1], s.dx, "dx");
    test_quiet(false);
    bool noticed = test_count().failed > before.failed;
    test_take_back(before);
    TEST_TRUE(noticed);
    vectors_close(&file);
}

/// sum(dy y) as one of the block's tensors changes; `context` is where that tensor stands.
static double loss(const double *x, void *context) {
    static double y[MOST];
    static double memory[16 * MOST];
    ch_causal_steps steps;
    const double *moved = context;
    const double *input = moved == s.x ? x : s.x;
    ch_causal_rope block = s.block;
    if (moved == s.qkv) block.qkv = x;
    if (moved == s.out) block.out = x;
    ch_causal_steps_place(&steps, memory, &block);
    ch_causal_rope_forward(y, &steps, input, &block);
    double sum = 0.0;
    for (size_t i = 0; i < block.B * block.T * block.D; i++) sum += s.dy[i] * y[i];
    return sum;
}

static void check_one_gradient(double *values, const double *adjoint, size_t count) {
    static double central[MOST];
    ch_central_differences(central, values, count, STEP, loss, values);
    TEST_NEAR(ch_largest_difference(adjoint, central, count), 0.0, TOLERANCE);
    // Control: an adjoint that is off by a thousandth is noticed.
    double worst = 0.0;
    for (size_t i = 0; i < count; i++) worst = fmax(worst, fabs(adjoint[i] * 1.001 - central[i]));
    TEST_TRUE(worst > TOLERANCE);
}

static void check_gradients(void) {
    static const size_t shapes[][4] = {{1, 1, 2, 1}, {1, 3, 4, 2}, {2, 4, 8, 2}, {2, 3, 6, 1}, {1, 5, 8, 4}};
    draw_stream stream = draw_open(SEED);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const size_t *shape = shapes[i];
        test_case("gradients of shape %zu, seed %llu", i, (unsigned long long)SEED);
        set_sizes(shape[0], shape[1], shape[2], shape[3], i % 2 == 0 ? CH_HALF : CH_INTERLEAVED);
        size_t cells = shape[0] * shape[1] * shape[2];
        size_t square = shape[2] * shape[2];
        for (size_t c = 0; c < cells; c++) s.x[c] = draw_real(&stream, -2.0, 2.0);
        for (size_t c = 0; c < cells; c++) s.dy[c] = draw_real(&stream, -1.0, 1.0);
        for (size_t c = 0; c < 3 * square; c++) s.qkv[c] = draw_real(&stream, -1.0, 1.0);
        for (size_t c = 0; c < square; c++) s.out[c] = draw_real(&stream, -1.0, 1.0);
        // Accumulated: what stood there before stays.
        for (size_t c = 0; c < cells; c++) s.dx[c] = 1.0;
        run();
        for (size_t c = 0; c < cells; c++) s.dx[c] -= 1.0;
        check_one_gradient(s.x, s.dx, cells);
        // With one token the only weight is 1, and no query or key has a derivative: the values' rows are checked with it.
        check_one_gradient(s.qkv, s.dqkv, 3 * square);
        check_one_gradient(s.out, s.dout, square);
        if (shape[1] == 1) continue;
        test_case("shape %zu: a way back that turns forward is noticed", i);
        memset(s.dqkv, 0, sizeof s.dqkv);
        for (size_t c = 0; c < TABLE * MOST_PAIRS; c++) s.sines[c] = -s.sines[c];
        ch_causal_rope_backward(s.dx, s.dqkv, s.dout, s.scratch, s.dy, s.x, &s.steps, &s.block);
        for (size_t c = 0; c < TABLE * MOST_PAIRS; c++) s.sines[c] = -s.sines[c];
        static double central[MOST];
        ch_central_differences(central, s.qkv, 3 * square, STEP, loss, s.qkv);
        TEST_TRUE(ch_largest_difference(s.dqkv, central, 3 * square) > TOLERANCE);
    }
}

static void check_nothing_hidden(void) {
    test_section("a block without a mask lets every key be seen");
    draw_stream stream = draw_open(SEED);
    set_sizes(1, 3, 4, 2, CH_HALF);
    for (size_t c = 0; c < 12; c++) s.x[c] = draw_real(&stream, -2.0, 2.0);
    for (size_t c = 0; c < 48; c++) s.qkv[c] = draw_real(&stream, -1.0, 1.0);
    s.block.mask = NULL;
    ch_causal_rope_forward(s.y, &s.steps, s.x, &s.block);
    for (size_t i = 0; i < 18; i++) TEST_TRUE(s.steps.weights[i] > 0.0);
    s.block.mask = s.mask;
    ch_causal_rope_forward(s.y, &s.steps, s.x, &s.block);
    for (size_t i = 0; i < 18; i++) TEST_TRUE((s.steps.weights[i] > 0.0) == (i % 3 <= i / 3 % 3));
}

int main(int argc, char **argv) {
    test_open("causal_rope_vectors", argc, argv);
    check_vectors();
    check_gradients();
    check_nothing_hidden();
    return test_close();
}
