// Long labs: units in any order, in several instances, put together, in parts.
#include "clockhand/units.h"

#include <string.h>

#include "runs.h"
#include "test.h"

enum { BYTES = 1 << 22, MOST = 4096 };

static _Alignas(8) unsigned char memory[2][BYTES];
static ch_arena arenas[2];

/// A small run over four seeds, begun, in one of two memories.
static bool begin(ch_run *run, size_t which) {
    const char *id = "norm-gradients";
    arenas[which] = (ch_arena){.data = memory[which], .capacity = BYTES};
    return TEST_TRUE(runs_open_small(run, ch_lab_find(id, strlen(id)), &arenas[which])) &&
           TEST_INT(runs_set(run, "seeds", "5..8"), CH_OK) && TEST_INT(ch_run_begin(run), CH_OK);
}

static ch_status do_unit(ch_run *run, size_t unit) {
    ch_status status = CH_OK;
    for (size_t step = 0; status == CH_OK && step < run->progress.plan.steps; step++) {
        status = ch_run_step(run, unit, step);
    }
    return status;
}

static size_t collect(double *cells, const ch_run *run) {
    size_t count = 0;
    for (size_t t = 0; t < run->lab->table_count; t++) {
        size_t size = (size_t)run->tables[t].rows * run->tables[t].columns;
        if (!TEST_TRUE(count + size <= MOST)) return count;
        memcpy(cells + count, run->tables[t].cells, size * sizeof *cells);
        count += size;
    }
    return count;
}

static void units_come_in_any_order(void) {
    static double whole[MOST], other[MOST];
    ch_run run, elsewhere;
    test_section("units in any order");
    if (!begin(&run, 0)) return;
    TEST_SIZE(run.progress.plan.units, 4);
    TEST_INT(ch_run_finish(&run), CH_OK);
    size_t count = collect(whole, &run);
    if (!begin(&run, 0) || !begin(&elsewhere, 1)) return;
    static const size_t order[] = {2, 0, 3, 1};
    for (size_t i = 0; i < 4; i++) TEST_INT(do_unit(i % 2 == 0 ? &run : &elsewhere, order[i]), CH_OK);
    TEST_SIZE(ch_run_units_done(&run), 2);
    size_t each = run.progress.plan.cells + 1;
    for (size_t unit = 0; unit < 4; unit++) {
        if (ch_run_unit(&run, unit) != NULL) continue;
        memcpy(run.progress.results + unit * each, elsewhere.progress.results + unit * each, each * sizeof(double));
    }
    TEST_INT(ch_run_fill(&run), CH_OK);
    TEST_SIZE(collect(other, &run), count);
    TEST_ALL_SAME(other, whole, count);
    test_section("the same tables filled again");
    TEST_INT(ch_run_fill(&run), CH_OK);
    TEST_SIZE(collect(other, &run), count);
    TEST_ALL_SAME(other, whole, count);
    test_section("another seed is other cells");
    TEST_TRUE(memcmp(run.progress.results, run.progress.results + each, each * sizeof(double)) != 0);
}

static void parts_are_shown(void) {
    test_section("tables from the units that are done");
    ch_run run;
    if (!begin(&run, 0)) return;
    TEST_INT(ch_run_fill(&run), CH_BAD_REQUEST);
    TEST_INT(do_unit(&run, 3), CH_OK);
    TEST_INT(ch_run_fill(&run), CH_OK);
    TEST_SIZE(run.tables[1].rows, 2); // one seed, two orders
    TEST_INT(do_unit(&run, 0), CH_OK);
    TEST_INT(ch_run_fill(&run), CH_OK);
    TEST_SIZE(run.tables[1].rows, 4);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_SIZE(run.tables[1].rows, 8);
}

static void steps_follow_in_order(void) {
    test_section("steps in order");
    ch_run run;
    if (!begin(&run, 0)) return;
    size_t steps = run.progress.plan.steps;
    TEST_TRUE(steps >= 2);
    TEST_INT(ch_run_step(&run, 4, 0), CH_BAD_REQUEST);
    TEST_INT(ch_run_step(&run, 0, 1), CH_BAD_REQUEST);
    TEST_INT(ch_run_step(&run, 0, steps), CH_BAD_REQUEST);
    TEST_INT(ch_run_step(&run, 0, 0), CH_OK);
    TEST_INT(ch_run_step(&run, 1, 1), CH_BAD_REQUEST);
    TEST_INT(ch_run_step(&run, 0, 2), CH_BAD_REQUEST);
    TEST_TRUE(ch_run_unit(&run, 0) == NULL);
    test_section("another unit takes the place of one under way");
    TEST_INT(ch_run_step(&run, 1, 0), CH_OK);
    TEST_INT(ch_run_step(&run, 0, 1), CH_BAD_REQUEST);
    TEST_INT(ch_run_step(&run, 1, 1), CH_OK);
    TEST_SIZE(ch_run_units_done(&run), steps == 2 ? 1 : 0);
}

static void ordinary_labs_have_no_units(void) {
    test_section("an ordinary lab in parts");
    static double whole[MOST], other[MOST];
    ch_run run;
    TEST_TRUE(runs_open(&run, "rope-one-pair"));
    TEST_INT(ch_run_finish(&run), CH_OK);
    size_t count = collect(whole, &run);
    TEST_TRUE(runs_open(&run, "rope-one-pair"));
    TEST_INT(ch_run_begin(&run), CH_OK);
    TEST_SIZE(run.progress.plan.units, 0);
    TEST_INT(ch_run_step(&run, 0, 0), CH_BAD_REQUEST);
    TEST_TEXT(run.failure.argument, "lab");
    TEST_TEXT(run.failure.accepted, "one that is computed in units");
    TEST_INT(ch_run_fill(&run), CH_OK);
    TEST_SIZE(collect(other, &run), count);
    TEST_ALL_SAME(other, whole, count);
}

int main(int argc, char **argv) {
    test_open("units", argc, argv);
    units_come_in_any_order();
    parts_are_shown();
    steps_follow_in_order();
    ordinary_labs_have_no_units();
    return test_close();
}
