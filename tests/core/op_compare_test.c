// Mistakes of ops: each gives what it gives by itself, and what it gives is told to be that mistake and no other.
#include <math.h>
#include <string.h>

#include "op_cases.h"
#include "test.h"

enum { REPLY_BYTES = 1 << 14 };

/// Parts of the largest value: what float32 leaves, and one far above the tolerance and far below what any mistake changes.
static const double ROUNDING = 1e-6;
static const double PERTURBATION = 0.003;

static ch_mistake mistake_of(const ch_op *op, const vectors_case *item) {
    for (size_t i = 0; i < op->mistake_count; i++) {
        if (vectors_is(item, "mistake", ch_mistake_id(op->mistakes[i]))) return op->mistakes[i];
    }
    return CH_NO_MISTAKE;
}

/// Places a call that compares the outputs of a case.
static bool open_comparison(ch_op_call *call, ch_arena *arena, const vectors_case *item) {
    *arena = (ch_arena){.data = op_memory, .capacity = sizeof op_memory};
    op_request_case(item);
    op_request_yours(item);
    if (!TEST_INT(op_open(call, OP_MOST_BYTES), CH_OK) || !TEST_INT(ch_op_place(call, arena), CH_OK)) return false;
    TEST_SIZE(arena->used, ch_op_bytes(call));
    op_fill_inputs(call, item);
    for (size_t i = 0; i < call->op->output_count; i++) {
        size_t count = op_case_cells(item, "output.", call->op->outputs[i].id);
        memcpy(call->yours[i].cells, op_cells, count * sizeof *op_cells);
    }
    return true;
}

/// How many of the op's mistakes are told of an output, and whether `mistake` is one of them.
static size_t count_told(bool *is_told, const ch_op_comparison *c, const ch_op_call *call, size_t output,
                         ch_mistake mistake) {
    size_t count = 0;
    ch_op_way way;
    *is_told = false;
    for (size_t i = 0; i < CH_OP_WAYS && ch_op_way_at(&way, call, i); i++) {
        if (way.change != CH_OP_MISTAKE || c->explained[output][i] < 0.0) continue;
        count++;
        if (call->op->mistakes[way.index] == mistake) *is_told = true;
    }
    return count;
}

static size_t count_ways(const ch_op_comparison *c, size_t output) {
    size_t count = 0;
    for (size_t i = 0; i < CH_OP_WAYS; i++) count += c->explained[output][i] >= 0.0;
    return count + c->pair_counts[output];
}

/// Rounds to float32 what float32 can hold with all its digits.
static void round_to_float(ch_tensor *tensor) {
    for (size_t i = 0; i < tensor->count; i++) {
        double size = fabs(tensor->cells[i]);
        if (size > 1e-30 && size < 1e30) tensor->cells[i] = (double)(float)tensor->cells[i];
    }
}

/// Holds what is told of a case's outputs to be its mistake alone; returns how many outputs it changed. A change below the
/// tolerance, as minus ten makes in a mask, is told as well, since the mistake is nearer.
static size_t check_told(ch_op_call *call, ch_mistake mistake) {
    ch_op_comparison c;
    size_t changed = 0;
    if (!TEST_INT(ch_op_compare(&c, call), CH_OK)) return 0;
    for (size_t i = 0; i < call->op->output_count; i++) {
        if (c.gaps[i].absolute <= ROUNDING * c.gaps[i].largest) continue;
        bool is_told;
        TEST_SIZE(count_told(&is_told, &c, call, i, mistake), 1);
        TEST_TRUE(is_told);
        changed++;
    }
    return changed;
}

/// One cell of every output moved: no mistake gives that.
static void check_perturbed(ch_op_call *call) {
    ch_op_comparison c;
    for (size_t i = 0; i < call->op->output_count; i++) {
        double largest = 0.0;
        for (size_t k = 0; k < call->yours[i].count; k++) largest = fmax(largest, fabs(call->yours[i].cells[k]));
        if (call->yours[i].count > 0)
            call->yours[i].cells[call->yours[i].count / 2] += PERTURBATION * (largest > 0.0 ? largest : 1.0);
    }
    if (!TEST_INT(ch_op_compare(&c, call), CH_OK)) return;
    for (size_t i = 0; i < call->op->output_count; i++) {
        if (call->yours[i].count == 0) continue;
        TEST_TRUE(c.gaps[i].differing > 0);
        TEST_SIZE(count_ways(&c, i), 0);
    }
}

