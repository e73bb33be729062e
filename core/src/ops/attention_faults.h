/// The mistakes of the attention op, one head at a time. Private to core/src.
#ifndef CLOCKHAND_OPS_ATTENTION_FAULTS_H
#define CLOCKHAND_OPS_ATTENTION_FAULTS_H

#include <stdbool.h>

#include "clockhand/attention.h"
#include "clockhand/mistake.h"

/// A head as ch_attention takes it; seen: (Tq, Tk); bias: (Tq, Tk) or NULL.
typedef struct attention_head {
    double *scores, *weights, *y;
    const double *q, *k, *v;
    const uint8_t *seen;
    const double *bias;
    ch_head sizes;
} attention_head;

/// The factor of the scores: sizes->scale, or what a mistake takes for it, whatever scale was asked for.
double attention_fault_scale(const ch_head *sizes, size_t heads, ch_mistake mistake);

/// Changes what a query may see, (Tq, Tk), to what a mistake lets it see. `given`: a mask is part of it, not the causal one alone.
void attention_fault_mask(uint8_t *seen, ch_causal causal, bool given, const ch_head *sizes, ch_mistake mistake);

/// Doubles that attention_fault_run takes beside the tensors of a head of `cells` scores.
uint64_t attention_fault_room(uint64_t cells);

/// Whether a query that may see no key still has zero weights and a zero output under a mistake, as it has under none.
bool attention_fault_hides(ch_mistake mistake);

/// ch_attention with a mistake.
void attention_fault_run(const attention_head *head, double *scratch, ch_mistake mistake);

#endif
