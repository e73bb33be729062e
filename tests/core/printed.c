#include "printed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/lab.h"

enum { MOST_PLACES = 17, NUMBER_SIZE = 400 };

/// d.ddde+xx with `places` decimals, or with the decimal's own digits for CH_EVERY_DIGIT; at least two digits of exponent.
static void put_scientific(ch_text *text, const ch_decimal *d, int32_t places) {
    int32_t shown = places >= 0 ? places + 1 : d->count;
    if (d->negative) ch_text_put(text, "-");
    for (int32_t i = 0; i < shown; i++) {
        if (i == 1) ch_text_put(text, ".");
        ch_text_put_u64(text, i < d->count ? d->digits[i] : 0);
    }
    int32_t exponent = d->count == 0 ? 0 : d->point - 1;
    ch_text_put(text, exponent < 0 ? "e-" : "e+");
    if (abs(exponent) < 10) ch_text_put(text, "0");
    ch_text_put_u64(text, (uint64_t)abs(exponent));
}

/// The shortest text that reads back, with Python's own borders between positions and exponents.
static void put_repr(ch_text *text, double value) {
    ch_decimal shortest;
    ch_decimal_shortest(&shortest, value);
    if (value != 0.0 && (fabs(value) < 1e-4 || fabs(value) >= 1e16)) {
        put_scientific(text, &shortest, CH_EVERY_DIGIT);
        return;
    }
    ch_text_put_number(text, value, CH_EVERY_DIGIT);
    if (shortest.count <= shortest.point || value == 0.0) ch_text_put(text, ".0");
}

static void put_rounded(ch_text *text, double value, int32_t places) {
    ch_decimal decimal;
    ch_decimal_exact(&decimal, value);
    ch_decimal_round(&decimal, places);
    put_repr(text, ch_decimal_value(&decimal));
}

/// Fixed places without the zeros at their end; the point stays.
static void put_trimmed(ch_text *text, double value, int32_t places) {
    char fixed[NUMBER_SIZE];
    ch_text whole;
    ch_text_open(&whole, fixed, sizeof fixed);
    ch_text_put_number(&whole, value, places);
    if (places == 0) ch_text_put(&whole, ".");
    while (whole.length > 0 && fixed[whole.length - 1] == '0') fixed[--whole.length] = '\0';
    ch_text_put(text, fixed);
}

static void put_significant(ch_text *text, double value, int32_t places) {
    ch_decimal decimal;
    ch_decimal_significant(&decimal, value, places + 1);
    put_scientific(text, &decimal, places);
}

static bool put_without_places(ch_text *text, const char *style, double value) {
    if (strcmp(style, "percent") == 0) {
        ch_text_put_number(text, value * 100.0, 0);
        ch_text_put(text, "%");
    } else if (strcmp(style, "integer") == 0) {
        ch_text_put_number(text, value, CH_EVERY_DIGIT);
    } else if (strcmp(style, "truth") == 0) {
        ch_text_put(text, value != 0.0 ? "True" : "False");
    } else {
        return false;
    }
    return true;
}

static void put_fixed(ch_text *text, double value, int32_t places) {
    ch_text_put_number(text, value, places);
}

bool printed_put(ch_text *text, const char *style, double value) {
    static const struct {
        const char *name;
        void (*put)(ch_text *text, double value, int32_t places);
    } styles[] = {
        {"decimals ", put_fixed}, {"numpy ", put_trimmed}, {"python ", put_rounded}, {"scientific ", put_significant}};
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        size_t length = strlen(styles[i].name);
        if (strncmp(style, styles[i].name, length) != 0) continue;
        char *end;
        long places = strtol(style + length, &end, 10);
        if (end == style + length || *end != '\0' || places < 0 || places > MOST_PLACES) return false;
        styles[i].put(text, value, (int32_t)places);
        return true;
    }
    return put_without_places(text, style, value);
}
