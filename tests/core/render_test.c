// What the program writes of a run: tables wider than any lab's, and what was refused.
#include "../../wasm/render.c"

#include "runs.h"
#include "test.h"

static char said[1 << 16];

static void a_wide_table_has_all_its_columns(void) {
    enum { WIDE = 300 };
    static const ch_column columns[] = {{.id = "m", .label = "row", .type = CH_INTEGER},
                                        {.id = "n", .label = "column", .type = CH_INTEGER},
                                        {.id = "x", .label = "value", .type = CH_REAL, .digits = 1}};
    static const ch_table table = {
        .id = "wide", .caption = "A wide table", .columns = columns, .layout = CH_GRID, .column_count = 3};
    static const ch_lab lab = {.id = "wide", .tables = &table, .table_count = 1};
    static _Alignas(8) unsigned char bytes[8 * WIDE + 64];
    static double cells[WIDE];
    ch_arena arena = {.data = bytes, .capacity = sizeof bytes};
    ch_run run = {.lab = &lab, .arena = &arena, .tables = {{.rows = 1, .columns = WIDE, .cells = cells}}};
    ch_text text;
    test_section("a wide table");
    ch_text_open(&text, said, sizeof said);
    render_run(&text, &run, RENDER_TEXT, RENDER_OWN_DIGITS);
    TEST_TRUE(!text.full);
    static const char start[] = "wide\n\nA wide table\nrow  n = 0  n = 1";
    TEST_TRUE(strncmp(said, start, sizeof start - 1) == 0);
    const char *last = strstr(said, "  n = 299\n  0    0.0    0.0");
    TEST_TRUE(last != NULL);
    test_section("a wide table without memory for its widths");
    arena.used = sizeof bytes;
    ch_text_open(&text, said, sizeof said);
    render_run(&text, &run, RENDER_TEXT, RENDER_OWN_DIGITS);
    TEST_TRUE(text.full);
}

static void a_refused_value_that_is_cut_says_so(void) {
    test_section("a refused list that is longer than a failure holds");
    ch_run run;
    TEST_TRUE(runs_open(&run, "learned-table"));
    TEST_INT(runs_set(&run, "lengths", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,1,2,3,4,5,6,7,8,9,10,11,12,13"), CH_OK);
    TEST_TRUE(ch_run_finish(&run) != CH_OK);
    TEST_TEXT(run.failure.value, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,1,2,3,4,5,6,7,8,9,10,\u2026");
}

int main(int argc, char **argv) {
    test_open("render", argc, argv);
    a_wide_table_has_all_its_columns();
    a_refused_value_that_is_cut_says_so();
    return test_close();
}
