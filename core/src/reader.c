// Expressions: what a person may type where one number is asked for.
#include "clockhand/reader.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"
#include "literal.h"

static double read_sum(cursor *c);
static double read_signed(cursor *c);

static double read_parenthesis(cursor *c) {
    cursor_advance(c);
    double value = read_sum(c);
    cursor_skip_spaces(c);
    if (!cursor_take(c, ')')) return cursor_fail(c, "A parenthesis is not closed.");
    return value;
}

/// The fraction behind a whole number and a space: `1/3` of `3 1/3`; false when none stands there.
static bool read_mixed(cursor *c, double *fraction) {
    cursor ahead = *c;
    if (cursor_peek(&ahead) != ' ') return false;
    cursor_skip_spaces(&ahead);
    int64_t numerator = literal_whole(&ahead);
    cursor_skip_spaces(&ahead);
    if (numerator < 0 || !cursor_take(&ahead, '/')) return false;
    cursor_skip_spaces(&ahead);
    int64_t denominator = literal_whole(&ahead);
    if (denominator <= 0) return false;
    *fraction = (double)numerator / (double)denominator;
    c->position = ahead.position;
    return true;
}

static double read_decimal(cursor *c) {
    literal l;
    bool may_be_mixed = c->at_term;
    c->at_term = false;
    literal_read(c, &l);
    if (c->failed) return 0.0;
    double value = ch_decimal_value(&l.decimal);
    double fraction = 0.0;
    if (may_be_mixed && l.whole && read_mixed(c, &fraction)) {
        cursor_skip_spaces(c);
        if (cursor_peek(c) == '^') return cursor_fail(c, "A power of a mixed fraction needs parentheses.");
        return value + fraction;
    }
    cursor ahead = *c;
    cursor_skip_spaces(&ahead);
    if (glyph_is_digit(cursor_peek(&ahead)) || (ahead.position > c->position && cursor_peek(&ahead) == '.')) {
        *c = ahead;
        return cursor_fail(c, "Two numbers stand side by side: write one, or an operator between them.");
    }
    return value;
}

typedef struct named {
    const char *name;
    double (*function)(double); ///< NULL for a constant
    double constant;
} named;

static const named NAMES[] = {
    {"pi", NULL, CH_PI},  {"e", NULL, CH_E},    {"sqrt", sqrt, 0.0}, {"sin", ch_sin, 0.0},
    {"cos", ch_cos, 0.0}, {"exp", ch_exp, 0.0}, {"ln", ch_log, 0.0},
};

static bool product_follows(cursor *c) {
    cursor_skip_spaces(c);
    int next = cursor_peek(c);
    return glyph_is_letter(next) || next == '(' || next == GLYPH_PI || next == GLYPH_ROOT;
}

/// The argument of a function: a parenthesis, or a signed number or name. What follows an argument without parentheses
/// could belong to it, so sin 2pi, sin 1/2 and sin pi*2 are asked about; sin 1 * 2 is a product, and a root is read as
/// reaching over one number.
static double read_argument(cursor *c, bool root) {
    cursor_skip_spaces(c);
    if (cursor_peek(c) == '(') return read_parenthesis(c);
    cursor sign = *c;
    cursor_take(&sign, '-');
    bool number = glyph_is_digit(cursor_peek(&sign)) || cursor_peek(&sign) == '.' || cursor_peek(&sign) == ',';
    double value = read_signed(c);
    if (root || c->failed) return value;
    bool product = product_follows(c);
    if (product || cursor_peek(c) == '/' || (cursor_peek(c) == '*' && !number)) {
        return cursor_fail(c,
                           "Where does the function end? Write its argument in parentheses: sin(pi/6) or sin(pi)/6.");
    }
    return value;
}

static double apply(cursor *c, double (*function)(double)) {
    size_t start = c->position;
    c->at_term = false;
    double value = function(read_argument(c, function == sqrt));
    if (!isfinite(value) && !c->failed) {
        c->position = start;
        return cursor_fail(c, "This function has no finite value there.");
    }
    return value;
}

static const char *const UNKNOWN_NAME = "This name is not known: pi, e, sqrt, sin, cos, exp and ln are accepted.";

static double read_name(cursor *c) {
    char name[8];
    size_t length = 0;
    cursor ahead = *c;
    for (; glyph_is_letter(cursor_peek(&ahead)); cursor_advance(&ahead)) {
        int letter = cursor_peek(&ahead);
        if (length < sizeof name) name[length++] = (char)(letter >= 'a' ? letter : letter - 'A' + 'a');
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (!ch_text_equal(NAMES[i].name, name, length)) continue;
        c->position = ahead.position;
        return NAMES[i].function == NULL ? NAMES[i].constant : apply(c, NAMES[i].function);
    }
    return cursor_fail(c, UNKNOWN_NAME);
}

static double read_primary(cursor *c) {
    cursor_skip_spaces(c);
    int glyph = cursor_peek(c);
    if (glyph_is_digit(glyph) || glyph == '.' || glyph == ',') return read_decimal(c);
    if (glyph_is_letter(glyph)) return read_name(c);
    if (glyph == '(') return read_parenthesis(c);
    if (glyph == GLYPH_PI) {
        cursor_advance(c);
        return NAMES[0].constant;
    }
    if (glyph == GLYPH_ROOT) {
        cursor_advance(c);
        return apply(c, sqrt);
    }
    if (glyph == GLYPH_DEGREE) return cursor_fail(c, "Angles are in radians: leave the degree sign out.");
    if (glyph == GLYPH_END) return cursor_fail(c, "A number is missing at the end.");
    return cursor_fail(c, "A number was expected here.");
}

