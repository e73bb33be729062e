// Rotary embedding against its vectors: frequencies, tables, rotations, and what the configuration check refuses at what cost.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "made_rope.h"
#include "test.h"
#include "vectors.h"

enum { MOST = 256, MOST_AXES = 8, MOST_POSITIONS = 64 };

static void check_frequencies(const vectors_case *item) {
    double wanted[MOST];
    double got[MOST];
    uint64_t width = vectors_size(item, "width");
    size_t count = vectors_reals(item, "theta", wanted, MOST);
    TEST_SIZE(count, width / 2);
    ch_rope_frequencies(got, width, vectors_real(item, "base"));
    for (size_t i = 0; i < count; i++) TEST_ULPS(got[i], wanted[i], vectors_size(item, "ulp"));
}

static bool positive_zero(double value) {
    return value != 0.0 || !signbit(value);
}

static void check_table(const vectors_case *item) {
    uint64_t positions[MOST_POSITIONS];
    double theta[MOST], angle[MOST], cosine[MOST], sine[MOST], got_cosine[MOST], got_sine[MOST];
    uint64_t width = vectors_size(item, "width");
    size_t pairs = (size_t)width / 2;
    double tolerance = vectors_real(item, "tolerance");
    size_t count = vectors_sizes(item, "positions", positions, MOST_POSITIONS);
    TEST_SIZE(vectors_reals(item, "angle", angle, MOST), count * pairs);
    TEST_SIZE(vectors_reals(item, "cosine", cosine, MOST), count * pairs);
    TEST_SIZE(vectors_reals(item, "sine", sine, MOST), count * pairs);
    ch_rope_frequencies(theta, width, vectors_real(item, "base"));
    for (size_t row = 0; row < count; row++) {
        ch_rope_table(got_cosine, got_sine, theta, pairs, positions[row], 1);
        TEST_ALL_NEAR(got_cosine, cosine + row * pairs, pairs, tolerance);
        TEST_ALL_NEAR(got_sine, sine + row * pairs, pairs, tolerance);
        for (size_t k = 0; k < pairs; k++) {
            TEST_TRUE(positive_zero(got_cosine[k]) && positive_zero(got_sine[k]));
            TEST_NEAR((double)positions[row] * theta[k], angle[row * pairs + k], 3 * 0x1p-52 * angle[row * pairs + k]);
        }
    }
}

/// A rotation of the vectors, read.
typedef struct rotation {
    uint64_t shape[MOST_AXES], positions[MOST_POSITIONS];
    double x[MOST], y[MOST];
    size_t rank, count;
    uint64_t features, tokens, rotary, capacity;
    double base, tolerance;
    ch_pairing pairing;
    ch_direction direction;
    ch_placement placement;
} rotation;

static void read_rotation(rotation *r, const vectors_case *item) {
    *r = (rotation){.placement = {.lead = 1}, .capacity = 1};
    r->rank = vectors_sizes(item, "shape", r->shape, MOST_AXES);
    r->count = vectors_reals(item, "x", r->x, MOST);
    TEST_SIZE(vectors_reals(item, "y", r->y, MOST), r->count);
    r->features = r->shape[r->rank - 1];
    r->tokens = r->shape[r->rank - 2];
    r->rotary = vectors_size(item, "rotary");
    r->base = vectors_real(item, "base");
    r->tolerance = vectors_real(item, "tolerance");
    r->pairing = vectors_is(item, "pairing", "half") ? CH_HALF : CH_INTERLEAVED;
    r->direction = vectors_is(item, "direction", "adjoint") ? CH_ADJOINT : CH_FORWARD;
    if (vectors_find(item, "positions", 0) != NULL) {
        r->placement.positions = r->positions;
        TEST_SIZE(vectors_sizes(item, "positions", r->positions, MOST_POSITIONS), r->tokens);
        for (size_t i = 0; i < r->tokens; i++) {
            if (r->positions[i] >= r->capacity) r->capacity = r->positions[i] + 1;
        }
    } else {
        r->placement.offset = vectors_size(item, "offset");
        if (r->placement.offset + r->tokens > r->capacity) r->capacity = r->placement.offset + r->tokens;
    }
}

/// Rotates with a table of the tokens' own rows, so that a late position needs no table up to it.
static void rotate_directly(double *y, const rotation *r) {
    double theta[MOST], cosines[MOST], sines[MOST];
    size_t pairs = (size_t)r->rotary / 2;
    ch_rope_frequencies(theta, r->rotary, r->base);
    for (size_t t = 0; t < r->tokens; t++) {
        uint64_t position = r->placement.positions == NULL ? r->placement.offset + t : r->positions[t];
        ch_rope_table(cosines + t * pairs, sines + t * pairs, theta, pairs, position, 1);
    }
    ch_rope_rotate(y, r->x, cosines, sines, NULL, r->count / (size_t)r->features, (size_t)r->tokens,
                   (size_t)r->features, (size_t)r->rotary, r->pairing, r->direction);
}

