#include "clockhand/judge.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"

enum { RIGHT_DIGITS = 15 };

const char *ch_verdict_id(ch_verdict verdict) {
    static const char *const ids[] = {
#define CH_VERDICT_ID(name, id) id,
        CH_VERDICT_LIST(CH_VERDICT_ID)
#undef CH_VERDICT_ID
    };
    return ids[verdict];
}

const char *ch_pattern_id(ch_pattern pattern) {
    static const char *const ids[] = {
#define CH_PATTERN_ID(name, id) id,
        CH_PATTERN_LIST(CH_PATTERN_ID)
#undef CH_PATTERN_ID
    };
    return ids[pattern];
}

/// The digits a number is judged by: those typed, or 15 of a computed double.
static void digits_of(ch_decimal *digits, const ch_number *number, const char *text) {
    ch_number_decimal(digits, number, text);
    if (!number->plain) ch_decimal_significant(digits, number->value, RIGHT_DIGITS);
}

/// A typed number with its exact digits.
typedef struct typed {
    const ch_number *number;
    ch_decimal decimal;
} typed;

/// What rounding to doubles may add to the difference of two values.
static double rounding_of(double left, double right) {
    static const double unit_roundoff = 1.1102230246251565e-16; // 2^-53
    return 4.0 * unit_roundoff * (fabs(left) + fabs(right));
}

/// True when the digits are correct for `expected` in the form that is asked. NaN and infinities never are.
static bool fits(const ch_question *q, const ch_decimal *digits, double expected) {
    if (!isfinite(expected)) return false;
    ch_decimal right;
    ch_decimal_significant(&right, expected, RIGHT_DIGITS);
    if (q->form == CH_BY_INTEGER) return ch_decimal_compare(digits, &right) == 0;
    if (q->form == CH_BY_TOLERANCE) {
        // Both ends of the interval count: what rounding to doubles adds to the difference is forgiven.
        double value = ch_decimal_value(digits);
        return fabs(value - expected) <= q->tolerance + rounding_of(value, expected);
    }
    return ch_decimal_within(digits, &right, q->places);
}

/// Fewer places than asked are worth a word only with one place, or two digits of a value of ten or more.
static bool enough_typed(const ch_question *q, const typed *v, double expected) {
    if (q->form == CH_BY_TOLERANCE || q->form == CH_BY_INTEGER || !v->number->plain) return false;
    if (v->number->places >= q->places) return v->number->places == q->places;
    return v->number->places >= 1 || (fabs(expected) >= 10.0 && v->number->significant >= 2);
}

static bool fits_rounded(const ch_question *q, const typed *v, double expected) {
    ch_decimal right;
    if (!enough_typed(q, v, expected) || v->number->places == q->places) return false;
    ch_decimal_significant(&right, expected, RIGHT_DIGITS);
    return ch_decimal_within(&v->decimal, &right, v->number->places);
}

static bool fits_cut(const ch_question *q, const typed *v, double expected) {
    ch_decimal right;
    if (!enough_typed(q, v, expected)) return false;
    ch_decimal_significant(&right, expected, RIGHT_DIGITS);
    ch_decimal_cut(&right, v->number->places);
    return ch_decimal_compare(&v->decimal, &right) == 0;
}

static bool fits_negated(const ch_question *q, const typed *v, double expected) {
    ch_decimal negated = v->decimal;
    negated.negative = !negated.negative;
    return fits(q, &negated, expected);
}

static bool fits_scaled(const ch_question *q, const typed *v, double expected) {
    ch_decimal right;
    if (v->decimal.count == 0) return false;
    ch_decimal_significant(&right, expected, RIGHT_DIGITS);
    for (int32_t step = -1; step <= 1; step++) {
        ch_decimal scaled = v->decimal;
        scaled.point = right.point + step;
        if (scaled.point != v->decimal.point && fits(q, &scaled, expected)) return true;
    }
    return false;
}

