#include "glyph.h"

#include <stdint.h>

/// Decodes one UTF-8 character; 0xfffd with one byte where the bytes are none.
static uint32_t decode(const char *text, size_t length, size_t position, size_t *bytes) {
    const unsigned char *s = (const unsigned char *)text + position;
    size_t room = length - position;
    *bytes = 1;
    if (s[0] < 0x80) return s[0];
    if (s[0] >= 0xc2 && s[0] < 0xe0 && room >= 2 && (s[1] & 0xc0) == 0x80) {
        *bytes = 2;
        return ((uint32_t)(s[0] & 0x1f) << 6) | (s[1] & 0x3fu);
    }
    if (s[0] >= 0xe0 && s[0] < 0xf0 && room >= 3 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80) {
        *bytes = 3;
        return ((uint32_t)(s[0] & 0x0f) << 12) | ((uint32_t)(s[1] & 0x3f) << 6) | (s[2] & 0x3fu);
    }
    return 0xfffd;
}

int glyph_at(const char *text, size_t length, size_t position, size_t *bytes) {
    *bytes = 0;
    if (position >= length) return GLYPH_END;
    uint32_t code = decode(text, length, position, bytes);
    if (code >= 0xff01 && code <= 0xff5e) code -= 0xfee0; // full-width forms of ASCII
    switch (code) {
    case '\t':
    case '\n':
        return (int)code;
    case '\r':
    case 0xa0:   // no-break space
    case 0x2009: // thin space
    case 0x202f: // narrow no-break space
    case 0x3000: // ideographic space
        return ' ';
    case 0x2212: // minus sign
    case 0x2013: // en dash
    case 0xfe63: // small hyphen-minus
        return '-';
    case 0xd7:   // multiplication sign
    case 0xb7:   // middle dot
    case 0x22c5: // dot operator
        return '*';
    case 0xf7: // division sign
        return '/';
    case 0x221a:
        return GLYPH_ROOT;
    case 0x3c0:
        return GLYPH_PI;
    case 0xb0:
        return GLYPH_DEGREE;
    default:
        return code >= ' ' && code < 0x7f ? (int)code : GLYPH_UNKNOWN;
    }
}
