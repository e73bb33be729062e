// Labs, right and with their mistakes, against values that were computed from the definitions, cell by cell.
#include <string.h>

#include "runs.h"
#include "test.h"
#include "vectors.h"

static const char *const FILES[] = {"rope-small.txt", "attention-cost.txt", "score-by-offset.txt"};

static bool cell_of(double *value, const vectors_case *item) {
    ch_run run;
    ch_picked cell;
    if (!runs_case(&run, item) || !runs_cell(&cell, &run, vectors_text(item, "target"))) return false;
    *value = cell.cells[0];
    return true;
}

static void check_file(const char *name) {
    vectors_file file = vectors_open(name);
    size_t mistaken = 0;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s: %s", name, item->name);
        double value;
        if (!cell_of(&value, item)) continue;
        TEST_NEAR(value, vectors_real(item, "value"), vectors_real(item, "tolerance"));
        mistaken += vectors_find(item, "mistake", 0) != NULL;
    }
    test_case("%s has cases with a mistake and without", name);
    TEST_TRUE(mistaken >= 20 && file.count - mistaken >= 20);
    vectors_close(&file);
}

/// The comparison can fail: with the mistake left out, a case that has one is not met.
static void a_mistake_left_out_is_noticed(const char *name) {
    vectors_file file = vectors_open(name);
    size_t noticed = 0;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        if (vectors_find(item, "mistake", 0) == NULL) continue;
        test_case("control: %s without its mistake", item->name);
        vectors_line kept[32];
        vectors_case right = {.name = item->name, .lines = kept, .file = item->file, .number = item->number};
        for (size_t l = 0; l < item->count && right.count < 32; l++) {
            if (strcmp(item->lines[l].key, "mistake") != 0) kept[right.count++] = item->lines[l];
        }
        double value;
        if (!cell_of(&value, &right)) continue;
        double off = value - vectors_real(item, "value");
        noticed += !(off <= vectors_real(item, "tolerance") && -off <= vectors_real(item, "tolerance"));
    }
    test_case("control: %s", name);
    TEST_TRUE(noticed >= 10);
    vectors_close(&file);
}

/// What the labs refuse, with the parameter that is named and what would be taken.
static void refusals_are_named(void) {
    static const struct {
        const char *lab, *parameters[6], *argument;
        ch_status status;
    } cases[] = {
        {"rope-small", {"x", "1,2,3"}, "x", CH_SHAPE_MISMATCH},
        {"rope-small", {"x", "1,2,3,4", "angles", "1"}, "x", CH_SHAPE_MISMATCH},
        {"rope-small", {"x", "1;2"}, "x", CH_SHAPE_MISMATCH},
        {"rope-small", {"angles", "1,2,3,4,5,6,7,8,9"}, "angles", CH_SHAPE_MISMATCH},
        {"rope-small", {"v", "1,2,3"}, "v", CH_SHAPE_MISMATCH},
        {"rope-small", {"rotary", "3"}, "rotary", CH_ODD_FEATURE_WIDTH},
        {"rope-small", {"head", "1,2", "rotary", "4"}, "rotary", CH_ROTARY_WIDTH_TOO_WIDE},
        {"rope-small", {"base", "0"}, "base", CH_INVALID_BASE},
        {"rope-small", {"x", "1,2,3,4,5,6"}, "", CH_OK},
        {"rope-small", {"rotary", "16"}, "", CH_OK},
        {"score-by-offset", {"width", "7"}, "width", CH_ODD_FEATURE_WIDTH},
        {"score-by-offset", {"bases", "1;2"}, "bases", CH_SHAPE_MISMATCH},
        {"score-by-offset", {"bases", "1,2,3,4,5"}, "bases", CH_SHAPE_MISMATCH},
        {"score-by-offset", {"bases", "0.5"}, "bases", CH_VALUE_OUT_OF_RANGE},
        {"attention-cost", {"heads", "3"}, "heads", CH_VALUE_OUT_OF_RANGE},
        {"attention-cost", {"tokens", "8,3.5"}, "tokens", CH_UNREADABLE_VALUE},
        {"attention-cost", {"tokens", "0"}, "tokens", CH_VALUE_OUT_OF_RANGE},
        // 8 B T D^2 and 4 B T^2 D are 2^53 here, the first whole number that shares its double with another.
        {"attention-cost", {"tokens", "131072", "width", "65536", "batch", "2"}, "tokens", CH_VALUE_OUT_OF_RANGE},
        {"attention-cost", {"tokens", "131071", "width", "65536", "batch", "2"}, "", CH_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s --%s %s", cases[i].lab, cases[i].parameters[0], cases[i].parameters[1]);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        ch_status status = CH_OK;
        for (size_t p = 0; p < 6 && status == CH_OK && cases[i].parameters[p] != NULL; p += 2) {
            status = runs_set(&run, cases[i].parameters[p], cases[i].parameters[p + 1]);
        }
        if (status == CH_OK) status = ch_run_finish(&run);
        TEST_TEXT(ch_status_id(status), ch_status_id(cases[i].status));
        TEST_TEXT(status == CH_OK ? "" : run.failure.argument, cases[i].argument);
    }
}

int main(int argc, char **argv) {
    test_open("lab_values", argc, argv);
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        check_file(FILES[i]);
        a_mistake_left_out_is_noticed(FILES[i]);
    }
    refusals_are_named();
    return test_close();
}
