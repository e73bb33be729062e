// Ways to give position against torch.
#include "clockhand/relative_bias.h"

#include "test.h"
#include "vectors.h"

enum { MOST = 128 };

static const vectors_case *item;

static void check_relative_bias(void) {
    uint64_t sizes[2] = {0};
    double table[MOST];
    double wanted[MOST];
    double dbias[MOST];
    double bias[MOST];
    double dtable[MOST] = {0};
    vectors_sizes(item, "sizes", sizes, 2);
    size_t k = (size_t)sizes[0];
    size_t T = (size_t)sizes[1];
    TEST_SIZE(vectors_reals(item, "table", table, MOST), 2 * k + 1);
    TEST_SIZE(vectors_reals(item, "bias", wanted, MOST), T * T);
    TEST_SIZE(vectors_reals(item, "dbias", dbias, MOST), T * T);
    ch_relative_bias(bias, table, k, T);
    TEST_ALL_SAME(bias, wanted, T * T);
    TEST_SIZE(vectors_reals(item, "dtable", wanted, MOST), 2 * k + 1);
    ch_relative_bias_backward(dtable, dbias, k, T);
    TEST_ALL_NEAR(dtable, wanted, 2 * k + 1, 1e-12);
}

/// Control: a table read from its other end is noticed.
static void check_control(void) {
    test_section("a table read backwards is noticed");
    const double table[] = {1.0, 2.0, 3.0};
    double bias[4];
    ch_relative_bias(bias, table, 1, 2);
    const double backwards[] = {2.0, 1.0, 3.0, 2.0};
    test_totals before = test_count();
    test_quiet(true);
    TEST_ALL_SAME(bias, backwards, 4);
    test_quiet(false);
    bool noticed = test_count().failed > before.failed;
    test_take_back(before);
    TEST_TRUE(noticed);
}

int main(int argc, char **argv) {
    test_open("positions_vectors", argc, argv);
    vectors_file file = vectors_open("positions.txt");
    for (size_t i = 0; i < file.count; i++) {
        item = &file.cases[i];
        test_case("%s", item->name);
        check_relative_bias();
    }
    check_control();
    vectors_close(&file);
    return test_close();
}
