// Splits a typed vector or matrix into its cells; each cell is then read by ch_read_number.
#include <string.h>

#include "clockhand/reader.h"
#include "glyph.h"

/// What stands between cells, apart from tabs, which always do.
typedef struct style {
    bool commas;     ///< commas separate cells, else they are decimal commas
    bool spaced;     ///< commas before a blank separate cells, others are decimal commas
    bool spaces;     ///< spaces separate cells
    bool semicolons; ///< semicolons separate cells, else rows
} style;

typedef enum boundary { IN_CELL, CELL_ENDS, ROW_ENDS, TEXT_ENDS } boundary;

typedef struct splitter {
    const char *text;
    size_t length;
    size_t position;
    style style;
} splitter;

static int look(const splitter *s, size_t *bytes) {
    return glyph_at(s->text, s->length, s->position, bytes);
}

static bool blank_follows(const splitter *s) {
    splitter ahead = *s;
    size_t bytes;
    look(&ahead, &bytes);
    ahead.position += bytes;
    int next = look(&ahead, &bytes);
    return next == ' ' || next == '\t' || next == '\n';
}

static boundary kind_of(const splitter *s, int glyph) {
    if (glyph == GLYPH_END) return TEXT_ENDS;
    if (glyph == '\n' || glyph == ']') return ROW_ENDS;
    if (glyph == ';') return s->style.semicolons ? CELL_ENDS : ROW_ENDS;
    if (glyph == '\t') return CELL_ENDS;
    if (glyph == ',' && (s->style.commas || (s->style.spaced && blank_follows(s)))) return CELL_ENDS;
    if (glyph == ' ' && s->style.spaces) return CELL_ENDS;
    return IN_CELL;
}

/// Skips glyphs that mean nothing where they stand: blanks and opening brackets before a cell.
static void skip_blank(splitter *s) {
    size_t bytes;
    for (int glyph = look(s, &bytes); glyph == ' ' || glyph == '['; glyph = look(s, &bytes)) s->position += bytes;
}

/// Skips what follows a row that `ended` ended: blank lines, brackets and one separator between rows.
static boundary skip_row_end(splitter *s, int ended) {
    size_t bytes;
    bool separated = ended == ';';
    for (;;) {
        int glyph = look(s, &bytes);
        bool separator = !separated && (glyph == ';' || (glyph == ',' && ended == ']'));
        if (glyph != ' ' && glyph != '\t' && glyph != '\n' && glyph != ']' && glyph != '[' && !separator) {
            return glyph == GLYPH_END ? TEXT_ENDS : ROW_ENDS;
        }
        separated = separated || separator;
        if (glyph == ']') ended = glyph;
        s->position += bytes;
    }
}

/// A run of blanks between cells counts once, and not at all beside another boundary.
static boundary skip_spaces_after(splitter *s) {
    size_t bytes;
    for (int glyph = look(s, &bytes); glyph == ' '; glyph = look(s, &bytes)) s->position += bytes;
    int glyph = look(s, &bytes);
    boundary next = kind_of(s, glyph);
    if (next == IN_CELL) return CELL_ENDS;
    s->position += bytes;
    return next == ROW_ENDS ? skip_row_end(s, glyph) : next;
}

/// Finds the next cell; returns what ended it.
static boundary next_cell(splitter *s, size_t *start, size_t *length) {
    size_t bytes;
    skip_blank(s);
    *start = s->position;
    int depth = 0;
    for (;;) {
        int glyph = look(s, &bytes);
        boundary kind = depth > 0 && glyph != GLYPH_END && glyph != '\n' ? IN_CELL : kind_of(s, glyph);
        if (kind != IN_CELL) {
            *length = s->position - *start;
            s->position += bytes;
            if (kind == ROW_ENDS) return skip_row_end(s, glyph);
            if (glyph == ' ') return skip_spaces_after(s);
            return kind;
        }
        depth += (glyph == '(') - (glyph == ')');
        s->position += bytes;
    }
}

typedef struct shape {
    uint32_t rows;
    uint32_t columns; ///< of the first row
    size_t cells;
    bool even; ///< all rows are as long as the first
} shape;

static shape measure(const char *text, size_t length, style how) {
    splitter s = {.text = text, .length = length, .style = how};
    shape found = {.even = true};
    uint32_t columns = 0;
    for (boundary end = CELL_ENDS; end != TEXT_ENDS && found.cells <= CH_ANSWER_CELLS;) {
        size_t start;
        size_t bytes;
        end = next_cell(&s, &start, &bytes);
        found.cells++;
        columns++;
        if (end == CELL_ENDS) continue;
        if (found.rows == 0) found.columns = columns;
        found.even = found.even && columns == found.columns;
        found.rows++;
        columns = 0;
    }
    return found;
}

static bool fits(shape found, ch_field field) {
    if (!found.even || found.cells > CH_ANSWER_CELLS) return false;
    bool rows = field.rows == 0 || found.rows == field.rows;
    bool columns = field.columns == 0 || found.columns == field.columns;
    if (rows && columns) return true;
    bool vector = field.rows == 1 || field.columns == 1;
    return vector && found.rows == field.columns && found.columns == field.rows;
}

