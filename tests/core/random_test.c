// The generators against torch and numpy, pinned layer by layer: words, uniforms, normals, initial values.
#include <stdlib.h>
#include <string.h>

#include "clockhand/numpy_random.h"
#include "clockhand/torch_random.h"

#include "test.h"
#include "vectors.h"

enum { MOST = 1024, MOST_WORDS = 8 };
static const double NORMAL_TOLERANCE = 3e-6; // torch's own vectorised functions

static double wanted[MOST];
static size_t wanted_count;

static void expect(double got, size_t index, double tolerance) {
    if (!TEST_TRUE(index < wanted_count)) return;
    TEST_NEAR(got, wanted[index], tolerance);
}

static void expect_floats(const float *values, size_t count, size_t *index, double tolerance) {
    for (size_t i = 0; i < count; i++) expect((double)values[i], (*index)++, tolerance);
}

/// Whole numbers of 64 bits, exactly; returns how many.
static size_t integers_of(const vectors_case *item, const char *key, int64_t *values, size_t capacity) {
    const char *text = vectors_text(item, key);
    size_t count = 0;
    while (*text != '\0' && count < capacity) {
        char *end;
        values[count++] = strtoll(text, &end, 10);
        text = end + strspn(end, " ");
    }
    return count;
}

static void expect_integers(const vectors_case *item, const int64_t *got, size_t *index) {
    static int64_t values[MOST];
    size_t count = integers_of(item, "values", values, MOST);
    for (; *index < count; *index += 1) TEST_INT(got[*index], values[*index]);
}

static void sizes_of(const vectors_case *item, const char *key, uint64_t sizes[2]) {
    TEST_SIZE(vectors_sizes(item, key, sizes, 2), 2);
}

/// Draws in the order of the generator script: a kept normal survives other calls, and reseeding clears it.
static size_t draw_mixed(float *values, ch_torch *state, size_t first) {
    static const size_t counts[] = {0, 3, 4, 16, 3};
    size_t at = 0;
    for (size_t i = 0; i < 5; i++) {
        size_t count = i == 0 ? first : counts[i];
        if (i == 1) {
            ch_torch_rand(values + at, state, count);
        } else {
            ch_torch_randn(values + at, state, count);
        }
        at += count;
    }
    return at;
}

static void check_torch(const vectors_case *item) {
    ch_torch state;
    float values[MOST];
    float scratch[16];
    int64_t integers[MOST];
    uint64_t sizes[2];
    int64_t range[2];
    size_t index = 0;
    const char *call = vectors_text(item, "call");
    wanted_count = vectors_reals(item, "values", wanted, MOST);
    state.has_kept = true; // must be cleared by seeding
    ch_torch_seed(&state, vectors_size(item, "seed"));
    if (strcmp(call, "word") == 0) {
        for (size_t i = 0; i < wanted_count; i++) expect((double)ch_torch_word(&state), i, 0.0);
        index = wanted_count;
    } else if (strcmp(call, "rand") == 0) {
        ch_torch_rand(values, &state, wanted_count);
        expect_floats(values, wanted_count, &index, 0.0);
    } else if (strcmp(call, "randn") == 0) {
        ch_torch_randn(values, &state, wanted_count);
        expect_floats(values, wanted_count, &index, NORMAL_TOLERANCE);
    } else if (strcmp(call, "randint") == 0) {
        TEST_SIZE(integers_of(item, "range", range, 2), 2);
        ch_torch_randint(integers, &state, wanted_count, range[0], range[1]);
        expect_integers(item, integers, &index);
    } else if (strcmp(call, "linear") == 0) {
        sizes_of(item, "sizes", sizes);
        ch_torch_linear(values, values + sizes[0] * sizes[1], &state, (size_t)sizes[0], (size_t)sizes[1]);
        expect_floats(values, (size_t)(sizes[0] * sizes[1] + sizes[1]), &index, 0.0);
    } else if (strcmp(call, "linear-without-bias") == 0) {
        sizes_of(item, "sizes", sizes);
        ch_torch_linear(values, NULL, &state, (size_t)sizes[0], (size_t)sizes[1]);
        expect_floats(values, (size_t)(sizes[0] * sizes[1]), &index, 0.0);
    } else if (strcmp(call, "embedding") == 0) {
        sizes_of(item, "sizes", sizes);
        ch_torch_randn(values, &state, (size_t)(sizes[0] * sizes[1]));
        expect_floats(values, (size_t)(sizes[0] * sizes[1]), &index, NORMAL_TOLERANCE);
    } else if (strcmp(call, "mha") == 0) {
        sizes_of(item, "sizes", sizes);
        size_t square = (size_t)(sizes[0] * sizes[0]);
        ch_torch_attention(values, values + square, scratch, &state, (size_t)sizes[0]);
        expect_floats(values, 4 * square, &index, 0.0);
    } else {
        size_t count = draw_mixed(values, &state, (size_t)vectors_size(item, "first"));
        expect_floats(values, count, &index, NORMAL_TOLERANCE);
    }
    TEST_SIZE(index, wanted_count);
}

