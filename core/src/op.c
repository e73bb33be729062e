#include "clockhand/op.h"

#include <string.h>

#include "clockhand/decimal.h"

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
    ch_text_mark_cut(&text);
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
    char value[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, value, sizeof value);
    ch_parameter_put_value(&text, p, &call->values[parameter]);
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

// Memory and running ---------------------------------------------------------------------------------------------------

uint64_t ch_op_bytes(const ch_op_call *call) {
    uint64_t cells = call->scratch_count;
    for (size_t i = 0; i < call->op->input_count; i++) cells = sum(cells, call->inputs[i].count);
    for (size_t i = 0; i < call->op->output_count; i++) {
        cells = sum(cells, sum(call->yours[i].count, call->outputs[i].count));
    }
    return ch_op_product(cells, sizeof(double));
}

ch_status ch_op_place(ch_op_call *call, ch_arena *arena) {
    if (ch_op_bytes(call) > arena->capacity - arena->used) {
        return ch_fail_texts(&call->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    }
    for (size_t i = 0; i < call->op->input_count; i++) {
        call->inputs[i].cells = ch_arena_doubles(arena, (size_t)call->inputs[i].count);
    }
    for (size_t i = 0; i < call->op->output_count; i++) {
        call->yours[i].cells = ch_arena_doubles(arena, (size_t)call->yours[i].count);
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
