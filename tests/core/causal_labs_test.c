// The labs of causal attention with rotary positions: what each mistake does to their checks, cached keys, padding.
#include <math.h>
#include <string.h>

#include "clockhand/target.h"

#include "runs.h"
#include "test.h"

static double cell(ch_run *run, const char *target) {
    ch_picked picked;
    return runs_cell(&picked, run, target) ? picked.cells[0] : (double)NAN;
}

static bool finish(ch_run *run, const char *lab, const char *mistake) {
    if (!TEST_TRUE(runs_open(run, lab))) return false;
    if (mistake != NULL && !TEST_INT(runs_set_mistake(run, mistake), CH_OK)) return false;
    return TEST_INT(ch_run_finish(run), CH_OK);
}

static bool passed(const ch_run *run, const char *id) {
    const ch_checked *check = runs_check(run, id);
    return TEST_TRUE(check != NULL) && ch_check_passed(run, (size_t)(check - run->checks));
}

/// Which checks of the block a mistake is caught by.
static const struct {
    const char *mistake;
    bool reference, rotation, offset_only, causal;
} CAUGHT[] = {
    {"rotated-values", true, false, false, false},
    {"width-of-model", true, true, false, false},
    {"query-only", true, true, true, false},
    {"offset-sign", true, true, false, false},
    {"other-pairing", true, true, false, false},
    {"no-mask", true, false, false, true},
    {"mask-flipped", true, false, false, true},
    {"mask-diagonal", true, false, false, false},
    {"no-scale", true, false, false, false},
    {"scale-by-model-width", true, false, false, false},
    {"forgot-heads", false, false, false, false},
    {"position-off-by-one", false, true, false, false},
    // Later keys still take part in the denominator, so earlier outputs do move.
    {"mask-after-softmax", true, false, false, true},
};

static void mistakes_are_caught(void) {
    for (size_t i = 0; i < sizeof CAUGHT / sizeof CAUGHT[0]; i++) {
        ch_run run;
        test_case("what catches %s", CAUGHT[i].mistake);
        if (!finish(&run, "causal-rope-attention", CAUGHT[i].mistake)) continue;
        TEST_TRUE(passed(&run, "reference") == !CAUGHT[i].reference);
        TEST_TRUE(passed(&run, "rotation") == !CAUGHT[i].rotation);
        TEST_TRUE(passed(&run, "offset-only") == !CAUGHT[i].offset_only);
        TEST_TRUE(passed(&run, "causal") == !CAUGHT[i].causal);
        TEST_TRUE(passed(&run, "gradient") && passed(&run, "gradient-control"));
    }
}

static void counting_from_one_is_invisible(void) {
    test_section("positions counted from one change turned vectors, and no score, weight or output");
    static double right[1 << 10];
    const char *const same[] = {"scores", "weights", "outputs"};
    for (size_t i = 0; i < 3; i++) {
        ch_run run;
        ch_picked picked;
        if (!finish(&run, "causal-rope-attention", NULL)) return;
        TEST_INT(ch_target_pick(&picked, &run, same[i], strlen(same[i])), CH_OK);
        size_t count = (size_t)picked.rows * picked.columns;
        memcpy(right, picked.cells, count * sizeof *right);
        double turned = cell(&run, "turned[1].f0");
        if (!finish(&run, "causal-rope-attention", "position-off-by-one")) return;
        TEST_INT(ch_target_pick(&picked, &run, same[i], strlen(same[i])), CH_OK);
        TEST_ALL_NEAR(picked.cells, right, count, 1e-12);
        TEST_TRUE(fabs(cell(&run, "turned[1].f0") - turned) > 1e-3);
    }
}

/// The checks hold at the ends of every parameter, controls too.
static void checks_hold_at_the_ends(void) {
    static const char *const sizes[][4] = {{"1", "2", "2", "1"},   {"4", "2", "2", "1"},  {"1", "16", "64", "8"},
                                           {"4", "16", "64", "1"}, {"1", "3", "48", "8"}, {"2", "5", "10", "5"}};
    static const char *const names[] = {"batch", "tokens", "width", "heads"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (unsigned seed = 0; seed < 12; seed++) {
            ch_run run;
            char text[16];
            snprintf(text, sizeof text, "%u", seed * 357913941u);
            test_case("sizes %zu, seed %s", i, text);
            if (!TEST_TRUE(runs_open(&run, "causal-rope-attention"))) return;
            for (size_t p = 0; p < 4; p++) TEST_INT(runs_set(&run, names[p], sizes[i][p]), CH_OK);
            runs_set(&run, "seed", text);
            runs_set(&run, "m", "1000");
            runs_set(&run, "shift", "1000");
            if (!TEST_INT(ch_run_finish(&run), CH_OK)) continue;
            for (size_t c = 0; c < run.lab->check_count; c++) TEST_TRUE(ch_check_passed(&run, c));
        }
    }
}

static void sizes_are_refused(void) {
    static const char *const settings[][3] = {
        {"causal-rope-attention", "width", "30"}, {"causal-rope-attention", "sequence", "2"},
        {"causal-rope-attention", "head", "4"},   {"cache-positions", "heads", "3"},
        {"padding-positions", "keep", "0,0,0"},   {"padding-positions", "keep", "0,0.5,1"},
        {"padding-positions", "sequence", "1"},   {"causal-rope-head", "q", "1,2,3"},
        {"causal-rope-head", "v", "1,2,3"},       {"causal-rope-head", "scores", "1,2,3"}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        ch_run run;
        test_case("%s refuses %s %s", settings[i][0], settings[i][1], settings[i][2]);
        if (!TEST_TRUE(runs_open(&run, settings[i][0]))) continue;
        TEST_INT(runs_set(&run, settings[i][1], settings[i][2]), CH_OK);
        TEST_TRUE(ch_run_finish(&run) != CH_OK);
        bool named = strcmp(settings[i][1], "heads") == 0 ? strcmp(run.failure.argument, "width") == 0
                                                          : strcmp(run.failure.argument, settings[i][1]) == 0;
        TEST_TRUE(named && run.failure.accepted[0] != '\0');
    }
}

