/// A finished run as text, JSON or comma-separated values.
#ifndef CLOCKHAND_RENDER_H
#define CLOCKHAND_RENDER_H

#include "clockhand/lab.h"

typedef enum render_format { RENDER_TEXT, RENDER_JSON, RENDER_CSV } render_format;

/// Every number with the digits of its column.
enum { RENDER_OWN_DIGITS = -2 };

/// Appends the run; `digits` overrides the columns' in text, and rounds in JSON and CSV, which carry doubles that read
/// back exactly otherwise.
void render_run(ch_text *text, const ch_run *run, render_format format, int digits);

#endif
