/// Limits of time in tests: sanitizers slow everything down, so under them only a gross excess counts.
#ifndef CLOCKHAND_TESTS_PACE_H
#define CLOCKHAND_TESTS_PACE_H

#include <time.h>

#define PACE_FACTOR 1.0
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#undef PACE_FACTOR
#define PACE_FACTOR 20.0
#endif
#endif

/// Whether the processor time since `before` is below a limit for an optimised build.
#define PACE_WITHIN(before, milliseconds) \
    (1000.0 * (double)(clock() - (before)) < PACE_FACTOR * (milliseconds)*CLOCKS_PER_SEC)

#endif