static bool is_zero(const ch_question *q, double expected) {
    ch_decimal zero = {.count = 0};
    return fits(q, &zero, expected);
}

/// Whether the places asked were all typed and only the last of them is off, by one unit: rounding on the way does that. A
/// right value that ends at the places asked was not rounded, and of one digit there is no other that could be right.
static bool off_in_last_place(const ch_question *q, const typed *v, double expected) {
    if (q->form != CH_BY_PLACES || q->places < 1 || !isfinite(expected)) return false;
    if (!v->number->plain || v->number->places < q->places) return false;
    ch_decimal right;
    ch_decimal_significant(&right, expected, RIGHT_DIGITS);
    if (right.count - right.point <= q->places) return false;
    ch_decimal_round(&right, q->places);
    if (right.count == 0 || right.point + q->places < 2) return false;
    ch_question wider = *q;
    wider.form = CH_BY_TOLERANCE;
    wider.tolerance = 1.5 * ch_pow(10.0, -(double)q->places);
    return fits(&wider, &v->decimal, expected);
}

static uint32_t matching_mistakes(const ch_question *q, const typed *v, size_t cell) {
    size_t count = (size_t)q->rows * q->columns;
    uint32_t found = 0;
    for (size_t i = 0; i < q->mistake_count; i++) {
        if (fits(q, &v->decimal, q->mistaken[i * count + cell])) found |= UINT32_C(1) << i;
    }
    return found;
}

static ch_verdict verdict_of(const ch_question *q, const typed *v, size_t cell, uint32_t mistakes) {
    double expected = q->right[cell];
    if (fits(q, &v->decimal, expected)) return CH_CORRECT;
    if (!isfinite(expected)) return mistakes != 0 ? CH_MISTAKEN : CH_WRONG;
    if (fits_rounded(q, v, expected)) return CH_PLACES;
    if (fits_cut(q, v, expected)) return CH_TRUNCATED;
    if (mistakes != 0) return CH_MISTAKEN;
    if (is_zero(q, expected)) return CH_WRONG;
    if (fits_negated(q, v, expected)) return CH_SIGN;
    return fits_scaled(q, v, expected) ? CH_SCALE : CH_WRONG;
}

// Whole answers -------------------------------------------------------------------------------------------------------

/// The verdict that a matrix shares when its cells have these: the mildest that explains every cell. `mistaken`: one mistake
/// gives all of them.
static ch_verdict whole_verdict(const ch_judgement *j, size_t count, bool mistaken) {
    size_t seen[CH_VERDICT_COUNT] = {0};
    for (size_t i = 0; i < count; i++) seen[j->cells[i].verdict]++;
    if (seen[CH_CORRECT] == count) return CH_CORRECT;
    if (seen[CH_CORRECT] + seen[CH_PLACES] == count) return CH_PLACES;
    if (seen[CH_CORRECT] + seen[CH_PLACES] + seen[CH_TRUNCATED] == count) return CH_TRUNCATED;
    return mistaken ? CH_MISTAKEN : CH_WRONG;
}

/// Whether every cell is the negative of the right one; what is within the band of zero may stand.
static bool whole_sign(const ch_question *q, const ch_judgement *j, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++) {
        typed v = {.number = &j->numbers[i]};
        bool correct = j->cells[i].verdict == CH_CORRECT;
        digits_of(&v.decimal, v.number, text);
        if (correct ? !is_zero(q, q->right[i]) : !fits_negated(q, &v, q->right[i])) return false;
    }
    return true;
}

/// Whether every cell is the right one times 10^power; what is within the band of zero is right as it is.
static bool whole_power(const ch_question *q, const ch_judgement *j, size_t count, const char *text, int32_t power) {
    for (size_t i = 0; i < count; i++) {
        bool zero = is_zero(q, q->right[i]);
        if (zero != (j->cells[i].verdict == CH_CORRECT)) return false;
        ch_decimal digits;
        digits_of(&digits, &j->numbers[i], text);
        digits.point -= power;
        if (!zero && !fits(q, &digits, q->right[i])) return false;
    }
    return true;
}

