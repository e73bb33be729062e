/// What the labs on stacks of blocks share. Private to core/src/labs.
#ifndef CLOCKHAND_LABS_STACK_PARTS_H
#define CLOCKHAND_LABS_STACK_PARTS_H

#include "clockhand/lab.h"
#include "clockhand/stack_draw.h"

/// The float32 norms of a stack against double.
typedef struct stack_comparison {
    double loss;       ///< in double
    double difference; ///< largest of the layers' relative differences
    double tolerance;  ///< what rounding may come to
} stack_comparison;

/// Norms of a stack by the plain kernel in one shape and by the fast one in another, which is the same but for a control.
/// False and run->failure when the memory ends. plain, fast: (depth)
bool stack_compare(stack_comparison *found, double *plain, double *fast, ch_run *run, const ch_stack_shape *plain_shape,
                   const ch_stack_shape *fast_shape, size_t depth, uint64_t seed);

#endif
