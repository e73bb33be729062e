/// What crosses the boundary: a request of `key=value` entries, each ended by a NUL, and a reply in JSON.
///
/// Keys: `lab`, `mistake`, `param.NAME` for a run; `target`, `answer`, `places`, `tolerance`, `form`, `mistakes` (comma between
/// ids, default all of the lab's), or `right` and `wrong.ID` with the cells themselves and `paired` (with any value: the cells are
/// features in pairs), `carried.NAME` (a parameter as the learner's earlier value has it, behind `param.NAME`) for a judgement;
/// `draw.NAME` and `seed` for an instance; `text`, `rows`, `columns` for a reading.
#ifndef CLOCKHAND_REQUEST_H
#define CLOCKHAND_REQUEST_H

#include "clockhand/lab.h"

typedef struct ch_request {
    const char *data;
    size_t length;
} ch_request;

/// Value of the first entry with this key; false when there is none.
bool ch_request_find(const ch_request *request, const char *key, const char **value, size_t *length);

/// The `index`-th entry whose key starts with `prefix`: its name behind the prefix and its value.
bool ch_request_nth(const ch_request *request, const char *prefix, size_t index, const char **name, size_t *name_length,
                    const char **value, size_t *length);

/// Opens a run of the request's lab with its parameters; `mistake` too when `with_mistake`. run->failure says why not.
ch_status ch_request_open(ch_run *run, const ch_request *request, bool with_mistake, ch_arena *arena);

/// The description of all labs with their parameters, tables, checks and mistakes.
void ch_reply_description(ch_text *reply, uint32_t abi);

/// Runs a lab. The reply holds parameters, checks and for each table where its cells lie in the arena.
void ch_reply_run(ch_text *reply, const ch_request *request, ch_arena *arena);

/// Begins a run in parts (clockhand/units.h), which stays open in `run` and `arena`. The reply holds how many `units` there are, of
/// how many `steps`, and where what each of them comes to lies: `cells` doubles a unit from byte `results` of the arena, the first
/// of them 1 when the unit is done. Another instance that began the same request takes them over by a copy.
void ch_reply_begin(ch_text *reply, ch_run *run, const ch_request *request, ch_arena *arena);

/// Does a step of a begun run.
void ch_reply_step(ch_text *reply, ch_run *run, size_t unit, size_t step);

/// The reply of a run, filled from the units of a begun run that are done.
void ch_reply_finish(ch_text *reply, ch_run *run);

/// How a text is read.
void ch_reply_reading(ch_text *reply, const ch_request *request, ch_arena *arena);

/// A verdict.
void ch_reply_judgement(ch_text *reply, const ch_request *request, ch_arena *arena);

/// The parameters of an instance whose right value and mistakes can be told apart.
void ch_reply_instance(ch_text *reply, const ch_request *request, ch_arena *arena);

/// `{"ok":false,"error":{..}}`
void ch_reply_failure(ch_text *reply, const ch_failure *failure);

/// A double in JSON: NaN and infinities as strings.
void ch_text_put_json_number(ch_text *text, double value);

#endif
