#include "made_rope.h"

#include <stdlib.h>

made_rope make_rope(uint64_t rotary, uint64_t features, uint64_t capacity, double base, ch_pairing pairing) {
    size_t pairs = (size_t)rotary / 2;
    size_t cells = pairs * (size_t)capacity;
    double *memory = malloc((pairs + 2 * cells) * sizeof *memory);
    if (memory == NULL) abort();
    double *cosines = memory + pairs;
    ch_rope_frequencies(memory, rotary, base);
    ch_rope_table(cosines, cosines + cells, memory, pairs, 0, (size_t)capacity);
    ch_rope rope = {.config = {rotary, capacity, base},
                    .features = features,
                    .pairing = pairing,
                    .cosines = cosines,
                    .sines = cosines + cells};
    return (made_rope){rope, memory};
}
