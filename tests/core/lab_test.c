// Labs as a whole: defaults run and pass their checks, texts are refused by name, mistakes change figures, memory may end.
#include "clockhand/decimal.h"
#include "clockhand/lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "runs.h"
#include "test.h"

static void sentence_of(char *out, size_t size, const ch_failure *failure) {
    ch_text text;
    ch_text_open(&text, out, size);
    ch_failure_put(&text, failure);
}

static void check_sentence(const ch_run *run) {
    char sentence[512];
    sentence_of(sentence, sizeof sentence, &run->failure);
    TEST_TRUE(strlen(sentence) > 0 && strlen(sentence) < sizeof sentence - 1);
    TEST_TRUE(strchr(sentence, '{') == NULL && strchr(sentence, '\n') == NULL);
    TEST_TRUE(strstr(sentence, "accepted") != NULL);
}

static void texts_are_refused_by_name(void) {
    static const struct {
        const char *lab, *parameter, *text;
        ch_status status;
    } cases[] = {
        {"rope-pairs", "width", "3", CH_ODD_FEATURE_WIDTH},
        {"rope-pairs", "width", "0", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "width", "1", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "width", "18", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "width", "-2", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "width", "2.5", CH_UNREADABLE_VALUE},
        {"rope-pairs", "width", "", CH_UNREADABLE_VALUE},
        {"rope-pairs", "width", "four", CH_UNREADABLE_VALUE},
        {"rope-pairs", "width", "18446744073709551616", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "base", "0", CH_INVALID_BASE},
        {"rope-pairs", "base", "-1", CH_INVALID_BASE},
        {"rope-pairs", "base", "nan", CH_UNREADABLE_VALUE},
        {"rope-pairs", "base", "inf", CH_UNREADABLE_VALUE},
        {"rope-pairs", "base", "1e301", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "positions", "0", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "positions", "13", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "pairing", "both", CH_UNREADABLE_VALUE},
        {"rope-pairs", "pairing", "", CH_UNREADABLE_VALUE},
        {"rope-pairs", "q", "1,0", CH_SHAPE_MISMATCH},
        {"rope-pairs", "q", "1,0,1,0;1,0,1,0", CH_SHAPE_MISMATCH},
        {"rope-pairs", "q", "1,0,x,0", CH_UNREADABLE_VALUE},
        {"rope-pairs", "q", "1,0,1e9,0", CH_VALUE_OUT_OF_RANGE},
        {"rope-pairs", "q", "1,0;1", CH_UNREADABLE_VALUE},
        {"rope-pairs", "colour", "red", CH_UNKNOWN_PARAMETER},
        {"rope-pairs", "", "1", CH_UNKNOWN_PARAMETER},
        {"rope-one-pair", "q", "1,0,0", CH_SHAPE_MISMATCH},
        {"rope-one-pair", "m", "-1", CH_VALUE_OUT_OF_RANGE},
        {"rope-one-pair", "theta", "1e", CH_UNREADABLE_VALUE},
        {"rope-limits", "base", "0", CH_OK}, // a lab of limits shows the refusal in its table
        {"rope-adjoint", "tolerance", "abc", CH_UNREADABLE_VALUE},
        {"rope-adjoint", "adjoint-q", "1,2", CH_SHAPE_MISMATCH},
        {"rope-frequencies", "width", "7", CH_ODD_FEATURE_WIDTH},
        {"sinusoidal-add", "embedding", "1;2", CH_SHAPE_MISMATCH},
        {"norm-gradients", "seeds", "3..2", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "seeds", "0..100", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "seeds", "9007199254740992", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "seeds", "1..", CH_UNREADABLE_VALUE},
        {"norm-gradients", "seeds", "..1", CH_UNREADABLE_VALUE},
        {"norm-gradients", "seeds", "1.5", CH_UNREADABLE_VALUE},
        {"norm-gradients", "seeds", "..", CH_UNREADABLE_VALUE},
        {"norm-gradients", "seeds", "-1..2", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "seeds", "0..18446744073709551616", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "seeds", "-1..x", CH_UNREADABLE_VALUE},
        {"norm-gradients", "seeds", "", CH_UNREADABLE_VALUE},
        {"norm-gradients", "seed", "-1", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "depth", "49", CH_VALUE_OUT_OF_RANGE},
        {"norm-gradients", "depth", "1.5", CH_UNREADABLE_VALUE},
        {"norm-gradients", "depth", "1;2", CH_SHAPE_MISMATCH},
        {"norm-gradients", "depth", "1,1,1,1,1,1,1", CH_SHAPE_MISMATCH},
        {"norm-gradients", "heads", "3", CH_VALUE_OUT_OF_RANGE},
        {"loss-control", "width", "9", CH_VALUE_OUT_OF_RANGE},
        {"sinusoidal-add", "scale", "sqrt", CH_UNREADABLE_VALUE},
        {"sinusoidal-table", "positions", "5001", CH_VALUE_OUT_OF_RANGE},
        {"sinusoidal-table", "base", "0.5", CH_VALUE_OUT_OF_RANGE},
        {"sinusoidal-table", "width", "7", CH_OK},
        {"sinusoidal-shift", "width", "7", CH_ODD_FEATURE_WIDTH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s --%s %s", cases[i].lab, cases[i].parameter, cases[i].text);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, cases[i].lab))) continue;
        ch_status status = runs_set(&run, cases[i].parameter, cases[i].text);
        if (status == CH_OK) status = ch_run_finish(&run);
        TEST_TEXT(ch_status_id(status), ch_status_id(cases[i].status));
        if (status == CH_OK) continue;
        TEST_INT(run.failure.status, status);
        check_sentence(&run);
    }
}

static void a_refused_text_changes_nothing(void) {
    test_section("a refused text leaves the value");
    ch_run run;
    char before[64], after[64];
    ch_text text;
    TEST_TRUE(runs_open(&run, "rope-pairs"));
    TEST_INT(runs_set(&run, "base", "50"), CH_OK);
    TEST_INT(runs_set(&run, "base", "1e"), CH_UNREADABLE_VALUE);
    TEST_INT(runs_set(&run, "q", "1,2,3,4"), CH_OK);
    TEST_INT(runs_set(&run, "q", "1,2,3,1e7"), CH_VALUE_OUT_OF_RANGE);
    ch_text_open(&text, before, sizeof before);
    ch_run_put_value(&text, &run, 1);
    TEST_TEXT(before, "50");
    ch_text_open(&text, after, sizeof after);
    ch_run_put_value(&text, &run, 4);
    TEST_TEXT(after, "1,2,3,4");
    TEST_INT(ch_run_finish(&run), CH_OK);
}

static void strangers_are_named(void) {
    test_section("unknown lab, unknown mistake");
    ch_run run;
    TEST_TRUE(!runs_open(&run, "rope-pair"));
    TEST_TRUE(!runs_open(&run, "rope-pairs2"));
    TEST_TRUE(!runs_open(&run, ""));
    TEST_TRUE(runs_open(&run, "rope-pairs"));
    TEST_INT(runs_set_mistake(&run, "no-scale"), CH_UNKNOWN_MISTAKE);
    check_sentence(&run);
    TEST_INT(runs_set_mistake(&run, "none"), CH_UNKNOWN_MISTAKE);
    TEST_INT(run.mistake, CH_NO_MISTAKE);
    TEST_TRUE(runs_open(&run, "rope-limits"));
    TEST_INT(runs_set_mistake(&run, "clockwise"), CH_UNKNOWN_MISTAKE);
    check_sentence(&run);
}

static bool cells_are_finite(const ch_run *run) {
    for (size_t t = 0; t < run->lab->table_count; t++) {
        const ch_filled *filled = &run->tables[t];
        for (size_t i = 0; i < (size_t)filled->rows * filled->columns; i++) {
            if (!isfinite(filled->cells[i])) return false;
        }
    }
    return true;
}

static void defaults_pass_their_checks(void) {
    TEST_TRUE(ch_lab_count() >= 6);
    for (size_t i = 0; i < ch_lab_count(); i++) {
        const ch_lab *lab = ch_lab_at(i);
        test_case("defaults of %s", lab->id);
        ch_run run;
        TEST_TRUE(ch_lab_find(lab->id, strlen(lab->id)) == lab);
        if (!TEST_TRUE(runs_open(&run, lab->id))) continue;
        TEST_INT(ch_run_finish(&run), CH_OK);
        TEST_TRUE(cells_are_finite(&run));
        for (size_t c = 0; c < lab->check_count; c++) {
            test_case("%s: check %s", lab->id, lab->checks[c].id);
            TEST_TRUE(ch_check_passed(&run, c));
        }
        for (size_t t = 0; t < lab->table_count; t++) {
            test_case("%s: table %s is filled", lab->id, lab->tables[t].id);
            TEST_TRUE(run.tables[t].rows > 0 && run.tables[t].cells != NULL);
        }
    }
}

/// A number that stands for a text: another text has another one, wherever it is kept (FNV-1a, Fowler, Noll, Vo).
static double number_of(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
    return (double)hash;
}

/// All cells of a run one after another, to compare runs.
static size_t collect(double *cells, size_t capacity, const ch_run *run) {
    size_t count = 0;
    for (size_t t = 0; t < run->lab->table_count; t++) {
        const ch_filled *filled = &run->tables[t];
        const ch_table *table = &run->lab->tables[t];
        for (size_t i = 0; i < (size_t)filled->rows * filled->columns && count < capacity; i++) {
            bool text = table->columns[table->layout == CH_GRID ? 2 : i % filled->columns].type == CH_TEXT;
            cells[count++] = text ? number_of(run->texts.data + (size_t)filled->cells[i]) : filled->cells[i];
        }
    }
    return count;
}

static void texts_are_compared_as_texts(void) {
    test_section("texts of a run");
    static const ch_column column = {.id = "word", .type = CH_TEXT};
    static const ch_table table = {.id = "words", .columns = &column, .column_count = 1};
    static const ch_lab lab = {.id = "words", .tables = &table, .table_count = 1};
    char kept[] = "on\0of\0on";
    double at[] = {0.0, 3.0, 6.0};
    double cells[3];
    ch_run run = {.lab = &lab, .texts = {.data = kept}};
    run.tables[0] = (ch_filled){.rows = 3, .columns = 1, .cells = at};
    TEST_SIZE(collect(cells, 3, &run), 3);
    TEST_SAME(cells[2], cells[0]);
    TEST_TRUE(cells[1] != cells[0]);
    double before = cells[0];
    kept[1] = 'f'; // another text at the same place
    collect(cells, 3, &run);
    TEST_TRUE(cells[0] != before);
}

/// A run of the lab where the mistake shows: away from position 0, behind a mask, in a model of several heads.
static bool open_telling(ch_run *run, const ch_lab *lab, ch_mistake mistake) {
    static const struct {
        const char *lab, *parameter, *text;
        ch_mistake only; ///< for this mistake, where it needs what hides others
    } settings[] = {
        {"rope-one-pair", "m", "3", CH_NO_MISTAKE},
        {"rope-one-pair", "n", "1", CH_NO_MISTAKE},
        {"attention-by-hand", "causal", "top-left", CH_NO_MISTAKE},
        {"attention-by-hand", "heads", "4", CH_NO_MISTAKE},
        {"attention-by-hand", "k", "1,2;0,1;2,0", CH_NO_MISTAKE},
        {"attention-by-hand", "q", "1,0;0,2;1,1", CH_NO_MISTAKE},
        {"sinusoidal-add", "scale", "root", CH_NO_MISTAKE},
        {"attention-cost", "batch", "2", CH_NO_MISTAKE},
        {"rope-small", "x", "1,2,3,4,5,6,7,8", CH_NO_MISTAKE},
        {"layer-norm", "kind", "rms", CH_WITH_MEAN},
        {"norm-placement", "placement", "post", CH_PRE_FOR_POST},
        {"rope-frequencies", "position", "1857", CH_ANGLES_IN_16_BIT},
        {"sinusoidal-table", "position", "1857", CH_ANGLES_IN_16_BIT},
    };
    static _Alignas(8) unsigned char memory[1 << 22];
    static ch_arena arena;
    arena = (ch_arena){.data = memory, .capacity = sizeof memory};
    if (!runs_open_small(run, lab, &arena)) return false;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (strcmp(settings[i].lab, lab->id) != 0) continue;
        if (settings[i].only != CH_NO_MISTAKE && settings[i].only != mistake) continue;
        if (runs_set(run, settings[i].parameter, settings[i].text) != CH_OK) return false;
    }
    return true;
}

