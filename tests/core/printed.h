/// Prints a double as the programs of the sources did: Python's formats and round, numpy's arrays.
#ifndef CLOCKHAND_TESTS_PRINTED_H
#define CLOCKHAND_TESTS_PRINTED_H

#include <stdbool.h>

#include "clockhand/text.h"

/// Appends `value` in a style. A zero has no sign. False, and nothing written, for a style that is none of these:
///
///     decimals N     f"{value:.Nf}"                          0.080
///     numpy N        an array at precision N, suppress=True  1. or 0.7071 (below 1e8)
///     python N       round(value, N)                         0.84 or 1.0
///     scientific N   f"{value:.Ne}"                          1.374e+11
///     percent        f"{value:.0%}", of a share              77%
///     integer        a whole number                          4096
///     truth          True unless it is 0                     False
bool printed_put(ch_text *text, const char *style, double value);

#endif
