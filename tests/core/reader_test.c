// How typed texts are read: every answer of the case table, the limits, and texts that nobody types.
#include "clockhand/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "test.h"
#include "vectors.h"

enum { MOST_CELLS = 16, TEXT_BYTES = 256 };

static bool read_text(ch_number *numbers, ch_reading *reading, ch_field field, const char *text, size_t length) {
    return field.rows == 1 && field.columns == 1 ? ch_read_number(numbers, reading, text, length)
                                                 : ch_read_cells(numbers, reading, MOST_CELLS, field, text, length);
}

/// A reason is one sentence of printable text.
static void check_reason(const ch_reading *reading, size_t length) {
    TEST_TRUE(reading->message[0] != '\0' && memchr(reading->message, '\0', CH_MESSAGE_SIZE) != NULL);
    TEST_TRUE(strchr(reading->message, '\n') == NULL);
    TEST_TRUE(reading->position <= length);
}

static void check_numbers(const vectors_case *item, const ch_number *numbers, size_t cells) {
    double wanted[MOST_CELLS];
    TEST_SIZE(vectors_reals(item, "read", wanted, MOST_CELLS), cells);
    for (size_t i = 0; i < cells; i++) {
        // A decimal is read exactly; a function may differ by a few ulp between math libraries, near 0 by its argument's.
        double tolerance =
            numbers[i].plain ? 0.0 : 0x1p-50 * fmax(fabs(wanted[i]), fabs(wanted[i]) < 1e-15 ? 1.0 : 0.0);
        TEST_NEAR(numbers[i].value, wanted[i], tolerance);
    }
}

static void check_case(const vectors_case *item) {
    test_case("%s", item->name);
    uint64_t shape[2] = {1, 1};
    if (vectors_find(item, "shape", 0) != NULL) TEST_SIZE(vectors_sizes(item, "shape", shape, 2), 2);
    ch_field field = {.rows = (uint32_t)shape[0], .columns = (uint32_t)shape[1]};
    char text[TEXT_BYTES];
    size_t length = vectors_unescape(text, sizeof text, vectors_find(item, "answer", 0), item);
    ch_number numbers[MOST_CELLS];
    ch_reading reading;
    bool readable = read_text(numbers, &reading, field, text, length);
    TEST_TRUE(reading.readable == readable);
    if (!TEST_TRUE(readable == !vectors_is(item, "verdict", "unreadable"))) {
        if (!readable) printf("    it says: %s\n", reading.message);
        return;
    }
    if (readable) {
        check_numbers(item, numbers, (size_t)(shape[0] * shape[1]));
        return;
    }
    check_reason(&reading, length);
    TEST_TRUE(reading.ambiguous == (vectors_find(item, "ambiguous", 0) != NULL));
    if (vectors_find(item, "position", 0) != NULL) TEST_SIZE(reading.position, vectors_size(item, "position"));
    if (vectors_find(item, "blank", 0) != NULL) TEST_SIZE(reading.cell, vectors_size(item, "blank"));
}

static void agrees_with_the_table(void) {
    vectors_file file = vectors_open("answers.txt");
    for (size_t i = 0; i < file.count; i++) check_case(&file.cases[i]);
    vectors_close(&file);
}

static void decimals_know_their_places(void) {
    static const struct {
        const char *text;
        bool plain;
        int32_t places, significant;
    } cases[] = {
        {"0.8415", true, 4, 4},
        {".8415", true, 4, 4},
        {"0.84150", true, 5, 5},
        {"5.", true, 0, 1},
        {"5", true, 0, 1},
        {"1000", true, 0, 4},
        {"1e3", true, -3, 1},
        {"1.0e3", true, -2, 2},
        {"8.415e-1", true, 4, 4},
        {"2*10^-3", true, 3, 1},
        {"0,84", true, 2, 2},
        {"0.0084", true, 4, 2},
        {"-0.84", true, 2, 2},
        {"= 0.84", true, 2, 2},
        {"1/3", false, 0, 0},
        {"0.84+0", false, 0, 0},
        {"\xEF\xBC\x90.\xEF\xBC\x95", true, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("places of %s", cases[i].text);
        ch_number number;
        ch_reading reading;
        TEST_TRUE(ch_read_number(&number, &reading, cases[i].text, strlen(cases[i].text)));
        TEST_TRUE(number.plain == cases[i].plain);
        if (!cases[i].plain) continue;
        TEST_INT(number.places, cases[i].places);
        TEST_INT(number.significant, cases[i].significant);
    }
}

static void fractions_are_known_as_such(void) {
    static const struct {
        const char *text;
        bool fraction;
        int64_t numerator, denominator;
    } cases[] = {
        {"1/3", true, 1, 3},
        {"-2/6", true, -2, 6},
        {"= 10 / 4", true, 10, 4},
        {"1\xC3\xB7"
         "3",
         true, 1, 3},
        {"0.5", false, 0, 0},
        {"1/3+0", false, 0, 0},
        {"1.0/3", false, 0, 0},
        {"pi/3", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("fraction %s", cases[i].text);
        ch_number number;
        ch_reading reading;
        TEST_TRUE(ch_read_number(&number, &reading, cases[i].text, strlen(cases[i].text)));
        TEST_TRUE(number.fraction == cases[i].fraction);
        if (!cases[i].fraction) continue;
        TEST_INT(number.numerator, cases[i].numerator);
        TEST_INT(number.denominator, cases[i].denominator);
    }
}

static void reads_what_the_decimal_vectors_say(void) {
    vectors_file file = vectors_open("decimal.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        if (!vectors_is(item, "kind", "read")) continue;
        test_case("%s", item->name);
        const char *text = vectors_text(item, "text");
        double wanted = vectors_real(item, "value");
        ch_number number = {0};
        ch_reading reading;
        bool readable = ch_read_number(&number, &reading, text, strlen(text));
        if (readable)
            TEST_SAME(number.value, wanted);
        else
            check_reason(&reading, strlen(text)); // too many digits, too large an exponent, past the largest double
        if (strlen(text) < 300 && isfinite(wanted) && strstr(text, "1000000") == NULL) TEST_TRUE(readable);
    }
    vectors_close(&file);
}

static void a_blank_text_is_called_blank(void) {
    test_section("a blank text, whatever was asked for");
    static const char *const blanks[] = {"", "  ", "\n\n ", " = "};
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        for (uint32_t rows = 1; rows <= 2; rows++) {
            ch_number numbers[4];
            ch_reading reading;
            ch_field field = {.rows = rows, .columns = 2};
            TEST_TRUE(!ch_read_cells(numbers, &reading, 4, field, blanks[i], strlen(blanks[i])));
            TEST_TRUE(strcmp(reading.message, "There is nothing to read yet.") == 0);
        }
    }
}

static void long_texts_are_refused_at_once(void) {
    test_section("a text of a megabyte");
    size_t length = 1 << 20;
    char *text = malloc(length);
    if (text == NULL) abort();
    static const char *const patterns[] = {"1", "(", "1+", "-", ",", "\t", "\n", "[", "sin ", "2^", "0,"};
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        size_t size = strlen(patterns[p]);
        for (size_t i = 0; i < length; i++) text[i] = patterns[p][i % size];
        ch_number numbers[MOST_CELLS];
        ch_reading reading;
        ch_field field = {.rows = 2, .columns = 2};
        TEST_TRUE(!ch_read_number(numbers, &reading, text, length));
        check_reason(&reading, length);
        TEST_TRUE(!ch_read_cells(numbers, &reading, MOST_CELLS, field, text, length));
        check_reason(&reading, length);
        // The longest text that is read at all may be anything, but must end.
        ch_read_number(numbers, &reading, text, CH_ANSWER_BYTES);
        ch_read_cells(numbers, &reading, MOST_CELLS, field, text, CH_ANSWER_BYTES);
    }
    free(text);
}

