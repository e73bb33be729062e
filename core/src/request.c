#include "clockhand/request.h"

#include <math.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/reader.h"
#include "clockhand/units.h"

/// Takes the entry at *at apart and moves past it; false at the end. An entry without `=` has an empty value.
static bool next_entry(const ch_request *request, size_t *at, const char **key, size_t *key_length, const char **value,
                       size_t *length) {
    if (*at >= request->length) return false;
    const char *start = request->data + *at;
    const char *end = memchr(start, '\0', request->length - *at);
    size_t bytes = end == NULL ? request->length - *at : (size_t)(end - start);
    const char *equals = memchr(start, '=', bytes);
    *key = start;
    *key_length = equals == NULL ? bytes : (size_t)(equals - start);
    *value = equals == NULL ? start + bytes : equals + 1;
    *length = bytes - *key_length - (equals == NULL ? 0 : 1);
    *at += bytes + 1;
    return true;
}

bool ch_request_find(const ch_request *request, const char *key, const char **value, size_t *length) {
    const char *name;
    size_t name_length;
    for (size_t at = 0; next_entry(request, &at, &name, &name_length, value, length);) {
        if (ch_text_equal(key, name, name_length)) return true;
    }
    *value = "";
    *length = 0;
    return false;
}

bool ch_request_nth(const ch_request *request, const char *prefix, size_t index, const char **name, size_t *name_length,
                    const char **value, size_t *length) {
    size_t skip = strlen(prefix);
    for (size_t at = 0; next_entry(request, &at, name, name_length, value, length);) {
        if (*name_length < skip || memcmp(*name, prefix, skip) != 0) continue;
        if (index-- > 0) continue;
        *name += skip;
        *name_length -= skip;
        return true;
    }
    return false;
}

static ch_status refuse_lab(ch_run *run, const char *id, size_t length) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    for (size_t i = 0; i < ch_lab_count(); i++) {
        if (i > 0) ch_text_put(&text, ", ");
        ch_text_put(&text, ch_lab_at(i)->id);
    }
    return ch_fail_span(&run->failure, CH_UNKNOWN_LAB, "lab", (ch_span){id, length}, accepted);
}

ch_status ch_request_open(ch_run *run, const ch_request *request, bool with_mistake, ch_arena *arena) {
    const char *name;
    const char *value;
    size_t name_length;
    size_t length;
    *run = (ch_run){.lab = NULL};
    ch_request_find(request, "lab", &value, &length);
    const ch_lab *lab = ch_lab_find(value, length);
    if (lab == NULL) return refuse_lab(run, value, length);
    ch_status status = ch_run_open(run, lab, arena);
    for (size_t i = 0; status == CH_OK; i++) {
        if (!ch_request_nth(request, "param.", i, &name, &name_length, &value, &length)) break;
        status = ch_run_set(run, name, name_length, value, length);
    }
    if (status == CH_OK && with_mistake && ch_request_find(request, "mistake", &value, &length)) {
        status = ch_run_set_mistake(run, value, length);
    }
    return status;
}

void ch_text_put_json_number(ch_text *text, double value) {
    if (isfinite(value)) {
        ch_text_put_number(text, value, CH_EVERY_DIGIT);
    } else {
        ch_text_put(text, "\"");
        ch_text_put_number(text, value, CH_EVERY_DIGIT);
        ch_text_put(text, "\"");
    }
}

void ch_reply_failure(ch_text *reply, const ch_failure *failure) {
    char sentence[CH_VALUE_SIZE + CH_ACCEPTED_SIZE + CH_MESSAGE_SIZE];
    ch_text text;
    ch_text_open(&text, sentence, sizeof sentence);
    ch_failure_put(&text, failure);
    ch_text_put(reply, "{\"ok\":false,\"error\":{");
    ch_text_put_field(reply, "id", ch_status_id(failure->status));
    ch_text_put_field(reply, "argument", failure->argument);
    ch_text_put_field(reply, "message", sentence);
    ch_text_put(reply, "}}");
}

