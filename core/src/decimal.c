#include "clockhand/decimal.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"

/// Whole numbers in base 10^9, least significant limb first. 96 limbs hold 864 digits: the numerators that occur
/// (at most 54 bits times 5^1075, or 2^1025) have at most 770.
enum { LIMBS = 96, LIMB_DIGITS = 9 };
static const uint32_t LIMB_BASE = 1000000000u;

typedef struct whole {
    uint32_t limb[LIMBS];
    int count;
} whole;

static void whole_set(whole *n, uint64_t value) {
    n->count = 0;
    for (; value > 0; value /= LIMB_BASE) n->limb[n->count++] = (uint32_t)(value % LIMB_BASE);
}

static void whole_multiply(whole *n, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < n->count; i++) {
        uint64_t product = (uint64_t)n->limb[i] * factor + carry;
        n->limb[i] = (uint32_t)(product % LIMB_BASE);
        carry = product / LIMB_BASE;
    }
    if (carry > 0) n->limb[n->count++] = (uint32_t)carry;
}

static void whole_multiply_power(whole *n, uint32_t base, uint32_t chunk, uint32_t chunk_power, int power) {
    for (; power >= (int)chunk; power -= (int)chunk) whole_multiply(n, chunk_power);
    for (; power > 0; power--) whole_multiply(n, base);
}

static void trim(ch_decimal *d) {
    while (d->count > 0 && d->digits[d->count - 1] == 0) d->count--;
    if (d->count == 0) d->point = 0;
}

