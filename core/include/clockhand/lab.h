/// Labs: named computations with typed parameters that fill tables and checks, and can run one named mistake.
///
/// A lab is a `static const ch_lab` in src/labs/ and one line in src/labs/registry.def. Everything that the page, the
/// command line and the tests know of it is generated from that description.
#ifndef CLOCKHAND_LAB_H
#define CLOCKHAND_LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/arena.h"
#include "clockhand/mistake.h"
#include "clockhand/parameter.h"
#include "clockhand/status.h"
#include "clockhand/text.h"

enum { CH_MAX_PARAMETERS = 16, CH_MAX_TABLES = 12, CH_MAX_CHECKS = 8 };

typedef struct ch_column {
    const char *id;
    const char *label;
    const char *unit; ///< NULL when it has none
    uint8_t type;     ///< a ch_type
    int8_t digits;    ///< decimals shown; CH_EVERY_DIGIT: the shortest text of the double
} ch_column;

typedef enum ch_layout { CH_RECORDS, CH_GRID } ch_layout;

/// Records: one column description a column, the first `keys` name the row. Grid: columns[0] describes the row axis,
/// columns[1] the column axis (both integers), columns[2] the values.
typedef struct ch_table {
    const char *id;
    const char *caption;
    const ch_column *columns;
    const ch_named *cues;
    const char *companion; ///< id of another grid of the same shape, shown small in each cell; NULL for none
    uint8_t layout;        ///< a ch_layout
    uint8_t keys;
    uint8_t column_count;
    uint8_t cue_count;
    bool paired; ///< features of one vector that stand in pairs: the columns of a grid, the rows of records
} ch_table;

typedef struct ch_check {
    const char *id;
    const char *label;
    bool above; ///< passed when the value is above the tolerance (a negative control), else when at most
} ch_check;

struct ch_run;

/// How a long lab's run falls apart.
typedef struct ch_plan {
    size_t units; ///< pieces of work that need nothing of one another, 0 for an ordinary lab
    size_t steps; ///< of each unit, each short enough to be a task of its own
    size_t cells; ///< doubles that each unit results in
} ch_plan;

/// What makes a lab long: any instance can compute a unit alone, step by step, and only its cells go on to the tables.
typedef struct ch_units {
    /// Fills the plan from run->values, or says in run->failure what is wrong with them.
    ch_status (*plan)(struct ch_run *run, ch_plan *plan);
    /// Does a step, which come in order, and leaves the unit's cells with the last. run->work is the unit's own memory, from the
    /// arena at step 0 and gone when another unit begins; the cells depend on the unit alone, not on what ran before it.
    ch_status (*step)(struct ch_run *run, size_t unit, size_t step, double *cells);
} ch_units;

typedef struct ch_lab {
    const char *id;
    const char *summary;
    const ch_parameter *parameters;
    const ch_table *tables;
    const ch_check *checks;
    const ch_mistake *mistakes;
    uint8_t parameter_count;
    uint8_t table_count;
    uint8_t check_count;
    uint8_t mistake_count;
    const ch_units *units; ///< NULL for an ordinary lab
    /// Fills tables and checks from run->values, in a long lab also from the units that are done (ch_run_unit), of which
    /// there is at least one (its checks wait until there are all: ch_run_is_whole); on failure run->failure says why.
    ch_status (*run)(struct ch_run *run);
} ch_lab;

/// A filled table. Records: cells (rows, column_count). Grid: cells (rows, columns) of values only; the axes count
/// from the starts. A text cell holds the byte offset of its NUL-terminated text in run->texts.
typedef struct ch_filled {
    uint32_t rows;
    uint32_t columns;
    uint32_t row_start;
    uint32_t column_start;
    double *cells;
    uint32_t *cues; ///< grid with cues: (rows, columns) of cue index + 1, 0 for none; else NULL
} ch_filled;

typedef struct ch_checked {
    double value;
    double tolerance;
} ch_checked;