/// Where a table's cells lie: byte offsets in the arena, which the boundary copies out.
static void put_tables(ch_text *reply, const ch_run *run) {
    const unsigned char *base = run->arena->data;
    ch_text_put_count(reply, "texts", (size_t)((const unsigned char *)run->texts.data - base));
    ch_text_put_key(reply, "tables");
    ch_text_put(reply, "[");
    for (size_t i = 0; i < run->lab->table_count; i++) {
        const ch_filled *filled = &run->tables[i];
        ch_text_put_comma(reply);
        ch_text_put(reply, "{");
        ch_text_put_count(reply, "rows", filled->rows);
        ch_text_put_count(reply, "columns", filled->columns);
        ch_text_put_count(reply, "row_start", filled->row_start);
        ch_text_put_count(reply, "column_start", filled->column_start);
        ch_text_put_count(reply, "cells", (size_t)((const unsigned char *)filled->cells - base));
        if (filled->cues != NULL)
            ch_text_put_count(reply, "cues", (size_t)((const unsigned char *)filled->cues - base));
        ch_text_put(reply, "}");
    }
    ch_text_put(reply, "]");
}

static void put_checks(ch_text *reply, const ch_run *run) {
    ch_text_put_key(reply, "checks");
    ch_text_put(reply, "[");
    for (size_t i = 0; ch_run_is_whole(run) && i < run->lab->check_count; i++) {
        ch_text_put_comma(reply);
        ch_text_put(reply, "{");
        ch_text_put_key(reply, "value");
        ch_text_put_json_number(reply, run->checks[i].value);
        ch_text_put_key(reply, "tolerance");
        ch_text_put_json_number(reply, run->checks[i].tolerance);
        ch_text_put_key(reply, "passed");
        ch_text_put(reply, ch_check_passed(run, i) ? "true}" : "false}");
    }
    ch_text_put(reply, "]");
}

/// What a run whose tables are filled came to.
static void put_run(ch_text *reply, const ch_run *run) {
    ch_text_put(reply, "{\"ok\":true");
    ch_text_put_field(reply, "lab", run->lab->id);
    ch_run_put_values(reply, run);
    ch_text_put_field(reply, "mistake", run->mistake == CH_NO_MISTAKE ? NULL : ch_mistake_id(run->mistake));
    put_tables(reply, run);
    put_checks(reply, run);
    ch_text_put(reply, "}");
}

void ch_reply_run(ch_text *reply, const ch_request *request, ch_arena *arena) {
    ch_run run;
    ch_status status = ch_request_open(&run, request, true, arena);
    if (status == CH_OK) status = ch_run_finish(&run);
    if (status != CH_OK) {
        ch_reply_failure(reply, &run.failure);
        return;
    }
    put_run(reply, &run);
}

void ch_reply_begin(ch_text *reply, ch_run *run, const ch_request *request, ch_arena *arena) {
    ch_status status = ch_request_open(run, request, true, arena);
    if (status == CH_OK) status = ch_run_begin(run);
    if (status != CH_OK) {
        ch_reply_failure(reply, &run->failure);
        run->lab = NULL;
        return;
    }
    const ch_progress *progress = &run->progress;
    ch_text_put(reply, "{\"ok\":true");
    ch_text_put_count(reply, "units", progress->plan.units);
    ch_text_put_count(reply, "steps", progress->plan.steps);
    ch_text_put_count(reply, "cells", progress->plan.cells + 1);
    ch_text_put_count(reply, "results", (size_t)((const unsigned char *)progress->results - arena->data));
    ch_text_put(reply, "}");
}

/// A step or a finish without a run that was begun.
static ch_status refuse_unbegun(ch_run *run) {
    return ch_fail_texts(&run->failure, CH_BAD_REQUEST, "run", "that was not begun",
                         "begin, and no other call behind it,");
}

void ch_reply_step(ch_text *reply, ch_run *run, size_t unit, size_t step) {
    ch_status status = run->lab == NULL ? refuse_unbegun(run) : ch_run_step(run, unit, step);
    if (status != CH_OK) {
        ch_reply_failure(reply, &run->failure);
        return;
    }
    ch_text_put(reply, "{\"ok\":true}");
}

void ch_reply_finish(ch_text *reply, ch_run *run) {
    ch_status status = run->lab == NULL ? refuse_unbegun(run) : ch_run_fill(run);
    if (status != CH_OK) {
        ch_reply_failure(reply, &run->failure);
        return;
    }
    put_run(reply, run);
}
