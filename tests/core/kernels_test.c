// Adjoints of the dense kernels against central differences, and what must hold of their values.
#include <math.h>
#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/gradcheck.h"
#include "clockhand/linear.h"
#include "clockhand/norm.h"
#include "clockhand/relative_bias.h"
#include "clockhand/softmax.h"

#include "draw.h"
#include "test.h"

enum { MOST = 512 };
static const double STEP = 1e-6;
static const double TOLERANCE = 4e-6;
static const uint64_t SEED = 20261129;

/// Every kernel is checked as the loss sum(dy * kernel(x)) of one flat input.
typedef struct subject {
    const char *name;
    size_t in, out;
    void (*forward)(double *y, const double *x);
    void (*backward)(double *dx, const double *dy, const double *x);
} subject;

static const subject *current;
static double adjoint_of_output[MOST];

static double loss(const double *x, void *context) {
    (void)context;
    double y[MOST];
    double sum = 0.0;
    current->forward(y, x);
    for (size_t i = 0; i < current->out; i++) sum += y[i] * adjoint_of_output[i];
    return sum;
}

// linear: x (3, 4), weight (2, 4), bias (2) in one input
enum { N = 3, I = 4, O = 2 };

static void linear_forward(double *y, const double *x) {
    ch_linear(y, x, x + N * I, x + N * I + O * I, N, I, O);
}

static void linear_backward(double *dx, const double *dy, const double *x) {
    ch_linear_backward(dx, dx + N * I, dx + N * I + O * I, dy, x, x + N * I, N, I, O);
}

static void relu_forward(double *y, const double *x) {
    ch_relu(y, x, 12);
}

static void relu_backward(double *dx, const double *dy, const double *x) {
    ch_relu_backward(dx, dy, x, 12);
}

static const uint64_t INDICES[] = {2, 0, 2};

static void embedding_forward(double *y, const double *x) {
    ch_embedding(y, x, INDICES, 3, 4);
}

static void embedding_backward(double *dx, const double *dy, const double *x) {
    (void)x;
    ch_embedding_backward(dx, dy, INDICES, 3, 4);
}

static const uint8_t MASK[] = {1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1}; // (3, 4): one row of one key, none of none

static void softmax_forward(double *y, const double *x) {
    ch_softmax(y, x, MASK, 3, 4);
}

static void softmax_backward(double *dx, const double *dy, const double *x) {
    double y[12];
    ch_softmax(y, x, MASK, 3, 4);
    ch_softmax_backward(dx, dy, y, 3, 4);
}

static const uint64_t LABELS[] = {1, 3, 0};

static void entropy_forward(double *y, const double *x) {
    y[0] = ch_cross_entropy(x, LABELS, 3, 4);
}

static void entropy_backward(double *dx, const double *dy, const double *x) {
    double scratch[4];
    ch_cross_entropy_backward(dx, scratch, dy[0], x, LABELS, 3, 4);
}

// norms: x (3, 4), weight (4), bias (4)
static void layernorm_forward(double *y, const double *x) {
    double mean[3];
    double rstd[3];
    ch_layernorm(y, mean, rstd, x, x + 12, x + 16, 1e-5, 3, 4);
}

static void layernorm_backward(double *dx, const double *dy, const double *x) {
    double y[12];
    double mean[3];
    double rstd[3];
    ch_layernorm(y, mean, rstd, x, x + 12, x + 16, 1e-5, 3, 4);
    ch_layernorm_backward(dx, dx + 12, dx + 16, dy, x, x + 12, mean, rstd, 3, 4);
}

static void rmsnorm_forward(double *y, const double *x) {
    double rstd[3];
    ch_rmsnorm(y, rstd, x, x + 12, 1e-5, 3, 4);
}

static void rmsnorm_backward(double *dx, const double *dy, const double *x) {
    double y[12];
    double rstd[3];
    ch_rmsnorm(y, rstd, x, x + 12, 1e-5, 3, 4);
    ch_rmsnorm_backward(dx, dx + 12, dy, x, x + 12, rstd, 3, 4);
}

// attention: q (2, 3), k (4, 3), v (4, 2), bias (2, 4); bottom-right causal
static const ch_head HEAD = {.Tq = 2, .Tk = 4, .width = 3, .value = 2, .scale = 0.57735026918962573};

