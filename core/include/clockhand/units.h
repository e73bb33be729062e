/// Long labs: runs that fall apart into units, which can be computed in any order, in several instances at once, and put together.
///
/// A run is begun, then units are stepped through or put in from elsewhere, and the tables are filled from those that are there, as
/// often as one likes. An ordinary lab has no units: filling its tables runs it.
#ifndef CLOCKHAND_UNITS_H
#define CLOCKHAND_UNITS_H

#include "clockhand/lab.h"

/// Plans the run whose parameters have been set, and takes room for the cells of all units.
ch_status ch_run_begin(ch_run *run);

/// Does one step of a unit. Step 0 takes the place of any unit that was under way; the others follow in order. CH_BAD_REQUEST
/// for a unit that there is not, or a step that is not the next one.
ch_status ch_run_step(ch_run *run, size_t unit, size_t step);

/// Fills tables from the units that are done, and checks once all are; refused when none is. Ends the unit that was under way.
ch_status ch_run_fill(ch_run *run);

/// Does all steps of all units that are not done.
ch_status ch_run_complete(ch_run *run);

/// The cells of a unit; NULL while it is not done.
const double *ch_run_unit(const ch_run *run, size_t unit);

/// How many units are done.
size_t ch_run_units_done(const ch_run *run);

/// Whether no unit is missing: before that a run has tables, but no checks.
bool ch_run_is_whole(const ch_run *run);

#endif
