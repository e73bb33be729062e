#include "clockhand/op.h"

#include <string.h>

#include "clockhand/decimal.h"

static const uint64_t MOST_AXIS = INT32_MAX;
static const char ACCEPTED_SHAPE[] = "a list of whole numbers from 0 to 2147483647, at most 8 of them,";

const ch_named CH_NO_YES[2] = {{.id = "no", .label = "no"}, {.id = "yes", .label = "yes"}};

// Shapes --------------------------------------------------------------------------------------------------------------

uint64_t ch_op_product(uint64_t left, uint64_t right) {
    return right != 0 && left > UINT64_MAX / right ? UINT64_MAX : left * right;
}

static uint64_t sum(uint64_t left, uint64_t right) {
    return left > UINT64_MAX - right ? UINT64_MAX : left + right;
}

uint64_t ch_op_axes(const ch_tensor *tensor, size_t first, size_t last) {
    uint64_t product = 1;
    bool empty = false;
    for (size_t axis = first; axis < last; axis++) {
        empty = empty || tensor->shape[axis] == 0;
        product = ch_op_product(product, tensor->shape[axis]);
    }
    return empty ? 0 : product;
}

void ch_op_shape(ch_op_call *call, size_t output, const uint64_t *shape, size_t rank) {
    ch_tensor *tensor = &call->outputs[output];
    *tensor = (ch_tensor){.given = true, .rank = rank};
    for (size_t axis = 0; axis < rank; axis++) tensor->shape[axis] = shape[axis];
    tensor->count = ch_op_axes(tensor, 0, rank);
}

bool ch_op_has_shape(const ch_tensor *tensor, const uint64_t *shape, size_t rank) {
    return tensor->rank == rank && memcmp(tensor->shape, shape, rank * sizeof *shape) == 0;
}

void ch_op_put_shape(ch_text *text, const uint64_t *shape, size_t rank) {
    if (rank == 0) ch_text_put(text, "()");
    for (size_t axis = 0; axis < rank; axis++) {
        if (axis > 0) ch_text_put(text, ",");
        ch_text_put_u64(text, shape[axis]);
    }
}

// Refusals ------------------------------------------------------------------------------------------------------------

ch_status ch_op_refuse_shape(ch_op_call *call, size_t input, const char *accepted) {
    char value[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, value, sizeof value);
    ch_op_put_shape(&text, call->inputs[input].shape, call->inputs[input].rank);
    return ch_fail_texts(&call->failure, CH_SHAPE_MISMATCH, call->op->inputs[input].id, value, accepted);
}

ch_status ch_op_refuse_cell(ch_op_call *call, size_t input, uint64_t index, const char *accepted) {
    char argument[CH_ARGUMENT_SIZE];
    char value[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, argument, sizeof argument);
    ch_text_put(&text, call->op->inputs[input].id);
    ch_text_put(&text, "[");
    ch_text_put_u64(&text, index);
    ch_text_put(&text, "]");
    ch_text_open(&text, value, sizeof value);
    ch_text_put_number(&text, call->inputs[input].cells[index], CH_EVERY_DIGIT);
    return ch_fail_texts(&call->failure, CH_BAD_REQUEST, argument, value, accepted);
}

ch_status ch_op_refuse_parameter(ch_op_call *call, size_t parameter, const char *accepted) {
    const ch_parameter *p = &call->op->parameters[parameter];
    const ch_value *v = &call->values[parameter];
    char value[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, value, sizeof value);
    if (p->type == CH_CHOICE) {
        ch_text_put(&text, p->choices[v->integer].id);
    } else if (p->type == CH_INTEGER && p->least >= 0.0) {
        ch_text_put_u64(&text, v->integer);
    } else {
        ch_text_put_number(&text, v->real, CH_EVERY_DIGIT);
    }
    return ch_fail_texts(&call->failure, CH_BAD_REQUEST, p->id, value, accepted);
}

ch_status ch_op_axis(size_t *axis, ch_op_call *call, size_t parameter, size_t input) {
    double rank = (double)call->inputs[input].rank;
    double named = call->values[parameter].real;
    if (named >= -rank && named < rank) {
        *axis = (size_t)(named < 0.0 ? named + rank : named);
        return CH_OK;
    }
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put(&text, "a whole number from ");
    ch_text_put_number(&text, -rank, CH_EVERY_DIGIT);
    ch_text_put(&text, " to ");
    ch_text_put_number(&text, rank - 1.0, CH_EVERY_DIGIT);
    return ch_op_refuse_parameter(call, parameter, accepted);
}

static ch_status refuse_op(ch_op_call *call, ch_span id) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    for (size_t i = 0; i < ch_op_count(); i++) {
        if (i > 0) ch_text_put(&text, i + 1 == ch_op_count() ? " or " : ", ");
        ch_text_put(&text, ch_op_at(i)->id);
    }
    return ch_fail_span(&call->failure, CH_BAD_REQUEST, "op", id, accepted);
}

