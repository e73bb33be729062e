// Float32 panels against plain loops: products to the bit, the rest against the double kernels.
#include "panel.h"

#include <math.h>
#include <string.h>

#include "clockhand/attention.h"
#include "clockhand/elementary.h"
#include "clockhand/norm.h"

#include "draw.h"
#include "test.h"

enum { MOST = 4096 };

static draw_stream stream;

static void fill(float *values, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = (float)draw_real(&stream, -2.0, 2.0);
}

/// Where cell (n, c) of a matrix of N rows stands in panels.
static size_t at(size_t n, size_t c, size_t N) {
    return c / PANEL * N * PANEL + n * PANEL + c % PANEL;
}

static bool same(float got, float wanted) {
    return memcmp(&got, &wanted, sizeof got) == 0;
}

static float end_cell(float sum, const panel_ending *e, size_t column, size_t place) {
    if (e->bias != NULL) sum += e->bias[column];
    if (e->added != NULL) sum += e->added[place];
    if (e->gate != NULL && !(e->gate[place] > 0.0f)) sum = 0.0f;
    return e->rectified && !(sum > 0.0f) ? 0.0f : sum;
}

static void products_are_sums_in_order(void) {
    static float x[MOST], w[MOST], y[MOST], bias[64], added[MOST], gate[MOST];
    static const size_t sizes[][3] = {{4, 8, 8}, {8, 16, 24}, {20, 8, 16}, {32, 64, 8}, {16, 40, 32}};
    for (size_t i = 0; i < 5 * 6; i++) {
        size_t N = sizes[i % 5][0], I = sizes[i % 5][1], O = sizes[i % 5][2], ending = i / 5;
        test_case("(%zu, %zu) times (%zu, %zu), ending %zu", N, I, I, O, ending);
        fill(x, N * I), fill(w, I * O), fill(bias, O), fill(added, N * O), fill(gate, N * O);
        panel_ending e = {.bias = ending == 1 || ending == 5 ? bias : NULL,
                          .added = ending == 2 || ending == 5 ? added : NULL,
                          .gate = ending == 3 || ending == 5 ? gate : NULL,
                          .rectified = ending >= 4};
        panel_multiply((panels){y, N * PANEL}, (panels_in){x, N * PANEL}, (panels_in){w, I * PANEL}, N, I, O,
                       ending == 0 ? NULL : &e);
        size_t differing = 0;
        for (size_t n = 0; n < N; n++) {
            for (size_t o = 0; o < O; o++) {
                float sum = 0.0f;
                for (size_t k = 0; k < I; k++) sum += x[at(n, k, N)] * w[at(k, o, I)];
                differing += !same(y[at(n, o, N)], end_cell(sum, &e, o, at(n, o, N)));
            }
        }
        TEST_SIZE(differing, 0);
    }
}

static void transposed_products_are_sums_in_order(void) {
    static float x[MOST], w[MOST], y[MOST], turned[MOST];
    static const size_t sizes[][3] = {{8, 8, 8}, {16, 16, 8}, {32, 24, 40}, {64, 8, 16}};
    for (size_t i = 0; i < 4; i++) {
        size_t N = sizes[i][0], I = sizes[i][1], O = sizes[i][2], differing = 0;
        test_case("(%zu, %zu) transposed times (%zu, %zu)", N, I, N, O);
        fill(x, N * I), fill(w, N * O);
        panel_multiply_transposed((panels){y, I * PANEL}, (panels_in){x, N * PANEL}, (panels_in){w, N * PANEL}, N, I,
                                  O);
        double squares = 0.0;
        for (size_t r = 0; r < I; r++) {
            for (size_t o = 0; o < O; o++) {
                float sum = 0.0f;
                for (size_t n = 0; n < N; n++) sum += x[at(n, r, N)] * w[at(n, o, N)];
                differing += !same(y[at(r, o, I)], sum);
                squares += (double)sum * (double)sum;
            }
        }
        TEST_SIZE(differing, 0);
        double summed = panel_square_sum((panels_in){x, N * PANEL}, (panels_in){w, N * PANEL}, N, I, O);
        TEST_NEAR(summed, squares, squares * (double)(I * O) * 0x1p-24);
        TEST_TRUE(squares > 0.0);
        panel_transpose((panels){turned, I * PANEL}, (panels_in){x, N * PANEL}, N, I);
        for (size_t n = 0; n < N; n++) {
            for (size_t r = 0; r < I; r++) differing += !same(turned[at(r, n, I)], x[at(n, r, N)]);
        }
        TEST_SIZE(differing, 0);
    }
}

