// Every figure that the programs of the sources print comes out of the labs as it was printed.
//
// The files are tests/vectors/sources-*.txt but that of the rope chapter: CMakeLists.txt lists them. A case names a lab, its
// parameters, a style of printed.h and the text, and one of
//
//     target TABLE[ROW].COLUMN    a cell; with the style `text` a word of it
//     check ID                    its value; with the style `truth` whether it passed
//     tolerance ID                that of a check
//     parameter NAME              the value that the run used
//     rows TABLE, columns TABLE   its shape
//
// Cases are of kind `printed`, or of kind `control`: other parameters, a mistake, and another text than the one given.
#include "printed.h"

#include <string.h>

#include "runs.h"
#include "test.h"
#include "vectors.h"

enum { TEXT_SIZE = 512 };
enum { PRINTED = 280 }; // numbers and truths that the five programs print

static const char *const FILES[] = {PRINTED_FILES};
enum { FILE_COUNT = sizeof FILES / sizeof FILES[0] };

static const ch_filled *find_table(const ch_run *run, const char *id) {
    for (size_t i = 0; i < run->lab->table_count; i++) {
        if (strcmp(run->lab->tables[i].id, id) == 0) return &run->tables[i];
    }
    return NULL;
}

static bool is_text_column(const ch_run *run, const char *target) {
    const char *column = strchr(target, '.');
    for (size_t i = 0; column != NULL && i < run->lab->table_count; i++) {
        const ch_table *table = &run->lab->tables[i];
        size_t length = strlen(table->id);
        if (strncmp(table->id, target, length) != 0 || target[length] != '[') continue;
        for (size_t c = 0; c < table->column_count; c++) {
            if (strcmp(table->columns[c].id, column + 1) == 0) return table->columns[c].type == CH_TEXT;
        }
    }
    return false;
}

static bool put_word(ch_text *text, ch_run *run, const char *target) {
    ch_picked cell;
    if (!TEST_TRUE(is_text_column(run, target)) || !runs_cell(&cell, run, target)) return false;
    ch_text_put(text, run->texts.data + (size_t)cell.cells[0]);
    return true;
}

static bool put_parameter(ch_text *text, const ch_run *run, const char *name) {
    size_t i = 0;
    while (i < run->lab->parameter_count && strcmp(run->lab->parameters[i].id, name) != 0) i++;
    if (!TEST_TRUE(i < run->lab->parameter_count)) return false;
    ch_run_put_value(text, run, i);
    return true;
}

/// The value of a check or of a shape; false (and counted) when the case names none.
static bool find_value(double *value, const ch_run *run, const vectors_case *item, bool truth) {
    static const char *const keys[] = {"check", "tolerance", "rows", "columns"};
    size_t key = 0;
    while (key < 4 && vectors_find(item, keys[key], 0) == NULL) key++;
    if (!TEST_TRUE(key < 4)) return false;
    const char *id = vectors_text(item, keys[key]);
    const ch_checked *check = runs_check(run, id);
    const ch_filled *table = find_table(run, id);
    if (!TEST_TRUE(key < 2 ? check != NULL : table != NULL)) return false;
    if (key == 0) *value = truth ? (double)ch_check_passed(run, (size_t)(check - run->checks)) : check->value;
    if (key == 1) *value = check->tolerance;
    if (key == 2) *value = table->rows;
    if (key == 3) *value = table->columns;
    return true;
}

/// Writes what a finished run prints for a case; false (and counted) when the case is broken.
static bool print_case(ch_text *text, ch_run *run, const vectors_case *item) {
    const char *style = vectors_text(item, "style");
    const vectors_line *target = vectors_find(item, "target", 0);
    const vectors_line *parameter = vectors_find(item, "parameter", 0);
    double value;
    if (parameter != NULL) return put_parameter(text, run, parameter->value);
    if (target != NULL && strcmp(style, "text") == 0) return put_word(text, run, target->value);
    if (target != NULL) {
        ch_picked cell;
        if (!runs_cell(&cell, run, target->value)) return false;
        value = cell.cells[0];
    } else if (!find_value(&value, run, item, strcmp(style, "truth") == 0)) {
        return false;
    }
    return TEST_TRUE(printed_put(text, style, value));
}

