/// Causal multi-head attention with rotary positions: five steps in order, each a function of its own, and the adjoint of
/// all five. Gradients are accumulated.
///
/// project and split: x (B, T, D) to q, k, v (B, H, T, Dh); turn q and k by their positions; scores (B, H, T, T); masked
/// softmax; combine v, merge the heads and map by `out` to (B, T, D). Dh = D / H is even, and no map has a bias.
/// Sources: Vaswani et al. 2017, Attention Is All You Need, section 3.2; Su et al. 2021, RoFormer, section 3.2.2.
#ifndef CLOCKHAND_CAUSAL_ROPE_H
#define CLOCKHAND_CAUSAL_ROPE_H

#include <stddef.h>
#include <stdint.h>

#include "clockhand/rope.h"

/// Sizes and weights of a block, where its tokens stand and what they may see.
typedef struct ch_causal_rope {
    size_t B, T, D, H;
    const double *qkv;        ///< (3D, D): rows of the query map, then of the key map, then of the value map
    const double *out;        ///< (D, D)
    const double *cosines;    ///< (.., Dh/2), one row a position
    const double *sines;      ///< the same
    const size_t *table_rows; ///< (B, T), the table row of each token; NULL: token t takes row t
    const uint8_t *mask;      ///< (T, T), 1 where query i may see key j; NULL hides nothing
    size_t mask_step;         ///< cells from one sequence's mask to the next one's: T T, or 0 for one mask for all
    double scale;             ///< factor of the scores, 1 / sqrt(Dh) as a rule
    ch_pairing pairing;
} ch_causal_rope;

/// What the steps leave behind, for whoever looks and for the adjoint.
typedef struct ch_causal_steps {
    double *split[3];  ///< q, k and v, (B, H, T, Dh) each
    double *turned[2]; ///< q and k after their turn, the same shape
    double *scores;    ///< (B, H, T, T), scaled, before the mask
    double *weights;   ///< (B, H, T, T), hidden keys 0
    double *heads;     ///< (B, H, T, Dh), what each head puts out
    double *merged;    ///< (B, T, D), the heads side by side
} ch_causal_steps;

/// Doubles that the steps of a block need, and their places in that memory.
size_t ch_causal_steps_count(const ch_causal_rope *block);
void ch_causal_steps_place(ch_causal_steps *steps, double *memory, const ch_causal_rope *block);

/// Fills `split`; `merged` is used on the way. x: (B, T, D).
void ch_causal_project(ch_causal_steps *steps, const double *x, const ch_causal_rope *block);

/// Turns a tensor (B, H, T, Dh) by its tokens' positions; y may be x.
void ch_causal_turn(double *y, const double *x, const ch_causal_rope *block, ch_direction direction);

/// Fills `scores`, `weights` and `heads` from `turned` and split[2].
void ch_causal_attend(ch_causal_steps *steps, const ch_causal_rope *block);

/// y = merged heads times out^T. Fills `merged`; y: (B, T, D).
void ch_causal_join(double *y, ch_causal_steps *steps, const ch_causal_rope *block);

/// The five steps.
void ch_causal_rope_forward(double *y, ch_causal_steps *steps, const double *x, const ch_causal_rope *block);

/// Doubles of scratch that the adjoint needs.
size_t ch_causal_rope_scratch(const ch_causal_rope *block);

/// dx: (B, T, D); dqkv: (3D, D); dout: (D, D); steps as the forward pass left them.
void ch_causal_rope_backward(double *dx, double *dqkv, double *dout, double *scratch, const double *dy, const double *x,
                             const ch_causal_steps *steps, const ch_causal_rope *block);

#endif
