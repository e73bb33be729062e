/// Rounding to 16-bit floating point, to show what it does to angles.
#ifndef CLOCKHAND_HALF_H
#define CLOCKHAND_HALF_H

/// The nearest IEEE 754 binary16 value (11 significant bits, ties to even), as a double; beyond 65504 an infinity.
double ch_round_to_half(double value);

#endif
