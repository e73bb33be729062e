// Ops: whole tensors against torch, the plan of a call's op_memory, and each refusal by its sentence.
#include "clockhand/op.h"

#include <math.h>
#include <string.h>

#include "op_cases.h"
#include "test.h"
#include "vectors.h"

enum { SENTENCE_BYTES = 1024 };

// Vectors -------------------------------------------------------------------------------------------------------------

static void check_case(const vectors_case *item) {
    ch_op_call call;
    ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
    op_request_case(item);
    if (!TEST_INT(op_open(&call, OP_MOST_BYTES), CH_OK)) return;
    uint64_t bytes = ch_op_bytes(&call);
    TEST_INT(ch_op_place(&call, &arena), CH_OK);
    TEST_SIZE(arena.used, bytes);
    op_fill_inputs(&call, item);
    if (!TEST_INT(ch_op_run(&call), CH_OK)) return;
    for (size_t i = 0; i < call.op->output_count; i++) op_check_output(item, call.op->outputs[i].id, &call.outputs[i]);
    TEST_INT(call.note[0] != '\0', vectors_integer(item, "note"));
}

// Refusals ------------------------------------------------------------------------------------------------------------

/// A request with its parts between spaces, and the sentence of its refusal; "" for none.
typedef struct refusal {
    const char *op;
    const char *parts; ///< `--NAME=VALUE` or `NAME=SHAPE:COUNT`
    const char *sentence;
} refusal;

