#include "clockhand/reader.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"
#include "glyph.h"

enum { LITERAL_DIGITS = 400, EXPONENT_LIMIT = 999 };

/// A place in a text that is read from left to right, and the first reason to stop.
typedef struct cursor {
    const char *text;
    size_t length;
    size_t position;
    int depth;
    bool at_term; ///< nothing of the present term has been read: a mixed fraction may stand here
    bool failed;
    ch_reading *reading;
} cursor;

static int peek(const cursor *c) {
    size_t bytes;
    return glyph_at(c->text, c->length, c->position, &bytes);
}

static void advance(cursor *c) {
    size_t bytes;
    glyph_at(c->text, c->length, c->position, &bytes);
    c->position += bytes;
}

static void skip_spaces(cursor *c) {
    while (peek(c) == ' ' || peek(c) == '\t' || peek(c) == '\n') advance(c);
}

static bool take(cursor *c, int glyph) {
    if (peek(c) != glyph) return false;
    advance(c);
    return true;
}

static double fail(cursor *c, const char *message) {
    if (!c->failed) {
        ch_text text;
        ch_text_open(&text, c->reading->message, CH_MESSAGE_SIZE);
        ch_text_put(&text, message);
        c->reading->position = c->position;
        c->reading->ambiguous = false;
        c->failed = true;
    }
    return 0.0;
}

/// The decimal literal at the cursor: digits, one point or comma, an exponent.
typedef struct literal {
    ch_decimal decimal;
    int32_t places;      ///< behind the point, less the exponent
    int32_t significant; ///< digits from the first nonzero one on
    bool whole;          ///< digits alone
} literal;

static void push_digit(cursor *c, literal *l, int digit) {
    ch_decimal *d = &l->decimal;
    if (d->count == 0 && digit == 0) return;
    if (d->count >= LITERAL_DIGITS) {
        fail(c, "At most 400 digits are read.");
        return;
    }
    d->digits[d->count++] = (uint8_t)digit;
}

static int32_t read_digits(cursor *c, literal *l) {
    int32_t count = 0;
    for (; glyph_is_digit(peek(c)) && count < CH_ANSWER_BYTES; count++) {
        push_digit(c, l, peek(c) - '0');
        advance(c);
    }
    return count;
}

static void ask_about_comma(cursor *c, size_t start, size_t comma, size_t end) {
    if (c->failed) return;
    ch_text text;
    size_t bytes; // a full-width comma has three
    glyph_at(c->text, c->length, comma, &bytes);
    ch_text_open(&text, c->reading->message, CH_MESSAGE_SIZE);
    ch_text_put(&text, "Is ");
    ch_text_put_bytes(&text, c->text + start, end - start);
    ch_text_put(&text, " a decimal (write ");
    ch_text_put_bytes(&text, c->text + start, comma - start);
    ch_text_put(&text, ".");
    ch_text_put_bytes(&text, c->text + comma + bytes, end - comma - bytes);
    ch_text_put(&text, ") or thousands (write ");
    ch_text_put_bytes(&text, c->text + start, comma - start);
    ch_text_put_bytes(&text, c->text + comma + bytes, end - comma - bytes);
    ch_text_put(&text, ")?");
    c->reading->position = comma;
    c->reading->ambiguous = true;
    c->failed = true;
}

/// Reads `e` and a signed whole number; an `e` without digits is an error, never Euler's number.
static int32_t read_exponent(cursor *c) {
    advance(c);
    bool negative = take(c, '-');
    if (!negative) take(c, '+');
    if (!glyph_is_digit(peek(c))) {
        fail(c, "The exponent has no digits: write 1e-3, or a space before e for Euler's number.");
        return 0;
    }
    int32_t exponent = 0;
    for (; glyph_is_digit(peek(c)); advance(c)) {
        if (exponent <= EXPONENT_LIMIT) exponent = exponent * 10 + peek(c) - '0';
    }
    if (exponent > EXPONENT_LIMIT) fail(c, "An exponent is at most 999 either way.");
    return negative ? -exponent : exponent;
}

/// An e behind digits starts an exponent, unless more letters make it a name: 2exp(1).
static bool exponent_follows(const cursor *c) {
    cursor ahead = *c;
    if (!take(&ahead, 'e') && !take(&ahead, 'E')) return false;
    return !glyph_is_letter(peek(&ahead));
}

