// The labs on one attention head against torch and numpy, with their mistakes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 256, NAME_SIZE = 64 };

/// Holds the cells of the n-th `cells TARGET value...` line to a finished run; returns how many there were.
static size_t check_cells(ch_run *run, const vectors_case *item, const vectors_line *line) {
    char target[NAME_SIZE];
    const char *space = strchr(line->value, ' ');
    if (!TEST_TRUE(space != NULL && (size_t)(space - line->value) < sizeof target)) return 0;
    memcpy(target, line->value, (size_t)(space - line->value));
    target[space - line->value] = '\0';
    double wanted[MOST];
    double largest = 1.0;
    size_t count = 0;
    for (char *at = (char *)(size_t)space; *at != '\0' && count < MOST; count++) {
        wanted[count] = strtod(at, &at);
        largest = fmax(largest, fabs(wanted[count]));
    }
    ch_picked picked;
    if (!TEST_INT(ch_target_pick(&picked, run, target, strlen(target)), CH_OK)) return 0;
    if (!TEST_SIZE((size_t)picked.rows * picked.columns, count)) return 0;
    TEST_ALL_NEAR(picked.cells, wanted, count, vectors_real(item, "tolerance") * largest);
    return count;
}

static void check_passed(const ch_run *run) {
    for (size_t c = 0; c < run->lab->check_count; c++) TEST_TRUE(ch_check_passed(run, c));
}

static void figures_are_those_of_the_libraries(void) {
    vectors_file file = vectors_open("attention.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        ch_run run;
        if (!runs_case(&run, item)) continue;
        size_t cells = 0;
        const vectors_line *line;
        for (size_t n = 0; (line = vectors_find(item, "cells", n)) != NULL; n++) cells += check_cells(&run, item, line);
        TEST_TRUE(cells > 0);
        if (run.mistake == CH_NO_MISTAKE) check_passed(&run);
    }
    vectors_close(&file);
}

/// Control: a run under a mistake is not taken for the right one.
static void mistakes_are_noticed(void) {
    static const char *const mistakes[] = {"scale-by-dk", "softmax-over-columns", "transposed-weights",
                                           "no-exponential"};
    vectors_file file = vectors_open("attention.txt");
    const vectors_case *item = &file.cases[0];
    for (size_t i = 0; i < file.count && strcmp(item->name, "head-8") != 0; i++) item = &file.cases[i];
    for (size_t m = 0; m < sizeof mistakes / sizeof mistakes[0]; m++) {
        test_case("control: %s under %s", item->name, mistakes[m]);
        ch_run run;
        if (!runs_case(&run, item)) break;
        TEST_INT(runs_set_mistake(&run, mistakes[m]), CH_OK);
        TEST_INT(ch_run_finish(&run), CH_OK);
        test_totals before = test_count();
        test_quiet(true);
        const vectors_line *line;
        for (size_t n = 0; (line = vectors_find(item, "cells", n)) != NULL; n++) check_cells(&run, item, line);
        test_quiet(false);
        bool noticed = test_count().failed > before.failed;
        test_take_back(before);
        TEST_TRUE(noticed);
    }
    vectors_close(&file);
}

