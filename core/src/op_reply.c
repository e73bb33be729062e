// What of ops crosses the boundary: their description, where the tensors of a call lie, and the outcome.
#include "clockhand/op.h"

static void put_list_open(ch_text *t, const char *key) {
    ch_text_put_key(t, key);
    ch_text_put(t, "[");
}

static void put_item_open(ch_text *t, const char *id, const char *help) {
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_put_field(t, "id", id);
    ch_text_put_field(t, "help", help);
}

static void put_parameter(ch_text *t, const ch_parameter *p) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text said;
    ch_text_open(&said, accepted, sizeof accepted);
    ch_parameter_put_accepted(&said, p);
    put_item_open(t, p->id, p->help);
    ch_text_put_field(t, "type", p->choices == CH_NO_YES ? "flag" : ch_type_id(p->type));
    ch_text_put_field(t, "accepted", accepted);
    ch_text_put_key(t, "required");
    ch_text_put(t, p->standard == NULL ? "true" : "false");
    if (p->standard != NULL && p->standard[0] != '\0') ch_text_put_field(t, "default", p->standard);
    if (p->type == CH_CHOICE) {
        put_list_open(t, "choices");
        for (size_t i = 0; i < p->choice_count; i++) {
            ch_text_put_comma(t);
            ch_text_put_json(t, p->choices[i].id);
        }
        ch_text_put(t, "]");
    } else {
        ch_text_put_key(t, "min");
        ch_text_put_json_number(t, p->least);
        ch_text_put_key(t, "max");
        ch_text_put_json_number(t, p->most);
    }
    ch_text_put(t, "}");
}

static void put_op(ch_text *t, const ch_op *op) {
    put_item_open(t, op->id, op->summary);
    put_list_open(t, "inputs");
    for (size_t i = 0; i < op->input_count; i++) {
        put_item_open(t, op->inputs[i].id, op->inputs[i].help);
        ch_text_put_count(t, "least_rank", op->inputs[i].least_rank);
        ch_text_put_count(t, "most_rank", op->inputs[i].most_rank);
        ch_text_put_key(t, "required");
        ch_text_put(t, op->inputs[i].optional ? "false}" : "true}");
    }
    ch_text_put(t, "]");
    put_list_open(t, "parameters");
    for (size_t i = 0; i < op->parameter_count; i++) put_parameter(t, &op->parameters[i]);
    ch_text_put(t, "]");
    put_list_open(t, "outputs");
    for (size_t i = 0; i < op->output_count; i++) {
        put_item_open(t, op->outputs[i].id, op->outputs[i].help);
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]");
    put_list_open(t, "mistakes");
    for (size_t i = 0; i < op->mistake_count; i++) {
        put_item_open(t, ch_mistake_id(op->mistakes[i]), ch_mistake_summary(op->mistakes[i]));
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]}");
}

void ch_reply_ops(ch_text *reply, uint32_t abi) {
    ch_text_put(reply, "{\"abi\":");
    ch_text_put_u64(reply, abi);
    ch_text_put_key(reply, "tolerance");
    ch_text_put_json_number(reply, CH_OP_TOLERANCE);
    put_list_open(reply, "ops");
    for (size_t i = 0; i < ch_op_count(); i++) put_op(reply, ch_op_at(i));
    ch_text_put(reply, "]}");
}

static void put_axes(ch_text *t, const char *key, const uint64_t *axes, size_t count) {
    put_list_open(t, key);
    for (size_t axis = 0; axis < count; axis++) {
        ch_text_put_comma(t);
        ch_text_put_u64(t, axes[axis]);
    }
    ch_text_put(t, "]");
}

/// A tensor with its shape, and where it lies: one behind the other, as ch_op_place lays them.
static void put_tensor(ch_text *t, const char *id, const ch_tensor *tensor, uint64_t *at) {
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_put_field(t, "id", id);
    put_axes(t, "shape", tensor->shape, tensor->rank);
    ch_text_put_count(t, "count", tensor->count);
    ch_text_put_count(t, "at", *at);
    ch_text_put(t, "}");
    *at += tensor->count * sizeof(double);
}

uint64_t ch_reply_op_plan(ch_text *reply, const ch_request *request, uint64_t most_bytes) {
    ch_op_call call;
    if (ch_op_open(&call, request, most_bytes) != CH_OK) {
        ch_reply_failure(reply, &call.failure);
        return 0;
    }
    uint64_t at = 0;
    ch_text_put(reply, "{\"ok\":true");
    ch_text_put_count(reply, "bytes", ch_op_bytes(&call));
    put_list_open(reply, "inputs");
    for (size_t i = 0; i < call.op->input_count; i++) {
        if (call.inputs[i].given) put_tensor(reply, call.op->inputs[i].id, &call.inputs[i], &at);
    }
    ch_text_put(reply, "]");
    put_list_open(reply, "yours");
    for (size_t i = 0; i < call.op->output_count; i++) {
        if (call.yours[i].given) put_tensor(reply, call.op->outputs[i].id, &call.yours[i], &at);
    }
    ch_text_put(reply, "]");
    put_list_open(reply, "outputs");
    for (size_t i = 0; i < call.op->output_count; i++) {
        put_tensor(reply, call.op->outputs[i].id, &call.outputs[i], &at);
    }
    ch_text_put(reply, "]}");
    return ch_op_bytes(&call);
}

static void put_notes(ch_text *t, const ch_op_call *call) {
    put_list_open(t, "notes");
    if (call->note[0] != '\0') ch_text_put_json(t, call->note);
    ch_text_put(t, "]");
}

