#include "render.h"

#include <math.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/request.h"

enum { LONGEST_LABEL = 512 };

/// A filled table with its description; column 0 of a grid is its row axis.
typedef struct view {
    const ch_run *run;
    const ch_table *table;
    const ch_filled *filled;
    int digits;
} view;

static size_t column_count(const view *v) {
    return v->filled->columns + (v->table->layout == CH_GRID ? 1u : 0u);
}

static const ch_column *column_of(const view *v, size_t column) {
    if (v->table->layout == CH_RECORDS) return &v->table->columns[column];
    return &v->table->columns[column == 0 ? 0 : 2];
}

static double number_at(const view *v, size_t row, size_t column) {
    if (v->table->layout == CH_RECORDS) return v->filled->cells[row * v->filled->columns + column];
    if (column == 0) return (double)(v->filled->row_start + row);
    return v->filled->cells[row * v->filled->columns + column - 1];
}

/// The cue of a grid's cell; NULL where there is none.
static const ch_named *cue_at(const view *v, size_t row, size_t column) {
    if (v->table->layout == CH_RECORDS || column == 0 || v->filled->cues == NULL) return NULL;
    uint32_t mark = v->filled->cues[row * v->filled->columns + column - 1];
    return mark == 0 ? NULL : &v->table->cues[mark - 1];
}

static void put_column_id(ch_text *t, const view *v, size_t column) {
    if (v->table->layout == CH_RECORDS || column == 0) {
        ch_text_put(t, v->table->columns[column].id);
        return;
    }
    ch_text_put(t, v->table->columns[1].id);
    ch_text_put_u64(t, v->filled->column_start + column - 1);
}

static void put_column_label(ch_text *t, const view *v, size_t column) {
    if (v->table->layout == CH_RECORDS || column == 0) {
        ch_text_put(t, v->table->columns[column].label);
        return;
    }
    ch_text_put(t, v->table->columns[1].id);
    ch_text_put(t, " = ");
    ch_text_put_u64(t, v->filled->column_start + column - 1);
}

/// The word of a text or cue cell; NULL for numbers.
static const char *word_at(const view *v, size_t row, size_t column) {
    ch_type type = column_of(v, column)->type;
    if (type == CH_TEXT) return v->run->texts.data + (size_t)number_at(v, row, column);
    if (type == CH_CUE) return v->table->cues[(size_t)number_at(v, row, column)].id;
    return NULL;
}

static int digits_of(const view *v, size_t column) {
    const ch_column *c = column_of(v, column);
    if (c->type == CH_INTEGER) return 0;
    return v->digits == RENDER_OWN_DIGITS ? c->digits : v->digits;
}

// Text ----------------------------------------------------------------------------------------------------------------

static void put_cell(ch_text *t, const view *v, size_t row, size_t column) {
    const char *word = word_at(v, row, column);
    const ch_named *cue = cue_at(v, row, column);
    if (word != NULL) {
        ch_text_put(t, word);
    } else {
        ch_text_put_number(t, number_at(v, row, column), digits_of(v, column));
    }
    if (cue != NULL) {
        ch_text_put(t, " ");
        ch_text_put(t, cue->id);
    }
}

/// Row -1 is the heading.
static void put_cell_or_label(ch_text *t, const view *v, ptrdiff_t row, size_t column) {
    if (row < 0) {
        put_column_label(t, v, column);
    } else {
        put_cell(t, v, (size_t)row, column);
    }
}

/// Characters behind `start`.
static size_t characters(const ch_text *t, size_t start) {
    size_t count = 0;
    for (size_t i = start; i < t->length; i++) count += ((unsigned char)t->data[i] & 0xc0) != 0x80;
    return count;
}

/// Characters that a cell takes: it is written where the text ends, and taken back.
static size_t width_of(ch_text *t, const view *v, ptrdiff_t row, size_t column) {
    size_t start = t->length;
    put_cell_or_label(t, v, row, column);
    size_t width = characters(t, start);
    t->length = start;
    t->data[start] = '\0';
    return width;
}

static void put_spaces(ch_text *t, size_t count) {
    while (count-- > 0) ch_text_put(t, " ");
}

/// Puts what stands behind `start` further to the right.
static void indent(ch_text *t, size_t start, size_t count) {
    size_t length = t->length - start;
    put_spaces(t, count);
    if (t->full) return;
    memmove(t->data + start + count, t->data + start, length);
    memset(t->data + start, ' ', count);
}

