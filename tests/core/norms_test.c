// The labs on residual paths and norms against torch and numpy; their checks hold at drawn parameters and fail under mistakes.
#include <math.h>
#include <string.h>

#include "clockhand/decimal.h"

#include "draw.h"
#include "runs.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 1024 };

/// Holds the cells of a line `cells TARGET VALUES` to the run, within `tolerance` of the line's largest value.
static void check_cells(ch_run *run, const vectors_line *line, const char *values, double tolerance) {
    ch_picked got;
    size_t length = (size_t)(values - line->value);
    if (!TEST_TRUE(ch_target_pick(&got, run, line->value, length) == CH_OK)) return;
    const vectors_line numbers = {.key = "cells", .value = values + 1, .number = line->number};
    const vectors_case alone = {.name = "cells", .lines = &numbers, .count = 1, .file = "norms.txt"};
    double wanted[MOST];
    size_t count = vectors_reals(&alone, "cells", wanted, MOST);
    if (!TEST_SIZE((size_t)got.rows * got.columns, count)) return;
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(wanted[i]));
    TEST_ALL_NEAR(got.cells, wanted, count, tolerance * largest);
}

static void labs_hold_the_references(void) {
    vectors_file file = vectors_open("norms.txt");
    size_t compared = 0;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        ch_run run;
        if (!runs_case(&run, item)) continue;
        const vectors_line *line;
        for (size_t c = 0; (line = vectors_find(item, "cells", c)) != NULL; c++) {
            const char *values = strchr(line->value, ' ');
            if (!TEST_TRUE(values != NULL)) break;
            check_cells(&run, line, values, vectors_real(item, "tolerance"));
            compared++;
        }
    }
    test_section("every case holds cells to compare");
    TEST_TRUE(compared >= file.count && file.count >= 100);
    vectors_close(&file);
}

static void set(ch_run *run, const char *parameter, const char *text) {
    TEST_TEXT(ch_status_id(runs_set(run, parameter, text)), "ok");
}

/// A matrix of `rows` rows as text: numbers within `size`, or all the same one, around `centre`.
static void put_matrix(char *out, size_t capacity, draw_stream *stream, size_t rows, size_t columns, double centre,
                       double size) {
    ch_text text;
    ch_text_open(&text, out, capacity);
    bool same = draw_between(stream, 0, 4) == 0;
    double value = 0.0;
    for (size_t i = 0; i < rows * columns; i++) {
        if (i > 0) ch_text_put(&text, i % columns == 0 ? ";" : ",");
        if (i == 0 || !same) value = centre + draw_real(stream, -size, size);
        ch_text_put_number(&text, value, CH_EVERY_DIGIT);
    }
    TEST_TRUE(!text.full);
}

static double power_of_ten(draw_stream *stream, int least, int most) {
    return pow(10.0, (double)draw_between(stream, 0, (uint64_t)(most - least)) + (double)least);
}

static void set_matrix(ch_run *run, const char *parameter, draw_stream *stream, size_t rows, size_t columns,
                       double centre, double size) {
    char text[4096];
    put_matrix(text, sizeof text, stream, rows, columns, centre, size);
    set(run, parameter, text);
}

static void draw_norm(ch_run *run, draw_stream *stream) {
    size_t N = (size_t)draw_between(stream, 1, 8);
    size_t D = (size_t)draw_between(stream, 2, 12);
    bool far = draw_between(stream, 0, 1) == 1;
    set(run, "kind", draw_between(stream, 0, 1) == 0 ? "layer" : "rms");
    set_matrix(run, "x", stream, N, D, far ? 9e4 : 0.0,
               far ? power_of_ten(stream, -6, 4) : power_of_ten(stream, -9, 5));
    set_matrix(run, "weight", stream, 1, D, 0.0, power_of_ten(stream, -3, 3));
    set_matrix(run, "bias", stream, 1, D, 0.0, power_of_ten(stream, -3, 3));
    set_matrix(run, "adjoint", stream, N, D, 0.0, power_of_ten(stream, -3, 3));
    static const char *const epsilons[] = {"0.00000001", "0.00001", "0.01", "1"};
    set(run, "epsilon", epsilons[draw_between(stream, 0, 3)]);
}

static void draw_placement(ch_run *run, draw_stream *stream) {
    size_t D = (size_t)draw_between(stream, 3, 6);
    set(run, "placement", draw_between(stream, 0, 1) == 0 ? "pre" : "post");
    set_matrix(run, "x", stream, 1, D, 0.0, power_of_ten(stream, -6, 1));
    set_matrix(run, "branch", stream, D, D, 0.0, draw_between(stream, 0, 1) == 0 ? 2.0 : 0.01);
    set_matrix(run, "adjoint", stream, 1, D, 0.0, 10.0);
    static const char *const layers[] = {"1", "2", "7", "12"};
    set(run, "layers", layers[draw_between(stream, 0, 3)]);
}