static void read_literal(cursor *c, literal *l) {
    size_t start = c->position;
    l->decimal = (ch_decimal){.count = 0};
    int32_t before = read_digits(c, l);
    int32_t point = l->decimal.count;
    int32_t after = 0;
    int separator = peek(c);
    size_t comma = c->position;
    if (separator == '.' || separator == ',') {
        advance(c);
        after = read_digits(c, l);
    }
    if (before + after == 0) {
        fail(c, "A number has at least one digit.");
        return;
    }
    if ((separator == '.' || separator == ',') && (peek(c) == '.' || peek(c) == ',')) {
        fail(c,
             "Points and commas are mixed: write one of them, once, before the decimals, and no thousands separators.");
        return;
    }
    if (separator == ',' && after == 3 && before >= 1 && before <= 3 && point == before) {
        ask_about_comma(c, start, comma, c->position);
        return;
    }
    bool exponent = exponent_follows(c);
    int32_t power = exponent ? read_exponent(c) : 0;
    // Leading zeros were not kept: those behind the point move it.
    l->decimal.point = l->decimal.count - after + power;
    l->places = after - power;
    l->significant = l->decimal.count;
    l->whole = separator != '.' && separator != ',' && !exponent;
    while (l->decimal.count > 0 && l->decimal.digits[l->decimal.count - 1] == 0) l->decimal.count--;
    if (l->decimal.count == 0) l->decimal.point = 0;
}

/// Multiplies a literal by `*10^n`, written with any product sign or an x, when it stands at the cursor.
static void read_power_of_ten(cursor *c, literal *l) {
    cursor ahead = *c;
    skip_spaces(&ahead);
    if (!take(&ahead, '*') && !take(&ahead, 'x') && !take(&ahead, 'X')) return;
    skip_spaces(&ahead);
    if (!take(&ahead, '1') || !take(&ahead, '0')) return;
    skip_spaces(&ahead);
    if (!take(&ahead, '^')) return;
    skip_spaces(&ahead);
    bool bracket = take(&ahead, '(');
    bool negative = take(&ahead, '-');
    if (!negative) take(&ahead, '+');
    int32_t power = 0;
    int32_t digits = 0;
    for (; glyph_is_digit(peek(&ahead)) && digits < 4; digits++, advance(&ahead))
        power = power * 10 + peek(&ahead) - '0';
    if (digits == 0 || digits > 3 || peek(&ahead) == '.' || peek(&ahead) == ',' || peek(&ahead) == '^') return;
    if (bracket && !take(&ahead, ')')) return;
    if (negative) power = -power;
    if (l->decimal.count > 0) l->decimal.point += power;
    l->places -= power;
    l->whole = false;
    c->position = ahead.position;
}

/// Reads the whole text as a sign and one decimal; false (and nothing said) when it is something else.
static bool read_plain(literal *l, const char *text, size_t length) {
    ch_reading unused = {.readable = false};
    cursor c = {.text = text, .length = length, .reading = &unused};
    int opened = 0;
    skip_spaces(&c);
    take(&c, '=');
    for (skip_spaces(&c); take(&c, '('); skip_spaces(&c)) opened++;
    bool negative = take(&c, '-');
    if (!negative) take(&c, '+');
    skip_spaces(&c);
    int next = peek(&c);
    if (!glyph_is_digit(next) && next != '.' && next != ',') return false;
    read_literal(&c, l);
    if (c.failed) return false;
    read_power_of_ten(&c, l);
    for (skip_spaces(&c); take(&c, ')'); skip_spaces(&c)) opened--;
    if (opened != 0 || peek(&c) != GLYPH_END) return false;
    l->decimal.negative = negative;
    return true;
}

static double read_sum(cursor *c);
static double read_signed(cursor *c);

static double read_parenthesis(cursor *c) {
    advance(c);
    double value = read_sum(c);
    skip_spaces(c);
    if (!take(c, ')')) return fail(c, "A parenthesis is not closed.");
    return value;
}

/// The whole number of at most 15 digits at the cursor; -1 when there is none.
static int64_t read_whole(cursor *c) {
    int64_t value = 0;
    int digits = 0;
    for (; glyph_is_digit(peek(c)) && digits < 16; digits++, advance(c)) value = value * 10 + peek(c) - '0';
    int next = peek(c);
    bool ended = next != '.' && next != ',' && !glyph_is_digit(next) && !glyph_is_letter(next);
    return digits > 0 && digits < 16 && ended ? value : -1;
}

