#include "clockhand/lab.h"

#include <math.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/reader.h"
#include "clockhand/units.h"

static ch_status set_matrix(ch_run *run, size_t index, const char *text, size_t length) {
    const ch_parameter *p = &run->lab->parameters[index];
    ch_arena scratch = *run->arena; // the numbers are needed only until the cells are kept
    ch_number *numbers = ch_arena_take(&scratch, CH_ANSWER_CELLS, sizeof *numbers);
    if (numbers == NULL) return ch_fail_texts(&run->failure, CH_ARENA_FULL, p->id, NULL, NULL);
    ch_reading reading;
    ch_field any = {.point_only = true};
    if (!ch_read_cells(numbers, &reading, CH_ANSWER_CELLS, any, text, length)) {
        return ch_parameter_refuse(&run->failure, CH_UNREADABLE_VALUE, p, (ch_span){text, length});
    }
    size_t count = (size_t)reading.rows * reading.columns;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i].value < p->least || numbers[i].value > p->most) {
            return ch_parameter_refuse(&run->failure, CH_VALUE_OUT_OF_RANGE, p, (ch_span){text, length});
        }
    }
    // The kept cells are no larger than the numbers they came from, so copying from front to back is safe.
    double *cells = ch_arena_doubles(run->arena, count);
    if (cells == NULL) return ch_fail_texts(&run->failure, CH_ARENA_FULL, p->id, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        double value = numbers[i].value;
        cells[i] = value;
    }
    run->values[index].rows = reading.rows;
    run->values[index].columns = reading.columns;
    run->values[index].cells = cells;
    return CH_OK;
}

static ch_status set_value(ch_run *run, size_t index, const char *text, size_t length) {
    const ch_parameter *p = &run->lab->parameters[index];
    if (p->type == CH_MATRIX) return set_matrix(run, index, text, length);
    return ch_parameter_read(&run->values[index], &run->failure, p, (ch_span){text, length});
}

ch_status ch_run_open(ch_run *run, const ch_lab *lab, ch_arena *arena) {
    enum { TEXT_BYTES = 8192 };
    *run = (ch_run){.lab = lab, .arena = arena};
    char *texts = ch_arena_take(arena, TEXT_BYTES, 1);
    if (texts == NULL) return ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    ch_text_open(&run->texts, texts, TEXT_BYTES);
    for (size_t i = 0; i < lab->parameter_count; i++) {
        const char *standard = lab->parameters[i].standard;
        ch_status status = set_value(run, i, standard, strlen(standard));
        if (status != CH_OK) return status;
    }
    return CH_OK;
}

static ch_status refuse_name(ch_run *run, const char *name, size_t length) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_parameter_put_ids(&text, run->lab->parameters, run->lab->parameter_count);
    return ch_fail_span(&run->failure, CH_UNKNOWN_PARAMETER, "parameter", (ch_span){name, length}, accepted);
}

ch_status ch_run_set(ch_run *run, const char *name, size_t name_length, const char *text, size_t length) {
    size_t index = ch_parameter_find(run->lab->parameters, run->lab->parameter_count, (ch_span){name, name_length});
    if (index == run->lab->parameter_count) return refuse_name(run, name, name_length);
    ch_status status = set_value(run, index, text, length);
    if (status == CH_OK) run->values[index].given = true;
    return status;
}

ch_status ch_run_set_mistake(ch_run *run, const char *id, size_t length) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text said;
    ch_text_open(&said, accepted, sizeof accepted);
    for (size_t i = 0; i < run->lab->mistake_count; i++) {
        const char *known = ch_mistake_id(run->lab->mistakes[i]);
        if (ch_text_equal(known, id, length)) {
            run->mistake = run->lab->mistakes[i];
            return CH_OK;
        }
        if (i > 0) ch_text_put(&said, ", ");
        ch_text_put(&said, known);
    }
    if (run->lab->mistake_count == 0) ch_text_put(&said, "no mistakes");
    return ch_fail_span(&run->failure, CH_UNKNOWN_MISTAKE, "mistake", (ch_span){id, length}, accepted);
}

ch_status ch_run_finish(ch_run *run) {
    ch_status status = run->progress.begun ? CH_OK : ch_run_begin(run);
    if (status == CH_OK) status = ch_run_complete(run);
    return status == CH_OK ? ch_run_fill(run) : status;
}

void ch_run_put_value(ch_text *text, const ch_run *run, size_t parameter) {
    ch_parameter_put_value(text, &run->lab->parameters[parameter], &run->values[parameter]);
}

void ch_run_put_values(ch_text *text, const ch_run *run) {
    ch_text_put_key(text, "params");
    ch_text_put(text, "{");
    for (size_t i = 0; i < run->lab->parameter_count; i++) {
        // Numbers and ids of choices have nothing that JSON escapes.
        ch_text_put_key(text, run->lab->parameters[i].id);
        ch_text_put(text, "\"");
        ch_run_put_value(text, run, i);
        ch_text_put(text, "\"");
    }
    ch_text_put(text, "}");
}