/// The exact digits of mantissa * 2^exponent.
static void exact(ch_decimal *d, uint64_t mantissa, int exponent) {
    whole n;
    whole_set(&n, mantissa);
    if (exponent >= 0) {
        whole_multiply_power(&n, 2, 29, 1u << 29, exponent);
    } else {
        whole_multiply_power(&n, 5, 12, 244140625u, -exponent);
    }
    d->count = 0;
    for (int i = n.count - 1; i >= 0; i--) {
        uint32_t rest = n.limb[i];
        for (uint32_t unit = LIMB_BASE / 10; unit > 0; unit /= 10) {
            uint8_t digit = (uint8_t)(rest / unit);
            rest %= unit;
            if (d->count > 0 || digit > 0) d->digits[d->count++] = digit;
        }
    }
    d->point = d->count + (exponent < 0 ? exponent : 0);
    trim(d);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// Splits the bits of a finite nonnegative double into mantissa * 2^exponent.
static uint64_t split(uint64_t bits, int *exponent) {
    uint64_t fraction = bits & 0xfffffffffffffu;
    int biased = (int)(bits >> 52);
    *exponent = (biased == 0 ? 1 : biased) - 1075;
    return biased == 0 ? fraction : fraction | 0x10000000000000u;
}

void ch_decimal_exact(ch_decimal *decimal, double value) {
    int exponent;
    uint64_t mantissa = split(bits_of(fabs(value)), &exponent);
    exact(decimal, mantissa, exponent);
    decimal->negative = value < 0;
}

static void keep(ch_decimal *d, int32_t kept, bool up) {
    if (kept < d->count) d->count = kept < 0 ? 0 : kept;
    if (up) {
        int32_t i = d->count - 1;
        while (i >= 0 && d->digits[i] == 9) i--;
        if (i < 0) {
            d->digits[0] = 1;
            d->count = 1;
            d->point++;
        } else {
            d->digits[i]++;
            d->count = i + 1;
        }
    }
    trim(d);
}

/// True when the digits from `kept` on are more than half a unit of the digit before, or half of an odd one.
static bool rounds_up(const ch_decimal *d, int32_t kept) {
    if (kept < 0 || kept >= d->count) return false;
    if (d->digits[kept] != 5) return d->digits[kept] > 5;
    if (kept + 1 < d->count) return true;
    return kept > 0 && d->digits[kept - 1] % 2 == 1;
}

void ch_decimal_round(ch_decimal *decimal, int32_t places) {
    int32_t kept = decimal->point + places;
    if (kept >= decimal->count) return;
    if (kept == 0 && rounds_up(decimal, 0)) {
        decimal->digits[0] = 1;
        decimal->count = 1;
        decimal->point++;
        return;
    }
    keep(decimal, kept, rounds_up(decimal, kept));
}

void ch_decimal_cut(ch_decimal *decimal, int32_t places) {
    keep(decimal, decimal->point + places, false);
}

void ch_decimal_significant(ch_decimal *decimal, double value, int32_t digits) {
    ch_decimal_exact(decimal, value);
    keep(decimal, digits, rounds_up(decimal, digits));
}

static int compare_magnitude(const ch_decimal *left, const ch_decimal *right) {
    if (left->count == 0 || right->count == 0) return (left->count > 0) - (right->count > 0);
    if (left->point != right->point) return left->point > right->point ? 1 : -1;
    int32_t shared = left->count < right->count ? left->count : right->count;
    int order = memcmp(left->digits, right->digits, (size_t)shared);
    if (order != 0) return order > 0 ? 1 : -1;
    return (left->count > right->count) - (left->count < right->count);
}

int ch_decimal_compare(const ch_decimal *left, const ch_decimal *right) {
    bool left_below = left->negative && left->count > 0;
    bool right_below = right->negative && right->count > 0;
    if (left_below != right_below) return left_below ? -1 : 1;
    int order = compare_magnitude(left, right);
    return left_below ? -order : order;
}

/// A double near the decimal, within a few units in the last place or at an end of the range.
static double estimate(const ch_decimal *d) {
    uint64_t leading = 0;
    int32_t used = 0;
    for (; used < d->count && used < 18; used++) leading = leading * 10 + d->digits[used];
    int32_t power = d->point - used;
    double value = (double)leading;
    if (power < -300) return value * 1e-280 * ch_pow(10.0, (double)(power + 280));
    if (power > 290) return value * 1e280 * ch_pow(10.0, (double)(power - 280));
    return value * ch_pow(10.0, (double)power);
}

/// Up to 15 digits and a power of ten up to 22 are exact doubles, so one operation rounds once.
static bool small_value(double *value, const ch_decimal *d) {
    int32_t power = d->point - d->count;
    if (d->count > 15 || power < -22 || power > 22) return false;
    double unit = 1.0;
    for (int32_t i = 0; i < (power < 0 ? -power : power); i++) unit *= 10.0;
    *value = 0.0;
    for (int32_t i = 0; i < d->count; i++) *value = *value * 10.0 + d->digits[i];
    *value = power < 0 ? *value / unit : *value * unit;
    return true;
}

double ch_decimal_value(const ch_decimal *decimal) {
    static const uint64_t infinity = 0x7ff0000000000000u;
    if (decimal->count == 0 || decimal->point < -330) return decimal->negative ? -0.0 : 0.0;
    double small;
    if (small_value(&small, decimal)) return decimal->negative ? -small : small;
    uint64_t bits = decimal->point > 310 ? infinity : bits_of(estimate(decimal));
    ch_decimal middle;
    int exponent;
    // Up while the decimal is above the middle to the next double (or on it and this one is odd), then down likewise.
    while (bits < infinity && decimal->point <= 310) {
        uint64_t mantissa = split(bits, &exponent);
        exact(&middle, 2 * mantissa + 1, exponent - 1);
        int order = compare_magnitude(decimal, &middle);
        if (order < 0 || (order == 0 && bits % 2 == 0)) break;
        bits++;
    }
    while (bits > 0 && decimal->point <= 310) {
        uint64_t mantissa = split(bits - 1, &exponent);
        exact(&middle, 2 * mantissa + 1, exponent - 1);
        int order = compare_magnitude(decimal, &middle);
        if (order > 0 || (order == 0 && bits % 2 == 0)) break;
        bits--;
    }
    double value = double_of(bits);
    return decimal->negative ? -value : value;
}

void ch_decimal_shortest(ch_decimal *decimal, double value) {
    ch_decimal all;
    ch_decimal_exact(&all, value);
    bool normal = fabs(value) >= 2.2250738585072014e-308;
    for (int32_t digits = normal ? 15 : 1; digits <= 17; digits++) {
        bool up = rounds_up(&all, digits);
        for (int other = 0; other < 2; other++) {
            *decimal = all;
            keep(decimal, digits, (other == 0) == up && digits < all.count);
            if (bits_of(ch_decimal_value(decimal)) == bits_of(value)) return;
        }
    }
    *decimal = all;
}

/// Digit of `d` that stands for 10^power.
static int digit_at(const ch_decimal *d, int32_t power) {
    int32_t index = d->point - 1 - power;
    return index >= 0 && index < d->count ? d->digits[index] : 0;
}

bool ch_decimal_within(const ch_decimal *left, const ch_decimal *right, int32_t places) {
    const ch_decimal *high = compare_magnitude(left, right) >= 0 ? left : right;
    const ch_decimal *low = high == left ? right : left;
    if (high->count == 0) return true;
    bool add = low->count > 0 && left->negative != right->negative;
    int32_t bottom = high->point - high->count;
    if (low->count > 0 && low->point - low->count < bottom) bottom = low->point - low->count;
    int32_t tie = -places - 1; // the band is 5 * 10^tie
    if (high->point - 1 > tie + 2 && (add || low->count == 0 || low->point < high->point - 1)) return false;
    bool below = false; // a nonzero digit of the difference below the tie's place
    int carry = 0;
    int64_t value = 0; // the difference's digits from the tie's place up
    int64_t unit = 1;
    for (int32_t power = bottom < tie ? bottom : tie; power <= high->point; power++) {
        int digit = digit_at(high, power) + (add ? digit_at(low, power) : -digit_at(low, power)) + carry;
        carry = digit < 0 ? -1 : digit > 9 ? 1 : 0;
        digit -= 10 * carry;
        if (power < tie) {
            below = below || digit != 0;
        } else {
            if (digit != 0 && unit > 100) return false;
            value += digit * unit;
            if (unit <= 100) unit *= 10;
        }
    }
    return value < 5 || (value == 5 && !below);
}

static void put_digits(ch_text *text, const ch_decimal *d, int32_t from, int32_t to) {
    for (int32_t i = from; i < to; i++) {
        char c = (char)('0' + (i >= 0 && i < d->count ? d->digits[i] : 0));
        ch_text_put_bytes(text, &c, 1);
    }
}

static void put_fixed(ch_text *text, const ch_decimal *d, int32_t places) {
    if (d->negative && d->count > 0) ch_text_put(text, "-");
    if (d->count == 0 || d->point <= 0) {
        ch_text_put(text, "0");
    } else {
        put_digits(text, d, 0, d->point);
    }
    if (places > 0) {
        ch_text_put(text, ".");
        put_digits(text, d, d->count == 0 ? 0 : d->point, (d->count == 0 ? 0 : d->point) + places);
    }
}

void ch_text_put_decimal(ch_text *text, const ch_decimal *decimal) {
    if (decimal->count == 0 || (decimal->point > -6 && decimal->point <= 21)) {
        int32_t places = decimal->count - decimal->point;
        put_fixed(text, decimal, decimal->count > 0 && places > 0 ? places : 0);
        return;
    }
    if (decimal->negative) ch_text_put(text, "-");
    put_digits(text, decimal, 0, 1);
    if (decimal->count > 1) {
        ch_text_put(text, ".");
        put_digits(text, decimal, 1, decimal->count);
    }
    ch_text_put(text, decimal->point > 0 ? "e+" : "e-");
    ch_text_put_u64(text, (uint64_t)(decimal->point > 0 ? decimal->point - 1 : 1 - decimal->point));
}

void ch_text_put_number(ch_text *text, double value, int32_t digits) {
    if (isnan(value)) {
        ch_text_put(text, "NaN");
    } else if (isinf(value)) {
        ch_text_put(text, value < 0 ? "-Infinity" : "Infinity");
    } else if (digits < 0) {
        ch_decimal shortest;
        ch_decimal_shortest(&shortest, value);
        ch_text_put_decimal(text, &shortest);
    } else {
        ch_decimal rounded;
        ch_decimal_exact(&rounded, value);
        ch_decimal_round(&rounded, digits);
        put_fixed(text, &rounded, digits);
    }
}