static void weights_are_packed_both_ways(void) {
    static float weight[MOST], forward[MOST], backward[MOST];
    static const panel_columns outs[] = {{8, 8, 8}, {15, 5, 8}, {13, 13, 16}};
    static const panel_columns ins[] = {{16, 16, 16}, {9, 9, 16}, {6, 3, 8}};
    for (size_t i = 0; i < 9; i++) {
        panel_columns O = outs[i / 3], I = ins[i % 3];
        size_t rows = panel_columns_padded(O), columns = panel_columns_padded(I), differing = 0;
        double sum = 0.0;
        test_case("weight of (%zu, %zu) in (%zu, %zu)", O.count, I.count, rows, columns);
        fill(weight, O.count * I.count);
        panel_pack(forward, backward, weight, O, I);
        for (size_t k = 0; k < O.count * I.count; k++) {
            size_t o = k / I.count / O.group * O.padded + k / I.count % O.group;
            size_t c = k % I.count / I.group * I.padded + k % I.count % I.group;
            differing += !same(forward[at(c, o, columns)], weight[k]) + !same(backward[at(o, c, rows)], weight[k]);
            sum -= 2.0 * fabs((double)weight[k]);
        }
        TEST_SIZE(differing, 0);
        // What is left is padding: all cells together are no larger than the weights.
        for (size_t k = 0; k < rows * columns; k++) sum += fabs((double)forward[k]) + fabs((double)backward[k]);
        TEST_NEAR(sum, 0.0, 1e-9);
    }
}

static void powers_are_near(void) {
    test_section("e to the power of x");
    double worst = 0.0;
    for (int i = 0; i <= 20000; i++) {
        float x = (float)-i * 0.00434f;
        double exact = ch_exp((double)x);
        worst = fmax(worst, fabs((double)panel_exp(x) - exact) / exact);
    }
    TEST_TRUE(worst <= 2 * 0x1p-23);
    TEST_TRUE(worst > 0.0);
    TEST_TRUE(same(panel_exp(0.0f), 1.0f));
    TEST_TRUE(same(panel_exp(-88.0f), 0.0f));
    TEST_TRUE(same(panel_exp(-1e30f), 0.0f));
}

