/// A place in a typed text, and the decimal literals that are read there. Private to core/src.
#ifndef CLOCKHAND_LITERAL_H
#define CLOCKHAND_LITERAL_H

#include "clockhand/reader.h"
#include "glyph.h"

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

/// The glyph at the cursor, GLYPH_END behind the text.
int cursor_peek(const cursor *c);

void cursor_advance(cursor *c);

void cursor_skip_spaces(cursor *c);

/// Moves past a glyph; false when another one stands there.
bool cursor_take(cursor *c, int glyph);

/// Stops reading; the first reason is the one that is told. Returns 0.
double cursor_fail(cursor *c, const char *message);

/// The decimal literal at the cursor: digits, one point or comma, an exponent.
typedef struct literal {
    ch_decimal decimal;
    int32_t places;      ///< behind the point, less the exponent
    int32_t significant; ///< digits from the first nonzero one on
    bool whole;          ///< digits alone
} literal;

/// Reads the literal at the cursor.
void literal_read(cursor *c, literal *l);

/// Reads the whole text as a sign and one decimal; false (and nothing said) when it is something else.
bool literal_plain(literal *l, const char *text, size_t length);

/// The whole number of at most 15 digits at the cursor; -1 when there is none.
int64_t literal_whole(cursor *c);

#endif
