/// A rotary table in the tests' own memory, over positions 0 .. capacity - 1.
#ifndef CLOCKHAND_TESTS_MADE_ROPE_H
#define CLOCKHAND_TESTS_MADE_ROPE_H

#include "clockhand/rope.h"

typedef struct made_rope {
    ch_rope rope;
    double *memory; ///< for free()
} made_rope;

made_rope make_rope(uint64_t rotary, uint64_t features, uint64_t capacity, double base, ch_pairing pairing);

#endif