static double read_power(cursor *c) {
    double base = read_primary(c);
    cursor_skip_spaces(c);
    if (c->failed || !cursor_take(c, '^')) return base;
    return ch_pow(base, read_signed(c));
}

/// A sign binds weaker than a power: -2^2 is -4.
static double read_signed(cursor *c) {
    if (++c->depth > CH_DEPTH) return cursor_fail(c, "This expression is nested too deeply.");
    cursor_skip_spaces(c);
    double value;
    if (cursor_take(c, '-')) {
        value = -read_signed(c);
    } else if (cursor_take(c, '+')) {
        value = read_signed(c);
    } else {
        value = read_power(c);
    }
    c->depth--;
    return value;
}

/// An x as a product sign stands before a power of ten only, so that 0x10 stays refused.
static bool take_times(cursor *c) {
    if (cursor_take(c, '*')) return true;
    cursor ahead = *c;
    if (!cursor_take(&ahead, 'x') && !cursor_take(&ahead, 'X')) return false;
    cursor_skip_spaces(&ahead);
    cursor power = ahead;
    if (!cursor_take(&power, '1') || !cursor_take(&power, '0')) return false;
    cursor_skip_spaces(&power);
    if (!cursor_take(&power, '^')) return false;
    c->position = ahead.position;
    return true;
}

static double read_product(cursor *c) {
    c->at_term = true;
    double value = read_signed(c);
    c->at_term = false;
    while (!c->failed) {
        cursor_skip_spaces(c);
        if (take_times(c)) {
            value *= read_signed(c);
        } else if (cursor_take(c, '/')) {
            double divisor = read_signed(c);
            if (divisor == 0.0 && !c->failed) return cursor_fail(c, "A division by zero has no value.");
            value /= divisor;
        } else if (product_follows(c)) {
            value *= read_power(c);
        } else {
            break;
        }
    }
    return value;
}

static double read_sum(cursor *c) {
    if (++c->depth > CH_DEPTH) return cursor_fail(c, "This expression is nested too deeply.");
    double value = read_product(c);
    while (!c->failed) {
        cursor_skip_spaces(c);
        if (cursor_take(c, '+')) {
            value += read_product(c);
        } else if (cursor_take(c, '-')) {
            value -= read_product(c);
        } else {
            break;
        }
    }
    c->depth--;
    return value;
}

/// Notes whether the whole text is one whole number over another.
static void note_fraction(ch_number *number, const char *text, size_t length) {
    ch_reading unused = {.readable = false};
    cursor c = {.text = text, .length = length, .reading = &unused};
    cursor_skip_spaces(&c);
    cursor_take(&c, '=');
    cursor_skip_spaces(&c);
    bool negative = cursor_take(&c, '-');
    if (!negative) cursor_take(&c, '+');
    cursor_skip_spaces(&c);
    int64_t numerator = literal_whole(&c);
    cursor_skip_spaces(&c);
    if (numerator < 0 || !cursor_take(&c, '/')) return;
    cursor_skip_spaces(&c);
    int64_t denominator = literal_whole(&c);
    cursor_skip_spaces(&c);
    if (denominator <= 0 || cursor_peek(&c) != GLYPH_END) return;
    number->fraction = true;
    number->numerator = negative ? -numerator : numerator;
    number->denominator = denominator;
}

static double read_expression(cursor *c) {
    cursor_skip_spaces(c);
    cursor_take(c, '=');
    cursor_skip_spaces(c);
    if (cursor_peek(c) == GLYPH_END) return cursor_fail(c, "There is nothing to read yet.");
    double value = read_sum(c);
    cursor_skip_spaces(c);
    if (c->failed || cursor_peek(c) == GLYPH_END) return value;
    if (cursor_peek(c) == GLYPH_DEGREE) return cursor_fail(c, "Angles are in radians: leave the degree sign out.");
    if (cursor_peek(c) == ',') return cursor_fail(c, "One number is asked for: a comma stands between two.");
    return cursor_fail(c, "This sign cannot be read here.");
}

bool ch_read_number(ch_number *number, ch_reading *reading, const char *text, size_t length) {
    *reading = (ch_reading){.rows = 1, .columns = 1};
    cursor c = {.text = text, .length = length, .reading = reading};
    if (length > CH_ANSWER_BYTES) {
        _Static_assert(CH_ANSWER_BYTES == 32 << 10, "the sentence says 32");
        cursor_fail(&c, "This is too long: at most 32 kilobytes are read.");
        return false;
    }
    literal l;
    ch_number read = {.length = length};
    if (literal_plain(&l, text, length)) {
        read.plain = true;
        read.places = l.places;
        read.significant = l.significant;
        read.value = ch_decimal_value(&l.decimal);
    } else {
        read.value = read_expression(&c);
        note_fraction(&read, text, length);
    }
    if (!c.failed && !isfinite(read.value)) cursor_fail(&c, "This is not a finite number.");
    if (c.failed) return false;
    reading->readable = true;
    *number = read;
    return true;
}

void ch_number_decimal(ch_decimal *decimal, const ch_number *number, const char *text) {
    literal l;
    if (number->plain && literal_plain(&l, text + number->start, number->length)) {
        *decimal = l.decimal;
    } else {
        ch_decimal_shortest(decimal, number->value);
    }
}