static const vectors_line *setting(const vectors_case *item, size_t nth) {
    static const char *const keys[] = {"lab", "mistake"};
    return nth < 2 ? vectors_find(item, keys[nth], 0) : vectors_find(item, "param", nth - 2);
}

/// Whether two cases want the same run, so that a long one is run once for all the figures of its line.
static bool is_same_run(const vectors_case *left, const vectors_case *right) {
    for (size_t i = 0;; i++) {
        const vectors_line *a = setting(left, i);
        const vectors_line *b = setting(right, i);
        if ((a == NULL) != (b == NULL) || (a != NULL && strcmp(a->value, b->value) != 0)) return false;
        if (i >= 2 && a == NULL) return true;
    }
}

/// Sanitizers slow a run down many times: what a case calls slow is left to the other builds.
static bool is_left_out(const vectors_case *item) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    return vectors_find(item, "slow", 0) != NULL;
#endif
#endif
    (void)item;
    return false;
}

/// Checks a file's cases; returns how many figures it holds.
static size_t check_file(const char *name) {
    vectors_file file = vectors_open(name);
    size_t printed = 0;
    size_t controls = 0;
    ch_run run;
    const vectors_case *ran = NULL;
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s: %s", name, item->name);
        bool control = vectors_is(item, "kind", "control");
        TEST_TRUE(control || vectors_is(item, "kind", "printed"));
        *(control ? &controls : &printed) += 1;
        if (is_left_out(item)) continue;
        if (ran == NULL || !is_same_run(ran, item)) ran = runs_case(&run, item) ? item : NULL;
        char got[TEXT_SIZE];
        ch_text text;
        ch_text_open(&text, got, sizeof got);
        if (ran == NULL || !print_case(&text, &run, item)) continue;
        if (control) {
            TEST_TRUE(strcmp(got, vectors_text(item, "text")) != 0);
        } else {
            TEST_TEXT(got, vectors_text(item, "text"));
        }
    }
    test_case("%s: its head counts its figures (`# figures: N`), and it has a case of kind control", name);
    char count[32];
    snprintf(count, sizeof count, "%zu", printed);
    const char *head = vectors_head(&file, "figures");
    if (TEST_TRUE(head != NULL)) TEST_TEXT(head, count);
    TEST_TRUE(controls > 0);
    vectors_close(&file);
    return printed;
}

static void styles_print_as_python_and_numpy(void) {
    vectors_file file = vectors_open("printed-styles.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("style: %s", item->name);
        char got[TEXT_SIZE];
        ch_text text;
        ch_text_open(&text, got, sizeof got);
        TEST_TRUE(printed_put(&text, vectors_text(item, "style"), vectors_real(item, "value")));
        TEST_TEXT(got, vectors_text(item, "text"));
    }
    vectors_close(&file);
}

static void unknown_styles_are_refused(void) {
    static const char *const styles[] = {"",         "decimals", "decimals ", "decimals -1", "decimals 2x",
                                         "numpy 18", "percents", "text"};
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        test_case("no style: '%s'", styles[i]);
        char got[TEXT_SIZE];
        ch_text text;
        ch_text_open(&text, got, sizeof got);
        TEST_TRUE(!printed_put(&text, styles[i], 1.0));
        TEST_TEXT(got, "");
    }
}

int main(int argc, char **argv) {
    test_open("printed", argc, argv);
    styles_print_as_python_and_numpy();
    unknown_styles_are_refused();
    size_t total = 0;
    for (size_t i = 0; i < FILE_COUNT; i++) total += check_file(FILES[i]);
    printf("%zu printed figures in %d files\n", total, (int)FILE_COUNT);
    test_section("no figure of the five programs' outputs is left out");
    TEST_TRUE(total >= PRINTED);
    return test_close();
}
