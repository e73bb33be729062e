// Gradient norms through stacks: the plain kernel and the fast one against torch, against each other, and against differences.
#include "clockhand/stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clockhand/gradcheck.h"
#include "clockhand/stack_fast.h"

#include "test.h"
#include "vectors.h"

enum { BYTES = 24 << 20, MOST_DEPTH = 16 };

static _Alignas(8) unsigned char memory[BYTES];
static const double SINGLE = 2e-4; // relative, of a float32 norm

static ch_arena whole(void) {
    return (ch_arena){.data = memory, .capacity = BYTES};
}

static ch_stack_shape read_shape(const vectors_case *item, size_t *depth, uint64_t *seed) {
    uint64_t sizes[7];
    TEST_SIZE(vectors_sizes(item, "sizes", sizes, 7), 7);
    *depth = (size_t)sizes[0];
    *seed = sizes[6];
    return (ch_stack_shape){
        .order = vectors_is(item, "order", "pre") ? CH_PRE_NORM : CH_POST_NORM,
        .final_norm = vectors_size(item, "final") == 1,
        .loss = vectors_is(item, "loss", "mean-square") ? CH_MEAN_SQUARE : CH_CROSS_ENTROPY,
        .epsilon = 1e-5,
        .B = (size_t)sizes[1],
        .T = (size_t)sizes[2],
        .D = (size_t)sizes[3],
        .H = (size_t)sizes[4],
        .FF = (size_t)sizes[5],
    };
}

static void plain_norms(double *norms, double *loss, const ch_stack_shape *shape, size_t depth, uint64_t seed) {
    ch_arena arena = whole();
    ch_stack *stack = ch_stack_open(shape, depth, seed, &arena);
    if (stack == NULL) abort();
    *loss = ch_stack_forward(stack);
    ch_stack_backward(stack);
    ch_stack_norms(norms, stack);
}

/// The same by the fast kernel, in pieces of `blocks` blocks.
static void fast_norms(double *norms, const ch_stack_shape *shape, size_t depth, uint64_t seed, size_t blocks) {
    ch_arena arena = whole();
    ch_stack_fast *stack = ch_stack_fast_open(shape, &depth, 1, &arena);
    if (stack == NULL) abort();
    ch_stack_fast_seed(stack, seed);
    for (size_t end = blocks; end < depth + blocks; end += blocks) ch_stack_fast_draw(stack, end < depth ? end : depth);
    ch_stack_fast_begin(stack, shape, 0);
    for (size_t end = blocks; end < depth + blocks; end += blocks) {
        ch_stack_fast_forward(stack, end < depth ? end : depth);
    }
    for (size_t end = blocks; end < depth + blocks; end += blocks) {
        ch_stack_fast_backward(norms, stack, end < depth ? depth - end : 0);
    }
}

static void expect_all(const double *got, const double *wanted, size_t count, double relative) {
    for (size_t i = 0; i < count; i++) TEST_NEAR(got[i], wanted[i], relative * fabs(wanted[i]));
}

static void check_case(const vectors_case *item) {
    size_t depth;
    uint64_t seed;
    double loss;
    double wanted[MOST_DEPTH], single[MOST_DEPTH], plain[MOST_DEPTH], fast[MOST_DEPTH], pieces[MOST_DEPTH];
    ch_stack_shape shape = read_shape(item, &depth, &seed);
    // A mean square's gradient is the trace of epsilon, five digits below its terms.
    bool trace = shape.loss == CH_MEAN_SQUARE;
    TEST_SIZE(vectors_reals(item, "norms", wanted, MOST_DEPTH), depth);
    TEST_SIZE(vectors_reals(item, "single", single, MOST_DEPTH), depth);
    plain_norms(plain, &loss, &shape, depth, seed);
    test_case("%s in double", item->name);
    TEST_NEAR(loss, vectors_real(item, "value"), 1e-12);
    expect_all(plain, wanted, depth, 1e-9);
    test_case("%s in float32", item->name);
    fast_norms(fast, &shape, depth, seed, depth);
    expect_all(fast, wanted, depth, trace ? 1e-2 : SINGLE);
    expect_all(fast, single, depth, trace ? 1e-2 : SINGLE);
    test_case("%s in float32, a block at a time", item->name);
    fast_norms(pieces, &shape, depth, seed, 1);
    TEST_ALL_SAME(pieces, fast, depth);
}

static void stacks_agree_with_torch(void) {
    vectors_file file = vectors_open("stack.txt");
    TEST_TRUE(file.count >= 20);
    for (size_t i = 0; i < file.count; i++) check_case(&file.cases[i]);
    vectors_close(&file);
}

static ch_stack_shape small(ch_order order) {
    return (ch_stack_shape){.order = order,
                            .final_norm = order == CH_PRE_NORM,
                            .loss = CH_CROSS_ENTROPY,
                            .epsilon = 1e-5,
                            .B = 2,
                            .T = 8,
                            .D = 8,
                            .H = 2,
                            .FF = 12};
}

