// Scaled dot-product attention over any leading axes.
#include "clockhand/attention.h"

#include <math.h>
#include <string.h>

#include "attention_faults.h"
#include "clockhand/softmax.h"
#include "labs/attention_parts.h"
#include "registry.h"
#include "rows.h"

enum { Q, K, V, MASK, BIAS };
enum { SCALE, CAUSAL };
enum { SCORES, WEIGHTS, Y };

static const ch_op_input INPUTS[] = {
    [Q] = {.id = "q", .help = "(.., Tq, dk)", .least_rank = 2, .most_rank = CH_OP_RANK},
    [K] = {.id = "k", .help = "(.., Tk, dk), leading axes those of q", .least_rank = 2, .most_rank = CH_OP_RANK},
    [V] = {.id = "v", .help = "(.., Tk, dv), leading axes those of q", .least_rank = 2, .most_rank = CH_OP_RANK},
    [MASK] = {.id = "mask",
              .help = "1 where the query may see the key, else 0; (Tq, Tk), or with leading axes; an axis may be 1",
              .least_rank = 2,
              .most_rank = CH_OP_RANK,
              .optional = true},
    [BIAS] = {.id = "bias",
              .help = "added to the scaled scores; shaped as mask",
              .least_rank = 2,
              .most_rank = CH_OP_RANK,
              .optional = true},
};

static const ch_named CAUSALS[] = {
    [CH_NOT_CAUSAL] = {.id = "none", .label = "every query sees every key"},
    [CH_TOP_LEFT] = {.id = "top-left", .label = "query i sees keys 0 to i"},
    [CH_BOTTOM_RIGHT] = {.id = "bottom-right", .label = "query i sees keys 0 to i + Tk - Tq"},
};

static const ch_parameter PARAMETERS[] = {
    [SCALE] = {.id = "scale",
               .label = "scale",
               .help = "factor of the scores; 1/sqrt(dk) when not given",
               .type = CH_REAL,
               .least = -1e300,
               .most = 1e300,
               .standard = ""},
    [CAUSAL] = {.id = "causal",
                .label = "causal mask",
                .help = "query i sees keys 0 to i from the top left, 0 to i + Tk - Tq from the bottom right",
                .type = CH_CHOICE,
                .standard = "none",
                .choices = CAUSALS,
                .choice_count = CH_COUNT(CAUSALS)},
};

static const ch_op_output OUTPUTS[] = {
    [SCORES] = {.id = "scores", .help = "(.., Tq, Tk), scaled and with bias, before any mask"},
    [WEIGHTS] = {.id = "weights", .help = "(.., Tq, Tk), softmax of the seen scores"},
    [Y] = {.id = "y", .help = "(.., Tq, dv)"},
};

static const ch_mistake MISTAKES[] = {ATTENTION_MISTAKES, CH_BIAS_AFTER_SOFTMAX};

/// `k 2,3 has the wrong shape: LEADING,WORDS is accepted`: the leading axes of q, then words for the rest.
static ch_status refuse_shape(ch_op_call *call, size_t input, const char *words, uint64_t number) {
    const ch_tensor *q = &call->inputs[Q];
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    if (q->rank > 2) {
        ch_text_put(&text, "leading axes ");
        ch_op_put_shape(&text, q->shape, q->rank - 2);
        ch_text_put(&text, " as of q and ");
    }
    ch_text_put(&text, words);
    ch_text_put_u64(&text, number);
    return ch_op_refuse_shape(call, input, accepted);
}

/// Whether an input has q's rank and leading axes.
static bool leads_like_q(const ch_op_call *call, size_t input) {
    const ch_tensor *q = &call->inputs[Q];
    const ch_tensor *other = &call->inputs[input];
    return other->rank == q->rank && memcmp(other->shape, q->shape, (q->rank - 2) * sizeof *q->shape) == 0;
}

/// Refuses a mask or bias whose axes, from the last, are neither 1 nor those of the scores.
static ch_status check_spread(ch_op_call *call, size_t input) {
    const ch_tensor *scores = &call->outputs[SCORES];
    const ch_tensor *given = &call->inputs[input];
    if (!given->given) return CH_OK;
    bool fits = given->rank <= scores->rank;
    for (size_t i = 1; fits && i <= given->rank; i++) {
        uint64_t axis = given->shape[given->rank - i];
        fits = axis == 1 || axis == scores->shape[scores->rank - i];
    }
    if (fits) return CH_OK;
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_op_put_shape(&text, scores->shape, scores->rank);
    if (scores->rank > 2) {
        ch_text_put(&text, " or ");
        ch_op_put_shape(&text, scores->shape + scores->rank - 2, 2);
    }
    ch_text_put(&text, ", any axis of which may be 1,");
    return ch_op_refuse_shape(call, input, accepted);
}

