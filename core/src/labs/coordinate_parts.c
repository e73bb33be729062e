#include "coordinate_parts.h"

#include <math.h>

double *coordinate_put(ch_run *run, double *cells, const char *tensor, uint64_t first, const double *adjoint,
                       const double *central, size_t count, size_t width) {
    double name = ch_text_cell(run, tensor);
    for (size_t i = 0; i < count; i++, cells += COORDINATE_CELLS) {
        cells[COORDINATE_TENSOR] = name;
        cells[COORDINATE_ROW] = (double)(first + i / width);
        cells[COORDINATE_FEATURE] = (double)(i % width);
        cells[COORDINATE_ADJOINT] = adjoint[i];
        cells[COORDINATE_CENTRAL] = central[i];
        cells[COORDINATE_DIFFERENCE] = fabs(adjoint[i] - central[i]);
    }
    return cells;
}