static void cached_positions(void) {
    static const struct {
        const char *mistake;
        double positions[3];
    } cases[] = {{NULL, {6, 7, 8}}, {"cache-restart", {0, 0, 0}}, {"cache-double", {6, 12, 13}}};
    for (size_t i = 0; i < 3; i++) {
        ch_run run;
        test_case("positions of new tokens: %s", cases[i].mistake == NULL ? "right" : cases[i].mistake);
        if (!finish(&run, "cache-positions", cases[i].mistake)) continue;
        for (size_t t = 0; t < 3; t++) {
            char target[32];
            snprintf(target, sizeof target, "timeline[%zu].position", t + 1);
            TEST_SAME(cell(&run, target), cases[i].positions[t]);
            snprintf(target, sizeof target, "timeline[%zu].difference", t + 1);
            // The first new token stands right when the cache is counted twice.
            bool right = cases[i].positions[t] == 6.0 + (double)t;
            TEST_TRUE((cell(&run, target) <= 1e-12) == right);
        }
        // Behind the prompt's call and the first new token's stand the keys of the second: the same, and one more.
        TEST_SAME(cell(&run, "slots[6].position"), 0.0);
        TEST_SAME(cell(&run, "slots[12].position"), cases[i].positions[0]);
        TEST_SAME(cell(&run, "slots[12].new") + cell(&run, "slots[5].new"), 2.0);
        TEST_SAME(cell(&run, "slots[20].position"), cases[i].positions[1]);
        TEST_SAME(cell(&run, "slots[19].new"), 0.0);
        TEST_TRUE(passed(&run, "continued") && passed(&run, "restart") && passed(&run, "double"));
    }
}

static void padding(void) {
    ch_run run;
    test_section("padding: positions, hidden rows, agreement with the unpadded sequence");
    if (!finish(&run, "padding-positions", NULL)) return;
    for (size_t t = 0; t < 3; t++) {
        char target[32];
        snprintf(target, sizeof target, "positions[%zu].position", t);
        TEST_SAME(cell(&run, target), (double)t);
    }
    TEST_SAME(cell(&run, "slots[1].real") + cell(&run, "slots[1].position"), 0.0);
    TEST_SAME(cell(&run, "slots[4].real") + cell(&run, "slots[4].position"), 3.0);
    TEST_SAME(cell(&run, "outputs[0].f0"), 0.0);
    TEST_SAME(cell(&run, "weights[1].j0"), 0.0);
    TEST_SAME(cell(&run, "ways[0].agrees"), 1.0);
    TEST_SAME(cell(&run, "ways[1].agrees"), 1.0); // an equal shift
    TEST_SAME(cell(&run, "ways[2].agrees"), 0.0);
    TEST_SAME(cell(&run, "ways[3].agrees"), 0.0);
    if (!finish(&run, "padding-positions", "padding-counted")) return;
    TEST_SAME(cell(&run, "positions[0].position"), 2.0);
    TEST_SAME(cell(&run, "positions[2].position"), 4.0);
    TEST_SAME(cell(&run, "slots[4].position"), 4.0);
    test_section("padding between tokens: counted filler does change outputs");
    if (!TEST_TRUE(runs_open(&run, "padding-positions"))) return;
    TEST_INT(runs_set(&run, "keep", "1,0,1,1;1,1,0,1"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_SAME(cell(&run, "ways[0].agrees"), 1.0);
    TEST_SAME(cell(&run, "ways[1].agrees"), 0.0);
    TEST_TRUE(passed(&run, "unpadded") && passed(&run, "hidden-rows") && passed(&run, "filler-seen"));
    test_section("padding: a batch without filler agrees and its control still finds filler");
    if (!TEST_TRUE(runs_open(&run, "padding-positions"))) return;
    TEST_INT(runs_set(&run, "keep", "1"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_TRUE(passed(&run, "unpadded") && passed(&run, "filler-seen"));
}

static void steps_take_over_what_is_brought(void) {
    ch_run run;
    test_section("a head goes on from the reader's own queries, scores or weights");
    if (!TEST_TRUE(runs_open(&run, "causal-rope-head"))) return;
    TEST_INT(runs_set(&run, "weights", "1,0;0.25,0.75"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_NEAR(cell(&run, "outputs[1].f0"), 0.25 * 1.0 + 0.75 * 0.3, 1e-15);
    if (!TEST_TRUE(runs_open(&run, "causal-rope-head"))) return;
    TEST_INT(runs_set(&run, "scores", "3,9;0,0"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_SAME(cell(&run, "weights[0].j0"), 1.0);
    TEST_SAME(cell(&run, "weights[1].j1"), 0.5);
    if (!TEST_TRUE(runs_open(&run, "causal-rope-head"))) return;
    TEST_INT(runs_set(&run, "turned-q", "0,0,0,0;1,0,0,0"), CH_OK);
    TEST_INT(ch_run_finish(&run), CH_OK);
    TEST_SAME(cell(&run, "scores[0].j0"), 0.0);
    TEST_NEAR(cell(&run, "scores[1].j0"), 0.8 / sqrt(4.0), 1e-15);
}

int main(int argc, char **argv) {
    test_open("causal_labs", argc, argv);
    mistakes_are_caught();
    counting_from_one_is_invisible();
    checks_hold_at_the_ends();
    sizes_are_refused();
    cached_positions();
    padding();
    steps_take_over_what_is_brought();
    return test_close();
}
