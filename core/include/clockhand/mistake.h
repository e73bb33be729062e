/// The wrong computations that labs can run, each once: name, permanent id, what is done wrong.
#ifndef CLOCKHAND_MISTAKE_H
#define CLOCKHAND_MISTAKE_H

#include <stddef.h>

#define CH_MISTAKE_LIST(X)                                                                                             \
    X(CH_NO_MISTAKE, "none", "computed as it should be")                                                               \
    X(CH_CLOCKWISE, "clockwise", "turned by the transposed rotation, the other way round")                             \
    X(CH_FORWARD_AS_ADJOINT, "forward-as-adjoint", "the forward rotation used in reverse mode")                        \
    X(CH_OTHER_PAIRING, "other-pairing", "adjacent pairs where split halves are meant, or the reverse")                \
    X(CH_EXPONENT_HALVED, "exponent-halved", "frequencies with exponent k/d where 2k/d is meant")                      \
    X(CH_EXPONENT_DOUBLED, "exponent-doubled",                                                                         \
      "the feature's number doubled in the exponent, where the pair's is meant")                                       \
    X(CH_ODD_OWN_EXPONENT, "odd-own-exponent", "each cosine with a frequency of its own, not its sine's")              \
    X(CH_HALVES_LAYOUT, "halves-layout", "all sines first and all cosines after them, where they alternate")           \
    X(CH_POSITION_OFF_BY_ONE, "position-off-by-one", "positions counted from one")                                     \
    X(CH_POSITION_FROM_ONE, "position-from-one", "the first token given position one")                                 \
    X(CH_DEGREES, "degrees", "angles taken as degrees where they are radians")                                         \
    X(CH_SINE_COSINE_SWAPPED, "sine-cosine-swapped", "sine and cosine exchanged")                                      \
    X(CH_COSINE_FOR_SINE, "cosine-for-sine",                                                                           \
      "the cosine taken for the sine, and the sine for the cosine, in the query")                                      \
    X(CH_MULTIPLIED_FREQUENCY, "multiplied-frequency", "the position divided by the frequency, not multiplied by it")  \
    X(CH_UNSCALED_EMBEDDING, "unscaled-embedding",                                                                     \
      "the embedding added as it is, where it is first multiplied by the root of its width")                           \
    X(CH_QUERY_ONLY, "query-only", "the query turned and the key left alone")                                          \
    X(CH_OFFSET_SIGN, "offset-sign", "query position minus key position, where key minus query is meant")              \
    X(CH_UNSIGNED_OFFSET, "unsigned-offset", "the distance used where the signed difference is meant")                 \
    X(CH_ANGLES_IN_16_BIT, "angles-in-16-bit", "angles rounded to half precision before sine and cosine")              \
    X(CH_WIDTH_OF_MODEL, "width-of-model", "the model width taken where the width of a head is meant")                 \
    X(CH_ROTATED_VALUES, "rotated-values", "the values turned too, which carry content and no position")               \
    X(CH_PARTIAL_WRONG_WIDTH, "partial-wrong-width",                                                                   \
      "halves of the whole head paired, where only the rotary part has halves")                                        \
    X(CH_CACHE_RESTART, "cache-restart", "positions counted from zero at each call, whatever the cache holds")         \
    X(CH_CACHE_DOUBLE, "cache-double", "the length of the cache added to positions that already count it")             \
    X(CH_PADDING_COUNTED, "padding-counted", "filler tokens given positions of their own")                             \
    X(CH_TRANSPOSED_PROJECTION, "transposed-projection", "the learned matrix transposed before the tokens meet it")    \
    X(CH_NO_SCALE, "no-scale", "scores not divided by the root of the key width, nor their adjoint")                   \
    X(CH_SCALE_BY_DK, "scale-by-dk", "scores divided by the key width, not its root")                                  \
    X(CH_SCALE_BY_TOKENS, "scale-by-tokens", "scores divided by the root of the number of tokens")                     \
    X(CH_SCALE_BY_MODEL_WIDTH, "scale-by-model-width",                                                                 \
      "scores divided by the root of the model width, not the head width")                                             \
    X(CH_SOFTMAX_OVER_COLUMNS, "softmax-over-columns",                                                                 \
      "weights normalised down the columns, where each row is normalised")                                             \
    X(CH_NO_EXPONENTIAL, "no-exponential", "scores divided by their sum, without the exponential")                     \
    X(CH_TRANSPOSED_SCORES, "transposed-scores", "keys times queries, the scores transposed")                          \
    X(CH_TRANSPOSED_WEIGHTS, "transposed-weights",                                                                     \
      "rows and columns of the weights exchanged in the product with the values, or in its adjoint")                   \
    X(CH_NO_MASK, "no-mask", "later tokens left visible")                                                              \
    X(CH_MASK_FLIPPED, "mask-flipped", "earlier tokens hidden in place of later ones")                                 \
    X(CH_MASK_DIAGONAL, "mask-diagonal", "a token may not see itself")                                                 \
    X(CH_MASK_AFTER_SOFTMAX, "mask-after-softmax",                                                                     \
      "weights set to zero after the softmax, so that rows no longer sum to one")                                      \
    X(CH_MASK_MINUS_TEN, "mask-minus-ten", "minus ten added to hidden scores, where minus infinity is meant")          \
    X(CH_SAMPLE_VARIANCE, "sample-variance", "the variance divided by one less than the width")                        \
    X(CH_NO_MEAN, "no-mean", "the mean not taken off, which is RMS norm")                                              \
    X(CH_WITH_MEAN, "with-mean", "the mean taken off first, which is layer norm")                                      \
    X(CH_EPS_OUTSIDE_ROOT, "eps-outside-root", "epsilon added to the root, not under it")                              \
    X(CH_OVER_TOKENS, "over-tokens", "each feature normalised over the tokens, where each token is over its features") \
    X(CH_DIVIDE_BY_VARIANCE, "divide-by-variance", "divided by the variance, not by its root")                         \
    X(CH_MISSING_FINAL_NORM, "missing-final-norm", "no norm behind the last layer of a pre-LN stack")                  \
    X(CH_POST_FOR_PRE, "post-for-pre", "the norm after the addition, where it stands before the branch")               \
    X(CH_PRE_FOR_POST, "pre-for-post", "the norm before the branch, where it stands after the addition")               \
    X(CH_RESIDUAL_AFTER_NORM, "residual-after-norm", "the normalised vector carried on in place of the stream")        \
    X(CH_MOMENTS_HELD_FIXED, "moments-held-fixed", "the mean and the spread held fixed in reverse mode")               \
    X(CH_CHANGES_ADDED, "changes-added", "the changes of the layers added, where their factors multiply")              \
    X(CH_ONE_FACTOR_SHORT, "one-factor-short", "one factor fewer than there are layers")                               \
    X(CH_LENGTHS_ADDED, "lengths-added", "lengths added, as if every branch pointed along the stream")                 \
    X(CH_SHARE_OF_BEFORE, "share-of-before", "the branch held against the stream before it was added")                 \
    X(CH_PERMUTATION_INVERTED, "permutation-inverted", "where each one went, in place of which one came here")         \
    X(CH_NOT_SHUFFLED, "not-shuffled", "rows left in their old order")                                                 \
    X(CH_POSITIONS_TO_VALUES, "positions-to-values", "positions added to the values alone, not to the inputs")         \
    X(CH_POSITIONS_TO_OUTPUT, "positions-to-output", "positions added to the output, not to the inputs")               \
    X(CH_NOT_CLAMPED, "not-clamped",                                                                                   \
      "offsets beyond the table given no bias, where they take that of the nearest end")                               \
    X(CH_CLAMPED_TO_WRONG_END, "clamped-to-wrong-end", "offsets beyond the table given the bias of the opposite end")  \
    X(CH_BIAS_AFTER_SOFTMAX, "bias-after-softmax", "the bias added to the weights, not to the scores")                 \
    X(CH_NO_ROOT, "no-root", "the root not taken at the end")                                                          \
    X(CH_ONE_TURNED, "one-turned", "one of the two vectors turned and the other left alone")                           \
    X(CH_FEATURE_FOR_PAIR, "feature-for-pair", "counted for each feature, where two features make one pair")           \
    X(CH_PAIR_FOR_FEATURE, "pair-for-feature", "counted for each pair, where a pair is two features")                  \
    X(CH_SIGNS_DROPPED, "signs-dropped", "signs left out before one value is taken from another")                      \
    X(CH_FIRST_PAIR_ONLY, "first-pair-only", "the first pair alone, the others left out")                              \
    X(CH_WHOLE_TABLE, "whole-table", "every row counted, where the last one is enough")                                \
    X(CH_FORGOT_BATCH, "forgot-batch", "one sequence counted, where a batch has several")                              \
    X(CH_THREE_PROJECTIONS, "three-projections", "the projection of the output left out of the count")                 \
    X(CH_MULTIPLY_ADD_AS_ONE, "multiply-add-as-one",                                                                   \
      "a multiplication and its addition counted as one operation, not two")                                           \
    X(CH_CROSSOVER_AT_WIDTH, "crossover-at-width",                                                                     \
      "the crossover put where the length equals the width, not twice the width")                                      \
    X(CH_FORGOT_HEADS, "forgot-heads", "one head counted, where there are several")                                    \
    X(CH_GB_FOR_GIB, "gb-for-gib", "ten to the ninth bytes taken for a GiB")                                           \
    X(CH_CAUSAL_NOT_HALVED, "causal-not-halved", "all scores counted, where causal skipping leaves half of them")

typedef enum ch_mistake {
#define CH_MISTAKE_NAME(name, id, summary) name,
    CH_MISTAKE_LIST(CH_MISTAKE_NAME)
#undef CH_MISTAKE_NAME
        CH_MISTAKE_COUNT
} ch_mistake;

/// Permanent id of a mistake, kebab-case.
const char *ch_mistake_id(ch_mistake mistake);

/// What is done wrong, in a few words.
const char *ch_mistake_summary(ch_mistake mistake);

#endif
