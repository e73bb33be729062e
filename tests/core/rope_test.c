// Rotary embedding: vectors, properties with a control each, and every refusal with its output untouched.
#include "clockhand/rope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "draw.h"
#include "pace.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 256, MOST_AXES = 8, MOST_POSITIONS = 64 };

/// A table over positions 0 .. capacity - 1 in the test's own memory, of which the rows before `first` are left empty.
typedef struct made_rope {
    ch_rope rope;
    double *memory;
} made_rope;

static made_rope make_rope_from(uint64_t first, uint64_t rotary, uint64_t features, uint64_t capacity, double base,
                                ch_pairing pairing) {
    size_t pairs = (size_t)rotary / 2;
    size_t cells = pairs * (size_t)capacity;
    size_t skipped = pairs * (size_t)first;
    double *memory = calloc(pairs + 2 * cells, sizeof *memory);
    if (memory == NULL) abort();
    double *cosines = memory + pairs;
    ch_rope_frequencies(memory, rotary, base);
    ch_rope_table(cosines + skipped, cosines + cells + skipped, memory, pairs, first, (size_t)(capacity - first));
    ch_rope rope = {.config = {rotary, capacity, base},
                    .features = features,
                    .pairing = pairing,
                    .cosines = cosines,
                    .sines = cosines + cells};
    return (made_rope){rope, memory};
}

static made_rope make_rope(uint64_t rotary, uint64_t features, uint64_t capacity, double base, ch_pairing pairing) {
    return make_rope_from(0, rotary, features, capacity, base, pairing);
}

// --- Vectors -------------------------------------------------------------------------------------------------------

static void check_frequencies(const vectors_case *item) {
    double wanted[MOST];
    double got[MOST];
    uint64_t width = vectors_size(item, "width");
    size_t count = vectors_reals(item, "theta", wanted, MOST);
    TEST_SIZE(count, width / 2);
    ch_rope_frequencies(got, width, vectors_real(item, "base"));
    for (size_t i = 0; i < count; i++) TEST_ULPS(got[i], wanted[i], vectors_size(item, "ulp"));
}

static bool positive_zero(double value) {
    return value != 0.0 || !signbit(value);
}

static void check_table(const vectors_case *item) {
    uint64_t positions[MOST_POSITIONS];
    double theta[MOST], angle[MOST], cosine[MOST], sine[MOST], got_cosine[MOST], got_sine[MOST];
    uint64_t width = vectors_size(item, "width");
    size_t pairs = (size_t)width / 2;
    double tolerance = vectors_real(item, "tolerance");
    size_t count = vectors_sizes(item, "positions", positions, MOST_POSITIONS);
    TEST_SIZE(vectors_reals(item, "angle", angle, MOST), count * pairs);
    TEST_SIZE(vectors_reals(item, "cosine", cosine, MOST), count * pairs);
    TEST_SIZE(vectors_reals(item, "sine", sine, MOST), count * pairs);
    ch_rope_frequencies(theta, width, vectors_real(item, "base"));
    for (size_t row = 0; row < count; row++) {
        ch_rope_table(got_cosine, got_sine, theta, pairs, positions[row], 1);
        TEST_ALL_NEAR(got_cosine, cosine + row * pairs, pairs, tolerance);
        TEST_ALL_NEAR(got_sine, sine + row * pairs, pairs, tolerance);
        for (size_t k = 0; k < pairs; k++) {
            TEST_TRUE(positive_zero(got_cosine[k]) && positive_zero(got_sine[k]));
            TEST_NEAR((double)positions[row] * theta[k], angle[row * pairs + k], 3 * 0x1p-52 * angle[row * pairs + k]);
        }
    }
}

