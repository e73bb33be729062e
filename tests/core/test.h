/// A small harness for the C tests. A program is a list of sections of checks:
///
///     int main(int argc, char **argv) {
///         test_open("rope", argc, argv);
///         test_section("length is kept");
///         TEST_NEAR(after, before, 1e-12);
///         return test_close();
///     }
///
/// A failure prints one line: file and line, section, index, got, wanted, difference, tolerance. The last line of a
/// program is `NAME: N passed, N failed`, which tests/run.mjs adds up. Nothing stops at the first failure.
#ifndef CLOCKHAND_TEST_H
#define CLOCKHAND_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// `argv[1]` is the repository's root, where tests/vectors stands; without it the current folder is taken.
void test_open(const char *name, int argc, char **argv);

/// Prints the totals. Returns what main returns: 0 when every check passed and there was one, 1 otherwise.
int test_close(void);

/// Names what the following checks are about. Copied, so a buffer that changes (the name of a case) may be passed.
void test_section(const char *name);

/// The same with a format, for the names of table-driven cases.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void test_case(const char *format, ...);

/// Opens ROOT/tests/vectors/`name` for reading; a missing file is counted as a failure and NULL is returned.
FILE *test_vectors(const char *name);

/// The figures so far: a test of the harness itself counts failures that it provoked, and takes them back.
typedef struct test_totals {
    size_t passed;
    size_t failed;
} test_totals;
test_totals test_count(void);
void test_take_back(test_totals before);

/// While quiet, failures are counted but not printed.
void test_quiet(bool quiet);

/// Each returns whether the check held, so a loop can stop early. Arguments are evaluated once.
#define TEST_TRUE(condition) test_true(__FILE__, __LINE__, (condition), #condition)
#define TEST_SIZE(got, wanted) test_unsigned(__FILE__, __LINE__, (got), (wanted))
#define TEST_INT(got, wanted) test_signed(__FILE__, __LINE__, (got), (wanted))
#define TEST_TEXT(got, wanted) test_text(__FILE__, __LINE__, (got), (wanted))
#define TEST_BYTES(got, wanted, size) test_bytes(__FILE__, __LINE__, (got), (wanted), (size))
/// Same bits, so that -0 differs from 0; any NaN equals any NaN.
#define TEST_SAME(got, wanted) test_same(__FILE__, __LINE__, (got), (wanted))
/// |got - wanted| <= tolerance, absolute; fails for NaN and for infinities that differ.
#define TEST_NEAR(got, wanted, tolerance) test_near(__FILE__, __LINE__, 0, (got), (wanted), (tolerance))
/// At most `ulps` representable doubles apart.
#define TEST_ULPS(got, wanted, ulps) test_ulps(__FILE__, __LINE__, (got), (wanted), (ulps))
/// `count` doubles, each within `tolerance`; each is counted, and a failure names its index.
#define TEST_ALL_NEAR(got, wanted, count, tolerance) \
    test_all_near(__FILE__, __LINE__, (got), (wanted), (count), (tolerance))
#define TEST_ALL_SAME(got, wanted, count) test_all_same(__FILE__, __LINE__, (got), (wanted), (count))

bool test_true(const char *file, int line, bool held, const char *condition);
bool test_unsigned(const char *file, int line, uint64_t got, uint64_t wanted);
bool test_signed(const char *file, int line, int64_t got, int64_t wanted);
bool test_text(const char *file, int line, const char *got, const char *wanted);
bool test_bytes(const char *file, int line, const void *got, const void *wanted, size_t size);
bool test_same(const char *file, int line, double got, double wanted);
bool test_near(const char *file, int line, size_t index, double got, double wanted, double tolerance);
bool test_ulps(const char *file, int line, double got, double wanted, uint64_t ulps);
bool test_all_near(const char *file, int line, const double *got, const double *wanted, size_t count, double tolerance);
bool test_all_same(const char *file, int line, const double *got, const double *wanted, size_t count);

#endif