static ch_status refuse_tensor(ch_op_call *call, ch_span name) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    for (size_t i = 0; i < call->op->input_count; i++) {
        if (i > 0) ch_text_put(&text, i + 1 == call->op->input_count ? " or " : ", ");
        ch_text_put(&text, call->op->inputs[i].id);
    }
    if (call->op->input_count == 0) ch_text_put(&text, "an empty object");
    return ch_fail_span(&call->failure, CH_BAD_REQUEST, "tensor", name, accepted);
}

// Reading a request ---------------------------------------------------------------------------------------------------

static ch_status read_parameter(ch_op_call *call, ch_span name, ch_span text) {
    const ch_op *op = call->op;
    size_t index = ch_parameter_find(op->parameters, op->parameter_count, name);
    if (index == op->parameter_count) {
        char accepted[CH_ACCEPTED_SIZE];
        ch_text list;
        ch_text_open(&list, accepted, sizeof accepted);
        ch_parameter_put_ids(&list, op->parameters, op->parameter_count);
        return ch_fail_span(&call->failure, CH_UNKNOWN_PARAMETER, "parameter", name, accepted);
    }
    ch_value *value = &call->values[index];
    const ch_parameter *p = &op->parameters[index];
    if (value->given) return ch_fail_span(&call->failure, CH_BAD_REQUEST, p->id, text, "each parameter once");
    value->given = true;
    return ch_parameter_read(value, &call->failure, p, text);
}

/// Digits up to `stop` or the end; false for none, or a number above `most`. Moves *at behind them.
static bool read_digits(uint64_t *number, ch_span text, size_t *at, uint64_t most) {
    size_t start = *at;
    *number = 0;
    for (; *at < text.length && text.text[*at] >= '0' && text.text[*at] <= '9'; *at += 1) {
        *number = *number * 10 + (uint64_t)(text.text[*at] - '0');
        if (*number > most) return false;
    }
    return *at > start;
}

/// `AXIS,AXIS:COUNT`, with no axis for a single number; false when the axes are no shape.
static bool read_shape(ch_tensor *tensor, uint64_t *count, ch_span text) {
    size_t at = 0;
    while (at < text.length && text.text[at] != ':') {
        if (tensor->rank == CH_OP_RANK || !read_digits(&tensor->shape[tensor->rank], text, &at, MOST_AXIS)) {
            return false;
        }
        tensor->rank++;
        bool more = at + 1 < text.length && text.text[at] == ',' && text.text[at + 1] != ':';
        if (more) at++;
        if (!more && (at == text.length || text.text[at] != ':')) return false;
    }
    at++;
    return read_digits(count, text, &at, UINT64_MAX / 16) && at == text.length;
}

static ch_status check_rank(ch_op_call *call, size_t index) {
    const ch_op_input *input = &call->op->inputs[index];
    size_t rank = call->inputs[index].rank;
    if (rank >= input->least_rank && rank <= input->most_rank) return CH_OK;
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put_u64(&text, input->least_rank);
    if (input->least_rank != input->most_rank) {
        ch_text_put(&text, " to ");
        ch_text_put_u64(&text, input->most_rank);
    }
    ch_text_put(&text, input->most_rank == 1 ? " axis" : " axes");
    return ch_op_refuse_shape(call, index, accepted);
}

static ch_status check_count(ch_op_call *call, size_t index, uint64_t count) {
    const ch_tensor *tensor = &call->inputs[index];
    if (tensor->count == count) return CH_OK;
    char argument[CH_ARGUMENT_SIZE];
    char value[CH_VALUE_SIZE];
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, argument, sizeof argument);
    ch_text_put(&text, call->op->inputs[index].id);
    ch_text_put(&text, ".data");
    ch_text_open(&text, value, sizeof value);
    ch_text_put(&text, "of length ");
    ch_text_put_u64(&text, count);
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put_u64(&text, tensor->count);
    ch_text_put(&text, tensor->count == 1 ? " number for the shape " : " numbers for the shape ");
    ch_op_put_shape(&text, tensor->shape, tensor->rank);
    return ch_fail_texts(&call->failure, CH_SHAPE_MISMATCH, argument, value, accepted);
}

