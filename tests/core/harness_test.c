/// The harness itself: every kind of check must be able to fail.
#include "test.h"

#include <math.h>

static void checks_that_hold(void) {
    test_section("checks that hold");
    const double row[] = {0.0, 1.0, 2.0};
    TEST_TRUE(1 < 2);
    TEST_SIZE(3, 3);
    TEST_INT(-3, -3);
    TEST_TEXT("turn", "turn");
    TEST_BYTES(row, row, sizeof row);
    TEST_SAME(-0.0, -0.0);
    TEST_SAME((double)NAN, (double)NAN);
    TEST_NEAR(1.0, 1.25, 0.25);
    TEST_NEAR((double)INFINITY, (double)INFINITY, 0.0);
    TEST_ULPS(1.0, nextafter(1.0, 2.0), 1);
    TEST_ULPS(-0.0, 0.0, 0);
    TEST_ALL_NEAR(row, row, 3, 0.0);
    TEST_ALL_SAME(row, row, 3);
}

/// Returns how many of the checks failed; 14 are meant to.
static size_t checks_that_fail(void) {
    const double row[] = {0.0, 1.0, 2.0};
    const double other[] = {-0.0, 1.0, 3.0};
    test_totals before = test_count();
    test_quiet(true);
    TEST_TRUE(2 < 1);
    TEST_SIZE(3, 4);
    TEST_INT(-3, 3);
    TEST_TEXT("turn", "turns");
    TEST_BYTES(row, other, sizeof row);
    TEST_SAME(0.0, -0.0);
    TEST_NEAR(1.0, 1.5, 0.25);
    TEST_NEAR((double)NAN, 0.0, 1.0);
    TEST_NEAR((double)INFINITY, -(double)INFINITY, 1.0);
    TEST_ULPS(1.0, nextafter(nextafter(1.0, 2.0), 2.0), 1);
    TEST_ALL_NEAR(row, other, 3, 0.5);
    TEST_ALL_SAME(row, other, 3);
    test_vectors("no-such-file.txt");
    test_quiet(false);
    size_t failed = test_count().failed - before.failed;
    test_take_back(before);
    return failed;
}

int main(int argc, char **argv) {
    test_open("harness", argc, argv);
    checks_that_hold();
    size_t failed = checks_that_fail();
    test_section("checks that fail are counted");
    TEST_SIZE(failed, 14);
    return test_close();
}
