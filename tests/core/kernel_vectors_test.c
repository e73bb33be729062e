// The dense kernels and their adjoints against torch in double.
#include <math.h>
#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/linear.h"
#include "clockhand/norm.h"
#include "clockhand/softmax.h"

#include "test.h"
#include "vectors.h"

enum { MOST = 256 };
static const double EPSILON = 1e-5;

typedef struct tensor {
    double cells[MOST];
    size_t count;
} tensor;

static const vectors_case *item;

static tensor read_tensor(const char *key) {
    tensor t = {.count = 0};
    t.count = vectors_reals(item, key, t.cells, MOST);
    return t;
}

/// Holds a result to the tensor of a key, within 1e-12 of the tensor's largest value.
static void expect(const double *got, const char *key) {
    tensor wanted = read_tensor(key);
    double largest = 1.0;
    for (size_t i = 0; i < wanted.count; i++) largest = fmax(largest, fabs(wanted.cells[i]));
    for (size_t i = 0; i < wanted.count; i++) TEST_NEAR(got[i], wanted.cells[i], 1e-12 * largest);
}

static void check_linear(const uint64_t *sizes) {
    size_t N = (size_t)sizes[0];
    size_t I = (size_t)sizes[1];
    size_t O = (size_t)sizes[2];
    tensor x = read_tensor("x");
    tensor weight = read_tensor("weight");
    tensor bias = read_tensor("bias");
    tensor dy = read_tensor("dy");
    double y[MOST];
    double dx[MOST] = {0};
    double dweight[MOST] = {0};
    double dbias[MOST] = {0};
    ch_linear(y, x.cells, weight.cells, bias.cells, N, I, O);
    ch_linear_backward(dx, dweight, dbias, dy.cells, x.cells, weight.cells, N, I, O);
    expect(y, "y");
    expect(dx, "dx");
    expect(dweight, "dweight");
    expect(dbias, "dbias");
}

/// A mask of 0 and 1; returns how many.
static size_t read_mask(uint8_t mask[MOST]) {
    tensor given = read_tensor("mask");
    for (size_t i = 0; i < given.count; i++) mask[i] = given.cells[i] != 0.0;
    return given.count;
}

static void check_softmax(const uint64_t *sizes) {
    size_t rows = (size_t)sizes[0];
    size_t columns = (size_t)sizes[1];
    tensor x = read_tensor("x");
    tensor dy = read_tensor("dy");
    uint8_t mask[MOST];
    double y[MOST];
    double dx[MOST] = {0};
    TEST_SIZE(read_mask(mask), rows * columns);
    ch_softmax(y, x.cells, mask, rows, columns);
    ch_softmax_backward(dx, dy.cells, y, rows, columns);
    expect(y, "y");
    expect(dx, "dx");
}

static void check_relu(const uint64_t *sizes) {
    size_t count = (size_t)sizes[0];
    tensor x = read_tensor("x");
    tensor dy = read_tensor("dy");
    double y[MOST];
    double dx[MOST] = {0};
    TEST_SIZE(x.count, count);
    ch_relu(y, x.cells, count);
    ch_relu_backward(dx, dy.cells, x.cells, count);
    expect(y, "y");
    expect(dx, "dx");
}

static void check_embedding(const uint64_t *sizes) {
    size_t D = (size_t)sizes[1];
    size_t N = (size_t)sizes[2];
    tensor table = read_tensor("table");
    tensor dy = read_tensor("dy");
    uint64_t indices[MOST];
    double y[MOST];
    double dtable[MOST] = {0};
    TEST_SIZE(vectors_sizes(item, "indices", indices, MOST), N);
    ch_embedding(y, table.cells, indices, N, D);
    ch_embedding_backward(dtable, dy.cells, indices, N, D);
    expect(y, "y");
    expect(dtable, "dtable");
}

static void check_entropy(const uint64_t *sizes) {
    size_t rows = (size_t)sizes[0];
    size_t classes = (size_t)sizes[1];
    tensor x = read_tensor("x");
    uint64_t labels[MOST];
    double scratch[MOST];
    double dx[MOST] = {0};
    TEST_SIZE(vectors_sizes(item, "labels", labels, MOST), rows);
    double loss = ch_cross_entropy(x.cells, labels, rows, classes);
    ch_cross_entropy_backward(dx, scratch, 1.0, x.cells, labels, rows, classes);
    expect(&loss, "y");
    expect(dx, "dx");
}

static void check_norm(const uint64_t *sizes, bool layer) {
    size_t N = (size_t)sizes[0];
    size_t D = (size_t)sizes[1];
    tensor x = read_tensor("x");
    tensor weight = read_tensor("weight");
    tensor dy = read_tensor("dy");
    double y[MOST];
    double mean[MOST];
    double rstd[MOST];
    double dx[MOST] = {0};
    double dweight[MOST] = {0};
    double dbias[MOST] = {0};
    if (layer) {
        tensor bias = read_tensor("bias");
        ch_layernorm(y, mean, rstd, x.cells, weight.cells, bias.cells, EPSILON, N, D);
        ch_layernorm_backward(dx, dweight, dbias, dy.cells, x.cells, weight.cells, mean, rstd, N, D);
        expect(dbias, "dbias");
    } else {
        ch_rmsnorm(y, rstd, x.cells, weight.cells, EPSILON, N, D);
        ch_rmsnorm_backward(dx, dweight, dy.cells, x.cells, weight.cells, rstd, N, D);
    }
    expect(y, "y");
    expect(dx, "dx");
    expect(dweight, "dweight");
}