static void check_rotation(const vectors_case *item) {
    uint64_t shape[MOST_AXES];
    uint64_t positions[MOST_POSITIONS];
    double x[MOST], wanted[MOST], got[MOST];
    size_t rank = vectors_sizes(item, "shape", shape, MOST_AXES);
    size_t count = vectors_reals(item, "x", x, MOST);
    TEST_SIZE(vectors_reals(item, "y", wanted, MOST), count);
    ch_placement placement = {.lead = 1};
    uint64_t capacity = 1;
    if (vectors_find(item, "positions", 0) != NULL) {
        placement.positions = positions;
        size_t given = vectors_sizes(item, "positions", positions, MOST_POSITIONS);
        TEST_SIZE(given, shape[rank - 2]);
        for (size_t i = 0; i < given; i++) capacity = positions[i] >= capacity ? positions[i] + 1 : capacity;
    } else {
        placement.offset = vectors_size(item, "offset");
        capacity = placement.offset + shape[rank - 2];
        capacity += capacity == 0;
    }
    ch_pairing pairing = vectors_is(item, "pairing", "half") ? CH_HALF : CH_INTERLEAVED;
    ch_direction direction = vectors_is(item, "direction", "adjoint") ? CH_ADJOINT : CH_FORWARD;
    uint64_t rotary = vectors_size(item, "rotary");
    double base = vectors_real(item, "base");
    made_rope made = make_rope_from(placement.offset, rotary, shape[rank - 1], capacity, base, pairing);
    memset(got, 0x5A, sizeof got);
    double untouched = got[0];
    ch_failure failure;
    TEST_INT(ch_rope_apply(got, x, shape, rank, &made.rope, &placement, direction, &failure), CH_OK);
    TEST_ALL_NEAR(got, wanted, count, vectors_real(item, "tolerance"));
    for (size_t i = 0; i < count; i++) {
        bool turned = i % shape[rank - 1] < rotary;
        TEST_TRUE(turned ? positive_zero(got[i]) : got[i] == x[i]);
    }
    if (count < MOST) TEST_SAME(got[count], untouched);
    TEST_INT(ch_rope_apply(x, x, shape, rank, &made.rope, &placement, direction, &failure), CH_OK); // in place
    TEST_ALL_SAME(x, got, count);
    free(made.memory);
}

static void agrees_with_the_vectors(void) {
    vectors_file file = vectors_open("rope.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        if (vectors_is(item, "kind", "frequencies"))
            check_frequencies(item);
        else if (vectors_is(item, "kind", "table"))
            check_table(item);
        else if (TEST_TEXT(vectors_text(item, "kind"), "rotate"))
            check_rotation(item);
    }
    vectors_close(&file);
}

static void limits_are_found(void) {
    vectors_file file = vectors_open("limits.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        ch_rope_config config = {vectors_size(item, "width"), vectors_size(item, "capacity"),
                                 vectors_real(item, "base")};
        ch_failure failure = {0};
        uint64_t evaluations = 0;
        ch_status status = ch_rope_check(&config, &evaluations, &failure);
        bool accepted = vectors_is(item, "verdict", "accepted");
        TEST_TEXT(accepted && status == CH_OK ? "accepted" : ch_status_id(status), vectors_text(item, "verdict"));
        if (!accepted) TEST_INT(failure.status, status);
        if (status == CH_NON_FINITE_TABLE_VALUE) {
            TEST_SIZE(failure.count[0], vectors_size(item, "position"));
            TEST_SIZE(failure.count[1], vectors_size(item, "pair"));
        }
        TEST_INT(ch_rope_check(&config, NULL, NULL), status); // both outputs are optional
    }
    vectors_close(&file);
}

// --- The check's cost ----------------------------------------------------------------------------------------------

static uint64_t evaluations_of(uint64_t width, uint64_t capacity, double base) {
    uint64_t evaluations = 0;
    ch_rope_config config = {width, capacity, base};
    ch_rope_check(&config, &evaluations, NULL);
    return evaluations;
}

static void the_check_grows_with_pairs_not_cells(void) {
    test_section("the check grows with pairs, not cells");
    uint64_t small = evaluations_of(4096, 1, 10000.0);
    TEST_TRUE(small > 0 && small <= 2 * 2048);
    for (unsigned power = 0; power <= 40; power += 8)
        TEST_SIZE(evaluations_of(4096, UINT64_C(1) << power, 10000.0), small);
    TEST_SIZE(evaluations_of(8192, UINT64_C(1) << 40, 10000.0), 2 * small); // control: it does grow with pairs

    test_section("width 4096 and capacity 2^40 in under 10 ms");
    clock_t before = clock();
    TEST_SIZE(evaluations_of(4096, UINT64_C(1) << 40, 10000.0), small);
    TEST_TRUE(PACE_WITHIN(before, 10.0));

    test_section("a failing pair costs the logarithm of the capacity");
    // base 1e-308: the last pairs overflow from some position on, so halving looks for it.
    for (unsigned power = 10; power <= 40; power += 5) {
        uint64_t capacity = UINT64_C(1) << power;
        uint64_t finite = evaluations_of(1000, 2, 1e-308);
        uint64_t failing = evaluations_of(1000, capacity, 1e-308);
        TEST_TRUE(failing > finite); // control: the search is counted
        TEST_TRUE(failing <= finite + 500 * (uint64_t)power);
    }
}

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
    for (size_t i = 0; i < 4; i++) TEST_SAME(y[i], untouched);
    free(made.memory);
}

int main(int argc, char **argv) {
    test_open("rope", argc, argv);
    agrees_with_the_vectors();
    limits_are_found();
    the_check_grows_with_pairs_not_cells();
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
