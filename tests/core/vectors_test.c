// The reader of vector files: what it takes, and that a broken file is refused with its line.
#include "vectors.h"

#include <string.h>

#include "test.h"

static void check_error(const char *text, const char *wanted) {
    vectors_file file;
    vectors_parse(&file, "x.txt", text, strlen(text));
    TEST_TEXT(file.error, wanted);
    vectors_close(&file);
}

static void broken_files_are_refused(void) {
    test_section("broken files are refused");
    check_error("", "x.txt:1: the file holds no case");
    check_error("# only a comment\n", "x.txt:2: the file holds no case");
    check_error("key 1\n", "x.txt:1: a line stands outside any case: `case NAME` comes first");
    check_error("case\nkey 1\n", "x.txt:1: a line stands outside any case: `case NAME` comes first");
    check_error("case a\nkey 1\n\ncase a\nkey 2\n", "x.txt:4: this case's name stands in the file already");
    check_error("case a\nkey 1\ncase b\nkey 2\n", "x.txt:3: a key is expected: a blank line ends a case");
    check_error("case a\n key 1\n", "x.txt:2: a key is expected: a blank line ends a case");
    check_error("case a\n\ncase b\nkey 2\n", "x.txt:1: this case is empty");
    check_error("case a\nkey 1", "x.txt:2: the last line is cut: it has no line end");
    vectors_file file;
    vectors_parse(&file, "x.txt", "case a\nkey\0001\n", 14);
    TEST_TEXT(file.error, "x.txt:0: the file holds a zero byte");
    vectors_close(&file);
}

static void whole_files_are_read(void) {
    test_section("whole files are read");
    const char *text =
        "# head\n# figures: 12\n\ncase first\nkey 1 -2.5 1e-300\nkey again\nempty\n\n# between: 3\ncase second\nsize "
        "18446744073709551615\n"
        "sign -3\ntext a\\tb\\u2212\\s\n";
    vectors_file file;
    vectors_parse(&file, "x.txt", text, strlen(text));
    TEST_TEXT(file.error, "");
    TEST_SIZE(file.count, 2);
    TEST_TEXT(vectors_head(&file, "figures"), "12");
    TEST_TRUE(vectors_head(&file, "head") == NULL);
    TEST_TRUE(vectors_head(&file, "between") == NULL);
    const vectors_case *first = &file.cases[0];
    const vectors_case *second = &file.cases[1];
    TEST_TEXT(first->name, "first");
    double values[3] = {0};
    TEST_SIZE(vectors_reals(first, "key", values, 3), 3);
    TEST_SAME(values[0], 1.0);
    TEST_SAME(values[1], -2.5);
    TEST_SAME(values[2], 1e-300);
    TEST_TEXT(vectors_find(first, "key", 1)->value, "again");
    TEST_TRUE(vectors_find(first, "key", 2) == NULL);
    TEST_SIZE(vectors_reals(first, "empty", values, 3), 0);
    TEST_TRUE(vectors_size(second, "size") == UINT64_MAX);
    TEST_INT(vectors_integer(second, "sign"), -3);
    char out[32];
    TEST_SIZE(vectors_unescape(out, sizeof out, vectors_find(second, "text", 0), second), 7);
    TEST_TEXT(out, "a\tb\xE2\x88\x92 ");
    vectors_close(&file);
}

int main(int argc, char **argv) {
    test_open("vectors", argc, argv);
    broken_files_are_refused();
    whole_files_are_read();
    return test_close();
}
