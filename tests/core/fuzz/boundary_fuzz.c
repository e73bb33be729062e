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

/// A position in a JSON text. Every function moves past what it takes, or ends the program.
typedef struct json {
    const char *text;
    size_t length, at;
} json;

static int json_peek(const json *j) {
    return j->at < j->length ? (unsigned char)j->text[j->at] : -1;
}

static void json_take(json *j, char c) {
    FUZZ_TRUE(json_peek(j) == (unsigned char)c);
    j->at++;
}

static void json_string(json *j) {
    json_take(j, '"');
    while (json_peek(j) != '"') {
        FUZZ_TRUE(json_peek(j) >= ' ');
        if (json_peek(j) == '\\') {
            j->at++;
            FUZZ_TRUE(json_peek(j) > 0 && strchr("\"\\/bfnrtu", json_peek(j)) != NULL);
            if (json_peek(j) == 'u') {
                FUZZ_TRUE(j->length - j->at > 4 && strspn(j->text + j->at + 1, "0123456789abcdefABCDEF") >= 4);
            }
        }
        j->at++;
    }
    j->at++;
}

static void json_value(json *j, int depth);

static void json_list(json *j, int depth, char open, char close) {
    json_take(j, open);
    if (json_peek(j) == close) {
        j->at++;
        return;
    }
    for (;;) {
        if (open == '{') {
            json_string(j);
            json_take(j, ':');
        }
        json_value(j, depth + 1);
        if (json_peek(j) == close) break;
        json_take(j, ',');
    }
    j->at++;
}

static void json_value(json *j, int depth) {
    FUZZ_TRUE(depth < 16);
    int next = json_peek(j);
    if (next == '{') {
        json_list(j, depth, '{', '}');
    } else if (next == '[') {
        json_list(j, depth, '[', ']');
    } else if (next == '"') {
        json_string(j);
    } else {
        size_t size = strcspn(j->text + j->at, ",]}");
        const char *word = j->text + j->at;
        bool name = (size == 4 && (memcmp(word, "true", 4) == 0 || memcmp(word, "null", 4) == 0)) ||
                    (size == 5 && memcmp(word, "false", 5) == 0);
        char *end = NULL;
        FUZZ_TRUE(name || (strchr("-0123456789", next) != NULL && (strtod(word, &end), end == word + size)));
        j->at += size;
    }
}

static void check_reply(uint32_t length) {
    if (length == 0) return; // it did not fit, which the adapter says
    FUZZ_TRUE(length < REPLY_BYTES && strlen(reply) == length);
    json j = {.text = reply, .length = length};
    json_value(&j, 0);
    FUZZ_TRUE(j.at == length);
    FUZZ_TRUE(strncmp(reply, "{\"ok\":", 6) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size - 1 > clockhand_request_bytes()) return 0;
    // Entries end with a line end here, so that the kept inputs can be read and changed by hand.
    char *written = clockhand_request();
    for (size_t i = 1; i < size; i++) written[i - 1] = data[i] == '\n' ? '\0' : (char)data[i];
    uint32_t length = (uint32_t)size - 1;
    uint32_t (*const commands[])(uint32_t) = {clockhand_run, clockhand_read, clockhand_judge, clockhand_instance};
    check_reply(commands[data[0] % 4](length));
    double value;
    if (size > sizeof value) {
        memcpy(&value, data + 1, sizeof value);
        uint32_t digits = data[0];
        FUZZ_TRUE(clockhand_format(value, (int32_t)digits - 4) > 0);
    }
    // Whatever that was, the module answers the next one.
    static const char usual[] = "lab=rope-one-pair\0target=score[0].dot\0answer=0.8415\0places=4";
    memcpy(written, usual, sizeof usual);
    check_reply(clockhand_judge(sizeof usual));
    FUZZ_TRUE(strstr(reply, "\"verdict\":\"correct\"") != NULL);
    return 0;
}