static void check_mistake(const vectors_case *item) {
    ch_op_call call;
    ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
    op_request_case(item);
    op_request_put("mistake", "", vectors_text(item, "mistake"));
    if (!TEST_INT(op_open(&call, OP_MOST_BYTES), CH_OK)) return;
    ch_mistake mistake = mistake_of(call.op, item);
    TEST_INT(call.mistake, mistake);
    TEST_INT(ch_op_place(&call, &arena), CH_OK);
    op_fill_inputs(&call, item);
    if (!TEST_INT(ch_op_run(&call), CH_OK)) return;
    for (size_t i = 0; i < call.op->output_count; i++) op_check_output(item, call.op->outputs[i].id, &call.outputs[i]);
    if (!open_comparison(&call, &arena, item)) return;
    TEST_TRUE(check_told(&call, mistake) > 0);
    for (size_t i = 0; i < call.op->output_count; i++) round_to_float(&call.yours[i]);
    TEST_TRUE(check_told(&call, mistake) > 0);
    check_perturbed(&call);
}

static bool is_finite(const ch_tensor *tensor) {
    for (size_t i = 0; i < tensor->count; i++) {
        if (!isfinite(tensor->cells[i])) return false;
    }
    return true;
}

/// The right outputs agree, in float32 as well, and nothing is told of them.
static void check_right(const vectors_case *item) {
    ch_op_call call;
    ch_op_comparison c;
    ch_arena arena;
    if (!open_comparison(&call, &arena, item)) return;
    for (int rounded = 0; rounded < 2; rounded++) {
        if (!TEST_INT(ch_op_compare(&c, &call), CH_OK)) return;
        for (size_t i = 0; i < call.op->output_count; i++) {
            TEST_SIZE(c.gaps[i].differing, 0);
            TEST_SIZE(count_ways(&c, i), 0);
        }
        for (size_t i = 0; i < call.op->output_count; i++) round_to_float(&call.yours[i]);
    }
    for (size_t i = 0; i < call.op->output_count; i++) {
        if (!is_finite(&call.yours[i]) || call.yours[i].count == 0) continue;
        call.yours[i].cells[0] = (double)NAN;
        TEST_INT(ch_op_compare(&c, &call), CH_OK);
        TEST_SIZE(c.gaps[i].differing, 1);
        TEST_SIZE(c.gaps[i].at, 0);
        TEST_TRUE(isinf(c.gaps[i].absolute));
        TEST_SIZE(count_ways(&c, i), 0);
    }
}

/// Every mistake of every op has a case, and fits the comparison.
static void mistakes_are_covered(const vectors_file *file) {
    for (size_t o = 0; o < ch_op_count(); o++) {
        const ch_op *op = ch_op_at(o);
        test_case("mistakes of %s", op->id);
        TEST_TRUE(op->mistake_count > 0);
        TEST_TRUE(op->mistake_count + 2 * CH_OP_PARAMETERS + CH_OP_INPUTS + CH_OP_RANK <= CH_OP_WAYS);
        for (size_t m = 0; m < op->mistake_count; m++) {
            size_t found = 0;
            for (size_t i = 0; i < file->count; i++) {
                if (vectors_is(&file->cases[i], "op", op->id) && mistake_of(op, &file->cases[i]) == op->mistakes[m]) {
                    found++;
                }
            }
            test_case("%s has a vector of %s", op->id, ch_mistake_id(op->mistakes[m]));
            TEST_TRUE(found > 0);
        }
    }
}

/// A comparison of softmax's y with four given cells, at `tolerance` where there is one.
static const char *reply_to(const char *parts, const double *yours, const char *tolerance) {
    static char reply[REPLY_BYTES];
    ch_text text;
    ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
    op_request_open("softmax");
    op_request_parts(parts);
    if (yours != NULL) op_request_put("yours.", "y", "2,2:4");
    if (tolerance != NULL) op_request_put("tolerance", "", tolerance);
    const ch_request asked = op_request();
    memset(op_memory, 0, sizeof op_memory);
    if (yours != NULL) memcpy(op_memory + 4 * sizeof *yours, yours, 4 * sizeof *yours);
    ch_text_open(&text, reply, sizeof reply);
    ch_reply_op_compare(&text, &asked, &arena);
    return reply;
}

