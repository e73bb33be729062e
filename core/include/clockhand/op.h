/// Ops: one kernel each on the caller's own tensors, described as labs are.
///
/// A call goes in three steps, so that its memory is known before any is taken: `ch_op_open` reads the request and settles
/// every shape, `ch_op_place` lays the tensors out, and `ch_op_run` reads the inputs, which the caller has written there,
/// and fills the outputs. An op is a `static const ch_op` in src/ops/ and one line in src/ops/registry.def.
///
/// Request: `op`, `param.NAME`, and `tensor.NAME=AXIS,AXIS:COUNT` with how many numbers the caller has for it; `mistake` for the
/// outputs that a mistake gives; `yours.NAME=AXIS,AXIS:COUNT` for an output of the caller's own program, and `tolerance`.
#ifndef CLOCKHAND_OP_H
#define CLOCKHAND_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clockhand/arena.h"
#include "clockhand/mistake.h"
#include "clockhand/parameter.h"
#include "clockhand/request.h"
#include "clockhand/status.h"

enum { CH_OP_RANK = 8, CH_OP_PARAMETERS = 6, CH_OP_INPUTS = 5, CH_OP_OUTPUTS = 3, CH_OP_NOTE_SIZE = 256 };

typedef struct ch_op_input {
    const char *id;
    const char *help; ///< its shape and what stands in it
    uint32_t least_rank;
    uint32_t most_rank;
    bool optional;
} ch_op_input;

typedef struct ch_op_output {
    const char *id;
    const char *help;
} ch_op_output;

/// The tolerance when none is given: what float32 leaves of a kernel passes, of moderate sizes and angles.
#define CH_OP_TOLERANCE 1e-4

struct ch_op_call;

/// A parameter without a standard must be given; an empty standard stands for what the op makes of the shapes, as the
/// parameter's help says. One with the choices CH_NO_YES is a flag.
typedef struct ch_op {
    const char *id;
    const char *summary;
    const ch_parameter *parameters;
    size_t parameter_count;
    const ch_op_input *inputs;
    size_t input_count;
    const ch_op_output *outputs;
    size_t output_count;
    const ch_mistake *mistakes; ///< what `run` can do wrong
    size_t mistake_count;
    /// Holds parameters and shapes to one another; sets the outputs' shapes and the scratch. Touches no cell.
    ch_status (*plan)(struct ch_op_call *call);
    /// Checks values that not every number can be, then computes. Called only when there are cells to compute.
    ch_status (*run)(struct ch_op_call *call);
} ch_op;

extern const ch_named CH_NO_YES[2];

typedef struct ch_tensor {
    bool given;
    size_t rank;
    uint64_t shape[CH_OP_RANK]; ///< each axis below 2^31
    uint64_t count;             ///< product of the shape, UINT64_MAX when beyond it
    double *cells;              ///< row-major, once placed
} ch_tensor;

typedef struct ch_op_call {
    const ch_op *op;
    ch_value values[CH_OP_PARAMETERS];
    ch_tensor inputs[CH_OP_INPUTS];
    ch_tensor outputs[CH_OP_OUTPUTS];
    ch_tensor yours[CH_OP_OUTPUTS]; ///< given: the caller's own, of the output's shape
    double tolerance;               ///< of a comparison, a part of the largest value of an output
    ch_mistake mistake;             ///< that is made, or CH_NO_MISTAKE
    uint64_t scratch_count;         ///< doubles that the run needs beside its tensors
    double *scratch;
    double angle;               ///< the largest that the run took a sine of, in radians
    char note[CH_OP_NOTE_SIZE]; ///< what the caller should know of the outputs, one sentence; "" for nothing
    ch_failure failure;
} ch_op_call;

/// All ops, in the order they are listed.
size_t ch_op_count(void);
const ch_op *ch_op_at(size_t index);

/// Reads a request and plans it. Refused, with call->failure: what does not fit the op, and more than `most_bytes` in all.
ch_status ch_op_open(ch_op_call *call, const ch_request *request, uint64_t most_bytes);

/// Bytes that a planned call takes; UINT64_MAX when they are beyond counting.
uint64_t ch_op_bytes(const ch_op_call *call);

/// Lays inputs, the caller's own outputs, outputs and scratch into the arena in this order. The first two keep what stands
/// there, outputs are cleared.
ch_status ch_op_place(ch_op_call *call, ch_arena *arena);

/// Computes the outputs of a placed call. On failure nothing in them counts.
ch_status ch_op_run(ch_op_call *call);

// Comparing -------------------------------------------------------------------------------------------------------------

/// What an op may have been called with in place of what it was, so that other outputs come out.
typedef enum ch_op_change {
    CH_OP_MISTAKE, ///< a mistake of the op's; index: its place among them
    CH_OP_CHOICE,  ///< another choice of a parameter, or another axis
    CH_OP_DEFAULT, ///< a given parameter left out
    CH_OP_WITHOUT, ///< a given tensor left out
} ch_op_change;

