// A request for an op, read: parameters, shapes and what is compared, each held to the op's description.
#include <string.h>

#include "clockhand/op.h"

static const uint64_t MOST_AXIS = INT32_MAX;
static const char ACCEPTED_SHAPE[] = "a list of whole numbers from 0 to 2147483647, at most 8 of them,";

static ch_status refuse_op(ch_op_call *call, ch_span id) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    for (size_t i = 0; i < ch_op_count(); i++) {
        ch_text_put_or(&text, i, ch_op_count());
        ch_text_put(&text, ch_op_at(i)->id);
    }
    return ch_fail_span(&call->failure, CH_BAD_REQUEST, "op", id, accepted);
}

/// Refuses a name that is none of `count` ids.
static ch_status refuse_name(ch_op_call *call, const char *argument, ch_span name,
                             const char *(*id_at)(const ch_op *op, size_t index), size_t count, const char *none) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    for (size_t i = 0; i < count; i++) {
        ch_text_put_or(&text, i, count);
        ch_text_put(&text, id_at(call->op, i));
    }
    if (count == 0) ch_text_put(&text, none);
    return ch_fail_span(&call->failure, CH_BAD_REQUEST, argument, name, accepted);
}

static const char *input_id(const ch_op *op, size_t index) {
    return op->inputs[index].id;
}

static const char *output_id(const ch_op *op, size_t index) {
    return op->outputs[index].id;
}

static const char *mistake_id(const ch_op *op, size_t index) {
    return ch_mistake_id(op->mistakes[index]);
}

static bool is_id(const char *id, ch_span name) {
    return ch_text_equal(id, name.text, name.length);
}

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

/// The number that the digits from *at on make; false for none, or a number above `most`. Else moves *at behind them.
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

static ch_status check_count(ch_op_call *call, const ch_tensor *tensor, const char *name, uint64_t count) {
    if (tensor->count == count) return CH_OK;
    char argument[CH_ARGUMENT_SIZE];
    char value[CH_VALUE_SIZE];
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, argument, sizeof argument);
    ch_text_put(&text, name);
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

/// Reads the shape of a tensor, which refusals call `name`.
static ch_status read_tensor(ch_op_call *call, ch_tensor *tensor, const char *name, ch_span text) {
    uint64_t count = 0;
    tensor->given = true;
    if (!read_shape(tensor, &count, text)) {
        char argument[CH_ARGUMENT_SIZE];
        const char *colon = memchr(text.text, ':', text.length);
        ch_text said;
        ch_text_open(&said, argument, sizeof argument);
        ch_text_put(&said, name);
        ch_text_put(&said, ".shape");
        if (colon != NULL) text.length = (size_t)(colon - text.text);
        return ch_fail_span(&call->failure, CH_BAD_REQUEST, argument, text, ACCEPTED_SHAPE);
    }
    tensor->count = ch_op_axes(tensor, 0, tensor->rank);
    return check_count(call, tensor, name, count);
}

static ch_status read_input(ch_op_call *call, ch_span name, ch_span text) {
    const ch_op *op = call->op;
    size_t index = 0;
    while (index < op->input_count && !is_id(op->inputs[index].id, name)) index++;
    if (index == op->input_count) {
        return refuse_name(call, "tensor", name, input_id, op->input_count, "an empty object");
    }
    ch_tensor *tensor = &call->inputs[index];
    if (tensor->given) return ch_fail_span(&call->failure, CH_BAD_REQUEST, "tensor", name, "each tensor once");
    ch_status status = read_tensor(call, tensor, op->inputs[index].id, text);
    return status == CH_OK ? check_rank(call, index) : status;
}

static void put_yours(char argument[CH_ARGUMENT_SIZE], const char *id) {
    ch_text text;
    ch_text_open(&text, argument, CH_ARGUMENT_SIZE);
    ch_text_put(&text, "compared ");
    ch_text_put(&text, id);
}

