/// Runs a lab from texts, as people give them.
#ifndef CLOCKHAND_TESTS_RUNS_H
#define CLOCKHAND_TESTS_RUNS_H

#include <stdbool.h>

#include "clockhand/lab.h"

/// Opens a run in memory of the tests' own, which the next call takes over again. False when there is no such lab.
bool runs_open(ch_run *run, const char *lab);
ch_status runs_set(ch_run *run, const char *parameter, const char *text);
ch_status runs_set_mistake(ch_run *run, const char *id);

/// The check of a finished run; NULL when the id names none.
const ch_checked *runs_check(const ch_run *run, const char *id);

#endif
