/// Names cells of a finished run: `table[row].column`, `table[row].a,b`, `table[row]`, `table.column`, `table`.
///
/// In a grid a column is the column axis and its count, such as `n1`; a row is always the index from 0. Without columns a
/// record row stands for its numeric columns that are no keys.
#ifndef CLOCKHAND_TARGET_H
#define CLOCKHAND_TARGET_H

#include "clockhand/lab.h"

/// Cells picked out of a table, row-major.
typedef struct ch_picked {
    uint32_t rows;
    uint32_t columns;
    int32_t digits;      ///< of the first column
    bool paired;         ///< whole rows, or a whole column, of features that stand in pairs
    const double *cells; ///< (rows, columns), in the run's arena
} ch_picked;

/// Copies the cells that `target` names into the run's arena; CH_UNKNOWN_TARGET and run->failure when it names none.
ch_status ch_target_pick(ch_picked *picked, ch_run *run, const char *target, size_t length);

#endif