static void mistakes_change_figures(void) {
    enum { MOST = 4096 };
    static double right[MOST], wrong[MOST];
    for (size_t i = 0; i < ch_lab_count(); i++) {
        const ch_lab *lab = ch_lab_at(i);
        ch_run run;
        for (size_t m = 0; m < lab->mistake_count; m++) {
            ch_mistake mistake = lab->mistakes[m];
            test_case("%s under %s", lab->id, ch_mistake_id(mistake));
            if (!TEST_TRUE(open_telling(&run, lab, mistake))) break;
            TEST_INT(ch_run_finish(&run), CH_OK);
            size_t count = collect(right, MOST, &run);
            TEST_TRUE(open_telling(&run, lab, mistake));
            TEST_INT(runs_set_mistake(&run, ch_mistake_id(mistake)), CH_OK);
            TEST_INT(ch_run_finish(&run), CH_OK);
            TEST_SIZE(collect(wrong, MOST, &run), count);
            TEST_TRUE(cells_are_finite(&run));
            TEST_TRUE(memcmp(wrong, right, count * sizeof *right) != 0);
        }
        test_case("%s computes the same again", lab->id);
        TEST_TRUE(open_telling(&run, lab, CH_NO_MISTAKE) && ch_run_finish(&run) == CH_OK);
        size_t count = collect(right, MOST, &run);
        TEST_TRUE(open_telling(&run, lab, CH_NO_MISTAKE) && ch_run_finish(&run) == CH_OK);
        TEST_SIZE(collect(wrong, MOST, &run), count);
        TEST_BYTES(wrong, right, count * sizeof *right);
    }
}

