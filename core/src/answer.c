// Replies about typed answers: how a text is read, and what the verdict is.
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/exercise.h"

/// One number as it was read: all the digits typed, or the shortest text of a computed double.
static void put_number(ch_text *t, const ch_number *number, const char *text) {
    ch_decimal digits;
    ch_number_decimal(&digits, number, text);
    ch_text_put_decimal(t, &digits);
}

static void put_separator(ch_text *t, size_t cell, uint32_t columns) {
    if (cell > 0) ch_text_put(t, columns > 1 && cell % columns == 0 ? "; " : ", ");
}

static void put_read_as(ch_text *t, const ch_number *numbers, size_t count, uint32_t columns, const char *text) {
    ch_text_put_key(t, "read_as");
    ch_text_put(t, "\"");
    for (size_t i = 0; i < count; i++) {
        put_separator(t, i, columns);
        put_number(t, &numbers[i], text);
    }
    ch_text_put(t, "\"");
}

/// The cells as they were typed.
static void put_typed(ch_text *t, const ch_number *numbers, size_t count, const char *text) {
    ch_text_put_key(t, "cells");
    ch_text_put(t, "[");
    for (size_t i = 0; i < count; i++) {
        ch_text_put_comma(t);
        ch_text_put_json_bytes(t, text + numbers[i].start, numbers[i].length);
    }
    ch_text_put(t, "]");
}

static void put_reading_failure(ch_text *t, const ch_reading *reading) {
    ch_text_put_count(t, "position", reading->position);
    ch_text_put_key(t, "ambiguous");
    ch_text_put(t, reading->ambiguous ? "true" : "false");
    ch_text_put_field(t, "message", reading->message);
}

static uint32_t read_size(const ch_request *request, const char *key) {
    const char *value;
    size_t length;
    uint32_t size = 0;
    if (!ch_request_find(request, key, &value, &length)) return 1;
    for (size_t i = 0; i < length && i < 5; i++) {
        if (value[i] < '0' || value[i] > '9') return 1;
        size = size * 10 + (uint32_t)(value[i] - '0');
    }
    return size;
}

void ch_reply_reading(ch_text *reply, const ch_request *request, ch_arena *arena) {
    const char *text;
    size_t length;
    ch_reading reading;
    ch_field field = {.rows = read_size(request, "rows"), .columns = read_size(request, "columns")};
    ch_number *numbers = ch_arena_take(arena, CH_ANSWER_CELLS, sizeof *numbers);
    ch_request_find(request, "text", &text, &length);
    if (numbers == NULL) {
        ch_failure failure;
        ch_fail_texts(&failure, CH_ARENA_FULL, NULL, NULL, NULL);
        ch_reply_failure(reply, &failure);
        return;
    }
    ch_text_put(reply, "{\"ok\":true");
    bool readable = ch_read_cells(numbers, &reading, CH_ANSWER_CELLS, field, text, length);
    ch_text_put_key(reply, "readable");
    ch_text_put(reply, readable ? "true" : "false");
    if (readable) {
        ch_text_put_count(reply, "rows", reading.rows);
        ch_text_put_count(reply, "columns", reading.columns);
        size_t count = (size_t)reading.rows * reading.columns;
        put_read_as(reply, numbers, count, reading.columns, text);
        put_typed(reply, numbers, count, text);
    } else {
        put_reading_failure(reply, &reading);
    }
    ch_text_put(reply, "}");
}

static void put_mistakes(ch_text *t, const ch_exercise *exercise, uint32_t mask) {
    ch_text_put_key(t, "mistakes");
    ch_text_put(t, "[");
    for (size_t i = 0; i < exercise->question.mistake_count; i++) {
        if ((mask >> i & 1) == 0) continue;
        ch_text_put_comma(t);
        ch_exercise_put_mistake(t, exercise, i);
    }
    ch_text_put(t, "]");
}

static void put_expected(ch_text *t, const ch_question *q) {
    ch_text_put_key(t, "expected");
    ch_text_put(t, "\"");
    for (size_t i = 0; i < (size_t)q->rows * q->columns; i++) {
        put_separator(t, i, q->columns);
        ch_text_put_number(t, q->right[i], q->form == CH_BY_INTEGER ? 0 : q->places);
    }
    ch_text_put(t, "\"");
}

static void put_last_place(ch_text *t) {
    ch_text_put_key(t, "last_place");
    ch_text_put(t, "true");
}

