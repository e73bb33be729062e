// Doubles to text and back against CPython, and the properties that hold for any of them.
#include "clockhand/decimal.h"

#include <math.h>
#include <string.h>

#include "draw.h"
#include "test.h"
#include "vectors.h"

static void digits_text(char *out, const ch_decimal *decimal) {
    if (decimal->count == 0) {
        strcpy(out, "0");
        return;
    }
    if (decimal->negative) *out++ = '-';
    for (int32_t i = 0; i < decimal->count; i++) *out++ = (char)('0' + decimal->digits[i]);
    *out = '\0';
}

static const char *number_text(char *out, size_t size, double value, int32_t digits) {
    ch_text text;
    ch_text_open(&text, out, size);
    ch_text_put_number(&text, value, digits);
    return out;
}

/// The decimal of a text such as `-12.5e-3`; written for the tests, so that reading a typed answer is not part of it.
static ch_decimal decimal_of(const char *text) {
    ch_decimal decimal = {.negative = *text == '-'};
    text += *text == '-';
    bool point = false;
    int64_t exponent = 0;
    for (; *text != '\0' && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        if (decimal.count > 0 || *text != '0') {
            decimal.digits[decimal.count++] = (uint8_t)(*text - '0');
            exponent += !point;
        } else {
            exponent -= point;
        }
    }
    if (*text != '\0') {
        bool negative = text[1] == '-';
        text += 1 + (text[1] == '-' || text[1] == '+');
        int64_t typed = 0;
        for (; *text != '\0'; text++) typed = typed < 1000000 ? typed * 10 + (*text - '0') : typed;
        exponent += negative ? -typed : typed;
    }
    while (decimal.count > 0 && decimal.digits[decimal.count - 1] == 0) decimal.count--;
    decimal.point = decimal.count == 0 ? 0 : (int32_t)exponent;
    return decimal;
}

static void check_case(const vectors_case *item) {
    test_case("%s", item->name);
    char text[CH_DECIMAL_DIGITS + 400];
    char digits[CH_DECIMAL_DIGITS + 2];
    ch_decimal decimal;
    if (vectors_is(item, "kind", "shortest")) {
        double value = vectors_real(item, "value");
        ch_decimal_shortest(&decimal, value);
        digits_text(digits, &decimal);
        TEST_TEXT(digits, vectors_text(item, "digits"));
        if (decimal.count > 0) TEST_INT(decimal.point, vectors_integer(item, "exponent"));
        ch_decimal read = decimal_of(number_text(text, sizeof text, value, -1));
        digits_text(digits, &read);
        TEST_TEXT(digits, vectors_text(item, "digits"));
        TEST_TRUE(decimal.count == 0 || read.point == decimal.point);
    } else if (vectors_is(item, "kind", "fixed")) {
        number_text(text, sizeof text, vectors_real(item, "value"), (int32_t)vectors_integer(item, "places"));
        TEST_TEXT(text, vectors_text(item, "text"));
    } else {
        decimal = decimal_of(vectors_text(item, "text"));
        TEST_SAME(ch_decimal_value(&decimal), vectors_real(item, "value"));
        decimal.negative = !decimal.negative;
        TEST_SAME(ch_decimal_value(&decimal), -vectors_real(item, "value"));
    }
}

static void agrees_with_the_vectors(void) {
    vectors_file file = vectors_open("decimal.txt");
    for (size_t i = 0; i < file.count; i++) check_case(&file.cases[i]);
    vectors_close(&file);
}

static void any_double_reads_back(void) {
    uint64_t seed = 20;
    draw_stream stream = draw_open(seed);
    for (size_t i = 0; i < 3000; i++) {
        uint64_t bits = draw_bits(&stream);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        ch_decimal decimal;
        ch_decimal_shortest(&decimal, value);
        test_case("reads back, seed %llu, draw %zu", (unsigned long long)seed, i);
        if (!TEST_SAME(ch_decimal_value(&decimal), value)) break;
        if (decimal.count < 2 || i % 8 != 0) continue;
        ch_decimal fewer = decimal;
        ch_decimal_significant(&fewer, value, decimal.count - 1);
        TEST_TRUE(ch_decimal_value(&fewer) != value); // one digit fewer does not read back
    }
}

