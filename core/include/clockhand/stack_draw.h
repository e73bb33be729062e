/// What a stack of transformer blocks is made of, drawn as torch draws it: weights, head, input and labels.
///
/// Sources: Vaswani et al. 2017, Attention Is All You Need, section 3.1 (post-LN); Xiong et al. 2020, On Layer Normalization in
/// the Transformer Architecture, figure 1 (pre-LN). The order of the draws was observed with torch 1.13.
#ifndef CLOCKHAND_STACK_DRAW_H
#define CLOCKHAND_STACK_DRAW_H

#include <stdbool.h>

#include "clockhand/arena.h"
#include "clockhand/torch_random.h"

typedef enum ch_order {
    CH_POST_NORM, ///< x + attention(x) is normalised, and so is that plus its feed-forward
    CH_PRE_NORM,  ///< the input of each branch is normalised, the sums are not
} ch_order;

typedef enum ch_stack_loss {
    CH_CROSS_ENTROPY, ///< of a linear head's ten classes against random labels
    CH_MEAN_SQUARE,   ///< of the last norm's output: the same for every input, but for epsilon
} ch_stack_loss;

enum { CH_STACK_CLASSES = 10 };

/// What a stack is like, apart from its depth.
typedef struct ch_stack_shape {
    ch_order order;
    bool final_norm; ///< one more norm behind the last block
    ch_stack_loss loss;
    double epsilon; ///< of the norms, under the root
    size_t B;       ///< sequences
    size_t T;       ///< tokens of each
    size_t D;       ///< width
    size_t H;       ///< heads, a divisor of D
    size_t FF;      ///< width inside the feed-forward branch
} ch_stack_shape;

/// A block's weights as torch draws them, row-major (out, in). The biases of attention are zero, norms have weight 1 and bias 0.
typedef struct ch_block_weights {
    float *out;         ///< (D, D), the output projection
    float *in;          ///< (3D, D), the packed input projection: queries, keys, values
    float *first;       ///< (FF, D)
    float *first_bias;  ///< (FF)
    float *second;      ///< (D, FF)
    float *second_bias; ///< (D)
} ch_block_weights;

/// Behind the blocks: what a stack's head, input and labels are drawn into.
typedef struct ch_stack_ends {
    float *head;      ///< (10, D)
    float *head_bias; ///< (10)
    float *x;         ///< (B T, D)
    int64_t *labels;  ///< (B T)
} ch_stack_ends;

/// Room for one block's weights; false when the arena is full.
bool ch_block_weights_open(ch_block_weights *weights, const ch_stack_shape *shape, ch_arena *arena);
bool ch_stack_ends_open(ch_stack_ends *ends, const ch_stack_shape *shape, ch_arena *arena);

/// Draws the next block of a stack: blocks follow one another in one stream, so that a deeper stack begins with the blocks of a
/// shallower one.
void ch_block_draw(ch_block_weights *weights, ch_torch *stream, const ch_stack_shape *shape);

/// Draws head and input behind the last block, and the labels from a stream of their own, seeded with 1000 more than the stack.
void ch_stack_ends_draw(ch_stack_ends *ends, ch_torch *stream, uint64_t seed, const ch_stack_shape *shape);

#endif