bool ch_check_passed(const ch_run *run, size_t check) {
    const ch_checked *c = &run->checks[check];
    return run->lab->checks[check].above ? c->value > c->tolerance : c->value <= c->tolerance;
}

double *ch_run_doubles(ch_run *run, size_t count) {
    double *taken = ch_arena_doubles(run->arena, count);
    if (taken == NULL) ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    return taken;
}

double *ch_table_open(ch_run *run, size_t table, size_t rows, size_t columns) {
    double *cells = ch_run_doubles(run, rows * columns);
    if (cells == NULL) return NULL;
    memset(cells, 0, rows * columns * sizeof *cells);
    run->tables[table] = (ch_filled){.rows = (uint32_t)rows, .columns = (uint32_t)columns, .cells = cells};
    return cells;
}

double *ch_grid_open(ch_run *run, size_t table, size_t rows, size_t columns, size_t row_start, size_t column_start) {
    double *cells = ch_table_open(run, table, rows, columns);
    if (cells == NULL) return NULL;
    ch_filled *filled = &run->tables[table];
    filled->row_start = (uint32_t)row_start;
    filled->column_start = (uint32_t)column_start;
    if (run->lab->tables[table].cue_count == 0) return cells;
    filled->cues = ch_arena_take(run->arena, rows * columns, sizeof *filled->cues);
    if (filled->cues == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return NULL;
    }
    memset(filled->cues, 0, rows * columns * sizeof *filled->cues);
    return cells;
}

double ch_text_cell(ch_run *run, const char *text) {
    size_t at = run->texts.length;
    ch_text_put_bytes(&run->texts, text, strlen(text) + 1);
    return (double)at;
}

void ch_check_set(ch_run *run, size_t check, double value, double tolerance) {
    run->checks[check] = (ch_checked){.value = value, .tolerance = tolerance};
}

void ch_check_keep_larger(ch_run *run, size_t check, double value, double tolerance) {
    double kept = run->checks[check].value;
    if (!isnan(kept) && !(value < kept)) ch_check_set(run, check, value, tolerance);
}

ch_status ch_run_refuse(ch_run *run, ch_status status, size_t parameter, const char *accepted) {
    char value[CH_VALUE_SIZE];
    ch_text text;
    ch_text_open(&text, value, sizeof value);
    ch_run_put_value(&text, run, parameter);
    ch_text_mark_cut(&text);
    return ch_fail_texts(&run->failure, status, run->lab->parameters[parameter].id, value, accepted);
}

static const double *refuse_shape(ch_run *run, size_t parameter, size_t rows, size_t columns) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    if (rows > 1) {
        ch_text_put(&text, "one row, or ");
        ch_text_put_u64(&text, rows);
        ch_text_put(&text, " rows, of ");
    } else {
        ch_text_put(&text, "one row of ");
    }
    ch_text_put_u64(&text, columns);
    ch_text_put(&text, " numbers");
    ch_run_refuse(run, CH_SHAPE_MISMATCH, parameter, accepted);
    return NULL;
}

const double *ch_run_matrix(ch_run *run, size_t parameter, size_t rows, size_t columns) {
    ch_value *v = &run->values[parameter];
    bool fits = v->columns == columns && (v->rows == 1 || v->rows == rows);
    if (!fits && v->given) return refuse_shape(run, parameter, rows, columns);
    size_t kept = fits ? v->rows : v->rows == 1 ? 1 : rows;
    double *cells = ch_run_doubles(run, rows * columns);
    if (cells == NULL) return NULL;
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            cells[r * columns + c] = v->cells[r % v->rows * v->columns + c % v->columns];
        }
    }
    // What was really used is what the run reports.
    v->rows = (uint32_t)kept;
    v->columns = (uint32_t)columns;
    v->cells = cells;
    return cells;
}

const double *ch_run_list(ch_run *run, size_t *count, size_t parameter, size_t most, bool whole) {
    const ch_value *v = &run->values[parameter];
    ch_status status = v->rows != 1 || v->columns > most ? CH_SHAPE_MISMATCH : CH_OK;
    for (size_t i = 0; whole && status == CH_OK && i < v->columns; i++) {
        if (v->cells[i] != floor(v->cells[i])) status = CH_UNREADABLE_VALUE;
    }
    *count = v->columns;
    if (status == CH_OK) return v->cells;
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put(&text, "one row of at most ");
    ch_text_put_u64(&text, most);
    ch_text_put(&text, whole ? " whole numbers" : " numbers");
    ch_run_refuse(run, status, parameter, accepted);
    return NULL;
}