static void replies_tell_what_was_found(void) {
    test_section("replies");
    static const double right[] = {0.5, 0.5, 0.5, 0.5};
    static const double near[] = {0.5, 0.50001, 0.5, 0.5};
    static const double wrong[] = {0.5, 0.5, 0.25, (double)INFINITY};
    TEST_TEXT(
        reply_to("x=2,2:4", right, NULL),
        "{\"ok\":true,\"tolerance\":0.0001,\"mistakes\":2,\"angle\":0,\"float32\":0,\"pair_cells\":262144,\"pairs\":"
        "true,\"outputs\":[{\"id\":"
        "\"y\",\"shape\":[2,2],\"cells\":4,"
        "\"differing\":0,\"absolute\":0,\"relative\":0,\"at\":[0,0],\"yours\":0.5,\"right\":0.5,\"explained\":[]}],"
        "\"notes\":[]}");
    TEST_TRUE(strstr(reply_to("x=2,2:4", near, NULL), "\"differing\":0,") != NULL);
    TEST_TRUE(strstr(reply_to("x=2,2:4", near, "1e-6"), "\"differing\":1,") != NULL);
    TEST_TRUE(strstr(reply_to("x=2,2:4", wrong, NULL),
                     "\"differing\":2,\"absolute\":\"Infinity\",\"relative\":\"Infinity\",\"at\":[1,1],"
                     "\"yours\":\"Infinity\",\"right\":0.5,\"explained\":[]") != NULL);
    TEST_TRUE(strstr(reply_to("x=2,2:4", NULL, NULL), "compared tensor (none) is refused: y is accepted") != NULL);
}

/// What lies nearer than the right way is told although both agree: epsilon outside the root of a large variance.
static void nearer_ways_are_told(void) {
    test_section("nearer");
    ch_op_call call;
    ch_op_comparison c;
    op_request_open("rmsnorm");
    op_request_parts("x=1,2:2 --eps=0.00004");
    for (int compares = 0; compares < 2; compares++) {
        ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
        if (compares == 0) op_request_put("mistake", "", "eps-outside-root");
        if (compares == 1) {
            op_request_open("rmsnorm");
            op_request_parts("x=1,2:2 --eps=0.00004");
            op_request_put("yours.", "y", "1,2:2");
        }
        if (!TEST_INT(op_open(&call, OP_MOST_BYTES), CH_OK) || !TEST_INT(ch_op_place(&call, &arena), CH_OK)) return;
        call.inputs[0].cells[0] = 1.0;
        call.inputs[0].cells[1] = 2.0;
        if (compares == 0) TEST_INT(ch_op_run(&call), CH_OK);
        if (compares == 0) memcpy(op_cells, call.outputs[0].cells, 2 * sizeof *op_cells);
    }
    memcpy(call.yours[0].cells, op_cells, 2 * sizeof *op_cells);
    TEST_INT(ch_op_compare(&c, &call), CH_OK);
    TEST_SIZE(c.gaps[0].differing, 0);
    bool is_told;
    TEST_SIZE(count_told(&is_told, &c, &call, 0, CH_EPS_OUTSIDE_ROOT), 1);
    TEST_TRUE(is_told);
}

static void check_file(const char *name, void (*check)(const vectors_case *item)) {
    vectors_file file = vectors_open(name);
    for (size_t i = 0; i < file.count; i++) {
        test_case("%s", file.cases[i].name);
        check(&file.cases[i]);
    }
    if (check == check_mistake) mistakes_are_covered(&file);
    vectors_close(&file);
}

int main(int argc, char **argv) {
    test_open("op_compare", argc, argv);
    check_file("op-mistakes.txt", check_mistake);
    check_file("op.txt", check_right);
    replies_tell_what_was_found();
    nearer_ways_are_told();
    return test_close();
}
