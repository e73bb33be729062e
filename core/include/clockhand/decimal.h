/// Exact decimal texts of doubles, and doubles of decimal texts, without a locale and without allocation.
///
/// A finite double m * 2^e is a finite decimal: for e < 0 it is m * 5^-e / 10^-e. All rounding below is done on
/// those exact digits, so no result depends on the platform.
#ifndef CLOCKHAND_DECIMAL_H
#define CLOCKHAND_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/text.h"

/// The longest exact expansion of a double, 2^-1074 times a 53-bit odd number, has 767 digits; some room for carries.
enum { CH_DECIMAL_DIGITS = 800 };

/// (-1)^negative * 0.d1 d2 d3 ... * 10^point with digits 0 to 9, d1 nonzero. Zero has count 0.
typedef struct ch_decimal {
    bool negative;
    int32_t count;                     ///< digits kept, no trailing zeros
    int32_t point;                     ///< power of ten in front of the digits
    uint8_t digits[CH_DECIMAL_DIGITS]; ///< most significant first
} ch_decimal;

/// The exact value of a finite double.
void ch_decimal_exact(ch_decimal *decimal, double value);

/// The finite double rounded (half to even) to `digits` >= 1 significant digits.
void ch_decimal_significant(ch_decimal *decimal, double value, int32_t digits);

/// The fewest digits that read back as the same double, the nearest of those (as Python's repr and JavaScript print).
void ch_decimal_shortest(ch_decimal *decimal, double value);

/// Rounds in place to `places` after the decimal point (may be negative), halves to even.
void ch_decimal_round(ch_decimal *decimal, int32_t places);

/// Cuts in place after `places` behind the decimal point.
void ch_decimal_cut(ch_decimal *decimal, int32_t places);

/// The nearest double, ties to even; beyond the largest double infinity.
double ch_decimal_value(const ch_decimal *decimal);

/// Sign of left - right: -1, 0 or 1.
int ch_decimal_compare(const ch_decimal *left, const ch_decimal *right);

/// True when |left - right| <= 0.5 * 10^-places, decided on the digits: both neighbours of a tie count.
bool ch_decimal_within(const ch_decimal *left, const ch_decimal *right, int32_t places);

/// Appends `value` with exactly `digits` (0 to 100) decimals, halves to even, zero without a sign;
/// digits -1: the shortest text that reads back. NaN and infinities are `NaN`, `Infinity`, `-Infinity`.
void ch_text_put_number(ch_text *text, double value, int32_t digits);

/// Appends the decimal with all its digits, positional between 1e-7 and 1e21, else with an exponent.
void ch_text_put_decimal(ch_text *text, const ch_decimal *decimal);

#endif