/// A check of the lab, and a run under which it fails: none of them passes whatever happens.
static void checks_can_fail(void) {
    static const struct {
        const char *lab, *parameter, *text, *mistake, *check;
    } cases[] = {
        {"attention-by-hand", "causal", "top-left", "mask-after-softmax", "rows-sum"},
        {"attention-by-hand", "causal", "none", "transposed-weights", "by-hand"},
        {"attention-by-hand", "causal", "none", "no-scale", "library"},
        {"attention-by-hand", "causal", "top-left", "mask-minus-ten", "hidden"},
        {"attention-adjoint", "causal", "none", "no-scale", "gradient-q"},
        {"attention-adjoint", "causal", "none", "no-scale", "gradient-k"},
        {"attention-adjoint", "causal", "none", "transposed-weights", "gradient-v"},
        {"projections", "x", "1,0,1;0,1,1", "transposed-projection", "library"},
        {"softmax-saturation", "seed", "1", "scale-by-dk", "spread"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s: %s fails under %s", cases[i].lab, cases[i].check, cases[i].mistake);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        TEST_INT(runs_set(&run, cases[i].parameter, cases[i].text), CH_OK);
        TEST_INT(runs_set_mistake(&run, cases[i].mistake), CH_OK);
        TEST_INT(ch_run_finish(&run), CH_OK);
        const ch_checked *check = runs_check(&run, cases[i].check);
        if (TEST_TRUE(check != NULL)) TEST_TRUE(!ch_check_passed(&run, (size_t)(check - run.checks)));
    }
}

/// Large entries and the widest shapes keep the checks.
static void checks_hold_at_the_ends(void) {
    static const struct {
        const char *lab, *q, *k, *v, *causal;
    } cases[] = {
        {"attention-by-hand", "1000,1000;-1000,999", "1000,1000;1000,-1000;999,1000", "1000;-1000;1", "none"},
        {"attention-by-hand", "1e-9,0;0,0", "1,1;2,2", "0,0;0,0", "bottom-right"},
        {"attention-adjoint", "10,10;-10,9", "10,10;10,9.9;10,9.99", "10;-10;10", "none"},
        {"attention-adjoint", "10,10;-10,9;1,1", "10,10;10,9.9", "10;-10", "bottom-right"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s at --q %s", cases[i].lab, cases[i].q);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        TEST_INT(runs_set(&run, "q", cases[i].q), CH_OK);
        TEST_INT(runs_set(&run, "k", cases[i].k), CH_OK);
        TEST_INT(runs_set(&run, "v", cases[i].v), CH_OK);
        TEST_INT(runs_set(&run, "causal", cases[i].causal), CH_OK);
        TEST_TEXT(ch_status_id(ch_run_finish(&run)), "ok");
        for (size_t c = 0; c < run.lab->check_count; c++) {
            if (!run.lab->checks[c].above) TEST_TRUE(ch_check_passed(&run, c));
        }
    }
}

static void shapes_are_refused(void) {
    static const char *const wide = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17";
    const struct {
        const char *lab, *parameter, *text;
        ch_status status;
    } cases[] = {
        {"attention-by-hand", "k", "1,2,3", CH_SHAPE_MISMATCH},
        {"attention-by-hand", "v", "1;2;3", CH_SHAPE_MISMATCH},
        {"attention-by-hand", "weights", "1,2,3", CH_SHAPE_MISMATCH},
        {"attention-by-hand", "q", wide, CH_SHAPE_MISMATCH},
        {"attention-by-hand", "causal", "left", CH_UNREADABLE_VALUE},
        {"attention-by-hand", "scale", "-1", CH_VALUE_OUT_OF_RANGE},
        {"attention-adjoint", "adjoint", "1,2,3", CH_SHAPE_MISMATCH},
        {"attention-adjoint", "q", "1,2,3,4,5,6,7,8,9", CH_SHAPE_MISMATCH},
        {"attention-adjoint", "q", "11,0;1,1", CH_VALUE_OUT_OF_RANGE},
        {"projections", "wq", "1,2;3,4", CH_SHAPE_MISMATCH},
        {"projections", "x", wide, CH_SHAPE_MISMATCH},
        {"softmax-saturation", "widths", "2.5", CH_UNREADABLE_VALUE},
        {"softmax-saturation", "widths", "1,1,1,1,1,1,1,1,1,1,1,1,1", CH_SHAPE_MISMATCH},
        {"softmax-saturation", "keys", "1", CH_VALUE_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s --%s %s is refused", cases[i].lab, cases[i].parameter, cases[i].text);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        ch_status status = runs_set(&run, cases[i].parameter, cases[i].text);
        if (status == CH_OK) status = ch_run_finish(&run);
        TEST_TEXT(ch_status_id(status), ch_status_id(cases[i].status));
        TEST_TEXT(run.failure.argument, cases[i].parameter);
    }
}

int main(int argc, char **argv) {
    test_open("attention", argc, argv);
    figures_are_those_of_the_libraries();
    mistakes_are_noticed();
    checks_can_fail();
    checks_hold_at_the_ends();
    shapes_are_refused();
    return test_close();
}
