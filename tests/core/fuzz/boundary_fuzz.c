// Any bytes as a request to the module's exports: the reply is JSON that fits, and the next request is answered too.
#include <string.h>

#include "../../../wasm/exports.c"
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_open("boundary_fuzz");
    return 0;
}

static void check_reply(uint32_t length, bool utf8) {
    if (length == 0) return; // it did not fit, which the adapter says
    FUZZ_TRUE(length < REPLY_BYTES && strlen(reply) == length);
    fuzz_json(reply, length, utf8);
    FUZZ_TRUE(strncmp(reply, "{\"ok\":", 6) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size - 1 > clockhand_request_bytes()) return 0;
    // Entries end with a line end here, so that the kept inputs can be read and changed by hand.
    char *written = clockhand_request();
    for (size_t i = 1; i < size; i++) written[i - 1] = data[i] == '\n' ? '\0' : (char)data[i];
    uint32_t length = (uint32_t)size - 1;
    bool utf8 = fuzz_is_utf8(written, length);
    uint32_t (*const commands[])(uint32_t) = {clockhand_run, clockhand_read, clockhand_judge, clockhand_instance};
    check_reply(commands[data[0] % 4](length), utf8);
    double value;
    if (size > sizeof value) {
        memcpy(&value, data + 1, sizeof value);
        uint32_t digits = data[0];
        FUZZ_TRUE(clockhand_format(value, (int32_t)digits - 4) > 0);
    }
    // Whatever that was, the module answers the next one.
    static const char usual[] = "lab=rope-one-pair\0target=score[0].dot\0answer=0.8415\0places=4";
    memcpy(written, usual, sizeof usual);
    check_reply(clockhand_judge(sizeof usual), true);
    FUZZ_TRUE(strstr(reply, "\"verdict\":\"correct\"") != NULL);
    return 0;
}