static void attention_forward(double *y, const double *x) {
    double scores[8];
    double weights[8];
    uint8_t mask[8];
    ch_causal_mask(mask, CH_BOTTOM_RIGHT, 2, 4);
    ch_attention(scores, weights, y, x, x + 6, x + 18, mask, x + 26, &HEAD);
}

static void attention_backward(double *dx, const double *dy, const double *x) {
    double scores[8];
    double weights[8];
    double y[4];
    double scratch[16];
    uint8_t mask[8];
    ch_causal_mask(mask, CH_BOTTOM_RIGHT, 2, 4);
    ch_attention(scores, weights, y, x, x + 6, x + 18, mask, x + 26, &HEAD);
    ch_attention_backward(dx, dx + 6, dx + 18, scratch, dy, x, x + 6, x + 18, weights, &HEAD);
    for (size_t i = 0; i < 8; i++) dx[26 + i] += scratch[8 + i];
}

static void heads_forward(double *y, const double *x) {
    ch_split_heads(y, x, 2, 3, 2, 2);
}

static void heads_backward(double *dx, const double *dy, const double *x) {
    (void)x;
    double merged[24];
    ch_merge_heads(merged, dy, 2, 3, 2, 2);
    for (size_t i = 0; i < 24; i++) dx[i] += merged[i];
}

// relative bias: table (5) for offsets -2 .. 2, four tokens, so that the ends are clamped
static void bias_forward(double *y, const double *x) {
    ch_relative_bias(y, x, 2, 4);
}

static void bias_backward(double *dx, const double *dy, const double *x) {
    (void)x;
    ch_relative_bias_backward(dx, dy, 2, 4);
}

static const subject SUBJECTS[] = {
    {"linear", N *I + O *I + O, N *O, linear_forward, linear_backward},
    {"relu", 12, 12, relu_forward, relu_backward},
    {"embedding", 12, 12, embedding_forward, embedding_backward},
    {"masked softmax", 12, 12, softmax_forward, softmax_backward},
    {"cross entropy", 12, 1, entropy_forward, entropy_backward},
    {"layer norm", 20, 12, layernorm_forward, layernorm_backward},
    {"rms norm", 16, 12, rmsnorm_forward, rmsnorm_backward},
    {"attention", 34, 4, attention_forward, attention_backward},
    {"heads", 24, 24, heads_forward, heads_backward},
    {"relative bias", 5, 16, bias_forward, bias_backward},
};

static void check_adjoint(const subject *s, uint64_t seed) {
    double x[MOST];
    double dx[MOST];
    double central[MOST];
    draw_stream stream = draw_open(seed);
    current = s;
    for (size_t i = 0; i < s->in; i++) x[i] = draw_real(&stream, -2.0, 2.0);
    for (size_t i = 0; i < s->out; i++) adjoint_of_output[i] = draw_real(&stream, -1.0, 1.0);
    // Accumulated: what stood there before stays.
    for (size_t i = 0; i < s->in; i++) dx[i] = 1.0;
    s->backward(dx, adjoint_of_output, x);
    for (size_t i = 0; i < s->in; i++) dx[i] -= 1.0;
    ch_central_differences(central, x, s->in, STEP, loss, NULL);
    TEST_NEAR(ch_largest_difference(dx, central, s->in), 0.0, TOLERANCE);
    // Control: an adjoint that is off by a thousandth is noticed.
    double worst = 0.0;
    for (size_t i = 0; i < s->in; i++) worst = fmax(worst, fabs(dx[i] * 1.001 - central[i]));
    TEST_TRUE(worst > TOLERANCE);
}

static void check_softmax_values(void) {
    test_section("softmax values");
    const double far[] = {-200.0, -201.0, -202.0};
    double y[4];
    ch_softmax(y, far, NULL, 1, 3);
    TEST_NEAR(y[0], 0.6652410, 5e-8);
    TEST_NEAR(y[1], 0.2447285, 5e-8);
    TEST_NEAR(y[2], 0.0900306, 5e-8);
    const double scores[] = {1.0, 2.0, 3.0, -(double)INFINITY};
    const uint8_t third_hidden[] = {1, 1, 0, 1};
    ch_softmax(y, scores, third_hidden, 1, 4);
    TEST_NEAR(y[0], 0.2689414, 5e-8);
    TEST_NEAR(y[1], 0.7310586, 5e-8);
    TEST_SAME(y[2], 0.0);
    TEST_SAME(y[3], 0.0);
    const uint8_t none[] = {0, 0, 0, 0};
    ch_softmax(y, scores, none, 1, 4);
    for (size_t i = 0; i < 4; i++) TEST_SAME(y[i], 0.0);
}