static ch_status plan(ch_op_call *call) {
    const ch_tensor *q = &call->inputs[Q];
    const ch_tensor *k = &call->inputs[K];
    const ch_tensor *v = &call->inputs[V];
    uint64_t width = q->shape[q->rank - 1];
    if (!leads_like_q(call, K) || k->shape[k->rank - 1] != width) {
        return refuse_shape(call, K, "a last axis of ", width);
    }
    uint64_t keys = k->shape[k->rank - 2];
    if (!leads_like_q(call, V) || v->shape[v->rank - 2] != keys) {
        return refuse_shape(call, V, "a last axis but one of ", keys);
    }
    if (width == 0 && !call->values[SCALE].given) {
        return ch_op_refuse_shape(call, Q, "a last axis of at least 1, or a scale,");
    }
    uint64_t shape[CH_OP_RANK];
    memcpy(shape, q->shape, sizeof shape);
    shape[q->rank - 1] = keys;
    ch_op_shape(call, SCORES, shape, q->rank);
    ch_op_shape(call, WEIGHTS, shape, q->rank);
    shape[q->rank - 1] = v->shape[v->rank - 1];
    ch_op_shape(call, Y, shape, q->rank);
    ch_status status = check_spread(call, MASK);
    if (status == CH_OK) status = check_spread(call, BIAS);
    if (call->outputs[SCORES].count == 0) return status;
    // One head's mask as bytes and its bias as doubles.
    uint64_t cells = ch_op_product(q->shape[q->rank - 2], keys);
    call->scratch_count = cells / sizeof(double) + 1 + (call->inputs[BIAS].given ? cells : 0);
    if (call->mistake != CH_NO_MISTAKE) call->scratch_count += attention_fault_room(cells);
    return status;
}

static ch_status check_mask(ch_op_call *call) {
    const ch_tensor *mask = &call->inputs[MASK];
    for (size_t i = 0; mask->given && i < mask->count; i++) {
        if (mask->cells[i] == 0.0 || mask->cells[i] == 1.0) continue;
        return ch_op_refuse_cell(call, MASK, i, "0 for hidden or 1 for may see");
    }
    return CH_OK;
}

/// Steps of a spread tensor along the axes of the scores: 0 where its own axis is 1.
typedef struct spread {
    const double *cells;
    size_t steps[CH_OP_RANK];
} spread;

static spread spread_of(const ch_tensor *tensor, const ch_tensor *scores) {
    spread s = {.cells = tensor->cells};
    size_t step = 1;
    for (size_t i = 1; i <= tensor->rank; i++) {
        uint64_t axis = tensor->shape[tensor->rank - i];
        s.steps[scores->rank - i] = axis == 1 ? 0 : step;
        step *= (size_t)axis;
    }
    return s;
}

/// Where a head's values start in a spread tensor.
static const double *spread_head(const spread *s, const ch_tensor *scores, size_t head) {
    size_t at = 0;
    for (size_t axis = scores->rank - 2; axis-- > 0;) {
        at += head % (size_t)scores->shape[axis] * s->steps[axis];
        head /= (size_t)scores->shape[axis];
    }
    return s->cells + at;
}

static void hide(uint8_t *seen, const spread *mask, const ch_tensor *scores, size_t head, const ch_head *sizes) {
    const double *cells = spread_head(mask, scores, head);
    const size_t *steps = mask->steps + scores->rank - 2;
    for (size_t i = 0; i < sizes->Tq; i++) {
        for (size_t j = 0; j < sizes->Tk; j++) {
            if (cells[i * steps[0] + j * steps[1]] == 0.0) seen[i * sizes->Tk + j] = 0;
        }
    }
}

static void lay_bias(double *out, const spread *bias, const ch_tensor *scores, size_t head, const ch_head *sizes) {
    const double *cells = spread_head(bias, scores, head);
    const size_t *steps = bias->steps + scores->rank - 2;
    for (size_t i = 0; i < sizes->Tq; i++) {
        for (size_t j = 0; j < sizes->Tk; j++) out[i * sizes->Tk + j] = cells[i * steps[0] + j * steps[1]];
    }
}