/// How far a long lab's run has come.
typedef struct ch_progress {
    bool begun;
    ch_plan plan;
    double *results; ///< (units, 1 + cells): 1 when the unit is done, then its cells
    size_t unit;     ///< the one that is under way
    size_t due;      ///< its next step
    size_t kept;     ///< mark of the arena behind the results
    size_t texts;    ///< length of run->texts before any table was filled
} ch_progress;

typedef struct ch_run {
    const ch_lab *lab;
    ch_mistake mistake;
    ch_value values[CH_MAX_PARAMETERS];
    ch_filled tables[CH_MAX_TABLES];
    ch_checked checks[CH_MAX_CHECKS];
    ch_text texts;
    ch_arena *arena;
    ch_failure failure;
    ch_progress progress;
    void *work; ///< of the unit that is under way
} ch_run;

/// All labs, in the order they are listed.
size_t ch_lab_count(void);
const ch_lab *ch_lab_at(size_t index);

/// The lab of an id of `length` bytes; NULL when there is none.
const ch_lab *ch_lab_find(const char *id, size_t length);

/// Whether a check of a finished run holds.
bool ch_check_passed(const ch_run *run, size_t check);

/// Starts a run with every parameter at its default, its tables empty and no mistake. The arena is the caller's; results
/// stay valid until it is rewound.
ch_status ch_run_open(ch_run *run, const ch_lab *lab, ch_arena *arena);

/// Sets a parameter from text; refused texts leave the value as it was and say what is accepted.
ch_status ch_run_set(ch_run *run, const char *name, size_t name_length, const char *text, size_t length);

/// Chooses one of the lab's mistakes by id.
ch_status ch_run_set_mistake(ch_run *run, const char *id, size_t length);

/// Runs the lab; of a long one all units that are not done yet.
ch_status ch_run_finish(ch_run *run);

/// Writes a parameter's value as a text that reads back as the same value.
void ch_run_put_value(ch_text *text, const ch_run *run, size_t parameter);

/// Appends `"params":{..}`, each parameter's value as ch_run_put_value writes it.
void ch_run_put_values(ch_text *text, const ch_run *run);

// For labs ------------------------------------------------------------------------------------------------------------

/// Room for a table's cells; NULL and run->failure when the arena is full. Cells are cleared.
double *ch_table_open(ch_run *run, size_t table, size_t rows, size_t columns);

/// The same for a grid whose axes count from given starts, with cues when the table has them.
double *ch_grid_open(ch_run *run, size_t table, size_t rows, size_t columns, size_t row_start, size_t column_start);

/// Keeps a text for a cell of type CH_TEXT and returns what to put in the cell.
double ch_text_cell(ch_run *run, const char *text);

/// The figure of a check and what it is held to, in the units of what the check compares.
void ch_check_set(ch_run *run, size_t check, double value, double tolerance);

/// The same, unless the check holds a larger figure, or NaN, already.
void ch_check_keep_larger(ch_run *run, size_t check, double value, double tolerance);

/// The cells of a matrix parameter as (rows, columns): given once it may be one row for all rows. A default that was
/// not given is repeated cyclically to the width. NULL and run->failure when the shape does not fit.
const double *ch_run_matrix(ch_run *run, size_t parameter, size_t rows, size_t columns);

/// The cells of a matrix parameter that must be one row of at most `most` numbers, or of whole ones. NULL and run->failure when it
/// is not.
const double *ch_run_list(ch_run *run, size_t *count, size_t parameter, size_t most, bool whole);

/// Refuses the value of a parameter that is in its range but not taken beside the others, with a status that tells
/// argument, value and what is accepted. Returns the status.
ch_status ch_run_refuse(ch_run *run, ch_status status, size_t parameter, const char *accepted);

/// Scratch doubles from the run's arena; NULL and run->failure when it is full.
double *ch_run_doubles(ch_run *run, size_t count);

#endif