void ch_reply_op(ch_text *reply, const ch_request *request, ch_arena *arena) {
    ch_op_call call;
    ch_status status = ch_op_open(&call, request, arena->capacity);
    if (status == CH_OK) status = ch_op_place(&call, arena);
    if (status == CH_OK) status = ch_op_run(&call);
    if (status != CH_OK) {
        ch_reply_failure(reply, &call.failure);
        return;
    }
    ch_text_put(reply, "{\"ok\":true");
    put_notes(reply, &call);
    ch_text_put(reply, "}");
}

static void put_number(ch_text *t, const char *key, double value) {
    ch_text_put_key(t, key);
    ch_text_put_json_number(t, value);
}

/// A choice by its id, an axis by its number.
static void put_choice(ch_text *t, const ch_parameter *p, uint64_t choice) {
    char number[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, number, sizeof number);
    ch_text_put_u64(&text, choice);
    ch_text_put_field(t, "value", p->type == CH_CHOICE ? p->choices[choice].id : number);
}

/// `"mistake":ID,"help":..`, `"parameter":ID,"value":..`, `"default":ID` or `"without":ID`.
static void put_way(ch_text *t, const ch_op_call *call, const ch_op_way *way) {
    const ch_op *op = call->op;
    switch (way->change) {
    case CH_OP_MISTAKE:
        ch_text_put_field(t, "mistake", ch_mistake_id(op->mistakes[way->index]));
        ch_text_put_field(t, "help", ch_mistake_summary(op->mistakes[way->index]));
        break;
    case CH_OP_CHOICE:
        ch_text_put_field(t, "parameter", op->parameters[way->index].id);
        put_choice(t, &op->parameters[way->index], way->choice);
        break;
    case CH_OP_DEFAULT:
        ch_text_put_field(t, "default", op->parameters[way->index].id);
        break;
    case CH_OP_WITHOUT:
        ch_text_put_field(t, "without", op->inputs[way->index].id);
        break;
    }
}

/// What explains an output: one way, or `"both"` of two, each with the largest difference.
static void put_explained(ch_text *t, const ch_op_call *call, const ch_op_comparison *c, size_t output) {
    ch_op_way way;
    put_list_open(t, "explained");
    for (size_t i = 0; i < CH_OP_WAYS && ch_op_way_at(&way, call, i); i++) {
        if (c->explained[output][i] < 0.0) continue;
        ch_text_put_comma(t);
        ch_text_put(t, "{");
        put_way(t, call, &way);
        put_number(t, "absolute", c->explained[output][i]);
        ch_text_put(t, "}");
    }
    for (size_t i = 0; i < c->pair_counts[output]; i++) {
        const ch_op_pair *pair = &c->pairs[output][i];
        ch_text_put_comma(t);
        ch_text_put(t, "{\"both\":[{");
        put_way(t, call, &pair->ways[0]);
        ch_text_put(t, "},{");
        put_way(t, call, &pair->ways[1]);
        ch_text_put(t, "}]");
        put_number(t, "absolute", pair->absolute);
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]");
}

static void put_compared(ch_text *t, const ch_op_call *call, const ch_op_comparison *c, size_t output) {
    const ch_tensor *yours = &call->yours[output];
    const ch_op_gap *gap = &c->gaps[output];
    uint64_t index[CH_OP_RANK];
    uint64_t rest = gap->at;
    for (size_t axis = yours->rank; axis-- > 0 && yours->count > 0;) {
        index[axis] = rest % yours->shape[axis];
        rest /= yours->shape[axis];
    }
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_put_field(t, "id", call->op->outputs[output].id);
    put_axes(t, "shape", yours->shape, yours->rank);
    ch_text_put_count(t, "cells", yours->count);
    ch_text_put_count(t, "differing", gap->differing);
    put_number(t, "absolute", gap->absolute);
    put_number(t, "relative", gap->absolute == 0.0 ? 0.0 : gap->absolute / gap->largest);
    if (yours->count > 0) {
        put_axes(t, "at", index, yours->rank);
        put_number(t, "yours", gap->yours);
        put_number(t, "right", gap->right);
    }
    put_explained(t, call, c, output);
    ch_text_put(t, "}");
}

void ch_reply_op_compare(ch_text *reply, const ch_request *request, ch_arena *arena) {
    ch_op_call call;
    ch_op_comparison comparison;
    ch_status status = ch_op_open(&call, request, arena->capacity);
    if (status == CH_OK) status = ch_op_place(&call, arena);
    if (status == CH_OK) status = ch_op_compare(&comparison, &call);
    if (status != CH_OK) {
        ch_reply_failure(reply, &call.failure);
        return;
    }
    ch_text_put(reply, "{\"ok\":true");
    put_number(reply, "tolerance", call.tolerance);
    ch_text_put_count(reply, "mistakes", call.op->mistake_count);
    put_number(reply, "angle", call.angle);
    put_number(reply, "float32", comparison.float32);
    ch_text_put_count(reply, "pair_cells", CH_OP_PAIR_CELLS);
    ch_text_put_key(reply, "pairs");
    ch_text_put(reply, ch_op_pairs(&call) ? "true" : "false");
    put_list_open(reply, "outputs");
    for (size_t i = 0; i < call.op->output_count; i++) {
        if (call.yours[i].given) put_compared(reply, &call, &comparison, i);
    }
    ch_text_put(reply, "]");
    put_notes(reply, &call);
    ch_text_put(reply, "}");
}
