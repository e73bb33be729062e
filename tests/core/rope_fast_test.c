// The float32 rotation against the double one, in both pairings and directions.
#include "clockhand/rope_fast.h"

#include <math.h>
#include <string.h>

#include "draw.h"
#include "test.h"

enum { TOKENS = 6, LANES = 3, MOST_PAIRS = 33, MOST = LANES * TOKENS * 2 * MOST_PAIRS };
static const double BASE = 10000.0;
static const double BOUND = 0x1p-22; // of the length of a pair
static const uint64_t SEED = 32;

static float x[MOST], y[MOST];
static double plain_x[MOST], plain_y[MOST];

/// Where the two features of a pair stand in a row.
static void places(size_t place[2], size_t pair, size_t pairs, ch_pairing pairing) {
    place[0] = pairing == CH_HALF ? pair : 2 * pair;
    place[1] = pairing == CH_HALF ? pair + pairs : 2 * pair + 1;
}

/// The largest distance from the plain rotation at positions from `first` on, in lengths of a pair.
static double distance(size_t pairs, uint64_t first, ch_pairing pairing, ch_direction direction) {
    double frequencies[MOST_PAIRS];
    static double cosines[TOKENS * MOST_PAIRS], sines[TOKENS * MOST_PAIRS];
    size_t width = 2 * pairs;
    size_t rows = LANES * TOKENS;
    double worst = 0.0;
    ch_rope_frequencies(frequencies, width, BASE);
    ch_rope_table(cosines, sines, frequencies, pairs, first, TOKENS);
    ch_rope_rotate(plain_y, plain_x, cosines, sines, NULL, rows, TOKENS, width, width, pairing, direction);
    for (size_t i = 0; i < rows * pairs; i++) {
        size_t place[2];
        places(place, i % pairs, pairs, pairing);
        const double *row = plain_x + i / pairs * width;
        double length = hypot(row[place[0]], row[place[1]]);
        for (size_t j = 0; j < 2; j++) {
            size_t at = i / pairs * width + place[j];
            worst = fmax(worst, fabs((double)y[at] - plain_y[at]) / length);
        }
    }
    return worst;
}

static void agrees_with_the_plain_one(void) {
    static const size_t widths[] = {1, 2, 3, 4, 8, 31, MOST_PAIRS};
    static float cosines[TOKENS * MOST_PAIRS], sines[TOKENS * MOST_PAIRS];
    double frequencies[MOST_PAIRS];
    draw_stream stream = draw_open(SEED);
    for (size_t i = 0; i < 4 * sizeof widths / sizeof *widths; i++) {
        size_t pairs = widths[i / 4];
        ch_pairing pairing = i % 2 == 0 ? CH_HALF : CH_INTERLEAVED;
        ch_direction direction = i / 2 % 2 == 0 ? CH_FORWARD : CH_ADJOINT;
        uint64_t first = draw_between(&stream, 1, 100000);
        test_case("%zu pairs from position %llu, pairing %d, direction %d, seed %llu", pairs, (unsigned long long)first,
                  (int)pairing, (int)direction, (unsigned long long)SEED);
        for (size_t j = 0; j < LANES * TOKENS * 2 * pairs; j++) {
            x[j] = (float)draw_real(&stream, -2.0, 2.0);
            plain_x[j] = (double)x[j];
        }
        ch_rope_frequencies(frequencies, 2 * pairs, BASE);
        ch_rope_fast_table(cosines, sines, frequencies, pairs, first, TOKENS);
        ch_rope_fast_rotate(y, x, cosines, sines, LANES * TOKENS, TOKENS, pairs, pairing, direction);
        TEST_NEAR(distance(pairs, first, pairing, direction), 0.0, BOUND);
        // Controls: the next position, the other direction, and where there is one the other pairing are further away.
        TEST_TRUE(distance(pairs, first + 1, pairing, direction) > BOUND);
        TEST_TRUE(distance(pairs, first, pairing, direction == CH_FORWARD ? CH_ADJOINT : CH_FORWARD) > BOUND);
        if (pairs == 1) continue;
        TEST_TRUE(distance(pairs, first, pairing == CH_HALF ? CH_INTERLEAVED : CH_HALF, direction) > BOUND);
    }
}

static void zeros_are_positive(void) {
    test_section("zeros are +0");
    static const float cosines[] = {1.0f, -1.0f}, sines[] = {0.0f, 0.0f}, wanted[4] = {0.0f};
    static const float zeros[] = {-0.0f, 0.0f, 0.0f, -0.0f};
    TEST_TRUE(memcmp(zeros, wanted, sizeof wanted) != 0);
    for (int pairing = CH_INTERLEAVED; pairing <= CH_HALF; pairing++) {
        ch_rope_fast_rotate(y, zeros, cosines, sines, 1, 1, 2, (ch_pairing)pairing, CH_FORWARD);
        TEST_BYTES(y, wanted, sizeof wanted);
    }
}

int main(int argc, char **argv) {
    test_open("rope_fast", argc, argv);
    agrees_with_the_plain_one();
    zeros_are_positive();
    return test_close();
}