static ch_causal causal_of(const char *name) {
    if (strcmp(name, "top-left") == 0) return CH_TOP_LEFT;
    return strcmp(name, "bottom-right") == 0 ? CH_BOTTOM_RIGHT : CH_NOT_CAUSAL;
}

/// Of a causal head with the usual scale, or of one with a mask, a bias and a scale of its own.
static void check_attention(const uint64_t *sizes) {
    ch_head head = {
        .Tq = (size_t)sizes[0], .Tk = (size_t)sizes[1], .width = (size_t)sizes[2], .value = (size_t)sizes[3]};
    tensor q = read_tensor("q");
    tensor k = read_tensor("k");
    tensor v = read_tensor("v");
    tensor dy = read_tensor("dy");
    tensor bias = {.count = 0};
    uint8_t mask[MOST];
    double scores[MOST];
    double weights[MOST];
    double y[MOST];
    double scratch[2 * MOST];
    double dq[MOST] = {0};
    double dk[MOST] = {0};
    double dv[MOST] = {0};
    size_t cells = head.Tq * head.Tk;
    bool masked = vectors_find(item, "mask", 0) != NULL;
    if (masked) {
        head.scale = vectors_real(item, "scale");
        bias = read_tensor("bias");
        TEST_SIZE(read_mask(mask), cells);
    } else {
        head.scale = 1.0 / sqrt((double)head.width);
        ch_causal_mask(mask, causal_of(vectors_text(item, "causal")), head.Tq, head.Tk);
    }
    ch_attention(scores, weights, y, q.cells, k.cells, v.cells, mask, masked ? bias.cells : NULL, &head);
    ch_attention_backward(dq, dk, dv, scratch, dy.cells, q.cells, k.cells, v.cells, weights, &head);
    expect(scores, "scores");
    expect(weights, "weights");
    expect(y, "y");
    expect(dq, "dq");
    expect(dk, "dk");
    expect(dv, "dv");
    if (masked) expect(scratch + cells, "dbias"); // the adjoint of the scores is that of the bias
}

static void check_mask(const uint64_t *sizes) {
    uint8_t wanted[MOST];
    uint8_t mask[MOST];
    tensor y = read_tensor("y");
    TEST_SIZE(y.count, sizes[0] * sizes[1]);
    for (size_t i = 0; i < y.count; i++) wanted[i] = y.cells[i] != 0.0;
    ch_causal_mask(mask, causal_of(vectors_text(item, "causal")), (size_t)sizes[0], (size_t)sizes[1]);
    TEST_BYTES(mask, wanted, y.count);
}

static void check_heads(const uint64_t *sizes) {
    size_t B = (size_t)sizes[0];
    size_t T = (size_t)sizes[1];
    size_t H = (size_t)sizes[2];
    size_t Dh = (size_t)sizes[3];
    tensor x = read_tensor("x");
    tensor dy = read_tensor("dy");
    double y[MOST];
    double back[MOST];
    ch_split_heads(y, x.cells, B, T, H, Dh);
    expect(y, "y");
    ch_merge_heads(back, y, B, T, H, Dh);
    TEST_ALL_SAME(back, x.cells, x.count);
    ch_merge_heads(back, dy.cells, B, T, H, Dh);
    expect(back, "dx");
}

static void check_layernorm(const uint64_t *sizes) {
    check_norm(sizes, true);
}

static void check_rmsnorm(const uint64_t *sizes) {
    check_norm(sizes, false);
}

static const struct {
    const char *name;
    void (*check)(const uint64_t *sizes);
} KERNELS[] = {
    {"linear", check_linear},
    {"relu", check_relu},
    {"embedding", check_embedding},
    {"softmax", check_softmax},
    {"masked-softmax", check_softmax},
    {"cross-entropy", check_entropy},
    {"layernorm", check_layernorm},
    {"rmsnorm", check_rmsnorm},
    {"attention", check_attention},
    {"masked-attention", check_attention},
    {"mask", check_mask},
    {"heads", check_heads},
};
enum { KERNEL_COUNT = sizeof KERNELS / sizeof KERNELS[0] };

static void check_case(void) {
    uint64_t sizes[4] = {0};
    const char *kernel = vectors_text(item, "kernel");
    vectors_sizes(item, "sizes", sizes, 4);
    size_t index = 0;
    while (index < KERNEL_COUNT && strcmp(KERNELS[index].name, kernel) != 0) index++;
    if (!TEST_TRUE(index < KERNEL_COUNT)) return;
    KERNELS[index].check(sizes);
}

/// Control: a value off by a thousandth is noticed.
static void check_control(void) {
    test_section("a result off by a thousandth is noticed");
    tensor wrong = read_tensor("y");
    if (!TEST_TRUE(wrong.count > 0)) return;
    wrong.cells[0] = wrong.cells[0] * 1.001 + 1e-6;
    test_totals before = test_count();
    test_quiet(true);
    expect(wrong.cells, "y");
    test_quiet(false);
    bool noticed = test_count().failed > before.failed;
    test_take_back(before);
    TEST_TRUE(noticed);
}

int main(int argc, char **argv) {
    test_open("kernel_vectors", argc, argv);
    vectors_file file = vectors_open("kernels.txt");
    for (size_t i = 0; i < file.count; i++) {
        item = &file.cases[i];
        test_case("%s", item->name);
        check_case();
    }
    check_control();
    vectors_close(&file);
    return test_close();
}