/// Whether one power of ten parts all cells from the right ones. The first right one that is not zero says which it may be.
static bool whole_scale(const ch_question *q, const ch_judgement *j, size_t count, const char *text) {
    size_t first = 0;
    while (first < count && is_zero(q, q->right[first])) first++;
    if (first == count || !isfinite(q->right[first])) return false;
    ch_decimal right;
    ch_decimal digits;
    ch_decimal_significant(&right, q->right[first], RIGHT_DIGITS);
    digits_of(&digits, &j->numbers[first], text);
    for (int32_t step = -1; step <= 1; step++) {
        if (whole_power(q, j, count, text, digits.point - right.point - step)) return true;
    }
    return false;
}

/// Whether all that is wrong about the cells are last places.
static bool whole_last_place(const ch_judgement *j, size_t count) {
    size_t off = 0;
    for (size_t i = 0; i < count; i++) {
        if (j->cells[i].last_place) off++;
        ch_verdict cell = j->cells[i].verdict;
        bool wrong = cell != CH_CORRECT && cell != CH_PLACES && cell != CH_TRUNCATED;
        if (wrong && !j->cells[i].last_place) return false;
    }
    return off > 0;
}

/// How many features that stand in pairs a row or a single column has.
static size_t features_of(const ch_question *q) {
    return q->columns == 1 ? q->rows : q->columns;
}

/// Where the right cell for place (r, c) would be found if the answer followed a pattern.
static size_t source_of(const ch_question *q, ch_pattern pattern, size_t r, size_t c) {
    size_t R = q->rows;
    size_t C = q->columns;
    switch (pattern) {
    case CH_TRANSPOSED:
        return c * C + r;
    case CH_REVERSED:
        return R == 1 ? C - 1 - c : (R - 1 - r) * C + c;
    case CH_ROW_SHIFTED:
        return R == 1 ? (c + C - 1) % C : (r + R - 1) % R * C + c;
    default: { // the value of an adjacent pair's feature stands where its split-half feature belongs
        size_t D = features_of(q);
        size_t feature = (r * C + c) % D;
        return r * C + c - feature + (feature % 2 == 0 ? feature / 2 : D / 2 + feature / 2);
    }
    }
}

static bool pattern_applies(const ch_question *q, ch_pattern pattern) {
    if (pattern == CH_TRANSPOSED) return q->rows == q->columns && q->rows > 1;
    if (pattern == CH_CHANNELS) return q->paired && features_of(q) >= 4 && features_of(q) % 2 == 0;
    return q->rows * q->columns > 2;
}

static bool follows(const ch_question *q, const ch_judgement *j, ch_pattern pattern, bool inverse, const char *text) {
    ch_decimal digits;
    size_t count = (size_t)q->rows * q->columns;
    for (size_t i = 0; i < count; i++) {
        size_t source = source_of(q, pattern, i / q->columns, i % q->columns);
        size_t typed_cell = inverse ? source : i;
        size_t right_cell = inverse ? i : source;
        digits_of(&digits, &j->numbers[typed_cell], text);
        if (!fits(q, &digits, q->right[right_cell])) return false;
    }
    return true;
}

static ch_pattern find_pattern(const ch_question *q, const ch_judgement *j, const char *text) {
    for (int pattern = CH_TRANSPOSED; pattern < CH_PATTERN_COUNT; pattern++) {
        if (!pattern_applies(q, (ch_pattern)pattern)) continue;
        if (follows(q, j, (ch_pattern)pattern, false, text)) return (ch_pattern)pattern;
        if (follows(q, j, (ch_pattern)pattern, true, text)) return (ch_pattern)pattern;
    }
    return CH_NO_PATTERN;
}

static bool fits_carried(const ch_question *q, const ch_judgement *j, size_t count, const char *text) {
    if (q->carried == NULL) return false;
    ch_decimal digits;
    for (size_t i = 0; i < count; i++) {
        digits_of(&digits, &j->numbers[i], text);
        if (!fits(q, &digits, q->carried[i])) return false;
    }
    return true;
}