static const refusal REFUSALS[] = {
    {"rope", "x=1,4:4 --pairing=half", ""},
    {"ropes", "",
     "op ropes is refused: rope, sinusoidal, attention, softmax, layernorm, rmsnorm or relative-bias is accepted"},
    {"", "",
     "op (blank) is refused: rope, sinusoidal, attention, softmax, layernorm, rmsnorm or relative-bias is accepted"},
    // What is missing, unknown or there twice.
    {"rope", "--pairing=half", "x (missing) is refused: (.., T, d) is accepted"},
    {"rope", "x=1,4:4", "pairing (missing) is refused: interleaved or half is accepted"},
    {"rope", "z=1,4:4", "tensor z is refused: x, positions, cos or sin is accepted"},
    {"sinusoidal", "z=1,4:4", "tensor z is refused: an empty object is accepted"},
    {"rope", "x=1,4:4 x=1,4:4", "tensor x is refused: each tensor once is accepted"},
    {"softmax", "x=4:4 --axes=0", "parameter axes does not exist here: axis are accepted"},
    {"softmax", "x=4:4 --axis=0 --axis=0", "axis 0 is refused: each parameter once is accepted"},
    // Shapes that are none.
    {"softmax", "x=2,x:4",
     "x.shape 2,x is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=2.5:4",
     "x.shape 2.5 is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=-2:4",
     "x.shape -2 is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=2147483648:4",
     "x.shape 2147483648 is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=1,1,1,1,1,1,1,1,1:1",
     "x.shape 1,1,1,1,1,1,1,1,1 is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is "
     "accepted"},
    {"softmax", "x=2,,2:4",
     "x.shape 2,,2 is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=2,:2",
     "x.shape 2, is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=2",
     "x.shape 2 is refused: a list of whole numbers from 0 to 2147483647, at most 8 of them, is accepted"},
    {"softmax", "x=2,3:5", "x.data of length 5 has the wrong shape: 6 numbers for the shape 2,3 is accepted"},
    {"softmax", "x=:0", "x.data of length 0 has the wrong shape: 1 number for the shape () is accepted"},
    {"softmax", "x=:1", "x () has the wrong shape: 1 to 8 axes is accepted"},
    {"relative-bias", "table=1,3:3 --tokens=2", "table 1,3 has the wrong shape: 1 axis is accepted"},
    {"rope", "x=4:4 --pairing=half", "x 4 has the wrong shape: 2 to 8 axes is accepted"},
    {"rope", "x=0,2147483647,2147483647,2147483647,2147483647,2147483647,2147483647,2147483647:0 --pairing=half",
     "x 0,2147483647,2147483647,2147483647,2147483647,2147483647,214… has the wrong shape: an even last axis of at "
     "least "
     "2, or of at least 3 with rotary-dim, is accepted"},
    // rope
    {"rope", "x=1,4:4 --pairing=split", "pairing split cannot be read: interleaved or half is accepted"},
    {"rope", "x=1,5:5 --pairing=half",
     "x 1,5 has the wrong shape: an even last axis of at least 2, or of at least 3 with rotary-dim, is accepted"},
    {"rope", "x=1,0:0 --pairing=half",
     "x 1,0 has the wrong shape: an even last axis of at least 2, or of at least 3 with rotary-dim, is accepted"},
    {"rope", "x=1,4:4 --pairing=half --rotary-dim=3",
     "rotary-dim 3 is refused: an even number from 2 to the last axis of x, 4, is accepted"},
    {"rope", "x=1,4:4 --pairing=half --rotary-dim=6",
     "rotary-dim 6 is refused: an even number from 2 to the last axis of x, 4, is accepted"},
    {"rope", "x=1,4:4 --pairing=half --rotary-dim=0",
     "rotary-dim 0 is out of range: a whole number from 2 to 2147483647 is accepted"},
    {"rope", "x=1,4:4 --pairing=half --base=0",
     "base 0 is out of range: a finite number from 1e-300 to 1e+300 is accepted"},
    {"rope", "x=1,4:4 --pairing=half --base=nan",
     "base nan cannot be read: a finite number from 1e-300 to 1e+300 is accepted"},
    {"rope", "x=1,4:4 --pairing=half --offset=-1",
     "offset -1 is out of range: a whole number from 0 to 1099511627776 is accepted"},
    {"rope", "x=1,4:4 --pairing=half --offset=1.5",
     "offset 1.5 cannot be read: a whole number from 0 to 1099511627776 is accepted"},
    {"rope", "x=1,4:4 --pairing=half --offset=1099511627777",
     "offset 1099511627777 is out of range: a whole number from 0 to 1099511627776 is accepted"},
    {"rope", "x=1,4:4 --pairing=half --adjoint=maybe", "adjoint maybe cannot be read: no or yes is accepted"},
    {"rope", "x=2,3,4:24 positions=2:2 --pairing=half", "positions 2 has the wrong shape: 3 or 2,3 is accepted"},
    {"rope", "x=2,3,4:24 positions=3,3:9 --pairing=half", "positions 3,3 has the wrong shape: 3 or 2,3 is accepted"},
    {"rope", "x=3,4:12 positions=2,3:6 --pairing=half", "positions 2,3 has the wrong shape: 3 is accepted"},
    {"rope", "x=3,4:12 positions=3:3 --offset=1 --pairing=half",
     "offset 1 is refused: no such value beside positions is accepted"},
    {"rope", "x=3,4:12 cos=3,2:6 --pairing=half", "sin (missing) is refused: cos with sin, or neither, is accepted"},
    {"rope", "x=3,4:12 sin=3,2:6 --pairing=half", "cos (missing) is refused: cos with sin, or neither, is accepted"},
    {"rope", "x=3,4:12 cos=3,4:12 sin=3,4:12 --pairing=half", "cos 3,4 has the wrong shape: 3,2 is accepted"},
    {"rope", "x=2,3,4:24 cos=3,2:6 sin=2,3,2:12 --pairing=half",
     "sin 2,3,2 has the wrong shape: the shape of cos is accepted"},
    {"rope", "x=3,4:12 cos=3,2:6 sin=3,2:6 positions=3:3 --pairing=half",
     "tensor positions is refused: none of that name beside cos and sin is accepted"},
    {"rope", "x=3,4:12 cos=3,2:6 sin=3,2:6 --base=100 --pairing=half",
     "base 100 is refused: no such value beside cos and sin is accepted"},
    {"rope", "x=3,4:12 cos=3,2:6 sin=3,2:6 --offset=1 --pairing=half",
     "offset 1 is refused: no such value beside cos and sin is accepted"},
    {"rope", "x=3,8:24 --base=1e-300 --offset=1099511627776 --pairing=half", ""},
    // attention
    {"attention", "q=2,3:6 k=2,4:8 v=2,2:4", "k 2,4 has the wrong shape: a last axis of 3 is accepted"},
    {"attention", "q=2,3:6 k=2,3:6 v=3,2:6", "v 3,2 has the wrong shape: a last axis but one of 2 is accepted"},
    {"attention", "q=2,2,3:12 k=1,2,3:6 v=2,2,3:12",
     "k 1,2,3 has the wrong shape: leading axes 2 as of q and a last axis of 3 is accepted"},
    {"attention", "q=2,2,3:12 k=2,2,3:12 v=2,3:6",
     "v 2,3 has the wrong shape: leading axes 2 as of q and a last axis but one of 2 is accepted"},
    {"attention", "q=2,0:0 k=2,0:0 v=2,1:2",
     "q 2,0 has the wrong shape: a last axis of at least 1, or a scale, is accepted"},
    {"attention", "q=2,3:6 k=2,3:6 v=2,2:4 mask=3,2:6",
     "mask 3,2 has the wrong shape: 2,2, any axis of which may be 1, is accepted"},
    {"attention", "q=2,2,3:12 k=2,2,3:12 v=2,2,2:8 bias=3,2,2:12",
     "bias 3,2,2 has the wrong shape: 2,2,2 or 2,2, any axis of which may be 1, is accepted"},
    {"attention", "q=2,3:6 k=2,3:6 v=2,2:4 mask=1,2,2:4",
     "mask 1,2,2 has the wrong shape: 2,2, any axis of which may be 1, is accepted"},
    {"attention", "q=2,3:6 k=2,3:6 --causal=left",
     "causal left cannot be read: none, top-left or bottom-right is accepted"},
    {"attention", "q=2,3:6 k=2,3:6", "v (missing) is refused: (.., Tk, dv), leading axes those of q is accepted"},
    // rows
    {"softmax", "x=2,3:6 --axis=2", "axis 2 is refused: a whole number from -2 to 1 is accepted"},
    {"softmax", "x=2,3:6 --axis=-3", "axis -3 is refused: a whole number from -2 to 1 is accepted"},
    {"softmax", "x=2,3:6 --axis=0.5", "axis 0.5 cannot be read: a whole number from -8 to 7 is accepted"},
    {"layernorm", "x=2,3:6 --axis=9", "axis 9 is out of range: a whole number from -8 to 7 is accepted"},
    {"layernorm", "x=2,3:6 --eps=-1", "eps -1 is out of range: a finite number from 0 to 1e+300 is accepted"},
    {"layernorm", "x=2,0:0", "x 2,0 has the wrong shape: at least one value along the normalised axes is accepted"},
    {"layernorm", "x=2,3:6 weight=2:2",
     "weight 2 has the wrong shape: the shape of the normalised axes, 3, is accepted"},
    {"layernorm", "x=2,3:6 bias=2,3:6",
     "bias 2,3 has the wrong shape: the shape of the normalised axes, 3, is accepted"},
    {"rmsnorm", "x=2,3:6 weight=3:3 --axis=0",
     "weight 3 has the wrong shape: the shape of the normalised axes, 2,3, is accepted"},
    {"rmsnorm", "x=2,3:6 bias=3:3", "tensor bias is refused: x or weight is accepted"},
    // positions
    {"relative-bias", "table=4:4 --tokens=2",
     "table 4 has the wrong shape: an odd number of values, 2k + 1, is accepted"},
    {"relative-bias", "table=0:0 --tokens=2",
     "table 0 has the wrong shape: an odd number of values, 2k + 1, is accepted"},
    {"relative-bias", "table=3:3", "tokens (missing) is refused: a whole number from 0 to 2147483647 is accepted"},
    {"sinusoidal", "--width=4", "positions (missing) is refused: a whole number from 0 to 2147483647 is accepted"},
    {"sinusoidal", "--positions=4 --width=x",
     "width x cannot be read: a whole number from 0 to 2147483647 is accepted"},
    // Memory: what is too much is refused whatever the sizes multiply to.
    {"sinusoidal", "--positions=32768 --width=8192",
     "memory of 2147516416 bytes is refused: at most 262144 bytes for all tensors of a call is accepted"},
    {"sinusoidal", "--positions=2147483647 --width=2147483647",
     "memory of more than 18446744073709551615 bytes is refused: at most 262144 bytes for all tensors of a call is "
     "accepted"},
    {"relative-bias", "table=3:3 --tokens=100000",
     "memory of 80000000024 bytes is refused: at most 262144 bytes for all tensors of a call is accepted"},
    {"attention", "q=2147483647,2147483647,0,1:0 k=2147483647,2147483647,0,1:0 v=2147483647,2147483647,0,1:0", ""},
    {"softmax", "x=2147483647,0:0 --axis=0", ""},
};