/// A check that keeps the largest of several figures keeps NaN, whatever comes before or after.
static void checks_keep_what_is_no_number(void) {
    static const double figures[][3] = {
        {1.0, (double)NAN, 2.0}, {(double)NAN, 1.0, 2.0}, {1.0, 2.0, (double)NAN}, {2.0, 3.0, 1.0}};
    test_section("checks of several figures");
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, "rope-adjoint"))) return;
        for (size_t k = 0; k < 3; k++) ch_check_keep_larger(&run, 0, figures[i][k], 10.0);
        bool numbers = i == 3;
        TEST_TRUE(numbers ? run.checks[0].value == 3.0 : isnan(run.checks[0].value));
        TEST_TRUE(ch_check_passed(&run, 0) == numbers);
    }
}

static void values_read_back(void) {
    for (size_t i = 0; i < ch_lab_count(); i++) {
        const ch_lab *lab = ch_lab_at(i);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, lab->id))) continue;
        for (size_t p = 0; p < lab->parameter_count; p++) {
            test_case("%s --%s reads back", lab->id, lab->parameters[p].id);
            char first[1024], second[1024];
            ch_text text;
            ch_text_open(&text, first, sizeof first);
            ch_run_put_value(&text, &run, p);
            TEST_TRUE(!text.full && text.length > 0);
            TEST_INT(runs_set(&run, lab->parameters[p].id, first), CH_OK);
            ch_text_open(&text, second, sizeof second);
            ch_run_put_value(&text, &run, p);
            TEST_TEXT(second, first);
        }
    }
}