/// How many of a head's queries may see no key, with the first in *first when none was found before.
static uint64_t count_unseen(uint64_t *first, const attention_head *h, size_t head, uint64_t found) {
    uint64_t rows = 0;
    for (size_t i = 0; i < h->sizes.Tq; i++) {
        if (!ch_sees_none(h->scores + i * h->sizes.Tk, h->seen + i * h->sizes.Tk, h->sizes.Tk)) continue;
        if (found + rows == 0) *first = head * h->sizes.Tq + i;
        rows++;
    }
    return rows;
}

static uint64_t attend(ch_op_call *call, size_t heads, const ch_head *sizes, uint64_t *first) {
    const ch_tensor *scores = &call->outputs[SCORES];
    const ch_tensor *mask = &call->inputs[MASK];
    const ch_tensor *bias = &call->inputs[BIAS];
    spread masks = mask->given ? spread_of(mask, scores) : (spread){.cells = NULL};
    spread biases = bias->given ? spread_of(bias, scores) : (spread){.cells = NULL};
    size_t cells = sizes->Tq * sizes->Tk;
    double *laid = bias->given ? call->scratch : NULL;
    uint8_t *seen = (uint8_t *)(call->scratch + (bias->given ? cells : 0));
    double *spare = call->scratch + (bias->given ? cells : 0) + cells / sizeof(double) + 1;
    uint64_t unseen = 0;
    for (size_t head = 0; head < heads; head++) {
        ch_causal_mask(seen, (ch_causal)call->values[CAUSAL].integer, sizes->Tq, sizes->Tk);
        if (mask->given) hide(seen, &masks, scores, head, sizes);
        if (bias->given) lay_bias(laid, &biases, scores, head, sizes);
        const attention_head one = {.scores = scores->cells + head * cells,
                                    .weights = call->outputs[WEIGHTS].cells + head * cells,
                                    .y = call->outputs[Y].cells + head * sizes->Tq * sizes->value,
                                    .q = call->inputs[Q].cells + head * sizes->Tq * sizes->width,
                                    .k = call->inputs[K].cells + head * sizes->Tk * sizes->width,
                                    .v = call->inputs[V].cells + head * sizes->Tk * sizes->value,
                                    .seen = seen,
                                    .bias = laid,
                                    .sizes = *sizes};
        if (call->mistake == CH_NO_MISTAKE) {
            ch_attention(one.scores, one.weights, one.y, one.q, one.k, one.v, seen, laid, sizes);
        } else {
            attention_fault_mask(seen, (ch_causal)call->values[CAUSAL].integer, mask->given, sizes, call->mistake);
            attention_fault_run(&one, spare, call->mistake);
        }
        if (attention_fault_hides(call->mistake)) unseen += count_unseen(first, &one, head, unseen);
    }
    return unseen;
}

static ch_status run(ch_op_call *call) {
    const ch_tensor *q = &call->inputs[Q];
    const ch_tensor *scores = &call->outputs[SCORES];
    ch_status status = check_mask(call);
    if (status != CH_OK) return status;
    ch_head sizes = {.Tq = (size_t)q->shape[q->rank - 2],
                     .Tk = (size_t)scores->shape[q->rank - 1],
                     .width = (size_t)q->shape[q->rank - 1],
                     .value = (size_t)call->inputs[V].shape[q->rank - 1],
                     .scale = call->values[SCALE].real};
    if (!call->values[SCALE].given) sizes.scale = 1.0 / sqrt((double)sizes.width);
    // The heads stand before the queries.
    size_t heads = q->rank > 2 ? (size_t)q->shape[q->rank - 3] : 1;
    sizes.scale = attention_fault_scale(&sizes, heads, call->mistake);
    uint64_t rows = ch_op_axes(q, 0, q->rank - 1);
    uint64_t first = 0;
    // Without keys every row is unseen, and the outputs are zero as they were placed.
    uint64_t unseen = sizes.Tk == 0 ? rows : 0;
    if (scores->count > 0) unseen = attend(call, (size_t)rows / sizes.Tq, &sizes, &first);
    if (unseen > 0) {
        rows_note(call, "query rows that may see no key", unseen, rows, first, q->shape, q->rank - 1,
                  "their weights and outputs are zero");
    }
    return CH_OK;
}

const ch_op ch_op_attention = {
    .id = "attention",
    .summary = "scaled dot-product attention",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .inputs = INPUTS,
    .input_count = CH_COUNT(INPUTS),
    .outputs = OUTPUTS,
    .output_count = CH_COUNT(OUTPUTS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .plan = plan,
    .run = run,
};