static void put_cells(ch_text *t, const ch_exercise *exercise, const ch_judgement *j, const char *text) {
    size_t count = (size_t)exercise->question.rows * exercise->question.columns;
    ch_text_put_key(t, "cells");
    ch_text_put(t, "[");
    for (size_t i = 0; i < count; i++) {
        ch_text_put_comma(t);
        ch_text_put(t, "{");
        ch_text_put_field(t, "verdict", ch_verdict_id(j->cells[i].verdict));
        ch_text_put_key(t, "read_as");
        ch_text_put(t, "\"");
        put_number(t, &j->numbers[i], text);
        ch_text_put(t, "\"");
        put_mistakes(t, exercise, j->cells[i].mistakes);
        if (j->cells[i].last_place) put_last_place(t);
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]");
}

static void put_judgement(ch_text *t, const ch_exercise *exercise, const ch_judgement *j, const char *text) {
    const ch_question *q = &exercise->question;
    size_t count = (size_t)q->rows * q->columns;
    ch_text_put(t, "{\"ok\":true");
    ch_text_put_field(t, "verdict", ch_verdict_id(j->verdict));
    if (j->reading.readable) put_read_as(t, j->numbers, count, q->columns, text);
    ch_text_put_count(t, "places", (size_t)q->places);
    put_expected(t, q);
    put_mistakes(t, exercise, j->mistakes);
    if (!j->reading.readable) {
        put_reading_failure(t, &j->reading);
    } else {
        if (count > 1) put_cells(t, exercise, j, text);
        if (j->last_place) put_last_place(t);
        if (j->pattern != CH_NO_PATTERN) ch_text_put_field(t, "pattern", ch_pattern_id(j->pattern));
        if (j->unsimplified) ch_text_put_field(t, "message", "The value is right; the fraction can be simplified.");
    }
    ch_text_put(t, "}");
}

/// Runs the request again with its `carried.` entries as parameters and keeps what would be right then. A learner's value
/// that the lab refuses carries nothing.
static void open_carried(ch_exercise *exercise, const ch_request *request, ch_arena *arena) {
    ch_span name;
    ch_span value;
    char *data = ch_arena_take(arena, request->length + 1, 1);
    if (data == NULL) return;
    ch_text changed;
    ch_text_open(&changed, data, request->length + 1);
    // The same entries, but for the answer; of two for one parameter the later one counts.
    for (size_t i = 0; ch_request_nth(request, "", i, &name.text, &name.length, &value.text, &value.length); i++) {
        static const char prefix[] = "carried.";
        bool carried = name.length > sizeof prefix - 1 && memcmp(name.text, prefix, sizeof prefix - 1) == 0;
        if (ch_text_equal("answer", name.text, name.length)) continue;
        if (carried) ch_text_put(&changed, "param.");
        size_t skip = carried ? sizeof prefix - 1 : 0;
        ch_text_put_bytes(&changed, name.text + skip, name.length - skip);
        ch_text_put(&changed, "=");
        ch_text_put_bytes(&changed, value.text, value.length);
        ch_text_put_bytes(&changed, "", 1);
    }
    ch_request again = {.data = data, .length = changed.length};
    ch_exercise other;
    if (changed.full || ch_exercise_open(&other, &again, arena) != CH_OK) return;
    const ch_question *q = &exercise->question;
    bool alike = other.question.rows == q->rows && other.question.columns == q->columns;
    if (alike) exercise->question.carried = other.question.right;
}

void ch_reply_judgement(ch_text *reply, const ch_request *request, ch_arena *arena) {
    const char *text;
    const char *name;
    size_t length;
    size_t name_length;
    ch_exercise exercise;
    ch_judgement judgement;
    ch_status status = ch_exercise_open(&exercise, request, arena);
    if (status == CH_OK && ch_request_nth(request, "carried.", 0, &name, &name_length, &text, &length)) {
        open_carried(&exercise, request, arena);
    }
    ch_request_find(request, "answer", &text, &length);
    if (status == CH_OK && !ch_judge(&judgement, &exercise.question, text, length, arena)) {
        status = ch_fail_texts(&exercise.failure, CH_ARENA_FULL, NULL, NULL, NULL);
    }
    if (status != CH_OK) {
        ch_reply_failure(reply, &exercise.failure);
    } else {
        put_judgement(reply, &exercise, &judgement, text);
    }
}