/// Narrows the text to what stands inside its outermost blanks, equals sign and one pair of parentheses around a list;
/// false when square brackets do not match. A tab at the end is a blank cell of a matrix, else nothing.
static bool trim(const char *text, size_t *start, size_t *length, bool matrix) {
    size_t bytes;
    size_t end = 0;
    size_t last_at = 0;
    int last = GLYPH_END;
    int squares = 0;
    int rounds = 0;
    bool one_pair = true; // nothing stands outside the first parenthesis
    bool list = false;    // a separator stands right inside it
    *start = 0;
    for (size_t i = 0; i < *length; i += bytes) {
        int glyph = glyph_at(text, *length, i, &bytes);
        bool blank = glyph == ' ' || glyph == '\n' || (glyph == '\t' && !matrix);
        if (end == 0 && glyph != '\t' && (blank || glyph == '=')) {
            *start = i + bytes;
            continue;
        }
        squares += (glyph == '[') - (glyph == ']');
        if (squares < 0) return false;
        if (!blank || end == 0) {
            one_pair = one_pair && (i == *start || rounds > 0);
            last = glyph;
            last_at = i;
            end = i + bytes;
        }
        rounds += (glyph == '(') - (glyph == ')');
        list = list || (rounds == 1 && (glyph == ',' || glyph == ';' || glyph == '\t'));
    }
    bool opened = glyph_at(text, *length, *start, &bytes) == '(';
    if (opened && one_pair && list && last == ')') {
        *start += bytes;
        end = last_at;
    }
    *length = end > *start ? end - *start : 0;
    return squares == 0;
}

static void put_count(ch_text *text, uint64_t count, const char *what) {
    ch_text_put_u64(text, count);
    ch_text_put(text, what);
    if (count != 1) ch_text_put(text, "s");
}

/// A row or a column is spoken of as values.
static void put_shape(ch_text *text, uint32_t rows, uint32_t columns, bool values) {
    if (values) {
        put_count(text, (uint64_t)rows * columns, " value");
    } else {
        put_count(text, rows, " row");
        ch_text_put(text, " of ");
        ch_text_put_u64(text, columns);
    }
}

static void say_shape(ch_reading *reading, shape found, ch_field field) {
    ch_text text;
    bool vector = field.rows == 1 || field.columns == 1;
    ch_text_open(&text, reading->message, CH_MESSAGE_SIZE);
    ch_text_put(&text, "This has ");
    if (found.cells > CH_ANSWER_CELLS) {
        ch_text_put(&text, "more cells than can be read");
    } else if (!found.even) {
        ch_text_put(&text, "rows of different lengths");
    } else {
        put_shape(&text, found.rows, found.columns, vector && (found.rows == 1 || found.columns == 1));
    }
    ch_text_put(&text, ": ");
    put_shape(&text, field.rows == 0 ? found.rows : field.rows, field.columns == 0 ? found.columns : field.columns,
              vector);
    ch_text_put(&text, " asked for, with commas or tabs between ");
    ch_text_put(&text, vector ? "them." : "cells.");
}

static bool choose_style(style *how, shape *found, ch_reading *reading, ch_field field, const char *text,
                         size_t length) {
    const style styles[] = {
        {.commas = true},
        {.commas = true, .semicolons = true},
        {.spaced = true},
        {.spaces = true},
        {.spaces = true, .semicolons = true},
        {.semicolons = true},
        {.commas = true, .spaces = true},
        {.commas = false},
    };
    size_t count = sizeof styles / sizeof styles[0];
    shape first = {.rows = 0};
    for (size_t i = 0; i < count; i++) {
        if (styles[i].semicolons && field.rows != 1 && field.columns != 1) continue;
        if (field.point_only && !styles[i].commas) continue;
        shape tried = measure(text, length, styles[i]);
        if (i == 0) first = tried;
        if (!fits(tried, field)) continue;
        *how = styles[i];
        *found = tried;
        return true;
    }
    say_shape(reading, first, field);
    return false;
}

static void name_cell(ch_reading *reading, size_t cell, uint32_t columns) {
    char reason[CH_MESSAGE_SIZE];
    memcpy(reason, reading->message, CH_MESSAGE_SIZE);
    ch_text text;
    ch_text_open(&text, reading->message, CH_MESSAGE_SIZE);
    ch_text_put(&text, "Row ");
    ch_text_put_u64(&text, cell / columns + 1);
    ch_text_put(&text, ", column ");
    ch_text_put_u64(&text, cell % columns + 1);
    ch_text_put(&text, ": ");
    ch_text_put(&text, reason);
    reading->cell = cell;
}

bool ch_read_cells(ch_number *numbers, ch_reading *reading, size_t capacity, ch_field field, const char *text,
                   size_t length) {
    if (length > CH_ANSWER_BYTES || (field.rows == 1 && field.columns == 1)) {
        return ch_read_number(numbers, reading, text, length);
    }
    *reading = (ch_reading){.rows = field.rows, .columns = field.columns};
    size_t start = 0;
    if (!trim(text, &start, &length, field.rows > 1 && field.columns > 1)) {
        ch_text said;
        ch_text_open(&said, reading->message, CH_MESSAGE_SIZE);
        ch_text_put(&said, "The square brackets do not match.");
        return false;
    }
    if (length == 0) return ch_read_number(numbers, reading, text, 0);
    style how;
    shape found;
    if (!choose_style(&how, &found, reading, field, text + start, length)) return false;
    if (found.cells > capacity) {
        say_shape(reading, found, field);
        return false;
    }
    splitter s = {.text = text + start, .length = length, .style = how};
    for (size_t i = 0; i < found.cells; i++) {
        size_t at;
        size_t bytes;
        next_cell(&s, &at, &bytes);
        if (!ch_read_number(&numbers[i], reading, s.text + at, bytes)) {
            reading->position += start + at;
            name_cell(reading, i, found.columns);
            reading->rows = found.rows;
            reading->columns = found.columns;
            return false;
        }
        numbers[i].start = start + at;
    }
    reading->readable = true;
    reading->rows = found.rows;
    reading->columns = found.columns;
    return true;
}
