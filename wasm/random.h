/// clockhand random: draws from one generator in order, as JSON.
#ifndef CLOCKHAND_RANDOM_H
#define CLOCKHAND_RANDOM_H

#include <stddef.h>

#include "clockhand/status.h"

/// Runs `random` with its arguments; everything is checked before anything is drawn or written. `memory` holds one call's
/// numbers at a time. Returns 0, or 2 with the failure filled in.
int random_run(ch_failure *failure, int count, char **arguments, void *memory, size_t bytes);

#endif