/// Words stand left, numbers right.
static void put_padded(ch_text *t, const view *v, ptrdiff_t row, size_t column, size_t width) {
    ch_type type = column_of(v, column)->type;
    bool left = type == CH_TEXT || type == CH_CUE;
    bool last = column + 1 == column_count(v);
    if (column > 0) ch_text_put(t, "  ");
    size_t start = t->length;
    put_cell_or_label(t, v, row, column);
    size_t taken = characters(t, start);
    size_t space = width > taken ? width - taken : 0; // a text that is full holds less
    if (!left) indent(t, start, space);
    if (left && !last) put_spaces(t, space);
}

static void put_table_text(ch_text *t, const view *v) {
    ch_arena scratch = *v->run->arena;
    ptrdiff_t rows = (ptrdiff_t)v->filled->rows;
    size_t columns = column_count(v);
    size_t *widths = ch_arena_take(&scratch, columns, sizeof *widths);
    if (widths == NULL) {
        t->full = true;
        return;
    }
    memset(widths, 0, columns * sizeof *widths);
    for (ptrdiff_t row = -1; row < rows; row++) {
        for (size_t c = 0; c < columns; c++) {
            size_t width = width_of(t, v, row, c);
            if (width > widths[c]) widths[c] = width;
        }
    }
    ch_text_put(t, "\n");
    ch_text_put(t, v->table->caption);
    ch_text_put(t, "\n");
    for (ptrdiff_t row = -1; row < rows && !t->full; row++) {
        for (size_t c = 0; c < columns && !t->full; c++) put_padded(t, v, row, c, widths[c]);
        ch_text_put(t, "\n");
    }
}

static void put_heading_text(ch_text *t, const ch_run *run) {
    ch_text_put(t, run->lab->id);
    for (size_t i = 0; i < run->lab->parameter_count; i++) {
        ch_text_put(t, " --");
        ch_text_put(t, run->lab->parameters[i].id);
        ch_text_put(t, " ");
        ch_run_put_value(t, run, i);
    }
    if (run->mistake != CH_NO_MISTAKE) {
        ch_text_put(t, " --mistake ");
        ch_text_put(t, ch_mistake_id(run->mistake));
    }
    ch_text_put(t, "\n");
}

static void put_check_text(ch_text *t, const ch_run *run, size_t check) {
    const ch_check *c = &run->lab->checks[check];
    ch_text_put(t, ch_check_passed(run, check) ? "passed  " : "failed  ");
    ch_text_put(t, c->id);
    ch_text_put(t, ": ");
    ch_text_put(t, c->label);
    ch_text_put(t, ", ");
    ch_text_put_number(t, run->checks[check].value, CH_EVERY_DIGIT);
    ch_text_put(t, c->above ? " above " : " at most ");
    ch_text_put_number(t, run->checks[check].tolerance, CH_EVERY_DIGIT);
    ch_text_put(t, "\n");
}

// JSON ----------------------------------------------------------------------------------------------------------------

static void put_column_json(ch_text *t, const view *v, size_t column) {
    const ch_column *c = column_of(v, column);
    char bytes[LONGEST_LABEL];
    ch_text name;
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_open(&name, bytes, sizeof bytes);
    put_column_id(&name, v, column);
    ch_text_put_field(t, "id", bytes);
    ch_text_open(&name, bytes, sizeof bytes);
    put_column_label(&name, v, column);
    ch_text_put_field(t, "label", bytes);
    t->full = t->full || name.full;
    ch_text_put_field(t, "unit", c->unit);
    ch_text_put_field(t, "type", ch_type_id(c->type));
    ch_text_put_key(t, "digits");
    ch_text_put_i64(t, c->digits);
    ch_text_put(t, "}");
}

static void put_number_exact(ch_text *t, const view *v, size_t row, size_t column) {
    double value = number_at(v, row, column);
    if (v->digits == RENDER_OWN_DIGITS || !isfinite(value)) {
        ch_text_put_json_number(t, value);
    } else {
        ch_text_put_number(t, value, digits_of(v, column));
    }
}

static void put_rows_json(ch_text *t, const view *v) {
    ch_text_put_key(t, "rows");
    ch_text_put(t, "[");
    for (size_t row = 0; row < v->filled->rows; row++) {
        ch_text_put_comma(t);
        ch_text_put(t, "[");
        for (size_t c = 0; c < column_count(v); c++) {
            const char *word = word_at(v, row, c);
            ch_text_put_comma(t);
            if (word != NULL) {
                ch_text_put_json(t, word);
            } else {
                put_number_exact(t, v, row, c);
            }
        }
        ch_text_put(t, "]");
    }
    ch_text_put(t, "]");
}