static void deep_texts_are_refused(void) {
    static const char *const patterns[] = {"(", "-", "sin ", "2^", "sqrt(", "((-", "1+(", "\xE2\x88\x9A"};
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        test_case("deeply nested %s", patterns[p]);
        char text[4096];
        size_t size = strlen(patterns[p]);
        size_t length = 0;
        while (length + size < sizeof text - 1) {
            memcpy(text + length, patterns[p], size);
            length += size;
        }
        text[length++] = '1';
        ch_number number;
        ch_reading reading;
        TEST_TRUE(!ch_read_number(&number, &reading, text, length));
        check_reason(&reading, length);
    }
    test_section("nesting within the limit");
    ch_number number;
    ch_reading reading;
    const char *nested = "((((((((((1))))))))))";
    TEST_TRUE(ch_read_number(&number, &reading, nested, strlen(nested)));
    TEST_SAME(number.value, 1.0);
}

/// Whatever the bytes, the reader ends, says yes with finite numbers or no with one sentence, and reads no byte past the text.
static void any_bytes_are_read_safely(void) {
    static const char *const parts[] = {"1",
                                        "0.5",
                                        ",",
                                        ".",
                                        "e",
                                        "-",
                                        "+",
                                        "*",
                                        "/",
                                        "^",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        ";",
                                        "\t",
                                        "\n",
                                        " ",
                                        "pi",
                                        "sin",
                                        "sqrt",
                                        "\xE2\x88\x92",
                                        "\xEF\xBC\x91",
                                        "\xC2\xB7",
                                        "\xCF\x80",
                                        "\xE2\x88\x9A",
                                        "=",
                                        "x",
                                        "10^",
                                        "\xFF",
                                        "\xE2\x88",
                                        "_",
                                        "0x"};
    uint64_t seed = 7;
    draw_stream stream = draw_open(seed);
    for (size_t round = 0; round < 20000; round++) {
        test_case("any bytes, seed %llu, round %zu", (unsigned long long)seed, round);
        char *text = malloc(64);
        if (text == NULL) abort();
        size_t length = 0;
        for (uint64_t left = draw_between(&stream, 0, 12); left > 0; left--) {
            const char *part = parts[draw_between(&stream, 0, sizeof parts / sizeof parts[0] - 1)];
            if (length + strlen(part) > 64) break;
            memcpy(text + length, part, strlen(part));
            length += strlen(part);
        }
        char *exact = malloc(length + (length == 0)); // so that the sanitizer sees a read past the end
        if (exact == NULL) abort();
        memcpy(exact, text, length);
        ch_field field = {.rows = (uint32_t)draw_between(&stream, 0, 3),
                          .columns = (uint32_t)draw_between(&stream, 0, 3)};
        ch_number numbers[MOST_CELLS];
        ch_reading reading;
        if (ch_read_cells(numbers, &reading, MOST_CELLS, field, exact, length)) {
            size_t cells = (size_t)reading.rows * reading.columns;
            if (!TEST_TRUE(cells >= 1 && cells <= MOST_CELLS)) break;
            for (size_t i = 0; i < cells; i++) TEST_TRUE(isfinite(numbers[i].value));
        } else {
            check_reason(&reading, length);
        }
        free(exact);
        free(text);
    }
}

int main(int argc, char **argv) {
    test_open("reader", argc, argv);
    agrees_with_the_table();
    decimals_know_their_places();
    fractions_are_known_as_such();
    reads_what_the_decimal_vectors_say();
    a_blank_text_is_called_blank();
    long_texts_are_refused_at_once();
    deep_texts_are_refused();
    any_bytes_are_read_safely();
    return test_close();
}