/// The norms are told apart by what makes a stack: without it they are others.
static void what_is_changed_shows(void) {
    double loss, right[2], other[2];
    ch_stack_shape shape = small(CH_PRE_NORM);
    plain_norms(right, &loss, &shape, 2, 1);
    for (int change = 0; change < 4; change++) {
        test_case("control: change %d", change);
        ch_stack_shape changed = shape;
        if (change == 0) changed.order = CH_POST_NORM;
        if (change == 1) changed.final_norm = false;
        if (change == 2) changed.loss = CH_MEAN_SQUARE;
        fast_norms(other, &changed, 2, change == 3 ? 2 : 1, 2);
        TEST_TRUE(fabs(other[0] - right[0]) > 10 * SINGLE * right[0]);
        TEST_TRUE(fabs(other[1] - right[1]) > 10 * SINGLE * right[1]);
    }
}

static void depths_share_their_blocks(void) {
    test_section("several depths in one room");
    static const size_t depths[] = {3, 1, 2};
    ch_stack_shape shape = small(CH_POST_NORM);
    ch_arena arena = {.data = memory + BYTES / 2, .capacity = BYTES / 2};
    ch_stack_fast *stack = ch_stack_fast_open(&shape, depths, 3, &arena);
    if (!TEST_TRUE(stack != NULL)) return;
    for (uint64_t seed = 4; seed < 6; seed++) {
        ch_stack_fast_seed(stack, seed);
        ch_stack_fast_draw(stack, 3);
        for (size_t i = 0; i < 6; i++) {
            double together[3], alone[3];
            shape.order = i % 2 == 0 ? CH_PRE_NORM : CH_POST_NORM;
            shape.final_norm = i % 2 == 0;
            ch_stack_fast_begin(stack, &shape, i / 2);
            ch_stack_fast_forward(stack, depths[i / 2]);
            ch_stack_fast_backward(together, stack, 0);
            fast_norms(alone, &shape, depths[i / 2], seed, 1);
            TEST_ALL_SAME(together, alone, depths[i / 2]);
        }
    }
}

static double loss_of(const double *x, void *context) {
    (void)x; // the stack's own weights, changed in place
    return ch_stack_forward(context);
}

/// Central differences of the loss in each first feed-forward weight of a block. The step is small enough that no rectifier's
/// input changes its sign, which the control counts.
static void gradients_are_differences(void) {
    enum { WEIGHTS = 8 * 12 };
    static const double STEP = 1e-6, TOLERANCE = 1e-9;
    for (int order = 0; order < 2; order++) {
        for (size_t block = 0; block < 2; block++) {
            double differences[WEIGHTS], gradient[WEIGHTS];
            ch_stack_shape shape = small(order == 0 ? CH_POST_NORM : CH_PRE_NORM);
            ch_arena arena = whole();
            ch_stack *stack = ch_stack_open(&shape, 2, 3, &arena);
            if (!TEST_TRUE(stack != NULL)) return;
            test_case("order %d, block %zu against differences", order, block);
            ch_stack_forward(stack);
            ch_stack_backward(stack);
            TEST_SIZE(ch_stack_near_kinks(stack, 10 * STEP), 0);
            memcpy(gradient, ch_stack_dfirst(stack, block), sizeof gradient);
            ch_central_differences(differences, ch_stack_first(stack, block), WEIGHTS, STEP, loss_of, stack);
            TEST_ALL_NEAR(gradient, differences, WEIGHTS, TOLERANCE);
            test_case("control: order %d, the other block's gradient", order);
            double far = ch_largest_difference(ch_stack_dfirst(stack, 1 - block), differences, WEIGHTS);
            TEST_TRUE(far > 1000 * TOLERANCE);
        }
    }
}

static void rooms_may_end_anywhere(void) {
    test_section("too little memory");
    size_t depth = 2;
    ch_stack_shape shape = small(CH_PRE_NORM);
    bool plain = false;
    bool fast = false;
    for (size_t capacity = 0; capacity < 1 << 18; capacity += 1 << 9) {
        ch_arena arena = {.data = memory, .capacity = capacity};
        bool plain_now = ch_stack_open(&shape, depth, 1, &arena) != NULL;
        TEST_TRUE(arena.used <= capacity && plain_now >= plain);
        arena.used = 0;
        bool fast_now = ch_stack_fast_open(&shape, &depth, 1, &arena) != NULL;
        TEST_TRUE(arena.used <= capacity && fast_now >= fast);
        plain = plain_now;
        fast = fast_now;
    }
    TEST_TRUE(plain && fast);
}

int main(int argc, char **argv) {
    test_open("stack", argc, argv);
    stacks_agree_with_torch();
    what_is_changed_shows();
    depths_share_their_blocks();
    gradients_are_differences();
    rooms_may_end_anywhere();
    return test_close();
}