static bool needs_simplifying(const ch_number *number) {
    int64_t a = number->numerator < 0 ? -number->numerator : number->numerator;
    int64_t b = number->denominator;
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return number->fraction && a > 1;
}

/// Judges each cell; returns the mistakes that give all of them.
static uint32_t judge_cells(ch_judgement *j, const ch_question *q, size_t count, const char *text) {
    uint32_t everywhere = q->mistake_count >= 32 ? UINT32_MAX : (UINT32_C(1) << q->mistake_count) - 1;
    for (size_t i = 0; i < count; i++) {
        typed v = {.number = &j->numbers[i]};
        digits_of(&v.decimal, v.number, text);
        uint32_t mistakes = matching_mistakes(q, &v, i);
        ch_verdict verdict = verdict_of(q, &v, i, mistakes);
        j->cells[i] = (ch_judged_cell){.verdict = verdict,
                                       .mistakes = verdict == CH_MISTAKEN ? mistakes : 0,
                                       .last_place = verdict == CH_WRONG && off_in_last_place(q, &v, q->right[i])};
        everywhere &= mistakes;
    }
    return everywhere;
}

static void judge_whole(ch_judgement *j, const ch_question *q, size_t count, const char *text, uint32_t mistakes) {
    j->verdict = count == 1 ? j->cells[0].verdict : whole_verdict(j, count, mistakes != 0);
    for (size_t i = 0; j->verdict == CH_CORRECT && q->form == CH_BY_FRACTION && i < count; i++) {
        j->unsimplified = j->unsimplified || needs_simplifying(&j->numbers[i]);
    }
    if (j->verdict == CH_CORRECT || j->verdict == CH_PLACES) return;
    if (fits_carried(q, j, count, text)) {
        j->verdict = CH_CARRIED;
        return;
    }
    if (j->verdict == CH_MISTAKEN) j->mistakes = mistakes;
    if (j->verdict == CH_WRONG && count > 1) j->pattern = find_pattern(q, j, text);
    if (j->verdict != CH_WRONG || j->pattern != CH_NO_PATTERN) return;
    if (count > 1 && whole_sign(q, j, count, text)) {
        j->verdict = CH_SIGN;
    } else if (count > 1 && whole_scale(q, j, count, text)) {
        j->verdict = CH_SCALE;
    } else {
        j->last_place = whole_last_place(j, count);
    }
}

bool ch_judge(ch_judgement *judgement, const ch_question *question, const char *text, size_t length, ch_arena *arena) {
    *judgement = (ch_judgement){.verdict = CH_UNREADABLE};
    size_t count = (size_t)question->rows * question->columns;
    judgement->numbers = ch_arena_take(arena, count, sizeof(ch_number));
    judgement->cells = ch_arena_take(arena, count, sizeof(ch_judged_cell));
    if (judgement->numbers == NULL || judgement->cells == NULL) return false;
    ch_field field = {.rows = question->rows, .columns = question->columns};
    if (ch_read_cells(judgement->numbers, &judgement->reading, count, field, text, length)) {
        judge_whole(judgement, question, count, text, judge_cells(judgement, question, count, text));
    }
    return true;
}

bool ch_separated(const ch_question *question, double left, double right) {
    double gap = fabs(left - right);
    if (!isfinite(gap)) return true;
    if (question->form == CH_BY_TOLERANCE) return gap > 2.0 * (question->tolerance + 2.0 * rounding_of(left, right));
    if (question->form != CH_BY_INTEGER) return gap >= 2.0 * ch_pow(10.0, -(double)question->places);
    ch_decimal one;
    ch_decimal other;
    ch_decimal_significant(&one, left, RIGHT_DIGITS);
    ch_decimal_significant(&other, right, RIGHT_DIGITS);
    return ch_decimal_compare(&one, &other) != 0;
}