/// With too little memory a run is refused in words; with more it succeeds; nothing is written past the end.
static void memory_may_end_anywhere(void) {
    enum { MOST = 1 << 20, GUARD = 64 };
    unsigned char *memory = malloc(MOST + GUARD);
    if (memory == NULL) abort();
    for (size_t i = 0; i < ch_lab_count(); i++) {
        const ch_lab *lab = ch_lab_at(i);
        bool done = false;
        size_t refused = 0;
        for (size_t capacity = 0; capacity <= MOST; capacity += capacity < 1024 ? 64 : capacity / 8 & ~(size_t)7) {
            test_case("%s in %zu bytes", lab->id, capacity);
            memset(memory + capacity, 0x5A, GUARD);
            ch_arena arena = {.data = memory, .capacity = capacity};
            ch_run run;
            ch_status status = runs_open_small(&run, lab, &arena) ? CH_OK : run.failure.status;
            if (status == CH_OK) status = ch_run_finish(&run);
            if (status != CH_OK) {
                refused++;
                TEST_INT(status, CH_ARENA_FULL);
                TEST_TRUE(!done);
            }
            done = status == CH_OK;
            for (size_t g = 0; g < GUARD; g++) {
                if (!TEST_TRUE(memory[capacity + g] == 0x5A)) break;
            }
        }
        test_case("%s in a megabyte", lab->id);
        TEST_TRUE(done && refused > 0);
    }
    free(memory);
}

