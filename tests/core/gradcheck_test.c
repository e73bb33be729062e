// Central differences on functions whose derivatives are known, and the comparison that every gradient check ends with.
#include "clockhand/gradcheck.h"

#include <math.h>

#include "test.h"

typedef struct counter {
    size_t calls;
} counter;

/// L = x0^2 + 3 x0 x1 + x2^3
static double polynomial(const double *x, void *context) {
    counter *c = context;
    c->calls++;
    return x[0] * x[0] + 3.0 * x[0] * x[1] + x[2] * x[2] * x[2];
}

static void derivatives_are_found(void) {
    test_section("derivatives of a polynomial");
    double x[3] = {1.5, -2.0, 0.5};
    const double before[3] = {1.5, -2.0, 0.5};
    const double wanted[3] = {2 * 1.5 + 3 * -2.0, 3 * 1.5, 3 * 0.25};
    double gradient[3];
    counter c = {0};
    ch_central_differences(gradient, x, 3, 1e-6, polynomial, &c);
    TEST_ALL_NEAR(gradient, wanted, 3, 1e-8);
    TEST_ALL_SAME(x, before, 3); // the input is put back
    TEST_SIZE(c.calls, 6);
    test_section("control: a coarse step shows the curvature");
    ch_central_differences(gradient, x, 3, 0.1, polynomial, &c);
    TEST_NEAR(gradient[2], wanted[2] + 0.01, 1e-12); // h^2 L''' / 6 = h^2
    test_section("no coordinates");
    ch_central_differences(gradient, x, 0, 1e-6, polynomial, &c);
    TEST_SIZE(c.calls, 12);
}

static void the_largest_difference_notices_anything(void) {
    test_section("largest difference");
    const double left[3] = {1, 2, 3};
    const double right[3] = {1, 2.5, 3};
    const double none[3] = {1, (double)NAN, 3};
    TEST_SAME(ch_largest_difference(left, right, 3), 0.5);
    TEST_SAME(ch_largest_difference(right, left, 3), 0.5);
    TEST_SAME(ch_largest_difference(left, left, 3), 0.0);
    TEST_TRUE(isnan(ch_largest_difference(left, none, 3)));
    TEST_TRUE(isnan(ch_largest_difference(none, left, 3)));
    TEST_SAME(ch_largest_difference(left, right, 0), 0.0);
    test_section("the larger of two, and the largest");
    TEST_SAME(ch_larger(1.0, 2.0), 2.0);
    TEST_SAME(ch_larger(2.0, 1.0), 2.0);
    TEST_SAME(ch_larger(0.0, -0.0), 0.0);
    TEST_TRUE(isnan(ch_larger(none[1], 1.0)));
    TEST_TRUE(isnan(ch_larger(1.0, none[1])));
    TEST_SAME(ch_largest(right, 3), 3.0);
    TEST_TRUE(isnan(ch_largest(none, 3)));
    TEST_SAME(ch_largest(none, 1), 1.0);
}

int main(int argc, char **argv) {
    test_open("gradcheck", argc, argv);
    derivatives_are_found();
    the_largest_difference_notices_anything();
    return test_close();
}
