/// Runs a lab from texts, as people give them.
#ifndef CLOCKHAND_TESTS_RUNS_H
#define CLOCKHAND_TESTS_RUNS_H

#include <stdbool.h>

#include "clockhand/lab.h"
#include "clockhand/target.h"
#include "vectors.h"

/// Opens a run in memory of the tests' own, which the next call takes over again. False when there is no such lab.
bool runs_open(ch_run *run, const char *lab);
/// Opens a run with memory of the caller's; a long lab is set to what takes no time.
bool runs_open_small(ch_run *run, const ch_lab *lab, ch_arena *memory);

ch_status runs_set(ch_run *run, const char *parameter, const char *text);
ch_status runs_set_mistake(ch_run *run, const char *id);

/// The check of a finished run; NULL when the id names none.
const ch_checked *runs_check(const ch_run *run, const char *id);

/// Runs the lab of a case at its `param` lines and its `mistake`; false (and counted) when something is refused.
bool runs_case(ch_run *run, const vectors_case *item);

/// The one cell of a target; false (and counted) when it names none or more.
bool runs_cell(ch_picked *cell, ch_run *run, const char *target);

#endif