typedef struct ch_op_way {
    ch_op_change change;
    size_t index;    ///< of the mistake, parameter or input
    uint64_t choice; ///< CH_OP_CHOICE: the other one
} ch_op_way;

/// The `index`-th other way that a call could have gone, mistakes first; false at the end.
bool ch_op_way_at(ch_op_way *way, const ch_op_call *call, size_t index);

/// How far the caller's own cells lie from others.
typedef struct ch_op_gap {
    uint64_t differing; ///< cells that differ by more than the tolerance
    double largest;     ///< finite cell of the others, 1 when all are zero: the tolerance is a part of it
    double absolute;    ///< the largest difference; infinite where one of two cells is a number and the other none
    size_t at;          ///< its first cell
    double yours;       ///< what stands there
    double right;
} ch_op_gap;

enum { CH_OP_WAYS = 48, CH_OP_PAIRS = 4 };

/// Cells of all tensors of a call up to which two ways at once are tried: there are up to some hundred pairs.
#define CH_OP_PAIR_CELLS ((uint64_t)1 << 18)

/// Two ways at once that explain an output, which neither does alone.
typedef struct ch_op_pair {
    ch_op_way ways[2];
    double absolute; ///< the largest difference
} ch_op_pair;

typedef struct ch_op_comparison {
    ch_op_gap gaps[CH_OP_OUTPUTS]; ///< to the right outputs
    double float32; ///< what angles in float32 leave of the outputs, a part of their largest value; 0.1 at most
    bool tried;     ///< other ways were looked at, since rounding alone explains not every gap
    /// The largest difference to each way that explains an output: it agrees at every cell, and where the right way agrees
    /// as well, it is nearer by far. -1 for a way that does not.
    double explained[CH_OP_OUTPUTS][CH_OP_WAYS];
    /// Of an output that differs and that no way explains: the first pairs that do.
    ch_op_pair pairs[CH_OP_OUTPUTS][CH_OP_PAIRS];
    size_t pair_counts[CH_OP_OUTPUTS];
} ch_op_comparison;

/// Whether a call is small enough that pairs of ways are tried.
bool ch_op_pairs(const ch_op_call *call);

/// Room for the other ways of a call that compares: its scratch grows to what any of them takes.
void ch_op_widen(ch_op_call *call);

/// Runs a placed call the right way and compares; then, where something is off, every other way; then, where none explains
/// it, two of them at once, of which one is a mistake at most: an op makes one at a time.
ch_status ch_op_compare(ch_op_comparison *comparison, ch_op_call *call);

// The boundary ----------------------------------------------------------------------------------------------------------

/// All ops with their parameters, inputs and outputs.
void ch_reply_ops(ch_text *reply, uint32_t abi);

/// Where the tensors of a request will lie, as byte offsets. Returns the bytes that the call takes, 0 when it is refused.
uint64_t ch_reply_op_plan(ch_text *reply, const ch_request *request, uint64_t most_bytes);

/// Runs a request whose inputs stand at the planned places of the arena.
void ch_reply_op(ch_text *reply, const ch_request *request, ch_arena *arena);

/// Compares a request whose inputs and own outputs stand at the planned places of the arena.
void ch_reply_op_compare(ch_text *reply, const ch_request *request, ch_arena *arena);

// For ops -------------------------------------------------------------------------------------------------------------

/// left * right, UINT64_MAX when the product is beyond it.
uint64_t ch_op_product(uint64_t left, uint64_t right);

/// Product of the axes first .. last - 1 of a tensor.
uint64_t ch_op_axes(const ch_tensor *tensor, size_t first, size_t last);

/// Sets an output's shape.
void ch_op_shape(ch_op_call *call, size_t output, const uint64_t *shape, size_t rank);

/// Whether a tensor has exactly this shape.
bool ch_op_has_shape(const ch_tensor *tensor, const uint64_t *shape, size_t rank);

/// Writes axes with commas: `2,3,4`; a tensor of one number has `()`.
void ch_op_put_shape(ch_text *text, const uint64_t *shape, size_t rank);

/// Refuses an input for its shape: `q 2,3 has the wrong shape: .. is accepted`.
ch_status ch_op_refuse_shape(ch_op_call *call, size_t input, const char *accepted);

/// Refuses one value of an input: `positions[3] -1 is refused: .. is accepted`.
ch_status ch_op_refuse_cell(ch_op_call *call, size_t input, uint64_t index, const char *accepted);

/// Refuses a given parameter, with its value.
ch_status ch_op_refuse_parameter(ch_op_call *call, size_t parameter, const char *accepted);

/// The axis that a parameter names, from the end when it is below 0; refused when the input has no such axis.
ch_status ch_op_axis(size_t *axis, ch_op_call *call, size_t parameter, size_t input);

#endif