static void norms_are_near(void) {
    enum { N = 12 };
    static float x[MOST], y[MOST], dy[MOST], dx[MOST], mask[64], rstd[N];
    static double wide[MOST], out[MOST], dout[MOST], din[MOST], means[N], rstds[N];
    static const size_t widths[] = {8, 13, 33, 64};
    for (size_t i = 0; i < 4; i++) {
        size_t D = widths[i];
        test_case("norm of width %zu", D);
        memset(x, 0, sizeof x), memset(dy, 0, sizeof dy);
        for (size_t c = 0; c < 64; c++) mask[c] = c < D ? 1.0f : 0.0f;
        for (size_t k = 0; k < N * D; k++) {
            fill(&x[at(k / D, k % D, N)], 1), fill(&dy[at(k / D, k % D, N)], 1);
            wide[k] = (double)x[at(k / D, k % D, N)];
            dout[k] = (double)dy[at(k / D, k % D, N)];
        }
        ch_layernorm(out, means, rstds, wide, NULL, NULL, 1e-5, N, D);
        memset(din, 0, sizeof din);
        ch_layernorm_backward(din, NULL, NULL, dout, wide, NULL, means, rstds, N, D);
        panel_normalise(y, rstd, x, mask, 1e-5f, N, D);
        panel_normalise_backward(dx, x, dy, y, rstd, mask, N, D);
        for (size_t k = 0; k < N * D; k++) {
            TEST_NEAR((double)y[at(k / D, k % D, N)], out[k], 2e-6);
            TEST_NEAR((double)dx[at(k / D, k % D, N)], wide[k] + din[k], 5e-6);
        }
        bool padding = true;
        for (size_t k = 0; k < N * (panel_padded(D) - D); k++) {
            size_t place = at(k % N, D + k / N, N);
            padding = padding && fabsf(y[place]) <= 0.0f && fabsf(dx[place]) <= 0.0f; // of either sign
        }
        TEST_TRUE(padding);
    }
}

/// A head of two sequences, in double and in panels.
static void attention_is_near(void) {
    enum { B = 2, T = 8, H = 2, Dh = 5, P = 8, N = B * T };
    static float qkv[N * 3 * H * P], merged[N * H * P], dmerged[N * H * P], dqkv[N * 3 * H * P], weights[B * H * T * T];
    static float scratch[T * P + T * T];
    panel_heads heads = {B, T, H, Dh, P};
    ch_head head = {.Tq = T, .Tk = T, .width = Dh, .value = Dh, .scale = 1.0 / sqrt((double)Dh)};
    for (size_t k = 0; k < N * H * Dh; k++) {
        size_t place = at(k / (H * Dh), k % (H * Dh) / Dh * P + k % Dh, N);
        for (size_t part = 0; part < 3; part++) fill(&qkv[part * N * H * P + place], 1);
        fill(&dmerged[place], 1);
    }
    TEST_SIZE(panel_attend_scratch(&heads), T * P + T * T);
    panel_attend(merged, weights, qkv, scratch, &heads);
    panel_attend_backward(dqkv, dmerged, qkv, weights, scratch, &heads);
    for (size_t i = 0; i < B * H; i++) {
        test_case("attention: sequence %zu, head %zu", i / H, i % H);
        double in[3][T * Dh], dy[T * Dh], y[T * Dh], d[3][T * Dh], scores[T * T], softened[T * T], room[2 * T * T];
        memset(d, 0, sizeof d);
        for (size_t k = 0; k < T * Dh; k++) {
            size_t place = at(i / H * T + k / Dh, i % H * P + k % Dh, N);
            for (size_t part = 0; part < 3; part++) in[part][k] = (double)qkv[part * N * H * P + place];
            dy[k] = (double)dmerged[place];
        }
        ch_attention(scores, softened, y, in[0], in[1], in[2], NULL, NULL, &head);
        ch_attention_backward(d[0], d[1], d[2], room, dy, in[0], in[1], in[2], softened, &head);
        for (size_t k = 0; k < T * Dh; k++) {
            size_t place = at(i / H * T + k / Dh, i % H * P + k % Dh, N);
            TEST_NEAR((double)merged[place], y[k], 2e-6);
            for (size_t part = 0; part < 3; part++) {
                TEST_NEAR((double)dqkv[part * N * H * P + place], d[part][k], 1e-5);
            }
        }
        for (size_t k = 0; k < T * T; k++) {
            TEST_NEAR((double)weights[i * T * T + at(k % T, k / T, T)], softened[k], 1e-6);
        }
    }
}

int main(int argc, char **argv) {
    test_open("panel", argc, argv);
    stream = draw_open(7);
    products_are_sums_in_order();
    transposed_products_are_sums_in_order();
    weights_are_packed_both_ways();
    powers_are_near();
    norms_are_near();
    attention_is_near();
    return test_close();
}