/// Checks, the negative controls among them, at parameters up to the ends of their ranges.
static void checks_hold(const char *lab, void (*draw)(ch_run *, draw_stream *)) {
    draw_stream stream = draw_open(7);
    for (size_t round = 0; round < 1500; round++) {
        ch_run run;
        test_case("%s, round %zu", lab, round);
        if (!TEST_TRUE(runs_open(&run, lab))) return;
        draw(&run, &stream);
        if (!TEST_TEXT(ch_status_id(ch_run_finish(&run)), "ok")) continue;
        for (size_t c = 0; c < run.lab->check_count; c++) {
            test_case("%s, round %zu: %s is %.3g against %.3g", lab, round, run.lab->checks[c].id, run.checks[c].value,
                      run.checks[c].tolerance);
            TEST_TRUE(ch_check_passed(&run, c));
        }
    }
}

/// A mistake makes the check fail that stands for the property it breaks.
static void mistakes_fail_checks(void) {
    static const struct {
        const char *lab, *parameter, *text, *mistake, *check;
    } cases[] = {
        {"residual-factors", "layers", "24", "changes-added", "power"},
        {"residual-factors", "layers", "24", "one-factor-short", "power"},
        {"stream-growth", "seed", "0", "lengths-added", "cosine-law"},
        {"layer-norm", "kind", "layer", "no-mean", "mean-zero"},
        {"layer-norm", "kind", "rms", "with-mean", "mean-zero"},
        {"layer-norm", "kind", "layer", "sample-variance", "square-one"},
        {"layer-norm", "kind", "layer", "eps-outside-root", "square-one"},
        {"layer-norm", "kind", "layer", "divide-by-variance", "square-one"},
        {"layer-norm", "kind", "rms", "divide-by-variance", "gradient-x"},
        {"layer-norm", "kind", "layer", "over-tokens", "square-one"},
        {"layer-norm", "kind", "layer", "sample-variance", "gradient-weight"},
        {"layer-norm", "kind", "layer", "moments-held-fixed", "gradient-x"},
        {"layer-norm", "kind", "layer", "moments-held-fixed", "ones-removed"},
        {"layer-norm", "kind", "layer", "moments-held-fixed", "self-removed"},
        {"layer-norm", "kind", "rms", "moments-held-fixed", "self-removed"},
        {"norm-placement", "placement", "pre", "post-for-pre", "gradient"},
        {"norm-placement", "placement", "post", "pre-for-post", "gradient"},
        {"norm-placement", "placement", "pre", "residual-after-norm", "gradient"},
        {"norm-placement", "placement", "pre", "missing-final-norm", "output-normed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ch_run run;
        test_case("%s --%s %s under %s fails %s", cases[i].lab, cases[i].parameter, cases[i].text, cases[i].mistake,
                  cases[i].check);
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        set(&run, cases[i].parameter, cases[i].text);
        TEST_TEXT(ch_status_id(runs_set_mistake(&run, cases[i].mistake)), "ok");
        if (!TEST_TEXT(ch_status_id(ch_run_finish(&run)), "ok")) continue;
        const ch_checked *check = runs_check(&run, cases[i].check);
        if (TEST_TRUE(check != NULL)) TEST_TRUE(!ch_check_passed(&run, (size_t)(check - run.checks)));
    }
}

static void shapes_are_refused(void) {
    static const struct {
        const char *lab, *parameter, *text;
    } cases[] = {
        {"layer-norm", "x", "1"},
        {"layer-norm", "x", "1;2"},
        {"layer-norm", "x", "1,2,3,4,5,6,7,8,9,10,11,12,13"},
        {"layer-norm", "x", "1,2;1,2;1,2;1,2;1,2;1,2;1,2;1,2;1,2"},
        {"layer-norm", "weight", "1,2"},
        {"layer-norm", "adjoint", "1,2,3,4;1,2,3,4;1,2,3,4"},
        {"norm-placement", "x", "1,2"},
        {"norm-placement", "x", "1,2,3;1,2,3"},
        {"norm-placement", "branch", "1,2"},
        {"norm-placement", "x", "1,2,3,4,5,6,7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ch_run run;
        test_case("%s --%s %s", cases[i].lab, cases[i].parameter, cases[i].text);
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        set(&run, cases[i].parameter, cases[i].text);
        TEST_TEXT(ch_status_id(ch_run_finish(&run)), ch_status_id(CH_SHAPE_MISMATCH));
        TEST_TEXT(run.failure.argument, cases[i].parameter);
    }
}

int main(int argc, char **argv) {
    test_open("norms", argc, argv);
    labs_hold_the_references();
    checks_hold("layer-norm", draw_norm);
    checks_hold("norm-placement", draw_placement);
    mistakes_fail_checks();
    shapes_are_refused();
    return test_close();
}
