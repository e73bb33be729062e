// The sinusoidal table against its vectors, its layouts against each other, and what holds of every table.
#include <math.h>
#include <string.h>

#include "clockhand/sinusoidal.h"

#include "test.h"
#include "vectors.h"

enum { MOST = 256, WIDTH = 12, POSITIONS = 20 };
static const double BASE = 10000.0;

typedef struct table {
    uint64_t first, count, width;
    double base, tolerance;
    ch_sinusoidal_layout layout;
    double wanted[MOST];
} table;

static void read_table(table *t, const vectors_case *item) {
    t->first = vectors_size(item, "first");
    t->count = vectors_size(item, "count");
    t->width = vectors_size(item, "width");
    t->base = vectors_real(item, "base");
    t->tolerance = vectors_real(item, "tolerance");
    t->layout = vectors_is(item, "layout", "halves") ? CH_SINUSOIDAL_HALVES : CH_SINUSOIDAL_INTERLEAVED;
    TEST_SIZE(vectors_reals(item, "table", t->wanted, MOST), t->count * t->width);
}

static void make(double *rows, const table *t, ch_sinusoidal_layout layout) {
    double frequencies[MOST];
    ch_sinusoidal_frequencies(frequencies, (size_t)t->width, t->base);
    ch_sinusoidal_table(rows, frequencies, t->first, (size_t)t->count, (size_t)t->width, layout);
}

static void agrees_with_the_vectors(void) {
    vectors_file file = vectors_open("sinusoidal.txt");
    size_t told_apart = 0;
    for (size_t i = 0; i < file.count; i++) {
        table t;
        double rows[MOST];
        test_case("%s", file.cases[i].name);
        read_table(&t, &file.cases[i]);
        size_t cells = (size_t)(t.count * t.width);
        make(rows, &t, t.layout);
        TEST_ALL_NEAR(rows, t.wanted, cells, t.tolerance);
        make(rows, &t, t.layout == CH_SINUSOIDAL_HALVES ? CH_SINUSOIDAL_INTERLEAVED : CH_SINUSOIDAL_HALVES);
        for (size_t cell = 0; cell < cells; cell++) {
            if (fabs(rows[cell] - t.wanted[cell]) <= t.tolerance) continue;
            told_apart++;
            break;
        }
    }
    test_section("cases, and control: the other layout fails where it differs");
    TEST_TRUE(file.count >= 20);
    TEST_TRUE(told_apart >= 15 && told_apart < file.count);
    vectors_close(&file);
}

static void rows_have_the_length_of_their_pairs(void) {
    test_section("length is the root of the pairs, and values lie within one");
    double rows[POSITIONS * WIDTH];
    table t = {.first = 0, .count = POSITIONS, .width = WIDTH, .base = BASE};
    make(rows, &t, CH_SINUSOIDAL_INTERLEAVED);
    for (size_t i = 0; i < POSITIONS; i++) {
        double squares = 0.0;
        for (size_t f = 0; f < WIDTH; f++) {
            TEST_TRUE(fabs(rows[i * WIDTH + f]) <= 1.0);
            squares += rows[i * WIDTH + f] * rows[i * WIDTH + f];
        }
        TEST_NEAR(squares, WIDTH / 2.0, 1e-14 * WIDTH);
    }
    // Control: sines alone change length from row to row.
    TEST_TRUE(fabs(rows[0] * rows[0] - rows[WIDTH] * rows[WIDTH]) > 0.5);
}

static void a_row_is_the_table_at_its_position(void) {
    test_section("a row from angles is the table's row, and position 0 has positive zeros");
    double frequencies[WIDTH];
    double angles[WIDTH];
    double row[WIDTH];
    double rows[POSITIONS * WIDTH];
    TEST_SIZE(ch_sinusoidal_pairs(WIDTH), WIDTH / 2);
    TEST_SIZE(ch_sinusoidal_pairs(WIDTH - 1), WIDTH / 2);
    TEST_SIZE(ch_sinusoidal_pairs(0), 0);
    ch_sinusoidal_frequencies(frequencies, WIDTH, BASE);
    ch_sinusoidal_table(rows, frequencies, 3, POSITIONS, WIDTH, CH_SINUSOIDAL_HALVES);
    for (size_t i = 0; i < POSITIONS; i++) {
        for (size_t k = 0; k < WIDTH / 2; k++) angles[k] = (double)(3 + i) * frequencies[k];
        ch_sinusoidal_row(row, angles, WIDTH, CH_SINUSOIDAL_HALVES);
        TEST_ALL_SAME(row, rows + i * WIDTH, WIDTH);
    }
    ch_sinusoidal_table(row, frequencies, 0, 1, WIDTH, CH_SINUSOIDAL_INTERLEAVED);
    for (size_t f = 0; f < WIDTH; f++) TEST_SAME(row[f], f % 2 == 0 ? 0.0 : 1.0);
}

int main(int argc, char **argv) {
    test_open("sinusoidal", argc, argv);
    agrees_with_the_vectors();
    rows_have_the_length_of_their_pairs();
    a_row_is_the_table_at_its_position();
    return test_close();
}
