// Decimal literals as people write them.
#include "literal.h"

enum { LITERAL_DIGITS = 400, EXPONENT_LIMIT = 999 };

int cursor_peek(const cursor *c) {
    size_t bytes;
    return glyph_at(c->text, c->length, c->position, &bytes);
}

void cursor_advance(cursor *c) {
    size_t bytes;
    glyph_at(c->text, c->length, c->position, &bytes);
    c->position += bytes;
}

void cursor_skip_spaces(cursor *c) {
    while (cursor_peek(c) == ' ' || cursor_peek(c) == '\t' || cursor_peek(c) == '\n') cursor_advance(c);
}

bool cursor_take(cursor *c, int glyph) {
    if (cursor_peek(c) != glyph) return false;
    cursor_advance(c);
    return true;
}

double cursor_fail(cursor *c, const char *message) {
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

static void push_digit(cursor *c, literal *l, int digit) {
    ch_decimal *d = &l->decimal;
    if (d->count == 0 && digit == 0) return;
    if (d->count >= LITERAL_DIGITS) {
        cursor_fail(c, "At most 400 digits are read.");
        return;
    }
    d->digits[d->count++] = (uint8_t)digit;
}

static int32_t read_digits(cursor *c, literal *l) {
    int32_t count = 0;
    for (; glyph_is_digit(cursor_peek(c)) && count < CH_ANSWER_BYTES; count++) {
        push_digit(c, l, cursor_peek(c) - '0');
        cursor_advance(c);
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
    cursor_advance(c);
    bool negative = cursor_take(c, '-');
    if (!negative) cursor_take(c, '+');
    if (!glyph_is_digit(cursor_peek(c))) {
        cursor_fail(c, "The exponent has no digits: write 1e-3, or a space before e for Euler's number.");
        return 0;
    }
    int32_t exponent = 0;
    for (; glyph_is_digit(cursor_peek(c)); cursor_advance(c)) {
        if (exponent <= EXPONENT_LIMIT) exponent = exponent * 10 + cursor_peek(c) - '0';
    }
    if (exponent > EXPONENT_LIMIT) cursor_fail(c, "An exponent is at most 999 either way.");
    return negative ? -exponent : exponent;
}

/// An e behind digits starts an exponent, unless more letters make it a name: 2exp(1).
static bool exponent_follows(const cursor *c) {
    cursor ahead = *c;
    if (!cursor_take(&ahead, 'e') && !cursor_take(&ahead, 'E')) return false;
    return !glyph_is_letter(cursor_peek(&ahead));
}

void literal_read(cursor *c, literal *l) {
    size_t start = c->position;
    l->decimal = (ch_decimal){.count = 0};
    int32_t before = read_digits(c, l);
    int32_t point = l->decimal.count;
    int32_t after = 0;
    int separator = cursor_peek(c);
    size_t comma = c->position;
    if (separator == '.' || separator == ',') {
        cursor_advance(c);
        after = read_digits(c, l);
    }
    if (before + after == 0) {
        cursor_fail(c, "A number has at least one digit.");
        return;
    }
    if ((separator == '.' || separator == ',') && (cursor_peek(c) == '.' || cursor_peek(c) == ',')) {
        cursor_fail(
            c,
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
    cursor_skip_spaces(&ahead);
    if (!cursor_take(&ahead, '*') && !cursor_take(&ahead, 'x') && !cursor_take(&ahead, 'X')) return;
    cursor_skip_spaces(&ahead);
    if (!cursor_take(&ahead, '1') || !cursor_take(&ahead, '0')) return;
    cursor_skip_spaces(&ahead);
    if (!cursor_take(&ahead, '^')) return;
    cursor_skip_spaces(&ahead);
    bool bracket = cursor_take(&ahead, '(');
    bool negative = cursor_take(&ahead, '-');
    if (!negative) cursor_take(&ahead, '+');
    int32_t power = 0;
    int32_t digits = 0;
    for (; glyph_is_digit(cursor_peek(&ahead)) && digits < 4; digits++, cursor_advance(&ahead))
        power = power * 10 + cursor_peek(&ahead) - '0';
    if (digits == 0 || digits > 3 || cursor_peek(&ahead) == '.' || cursor_peek(&ahead) == ',' ||
        cursor_peek(&ahead) == '^')
        return;
    if (bracket && !cursor_take(&ahead, ')')) return;
    if (negative) power = -power;
    if (l->decimal.count > 0) l->decimal.point += power;
    l->places -= power;
    l->whole = false;
    c->position = ahead.position;
}

bool literal_plain(literal *l, const char *text, size_t length) {
    ch_reading unused = {.readable = false};
    cursor c = {.text = text, .length = length, .reading = &unused};
    int opened = 0;
    cursor_skip_spaces(&c);
    cursor_take(&c, '=');
    for (cursor_skip_spaces(&c); cursor_take(&c, '('); cursor_skip_spaces(&c)) opened++;
    bool negative = cursor_take(&c, '-');
    if (!negative) cursor_take(&c, '+');
    cursor_skip_spaces(&c);
    int next = cursor_peek(&c);
    if (!glyph_is_digit(next) && next != '.' && next != ',') return false;
    literal_read(&c, l);
    if (c.failed) return false;
    read_power_of_ten(&c, l);
    for (cursor_skip_spaces(&c); cursor_take(&c, ')'); cursor_skip_spaces(&c)) opened--;
    if (opened != 0 || cursor_peek(&c) != GLYPH_END) return false;
    l->decimal.negative = negative;
    return true;
}

int64_t literal_whole(cursor *c) {
    int64_t value = 0;
    int digits = 0;
    for (; glyph_is_digit(cursor_peek(c)) && digits < 16; digits++, cursor_advance(c))
        value = value * 10 + cursor_peek(c) - '0';
    int next = cursor_peek(c);
    bool ended = next != '.' && next != ',' && !glyph_is_digit(next) && !glyph_is_letter(next);
    return digits > 0 && digits < 16 && ended ? value : -1;
}
