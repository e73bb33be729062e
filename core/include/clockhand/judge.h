/// Judges a typed answer against the right cells and against the cells that named mistakes give.
///
/// Value and form are apart: what is typed is read first, and what cannot be read is never wrong. Bands are absolute:
/// 0.5 * 10^-places, decided on decimal digits, the right value taken to 15 significant digits so that both
/// neighbours of a tie count.
#ifndef CLOCKHAND_JUDGE_H
#define CLOCKHAND_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/arena.h"
#include "clockhand/mistake.h"
#include "clockhand/reader.h"
#include "clockhand/text.h"

/// Verdicts in the order they are tried: the first that holds is given. A cell alone is never carried.
#define CH_VERDICT_LIST(X)                                                             \
    X(CH_UNREADABLE, "unreadable") /* not read, so not judged */                       \
    X(CH_CORRECT, "correct")       /* within the band at the places asked */           \
    X(CH_PLACES, "places")         /* right, but rounded to fewer places than asked */ \
    X(CH_CARRIED, "carried")       /* right for the learner's own earlier value */     \
    X(CH_TRUNCATED, "truncated")   /* cut where it should be rounded */                \
    X(CH_MISTAKEN, "mistake")      /* correct for a named mistake */                   \
    X(CH_SIGN, "sign")             /* correct with the other sign */                   \
    X(CH_SCALE, "scale")           /* correct but for a power of ten */                \
    X(CH_WRONG, "wrong")           /* none of these */

typedef enum ch_verdict {
#define CH_VERDICT_NAME(name, id) name,
    CH_VERDICT_LIST(CH_VERDICT_NAME)
#undef CH_VERDICT_NAME
        CH_VERDICT_COUNT
} ch_verdict;

/// A whole answer that is the right one rearranged.
#define CH_PATTERN_LIST(X)                                                                          \
    X(CH_NO_PATTERN, "none")                                                                        \
    X(CH_TRANSPOSED, "transposed")                                                                  \
    X(CH_REVERSED, "reversed")       /* order of a vector, or of all rows, turned round */          \
    X(CH_ROW_SHIFTED, "row-shifted") /* every row, or every entry of a vector, one place too far */ \
    X(CH_CHANNELS, "channel-order")  /* adjacent pairs and split halves exchanged */

typedef enum ch_pattern {
#define CH_PATTERN_NAME(name, id) name,
    CH_PATTERN_LIST(CH_PATTERN_NAME)
#undef CH_PATTERN_NAME
        CH_PATTERN_COUNT
} ch_pattern;

typedef enum ch_form {
    CH_BY_PLACES,    ///< within half a unit of the last place asked
    CH_BY_TOLERANCE, ///< within an absolute tolerance
    CH_BY_INTEGER,   ///< exactly the whole number
    CH_BY_FRACTION,  ///< within the band, a fraction not simplified is right in value and told so
} ch_form;

enum { CH_MOST_MISTAKES = 32 };

typedef struct ch_question {
    uint32_t rows;
    uint32_t columns;
    const double *right;    ///< (rows, columns)
    size_t mistake_count;   ///< at most CH_MOST_MISTAKES
    const double *mistaken; ///< (mistake_count, rows, columns)
    ch_form form;
    int32_t places;
    double tolerance;
    bool paired;           ///< the cells of a row, or of a single column, are features that stand in pairs
    const double *carried; ///< (rows, columns) right for the learner's earlier value; NULL outside chains
} ch_question;

typedef struct ch_judged_cell {
    ch_verdict verdict;
    uint32_t mistakes; ///< bit i: mistake i of the question gives this value
    bool last_place;   ///< wrong, and no further off than one unit of the last place asked
} ch_judged_cell;

typedef struct ch_judgement {
    ch_verdict verdict;
    uint32_t mistakes; ///< bit i: mistake i gives the whole answer
    ch_pattern pattern;
    bool last_place;   ///< wrong, and no cell is further off than that
    bool unsimplified; ///< correct, but with a fraction that can be shortened
    ch_reading reading;
    ch_number *numbers;    ///< what was read, row-major, when readable
    ch_judged_cell *cells; ///< as many
} ch_judgement;

/// Permanent ids, kebab-case.
const char *ch_verdict_id(ch_verdict verdict);
const char *ch_pattern_id(ch_pattern pattern);

/// Judges a text of `length` bytes. The judgement's cells live in the arena. False when the arena is full.
bool ch_judge(ch_judgement *judgement, const ch_question *question, const char *text, size_t length, ch_arena *arena);

/// True when no answer in the question's form fits both values: two whole numbers, or more than two tolerances apart, or at
/// least four bands of the places asked.
bool ch_separated(const ch_question *question, double left, double right);

#endif