static void put_cues_json(ch_text *t, const view *v) {
    if (v->filled->cues == NULL) return;
    ch_text_put_key(t, "cues");
    ch_text_put(t, "[");
    for (size_t row = 0; row < v->filled->rows; row++) {
        ch_text_put_comma(t);
        ch_text_put(t, "[");
        for (size_t c = 1; c < column_count(v); c++) {
            const ch_named *cue = cue_at(v, row, c);
            ch_text_put_comma(t);
            ch_text_put_json(t, cue == NULL ? "" : cue->id);
        }
        ch_text_put(t, "]");
    }
    ch_text_put(t, "]");
}

static void put_table_json(ch_text *t, const view *v) {
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_put_field(t, "id", v->table->id);
    ch_text_put_field(t, "caption", v->table->caption);
    ch_text_put_field(t, "layout", v->table->layout == CH_GRID ? "matrix" : "records");
    ch_text_put_key(t, "keys");
    ch_text_put_u64(t, v->table->keys);
    ch_text_put_key(t, "columns");
    ch_text_put(t, "[");
    for (size_t c = 0; c < column_count(v); c++) put_column_json(t, v, c);
    ch_text_put(t, "]");
    put_rows_json(t, v);
    put_cues_json(t, v);
    ch_text_put(t, "}");
}

static void put_check_json(ch_text *t, const ch_run *run, size_t check) {
    ch_text_put_comma(t);
    ch_text_put(t, "{");
    ch_text_put_field(t, "id", run->lab->checks[check].id);
    ch_text_put_field(t, "label", run->lab->checks[check].label);
    ch_text_put_key(t, "value");
    ch_text_put_json_number(t, run->checks[check].value);
    ch_text_put_key(t, "tolerance");
    ch_text_put_json_number(t, run->checks[check].tolerance);
    ch_text_put_field(t, "sense", run->lab->checks[check].above ? "above" : "at-most");
    ch_text_put_key(t, "passed");
    ch_text_put(t, ch_check_passed(run, check) ? "true}" : "false}");
}

static void put_heading_json(ch_text *t, const ch_run *run) {
    ch_text_put_field(t, "lab", run->lab->id);
    ch_run_put_values(t, run);
    ch_text_put_field(t, "mistake", run->mistake == CH_NO_MISTAKE ? NULL : ch_mistake_id(run->mistake));
}

// CSV -----------------------------------------------------------------------------------------------------------------

/// A field of RFC 4180: quoted where it holds a comma, a quote or a line end.
static void put_quoted(ch_text *t, const char *word) {
    if (strpbrk(word, ",\"\n") == NULL) {
        ch_text_put(t, word);
        return;
    }
    ch_text_put(t, "\"");
    for (; *word != '\0'; word++) {
        if (*word == '"') ch_text_put(t, "\"");
        ch_text_put_bytes(t, word, 1);
    }
    ch_text_put(t, "\"");
}

/// Each table is a block: its id in the first column of every line.
static void put_table_csv(ch_text *t, const view *v) {
    ch_text_put(t, "table");
    for (size_t c = 0; c < column_count(v); c++) {
        ch_text_put(t, ",");
        put_column_id(t, v, c);
    }
    ch_text_put(t, "\n");
    for (size_t row = 0; row < v->filled->rows; row++) {
        ch_text_put(t, v->table->id);
        for (size_t c = 0; c < column_count(v); c++) {
            const char *word = word_at(v, row, c);
            ch_text_put(t, ",");
            if (word != NULL) {
                put_quoted(t, word);
            } else {
                int digits = v->digits == RENDER_OWN_DIGITS ? CH_EVERY_DIGIT : digits_of(v, c);
                ch_text_put_number(t, number_at(v, row, c), digits);
            }
        }
        ch_text_put(t, "\n");
    }
}

void render_run(ch_text *text, const ch_run *run, render_format format, int digits) {
    if (format == RENDER_TEXT) put_heading_text(text, run);
    if (format == RENDER_JSON) {
        ch_text_put(text, "{");
        put_heading_json(text, run);
        ch_text_put_key(text, "tables");
        ch_text_put(text, "[");
    }
    for (size_t i = 0; i < run->lab->table_count; i++) {
        view v = {.run = run, .table = &run->lab->tables[i], .filled = &run->tables[i], .digits = digits};
        if (format == RENDER_TEXT) put_table_text(text, &v);
        if (format == RENDER_JSON) put_table_json(text, &v);
        if (format == RENDER_CSV) put_table_csv(text, &v);
    }
    if (format == RENDER_CSV) return;
    ch_text_put(text, format == RENDER_JSON ? "],\"checks\":[" : run->lab->check_count > 0 ? "\n" : "");
    for (size_t i = 0; i < run->lab->check_count; i++) {
        if (format == RENDER_TEXT) put_check_text(text, run, i);
        if (format == RENDER_JSON) put_check_json(text, run, i);
    }
    if (format == RENDER_JSON) ch_text_put(text, "]}\n");
}
