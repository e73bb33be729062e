/// Typed parameters: what a lab or an op takes beside its tensors, read from text and held to their ranges.
#ifndef CLOCKHAND_PARAMETER_H
#define CLOCKHAND_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/status.h"
#include "clockhand/text.h"

enum { CH_EVERY_DIGIT = -1 }; ///< digits: the shortest text of the double

/// Items of an array that stands in the same file.
#define CH_COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef enum ch_type {
    CH_INTEGER, ///< whole number; as a parameter 0 .. 2^64 - 1
    CH_REAL,
    CH_CHOICE, ///< parameter only: one of named values
    CH_MATRIX, ///< parameter only: reals, `1,0` or `1,0;0,1`
    CH_RANGE,  ///< parameter only: whole numbers in a row, `0..19`, or one of them, `7`
    CH_AXIS,   ///< parameter of an op only: a whole number that names an axis of the first input, below 0 from the end
    CH_TEXT,   ///< column only: a word or a sentence
    CH_CUE,    ///< column only: one of the table's cues
} ch_type;

/// A named value: of a choice, or a cue with the line style it is drawn in.
typedef struct ch_named {
    const char *id;
    const char *label;
    const char *line; ///< cues: solid, dashed, double
} ch_named;

/// Narrow, like all descriptions: they are a good part of what a lab adds to the page's module.
typedef struct ch_parameter {
    const char *id;
    const char *other; ///< another id that is taken for this one, NULL when there is none
    const char *label;
    const char *help;     ///< one line
    const char *unit;     ///< NULL when it has none
    const char *standard; ///< default as text; the lab widens a matrix default that follows a width
    const ch_named *choices;
    uint8_t choice_count;
    uint8_t type;  ///< a ch_type
    uint16_t step; ///< CH_INTEGER: the values worth stepping through lie this far apart; 0 stands for 1
    double least;  ///< inclusive, of each value
    double most;   ///< inclusive
} ch_parameter;

/// A parameter's value: what stands in it depends on the type.
typedef struct ch_value {
    bool given;       ///< by the caller, else the default
    uint64_t integer; ///< CH_INTEGER, the index of a CH_CHOICE, or the first of a CH_RANGE
    uint64_t last;    ///< CH_RANGE
    double real;      ///< CH_REAL, CH_AXIS
    uint32_t rows;    ///< CH_MATRIX
    uint32_t columns;
    const double *cells; ///< row-major, in the arena
} ch_value;

/// Says what a parameter accepts: `a whole number from 1 to 12`.
void ch_parameter_put_accepted(ch_text *text, const ch_parameter *parameter);

/// Fills a failure that names the parameter, the refused text and what is accepted. Returns `status`.
ch_status ch_parameter_refuse(ch_failure *failure, ch_status status, const ch_parameter *parameter, ch_span text);

/// Reads an integer, a range, a real or a choice; a refused text leaves the value as it was.
ch_status ch_parameter_read(ch_value *value, ch_failure *failure, const ch_parameter *parameter, ch_span text);

/// Writes a value as a text that reads back as the same value.
void ch_parameter_put_value(ch_text *text, const ch_parameter *parameter, const ch_value *value);

/// What a type is called in descriptions.
const char *ch_type_id(ch_type type);

/// The parameter of an id in a list, `count` when there is none.
size_t ch_parameter_find(const ch_parameter *parameters, size_t count, ch_span id);

/// Writes the ids of a list: `q, k, scale`.
void ch_parameter_put_ids(ch_text *text, const ch_parameter *parameters, size_t count);

#endif