static void check_numpy(const vectors_case *item) {
    static ch_numpy state;
    double values[MOST];
    int64_t integers[MOST];
    uint64_t words64[MOST_WORDS];
    uint32_t words[MOST_WORDS];
    int64_t range[2];
    size_t index = 0;
    const char *call = vectors_text(item, "call");
    wanted_count = vectors_reals(item, "values", wanted, MOST);
    size_t count = vectors_sizes(item, "seed", words64, MOST_WORDS);
    for (size_t i = 0; i < count; i++) words[i] = (uint32_t)words64[i];
    ch_numpy_seed(&state, words, count);
    if (strcmp(call, "word") == 0) {
        uint64_t raw[16];
        size_t raw_count = vectors_sizes(item, "values", raw, 16);
        for (; index < raw_count; index++) TEST_SIZE(ch_numpy_word(&state), raw[index]);
    } else if (strcmp(call, "random") == 0) {
        ch_numpy_random(values, &state, wanted_count);
        for (; index < wanted_count; index++) expect(values[index], index, 0.0);
    } else if (strcmp(call, "normal") == 0) {
        ch_numpy_normal(values, &state, wanted_count);
        for (; index < wanted_count; index++) expect(values[index], index, 0.0);
    } else if (strcmp(call, "integers") == 0) {
        TEST_SIZE(integers_of(item, "range", range, 2), 2);
        ch_numpy_integers(integers, &state, wanted_count, range[0], range[1]);
        expect_integers(item, integers, &index);
    } else {
        ch_numpy_integers(integers, &state, 3, 0, 10);
        ch_numpy_random(values, &state, 2);
        ch_numpy_integers(integers + 3, &state, 2, 0, 10);
        for (size_t i = 0; i < 3; i++) expect((double)integers[i], index++, 0.0);
        for (size_t i = 0; i < 2; i++) expect(values[i], index++, 0.0);
        for (size_t i = 3; i < 5; i++) expect((double)integers[i], index++, 0.0);
    }
    TEST_SIZE(index, wanted_count);
}

static void check_file(const char *name, void (*check)(const vectors_case *item)) {
    vectors_file file = vectors_open(name);
    for (size_t i = 0; i < file.count; i++) {
        test_case("%s", file.cases[i].name);
        check(&file.cases[i]);
    }
    vectors_close(&file);
}

/// Control: another seed gives other words, so equality above means something.
static void check_control(void) {
    test_section("another seed gives other words");
    ch_torch left;
    ch_torch right;
    ch_torch_seed(&left, 1);
    ch_torch_seed(&right, 2);
    TEST_TRUE(ch_torch_word(&left) != ch_torch_word(&right));
    static ch_numpy one;
    static ch_numpy two;
    const uint32_t seeds[] = {1, 2};
    ch_numpy_seed(&one, &seeds[0], 1);
    ch_numpy_seed(&two, &seeds[1], 1);
    TEST_TRUE(ch_numpy_word(&one) != ch_numpy_word(&two));
}

int main(int argc, char **argv) {
    test_open("random", argc, argv);
    check_file("torch-random.txt", check_torch);
    check_file("numpy-random.txt", check_numpy);
    check_control();
    return test_close();
}