static void check_rotation(const vectors_case *item) {
    enum { LATE = 4096 };
    static rotation r;
    double got[MOST], again[MOST];
    memset(got, 0x5A, sizeof got);
    double untouched = got[0];
    read_rotation(&r, item);
    rotate_directly(got, &r);
    TEST_ALL_NEAR(got, r.y, r.count, r.tolerance);
    for (size_t i = 0; i < r.count; i++) {
        bool turned = i % r.features < r.rotary;
        TEST_TRUE(turned ? positive_zero(got[i]) : got[i] == r.x[i]);
    }
    if (r.count < MOST) TEST_SAME(got[r.count], untouched);
    if (r.capacity > LATE) return;
    made_rope made = make_rope(r.rotary, r.features, r.capacity, r.base, r.pairing);
    TEST_INT(ch_rope_apply(again, r.x, r.shape, r.rank, &made.rope, &r.placement, r.direction, NULL), CH_OK);
    TEST_ALL_SAME(again, got, r.count);
    TEST_INT(ch_rope_apply(r.x, r.x, r.shape, r.rank, &made.rope, &r.placement, r.direction, NULL), CH_OK); // in place
    TEST_ALL_SAME(r.x, got, r.count);
    free(made.memory);
}

static void agrees_with_the_vectors(void) {
    vectors_file file = vectors_open("rope.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        if (vectors_is(item, "kind", "frequencies"))
            check_frequencies(item);
        else if (vectors_is(item, "kind", "table"))
            check_table(item);
        else if (TEST_TEXT(vectors_text(item, "kind"), "rotate"))
            check_rotation(item);
    }
    vectors_close(&file);
}

static void limits_are_found(void) {
    vectors_file file = vectors_open("limits.txt");
    for (size_t i = 0; i < file.count; i++) {
        const vectors_case *item = &file.cases[i];
        test_case("%s", item->name);
        ch_rope_config config = {vectors_size(item, "width"), vectors_size(item, "capacity"),
                                 vectors_real(item, "base")};
        ch_failure failure = {0};
        uint64_t evaluations = 0;
        ch_status status = ch_rope_check(&config, &evaluations, &failure);
        bool accepted = vectors_is(item, "verdict", "accepted");
        TEST_TEXT(accepted && status == CH_OK ? "accepted" : ch_status_id(status), vectors_text(item, "verdict"));
        if (!accepted) TEST_INT(failure.status, status);
        if (status == CH_NON_FINITE_TABLE_VALUE) {
            TEST_SIZE(failure.count[0], vectors_size(item, "position"));
            TEST_SIZE(failure.count[1], vectors_size(item, "pair"));
        }
        TEST_INT(ch_rope_check(&config, NULL, NULL), status); // both outputs are optional
    }
    vectors_close(&file);
}

// --- The check's cost ----------------------------------------------------------------------------------------------

static uint64_t evaluations_of(uint64_t width, uint64_t capacity, double base) {
    uint64_t evaluations = 0;
    ch_rope_config config = {width, capacity, base};
    ch_rope_check(&config, &evaluations, NULL);
    return evaluations;
}

static void the_check_grows_with_pairs_not_cells(void) {
    test_section("the check grows with pairs, not cells");
    uint64_t small = evaluations_of(4096, 1, 10000.0);
    TEST_TRUE(small > 0 && small <= 2 * 2048);
    for (unsigned power = 0; power <= 40; power += 8)
        TEST_SIZE(evaluations_of(4096, UINT64_C(1) << power, 10000.0), small);
    TEST_SIZE(evaluations_of(8192, UINT64_C(1) << 40, 10000.0), 2 * small); // control: it does grow with pairs

    test_section("a failing pair costs the logarithm of the capacity");
    // base 1e-308: the last pairs overflow from some position on, so halving looks for it.
    for (unsigned power = 10; power <= 40; power += 5) {
        uint64_t capacity = UINT64_C(1) << power;
        uint64_t finite = evaluations_of(1000, 2, 1e-308);
        uint64_t failing = evaluations_of(1000, capacity, 1e-308);
        TEST_TRUE(failing > finite); // control: the search is counted
        TEST_TRUE(failing <= finite + 500 * (uint64_t)power);
    }
}

int main(int argc, char **argv) {
    test_open("rope_vectors", argc, argv);
    agrees_with_the_vectors();
    limits_are_found();
    the_check_grows_with_pairs_not_cells();
    return test_close();
}