static void bands_include_their_ends(void) {
    static const struct {
        const char *name, *left, *right;
        int32_t places;
        bool within;
    } cases[] = {
        {"a tie above", "0.13", "0.125", 2, true},
        {"a tie below", "0.12", "0.125", 2, true},
        {"just outside above", "0.1300000000000000000000001", "0.125", 2, false},
        {"just outside below", "0.1199999999999999999999999", "0.125", 2, false},
        {"negative tie away", "-0.13", "-0.125", 2, true},
        {"negative tie towards zero", "-0.12", "-0.125", 2, true},
        {"across zero", "-0.002", "0.003", 2, true},
        {"across zero, outside", "-0.002", "0.0031", 2, false},
        {"zero and its band", "0", "0.00005", 4, true},
        {"zero, outside", "0", "0.000051", 4, false},
        {"minus zero", "-0", "0.00005", 4, true},
        {"opposite signs", "-0.8415", "0.8415", 4, false},
        {"places below the point", "1040", "1044.27", -1, true},
        {"places below the point, outside", "1039", "1044.27", -1, false},
        {"far apart in size", "1e300", "1e-300", 4, false},
        {"both tiny", "1e-300", "-1e-300", 4, true},
        {"a carry", "1.00", "0.996", 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("band: %s", cases[i].name);
        ch_decimal left = decimal_of(cases[i].left);
        ch_decimal right = decimal_of(cases[i].right);
        TEST_TRUE(ch_decimal_within(&left, &right, cases[i].places) == cases[i].within);
        TEST_TRUE(ch_decimal_within(&right, &left, cases[i].places) == cases[i].within);
        left.negative = left.count > 0 && !left.negative;
        right.negative = right.count > 0 && !right.negative;
        TEST_TRUE(ch_decimal_within(&left, &right, cases[i].places) == cases[i].within);
    }
}

static void order_is_the_order_of_values(void) {
    static const char *const rising[] = {"-1e300", "-10.5", "-10",  "-9.99", "-1e-300", "0",
                                         "1e-300", "0.1",   "0.11", "9.99",  "10",      "1e300"};
    size_t count = sizeof rising / sizeof rising[0];
    test_section("order");
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            ch_decimal left = decimal_of(rising[i]);
            ch_decimal right = decimal_of(rising[j]);
            TEST_INT(ch_decimal_compare(&left, &right), (i > j) - (i < j));
        }
    }
}

static void cutting_is_not_rounding(void) {
    static const struct {
        const char *value;
        int32_t places;
        const char *cut, *rounded;
    } cases[] = {
        {"0.84147", 4, "84140", "84150"},
        {"-0.84147", 4, "-84140", "-84150"},
        {"0.999", 2, "99", "1"},
        {"0.004", 2, "0", "0"},
        {"0.006", 2, "0", "1"},
        {"1049.9", -1, "104", "105"},
        {"1044", -4, "0", "0"},
        {"0.5", 0, "0", "0"},
        {"1.5", 0, "1", "2"},
        {"2.5", 0, "2", "2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("cut and round %s at %d", cases[i].value, cases[i].places);
        ch_decimal cut = decimal_of(cases[i].value);
        ch_decimal rounded = cut;
        ch_decimal_cut(&cut, cases[i].places);
        ch_decimal_round(&rounded, cases[i].places);
        ch_decimal wanted_cut = decimal_of(cases[i].cut);
        ch_decimal wanted_rounded = decimal_of(cases[i].rounded);
        char got[CH_DECIMAL_DIGITS + 2];
        char wanted[CH_DECIMAL_DIGITS + 2];
        digits_text(got, &cut);
        digits_text(wanted, &wanted_cut);
        TEST_TEXT(got, wanted);
        digits_text(got, &rounded);
        digits_text(wanted, &wanted_rounded);
        TEST_TEXT(got, wanted);
    }
}

static void no_finite_numbers_are_named(void) {
    test_section("numbers that are not finite");
    char text[32];
    TEST_TEXT(number_text(text, sizeof text, (double)NAN, 4), "NaN");
    TEST_TEXT(number_text(text, sizeof text, (double)INFINITY, 4), "Infinity");
    TEST_TEXT(number_text(text, sizeof text, -(double)INFINITY, -1), "-Infinity");
}

static void a_full_text_is_cut_never_overrun(void) {
    test_section("a text too small");
    char bytes[8] = "1234567";
    ch_text text;
    ch_text_open(&text, bytes, 4);
    ch_text_put_number(&text, 123456.0, 2);
    TEST_TRUE(text.full);
    TEST_TRUE(strlen(bytes) < 4);
    TEST_TRUE(memcmp(bytes + 4, "567", 4) == 0);
}

int main(int argc, char **argv) {
    test_open("decimal", argc, argv);
    agrees_with_the_vectors();
    any_double_reads_back();
    bands_include_their_ends();
    order_is_the_order_of_values();
    cutting_is_not_rounding();
    no_finite_numbers_are_named();
    a_full_text_is_cut_never_overrun();
    return test_close();
}