static void sentence_of(char sentence[SENTENCE_BYTES], ch_status status, const ch_failure *failure) {
    ch_text text;
    ch_text_open(&text, sentence, SENTENCE_BYTES);
    if (status != CH_OK) ch_failure_put(&text, failure);
}

static void shapes_and_parameters_are_refused(void) {
    for (size_t i = 0; i < CH_COUNT(REFUSALS); i++) {
        ch_op_call call;
        char sentence[SENTENCE_BYTES];
        test_case("refused: %s %s", REFUSALS[i].op, REFUSALS[i].parts);
        op_request_open(REFUSALS[i].op);
        op_request_parts(REFUSALS[i].parts);
        sentence_of(sentence, op_open(&call, OP_MOST_BYTES), &call.failure);
        TEST_TEXT(sentence, REFUSALS[i].sentence);
    }
}

/// A value in one cell of an input, and the sentence of its refusal.
static void cells_are_refused(void) {
    static const struct {
        const char *op, *parts;
        size_t input, index;
        double value;
        const char *sentence;
    } cases[] = {
        {"rope", "x=3,4:12 positions=3:3 --pairing=half", 1, 1, 1.5,
         "positions[1] 1.5 is refused: a whole number from 0 to 1099511627776 is accepted"},
        {"rope", "x=3,4:12 positions=3:3 --pairing=half", 1, 2, -1.0,
         "positions[2] -1 is refused: a whole number from 0 to 1099511627776 is accepted"},
        {"rope", "x=3,4:12 positions=3:3 --pairing=half", 1, 0, (double)NAN,
         "positions[0] NaN is refused: a whole number from 0 to 1099511627776 is accepted"},
        {"rope", "x=3,4:12 positions=3:3 --pairing=half", 1, 0, (double)INFINITY,
         "positions[0] Infinity is refused: a whole number from 0 to 1099511627776 is accepted"},
        {"rope", "x=0,3,4:0 positions=3:3 --pairing=half", 1, 0, 0.5,
         "positions[0] 0.5 is refused: a whole number from 0 to 1099511627776 is accepted"},
        {"attention", "q=2,3:6 k=2,3:6 v=2,2:4 mask=2,2:4", 3, 3, 0.5,
         "mask[3] 0.5 is refused: 0 for hidden or 1 for may see is accepted"},
        {"attention", "q=2,3:6 k=2,3:6 v=2,2:4 mask=2,2:4", 3, 0, (double)NAN,
         "mask[0] NaN is refused: 0 for hidden or 1 for may see is accepted"},
    };
    for (size_t i = 0; i < CH_COUNT(cases); i++) {
        ch_op_call call;
        ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
        char sentence[SENTENCE_BYTES];
        test_case("refused cell: %s", cases[i].sentence);
        op_request_open(cases[i].op);
        op_request_parts(cases[i].parts);
        memset(op_memory, 0, sizeof op_memory);
        if (!TEST_INT(op_open(&call, OP_MOST_BYTES), CH_OK) || !TEST_INT(ch_op_place(&call, &arena), CH_OK)) continue;
        TEST_INT(ch_op_run(&call), CH_OK);
        call.inputs[cases[i].input].cells[cases[i].index] = cases[i].value;
        sentence_of(sentence, ch_op_run(&call), &call.failure);
        TEST_TEXT(sentence, cases[i].sentence);
    }
}

