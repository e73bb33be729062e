#include "clockhand/parameter.h"

#include <math.h>

#include "clockhand/decimal.h"
#include "clockhand/reader.h"

static const double TWO_TO_64 = 18446744073709551616.0;

void ch_parameter_put_accepted(ch_text *text, const ch_parameter *p) {
    if (p->type == CH_CHOICE) {
        for (size_t i = 0; i < p->choice_count; i++) {
            ch_text_put_or(text, i, p->choice_count);
            ch_text_put(text, p->choices[i].id);
        }
        return;
    }
    if (p->type == CH_INTEGER || p->type == CH_AXIS) ch_text_put(text, "a whole number");
    if (p->type == CH_REAL) ch_text_put(text, "a finite number");
    if (p->type == CH_RANGE) ch_text_put(text, "a whole number, or two with .. between, each");
    if (p->type == CH_MATRIX) ch_text_put(text, "numbers with commas, rows with semicolons, each");
    ch_text_put(text, " from ");
    ch_text_put_number(text, p->least, CH_EVERY_DIGIT);
    ch_text_put(text, " to ");
    if (p->type == CH_INTEGER && p->most >= TWO_TO_64) {
        ch_text_put_u64(text, UINT64_MAX);
    } else {
        ch_text_put_number(text, p->most, CH_EVERY_DIGIT);
    }
}

ch_status ch_parameter_refuse(ch_failure *failure, ch_status status, const ch_parameter *p, ch_span text) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text said;
    ch_text_open(&said, accepted, sizeof accepted);
    ch_parameter_put_accepted(&said, p);
    return ch_fail_span(failure, status, p->id, text, accepted);
}

/// Digits alone, up to 2^64 - 1, are read exactly; anything else goes through the reader. CH_UNREADABLE_VALUE for what is no whole
/// number, CH_VALUE_OUT_OF_RANGE for one that 64 bits do not hold.
static ch_status read_integer(uint64_t *value, ch_span text) {
    uint64_t exact = 0;
    bool digits = text.length > 0;
    for (size_t i = 0; i < text.length && digits; i++) {
        uint64_t digit = (uint64_t)(unsigned char)text.text[i] - '0';
        digits = digit <= 9 && exact <= (UINT64_MAX - digit) / 10;
        exact = exact * 10 + digit;
    }
    if (digits) {
        *value = exact;
        return CH_OK;
    }
    ch_number number;
    ch_reading reading;
    bool read = ch_read_number(&number, &reading, text.text, text.length);
    if (!read || number.value != floor(number.value)) return CH_UNREADABLE_VALUE;
    if (number.value < 0.0 || number.value >= TWO_TO_64) return CH_VALUE_OUT_OF_RANGE;
    *value = (uint64_t)number.value;
    return CH_OK;
}

static ch_status set_integer(ch_value *value, ch_failure *failure, const ch_parameter *p, ch_span text) {
    uint64_t read = 0;
    ch_status status = read_integer(&read, text);
    if (status == CH_OK && ((double)read < p->least || (double)read > p->most)) status = CH_VALUE_OUT_OF_RANGE;
    if (status != CH_OK) return ch_parameter_refuse(failure, status, p, text);
    value->integer = read;
    return CH_OK;
}

/// `7`, or `0..19`: the first and the last, in order.
static ch_status set_range(ch_value *value, ch_failure *failure, const ch_parameter *p, ch_span text) {
    size_t dots = 0;
    while (dots + 1 < text.length && (text.text[dots] != '.' || text.text[dots + 1] != '.')) dots++;
    bool one = dots + 1 >= text.length;
    ch_span first = {text.text, one ? text.length : dots};
    ch_span last = one ? first : (ch_span){text.text + dots + 2, text.length - dots - 2};
    uint64_t ends[2] = {0, 0};
    ch_status status = read_integer(&ends[0], first);
    if (status != CH_UNREADABLE_VALUE) {
        ch_status other = read_integer(&ends[1], last);
        if (other != CH_OK) status = other;
    }
    bool inside = (double)ends[0] >= p->least && (double)ends[1] <= p->most && ends[0] <= ends[1];
    if (status == CH_OK && !inside) status = CH_VALUE_OUT_OF_RANGE;
    if (status != CH_OK) return ch_parameter_refuse(failure, status, p, text);
    value->integer = ends[0];
    value->last = ends[1];
    return CH_OK;
}

