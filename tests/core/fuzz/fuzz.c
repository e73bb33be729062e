#include "fuzz.h"

#include <string.h>

static const char *finished;

static void say_finished(void) {
    printf("%s: 1 passed, 0 failed\n", finished);
    fflush(stdout);
}

void fuzz_open(const char *name) {
    finished = name;
    atexit(say_finished);
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

/// Bytes of the UTF-8 character that a text starts with, 0 when it starts with none.
static size_t utf8_length(const unsigned char *text, size_t length) {
    if (length == 0 || text[0] < 0x80) return length > 0;
    size_t size = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = text[0] & (0xffu >> (size + 1));
    if (text[0] < 0xc0 || text[0] >= 0xf8 || size > length) return 0;
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    return code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : size;
}

bool fuzz_is_utf8(const char *text, size_t length) {
    size_t at = 0;
    for (size_t size = 1; at < length && size > 0; at += size) {
        size = utf8_length((const unsigned char *)text + at, length - at);
    }
    return at == length;
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

void fuzz_json(const char *text, size_t length, bool utf8) {
    FUZZ_TRUE(!utf8 || fuzz_is_utf8(text, length));
    json j = {.text = text, .length = length};
    json_value(&j, 0);
    FUZZ_TRUE(j.at == length);
}
