#include "clockhand/target.h"

#include <string.h>

/// A target taken apart; the parts point into the caller's text.
typedef struct parts {
    size_t table_length;
    bool has_row;
    uint64_t row;
    const char *columns; ///< NULL without any
    size_t columns_length;
} parts;

static bool take_apart(parts *p, const char *text, size_t length) {
    *p = (parts){.table_length = 0};
    size_t i = 0;
    while (i < length && text[i] != '[' && text[i] != '.') i++;
    p->table_length = i;
    if (i < length && text[i] == '[') {
        i++;
        size_t start = i;
        for (; i < length && text[i] >= '0' && text[i] <= '9' && i - start < 9; i++) {
            p->row = p->row * 10 + (uint64_t)(text[i] - '0');
        }
        if (i == start || i >= length || text[i] != ']') return false;
        p->has_row = true;
        i++;
    }
    if (i < length && text[i] == '.') {
        p->columns = text + i + 1;
        p->columns_length = length - i - 1;
        i = length;
    }
    return i == length && p->table_length > 0;
}

/// Index of a value column by its id; the column count when there is none.
static size_t find_column(const ch_table *table, const ch_filled *filled, const char *id, size_t length) {
    if (table->layout == CH_RECORDS) {
        for (size_t c = 0; c < filled->columns; c++) {
            if (ch_text_equal(table->columns[c].id, id, length)) return c;
        }
        return filled->columns;
    }
    size_t axis = strlen(table->columns[1].id);
    if (length <= axis || length > axis + 9 || memcmp(id, table->columns[1].id, axis) != 0) return filled->columns;
    uint64_t count = 0;
    for (size_t i = axis; i < length; i++) {
        if (id[i] < '0' || id[i] > '9') return filled->columns;
        count = count * 10 + (uint64_t)(id[i] - '0');
    }
    bool inside = count >= filled->column_start && count - filled->column_start < filled->columns;
    return inside ? (size_t)(count - filled->column_start) : filled->columns;
}

static bool is_value_column(const ch_table *table, size_t column) {
    if (table->layout == CH_GRID) return true;
    ch_type type = table->columns[column].type;
    return column >= table->keys && (type == CH_INTEGER || type == CH_REAL);
}

/// How many columns a target can name.
static size_t count_names(const parts *p, const ch_filled *filled) {
    size_t count = p->columns == NULL ? filled->columns : 1;
    for (size_t i = 0; i < p->columns_length; i++) count += p->columns[i] == ',';
    return count;
}

/// Fills the indices of the columns a target names; 0 when one is unknown.
static size_t list_columns(size_t *indices, const parts *p, const ch_table *table, const ch_filled *filled) {
    size_t count = 0;
    for (size_t c = 0; p->columns == NULL && c < filled->columns; c++) {
        if (is_value_column(table, c)) indices[count++] = c;
    }
    size_t start = 0;
    for (size_t i = 0; p->columns != NULL && i <= p->columns_length; i++) {
        if (i < p->columns_length && p->columns[i] != ',') continue;
        size_t column = find_column(table, filled, p->columns + start, i - start);
        if (column == filled->columns) return 0;
        indices[count++] = column;
        start = i + 1;
    }
    return count;
}

static ch_status refuse(ch_run *run, const char *target, size_t length, const char *accepted) {
    return ch_fail_span(&run->failure, CH_UNKNOWN_TARGET, "target", (ch_span){target, length}, accepted);
}

static ch_status refuse_table(ch_run *run, const char *target, size_t length) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put(&text, "one of the tables ");
    for (size_t i = 0; i < run->lab->table_count; i++) {
        if (i > 0) ch_text_put(&text, ", ");
        ch_text_put(&text, run->lab->tables[i].id);
    }
    return refuse(run, target, length, accepted);
}

ch_status ch_target_pick(ch_picked *picked, ch_run *run, const char *target, size_t length) {
    parts p;
    if (!take_apart(&p, target, length)) return refuse(run, target, length, "table[row].column");
    size_t t = 0;
    while (t < run->lab->table_count && !ch_text_equal(run->lab->tables[t].id, target, p.table_length)) t++;
    if (t == run->lab->table_count) return refuse_table(run, target, length);
    const ch_table *table = &run->lab->tables[t];
    const ch_filled *filled = &run->tables[t];
    if (p.has_row && p.row >= filled->rows) return refuse(run, target, length, "a row that the table has");
    size_t *indices = ch_arena_take(run->arena, count_names(&p, filled), sizeof *indices);
    if (indices == NULL) return ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    size_t columns = list_columns(indices, &p, table, filled);
    if (columns == 0) return refuse(run, target, length, "a column that the table has");

    size_t first = p.has_row ? (size_t)p.row : 0;
    size_t rows = p.has_row ? 1 : filled->rows;
    double *cells = ch_run_doubles(run, rows * columns);
    if (cells == NULL) return run->failure.status;
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            cells[r * columns + c] = filled->cells[(first + r) * filled->columns + indices[c]];
        }
    }
    size_t described = table->layout == CH_GRID ? 2 : indices[0];
    *picked = (ch_picked){.rows = (uint32_t)rows,
                          .columns = (uint32_t)columns,
                          .digits = table->columns[described].digits,
                          .paired = table->paired &&
                                    (table->layout == CH_GRID ? p.columns == NULL : columns == 1 && !p.has_row),
                          .cells = cells};
    return CH_OK;
}