static void memory_is_held_to_the_arena(void) {
    test_section("a call that fits its limit may not fit an arena");
    ch_op_call call;
    op_request_open("softmax");
    op_request_parts("x=4:4");
    TEST_INT(op_open(&call, 64), CH_OK);
    TEST_SIZE(ch_op_bytes(&call), 64);
    ch_arena arena = {.data = op_memory, .capacity = 63};
    TEST_INT(ch_op_place(&call, &arena), CH_ARENA_FULL);
    arena.capacity = 64;
    TEST_INT(ch_op_place(&call, &arena), CH_OK);
    TEST_INT(op_open(&call, 63), CH_BAD_REQUEST);
}

static void replies_are_whole(void) {
    test_section("replies");
    static char reply[1 << 16];
    ch_text text;
    ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
    ch_text_open(&text, reply, sizeof reply);
    ch_reply_ops(&text, 1);
    TEST_TRUE(!text.full && strstr(reply, "\"id\":\"relative-bias\"") != NULL);
    op_request_open("softmax");
    op_request_parts("x=2,2:4 --axis=0");
    const ch_request asked = op_request();
    ch_text_open(&text, reply, sizeof reply);
    TEST_SIZE(ch_reply_op_plan(&text, &asked, OP_MOST_BYTES), 8 * (4 + 4 + 2));
    TEST_TEXT(reply, "{\"ok\":true,\"bytes\":80,\"inputs\":[{\"id\":\"x\",\"shape\":[2,2],\"count\":4,\"at\":0}],"
                     "\"yours\":[],\"outputs\":[{\"id\":\"y\",\"shape\":[2,2],\"count\":4,\"at\":32}]}");
    memset(op_memory, 0, sizeof op_memory);
    ch_text_open(&text, reply, sizeof reply);
    ch_reply_op(&text, &asked, &arena);
    TEST_TEXT(reply, "{\"ok\":true,\"notes\":[]}");
    op_request_open("softmax");
    ch_text_open(&text, reply, sizeof reply);
    const ch_request empty = op_request();
    TEST_SIZE(ch_reply_op_plan(&text, &empty, OP_MOST_BYTES), 0);
    TEST_TRUE(strncmp(reply, "{\"ok\":false,", 12) == 0);
}

