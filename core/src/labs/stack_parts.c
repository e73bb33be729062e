#include "stack_parts.h"

#include <math.h>

#include "clockhand/stack.h"
#include "clockhand/stack_fast.h"

/// Of a norm in float32, relative, when no rectifier switches.
static const double ROUNDING = 2e-4;

/// A rectifier's input nearer to 0 than this may fall on either side in float32.
static const double KINK = 1e-5;

/// Tolerance where `near` inputs may switch: each is one of a gradient's terms, and none is ten times the mean.
static double tolerance_of(size_t near, const ch_stack_shape *shape) {
    return ROUNDING + 10.0 * (double)near / (double)(shape->B * shape->T * shape->FF);
}

bool stack_compare(stack_comparison *found, double *plain, double *fast, ch_run *run, const ch_stack_shape *plain_shape,
                   const ch_stack_shape *fast_shape, size_t depth, uint64_t seed) {
    ch_arena scratch = *run->arena;
    ch_stack *slow = ch_stack_open(plain_shape, depth, seed, &scratch);
    ch_stack_fast *quick = slow == NULL ? NULL : ch_stack_fast_open(fast_shape, &depth, 1, &scratch);
    if (quick == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return false;
    }
    found->loss = ch_stack_forward(slow);
    ch_stack_backward(slow);
    ch_stack_norms(plain, slow);
    ch_stack_fast_seed(quick, seed);
    ch_stack_fast_draw(quick, depth);
    ch_stack_fast_begin(quick, fast_shape, 0);
    ch_stack_fast_forward(quick, depth);
    ch_stack_fast_backward(fast, quick, 0);
    found->difference = 0.0;
    for (size_t l = 0; l < depth; l++) {
        // Norms of 0 on both sides agree; NaN does not.
        double difference = fast[l] == plain[l] ? 0.0 : fabs(fast[l] - plain[l]) / plain[l];
        if (!(difference <= found->difference)) found->difference = difference;
    }
    found->tolerance = tolerance_of(ch_stack_near_kinks(slow, KINK), plain_shape);
    return true;
}
