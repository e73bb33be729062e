#include "clockhand/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// The unevaluated sum of two doubles, |lo| at most half a unit in the last place of hi.
typedef struct twin {
    double hi;
    double lo;
} twin;

static const twin LN_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const twin HALF_PI = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// 1/n! for n = 0 .. 27, to 106 bits up to n = 14; beyond, what the low part adds is below the error stated.
static const twin INVERSE_FACTORIALS[] = {
    {1.0, 0.0},
    {1.0, 0.0},
    {0x1.0000000000000p-1, 0.0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0.0},
    {0x1.ae7f3e733b81fp-45, 0.0},
    {0x1.952c77030ad4ap-49, 0.0},
    {0x1.6827863b97d97p-53, 0.0},
    {0x1.2f49b46814157p-57, 0.0},
    {0x1.e542ba4020225p-62, 0.0},
    {0x1.71b8ef6dcf572p-66, 0.0},
    {0x1.0ce396db7f853p-70, 0.0},
    {0x1.761b41316381ap-75, 0.0},
    {0x1.f2cf01972f578p-80, 0.0},
    {0x1.3f3ccdd165fa9p-84, 0.0},
    {0x1.88e85fc6a4e5ap-89, 0.0},
    {0x1.d1ab1c2dccea3p-94, 0.0},
};

/// 1/(2k + 1) for k = 0 .. 10.
static const twin INVERSE_ODDS[] = {
    {1.0, 0.0},
    {0x1.5555555555555p-2, 0x1.5555555555555p-56},  // 1/3
    {0x1.999999999999ap-3, -0x1.999999999999ap-57}, // 1/5
    {0x1.2492492492492p-3, 0x1.2492492492492p-57},  // 1/7
    {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},  // 1/9
    {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59}, // 1/11
    {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58}, // 1/13
    {0x1.1111111111111p-4, 0x1.1111111111111p-60},  // 1/15
    {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},  // 1/17
    {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},  // 1/19
    {0x1.8618618618618p-5, 0x1.8618618618618p-59},  // 1/21
};

/// 2/pi behind the binary point, most significant word first: enough for the largest double's exponent, 971, and the
/// WINDOW words behind it.
static const uint32_t TWO_OVER_PI[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
    0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf,
    0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
    0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d, 0xa9e39161,
};
enum { WINDOW = 9, PRODUCT = WINDOW + 2 };

/// Angles below it, in radians, have less than 2^20 quarter turns.
static const double MOST_QUICK = 0x1p20;

// Twins ---------------------------------------------------------------------------------------------------------------

/// a + b exactly, for |a| >= |b| or a = 0.
static twin join(double a, double b) {
    double hi = a + b;
    return (twin){hi, b - (hi - a)};
}

/// a + b exactly.
static twin sum(double a, double b) {
    double hi = a + b;
    double part = hi - a;
    return (twin){hi, (a - (hi - part)) + (b - part)};
}

