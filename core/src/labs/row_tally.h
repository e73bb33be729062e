/// Counts distinct rows of a table that is never kept: each row is rounded, hashed, and on an equal hash compared with
/// the earlier row, made again. Private to core/src.
#ifndef CLOCKHAND_LABS_ROW_TALLY_H
#define CLOCKHAND_LABS_ROW_TALLY_H

#include "clockhand/lab.h"

/// Makes row `index` once more.
typedef void (*row_maker)(double *row, const void *context, size_t index);

typedef struct row_tally {
    size_t width;
    size_t slots;     ///< a power of two
    uint64_t *hashes; ///< of the row in a slot
    uint32_t *rows;   ///< index + 1 of the row in a slot; 0: free
    double *earlier;  ///< (width), scratch
    size_t distinct;
} row_tally;

/// Room for `rows` rows from the run's arena; false and run->failure when it is full.
bool row_tally_open(row_tally *tally, ch_run *run, size_t rows, size_t width);

/// Counts a row, unless an earlier one is the same at six decimals.
void row_tally_add(row_tally *tally, const double *row, size_t index, row_maker make, const void *context);

#endif