/// The fraction behind a whole number and a space: `1/3` of `3 1/3`; false when none stands there.
static bool read_mixed(cursor *c, double *fraction) {
    cursor ahead = *c;
    if (peek(&ahead) != ' ') return false;
    skip_spaces(&ahead);
    int64_t numerator = read_whole(&ahead);
    skip_spaces(&ahead);
    if (numerator < 0 || !take(&ahead, '/')) return false;
    skip_spaces(&ahead);
    int64_t denominator = read_whole(&ahead);
    if (denominator <= 0) return false;
    *fraction = (double)numerator / (double)denominator;
    c->position = ahead.position;
    return true;
}

static double read_decimal(cursor *c) {
    literal l;
    bool may_be_mixed = c->at_term;
    c->at_term = false;
    read_literal(c, &l);
    if (c->failed) return 0.0;
    double value = ch_decimal_value(&l.decimal);
    double fraction = 0.0;
    if (may_be_mixed && l.whole && read_mixed(c, &fraction)) {
        skip_spaces(c);
        if (peek(c) == '^') return fail(c, "A power of a mixed fraction needs parentheses.");
        return value + fraction;
    }
    cursor ahead = *c;
    skip_spaces(&ahead);
    if (glyph_is_digit(peek(&ahead)) || (ahead.position > c->position && peek(&ahead) == '.')) {
        *c = ahead;
        return fail(c, "Two numbers stand side by side: write one, or an operator between them.");
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
    skip_spaces(c);
    int next = peek(c);
    return glyph_is_letter(next) || next == '(' || next == GLYPH_PI || next == GLYPH_ROOT;
}

/// The argument of a function: a parenthesis, or a signed number or name. What follows an argument without parentheses
/// could belong to it, so sin 2pi, sin 1/2 and sin pi*2 are asked about; sin 1 * 2 is a product, and a root is read as
/// reaching over one number.
static double read_argument(cursor *c, bool root) {
    skip_spaces(c);
    if (peek(c) == '(') return read_parenthesis(c);
    cursor sign = *c;
    take(&sign, '-');
    bool number = glyph_is_digit(peek(&sign)) || peek(&sign) == '.' || peek(&sign) == ',';
    double value = read_signed(c);
    if (root || c->failed) return value;
    bool product = product_follows(c);
    if (product || peek(c) == '/' || (peek(c) == '*' && !number)) {
        return fail(c, "Where does the function end? Write its argument in parentheses: sin(pi/6) or sin(pi)/6.");
    }
    return value;
}

static double apply(cursor *c, double (*function)(double)) {
    size_t start = c->position;
    c->at_term = false;
    double value = function(read_argument(c, function == sqrt));
    if (!isfinite(value) && !c->failed) {
        c->position = start;
        return fail(c, "This function has no finite value there.");
    }
    return value;
}

static const char *const UNKNOWN_NAME = "This name is not known: pi, e, sqrt, sin, cos, exp and ln are accepted.";

static double read_name(cursor *c) {
    char name[8];
    size_t length = 0;
    cursor ahead = *c;
    for (; glyph_is_letter(peek(&ahead)); advance(&ahead)) {
        int letter = peek(&ahead);
        if (length < sizeof name) name[length++] = (char)(letter >= 'a' ? letter : letter - 'A' + 'a');
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (!ch_text_equal(NAMES[i].name, name, length)) continue;
        c->position = ahead.position;
        return NAMES[i].function == NULL ? NAMES[i].constant : apply(c, NAMES[i].function);
    }
    return fail(c, UNKNOWN_NAME);
}

static double read_primary(cursor *c) {
    skip_spaces(c);
    int glyph = peek(c);
    if (glyph_is_digit(glyph) || glyph == '.' || glyph == ',') return read_decimal(c);
    if (glyph_is_letter(glyph)) return read_name(c);
    if (glyph == '(') return read_parenthesis(c);
    if (glyph == GLYPH_PI) {
        advance(c);
        return NAMES[0].constant;
    }
    if (glyph == GLYPH_ROOT) {
        advance(c);
        return apply(c, sqrt);
    }
    if (glyph == GLYPH_DEGREE) return fail(c, "Angles are in radians: leave the degree sign out.");
    if (glyph == GLYPH_END) return fail(c, "A number is missing at the end.");
    return fail(c, "A number was expected here.");
}

static double read_power(cursor *c) {
    double base = read_primary(c);
    skip_spaces(c);
    if (c->failed || !take(c, '^')) return base;
    return ch_pow(base, read_signed(c));
}

/// A sign binds weaker than a power: -2^2 is -4.
static double read_signed(cursor *c) {
    if (++c->depth > CH_DEPTH) return fail(c, "This expression is nested too deeply.");
    skip_spaces(c);
    double value;
    if (take(c, '-')) {
        value = -read_signed(c);
    } else if (take(c, '+')) {
        value = read_signed(c);
    } else {
        value = read_power(c);
    }
    c->depth--;
    return value;
}

/// An x as a product sign stands before a power of ten only, so that 0x10 stays refused.
static bool take_times(cursor *c) {
    if (take(c, '*')) return true;
    cursor ahead = *c;
    if (!take(&ahead, 'x') && !take(&ahead, 'X')) return false;
    skip_spaces(&ahead);
    cursor power = ahead;
    if (!take(&power, '1') || !take(&power, '0')) return false;
    skip_spaces(&power);
    if (!take(&power, '^')) return false;
    c->position = ahead.position;
    return true;
}

static double read_product(cursor *c) {
    c->at_term = true;
    double value = read_signed(c);
    c->at_term = false;
    while (!c->failed) {
        skip_spaces(c);
        if (take_times(c)) {
            value *= read_signed(c);
        } else if (take(c, '/')) {
            double divisor = read_signed(c);
            if (divisor == 0.0 && !c->failed) return fail(c, "A division by zero has no value.");
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
    if (++c->depth > CH_DEPTH) return fail(c, "This expression is nested too deeply.");
    double value = read_product(c);
    while (!c->failed) {
        skip_spaces(c);
        if (take(c, '+')) {
            value += read_product(c);
        } else if (take(c, '-')) {
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
    skip_spaces(&c);
    take(&c, '=');
    skip_spaces(&c);
    bool negative = take(&c, '-');
    if (!negative) take(&c, '+');
    skip_spaces(&c);
    int64_t numerator = read_whole(&c);
    skip_spaces(&c);
    if (numerator < 0 || !take(&c, '/')) return;
    skip_spaces(&c);
    int64_t denominator = read_whole(&c);
    skip_spaces(&c);
    if (denominator <= 0 || peek(&c) != GLYPH_END) return;
    number->fraction = true;
    number->numerator = negative ? -numerator : numerator;
    number->denominator = denominator;
}

static double read_expression(cursor *c) {
    skip_spaces(c);
    take(c, '=');
    skip_spaces(c);
    if (peek(c) == GLYPH_END) return fail(c, "There is nothing to read yet.");
    double value = read_sum(c);
    skip_spaces(c);
    if (c->failed || peek(c) == GLYPH_END) return value;
    if (peek(c) == GLYPH_DEGREE) return fail(c, "Angles are in radians: leave the degree sign out.");
    if (peek(c) == ',') return fail(c, "One number is asked for: a comma stands between two.");
    return fail(c, "This sign cannot be read here.");
}

bool ch_read_number(ch_number *number, ch_reading *reading, const char *text, size_t length) {
    *reading = (ch_reading){.rows = 1, .columns = 1};
    cursor c = {.text = text, .length = length, .reading = reading};
    if (length > CH_ANSWER_BYTES) {
        fail(&c, "This is too long: at most 16 kilobytes are read.");
        return false;
    }
    literal l;
    ch_number read = {.length = length};
    if (read_plain(&l, text, length)) {
        read.plain = true;
        read.places = l.places;
        read.significant = l.significant;
        read.value = ch_decimal_value(&l.decimal);
    } else {
        read.value = read_expression(&c);
        note_fraction(&read, text, length);
    }
    if (!c.failed && !isfinite(read.value)) fail(&c, "This is not a finite number.");
    if (c.failed) return false;
    reading->readable = true;
    *number = read;
    return true;
}

void ch_number_decimal(ch_decimal *decimal, const ch_number *number, const char *text) {
    literal l;
    if (number->plain && read_plain(&l, text + number->start, number->length)) {
        *decimal = l.decimal;
    } else {
        ch_decimal_shortest(decimal, number->value);
    }
}
