#include "clockhand/text.h"

#include <string.h>

void ch_text_open(ch_text *text, char *data, size_t capacity) {
    text->data = data;
    text->capacity = capacity;
    text->length = 0;
    text->full = false;
    data[0] = '\0';
}

void ch_text_put_bytes(ch_text *text, const char *part, size_t length) {
    size_t room = text->capacity - 1 - text->length;
    if (length > room) {
        text->full = true;
        length = room;
    }
    memcpy(text->data + text->length, part, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void ch_text_put(ch_text *text, const char *part) {
    ch_text_put_bytes(text, part, strlen(part));
}

void ch_text_mark_cut(ch_text *text) {
    static const char CUT[] = "\u2026";
    if (!text->full || text->capacity < sizeof CUT) return;
    size_t length = text->capacity - sizeof CUT; // a text that is full reaches to its end
    while (length > 0 && ((unsigned char)text->data[length] & 0xc0) == 0x80) length--;
    memcpy(text->data + length, CUT, sizeof CUT);
    text->length = length + sizeof CUT - 1;
}

void ch_text_put_u64(ch_text *text, uint64_t value) {
    char digits[20];
    size_t start = sizeof digits;
    do {
        digits[--start] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    ch_text_put_bytes(text, digits + start, sizeof digits - start);
}

void ch_text_put_i64(ch_text *text, int64_t value) {
    if (value < 0) {
        ch_text_put(text, "-");
        ch_text_put_u64(text, 0 - (uint64_t)value);
    } else {
        ch_text_put_u64(text, (uint64_t)value);
    }
}

static void put_escape(ch_text *text, unsigned char c) {
    static const char hex[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
    ch_text_put_bytes(text, escape, sizeof escape);
}

void ch_text_put_json_bytes(ch_text *text, const char *part, size_t length) {
    ch_text_put(text, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)part[i];
        if (c < 0x20 || c == 0x7f) {
            put_escape(text, c);
            continue;
        }
        if (c == '"' || c == '\\') ch_text_put(text, "\\");
        ch_text_put_bytes(text, part + i, 1);
    }
    ch_text_put(text, "\"");
}

void ch_text_put_json(ch_text *text, const char *part) {
    ch_text_put_json_bytes(text, part, strlen(part));
}

void ch_text_put_comma(ch_text *text) {
    if (text->length == 0) return;
    char last = text->data[text->length - 1];
    if (last != '{' && last != '[' && last != ':' && last != ',') ch_text_put(text, ",");
}

void ch_text_put_key(ch_text *text, const char *key) {
    ch_text_put_comma(text);
    ch_text_put_json(text, key);
    ch_text_put(text, ":");
}

void ch_text_put_field(ch_text *text, const char *key, const char *value) {
    ch_text_put_key(text, key);
    if (value == NULL) {
        ch_text_put(text, "null");
    } else {
        ch_text_put_json(text, value);
    }
}

void ch_text_put_count(ch_text *text, const char *key, uint64_t value) {
    ch_text_put_key(text, key);
    ch_text_put_u64(text, value);
}

void ch_text_put_or(ch_text *text, size_t index, size_t count) {
    if (index > 0) ch_text_put(text, index + 1 == count ? " or " : ", ");
}

bool ch_text_equal(const char *left, const char *right, size_t length) {
    return strlen(left) == length && memcmp(left, right, length) == 0;
}