/// A real, or an axis.
static ch_status set_real(ch_value *value, ch_failure *failure, const ch_parameter *p, ch_span text) {
    ch_number number;
    ch_reading reading;
    bool read = ch_read_number(&number, &reading, text.text, text.length);
    if (!read || (p->type == CH_AXIS && number.value != floor(number.value))) {
        return ch_parameter_refuse(failure, CH_UNREADABLE_VALUE, p, text);
    }
    if (number.value < p->least || number.value > p->most) {
        return ch_parameter_refuse(failure, CH_VALUE_OUT_OF_RANGE, p, text);
    }
    value->real = number.value;
    return CH_OK;
}

static ch_status set_choice(ch_value *value, ch_failure *failure, const ch_parameter *p, ch_span text) {
    for (size_t i = 0; i < p->choice_count; i++) {
        if (!ch_text_equal(p->choices[i].id, text.text, text.length)) continue;
        value->integer = i;
        return CH_OK;
    }
    return ch_parameter_refuse(failure, CH_UNREADABLE_VALUE, p, text);
}

ch_status ch_parameter_read(ch_value *value, ch_failure *failure, const ch_parameter *p, ch_span text) {
    if (p->type == CH_CHOICE) return set_choice(value, failure, p, text);
    if (p->type == CH_RANGE) return set_range(value, failure, p, text);
    if (p->type == CH_REAL || p->type == CH_AXIS) return set_real(value, failure, p, text);
    return set_integer(value, failure, p, text);
}

void ch_parameter_put_value(ch_text *text, const ch_parameter *p, const ch_value *value) {
    if (p->type == CH_INTEGER) {
        ch_text_put_u64(text, value->integer);
    } else if (p->type == CH_RANGE) {
        ch_text_put_u64(text, value->integer);
        if (value->last != value->integer) {
            ch_text_put(text, "..");
            ch_text_put_u64(text, value->last);
        }
    } else if (p->type == CH_CHOICE) {
        ch_text_put(text, p->choices[value->integer].id);
    } else if (p->type == CH_MATRIX) {
        for (size_t i = 0; i < (size_t)value->rows * value->columns; i++) {
            if (i > 0) ch_text_put(text, i % value->columns == 0 ? ";" : ",");
            ch_text_put_number(text, value->cells[i], CH_EVERY_DIGIT);
        }
    } else {
        ch_text_put_number(text, value->real, CH_EVERY_DIGIT);
    }
}

const char *ch_type_id(ch_type type) {
    static const char *const ids[] = {
        [CH_INTEGER] = "integer", [CH_REAL] = "real",    [CH_CHOICE] = "choice", [CH_MATRIX] = "matrix",
        [CH_RANGE] = "range",     [CH_AXIS] = "integer", [CH_TEXT] = "text",     [CH_CUE] = "cue",
    };
    return ids[type];
}

static bool is_called(const ch_parameter *p, ch_span id) {
    return ch_text_equal(p->id, id.text, id.length) ||
           (p->other != NULL && ch_text_equal(p->other, id.text, id.length));
}

size_t ch_parameter_find(const ch_parameter *parameters, size_t count, ch_span id) {
    size_t index = 0;
    while (index < count && !is_called(&parameters[index], id)) index++;
    return index;
}

void ch_parameter_put_ids(ch_text *text, const ch_parameter *parameters, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i > 0) ch_text_put(text, ", ");
        ch_text_put(text, parameters[i].id);
    }
}
