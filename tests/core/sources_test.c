// Every decimal that the rope chapter prints comes out of the labs digit for digit, and known mistakes give their values.
#include <string.h>

#include "clockhand/decimal.h"
#include "runs.h"
#include "test.h"
#include "vectors.h"

enum { PRINTED = 128 };

/// The text as tables show it; at each case's digits, which must be the column's for a cell.
static void check_printed(const vectors_case *item, ch_run *run) {
    int digits = (int)vectors_integer(item, "digits");
    double value;
    if (vectors_find(item, "check", 0) != NULL) {
        const ch_checked *check = runs_check(run, vectors_text(item, "check"));
        if (!TEST_TRUE(check != NULL)) return;
        TEST_TRUE(check->value <= check->tolerance);
        value = check->tolerance;
    } else {
        ch_picked cell;
        if (!runs_cell(&cell, run, vectors_text(item, "target"))) return;
        TEST_INT(cell.digits, digits);
        value = cell.cells[0];
    }
    char printed[64];
    ch_text text;
    ch_text_open(&text, printed, sizeof printed);
    ch_text_put_number(&text, value, digits);
    TEST_TEXT(printed, vectors_text(item, "text"));
}

static void check_value(const vectors_case *item, ch_run *run) {
    ch_picked cell;
    if (!runs_cell(&cell, run, vectors_text(item, "target"))) return;
    TEST_NEAR(cell.cells[0], vectors_real(item, "value"), vectors_real(item, "tolerance"));
}

static void figures_are_the_sources_own(void) {
    vectors_file file = vectors_open("sources-rope.txt");
    size_t printed = 0;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        ch_run run;
        if (!runs_case(&run, item)) continue;
        if (vectors_is(item, "kind", "printed")) {
            printed++;
            check_printed(item, &run);
        } else if (TEST_TEXT(vectors_text(item, "kind"), "value")) {
            check_value(item, &run);
        }
    }
    test_section("no printed decimal is left out");
    TEST_SIZE(printed, PRINTED);
    vectors_close(&file);
}

/// A changed parameter or a mistake changes figures, so the comparison above can fail.
static void other_runs_print_other_figures(void) {
    test_section("control: another base, another mistake");
    vectors_file file = vectors_open("sources-rope.txt");
    size_t by_base = 0;
    size_t by_mistake = 0;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        if (!vectors_is(item, "kind", "printed") || !vectors_is(item, "lab", "rope-pairs") ||
            vectors_find(item, "target", 0) == NULL)
            continue;
        for (int changed = 0; changed < 2; changed++) {
            ch_run run;
            ch_picked cell;
            if (!TEST_TRUE(runs_open(&run, "rope-pairs"))) break;
            TEST_INT(changed == 0 ? runs_set(&run, "base", "10000") : runs_set_mistake(&run, "degrees"), CH_OK);
            if (!TEST_INT(ch_run_finish(&run), CH_OK) || !runs_cell(&cell, &run, vectors_text(item, "target"))) break;
            char printed[64];
            ch_text text;
            ch_text_open(&text, printed, sizeof printed);
            ch_text_put_number(&text, cell.cells[0], cell.digits);
            *(changed == 0 ? &by_base : &by_mistake) += strcmp(printed, vectors_text(item, "text")) != 0;
        }
    }
    TEST_TRUE(by_base >= 20);
    TEST_TRUE(by_mistake >= 20);
    vectors_close(&file);
}

int main(int argc, char **argv) {
    test_open("sources", argc, argv);
    figures_are_the_sources_own();
    other_runs_print_other_figures();
    return test_close();
}
