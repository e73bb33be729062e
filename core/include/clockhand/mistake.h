/// The wrong computations that labs can run, each once: name, permanent id, what is done wrong.
#ifndef CLOCKHAND_MISTAKE_H
#define CLOCKHAND_MISTAKE_H

#include <stddef.h>

#define CH_MISTAKE_LIST(X)                                                                                            \
    X(CH_NO_MISTAKE, "none", "computed as it should be")                                                              \
    X(CH_CLOCKWISE, "clockwise", "turned by the transposed rotation, the other way round")                            \
    X(CH_FORWARD_AS_ADJOINT, "forward-as-adjoint", "the forward rotation used in reverse mode")                       \
    X(CH_OTHER_PAIRING, "other-pairing", "adjacent pairs where split halves are meant, or the reverse")               \
    X(CH_EXPONENT_HALVED, "exponent-halved", "frequencies with exponent k/d where 2k/d is meant")                     \
    X(CH_EXPONENT_DOUBLED, "exponent-doubled",                                                                        \
      "the feature's number doubled in the exponent, where the pair's is meant")                                      \
    X(CH_ODD_OWN_EXPONENT, "odd-own-exponent", "each cosine with a frequency of its own, not its sine's")             \
    X(CH_HALVES_LAYOUT, "halves-layout", "all sines first and all cosines after them, where they alternate")          \
    X(CH_POSITION_OFF_BY_ONE, "position-off-by-one", "positions counted from one")                                    \
    X(CH_POSITION_FROM_ONE, "position-from-one", "the first token given position one")                                \
    X(CH_DEGREES, "degrees", "angles taken as degrees where they are radians")                                        \
    X(CH_SINE_COSINE_SWAPPED, "sine-cosine-swapped", "sine and cosine exchanged")                                     \
    X(CH_COSINE_FOR_SINE, "cosine-for-sine",                                                                          \
      "the cosine taken for the sine, and the sine for the cosine, in the query")                                     \
    X(CH_MULTIPLIED_FREQUENCY, "multiplied-frequency", "the position divided by the frequency, not multiplied by it") \
    X(CH_QUERY_ONLY, "query-only", "the query turned and the key left alone")                                         \
    X(CH_OFFSET_SIGN, "offset-sign", "query position minus key position, where key minus query is meant")             \
    X(CH_UNSIGNED_OFFSET, "unsigned-offset", "the distance used where the signed difference is meant")                \
    X(CH_ANGLES_IN_16_BIT, "angles-in-16-bit", "angles rounded to half precision before sine and cosine")             \
    X(CH_WIDTH_OF_MODEL, "width-of-model", "frequencies from the model width, not the head width")

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