/// Parameters drawn within their ranges run or are refused in words, with every mistake; checks of right runs hold.
static void drawn_parameters_run(void) {
    uint64_t seed = 99;
    draw_stream stream = draw_open(seed);
    size_t ran = 0;
    for (size_t round = 0; round < 600; round++) {
        const ch_lab *lab = ch_lab_at((size_t)draw_between(&stream, 0, ch_lab_count() - 1));
        test_case("%s, seed %llu, round %zu", lab->id, (unsigned long long)seed, round);
        ch_run run;
        if (!TEST_TRUE(runs_open(&run, lab->id))) return;
        for (size_t p = 0; p < lab->parameter_count; p++) {
            const ch_parameter *parameter = &lab->parameters[p];
            char value[32];
            ch_text text;
            ch_text_open(&text, value, sizeof value);
            if (parameter->type == CH_INTEGER) {
                double most = parameter->most < 16 ? parameter->most : 16;
                ch_text_put_u64(&text, draw_between(&stream, (uint64_t)parameter->least, (uint64_t)most));
            } else if (parameter->type == CH_CHOICE) {
                ch_text_put(&text, parameter->choices[draw_between(&stream, 0, parameter->choice_count - 1)].id);
            } else if (parameter->type == CH_REAL && strcmp(parameter->id, "base") == 0) {
                ch_text_put_number(&text, draw_real(&stream, 1.5, 20000.0), 3);
            } else {
                continue;
            }
            TEST_INT(runs_set(&run, parameter->id, value), CH_OK);
        }
        size_t mistake = (size_t)draw_between(&stream, 0, lab->mistake_count);
        if (mistake < lab->mistake_count)
            TEST_INT(runs_set_mistake(&run, ch_mistake_id(lab->mistakes[mistake])), CH_OK);
        ch_status status = ch_run_finish(&run);
        if (status != CH_OK) {
            check_sentence(&run);
            continue;
        }
        ran++;
        TEST_TRUE(cells_are_finite(&run));
        if (mistake < lab->mistake_count) continue;
        for (size_t c = 0; c < lab->check_count; c++) {
            test_case("%s: check %s, seed %llu, round %zu", lab->id, lab->checks[c].id, (unsigned long long)seed,
                      round);
            if (lab->checks[c].above) continue; // a control needs angles to be caught in
            TEST_TRUE(ch_check_passed(&run, c));
        }
    }
    test_section("drawn parameters are not all refused");
    TEST_TRUE(ran >= 200);
}

int main(int argc, char **argv) {
    test_open("lab", argc, argv);
    texts_are_refused_by_name();
    a_refused_text_changes_nothing();
    strangers_are_named();
    defaults_pass_their_checks();
    texts_are_compared_as_texts();
    mistakes_change_figures();
    checks_keep_what_is_no_number();
    values_read_back();
    memory_may_end_anywhere();
    drawn_parameters_run();
    return test_close();
}