static ch_status read_tensor(ch_op_call *call, ch_span name, ch_span text) {
    const ch_op *op = call->op;
    size_t index = 0;
    while (index < op->input_count && !ch_text_equal(op->inputs[index].id, name.text, name.length)) index++;
    if (index == op->input_count) return refuse_tensor(call, name);
    ch_tensor *tensor = &call->inputs[index];
    if (tensor->given) return ch_fail_span(&call->failure, CH_BAD_REQUEST, "tensor", name, "each tensor once");
    uint64_t count = 0;
    tensor->given = true;
    if (!read_shape(tensor, &count, text)) {
        char argument[CH_ARGUMENT_SIZE];
        const char *colon = memchr(text.text, ':', text.length);
        ch_text said;
        ch_text_open(&said, argument, sizeof argument);
        ch_text_put(&said, op->inputs[index].id);
        ch_text_put(&said, ".shape");
        if (colon != NULL) text.length = (size_t)(colon - text.text);
        return ch_fail_span(&call->failure, CH_BAD_REQUEST, argument, text, ACCEPTED_SHAPE);
    }
    tensor->count = ch_op_axes(tensor, 0, tensor->rank);
    ch_status status = check_count(call, index, count);
    return status == CH_OK ? check_rank(call, index) : status;
}

/// What was not given: a default, or a refusal.
static ch_status complete(ch_op_call *call) {
    const ch_op *op = call->op;
    for (size_t i = 0; i < op->input_count; i++) {
        if (call->inputs[i].given || op->inputs[i].optional) continue;
        return ch_fail_texts(&call->failure, CH_BAD_REQUEST, op->inputs[i].id, "(missing)", op->inputs[i].help);
    }
    for (size_t i = 0; i < op->parameter_count; i++) {
        const ch_parameter *p = &op->parameters[i];
        if (call->values[i].given) continue;
        if (p->standard == NULL) {
            return ch_parameter_refuse(&call->failure, CH_BAD_REQUEST, p, (ch_span){"(missing)", 9});
        }
        if (p->standard[0] == '\0') continue;
        ch_status status =
            ch_parameter_read(&call->values[i], &call->failure, p, (ch_span){p->standard, strlen(p->standard)});
        if (status != CH_OK) return status;
    }
    return CH_OK;
}

uint64_t ch_op_bytes(const ch_op_call *call) {
    uint64_t cells = call->scratch_count;
    for (size_t i = 0; i < call->op->input_count; i++) cells = sum(cells, call->inputs[i].count);
    for (size_t i = 0; i < call->op->output_count; i++) cells = sum(cells, call->outputs[i].count);
    return ch_op_product(cells, sizeof(double));
}

static ch_status check_bytes(ch_op_call *call, uint64_t most_bytes) {
    uint64_t bytes = ch_op_bytes(call);
    if (bytes <= most_bytes) return CH_OK;
    char value[CH_VALUE_SIZE];
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, value, sizeof value);
    if (bytes == UINT64_MAX) ch_text_put(&text, "more than ");
    ch_text_put_u64(&text, bytes);
    ch_text_put(&text, " bytes");
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put(&text, "at most ");
    ch_text_put_u64(&text, most_bytes);
    ch_text_put(&text, " bytes for all tensors of a call");
    return ch_fail_texts(&call->failure, CH_BAD_REQUEST, "memory of", value, accepted);
}

ch_status ch_op_open(ch_op_call *call, const ch_request *request, uint64_t most_bytes) {
    ch_span name = {NULL, 0};
    ch_span text = {NULL, 0};
    *call = (ch_op_call){.op = NULL};
    ch_request_find(request, "op", &text.text, &text.length);
    for (size_t i = 0; i < ch_op_count(); i++) {
        if (ch_text_equal(ch_op_at(i)->id, text.text, text.length)) call->op = ch_op_at(i);
    }
    if (call->op == NULL) return refuse_op(call, text);
    ch_status status = CH_OK;
    for (size_t i = 0; status == CH_OK; i++) {
        if (!ch_request_nth(request, "param.", i, &name.text, &name.length, &text.text, &text.length)) break;
        status = read_parameter(call, name, text);
    }
    for (size_t i = 0; status == CH_OK; i++) {
        if (!ch_request_nth(request, "tensor.", i, &name.text, &name.length, &text.text, &text.length)) break;
        status = read_tensor(call, name, text);
    }
    if (status == CH_OK) status = complete(call);
    if (status == CH_OK) status = call->op->plan(call);
    return status == CH_OK ? check_bytes(call, most_bytes) : status;
}

// Running -------------------------------------------------------------------------------------------------------------

ch_status ch_op_place(ch_op_call *call, ch_arena *arena) {
    if (ch_op_bytes(call) > arena->capacity - arena->used) {
        return ch_fail_texts(&call->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    }
    for (size_t i = 0; i < call->op->input_count; i++) {
        call->inputs[i].cells = ch_arena_doubles(arena, (size_t)call->inputs[i].count);
    }
    for (size_t i = 0; i < call->op->output_count; i++) {
        ch_tensor *output = &call->outputs[i];
        output->cells = ch_arena_doubles(arena, (size_t)output->count);
        memset(output->cells, 0, (size_t)output->count * sizeof *output->cells);
    }
    call->scratch = ch_arena_doubles(arena, (size_t)call->scratch_count);
    return CH_OK;
}

ch_status ch_op_run(ch_op_call *call) {
    return call->op->run(call);
}
