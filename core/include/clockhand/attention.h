/// Scaled dot-product attention of one head, causal masks, and the way of heads, with adjoints. Gradients are accumulated.
///
/// Source: Vaswani et al. 2017, Attention Is All You Need, eq. 1 and section 3.2.2.
#ifndef CLOCKHAND_ATTENTION_H
#define CLOCKHAND_ATTENTION_H

#include <stddef.h>
#include <stdint.h>

/// Which corner of the (Tq, Tk) scores the causal triangle starts in, where there are more keys than queries.
typedef enum ch_causal {
    CH_NOT_CAUSAL,   ///< every query sees every key
    CH_TOP_LEFT,     ///< query i sees keys 0 .. i
    CH_BOTTOM_RIGHT, ///< query i sees keys 0 .. i + Tk - Tq: the queries are the last tokens, earlier keys are cached
} ch_causal;

/// mask: (Tq, Tk), 1 where the query may see the key.
void ch_causal_mask(uint8_t *mask, ch_causal causal, size_t Tq, size_t Tk);

/// Sizes of one head.
typedef struct ch_head {
    size_t Tq;    ///< queries
    size_t Tk;    ///< keys and values
    size_t width; ///< of queries and keys
    size_t value; ///< width of values
    double scale; ///< factor of the scores, 1 / sqrt(width) as a rule
} ch_head;

/// scores = scale q k^T + bias, weights = softmax of the seen scores, y = weights v. A query that may see no key has zero
/// weights and a zero output, whatever the values are. scores, weights: (Tq, Tk); y: (Tq, value); q: (Tq, width); k: (Tk, width); v: (Tk, value);
/// mask: (Tq, Tk), 0 hides, or NULL; bias: (Tq, Tk) or NULL.
void ch_attention(double *scores, double *weights, double *y, const double *q, const double *k, const double *v,
                  const uint8_t *mask, const double *bias, const ch_head *head);

/// dq, dk, dv, dy: shaped as q, k, v, y. `scratch`: 2 Tq Tk doubles, left holding the adjoints of the
/// weights and of the scores (which are those of the bias).
/// weights as the forward pass left them; a query without weight adds nothing.
void ch_attention_backward(double *dq, double *dk, double *dv, double *scratch, const double *dy, const double *q,
                           const double *k, const double *v, const double *weights, const ch_head *head);

/// (B, T, H Dh) to (B, H, T, Dh), the axes that each head works on alone.
void ch_split_heads(double *y, const double *x, size_t B, size_t T, size_t H, size_t Dh);

/// The way back, and the adjoint of the split.
void ch_merge_heads(double *y, const double *x, size_t B, size_t T, size_t H, size_t Dh);

#endif
