// The labs on sinusoidal positions against figures of numpy, right and mistaken, and what their checks find.
#include <math.h>
#include <string.h>

#include "clockhand/target.h"
#include "runs.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 256 };

static void agree_with_the_vectors(void) {
    vectors_file file = vectors_open("sinusoidal-labs.txt");
    size_t mistaken = 0;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        ch_run run;
        ch_picked cells;
        double wanted[MOST];
        const char *target = vectors_text(item, "target");
        if (!runs_case(&run, item)) continue;
        if (!TEST_INT(ch_target_pick(&cells, &run, target, strlen(target)), CH_OK)) continue;
        size_t count = vectors_reals(item, "values", wanted, MOST);
        if (!TEST_SIZE((size_t)cells.rows * cells.columns, count)) continue;
        TEST_ALL_NEAR(cells.cells, wanted, count, vectors_real(item, "tolerance"));
        mistaken += run.mistake != CH_NO_MISTAKE;
    }
    test_section("right and mistaken runs are held");
    TEST_TRUE(file.count >= 100 && mistaken >= 40);
    vectors_close(&file);
}

/// Whether a check passes at `parameter` = `value` under a mistake (NULL for none).
static bool passes(const char *lab, const char *check, const char *parameter, const char *value, const char *mistake) {
    ch_run run;
    if (!TEST_TRUE(runs_open(&run, lab) && runs_set(&run, parameter, value) == CH_OK)) return false;
    if (mistake != NULL && !TEST_INT(runs_set_mistake(&run, mistake), CH_OK)) return false;
    if (!TEST_INT(ch_run_finish(&run), CH_OK)) return false;
    return ch_check_passed(&run, (size_t)(runs_check(&run, check) - run.checks));
}

static void checks_find_what_they_are_for(void) {
    static const char *const faults[] = {"exponent-doubled", "exponent-halved",      "odd-own-exponent",
                                         "halves-layout",    "sine-cosine-swapped",  "position-from-one",
                                         "degrees",          "multiplied-frequency", "angles-in-16-bit"};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        test_case("the double loop finds %s", faults[i]);
        TEST_TRUE(!passes("sinusoidal-table", "reference", "width", "6", faults[i]));
    }
    test_section("lengths are found wrong where a pair falls apart, and only there");
    TEST_TRUE(!passes("sinusoidal-table", "length", "width", "6", "odd-own-exponent"));
    TEST_TRUE(passes("sinusoidal-table", "length", "width", "6", "exponent-halved"));
    test_section("a turn the other way is found");
    TEST_TRUE(!passes("sinusoidal-shift", "rotation", "shift", "4", "clockwise"));
    TEST_TRUE(!passes("sinusoidal-shift", "rotation", "shift", "4", "sine-cosine-swapped"));
}

static void checks_hold_at_the_ends(void) {
    static const struct {
        const char *lab, *parameter, *value;
    } ends[] = {
        {"sinusoidal-table", "positions", "1"},   {"sinusoidal-table", "positions", "5000"},
        {"sinusoidal-table", "width", "1"},       {"sinusoidal-table", "width", "128"},
        {"sinusoidal-table", "base", "1"},        {"sinusoidal-table", "base", "1e12"},
        {"sinusoidal-table", "layout", "halves"}, {"sinusoidal-table", "position", "60000"},
        {"sinusoidal-shift", "shift", "0"},       {"sinusoidal-shift", "shift", "10000"},
        {"sinusoidal-shift", "width", "2"},       {"sinusoidal-shift", "width", "128"},
        {"sinusoidal-shift", "base", "1"},        {"sinusoidal-shift", "base", "1e12"},
        {"sinusoidal-shift", "positions", "1"},   {"sinusoidal-shift", "positions", "1000"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        test_case("%s --%s %s", ends[i].lab, ends[i].parameter, ends[i].value);
        ch_run run;
        TEST_TRUE(runs_open(&run, ends[i].lab) && runs_set(&run, ends[i].parameter, ends[i].value) == CH_OK);
        if (!TEST_INT(ch_run_finish(&run), CH_OK)) continue;
        for (size_t c = 0; c < run.lab->check_count; c++) TEST_TRUE(ch_check_passed(&run, c));
    }
}

int main(int argc, char **argv) {
    test_open("sinusoidal_labs", argc, argv);
    agree_with_the_vectors();
    checks_find_what_they_are_for();
    checks_hold_at_the_ends();
    return test_close();
}
