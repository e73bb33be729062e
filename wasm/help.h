/// What the program says of its commands and of the labs.
#ifndef CLOCKHAND_HELP_H
#define CLOCKHAND_HELP_H

#include "clockhand/lab.h"

/// Appends what the commands are called with.
void help_commands(ch_text *text);

/// Appends a lab's parameters with their ranges and defaults, its tables and its mistakes.
void help_lab(ch_text *text, const ch_lab *lab);

/// Appends the ids of all labs with their summaries.
void help_labs(ch_text *text);

#endif
