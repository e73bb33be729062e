#include "test.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { NAME_BYTES = 160, PATH_BYTES = 1024, PRINTED_FAILURES = 40 };

static struct {
    const char *name;
    const char *root;
    char section[NAME_BYTES];
    test_totals totals;
    bool quiet;
} state = {.name = "test", .root = "."};

void test_open(const char *name, int argc, char **argv) {
    state.name = name;
    if (argc > 1) state.root = argv[1];
}

int test_close(void) {
    if (state.totals.failed > PRINTED_FAILURES) printf("  and more: %d failures are printed\n", PRINTED_FAILURES);
    printf("%s: %zu passed, %zu failed\n", state.name, state.totals.passed, state.totals.failed);
    return state.totals.failed > 0 || state.totals.passed == 0;
}

void test_section(const char *name) {
    snprintf(state.section, sizeof state.section, "%s", name);
}

void test_case(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(state.section, sizeof state.section, format, arguments);
    va_end(arguments);
}

FILE *test_vectors(const char *name) {
    char path[PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s/tests/vectors/%s", state.root, name);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        state.totals.failed++;
        if (!state.quiet) printf("  cannot open %s\n", path);
    }
    return file;
}

test_totals test_count(void) {
    return state.totals;
}

void test_take_back(test_totals before) {
    state.totals = before;
}

void test_quiet(bool quiet) {
    state.quiet = quiet;
}

/// Counts a check. True when its failure is to be printed: the place is printed here, the rest of the line by the caller.
static bool missed(const char *file, int line, bool held) {
    if (held) {
        state.totals.passed++;
        return false;
    }
    state.totals.failed++;
    if (state.quiet || state.totals.failed > PRINTED_FAILURES) return false;
    const char *slash = strrchr(file, '/');
    printf("  %s:%d: %s: ", slash ? slash + 1 : file, line, state.section);
    return true;
}

bool test_true(const char *file, int line, bool held, const char *condition) {
    if (missed(file, line, held)) printf("not true: %s\n", condition);
    return held;
}

bool test_unsigned(const char *file, int line, uint64_t got, uint64_t wanted) {
    bool held = got == wanted;
    if (missed(file, line, held)) {
        printf("got %llu, wanted %llu\n", (unsigned long long)got, (unsigned long long)wanted);
    }
    return held;
}

bool test_signed(const char *file, int line, int64_t got, int64_t wanted) {
    bool held = got == wanted;
    if (missed(file, line, held)) printf("got %lld, wanted %lld\n", (long long)got, (long long)wanted);
    return held;
}

bool test_text(const char *file, int line, const char *got, const char *wanted) {
    bool held = got != NULL && wanted != NULL ? strcmp(got, wanted) == 0 : got == wanted;
    if (missed(file, line, held)) {
        printf("got \"%s\", wanted \"%s\"\n", got ? got : "(null)", wanted ? wanted : "(null)");
    }
    return held;
}

bool test_bytes(const char *file, int line, const void *got, const void *wanted, size_t size) {
    const unsigned char *left = got;
    const unsigned char *right = wanted;
    size_t at = 0;
    while (at < size && left[at] == right[at]) at++;
    bool held = at == size;
    if (missed(file, line, held)) printf("byte %zu: got %02x, wanted %02x\n", at, left[at], right[at]);
    return held;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool same(double left, double right) {
    return bits_of(left) == bits_of(right) || (isnan(left) && isnan(right));
}

static bool near(double left, double right, double tolerance) {
    return left == right || fabs(left - right) <= tolerance;
}

/// Doubles in order of value as integers, so that neighbours differ by one.
static int64_t order_of(double value) {
    uint64_t bits = bits_of(value);
    int64_t magnitude = (int64_t)(bits & INT64_MAX);
    return bits >> 63 ? -magnitude : magnitude;
}

static uint64_t ulps_between(double left, double right) {
    int64_t a = order_of(left);
    int64_t b = order_of(right);
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static void print_difference(size_t index, double got, double wanted) {
    printf("[%zu] got %.17g, wanted %.17g, difference %.3g", index, got, wanted, got - wanted);
}

static bool check_same(const char *file, int line, size_t index, double got, double wanted) {
    bool held = same(got, wanted);
    if (missed(file, line, held)) {
        print_difference(index, got, wanted);
        printf(", tolerance 0 (same bits)\n");
    }
    return held;
}

bool test_same(const char *file, int line, double got, double wanted) {
    return check_same(file, line, 0, got, wanted);
}

bool test_near(const char *file, int line, size_t index, double got, double wanted, double tolerance) {
    bool held = near(got, wanted, tolerance);
    if (missed(file, line, held)) {
        print_difference(index, got, wanted);
        printf(", tolerance %.3g\n", tolerance);
    }
    return held;
}

bool test_ulps(const char *file, int line, double got, double wanted, uint64_t ulps) {
    uint64_t apart = ulps_between(got, wanted);
    bool held = !isnan(got) && !isnan(wanted) && apart <= ulps;
    if (missed(file, line, held)) {
        print_difference(0, got, wanted);
        printf(" (%llu ulps), tolerance %llu ulps\n", (unsigned long long)apart, (unsigned long long)ulps);
    }
    return held;
}

bool test_all_near(const char *file, int line, const double *got, const double *wanted, size_t count,
                   double tolerance) {
    bool held = true;
    for (size_t i = 0; i < count; i++) held = test_near(file, line, i, got[i], wanted[i], tolerance) && held;
    return held;
}

bool test_all_same(const char *file, int line, const double *got, const double *wanted, size_t count) {
    bool held = true;
    for (size_t i = 0; i < count; i++) held = check_same(file, line, i, got[i], wanted[i]) && held;
    return held;
}
