/// Reads what a person types as a number, a vector or a matrix. No locale, no allocation.
///
/// Accepted: decimals (`0.8415` `.5` `5.` `1.2E+4` `2*10^-3` `2x10^-3`), fractions and mixed fractions (`1/3`, `3 1/3`), `pi`, `e`,
/// `sqrt sin cos exp ln` with parentheses or a number after them, `^ + - * /`, parentheses, implied products (`2pi`), a
/// leading `=`, spaces, the minus signs U+2212, U+2013 and U+FF0D, full-width forms, `×` `·` `÷` `√` `π`, and a
/// decimal comma. Angles are radians.
#ifndef CLOCKHAND_READER_H
#define CLOCKHAND_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/decimal.h"
#include "clockhand/text.h"

enum {
    CH_ANSWER_BYTES = 32768, ///< longest text that is read at all: CH_ANSWER_CELLS doubles can be written in it
    CH_ANSWER_CELLS = 1024,  ///< most cells of a vector or matrix
    CH_DEPTH = 48,           ///< deepest nesting of signs, powers and parentheses
    CH_MESSAGE_SIZE = 200,
};

/// How a text was written: a plain decimal has digits and places, anything else is a computed double.
typedef struct ch_number {
    double value;        ///< finite
    bool plain;          ///< a decimal text, possibly with a power of ten
    bool fraction;       ///< one whole number over another
    int64_t numerator;   ///< of a fraction
    int64_t denominator; ///< of a fraction, above 0
    int32_t places;      ///< of a plain decimal: places after the point that its last digit stands on; may be negative
    int32_t significant; ///< of a plain decimal: digits from the first nonzero one on
    size_t start;        ///< first byte of its text in the whole answer
    size_t length;       ///< bytes of its text
} ch_number;

/// What the reader says of a text.
typedef struct ch_reading {
    bool readable;
    bool ambiguous;                ///< not readable because it could mean two numbers; the message asks which
    size_t position;               ///< byte where reading stopped, when not readable
    size_t cell;                   ///< cell that could not be read
    uint32_t rows;                 ///< as typed
    uint32_t columns;              ///< as typed
    char message[CH_MESSAGE_SIZE]; ///< one sentence with the reason, when not readable
} ch_reading;

/// Which cells a field asks for; it tells a comma between cells from a decimal comma. 0: any number of them.
typedef struct ch_field {
    uint32_t rows;
    uint32_t columns;
    bool point_only; ///< a comma always separates cells (parameters of labs)
} ch_field;

/// Reads one number of `length` bytes. Fills `number` only when the text is readable.
bool ch_read_number(ch_number *number, ch_reading *reading, const char *text, size_t length);

/// Reads a scalar, vector or matrix into `numbers` (row-major, room for `capacity`). A vector field takes a row or a column.
/// On failure the message says where and why; `numbers` then holds nothing of meaning.
bool ch_read_cells(ch_number *numbers, ch_reading *reading, size_t capacity, ch_field field, const char *text,
                   size_t length);

/// The exact decimal digits of a plain number as typed, or the shortest ones of its double. `text` is the whole answer.
void ch_number_decimal(ch_decimal *decimal, const ch_number *number, const char *text);

#endif
