/// Elementary functions from + - * / alone, so that every build and engine gives the same bits.
///
/// Computed in double-double arithmetic (about 100 bits) and rounded once: the result is the double nearest to the exact
/// value but for arguments whose exact value lies within 2^-95 of the middle between two doubles. Angles of any size are
/// reduced with as many bits of 2/pi as they need. NaN gives NaN.
///
/// Sources: Dekker 1971, A floating-point technique for extending the available precision (exact sums and products);
/// Payne and Hanek 1983, Radian reduction for trigonometric functions.
#ifndef CLOCKHAND_ELEMENTARY_H
#define CLOCKHAND_ELEMENTARY_H

#define CH_PI 3.14159265358979323846
#define CH_E 2.71828182845904523536

/// Sine and cosine of an angle in radians; NaN for infinities.
double ch_sin(double angle);
double ch_cos(double angle);

/// Both at once, for one reduction.
void ch_sine_cosine(double *sine, double *cosine, double angle);

/// e^x; infinity from 709.79 on, 0 from -745.14 down.
double ch_exp(double x);

/// Natural logarithm; -infinity at 0, NaN below.
double ch_log(double x);

/// base^exponent; 1 for exponent 0; a negative base needs a whole exponent, else NaN.
double ch_pow(double base, double exponent);

#endif
