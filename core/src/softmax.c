#include "clockhand/softmax.h"

#include <math.h>

#include "clockhand/elementary.h"

static bool is_seen(const uint8_t *mask, size_t column) {
    return mask == NULL || mask[column] != 0;
}

/// The largest entry that a row may see, NaN when one of them is; -infinity when it may see none.
static double row_maximum(const double *x, const uint8_t *mask, size_t columns) {
    double largest = -(double)INFINITY;
    for (size_t j = 0; j < columns; j++) {
        if (!is_seen(mask, j) || x[j] <= largest) continue;
        largest = x[j];
        if (isnan(largest)) break;
    }
    return largest;
}

bool ch_sees_none(const double *x, const uint8_t *mask, size_t columns) {
    return row_maximum(x, mask, columns) == -(double)INFINITY;
}

static void softmax_row(double *y, const double *x, const uint8_t *mask, size_t columns) {
    double largest = row_maximum(x, mask, columns);
    double sum = 0.0;
    for (size_t j = 0; j < columns; j++) {
        // A row of -infinities has nothing to see either; -infinity minus itself would be NaN.
        y[j] = is_seen(mask, j) && largest != -(double)INFINITY ? ch_exp(x[j] - largest) : 0.0;
        sum += y[j];
    }
    for (size_t j = 0; sum != 0.0 && j < columns; j++) y[j] /= sum;
}

void ch_softmax(double *y, const double *x, const uint8_t *mask, size_t rows, size_t columns) {
    for (size_t i = 0; i < rows; i++) {
        softmax_row(y + i * columns, x + i * columns, mask == NULL ? NULL : mask + i * columns, columns);
    }
}

void ch_softmax_backward(double *dx, const double *dy, const double *y, size_t rows, size_t columns) {
    for (size_t i = 0; i < rows; i++) {
        const double *row = y + i * columns;
        double inner = 0.0;
        for (size_t j = 0; j < columns; j++) inner += row[j] * dy[i * columns + j];
        for (size_t j = 0; j < columns; j++) dx[i * columns + j] += row[j] * (dy[i * columns + j] - inner);
    }
}

double ch_cross_entropy(const double *x, const uint64_t *labels, size_t rows, size_t classes) {
    double total = 0.0;
    for (size_t i = 0; i < rows; i++) {
        const double *row = x + i * classes;
        double largest = row_maximum(row, NULL, classes);
        double sum = 0.0;
        for (size_t j = 0; j < classes; j++) sum += ch_exp(row[j] - largest);
        total += ch_log(sum) - (row[labels[i]] - largest);
    }
    return total / (double)rows;
}

void ch_cross_entropy_backward(double *dx, double *scratch, double dloss, const double *x, const uint64_t *labels,
                               size_t rows, size_t classes) {
    for (size_t i = 0; i < rows; i++) {
        ch_softmax(scratch, x + i * classes, NULL, 1, classes);
        for (size_t j = 0; j < classes; j++) {
            double target = j == labels[i] ? 1.0 : 0.0;
            dx[i * classes + j] += dloss * (scratch[j] - target) / (double)rows;
        }
    }
}
