// Ways to give position against torch: the bias by offset, and the labs, each mistake of theirs included.
#include "clockhand/relative_bias.h"

#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 1024 };

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

static bool pick_cells(ch_picked *picked, ch_run *run) {
    const char *target = vectors_text(item, "target");
    return runs_case(run, item) && TEST_TRUE(ch_target_pick(picked, run, target, strlen(target)) == CH_OK);
}

static void check_lab(void) {
    ch_run run;
    ch_picked picked;
    double wanted[MOST];
    if (!pick_cells(&picked, &run)) return;
    size_t count = vectors_reals(item, "values", wanted, MOST);
    if (!TEST_SIZE((size_t)picked.rows * picked.columns, count)) return;
    TEST_ALL_NEAR(picked.cells, wanted, count, vectors_real(item, "tolerance"));
    if (vectors_find(item, "mistake", 0) != NULL || run.lab->check_count == 0) return;
    // Without a mistake all checks hold, whatever the parameters.
    for (size_t c = 0; c < run.lab->check_count; c++) TEST_TRUE(ch_check_passed(&run, c));
}

/// Checks hold at whatever sizes and seeds are accepted: the controls most of all.
static void check_controls_hold(void) {
    static const char *const tokens[] = {"2", "3", "5", "12"};
    static const char *const widths[] = {"2", "3", "7", "16"};
    ch_run run;
    for (size_t i = 0; i < 400; i++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%zu", i * 7919);
        test_case("order-blindness with seed %s, %s tokens, width %s", seed, tokens[i % 4], widths[i / 4 % 4]);
        TEST_TRUE(runs_open(&run, "order-blindness"));
        runs_set(&run, "seed", seed);
        runs_set(&run, "tokens", tokens[i % 4]);
        runs_set(&run, "width", widths[i / 4 % 4]);
        runs_set(&run, "projections", i % 3 == 0 ? "identity" : "random");
        if (!TEST_INT(ch_run_finish(&run), CH_OK)) continue;
        for (size_t c = 0; c < run.lab->check_count; c++) TEST_TRUE(ch_check_passed(&run, c));
    }
}

static void check_refusals(void) {
    static const struct {
        const char *lab, *parameter, *text;
        ch_status status;
    } cases[] = {
        {"order-blindness", "perm", "0,1,2,3,4,5", CH_VALUE_OUT_OF_RANGE}, // nothing is shuffled
        {"order-blindness", "perm", "3,0,5,1,4,4", CH_VALUE_OUT_OF_RANGE},
        {"order-blindness", "perm", "3,0,5,1,4,6", CH_VALUE_OUT_OF_RANGE},
        {"order-blindness", "perm", "3,0,5,1,4.5,2", CH_VALUE_OUT_OF_RANGE},
        {"order-blindness", "perm", "1,0", CH_SHAPE_MISMATCH},
        {"order-blindness", "tokens", "1", CH_VALUE_OUT_OF_RANGE},
        {"order-blindness", "seed", "4294967296", CH_VALUE_OUT_OF_RANGE},
        {"position-diagonals", "width", "7", CH_ODD_FEATURE_WIDTH},
        {"position-diagonals", "tokens", "2", CH_VALUE_OUT_OF_RANGE},
        {"learned-table", "lengths", "3;4", CH_SHAPE_MISMATCH},
        {"learned-table", "lengths", "3.5", CH_UNREADABLE_VALUE},
        {"learned-table", "lengths", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", CH_SHAPE_MISMATCH},
        {"learned-table", "max_len", "0", CH_VALUE_OUT_OF_RANGE},
        {"relative-bias", "table", "1,2", CH_SHAPE_MISMATCH},
        {"relative-bias", "table", "1;2", CH_SHAPE_MISMATCH},
        {"relative-bias", "scores", "1,2", CH_SHAPE_MISMATCH},
        {"position-schemes", "width", "12", CH_SHAPE_MISMATCH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s --%s %s", cases[i].lab, cases[i].parameter, cases[i].text);
        ch_run run;
        TEST_TRUE(runs_open(&run, cases[i].lab));
        ch_status status = runs_set(&run, cases[i].parameter, cases[i].text);
        if (status == CH_OK) status = ch_run_finish(&run);
        TEST_TEXT(ch_status_id(status), ch_status_id(cases[i].status));
        TEST_TEXT(run.failure.argument, cases[i].parameter);
    }
}

static void check_end_of_table(void) {
    test_section("a position past the last row finds none");
    ch_run run;
    TEST_TRUE(runs_open(&run, "learned-table"));
    TEST_INT(runs_set(&run, "position", "16"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_TEXT(run.texts.data + (size_t)run.tables[1].cells[2], "IndexError");
    TEST_SIZE(run.tables[2].rows, 0);
    TEST_TRUE(runs_open(&run, "learned-table"));
    TEST_INT(runs_set(&run, "position", "15"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_TEXT(run.texts.data + (size_t)run.tables[1].cells[2], "row found");
    TEST_SIZE(run.tables[2].rows, 1);
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
        if (vectors_is(item, "kind", "lab")) {
            check_lab();
        } else {
            check_relative_bias();
        }
    }
    check_controls_hold();
    check_refusals();
    check_end_of_table();
    check_control();
    vectors_close(&file);
    return test_close();
}
