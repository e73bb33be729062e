/// What the labs of one attention head share. Private to core/src.
#ifndef CLOCKHAND_LABS_ATTENTION_PARTS_H
#define CLOCKHAND_LABS_ATTENTION_PARTS_H

#include "clockhand/attention.h"
#include "clockhand/lab.h"

/// Parameters that the labs share, for their lists. `bound`: the largest size of an entry.
#define ATTENTION_ENTRIES(bound) .type = CH_MATRIX, .least = -(bound), .most = (bound)
#define ATTENTION_Q(bound)                                                                                  \
    {                                                                                                       \
        .id = "q", .label = "queries Q", .help = "one row for each token that asks", .standard = "1,0;1,1", \
        ATTENTION_ENTRIES(bound)                                                                            \
    }
#define ATTENTION_K(bound)                                                                                \
    {                                                                                                     \
        .id = "k", .label = "keys K", .help = "one row for each token that is asked, as wide as a query", \
        .standard = "1,0;0,1", ATTENTION_ENTRIES(bound)                                                   \
    }
#define ATTENTION_V(bound)                                                                                   \
    {                                                                                                        \
        .id = "v", .label = "values V", .help = "one row for each key, of any width", .standard = "1,2;3,4", \
        ATTENTION_ENTRIES(bound)                                                                             \
    }
#define ATTENTION_CAUSAL                                                                                 \
    {                                                                                                    \
        .id = "causal", .label = "causal mask", .help = "which keys a query may see", .type = CH_CHOICE, \
        .standard = "none", .choices = ATTENTION_MASKS, .choice_count = 3                                \
    }

/// The axes of a grid with a row a query and a column a key.
#define ATTENTION_PAIR_AXES                                \
    {.id = "i", .label = "query i", .type = CH_INTEGER}, { \
        .id = "j", .label = "key j", .type = CH_INTEGER    \
    }

/// What one head can do wrong, for lists of mistakes.
#define ATTENTION_MISTAKES                                                                                             \
    CH_NO_SCALE, CH_SCALE_BY_DK, CH_SCALE_BY_TOKENS, CH_SCALE_BY_MODEL_WIDTH, CH_SOFTMAX_OVER_COLUMNS,                 \
        CH_NO_EXPONENTIAL, CH_TRANSPOSED_SCORES, CH_TRANSPOSED_WEIGHTS, CH_NO_MASK, CH_MASK_FLIPPED, CH_MASK_DIAGONAL, \
        CH_MASK_AFTER_SOFTMAX, CH_MASK_MINUS_TEN

/// The values of the parameter `causal`, in the order of ch_causal.
extern const ch_named ATTENTION_MASKS[3];

/// Where a lab has those four among its parameters.
typedef struct attention_places {
    size_t q, k, v, causal;
} attention_places;

/// What a run was given; `head.scale` is 1 / sqrt(width).
typedef struct attention_inputs {
    ch_head head;
    ch_causal causal;
    const double *q, *k, *v;
    uint8_t *mask; ///< (Tq, Tk), the right one
} attention_inputs;

/// Reads the inputs and makes the mask; false and run->failure for shapes that do not fit, or more than `most` rows or columns.
bool attention_read(ch_run *run, attention_inputs *in, const attention_places *at, size_t most);

/// Refuses a matrix of more than `most` rows or columns.
bool attention_fits(ch_run *run, size_t parameter, size_t most);

/// The weights of CH_NO_EXPONENTIAL: `count` values `stride` apart over their sum, which may vanish but for rounding, and then
/// there is nothing to divide by: zeros. weights may be values.
void attention_share(double *weights, const double *values, size_t count, size_t stride);

/// The mask that a mistake uses in place of the right one, (Tq, Tk).
void attention_faulty_mask(uint8_t *mask, const attention_inputs *in, ch_mistake mistake);

/// The entry that stands at `at` when a (rows, columns) matrix is transposed and read row by row: for a square one its
/// transpose, for others what is left when the numbers are poured into the right shape.
double attention_transposed(const double *cells, size_t at, size_t rows, size_t columns);

/// How far two computations of one weighted sum may lie apart: 1e-12, or what rounding explains when the numbers are
/// large. `size` bounds the terms, `reach` the scores that went into an exponential and the count of terms.
double attention_tolerance(double size, double reach);

#endif
