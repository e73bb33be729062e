// Any bytes as a request to the module of ops, and any doubles in its tensors: the plan keeps to its memory, the reply is JSON
// that fits, and the next request is answered too.
#include <string.h>

#include "../../../wasm/op_exports.c"
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_open("op_fuzz");
    return 0;
}

static bool check_reply(uint32_t length, bool utf8) {
    FUZZ_TRUE(length > 0 && length < REPLY_BYTES && strlen(reply) == length);
    fuzz_json(reply, length, utf8);
    bool done = strncmp(reply, "{\"ok\":true,", 11) == 0;
    FUZZ_TRUE(done || strncmp(reply, "{\"ok\":false,", 12) == 0);
    return done;
}

/// What a plan promises: every tensor lies inside the bytes of the call, and these inside the module's memory.
static size_t check_plan(const ch_request *asked_for) {
    ch_op_call call;
    FUZZ_TRUE(ch_op_open(&call, asked_for, MOST_BYTES) == CH_OK);
    uint64_t bytes = ch_op_bytes(&call);
    uint64_t cells_used = call.scratch_count;
    for (size_t i = 0; i < CH_OP_INPUTS; i++) cells_used += call.inputs[i].count;
    for (size_t i = 0; i < CH_OP_OUTPUTS; i++) cells_used += call.yours[i].count + call.outputs[i].count;
    FUZZ_TRUE(bytes == cells_used * sizeof(double) && bytes <= MOST_BYTES);
    return (size_t)bytes;
}

/// The values of the tensors: small whole numbers, which positions and masks accept, or the bytes as they are.
static void fill(size_t bytes, uint8_t kind, const uint8_t *data, size_t size) {
    double *values = (double *)cells_start();
    for (size_t i = 0; i < bytes / sizeof *values; i++) {
        if (kind % 2 == 0 || size < sizeof *values) {
            values[i] = size == 0 ? 1.0 : (double)(data[i % size] % (kind / 2 % 4 + 1));
        } else {
            memcpy(&values[i], data + i * sizeof *values % (size - sizeof *values + 1), sizeof *values);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size - 1 > clockhand_request_bytes()) return 0;
    // Entries end with a line end here, so that the kept inputs can be read and changed by hand.
    char *written = clockhand_request();
    for (size_t i = 1; i < size; i++) written[i - 1] = data[i] == '\n' ? '\0' : (char)data[i];
    uint32_t length = (uint32_t)size - 1;
    bool utf8 = fuzz_is_utf8(written, length);
    if (check_reply(clockhand_plan(length), utf8)) {
        ch_request given = {.data = written, .length = length};
        fill(check_plan(&given), data[0], data + 1, length);
        check_reply(clockhand_op(length), utf8);
        check_reply(clockhand_compare(length), utf8);
    } else {
        FUZZ_TRUE(!check_reply(clockhand_op(length), utf8));
        FUZZ_TRUE(!check_reply(clockhand_compare(length), utf8));
    }
    // Whatever that was, the module answers the next one.
    static const char usual[] = "op=softmax\0tensor.x=2:2";
    memcpy(written, usual, sizeof usual);
    FUZZ_TRUE(check_reply(clockhand_plan(sizeof usual), true));
    double *values = (double *)cells_start();
    values[0] = values[1] = 3.0;
    FUZZ_TRUE(check_reply(clockhand_op(sizeof usual), true));
    FUZZ_TRUE(values[2] == 0.5 && values[3] == 0.5);
    return 0;
}
