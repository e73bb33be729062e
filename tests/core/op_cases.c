#include "op_cases.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum { REQUEST_BYTES = 4096 };

_Alignas(8) unsigned char op_memory[OP_MOST_BYTES];
double op_cells[OP_MOST_CELLS];
static char request_bytes[REQUEST_BYTES];
static ch_text request;

void op_request_open(const char *op) {
    ch_text_open(&request, request_bytes, sizeof request_bytes);
    ch_text_put(&request, "op=");
    ch_text_put_bytes(&request, op, strlen(op) + 1);
}

void op_request_put(const char *prefix, const char *name, const char *value) {
    ch_text_put(&request, prefix);
    ch_text_put(&request, name);
    ch_text_put(&request, "=");
    ch_text_put_bytes(&request, value, strlen(value) + 1);
}

ch_request op_request(void) {
    return (ch_request){.data = request_bytes, .length = request.length};
}

ch_status op_open(ch_op_call *call, uint64_t most_bytes) {
    const ch_request asked = op_request();
    return ch_op_open(call, &asked, most_bytes);
}

/// The name in a key `SIDE.NAME.PART`; false for another key.
static bool key_name(char name[CH_ARGUMENT_SIZE], const char *key, const char *side, const char *part) {
    size_t before = strlen(side);
    size_t after = strlen(part);
    size_t length = strlen(key);
    if (length <= before + after || strncmp(key, side, before) != 0) return false;
    if (strcmp(key + length - after, part) != 0) return false;
    size_t size = length - before - after;
    memcpy(name, key + before, size);
    name[size] = '\0';
    return true;
}

size_t op_case_cells(const vectors_case *item, const char *side, const char *name) {
    char key[CH_ARGUMENT_SIZE];
    ch_text text;
    ch_text_open(&text, key, sizeof key);
    ch_text_put(&text, side);
    ch_text_put(&text, name);
    ch_text_put(&text, ".data");
    return vectors_reals(item, key, op_cells, OP_MOST_CELLS);
}

static void put_tensor(const vectors_case *item, const vectors_line *shape, const char *side, const char *prefix,
                       const char *name) {
    char text[CH_VALUE_SIZE];
    ch_text value;
    size_t count = op_case_cells(item, side, name);
    ch_text_open(&value, text, sizeof text);
    for (const char *c = shape->value; *c != '\0'; c++) ch_text_put_bytes(&value, *c == ' ' ? "," : c, 1);
    ch_text_put(&value, ":");
    ch_text_put_u64(&value, count);
    op_request_put(prefix, name, text);
}

void op_request_case(const vectors_case *item) {
    char name[CH_ARGUMENT_SIZE];
    op_request_open(vectors_text(item, "op"));
    for (size_t i = 0; i < item->count; i++) {
        const vectors_line *line = &item->lines[i];
        if (key_name(name, line->key, "input.", ".shape")) put_tensor(item, line, "input.", "tensor.", name);
        if (strcmp(line->key, "param") != 0) continue;
        const char *space = strchr(line->value, ' ');
        size_t length = space == NULL ? 0 : (size_t)(space - line->value);
        memcpy(name, line->value, length);
        name[length] = '\0';
        op_request_put("param.", name, space == NULL ? "" : space + 1);
    }
}

void op_request_yours(const vectors_case *item) {
    char name[CH_ARGUMENT_SIZE];
    for (size_t i = 0; i < item->count; i++) {
        const vectors_line *line = &item->lines[i];
        if (key_name(name, line->key, "output.", ".shape")) put_tensor(item, line, "output.", "yours.", name);
    }
}

void op_fill_inputs(ch_op_call *call, const vectors_case *item) {
    for (size_t i = 0; i < call->op->input_count; i++) {
        if (!call->inputs[i].given) continue;
        size_t count = op_case_cells(item, "input.", call->op->inputs[i].id);
        memcpy(call->inputs[i].cells, op_cells, count * sizeof *op_cells);
    }
}

void op_check_output(const vectors_case *item, const char *name, const ch_tensor *output) {
    size_t count = op_case_cells(item, "output.", name);
    double largest = 1.0;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(op_cells[i])) largest = fmax(largest, fabs(op_cells[i]));
    }
    double tolerance = vectors_real(item, "tolerance") * largest;
    if (!TEST_SIZE(output->count, count)) return;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(op_cells[i])) {
            TEST_NEAR(output->cells[i], op_cells[i], tolerance);
        } else {
            TEST_SAME(output->cells[i], op_cells[i]);
        }
    }
}

void op_request_parts(const char *parts) {
    for (const char *part = parts; *part != '\0';) {
        char name[CH_ARGUMENT_SIZE];
        char value[256];
        size_t length = strcspn(part, " ");
        bool parameter = strncmp(part, "--", 2) == 0;
        const char *start = parameter ? part + 2 : part;
        const char *equals = memchr(part, '=', length);
        size_t size = (size_t)(equals - start);
        size_t rest = (size_t)(part + length - equals) - 1;
        memcpy(name, start, size);
        memcpy(value, equals + 1, rest);
        name[size] = '\0';
        value[rest] = '\0';
        op_request_put(parameter ? "param." : "tensor.", name, value);
        part += length;
        while (*part == ' ') part++;
    }
}
