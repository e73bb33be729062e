// The description of labs, tables and mistakes as JSON: the one place that everything else learns them from.
#include "clockhand/decimal.h"
#include "clockhand/request.h"

static void put_list_open(ch_text *t, const char *key) {
    ch_text_put_key(t, key);
    ch_text_put(t, "[");
}

static void put_item_open(ch_text *t, const char *id) {
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_put_field(t, "id", id);
}

static void put_named(ch_text *t, const char *key, const ch_named *named, size_t count) {
    put_list_open(t, key);
    for (size_t i = 0; i < count; i++) {
        put_item_open(t, named[i].id);
        ch_text_put_field(t, "label", named[i].label);
        if (named[i].line != NULL) ch_text_put_field(t, "line", named[i].line);
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]");
}

static void put_parameter(ch_text *t, const ch_parameter *p) {
    put_item_open(t, p->id);
    ch_text_put_field(t, "label", p->label);
    ch_text_put_field(t, "help", p->help);
    ch_text_put_field(t, "unit", p->unit);
    ch_text_put_field(t, "type", ch_type_id(p->type));
    if (p->type != CH_CHOICE) {
        ch_text_put_key(t, "min");
        ch_text_put_json_number(t, p->least);
        ch_text_put_key(t, "max");
        ch_text_put_json_number(t, p->most);
    }
    if (p->step > 0) {
        ch_text_put_count(t, "step", p->step);
    }
    ch_text_put_field(t, "default", p->standard);
    if (p->type == CH_CHOICE) put_named(t, "choices", p->choices, p->choice_count);
    ch_text_put(t, "}");
}

static void put_table(ch_text *t, const ch_table *table) {
    put_item_open(t, table->id);
    ch_text_put_field(t, "caption", table->caption);
    ch_text_put_field(t, "layout", table->layout == CH_GRID ? "matrix" : "records");
    ch_text_put_count(t, "keys", table->keys);
    put_list_open(t, "columns");
    for (size_t i = 0; i < table->column_count; i++) {
        const ch_column *c = &table->columns[i];
        put_item_open(t, c->id);
        ch_text_put_field(t, "label", c->label);
        ch_text_put_field(t, "unit", c->unit);
        ch_text_put_field(t, "type", ch_type_id(c->type));
        ch_text_put_key(t, "digits");
        ch_text_put_i64(t, c->digits);
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]");
    if (table->cue_count > 0) put_named(t, "cues", table->cues, table->cue_count);
    if (table->companion != NULL) ch_text_put_field(t, "companion", table->companion);
    ch_text_put(t, "}");
}

static void put_lab(ch_text *t, const ch_lab *lab) {
    put_item_open(t, lab->id);
    ch_text_put_field(t, "summary", lab->summary);
    if (lab->units != NULL) {
        ch_text_put_key(t, "long");
        ch_text_put(t, "true");
    }
    put_list_open(t, "parameters");
    for (size_t i = 0; i < lab->parameter_count; i++) put_parameter(t, &lab->parameters[i]);
    ch_text_put(t, "]");
    put_list_open(t, "tables");
    for (size_t i = 0; i < lab->table_count; i++) put_table(t, &lab->tables[i]);
    ch_text_put(t, "]");
    put_list_open(t, "checks");
    for (size_t i = 0; i < lab->check_count; i++) {
        put_item_open(t, lab->checks[i].id);
        ch_text_put_field(t, "label", lab->checks[i].label);
        ch_text_put_field(t, "sense", lab->checks[i].above ? "above" : "at-most");
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]");
    put_list_open(t, "mistakes");
    for (size_t i = 0; i < lab->mistake_count; i++) {
        put_item_open(t, ch_mistake_id(lab->mistakes[i]));
        ch_text_put_field(t, "summary", ch_mistake_summary(lab->mistakes[i]));
        ch_text_put(t, "}");
    }
    ch_text_put(t, "]}");
}

void ch_reply_description(ch_text *reply, uint32_t abi) {
    ch_text_put(reply, "{\"abi\":");
    ch_text_put_u64(reply, abi);
    put_list_open(reply, "labs");
    for (size_t i = 0; i < ch_lab_count(); i++) put_lab(reply, ch_lab_at(i));
    ch_text_put(reply, "]}");
}