static void check_causal(void) {
    test_section("causal masks");
    const uint8_t top_left[] = {1, 0, 0, 0, 1, 1, 0, 0};
    const uint8_t bottom_right[] = {1, 1, 1, 0, 1, 1, 1, 1};
    const uint8_t more_queries[] = {0, 0, 1, 0, 1, 1}; // (3, 2): the first query comes before every key
    uint8_t mask[8];
    ch_causal_mask(mask, CH_TOP_LEFT, 2, 4);
    TEST_BYTES(mask, top_left, 8);
    ch_causal_mask(mask, CH_BOTTOM_RIGHT, 2, 4);
    TEST_BYTES(mask, bottom_right, 8);
    ch_causal_mask(mask, CH_BOTTOM_RIGHT, 3, 2);
    TEST_BYTES(mask, more_queries, 6);
}

/// The first query sees no key, the second one: what the others are must not reach them, forward or back.
static void check_unseen_rows(void) {
    test_section("queries that may see no key");
    const double infinity = (double)INFINITY;
    const double q[] = {1.0, 2.0};
    const double k[] = {1.0, 1.0};
    const double v[] = {3.0, infinity};
    const double finite[] = {3.0, 4.0};
    const uint8_t mask[] = {0, 0, 1, 0};
    const double bias[] = {-infinity, -infinity, 0.0, -infinity};
    const ch_head head = {.Tq = 2, .Tk = 2, .width = 1, .value = 1, .scale = 1.0};
    for (int round = 0; round < 2; round++) {
        double scores[4], weights[4], y[2], scratch[8];
        double dq[2] = {0}, dk[2] = {0}, dv[2] = {0};
        const double dy[] = {infinity, 1.0};
        const uint8_t *hides = round == 0 ? mask : NULL;
        const double *sinks = round == 0 ? NULL : bias;
        ch_attention(scores, weights, y, q, k, v, hides, sinks, &head);
        TEST_SAME(y[0], 0.0);
        TEST_TRUE(isnan(y[1])); // control: a query that sees a key meets the other's value with weight 0
        ch_attention(scores, weights, y, q, k, finite, hides, sinks, &head);
        TEST_SAME(y[1], 3.0);
        ch_attention_backward(dq, dk, dv, scratch, dy, q, k, finite, weights, &head);
        TEST_SAME(dq[0], 0.0);
        TEST_SAME(dv[0], 1.0);
        TEST_SAME(dv[1], 0.0);
        TEST_TRUE(ch_sees_none(scores, hides, 2));
        TEST_TRUE(!ch_sees_none(scores + 2, round == 0 ? hides + 2 : NULL, 2));
    }
}

static void check_norm_values(void) {
    test_section("norm values");
    const double one_hot[] = {1.0, 0.0, 0.0, 0.0};
    const double large[] = {40000.0, 40001.0, 40002.0, 40003.0};
    double y[4];
    double mean;
    double rstd;
    ch_layernorm(y, &mean, &rstd, one_hot, NULL, NULL, 1e-5, 1, 4);
    TEST_NEAR(y[0], 1.7320046, 5e-8);
    TEST_NEAR(y[1], -0.5773349, 5e-8);
    ch_layernorm(y, &mean, &rstd, large, NULL, NULL, 0.0, 1, 4);
    TEST_NEAR(1.0 / (rstd * rstd), 1.25, 1e-12);
}

int main(int argc, char **argv) {
    test_open("kernels", argc, argv);
    for (size_t i = 0; i < sizeof SUBJECTS / sizeof SUBJECTS[0]; i++) {
        for (uint64_t seed = SEED; seed < SEED + 20; seed++) {
            test_case("adjoint of %s, seed %llu", SUBJECTS[i].name, (unsigned long long)seed);
            check_adjoint(&SUBJECTS[i], seed);
        }
    }
    check_softmax_values();
    check_causal();
    check_unseen_rows();
    check_norm_values();
    return test_close();
}