/// a * b exactly, for products far from overflow and underflow.
static twin product(double a, double b) {
    static const double splitter = 134217729.0; // 2^27 + 1
    double a_hi = splitter * a - (splitter * a - a);
    double b_hi = splitter * b - (splitter * b - b);
    double a_lo = a - a_hi;
    double b_lo = b - b_hi;
    double hi = a * b;
    return (twin){hi, ((a_hi * b_hi - hi) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

static twin add(twin a, twin b) {
    twin hi = sum(a.hi, b.hi);
    twin lo = sum(a.lo, b.lo);
    hi = join(hi.hi, hi.lo + lo.hi);
    return join(hi.hi, hi.lo + lo.lo);
}

/// a + b for |a| >= |b|.
static twin add_smaller(twin a, twin b) {
    twin hi = join(a.hi, b.hi);
    return join(hi.hi, hi.lo + (a.lo + b.lo));
}

/// a + b for |a| >= |b|, where what is behind b is too small to count.
static twin carried(twin a, double b) {
    twin hi = join(a.hi, b);
    return join(hi.hi, hi.lo + a.lo);
}

static twin multiply(twin a, twin b) {
    twin p = product(a.hi, b.hi);
    return join(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static twin negate(twin a) {
    return (twin){-a.hi, -a.lo};
}

static twin single(double value) {
    return (twin){value, 0.0};
}

static twin divide(twin a, twin b) {
    double first = a.hi / b.hi;
    twin rest = add(a, negate(multiply(b, single(first))));
    double second = rest.hi / b.hi;
    rest = add(rest, negate(multiply(b, single(second))));
    return add(join(first, second), single(rest.hi / b.hi));
}

/// A series whose depth is known where it is called needs no loop.
#define INLINED static inline __attribute__((always_inline))

/// How far a series is carried: terms up to `last`, those up to `last_twin` as twins.
typedef struct depth {
    int last, last_twin;
} depth;

/// Whether every number within 2^-61 of a value rounds to the same double.
static bool rounds_surely(twin value) {
    double error = value.hi * 0x1p-61;
    return value.hi + (value.lo + error) == value.hi + (value.lo - error);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// 2^exponent for -1022 <= exponent <= 1023.
static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Sine and cosine -----------------------------------------------------------------------------------------------------

/// An angle as a number of quarter turns and a rest of at most an eighth turn, in radians.
typedef struct reduced {
    unsigned quarter; ///< mod 4
    twin rest;
} reduced;

/// product (most significant word first) = mantissa * the words of 2/pi from `first` on.
static void multiply_window(uint32_t words[PRODUCT], uint64_t mantissa, size_t first) {
    uint32_t halves[2] = {(uint32_t)mantissa, (uint32_t)(mantissa >> 32)};
    memset(words, 0, PRODUCT * sizeof words[0]);
    for (int half = 0; half < 2; half++) {
        uint64_t carry = 0;
        for (int i = WINDOW - 1; i >= 0; i--) {
            uint32_t *word = &words[i + 2 - half];
            uint64_t value = (uint64_t)halves[half] * TWO_OVER_PI[first + (size_t)i] + *word + carry;
            *word = (uint32_t)value;
            carry = value >> 32;
        }
        words[1 - half] += (uint32_t)carry;
    }
}

/// The 32 bits of weights 2^position and up in words whose last bit has weight 2^0; zeros stand above, position >= 0.
static uint32_t bits_at(const uint32_t words[PRODUCT], int position) {
    int word = PRODUCT - 1 - position / 32;
    int shift = position % 32;
    uint64_t low = word >= 0 ? words[word] : 0;
    uint64_t high = word >= 1 ? words[word - 1] : 0;
    return (uint32_t)((high << 32 | low) >> shift);
}

/// Reduces a finite angle of at least an eighth turn.
///
/// With angle = m 2^e the window of 2/pi begins at the first word whose product with m 2^e is not a multiple of 4 turns'
/// quarters, so what is left out in front changes nothing and what is left out behind is below 2^-200.
static reduced reduce(double angle) {
    uint64_t bits = bits_of(angle);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    uint64_t mantissa = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    int first = exponent >= 2 ? (exponent - 2) / 32 : 0;
    int point = 32 * (first + WINDOW) - exponent; // bits of the product behind the binary point
    uint32_t words[PRODUCT];
    multiply_window(words, mantissa, (size_t)first);
    unsigned quarter = bits_at(words, point) & 3;
    uint32_t up = bits_at(words, point - 1) & 1;
    double sign = up != 0 ? -1.0 : 1.0;
    twin fraction = single(0.0);
    // The fraction, or what is missing to the next quarter: its bits inverted, the last one's unit neglected. 192 bits
    // leave 106 behind the longest run of zeros that a double's angle can begin with.
    for (int place = 1; place <= 6; place++) {
        uint32_t bits_here = bits_at(words, point - 32 * place) ^ (0 - up);
        fraction = add(fraction, single((double)bits_here * power_of_two(-32 * place)));
    }
    twin rest = multiply(fraction, HALF_PI);
    return (reduced){.quarter = (quarter + up) % 4, .rest = {sign * rest.hi, sign * rest.lo}};
}

/// The same for angles below MOST_QUICK, to 2^-99: quarter turns are taken off in three parts. A rest so small that 2^-99
/// is much of it is not accepted.
static bool reduce_quickly(reduced *r, double angle) {
    // Parts of pi/2, the first two of 33 bits: their products with a number of quarters are exact.
    static const double parts[] = {0x1.921fb5440p+0, 0x1.0b4611a60p-34, 0x1.3198a2e037073p-69};
    double quarters = floor(angle * 0x1.45f306dc9c883p-1 + 0.5);
    twin rest = sum(angle - quarters * parts[0], -quarters * parts[1]);
    r->rest = sum(rest.hi, rest.lo - quarters * parts[2]);
    r->quarter = (unsigned)quarters % 4;
    return fabs(r->rest.hi) > 0x1p-24;
}

/// To 2^-100 of the sum: terms behind the last twin are below 2^-53 of it.
static const depth EXACT = {.last = 13, .last_twin = 7};
/// To 2^-62 of the sum: nearly always enough to tell to which double it rounds.
static const depth QUICK = {.last = 10, .last_twin = 2};

/// sum of (-1)^k x^2k / (2k + first)! for k = 0 .. last: the sine's series over x for first = 1, the cosine's for 0.
INLINED twin series(twin square, int first, depth d) {
    double tail = 0.0;
    twin minus = negate(square);
    for (int k = d.last; k > d.last_twin; k--) tail = tail * minus.hi + INVERSE_FACTORIALS[2 * k + first].hi;
    twin total = carried(INVERSE_FACTORIALS[2 * d.last_twin + first], tail * minus.hi);
    for (int k = d.last_twin - 1; k >= 0; k--)
        total = add_smaller(INVERSE_FACTORIALS[2 * k + first], multiply(total, minus));
    return total;
}

/// Sine and cosine of the rest of an angle.
INLINED void of_rest(twin *sine, twin *cosine, twin rest, depth d) {
    twin square = multiply(rest, rest);
    *sine = multiply(series(square, 1, d), rest);
    *cosine = series(square, 0, d);
}

void ch_sine_cosine(double *sine, double *cosine, double angle) {
    if (!isfinite(angle)) {
        *sine = *cosine = (double)NAN;
        return;
    }
    double size = fabs(angle);
    bool turned = size > 0.78539816339744830962;
    reduced r = {.quarter = 0, .rest = single(size)};
    twin s = single(0.0);
    twin c = single(0.0);
    bool sure = size < MOST_QUICK && (!turned || reduce_quickly(&r, size));
    if (sure) {
        of_rest(&s, &c, r.rest, QUICK);
        sure = rounds_surely(s) && rounds_surely(c);
    }
    if (!sure) {
        if (turned) r = reduce(size);
        of_rest(&s, &c, r.rest, EXACT);
    }
    double values[2] = {s.hi, c.hi};
    if (size < 0x1p-300) values[0] = size; // squares and splits would underflow
    double sine_of_size = r.quarter % 2 == 0 ? values[0] : values[1];
    double cosine_of_size = r.quarter % 2 == 0 ? values[1] : values[0];
    if (r.quarter >= 2) sine_of_size = -sine_of_size;
    if (r.quarter == 1 || r.quarter == 2) cosine_of_size = -cosine_of_size;
    *sine = signbit(angle) ? -sine_of_size : sine_of_size;
    *cosine = cosine_of_size;
}

double ch_sin(double angle) {
    double sine;
    double cosine;
    ch_sine_cosine(&sine, &cosine, angle);
    return sine;
}

double ch_cos(double angle) {
    double sine;
    double cosine;
    ch_sine_cosine(&sine, &cosine, angle);
    return cosine;
}

// Exponential and logarithm -------------------------------------------------------------------------------------------

/// sum of r^n / n! for n = 0 .. last.
static twin exponential_series(twin r, depth d) {
    double tail = 0.0;
    for (int n = d.last; n > d.last_twin; n--) tail = tail * r.hi + INVERSE_FACTORIALS[n].hi;
    twin total = carried(INVERSE_FACTORIALS[d.last_twin], tail * r.hi);
    for (int n = d.last_twin - 1; n >= 0; n--) total = add_smaller(INVERSE_FACTORIALS[n], multiply(total, r));
    return total;
}

/// A value rounded to what a double below the normal range holds of it times 2^k: k from -1075 to -1022, 0.7 <= value < 1.42, and
/// below 1 for k = -1022.
static double rounded_below(twin value, int k) {
    double unit = power_of_two(-1074 - k); // times 2^k the step from one of those doubles to the next
    double shift = 0x1p52 * unit;          // the doubles from here to its double are `unit` apart
    double steps = shift + value.hi;
    double rest = value.hi - (steps - shift);
    // A tie was decided without what is behind it; what is below the error stated leaves it a tie.
    if (2.0 * fabs(rest) == unit && rest * value.lo > 0x1p-96 * unit) steps += 2.0 * rest;
    return steps - shift;
}

/// e^x for |x.hi| < 746: x = k ln 2 + r, a series in r, then 2^k.
static double exponential(twin x) {
    static const depth exact = {.last = 22, .last_twin = 12}; // to 2^-100
    static const depth quick = {.last = 15, .last_twin = 4};  // to 2^-62
    double quotient = floor(x.hi / LN_2.hi + 0.5);
    twin r = add(x, negate(multiply(LN_2, single(quotient))));
    int k = (int)quotient;
    twin total = exponential_series(r, quick);
    bool below = k - (total.hi < 1.0) < -1022;
    if (below || !rounds_surely(total)) total = exponential_series(r, exact);
    if (below) total.hi = rounded_below(total, k);
    int half = k / 2; // in two steps, so that neither factor leaves the range
    return total.hi * power_of_two(half) * power_of_two(k - half);
}

/// log x for finite x > 0: x = m 2^e, log m = 2 artanh((m - 1) / (m + 1)).
static twin logarithm(double x) {
    static const int last = 22;
    static const int last_twin = 10; // terms behind it are below 2^-53 of the sum
    int exponent = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        exponent = -54;
    }
    uint64_t bits = bits_of(x);
    exponent += (int)(bits >> 52) - 1023;
    double m = x / power_of_two((int)(bits >> 52) - 1023);
    if (m > 1.41421356237309504880) {
        m /= 2.0;
        exponent++;
    }
    twin s = divide(single(m - 1.0), sum(m, 1.0));
    twin square = multiply(s, s);
    double tail = 0.0;
    for (int k = last; k > last_twin; k--) tail = tail * square.hi + 1.0 / (2.0 * k + 1.0);
    twin total = single(tail);
    for (int k = last_twin; k >= 0; k--) total = add_smaller(INVERSE_ODDS[k], multiply(total, square));
    twin log_m = multiply(total, (twin){2.0 * s.hi, 2.0 * s.lo});
    return add(multiply(LN_2, single((double)exponent)), log_m);
}

double ch_exp(double x) {
    if (isnan(x)) return x;
    if (x > 709.79) return (double)INFINITY;
    return x < -745.14 ? 0.0 : exponential(single(x));
}

double ch_log(double x) {
    if (isnan(x) || x < 0.0) return (double)NAN;
    if (x == 0.0) return -(double)INFINITY;
    return isinf(x) ? x : logarithm(x).hi;
}

double ch_pow(double base, double exponent) {
    if (exponent == 0.0 || base == 1.0) return 1.0;
    if (isnan(base) || isnan(exponent)) return (double)NAN;
    bool whole = floor(exponent) == exponent;
    if (base < 0.0 && !whole) return (double)NAN;
    double half = exponent / 2.0;
    double sign = (base < 0.0 || (base == 0.0 && signbit(base))) && whole && floor(half) != half ? -1.0 : 1.0;
    double size = fabs(base);
    if (size == 0.0 || isinf(size) || isinf(exponent)) {
        bool grows = (size > 1.0) == (exponent > 0.0);
        return size == 1.0 ? 1.0 : sign * (grows ? (double)INFINITY : 0.0);
    }
    twin power = logarithm(size);
    double rough = power.hi * exponent;
    if (rough > 709.79) return sign * (double)INFINITY;
    if (rough < -745.14) return sign * 0.0;
    return sign * exponential(multiply(power, single(exponent)));
}