/// Whole numbers below 0 are axes alone, and written as they are read.
static void whole_numbers_are_kept_as_their_type_says(void) {
    static const char axis[] = "-2";
    const ch_op *softmax = ch_op_at(0);
    for (size_t i = 0; i < ch_op_count(); i++) {
        const ch_op *op = ch_op_at(i);
        if (strcmp(op->id, "softmax") == 0) softmax = op;
        for (size_t p = 0; p < op->parameter_count; p++) {
            test_case("%s %s", op->id, op->parameters[p].id);
            TEST_TRUE(op->parameters[p].type != CH_INTEGER || op->parameters[p].least >= 0.0);
        }
    }
    for (size_t i = 0; i < ch_lab_count(); i++) {
        const ch_lab *lab = ch_lab_at(i);
        for (size_t p = 0; p < lab->parameter_count; p++) {
            test_case("%s %s", lab->id, lab->parameters[p].id);
            TEST_TRUE(lab->parameters[p].type != CH_INTEGER || lab->parameters[p].least >= 0.0);
            TEST_TRUE(lab->parameters[p].type != CH_AXIS);
        }
    }
    test_section("an axis from the end");
    ch_failure failure;
    ch_value value;
    char written[8];
    ch_text text;
    TEST_INT(ch_parameter_read(&value, &failure, &softmax->parameters[0], (ch_span){axis, 2}), CH_OK);
    ch_text_open(&text, written, sizeof written);
    ch_parameter_put_value(&text, &softmax->parameters[0], &value);
    TEST_TEXT(written, axis);
    TEST_INT(ch_parameter_read(&value, &failure, &softmax->parameters[0], (ch_span){"1.5", 3}), CH_UNREADABLE_VALUE);
}

/// Runs attention of one query on two keys that a mistake may see in part; returns its note. Scores are 0, 0 or of opposite sign.
static const char *note_of(ch_op_call *call, const char *mistake, const double keys[2], const double mask[2]) {
    ch_arena arena = {.data = op_memory, .capacity = sizeof op_memory};
    op_request_open("attention");
    op_request_parts("q=1,1:1 k=2,1:2 v=2,1:2 mask=1,2:2");
    if (mistake != NULL) op_request_put("mistake", "", mistake);
    if (!TEST_INT(op_open(call, OP_MOST_BYTES), CH_OK) || !TEST_INT(ch_op_place(call, &arena), CH_OK)) return "";
    call->inputs[0].cells[0] = 1.0;
    for (size_t i = 0; i < 2; i++) {
        call->inputs[1].cells[i] = keys[i];
        call->inputs[2].cells[i] = 1.0;
        call->inputs[3].cells[i] = mask[i];
    }
    TEST_INT(ch_op_run(call), CH_OK);
    return call->note;
}

static void notes_are_of_hidden_rows_alone(void) {
    static const double opposite[] = {1.0, -1.0}, both[] = {1.0, 1.0}, none[] = {0.0, 0.0};
    ch_op_call call;
    test_section("a row whose weights vanish is not one that may see no key");
    TEST_TEXT(note_of(&call, "no-exponential", opposite, both), "");
    TEST_SAME(call.outputs[1].cells[0], 0.0);
    TEST_SAME(call.outputs[2].cells[0], 0.0);
    test_section("a row that may see no key");
    TEST_TRUE(note_of(&call, NULL, opposite, none)[0] != '\0');
    TEST_TRUE(note_of(&call, "no-scale", opposite, none)[0] != '\0');
    TEST_TEXT(note_of(&call, NULL, opposite, both), "");
    test_section("minus ten hides nothing from a row that it all applies to");
    TEST_TEXT(note_of(&call, "mask-minus-ten", both, none), "");
    TEST_SAME(call.outputs[2].cells[0], 1.0);
}

int main(int argc, char **argv) {
    test_open("op", argc, argv);
    vectors_file file = vectors_open("op.txt");
    for (size_t i = 0; i < file.count; i++) {
        test_case("%s", file.cases[i].name);
        check_case(&file.cases[i]);
    }
    vectors_close(&file);
    shapes_and_parameters_are_refused();
    cells_are_refused();
    memory_is_held_to_the_arena();
    replies_are_whole();
    whole_numbers_are_kept_as_their_type_says();
    notes_are_of_hidden_rows_alone();
    return test_close();
}
