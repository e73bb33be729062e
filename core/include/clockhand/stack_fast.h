/// The stack of clockhand/stack.h in float32 and at speed: only the norms that are reported are formed.
///
/// What is left out changes none of them: the gradients of all weights but the first feed-forward ones, everything below the
/// first feed-forward weight of the first block, and the storing of the gradients themselves, of which the squares are summed as
/// they come. The weights of a seed are drawn once for every order and depth.
#ifndef CLOCKHAND_STACK_FAST_H
#define CLOCKHAND_STACK_FAST_H

#include "clockhand/stack_draw.h"

typedef struct ch_stack_fast ch_stack_fast;

/// Room for the stacks of a seed, of `count` depths; the shape's order, final norm, loss and epsilon may change between passes. T is a
/// multiple of 8. NULL when the arena is full.
ch_stack_fast *ch_stack_fast_open(const ch_stack_shape *shape, const size_t *depths, size_t count, ch_arena *arena);

/// Starts the draws of a seed.
void ch_stack_fast_seed(ch_stack_fast *stack, uint64_t seed);

/// Draws blocks up to `end`, and head, input and labels of each depth that is reached.
void ch_stack_fast_draw(ch_stack_fast *stack, size_t end);

/// Takes the input of a depth (its index) for passes of a shape that differs from the one of the room in those
/// alone.
void ch_stack_fast_begin(ch_stack_fast *stack, const ch_stack_shape *shape, size_t depth);

/// Forward through the blocks before `end` that have not been passed.
void ch_stack_fast_forward(ch_stack_fast *stack, size_t end);

/// Backward through the loss and the blocks from the last to `start`; their norms are written. norms: (depth)
void ch_stack_fast_backward(double *norms, ch_stack_fast *stack, size_t start);

#endif
