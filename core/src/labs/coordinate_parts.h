/// The table of labs that hold every coordinate of an adjoint against its central difference. Private to core/src.
#ifndef CLOCKHAND_LABS_COORDINATE_PARTS_H
#define CLOCKHAND_LABS_COORDINATE_PARTS_H

#include "clockhand/lab.h"

enum {
    COORDINATE_TENSOR,
    COORDINATE_ROW,
    COORDINATE_FEATURE,
    COORDINATE_ADJOINT,
    COORDINATE_CENTRAL,
    COORDINATE_DIFFERENCE,
    COORDINATE_CELLS
};

/// The columns; labs call a row of their tensors differently, and say which adjoint it is.
#define COORDINATE_COLUMNS(row_id, row_label, adjoint_label)                                                      \
    {                                                                                                             \
        [COORDINATE_TENSOR] = {.id = "tensor", .label = "tensor", .type = CH_TEXT},                               \
        [COORDINATE_ROW] = {.id = (row_id), .label = (row_label), .type = CH_INTEGER},                            \
        [COORDINATE_FEATURE] = {.id = "feature", .label = "feature", .type = CH_INTEGER},                         \
        [COORDINATE_ADJOINT] = {.id = "adjoint", .label = (adjoint_label), .type = CH_REAL, .digits = 6},         \
        [COORDINATE_CENTRAL] = {.id = "central", .label = "central difference", .type = CH_REAL, .digits = 6},    \
        [COORDINATE_DIFFERENCE] = {.id = "difference", .label = "they differ by", .type = CH_REAL, .digits = 12}, \
    }

#define COORDINATE_TABLE(of_columns)                                                                  \
    {                                                                                                 \
        .id = "coordinates", .caption = "Every coordinate against its central difference", .keys = 3, \
        .columns = (of_columns), .column_count = COORDINATE_CELLS                                     \
    }

/// Fills a row for each of the `count` coordinates of a tensor (count/width, width) whose first row has the number `first`,
/// and returns where the next tensor's rows begin.
double *coordinate_put(ch_run *run, double *cells, const char *tensor, uint64_t first, const double *adjoint,
                       const double *central, size_t count, size_t width);

#endif