static ch_status read_yours(ch_op_call *call, ch_span name, ch_span text) {
    const ch_op *op = call->op;
    char argument[CH_ARGUMENT_SIZE];
    size_t index = 0;
    while (index < op->output_count && !is_id(op->outputs[index].id, name)) index++;
    if (index == op->output_count) {
        return refuse_name(call, "compared tensor", name, output_id, op->output_count, "none");
    }
    ch_tensor *tensor = &call->yours[index];
    if (tensor->given) return ch_fail_span(&call->failure, CH_BAD_REQUEST, "compared tensor", name, "each once");
    put_yours(argument, op->outputs[index].id);
    return read_tensor(call, tensor, argument, text);
}

/// Holds what is compared to the shapes of the outputs, once these are planned.
static ch_status check_yours(ch_op_call *call) {
    for (size_t i = 0; i < call->op->output_count; i++) {
        const ch_tensor *yours = &call->yours[i];
        const ch_tensor *output = &call->outputs[i];
        if (!yours->given || ch_op_has_shape(yours, output->shape, output->rank)) continue;
        char argument[CH_ARGUMENT_SIZE];
        char value[CH_VALUE_SIZE];
        char accepted[CH_ACCEPTED_SIZE];
        ch_text text;
        put_yours(argument, call->op->outputs[i].id);
        ch_text_open(&text, value, sizeof value);
        ch_op_put_shape(&text, yours->shape, yours->rank);
        ch_text_mark_cut(&text);
        ch_text_open(&text, accepted, sizeof accepted);
        ch_op_put_shape(&text, output->shape, output->rank);
        return ch_fail_texts(&call->failure, CH_SHAPE_MISMATCH, argument, value, accepted);
    }
    return CH_OK;
}

static ch_status read_mistake(ch_op_call *call, const ch_request *request) {
    const ch_op *op = call->op;
    ch_span id;
    if (!ch_request_find(request, "mistake", &id.text, &id.length)) return CH_OK;
    for (size_t i = 0; i < op->mistake_count; i++) {
        if (is_id(mistake_id(op, i), id)) call->mistake = op->mistakes[i];
    }
    if (call->mistake != CH_NO_MISTAKE) return CH_OK;
    return refuse_name(call, "mistake", id, mistake_id, op->mistake_count, "none");
}

static ch_status read_tolerance(ch_op_call *call, const ch_request *request) {
    static const ch_parameter tolerance = {.id = "tolerance", .type = CH_REAL, .least = 0.0, .most = 1.0};
    ch_span text;
    ch_value value = {.real = CH_OP_TOLERANCE};
    ch_status status = CH_OK;
    if (ch_request_find(request, "tolerance", &text.text, &text.length)) {
        status = ch_parameter_read(&value, &call->failure, &tolerance, text);
    }
    call->tolerance = value.real;
    return status;
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

/// Reads every entry of a kind.
static ch_status read_all(ch_op_call *call, const ch_request *request, const char *prefix,
                          ch_status (*read)(ch_op_call *call, ch_span name, ch_span text)) {
    ch_span name = {NULL, 0};
    ch_span text = {NULL, 0};
    ch_status status = CH_OK;
    for (size_t i = 0; status == CH_OK; i++) {
        if (!ch_request_nth(request, prefix, i, &name.text, &name.length, &text.text, &text.length)) break;
        status = read(call, name, text);
    }
    return status;
}

ch_status ch_op_open(ch_op_call *call, const ch_request *request, uint64_t most_bytes) {
    ch_span name = {NULL, 0};
    *call = (ch_op_call){.op = NULL};
    ch_request_find(request, "op", &name.text, &name.length);
    for (size_t i = 0; i < ch_op_count(); i++) {
        if (is_id(ch_op_at(i)->id, name)) call->op = ch_op_at(i);
    }
    if (call->op == NULL) return refuse_op(call, name);
    ch_status status = read_all(call, request, "param.", read_parameter);
    if (status == CH_OK) status = read_mistake(call, request);
    if (status == CH_OK) status = read_tolerance(call, request);
    if (status == CH_OK) status = read_all(call, request, "tensor.", read_input);
    if (status == CH_OK) status = complete(call);
    if (status == CH_OK) status = call->op->plan(call);
    if (status == CH_OK) status = read_all(call, request, "yours.", read_yours);
    if (status == CH_OK) status = check_yours(call);
    if (status != CH_OK) return status;
    ch_op_widen(call);
    return check_bytes(call, most_bytes);
}
