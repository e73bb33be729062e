// Targets: which cells each form of a target picks, and what names none.
#include "clockhand/target.h"

#include <string.h>

#include "runs.h"
#include "test.h"

static void picks(const char *lab, const char *target, uint32_t rows, uint32_t columns, int digits,
                  const double *cells) {
    test_case("%s %s", lab, target);
    ch_run run;
    ch_picked picked;
    if (!TEST_TRUE(runs_open(&run, lab)) || !TEST_INT(ch_run_finish(&run), CH_OK)) return;
    if (!TEST_INT(ch_target_pick(&picked, &run, target, strlen(target)), CH_OK)) return;
    TEST_SIZE(picked.rows, rows);
    TEST_SIZE(picked.columns, columns);
    TEST_INT(picked.digits, digits);
    if (picked.rows == rows && picked.columns == columns)
        TEST_ALL_NEAR(picked.cells, cells, (size_t)rows * columns, 1e-6);
}

static void every_form_picks_its_cells(void) {
    picks("rope-pairs", "rotations[2].angle", 1, 1, 6, (double[]){1.0});
    picks("rope-pairs", "rotations[2].after_x,after_y", 1, 2, 6, (double[]){0.540302, 0.841471});
    picks("rope-pairs", "rotations.angle", 6, 1, 6, (double[]){0, 0, 1, 0.1, 2, 0.2});
    picks("rope-pairs", "dots[0].n1", 1, 1, 6, (double[]){1.535306});
    picks("rope-pairs", "dots[0].n1,n2", 1, 2, 6, (double[]){1.535306, 0.563920});
    picks("rope-pairs", "dots[2]", 1, 3, 6, (double[]){0.563920, 1.535306, 2.0});
    picks("rope-pairs", "dots.n0", 3, 1, 6, (double[]){2.0, 1.535306, 0.563920});
    picks("rope-pairs", "shifted[0].n3", 1, 1, 6, (double[]){2.0});
    picks("rope-pairs", "offsets", 3, 3, 0, (double[]){0, 1, 2, -1, 0, 1, -2, -1, 0});
    picks("rope-pairs", "norms[0]", 1, 3, 6, (double[]){1.414214, 1.414214, 1.414214});
    picks("rope-one-pair", "score[0].dot", 1, 1, 6, (double[]){0.841471});
}

static void pairs(const char *lab, const char *target, bool paired) {
    test_case("%s %s", lab, target);
    ch_run run;
    ch_picked picked;
    if (!TEST_TRUE(runs_open(&run, lab)) || !TEST_INT(ch_run_finish(&run), CH_OK)) return;
    if (!TEST_INT(ch_target_pick(&picked, &run, target, strlen(target)), CH_OK)) return;
    TEST_TRUE(picked.paired == paired);
}

static void only_whole_vectors_of_features_are_paired(void) {
    pairs("rope-small", "formula.y", true);
    pairs("rope-small", "formula[1].y", false);
    pairs("rope-small", "formula.x,y", false);
    pairs("rope-small", "partial.after", false); // only a part of the head turns
    pairs("rope-small", "matrix", false);
    pairs("sinusoidal-table", "row.value", true);
    pairs("rope-adjoint", "q-input[1]", true);
    pairs("rope-adjoint", "q-input[1].f0,f1", false);
    pairs("causal-rope-head", "turned-queries[0]", true);
    pairs("causal-rope-head", "outputs", false);
    pairs("causal-rope-attention", "steps[1].batch,heads,tokens,last", false);
    pairs("layer-norm", "normalised[0]", false);
    pairs("rope-pairs", "dots", false);
}

/// A grid of more columns than any lab's has.
static void every_column_of_a_wide_table_is_picked(void) {
    enum { WIDE = 200 };
    static const ch_column columns[] = {{.id = "m", .type = CH_INTEGER}, {.id = "n", .type = CH_INTEGER}, {.id = "x"}};
    static const ch_table table = {.id = "wide", .columns = columns, .layout = CH_GRID, .column_count = 3};
    static const ch_lab lab = {.id = "wide", .tables = &table, .table_count = 1};
    static _Alignas(8) unsigned char bytes[1 << 16];
    static double cells[WIDE];
    ch_arena wide_arena = {.data = bytes, .capacity = sizeof bytes};
    ch_run run = {.lab = &lab, .arena = &wide_arena, .tables = {{.rows = 1, .columns = WIDE, .cells = cells}}};
    ch_picked picked;
    for (size_t i = 0; i < WIDE; i++) cells[i] = (double)i;
    test_section("a wide table");
    if (!TEST_INT(ch_target_pick(&picked, &run, "wide", 4), CH_OK) || !TEST_SIZE(picked.columns, WIDE)) return;
    TEST_ALL_SAME(picked.cells, cells, WIDE);
    test_section("a wide table's columns by name");
    char names[8 * WIDE] = "wide[0].n0";
    for (size_t i = 1; i < WIDE; i++) snprintf(names + strlen(names), 8, ",n%zu", i);
    if (!TEST_INT(ch_target_pick(&picked, &run, names, strlen(names)), CH_OK)) return;
    if (TEST_SIZE(picked.columns, WIDE)) TEST_ALL_SAME(picked.cells, cells, WIDE);
    test_section("a wide table without memory for its columns");
    wide_arena.used = wide_arena.capacity;
    TEST_INT(ch_target_pick(&picked, &run, "wide", 4), CH_ARENA_FULL);
}

static void strangers_are_refused(void) {
    static const char *const targets[] = {
        "",
        "nothing",
        "nothing[0].a",
        "dots[3]",
        "dots[0].n3",
        "dots[0].m",
        "dots[-1].n0",
        "dots[0",
        "dots[]",
        "dots[0]n1",
        "dots[0].",
        "dots[0].n",
        "dots[0].n01x",
        "dots[0].n1,",
        "dots.",
        "[0].n1",
        ".n1",
        "dots[x].n1",
        "rotations[6]",
        "rotations[0].dot",
        "dots[99999999999].n0",
        "dots[0].n99999999999999999999",
        "dots n1",
    };
    ch_run run;
    TEST_TRUE(runs_open(&run, "rope-pairs"));
    TEST_INT(ch_run_finish(&run), CH_OK);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        test_case("refused: %s", targets[i]);
        ch_picked picked;
        TEST_INT(ch_target_pick(&picked, &run, targets[i], strlen(targets[i])), CH_UNKNOWN_TARGET);
        TEST_INT(run.failure.status, CH_UNKNOWN_TARGET);
    }
}

int main(int argc, char **argv) {
    test_open("target", argc, argv);
    every_form_picks_its_cells();
    only_whole_vectors_of_features_are_paired();
    every_column_of_a_wide_table_is_picked();
    strangers_are_refused();
    return test_close();
}
