/// A stack of transformer blocks at initialisation: forward, loss, and the gradient of each block's first feed-forward weight.
///
/// This is the plain kernel, in double and made of the other kernels; the fast one (clockhand/stack_fast.h) is held to it.
#ifndef CLOCKHAND_STACK_H
#define CLOCKHAND_STACK_H

#include "clockhand/stack_draw.h"

/// A stack in double with what its backward pass needs; opened by ch_stack_open.
typedef struct ch_stack ch_stack;

/// A stack of `depth` blocks drawn from a seed; NULL when the arena is full.
ch_stack *ch_stack_open(const ch_stack_shape *shape, size_t depth, uint64_t seed, ch_arena *arena);

/// Forward through all blocks; returns the loss.
double ch_stack_forward(ch_stack *stack);

/// Backward behind a forward pass: writes each block's gradient of its first feed-forward weight.
void ch_stack_backward(ch_stack *stack);

/// A block's first feed-forward weight, which may be changed between passes, and its gradient. (FF, D)
double *ch_stack_first(ch_stack *stack, size_t block);
const double *ch_stack_dfirst(const ch_stack *stack, size_t block);

/// Root of the sum of squares of the gradient of each block. norms: (depth)
void ch_stack_norms(double *norms, const ch_stack *stack);

/// How many inputs of the rectifiers lie within `distance` of 0, where rounding may choose another slope.
size_t ch_stack_near_kinks(const ch_stack *stack, double distance);

#endif
