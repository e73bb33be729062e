/// A bounded text that is written from left to right into the caller's bytes; nothing is ever written past them.
#ifndef CLOCKHAND_TEXT_H
#define CLOCKHAND_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ch_text {
    char *data;      ///< the caller's bytes; always NUL-terminated once opened
    size_t capacity; ///< bytes in all, the NUL included; at least 1
    size_t length;   ///< bytes written, without the NUL
    bool full;       ///< something did not fit and was left out
} ch_text;

/// Starts an empty text in `data` of `capacity` >= 1 bytes.
void ch_text_open(ch_text *text, char *data, size_t capacity);

/// Appends a NUL-terminated text.
void ch_text_put(ch_text *text, const char *part);

/// Appends `length` bytes.
void ch_text_put_bytes(ch_text *text, const char *part, size_t length);

/// Where something did not fit: ends the text in "…", behind a whole UTF-8 character.
void ch_text_mark_cut(ch_text *text);

/// Appends a whole number in decimal.
void ch_text_put_u64(ch_text *text, uint64_t value);
void ch_text_put_i64(ch_text *text, int64_t value);

/// Appends a JSON string with its quotes; control characters are escaped, UTF-8 passes through.
void ch_text_put_json(ch_text *text, const char *part);
void ch_text_put_json_bytes(ch_text *text, const char *part, size_t length);

/// Appends `"key":`, with a comma before it unless an object or list was opened last.
void ch_text_put_key(ch_text *text, const char *key);

/// Appends `"key":"value"`, or `null` for a NULL value, with the comma before it where one is due.
void ch_text_put_field(ch_text *text, const char *key, const char *value);

/// Appends `"key":value` in the same way.
void ch_text_put_count(ch_text *text, const char *key, uint64_t value);

/// Appends what stands before item `index` of `count` in words such as `a, b or c`.
void ch_text_put_or(ch_text *text, size_t index, size_t count);

/// Appends a comma unless an object or list was opened last.
void ch_text_put_comma(ch_text *text);

/// True when `left` and `right` (length bytes of it) are the same text.
bool ch_text_equal(const char *left, const char *right, size_t length);

#endif
