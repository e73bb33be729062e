// Rounding to 16 bits against numpy.
#include "clockhand/half.h"

#include <math.h>

#include "test.h"
#include "vectors.h"

int main(int argc, char **argv) {
    test_open("half", argc, argv);
    vectors_file file = vectors_open("half.txt");
    for (size_t i = 0; i < file.count; i++) {
        test_case("%s", file.cases[i].name);
        double value = vectors_real(&file.cases[i], "value");
        double half = vectors_real(&file.cases[i], "half");
        TEST_NEAR(ch_round_to_half(value), half, 0.0);
        TEST_NEAR(ch_round_to_half(-value), -half, 0.0);
        TEST_NEAR(ch_round_to_half(half), half, 0.0);
    }
    vectors_close(&file);
    test_section("not a number");
    TEST_TRUE(isnan(ch_round_to_half((double)NAN)));
    return test_close();
}
