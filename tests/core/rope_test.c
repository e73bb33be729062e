// Rotary embedding: properties with a control each, adjoints, and every refusal with its output untouched.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "draw.h"
#include "made_rope.h"
#include "test.h"

// --- Properties ----------------------------------------------------------------------------------------------------

static double dot(const double *a, const double *b, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static void fill(draw_stream *stream, double *values, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = draw_real(stream, -2.0, 2.0);
}

/// One row turned at one position.
static void turn(double *y, const double *x, const ch_rope *rope, uint64_t position, ch_direction direction) {
    uint64_t shape[2] = {1, rope->features};
    ch_placement placement = {.offset = position, .lead = 1};
    TEST_INT(ch_rope_apply(y, x, shape, 2, rope, &placement, direction, NULL), CH_OK);
}

static void properties_hold(void) {
    static const uint64_t widths[] = {2, 4, 8, 64};
    uint64_t seed = 606;
    draw_stream stream = draw_open(seed);
    for (size_t round = 0; round < 60; round++) {
        uint64_t width = widths[draw_between(&stream, 0, 3)];
        ch_pairing pairing = draw_between(&stream, 0, 1) == 0 ? CH_INTERLEAVED : CH_HALF;
        double base = draw_real(&stream, 2.0, 20000.0);
        made_rope made = make_rope(width, width, 120, base, pairing);
        size_t d = (size_t)width;
        double q[64], k[64], turned_q[64], turned_k[64], back[64];
        fill(&stream, q, d);
        fill(&stream, k, d);
        uint64_t m = draw_between(&stream, 1, 59);
        uint64_t n = draw_between(&stream, 0, 59);
        uint64_t shift = draw_between(&stream, 1, 60);
        turn(turned_q, q, &made.rope, m, CH_FORWARD);
        turn(turned_k, k, &made.rope, n, CH_FORWARD);
        double scale = dot(q, q, d) + dot(k, k, d);
        double bound = 1e-13 * scale;

        test_case("length is kept, seed %llu, round %zu", (unsigned long long)seed, round);
        TEST_NEAR(dot(turned_q, turned_q, d), dot(q, q, d), bound);
        TEST_TRUE(fabs(turned_q[0] - q[0]) > 0.0); // control: something did turn

        test_case("turning back is the inverse, seed %llu, round %zu", (unsigned long long)seed, round);
        turn(back, turned_q, &made.rope, m, CH_ADJOINT);
        TEST_ALL_NEAR(back, q, d, bound);
        turn(back, turned_q, &made.rope, m, CH_FORWARD);
        TEST_TRUE(ch_largest_difference(back, q, d) > bound); // control: turning on is not

        test_case("<Rx, y> = <x, R'y>, seed %llu, round %zu", (unsigned long long)seed, round);
        turn(back, k, &made.rope, m, CH_ADJOINT);
        TEST_NEAR(dot(turned_q, k, d), dot(q, back, d), bound);
        turn(back, k, &made.rope, m, CH_FORWARD);
        TEST_TRUE(fabs(dot(turned_q, k, d) - dot(q, back, d)) >
                  bound); // control: the forward rotation is not its adjoint

        test_case("only the offset counts, seed %llu, round %zu", (unsigned long long)seed, round);
        double before = dot(turned_q, turned_k, d);
        turn(turned_q, q, &made.rope, m + shift, CH_FORWARD);
        double one_moved = dot(turned_q, turned_k, d);
        turn(turned_k, k, &made.rope, n + shift, CH_FORWARD);
        TEST_NEAR(dot(turned_q, turned_k, d), before, bound);
        TEST_TRUE(fabs(one_moved - before) > bound); // control: moving the query alone changes the score
        free(made.memory);
    }
}

static void permuted_channels_exchange_the_pairings(void) {
    test_section("split halves of permuted channels are adjacent pairs");
    made_rope adjacent = make_rope(4, 4, 8, 10000.0, CH_INTERLEAVED);
    made_rope split = make_rope(4, 4, 8, 10000.0, CH_HALF);
    const double x[4] = {1, 2, 3, 4};
    const double permuted[4] = {1, 3, 2, 4};
    double y[4], z[4];
    turn(y, x, &adjacent.rope, 5, CH_FORWARD);
    turn(z, permuted, &split.rope, 5, CH_FORWARD);
    const double unpermuted[4] = {z[0], z[2], z[1], z[3]};
    TEST_ALL_SAME(unpermuted, y, 4);
    turn(z, x, &split.rope, 5, CH_FORWARD);
    TEST_TRUE(ch_largest_difference(z, y, 4) > 0.1); // control: without the permutation they differ
    free(adjacent.memory);
    free(split.memory);
}

static void partial_width_is_not_the_full_schedule(void) {
    test_section("a rotary part of 4 of 8 features, split halves");
    made_rope partial = make_rope(4, 8, 2, 10000.0, CH_HALF);
    made_rope full = make_rope(8, 8, 2, 10000.0, CH_HALF);
    const double x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const double right[8] = {-1.98411, 1.95990, 2.46238, 4.01980, 5, 6, 7, 8};
    double y[8];
    turn(y, x, &partial.rope, 1, CH_FORWARD);
    TEST_ALL_NEAR(y, right, 8, 5e-6);
    turn(y, x, &full.rope, 1, CH_FORWARD);
    TEST_TRUE(ch_largest_difference(y, right, 8) > 1e-3); // control
    free(partial.memory);
    free(full.memory);
}

static void batches_have_positions_of_their_own(void) {
    test_section("positions for each row of the first axis");
    made_rope made = make_rope(4, 4, 10, 10000.0, CH_INTERLEAVED);
    uint64_t shape[3] = {2, 2, 4};
    uint64_t positions[4] = {0, 9, 5, 1};
    double x[16], y[16], row[4];
    for (size_t i = 0; i < 16; i++) x[i] = (double)i - 7.5;
    ch_placement placement = {.positions = positions, .lead = 2};
    TEST_INT(ch_rope_apply(y, x, shape, 3, &made.rope, &placement, CH_FORWARD, NULL), CH_OK);
    for (size_t i = 0; i < 4; i++) {
        turn(row, x + 4 * i, &made.rope, positions[i], CH_FORWARD);
        TEST_ALL_SAME(y + 4 * i, row, 4);
    }
    free(made.memory);
}

// --- Gradients -----------------------------------------------------------------------------------------------------

typedef struct loss_context {
    const ch_rope *rope;
    const double *weights;
    const uint64_t *shape;
} loss_context;

static double weighted_sum(const double *x, void *context) {
    const loss_context *loss = context;
    size_t count = (size_t)(loss->shape[0] * loss->shape[1]);
    double y[16];
    ch_placement placement = {.lead = 1};
    ch_rope_apply(y, x, loss->shape, 2, loss->rope, &placement, CH_FORWARD, NULL);
    return dot(y, loss->weights, count);
}

static void adjoints_are_gradients(void) {
    test_section("adjoints against central differences, h 1e-6, tolerance 4e-6");
    static const double outputs[2][12] = {{1, -.5, .25, .75, -.3, .8, 1.2, -.4, .6, .1, -.7, .9},
                                          {-.2, .4, .9, -.6, .5, 1.1, -.8, .3, 1, -.9, .2, .7}};
    const uint64_t shape[2] = {3, 4};
    made_rope made = make_rope(4, 4, 3, 100.0, CH_INTERLEAVED);
    for (size_t tensor = 0; tensor < 2; tensor++) {
        double x[12] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
        double before[12], y[12], adjoint[12], wrong[12], central[12];
        memcpy(before, x, sizeof x);
        loss_context loss = {&made.rope, outputs[tensor], shape};
        ch_central_differences(central, x, 12, 1e-6, weighted_sum, &loss);
        TEST_ALL_SAME(x, before, 12); // the input is put back
        ch_placement placement = {.lead = 1};
        ch_rope_record record = {0};
        TEST_INT(ch_rope_forward(y, &record, x, shape, 2, &made.rope, &placement, NULL), CH_OK);
        TEST_INT(ch_rope_backward(adjoint, &record, outputs[tensor], NULL), CH_OK);
        TEST_ALL_NEAR(adjoint, central, 12, 4e-6);
        ch_rope_apply(wrong, outputs[tensor], shape, 2, &made.rope, &placement, CH_FORWARD, NULL);
        TEST_TRUE(ch_largest_difference(wrong, central, 12) > 0.1); // control: the forward rotation is caught

        memset(wrong, 0x5A, sizeof wrong);
        double untouched = wrong[0];
        ch_failure failure = {0};
        TEST_INT(ch_rope_backward(wrong, &record, outputs[tensor], &failure), CH_RECORD_RELEASED);
        TEST_INT(failure.status, CH_RECORD_RELEASED);
        for (size_t i = 0; i < 12; i++) TEST_SAME(wrong[i], untouched);
    }
    free(made.memory);
}

// --- Refusals ------------------------------------------------------------------------------------------------------

typedef struct refusal {
    const char *name;
    uint64_t shape[4];
    size_t rank;
    uint64_t offset;
    uint64_t positions[3];
    bool given;
    uint64_t lead;
    ch_status status;
    uint64_t count[3];
} refusal;

static void check_refusal(const refusal *r, const ch_rope *rope) {
    test_case("refused: %s", r->name);
    double x[64] = {1.0};
    double y[64];
    memset(y, 0x5A, sizeof y);
    double untouched = y[0];
    ch_placement placement = {.offset = r->offset, .positions = r->given ? r->positions : NULL, .lead = r->lead};
    ch_failure failure = {.status = CH_OK};
    TEST_TEXT(ch_status_id(ch_rope_apply(y, x, r->shape, r->rank, rope, &placement, CH_FORWARD, &failure)),
              ch_status_id(r->status));
    if (r->status != CH_OK) {
        TEST_INT(failure.status, r->status);
        for (size_t i = 0; i < 3; i++) TEST_SIZE(failure.count[i], r->count[i]);
        for (size_t i = 0; i < 64; i++) TEST_SAME(y[i], untouched);
    }
    TEST_INT(ch_rope_apply(y, x, r->shape, r->rank, rope, &placement, CH_ADJOINT, NULL), r->status);
    ch_rope_record record = {.released = true};
    ch_rope_record as_before = record;
    TEST_INT(ch_rope_forward(y, &record, x, r->shape, r->rank, rope, &placement, &failure), r->status);
    if (r->status != CH_OK) TEST_BYTES(&record, &as_before, sizeof record);
}

static void refusals_leave_outputs_alone(void) {
    made_rope made = make_rope(4, 4, 3, 100.0, CH_INTERLEAVED);
    const refusal refusals[] = {
        {"rank zero", {0}, 0, 0, {0}, false, 1, CH_INPUT_RANK, {0}},
        {"rank one", {4}, 1, 0, {0}, false, 1, CH_INPUT_RANK, {1}},
        {"three features for four", {3, 3}, 2, 0, {0}, false, 1, CH_FEATURE_WIDTH_MISMATCH, {4, 3}},
        {"six features for four", {2, 3, 6}, 3, 0, {0}, false, 1, CH_FEATURE_WIDTH_MISMATCH, {4, 6}},
        {"no features", {3, 0}, 2, 0, {0}, false, 1, CH_FEATURE_WIDTH_MISMATCH, {4, 0}},
        {"one token past the capacity", {4, 4}, 2, 0, {0}, false, 1, CH_POSITION_RANGE_EXCEEDED, {0, 4, 3}},
        {"an offset past the capacity", {1, 4}, 2, 3, {0}, false, 1, CH_POSITION_RANGE_EXCEEDED, {3, 1, 3}},
        {"an empty interval past the capacity", {0, 4}, 2, 4, {0}, false, 1, CH_POSITION_RANGE_EXCEEDED, {4, 0, 3}},
        {"the interval overflows", {1, 4}, 2, UINT64_MAX, {0}, false, 1, CH_POSITION_OFFSET_OVERFLOW, {UINT64_MAX, 1}},
        {"an empty interval at the capacity is fine", {0, 4}, 2, 3, {0}, false, 1, CH_OK, {0}},
        {"the last position is fine", {1, 4}, 2, 2, {0}, false, 1, CH_OK, {0}},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) check_refusal(&refusals[i], &made.rope);
    free(made.memory);
}

static void given_positions_are_checked(void) {
    made_rope made = make_rope(4, 4, 3, 100.0, CH_INTERLEAVED);
    double x[12] = {1.0};
    double y[12];
    memset(y, 0x5A, sizeof y);
    double untouched = y[0];
    uint64_t shape[2] = {3, 4};
    uint64_t positions[3] = {0, 3, 1};
    ch_placement placement = {.positions = positions, .lead = 1};
    test_section("a given position past the capacity");
    TEST_INT(ch_rope_apply(y, x, shape, 2, &made.rope, &placement, CH_FORWARD, NULL), CH_POSITION_RANGE_EXCEEDED);
    for (size_t i = 0; i < 12; i++) TEST_SAME(y[i], untouched);
    positions[1] = UINT64_MAX;
    TEST_TRUE(ch_rope_apply(y, x, shape, 2, &made.rope, &placement, CH_FORWARD, NULL) != CH_OK);
    for (size_t i = 0; i < 12; i++) TEST_SAME(y[i], untouched);
    positions[1] = 2;
    TEST_INT(ch_rope_apply(y, x, shape, 2, &made.rope, &placement, CH_FORWARD, NULL), CH_OK); // control
    free(made.memory);
}

static void axes_that_overflow_are_refused(void) {
    test_section("axes whose product overflows");
    made_rope made = make_rope(4, 4, 3, 100.0, CH_INTERLEAVED);
    double x[4] = {1.0};
    double y[4];
    memset(y, 0x5A, sizeof y);
    double untouched = y[0];
    uint64_t shape[4] = {UINT64_C(1) << 40, UINT64_C(1) << 40, 1, 4};
    ch_placement placement = {.lead = 1};
    TEST_INT(ch_rope_apply(y, x, shape, 4, &made.rope, &placement, CH_FORWARD, NULL), CH_TENSOR_SIZE_OVERFLOW);
    test_section("axes of more bytes than any allocation, the same on every target");
    ch_failure failure;
    char sentence[256];
    ch_text text;
    shape[0] = UINT64_C(1) << 20;
    TEST_INT(ch_rope_apply(y, x, shape, 4, &made.rope, &placement, CH_FORWARD, &failure), CH_TENSOR_SIZE_OVERFLOW);
    ch_text_open(&text, sentence, sizeof sentence);
    ch_failure_put(&text, &failure);
    TEST_TEXT(sentence,
              "the axes hold more elements than any allocation: at most 1152921504606846975 in all are accepted");
    shape[0] = UINT64_C(1) << 17; // 2^59 elements: refused for their positions alone
    shape[2] = 4;
    shape[1] = UINT64_C(1) << 38;
    TEST_INT(ch_rope_apply(y, x, shape, 4, &made.rope, &placement, CH_FORWARD, NULL), CH_POSITION_RANGE_EXCEEDED);
    for (size_t i = 0; i < 4; i++) TEST_SAME(y[i], untouched);
    free(made.memory);
}

int main(int argc, char **argv) {
    test_open("rope", argc, argv);
    properties_hold();
    permuted_channels_exchange_the_pairings();
    partial_width_is_not_the_full_schedule();
    batches_have_positions_of_their_own();
    adjoints_are_gradients();
    refusals_leave_outputs_alone();
    given_positions_are_checked();
    axes_that_overflow_are_refused();
    return test_close();
}
