/// Characters as the reader sees them: the many forms of digits, signs and spaces folded to one. Private to core/src.
#ifndef CLOCKHAND_GLYPH_H
#define CLOCKHAND_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

enum {
    GLYPH_END = 0,
    GLYPH_UNKNOWN = 1,
    GLYPH_ROOT = 2,   ///< the root sign
    GLYPH_PI = 3,     ///< the Greek letter
    GLYPH_DEGREE = 4, ///< the degree sign
};

/// The glyph at `position`: an ASCII character or one of the names above; `bytes` its length in the text.
int glyph_at(const char *text, size_t length, size_t position, size_t *bytes);

static inline bool glyph_is_digit(int glyph) {
    return glyph >= '0' && glyph <= '9';
}

static inline bool glyph_is_letter(int glyph) {
    return (glyph >= 'a' && glyph <= 'z') || (glyph >= 'A' && glyph <= 'Z');
}

#endif
