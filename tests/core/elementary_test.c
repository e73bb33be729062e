// Elementary functions against 50 digits: every value is the nearest double.
#include "clockhand/elementary.h"

#include <math.h>
#include <string.h>

#include "test.h"
#include "vectors.h"

static void check_case(const vectors_case *item) {
    if (strncmp(item->name, "angle", 5) == 0) {
        double angle = vectors_real(item, "angle");
        TEST_SAME(ch_sin(angle), vectors_real(item, "sine"));
        TEST_SAME(ch_cos(angle), vectors_real(item, "cosine"));
        TEST_SAME(ch_sin(-angle), -vectors_real(item, "sine"));
        TEST_SAME(ch_cos(-angle), vectors_real(item, "cosine"));
    } else if (strncmp(item->name, "exponential", 11) == 0) {
        TEST_SAME(ch_exp(vectors_real(item, "exponent")), vectors_real(item, "power"));
    } else if (strncmp(item->name, "logarithm", 9) == 0) {
        TEST_SAME(ch_log(vectors_real(item, "argument")), vectors_real(item, "logarithm"));
    } else {
        TEST_SAME(ch_pow(vectors_real(item, "base"), vectors_real(item, "by")), vectors_real(item, "power"));
    }
}

static void check_ends(void) {
    test_section("ends of the range");
    TEST_TRUE(isnan(ch_sin((double)INFINITY)) && isnan(ch_cos(-(double)INFINITY)) && isnan(ch_sin((double)NAN)));
    TEST_SAME(ch_sin(-0.0), -0.0);
    TEST_SAME(ch_exp(710.0), (double)INFINITY);
    TEST_SAME(ch_exp(-746.0), 0.0);
    TEST_SAME(ch_log(0.0), -(double)INFINITY);
    TEST_TRUE(isnan(ch_log(-1.0)));
    TEST_SAME(ch_pow(0.0, -1.0), (double)INFINITY);
    TEST_SAME(ch_pow(-0.0, 3.0), -0.0);
    TEST_SAME(ch_pow(2.0, 1024.0), (double)INFINITY);
    TEST_SAME(ch_pow(2.0, -1080.0), 0.0);
    TEST_TRUE(isnan(ch_pow(-8.0, 1.0 / 3.0)));
}

int main(int argc, char **argv) {
    test_open("elementary", argc, argv);
    vectors_file file = vectors_open("elementary.txt");
    for (size_t i = 0; i < file.count; i++) {
        test_case("%s", file.cases[i].name);
        check_case(&file.cases[i]);
    }
    vectors_close(&file);
    check_ends();
    test_section("control: a neighbouring double is noticed");
    test_totals before = test_count();
    test_quiet(true);
    bool passed = TEST_SAME(nextafter(ch_sin(1.0), 1.0), 0.8414709848078965);
    test_quiet(false);
    test_take_back(before);
    TEST_TRUE(!passed);
    return test_close();
}
